"""Who writes the shards of a plan: of games that are played, noted round by round, forked, restricted, replayed, or whose cast is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from citadels_sim.tournament.bans import BanWriter, ban_seams
from citadels_sim.tournament.casts import CastWriter, cast_seams
from citadels_sim.tournament.crowns import CrownWriter, crown_seams
from citadels_sim.tournament.flow import FlowWriter, flow_seams
from citadels_sim.tournament.folder import ShardFile
from citadels_sim.tournament.forks import ForkWriter, fork_seams
from citadels_sim.tournament.kingmaking import KingmakingWriter, kingmaking_seams
from citadels_sim.tournament.luck import LuckWriter, luck_seams
from citadels_sim.tournament.plan import Plan, Shard
from citadels_sim.tournament.play import seams_of
from citadels_sim.tournament.shards import ShardWriter
from citadels_sim.tournament.store import Store

__all__ = ["Writer", "make_writer", "plan_seams"]


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


def plan_seams(plan: Plan) -> list[Callable[..., Any]]:
    """Name the compiled entry points that a plan needs, each once."""
    bots = plan.bots.values()
    seams = {"forks": fork_seams, "crowns": crown_seams, "bans": ban_seams, "flow": flow_seams, "casts": cast_seams}
    seams |= {"luck": luck_seams, "kingmaking": kingmaking_seams}
    return seams.get(plan.experiment.kind, seams_of)(bots)
