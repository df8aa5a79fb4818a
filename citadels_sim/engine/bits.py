"""Sets as the bits of an integer: of districts (int64), of ranks and of seats. Identical compiled and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np

from citadels_sim.compiler.decorators import INTERPRETED, intrinsic, typed

if INTERPRETED:

    def lowest(mask: int) -> int:
        """Index of the lowest set bit of a non-empty set."""
        value = int(mask)
        return (value & -value).bit_length() - 1

    def count(mask: int) -> int:
        """Number of set bits."""
        return int(mask).bit_count()

else:

    @intrinsic
    def _lowest(typingctx: Any, x: Any) -> Any:
        from numba import types

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), build

    @intrinsic
    def _count(typingctx: Any, x: Any) -> Any:
        from numba import types

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    @typed("int64(int64)")
    def lowest(mask: int) -> int:
        """Index of the lowest set bit of a non-empty set."""
        return int(_lowest(np.int64(mask)))

    @typed("int64(int64)")
    def count(mask: int) -> int:
        """Number of set bits."""
        return int(_count(np.int64(mask)))


@typed("int64(int64)")
def bit(index: int) -> int:
    """Return the set that holds just this index (0..62)."""
    return 1 << int(index)


@typed("boolean(int64, int64)")
def has(mask: int, index: int) -> bool:
    """Tell whether the index is in the set."""
    return (int(mask) >> int(index)) & 1 == 1
