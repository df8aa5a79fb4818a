"""Lists of legal actions that are written several at a time, and members of tuples taken by a number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import INTERPRETED, entry_point, ready
from citadels_sim.compiler.function_tables import keeper
from citadels_sim.engine.actions import A_BUILD, A_DESTROY, FIRST, SECOND, action, arg_a, arg_b, put_each
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


ONE = types.int64(types.int64)


@entry_point(ONE)
def one_more(number: int) -> int:
    return number + 1


@entry_point(ONE)
def one_less(number: int) -> int:
    return number - 1


number_of, kept = keeper(types.FunctionType(ONE))


@entry_point(types.int64(types.int64[::1], types.int64, types.int64))
def call(functions: Any, place: int, number: int) -> int:
    return int(kept(functions[place])(number))


def test_a_function_value_is_called_from_where_it_was_kept() -> None:
    functions = np.array([number_of(ready(function)) for function in (one_more, one_less, one_more)])
    assert [ready(call)(functions, place, 10) for place in range(3)] == [11, 9, 11]


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_an_entry_point_of_another_signature_is_refused() -> None:
    with pytest.raises(TypeError, match=r"should be an entry point int64\(int64,\)"):
        number_of(ready(call))
    with pytest.raises(TypeError, match="should be an entry point"):
        number_of(len)
