"""``citadels why``: which part of a character's card makes it as strong as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.results import print_shown
from citadels_sim.cli.run_folders import PlayOptions, play_or_load

EXAMPLES = (
    "citadels why merchant --variant classic-2000 --players 4 --bots builder --nodes 200 --seed 1 --out runs/merchant",
    "citadels why runs/merchant --json      # the same run, read again",
    "citadels why wizard --variant dark-city --players 4 --bots builder --bots planner --nodes 100 --seed 1 --out runs/wizard",
)


def command(
    character: Annotated[
        str, typer.Argument(metavar="CHARACTER", help="A character by its id, such as merchant; or a run folder of a split effect.")
    ],
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    nodes: Annotated[int | None, options.count_option("--nodes", "Games per cell, each forked at one pick of the character.", 2000)] = None,
    bots: options.LineupsOption = None,
    seed: options.SeedOption = None,
    replicates: Annotated[int | None, options.count_option("--replicates", "Continuations per combination and node.", 4)] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="Fork only in the first N rounds.  [default: all]")] = None,
    margin: Annotated[
        float | None,
        typer.Option("--margin", metavar="POINTS", help="Largest negligible part, in percentage points.  [default: 1]"),
    ] = None,
    name: options.NameOption = None,
    out: Annotated[str | None, options.out_option("runs/NAME-why")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    wide: options.WideOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Split the effect of a character into its parts: income, bonus, builds, crown, power.

    The command forks games at picks of the character, as `citadels forks` does. It picks the character once with every
    combination of the parts of its card switched off until the round is over: income from districts, gold or cards on top,
    builds, protection, the crown, the power. What a part adds is averaged over all orders in which the parts could come (the
    Shapley value). The parts and the rest add up to the whole effect; the rest is its rank, being a target, and that nobody
    else has the character. The intervals hold for all parts at once. With several bots see whether a part is theirs or the
    card's: what only one of them shows is a habit of that bot.
    """
    if margin is not None:
        check_points(margin, "pick")
    folder = Path(character) if variant is None and (Path(character).is_dir() or "/" in character) else None
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": nodes, "lineups": bots, "seed": seed}
    keys |= {"replicates": replicates, "rounds": rounds, "name": name}
    keys |= {"what": character} if folder is None else {}
    run = play_or_load("why", folder, keys, PlayOptions(out, workers, dry_run, as_json), games=2000)
    shown = run.design.module("blocks").show(run, None if margin is None else margin / 100)
    print_shown(run, shown, as_json=as_json, wide=wide)
