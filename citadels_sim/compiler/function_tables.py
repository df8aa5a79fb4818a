"""Function values in memory: kept in a record as numbers, and taken from there by compiled code.

A member of a tuple of function values, taken by a number that is known only when the code runs, costs a jump to one of as many places, and
no processor foresees to which: the loop over decisions played 5 % fewer games for it. In records they are given once and taken as from any
array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from citadels_sim.compiler.decorators import INTERPRETED, intrinsic
from citadels_sim.compiler.types import FunctionType

FUNCTION = np.dtype(np.int64)
"""Memory of one function value; 0: none."""

_kept: list[Any] = [None]
"""Entry points by their numbers, where they are interpreted."""


def _number(value: Any) -> int:
    if value not in _kept:
        _kept.append(value)
    return _kept.index(value)


def keeper(kind: FunctionType) -> tuple[Callable[[Any], int], Any]:
    """Make the function that gives the number of an entry point, and the rule that gives an entry point by its number."""

    @intrinsic("function_value", kind)
    def kept(number: int) -> Any:
        return _kept[number]

    return _number if INTERPRETED else kind.address, kept
