"""Experiments that play every variant between two: what designs share that ask which change of the rules causes which difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from citadels_sim.errors import ExperimentError, VariantError
from citadels_sim.lineups import for_any_rules, split_lineup
from citadels_sim.runs.experiment import Experiment, make_experiment
from citadels_sim.runs.source import Source, of_options
from citadels_sim.variants import Variant, load_variant
from citadels_sim.variants.combine import MOST_GROUPS, between

SOURCE: Final[Source] = of_options(
    ("players", "games", "lineups", "seed", "name", "most_groups", "variants", "variants[0]", "variants[1]"),
    calls={"variants": "A and B", "variants[0]": "A", "variants[1]": "B"},
)
"""What `citadels attribute` calls the keys of its experiment."""


def faults(experiment: Experiment) -> Iterator[str]:
    """Find what such an experiment cannot have: it leads from one variant to another, at one table."""
    kind = f"kind = '{experiment.kind}'"
    if len(experiment.variants) != 2:
        yield f"variants: {len(experiment.variants)} should be two: {kind} plays all mixtures of their rules."
    for key, what in (("players", "one number of players, such as [4]"), ("lineups", 'one line-up, such as [["builder"]]')):
        if len(getattr(experiment, key)) > 1:
            yield f"{key}: {len(getattr(experiment, key))} should be {what}; {kind} takes one."


def resolved(
    experiment: Experiment, variants: Sequence[Variant], source: str | Source, most: int
) -> tuple[Experiment, tuple[Variant, ...]]:
    """Put all variants between two in the place of the two.

    Parameters
    ----------
    experiment : Experiment
    variants : sequence of Variant
        The two.
    source : str or Source
        For messages.
    most : int
        Most groups of differences where the experiment names no number.

    Raises
    ------
    ExperimentError
        If there is nothing between the two, or what is cannot be played, by these bots or at all.
    """
    a, b = variants
    place = Source.parse(source)
    try:
        parts = between(a, b, experiment.players[0], experiment.most_groups or most)
    except VariantError as error:
        raise place.error(f"variants: {error}") from None
    from citadels_sim.bots.weights import plays_any_rules  # brings the rules, which a mistyped name does not wait for

    for bot in dict.fromkeys(experiment.lineups[0]):
        if not plays_any_rules([bot]):
            raise place.error(
                f"lineups: {bot} has not learned the rules between '{a.name}' and '{b.name}'; {for_any_rules(bot)} plays them like the "
                "nearest that it knows."
            )
    planned = {"variants": tuple(variant.name for variant in parts.variants), "between": (a.name, b.name), "groups": dict(parts.groups)}
    return experiment.model_copy(update={**planned, "most_groups": None}), parts.variants


def experiment_between(kind: str, a: str, b: str, keys: Mapping[str, Any]) -> Experiment:
    """Make the experiment of a design that plays all variants between two.

    Parameters
    ----------
    kind : str
        Name of the design.
    a, b : str
        The variants, by name or path: from the first, to the second.
    keys : mapping
        Of the experiment, as an option gives each: ``players``, a number; ``lineups``, text; ``games``, ``seed``, ``name`` and
        ``most_groups``. What is left out, is as usual.

    Returns
    -------
    Experiment
        As a file of this kind does; `plan.make_plan` finds the variants between the two.

    Raises
    ------
    VariantError, ExperimentError
        For two variants of one name, and for options that cannot be.
    """
    players, lineups, groups = keys.get("players", 4), keys.get("lineups", "builder"), keys.get("most_groups", 1)
    if not 1 <= groups <= MOST_GROUPS:
        raise ExperimentError(f"--groups: {groups} should be from 1 to {MOST_GROUPS}: every combination of the groups is played.")
    if a == b:
        between(load_variant(a), load_variant(b), players)  # says that there is nothing to attribute
    whole = {"name": kind, **keys, "variants": [a, b], "players": [players], "lineups": [split_lineup(lineups)], "kind": kind}
    return make_experiment(whole, SOURCE)
