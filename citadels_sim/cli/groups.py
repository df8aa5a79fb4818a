"""Groups of commands about packaged things: they list them, and a name in the place of a command gets the command for it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import Any, Final

import typer
from typer.core import TyperGroup

from citadels_sim.cli.console import examples
from citadels_sim.cli.options import JsonOption, WideOption

_UNCUT: Final = 1_000


class SentenceGroup(TyperGroup):
    """A group whose help has the whole first sentence of each command, over as many lines as it takes."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the names and sentences of the commands."""
        rows = [(name, command.get_short_help_str(_UNCUT)) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def named_app(
    things: str, names: Callable[[], Iterable[str]], print_list: Callable[[bool, bool], None], help: str, *lines: str
) -> typer.Typer:
    """Make a group of commands that lists packaged things; to it belongs a command ``show`` for one of them or a .toml file.

    `things` is what they are, in the plural, and the group's name; `print_list` prints all, as data or as a table, this
    with all columns or with those that fit; `lines` are examples.
    """
    app = typer.Typer(help=help, cls=_named_group(names), invoke_without_command=True, rich_markup_mode=None, epilog=examples(*lines))

    @app.callback()
    def group(context: typer.Context, wide: WideOption = False, as_json: JsonOption = False) -> None:
        if context.invoked_subcommand is None:
            print_list(as_json, wide)
        elif as_json or wide:
            raise typer.BadParameter(f"write {'--json' if as_json else '--wide'} behind '{context.invoked_subcommand}'")

    command = f"citadels {things} list"

    @app.command("list", help=f"List the packaged {things}.", epilog=examples(command, f"{command} --json"))
    def list_all(wide: WideOption = False, as_json: JsonOption = False) -> None:
        print_list(as_json, wide)

    return app


def _named_group(names: Callable[[], Iterable[str]]) -> type[TyperGroup]:
    """Make the class of a group that knows names."""

    class NamedGroup(SentenceGroup):
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
