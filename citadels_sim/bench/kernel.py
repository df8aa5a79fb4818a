"""Compiled code that only measurements need: an empty loop, and bots that write their choices down and read them again."""

from __future__ import annotations

import dataclasses
from typing import Final

import numpy as np

from citadels_sim.bots import compiled_bot
from citadels_sim.bots.builder import BUILDER
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import by_symbol, entry_point
from citadels_sim.engine.memory import record_at
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.records import new_records
from citadels_sim.engine.rng import mix

__all__ = ["SPIN_STEPS", "Tape", "spin"]

SPIN_SIGNATURE = types.int64(types.int64)
SPIN_STEPS = 1000
"""Steps of an empty loop that are counted as one game."""
CHOICES: Final = 1 << 23
"""Most choices on a tape."""
TAPE: Final = np.dtype([("at", np.int64), ("choice", np.int16, (CHOICES,))], align=True)
"""Choices of bots, one after the other, and how many were written or read so far."""

tape_at = record_at(TAPE)
_choose = by_symbol(BUILDER.choose)


@entry_point(SPIN_SIGNATURE)
def spin(times: int) -> int:
    """Mix a number so many thousand times, in registers alone: what a processor does that nothing else can slow down."""
    number = times
    for i in range(SPIN_STEPS * times):
        number = mix(number, i)
    return number


def write_choice(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose as `builder`, and write the choice down."""
    tape = tape_at(bot_state.weights)
    choice = _choose(public, me, rules, legal, n, bot_state)
    tape.choice[tape.at % CHOICES] = choice
    tape.at += 1
    return int(choice)


def read_choice(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose what was written down: what remains of a bot is being handed its view."""
    tape = tape_at(bot_state.weights)
    choice = tape.choice[tape.at % CHOICES]
    tape.at += 1
    return int(choice)


write_choice = compiled_bot(write_choice, (BUILDER.choose,))
read_choice = compiled_bot(read_choice)


class Tape:
    """The choices that `builder` makes at all seats in some games, to play these games again without it.

    Attributes
    ----------
    writer, reader : Bot
        Plays as `builder` and writes that down; plays what was written.
    """

    def __init__(self) -> None:
        tapes = new_records(1, TAPE)
        self._tape, memory = tapes[0], tapes.view(np.float32)
        self.writer = dataclasses.replace(BUILDER, choose=write_choice, memory=memory)
        self.reader = dataclasses.replace(BUILDER, choose=read_choice, memory=memory)

    def wind(self) -> None:
        """Go back to the first choice.

        Raises
        ------
        OverflowError
            When more choices were written, or read, than a tape holds.
        """
        if self._tape.at > CHOICES:
            raise OverflowError(f"{self._tape.at} choices were made; a tape holds {CHOICES}")
        self._tape.at = 0
