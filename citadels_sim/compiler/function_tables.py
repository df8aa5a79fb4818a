"""Values in memory: members of a tuple taken by a number that is known only when the code runs, and what is kept from call to call.

Numba jumps to one of as many places as there are members, and no processor foresees to which: the loop over decisions played 5 % fewer
games for it. Laid out in memory, members are taken as from an array.

Function values that Python gives to compiled code are looked up and wrapped at each call, a millisecond for those of a table. Kept in a
record they are given once.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler.decorators import INTERPRETED

__all__ = ["keeper", "laid_at", "laid_out"]

if INTERPRETED:

    def laid_out(members: Any) -> Any:
        """Lay out the members of a tuple of one type; good in the function that asks, and no longer."""
        return members

    def laid_at(table: Any, members: Any, place: int) -> Any:
        """Take one of the members that `laid_out` laid out; the tuple itself says their type."""
        return table[place]

    def keeper(kind: Any) -> tuple[Any, Any]:
        """Make the functions that keep a value in a list, and that give it back."""
        return list.append, lambda record: record[-1]

else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def laid_out(typing: Any, members: Any) -> Any:
        """Lay out the members of a tuple of one type; good in the function that asks, and no longer."""

        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = cgutils.alloca_once_value(builder, arguments[0])
            return builder.ptrtoint(place, ir.IntType(64))

        return types.int64(members), write

    @intrinsic
    def laid_at(typing: Any, table: Any, members: Any, place: Any) -> Any:
        """Take one of the members that `laid_out` laid out; the tuple itself says their type."""

        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            laid = builder.inttoptr(arguments[0], arguments[1].type.as_pointer())
            return builder.load(cgutils.gep_inbounds(builder, laid, 0, arguments[2]))

        return members.dtype(types.int64, members, types.int64), write

    def keeper(kind: Any) -> tuple[Any, Any]:
        """Make the functions that keep a value of a Numba type in a record, and that give it back."""

        @intrinsic
        def keep(typing: Any, record: Any, value: Any) -> Any:
            def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                laid = arguments[1].type
                if context.get_abi_sizeof(laid) > record.size:
                    raise ValueError(f"a record of {record.size} bytes cannot keep {context.get_abi_sizeof(laid)}.")
                builder.store(arguments[1], builder.bitcast(arguments[0], laid.as_pointer()))
                return context.get_dummy_value()

            return types.void(record, kind), write

        @intrinsic
        def kept(typing: Any, record: Any) -> Any:
            def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return builder.load(builder.bitcast(arguments[0], context.get_value_type(kind).as_pointer()))

            return kind(record), write

        return keep, kept
