"""A Numba that lacks what the compiler replaces is noticed: a warning, once, and a line of the benchmark."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import numba
import pytest

from citadels_sim.bench import figures, pages
from citadels_sim.compiler import patches
from citadels_sim.compiler.backend import linking
from citadels_sim.compiler.decorators import INTERPRETED, entry_point, ready, signature

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Numba whose context has no `get_executable`, and that no longer has a library of code of its own."""
    context, library = "CPUContext", "CPUCodeLibrary"
    names = linking._USED[context][1]
    lacking = SimpleNamespace(**dict.fromkeys(set(names) - {"get_executable"}))
    monkeypatch.setitem(linking._USED, context, (lacking, names))
    monkeypatch.setitem(linking._USED, library, (None, linking._USED[library][1][:1]))
    patches.warn.cache_clear()
    yield
    patches.warn.cache_clear()


def test_every_patch_applies_to_the_numba_that_the_tests_run_with() -> None:
    assert patches.missing() == ()
    assert linking._KNOWN
    assert patches.status() == f"Numba {numba.__version__} (all patches apply)"


@pytest.mark.usefixtures("older")
def test_what_is_missing_is_named() -> None:
    assert patches.missing() == (
        "CPUCodeLibrary._optimize_functions",
        "CPUContext.get_executable",
    )


def thrice(x: int) -> int:
    return 3 * x


@pytest.fixture
def afresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Call a function that is compiled, or loaded from a cache that was empty at first."""
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(tmp_path))
    return lambda: ready(entry_point(signature("int", "int"))(thrice))(5)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.usefixtures("older")
def test_who_compiles_or_loads_what_was_compiled_so_is_warned_once(afresh: Callable[[], int]) -> None:
    for _ in ("compiled", "loaded by another process"):
        patches.warn.cache_clear()
        with pytest.warns(RuntimeWarning, match=r"Numba .*lacks .*CPUContext.get_executable.* results are the same"):
            assert afresh() == 15
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert afresh() == 15


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_nobody_is_warned_where_all_patches_apply(afresh: Callable[[], int]) -> None:
    patches.warn.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert afresh() == 15


@pytest.mark.usefixtures("older")
def test_the_benchmark_says_so_in_its_last_line() -> None:
    assert "lacks CPUCodeLibrary._optimize_functions, CPUContext.get_executable" in figures.machine()
    assert "lacks CPUCodeLibrary._optimize_functions, CPUContext.get_executable" in pages.markdown([]).splitlines()[-1]


def test_the_numba_of_the_tests_is_within_the_bounds_that_are_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (bounds,) = [line for line in project["dependencies"] if line.startswith("numba")]
    assert bounds == "numba>=0.65,<0.69"
    low, high = ([int(part) for part in bound.strip("numba<>=").split(".")] for bound in bounds.split(","))
    assert low <= [int(part) for part in numba.__version__.split(".")[:2]] < high
