"""Who plays the shards of a run: what a pool takes and gives, whether it is threads, processes or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from citadels_sim.runs.plan import Plan, Shard, restore_plan
from citadels_sim.runs.schedule import Schedule
from citadels_sim.runs.store import Store
from citadels_sim.runs.table_writer import Writer, Written


class Pool(Protocol):
    """Those who play the shards: threads or processes of this machine, or a cluster."""

    def __call__(
        self, plan: Plan, store: Store, schedule: Schedule, compile_first: Callable[[], None], notify: Callable[[str], None]
    ) -> Generator[Written]:
        """Play the shards of a schedule and write their tables; give each when it is done, in whatever order.

        Closing the iterator (as a `KeyboardInterrupt` in its consumer does) stops all workers within a moment; the shards they are at are
        dropped, those already given are whole.

        Parameters
        ----------
        plan : Plan
        store : Store
            The run folder.
        schedule : Schedule
            What is missing; the consumer reports each shard that is done.
        compile_first : callable
            Called in this process before the first game, while the workers start.
        notify : callable
            Gets a line when a worker is lost.

        Raises
        ------
        RunError
            When a file cannot be written.
        BotError
            When a bot in plain Python fails.
        """


PlanData = tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]
"""A plan as data, for another process."""


def plan_data(plan: Plan) -> PlanData:
    """Write a plan as data."""
    return plan.experiment.model_dump(mode="json"), [variant.resolved() for variant in plan.variants]


def plan_from_data(data: PlanData) -> Plan:
    """Make a plan again from `plan_data`."""
    return restore_plan(*data)


def in_turn(writer: Writer, take: Callable[[], Shard | None]) -> Generator[Written]:
    """Play one shard after another, and give each when it is on the disk; the next one is played while the disk is busy.

    Parameters
    ----------
    writer : Writer
    take : callable
        Returns the next shard; None where there is none, or none before what was taken is reported as done.
    """
    begun: list[Future[Written]] = []
    try:
        while (shard := take()) is not None or begun:
            if shard is not None:
                begun.append(writer.start(shard))
            if shard is None or len(begun) > 1:
                yield begun.pop(0).result()
    finally:
        for written in begun:
            writer.discard(written)
