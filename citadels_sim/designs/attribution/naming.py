"""How readers know the groups of rules of an attribution: one change by what it is, several by what they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from citadels_sim.runs.reading import Run
from citadels_sim.text import listed, lower_first, upper_first
from citadels_sim.variants import Variant, from_resolved
from citadels_sim.variants.compare import compare

_LONGEST: Final = 75
"""Most letters of a change that names its group."""


def rules_words(group: str) -> str:
    """Name a group of topics as a reader would: ``District deck + Rank 1 + Rank 2`` -> ``district deck and ranks 1 and 2``."""
    topics = group.split(" + ")
    ranks = [topic.removeprefix("Rank ") for topic in topics if topic.startswith("Rank ")]
    others = [lower_first(topic) for topic in topics if not topic.startswith("Rank ")]
    return listed([*others, *([f"rank{'s' * (len(ranks) > 1)} {listed(ranks)}"] if ranks else [])])


def group_names(a: Variant, b: Variant, groups: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Name groups of differences.

    Parameters
    ----------
    a, b : Variant
        From the first, to the second.
    groups : mapping of str to sequence of str
        Name of each group, as `combine.between` has it, to its dotted keys.

    Returns
    -------
    dict of str to str
        A group of one change is named by what is played then: "7 districts complete a city"; one that brings a new character by its place
        in the cast; any other, and one whose change takes too many words, by its topics: "District deck and ranks 1 and 2".
    """
    said: dict[str, str] = {}
    for key, text in compare(a, b).by_key:
        said.setdefault(key, text.partition(" (Before: ")[0].removesuffix("."))
    return {group: _change(said, keys) or upper_first(rules_words(group)) for group, keys in groups.items()}


def _change(said: Mapping[str, str], keys: Sequence[str]) -> str:
    """Return what the one change of some keys is, in words; empty where there are several, or it takes too many words."""
    casts = [key for key in keys if key.startswith("cast.")]
    alone = keys if len(keys) == 1 else casts if len(casts) == 1 and not _others(keys, casts) else ()
    words = said.get(alone[0], "") if alone else ""
    return words if len(words) <= _LONGEST else ""


def _others(keys: Sequence[str], casts: Sequence[str]) -> list[str]:
    """Return the keys that are not about what a character is that joins or leaves the cast."""
    return [key for key in keys if key not in casts and not key.startswith("characters.")]


def names_of(run: Run, groups: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Name the groups of a run whose first combination is the one variant, and whose last one is the other."""
    first, *_, last = (run.manifest.variants[cell.variant] for cell in run.manifest.cells)
    return group_names(from_resolved(first.resolved), from_resolved(last.resolved), groups)
