"""Kingmaking: games noted round by round, and the hostile acts of their last rounds replayed with other targets; playing and tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.bots import Bot
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.state import OUT
from citadels_sim.lab.flow.play import FlowPlayer, Flows, flow_table
from citadels_sim.lab.kingmaking.kernel import ACT_COLUMNS, ACTS, MOST_ACTS, RESTRAINT, act_games
from citadels_sim.lab.player import NodePlayer
from citadels_sim.lab.tournament.columns import G_ROUNDS
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.table_writer import TableWriter

_CHUNK: Final = 50
"""Games between two looks at whether to stop."""

_ACTS: Final = pl.Enum(list(ACTS.values()))
_NAMES: Final = pl.Series([ACTS.get(kind) for kind in range(max(ACTS) + 1)], dtype=_ACTS)
_RESTRAINTS: Final = pl.Series([False, True, None])
assert len(_RESTRAINTS) == len(RESTRAINT)


class ActPlayer(NodePlayer):
    """Plays the games of one cell, and replays the hostile acts of their last rounds with other targets."""

    KERNELS = (*FlowPlayer.KERNELS, act_games)

    def __init__(self, cell: Cell, bots: dict[str, Bot], seed: int) -> None:
        super().__init__(cell, bots, seed)
        self._flow = FlowPlayer(cell, bots, seed)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> tuple[Flows, np.ndarray]:
        """Play all rotations of some blocks.

        Returns
        -------
        flows, acts
            The course of the games, as `flow.FlowPlayer.play` gives it, and the results of the hostile acts of their last rounds, as
            `kingmaking_kernel.act_games` fills it, cut to length.

        Raises
        ------
        Stopped
            When `stop` returned True.
        """
        flows = self._flow.play(first, blocks, stop)
        games, rounds = blocks * self._cell.rotations, np.minimum(flows.games[G_ROUNDS], ROUND_CAP).astype(np.int32)
        acts, targets, filled = np.zeros((len(ACT_COLUMNS), games * MOST_ACTS), np.int32), np.zeros(OUT, np.int64), np.zeros(1, np.int64)
        for deals in self._deals(first, blocks, _CHUNK, stop):
            act_games(self.table, self._saved, deals, rounds, targets, acts, filled)
        return flows, acts[:, : int(filled[0])]


entry_points = ActPlayer.entry_points


def act_table(plan: Plan, shard: Shard, seeds: np.ndarray, acts: np.ndarray) -> pl.DataFrame:
    """Make the table of hostile acts, one row per act, without the names of the cell.

    Parameters
    ----------
    plan : Plan
    shard : Shard
        The blocks.
    seeds : int64 array, shape (games,)
        The seed of each game.
    acts : int32 array, shape (len(ACT_COLUMNS), n)
        As `ActPlayer.play` gives it.
    """
    cell = plan.cells[shard.cell]
    columns = dict(zip(ACT_COLUMNS, acts, strict=True))
    game, seat = columns["game"], columns["seat"]
    rotation = game % cell.rotations
    return pl.DataFrame(
        {
            "block": shard.first + game.astype(np.int64) // cell.rotations,
            "rotation": rotation,
            "seed": seeds[game],
            "round": columns["round"],
            "seat": seat,
            "bot": pl.Series(cell.seats, dtype=pl.Enum(list(plan.bots))).gather(((seat - rotation) % cell.players).astype(np.uint32)),
            "act": _NAMES.gather(columns["act"].astype(np.uint32)),
            "others": columns["others"],
            "changed": columns["changed"],
            "restraint": _RESTRAINTS.gather(columns["restraint"].astype(np.uint32)),
        }
    ).with_columns(pl.col("rotation", "seat").cast(pl.Int8), pl.col("round", "others", "changed").cast(pl.Int16))


class Writer(TableWriter[ActPlayer]):
    """Plays the games of a plan's shards, keeping their course and what their last rounds' acts decide."""

    def _new_player(self, cell: Cell) -> ActPlayer:
        return ActPlayer(cell, self._plan.bots, self._plan.experiment.seed)

    def _tables(self, shard: Shard, player: ActPlayer) -> dict[str, pl.DataFrame]:
        flows, acts = player.play(shard.first, shard.blocks, self._stop)
        table = act_table(self._plan, shard, flows.seeds, acts).with_columns(*self._keys(shard))
        return {"kingmaking": table, "states": flow_table(self._plan, shard, flows)}
