"""Lists of legal actions that are written several at a time, and members of tuples taken by a number."""

from __future__ import annotations

from typing import Any

import numba
from hypothesis import given
from hypothesis import strategies as st

from citadels_sim.compiler.decorators import INTERPRETED
from citadels_sim.compiler.function_tables import FUNCTION, keeper
from citadels_sim.engine.actions import A_BUILD, A_DESTROY, FIRST, SECOND, action, arg_a, arg_b, put_each
from citadels_sim.engine.records import new_records
from citadels_sim.engine.state import new_legal


def bits(members: set[int]) -> int:
    return sum(1 << member for member in members)


@given(members=st.sets(st.integers(0, 62), max_size=20), before=st.integers(0, 3))
def test_each_member_of_a_set_has_one_action_in_order_behind_what_is_listed(members: set[int], before: int) -> None:
    out: Any = new_legal()
    out.code[:before] = 77
    n = put_each(out, before, int(A_BUILD), FIRST, bits(members))
    assert n == before + len(members)
    assert list(out.code[:before]) == [77] * before
    assert [arg_a(int(code)) for code in out.code[before:n]] == sorted(members)
    assert {int(code) & 0xFF for code in out.code[before:n]} <= {A_BUILD}


@given(members=st.sets(st.integers(0, 62), max_size=9), seat=st.integers(0, 7))
def test_the_member_can_be_the_second_argument(members: set[int], seat: int) -> None:
    out: Any = new_legal()
    n = put_each(out, 0, action(int(A_DESTROY), seat, 0), SECOND, bits(members))
    assert [(arg_a(int(code)), arg_b(int(code))) for code in out.code[:n]] == [(seat, member) for member in sorted(members)]


def one_more(number: int) -> int:
    return number + 1


def one_less(number: int) -> int:
    return number - 1


def test_a_function_value_is_called_from_where_it_was_kept() -> None:
    kind = None if INTERPRETED else numba.types.FunctionType(numba.int64(numba.int64))
    keep, kept = keeper(kind)
    functions = new_records(3, FUNCTION)
    compiled = [numba.njit("int64(int64)")(function) for function in (one_more, one_less, one_more)]

    def put(record: Any, function: Any) -> None:
        keep(record, function)

    def call(record: Any, number: int) -> int:
        return int(kept(record)(number))

    put, call = (function if INTERPRETED else numba.njit(function) for function in (put, call))
    for record, function in zip(functions, compiled, strict=True):
        put(record, function)
    assert [call(record, 10) for record in functions] == [11, 9, 11]
