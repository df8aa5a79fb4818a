"""Options and arguments that several commands share, each declared once: ``seed: SeedOption = None``.

An option that a command explains in its own words, such as what its number of games counts, comes from a function here:
``games: Annotated[int | None, count_option("--games", "Games per cell.", 1000)] = None``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

__all__ = [
    "DryRunOption", "EqualBotsOption", "JsonOption", "LineupOption", "LineupsOption", "MarginOption", "NameOption", "OneTableOption",
    "PlayersOption", "RunArgument", "RunsArgument", "SeedOption", "VariantsOption", "WorkersOption", "count_option", "margins_option",
    "out_option", "run_argument",
]  # fmt: skip

JsonOption = Annotated[bool, typer.Option("--json", help="Print the same as data (JSON).")]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Only say what would be played, how long it takes, how big it gets, and where it goes.")
]
WorkersOption = Annotated[int | None, typer.Option("--workers", min=1, help="Processes.  [default: one per core]")]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Seed of everything.  [default: 1]")]
NameOption = Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the variants']")]

VariantsOption = Annotated[list[str] | None, typer.Option("--variant", help="A variant, by name or path; may be given several times.")]
PlayersOption = Annotated[str | None, typer.Option("--players", help="Numbers of players: 4, 4-7 or 4,6.  [default: 4]")]
OneTableOption = Annotated[int | None, typer.Option("--players", min=2, max=8, help="Number of players.  [default: 4]")]

LineupsOption = Annotated[
    list[str] | None, typer.Option("--bots", help="A line-up: bots, comma-separated; may be given several times.  [default: builder]")
]
LineupOption = Annotated[str | None, typer.Option("--bots", help="The line-up: bots, comma-separated.  [default: builder]")]
EqualBotsOption = Annotated[
    list[str] | None, typer.Option("--bots", help="The bot at all seats; may be given several times.  [default: builder]")
]

MarginOption = Annotated[
    float, typer.Option("--margin", metavar="POINTS", help="Percentage points of win chance per game that do not matter.")
]

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="A run folder that `citadels run` wrote.")]
RunsArgument = Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run folders that `citadels run` wrote.")]


def run_argument(what: str) -> Any:
    """Declare the argument for a run folder, beside which nothing is played: ``what`` it is a run of."""
    return typer.Argument(metavar="[RUN]", help=f"A run of {what}, to read again.", show_default=False)


def out_option(default: str = "", what: str = "The run folder.", metavar: str | None = None) -> Any:
    """Declare ``--out``: what is written there, and the default that other options make where there is one."""
    return typer.Option("--out", metavar=metavar, help=f"{what}  [default: {default}]" if default else what, show_default=False)


def count_option(option: str, what: str, default: int) -> Any:
    """Declare a number of games, or of whatever else a command counts."""
    return typer.Option(option, help=f"{what}  [default: {default}]")


def margins_option(what: str) -> Any:
    """Declare ``--margin NAME=VALUE``."""
    return typer.Option("--margin", metavar="NAME=VALUE", help=f"{what}; may be given often.")
