"""Memory of their own for compiled functions that play games ahead: records on the stack, copies of records.

The compiled rules allocate nothing. A bot that thinks by playing needs a game to play on: it gets a record that lives as long as its call,
so that no caller has to hand it one and no two calls share one.

Each function says in Python what it does; `citadels_sim.compiler.backend.intrinsics` has its machine code.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from citadels_sim.compiler.decorators import intrinsic
from citadels_sim.engine.record_types import BotState
from citadels_sim.engine.records import new_record, new_records


def local_record(dtype: np.dtype[Any], size: int = 0) -> Callable[[], Any]:
    """Return a function that makes a record of a dtype in the memory of its caller's call, its contents undefined.

    Parameters
    ----------
    dtype : structured dtype
    size : int
        Bytes to reserve, where only the first of the record's will be used; 0: all of them.
    """

    @intrinsic("local_record", dtype, size)
    def local() -> Any:
        return new_record(dtype)

    return local


def record_at(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """Return a function that gives the record of a dtype that lies at an address.

    Parameters
    ----------
    dtype : structured dtype
    """
    fields = new_records(0, dtype).dtype

    @intrinsic("record_at", dtype)
    def at(address: Any) -> Any:
        return np.ndarray(1, fields, memoryview((ctypes.c_char * fields.itemsize).from_address(int(address))))[0]

    return at


@intrinsic("copy_record")
def copy_record(target: Any, source: Any) -> None:
    """Copy a record over another of its dtype."""
    for name in source.dtype.names:
        target[name] = source[name]


@intrinsic("clear_record")
def clear_record(target: Any) -> None:
    """Fill a record with zeros."""
    copy_record(target, np.zeros(1, target.dtype)[0])


@intrinsic("likely")
def likely(condition: bool) -> bool:
    """Return the condition, which nearly always holds: what follows if not is kept out of the way."""
    return condition


@intrinsic("unforeseen")
def unforeseen(condition: bool, yes: int, no: int) -> int:
    """Return one of two numbers without a branch: which one it is no processor foresees, and to be wrong costs 100 instructions."""
    return yes if condition else no


@intrinsic("array_at", "weights", "weights_n")
def weights_of(bot_state: BotState) -> Any:
    """Return a bot's weights, float32, as an array that must only be read.

    A rule must not return it: compiled rules count no references, and Numba lets only arguments out of them.
    """
    return np.ctypeslib.as_array((ctypes.c_float * int(bot_state["weights_n"])).from_address(int(bot_state["weights"])))
