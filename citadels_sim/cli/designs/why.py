"""``citadels why``: which part of a card makes it as strong as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from citadels_sim.cli import options
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.results import print_shown
from citadels_sim.cli.run_folders import PlayOptions, experiment_from_options, games_in, play_or_load

EXAMPLES = (
    "citadels why merchant --variant classic-2000 --players 4 --bots builder --nodes 200 --seed 1 --out runs/merchant",
    "citadels why runs/merchant --json      # the same run, read again",
    "citadels why smithy --variant citadels-2016 --players 4 --bots builder --nodes 100 --seed 1 --out runs/smithy",
    "citadels why warlord --variant classic-2000 --players 4 --minutes 0.2 --out runs/warlord      # experts, regulars and beginners",
)
_NODES = 2000
_CALLS = {"what": "CHARACTER|DISTRICT"}


def command(
    card: Annotated[
        str,
        typer.Argument(
            metavar="CHARACTER|DISTRICT",
            help="A character or a district by its id, such as merchant or smithy; or the run folder of an earlier `why`.",
        ),
    ],
    *,
    variant: options.VariantsOption = None,
    players: options.PlayersOption = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", help="About how long it may take; this sets the number of games.  [default: --nodes]"),
    ] = None,
    nodes: Annotated[int | None, options.count_option("--nodes", "Games per cell, each forked at one choice of the card.", _NODES)] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots",
            help="A line-up of bots, separated by commas; repeat for more.  [default: one each of learner, planner, builder]",
            autocompletion=options.lineups_beginning,
        ),
    ] = None,
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
    """Split the effect of a character or a district into its parts: income, bonus, power, cost.

    The command forks games at picks of the character, as `citadels forks` does. It picks the character once with every combination of its
    parts switched off until the end of the round: income from districts, bonus gold or cards, builds, discount, protection, the crown, the
    power, and being murdered or robbed. A part's contribution is averaged over all orders of the parts (the Shapley value). The effect of
    denying the character to others is measured by giving whoever else takes it a blank card. The parts and the rest add up to the whole
    effect. The intervals hold for all parts at once.

    For a district it forks games where the district could be built. Its parts are its cost, the points beyond its cost, and its power.

    Without --bots, experts, regulars and beginners play (learner where it knows the rules, planner, builder). A part on which they disagree
    is marked as a habit of those bots.
    """
    if margin is not None:
        check_points(margin, "choice")
    folder = Path(card) if variant is None and (Path(card).is_dir() or "/" in card) else None
    keys: dict[str, Any] = {"variants": variant, "players": players, "games": nodes, "lineups": bots, "seed": seed}
    keys |= {"replicates": replicates, "rounds": rounds, "name": name}
    how = PlayOptions(out, workers, dry_run, as_json, _CALLS)
    if folder is None:
        keys["what"] = card
        if variant and bots is None:
            keys["lineups"] = _usual(keys)
        if minutes is not None:
            keys["games"] = games_in("why", keys, how, minutes)
    run = play_or_load("why", folder, keys, how, games=_NODES, others={"minutes": minutes})
    shown = run.design.module("blocks").show(run, None if margin is None else margin / 100)
    print_shown(run, shown, as_json=as_json, wide=wide)


def _usual(keys: dict[str, Any]) -> list[str]:
    """Return the bots of an experiment that names none: one for each level of skill that can play it."""
    from citadels_sim.runs.plan import make_plan
    from citadels_sim.study.judges import usual_bots

    experiment, source = experiment_from_options({**keys, "games": 1, "kind": "why"}, calls=_CALLS)
    plan = make_plan(experiment, source)
    return usual_bots([(cell.variant, cell.players) for cell in plan.cells])
