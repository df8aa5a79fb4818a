"""``citadels flow``: how games go, from games that are recorded round by round."""

from __future__ import annotations

from typing import Annotated

import typer

from citadels_sim.cli import options
from citadels_sim.cli.limits import parse_limits
from citadels_sim.cli.measuring import Counted, Reading, measures

EXAMPLES = (
    "citadels flow --variant classic-2000 --players 4 --bots builder --games 400 --seed 1 --out runs/flow",
    "citadels flow runs/flow --curves      # the same run, read again",
    "citadels flow runs/flow --json",
)


@measures("flow", Counted("--games", "Games per cell, rounded up to whole blocks.", 4000), least_deals=2)
def command(
    *,
    margin: Annotated[list[str] | None, options.margins_option("A limit for the verdicts of the report, such as dead_turns=12")] = None,
    curves: Annotated[
        bool, typer.Option("--curves", help="Also show the curves over the course of the game, and the calibration of the win chances.")
    ] = False,
) -> Reading:
    """Show how games develop: win chances, leads, decisive rounds, and attacks on others.

    The state of every game is recorded at the end of each round. A model, fitted on other deals with the same rules and players, turns it
    into each seat's win chance W; a table below the figures shows how accurate the model is. Figures by score need no model. With a run
    folder in place of options the command reads that run and plays nothing.
    """
    return Reading(lambda run: run.design.module("blocks").show(run, curves=curves), {"margins": parse_limits(margin)})
