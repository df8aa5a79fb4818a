"""Worker processes: how many a machine has room for, how they start, and how they end with their parent."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from citadels_sim.errors import RunError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnContext

_PRODUCTS: Final = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
_NUMBERS: Final = ("POLARS_MAX_THREADS", *_PRODUCTS)
"""Environment variables that Polars and the libraries behind NumPy's matrix products read when they are first imported."""

_MOST_WORKERS: Final = 64
"""Most processes on a machine of few cores."""

_SAFE_PATH: Final = {"PYTHONSAFEPATH": "1"}
"""Without it a child process imports from the current folder first, before anything of Python's own: of a folder that somebody handed over,
a file `struct.py` would be run."""

ENDS_WITH_INPUT: Final = "CITADELS_ENDS_WITH_INPUT"
"""Environment variable of a command that `end_with_input` is to end."""

_MEMORY: Final = {"MALLOC_MMAP_THRESHOLD_": str(1 << 25), "MALLOC_TRIM_THRESHOLD_": str(1 << 28)}
"""Bytes below which the C library (glibc; others do not read this) keeps memory that is given back: the arrays of a shard take what the
last one's had, and not new pages, each cleared by the system: 2 % of the time of games with turn rows."""


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_workers(workers: int, option: str = "--workers") -> None:
    """Refuse a number of processes that no machine like this one gains by, and that would stop it.

    Raises
    ------
    RunError
    """
    most = max(_MOST_WORKERS, 4 * (os.cpu_count() or 1))
    if not 1 <= workers <= most:
        raise RunError(f"{option}: {workers} should be from 1 to {most}; more than one per core gain nothing.")


def one_thread() -> None:
    """Let this process, where it has imported neither Polars nor NumPy yet, compute with one thread, unless its environment says more."""
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    one_thread_per_product()


def one_thread_per_product() -> None:
    """Let NumPy's matrix products take one thread each, as `one_thread`.

    An analysis has thousands of small ones: their threads mostly wait for each other, and where other programs run for several times as
    long as the product takes. Where NumPy is there already, nobody reads the variables, and `products_in_one_thread` must not rely on them.
    """
    if "numpy" not in sys.modules:
        for name in _PRODUCTS:
            os.environ.setdefault(name, "1")


@contextlib.contextmanager
def products_in_one_thread() -> Iterator[None]:
    """Let NumPy's matrix products take one thread each, also where NumPy was imported before `one_thread` could say so.

    In a notebook the threads of the sums' products would take the cores from the workers: two of them need 1.65 times as long then.
    """
    if os.environ.get("OPENBLAS_NUM_THREADS") == "1":
        yield
        return
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1, "blas"):
        yield


@contextlib.contextmanager
def single_threaded() -> Iterator[None]:
    """Start child processes that compute with one thread each and keep their memory, unless the environment says how to treat that.

    They import nothing from the current folder that this process would not.
    """
    before = {name: os.environ.get(name) for name in (*_NUMBERS, *_MEMORY, *_SAFE_PATH)}
    os.environ.update(dict.fromkeys(_NUMBERS, "1") | _SAFE_PATH)
    os.environ.update({name: size for name, size in _MEMORY.items() if before[name] is None})
    try:
        yield
    finally:
        for name, number in before.items():
            if number is None:
                del os.environ[name]
            else:
                os.environ[name] = number


def same_modules() -> dict[str, str]:
    """Return the environment in which a child process that is no worker finds the modules that this process finds, and no others."""
    return {**os.environ, **_SAFE_PATH, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def spawning() -> SpawnContext:
    """Return the means to start child processes afresh, not as copies of this one; start them in `single_threaded`.

    What multiprocessing itself starts beside them, at the first lock or queue, is started here.
    """
    import multiprocessing

    if os.name == "posix":
        from multiprocessing import resource_tracker

        with single_threaded():
            resource_tracker.ensure_running()
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def ignore_sigint() -> Iterator[None]:
    """Start child processes that leave Ctrl-C and SIGTERM to the parent.

    Signals that are blocked stay blocked in a child from its first moment, which no handler set later could reach; one that comes to this
    process meanwhile is delivered afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which unblocks these signals when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_input() -> None:
    """Have this process interrupted as by Ctrl-C once its standard input has ended, where whoever started it asked for that.

    Whoever holds the other end of a pipe writes nothing into it, and so need not say anything either when it ends: the system closes the
    pipe, also after SIGKILL. What was finished by then is kept.
    """
    if not os.environ.pop(ENDS_WITH_INPUT, ""):
        return
    pipe = sys.stdin.fileno()

    def wait_for_its_end() -> None:
        with contextlib.suppress(OSError):
            while os.read(pipe, 1 << 10):
                pass
        if hasattr(signal, "pthread_kill"):  # what the main thread waits for is broken off, too
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        else:
            _thread.interrupt_main()

    threading.Thread(target=wait_for_its_end, daemon=True).start()


def end_with_parent() -> None:
    """See to it that this process ends when its parent is gone, however it went: nobody would ever collect its work."""
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is None:
        return

    def wait_for_its_end() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=wait_for_its_end, daemon=True).start()
