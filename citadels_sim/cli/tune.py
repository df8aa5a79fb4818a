"""``citadels tune``: fit a bot's parameters by play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from citadels_sim.cli.console import note, print_json, print_table, print_text, progress, right
from citadels_sim.cli.options import JsonOption, WorkersOption, check_bots, lineups_beginning, out_option, variant_names_beginning
from citadels_sim.formats import fixed
from citadels_sim.processes import one_thread

if TYPE_CHECKING:
    from citadels_sim.training.tune import Fitting

EXAMPLES = (
    "citadels tune builder --variant classic-2000 --players 4 --games 400 --budget 20 --out builder-quick.toml",
    "citadels run --variant classic-2000 --players 4 --games 1000 --bots builder:@builder-quick.toml,builder --out runs/quick",
    "citadels tune builder --variant dark-city --players 5 --against builder,random --only noise --only spite "
    "--games 400 --budget 12 --out spiteful.toml",
)


def command(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="The bot, with the values to start from: builder, or builder:noise=2.", autocompletion=lineups_beginning
        ),
    ],
    variant: Annotated[
        str, typer.Option("--variant", help="The variant to fit the bot to, by name or file.", autocompletion=variant_names_beginning)
    ],
    players: Annotated[int, typer.Option("--players", help="Number of players.")] = 4,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="BOTS", help="The bots at the other seats, separated by commas.  [default: the bot with its start values]"
        ),
    ] = None,
    only: Annotated[list[str] | None, typer.Option("--only", metavar="PARAMETER", help="Fit this parameter only; repeat for more.")] = None,
    games: Annotated[int, typer.Option("--games", help="Games per candidate, rounded up to whole deals.")] = 2000,
    budget: Annotated[int, typer.Option("--budget", help="Maximum number of candidates.")] = 200,
    judge: Annotated[
        int | None, typer.Option("--judge", metavar="GAMES", help="Games per side in the final comparison.  [default: ten times --games]")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the search and of all deals.")] = 1,
    out: Annotated[Path | None, out_option("BOT-VARIANT-PLAYERS.toml", "File of the fitted values.", "FILE")] = None,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fit the parameters of a bot to a variant and a number of players.

    CMA-ES chooses candidates; each plays one seat against the other bots on the same deals, from every seat. The result is then compared
    with the start values on fresh deals. The result file holds the bot's values (use them as `builder:@FILE`), how they were fitted and
    their gain. The same command writes the same file.
    """
    one_thread()
    from citadels_sim.cli.endless import warn_of_endless
    from citadels_sim.lineups import split_lineup
    from citadels_sim.variants import load_variant

    rules = load_variant(variant)
    rules.at(players)
    warn_of_endless([(rules, players)])
    check_bots("BOT", bot)
    check_bots("--against", *split_lineup(against or ""))
    from citadels_sim.bots.weights import plain_name
    from citadels_sim.cli.files import check_new_file, write_file
    from citadels_sim.processes import cores
    from citadels_sim.training.tune import fit, make_task, population
    from citadels_sim.training.weights_file import fitted_data, fitted_text

    task = make_task(rules, players, bot, against=against, only=only or (), games=games, budget=budget, judged=judge, seed=seed)
    file = out or Path(f"{plain_name(task.field.bot).replace(':', '-')}-{task.field.variant.name}-{players}.toml")
    check_new_file("--out", file)
    with progress(task.generations * population(len(task.free)) * task.games + 2 * task.judged) as bar:
        fitting = fit(task, workers or cores(), note, bar.update)
    file = write_file("--out", file, fitted_text(fitting))
    if as_json:
        print_json(fitted_data(fitting) | {"file": str(file)})
        return
    _print_fitting(fitting, file)


def _print_fitting(fitting: Fitting, file: Path) -> None:
    task, gain = fitting.task, fitting.gain
    rows = [(p.name, f"{task.start[p.name]:g}", f"{fitting.values[p.name]:g}", f"{p.low:g} to {p.high:g}") for p in task.free]
    title = f"{task.field.bot}, {task.field.variant.name}, {task.field.players} players, against {task.against}"
    print_table(("parameter", *right("start", "fitted"), "range"), rows, title=title)
    points, low, high = (fixed(number, 2, "+") for number in (gain.points, gain.low, gain.high))
    print_text(
        f"On {gain.games:,} fresh games each: {gain.start:.2f} % of wins at the start, {gain.tuned:.2f} % fitted; "
        f"gain {points} points (95 %: {low} to {high})."
    )
    if gain.high < 0:
        print_text("The result is worse than the start: give the search more candidates, or each of them more games.")
    elif gain.low <= 0:
        print_text("No gain is shown: the result may be no better than the start. Use more games or more candidates.")
    from citadels_sim.bots.weights import plain_name

    print_text(f"The values are in {file}. Use them as {plain_name(task.field.bot)}:@{file}")
