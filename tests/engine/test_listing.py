"""Lists of legal actions that are written several at a time, and members of tuples taken by a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citadels_sim.compiler.decorators import INTERPRETED
from citadels_sim.compiler.function_tables import laid_at, laid_out
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


def taken(members: tuple[int, ...], place: int) -> Any:
    table = laid_out(members)
    return laid_at(table, members, place)


@pytest.mark.parametrize("place", range(4))
def test_a_member_of_a_tuple_is_taken_by_its_number(place: int) -> None:
    members = (31, 41, 59, 26)
    take: Callable[..., Any] = taken if INTERPRETED else numba.njit(taken)
    assert take(members, place) == members[place]
