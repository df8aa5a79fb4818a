"""``citadels replay``: one game of a run, move by move."""

from __future__ import annotations

from typing import Annotated

import typer

from citadels_sim.cli.console import note, print_json, print_text
from citadels_sim.cli.options import JsonOption, RunArgument

__all__ = ["EXAMPLES", "command"]

EXAMPLES = (
    "citadels replay runs/first --game 0",
    "citadels replay runs/first --game 17 --json",
    "citadels replay runs/mine --game 0 --bots mine.py:greedy",
)

_DIFFERS = 1


def command(
    run: RunArgument,
    game: Annotated[int, typer.Option("--game", metavar="K", help="Which game, from 0: cell by cell, block by block, each rotation.")],
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", metavar="BOTS", help="Bots of the run that are in files and may be loaded, as its line-ups name them."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show one game of a run, move by move.

    The game is played again; exit code 1 if it does not end as the run recorded it. A run folder may come from anybody, and a
    bot in a Python file can do anything: such a file is loaded only if --bots names it.
    """
    from citadels_sim.lineups import split_lineup
    from citadels_sim.runs.reading import check_run_folder

    check_run_folder(run)
    from citadels_sim.lab.tournament.replay import open_replay

    replay = open_replay(run, game, [bot for lineup in bots or () for bot in split_lineup(lineup)])
    replay.prepare(note)
    cell = replay.cell
    if not as_json:
        place = f"block {replay.block}, rotation {replay.rotation}, seed {replay.seed}"
        print_text(f"Game {game}: {cell.variant.name}, {cell.players} players, {place}")
    lines = []
    for line in replay.tell():
        lines.append(line)
        if not as_json:
            print_text(line)
    differences = replay.differences()
    if as_json:
        transcript = replay.game.transcript() if replay.game is not None else None
        print_json(
            {
                "game": game, "variant": cell.variant.name, "players": cell.players, "lineup": cell.lineup, "block": replay.block,
                "rotation": replay.rotation, "seed": replay.seed, "seats": list(replay.names), "lines": lines,
                "transcript": transcript, "differences": differences,
            }
        )  # fmt: skip
    if differences:
        reason = " The run was made by other code of citadels_sim." if replay.other_code else ""
        note(f"citadels: this is not the game that the run has: {'; '.join(differences)}.{reason}")
        raise typer.Exit(_DIFFERS)
