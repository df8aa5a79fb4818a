"""Playing shards with several processes: this one plays from the first moment, the others join in as soon as they are there.

Where there are few shards, threads of this process play them. Helpers are started afresh (never forked), which takes them a second or
two: each loads the compiled rules that this process left in the cache, plays shard after shard and writes them itself. What a shard holds
does not depend on who plays it, so the shard of a helper that was killed is simply played again.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import pickle
import threading
import time
import traceback
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Any, Final, NamedTuple, Self

from citadels_sim.engine.prepare import prepare
from citadels_sim.processes import end_with_parent, ignore_sigint, single_threaded, spawning
from citadels_sim.runs.manifest import ShardFile
from citadels_sim.runs.plan import Plan, Shard, restore_plan
from citadels_sim.runs.schedule import Schedule
from citadels_sim.runs.store import Store, open_store
from citadels_sim.runs.table_writer import Stopped, Writer, make_writer


class Written(NamedTuple):
    """A shard that is done: its files, and the seconds that one process took for it."""

    shard: Shard
    files: tuple[ShardFile, ...]
    seconds: float


PlanData = tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]
"""A plan as data, for another process."""

_FEW_SHARDS: Final = 32
"""Threads play at most so many shards of compiled bots: a second process needs 0.3 s to start. Processes play more: one that is killed
is replaced by the others, and each runs the Python code between games without waiting for another."""
_GRACE: Final = 60.0
"""Seconds that a helper may take to break off a game of slow bots."""


def plan_data(plan: Plan) -> PlanData:
    """Write a plan as data."""
    return plan.experiment.model_dump(mode="json"), [variant.resolved() for variant in plan.variants]


def plan_from_data(data: PlanData) -> Plan:
    """Make a plan again from `plan_data`."""
    return restore_plan(*data)


def write_shards(
    plan: Plan,
    store: Store,
    schedule: Schedule,
    workers: int,
    compile_first: Callable[[], None],
    notify: Callable[[str], None] = lambda _: None,
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
    workers : int
        Processes, this one among them; threads of this one where little is to be played.
    compile_first : callable
        Called in this process before the first game, while the workers start.
    notify : callable
        Gets a line when a helper is lost.

    Raises
    ------
    RunError
        When a file cannot be written.
    BotError
        When a bot in plain Python fails.
    """
    brief = all(bot.compiled for bot in plan.bots.values()) and schedule.left <= _FEW_SHARDS
    workers = min(workers, schedule.left)
    if workers > 1:
        with WorkerPool(workers, threads=brief) as pool:
            yield from pool(plan, store, schedule, compile_first, notify)
        return
    compile_first()
    writer = make_writer(plan, store)
    while (shard := schedule.take()) is not None:
        yield timed(writer, shard)


def timed(writer: Writer, shard: Shard) -> Written:
    """Play a shard and take the time."""
    begun = time.perf_counter()
    files = writer.write(shard)
    return Written(shard, files, time.perf_counter() - begun)


@dataclass(eq=False)
class _Member:
    """One who plays: a helper process, or the thread of this one.

    Attributes
    ----------
    line : Connection
        Shards go out on it, answers come in.
    stop : callable
        Makes it break off.
    join : callable
        Waits for its end.
    hand : list of Shard
        What it has been given and not answered, the one it plays first.
    ready : bool
        Whether it takes shards.
    """

    line: connection.Connection
    stop: Callable[[], None]
    join: Callable[[], None]
    hand: list[Shard] = field(default_factory=list)
    ready: bool = False

    def send(self, what: Any) -> None:
        """Send something; where it is gone, the next look at its line says so."""
        with contextlib.suppress(OSError):
            self.line.send(what)


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
        self._helpers: list[_Member] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end(self._helpers)
        self._helpers = []

    def __call__(
        self, plan: Plan, store: Store, schedule: Schedule, compile_first: Callable[[], None], notify: Callable[[str], None]
    ) -> Generator[Written]:
        """Play the shards of a schedule; as `write_shards`. Closing the iterator early ends the helpers."""
        self._helpers += [_start_helper() for _ in range(self._count - len(self._helpers))]
        members = [*self._helpers]
        for member in members:
            member.send((plan_data(plan), store.address))
        try:
            compile_first()
            for member in members:
                member.send("compiled")
            members += [_start_thread(plan, store) for _ in range(self._threads)]
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
    def _end(members: Sequence[_Member]) -> None:
        for member in members:
            member.stop()
        for member in members:
            member.join()


def _fill_hand(member: _Member, schedule: Schedule, members: int) -> None:
    """Give a member its next shards: one in reserve, so that it need not wait for an answer, but none near the end or before a look."""
    wanted = 2 if schedule.open > 4 * members else 1
    while member.ready and len(member.hand) < wanted:
        shard = schedule.take()
        if shard is None:
            return
        member.hand.append(shard)
        member.send(shard)


def _lose(member: _Member, schedule: Schedule, notify: Callable[[str], None]) -> None:
    member.stop()
    member.join()
    for shard in reversed(member.hand):
        schedule.give_back(shard)
    notify("A worker process was ended from outside (out of memory, perhaps). What it had begun is played by the others.")


def _start_helper() -> _Member:
    context = spawning()
    ours, theirs = context.Pipe()
    stop_read, stop_write = context.Pipe(duplex=False)
    process = context.Process(target=_help, args=(theirs, stop_read), daemon=True)
    with single_threaded(), ignore_sigint():
        process.start()
    theirs.close()  # so that the line ends when the helper does
    stop_read.close()

    def join() -> None:
        ours.close()
        if member.ready:
            process.join(_GRACE)
        if process.is_alive():  # not ready, it has been given nothing to break off
            process.kill()
            process.join()

    member = _Member(ours, stop_write.close, join)
    return member


def _start_thread(plan: Plan, store: Store) -> _Member:
    ours, theirs = multiprocessing.Pipe()
    stop = threading.Event()
    thread = threading.Thread(target=lambda: _serve(theirs, make_writer(plan, store, stop.is_set)), daemon=True)
    thread.start()

    def join() -> None:
        ours.close()
        thread.join()

    return _Member(ours, stop.set, join)


def _help(line: connection.Connection, stop: connection.Connection) -> None:
    """Be a helper process, for one plan after another."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        # Nothing is ever sent on `stop`: its other end is closed, by the parent or with it.
        while (assigned := _next(line)) is not None:
            data, address = assigned
            plan = plan_from_data(data)
            writer = make_writer(plan, open_store(address), stop.poll)
            if _next(line) is None:
                return
            prepare(plan.entry_points())  # what is compiled lies in the cache; loaded before the first shard, for which others may wait
            gc.freeze()  # what was made so far stays: it is not looked through again, which would take a tenth of a second at the end
            _serve(line, writer)
    except Exception as error:
        _answer(line, _portable(error))


def _serve(line: connection.Connection, writer: Writer) -> None:
    """Play the shards that come in on a line, until the last one of the plan is done or the line ends."""
    _answer(line, None)
    while (shard := _next(line)) is not None:
        try:
            answer: Any = timed(writer, shard)
        except (Stopped, KeyboardInterrupt):  # Polars breaks off in any thread when Ctrl-C comes; the main one sees to the rest
            line.close()
            return
        except Exception as error:
            answer = _portable(error)
        if not _answer(line, answer):
            return


def _next(line: connection.Connection) -> Any:
    """Receive what comes next on a line; None where it has ended."""
    try:
        return line.recv()
    except (EOFError, OSError):
        return None


def _answer(line: connection.Connection, answer: Any) -> bool:
    try:
        line.send(answer)
    except OSError:
        return False
    return True


def _portable(error: Exception) -> Exception:
    """Return an error that can be sent, with the traceback of where it comes from."""
    text = "".join(traceback.format_exception(error))
    try:
        pickle.dumps(error)
    except Exception:
        return RuntimeError(text)
    error.add_note(text)
    return error
