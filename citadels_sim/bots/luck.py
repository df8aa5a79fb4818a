"""Drawing several numbers from a bot's stream in a loop, without writing to its record at each turn of the loop."""

from __future__ import annotations

from citadels_sim.compiler.decorators import inline
from citadels_sim.engine.record_types import BotState
from citadels_sim.engine.rng import mix


@inline
def unit_ahead(key: int, drawn: int) -> float:
    """Give what `next_unit` would after so many draws: a float in [0, 1). `key`: ``bot_state.rng[0]``.

    Where a compiled loop writes to a record, all that it reads from records is read again at its next turn.
    """
    return (mix(key, drawn + 1) >> 10) / 9007199254740992.0


@inline
def note_drawn(bot_state: BotState, drawn: int) -> None:
    """Note how many numbers have been drawn from the stream."""
    bot_state.rng[1] = drawn
