"""``citadels replay``: one game of a run, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from citadels_sim.cli.console import note, print_json, print_text
from citadels_sim.cli.options import JsonOption, RunArgument

if TYPE_CHECKING:
    from citadels_sim.lab.tournament.replay import Replay

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels replay runs/first --game 0",
    "citadels replay runs/first --game 0 --html game.html",
    "citadels replay runs/first --game 17 --json",
    "citadels replay runs/mine --game 0 --bots mine.py:greedy",
)

_DIFFERS = 1


def command(
    run: RunArgument,
    game: Annotated[
        int, typer.Option("--game", metavar="K", help="Number of the game, from 0, in the order of cells, blocks and rotations.")
    ],
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", metavar="BOTS", help="Bots in Python files that may be loaded, as the run's line-ups name them."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the game as a page to step through, and print nothing of it.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show one game of a run, move by move.

    The game is played again; exit code 1 if it does not end as the run recorded it. A run folder may come from anybody, and a
    bot in a Python file can do anything: such a file is loaded only if --bots names it.
    """
    from citadels_sim.cli.files import check_new_file, write_file
    from citadels_sim.lineups import split_lineup
    from citadels_sim.runs.reading import check_run_folder

    check_run_folder(run)
    if html is not None:
        check_new_file("--html", html)
    from citadels_sim.lab.tournament.replay import open_replay

    replay = open_replay(run, game, [bot for lineup in bots or () for bot in split_lineup(lineup)])
    replay.prepare(note)
    cell = replay.cell
    place = f"block {replay.block}, rotation {replay.rotation}, seed {replay.seed}"
    title = f"Game {game}: {cell.variant.name}, {cell.players} players, {place}"
    printed = not as_json and html is None
    if printed:
        print_text(title)
    steps = []
    for lines, position in _steps(replay):
        steps.append((lines, position))
        for line in lines if printed else ():
            print_text(line)
    differences = replay.differences()
    if html is not None:
        from citadels_sim.report.replay_page import Step, replay_page

        about = f"{cell.variant.title}. {place.capitalize()}, from {run}."
        name = f"Game {game}: {cell.variant.name}, {cell.players} players"
        write_file("--html", html, replay_page(name, about, replay.names, [Step(*step) for step in steps], cell.variant.at(cell.players)))
    if as_json:
        transcript = replay.game.transcript() if replay.game is not None else None
        print_json(
            {
                "game": game, "variant": cell.variant.name, "players": cell.players, "lineup": cell.lineup, "block": replay.block,
                "rotation": replay.rotation, "seed": replay.seed, "seats": list(replay.names),
                "lines": [line for lines, _ in steps for line in lines], "transcript": transcript, "differences": differences,
            }
        )  # fmt: skip
    elif html is not None:
        print_text(f"The game: {html}")
    if differences:
        reason = " The run was made by other code of citadels_sim." if replay.other_code else ""
        note(f"citadels: this is not the game that the run recorded: {'; '.join(differences)}.{reason}")
        raise typer.Exit(_DIFFERS)


def _steps(replay: Replay) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Play the game and cut it into steps: the lines of each choice and of what follows from it, and the position behind it.

    A round begins a step of its own.
    """
    lines: list[str] = []
    position: dict[str, Any] = {}
    for line in replay.tell():
        chosen = line.startswith("  > ")  # the choice was played before it is printed
        if chosen or (lines and line.startswith("Round ")):
            yield tuple(lines), position
            lines = []
        if replay.game is not None and (chosen or not position):
            position = replay.game.position()
        lines.append(line)
    yield tuple(lines), position
