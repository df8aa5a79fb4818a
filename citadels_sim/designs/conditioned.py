"""What players share that fork under a condition: reading it, the table of nodes with its facts, and the message where it hardly comes."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, Self

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.designs import fork_records as k
from citadels_sim.designs.condition import parse_condition
from citadels_sim.designs.facts import FACTS, Fact
from citadels_sim.designs.fork_records import Forks, Question
from citadels_sim.designs.forking import TOO_RARE, fork_games
from citadels_sim.designs.player import Player
from citadels_sim.errors import ExperimentError
from citadels_sim.runs.plan import Cell, Plan

CHUNK: Final = 10
"""Nodes between two looks at whether to stop."""
_OF_NODE: Final = {"seat": k.SEAT, "rounds": k.ROUNDS, "weight": k.WEIGHT, "looked": k.LOOKED, "games": k.GAMES}


class ConditionedPlayer(Player):
    """Forks the games of one cell where a condition holds, or anywhere where none is given."""

    KERNELS = (fork_games,)
    _where: str | None = None
    _looked_at: str = "decisions"  # what a condition is looked for at, in the plural

    @classmethod
    def for_cell(cls, plan: Plan, cell: Cell, memory: dict[str, Any]) -> Self:
        """Make the player of a cell of a plan; see `Player.for_cell`."""
        player = super().for_cell(plan, cell, memory)
        player._where = plan.experiment.where
        return player

    @cached_property
    def _program(self) -> list[tuple[int, int]] | None:
        """The condition as the kernel reads it."""
        if self._where is None:
            return None
        cards = self._cell.variant.cards
        codes = {each.id: each.code for each in cards.characters}, {each.id: code for code, each in enumerate(cards.districts)}
        return parse_condition(self._where, "--where").program(*codes)

    def _check_found(self, question: Question, forks: Forks, last: int) -> None:
        """Refuse to continue where no node was found for the last game that was forked."""
        if forks.nodes[k.OPTIONS, last]:
            return
        games, looked, asked = (int(number) for number in question.counted[:3])
        cell = self._cell
        table = f"{cell.variant.name}, {cell.players} players, {cell.lineup}"
        if not looked:
            raise ExperimentError(self._never(f"{games:,} games of {table}"))
        raise ExperimentError(
            f"--where: '{self._where}' held at {asked:,} of {looked:,} {self._looked_at} in {games:,} games of {table}: fewer than one of "
            f"{TOO_RARE:,} is too rare to measure. Relax the condition."
        )

    def _never(self, games: str) -> str:
        """Say that nothing came in some games at which a condition could be looked for."""
        return f"--where: no {self._looked_at} occurred in {games}."

    def _nodes(self, first: int, forks: Forks) -> pl.DataFrame:
        """Make the table of nodes, see `designs.node_table`."""
        columns: dict[str, Any] = self._keys(first, np.arange(len(forks.facts)))
        columns |= {name: forks.nodes[row] for name, row in _OF_NODE.items()}
        columns["bot"] = self._bot_names(forks.nodes[k.BOT])
        columns |= {fact.column: self._fact(fact, forks.facts[:, place]) for place, fact in enumerate(FACTS)}
        return pl.DataFrame(columns)

    def _fact(self, fact: Fact, codes: Array) -> Array | pl.Series:
        """Turn the codes of a fact into what its column holds."""
        if fact.kind == "truth":
            return pl.Series(codes != 0)
        if fact.kind == "word":
            return pl.Series(fact.words, dtype=pl.Enum(fact.words)).gather(codes.astype(np.uint32))
        if fact.kind == "number":
            return codes
        names = self._names.characters if fact.kind == "characters" else self._names.districts
        game, code = np.nonzero((codes[:, None] >> np.arange(len(names))) & 1)
        found = pl.DataFrame({"game": game, "id": names.gather(code.astype(np.uint32))})
        lists = found.group_by("game", maintain_order=True).agg("id")
        every = pl.DataFrame({"game": np.arange(len(codes))}).join(lists, on="game", how="left", maintain_order="left")
        ids: pl.Series = every["id"].fill_null(pl.Series([[]], dtype=pl.List(names.dtype)))
        return ids
