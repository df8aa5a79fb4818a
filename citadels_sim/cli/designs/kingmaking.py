"""``citadels kingmaking``: how often who cannot win any more decides who does."""

from __future__ import annotations

from typing import Annotated

import typer

from citadels_sim.cli.limits import check_percent
from citadels_sim.cli.measuring import Counted, Reading, measures

EXAMPLES = (
    "citadels kingmaking --variant classic-2000 --players 4 --bots builder --games 400 --seed 1 --out runs/kingmaking",
    "citadels kingmaking runs/kingmaking --beaten 10      # the same run, read again",
    "citadels kingmaking runs/kingmaking --json",
)


@measures("kingmaking", Counted("--games", "Games per cell, rounded up to whole blocks.", 4000), least_deals=2)
def command(
    *,
    beaten: Annotated[
        float, typer.Option("--beaten", metavar="PERCENT", help="A player with a lower win chance before the last round counts as beaten.")
    ] = 5.0,
) -> Reading:
    """Measure how often a player who can no longer win decides who does.

    In the last round of every game the command copies the game with the same luck, tries each hostile act on all other targets, and leaves
    it out: does another player win? The share of these alternatives with another winner is how far the act decided the game; the act could
    have decided it if at least one alternative has another winner. A player counts as beaten if the win chance before that round is low,
    according to a model fitted on other deals with the same rules and players. The same figures are shown for the players who could still
    win. With a run folder in place of options the command reads that run and plays nothing.
    """
    check_percent("--beaten", beaten, "a win chance in per cent")
    return Reading(lambda run: run.design.module("blocks").show(run, beaten / 100))
