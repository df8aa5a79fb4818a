"""Studies of bots, rules and the program itself, each of which writes a page, a table or weights: one command for each.

The command of a module is its ``main``, whose parameters are the arguments; one that returns True did not reach what was promised, which is
exit code 1. `scripts/research/run` calls it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer

HELPERS = {"__main__", "pages", "empty_hands_decisions", "usage_names"}
"""Modules that others import; those of ``coverage`` begin with its name."""


def studies() -> dict[str, Path]:
    """Return the file of every study by its name."""
    files = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.py"))}
    return {name: path for name, path in files.items() if name not in HELPERS and not name.startswith("coverage_")}


def command(module: ModuleType) -> Any:
    """Make a command of a module."""
    signature = inspect.signature(module.main, eval_str=True)
    counted = {name for name, one in signature.parameters.items() if one.annotation is int}

    def run(**given: Any) -> None:
        if module.main(**given):
            raise typer.Exit(1)

    parameters = [
        one.replace(
            kind=inspect.Parameter.KEYWORD_ONLY,
            annotation=Annotated[one.annotation, typer.Argument(min=1 if name in counted else None)],
        )
        for name, one in signature.parameters.items()
    ]
    run.__signature__ = signature.replace(parameters=parameters, return_annotation=None)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__doc__ = f"{module.__doc__}\n\n{inspect.getdoc(module.main)}"
    return run


def main() -> None:
    """Run the study that is named; list all where none is."""
    files = studies()
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in files:
        out = sys.stdout if name in ("-h", "--help") else sys.stderr
        print("usage: scripts/research/run NAME [ARGUMENTS]\n", file=out)
        for known, path in files.items():
            sentence = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").splitlines()[0]
            print(f"  {known:<20} {sentence}", file=out)
        sys.exit(0 if name in ("-h", "--help") else 2)
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(command(importlib.import_module(f"scripts.research.{name}")))
    app(sys.argv[2:], prog_name=f"scripts/research/run {name}")


if __name__ == "__main__":
    main()
