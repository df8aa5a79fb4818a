"""Calling machine code from Python: what it may be given, what comes back, and what it raises."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import INTERPRETED, by_symbol, entry_point, is_cached, ready, rule
from citadels_sim.compiler.function_tables import keeper
from citadels_sim.engine.records import new_record, new_records

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

ITEM = np.dtype([("small", np.int16), ("numbers", np.float64, (3,))], align=True)
PAIR = np.dtype([("first", ITEM), ("second", ITEM)], align=True)


class Both(NamedTuple):
    """An array and a number."""

    array: Any
    number: int


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is compiled here, and loaded from here."""
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(tmp_path))


def twice_ready(signature: Any, function: Any) -> list[Any]:
    """A function as compiled in this process, and as loaded from the cache."""
    return [ready(entry_point(signature)(function)) for _ in range(2)]


def everything(record: Any, both: Any, flags: Any, whole: int, part: float, flag: bool) -> int:
    record.second.numbers[1] = part
    both.array[1, 2] = whole
    flags[0] = 7
    return int(record.first.small + both.number + both.array.shape[0]) if flag else -1


BOTH = types.NamedTuple((types.int16[:, ::1], types.int64), Both)
SIGNATURE = types.int64(types.record(PAIR), BOTH, types.uint8[::1], types.int64, types.float64, types.boolean)


def test_arguments_of_every_kind_arrive_and_can_be_written_to() -> None:
    for function in twice_ready(SIGNATURE, everything):
        records = new_records(3, PAIR)
        record, array, flags = records[1], np.zeros((4, 5), np.int16), np.zeros(2, np.uint8)
        record.first.small = 30
        assert function(record, Both(array, 200), flags, np.int32(9), 2, True) == 234
        assert function(record, Both(array, 200), flags, 9, 2.5, False) == -1
        assert (records["second"]["numbers"][:, 1].tolist(), array[1, 2], flags.tolist()) == ([0, 2.5, 0], 9, [7, 0])


def test_a_record_within_a_record_is_that_record() -> None:
    def fill(item: Any) -> None:
        item.small = 5

    for function in twice_ready(types.void(types.record(ITEM)), fill):
        pair = new_record(PAIR)
        assert function(pair.second) is None
        assert (pair.first.small, pair.second.small) == (0, 5)


def arguments(**changed: Any) -> list[Any]:
    good = {"record": new_record(PAIR), "both": Both(np.zeros((4, 5), np.int16), 1), "flags": np.zeros(2, np.uint8)}
    return [*(good | {"whole": 1, "part": 1.0, "flag": True} | changed).values()]


def read_only() -> Any:
    array = np.zeros(2, np.uint8)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    "wrong",
    [
        {"record": new_record(ITEM)},
        {"record": None},
        {"record": np.zeros(1, PAIR)},
        {"record": 5},
        {"both": (np.zeros((4, 5), np.int16), 1)},
        {"both": Both(np.zeros((5, 4), np.int16).T, 1)},
        {"both": Both(np.zeros((4, 5)), 1)},
        {"both": Both(np.zeros(20, np.int16), 1)},
        {"flags": np.zeros(4, np.uint8)[::2]},
        {"flags": read_only()},
        {"flags": [1, 2]},
        {"flags": np.zeros(2, np.int8)},
        {"whole": 1.5},
        {"whole": "1"},
        {"part": "x"},
        {"more": 1},
    ],
    ids=str,
)
def test_what_is_of_another_type_is_refused(wrong: dict[str, Any]) -> None:
    """Machine code would take it for what it expects and write where it should not."""
    function = ready(entry_point(SIGNATURE)(everything))
    function(*arguments())
    with pytest.raises((TypeError, ValueError)):
        function(*arguments(**wrong))


def test_signatures_in_the_words_of_numba_are_the_same() -> None:
    words = numba.types
    both = words.NamedTuple((words.int16[:, ::1], words.int64), Both)
    theirs = words.int64(numba.from_dtype(PAIR), both, words.uint8[::1], words.int64, words.float64, words.boolean)
    function = ready(entry_point(theirs)(everything))
    assert function(*arguments()) == 5
    with pytest.raises(TypeError):
        function(*arguments(record=new_record(ITEM)))


@rule
def checked(x: int) -> int:
    if x < 0:
        raise ValueError("x is negative")
    return x


def root(x: int) -> int:
    return int(np.sqrt(checked(x)))


def test_what_a_rule_raises_comes_out() -> None:
    for function in twice_ready(types.int64(types.int64), root):
        assert function(49) == 7
        with pytest.raises(ValueError, match=r"^x is negative$"):
            function(-1)


ROOT = entry_point(types.int64(types.int64))(root)


@entry_point(types.int64(types.int64))
def factorial(x: int) -> int:
    return x * int(factorial(x - 1)) if checked(x) > 1 else 1


number_of, kept_function = keeper(types.FunctionType(types.int64(types.int64)))
root_by_symbol, factorial_by_symbol = by_symbol(ROOT), by_symbol(factorial)


def through_value(number: int, x: int) -> int:
    function = kept_function(number)
    return int(function(x)) + 1


def through_symbols(which: int, x: int) -> int:
    return int(root_by_symbol(x) if which == 0 else factorial_by_symbol(x)) + 1


@pytest.mark.parametrize("by_name", [False, True])
def test_what_an_entry_point_returns_or_raises_comes_to_compiled_callers(by_name: bool) -> None:
    """One that calls itself, too: its body cannot be compiled into the function that compiled callers call."""
    signature = types.int64(types.int64, types.int64)
    for function in ready(ROOT), ready(factorial):
        numbers = {ROOT: 0, factorial: 1} if by_name else {function: number_of(function)}
        caller = ready(entry_point(signature, (ROOT, factorial))(through_symbols if by_name else through_value))
        assert caller(numbers[function], 4) == function(4) + 1 == {ROOT: 3, factorial: 25}[function]
        with pytest.raises(ValueError, match=r"^x is negative$"):
            function(-1)
        with pytest.raises(ValueError, match=r"^x is negative$"):
            caller(numbers[function], -1)


def test_an_entry_point_may_take_nothing() -> None:
    for function in twice_ready(types.int64(), lambda: 42):
        assert function() == 42


def announce(x: int) -> int:
    print("x is", x)  # noqa: T201
    return x


def test_who_prints_from_compiled_code_gets_the_helpers_of_numba(capfd: pytest.CaptureFixture[str]) -> None:
    for function in twice_ready(types.int64(types.int64), announce):
        assert function(3) == 3
        assert is_cached(function)
    assert capfd.readouterr().out == "x is 3\n" * 2


def spin(steps: int) -> int:
    x = 1
    for i in range(steps):
        x = (x * 6364136223846793005 + i) ^ (x >> 3)
    return x


@pytest.mark.parametrize("unlocked", [False, True])
def test_other_threads_go_on_while_an_unlocked_entry_point_runs(unlocked: bool) -> None:
    function = ready(entry_point(types.int64(types.int64), unlocked=unlocked)(spin))
    steps = 30_000_000
    thread = threading.Thread(target=function, args=(steps,))
    begun = time.perf_counter()
    thread.start()
    time.sleep(0)
    seen = time.perf_counter() - begun
    thread.join()
    whole = time.perf_counter() - begun
    assert (seen < whole / 2) == unlocked


def made_with(factor: int) -> Any:
    def times(x: int) -> int:
        return factor * x

    return times


def test_functions_that_differ_in_what_they_were_made_with_are_kept_apart() -> None:
    signature = types.int64(types.int64)
    assert [ready(entry_point(signature)(made_with(factor)))(10) for factor in (2, 3, 2)] == [20, 30, 20]
    strange = entry_point(signature)(made_with(np.zeros(1)))  # type: ignore[arg-type]
    assert not is_cached(strange)
