"""Kingmaking: games recorded round by round, and the hostile acts of their last rounds replayed with other targets; playing and tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.flow.kernel import FlowRows
from citadels_sim.designs.flow.play import FlowPlayer
from citadels_sim.designs.kingmaking.kernel import ACT_COLUMNS, ACTS, MOST_ACTS, RESTRAINT, act_games
from citadels_sim.designs.player import Player
from citadels_sim.designs.recording.columns import G_ROUNDS
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.state import OUT
from citadels_sim.runs.plan import Shard

_CHUNK: Final = 50
"""Games between two looks at whether to stop."""

_ACTS: Final = pl.Enum(list(ACTS.values()))
_NAMES: Final = pl.Series([ACTS.get(kind) for kind in range(max(ACTS) + 1)], dtype=_ACTS)
_RESTRAINTS: Final = pl.Series([False, True, None])
assert len(_RESTRAINTS) == len(RESTRAINT)


class ActPlayer(Player):
    """Plays the games of one cell, and replays the hostile acts of their last rounds with other targets."""

    KERNELS = (*FlowPlayer.KERNELS, act_games)

    @cached_property
    def _flow(self) -> FlowPlayer:
        return FlowPlayer(self._cell, self._named, self._seed)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> tuple[FlowRows, np.ndarray]:
        """Play all rotations of some blocks.

        Returns
        -------
        flows, acts
            The course of the games, as `FlowPlayer.play` gives it, and the results of the hostile acts of their last rounds, as
            `kernel.act_games` fills it, cut to length.
        """
        flows = self._flow.play(first, blocks, stop)
        games, rounds = blocks * self._cell.rotations, np.minimum(flows.games[G_ROUNDS], ROUND_CAP).astype(np.int32)
        acts, targets, filled = np.zeros((len(ACT_COLUMNS), games * MOST_ACTS), np.int32), np.zeros(OUT, np.int64), np.zeros(1, np.int64)
        for deals in self._deals(first, blocks, _CHUNK, stop):
            act_games(self.table, self._saved, deals, rounds, targets, acts, filled)
        return flows, acts[:, : int(filled[0])]

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`. One row per hostile act, and the states as a run of flow has them."""
        flows, acts = self.play(shard.first, shard.blocks, stop)
        columns = dict(zip(ACT_COLUMNS, acts, strict=True))
        keys = self._keys(shard.first, columns["game"])
        rows = (
            keys
            | {name: columns[name] for name in ("round", "seat", "others", "changed")}
            | {
                "bot": self._bot_names((columns["seat"] - keys["rotation"]) % self._cell.players),
                "act": _NAMES.gather(columns["act"].astype(np.uint32)),
                "restraint": _RESTRAINTS.gather(columns["restraint"].astype(np.uint32)),
            }
        )
        return {"kingmaking": pl.DataFrame(rows), "states": self._flow.states(shard.first, flows)}


PLAYER = ActPlayer
