"""Mixing: how often to name and to pick what, so that little is gained by foreseeing it.

Both sides of the guessing game between a murderer and those who pick. Of two titles worth v and w to who has one, and nothing to who is
murdered, the murderer should name them as v to w and the picker take them as 1 / v to 1 / w. Planner picks so among what is equally good
after murder; it names the better title the oftener, but never always where a title can be left lying (see `aims.looseness`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.bits import lowest
from citadels_sim.engine.memory import local_record
from citadels_sim.engine.state import RANKS

_new_odds = local_record(np.dtype([("by_rank", np.float64, (RANKS,))], align=True))
"""How often to name or to pick each rank, not yet adding up to 1."""


@rule
def worth_something(worth: Array) -> int:
    """Set of the ranks that are worth more than nothing."""
    ranks = 0
    for rank in range(1, RANKS):
        ranks |= int(worth[rank] > 0.0) << rank  # no branches, which nobody could foresee
    return ranks


@rule
def drawn(odds: Any, total: float, ranks: int, luck: float) -> int:
    """The rank that falls to this much luck, 0 <= luck < 1, by odds that add up to `total`; 0 where there are no ranks."""
    sum_so_far = 0.0
    rank = 0
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        sum_so_far += odds.by_rank[rank] / total
        if luck < sum_so_far:
            break
    return rank


@rule
def named_rank(worth: Array, poise: float, luck: float) -> int:
    """The rank that a murderer or a thief names with this much luck, 0 <= luck < 1; 0 when none is worth anything.

    A title is named e times less often than the best one for each `poise` by which it is worth less.
    """
    best = 0
    for rank in range(1, RANKS):
        if worth[rank] > worth[best]:
            best = rank
    odds = _new_odds()
    total = 0.0
    ranks = worth_something(worth)
    rest = ranks
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        odds.by_rank[rank] = math.exp((worth[rank] - worth[best]) / poise)
        total += odds.by_rank[rank]
    return drawn(odds, total, ranks, luck)


@rule
def pull(worth: float, habit: float) -> float:
    """Weight with which another is expected to name what is worth so much: the worth to the power of the `habit`."""
    return worth if habit == 1.0 or worth <= 0.0 else worth**habit


@rule
def expected_chance(pulls: Array, total: float, rank: int) -> float:
    """How often another is expected to name a rank, by the weights of all; of two titles a habit of 1 is how to name best."""
    return pulls[rank] / total if total > 0.0 else 0.0


@rule
def picked_rank(worth: Array, safe: Array, reserve: float, luck: float) -> int:
    """The rank that a player picks with this much luck: of those as good as the best, the less often the more they are worth.

    `worth`: what each rank brings who is let alone, 0 where it cannot be picked; `safe`: what is left of it, given who names what how
    often; `reserve`: gold by which a rank may be worse than the best and still be picked e times less often.
    """
    ranks = worth_something(worth)
    best = -1.0e9
    rest = ranks
    while rest != 0:
        best = max(best, safe[lowest(rest)])
        rest &= rest - 1
    odds = _new_odds()
    total = 0.0
    rest = ranks
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        odds.by_rank[rank] = math.exp((safe[rank] - best) / reserve) / worth[rank]
        total += odds.by_rank[rank]
    return drawn(odds, total, ranks, luck)
