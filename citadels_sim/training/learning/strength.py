"""How often a learner wins at a table of other bots, on deals that it has not learned from."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from citadels_sim.arrays import Array
from citadels_sim.bots import Bot
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point
from citadels_sim.engine.loop import ROUND_CAP, TABLE_T, Table, Until, begin, check_choices, new_table, play_on, rotate
from citadels_sim.engine.rng import stream
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.statistics.estimator import Moments
from citadels_sim.variants import Variant

__all__ = ["Strength", "measured", "over_deals", "wins"]

_FRESH = 12
"""Purpose of the random numbers that seeds of the judgement are made of: none of them is learned from."""

WINS_SIGNATURE = types.void(TABLE_T, types.int64, types.int64, types.float64[::1])


@entry_point(WINS_SIGNATURE, unlocked=True)
def wins(table: Table, first: int, last: int, out: Array) -> None:
    """Play deals first..last-1, each from every seat; write to `out` which part of each deal's games the first of the line-up won."""
    p = table.state.public
    players = table.rules.n_players
    for seed in range(first, last):
        total = 0.0
        for rotation in range(players):
            rotate(table.lineup, players, rotation)
            play_on(table, Until(ROUND_CAP, 1, 0, 0), begin(table, seed))
            total += share_of_win(p, rotation)
        out[seed - first] = total / players


class Strength(NamedTuple):
    """Share of the games that one bot wins against the others at a table.

    Attributes
    ----------
    share, low, high : float
        0 to 1, with the 95 % interval over deals.
    """

    share: float
    low: float
    high: float
    games: int


def measured(bots: Sequence[Bot], variant: Variant, players: int, games: int, seed: int, workers: int) -> Strength:
    """Measure how often the first of some bots wins.

    Parameters
    ----------
    bots : sequence of Bot
        One for each seat, as they play at the table.
    variant : Variant
    players : int
    games : int
        At most; a whole number of deals, each played from every seat.
    seed : int
    workers : int
        Threads; the result does not depend on how many.
    """
    rules = rules_record(variant.at(players))
    deals = max(2, games // players)
    first = stream(seed, _FRESH, 0, 0) >> 1
    shares: npt.NDArray[np.float64] = np.zeros(deals)
    edges = [deals * k // workers for k in range(workers + 1)]

    def part(k: int) -> None:
        table = new_table(bots, rules)
        wins(table, first + edges[k], first + edges[k + 1], shares[edges[k] : edges[k + 1]])
        check_choices(table.lineup, bots)

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(part, range(workers)))
    return Strength(*over_deals(shares), deals * players)


def over_deals(shares: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    """Average what part of each deal's games was won, with the 95 % interval of a share: also where it is nearly all of them, or all.

    Parameters
    ----------
    shares : numpy.ndarray
        0 to 1, shape (deals,), at least two.

    Returns
    -------
    share, low, high : float
    """
    moments = Moments.from_values([("all", "deals"), ("all", "wins")], np.column_stack([np.ones(len(shares)), shares]), third=True)
    ratios = moments.ratios(np.array([[0.0, 1.0]]), np.array([[1.0, 0.0]]))
    (low,), (high,) = ratios.interval(share=True)
    return float(ratios.value[0]), float(low), float(high)
