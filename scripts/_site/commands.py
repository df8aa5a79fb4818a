"""Reference pages of the command line, from the commands themselves: what ``citadels COMMAND -h`` prints, as pages."""

from __future__ import annotations

import inspect
from typing import Any

import typer
import typer.main

from citadels_sim.cli.main import build_app
from scripts._site.markdown import code, plain, table, toctree

__all__ = ["pages"]

_HEAD = """# Command line

Every command explains itself with `-h` and prints its results as data with `--json`. `citadels --install-completion` adds completion to
your shell.

| exit code | meaning |
|---:|---|
| 0 | success |
| 1 | a check failed (`citadels check`, `citadels runs verify`) |
| 2 | a mistake in the command line or in a file: one message says what, where, and what would be right |
| 130 | interrupted; the same command continues |
"""


def pages() -> dict[str, str]:
    """Write a page for each command, and the list of them in the groups of ``citadels --help``."""
    root: Any = typer.main.get_command(build_app())
    context = root.make_context("citadels", ["variants"])
    written = {f"reference/commands/{name}.md": _page(name, root.commands[name], context) for name in root.commands}
    lists = []
    for group, commands in root.groups.items():
        rows = [(f"[`citadels {name}`](commands/{name}.md)", plain(command.sentence)) for name, command in commands.items()]
        lists.append(f"## {group}\n\n{table(('command', 'what it does'), rows)}")
    names = toctree([f"commands/{name}" for name in root.commands], hidden=True)
    return written | {"reference/commands.md": "\n\n".join([_HEAD.strip(), *lists, names]) + "\n"}


def _page(name: str, command: Any, parent: Any) -> str:
    context = typer.Context(command, parent=parent, info_name=name)
    blocks = [f"# citadels {name}", *_described(command, context)]
    for sub, inner in getattr(command, "commands", {}).items():
        blocks += [f"## citadels {name} {sub}", *_described(inner, typer.Context(inner, parent=context, info_name=sub))]
    return "\n\n".join(blocks) + "\n"


def _described(command: Any, context: Any) -> list[str]:
    """Describe one command: its help, usage, arguments, options, examples."""
    usage = " ".join(command.get_usage(context).removeprefix("Usage:").split()).replace("[[", "[").replace("]]", "]")
    paragraphs = [plain(paragraph) for paragraph in inspect.cleandoc(command.help or "").split("\n\n")]
    records = [(parameter.param_type_name, parameter.get_help_record(context)) for parameter in command.get_params(context)]
    tables = [
        table((kind, "meaning"), [(code(record[0]), plain(record[1])) for which, record in records if which == kind and record])
        for kind in ("argument", "option")
    ]
    examples = [line.strip() for line in (command.epilog or "").splitlines() if line.strip().startswith("citadels ")]
    shown = ["Examples:\n\n```bash\n" + "\n".join(examples) + "\n```"] if examples else []
    return [f"```text\n{usage}\n```", *paragraphs, *(text for text in tables if text), *shown]
