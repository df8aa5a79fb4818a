"""LLVM is told how often a rule's branches are taken: the right function's, in order, and the counts are those of today's rules."""

from __future__ import annotations

import ctypes
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import llvmlite.binding as llvm
import pytest
from llvmlite import ir

from citadels_sim.bench.kernel import spin
from citadels_sim.compiler import branches, cache
from citadels_sim.compiler.decorators import INTERPRETED
from scripts._branches import Counters

PLAY = "_ZN12citadels_sim6engine4turn4playB3v12B4c8tJTCExx"


def a_module(name: str = PLAY) -> ir.Module:
    """A function that returns 1 for a number above 5, else 2, by one branch."""
    module = ir.Module()
    number = ir.IntType(64)
    function = ir.Function(module, ir.FunctionType(number, [number]), name)
    begin, high, low = (function.append_basic_block(label) for label in ("B0", "B8", "B16"))
    builder = ir.IRBuilder(begin)
    builder.cbranch(builder.icmp_signed(">", function.args[0], ir.Constant(number, 5)), high, low)
    ir.IRBuilder(high).ret(ir.Constant(number, 1))
    ir.IRBuilder(low).ret(ir.Constant(number, 2))
    return module


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file of counts of our own."""
    path = tmp_path / "branches.json"
    monkeypatch.setattr(branches, "FILE", path)
    branches._counted.cache_clear()
    yield path
    branches._counted.cache_clear()


def name_of(module: ir.Module) -> str:
    ((name, _),) = branches.branches_of(module)
    return name


def test_a_function_is_known_by_its_python_name_and_the_places_of_its_branches() -> None:
    name, _, places = name_of(a_module()).partition(" ")
    assert name == "engine.turn.play"
    moved = a_module()
    next(iter(moved.functions)).blocks[0].name = "B2"
    assert name_of(moved) != f"{name} {places}"


def test_functions_of_others_are_left_alone() -> None:
    assert list(branches.branches_of(a_module("_ZN5numba4playB3v12Exx"))) == []


def test_a_counted_branch_gets_its_weights(counted: Path) -> None:
    module = a_module()
    counted.write_text(json.dumps({name_of(module): "250000"}))
    branches.weigh(module)
    assert '!"branch_weights", i32 250000, i32 750000' in str(module)


@pytest.mark.parametrize("text", [{}, {"engine.turn.play 00000000": "250000"}])
def test_a_function_without_counts_has_no_weights(counted: Path, text: dict[str, str]) -> None:
    module = a_module()
    counted.write_text(json.dumps(text))
    branches.weigh(module)
    assert "branch_weights" not in str(module)


def test_a_version_of_python_that_was_not_counted_with_compiles_without_counts(counted: Path) -> None:
    module = a_module()
    branches.weigh(module)
    assert "branch_weights" not in str(module)
    without = branches.digest()
    counted.write_text(json.dumps({name_of(module): "250000"}))
    assert branches.digest() != without


def test_a_branch_that_was_never_reached_has_no_weights(counted: Path) -> None:
    module = a_module()
    counted.write_text(json.dumps({name_of(module): "-"}))
    branches.weigh(module)
    assert "branch_weights" not in str(module)


def test_branches_count_themselves() -> None:
    counters, module = Counters(), a_module()
    counters.count(module)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(str(module)), llvm.Target.from_default_triple().create_target_machine())
    engine.finalize_object()
    play = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(engine.get_function_address(PLAY))
    assert counters.taken() == {}
    assert [play(number) for number in (1, 3, 7, 5)] == [2, 2, 1, 2]
    assert counters.taken() == {name_of(module): "250000"}


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_code_that_was_compiled_by_other_counts_is_not_loaded(counted: Path) -> None:
    places = []
    for text in ("{}", '{"engine.turn.play 00000000": "1"}'):
        counted.write_text(text)
        cache._versions.cache_clear()
        places.append(cache._place(cast(Any, spin)))
    cache._versions.cache_clear()
    assert places[0] != places[1]


def exists(key: str) -> bool:
    """Whether a function that was counted is still in its module; one within another if that is."""
    module = importlib.import_module("citadels_sim")
    name, *below = key.split(" ")[0].split(".")
    while hasattr(module, "__path__") and importlib.util.find_spec(f"{module.__name__}.{name}"):
        module = importlib.import_module(f"{module.__name__}.{name}")
        name, *below = below
    return hasattr(module, name)


@pytest.mark.parametrize(("key", "there"), [("engine.loop.deal 0", True), ("engine.loop.ideal 0", False), ("engine.poop.deal 0", False)])
def test_a_function_that_is_gone_is_noticed(key: str, there: bool) -> None:
    assert exists(key) == there


def test_the_counts_are_of_functions_that_exist() -> None:
    """Where this fails, functions were renamed since; `scripts/branches` counts anew."""
    counted = branches._counted()
    gone = [key for key in counted if not exists(key)]
    assert len(gone) <= len(counted) / 50, gone
