"""``citadels bots``: every bot, its traits and parameters, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from citadels_sim.cli.console import Column, note, print_json, print_table, print_text
from citadels_sim.cli.options import JsonOption
from citadels_sim.exploits import best_exploits

if TYPE_CHECKING:
    from citadels_sim.bots import Bot

_MEASURED_ON = {"classic": "classic-2000", "2016": "citadels-2016"}
"""The variant on which a bot's cost is measured, by the first edition that it plays."""

EXAMPLES = ("citadels bots", "citadels bots --cost", "citadels bots --json")


def command(
    cost: Annotated[
        bool, typer.Option("--cost/--no-cost", help="Measure the time per game (seconds; longer if the rules must be compiled first).")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List every bot with its parameters and, with `--cost`, the time that a game takes on this machine."""
    from citadels_sim.bots import all_bots

    bots = all_bots()
    costs: dict[str, float] = {}
    if cost:
        from citadels_sim.bench.bot_cost import bot_cost
        from citadels_sim.designs.recording.cell_player import CellPlayer
        from citadels_sim.engine.prepare import prepare

        prepare(CellPlayer.entry_points(bots), note)
        costs = {bot.name: bot_cost(bot, _measured_on(bot)) for bot in bots}
    if as_json:
        print_json(
            [
                {
                    "name": bot.name,
                    "doc": bot.doc,
                    "stochastic": bot.stochastic,
                    "editions": list(bot.editions),
                    "source": bot.source,
                    "microseconds_per_game": round(costs[bot.name], 1) if cost else None,
                    "exploited": [one._asdict() | {"gain": one.gain} for one in best_exploits((bot.name,))],
                    "parameters": [
                        {"name": p.name, "default": p.default, "low": p.low, "high": p.high, "doc": p.doc} for p in bot.parameters
                    ],
                }
                for bot in bots
            ]
        )
        return
    heads: list[Column] = ["bot", "playing style", "editions", "random", ("exploited", "right")]
    if cost:
        heads.append(("µs per game", "right"))
    print_table(heads, [(*_traits(bot), *([f"{costs[bot.name]:.1f}"] if cost else [])) for bot in bots])
    rows = [(bot.name, p.name, f"{p.default:g}", f"{p.low:g} to {p.high:g}", p.doc) for bot in bots for p in bot.parameters]
    print_table(("bot", "parameter", ("default", "right"), "range", "meaning"), rows, title="Parameters")
    if cost:
        print_text(
            "Time per game: classic-2000 (citadels-2016 for a bot of 2016 only), 4 players, this bot at every seat, one core, nothing "
            "recorded."
        )
    print_text(
        "Exploited: wins of one player who knows the bot, against three copies of it (an even share is a quarter), at the same table; a "
        "lower bound. `citadels exploit` measures it at others."
    )
    print_text("Write a bot in a line-up as builder, builder:noise=2,spite=0, or file.py:object for your own.")


def _traits(bot: Bot) -> tuple[str, ...]:
    """Describe what a bot declares (its name, how it plays, which editions, whether it draws lots), and how far it is from playing well."""
    there = [one for one in best_exploits((bot.name,)) if (one.variant, one.players) == (_measured_on(bot), 4)]
    exploited = f"{there[0].wins:.0%}" if there else "-"
    return bot.name, bot.doc, ", ".join(bot.editions), "yes" if bot.stochastic else "no", exploited


def _measured_on(bot: Bot) -> str:
    """Name the variant on which a bot's cost is measured."""
    return _MEASURED_ON[bot.editions[0]]
