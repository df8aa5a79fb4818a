"""``citadels luck``: how much of who wins is luck of the deal, of the draft, and of the bots' own dice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from citadels_sim.cli import options
from citadels_sim.cli.results import print_shown
from citadels_sim.cli.run_folders import PlayOptions, play_or_load

EXAMPLES = (
    "citadels luck --variant classic-2000 --players 4 --bots builder --deals 100 --seed 1 --out runs/luck",
    "citadels luck runs/luck --json      # the same run, read again",
)


def command(
    run: Annotated[Path | None, options.run_argument("luck")] = None,
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    deals: Annotated[int | None, options.count_option("--deals", "Deals per cell, each replayed 6 × --replicates times.", 1000)] = None,
    bots: options.EqualBotsOption = None,
    seed: options.SeedOption = None,
    replicates: Annotated[int | None, options.count_option("--replicates", "Replays per deal in each of the six ways.", 8)] = None,
    name: options.NameOption = None,
    out: Annotated[str | None, options.out_option("runs/NAME-luck")] = None,
    workers: options.WorkersOption = None,
    dry_run: options.DryRunOption = False,
    wide: options.WideOption = False,
    as_json: options.JsonOption = False,
) -> None:
    """Measure how much luck decides who wins between equal bots, and which luck.

    Three sources of luck are separated: the deal, the characters removed from the draft, and the bots' own random choices. Each
    deal is replayed many times with one or two sources fixed and the others drawn anew, in all six ways. The more often these
    replays have the same winner, compared with replays of different deals, the more the fixed sources decide. How much a source
    decides depends on what is fixed before it. So the command says first what no source decides alone, and of each source both
    ends: what it decides alone, and once all others are fixed. With a run folder in place of options the command reads that run
    and plays nothing.
    """
    keys = {"variants": variant, "players": players, "games": deals, "lineups": bots, "seed": seed, "replicates": replicates, "name": name}
    played = play_or_load("luck", run, keys, PlayOptions(out, workers, dry_run, as_json), games=1000, least_deals=2)

    print_shown(played, played.design.module("blocks").show(played), as_json=as_json, wide=wide)
