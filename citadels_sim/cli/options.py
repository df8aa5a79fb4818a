"""Options and arguments that several commands share, each declared once: ``seed: SeedOption = None``.

An option that a command explains in its own words, such as what its number of games counts, comes from a function here:
``games: Annotated[int | None, count_option("--games", "Games per cell.", 1000)] = None``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def variant_names_beginning(incomplete: str) -> list[str]:
    """Complete the name of a variant for the shell."""
    from citadels_sim.variants import variant_names

    return [name for name in variant_names() if name.startswith(incomplete)]


def experiment_names_beginning(incomplete: str) -> list[str]:
    """Complete the name of an experiment for the shell."""
    from citadels_sim.runs.experiment import experiment_names

    return [name for name in experiment_names() if name.startswith(incomplete)]


def lineups_beginning(incomplete: str) -> list[str]:
    """Complete the last bot of a line-up for the shell."""
    from citadels_sim.bots.registry import bot_names

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in bot_names() if name.startswith(last)]


def check_bots(option: str, *bots: str) -> None:
    """Refuse bots that are not known, by the option or argument that names them; neither the compiler nor a bot is loaded."""
    from citadels_sim.bots import check_bot_name
    from citadels_sim.errors import BotError
    from citadels_sim.runs.source import of_options

    for bot in bots:
        try:
            check_bot_name(bot)
        except BotError as error:
            raise of_options(["bots"], calls={"bots": option}).error(str(error)) from None


def runs_argument(metavar: str, what: str) -> Any:
    """Declare an argument for run folders."""
    return typer.Argument(metavar=metavar, help=what, parser=run_folder, show_default=False)


def _checked_workers(workers: int | None) -> int | None:
    from citadels_sim.processes import check_workers

    if workers is not None:
        check_workers(workers)
    return workers


def _checked_seed(seed: int | None) -> int | None:
    from citadels_sim.errors import ExperimentError
    from citadels_sim.limits import MAX_SEED

    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise ExperimentError(f"--seed: {seed} should be a whole number from 0 to {MAX_SEED}.")
    return seed


def run_folder(word: str) -> Path:
    """Return the folder of a run that an argument names; what ``run --out`` takes, reading commands take, too."""
    if "://" not in word:
        return Path(word)
    from citadels_sim.cli.console import note
    from citadels_sim.runs.reading import at_hand

    folder = at_hand(word)
    if not word.startswith("file://"):
        note(f"{word}: copied to {folder} for this command.")
    return folder


JsonOption = Annotated[bool, typer.Option("--json", help="Print the results as data (JSON).")]
WideOption = Annotated[bool, typer.Option("--wide", help="Also show rarely needed columns: the table is then wider than 80 characters.")]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Print what would be played, its time, its size and its folder; play nothing.")
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", help="Number of processes.  [default: one per core]", callback=_checked_workers)
]
SchedulerOption = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Play on the Dask cluster of this scheduler, such as tcp://host:8786.")
]
LocalClusterOption = Annotated[
    int | None, typer.Option("--local-cluster", metavar="N", min=1, help="Play on a Dask cluster of N processes on this machine.")
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", help="Seed of the deals and of all random choices.  [default: 1]", callback=_checked_seed)
]
NameOption = Annotated[str | None, typer.Option("--name", help="Name of the experiment.  [default: the variants']")]

VariantsOption = Annotated[
    list[str] | None, typer.Option("--variant", help="A variant, by name or file; repeat for more.", autocompletion=variant_names_beginning)
]
PlayersOption = Annotated[str | None, typer.Option("--players", help="Numbers of players: 4, 4-7 or 4,6.  [default: 4]")]
OneTableOption = Annotated[int | None, typer.Option("--players", min=2, max=8, help="Number of players.  [default: 4]")]

LineupsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bots", help="A line-up of bots, separated by commas; repeat for more.  [default: builder]", autocompletion=lineups_beginning
    ),
]
LineupOption = Annotated[
    str | None,
    typer.Option("--bots", help="The line-up of bots, separated by commas.  [default: builder]", autocompletion=lineups_beginning),
]
EqualBotsOption = Annotated[
    list[str] | None,
    typer.Option("--bots", help="The bot at all seats; repeat for more.  [default: builder]", autocompletion=lineups_beginning),
]

MarginOption = Annotated[
    float, typer.Option("--margin", metavar="POINTS", help="Largest negligible difference in win chance per game, in percentage points.")
]

RunsArgument = Annotated[list[Path], runs_argument("RUN...", "Run folders that `citadels run` wrote.")]


def run_argument(what: str) -> Any:
    """Declare the argument for a run folder, beside which nothing is played: ``what`` it is a run of."""
    return runs_argument("[RUN]", f"A run folder of {what}, to read instead of playing.")


def out_option(default: str = "", what: str = "The run folder.", metavar: str | None = None) -> Any:
    """Declare ``--out``: what is written there, and the default that other options make where there is one."""
    return typer.Option("--out", metavar=metavar, help=f"{what}  [default: {default}]" if default else what, show_default=False)


def count_option(option: str, what: str, default: int | str, least: int | None = None, most: int | None = None) -> Any:
    """Declare a number of games, or of whatever else a command counts; an experiment checks by itself how many there may be."""
    return typer.Option(option, help=f"{what}  [default: {default}]", min=least, max=most)


def margins_option(what: str) -> Any:
    """Declare ``--margin NAME=VALUE``."""
    return typer.Option("--margin", metavar="NAME=VALUE", help=f"{what}; repeat for more.")
