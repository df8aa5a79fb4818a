"""No function has a long list of parameters: what belongs together is a record or a NamedTuple."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import citadels_sim

ROOT = Path(citadels_sim.__file__).parent
MOST = 8
COMPILED = {"rule", "inline", "typed"}
LONG_RULES = {
    "bots/building.py": {"best_building", "best_counted", "best_otherwise", "best_plain"},
    "bots/draft.py": {"choose_exchange", "pick_character"},
    "bots/effects.py": {"best_effect"},
    "bots/greedy_turn.py": {"choose_early"},
    "bots/paying.py": {"loan_value"},
    "engine/journal.py": {"_write", "log"},
    "designs/tournament/turn_sums.py": {"add_game", "add_turns"},
}
"""Compiled rules that still take more, by file: the list gets shorter, never longer."""


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield str(file.relative_to(ROOT)), node


def positional(node: ast.FunctionDef) -> int:
    names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def decorators(node: ast.FunctionDef) -> set[str]:
    return {name.id for decorator in node.decorator_list for name in ast.walk(decorator) if isinstance(name, ast.Name)}


def is_command(file: str, node: ast.FunctionDef) -> bool:
    """Typer gives a command its options by name."""
    return node.name == "command" and (file.startswith("cli/") or file.endswith("/command.py"))


def test_no_function_has_more_than_eight_positional_parameters() -> None:
    long = {(file, node.name) for file, node in functions() if positional(node) > MOST and not is_command(file, node)}
    assert long == {(file, name) for file, names in LONG_RULES.items() for name in names}


def test_the_long_ones_are_compiled_rules_and_entry_points() -> None:
    for file, node in functions():
        if node.name in LONG_RULES.get(file, ()) and positional(node) > MOST:
            assert decorators(node) & (COMPILED | {"entry_point"}), f"{file}: {node.name}"


def test_entry_points_of_kernels_take_records() -> None:
    """A kernel's entry point has as few parameters as any other function."""
    kernels = [(file, node) for file, node in functions() if file.endswith("kernel.py") and "entry_point" in decorators(node)]
    assert len(kernels) >= 8
    assert [(file, node.name) for file, node in kernels if positional(node) > MOST] == []
