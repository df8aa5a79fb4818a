"""Forked picks: playing them, and their table with one row per node, character and replicate. What a node is, see `designs.forking`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.designs import fork_records as k
from citadels_sim.designs.facts import FACTS, PARTS
from citadels_sim.designs.fork_records import Forks, new_forks, new_question
from citadels_sim.designs.forking import fork_games
from citadels_sim.designs.player import Player
from citadels_sim.engine.actions import A_PICK, PICK
from citadels_sim.engine.rules import STEP_PICK, STEP_PICK_LAST, draft_program
from citadels_sim.engine.state import RANKS
from citadels_sim.runs.plan import Shard
from citadels_sim.variants.model import Table as Rules

_CHUNK: Final = 2
"""Games between two looks at whether to stop."""
_PLACES: Final = {fact.name: place for place, fact in enumerate(FACTS)}
_OF_FACT: Final = {"leader": "leader", "last": "last", "gold": "own.gold", "hand": "own.hand", "city": "own.districts", "place": "place"}
"""Columns that are facts of a node."""
_PARTS: Final = pl.Series(PARTS, dtype=pl.Enum(PARTS))
_OF_NODE: Final = {"round": k.ROUND, "slot": k.SLOT, "seat": k.SEAT, "rounds": k.ROUNDS, "weight": k.WEIGHT}


class Nodes(NamedTuple):
    """What came of the nodes of some games, by the rank picked. They follow one another: of each game its first picks, its second ones, ...

    Attributes
    ----------
    nodes : mapping of str to int array, shape (n,)
        The columns of the table that a node has, ``part`` (code), ``offered`` (bits of ranks), ``policy`` and ``drawn`` (ranks),
        ``bot`` (position).
    casts : int16 array, shape (n, RANKS)
        Character code by rank.
    wins : float64 array, shape (n, replicates, RANKS)
        Win credit of who picks, by rank picked; 0 of what was not offered.
    totals : int16 array, shape (n, replicates, RANKS)
        Final score of who picks, by rank picked.
    """

    nodes: dict[str, Array]
    casts: Array
    wins: Array
    totals: Array


class ForkPlayer(Player):
    """Forks the games of one cell at a pick."""

    KERNELS = (fork_games,)

    @staticmethod
    def per_game(rules: Rules) -> int:
        """Count the picks of a round: of each a game gives a node."""
        _, steps = draft_program(rules.players, max(rules.cast), rules.old_three)
        return sum(operation in (STEP_PICK, STEP_PICK_LAST) for operation, _ in steps)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> Nodes:
        """Fork every game of some blocks."""
        groups, memory = self._cell.per_game, self.table.raw.size
        question = new_question(PICK, 1 << A_PICK, groups=groups, last_round=self._rounds, options=RANKS, memory=memory)
        forks = new_forks(blocks * self._cell.per_block, self._replicates, RANKS, RANKS)
        for deals in self._deals(first, blocks, _CHUNK, stop):
            fork_games(self.table, self._saved, deals, question, forks)
        return _by_rank(forks)

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`. One row per node, character and replicate."""
        forks = self.play(shard.first, shard.blocks, stop)
        offered = (forks.nodes["offered"][:, None] >> np.arange(RANKS)) & 1
        number, replicate, rank = at = np.nonzero(np.broadcast_to(offered[:, None, :], forks.wins.shape))
        node: dict[str, Any] = {name: column[number] for name, column in forks.nodes.items()}
        columns = (
            self._keys(shard.first, number // self._cell.per_game)
            | {name: node[name] for name in (*_OF_NODE, *_OF_FACT)}
            | {
                "bot": self._bot_names(node["bot"]),
                "part": _PARTS.gather(node["part"].astype(np.uint32)),
                "character": self._names.characters.gather(forks.casts[number, rank].astype(np.uint32)),
                "rank": rank,
                "policy": node["policy"] == rank,
                "drawn": node["drawn"] == rank,
                "replicate": replicate,
                "win": forks.wins[at],
                "total": forks.totals[at],
            }
        )
        return {"forks": pl.DataFrame(columns)}


def _by_rank(forks: Forks) -> Nodes:
    """Sort the options of picks by the rank that each takes, and keep of the results those of who picks."""
    games, replicates, options, _ = forks.wins.shape
    ranks = forks.codes >> 8 & 0xFF
    there = np.arange(options) < forks.nodes[k.OPTIONS][:, None]
    offered = np.where(there, 1 << ranks, 0).sum(axis=1)
    at = np.arange(games)
    nodes = {name: forks.nodes[row] for name, row in _OF_NODE.items()}
    nodes |= {name: forks.facts[:, _PLACES[fact]].astype(np.int32) for name, fact in _OF_FACT.items()}
    nodes |= {"part": forks.facts[:, _PLACES["part"]].astype(np.int32)}
    nodes |= {"bot": forks.nodes[k.BOT], "offered": offered.astype(np.int32)}
    nodes |= {name: ranks[at, forks.nodes[row]].astype(np.int32) for name, row in {"policy": k.POLICY, "drawn": k.DRAWN}.items()}
    result = Nodes(nodes, forks.casts, np.zeros((games, replicates, RANKS)), np.zeros((games, replicates, RANKS), np.int16))
    game, option = np.nonzero(there)
    for all_seats, own in ((forks.wins, result.wins), (forks.totals, result.totals)):
        own[game, :, ranks[game, option]] = all_seats[game, :, option, forks.nodes[k.SEAT][game]]
    return result


PLAYER = ForkPlayer
