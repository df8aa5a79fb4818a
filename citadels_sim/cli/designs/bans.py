"""``citadels bans``: what a player loses who never picks a character, and gains who always does."""

from __future__ import annotations

from citadels_sim.cli import options
from citadels_sim.cli.limits import check_points
from citadels_sim.cli.measuring import Counted, Reading, measures

EXAMPLES = (
    "citadels bans --variant classic-2000 --players 4 --bots builder --deals 50 --seed 1 --out runs/bans",
    "citadels bans runs/bans --margin 2      # the same run, read again",
    "citadels bans runs/bans --json",
)

_DEALS = Counted("--deals", "Deals per cell, each played for every seat, character and restriction.", 1000)


@measures("bans", _DEALS, bots=options.EqualBotsOption)
def command(*, margin: options.MarginOption = 1.0) -> Reading:
    """Measure each character over a whole game by forbidding it to one player.

    In some games one player may not pick the character, in others the player always takes it; nothing else differs. Each seat is the
    restricted one in turn, so without a restriction that player wins exactly 1/n of the games with n players. A ban costs little if another
    character is as good. `citadels forks` measures what one pick is worth. With a run folder in place of options the command reads that run
    and plays nothing.
    """
    check_points(margin, "game")
    return Reading(lambda run: run.design.module("blocks").show(run, margin / 100))
