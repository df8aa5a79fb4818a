"""``citadels districts``: what being dealt each district is worth, whether its cost is fair, and what becomes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from citadels_sim.cli import options
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.results import print_shown
from citadels_sim.cli.run_folders import PlayOptions, play_or_load

EXAMPLES = (
    "citadels districts --variant classic-2000 --players 4 --games 2000 --bots builder --seed 1 --out runs/districts",
    "citadels districts runs/districts --margin 2      # the same run, read again",
    "citadels districts runs/districts --json",
)


def command(
    run: Annotated[Path | None, options.run_argument("drawn casts")] = None,
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    games: Annotated[int | None, options.count_option("--games", "Games per cell.", 20000)] = None,
    bots: options.LineupsOption = None,
    seed: options.SeedOption = None,
    name: options.NameOption = None,
    out: Annotated[str | None, options.out_option("runs/NAME-casts")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    margin: options.MarginOption = 1.0,
    wide: options.WideOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Measure what each district in an opening hand is worth, and whether its cost is fair.

    The shuffle decides who holds a district among the first four cards. The win chance of those players minus that of the players
    who do not hold it is what the district is worth, whether they build it or not. "Beyond cost" is the part that its cost does
    not explain: above 0 it is cheap for its worth. So may be whole types, whose mean beyond cost is shown too. A second table
    shows how often each district is kept and built, how soon, how often it is lost, what an offer of it is worth, and how its
    owners fare. With a run folder in place of options the command reads that run and plays nothing.
    """
    check_points(margin, "game")
    keys = {"variants": variant, "players": players, "games": games, "lineups": bots, "seed": seed, "name": name}
    played = play_or_load("casts", run, keys, PlayOptions(out, workers, dry_run, as_json), games=20_000, least_deals=2)

    from citadels_sim.lab.casts.district_blocks import show_districts

    print_shown(played, show_districts(played, margin / 100), as_json=as_json, wide=wide)
