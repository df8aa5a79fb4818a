"""Types of `citadels_sim.compiler.types` in Numba's own words, and the other way round: kernels of other packages may spell theirs so."""

from __future__ import annotations

from typing import Any

import numba
from numba.np.numpy_support import as_dtype

from citadels_sim.compiler import types
from citadels_sim.compiler.backend.compiling import FunctionValue


class _Other(types.Type):
    """A type that nobody passes from Python, such as one between rules."""

    def __init__(self, kind: Any) -> None:
        self.numba = kind

    def __repr__(self) -> str:
        return str(self.numba)


class _Record(types.Record):
    """A record as Numba describes it."""

    def __init__(self, kind: Any) -> None:
        super().__init__(as_dtype(kind))
        self.numba = kind


def numba_type(kind: types.Type) -> Any:
    """Return the type of Numba's that a type of ours is."""
    match kind:
        case types.Record():
            return numba.from_dtype(kind.dtype)
        case types.Array():
            return numba.types.Array(kind.item.numba, kind.dimensions, "C")
        case types.Tuple():
            return numba.types.BaseTuple.from_types([member.numba for member in kind.members], kind.kind)
        case types.FunctionType():
            return FunctionValue(kind.signature.numba)
    return getattr(numba.types, repr(kind))  # a number, or none


def our_type(kind: Any) -> types.Type:
    """Return the type of ours that a type of Numba's is."""
    known = numba.types
    if kind is known.none:
        return types.void
    if str(kind) in types.NUMBERS:
        return types.NUMBERS[str(kind)]
    if isinstance(kind, known.Record):
        return _Record(kind)
    if isinstance(kind, known.Array) and kind.layout == "C" and kind.mutable:
        return our_type(kind.dtype)[(slice(None),) * kind.ndim]
    if isinstance(kind, known.BaseTuple):
        return types.Tuple(tuple(kind), getattr(kind, "instance_class", None))
    return _Other(kind)
