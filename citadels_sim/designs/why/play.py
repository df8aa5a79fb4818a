"""The effect of a card split into its parts: playing it, and its table; what is played, see `kernel`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Self

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.designs import fork_records as k
from citadels_sim.designs.condition import parse_condition
from citadels_sim.designs.decisions.play import MOST_OPTIONS, question_of
from citadels_sim.designs.fork_records import Forks, Question, new_forks, new_question
from citadels_sim.designs.player import Player
from citadels_sim.designs.why.kernel import Split, why_games
from citadels_sim.designs.why.parts import Split as Parts
from citadels_sim.designs.why.parts import bits_of, is_district, memory_of
from citadels_sim.engine import actions as a
from citadels_sim.engine.loop import Table as Seated
from citadels_sim.engine.loop import new_table
from citadels_sim.engine.records import new_records
from citadels_sim.engine.rules import RULES, rules_record
from citadels_sim.engine.state import RANKS
from citadels_sim.errors import ExperimentError
from citadels_sim.runs.plan import Cell, Plan, Shard

_CHUNK: Final = 10
"""Nodes between two looks at whether to stop."""


class WhyPlayer(Player):
    """Forks the games of one cell where a card can be chosen, with each combination of its parts."""

    KERNELS = (why_games,)
    _card: str = ""

    @classmethod
    def for_cell(cls, plan: Plan, cell: Cell, memory: dict[str, Any]) -> Self:
        """Make the player of a cell of a plan; see `Player.for_cell`."""
        player = super().for_cell(plan, cell, memory)
        player._card = str(plan.experiment.what)
        return player

    @cached_property
    def _rules(self) -> Array:
        """The rules of the table, in memory that the kernel changes and puts back."""
        records = new_records(1, RULES)
        records[0] = rules_record(self._cell.variant.at(self._cell.players))
        return records

    @cached_property
    def table(self) -> Seated:
        """The bots at a table, with a game to play on."""
        return new_table(self.bots, self._rules[0], self._capacity)

    @cached_property
    def _combinations(self) -> tuple[Parts, Array]:
        """How the card is split, and the memory of the rules with each combination of its parts on."""
        return memory_of(self._cell.variant, self._card, self._cell.players)

    @cached_property
    def _is_district(self) -> bool:
        return is_district(self._cell.variant, self._card)

    @cached_property
    def _code(self) -> int:
        """The code of the card among the characters, or among the districts."""
        cards = self._cell.variant.cards
        if self._is_district:
            return next(code for code, each in enumerate(cards.districts) if each.id == self._card)
        return next(each.code for each in cards.characters if each.id == self._card)

    def _question(self) -> Question:
        """Say which decisions are forked: those at which the card can be chosen."""
        condition = parse_condition(f"'{self._card}' in {'buildable' if self._is_district else 'offered'}")
        codes = {self._card: self._code}
        program = condition.program({} if self._is_district else codes, codes if self._is_district else {})
        if self._is_district:
            return question_of("build", self._rounds, self.table.raw.size, program)
        return new_question(a.PICK, 1 << a.A_PICK, last_round=self._rounds, program=program, options=RANKS, memory=self.table.raw.size)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> tuple[Forks, Split]:
        """Fork every game of some blocks; return the forks, and what the card brings with each combination of its parts.

        Raises
        ------
        ExperimentError
            If the card can hardly ever be chosen.
        """
        question, (parts, combinations) = self._question(), self._combinations
        games = blocks * self._cell.rotations
        forks = new_forks(games, self._replicates, MOST_OPTIONS if self._is_district else RANKS, RANKS)
        undone = np.array([int("target" in off or "cost" in off) for off in parts.off])
        wins, denied = np.zeros((games, self._replicates, len(combinations))), np.zeros((games, self._replicates))
        memory = self._rules.view(np.ndarray).view(np.uint8).reshape(-1)
        split = Split(self._code, int(self._is_district), memory, combinations, undone, wins, denied)
        for deals in self._deals(first, blocks, _CHUNK, stop):
            why_games(self.table, self._saved, deals, question, forks, split)
            if not forks.nodes[k.OPTIONS, deals.last - 1]:
                raise ExperimentError(self._too_rare(int(question.counted[1])))
        return forks, split

    def _too_rare(self, looked: int) -> str:
        kind, how = ("builds", "built") if self._is_district else ("picks", "picked")
        cell = self._cell
        seen = f"{looked:,} {kind} of {cell.variant.name} with {cell.players} players, {cell.lineup}"
        return f"CARD: '{self._card}' could be {how} too rarely, in {seen}."

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`. One row per node, replicate and combination of parts."""
        forks, split = self.play(shard.first, shard.blocks, stop)
        parts, _ = self._combinations
        masks = np.array([bits_of(parts.parts) - bits_of(off) for off in parts.off])
        game, replicate, on = (axis.ravel() for axis in np.indices(split.wins.shape))
        node = {name: forks.nodes[row][game] for name, row in {"seat": k.SEAT, "round": k.ROUND, "weight": k.WEIGHT}.items()}
        own = np.take_along_axis(forks.wins, forks.nodes[k.SEAT][:, None, None, None], axis=3)[..., 0]
        means = own.sum(axis=2) / forks.nodes[k.OPTIONS][:, None]
        names = self._names.districts if self._is_district else self._names.characters
        card = names.gather(np.full(len(game), self._code, np.uint32))
        nothing = pl.lit(None)
        columns = (
            self._keys(shard.first, game)
            | node
            | {
                "bot": self._bot_names(forks.nodes[k.BOT][game]),
                "parts": np.full(len(game), bits_of(parts.parts)),
                "on": masks[on],
                "replicate": replicate,
                "win": split.wins.ravel(),
                "mean": means[game, replicate],
                "denied": split.denied[game, replicate],
            }
        )
        frame = pl.DataFrame(columns)
        of = {"character": self._names.characters.dtype, "district": self._names.districts.dtype}
        mine = "district" if self._is_district else "character"
        return {
            "why": frame.with_columns(
                (pl.Series(name, card) if name == mine else nothing.cast(dtype).alias(name)) for name, dtype in of.items()
            )
        }


PLAYER = WhyPlayer
