"""Playing shards on many machines: each is a task of a Dask cluster, and its worker writes the files itself.

The results lie in a folder that all machines share, or at an address of fsspec. A worker that is lost costs the shards it was at: the
scheduler gives them to another. What is played does not depend on who plays it, and workers with other code or libraries are refused.
Dask is an extra (``citadels-sim[cluster]``) and imported here only, when a cluster is requested.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import hashlib
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Final

from citadels_sim import __version__
from citadels_sim.compiler.cache import roots
from citadels_sim.compiler.decorators import INTERPRETED
from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import CitadelsError, UnavailableError
from citadels_sim.runs.code import identity
from citadels_sim.runs.connection import NO_WORKERS, connected, own_security, quietly
from citadels_sim.runs.manifest import MANIFEST
from citadels_sim.runs.plan import Plan, Shard
from citadels_sim.runs.pool_types import PlanData, plan_data, plan_from_data
from citadels_sim.runs.schedule import Schedule
from citadels_sim.runs.store import LocalStore, Store, open_store
from citadels_sim.runs.table_writer import Writer, Written

__all__ = ["ClusterPool", "identity"]

_LOOK: Final = 2.0
"""Seconds between two looks at how many workers there are."""

_here = threading.local()
"""A worker thread's own writer, and what it is for."""


class ClusterPool:
    """Plays on a Dask cluster; a `pool_types.Pool`.

    Parameters
    ----------
    scheduler : str, optional
        Address of a scheduler that runs, such as ``tcp://10.0.0.1:8786``.
    local : int
        Without one: a cluster of so many worker processes on this machine, for the time of the run.
    """

    def __init__(self, scheduler: str | None = None, local: int = 0) -> None:
        self._scheduler = scheduler
        self._local = local

    def __call__(
        self, plan: Plan, store: Store, schedule: Schedule, compile_first: Callable[[], None], notify: Callable[[str], None]
    ) -> Generator[Written]:
        """Play the shards of a schedule; as `Pool`."""
        security = None
        if self._scheduler is None:
            security = own_security()
            compile_first()  # so that the workers, on this machine, find everything in the cache
        with connected(self._scheduler, self._local, security) as client:
            if isinstance(store, LocalStore):
                store = LocalStore(store.path.resolve())
            _check_workers(client, store)
            if self._scheduler is not None:
                compile_first()
            yield from _Dispatcher(client, plan, store, schedule, notify).run()


def _check_workers(client: Any, store: Store) -> None:
    """Refuse workers that would play other games, or write them where nobody looks."""
    seen = hashlib.sha256(store.read(MANIFEST)).hexdigest()
    answers: Mapping[str, Any] = client.run(_look_round, store.address, on_error="return")
    for worker, answer in sorted(answers.items()):
        _check_worker(worker, answer, seen, store.address)


def _look_round(address: str) -> tuple[Mapping[str, str], str | None]:
    """Return a worker's versions, and the digest of the manifest as it sees it."""
    try:
        manifest = hashlib.sha256(open_store(address).read(MANIFEST)).hexdigest()
    except (OSError, CitadelsError):
        manifest = None
    return identity(), manifest


def _check_worker(worker: str, answer: Any, manifest: str, address: str) -> None:
    if isinstance(answer, BaseException):
        raise UnavailableError(
            f"worker {worker}: does not have citadels_sim {__version__} ({type(answer).__name__}: {answer}). "
            f"Install the same package on all machines, and start the worker again."
        )
    versions, seen = answer
    if differ := _differences(versions, identity()):
        raise UnavailableError(f"worker {worker}: {differ}. Install the same versions on all machines, and start the worker again.")
    if seen != manifest:
        raise UnavailableError(
            f"worker {worker}: does not see the run folder {address}. Give a folder that all machines share, by its full path, "
            f"or an address of fsspec such as s3://bucket/run, with --out."
        )


def _differences(theirs: Mapping[str, str], ours: Mapping[str, str]) -> str:
    """State in which versions a worker differs from this process; empty where in none."""
    words = []
    for name, version in ours.items():
        other = theirs.get(name, "none")
        if other != version:
            what = "rules that differ from this citadels_sim's" if name == "rules" else f"{name} {other}, here is {version}"
            words.append(f"has {what}")
    return ", ".join(words)


class _Dispatcher:
    """Hands shards to a cluster, a few more than it has threads, and collects what is done."""

    def __init__(self, client: Any, plan: Plan, store: Store, schedule: Schedule, notify: Callable[[str], None]) -> None:
        self._client = client
        self._schedule = schedule
        self._notify = notify
        self._task = (plan_data(plan), plan.bot_digests(), store.address, identity())
        self._running: dict[Any, Shard] = {}
        self._threads = 0
        self._looked = -_LOOK
        self._alive = time.monotonic()

    def run(self) -> Generator[Written]:
        """Yield every shard when it is done."""
        import distributed

        try:
            while not self._schedule.over:
                self._count_threads()
                self._submit()
                with contextlib.suppress(TimeoutError):
                    distributed.wait(list(self._running), timeout=_LOOK, return_when="FIRST_COMPLETED")
                for future in [future for future in self._running if future.done()]:
                    yield self._result(future)
        except (OSError, RuntimeError, concurrent.futures.CancelledError, asyncio.CancelledError) as error:
            if isinstance(error, RuntimeError) and self._client.status == "running":
                raise
            raise self._gone() from None
        finally:
            quietly(self._client.cancel, futures=list(self._running), force=True)

    def _count_threads(self) -> None:
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        self._looked = now
        before, self._threads = self._threads, sum(self._client.nthreads().values())
        if self._client.status != "running":
            raise self._gone()
        if self._threads:
            self._alive = now
        elif now - self._alive > NO_WORKERS:
            raise UnavailableError(
                "All workers of the cluster are gone. Finished shards are kept: start workers, and give the same command again."
            )
        if self._threads < before:
            self._notify("A worker of the cluster is gone; others play its shards.")

    def _submit(self) -> None:
        while len(self._running) < 2 * max(1, self._threads):
            shard = self._schedule.take()
            if shard is None:
                return
            self._running[self._client.submit(_write, *self._task, shard, pure=False)] = shard

    def _result(self, future: Any) -> Written:
        shard = self._running.pop(future)
        if future.status == "finished":
            written: Written = future.result()
            return written
        error = future.exception() if future.status == "error" else None
        if isinstance(error, CitadelsError):
            raise error
        if error is None:  # cancelled or lost: the scheduler forgot it
            raise self._gone()
        if type(error).__name__ == "KilledWorker":
            raise UnavailableError(
                f"cluster: shard {shard.number} has ended every worker that played it (out of memory, perhaps). Finished shards are kept: "
                f"give the same command again, with fewer or larger workers."
            )
        raise RuntimeError(f"a worker of the cluster failed at shard {shard.number}") from error

    def _gone(self) -> UnavailableError:
        return UnavailableError(
            "The scheduler of the cluster is gone. Finished shards are kept: start it, and give the same command again."
        )


def _write(data: PlanData, bots: Mapping[str, str | None], address: str, versions: Mapping[str, str], shard: Shard) -> Any:
    """Play one shard on a worker."""
    key = (data, bots, address)
    if getattr(_here, "key", None) != key:
        if differ := _differences(identity(), versions):  # a worker that came after the others were looked at
            raise UnavailableError(
                f"a worker that joined: {differ}. Install the same versions on all machines, and start the worker again."
            )
        plan = plan_from_data(data)
        if plan.bot_digests() != dict(bots):
            raise UnavailableError("a worker has a different file of a bot. Put the same file on all machines, at the same path.")
        with _one_compiles():
            prepare(plan.entry_points())
        _here.writer = Writer(plan, open_store(address))
        _here.key = key
    return _here.writer.start(shard).result()


@contextlib.contextmanager
def _one_compiles() -> Iterator[None]:
    """Let one process of a machine compile into the cache at a time; the others then load what it left."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    if INTERPRETED or not roots():
        yield
        return
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):  # where it cannot be held, or a link lies in its place, each compiles for itself
            handle = os.open(roots()[-1] / ".compiling", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
            held.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
