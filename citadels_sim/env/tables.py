"""Tables of one variant for learning, as Python handles them: seeds, actions, rewards and observations in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citadels_sim.bots import Bot
from citadels_sim.bots.registry import parse_bot
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.loop import TABLE_ENTRY_POINTS, check_choices, new_table
from citadels_sim.engine.prepare import prepare
from citadels_sim.engine.records import new_records
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import new_states
from citadels_sim.env import kernel
from citadels_sim.env.batch import SCORE, SLOT, WIN, Aim, Batch
from citadels_sim.env.fields import SIZE
from citadels_sim.env.numbering import ACTIONS, LARGEST_NUMBER
from citadels_sim.errors import BotError, CitadelsError, VariantError, nearest
from citadels_sim.variants import Variant, load_variant

REWARDS: Final = {"win": WIN, "score": SCORE}
"""Names of what is played for: the share of the win, or the points of the seat at the end."""
_DEN: Final = "thieves-den"


class Tables:
    """Some tables at which one seat, or every seat, is played from outside.

    Parameters
    ----------
    variant : Variant or str
        A variant, or what `load_variant` takes.
    players : int
    tables : int
        How many.
    bots : sequence of str or Bot, optional
        Bots of the other seats, clockwise from the seat that learns, repeated where they are fewer; left out, every seat learns.
    reward : {"win", "score"}
    seat : int, optional
        Where the seat that learns sits; left out, it moves on by one seat from game to game.
    again : bool
        Whether a game that is over is followed by the next one at once.

    Raises
    ------
    VariantError
        If there is no such variant, it cannot seat so many, or a number that an action names could be too large.
    BotError
        If there is no such bot, it does not play these rules, or it is plain Python.
    CitadelsError
        If the reward or the seat is none.
    """

    def __init__(
        self,
        variant: Variant | str,
        players: int,
        tables: int = 1,
        *,
        bots: Sequence[str | Bot] | None = None,
        reward: str = "win",
        seat: int | None = None,
        again: bool = False,
    ) -> None:
        self.variant = load_variant(variant) if isinstance(variant, str) else variant
        at = self.variant.at(players)
        self.players = at.players
        if (cost := at.costs[_DEN]) is not None and cost > LARGEST_NUMBER:
            raise VariantError(f"costs.{_DEN}: {cost} is too much for the environment; it numbers up to {LARGEST_NUMBER} cards")
        if reward not in REWARDS:
            raise CitadelsError(f"reward: there is no reward {reward!r}; known are {', '.join(REWARDS)}.{nearest(reward, REWARDS)}")
        if seat is not None and not 0 <= seat < players:
            raise CitadelsError(f"seat: there is no seat {seat!r} at this table; seats are 0 to {players - 1}")
        if tables < 1:
            raise CitadelsError(f"tables: {tables!r} should be at least 1")
        others = self._opponents(bots)
        self._made_of = self.variant, players, tables, None if bots is None else tuple(bots), reward, seat, again
        prepare([*TABLE_ENTRY_POINTS, *kernel.ENTRY_POINTS, *(bot.choose for bot in others)])
        table = new_table([None, *others], rules_record(at))  # who learns decides outside
        self._bots = others
        states, slots = new_states(tables), new_records(tables, SLOT)
        slots["exchanged"] = -1
        self.batch = Batch(
            table.lineup,
            table.rules,
            table.journal,
            table.legal,
            table.raw[:0],
            states,
            slots,
            np.zeros((tables, SIZE), np.int16),
            np.zeros((tables, ACTIONS), np.int8),
            np.zeros((tables, ACTIONS), np.int16),
        )
        learners = 1 if others else (1 << players) - 1
        fixed = 0 if not others else -1 if seat is None else seat
        self.aim = Aim(learners, REWARDS[reward], fixed, int(again))
        self.rewards = np.zeros(tables)
        self.ended = np.zeros(tables, np.int8)
        self.last = np.zeros((tables if again else 1, SIZE), np.int16)
        self._row = np.zeros((1, SIZE), np.int16)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle as what it was made of and its games: what it plays with has addresses of this process."""
        batch = self.batch
        games = (batch.states, batch.slots, batch.seen, batch.mask, batch.listed, self.rewards, self.ended, self.last)
        return _tables_again, (self._made_of, games)

    def _opponents(self, names: Sequence[str | Bot] | None) -> list[Bot]:
        if names is None:
            return []
        if isinstance(names, str) or not names or len(names) >= self.players:
            raise BotError(f"bots: {names!r} should be 1 to {self.players - 1} bots, for the seats other than the learning one")
        given = [parse_bot(name) if isinstance(name, str) else name for name in names]
        bots = [at_table(given[i % len(given)], self.variant, self.players) for i in range(self.players - 1)]
        for bot in bots:
            bot.check_plays(self.variant)
            if not bot.compiled:
                raise BotError(f"bots: {bot.name} is plain Python; only compiled bots can sit at these tables")
        return bots

    def __len__(self) -> int:
        """Return how many tables there are."""
        return len(self.batch.slots)

    def start(self, luck: npt.NDArray[np.int64]) -> None:
        """Begin a game at every table, its seed made from the table's luck (int64, shape (tables,))."""
        if luck.shape != (len(self),):
            raise CitadelsError(f"luck: an array of shape {luck.shape} should have one number for each of {len(self)} tables")
        ready(kernel.start)(self.batch, self.aim, luck)
        check_choices(self.batch.lineup, [None, *self._bots])

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play an action at every table (int64, shape (tables,)); fills `rewards`, `ended` and `last`.

        Raises
        ------
        CitadelsError
            If there is not one action for each table, no game has begun, or an opponent chose what is no legal action.
        """
        if actions.shape != (len(self),):
            raise CitadelsError(f"actions: an array of shape {actions.shape} should have one action for each of {len(self)} tables")
        if not self.batch.slots[0].games:
            raise CitadelsError("step: no game has begun; call reset() first")
        ready(kernel.step)(self.batch, self.aim, actions, self.rewards, self.ended, self.last)
        check_choices(self.batch.lineup, [None, *self._bots])

    def draw(self, luck: int) -> npt.NDArray[np.int64]:
        """Draw a legal action for every table, all with the same chance."""
        actions = np.zeros(len(self), np.int64)
        ready(kernel.draw)(self.batch, luck, actions)
        return actions

    def look(self, seat: int) -> npt.NDArray[np.int16]:
        """Return what a seat of the first table sees when it has nothing to decide, shape (SIZE,)."""
        ready(kernel.look)(self.batch, 0, seat, self._row)
        return np.array(self._row[0])


def whole_numbers(actions: Any) -> npt.NDArray[np.int64]:
    """Return actions as an int64 array.

    Raises
    ------
    CitadelsError
        If they are no whole numbers: 0.9 is not the action 0.
    """
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise CitadelsError(f"actions: {actions!r} should be whole numbers, the indices of actions")
    return np.ascontiguousarray(given, np.int64)


def _tables_again(made_of: tuple[Any, ...], games: tuple[npt.NDArray[Any], ...]) -> Tables:
    """Make tables again with their games as they were."""
    variant, players, number, bots, reward, seat, again = made_of
    tables = Tables(variant, players, number, bots=bots, reward=reward, seat=seat, again=again)
    batch = tables.batch
    own = (batch.states, batch.slots, batch.seen, batch.mask, batch.listed, tables.rewards, tables.ended, tables.last)
    for array, kept in zip(own, games, strict=True):
        array[...] = kept
    return tables
