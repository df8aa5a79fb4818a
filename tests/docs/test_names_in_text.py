"""What docstrings and pages name in backticks is there: a name of the code, a module, a file."""

from __future__ import annotations

import ast
import builtins
import itertools
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "citadels_sim"
SECTIONS = ("game", "rules", "characters", "districts")
"""Of a variant file: what stands behind them is a key, not a name of ours."""
LIBRARIES = ("numpy", "polars", "rich")
"""Whose names docstrings write in full."""
PAGES = [ROOT / "README.md", *(path for path in (ROOT / "docs").rglob("*.md") if path.name != "upgrading.md")]
"""Pages that name what is there; `upgrading.md` names what was."""


@cache
def source(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Those of modules, classes and functions, and the strings below names."""
    for node in ast.walk(tree):
        for one in getattr(node, "body", None) or () if isinstance(getattr(node, "body", None), list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                yield one.value


def words_of(tree: ast.Module) -> Iterator[str]:
    """Every name in a module's code, and the words of its other strings: columns, keys, names of bots and commands."""
    told = {id(one) for one in docstrings(tree)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield from (*name.split("."), other or "")
            case ast.Constant(value=str(text)) if id(node) not in told:
                yield from re.findall(r"[\w-]+", text)


@cache
def known() -> frozenset[str]:
    code = [*PACKAGE.rglob("*.py"), *(ROOT / "scripts").rglob("*.py")]
    return (
        frozenset(dir(builtins)) | {word for path in code for word in words_of(source(path))} | {path.stem for path in PACKAGE.rglob("*")}
    )


@cache
def members() -> dict[str, frozenset[str]]:
    """By the name of a module, a folder or a class: what any of that name has; the sections of a variant file are none of ours."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        tree = source(path)
        for name in (path.stem, path.parent.name):
            found.setdefault(name, set()).update(words_of(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for name in (node.name, node.name.lower()):
                    found.setdefault(name, set()).update(words_of(ast.Module([node], [])))
    for path in PACKAGE.rglob("*"):
        found.setdefault(path.parent.name, set()).add(path.stem)
    return {name: frozenset(words) for name, words in found.items() if name not in SECTIONS}


def lacking(text: str) -> list[str]:
    """The names between single backticks that nothing has; of dotted ones each must belong to the one before it, where that is ours."""
    prose = re.sub(r"``.*?``", "", text, flags=re.DOTALL)
    names = [name.removesuffix("()") for name in re.findall(r"`([A-Za-z_][\w.]*(?:\(\))?)`", prose)]
    missing = []
    for name in names:
        words = name.split(".")
        pairs = itertools.pairwise(words)
        if words[0] in LIBRARIES:
            continue
        if any(word not in known() for word in words) or any(last not in members().get(first, {last}) for first, last in pairs):
            missing.append(name)
    return missing


@pytest.mark.parametrize("folder", sorted(path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()))
def test_docstrings_of_a_folder_name_what_there_is(folder: str) -> None:
    files = sorted((PACKAGE / folder).rglob("*.py"))
    told = [(path, one) for path in files for one in docstrings(source(path))]
    assert told
    assert [f"{path.relative_to(ROOT)}:{one.lineno}: `{name}`" for path, one in told for name in lacking(str(one.value))] == []


def test_docstrings_of_leaves_name_what_there_is() -> None:
    told = [(path, one) for path in sorted(PACKAGE.glob("*.py")) for one in docstrings(source(path))]
    assert [f"{path.relative_to(ROOT)}:{one.lineno}: `{name}`" for path, one in told for name in lacking(str(one.value))] == []


@pytest.mark.parametrize("text", ["See `no_such_name`.", "See `blocks.NoSuch`.", "`Dots.no_such`", "see `fork_metrics.FORKS`"])
def test_a_name_that_is_not_there_is_found(text: str) -> None:
    assert len(lacking(text)) == 1


@pytest.mark.parametrize("text", ["See `Dots`, `blocks.Dots` and `Dots.limit`.", "``no_such_name``", "`citadels_sim.show.blocks`", "`x y`"])
def test_names_that_are_there_are_not(text: str) -> None:
    assert lacking(text) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_modules_and_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in set(re.findall(r"`(citadels_sim(?:\.\w+)+)`", text)):
        assert pkgutil.resolve_name(name) is not None
    for path in set(re.findall(r"`((?:citadels_sim|configs|tests|scripts|docs)/[\w./-]+)`", text)):
        assert (ROOT / path).exists(), f"{page.name}: `{path}` is not there"
