"""``citadels districts``: what being dealt each district is worth, whether its cost is fair, and what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_sim.cli import options
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.measuring import Counted, Reading, measures

if TYPE_CHECKING:
    from citadels_sim.runs.reading import Run
    from citadels_sim.show.blocks import Shown

EXAMPLES = (
    "citadels districts --variant classic-2000 --players 4 --games 2000 --bots builder --seed 1 --out runs/districts",
    "citadels districts runs/districts --margin 2      # the same run, read again",
    "citadels districts runs/districts --json",
)


@measures("casts", Counted("--games", "Games per cell.", 20_000), of="drawn casts", least_deals=2)
def command(*, margin: options.MarginOption = 1.0) -> Reading:
    """Measure what each district in an opening hand is worth, and whether its cost is fair.

    The shuffle decides who holds a district among the first four cards. The worth of a district is the win chance of those players minus
    that of the players without it, whether they build it or not. "Beyond cost" is the part that its cost does not explain: above 0 the
    district is cheap for its worth. The mean beyond cost of each type is shown, too. A second table shows how often each district is kept
    and built, how soon, how often it is lost, what an offer of it is worth, and how often its owners win. With a run folder in place of
    options the command reads that run and plays nothing.
    """
    check_points(margin, "game")

    def show(run: Run) -> Shown:
        from citadels_sim.designs.casts.district_blocks import show_districts

        return show_districts(run, margin / 100)

    return Reading(show)
