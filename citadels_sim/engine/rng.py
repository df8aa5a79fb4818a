"""Counter-based randomness, keyed by purpose: (game seed, purpose, a, b) -> number.

No generator is shared: a rule that draws once more shifts nothing else, so two variants played on one seed share their luck, and the
order in which games are played does not matter. The mixing function is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
"""

from __future__ import annotations

import numpy as np

from citadels_sim.compiler.decorators import INTERPRETED, inline, typed
from citadels_sim.engine.record_types import BotState

# One number per purpose. Never reuse one: two purposes with one number would see the same luck.
FIRST_CROWN = 1
DECK = 2
CAST = 3
UNIQUES = 4
REMOVE_UP = 5
REMOVE_DOWN = 6
BOTTOM = 7
RESHUFFLE = 8
BOT = 9
RANDOM_DISCARD = 10
RANDOM_CARD = 11
BLOCK = 12
UNIQUES_START = 13

LARGEST = (1 << 63) - 1
"""No random number is larger."""

_MASK = (1 << 64) - 1

if INTERPRETED:

    def mix(x: int, y: int) -> int:
        """Hash two integers to one of 63 bits, in [0, 2**63)."""
        z = (int(x) * 0x9E3779B97F4A7C15 + int(y) + 0x632BE59BD9B4E019) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        z = z ^ (z >> 31)
        return z >> 1

else:

    @typed("int64(int64, int64)")
    def mix(x: int, y: int) -> int:
        """Hash two integers to one of 63 bits, in [0, 2**63)."""
        z = np.uint64(x) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(y) + np.uint64(0x632BE59BD9B4E019)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
        return np.int64(z >> np.uint64(1))  # type: ignore[return-value]  # an int64 is the compiled code's int


@typed("int64(int64, int64, int64, int64)")
def stream(seed: int, purpose: int, a: int, b: int) -> int:
    """Key of the stream for a purpose and two coordinates (round, seat, counter, card, ...); itself a random number."""
    return mix(mix(seed, purpose), (a << 20) + b)


@typed("int64(int64, int64)")
def below(number: int, n: int) -> int:
    """Reduce a 63-bit random number to 0..n-1; the bias is below n / 2**31."""
    return int(((int(number) >> 31) * int(n)) >> 32)


@inline
def next_below(bot_state: BotState, n: int) -> int:
    """Draw 0..n-1 from a bot's stream (``bot_state.rng[0]`` its key, ``bot_state.rng[1]`` how many were drawn)."""
    bot_state.rng[1] += 1
    return below(mix(bot_state.rng[0], bot_state.rng[1]), n)


@inline
def next_unit(bot_state: BotState) -> float:
    """Draw a float in [0, 1) from a bot's stream."""
    bot_state.rng[1] += 1
    return (mix(bot_state.rng[0], bot_state.rng[1]) >> 10) / 9007199254740992.0
