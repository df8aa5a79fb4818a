"""What was changed in a variant of one's own, and what of it came up in no game, or hardly any."""

from __future__ import annotations

import polars as pl

from citadels_sim.designs.attribution.analyse import Attribution
from citadels_sim.report.evidence import Evidence
from citadels_sim.show.values import at_most
from citadels_sim.statistics.ratios import LEAST_COUNT

_HARDLY = 0.01
"""Share of deals up to which rules are said to have changed hardly any."""


def changed_rules(evidence: Evidence) -> tuple[str, ...]:
    """Name the rules that were changed, a sentence each; none where the runs are not about a change, or no games compare it.

    A rule that is known to have changed no game, or hardly any, says so: where it is the only one, or all together changed none, by the
    games of both variants, else by those with and without it of an attribution.
    """
    compared = [one for one in evidence.comparisons if (one.a, one.b) == evidence.changed]
    if not compared:
        return ()
    said = compared[0].rules.by_key
    met = pl.concat([one.met for one in compared])
    deals, games, otherwise = (int(met[name].sum()) for name in ("deals", "games", "differing"))
    unit = "games" if games == deals else "deals"
    if not otherwise or len({key for key, _ in said if key}) == 1:
        words = _came_up(otherwise, deals, unit)
        return tuple(f"{sentence} {words if key else ''}".rstrip() for key, sentence in said)
    idle = _idle_keys(evidence)
    return tuple(f"{sentence} {_came_up(0, idle[key], 'deals') if key in idle else ''}".rstrip() for key, sentence in said)


def _came_up(count: int, deals: int, unit: str) -> str:
    """Say that rules changed no game, or hardly any; nothing where they changed more, or too few are known."""
    if deals < LEAST_COUNT or count > _HARDLY * deals:
        return ""
    share = at_most(deals) if not count else f"{100 * count / deals:.2g}\u00a0%"
    return f"It changed {count:,} of {deals:,} {unit} ({share})."


def _idle_keys(evidence: Evidence) -> dict[str, int]:
    """Return the keys of the rules that changed no deal of an attribution, whatever the others were, and how many deals that were."""
    idle: dict[str, int] = {}
    for shown in evidence.shown("attribution"):
        result = shown.analysis
        if not isinstance(result, Attribution) or (result.a, result.b) != evidence.changed:
            continue
        moved = result.parts.filter(pl.col("differing") > 0)["group"].to_list()
        idle |= {key: result.blocks for group, keys in result.groups.items() if group not in moved for key in keys}
    return idle
