"""Function values in memory: kept in a record once, and taken from there by compiled code.

Function values that Python gives to compiled code are looked up and wrapped at each call, a millisecond for those of a table. A member
of a tuple of them, taken by a number that is known only when the code runs, costs a jump to one of as many places, and no processor
foresees to which: the loop over decisions played 5 % fewer games for it. In records they are given once and taken as from any array.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from citadels_sim.compiler.decorators import INTERPRETED

__all__ = ["FUNCTION", "keeper"]

FUNCTION = np.dtype([("kept", np.int64, (4,))], align=True)
"""Memory of one function value."""

if INTERPRETED:
    _kept: list[Any] = []

    def _keep(record: Any, value: Any) -> None:
        if value not in _kept:
            _kept.append(value)
        record.kept[0] = _kept.index(value)

    def keeper(kind: Any) -> tuple[Any, Any]:
        """Make the functions that keep a value by a number in a record, and that give it back."""
        return _keep, lambda record: _kept[record.kept[0]]

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def _in_memory(context: Any, builder: Any, record: Any, kind: Any) -> ir.Value:
        """Return the address of a record as that of a value of a Numba type."""
        return builder.bitcast(record, context.get_value_type(kind).as_pointer())

    def keeper(kind: Any) -> tuple[Any, Any]:
        """Make the functions that keep a value of a Numba type in a record, and that give it back."""

        @intrinsic
        def keep(typing: Any, record: Any, value: Any) -> Any:
            def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                size = context.get_abi_sizeof(context.get_value_type(kind))
                if size > record.size:
                    raise ValueError(f"a record of {record.size} bytes cannot keep {size}.")
                builder.store(arguments[1], _in_memory(context, builder, arguments[0], kind))
                return context.get_dummy_value()

            return types.void(record, kind), write

        @intrinsic
        def kept(typing: Any, record: Any) -> Any:
            def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return builder.load(_in_memory(context, builder, arguments[0], kind))

            return kind(record), write

        return keep, kept
