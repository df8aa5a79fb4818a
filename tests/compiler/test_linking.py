"""Small rules are compiled to intermediate code on the way into an entry point; whoever else calls them must not notice."""

from __future__ import annotations

import platform
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from llvmlite.binding import Linkage, parse_assembly

from citadels_sim.compiler import decorators as jit
from citadels_sim.compiler.backend import linking, modules
from citadels_sim.compiler.decorators import INTERPRETED, cold, entry_point, ready, rule, signature, typed

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@rule
def twice(x: int) -> int:
    return 2 * x


@rule
def twice_and(x: int, y: int) -> int:
    return twice(x) + twice(y)


@entry_point(signature("int", "int"))
def whole(x: int) -> int:
    return twice_and(x, 1) + twice(3)


@entry_point(signature("int", "int"))
def another(x: int) -> int:
    return twice(x) - twice_and(1, 1)


def test_entry_points_share_what_they_are_made_of() -> None:
    assert ready(whole)(5) == 18
    assert ready(another)(5) == 6


def test_a_part_of_a_entry_point_can_be_called_from_python_and_from_other_compiled_code() -> None:
    ready(whole)
    assert twice_and(3, 4) == 14

    @numba.njit
    def caller(x: int) -> int:
        return twice_and(x, x)

    assert caller(5) == 20


def test_a_part_called_from_python_is_not_taken_for_the_one_in_a_entry_point(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The entry point's own need not take the arguments that do not matter there; both bear one name."""
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(tmp_path))  # compiled, not loaded

    @typed(signature("int", "int", "int"))
    def fibonacci(unused: int, n: int) -> int:
        if n < 2:
            return n
        return fibonacci(unused, n - 1) + fibonacci(unused, n - 2)

    @typed(signature("int", "int", "int"))
    def both(x: int, y: int) -> int:
        return fibonacci(y, x) + fibonacci(x, y)

    @entry_point(signature("int", "int"))
    def many(x: int) -> int:
        return both(x, 1)

    ready(many)
    assert both(12, 7) == 144 + 13


def mixed(x: int) -> int:
    for i in range(x):
        x = (x ^ (x >> 3)) * 11 % 1_000_003 + i
        x = (x ^ (x >> 7)) * 13 % 1_000_033 + i
        x = (x ^ (x >> 5)) * 17 % 1_000_037 + i
    return x


often = rule(mixed)


@cold
@rule
def seldom(x: int) -> int:
    for i in range(x):
        x = (x ^ (x >> 3)) * 11 % 1_000_003 + i
        x = (x ^ (x >> 7)) * 13 % 1_000_033 + i
        x = (x ^ (x >> 5)) * 17 % 1_000_037 + i
    return x


def test_a_rare_part_is_set_aside_and_does_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The compiler knows of it, and does not compile it right into the entry point."""
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(tmp_path))  # compiled, not loaded

    @entry_point(signature("int", "int"))
    def with_often(x: int) -> int:
        return often(x) if x > 100 else 0

    @entry_point(signature("int", "int"))
    def with_seldom(x: int) -> int:
        return seldom(x) if x > 100 else 0

    with_both = [ready(with_often), ready(with_seldom)]
    assert [entry_point(1234) for entry_point in with_both] == [mixed(1234)] * 2
    often_code, seldom_code = (
        entry_point.numba.get_compile_result(entry_point.numba.nopython_signatures[0]).library.get_llvm_str() for entry_point in with_both
    )
    assert "seldom" in seldom_code.split("define internal")[1].splitlines()[0]
    assert " cold " in seldom_code
    assert "define internal" not in often_code
    assert " cold " not in often_code


def nth(values: Any, n: int) -> int:
    return int(values[n])


def nth_of_ours(values: Any, n: int) -> int:
    return int(values[n])


nth_of_ours.__module__ = "citadels_sim.engine.example"


@pytest.mark.parametrize("function", [nth, nth_of_ours])
def test_a_negative_index_counts_from_the_end_as_in_python(function: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(tmp_path))  # compiled, not loaded
    compiled = ready(entry_point(numba.types.int64(numba.types.int64[::1], numba.types.int64))(function))
    values = np.array([11, 12, 13])
    assert [compiled(values, n) for n in (0, 2, -1, -3)] == [function(values, n) for n in (0, 2, -1, -3)] == [11, 13, 13, 11]


def test_with_a_numba_that_lacks_what_is_used_of_it_functions_are_compiled_as_it_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "_KNOWN", False)

    def thrice(x: int) -> int:
        return 3 * x

    plain = jit.rule(thrice)
    assert plain(4) == 12

    @entry_point(signature("int", "int"))
    def nine_times(x: int) -> int:
        return plain(plain(x))

    assert ready(nine_times)(4) == 36


def one_of_many(kind: int, x: int) -> int:
    if kind == 0:
        return x + 7
    if kind == 1:
        return x * x
    if kind == 2:
        return x // 3
    if kind == 3:
        return x ^ 12
    if kind == 4:
        return x * 5
    if kind == 5:
        return x - 11
    if kind == 6:
        return x % 13
    return -x


def jumps_by_table(library: Any) -> bool:
    return "jmpq\t*(" in library.get_asm_str()


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="knows the instructions of one kind of processor")
def test_which_of_many_cases_is_asked_by_comparisons_in_entry_points_and_as_ever_elsewhere() -> None:
    function: Any = numba.njit(one_of_many)
    function.compile(signature("int", "int", "int").numba.args)
    (compiled,) = function.overloads.values()
    with linking.collected("an entry point"):  # machine code is written anew each time it is requested
        inside = jumps_by_table(compiled.library)
    assert not inside
    assert jumps_by_table(compiled.library)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8])
def test_parts_become_one_module_in_their_order(n: int) -> None:
    """Each calls the next; one that another part has too is there once."""

    def part(k: int) -> str:
        body = f"%x = call i64 @part{k + 1}() ret i64 %x" if k + 1 < n else "ret i64 7"
        also = "define linkonce_odr i64 @shared() { ret i64 3 }"
        return f"declare i64 @part{k + 1}() define i64 @part{k}() {{ {body} }} {also}"

    parts_of_it = [parse_assembly(part(k)) for k in range(n)]
    libraries = [SimpleNamespace(_final_module=module, _reload_init={str(k)}) for k, module in enumerate(parts_of_it)]
    merged = modules.Merged(libraries)
    defined = [function for function in merged._get_module_for_linking().functions if not function.is_declaration]
    names = [function.name for function in defined if function.name != "shared"]
    assert names == [f"part{k}" for k in range(n)]
    assert len(defined) == n + 1
    assert {function.linkage for function in defined} == {Linkage.linkonce_odr}
    assert merged._reload_init == {str(k) for k in range(n)}
    assert all(part.get_function(f"part{k}").linkage == Linkage.external for k, part in enumerate(parts_of_it))  # theirs are as they were
