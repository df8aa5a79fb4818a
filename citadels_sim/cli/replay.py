"""``citadels replay``: one game of a run, or of a file, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.browser import BrowserOption, NoOpenOption, PortOption, check_browser, show
from citadels_sim.cli.console import note, print_json, print_text
from citadels_sim.cli.options import JsonOption, runs_argument

EXAMPLES = (
    "citadels replay runs/first --game 0",
    "citadels replay runs/first --game 0 --html game.html",
    "citadels replay runs/first --game 0 --browser",
    "citadels replay runs/first --game 0 --labels",
    "citadels replay runs/first --game 17 --json",
    "citadels replay runs/mine --game 0 --bots mine.py:greedy",
    "citadels replay mine.json --html game.html    # a game that `citadels play` saved",
)

_DIFFERS = 1


def command(
    run: Annotated[Path, runs_argument("RUN", "A run folder that `citadels run` wrote, or the file of a game that `citadels play` saved.")],
    game: Annotated[
        int | None,
        typer.Option("--game", metavar="K", help="Number of the game in a run, from 0, in the order of cells, blocks and rotations."),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", metavar="BOTS", help="Bots in Python files that may be loaded, as the run's line-ups name them."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the game as a page to step through, instead of printing it.")
    ] = None,
    browser: BrowserOption = False,
    port: PortOption = None,
    no_open: NoOpenOption = False,
    labels: Annotated[
        bool, typer.Option("--labels", help="Tell it event by event, every choice with its label, as `citadels play` takes it.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show one game, move by move.

    A game of a run is played again; the exit code is 1 if it does not end as the run recorded it. A run folder may come from anyone, and a
    bot in a Python file can execute any code: such a file is loaded only if --bots names it.
    """
    from citadels_sim.cli.files import check_new_file, write_file
    from citadels_sim.errors import CitadelsError
    from citadels_sim.foreign import is_file
    from citadels_sim.lineups import split_lineup
    from citadels_sim.runs.reading import check_run_folder

    check_browser(browser, port, no_open)
    if browser and (as_json or html is not None):
        raise CitadelsError(f"--browser: does not go with {'--json' if as_json else '--html'}. Leave one of them out.")
    saved = run.suffix == ".json" and is_file(run)
    if saved:
        for option, given in (("--game", game is not None), ("--bots", bool(bots))):
            if given:
                raise CitadelsError(f"{option}: works only with a run folder; {run} is one game. Leave it out.")
    else:
        check_run_folder(run)
        if game is None:
            raise CitadelsError("--game: missing. Give the number of a game of the run, from 0.")
    if html is not None:
        check_new_file("--html", html)
    if saved or game is None:
        _show_saved(run, html, None if not browser else (port, no_open), labels=labels, as_json=as_json)
        return
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
    for line in replay.lines(labels=labels):
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
        print_text(f"Game {game} is no longer shown.")
    if differences:
        raise typer.Exit(_DIFFERS)


def _show_saved(file: Path, html: Path | None, browser: tuple[int | None, bool] | None, *, labels: bool, as_json: bool) -> None:
    """Show a game of a file, as far as it was played."""
    from citadels_sim.cli.files import write_file
    from citadels_sim.game.retold import retold
    from citadels_sim.game.session import goes_on_with
    from citadels_sim.lineups import not_loaded
    from citadels_sim.web.replayed import retold_page

    told = retold(file)
    if as_json:
        print_json({"seats": list(told.names), "lines": list(told.lines(labels=labels)), "transcript": told.game.transcript()})
    elif browser is not None:
        from citadels_sim.web.site import Site

        show(Site(retold_page(told, f"From {file}.")), *browser)
    elif html is not None:
        print_text(f"The game: {write_file('--html', html, retold_page(told, f'From {file}.'))}")
    else:
        print_text(told.title)
        for line in told.lines(labels=labels):
            print_text(line)
        if not told.game.over:
            print_text(f"The game is not over. Continue with: {goes_on_with(file, told.people)}")
            if programs := not_loaded(told.bots, "a saved game"):
                print_text(programs)
