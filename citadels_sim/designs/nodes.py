"""What every kernel needs that forks games: a *node*, a decision at which a game is copied and played on in several ways.

The rules draw the round of the node, play up to it, copy the game, and give a further *replicate* other luck.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.arrays import Array
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import rng
from citadels_sim.engine.loop import Table, Until, play_on
from citadels_sim.engine.record_types import State

__all__ = ["NODE_LUCK", "copy_memory", "draw_round", "is_last", "other_luck", "play_rounds"]

STRATA: Final = 12
"""Parts of a game, by its rounds, from which nodes are drawn in turn."""
NODE_LUCK: Final = 101
"""Purpose of the random numbers that choose a node; the engine's own purposes count up from 1 and stay below."""
_ROUND_DRAW: Final = 1


@rule
def is_last(s: State, seat: int) -> bool:
    """Return whether nobody's city is worth less at this moment (ties count)."""
    for other in range(s.public.players):  # noqa: SIM110 - compiled code knows no generators
        if s.public.city_worth[other] < s.public.city_worth[seat]:
            return False
    return True


@rule
def play_rounds(table: Table, rounds: int, n: int) -> int:
    """Let the bots decide until so many rounds are over; return how many actions the next one begins with."""
    return play_on(table, Until(rounds, 0, 0, 0), n)


@rule
def copy_memory(source: Array, target: Array) -> None:
    """Copy a game's memory."""
    for i in range(source.size):
        target[i] = source[i]


@rule
def draw_round(seed: int, rotation: int, turn: int, rounds: int) -> int:
    """Draw a round 1..rounds uniformly; games in turn draw from the twelve parts of what is uniform in [0, 1)."""
    luck = rng.stream(seed, NODE_LUCK, rotation, _ROUND_DRAW)
    # In 2**32ths: the part, and a random place within it.
    place = ((turn % STRATA) << 32) + (luck >> 31)
    return int(1 + ((place // STRATA) * rounds >> 32))


@rule
def other_luck(s: State, replicate: int) -> None:
    """Give a game other luck from here on; replicate 0 keeps its own."""
    if replicate > 0:
        s.secret.seed = rng.mix(s.secret.seed, replicate)
        s.secret.bot_key = rng.mix(s.secret.bot_key, replicate)
        s.secret.draft_seed = rng.mix(s.secret.draft_seed, replicate)
