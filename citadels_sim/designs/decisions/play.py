"""Forked decisions: playing them, and their tables: a row per node, and one per node, option and replicate. See `designs.forking`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Self

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.designs import fork_records as k
from citadels_sim.designs.conditioned import CHUNK, ConditionedPlayer
from citadels_sim.designs.decisions import KINDS, OPTIONS
from citadels_sim.designs.fork_records import Forks, Question, new_forks, new_question
from citadels_sim.designs.forking import fork_games
from citadels_sim.engine import actions as a
from citadels_sim.engine.state import RANKS
from citadels_sim.runs.plan import Cell, Plan, Shard

MOST_OPTIONS: Final = 128
"""Most options of a node; a decision with more is passed over."""
_DISTRICT: Final = a.STAR - 1
"""Bits of a district's code in an argument."""
_BUILDING: Final = (
    a.A_BUILD,
    a.A_BUILD_FRAMEWORK,
    a.A_BUILD_SACRIFICE,
    a.A_BUILD_DEN,
    a.A_BUILD_CARDINAL,
    a.A_BUILD_DEN_CARDINAL,
)
_ACTS: Final = {
    a.A_PICK: "pick",
    a.A_MURDER: "murder",
    a.A_ROB: "rob",
    a.A_BEWITCH: "bewitch",
    a.A_DESTROY: "destroy",
    a.A_SWAP: "swap",
    a.A_REDRAW: "redraw",
    a.A_GOLD: "gold",
    a.A_CARDS: "cards",
    a.A_BUILD: "build",
}
_NAMED: Final = (a.A_PICK, a.A_MURDER, a.A_ROB, a.A_BEWITCH)
_PLACED: Final = {a.A_DESTROY: 16, a.A_BUILD: 8}
"""Kinds of action about a district, and where it stands in their codes."""
_OPTIONS_OF: Final[dict[str, tuple[int, ...]]] = {
    "pick": (a.A_PICK,),
    "murder": (a.A_MURDER,),
    "rob": (a.A_ROB,),
    "bewitch": (a.A_BEWITCH,),
    "destroy": (a.A_DESTROY,),
    "swap": (a.A_SWAP, a.A_REDRAW),
    "gather": (a.A_GOLD, a.A_CARDS),
    "build": (a.A_BUILD,),
}
_STANDING: Final = {"target_leader": k.LEADERS, "target_last": k.LASTS, "target_richest": k.RICHEST, "target_fullest": k.FULLEST}


def _bits(kinds: Iterable[int]) -> int:
    return sum(1 << kind for kind in kinds)


def question_of(what: str, rounds: int, memory: int, program: list[tuple[int, int]] | None = None) -> Question:
    """Ask for decisions of a kind (`KINDS`) in the first so many rounds, where a condition holds; `memory` as in `new_question`."""
    kind, options = KINDS[what], _OPTIONS_OF[what]
    return new_question(
        a.PICK if what == "pick" else a.TURN,
        _bits(options),
        _bits(_BUILDING if what == "build" else options) if kind.nothing else 0,
        last_round=rounds,
        program=program,
        options=MOST_OPTIONS,
        memory=memory,
    )


class DecisionPlayer(ConditionedPlayer):
    """Forks the games of one cell at a decision of a kind, where a condition holds."""

    _what: str = "pick"

    @classmethod
    def for_cell(cls, plan: Plan, cell: Cell, memory: dict[str, Any]) -> Self:
        """Make the player of a cell of a plan; see `Player.for_cell`."""
        player = super().for_cell(plan, cell, memory)
        player._what = str(plan.experiment.what)
        player._looked_at = KINDS[player._what].what
        return player

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> Forks:
        """Fork every game of some blocks.

        Raises
        ------
        ExperimentError
            If such decisions are too rare to be found.
        """
        question = question_of(self._what, self._rounds, self.table.raw.size, self._program)
        forks = new_forks(blocks * self._cell.rotations, self._replicates, MOST_OPTIONS, RANKS)
        for deals in self._deals(first, blocks, CHUNK, stop):
            fork_games(self.table, self._saved, deals, question, forks)
            self._check_found(question, forks, deals.last - 1)
        return forks

    def _never(self, games: str) -> str:
        return f"--what: '{self._what}' occurred in none of {games}: the bots there never have this choice."

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`."""
        forks = self.play(shard.first, shard.blocks, stop)
        return {"options": self._options(shard.first, forks), "nodes": self._nodes(shard.first, forks)}

    def _options(self, first: int, forks: Forks) -> pl.DataFrame:
        options = forks.nodes[k.OPTIONS]
        there = np.arange(MOST_OPTIONS) < options[:, None]
        shape = forks.wins.shape[:3]
        game, replicate, option = at = np.nonzero(np.broadcast_to(there[:, None, :], shape))
        seat = forks.nodes[k.SEAT][game]
        target = forks.targets[game, option].astype(np.int64)
        other = target >= 0
        means = forks.wins.sum(axis=2) / options[:, None, None]
        no_target = pl.lit(None)
        columns: dict[str, Any] = self._keys(first, game) | {
            "option": option,
            "replicate": replicate,
            "policy": forks.nodes[k.POLICY][game] == option,
            "drawn": forks.nodes[k.DRAWN][game] == option,
            "win": forks.wins[(*at, seat)],
            "total": forks.totals[(*at, seat)],
            "target": target,
            "target_win": forks.wins[(*at, np.maximum(target, 0))],
            "target_mean": means[game, replicate, np.maximum(target, 0)],
        }
        columns |= {name: forks.nodes[row][game] >> np.maximum(target, 0) & 1 for name, row in _STANDING.items()}
        columns |= self._cards(forks.codes[game, option], forks.casts[game])
        frame = pl.DataFrame(columns)
        of_target = ["target", "target_win", "target_mean", *_STANDING]
        return frame.with_columns(pl.when(pl.Series(other)).then(pl.col(name)).otherwise(no_target).alias(name) for name in of_target)

    def _cards(self, codes: Array, casts: Array) -> dict[str, pl.Series]:
        """Name what each option is: the act, and the character or the district that it is about."""
        kind = np.where(codes == k.NOTHING, 0, codes & 0xFF)
        acts = pl.Enum(next(column.unit for column in OPTIONS.columns if column.name == "act").split("|"))
        named, nothing = np.isin(kind, _NAMED), np.full(len(codes), -1)
        character = np.where(named, casts[np.arange(len(codes)), np.where(named, codes >> 8 & 0xFF, 0)], 0)
        district = nothing
        for about, place in _PLACED.items():
            district = np.where(kind == about, codes >> place & _DISTRICT, district)
        at_district = pl.Series(district).replace(-1, None).cast(pl.UInt32)
        table = self._cell.variant.at(self._cell.players)
        ids = [each.id for each in table.cards.districts]
        costs = pl.Series([table.costs[name] for name in ids], dtype=pl.Int16)
        types = pl.Series([table.district_type(name) for name in ids], dtype=pl.String)
        return {
            "act": pl.Series([_ACTS.get(int(one), "nothing") for one in kind], dtype=acts),
            "character": self._names.characters.gather(character.astype(np.uint32)),
            "district": self._names.districts.gather(at_district),
            "cost": costs.gather(at_district),
            "type": types.gather(at_district),
        }


PLAYER = DecisionPlayer
