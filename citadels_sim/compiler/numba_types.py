"""Types in Numba's own words, as kernels of other packages may spell their signatures, taken for those of `citadels_sim.compiler.types`."""

from __future__ import annotations

import functools
from typing import Any

import numba
from numba.np.numpy_support import as_dtype

from citadels_sim.compiler import types


class _Other(types.Type):
    """A type that nobody passes from Python, such as one between rules."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def __repr__(self) -> str:
        return str(self.kind)

    @functools.cached_property
    def numba(self) -> Any:
        """The type as Numba has it."""
        return self.kind


class _Record(types.Record):
    """A record as Numba describes it."""

    def __init__(self, kind: Any) -> None:
        super().__init__(as_dtype(kind))
        self.numba = kind


def ours(kind: Any) -> types.Type:
    """Return the type of ours that a type of Numba's is."""
    known = numba.types
    if kind is known.none:
        return types.void
    if str(kind) in types.NUMBERS:
        return types.NUMBERS[str(kind)]
    if isinstance(kind, known.Record):
        return _Record(kind)
    if isinstance(kind, known.Array) and kind.layout == "C" and kind.mutable:
        return ours(kind.dtype)[(slice(None),) * kind.ndim]
    if isinstance(kind, known.BaseTuple):
        return types.Tuple(tuple(kind), getattr(kind, "instance_class", None))
    return _Other(kind)
