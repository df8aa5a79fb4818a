"""How all seats stand, worked out at once: a processor adds up eight seats as quickly as one.

Each of these reads the fields of the public record that are by seat as one vector. Seats that nobody sits at have nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import INTERPRETED, inline, intrinsic
from citadels_sim.engine.bits import bit
from citadels_sim.engine.memory import local_record
from citadels_sim.engine.state import SEATS

STANDING: Final = np.dtype([("strength", np.int32, (SEATS,))], align=True)
"""How far each seat has come, by what everybody sees, in tenths of a point or nearly so."""
INCOMES: Final = np.dtype([("of", np.int32, (SEATS,))], align=True)
"""Gold that the districts of each type bring."""
_WEIGHTS: Final = {"city_worth": 10, "city_n": 30, "gold": 5, "hand_n": 4}

new_standing = local_record(STANDING)
new_incomes = local_record(INCOMES)

if INTERPRETED:

    def note_strengths(standing: Any, public: Any) -> None:
        """Write down the strength of each seat."""
        standing.strength[:] = sum(weight * getattr(public, field) for field, weight in _WEIGHTS.items())

    def note_incomes(incomes: Any, public: Any, seat: int, school: int) -> None:
        """Write down what districts of each type bring a seat, 0 for what is no type; a School of Magic counts as one of each."""
        incomes.of[:5] = public.city_types[seat] + school
        incomes.of[5:] = 0

    def characters(public: Any) -> int:
        """Set of the characters in the cast; 0 is in it where a rank has none."""
        return sum({1 << int(character) for character in public.cast[1:]})

    def too_small(rules: Any, cards: int) -> int:
        """Tell how many of the first eight purses do not pay for every card of a set."""
        return sum(int(cards & ~int(payable) != 0) for payable in rules.afford[:SEATS])

    def _total(field: str) -> Callable[[Any], int]:
        return lambda public: int(getattr(public, field).sum())

    def _most(field: str, counting: int = 0) -> Callable[[Any, int], int]:
        def numbers(public: Any) -> list[int]:
            held = zip(getattr(public, field), public.city_mask, strict=True)
            return [int(n) + (int(city) >> counting & int(counting > 0)) for n, city in held]

        return lambda public, seat: max(number for other, number in enumerate(numbers(public)) if other != seat)

else:

    def _lanes(context: Any, builder: Any, record: Any, pointer: Any, field: str, first: int = 0, bits: int = 32) -> Any:
        """Give the place of eight numbers of a field, from the given one on, as that of a vector."""
        from llvmlite import ir
        from numba.core import cgutils

        return cgutils.get_record_member(builder, pointer, record.offset(field) + bits // 8 * first, ir.VectorType(ir.IntType(bits), SEATS))

    def _splat(number: int) -> Any:
        from llvmlite import ir

        return ir.Constant(ir.VectorType(ir.IntType(32), SEATS), [number] * SEATS)

    def _spread(builder: Any, number: Any, kind: Any) -> Any:
        """Give a vector of one number eight times."""
        from llvmlite import ir

        first = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), _splat(0))

    def _reduced(builder: Any, how: str, vector: Any) -> Any:
        """Give the one number that a vector comes to, as 64 bits."""
        from llvmlite import ir
        from numba.core import cgutils

        kind = ir.FunctionType(ir.IntType(32), [vector.type])
        number = builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.{how}.v{SEATS}i32"), [vector])
        return builder.sext(number, ir.IntType(64))

    @intrinsic
    def note_strengths(typingctx: Any, standing: Any, public: Any) -> Any:
        """Write down the strength of each seat."""
        from numba import types

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            total = _splat(0)
            for field, weight in _WEIGHTS.items():
                seats = builder.load(_lanes(context, builder, public, args[1], field), align=4)
                total = builder.add(total, builder.mul(seats, _splat(weight)))
            builder.store(total, _lanes(context, builder, standing, args[0], "strength"), align=4)
            return context.get_dummy_value()

        return types.void(standing, public), build

    @intrinsic
    def note_incomes(typingctx: Any, incomes: Any, public: Any, seat: Any, school: Any) -> Any:
        """Write down what districts of each type bring a seat, 0 for what is no type; a School of Magic counts as one of each."""
        from llvmlite import ir
        from numba import types

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            target, record, place, more = args
            first = builder.bitcast(_lanes(context, builder, public, record, "city_types"), ir.IntType(32).as_pointer())
            row = builder.gep(first, [builder.mul(context.cast(builder, place, seat, types.int64), ir.Constant(ir.IntType(64), 5))])
            districts = builder.load(builder.bitcast(row, _splat(0).type.as_pointer()), align=4)
            number = _spread(builder, context.cast(builder, more, school, types.int32), districts.type)
            is_type = ir.Constant(districts.type, [-1] * 5 + [0] * (SEATS - 5))
            brings = builder.and_(builder.add(districts, number), is_type)
            builder.store(brings, _lanes(context, builder, incomes, target, "of"), align=4)
            return context.get_dummy_value()

        return types.void(incomes, public, seat, school), build

    @intrinsic
    def _eight_characters(typingctx: Any, public: Any) -> Any:
        """Set of the characters of ranks 1 to 8."""
        from numba import types

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            cast = builder.load(_lanes(context, builder, public, args[0], "cast", 1), align=4)
            return _reduced(builder, "or", builder.shl(_splat(1), cast))

        return types.int64(public), build

    @intrinsic
    def too_small(typingctx: Any, rules: Any, cards: Any) -> Any:
        """Tell how many of the first eight purses do not pay for every card of a set."""
        from llvmlite import ir
        from numba import types

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            payable = builder.load(_lanes(context, builder, rules, args[0], "afford", bits=64), align=8)
            wanted = _spread(builder, context.cast(builder, args[1], cards, types.int64), payable.type)
            lacking = builder.icmp_signed("!=", builder.and_(wanted, builder.not_(payable)), ir.Constant(payable.type, [0] * SEATS))
            return builder.zext(builder.ctpop(builder.bitcast(lacking, ir.IntType(SEATS))), ir.IntType(64))

        return types.int64(rules, cards), build

    @inline
    def characters(public: Any) -> int:
        """Set of the characters in the cast; 0 is in it where a rank has none."""
        return _eight_characters(public) | bit(public.cast[9])

    def _total(field: str) -> Callable[[Any], int]:
        @intrinsic
        def total(typingctx: Any, public: Any) -> Any:
            from numba import types

            def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return _reduced(builder, "add", builder.load(_lanes(context, builder, public, args[0], field), align=4))

            return types.int64(public), build

        return total

    def _most(field: str, counting: int = 0) -> Callable[[Any, int], int]:
        @intrinsic
        def most(typingctx: Any, public: Any, seat: Any) -> Any:
            from llvmlite import ir
            from numba import types

            def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                seats = builder.load(_lanes(context, builder, public, args[0], field), align=4)
                if counting:
                    cities = builder.load(_lanes(context, builder, public, args[0], "city_mask", bits=64), align=8)
                    shifted = builder.lshr(cities, ir.Constant(cities.type, [counting] * SEATS))
                    seats = builder.add(seats, builder.and_(builder.trunc(shifted, seats.type), _splat(1)))
                numbers = _spread(builder, context.cast(builder, args[1], seat, types.int32), seats.type)
                own = builder.icmp_signed("==", numbers, ir.Constant(seats.type, list(range(SEATS))))
                return _reduced(builder, "smax", builder.select(own, _splat(0), seats))

            return types.int64(public, seat), build

        return most


total_gold: Callable[[Any], int] = _total("gold")
"""``total_gold(public)``: gold in all stashes."""
most_held: Callable[[Any, int], int] = _most("hand_n")
"""``most_held(public, seat)``: cards in the largest hand of the others."""
most_gold: Callable[[Any, int], int] = _most("gold")
"""``most_gold(public, seat)``: gold of the richest other player."""
most_complete: Callable[[Any, int], int] = _most("city_n", D.MONUMENT)
"""``most_complete(public, seat)``: districts in the largest city of the others, a Monument counted as two."""


@inline
def lead_by(standing: Any, seat: int, other: int) -> float:
    """By how many points, or nearly so, the other is ahead of the seat."""
    return 0.1 * (standing.strength[other] - standing.strength[seat])
