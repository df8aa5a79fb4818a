"""``citadels bans``: what a player loses who never picks a character, and gains who always does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from citadels_sim.cli import options
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.results import print_shown
from citadels_sim.cli.run_folders import PlayOptions, play_or_load

EXAMPLES = (
    "citadels bans --variant classic-2000 --players 4 --bots builder --deals 50 --seed 1 --out runs/bans",
    "citadels bans runs/bans --margin 2      # the same run, read again",
    "citadels bans runs/bans --json",
)


def command(
    run: Annotated[Path | None, options.run_argument("bans")] = None,
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    deals: Annotated[
        int | None, options.count_option("--deals", "Deals per cell, each played for every seat, character and restriction.", 1000)
    ] = None,
    bots: options.EqualBotsOption = None,
    seed: options.SeedOption = None,
    name: options.NameOption = None,
    out: Annotated[str | None, options.out_option("runs/NAME-bans")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    margin: options.MarginOption = 1.0,
    wide: options.WideOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Measure each character over a whole game by forbidding it to one player.

    In some games one player may not pick the character, in others the player always takes it; nothing else differs. Each seat is
    the restricted one in turn, so that without a restriction a player wins exactly 1/n of the games. A ban costs little where
    another character does as well. `citadels forks` measures what one pick is worth. With a run folder in place of options the
    command reads that run and plays nothing.
    """
    check_points(margin, "game")
    keys = {"variants": variant, "players": players, "games": deals, "lineups": bots, "seed": seed, "name": name}
    played = play_or_load("bans", run, keys, PlayOptions(out, workers, dry_run, as_json), games=1000)

    print_shown(played, played.design.module("blocks").show(played, margin / 100), as_json=as_json, wide=wide)
