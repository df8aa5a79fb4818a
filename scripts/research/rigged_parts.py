"""Tests whether `citadels why` names the part by which a character was rigged: `scripts/research/run rigged_parts [SEEDS [WORKERS]]`.

A character of the base game gets one strong part, and `why` splits the effect of its pick, with one run for each seed. Counted is how often
the rigged part is the one that is shown to add most. Writes ``reports/rigged-parts.md``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import polars as pl

from citadels_sim import __version__
from citadels_sim.designs.why import PARTS
from citadels_sim.designs.why.analyse import analyse_why
from citadels_sim.processes import cores
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.show.charts import style

REPORT: Final = Path(__file__).resolve().parents[2] / "reports" / "rigged-parts.md"


class Rig(NamedTuple):
    """A character with one strong part, and who sees it in how many nodes."""

    part: str
    character: str
    how: str
    toml: str
    bot: str
    nodes: int


RIGS: Final = (
    Rig("bonus", "thief", "four gold on top", "[characters.thief]\nbonus = { gold = 4 }", "builder", 300),
    Rig("income", "bishop", "three gold for each religious district", "[characters.bishop]\nincome_each = 3", "builder", 600),
    Rig(
        "protection",
        "magician",
        "its city is protected, instead of its power, where the Warlord destroys free of charge",
        '[characters.magician]\npower = "none"\nprotected = true\n[characters.warlord]\nprice_off = 10',
        "raider",
        600,
    ),
    Rig(
        "power",
        "merchant",
        "it seizes a district of any cost, which nobody can answer",
        '[characters.merchant]\npower = "marshal"\nlimit = 60',
        "raider",
        1500,
    ),
)
"""Protection is rigged in a game in which destroying is free: else a gold is worth more than it."""


def largest(rig: Rig, seed: int, workers: int) -> tuple[str, float, float, float]:
    """Split the effect with one seed; return the part that adds most, and its value with the interval for all parts at once."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "rigged.toml"
        file.write_text(f'extends = "classic-2000"\n{rig.toml}\n', encoding="utf-8")
        keys = {"name": "rigged", "kind": "why", "what": rig.character, "variants": [str(file)], "lineups": [[rig.bot]]}
        run_experiment(
            make_experiment({**keys, "games": rig.nodes, "seed": seed}, "scripts/research/run"), Path(place) / "run", workers=workers
        )
        effects = analyse_why(load_run(Path(place) / "run", kind="why")).effects
    most = effects.filter(pl.col("group").is_in(list(PARTS))).sort("value", descending=True).row(0, named=True)
    return most["group"], most["value"], most["family_low"], most["family_high"]


def report(found: Sequence[Sequence[tuple[str, float, float, float]]]) -> Iterator[str]:
    """Write the page."""
    yield "# Does `citadels why` name the part that was rigged?\n"
    yield (
        f"A character of classic Citadels with four players got one strong part. *First*: that part is the one that adds most, of "
        f"{len(found[0])} seeds. *Named*: its interval (95 %, for all parts at once) leaves 0 out, too. The effect is that of the first "
        f"seed.\n"
    )
    yield "| rigged | how | bots | nodes | first | named | effect [95 %] |"
    yield "|---|---|---|---:|---:|---:|---:|"
    for rig, ends in zip(RIGS, found, strict=True):
        counted = (sum(part == rig.part for part, *_ in ends), sum(part == rig.part and low > 0 for part, _, low, _ in ends))
        first, named = (f"{number} of {len(ends)}" for number in counted)
        who = f"{style.title_of(rig.character)}: {rig.how}"
        yield f"| {PARTS[rig.part].lower()} | {who} | `{rig.bot}` | {rig.nodes} | {first} | {named} | {style.effect(*ends[0][1:])} |"
    yield f"\nMade by `scripts/research/run rigged_parts` with citadels_sim {__version__}."


def main(seeds: int = 10, workers: int = cores()) -> bool:
    """Play every rigged character with so many seeds, and write the page; True where one is named with fewer than nine of ten."""
    found = []
    for rig in RIGS:
        ends = [largest(rig, seed, workers) for seed in range(1, seeds + 1)]
        print(rig.part, [end[0] for end in ends], flush=True)
        found.append(ends)
    REPORT.write_text("\n".join(report(found)) + "\n", encoding="utf-8")
    named = [sum(end[0] == rig.part and end[2] > 0 for end in ends) for rig, ends in zip(RIGS, found, strict=True)]
    return min(named) < 0.9 * seeds
