"""Groups of commands about things with names: who writes a name where a command belongs is told the command."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import Any

from typer.core import TyperGroup

__all__ = ["named_group"]


def named_group(names: Callable[[], Iterable[str]]) -> type[TyperGroup]:
    """Make the class of a group whose command ``show`` takes a name or a .toml file.

    Parameters
    ----------
    names : callable
        Gives the names that there are.
    """

    class NamedGroup(TyperGroup):
        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
                near = args[0] if args[0].endswith(".toml") else _nearest(args[0], names())
                if near:
                    ctx.fail(f"No such command {args[0]!r}. Did you mean '{ctx.command_path} show {near}'?")
            return super().resolve_command(ctx, args)

    return NamedGroup


def _nearest(word: str, names: Iterable[str]) -> str:
    close = difflib.get_close_matches(word.lower(), list(names), n=1, cutoff=0.6)
    return close[0] if close else ""
