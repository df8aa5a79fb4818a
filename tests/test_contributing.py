"""CONTRIBUTING.md and ARCHITECTURE.md are true: what they name exists, and the examples of the recipes run."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from citadels_sim.runs.designs import DESIGNS
from tests.designs.test_outside_design import FILES
from tests.readme.runner import read_blocks, run_blocks

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md")
RECIPES = ("The debugger", "A switch", "A character", "A decision to fork", "A bot", "A metric", "A design")
# Paths in the architecture are short: within the package, or within the folder of any design.
PLACES = ("", "citadels_sim/", "citadels_sim/designs/", "citadels_sim/designs/*/")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def recipe(title: str) -> str:
    """One section of CONTRIBUTING.md."""
    return text_of("CONTRIBUTING.md").split(f"\n## {title}\n")[1].split("\n## ")[0]


def missing(text: str) -> list[str]:
    """The paths in a text, between backticks, that do not exist; NAME stands for whatever somebody adds."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    paths = re.findall(r"`([\w.*/-]+(?:/|\.(?:py|md|toml)))`", prose)
    assert paths
    exists = {path: any(any(ROOT.glob(f"{place}{path.rstrip('/')}")) for place in PLACES) for path in paths}
    return [path for path, result in exists.items() if not result and "NAME" not in path]


def test_there_are_these_recipes() -> None:
    assert tuple(re.findall(r"^## (.*)$", text_of("CONTRIBUTING.md"), flags=re.MULTILINE)) == RECIPES


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_the_page_exists(page: str) -> None:
    assert missing(text_of(page)) == []


def test_a_path_that_does_not_exist_is_noticed() -> None:
    assert missing("See `citadels_sim/engine/loop.py` and `citadels_sim/engine/lop.py`, and write `citadels_sim/bots/NAME.py`.") == [
        "citadels_sim/engine/lop.py"
    ]


def test_the_architecture_lists_every_design_with_its_folder() -> None:
    rows = re.findall(r"^\| `(\w+)/` \| `(\w+)", text_of("ARCHITECTURE.md"), flags=re.MULTILINE)
    listed = {(f"citadels_sim.designs.{folder}", command) for folder, command in rows}
    assert {(design.home, design.command[0]) for design in DESIGNS.values()} <= listed


NAMES = {
    "citadels_sim.bots.interface": ("Bot", "compiled_bot"),
    "citadels_sim.catalogue": ("C",),
    "citadels_sim.compiler.decorators": ("rule", "inline", "typed", "cold", "entry_point", "ready"),
    "citadels_sim.engine.decisions": ("apply",),
    "citadels_sim.engine.loop": ("deal", "run"),
    "citadels_sim.runs.designs": ("DESIGNS",),
    "citadels_sim.designs.bans.metrics": ("FAMILIES",),
    "citadels_sim.designs.bans.play": ("PLAYER",),
    "citadels_sim.designs.attribution.experiment": ("resolve",),
    "citadels_sim.designs.player": ("Player",),
    "citadels_sim.statistics.metric_types": ("Family", "Metric", "Sum"),
    "citadels_sim.variants.switch": ("flag", "words", "number"),
}
"""What the pages name in code, by the module that must have it."""


@pytest.mark.parametrize("module", NAMES)
def test_every_name_on_the_pages_exists(module: str) -> None:
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`\n]+`", "".join(map(text_of, PAGES))))))
    for name in NAMES[module]:
        assert name in named
        assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize("title", RECIPES)
def test_the_examples_of_a_recipe_run(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that has the package of the outside design, as the last recipe wants it."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT}")
    outcomes = list(run_blocks(read_blocks(recipe(title)), tmp_path))
    assert {outcome.block.line: outcome.output for outcome in outcomes if outcome.state == "failed"} == {}
    assert "ran" in {outcome.state for outcome in outcomes}
