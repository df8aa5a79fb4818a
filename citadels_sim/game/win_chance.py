"""The chance to win as `learner` sees it from a seat: what a page of a game shows of the players' thoughts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.learner.foresee import foresee
from citadels_sim.bots.learner.net import SIZE
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.loop import BOT_STATE, set_bot
from citadels_sim.engine.records import new_records
from citadels_sim.engine.state import new_legal
from citadels_sim.errors import BotError
from citadels_sim.game import Game
from citadels_sim.variants import Variant


class WinChance:
    """What every seat of a table thinks of its chance to win, whenever it has to decide.

    A seat whose bot has learned these rules answers by what it has learned. For any other one, as for a person, `learner` answers in its
    place, if it has learned them. It reads what that seat sees and nothing else, and assumes that everybody plays as well as it does.

    Parameters
    ----------
    variant : Variant
    bots : sequence of Bot or None
        As they play at this table, one per seat; None where a person sits.
    """

    def __init__(self, variant: Variant, bots: Sequence[Bot | None]) -> None:
        try:
            usual: Bot | None = at_table(parse_bot("learner"), variant, len(bots))
        except BotError:  # it has not learned these rules
            usual = None
        self._bots = tuple(bot if bot is not None and bot.learns and bot.memory.size >= SIZE else usual for bot in bots)
        self._states = new_records(len(bots), BOT_STATE)
        self._out = new_legal()
        for state, bot in zip(self._states, self._bots, strict=True):
            if bot is not None:
                set_bot(state, bot)

    def entry_points(self) -> list[Callable[..., Any]]:
        """Name the compiled entry points that it needs."""
        return [foresee] if any(self._bots) else []

    def estimate(self, game: Game) -> float | None:
        """Return the chance to win of the seat that has to decide.

        Returns
        -------
        float or None
            0 to 1; None when the game is over, when there is nothing to choose, or when nobody has learned these rules.
        """
        codes, seat = game.codes(), game.actor
        if seat is None or len(codes) < 2 or self._bots[seat] is None:
            return None
        self._out.code[: len(codes)] = codes
        return float(ready(foresee)(self._states[seat], game.state, game.rules, self._out, len(codes)))
