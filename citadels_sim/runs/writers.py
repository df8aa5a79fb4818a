"""Who writes the shards of a plan: of games that are played, noted round by round, forked, restricted, replayed, or whose cast is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from citadels_sim.lab.bans.play import BanWriter, ban_entry_points
from citadels_sim.lab.casts.play import CastWriter, cast_entry_points
from citadels_sim.lab.crowns.play import CrownWriter, crown_entry_points
from citadels_sim.lab.flow.play import FlowWriter, flow_entry_points
from citadels_sim.lab.forks.play import ForkWriter, fork_entry_points
from citadels_sim.lab.kingmaking.play import KingmakingWriter, kingmaking_entry_points
from citadels_sim.lab.luck.play import LuckWriter, luck_entry_points
from citadels_sim.lab.tournament.play import entry_points_of
from citadels_sim.lab.tournament.shards import ShardWriter
from citadels_sim.runs.folder import ShardFile
from citadels_sim.runs.plan import Plan, Shard
from citadels_sim.runs.store import Store

__all__ = ["Writer", "make_writer", "plan_entry_points"]


class Writer(Protocol):
    """Plays shards of one plan into a run folder."""

    def write(self, shard: Shard) -> tuple[ShardFile, ...]:
        """Play a shard and write its tables; as `shards.ShardWriter.write`."""


def make_writer(plan: Plan, store: Store, stop: Callable[[], bool] = lambda: False) -> Writer:
    """Make the writer for a plan's kind of experiment; parameters as for `shards.ShardWriter`."""
    makers: dict[str, Callable[..., Writer]] = {
        "forks": ForkWriter, "crowns": CrownWriter, "bans": BanWriter, "flow": FlowWriter, "casts": CastWriter,
        "luck": LuckWriter, "kingmaking": KingmakingWriter,
    }  # fmt: skip
    return makers.get(plan.experiment.kind, ShardWriter)(plan, store, stop)


def plan_entry_points(plan: Plan) -> list[Callable[..., Any]]:
    """Name the compiled entry points that a plan needs, each once."""
    bots = plan.bots.values()
    entry_points = {
        "forks": fork_entry_points,
        "crowns": crown_entry_points,
        "bans": ban_entry_points,
        "flow": flow_entry_points,
        "casts": cast_entry_points,
    }
    entry_points |= {"luck": luck_entry_points, "kingmaking": kingmaking_entry_points}
    return entry_points.get(plan.experiment.kind, entry_points_of)(bots)
