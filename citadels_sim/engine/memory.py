"""Memory of their own for compiled functions that play games ahead: records on the stack, copies of records.

The compiled rules allocate nothing. A bot that thinks by playing needs a game to play on: it gets a record that lives as long as its call,
so that no caller has to hand it one and no two calls share one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from citadels_sim.compiler.decorators import INTERPRETED, intrinsic
from citadels_sim.engine.records import new_record, new_records

_ALIGNED = 16

if INTERPRETED:

    def local_record(dtype: np.dtype[Any], size: int = 0) -> Callable[[], Any]:
        """Return a function that makes a record of a dtype, its contents undefined."""
        return lambda: new_record(dtype)

    def record_at(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
        """Return a function that gives the record of a dtype that lies at an address."""
        fields = new_records(0, dtype).dtype
        return lambda address: np.ndarray(1, fields, memoryview((ctypes.c_char * fields.itemsize).from_address(int(address))))[0]

    def copy_record(target: Any, source: Any) -> None:
        """Copy a record over another of its dtype."""
        for name in source.dtype.names:
            target[name] = source[name]

    def clear_record(target: Any) -> None:
        """Fill a record with zeros."""
        copy_record(target, np.zeros(1, target.dtype)[0])

    def likely(condition: bool) -> bool:
        """Return the condition."""
        return condition

    def unforeseen(condition: bool, yes: int, no: int) -> int:
        """Return one of two numbers."""
        return yes if condition else no

    def weights_of(bot_state: Any) -> Any:
        """Return a bot's weights, float32, as an array that must only be read."""
        return np.ctypeslib.as_array((ctypes.c_float * int(bot_state["weights_n"])).from_address(int(bot_state["weights"])))

else:

    def local_record(dtype: np.dtype[Any], size: int = 0) -> Callable[[], Any]:
        """Return a compiled function that makes a record of a dtype in the memory of its caller's call, its contents undefined.

        Parameters
        ----------
        dtype : structured dtype
        size : int
            Bytes to reserve, where only the first of the record's will be used; 0: all of them.
        """

        @intrinsic
        def reserve(typingctx: Any) -> Any:
            import numba
            from llvmlite import ir

            record = numba.from_dtype(dtype)

            def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                with builder.goto_entry_block():
                    memory = builder.alloca(ir.ArrayType(ir.IntType(8), size or record.size))
                memory.align = _ALIGNED
                return builder.bitcast(memory, context.get_value_type(record))

            return record(), build

        return cast(Callable[[], Any], reserve)

    def record_at(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
        """Return a compiled function that gives the record of a dtype that lies at an address.

        Parameters
        ----------
        dtype : structured dtype
        """

        @intrinsic
        def at(typingctx: Any, address: Any) -> Any:
            import numba

            record = numba.from_dtype(dtype)

            def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return builder.inttoptr(args[0], context.get_value_type(record))

            return record(numba.types.int64), build

        return cast(Callable[[Any], Any], at)

    @intrinsic
    def copy_record(typingctx: Any, target: Any, source: Any) -> Any:
        """Copy a record over another of its dtype."""
        from numba import types
        from numba.core import cgutils

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            cgutils.raw_memcpy(builder, args[0], args[1], context.get_constant(types.int64, target.size), 1)
            return context.get_dummy_value()

        return types.void(target, source), build

    @intrinsic
    def clear_record(typingctx: Any, target: Any) -> Any:
        """Fill a record with zeros."""
        from numba import types
        from numba.core import cgutils

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            cgutils.memset(builder, args[0], context.get_constant(types.int64, target.size), 0)
            return context.get_dummy_value()

        return types.void(target), build

    @intrinsic
    def likely(typingctx: Any, condition: Any) -> Any:
        """Return the condition, which nearly always holds: what follows if not is kept out of the way."""
        from llvmlite import ir
        from numba import types
        from numba.core import cgutils

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            bit = ir.IntType(1)
            expect = cgutils.get_or_insert_function(builder.module, ir.FunctionType(bit, [bit, bit]), "llvm.expect.i1")
            return builder.call(expect, [args[0], ir.Constant(bit, 1)])

        return types.boolean(types.boolean), build

    @intrinsic
    def unforeseen(typingctx: Any, condition: Any, yes: Any, no: Any) -> Any:
        """Return one of two numbers without a branch: which one it is no processor foresees, and to be wrong costs 100 instructions."""
        from numba import types

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            number = builder.select(*args)
            number.set_metadata("unpredictable", builder.module.add_metadata([]))
            return number

        return types.int64(types.boolean, types.int64, types.int64), build

    @intrinsic
    def weights_of(typingctx: Any, bot_state: Any) -> Any:
        """Return a bot's weights, float32, as an array that must only be read.

        A rule must not return it: compiled rules count no references, and Numba lets only arguments out of them.
        """
        import numba
        from numba import types
        from numba.core import cgutils

        array = types.Array(types.float32, 1, "C")
        places = [bot_state.offset(field) for field in ("weights", "weights_n")]

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start, n = (
                builder.load(cgutils.get_record_member(builder, args[0], place, context.get_data_type(types.int64))) for place in places
            )
            made = context.make_array(array)(context, builder)
            itemsize = context.get_constant(types.intp, 4)
            data = builder.inttoptr(start, context.get_data_type(types.float32).as_pointer())
            numba.np.arrayobj.populate_array(made, data=data, shape=(n,), strides=(itemsize,), itemsize=itemsize, meminfo=None)
            return made._getvalue()

        return array(bot_state), build
