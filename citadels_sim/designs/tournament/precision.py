"""When a cell has been played enough: intervals that stay valid however often they are examined.

An interval for a fixed number of games, watched until it is narrow enough, misses the truth far more often than it says. What is used
here is an asymptotic confidence sequence over blocks: with the stated probability it holds the truth at all looks together. Source:
docs/reference/estimators.md, A0, "precision run length" (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
"Time-uniform central limit theory").

Looks are taken at fixed numbers of blocks and see the sums of all blocks before, so that a run ends at the same block with any number of
workers, and however often it was stopped and continued.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from citadels_sim.designs.tournament.sums import CREDIT
from citadels_sim.runs.plan import Cell, Shard

ALPHA: Final = 0.05
"""Probability that any interval of a cell misses at any look."""

_PRIMARY: Final = {"seats_from_crown": "games", "bots": "games", "characters": "picks"}
"""Families whose win chances are held to the precision, and what a win chance is taken over."""


def tightest(blocks: float, alpha: float) -> float:
    """Return the parameter rho squared of a confidence sequence that is tightest at about so many blocks.

    Parameters
    ----------
    blocks : float
    alpha : float
        Probability of ever missing.
    """
    log = -2 * math.log(alpha)
    return (log + math.log(log + 1)) / blocks


def half_width(sigma: float, blocks: int, rho2: float, alpha: float) -> float:
    """Half-width of an asymptotic confidence sequence.

    Parameters
    ----------
    sigma : float
        Standard deviation of one block's contribution.
    blocks : int
        Blocks so far.
    rho2 : float
        See `tightest`; chosen before the data.
    alpha : float
        Probability that the truth is ever outside, at whatever number of blocks.
    """
    t = blocks * rho2 + 1
    return sigma * math.sqrt(2 * t / (blocks * blocks * rho2) * math.log(math.sqrt(t) / alpha))


def chance_half_width(blocks: int, sums: tuple[float, float, float, float, float], at_once: float, rho2: float, alpha: float) -> float:
    """Half-width of the asymptotic confidence sequence of a win chance, wins / count over all blocks.

    The standard deviation is estimated from the same blocks. Where hardly anybody has won yet, or lost, it is near 0 and says nothing.
    So no interval is narrower than z * z / count, where z is its width in standard errors: some twelve wins more or fewer. Without this
    the intervals of a table with a bot that wins one game in 2,000 missed in 41 % of the runs instead of 5 %.

    Parameters
    ----------
    blocks : int
        Blocks so far.
    sums : tuple of float
        Sums over the blocks: wins, count, and the products wins * wins, wins * count and count * count.
    at_once : float
        What one won game adds to wins at most, about.
    rho2, alpha : float
        See `half_width`.
    """
    if blocks < 2:
        return math.inf
    wins, count, wins_wins, wins_count, count_count = sums
    chance = wins / count
    squares = max(0.0, wins_wins - 2 * chance * wins_count + chance * chance * count_count)
    sigma = math.sqrt(squares / (blocks - 1)) / (count / blocks)
    least = blocks * half_width(1, blocks, rho2, alpha) ** 2 * at_once / count
    return max(half_width(sigma, blocks, rho2, alpha), least)


@dataclass(frozen=True)
class Look:
    """What the intervals of a cell say after some blocks.

    Attributes
    ----------
    blocks : int
        Blocks so far.
    half_width : float
        Of the widest interval, in percentage points of win chance.
    figure : str
        Whose interval it is, such as ``seats_from_crown 2``.
    figures : int
        Number of primary figures; together they miss with probability `ALPHA` at most.
    """

    blocks: int
    half_width: float
    figure: str
    figures: int


class CellWatch:
    """Sums of the primary figures of one cell, and its intervals.

    Parameters
    ----------
    cell : Cell
    precision : float
        The wanted percentage points; they decide where the intervals are tightest.
    """

    def __init__(self, cell: Cell, precision: float) -> None:
        self._cell = cell
        fair = 1 / cell.players
        wanted = fair * (1 - fair) * (3.5 * 100 / precision) ** 2 / cell.rotations
        self._tightest_at = min(max(wanted, cell.looks[0]), cell.blocks)
        self._families = [name for name in _PRIMARY if name != "bots" or len(set(cell.seats)) > 1]
        self._sums: dict[tuple[str, str, str, str | None], int] = {}
        self._blocks = 0
        self._precision = precision
        self.last: Look | None = None

    def add(self, shard: Shard, sums: pl.DataFrame) -> None:
        """Add a shard's table of sums."""
        primary = pl.col("family").is_in(self._families) & pl.col("sum").is_in(["credit", "games", "picks"])
        one_figure = pl.col("other_group").is_null() | (pl.col("other_group") == pl.col("group"))
        figures = sums.filter(primary & one_figure).select("family", "group", "sum", "other_sum", "value")
        for family, group, one, other, value in figures.iter_rows():
            key = (family, group, one, other)
            self._sums[key] = self._sums.get(key, 0) + value
        self._blocks += shard.blocks

    def look(self) -> bool:
        """Look at the intervals of all figures; return whether the widest is as narrow as wanted."""
        figures = sorted({key[:2] for key in self._sums if self._sums.get((*key[:2], _PRIMARY[key[0]], None))})
        alpha = ALPHA / max(1, len(figures))
        rho2 = tightest(self._tightest_at, alpha)
        widths = [(100 * self._half_width(*figure, rho2, alpha), " ".join(figure)) for figure in figures]
        width, name = max(widths, default=(math.inf, ""))
        self.last = Look(self._blocks, width, name, len(figures))
        return width <= self._precision

    def described(self, blocks: int) -> Mapping[str, Any]:
        """Describe for the manifest how far the cell was played and why it ended there."""
        look, precision = self.last, self._precision
        if look is None:
            return {"stopped": {"by": "games", "why": "all games of the experiment are played"}}
        reached = look.half_width <= precision
        why = (
            f"the widest of {look.figures} intervals ({look.figure}) reaches {look.half_width:.3f} percentage points to either side, "
            f"{'within' if reached else 'not within'} the requested {precision:g}"
        )
        if not reached:
            why += ", but all allowed games are played"
        interval = {"half_width": look.half_width, "figure": look.figure, "figures": look.figures, "precision": precision, "alpha": ALPHA}
        return self._cell.played(blocks) | {"stopped": {"by": "precision" if reached else "games", "why": why} | interval}

    def _half_width(self, family: str, group: str, rho2: float, alpha: float) -> float:
        """Half-width of the interval of one win chance."""

        def total(one: str, other: str | None = None) -> int:
            return self._sums.get((family, group, one, other)) or self._sums.get((family, group, other or "", one), 0)

        under = _PRIMARY[family]
        wins, count, counts = total("credit") / CREDIT, total(under), total(under, under)
        products = total("credit", "credit") / CREDIT**2, total("credit", under) / CREDIT, counts
        # Of a character several picks in one game are won together; counts / count is what a block has of them.
        at_once = counts / count / self._cell.rotations if under == "picks" else 1.0
        return chance_half_width(self._blocks, (wins, count, *products), at_once, rho2, alpha)
