"""Playing shards on this machine: this process plays from the first moment, helper processes join in as soon as they are there.

Where there are few shards, threads play all of them. What a shard holds does not depend on who plays it, so the shard of a helper that was
killed is simply played again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from multiprocessing import connection
from typing import Final, Self

from citadels_sim.runs.member import Member, start_helper, start_thread
from citadels_sim.runs.plan import Plan
from citadels_sim.runs.schedule import Schedule
from citadels_sim.runs.store import Store
from citadels_sim.runs.table_writer import Writer, Written
from citadels_sim.runs.team import Team, in_turn, plan_data

_FEW_SHARDS: Final = 32
"""Threads play at most so many shards of compiled bots: a second process needs 0.3 s to start. Processes play more: one that is killed
is replaced by the others, and each runs the Python code between games without waiting for another."""


def local_team(workers: int) -> Team:
    """Return a team that plays one run on this machine: threads where little is to be played, else processes."""

    def play(
        plan: Plan, store: Store, schedule: Schedule, compile_first: Callable[[], None], notify: Callable[[str], None]
    ) -> Generator[Written]:
        brief = all(bot.compiled for bot in plan.bots.values()) and schedule.left <= _FEW_SHARDS
        with WorkerPool(min(workers, schedule.left), threads=brief) as pool:
            yield from pool(plan, store, schedule, compile_first, notify)

    return play


class WorkerPool:
    """Processes or threads that play the shards of one plan after another; this one plays, too. Leaving its context ends them.

    Parameters
    ----------
    workers : int
        How many play at a time.
    threads : bool
        Whether all of them are threads of this process, which play at once; compiled games leave Python to the others.
    """

    def __init__(self, workers: int, *, threads: bool = False) -> None:
        self._count, self._threads = (0, workers) if threads else (workers - 1, 1)
        self._helpers: list[Member] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end(self._helpers)
        self._helpers = []

    def __call__(
        self, plan: Plan, store: Store, schedule: Schedule, compile_first: Callable[[], None], notify: Callable[[str], None]
    ) -> Generator[Written]:
        """Play the shards of a schedule; as `Team`. Closing the iterator early ends the helpers."""
        if self._count + self._threads == 1:  # nobody to hand shards to, and no thread to wait for: 2 % less time
            compile_first()
            yield from in_turn(Writer(plan, store), schedule.take)
            return
        self._helpers += [start_helper() for _ in range(self._count - len(self._helpers))]
        members = [*self._helpers]
        for member in members:
            member.send((plan_data(plan), store.address))
        try:
            compile_first()
            for member in members:
                member.send("compiled")
            members += [start_thread(plan, store) for _ in range(self._threads)]
            while not schedule.over:
                for member in members:
                    _fill_hand(member, schedule, len(members))
                ready = connection.wait([member.line for member in members])
                for member in [member for member in members if member.line in ready]:
                    try:
                        answer = member.line.recv()
                    except (EOFError, OSError):
                        members.remove(member)
                        _lose(member, schedule, notify)
                        continue
                    if answer is None:
                        member.ready = True
                        continue
                    if isinstance(answer, BaseException):
                        raise answer
                    member.hand.remove(answer.shard)
                    yield answer
            self._helpers = [member for member in members if member in self._helpers]
            for member in self._helpers:
                member.send(None)  # that was the last shard of this plan
        except BaseException:
            self._end(self._helpers)
            self._helpers = []
            raise
        finally:
            self._end([member for member in members if member not in self._helpers])

    @staticmethod
    def _end(members: Sequence[Member]) -> None:
        for member in members:
            member.stop()
        for member in members:
            member.join()


def _fill_hand(member: Member, schedule: Schedule, members: int) -> None:
    """Give a member its next shards: one in reserve, so that it need not wait for an answer, but none near the end or before a look."""
    wanted = 2 if schedule.open > 4 * members else 1
    while member.ready and len(member.hand) < wanted:
        shard = schedule.take()
        if shard is None:
            return
        member.hand.append(shard)
        member.send(shard)


def _lose(member: Member, schedule: Schedule, notify: Callable[[str], None]) -> None:
    member.stop()
    member.join()
    for shard in reversed(member.hand):
        schedule.give_back(shard)
    notify("A worker process was ended from outside (out of memory, perhaps). What it had begun is played by the others.")
