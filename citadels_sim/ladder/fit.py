"""Plackett-Luce strengths with seat terms: the likelihood, its maximum, and what each game adds to its slope.

A game is a chain of choices: the first place is chosen among all seats, the second among the others, and so on;
a seat is chosen with a chance in proportion to ``exp(strength of its bot + term of the seat)``. Seats that share a
place count as the mean of all orders they could have come in, so a shared win is a share of a win.

Sources: R. D. Luce (1959), R. L. Plackett (1975); with covariates it is the exploded conditional logit. The maximum is computed by
Newton's method on counts of (table, set of seats left), which are sufficient, so its cost does not grow with the games.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from citadels_sim.arrays import Floats, Ints
from citadels_sim.ladder.games import Games
from citadels_sim.statistics.newton import maximise, solved

#: A standard error this large (in log odds) says that the likelihood has no maximum: some order never happened.
_BOUNDLESS = 30.0


@dataclass(frozen=True)
class Choices:
    """Which choices the orders of some games are made of.

    Attributes
    ----------
    games : Games
        The games.
    sets : scipy.sparse.csr_array
        How often a choice was made among each set of seats, by order, shape (K, 2**n); bit s of a set is seat s.
    chosen : numpy.ndarray
        How often each seat was chosen, by order, shape (K, n).
    """

    games: Games
    sets: sparse.csr_array
    chosen: Floats


def by_places(games: Games) -> Choices:
    """Take all places of a game as a chain of choices among the seats that are not left out."""
    bits = 1 << np.arange(games.players)
    total = sparse.csr_array((len(games.orders), 1 << games.players))
    for place in range(1, games.players + 1):
        tied = (games.orders == place) @ bits
        rows = np.flatnonzero(tied)
        left = (games.orders >= place) @ bits
        pairs, which = np.unique(np.stack([left[rows], tied[rows]]), axis=1, return_inverse=True)
        here = sparse.csr_array((np.ones(len(rows)), (rows, which.ravel())), shape=(len(games.orders), pairs.shape[1]))
        total = total + here @ _sets_of(pairs, 1 << games.players)
    return Choices(games, sparse.csr_array(total), (games.orders > 0).astype(np.float64))


def by_wins(games: Games) -> Choices:
    """Take only who won: one choice among all seats that are not left out, if one of them won; a shared win counts as equal shares."""
    first = games.orders == 1
    rows = np.flatnonzero(first.any(axis=1))
    left = (games.orders[rows] > 0) @ (1 << np.arange(games.players))
    sets = sparse.csr_array((np.ones(len(rows)), (rows, left)), shape=(len(games.orders), 1 << games.players))
    return Choices(games, sets, first / np.maximum(first.sum(axis=1, keepdims=True), 1))


def _sets_of(pairs: Ints, sets: int) -> sparse.csr_array:
    """Sets that are chosen from while seats ``tied`` take their places out of ``left``, averaged over their orders."""
    rows, columns, weights = [], [], []
    for row, (left, tied) in enumerate(pairs.T.tolist()):
        size = tied.bit_count()
        taken = tied
        while taken:  # every part of `tied` but the whole may be gone already
            taken = (taken - 1) & tied
            rows.append(row)
            columns.append(left & ~taken)
            weights.append(1 / math.comb(size, taken.bit_count()))
    return sparse.csr_array((weights, (rows, columns)), shape=(pairs.shape[1], sets))


@dataclass(frozen=True)
class Layout:
    """Which parameter belongs to what. -1 marks a term that is 0 by definition.

    Attributes
    ----------
    bots : numpy.ndarray
        Parameter of each bot; the anchor and bots that do not play have none.
    seats : tuple of numpy.ndarray
        For each part: parameter of each seat from the first crown, whose own is 0.
    size : int
        Number of parameters P.
    """

    bots: Ints
    seats: tuple[Ints, ...]
    size: int


def make_layout(parts: Sequence[Games], names: int, anchor: int) -> Layout:
    """Give each bot but the anchor one parameter, and each part seat terms of its own."""
    playing = np.unique(np.concatenate([part.bots for part in parts]))
    free = playing[playing != anchor]
    bots = np.full(names, -1)
    bots[free] = np.arange(len(free))
    seats, size = [], len(free)
    for part in parts:
        seats.append(np.concatenate([[-1], np.arange(size, size + part.players - 1)]))
        size += part.players - 1
    return Layout(bots, tuple(seats), size)


@dataclass(frozen=True)
class Fit:
    """The maximum of the likelihood.

    Attributes
    ----------
    choices : tuple of Choices
        What was fitted, one entry per variant and number of players.
    layout : Layout
        What the parameters are.
    beta : numpy.ndarray
        The parameters in log odds, shape (P,).
    bread : numpy.ndarray
        Inverse of the information, shape (P, P): the covariance, if games were independent and the model true.
    """

    choices: tuple[Choices, ...]
    layout: Layout
    beta: Floats
    bread: Floats

    def worth(self, part: int) -> Floats:
        """Strength of the bot plus term of the seat, at each table of a part, shape (A, n)."""
        return _worth(self.choices[part].games, self.layout, part, self.beta)

    def surprises(self, part: int) -> Floats:
        """How much more often each seat was chosen than expected, in each kind of game of a part, shape (M, n).

        Summed over the seats of a bot, it is what a game adds to the likelihood's slope for that bot.
        """
        entry = self.choices[part]
        chances = _chances(self.worth(part))
        table, order = entry.games.kinds.T
        values: Floats = entry.chosen[order]
        first = np.searchsorted(table, np.arange(len(chances) + 1))
        for a, (start, end) in enumerate(itertools.pairwise(first)):
            values[start:end] -= entry.sets[order[start:end]] @ chances[a]
        return values


@dataclass(frozen=True)
class _Counts:
    """Sufficient counts of a part: choices among each set (A, 2**n), choices of each seat (A, n), parameters (A, n, P)."""

    sets: Floats
    chosen: Floats
    design: Floats


def fit(choices: Sequence[Choices], layout: Layout) -> Fit | None:
    """Maximise the likelihood.

    Parameters
    ----------
    choices : sequence of Choices
        Parts with common strengths and seat terms of their own.
    layout : Layout
        From `make_layout`, for the same parts.

    Returns
    -------
    Fit or None
        None when there is no finite maximum: some bot or seat was never (or always) chosen before the others.
    """
    counts = [_counted(entry, layout, part) for part, entry in enumerate(choices)]
    peak = maximise(lambda beta: _evaluate(choices, counts, layout, beta), layout.size)
    bread = None if peak is None else solved(peak.information(), np.eye(layout.size))
    if peak is None or bread is None or not np.all(np.diag(bread) < _BOUNDLESS**2):
        return None
    return Fit(tuple(choices), layout, peak.beta, bread)


def _counted(entry: Choices, layout: Layout, part: int) -> _Counts:
    games = entry.games
    table, order = games.kinds.T
    played = sparse.csr_array((games.played.astype(np.float64), (table, order)), shape=(len(games.tables), len(games.orders)))
    design = np.zeros((len(games.tables), games.players, layout.size + 1))
    a, s = np.indices(games.tables.shape)
    design[a, s, layout.bots[games.tables]] += 1  # -1 is the spare last column
    design[a, s, layout.seats[part][s]] += 1
    return _Counts((played @ entry.sets).toarray(), played @ entry.chosen, design[:, :, :-1])


def _evaluate(
    choices: Sequence[Choices], counts: Sequence[_Counts], layout: Layout, beta: Floats
) -> tuple[float, Floats, Callable[[], Floats]]:
    """Log likelihood, its slope (P,), and what returns its information (P, P)."""
    value, slope, information = 0.0, np.zeros(layout.size), np.zeros((layout.size, layout.size))
    for part, (entry, count) in enumerate(zip(choices, counts, strict=True)):
        worth = _worth(entry.games, layout, part, beta)
        chances = _chances(worth)
        expected = count.sets[:, :, None] * chances
        seats = expected.sum(axis=1)
        value += float((count.chosen * worth).sum() - (count.sets * _log_sums(worth)).sum())
        slope += np.einsum("as,asp->p", count.chosen - seats, count.design)
        spread = -np.einsum("ams,amt->ast", expected, chances)
        spread[:, np.arange(worth.shape[1]), np.arange(worth.shape[1])] += seats
        flat = count.design.reshape(-1, layout.size)
        information += flat.T @ (spread @ count.design).reshape(-1, layout.size)
    return value, slope, lambda: information


def _worth(games: Games, layout: Layout, part: int, beta: Floats) -> Floats:
    known = np.append(beta, 0.0)
    return np.asarray(known[layout.bots[games.tables]] + known[layout.seats[part]])


def _members(players: int) -> Floats:
    """Which seats each set has, shape (2**n, n)."""
    return ((np.arange(1 << players)[:, None] >> np.arange(players)) & 1).astype(np.float64)


def _chances(worth: Floats) -> Floats:
    """Chance of each seat to be chosen from each set at each table, shape (A, 2**n, n)."""
    members = _members(worth.shape[1])
    weight = np.exp(worth - worth.max(axis=1, keepdims=True))
    sums = weight @ members.T
    sums[:, 0] = 1.0  # nobody is chosen from nobody
    return np.asarray(weight[:, None, :] * members / sums[:, :, None])


def _log_sums(worth: Floats) -> Floats:
    """Logarithm of the summed weights of each set at each table, shape (A, 2**n)."""
    top = worth.max(axis=1, keepdims=True)
    sums = np.exp(worth - top) @ _members(worth.shape[1]).T
    sums[:, 0] = 1.0
    return np.asarray(np.log(sums) + top)
