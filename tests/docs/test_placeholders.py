"""No text shows a placeholder: a string with the name of something of its module in braces is one that is filled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_PLACEHOLDER = re.compile(r"\{(\w+)(?:[.\[:!][^{}]*)?\}")


def bound(scope: ast.AST) -> set[str]:
    """Names of values that a module or a function binds itself; no text shows a function, and those inside it bind their own."""
    names: set[str] = set()
    left: list[ast.AST] = list(ast.iter_child_nodes(scope))
    while left:
        match node := left.pop():
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.add(name)
            case ast.alias(name=name, asname=other):
                names.add(other or name.split(".")[0])
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            left.extend(ast.iter_child_nodes(node))
    return names


def filled(tree: ast.Module) -> set[str]:
    """Names that ``.format(name=...)`` of a module fills."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
    return {word.arg for call in calls if getattr(call.func, "attr", "") == "format" for word in call.keywords if word.arg}


def raw(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and name of each placeholder that is printed as it stands, also of a piece between pieces with an `f`."""
    tree = ast.parse(source)
    others = filled(tree)

    def look(node: ast.AST, known: set[str]) -> Iterator[tuple[int, str]]:
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.Module):
            known = known | bound(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ((node.lineno, name) for name in _PLACEHOLDER.findall(node.value) if name in known - others)
        for child in ast.iter_child_nodes(node):
            yield from look(child, known)

    return look(tree, set())


@pytest.mark.parametrize("folder", ["citadels_sim", "scripts"])
def test_no_text_has_a_raw_placeholder(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {{{name}}}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, name in raw(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('W = "w"\ndoc = f"{W} a" "b {W}"', [(2, "W")]),
        ('W = "w"\ndoc = f"{W} a" f"b {W}"', []),
        ('def show(n):\n    return "of {n:,}"', [(2, "n")]),
        ('def show(n):\n    return "of {n:,}".format(n=n)', []),
        ('def show(n):\n    pass\ntext = "of {n}"', []),
        ("from where import LIMIT\ntext = 'at most {LIMIT.high}'", [(2, "LIMIT")]),
    ],
)
def test_a_raw_placeholder_is_found(source: str, expected: list[tuple[int, str]]) -> None:
    assert [*raw(source)] == expected
