"""The course of each game in figures: lead changes, drama, when it is decided, comebacks, dead rounds, aims. Plain NumPy on `states`.

Sources: docs/reference/estimators.md, F1-F6, G3, G5, I2, I3; C. Browne (2008) for lead change, drama and uncertainty.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats, Ints
from citadels_sim.designs.draft import face_up_cards
from citadels_sim.designs.flow.states import Course

LEAD_MARGIN: Final = 0.02
"""Win chance by which a seat must pass the leader to take the lead: 2 percentage points, so that ties do not flicker."""
DECIDED: Final = 0.8
"""Win chance from which on a game counts as decided, if the winner never falls below it again."""

_DEAD_STREAK: Final = 3


def lead_changes(course: Course, values: Floats, margin: float) -> Ints:
    """Count how often the lead passes to another seat, from the end of the first round to the end of the game.

    Parameters
    ----------
    course : Course
    values : numpy.ndarray
        What leads: win chances or scores, shape (..., S, n).
    margin : float
        Whoever is more than this above the seat that leads takes the lead; who draws level does not.

    Returns
    -------
    numpy.ndarray
        Changes in each game, shape (..., G).
    """
    first, top = values.argmax(axis=-1), values.max(axis=-1)
    holder = first[..., course.start + 1]
    changes = np.zeros(holder.shape, np.int64)
    for t in range(2, int(course.rounds.max()) + 1):
        going = np.flatnonzero(course.rounds >= t)
        now = course.start[going] + t
        held = np.take_along_axis(values[..., now, :], holder[..., going, None], axis=-1)[..., 0]
        passed = top[..., now] > held + margin
        changes[..., going] += passed
        holder[..., going] = np.where(passed, first[..., now], holder[..., going])
    return changes


def of_winner(course: Course, chance: Floats) -> Floats:
    """Return the win chance of the later winner in each state, shape (..., S), from those of all seats; 0 where the win is shared."""
    return np.where(course.winner >= 0, chance[..., np.arange(len(course.winner)), course.winner], 0.0)


def drama(course: Course, chance: Floats, winner: Floats) -> dict[str, Floats]:
    """Measure how far behind the later winner was, over the rounds in which it was.

    Parameters
    ----------
    course : Course
    chance, winner : numpy.ndarray
        Win chances of all seats, shape (..., S, n), and of the later winner, from `of_winner`.

    Returns
    -------
    dict
        Per game, shape (..., G): ``drama`` (mean root of what the winner lacked to the leader's win chance, over the ends of rounds before
        the last at which it lacked something; 0 if it never did, or if the win is shared), ``behind`` (how many these were).
    """
    inner = (course.round > 0) & ~course.last & (course.winner >= 0)
    lacked = np.where(inner, chance.max(axis=-1) - winner, 0.0)
    behind = course.by_game((lacked > 0).astype(np.float64), axis=-1)
    total = course.by_game(np.sqrt(lacked), axis=-1)
    return {"drama": np.divide(total, behind, out=np.zeros_like(total), where=behind > 0), "behind": behind}


def winners(course: Course) -> dict[str, Floats]:
    """Say per game, shape (G,): ``sole`` (1 where one seat won alone), ``inner`` (ends of rounds before the last there, else 0)."""
    sole = course.winner >= 0
    inner = (course.round > 0) & ~course.last & sole
    return {"sole": sole[course.start].astype(np.float64), "inner": course.by_game(inner.astype(np.float64))}


def decided_at(course: Course, winner: Floats, threshold: float) -> Floats:
    """Return the part of each game after which its winner stays at a win chance of at least `threshold`, shape (..., G).

    A game that is shared is decided at its end only: nobody's win chance reaches beyond a half there.

    Parameters
    ----------
    course : Course
    winner : numpy.ndarray
        Win chances of the later winner, from `of_winner`.
    threshold : float
        Above 0.
    """
    # The end of the game is decided for sure; before it counts the last state below the threshold.
    last_below = np.maximum.reduceat(np.where((winner < threshold) & ~course.last, course.round, -1), course.start, axis=-1)
    return np.asarray((last_below + 1) / course.rounds)


def uncertainty(course: Course, chance: Floats) -> Floats:
    """Average the entropy of the win chances over the states before the end, as a part of that of equal chances, shape (..., G)."""
    entropy = -(chance * np.log(np.where(chance > 0, chance, 1.0))).sum(axis=-1) / np.log(course.players)
    return np.asarray(course.by_game(np.where(course.last, 0.0, entropy), axis=-1) / course.rounds)


def comebacks(course: Course) -> dict[str, Floats]:
    """Look at the scores half way: who was last, who in the lower half, and whether one of them won.

    Returns
    -------
    dict
        Per game, shape (G,): ``from_last``, ``from_lower`` (win credit of the seats that were last, or in the lower half), ``lasts``,
        ``lowers`` (share of the seats that were). Last: nobody has less, somebody has more. Lower half: at least half of the seats
        have more.
    """
    at = course.at(0.5)
    score, win = course.column("score")[at], course.column("win")[at]
    more = (score[:, None, :] > score[:, :, None]).sum(axis=2)
    less = (score[:, None, :] < score[:, :, None]).sum(axis=2)
    last, lower = (less == 0) & (more > 0), 2 * more >= course.players
    return {
        "from_last": (win * last).sum(axis=1),
        "from_lower": (win * lower).sum(axis=1),
        "lasts": last.mean(axis=1),
        "lowers": lower.mean(axis=1),
    }


def from_before(course: Course, values: Floats) -> Floats:
    """Lay out what stood in the state before each, shape (..., S, n); nan at the start."""
    moved = np.full_like(values, np.nan)
    moved[..., 1:, :] = values[..., :-1, :]
    moved[..., course.start, :] = np.nan
    return moved


def rises(course: Course, chance: Floats) -> Floats:
    """By how much each round raised each seat's win chance, shape (..., S, n); nan at the start. A round's rises sum to 0."""
    return np.asarray(chance - from_before(course, chance))


def biggest_rise(course: Course, rise: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Find the largest rise of each game, shape (..., G), and where it is, shape (..., S, n): once in each game."""
    highest = rise.max(axis=-1)
    highest[..., course.start] = -np.inf
    biggest = np.maximum.reduceat(highest, course.start, axis=-1)
    states = np.arange(len(course.game))
    there = highest == biggest[..., course.game]
    first = np.minimum.reduceat(np.where(there, states, len(states)), course.start, axis=-1)
    once = np.zeros(rise.shape, np.bool_)
    seats = np.take_along_axis(rise, first[..., None], axis=-2).argmax(axis=-1)
    np.put_along_axis(once.reshape(*rise.shape[:-2], -1), first * course.players + seats, values=True, axis=-1)
    return biggest, once


def completion(course: Course) -> dict[str, Floats]:
    """Compare the winners with those without any points for completing a city, everybody having played the same; per game, shape (G,)."""
    at = course.start
    win, bare, completer = (course.column(name)[at] for name in ("win", "bare_win", "completer"))
    return {
        "completed": completer.sum(axis=1),
        "completer_gain": ((win - bare) * completer).sum(axis=1),
        "completer_bare": (bare * completer).sum(axis=1),
        "bonus_decided": (win != bare).any(axis=1).astype(np.float64),
    }


def tempo(course: Course) -> dict[str, Floats]:
    """Count turns lost, rounds without building, and choices; per game, shape (G,)."""
    idle = np.maximum.reduceat(course.column("idle"), course.start, axis=0)
    total = {name: course.by_game(course.column(name)).sum(axis=1) for name in ("lost", "decisions", "choices", "options", "built")}
    held = [course.shaped(course.rows[name].is_not_null()) for name in ("character", "second")]
    return total | {
        "lost_random": random_losses(course),
        "held": course.by_game(held[0] + held[1]).sum(axis=1),
        "longest_idle": idle.sum(axis=1),
        "idle_seats": (idle >= _DEAD_STREAK).sum(axis=1).astype(np.float64),
    }


def random_losses(course: Course) -> Floats:
    """Expect how many turns of each game would be lost if whoever murders or bewitches named at random, shape (G,).

    At random: among the titles that are not the namer's own and do not lie face up. How many these are follows from the cast and the
    number of players (docs/reference/estimators.md, D1).
    """
    held = [course.rows[name].cast(pl.String) for name in ("character", "second")]
    first, second = (course.shaped(characters.is_in(course.takers).fill_null(value=False)) for characters in held)
    names, count = first + second, course.shaped(held[0].is_not_null()) + course.shaped(held[1].is_not_null())
    others = count.sum(axis=1, keepdims=True) - count
    return np.asarray(course.by_game((names * others).sum(axis=1)) / (course.ranks - 1 - face_up_cards(course.ranks, course.players)))


def aims(course: Course) -> dict[str, Floats]:
    """Count on whom hits fall, beside what would be expected if each fell on a random one of the others; per game, shape (G,).

    Returns
    -------
    dict
        ``dealt``; ``on_leader``, ``on_last`` (hits on them) with ``leaders``, ``lasts`` (expected); ``same_hits``, ``same_lost`` (pairs of
        hits, of lost turns, that fell on the same seat) with ``chance_hits``, ``chance_lost`` (expected, given who dealt them).
    """
    others = course.players - 1
    figures = {name: course.by_game(course.column(name)).sum(axis=1) for name in ("dealt", "on_leader", "on_last")}
    figures |= {name: course.by_game(course.column(name)).sum(axis=1) / others for name in ("leaders", "lasts")}
    for suffix, suffered, dealt in (("hits", "hits", "dealt"), ("lost", "lost", "taken")):
        x, k = (course.by_game(course.column(name)) for name in (suffered, dealt))
        # A turn that a player took from itself, with a second character, is nobody's aim.
        fair = x.sum(axis=1) == k.sum(axis=1)
        figures[f"same_{suffix}"] = np.where(fair, _pairs(x).sum(axis=1), 0.0)
        figures[f"chance_{suffix}"] = np.where(fair, _expected_pairs(k, course.players), 0.0)
    return figures


def _pairs(count: Floats) -> Floats:
    return count * (count - 1) / 2


def _expected_pairs(dealt: Floats, players: int) -> Floats:
    """Expected pairs of hits on one seat when each falls on a random one of those other than who deals it, shape (G,).

    Two hits of one seat meet with chance 1/(n-1); two hits of different seats have n-2 possible common targets: (n-2)/(n-1)**2.
    """
    same = _pairs(dealt).sum(axis=1)
    different = _pairs(dealt.sum(axis=1)) - same
    return np.asarray(same / (players - 1) + different * (players - 2) / (players - 1) ** 2)
