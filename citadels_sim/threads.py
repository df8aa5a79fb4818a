"""What worker processes are told by their environment: to compute with one thread each, and to keep their memory from shard to shard."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Final

__all__ = ["one_thread", "single_threaded"]

_NUMBERS: Final = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
"""Environment variables that Polars and the libraries behind NumPy's matrix products read when they are first imported."""

_MEMORY: Final = {"MALLOC_MMAP_THRESHOLD_": str(1 << 25), "MALLOC_TRIM_THRESHOLD_": str(1 << 28)}
"""Bytes below which the C library (glibc; others do not read this) keeps memory that is given back: the arrays of a shard take what the
last one's had, and not new pages, each cleared by the system: 2 % of the time of games with turn rows."""


def one_thread() -> None:
    """Let this process, where it has imported neither Polars nor NumPy yet, compute with one thread, unless its environment says more."""
    for name in _NUMBERS:
        os.environ.setdefault(name, "1")


@contextlib.contextmanager
def single_threaded() -> Iterator[None]:
    """Start child processes that compute with one thread each and keep their memory, unless the environment says how to treat that."""
    before = {name: os.environ.get(name) for name in (*_NUMBERS, *_MEMORY)}
    os.environ.update(dict.fromkeys(_NUMBERS, "1"))
    os.environ.update({name: size for name, size in _MEMORY.items() if before[name] is None})
    try:
        yield
    finally:
        for name, number in before.items():
            if number is None:
                del os.environ[name]
            else:
                os.environ[name] = number
