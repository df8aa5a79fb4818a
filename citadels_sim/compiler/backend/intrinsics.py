"""Machine code of the functions that are declared with `citadels_sim.compiler.decorators.intrinsic`, in the words of LLVM.

Each is found by the name that the declaration gives, and takes what the declaration gives beside it. It returns a description as
`numba.extending.intrinsic` takes it; the declared function in Python says what the machine code does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numba
import numba.np.arrayobj
from llvmlite import ir
from numba import types
from numba.core import cgutils

Description = Callable[..., Any]

_ALIGNED: Final = 16
_BIT: Final = ir.IntType(1)


def local_record(dtype: Any, size: int) -> Description:
    """Reserve bytes in the memory of the caller's call, those of the record where `size` is 0."""

    def describe(typing: Any) -> Any:
        record = numba.from_dtype(dtype)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            with builder.goto_entry_block():
                memory = builder.alloca(ir.ArrayType(ir.IntType(8), size or record.size))
            memory.align = _ALIGNED
            return builder.bitcast(memory, context.get_value_type(record))

        return record(), build

    return describe


def record_at(dtype: Any) -> Description:
    """Take an address for that of a record."""

    def describe(typing: Any, address: Any) -> Any:
        record = numba.from_dtype(dtype)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(record))

        return record(types.int64), build

    return describe


def copy_record() -> Description:
    """Copy the bytes of a record."""

    def describe(typing: Any, target: Any, source: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            cgutils.raw_memcpy(builder, args[0], args[1], context.get_constant(types.int64, target.size), 1)
            return context.get_dummy_value()

        return types.void(target, source), build

    return describe


def clear_record() -> Description:
    """Fill the bytes of a record with zeros."""

    def describe(typing: Any, target: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            cgutils.memset(builder, args[0], context.get_constant(types.int64, target.size), 0)
            return context.get_dummy_value()

        return types.void(target), build

    return describe


def array_at(address: str, length: str) -> Description:
    """Make an array of float32 of the address and the length that a record has in two fields."""

    def describe(typing: Any, record: Any) -> Any:
        array = types.Array(types.float32, 1, "C")
        places = [record.offset(field) for field in (address, length)]

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start, n = (
                builder.load(cgutils.get_record_member(builder, args[0], place, context.get_data_type(types.int64))) for place in places
            )
            made = context.make_array(array)(context, builder)
            itemsize = context.get_constant(types.intp, 4)
            data = builder.inttoptr(start, context.get_data_type(types.float32).as_pointer())
            numba.np.arrayobj.populate_array(made, data=data, shape=(n,), strides=(itemsize,), itemsize=itemsize, meminfo=None)
            return made._getvalue()

        return array(record), build

    return describe


def likely() -> Description:
    """Tell LLVM that a condition nearly always holds: what follows if not is kept out of the way."""

    def describe(typing: Any, condition: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            expect = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_BIT, [_BIT, _BIT]), "llvm.expect.i1")
            return builder.call(expect, [args[0], ir.Constant(_BIT, 1)])

        return types.boolean(types.boolean), build

    return describe


def unforeseen() -> Description:
    """Choose one of two numbers by an instruction that is no branch."""

    def describe(typing: Any, condition: Any, yes: Any, no: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            number = builder.select(*args)
            number.set_metadata("unpredictable", builder.module.add_metadata([]))
            return number

        return types.int64(types.boolean, types.int64, types.int64), build

    return describe


def lowest_bit() -> Description:
    """Count the zeros below the lowest set bit."""

    def describe(typing: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(_BIT, 0))

        return types.int64(types.int64), build

    return describe


def number_of_bits() -> Description:
    """Count the set bits."""

    def describe(typing: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    return describe


def function_value(kind: Any) -> Description:
    """Take a number for the address of a function of a type of `citadels_sim.compiler.types`."""

    def describe(typing: Any, number: Any) -> Any:
        return kind.numba(types.int64), lambda context, builder, signature, args: args[0]

    return describe
