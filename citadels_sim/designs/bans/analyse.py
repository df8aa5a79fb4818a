"""How strong a character is over a whole game: what a player loses who never picks it, what one gains who always does (C6).

Source: docs/reference/estimators.md, C6; restricted play after Jaffe and others (2012). Not to be mixed with the effect of one pick (C5):
here a whole policy differs, the others meet a different player all game, and a character that can be replaced costs little to go without.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.bans.metrics import BANS
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate, ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.planning import Needed, needed_columns
from citadels_sim.statistics.verdicts import judge
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.verdicts import OF_LIMITS, UNDECIDED

BAN_MARGIN: Final = 0.01
"""Win chance per game by which a restriction may change a player's and still count as nothing: 1 percentage point."""


_NEEDED: Final = {"needed_deals_low": pl.Int64, "needed_deals": pl.Int64}
_RESTRICTIONS: Final = ("ban", "take")
"""Columns of the verdicts; those of the first metrics of `BANS`."""


@dataclass(frozen=True)
class BanAnalysis:
    """What a run of bans says.

    Attributes
    ----------
    margin : float
        Of the verdicts, in win chance per game.
    effects : polars.DataFrame
        Estimates (`estimates.SCHEMA`).
    verdicts : polars.DataFrame
        One row per cell and character: variant, players, lineup, character, ban and take (within limits, beyond limits, undecided),
        needed_deals_low and needed_deals (that settle both with a probability of 80 %, `planning.Needed`; null: settled, or it cannot
        be said).
    """

    run: Run
    margin: float
    effects: pl.DataFrame
    verdicts: pl.DataFrame


def analyse_bans(run: Run, margin: float = BAN_MARGIN) -> BanAnalysis:
    """Analyse a complete run of bans.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="bans"``.
    margin : float
        What does not matter, in win chance per game; positive.
    """
    cells = run.in_order(family_moments(BANS, run))
    verdicts: list[dict[str, object]] = []
    for cell, moment in cells.items():
        groups = moment.groups()
        judged = [_verdict(i, moment, margin) for i in range(len(_RESTRICTIONS))]
        for j, name in enumerate(groups):
            words = {entry: members[j] for entry, (members, _) in zip(_RESTRICTIONS, judged, strict=True)}
            open_ones = [needed[j] for members, needed in judged if members[j] == UNDECIDED]
            longest = max((one for one in open_ones if one is not None), default=None) if None not in open_ones else None
            verdicts.append(key_of(cell) | {"character": name, **words, **needed_columns(longest, 1.0, "deals")})
    return BanAnalysis(run, margin, estimate(BANS, cells), pl.DataFrame(verdicts, schema_overrides=_NEEDED))


def _verdict(i: int, moment: Moments, margin: float) -> tuple[list[str], tuple[Needed | None, ...]]:
    """Judge every character under one restriction; where that is undecided, also give the deals needed to settle it."""
    groups, effect = ratios(BANS, BANS.metrics[i], moment)
    verdict = judge(effect, np.zeros(len(groups)), margin, within=BANS.metrics[i].bounds)
    return [OF_LIMITS[place] for place in verdict.members], verdict.member_needed


def family_moments(entry: Family, run: Run) -> Mapping[Cell, Moments]:
    """Condense a run of bans to the moments of a family, cell by cell."""
    return row_moments(entry, run.own_rows().collect())
