"""Luck taken apart: what the deal, the characters removed from the draft, and the bots' own dice settle of who wins (K3).

Source: docs/reference/estimators.md, K3. Deals are replayed with some streams of luck held and the others drawn anew. How much a source
settles depends on what is settled before it: in a game in which every source can overturn the others, whichever comes last settles all.
So what no source settles alone is said first, and of each source both ends: what it settles alone, and once all others are settled. The
streams are independent, so that the first is never more than the second, and what each settles alone adds up to 1 at most (Hoeffding
1948; first-order and total effects after Sobol 1993). The shares in the order in which luck falls (deal, removal, choices) are figures
among others. A division that knows no order (Shapley) would say little: it gives each a third.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.designs.luck.metrics import FAMILIES as LUCK_FAMILIES
from citadels_sim.designs.luck.metrics import UNIT
from citadels_sim.designs.luck.shares import LEAST_DEALS, agreement, settled
from citadels_sim.errors import RunError
from citadels_sim.lineups import shown_lineup
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family, Metric
from citadels_sim.statistics.shapley import first_in, last_in
from citadels_sim.tables.keys import CELL, Cell

STREAMS: Final = ("deal", "removal", "choices")
"""The sources of luck, in the order of their bits."""
CARDS_HELD: Final = "deal+removal"
"""The way of holding luck in which only the bots' dice are thrown anew."""


@dataclass(frozen=True)
class LuckAnalysis:
    """What a run of luck says.

    Attributes
    ----------
    streams, deals : polars.DataFrame
        Estimates (`estimates.SCHEMA`) of `LUCK` and of `LUCK_DEALS`.
    """

    run: Run
    streams: pl.DataFrame
    deals: pl.DataFrame


def one_by_one(k: int) -> NDArray[np.float64]:
    """Weights of what each source adds to those before it, shape (2**k, k); a combination holds the sources whose bits are set."""
    weights = np.zeros((1 << k, k))
    for i in range(k):
        weights[(2 << i) - 1, i] += 1.0
        weights[(1 << i) - 1, i] -= 1.0
    return weights


def analyse_luck(run: Run) -> LuckAnalysis:
    """Analyse a complete run of luck.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="luck"``.

    Raises
    ------
    RunError
        If a cell has too few deals to compare.
    """
    streams, deals = (estimate(family, family_moments(family, run), _reference) for family in LUCK_FAMILIES)
    return LuckAnalysis(run, streams, deals)


def possible(table: pl.DataFrame) -> pl.DataFrame:
    """Return estimates of what sources of luck settle as they are shown: within 0 and 1, beyond which few deals may put them."""
    ends = pl.col("value", "low", "high", "family_low", "family_high")
    parts = pl.col("unit") == UNIT
    return table.with_columns(pl.when(parts).then(ends.clip(0.0, 1.0)).otherwise(ends))


def _reference(cell: Cell, metric: Metric, group: str) -> float | None:
    del group  # all are of the whole table
    return 1 / cell[1] if metric.reference == "fair" else None


def family_moments(entry: Family, run: Run) -> dict[Cell, Moments]:
    """Condense a run of luck to the moments of a family.

    Parameters
    ----------
    entry : Family
        `LUCK`, or one like it, over rows of deals and sources; `LUCK_DEALS`, or any other, over rows of deals.
    run : Run
        A run of luck.
    """
    table = run.own_rows().collect()
    moments: dict[Cell, Moments] = {}
    for cell in run.manifest.cells:
        here = table.filter(pl.col("variant") == cell.variant, pl.col("lineup") == cell.lineup, players=cell.players)
        if here["block"].n_unique() < LEAST_DEALS:
            raise RunError(
                f"{run.folder}: {cell.variant}, {cell.players} players, {cell.lineup}: the luck of a deal is measured against other deals; "
                f"at least {LEAST_DEALS} are needed. Play more: citadels luck --variant {cell.variant} --players {cell.players} "
                f"--bots {shlex.quote(shown_lineup(cell.lineup))} --deals 200"
            )
        streams, deals = luck_rows(here, cell.players)
        moments |= row_moments(entry, streams if "stream" in _roots(entry) else deals)
    return moments


def _roots(entry: Family) -> list[str]:
    return entry.group.meta.root_names() if entry.group is not None else []


def luck_rows(table: pl.DataFrame, players: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Lay out what every deal of one cell contributes: by source, and as a whole."""
    ways = table["held"].unique().cast(pl.String).to_list()
    by_way = {held: table.filter(pl.col("held") == held).sort("block", "seat") for held in ways}
    replays = int(table["replays"][0])
    totals = {
        held: (rows["win"].to_numpy().reshape(-1, players), rows["win_squares"].to_numpy().reshape(-1, players))
        for held, rows in by_way.items()
    }
    blocks = by_way[CARDS_HELD].filter(seat=0)
    values = np.zeros((blocks.height, 1 << len(STREAMS)))
    values[:, -1] = 1.0  # with all luck held it is one and the same game
    for held, (wins, squares) in totals.items():
        values[:, _bits(held)] = settled(wins, squares, replays)
    parts, alone, last = (values @ weights(len(STREAMS)) for weights in (one_by_one, first_in, last_in))
    key = blocks.select(*CELL, "block")
    streams = pl.concat(
        [key.with_columns(stream=pl.lit(name), part=parts[:, i], alone=alone[:, i], last=last[:, i]) for i, name in enumerate(STREAMS)]
    )
    same = agreement(*totals[CARDS_HELD], replays)
    return streams, key.with_columns(cards=values[:, _bits(CARDS_HELD)], same=same, joint=1 - alone.sum(axis=1))


def _bits(held: str) -> int:
    return sum(1 << STREAMS.index(name) for name in held.split("+"))
