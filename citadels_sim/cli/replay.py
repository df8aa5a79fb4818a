"""``citadels replay``: one game of a run, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.browser import BrowserOption, NoOpenOption, PortOption, check_browser, show
from citadels_sim.cli.console import note, print_json, print_text
from citadels_sim.cli.options import JsonOption, RunArgument

EXAMPLES = (
    "citadels replay runs/first --game 0",
    "citadels replay runs/first --game 0 --html game.html",
    "citadels replay runs/first --game 0 --browser",
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
    browser: BrowserOption = False,
    port: PortOption = None,
    no_open: NoOpenOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show one game of a run, move by move.

    The game is played again; exit code 1 if it does not end as the run recorded it. A run folder may come from anybody, and a
    bot in a Python file can do anything: such a file is loaded only if --bots names it.
    """
    from citadels_sim.cli.files import check_new_file, write_file
    from citadels_sim.errors import CitadelsError
    from citadels_sim.lineups import split_lineup
    from citadels_sim.runs.reading import check_run_folder

    check_browser(browser, port, no_open)
    if browser and (as_json or html is not None):
        raise CitadelsError(f"--browser: does not go with {'--json' if as_json else '--html'}. Leave one of them out.")
    check_run_folder(run)
    if html is not None:
        check_new_file("--html", html)
    from citadels_sim.designs.recording.replay import open_replay
    from citadels_sim.web.replayed import replayed_page

    replay = open_replay(run, game, [bot for lineup in bots or () for bot in split_lineup(lineup)])
    replay.prepare(note)
    cell = replay.cell
    place = f"block {replay.block}, rotation {replay.rotation}, seed {replay.seed}"
    title = f"Game {game}: {cell.variant.name}, {cell.players} players, {place}"
    printed = not as_json and html is None and not browser
    if printed:
        print_text(title)
    lines = []
    for line in replay.lines():
        lines.append(line)
        if printed:
            print_text(line)
    differences = replay.differences()
    page = replayed_page(replay, game, f"{place.capitalize()}, from {run}.", lines[-1]) if html is not None or browser else ""
    if html is not None:
        html = write_file("--html", html, page)
    if as_json:
        transcript = replay.game.transcript() if replay.game is not None else None
        print_json(
            {
                "game": game,
                "variant": cell.variant.name,
                "players": cell.players,
                "lineup": cell.lineup,
                "block": replay.block,
                "rotation": replay.rotation,
                "seed": replay.seed,
                "seats": list(replay.names),
                "lines": lines,
                "transcript": transcript,
                "differences": differences,
            }
        )
    elif html is not None:
        print_text(f"The game: {html}")
    if differences:
        reason = " The run was made by other code of citadels_sim." if replay.other_code else ""
        note(f"citadels: this is not the game that the run recorded: {'; '.join(differences)}.{reason}")
    if browser:
        from citadels_sim.web.site import Site

        show(Site(page), port, no_open)
        print_text(f"Game {game} is shown no more.")
    if differences:
        raise typer.Exit(_DIFFERS)
