"""The bots of one table, queried for one decision at a time: what a replay needs, and a person's game against bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from citadels_sim.bots import Bot
from citadels_sim.bots.query import decide
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import check_choices, deal, new_lineup
from citadels_sim.engine.state import new_legal
from citadels_sim.game import Game
from citadels_sim.game.python_bots import query


class SeatedBots:
    """Bots at the seats of a game, each with its parameters.

    Parameters
    ----------
    bots : sequence of Bot or None
        One per seat; None where somebody else decides.
    seed : int
        The game's, from which bots in plain Python have their random numbers.
    """

    def __init__(self, bots: Sequence[Bot | None], seed: int) -> None:
        self._bots = tuple(bots)
        self._seed = seed
        self._out = new_legal()

    @cached_property
    def _lineup(self) -> Any:
        return new_lineup(self._bots)

    def entry_points(self) -> list[Callable[..., Any]]:
        """Name the compiled entry points that a game of theirs needs."""
        return [deal, apply, decide, *(bot.choose for bot in self._bots if bot is not None and bot.compiled)]

    def choose(self, game: Game) -> int:
        """Have the bot decide whose turn it is.

        Parameters
        ----------
        game : Game
            At a decision of a seat with a bot; not changed.

        Returns
        -------
        int
            The engine's integer of the action it chooses, the one that it would choose in a tournament.

        Raises
        ------
        BotError
            When a bot fails or chooses what is not legal.
        """
        codes = game.codes()
        seat = int(game.state.public.actor)
        bot = self._bots[seat]
        if bot is None:
            raise AssertionError(f"nobody is seated at {seat}")
        if not bot.compiled:
            return query(bot, game.state, codes, self._seed, game.variant.cards)
        if len(codes) == 1:
            return int(codes[0])
        self._out.code[: len(codes)] = codes
        index = decide(bot.choose, self._lineup.bot[seat], game.state, game.rules, self._out, len(codes))
        if not 0 <= index < len(codes):
            self._lineup.fault = seat + 1
            check_choices(self._lineup, self._bots)
        return int(codes[index])
