"""Does a bot use what the rules offer? Counts, over real games, how often each power and district effect was to be had, and how often used.

A power or effect counts once a turn (or once a question) as available when one of its actions was legal at any moment of it, and as used
when one was played. What works without a choice is counted by the journal's events, or by the cities it stood in.
It writes ``reports/sample/usage.md``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine import actions as a
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import events_of, new_journal
from citadels_sim.engine.loop import BOT_STATE, ROUND_CAP, bot_stream, deal
from citadels_sim.engine.records import new_record
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import new_legal, new_state
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.variants import Variant, load_variant, variant_names
from scripts.research.pages import cells, heads, say, write_report
from scripts.research.usage_names import SELDOM, Name, at_the_end, named, of_event, played_into

__all__ = ["usage"]

OFTEN: Final = 0.1
"""What is used in fewer of the turns that offer it needs a reason."""
_PRESETS: Final = ("aristocrats", "agents", "emissaries", "dignitaries", "delegates", "nobles")
TABLES: Final = (
    ("dark-city-random", 5, 1000),
    ("dark-city-nine", 5, 300),
    ("classic-2000-nine", 4, 300),
    ("citadels-2016-random", 5, 2000),
    ("citadels-2016-random", 3, 500),
    *((name, 5, 200) for name in variant_names() if name == "citadels-2016" or name.endswith(_PRESETS)),
)
"""Variant, players, games."""


@dataclass
class _Count:
    """What was available and used so far, by (who, what)."""

    available: Counter[Name] = field(default_factory=Counter)
    used: Counter[Name] = field(default_factory=Counter)
    seen_this_turn: set[Name] = field(default_factory=set)
    used_this_turn: set[Name] = field(default_factory=set)

    def close_turn(self) -> None:
        self.available.update(self.seen_this_turn)
        self.used.update(self.used_this_turn)
        self.seen_this_turn = set()
        self.used_this_turn = set()


def _play(state: Any, rules: Any, bot: Bot, count: _Count) -> None:
    """Play one dealt game with the bot at every seat, counting."""
    play, choose = ready(apply), ready(bot.choose)
    journal, out, bot_state = new_journal(), new_legal(), new_record(BOT_STATE)
    bot_state.parameters[:] = bot.vector()
    public = state.public
    turn = -1
    n = play(state, rules, journal, out, a.A_BEGIN_ROUND)
    while not public.over and int(public.round_no) <= ROUND_CAP:
        if int(public.turn_no) != turn:
            count.close_turn()
            turn = int(public.turn_no)
        seat = int(public.actor)
        codes = [int(code) for code in out.code[:n]]
        count.seen_this_turn.update(filter(None, (named(public, code) for code in codes)))
        bot_stream(state, seat, bot_state)
        chosen = codes[choose(public, state.seat[seat], rules, out, n, bot_state)]
        name = named(public, chosen)
        if name is not None:
            count.used_this_turn.add(name)
        count.used.update(played_into(public, chosen))
        n = play(state, rules, journal, out, chosen)
    count.close_turn()
    count.used.update(filter(None, map(of_event, events_of(journal))))
    for seat in range(int(rules.n_players)):
        for name, counted in at_the_end(state, seat):
            if name[1] != "stood at the end":
                count.available[name] += 1
            count.used[name] += counted


def usage(variant: Variant, players: int, bot: Bot, games: int, seed: int = 1) -> pl.DataFrame:
    """Count how often a bot could use each power and effect, and how often it did.

    Parameters
    ----------
    variant : Variant
    players : int
    bot : Bot
        A compiled bot; it plays every seat.
    games : int
    seed : int

    Returns
    -------
    polars.DataFrame
        Columns ``who`` (character or district), ``what``, ``available`` (turns in which it was legal; null for what is no choice) and
        ``used`` (turns, or times for what is no choice).
    """
    rules = rules_record(variant.at(players))
    count = _Count()
    for game_seed in block_seeds(seed, 0, games):
        state = new_state()
        ready(deal)(state, rules, new_legal(), int(game_seed))
        _play(state, rules, at_table(bot, variant, players), count)
    names = sorted({*count.available, *count.used})
    return pl.DataFrame(
        {
            "who": [who for who, _ in names],
            "what": [what for _, what in names],
            "available": [count.available.get(name) for name in names],
            "used": [count.used[name] for name in names],
        },
        schema={"who": pl.String, "what": pl.String, "available": pl.Int64, "used": pl.Int64},
    )


def main() -> None:
    """Count at every table and write the page; what is never used must have a reason."""
    lines = [
        "# What builder uses",
        "",
        "How often each power and district effect was to be had, and how often `builder` used it, with `builder` at every seat.",
        "*Available* counts turns (or questions) in which it was legal, for what counts at the end the cities it stood in; a dash stands "
        "for",
        "what works without a choice, counted in times. What is used seldom or never has its reason beside it.",
        "Made by `scripts/research/run usage`.",
    ]
    for name, players, games in TABLES:
        lines += ["", f"## {name}, {players} players, {games} games", "", *heads("who", "what", ">available", ">used", "why so seldom")]
        for who, what, available, used in usage(load_variant(name), players, parse_bot("builder"), games).iter_rows():
            seldom = used == 0 if available is None else used < OFTEN * available
            reason = SELDOM.get((who, what), "") if seldom else ""
            lines.append(cells(who, what, "-" if available is None else available, used, reason))
            if used == 0 and not reason:
                where = f"{name}: {who}, {what} was never used in {available} turns"
                raise SystemExit(f"{where}, and no reason is given (SELDOM of scripts/research/usage_names.py).")
    write_report("sample/usage.md", lines)
    say("wrote reports/sample/usage.md")
