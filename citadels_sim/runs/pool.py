"""Playing shards on this machine: this process plays from the first moment, worker processes join in as soon as they are there.

Where there are few shards, threads play all of them. Each worker is an executor of `concurrent.futures` with one process or thread, so that
one that is killed costs only what it was at: what a shard holds does not depend on who plays it, and it is simply played again.
"""

from __future__ import annotations

import gc
import multiprocessing
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, Final, Self

from citadels_sim.engine.prepare import prepare
from citadels_sim.processes import end_with_parent, ignore_sigint, single_threaded, spawning
from citadels_sim.runs.plan import Plan, Shard
from citadels_sim.runs.pool_types import PlanData, Pool, in_turn, plan_data, plan_from_data
from citadels_sim.runs.schedule import Schedule
from citadels_sim.runs.store import Store, open_store
from citadels_sim.runs.table_writer import Writer, Written

_FEW_SHARDS: Final = 32
"""Threads play at most so many shards of compiled bots: a second process needs 0.3 s to start. Processes play more: one that is killed
is replaced by the others, and each runs the Python code between games without waiting for another."""
_GRACE: Final = 60.0
"""Seconds that a process may take to break off a game of slow bots."""


def local_pool(workers: int) -> Pool:
    """Return a pool that plays one run on this machine: threads where little is to be played, else processes."""

    def play(
        plan: Plan, store: Store, schedule: Schedule, compile_first: Callable[[], None], notify: Callable[[str], None]
    ) -> Generator[Written]:
        brief = all(bot.compiled for bot in plan.bots.values()) and schedule.left <= _FEW_SHARDS
        with WorkerPool(min(workers, schedule.left), threads=brief) as pool:
            yield from pool(plan, store, schedule, compile_first, notify)

    return play


class _Player:
    """Plays the shards of one plan, one after the other; the last one may still be on its way to the disk while the next is played."""

    def __init__(self, plan: Plan, store: Store, stop: Callable[[], bool]) -> None:
        self.plan = plan
        self._writer = Writer(plan, store, stop)
        self._begun: Future[Written] | None = None

    def turn(self, shard: Shard | None) -> Written | None:
        """Play a shard, if one is given; return the one before once it is on the disk, None where there is none."""
        before, self._begun = self._begun, None if shard is None else self._writer.start(shard)
        return None if before is None else before.result()


class _Worker:
    """One who plays: an executor with one process or thread, and what it has been given.

    Attributes
    ----------
    turn : callable
        What it does with a shard, see `_Player.turn`.
    shards : list of Shard
        What it has been given and has not returned.
    answers : deque of Future
        What it will return, in this order.
    ready : Future
        Done when it can play.
    """

    def __init__(self, executor: Executor, stop: Callable[[], None], turn: Callable[[Shard | None], Written | None]) -> None:
        self.executor = executor
        self.turn = turn
        self.shards: list[Shard] = []
        self.answers: deque[Future[Written | None]] = deque()
        self.ready: Future[Any] = Future()
        self._stop = stop

    def fill(self, schedule: Schedule, workers: int) -> None:
        """Give it its next shards: one in reserve, so that it need not wait for an answer, but none near the end or before a look."""
        if not self.ready.done():
            return
        wanted = 2 if schedule.open > 4 * workers else 1
        while len(self.answers) < wanted and (shard := schedule.take()) is not None:
            self.shards.append(shard)
            self.answers.append(self.submit(self.turn, shard))
        if self.shards and not self.answers:  # nothing to be played now: others may wait for what is on its way to the disk
            self.answers.append(self.submit(self.turn, None))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Give it something to do; where it is gone, the answer says so."""
        try:
            return self.executor.submit(function, *arguments)
        except BrokenProcessPool as error:
            gone: Future[Any] = Future()
            gone.set_exception(error)
            return gone

    def waiting(self) -> Future[Any]:
        """Return what comes next of it."""
        return self.answers[0] if self.answers else self.ready

    def end(self) -> None:
        """Make it break off, and wait for its end."""
        self._stop()
        self.executor.shutdown(cancel_futures=True)


class _Process(_Worker):
    """A process of its own, which plays one plan after another."""

    def __init__(self) -> None:
        context = spawning()
        stop, self._stop_end = context.Pipe(duplex=False)
        super().__init__(ProcessPoolExecutor(1, context, _start_process, (stop,)), self._stop_end.close, _turn)
        others = multiprocessing.active_children()
        with single_threaded(), ignore_sigint():  # the process is started with its first task
            self.started = self.executor.submit(bool)
        (self.process,) = (child for child in multiprocessing.active_children() if child not in others)
        stop.close()

    def end(self) -> None:
        """Make it break off, and wait for its end: one that has not begun has nothing to break off, one that does not listen is killed."""
        self._stop()
        if self.started.done():
            wait([*self.answers], _GRACE)
        if not (self.started.done() and all(answer.done() for answer in self.answers)):
            self.process.kill()
        self.executor.shutdown(cancel_futures=True)


def _thread(plan: Plan, store: Store) -> _Worker:
    """Start a thread that plays one plan."""
    stop = threading.Event()
    worker = _Worker(ThreadPoolExecutor(1), stop.set, _Player(plan, store, stop.is_set).turn)
    worker.ready.set_result(None)
    return worker


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
        self._processes: list[_Process] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end(self._processes)

    def __call__(
        self, plan: Plan, store: Store, schedule: Schedule, compile_first: Callable[[], None], notify: Callable[[str], None]
    ) -> Generator[Written]:
        """Play the shards of a schedule; as `Pool`. Closing the iterator early ends the processes."""
        if self._count + self._threads == 1:  # nobody to hand shards to, and no thread to wait for: 2 % less time
            compile_first()
            yield from in_turn(Writer(plan, store), schedule.take)
            return
        threads: list[_Worker] = []
        try:
            self._processes += [_Process() for _ in range(self._count - len(self._processes))]
            compile_first()
            for process in self._processes:
                process.ready = process.submit(_begin, plan_data(plan), store.address)
            threads += [_thread(plan, store) for _ in range(self._threads)]
            yield from self._play([*self._processes, *threads], schedule, notify)
        except BaseException:
            self._end([*threads, *self._processes])
            raise
        self._end(threads)

    def _play(self, workers: list[_Worker], schedule: Schedule, notify: Callable[[str], None]) -> Generator[Written]:
        while not schedule.over:
            for worker in workers:
                worker.fill(schedule, len(workers))
            wait([worker.waiting() for worker in workers if worker.answers or not worker.ready.done()], return_when=FIRST_COMPLETED)
            for worker in [worker for worker in workers if worker.waiting().done()]:
                try:
                    written = worker.answers.popleft().result() if worker.answers else worker.ready.result()
                except BrokenProcessPool:
                    workers.remove(worker)
                    self._lose(worker, schedule, notify)
                    continue
                if written is not None:
                    worker.shards.remove(written.shard)
                    yield written

    def _lose(self, worker: _Worker, schedule: Schedule, notify: Callable[[str], None]) -> None:
        self._end([worker])
        for shard in reversed(worker.shards):
            schedule.give_back(shard)
        notify("A worker process was ended from outside (out of memory, perhaps). The others play its shards.")

    def _end(self, workers: Sequence[_Worker]) -> None:
        for worker in workers:
            worker.end()
        self._processes = [process for process in self._processes if process not in workers]


_player: _Player
"""What a worker process plays with."""
_stop: Callable[[], bool]


def _start_process(stop: Connection) -> None:
    """Be a worker process. Nothing is ever sent on `stop`: its other end is closed, by the parent or with it."""
    global _stop
    _stop = stop.poll
    end_with_parent()


def _begin(data: PlanData, address: str) -> None:
    """Make ready for a plan. What is compiled lies in the cache: loaded before the first shard, for which others may wait."""
    global _player
    _player = _Player(plan_from_data(data), open_store(address), _stop)
    prepare(_player.plan.entry_points())
    gc.freeze()  # what was made so far stays: it is not looked through again, which would take a tenth of a second at the end


def _turn(shard: Shard | None) -> Written | None:
    return _player.turn(shard)
