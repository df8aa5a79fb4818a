"""Imports run one way, folder by folder; what reads tables reaches nothing that plays; and what may cost nothing to import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from citadels_sim.cli.commands import command_groups
from citadels_sim.runs.designs import DESIGNS

PACKAGE = Path(__file__).resolve().parents[1] / "citadels_sim"

# The folders, lowest first: a module imports modules of its own folder or of lower ones. Files beside the folders are leaves, below all.
FOLDERS = (
    *("catalogue", "variants", "compiler", "engine", "bots", "game", "env"),
    *("tables", "statistics", "runs", "show", "judge", "designs", "training", "ladder", "plays", "report"),
    *("balance", "study", "bench", "web", "share", "studio", "cli"),
)
HEIGHT = {"": 0} | {folder: height for height, folder in enumerate(FOLDERS, 1)}

# What plays. Whatever reads tables of any origin must not reach it, by way of no other module.
PLAYING = ("compiler", "engine", "bots", "game", "env")

# The public names and the command's entry stand above everything.
TOP = {"citadels_sim", "citadels_sim.__main__"}


def imported(source: str, module: str, *, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Every module of ours that a source imports, anywhere in it, with the line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                words = module.split(".")
                above = words[: len(words) - node.level + is_package]
                base = ".".join([*above, *([base] if base else [])])
            if base == "citadels_sim" and all(alias.name == "__version__" for alias in node.names):
                continue
            # `from citadels_sim.designs import forks` means the module; `from citadels_sim.variants import Variant` the package.
            names = [f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules() else base for alias in node.names]
        else:
            continue
        yield from ((node.lineno, name) for name in names if name.split(".")[0] == "citadels_sim")


@cache
def modules() -> dict[str, Path]:
    """Every module of the package and its file."""
    result = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        words = path.relative_to(PACKAGE.parent).with_suffix("").parts
        result[".".join(words[:-1] if words[-1] == "__init__" else words)] = path
    return result


@cache
def edges(module: str) -> tuple[tuple[int, str], ...]:
    """The imports of a module of the package."""
    path = modules()[module]
    return tuple(imported(path.read_text(encoding="utf-8"), module, is_package=path.name == "__init__.py"))


@cache
def reached(module: str) -> frozenset[str]:
    """Every module of the package that a module imports, directly or by way of others, and their packages."""
    result, waiting = {module}, [module]
    while waiting:
        here = waiting.pop()
        names = [name for _, name in edges(here) if name in modules()] if here in modules() else []
        names += [here.rpartition(".")[0]] if here.count(".") > 1 else []
        waiting += [name for name in names if name not in result]
        result.update(names)
    return frozenset(result)


def plays(module: str) -> bool:
    """Whether a module reaches what plays."""
    return any(name.split(".")[1:2] and name.split(".")[1] in PLAYING for name in reached(module))


def folder_of(module: str) -> str:
    """The folder of the package that a module lies in; empty for a leaf."""
    first = module.split(".")[1]
    return first if (PACKAGE / first).is_dir() else ""


def faults(module: str, source: str, *, is_package: bool = False) -> set[tuple[str, str]]:
    """What a module's imports do against the order of the folders."""
    if module in TOP:
        return set()
    names = {name for _, name in imported(source, module, is_package=is_package)}
    return {(module, name) for name in names if name in TOP or HEIGHT[folder_of(name)] > HEIGHT[folder_of(module)]}


def in_a_circle(groups: Iterable[tuple[str, str]]) -> set[str]:
    """The groups, of pairs (importing, imported), that import each other, directly or by way of a third."""
    left = {(here, there) for here, there in groups if here != there}
    while ends := {here for here, _ in left} ^ {there for _, there in left}:
        left = {pair for pair in left if not ends & set(pair)}
    return {name for pair in left for name in pair}


def test_every_folder_has_its_place() -> None:
    assert sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py")) == sorted(FOLDERS)


def test_imports_run_upwards_only() -> None:
    wrong = set()
    for module, path in modules().items():
        wrong |= faults(module, path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py")
    assert wrong == set()


def test_no_leaf_imports_itself_by_way_of_others() -> None:
    leaves = [module for module in modules() if module not in TOP and not folder_of(module)]
    assert len(leaves) > 10
    assert in_a_circle((module, name) for module in leaves for _, name in edges(module) if name in leaves) == set()


def test_no_two_designs_import_each_other() -> None:
    """Neither directly nor by way of a third: a design that plays or analyses as another one does stands above it."""

    def kind(module: str) -> str:
        words = module.split(".")
        return words[2] if words[1:2] == ["designs"] and len(words) > 2 and (PACKAGE / "designs" / words[2]).is_dir() else ""

    pairs = [(kind(module), kind(name)) for module in modules() for _, name in edges(module)]
    own = [(here, there) for here, there in pairs if here and there]
    assert {"casts", "tournament"} <= {here for here, _ in own}
    assert in_a_circle(own) == set()


def test_a_circle_is_found() -> None:
    assert in_a_circle([("a", "b"), ("b", "c"), ("c", "b"), ("c", "e"), ("d", "d")]) == {"b", "c"}


READING = ("batches", "contents", "design", "designs", "layout", "manifest", "metrics", "reading", "run_api", "seeds", "store", "together")
"""The modules of `runs` that read what was played: tables of any origin."""


@pytest.mark.parametrize("folder", ["tables", "statistics", "show", "judge", "ladder", "report"])
def test_what_reads_tables_reaches_nothing_that_plays(folder: str) -> None:
    assert [module for module in modules() if module not in TOP and folder_of(module) == folder and plays(module)] == []


@pytest.mark.parametrize("name", READING)
def test_what_reads_run_folders_reaches_nothing_that_plays(name: str) -> None:
    assert not plays(f"citadels_sim.runs.{name}")


@pytest.mark.parametrize("part", ["analyse", "metrics", "judge", "blocks"])
def test_the_analysis_of_a_design_reaches_nothing_that_plays(part: str) -> None:
    """These parts of a `Design` read tables of any origin."""
    parts = [f"{design.home}.{part}" for design in DESIGNS.values() if design.has(part)]
    assert parts
    assert [module for module in parts if plays(module)] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("citadels_sim.engine.deck", "from citadels_sim.bots import builder"),
        ("citadels_sim.engine.deck", "def f():\n    import citadels_sim.game.table"),
        ("citadels_sim.engine.deck", "from citadels_sim import load_variant"),
        ("citadels_sim.engine.deck", "from ..runs import plan"),
        ("citadels_sim.errors", "from citadels_sim.catalogue import D"),
        ("citadels_sim.bots.builder", "from citadels_sim.game import Game"),
        ("citadels_sim.statistics.estimator", "from citadels_sim.runs import plan"),
        ("citadels_sim.runs.plan", "from citadels_sim.designs.bans import DESIGN"),
        ("citadels_sim.report.page", "if TYPE_CHECKING:\n    from citadels_sim.cli.console import note"),
    ],
)
def test_an_import_against_the_order_is_found(module: str, source: str) -> None:
    assert len(faults(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("citadels_sim.engine.deck", "from citadels_sim.engine.bits import bit\nfrom .bits import has"),
        ("citadels_sim.engine.deck", "from citadels_sim.catalogue import D\nfrom ..variants import switches"),
        ("citadels_sim.engine.deck", "import numpy\nfrom citadels_sim.errors import VariantError"),
        ("citadels_sim.runs.folder", "from citadels_sim import __version__"),
        ("citadels_sim.cli.designs.bans", "from citadels_sim.runs import plan\nfrom citadels_sim.report import make_report"),
    ],
)
def test_an_import_from_below_is_fine(module: str, source: str) -> None:
    assert faults(module, source) == set()


def test_a_relative_import_in_a_package_means_the_package_itself() -> None:
    assert list(imported("from .codes import D", "citadels_sim.catalogue", is_package=True)) == [(1, "citadels_sim.catalogue.codes")]


def loaded_after(statement: str) -> set[str]:
    """The top-level names of all modules that a fresh Python has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, check=True)
    return set(done.stdout.split("\n")[-2].split())


HEAVY = {
    "dask",
    "distributed",
    "fsspec",
    "numba",
    "polars",
    "numpy",
    "matplotlib",
    "scipy",
    "statsmodels",
    "pandas",
    "jinja2",
    "rich",
    "gymnasium",
    "pettingzoo",
    "tornado",
}


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_after("import citadels_sim") & (HEAVY | {"pydantic", "typer"}) == set()


def test_the_help_of_the_command_loads_nothing_heavy() -> None:
    assert loaded_after("from citadels_sim.cli.main import main\nmain(['--help'])") & HEAVY == set()


def test_the_first_game_of_a_run_needs_no_polars() -> None:
    """It is imported while compiled code plays (`designs/tournament/play.py`)."""
    code = """
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.store import open_store
from citadels_sim.runs.table_writer import Writer

keys = {"name": "one", "variants": ["classic-2000"], "players": [4], "games": 4, "lineups": [["random"]]}
Writer(make_plan(make_experiment(keys, "test")), open_store("new")).player(0).ready()
"""
    assert "polars" not in loaded_after(code)


def test_the_help_of_the_program_imports_the_module_of_no_command() -> None:
    modules = {command.module for commands in command_groups().values() for command in commands.values()}
    code = "from citadels_sim.cli.main import main\nmain(['--help'])\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, check=True)
    assert modules & set(done.stdout.splitlines()[-1].split()) == set()


@pytest.mark.rotated(4)
@pytest.mark.parametrize("name", [name for commands in command_groups().values() for name in commands])
def test_the_help_of_each_command_loads_nothing_heavy(name: str) -> None:
    assert loaded_after(f"from citadels_sim.cli.main import main\nassert main([{name!r}, '-h']) == 0") & HEAVY == set()
