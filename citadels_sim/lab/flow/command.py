"""``citadels flow``: how games go, from games that are noted round by round."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.limits import parse_limits
from citadels_sim.cli.results import print_shown
from citadels_sim.cli.run_folders import PlayOptions, play_or_load

EXAMPLES = (
    "citadels flow --variant classic-2000 --players 4 --bots builder --games 400 --seed 1 --out runs/flow",
    "citadels flow runs/flow --curves      # the same run, read again",
    "citadels flow runs/flow --json",
)


def command(
    run: Annotated[Path | None, options.run_argument("flow")] = None,
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    games: Annotated[int | None, options.count_option("--games", "Games per cell, rounded up to whole blocks.", 4000)] = None,
    bots: options.LineupsOption = None,
    seed: options.SeedOption = None,
    name: options.NameOption = None,
    margin: Annotated[list[str] | None, options.margins_option("A limit for the verdicts of the report, such as dead_turns=12")] = None,
    out: Annotated[str | None, options.out_option("runs/NAME-flow")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    curves: Annotated[
        bool, typer.Option("--curves", help="Also show the curves over the course of the game, and win chances given against won.")
    ] = False,
    wide: options.WideOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Show how games develop: win chances, leads, decisive rounds, and attacks on others.

    The state of every game is recorded at the end of each round. A model, fitted on other deals of the same table, turns it into
    each seat's win chance W; a table below the figures shows how accurate the model is. Figures by score need no model. With a
    run folder in place of options the command reads that run and plays nothing.
    """
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": games, "lineups": bots, "seed": seed, "name": name}
    keys["margins"] = parse_limits(margin)
    played = play_or_load("flow", run, keys, PlayOptions(out, workers, dry_run, as_json), games=4000, least_deals=2)

    print_shown(played, played.design.module("blocks").show(played, curves=curves), as_json=as_json, wide=wide)
