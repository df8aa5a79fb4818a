"""Playing shards with several processes: this one plays from the first moment, the others join in as soon as they are there.

Helpers are started afresh (never forked), which takes them a second or two: each loads the compiled rules that this process left in the
cache, plays shard after shard and writes them itself. What a shard holds does not depend on who plays it.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for_objects
from pathlib import Path
from typing import Any, Final

from citadels_sim.errors import RunError
from citadels_sim.tournament.folder import ShardFile
from citadels_sim.tournament.plan import Plan, Shard, restore_plan
from citadels_sim.tournament.play import Stopped
from citadels_sim.tournament.shards import ShardWriter

__all__ = ["cores", "single_threaded", "write_shards"]

Written = tuple[Shard, tuple[ShardFile, ...]]

_FEW_SHARDS: Final = 8
"""So few shards of compiled bots are played before a second process has started."""

_writer: ShardWriter | None = None
"""A worker process's own writer."""


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def write_shards(plan: Plan, folder: Path, shards: Sequence[Shard], workers: int, compile_first: Callable[[], None]) -> Generator[Written]:
    """Play shards and write their tables; give each when it is done, in whatever order.

    Closing the iterator (as a `KeyboardInterrupt` in its consumer does) stops all workers within a moment; the shards they are at are
    dropped, those already given are whole.

    Parameters
    ----------
    plan : Plan
    folder : Path
        The run folder.
    shards : sequence of Shard
        What is missing.
    workers : int
        Processes, this one among them.
    compile_first : callable
        Called in this process before the first game, while the workers start.

    Raises
    ------
    RunError
        When a file cannot be written, or a worker is killed from outside.
    BotError
        When a bot in plain Python fails.
    """
    quick = all(bot.compiled for bot in plan.bots.values()) and len(shards) <= _FEW_SHARDS
    helpers = 0 if quick else min(workers, len(shards)) - 1
    if helpers:
        yield from _with_helpers(plan, folder, shards, helpers, compile_first)
        return
    compile_first()
    writer = ShardWriter(plan, folder)
    for shard in shards:
        yield shard, writer.write(shard)


def _with_helpers(plan: Plan, folder: Path, shards: Sequence[Shard], helpers: int, compile_first: Callable[[], None]) -> Generator[Written]:
    """Play shards here and in so many processes beside."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    told = (plan.experiment.model_dump(mode="json"), [variant.resolved() for variant in plan.variants], str(folder), stop)
    executor = ProcessPoolExecutor(helpers, mp_context=context, initializer=_begin, initargs=told)
    waiting = iter(shards)
    running: set[Future[Written]] = set()
    try:
        with single_threaded(), _deaf_to_interrupts():
            for _ in range(helpers):
                executor.submit(_hello)
        compile_first()
        writer = ShardWriter(plan, folder)
        while True:
            # Two for each helper, so that none waits while a shard is played here.
            running |= {executor.submit(_write, shard) for shard in itertools.islice(waiting, 2 * helpers - len(running))}
            mine = next(waiting, None)
            if mine is not None:
                yield mine, writer.write(mine)
            elif not running:
                return
            done, running = wait(running, timeout=None if mine is None else 0, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise RunError(
            f"{folder}: a worker process was ended from outside (out of memory, perhaps). What it had finished is kept: "
            f"give the same command again, with fewer --workers if memory is short."
        ) from None
    finally:
        stop.set()
        executor.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def single_threaded() -> Iterator[None]:
    """Start child processes whose Polars uses one thread: Polars reads the number when it is first imported."""
    threads = os.environ.get("POLARS_MAX_THREADS")
    os.environ["POLARS_MAX_THREADS"] = "1"
    try:
        yield
    finally:
        if threads is None:
            del os.environ["POLARS_MAX_THREADS"]
        else:
            os.environ["POLARS_MAX_THREADS"] = threads


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start child processes that leave Ctrl-C to the parent.

    What is ignored stays ignored in a child from its first moment, which no handler set later could reach.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _begin(experiment: Mapping[str, Any], variants: Sequence[Mapping[str, Any]], folder: str, stop: Any) -> None:
    """Set up a worker process."""
    global _writer
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _writer = ShardWriter(restore_plan(experiment, variants), Path(folder), stop.is_set)


def _end_with_parent() -> None:
    """End this process when its parent is gone, however it went: nobody would ever collect its work."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_objects([parent.sentinel])
        os._exit(1)


def _hello() -> None:
    """Do nothing: what matters is that a process was started for it."""


def _write(shard: Shard) -> Written:
    if _writer is None:
        raise Stopped
    return shard, _writer.write(shard)
