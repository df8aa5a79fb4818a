"""Imports run one way: the layers of the architecture, by the role of a file, and what may cost nothing to import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from citadels_sim.cli.commands import command_groups

PACKAGE = Path(__file__).resolve().parents[1] / "citadels_sim"

# Roles, lowest first, each with the modules that have it: a module's role is that of the longest name here that it begins with. A module
# imports modules of its own role or of lower ones. In the folder of a design the role is that of the file, see `role_of`.
ROLES: dict[str, tuple[str, ...]] = {
    "text": ("text",),
    "basics": ("arrays", "errors", "exploits", "files", "formats", "limits", "names", "offers", "processes", "resources", "verdicts"),
    "files of others": ("foreign", "footer", "lineups"),
    "catalogue": ("catalogue",),
    "variants": ("variants",),
    "compiler": ("compiler",),
    "engine": ("engine",),
    "bots": ("bots",),
    "game": ("game",),
    "environments": ("env",),
    "tables": ("tables",),
    "designs": ("lab.condition", "lab.design", "lab.facts"),
    "run folders": tuple(
        f"runs.{name}"
        for name in ("batches", "command_line", "contents", "layout", "lock", "manifest", "reading", "seeds", "source", "store", "together")
    ),
    "statistics": ("statistics",),
    "runs": ("runs",),
    "play": ("lab.fork_options", "lab.fork_records", "lab.forking", "lab.node_facts", "lab.nodes", "lab.player"),
    "training": ("training",),
    "analysis": ("lab",),
    "chart forms": ("charts", "show"),
    "blocks": (),
    "people's games": ("plays",),
    "report": ("report", "ladder"),
    "balance": ("balance",),
    "studies": ("study",),
    "bench": ("bench",),
    "pages of games": ("web",),
    "sharing": ("share",),
    "studio": ("studio",),
    "commands": ("cli",),
}
HEIGHT = {role: height for height, role in enumerate(ROLES)}
OF_PREFIX = {prefix: role for role, prefixes in ROLES.items() for prefix in prefixes}

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
            # `from citadels_sim.lab import forks` means the module; `from citadels_sim.variants import Variant` the package.
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


@cache
def role_of(module: str) -> str:
    """The role of a module: by its place, and in the folder of a design by its file."""
    words = module.split(".")[1:]
    if words[0] == "lab" and len(words) < 3 and modules().get(module, PACKAGE).name == "__init__.py":
        return "designs"
    if words[0] == "lab" and len(words) == 3:
        if words[2] == "search" or words[2].endswith("command"):
            return "commands"
        if words[2].endswith("blocks"):
            return "blocks"
        if words[2] in ("kernel", "play", "columns", "terms") or plays(module):
            return "play"
    names = [".".join(words[:end]) for end in range(len(words), 0, -1)]
    return next(OF_PREFIX[name] for name in names if name in OF_PREFIX)


def faults(module: str, source: str, *, is_package: bool = False) -> set[tuple[str, str]]:
    """What a module's imports do against the order of the roles."""
    if module in TOP:
        return set()
    names = {name for _, name in imported(source, module, is_package=is_package)}
    return {(module, name) for name in names if name in TOP or HEIGHT[role_of(name)] > HEIGHT[role_of(module)]}


def test_every_module_has_a_role() -> None:
    assert [module for module in modules() if module not in TOP and role_of(module) not in ROLES] == []


def test_imports_run_upwards_only() -> None:
    wrong = set()
    for module, path in modules().items():
        wrong |= faults(module, path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py")
    assert wrong == set()


def folder_of(module: str) -> str | None:
    """The folder of a design that a module lies in; None for all else."""
    words = module.split(".")
    return words[2] if words[1:2] == ["lab"] and len(words) > 2 and ".".join(words[:3]) not in LAB_FILES else None


LAB_FILES = {f"citadels_sim.lab.{path.stem}" for path in (PACKAGE / "lab").glob("*.py")}


def test_no_two_designs_import_each_other() -> None:
    """Neither directly nor by way of a third: a design that plays or analyses as another one does stands above it."""
    above: dict[str, set[str]] = {}
    for module in modules():
        if (here := folder_of(module)) is not None:
            there = {folder_of(name) for _, name in edges(module)} - {here, None}
            above.setdefault(here, set()).update(name for name in there if name is not None)
    assert {"casts", "tournament"} <= set(above)
    while lowest := [name for name, needed in above.items() if not needed]:
        above = {name: needed - set(lowest) for name, needed in above.items() if name not in lowest}
    assert above == {}


@pytest.mark.parametrize("role", ["tables", "designs", "statistics", "run folders", "analysis", "chart forms", "blocks", "report"])
def test_what_reads_tables_reaches_nothing_that_plays(role: str) -> None:
    assert [module for module in modules() if module not in TOP and role_of(module) == role and plays(module)] == []


@pytest.mark.parametrize("name", ["analyse", "metrics", "blocks"])
def test_the_analysis_of_a_design_has_its_role(name: str) -> None:
    """Whether a file reaches the engine decides its role in a design's folder: these must not."""
    files = [module for module in modules() if module.startswith("citadels_sim.lab.") and module.endswith(f".{name}")]
    assert files
    assert [module for module in files if role_of(module) != ("blocks" if name == "blocks" else "analysis")] == []


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
        ("citadels_sim.lab.bans.play", "from citadels_sim.lab.bans.charts import bans_chart"),
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
        ("citadels_sim.lab.bans.command", "from citadels_sim.runs import plan\nfrom citadels_sim.report import make_report"),
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
    """It is imported while compiled code plays (`lab/tournament/play.py`)."""
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
