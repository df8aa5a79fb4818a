"""Imports run one way: the layers of the design, and what may cost nothing to import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "citadels_sim"

# Lowest first. A module imports from its own layer's part or from layers below, never from beside or above.
LAYERS = (
    ("text",),
    ("errors", "kinds", "layout", "limits", "names", "resources", "threads"),
    ("foreign",),
    ("commands", "footer"),
    ("manifest",),
    ("catalogue",),
    ("variants",),
    ("engine",),
    ("bots", "game"),
    ("tournament",),
    ("analysis",),
    ("report",),
    ("cli",),
)
HEIGHT = {part: height for height, layer in enumerate(LAYERS) for part in layer}

# Reads tables of any origin, so nothing that plays may stand behind it.
PLAYING = {"engine", "bots", "game", "tournament"}

# The public names and the command's entry stand above everything.
TOP = {"__init__", "__main__"}


def part_of(module: str) -> str:
    """``citadels_sim.engine.deck`` belongs to ``engine``; the package itself to ``__init__``."""
    words = module.split(".")
    return words[1] if len(words) > 1 else "__init__"


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
            # `from citadels_sim import engine` means the part; `from citadels_sim import load_variant` the package.
            names = [f"{base}.{alias.name}" if alias.name in HEIGHT else base for alias in node.names] if base == "citadels_sim" else [base]
            if base == "citadels_sim" and all(alias.name == "__version__" for alias in node.names):
                names = []
        else:
            continue
        yield from ((node.lineno, name) for name in names if name.split(".")[0] == "citadels_sim")


def faults(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """What a module's imports do against the order of the layers."""
    own = part_of(module)
    if own in TOP:
        return []
    wrong = []
    for line, name in imported(source, module, is_package=is_package):
        other = part_of(name)
        if other == own:
            continue
        if other in TOP:
            wrong.append(f"{module}:{line} imports the public names; import from the part that has them")
        elif HEIGHT[other] >= HEIGHT[own]:
            wrong.append(f"{module}:{line} imports {name}, which is not below {own}")
    return wrong


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        words = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(words[:-1] if words[-1] == "__init__" else words)] = path
    return found


def test_every_part_of_the_package_has_its_layer() -> None:
    parts = {part_of(module) if module.count(".") else "__init__" for module in modules()} - TOP
    assert parts <= set(HEIGHT)


def test_imports_run_upwards_only() -> None:
    wrong = [
        fault
        for module, path in modules().items()
        for fault in faults(path.read_text(encoding="utf-8"), module, is_package=path.name == "__init__.py")
    ]
    assert wrong == []


def test_the_analysis_and_the_report_stand_on_nothing_that_plays() -> None:
    wrong = [
        f"{module}:{line} imports {name}"
        for module, path in modules().items()
        if part_of(module) in {"analysis", "report"}
        for line, name in imported(path.read_text(encoding="utf-8"), module, is_package=path.name == "__init__.py")
        if part_of(name) in PLAYING
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("citadels_sim.engine.deck", "from citadels_sim.bots import builder"),
        ("citadels_sim.engine.deck", "def f():\n    import citadels_sim.game.table"),
        ("citadels_sim.engine.deck", "from citadels_sim import load_variant"),
        ("citadels_sim.engine.deck", "from citadels_sim import game"),
        ("citadels_sim.engine.deck", "from ..tournament import plan"),
        ("citadels_sim.errors", "from citadels_sim.catalogue import D"),
        ("citadels_sim.bots.builder", "from citadels_sim.game import Game"),
        ("citadels_sim.game.table", "from citadels_sim.bots import builder"),
        ("citadels_sim.report.page", "if TYPE_CHECKING:\n    from citadels_sim.cli.console import note"),
    ],
)
def test_an_import_against_the_order_is_found(module: str, source: str) -> None:
    assert len(faults(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("citadels_sim.engine.deck", "from citadels_sim.engine.bits import bit\nfrom .bits import has"),
        ("citadels_sim.engine.deck", "from citadels_sim.catalogue import D\nfrom ..variants import switches"),
        ("citadels_sim.engine.deck", "import numpy\nfrom citadels_sim.errors import VariantError"),
        ("citadels_sim.tournament.manifest", "from citadels_sim import __version__"),
        ("citadels_sim.cli.run", "from citadels_sim.tournament import plan\nfrom citadels_sim.report import make_report"),
    ],
)
def test_an_import_from_below_is_fine(module: str, source: str) -> None:
    assert faults(source, module) == []


def test_a_relative_import_in_a_package_means_the_package_itself() -> None:
    assert list(imported("from .codes import D", "citadels_sim.catalogue", is_package=True)) == [(1, "citadels_sim.catalogue.codes")]


def loaded_after(statement: str) -> set[str]:
    """The top-level names of all modules that a fresh Python has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, check=True)
    return set(done.stdout.split("\n")[-2].split())


HEAVY = {"dask", "distributed", "fsspec", "numba", "polars", "numpy", "matplotlib", "scipy", "statsmodels", "pandas", "jinja2", "rich"}


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_after("import citadels_sim") & (HEAVY | {"pydantic", "typer"}) == set()


def test_the_help_of_the_command_loads_nothing_heavy() -> None:
    assert loaded_after("from citadels_sim.cli.main import main\nmain(['--help'])") & HEAVY == set()


def test_the_help_of_each_command_loads_nothing_heavy() -> None:
    from citadels_sim.cli.main import available_commands

    for name in available_commands():
        assert loaded_after(f"from citadels_sim.cli.main import main\nassert main([{name!r}, '-h']) == 0") & HEAVY == set(), name
