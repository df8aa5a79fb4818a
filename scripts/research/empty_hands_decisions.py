"""Gold or cards with an empty hand: each such decision of a bot is made both ways, and the games that follow are played to their end.

All games from one decision share their luck, replicate by replicate, as in `designs.nodes`; here the deck is shuffled anew, too, since what
lies on top of it decides what drawing is worth. ``scripts/research/run empty_hands`` writes what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from citadels_sim.bots import Bot
from citadels_sim.bots.weights import at_table
from citadels_sim.catalogue import CHARACTERS
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine import actions as a
from citadels_sim.engine import rng
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import ROUND_CAP, WHOLE_GAME, bot_stream, deal, new_table, run
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import DECK, copy_state, new_state
from citadels_sim.variants import Variant

__all__ = ["EmptyHands", "Seated"]

_WAYS: Final = {a.A_GOLD: "gold", a.A_CARDS: "cards"}
_SHUFFLE: Final = 777
"""Coordinate of the shuffle among the random numbers of a replicate."""
_SCHEMA: Final = {
    "deal": pl.Int64,
    "seat": pl.Int64,
    "character": pl.String,
    "gold": pl.Int64,
    "chose": pl.String,
    "hand": pl.Int64,
}


class EmptyHands(NamedTuple):
    """Decisions between gold and cards that a bot met with an empty hand.

    Attributes
    ----------
    nodes : polars.DataFrame
        One row per decision: ``deal`` (the game's seed), ``seat``, ``character`` (id), ``gold`` in the stash, ``chose`` ("gold" or
        "cards"), ``hand``: the cards that the turn ended with, null where the game ended first.
    states : list of records of dtype STATE
        The game at each of them.
    """

    nodes: pl.DataFrame
    states: list[Any]


class Seated:
    """One bot at every seat of a table.

    Parameters
    ----------
    variant : Variant
    players : int
    bot : Bot
        Compiled.
    """

    def __init__(self, variant: Variant, players: int, bot: Bot) -> None:
        bot = at_table(bot, variant, players)
        self._choose = ready(bot.choose)
        self._table = new_table([bot] * players, rules_record(variant.at(players)))
        self._out = self._table.legal
        ready(run)

    def _step(self, state: Any, code: int) -> int:
        """Play an action; return how many are legal then, in ``_out``."""
        return int(apply(state, self._table.rules, self._table.journal, self._out, code))

    def _decide(self, state: Any, n: int) -> int:
        """Give the code of what the bot does."""
        seat = int(state.public.actor)
        bot_state = self._table.lineup.bot[seat]
        bot_stream(state, seat, bot_state)
        return int(self._out.code[self._choose(state.public, state.seat[seat], self._table.rules, self._out, n, bot_state)])

    def _is_open(self, state: Any, n: int) -> bool:
        """Return whether somebody with an empty hand may take gold or cards."""
        kinds = {int(code) & 0xFF for code in self._out.code[:n]}
        public = state.public
        return public.decision == a.TURN and not public.hand_n[public.actor] and kinds >= _WAYS.keys()

    def find(self, deals: Iterable[int]) -> EmptyHands:
        """Play games and keep every decision in which a seat with an empty hand took gold or cards and might have taken the other.

        Parameters
        ----------
        deals : iterable of int
            The games' seeds.
        """
        rows: list[dict[str, Any]] = []
        states: list[Any] = []
        for seed in deals:
            self._find_in(seed, rows, states)
        return EmptyHands(pl.DataFrame(rows, schema=_SCHEMA), states)

    def _find_in(self, seed: int, rows: list[dict[str, Any]], states: list[Any]) -> None:
        state = new_state()
        deal(state, self._table.rules, self._out, seed)
        public = state.public
        n = self._step(state, a.A_BEGIN_ROUND)
        turn, seat, met = -1, -1, False
        while not public.over and public.round_no <= ROUND_CAP:
            if public.turn_no != turn:
                if met:
                    rows[-1]["hand"] = int(public.hand_n[seat])
                turn, seat, met = int(public.turn_no), int(public.turn_seat), False
            code = self._decide(state, n) if n > 1 else int(self._out.code[0])
            if code & 0xFF in _WAYS and self._is_open(state, n):
                person = CHARACTERS[int(public.turn_char) - 1].id
                chose = _WAYS[code & 0xFF]
                rows.append({"deal": seed, "seat": seat, "character": person, "gold": int(public.gold[seat]), "chose": chose, "hand": None})
                states.append(copy_state(state))
                met = True
            n = self._step(state, code)

    def choices(self, states: Iterable[Any]) -> list[str]:
        """Give what the bot takes at each of these decisions, ``"gold"`` or ``"cards"``; ``"other"`` where it does something else first."""
        ways = []
        for state in states:
            n = self._step(state, a.A_LOOK)
            ways.append(_WAYS.get(self._decide(state, n) & 0xFF, "other"))
        return ways

    def both_ways(self, states: Iterable[Any], replicates: int) -> npt.NDArray[np.float64]:
        """Take gold, and take cards, at each of these decisions, and let the bot play on at every seat.

        Parameters
        ----------
        states : iterable of records of dtype STATE
        replicates : int
            How often, each time with other luck, which the two ways share.

        Returns
        -------
        ndarray of float64, shape (decisions, replicates, 2)
            Share of the win of who decides, after gold and after cards.
        """
        return np.array([[self._wins(lucky(state, k + 1)) for k in range(replicates)] for state in states])

    def _wins(self, state: Any) -> list[float]:
        seat = int(state.public.actor)
        shares = []
        for code in _WAYS:
            game = copy_state(state)
            self._step(game, code)
            run(self._table._replace(state=game), WHOLE_GAME)
            place = game.public.place[: int(game.public.players)]
            shares.append(1.0 / int((place == 1).sum()) if place[seat] == 1 else 0.0)
        return shares


def lucky(state: Any, replicate: int) -> Any:
    """Copy a game and give it other luck from here on, and another order of the deck.

    Parameters
    ----------
    state : record of dtype STATE
    replicate : int
        From 1.
    """
    game = copy_state(state)
    secret = game.secret
    for key in ("seed", "bot_key", "draft_seed"):
        secret[key] = rng.mix(int(secret[key]), replicate)
    luck = rng.mix(int(secret.seed), _SHUFFLE)
    places = (int(secret.deck_head) + np.arange(int(game.public.deck_n))) % DECK
    deck = secret.deck[places].tolist()
    for i in range(len(deck) - 1, 0, -1):
        k = rng.below(rng.mix(luck, i), i + 1)
        deck[i], deck[k] = deck[k], deck[i]
    secret.deck[places] = deck
    return game
