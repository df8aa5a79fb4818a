"""What the cache of compiled code knows about imports: a dependency that it missed would let old code run."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from citadels_sim.compiler import cache_key as sources

ROOT = sources._ROOT
HERE = ((str(ROOT.parent), ""),)
FILES = sorted(path for path in ROOT.rglob("*.py"))


def parsed(path: Path) -> set[Path]:
    """Files of the package that a file imports, found by Python's own parser."""
    result = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            result |= {sources._located(alias.name, HERE) for alias in node.names if alias.name.startswith("citadels_sim")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("citadels_sim"):
            assert node.level == 0
            for alias in node.names:
                result.add(sources._located(f"{node.module}.{alias.name}", HERE) or sources._located(str(node.module), HERE))
    return {Path(path) for path in result if path is not None}


@pytest.mark.long
def test_every_import_of_the_package_is_seen() -> None:
    assert len(FILES) > 150
    for path in FILES:
        assert parsed(path) <= sources.imported(path), path


def test_a_bot_is_made_of_the_rules_and_the_rules_of_no_bot() -> None:
    decisions, builder = ROOT / "engine" / "decisions.py", ROOT / "bots" / "builder.py"
    rules = sources.closure(decisions)
    assert {ROOT / "engine" / "characters" / "rank9.py", ROOT / "catalogue" / "codes.py"} <= rules
    assert not any("bots" in path.parts for path in rules)
    assert {ROOT / "bots" / "worth.py", ROOT / "engine" / "state.py"} <= sources.closure(builder)


@pytest.mark.parametrize("line", ["from citadels_sim.engine import state", "    import citadels_sim.engine.state  # late"])
def test_text_far_away_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    package = tmp_path / "citadels_sim" / "engine"
    package.mkdir(parents=True)
    state, bits = package / "state.py", package / "bits.py"
    bits.write_text("ONE = 1\n")
    state.write_text("from citadels_sim.engine.bits import (\n    ONE as SINGLE,\n)\n")
    bot = tmp_path / "bot.py"
    bot.write_text(f"{line}\n")
    monkeypatch.setattr(sources, "_ROOT", tmp_path / "citadels_sim")

    def digest() -> str:
        sources.forget()
        return sources.source_digest(bot, "1.0")

    before = digest()
    assert digest() == before
    bits.write_text("ONE = 2\n")
    assert digest() != before
    sources.forget()


@pytest.mark.parametrize(
    "line", ["from helper import value", "import os, helper as h", "from .helper import value", "from . import helper"]
)
def test_a_bot_is_made_of_the_files_beside_it_too(tmp_path: Path, line: str) -> None:
    helper, bot = tmp_path / "helper.py", tmp_path / "bot.py"
    helper.write_text("from citadels_sim.engine import bits\nvalue = 1\n")
    bot.write_text(f"{line}\n")
    assert sources.closure(bot) >= {bot, helper, ROOT / "engine" / "bits.py"}


@pytest.mark.parametrize("line", ["from mine.tricks.more import value", "from mine.tricks import more", "import beside"])
def test_a_folder_without_an_init_file_is_followed_from_where_python_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """Such a folder is a package, too; what a helper in it imports starts where Python searches, above the folder of the helper."""
    tricks = tmp_path / "mine" / "tricks"
    tricks.mkdir(parents=True)
    more, beside, helper, bot = tricks / "more.py", tmp_path / "beside.py", tricks / "helper.py", tmp_path / "mine" / "bot.py"
    for file, text in ((more, "value = 1\n"), (beside, ""), (helper, f"{line}\n"), (bot, "from mine.tricks.helper import value\n")):
        file.write_text(text)
    found = more if "more" in line else beside
    assert found not in sources.closure(bot)  # nothing else says that `mine` is found in the folder above it

    monkeypatch.syspath_prepend(tmp_path)
    assert {helper, found} <= sources.closure(bot)
    before = sources.source_digest(bot, "1.0")
    found.write_text("value = 2\n")
    sources.forget()
    assert sources.source_digest(bot, "1.0") != before


def test_a_library_behind_a_search_path_above_it_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The standard library lies above the folder of the libraries: a bot in there is not made of it."""
    bot = tmp_path / "site-packages" / "bots_of_ours" / "fast.py"
    bot.parent.mkdir(parents=True)
    (tmp_path / "random.py").write_text("")
    (tmp_path / "site-packages" / "numpy.py").write_text("")
    bot.write_text("import random, numpy\nfrom bots_of_ours.other import value\n")
    (bot.parent / "other.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "site-packages")
    assert sources.closure(bot) == {bot, bot.parent / "other.py"}


def test_an_installed_package_is_followed_by_its_own_name(tmp_path: Path) -> None:
    package = tmp_path / "bots_of_ours" / "fast"
    package.mkdir(parents=True)
    for file in (package / "__init__.py", package.parent / "__init__.py", package / "common.py"):
        file.write_text("")
    bot = package / "bot.py"
    bot.write_text("from bots_of_ours.fast.common import something\n")
    assert package / "common.py" in sources.closure(bot)


def test_libraries_that_lie_beside_are_not_what_a_bot_or_this_package_is_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed, everything lies side by side: following NumPy's imports would take a minute, and any update of it would compile anew."""
    installed = tmp_path / "site-packages"
    for name in ("citadels_sim/engine/bits.py", "numpy/__init__.py", "bots_of_ours/__init__.py", "bots_of_ours/fast.py", "numba.py"):
        (installed / name).parent.mkdir(parents=True, exist_ok=True)
        (installed / name).write_text("import numpy as np, numba\n")
    (installed / "bots_of_ours" / "fast.py").write_text(
        "import numba\nimport numpy\nfrom citadels_sim.engine import bits\nimport bots_of_ours\n"
    )
    (installed / "single.py").write_text("import numba, single\nfrom citadels_sim.engine.bits import bit\n")
    monkeypatch.setattr(sources, "_ROOT", installed / "citadels_sim")
    sources.forget()

    def made_of(file: str) -> set[str]:
        return {path.relative_to(installed).as_posix() for path in sources.closure(installed / file)}

    assert made_of("citadels_sim/engine/bits.py") == {"citadels_sim/engine/bits.py"}
    assert made_of("bots_of_ours/fast.py") == {"bots_of_ours/fast.py", "bots_of_ours/__init__.py", "citadels_sim/engine/bits.py"}
    assert made_of("single.py") == {"single.py", "citadels_sim/engine/bits.py"}
    sources.forget()
