"""What a ladder may be trusted for: covariances over blocks, seat terms, and what one number per bot leaves unexplained.

Games that share a deal are one block and may depend on each other, so every error is a sandwich: the likelihood's
curvature on the outside, the spread of the blocks' slopes inside (the reference's L1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from citadels_sim.arrays import Floats, Ints
from citadels_sim.ladder.fit import Fit
from citadels_sim.ladder.games import Games
from citadels_sim.statistics.ratios import Ratios

#: Rows of games that become a table of blocks at a time.
_CHUNK = 50_000

#: Anything this small beside what it is a difference of is rounding.
_ROUNDING = 1e-10


@dataclass(frozen=True)
class Spread:
    """Estimates with their covariance over blocks.

    Attributes
    ----------
    parameters : Ratios
        The fit's parameters, log odds.
    residuals : Ratios
        For each pair of bots that met: share of comparisons in which the first was placed above the second (half for
        equal places), observed minus expected. `count` is the number of comparisons.
    observed : numpy.ndarray
        The observed shares, one for each pair.
    pairs : tuple of (int, int)
        Numbers of the bots of each pair, the lower first.
    """

    parameters: Ratios
    residuals: Ratios
    observed: Floats
    pairs: tuple[tuple[int, int], ...]


def _pair_numbers(bots: int) -> Ints:
    """Number of the pair of two different bots, shape (bots, bots); -1 for a bot with itself."""
    numbers = np.full((bots, bots), -1)
    upper = np.triu_indices(bots, 1)
    numbers[upper] = np.arange(len(upper[0]))
    return np.asarray(np.maximum(numbers, numbers.T))


def parameters(fit: Fit) -> Ratios:
    """Estimate how far the parameters of a fit may be off.

    Parameters
    ----------
    fit : Fit
        A maximum of `fit.fit`.

    Returns
    -------
    Ratios
        The parameters, log odds, with their covariance over blocks: nan with fewer than two.
    """
    parts = [_Part.from_fit(fit, part) for part in range(len(fit.choices))]
    return _parameters(fit, _cross(parts, fit.layout.size)[0])


def spread(fit: Fit, bots: int) -> Spread:
    """Estimate how far the parameters and the pairs' residuals of a fit may be off.

    Parameters
    ----------
    fit : Fit
        A maximum of `fit.fit` over places.
    bots : int
        How many bots there are in all.

    Returns
    -------
    Spread
        Errors are nan with fewer than two blocks.

    Notes
    -----
    With A the information, U_b the slope of a block and D_b its observed minus expected comparisons, the parameters are off by
    the sum of ``A^-1 U_b``, and a residual at the maximum by the sum of ``D_b - G A^-1 U_b`` where G is the slope of the expectation.
    """
    size, numbers = fit.layout.size, _pair_numbers(bots)
    width = size + bots * (bots - 1) // 2
    parts = [_Part.from_fit(fit, part, numbers) for part in range(len(fit.choices))]
    cross, totals = _cross(parts, width)
    observed, compared, slope = _pair_sums(fit, parts, bots)
    met = np.flatnonzero(compared)
    lower, upper = np.triu_indices(bots, 1)
    inner = np.hstack([-slope @ fit.bread, np.eye(width - size)])[met]
    parameters = _parameters(fit, cross[:size, :size])
    return Spread(
        parameters,
        _residuals(inner, cross, totals[size:][met], compared[met], parameters.blocks),
        observed[met] / compared[met],
        tuple(zip(lower[met].tolist(), upper[met].tolist(), strict=True)),
    )


def _parameters(fit: Fit, cross: Floats) -> Ratios:
    blocks = len(np.unique(np.concatenate([entry.games.block for entry in fit.choices])))
    return Ratios(fit.beta, fit.bread @ cross @ fit.bread, blocks, fit.beta, np.full(len(fit.beta), float(blocks)))


def _residuals(inner: Floats, cross: Floats, totals: Floats, compared: Floats, blocks: int) -> Ratios:
    squares = inner @ cross @ inner.T
    size = np.abs(inner) @ np.abs(cross) @ np.abs(inner).T
    # Two bots that only met each other fit exactly: what is left of them is rounding, not a finding.
    squares = np.where(np.abs(squares) <= _ROUNDING * size, 0.0, squares)
    totals = np.where(np.abs(totals) <= _ROUNDING * compared, 0.0, totals)
    return Ratios(totals / compared, squares / np.outer(compared, compared), blocks, totals, compared)


@dataclass(frozen=True)
class _Part:
    """What each kind of game of a part adds to which column.

    Attributes
    ----------
    games : Games
        The part's games.
    surprises : numpy.ndarray
        Shape (M, n).
    columns : numpy.ndarray
        By table: column of each seat's bot and of each seat, and, with pairs, of each of the L = n(n-1)/2 pairs of seats,
        shape (A, 2n) or (A, 2n + L); -1 for none.
    signs : numpy.ndarray
        By table: whether a pair of seats is counted from its first seat (1) or its second (-1), shape (A, L).
    above : numpy.ndarray
        By table: expected share of the first seat of each pair, shape (A, L).
    first : numpy.ndarray
        By order: whether the first seat of each pair was placed above the second: 1, 1/2 (equal) or 0, shape (K, L).
    """

    games: Games
    surprises: Floats
    columns: Ints
    signs: Floats
    above: Floats
    first: Floats

    @classmethod
    def from_fit(cls, fit: Fit, part: int, numbers: Ints | None = None) -> _Part:
        games, worth = fit.choices[part].games, fit.worth(part)
        seats = np.broadcast_to(fit.layout.seats[part], games.tables.shape)
        columns = np.hstack([fit.layout.bots[games.tables], seats])
        one, other = np.triu_indices(games.players if numbers is not None else 0, 1)
        if numbers is not None:
            pair = numbers[games.tables[:, one], games.tables[:, other]]
            there = np.isin(games.tables, games.bots)  # the others are left out
            pair = np.where(there[:, one] & there[:, other], pair, -1)
            columns = np.hstack([columns, np.where(pair < 0, -1, pair + fit.layout.size)])
        signs = np.where(games.tables[:, one] < games.tables[:, other], 1.0, -1.0)
        first = (1 + np.sign(games.orders[:, other] - games.orders[:, one])) / 2
        return cls(games, fit.surprises(part), columns, signs, expit(worth[:, one] - worth[:, other]), first)

    def adds(self, kinds: Ints) -> Floats:
        """What games of these kinds add to their columns, shape (len(kinds), columns)."""
        table, order = self.games.kinds[kinds].T
        surprises = self.surprises[kinds]
        return np.hstack([surprises, surprises, self.signs[table] * (self.first[order] - self.above[table])])


def _cross(parts: Sequence[_Part], width: int) -> tuple[Floats, Floats]:
    """Sum over blocks of the products of columns, times B/(B-1), shape (width, width); and the sums of the columns."""
    cross, totals = np.zeros((width, width)), np.zeros(width)
    for rows in _blocks(parts, width):
        totals += rows.sum(axis=0)
        cross += rows.T @ rows
    blocks = len(np.unique(np.concatenate([part.games.block for part in parts])))
    return cross * (blocks / (blocks - 1) if blocks > 1 else np.nan), totals


def _blocks(parts: Sequence[_Part], width: int) -> Iterator[Floats]:
    """Sums of all columns by block, some whole blocks of all parts at a time, shape (blocks, width)."""
    last = max(int(part.games.block[-1]) for part in parts) + 1
    rows = sum(len(part.games.block) for part in parts)
    step = max(1, last * _CHUNK // rows)
    for first in range(0, last, step):
        sums = np.zeros(step * (width + 1))
        for part in parts:
            start, end = np.searchsorted(part.games.block, [first, first + step])
            kinds = part.games.kind[start:end]
            columns = part.columns[part.games.kinds[kinds, 0]]
            columns = np.where(columns < 0, width, columns)
            at = (part.games.block[start:end, None] - first) * (width + 1) + columns
            added = part.adds(kinds) * part.games.count[start:end, None]
            sums += np.bincount(at.ravel(), weights=added.ravel(), minlength=len(sums))
        yield sums.reshape(step, width + 1)[:, :-1]


def _pair_sums(fit: Fit, parts: Sequence[_Part], bots: int) -> tuple[Floats, Floats, Floats]:
    """By pair: comparisons won by its first bot, comparisons, and the slope of those expected, shape (pairs, P)."""
    pairs = bots * (bots - 1) // 2
    won, compared, slope = np.zeros(pairs + 1), np.zeros(pairs + 1), np.zeros((pairs + 1, fit.layout.size + 1))
    for part in parts:
        n, played = part.games.players, part.games.played
        table, order = part.games.kinds.T
        column = part.columns[:, 2 * n :] - fit.layout.size
        column = np.where(column < 0, pairs, column)
        first = np.where(part.signs[table] > 0, part.first[order], 1 - part.first[order])
        won += np.bincount(column[table].ravel(), weights=(first * played[:, None]).ravel(), minlength=pairs + 1)
        times = np.bincount(table, weights=played, minlength=len(column))[:, None]
        compared += np.bincount(column.ravel(), weights=np.broadcast_to(times, column.shape).ravel(), minlength=pairs + 1)
        steep = part.signs * part.above * (1 - part.above) * times
        one, other = np.triu_indices(n, 1)
        for ends, sign in ((one, 1.0), (other, -1.0)):
            for offset in (0, n):  # the term of the bot, and of the seat
                np.add.at(slope, (column, part.columns[:, offset + ends]), sign * steep)
    return won[:-1], compared[:-1], slope[:-1, :-1]
