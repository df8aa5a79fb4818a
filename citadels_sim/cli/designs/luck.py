"""``citadels luck``: how much of who wins is luck of the deal, of the draft, and of the bots' own dice."""

from __future__ import annotations

from typing import Annotated

from citadels_sim.cli import options
from citadels_sim.cli.measuring import Counted, Reading, measures

EXAMPLES = (
    "citadels luck --variant classic-2000 --players 4 --bots builder --deals 100 --seed 1 --out runs/luck",
    "citadels luck runs/luck --json      # the same run, read again",
)

_DEALS = Counted("--deals", "Deals per cell, each replayed 6 × --replicates times.", 1000)


@measures("luck", _DEALS, bots=options.EqualBotsOption, least_deals=2)
def command(
    *,
    replicates: Annotated[int | None, options.count_option("--replicates", "Replays per deal in each of the six ways.", 8)] = None,
) -> Reading:
    """Measure how much luck decides who wins between equal bots, and which luck.

    Three sources of luck are separated: the deal, the characters removed from the draft, and the bots' own random choices. Each deal is
    replayed many times with one or two sources fixed and the others drawn anew, in all six ways. The more often these replays have the same
    winner, compared with replays of different deals, the more the fixed sources decide. The share of a source depends on which others are
    fixed already. So the command first shows the share that no source decides alone, and then two shares of each source: alone, and after
    all others are fixed. With a run folder in place of options the command reads that run and plays nothing.
    """
    return Reading(lambda run: run.design.module("blocks").show(run), {"replicates": replicates})
