"""The public names of the package are there, and only when they are used."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

import citadels_sim
from citadels_sim import errors
from scripts._site.api import MODULES

PACKAGE = Path(citadels_sim.__file__).parent


def test_the_errors_are_the_ones_of_the_errors_module() -> None:
    assert citadels_sim.VariantError is errors.VariantError
    assert citadels_sim.PositionError is errors.PositionError
    assert citadels_sim.IllegalAction is errors.IllegalAction


@pytest.mark.parametrize("name", citadels_sim.__all__)
def test_each_public_name_can_be_used(name: str) -> None:
    assert getattr(citadels_sim, name) is not None
    assert name in dir(citadels_sim)


def test_a_name_is_looked_up_once() -> None:
    first = citadels_sim.VariantError
    assert vars(citadels_sim)["VariantError"] is first


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'citadels_sim' has no attribute 'Gmae'"):
        citadels_sim.Gmae  # noqa: B018  # the look-up is the test


def test_the_version_is_reported_in_one_place_only() -> None:
    project = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert "version" in project["dynamic"]


def _names(source: str) -> tuple[set[str], set[str] | None]:
    """The names of a module without an underscore that it defines itself, and those that its `__all__` lists."""
    own: set[str] = set()
    listed = None
    for node in ast.parse(source).body:
        names: list[str] = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
        if names == ["__all__"]:
            listed = set(ast.literal_eval(node.value))
        else:
            own |= {name for name in names if not name.startswith("_")}
    return own, listed


def test_a_module_lists_its_names_only_where_the_list_says_more_than_the_underscores() -> None:
    """In compiled modules rules have no underscore that only their own module uses: there a list says what others may call."""
    for path in PACKAGE.rglob("*.py"):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        own, listed = _names(path.read_text(encoding="utf-8"))
        if name not in MODULES and not name.startswith(("citadels_sim.engine", "citadels_sim.bots")):
            assert listed != own, f"{name}: __all__ repeats its names"
