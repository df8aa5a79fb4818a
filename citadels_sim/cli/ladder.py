"""``citadels ladder``: how strong the bots of one or more runs are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citadels_sim.cli.console import note, print_json, print_text
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.options import JsonOption, RunsArgument, WideOption, out_option
from citadels_sim.cli.results import print_blocks

EXAMPLES = (
    "citadels run --variant classic-2000 --players 4,5 --games 2000 --bots builder,random --detail games --out runs/bots",
    "citadels ladder runs/bots",
    "citadels ladder runs/bots --out reports/ladder",
    "citadels ladder runs/bots --json",
)


def command(
    runs: RunsArgument,
    out: Annotated[Path | None, out_option("", "Folder for the chart, Markdown, tables and data.", "DIR")] = None,
    gain: Annotated[
        float, typer.Option("--gain", metavar="POINTS", help="Least gain in win chance per step of a skill ladder, in percentage points.")
    ] = 2.0,
    wide: WideOption = False,
    as_json: JsonOption = False,
) -> None:
    """Rate the bots of one or more runs on one scale.

    Strengths are Elo relative to the bot `random` (or to the first bot of the run): 400 points are odds of 10 to 1 to be placed above. The
    model is Plackett-Luce over all places with terms for the seats, fitted for each variant and number of players and for all of them
    together. A bot that came last, or first, in every game has no finite strength; the others are rated without it. The tables show
    intervals, the probability that one bot is stronger than another, and pairs that one number per bot does not explain. If each line-up
    has one bot against copies of the next weaker one (as in `citadels run skill`), the command shows the gain of each step.
    """
    check_points(gain, "game", "--gain")
    from citadels_sim.runs.reading import check_run_folder

    for run in runs:
        check_run_folder(run, "games")
    from citadels_sim.report.ladder import make_ladder
    from citadels_sim.show.terminal import plain

    note(f"Reading {', '.join(map(str, runs))} ...")
    report = make_ladder(runs, out, gain / 100)
    for text in report.notes:
        note(text)
    if as_json:
        print_json(report.data | {"files": [str(path) for path in report.files]})
        return
    print_blocks(report.blocks, wide=wide)
    print_text(plain(report.finding))
    if out is not None:
        print_text(f"The ladder: {out / 'ladder.md'}")
