"""Numba is behind one door: what declares compiled code does without it, and all that declares it reaches the door."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_sim.compiler import backend
from citadels_sim.compiler.backend import intrinsics, vectors
from citadels_sim.compiler.cache_key import closure
from citadels_sim.compiler.decorators import INTERPRETED
from citadels_sim.compiler.lazy import Intrinsic

PACKAGE = Path(__file__).resolve().parents[2] / "citadels_sim"
COMPILER = PACKAGE / "compiler"
BACKEND = COMPILER / "backend"
LOADERS = {COMPILER / "cache.py", COMPILER / "native.py"}
"""What names the machine and loads machine code, by LLVM alone."""


def imports(source: str) -> Iterator[str]:
    """Every module that a source imports, anywhere in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def sources(*, backend_too: bool) -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if backend_too or not path.is_relative_to(BACKEND)]


def users_of(*libraries: str) -> set[Path]:
    """Files of the package, but for the backend, that import a library."""
    named = {path: {name.split(".")[0] for name in imports(path.read_text(encoding="utf-8"))} for path in sources(backend_too=False)}
    return {path for path, names in named.items() if names & set(libraries)}


@pytest.mark.parametrize("source", ["import numba", "def f():\n    from numba.extending import intrinsic", "import numpy, numba as nb"])
def test_an_import_is_found_wherever_it_is(source: str) -> None:
    assert any(name.split(".")[0] == "numba" for name in imports(source))


def test_nothing_but_the_backend_imports_numba() -> None:
    assert users_of("numba") == set()


def test_nothing_but_the_backend_and_what_loads_machine_code_imports_llvm() -> None:
    assert users_of("llvmlite") == LOADERS


def test_nothing_goes_round_the_door_of_the_backend() -> None:
    inside = "citadels_sim.compiler.backend."
    wrong = {path for path in sources(backend_too=False) for name in imports(path.read_text(encoding="utf-8")) if name.startswith(inside)}
    assert wrong == set()


@pytest.mark.parametrize("file", ["engine/decisions.py", "bots/builder.py", "designs/recording/kernel.py"])
def test_code_that_was_compiled_by_another_backend_is_not_loaded(file: str) -> None:
    """The key of the cache is made of all files that a file imports, wherever in them."""
    assert closure(PACKAGE / file) >= set(BACKEND.rglob("*.py"))


def declared() -> dict[str, Intrinsic]:
    """Every function of the rules and bots whose machine code is written by hand."""
    from citadels_sim.bots import standing
    from citadels_sim.engine import bits, loop, memory

    return {
        f"{module.__name__}.{name}": thing
        for module in (memory, bits, standing, loop)
        for name, thing in vars(module).items()
        if isinstance(thing, Intrinsic)
    }


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_machine_code_takes_what_the_function_takes_that_says_what_it_does() -> None:
    assert len(declared()) >= 15
    for name, function in declared().items():
        describe = getattr(intrinsics, function.description, None) or getattr(vectors, function.description)
        taken = list(inspect.signature(describe(*function.given)).parameters)
        assert taken[0] == "typing", name
        assert len(taken) - 1 == len(inspect.signature(function.py_func).parameters), name


def test_the_door_has_no_name_twice() -> None:
    assert len(set(backend.__all__)) == len(backend.__all__)
    assert not set(vars(intrinsics)) & {name for name, thing in vars(vectors).items() if inspect.isfunction(thing)}
