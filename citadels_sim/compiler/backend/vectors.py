"""Machine code of functions that work on eight numbers of a record at once; `backend.intrinsics` says what a description is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils

from citadels_sim.compiler.backend.intrinsics import Description

LANES: Final = 8
"""Numbers that are worked on at once."""
_I32: Final = ir.IntType(32)
_I64: Final = ir.IntType(64)
_NUMBERS: Final = ir.VectorType(_I32, LANES)
_SETS: Final = ir.VectorType(_I64, LANES)


def _lanes(builder: Any, record: Any, pointer: Any, field: str, first: int = 0, bits: int = 32) -> Any:
    """Give the place of the numbers of a field, from the given one on, as that of a vector."""
    return cgutils.get_record_member(builder, pointer, record.offset(field) + bits // 8 * first, ir.VectorType(ir.IntType(bits), LANES))


def _splat(number: int) -> Any:
    return ir.Constant(_NUMBERS, [number] * LANES)


def _spread(builder: Any, number: Any, kind: Any) -> Any:
    """Give a vector of one number in all places."""
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.Constant(_I32, 0))
    return builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), _splat(0))


def _reduced(builder: Any, how: str, vector: Any) -> Any:
    """Reduce a vector to one number of 64 bits."""
    one = vector.type.element
    kind = ir.FunctionType(one, [vector.type])
    number = builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.{how}.v{LANES}i{one.width}"), [vector])
    return number if one.width == _I64.width else builder.sext(number, _I64)


def weighted_sum(weights: Mapping[str, int], into: str) -> Description:
    """Add up the fields of a record, each times its weight, into a field of another."""

    def describe(typing: Any, target: Any, source: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            total = _splat(0)
            for field, weight in weights.items():
                numbers = builder.load(_lanes(builder, source, args[1], field), align=4)
                total = builder.add(total, builder.mul(numbers, _splat(weight)))
            builder.store(total, _lanes(builder, target, args[0], into), align=4)
            return context.get_dummy_value()

        return types.void(target, source), build

    return describe


def row_and_more(field: str, columns: int, into: str) -> Description:
    """Add a number to the columns of a row of a field, into a field of another record, whose other places become 0."""

    def describe(typing: Any, target: Any, source: Any, row: Any, more: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            first = builder.bitcast(_lanes(builder, source, args[1], field), _I32.as_pointer())
            place = builder.gep(first, [builder.mul(context.cast(builder, args[2], row, types.int64), ir.Constant(_I64, columns))])
            numbers = builder.load(builder.bitcast(place, _NUMBERS.as_pointer()), align=4)
            added = builder.add(numbers, _spread(builder, context.cast(builder, args[3], more, types.int32), _NUMBERS))
            in_row = ir.Constant(_NUMBERS, [-1] * columns + [0] * (LANES - columns))
            builder.store(builder.and_(added, in_row), _lanes(builder, target, args[0], into), align=4)
            return context.get_dummy_value()

        return types.void(target, source, row, more), build

    return describe


def set_of(field: str, first: int) -> Description:
    """Make a set, as bits, of the numbers of a field from the given place on."""

    def describe(typing: Any, record: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = builder.load(_lanes(builder, record, args[0], field, first), align=4)
            members = builder.shl(ir.Constant(_SETS, [1] * LANES), builder.zext(numbers, _SETS))
            return _reduced(builder, "or", members)

        return types.int64(record), build

    return describe


def number_without(field: str) -> Description:
    """Count the sets of a field, of 64 bits each, that lack something of a given set."""

    def describe(typing: Any, record: Any, wanted: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            sets = builder.load(_lanes(builder, record, args[0], field, bits=64), align=8)
            everywhere = _spread(builder, context.cast(builder, args[1], wanted, types.int64), sets.type)
            lacking = builder.icmp_signed("!=", builder.and_(everywhere, builder.not_(sets)), ir.Constant(sets.type, [0] * LANES))
            return builder.zext(builder.ctpop(builder.bitcast(lacking, ir.IntType(LANES))), _I64)

        return types.int64(record, wanted), build

    return describe


def total(field: str) -> Description:
    """Add up the numbers of a field."""

    def describe(typing: Any, record: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _reduced(builder, "add", builder.load(_lanes(builder, record, args[0], field), align=4))

        return types.int64(record), build

    return describe


def most_of_others(field: str) -> Description:
    """Find the largest number of a field but for that at one place."""

    def describe(typing: Any, record: Any, place: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = builder.load(_lanes(builder, record, args[0], field), align=4)
            places = _spread(builder, context.cast(builder, args[1], place, types.int32), numbers.type)
            own = builder.icmp_signed("==", places, ir.Constant(numbers.type, list(range(LANES))))
            return _reduced(builder, "smax", builder.select(own, _splat(0), numbers))

        return types.int64(record, place), build

    return describe
