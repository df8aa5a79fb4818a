"""How many threads the libraries use that a process computes with: one, where several processes share the cores."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Final

__all__ = ["one_thread", "single_threaded"]

_NUMBERS: Final = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
"""Environment variables that Polars and the libraries behind NumPy's matrix products read when they are first imported."""


def one_thread() -> None:
    """Let this process, where it has imported neither Polars nor NumPy yet, compute with one thread, unless its environment says more."""
    for name in _NUMBERS:
        os.environ.setdefault(name, "1")


@contextlib.contextmanager
def single_threaded() -> Iterator[None]:
    """Start child processes that compute with one thread."""
    before = {name: os.environ.get(name) for name in _NUMBERS}
    os.environ.update(dict.fromkeys(_NUMBERS, "1"))
    try:
        yield
    finally:
        for name, number in before.items():
            if number is None:
                del os.environ[name]
            else:
                os.environ[name] = number
