"""How evenly power is spread in a cast: effects of picks where casts are drawn, by character and by what else is in the cast (C7, C10).

One game cannot show how balanced its cast is, and no two games of drawn casts have the same one. But a fork measures what picking a
character brought in that cast. So forks of many casts measure what it brings on average, and how that differs where another character is
in play. From these two the power of every character in every cast is put together, and its spread. What noise would add is known and
taken out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats
from citadels_sim.designs.casts.analyse import of_cell, table_of
from citadels_sim.designs.forks.analyse import NODE, character_nodes
from citadels_sim.designs.forks.metrics import FORKS
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.draws import discoveries, shrink
from citadels_sim.statistics.estimates import ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.tables.keys import Cell, key_of

Codes = NDArray[np.intp]

_WITHIN = "|"
_METRIC = FORKS.metrics[0]
_SUMS = tuple(item for item in FORKS.sums if item.name in ("effect", "weight"))
_ALONE = Family("power", pl.col("character"), "character", _SUMS, (_METRIC,))
_BESIDE = Family("power_beside", pl.format("{}" + _WITHIN + "{}", "character", "cast"), "character beside another", _SUMS, (_METRIC,))


@dataclass(frozen=True)
class CastPower:
    """Powers of the characters that can be drawn, in one cell.

    Attributes
    ----------
    names : tuple of str
        The J characters, by rank.
    ranks : numpy.ndarray
        The rank of each, shape (J,).
    alone : Ratios
        Effect of picking each, in win chance per pick, averaged over the casts that it can be in.
    beside, beside_se, beside_q : numpy.ndarray
        By how much the effect of the first is greater where the second is in the cast than where others of the second's rank are, its
        standard error, and the false discovery rate; shape (J, J), 0, 0 and 1 within a rank.
    nodes : int
        Picks that were forked.
    """

    names: tuple[str, ...]
    ranks: Codes
    alone: Ratios
    beside: Floats
    beside_se: Floats
    beside_q: Floats
    nodes: int

    def predict(self, casts: Codes) -> Floats:
        """Predict the spread of power of casts: the standard deviation of the true effects over its characters.

        Parameters
        ----------
        casts : numpy.ndarray of int
            Positions of each cast's characters, shape (casts, ranks).

        Returns
        -------
        numpy.ndarray
            Shape (casts,), win chance per pick. Estimates are shrunk by what of their spread is noise, and what is still not known of
            them is added: the prediction of a cast that looks best is not the luckier for it.
        """
        mean = np.zeros(casts.shape)
        unknown = np.zeros(casts.shape)
        centre = float(np.mean(self.alone.value))
        own, own_left = shrink(self.alone.value - centre, self.alone.se)
        apart = self.ranks[:, None] != self.ranks[None, :]
        both, both_left = np.zeros(self.beside.shape), np.zeros(self.beside.shape)
        both[apart], both_left[apart] = shrink(self.beside[apart], self.beside_se[apart])
        for r in range(casts.shape[1]):
            me = casts[:, r][:, None]
            mean[:, r] = own[casts[:, r]] + both[me, casts].sum(axis=1)
            unknown[:, r] = own_left[casts[:, r]] + both_left[me, casts].sum(axis=1)
        predicted: Floats = np.sqrt(mean.var(axis=1, ddof=1) + unknown.mean(axis=1))
        return predicted


def cast_power(forks: Run, drawn: Run, cell: Cell) -> CastPower:
    """Estimate the powers of the characters that a cell's variant draws.

    Parameters
    ----------
    forks : Run
        A run of forks on the deals of the other.
    drawn : Run
        A run of drawn casts, which records the cast of each deal.
    cell : Cell

    Raises
    ------
    RunError
        If the forks are not on the other run's deals.
    """
    table = table_of(drawn, cell)
    names = [id for ids in table.cast.values() for id in ids]
    ranks = np.array([rank for rank, ids in table.cast.items() for _ in ids])
    nodes = character_nodes(forks.own_rows().filter(**key_of(cell)))
    casts = of_cell(drawn.own_rows().collect(), cell).group_by("block", maintain_order=True).agg(pl.col("seed", "cast").first())
    nodes = _with_casts(nodes, forks.own_rows().filter(**key_of(cell)).select("block", "seed").unique().collect(), casts, forks, drawn)
    alone = row_moments(_ALONE, nodes)[cell]
    beside = row_moments(_BESIDE, nodes.explode("cast").filter(pl.col("cast").cast(pl.String) != pl.col("character").cast(pl.String)))[cell]
    order = [alone.groups().index(name) for name in names] if set(names) <= set(alone.groups()) else None
    if order is None:
        missing = sorted(set(names) - set(alone.groups()))
        raise RunError(f"{forks.folder}: too few nodes: {', '.join(missing)} could never be picked. Fork more games: --nodes.")
    alone_values = ratios(_ALONE, _METRIC, alone)[1]
    return CastPower(tuple(names), ranks, alone_values.chosen(order), *_beside(names, ranks, beside), nodes.select(NODE).n_unique())


def _with_casts(nodes: pl.DataFrame, seeds: pl.DataFrame, casts: pl.DataFrame, forks: Run, drawn: Run) -> pl.DataFrame:
    """Put the cast of its deal beside each node."""
    both = seeds.join(casts, on="block", how="left", suffix="_drawn")
    if both.filter(pl.col("seed_drawn").is_null() | (pl.col("seed") != pl.col("seed_drawn"))).height:
        raise RunError(
            f"{forks.folder}: its deals differ from those of {drawn.folder}, which records their casts. Play both with the same --seed, "
            f"and at most as many --nodes as --games."
        )
    return nodes.join(casts.select("block", "cast"), on="block", how="left")


def _beside(names: list[str], ranks: Codes, moments: Moments) -> tuple[Floats, Floats, Floats]:
    """Estimate by how much each character's effect differs with each other of another rank in the cast."""
    size = len(names)
    value, se, q = np.zeros((size, size)), np.zeros((size, size)), np.ones((size, size))
    groups, values = ratios(_BESIDE, _METRIC, moments)
    place = {group: i for i, group in enumerate(groups)}
    for i, name in enumerate(names):
        for rank in np.unique(ranks):
            others = [k for k in range(size) if ranks[k] == rank]
            at = [place[group] for k in others if (group := f"{name}{_WITHIN}{names[k]}") in place]
            if rank == ranks[i] or len(others) < 2 or len(at) < len(others):
                continue
            weights = np.zeros((len(others), len(groups)))
            weights[:, at] = np.eye(len(others)) - 1 / len(others)
            part = values.contrast(weights)
            value[i, others], se[i, others] = part.value, part.se
    some = se > 0
    q[some] = discoveries(value[some], se[some], moments.blocks)
    return value, se, q


def every_cast(ranks: Codes) -> Codes:
    """Return every cast, one character of each rank: positions, shape (casts, ranks)."""
    members = [np.flatnonzero(ranks == rank) for rank in np.unique(ranks)]
    grid = np.meshgrid(*members, indexing="ij")
    return np.stack([part.reshape(-1) for part in grid], axis=1)


def spread_of(effects: Ratios, level: float) -> tuple[float, float, float]:
    """Estimate the standard deviation of the true effects over a cast's characters, with an interval.

    Parameters
    ----------
    effects : Ratios
        The effect of each character of one cast.
    level : float
        Share of such intervals that hold the truth.

    Returns
    -------
    value, low, high : float
        The variance of the estimates less what noise adds to it, and its interval from the covariance of the estimates, as roots; what is
        negative is 0.
    """
    size = len(effects.value)
    centred = (np.eye(size) - 1 / size) / (size - 1)
    noise = centred @ effects.covariance
    squared = float(effects.value @ centred @ effects.value - np.trace(noise))
    variance = float(4 * effects.value @ centred @ effects.covariance @ centred @ effects.value + 2 * np.trace(noise @ noise))
    half = float(effects.critical_single(level).max()) * np.sqrt(variance)
    value, low, high = (float(np.sqrt(max(0.0, part))) for part in (squared, squared - half, squared + half))
    return value, low, high


def spread_effects(power: CastPower) -> tuple[float, Ratios | None]:
    """Estimate what each character does to the spread of power of the casts that it is in.

    Returns
    -------
    mean : float
        Root of the mean squared spread over all casts, from the effects alone.
    effects : Ratios or None
        By how much that is greater with each character than with the mean of its rank's; None where the spread is no larger than noise.
    """
    alpha, covariance = power.alone.value, power.alone.covariance
    ranks = [np.flatnonzero(power.ranks == rank) for rank in np.unique(power.ranks)]
    size = len(ranks)
    casts = every_cast(power.ranks)
    centred = (np.eye(size) - 1 / size) / (size - 1)
    # Over all casts: the mean of a' M a less that of tr(M V), each cast having its own characters.
    squared = float(np.mean(alpha[casts].var(axis=1, ddof=1)))
    noise = sum(centred[r, s] * float(np.mean(covariance[np.ix_(ranks[r], ranks[s])])) for r in range(size) for s in range(size) if r != s)
    noise += sum(centred[r, r] * float(np.mean(np.diag(covariance)[ranks[r]])) for r in range(size))
    mean = squared - noise
    if mean <= 0:
        return 0.0, None
    value, slope = np.zeros(len(alpha)), np.zeros((len(alpha), len(alpha)))
    for r, members in enumerate(ranks):
        row = np.zeros(len(alpha))
        for s, others in enumerate(ranks):
            if s != r:
                row[others] = 1 / len(others)
        for j in members:
            total = row.copy()
            total[j] = 1.0
            own = alpha[j] ** 2 - covariance[j, j]
            whole = (total @ alpha) ** 2 - total @ covariance @ total
            value[j] = (own - whole / size) / (size - 1)
            slope[j, j] = 2 * alpha[j] / (size - 1)
            slope[j] -= 2 * (total @ alpha) * total / (size * (size - 1))
        within = np.eye(len(members)) - 1 / len(members)
        value[members], slope[members] = within @ value[members], within @ slope[members]
    root = float(np.sqrt(mean))
    of_mean = np.zeros(len(alpha))
    np.add.at(of_mean, casts, 2 * (alpha[casts] - alpha[casts].mean(axis=1, keepdims=True)) / ((size - 1) * len(casts)))
    slope = (slope - np.outer(value, of_mean) / (2 * mean)) / (2 * root)
    value = value / (2 * root)
    count = np.array(power.alone.count)
    return root, Ratios(value, slope @ covariance @ slope.T, power.alone.blocks, value * count, count)


def power_data(power: CastPower) -> dict[str, Any]:
    """Return the powers as data, with what each character does to the spread of power."""
    low, high = power.alone.simultaneous()
    mean, spread = spread_effects(power)
    alone = [
        {
            "name": name,
            "rank": int(power.ranks[j]),
            "value": float(power.alone.value[j]),
            "se": float(power.alone.se[j]),
            "family_low": float(low[j]),
            "family_high": float(high[j]),
            "spread_effect": None if spread is None else float(spread.value[j]),
            "spread_effect_se": None if spread is None else float(spread.se[j]),
        }
        for j, name in enumerate(power.names)
    ]
    beside = [
        {
            "name": name,
            "beside": other,
            "value": float(power.beside[j, k]),
            "se": float(power.beside_se[j, k]),
            "q": float(power.beside_q[j, k]),
        }
        for j, name in enumerate(power.names)
        for k, other in enumerate(power.names)
        if power.beside_se[j, k] > 0
    ]
    return {"nodes": power.nodes, "mean_spread": mean, "alone": alone, "beside": beside}
