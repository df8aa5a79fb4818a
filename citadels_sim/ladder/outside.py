"""Bots that a ladder cannot rate, for they won, or lost, next to never, or always came first, or last: the others are fitted without them.

A bot whose strength has no finite estimate says nothing about the others: given that it does not win, these win in proportion to their own
strengths (Luce's axiom, independence of irrelevant alternatives). So its seats leave the choices; of wins alone the games that it won leave
too. How far outside it stands has a bound on one side: the strength at which so few wins, or losses, have a chance of 5 %.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from scipy import optimize
from scipy.special import expit, logsumexp

from citadels_sim.arrays import Floats
from citadels_sim.ladder.fit import Fit
from citadels_sim.ladder.games import Games

FIRST: Final = "always came first"
LAST: Final = "always came last"
LEAST_WINS: Final = 5
"""Wins, and losses, below which a strength is not estimated from wins alone: only runs in which the bot was lucky would give one."""
_MISSED: Final = 0.05
"""Chance that a bound on one side misses."""
_FARTHEST: Final = 60.0
"""Log odds within which a bound is sought."""


def without(games: Games, out: Collection[int]) -> Games:
    """Leave bots out: their seats have place 0, which no choice counts, and the places of the others are as they were."""
    if not set(games.bots.tolist()) & set(out):
        return games
    table, order = games.kinds.T
    places = np.where(np.isin(games.tables, list(out))[table], 0, games.orders[order])
    orders, new = np.unique(places, axis=0, return_inverse=True)
    kinds, which = np.unique(np.column_stack([table, new.ravel()]), axis=0, return_inverse=True)
    return replace(games, orders=orders, kinds=kinds, kind=which.ravel()[games.kind])


def outside(parts: Sequence[Games], bots: int) -> dict[int, str]:
    """Find the bots that wins alone cannot rate.

    Parameters
    ----------
    parts : sequence of Games
    bots : int
        How many bots there are in all.

    Returns
    -------
    dict
        Number of the bot -> in words, why: ``"never won"``, ``"always won"``, ``"won fewer than 5 times"``, ``"lost fewer than 5 times"``,
        each counted against the bots that are left.
    """
    out: dict[int, str] = {}
    while True:
        rest = [without(part, out) for part in parts]
        wins, losses = _counts(rest, bots)
        left = sorted({int(bot) for part in rest for bot in part.bots})
        found = {bot: f"won fewer than {LEAST_WINS} times" if wins[bot] else "never won" for bot in left if wins[bot] < LEAST_WINS}
        found |= {
            bot: f"lost fewer than {LEAST_WINS} times" if losses[bot] else "always won"
            for bot in left
            if bot not in found and losses[bot] < LEAST_WINS
        }
        if not found:
            return out
        out |= found


def _counts(parts: Sequence[Games], bots: int) -> tuple[Floats, Floats]:
    """By bot: games that it won, and that another won while it was there; games with one bot alone tell nothing."""
    wins, losses = np.zeros(bots), np.zeros(bots)
    for games in parts:
        table, order = games.kinds.T
        seated, places, played = games.tables[table], games.orders[order], games.played
        first = (places == 1) / np.maximum((places == 1).sum(axis=1, keepdims=True), 1)
        there = places > 0
        one = np.where(there, seated, -1).max(axis=1, keepdims=True)
        told = (there & (seated != one)).any(axis=1) & (places == 1).any(axis=1)
        for bot in games.bots.tolist():
            own = there & (seated == bot)
            share = (first * own).sum(axis=1)
            wins[bot] += (share * played)[told].sum()
            losses[bot] += ((1 - share) * played)[told & own.any(axis=1)].sum()
    return wins, losses


def bound(fit: Fit, parts: Sequence[Games], bot: int, word: str) -> float | None:
    """Bound the strength of a bot that never won from above, or of one that always won from below, with 95 % confidence.

    Parameters
    ----------
    fit : Fit
        The others' strengths from wins alone, taken as known.
    parts : sequence of Games
        The games that were fitted, with all bots.
    bot : int
    word : str
        Why it is outside, from `outside`.

    Returns
    -------
    float or None
        In log odds; None where it is not outside by all of its games, or met none of the others.

    Notes
    -----
    Games of one deal count as one: they may all have come out alike.
    """
    if word not in ("never won", "always won"):
        return None
    tables: list[tuple[float, float, float]] = []  # log of the appeal of its seats, and of the others; deals
    for part, games in enumerate(parts):
        table, order = games.kinds.T
        worth, known = fit.worth(part), fit.choices[part].games.bots
        winners = known if word == "never won" else [bot]  # where another bot outside won, nobody else had a chance
        told = (np.isin(games.tables, winners)[table] & (games.orders[order] == 1)).any(axis=1)
        deals = len(np.unique(games.block)) / games.games * games.played
        played = np.bincount(table, weights=deals * told, minlength=len(games.tables))
        for a in np.flatnonzero(played):
            own, others = games.tables[a] == bot, np.isin(games.tables[a], known)
            if own.any() and others.any():
                tables.append((float(logsumexp(worth[a, own])), float(logsumexp(worth[a, others])), float(played[a])))
    if not tables:
        return None
    own, others, n = np.array(tables).T
    sign = -1 if word == "never won" else 1
    return _where_missed(n, lambda strength: expit(sign * (strength + own - others)))


def bound_of_places(fit: Fit, parts: Sequence[Games], bot: int, word: str) -> float | None:
    """Bound the strength of a bot that always came last from above, or of one that always came first from below; as `bound`.

    Parameters
    ----------
    fit : Fit
        The others' strengths from all places, taken as known.
    parts : sequence of Games
        The games that were fitted, with all bots.
    bot : int
    word : {"always came first", "always came last"}

    Returns
    -------
    float or None
        In log odds; None where it met none of the others.
    """
    tables: list[tuple[Floats, Floats, float]] = []  # worth of its seats, and of the others; deals
    for part, games in enumerate(parts):
        worth, known = fit.worth(part), fit.choices[part].games.bots
        deals = len(np.unique(games.block)) / games.games * games.played
        played = np.bincount(games.kinds[:, 0], weights=deals, minlength=len(games.tables))
        for a in np.flatnonzero(played):
            own, others = games.tables[a] == bot, np.isin(games.tables[a], known)
            if own.any() and others.any():
                tables.append((worth[a, own], worth[a, others], float(played[a])))
    if not tables:
        return None

    def chances(strength: float) -> Floats:
        seats = ((np.exp(own + strength), np.exp(others)) for own, others, _ in tables)
        return np.array([_all_before(own, others) if word == FIRST else _all_before(others, own) for own, others in seats])

    return _where_missed(np.array([deals for *_, deals in tables]), chances)


def _all_before(front: Floats, back: Floats) -> float:
    """Return the chance that all of some seats take their places before all of the others, by what each is worth in a choice.

    Places are those of independent exponential times with these rates, and the least of those behind has the sum of theirs as its rate.
    """
    whole = float(back.sum())
    sums = ((len(some), sum(some)) for size in range(len(front) + 1) for some in itertools.combinations(front.tolist(), size))
    return float(sum((-1) ** size * whole / (whole + total) for size, total in sums))


def _where_missed(deals: Floats, chances: Callable[[float], Floats]) -> float | None:
    """Return the strength at which so many deals at each table come out as they did with a chance of 5 %; None where there is none."""

    def surplus(strength: float) -> float:
        return float(deals @ np.log(np.maximum(chances(strength), 1e-300)) - np.log(_MISSED))

    low, high = surplus(-_FARTHEST), surplus(_FARTHEST)
    return float(optimize.brentq(surplus, -_FARTHEST, _FARTHEST)) if low * high < 0 else None
