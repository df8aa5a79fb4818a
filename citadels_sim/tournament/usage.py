"""Does a bot use what the rules offer? Counts, over real games, how often each power and district effect was to be had, and how often used.

A power or effect counts once a turn (or once a question) as available when one of its actions was legal at any moment of it, and as used
when one was played. What works without being asked is counted by the journal's events, or by the cities it stood in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import polars as pl

from citadels_sim.bots import Bot
from citadels_sim.catalogue import CHARACTERS, DISTRICTS, D
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal as k
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.jit import ready
from citadels_sim.engine.journal import events_of, new_journal
from citadels_sim.engine.loop import ROUND_CAP, bot_stream, deal, new_minds
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import new_legal, new_state
from citadels_sim.tournament.seeds import block_seeds
from citadels_sim.variants import Variant

__all__ = ["usage"]

_POWERS = {
    a.A_INCOME: "income",
    a.A_BONUS: "bonus",
    a.A_MURDER: "murder",
    a.A_BEWITCH: "bewitch",
    a.A_ROB: "rob",
    a.A_SWAP: "swap",
    a.A_REDRAW: "redraw",
    a.A_LOOK_AT: "look",
    a.A_CROWN: "crown",
    a.A_TITHE: "tithe",
    a.A_BONUS_GOLD: "bonus gold",
    a.A_BONUS_CARDS: "bonus cards",
    a.A_DESTROY: "destroy",
    a.A_EXCHANGE: "exchange",
    a.A_BEAUTIFY: "beautify",
}
_ANSWERS = {
    a.A_TAKE: ("wizard", "take"),
    a.A_TAKE_BUILD: ("wizard", "build at once"),
    a.A_GIFT_GOLD: ("emperor", "gift of gold"),
    a.A_GIFT: ("emperor", "gift of a card"),
}
_EFFECTS = {
    a.A_LAB: "laboratory",
    a.A_SMITHY: "smithy",
    a.A_MUSEUM: "museum",
    a.A_ARMORY: "armory",
    a.A_GRAVEYARD: "graveyard",
    a.A_FETCH: "lighthouse",
    a.A_ANNOUNCE: "bell-tower",
}
_EVENTS = {
    k.STEAL: ("thief", "gold taken"),
    k.TAX: ("tax-collector", "tax taken"),
    k.REFUND: ("alchemist", "refund"),
    k.QUEEN: ("queen", "gold beside rank 4"),
    k.RESUME: ("witch", "resumed"),
    k.POOR_HOUSE: ("poor-house", "gold"),
    k.PARK: ("park", "cards"),
    k.THRONE_ROOM: ("throne-room", "gold"),
}


@dataclass
class _Count:
    """What was available and used so far, by (who, what)."""

    available: Counter[tuple[str, str]]
    used: Counter[tuple[str, str]]
    seen_this_turn: set[tuple[str, str]]
    used_this_turn: set[tuple[str, str]]

    def close_turn(self) -> None:
        self.available.update(self.seen_this_turn)
        self.used.update(self.used_this_turn)
        self.seen_this_turn = set()
        self.used_this_turn = set()


def _named(public: Any, code: int) -> tuple[str, str] | None:
    """Whose power or effect an action is."""
    kind = code & 0xFF
    if kind in _EFFECTS:
        return _EFFECTS[kind], "effect"
    if kind in _ANSWERS:
        return _ANSWERS[kind]
    if kind in _POWERS:
        return CHARACTERS[int(public.turn_char) - 1].id, _POWERS[kind]
    if kind == a.A_BUILD and int(public.city_mask[int(public.actor)]) >> (code >> 8 & 0x3F) & 1:
        return "quarry", "second copy built"
    return None


def _play(state: Any, rules: Any, bot: Bot, count: _Count) -> None:
    """Play one dealt game with the bot at every seat, counting."""
    play, choose = ready(apply), ready(bot.choose)
    journal, out, minds = new_journal(), new_legal(), new_minds()
    for seat in range(int(rules.n_players)):
        minds.seat[seat].parameters[:] = bot.vector()
    public = state.public
    turn = -1
    n = play(state, rules, journal, out, a.A_BEGIN_ROUND)
    while not public.over and int(public.round_no) <= ROUND_CAP:
        if int(public.turn_no) != turn:
            count.close_turn()
            turn = int(public.turn_no)
        seat = int(public.actor)
        codes = [int(code) for code in out.code[:n]]
        count.seen_this_turn.update(filter(None, (_named(public, code) for code in codes)))
        mind = minds.seat[seat]
        bot_stream(state, seat, mind)
        chosen = codes[choose(public, state.seat[seat], rules, out, n, mind)]
        name = _named(public, chosen)
        if name is not None:
            count.used_this_turn.add(name)
        n = play(state, rules, journal, out, chosen)
    count.close_turn()
    _count_events(events_of(journal), count)
    for seat in range(int(rules.n_players)):
        for slot in range(int(public.city_n[seat])):
            if int(public.city[seat, slot]) >= int(D.ARMORY):
                count.used[DISTRICTS[int(public.city[seat, slot])].id, "stood at the end"] += 1


def _count_events(events: Iterable[Any], count: _Count) -> None:
    for event in events:
        kind = int(event["kind"])
        if kind in _EVENTS:
            count.used[_EVENTS[kind]] += 1
        elif kind == k.CUT_END:
            count.used["hospital or bewitched", "action of a cut turn"] += 1
        elif kind == k.BUILD and int(event["district"]) >= int(D.ARMORY):
            count.used[DISTRICTS[int(event["district"])].id, "built"] += 1


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
        Columns ``who`` (character or district), ``what``, ``available`` (turns in which it was legal; null for what is not asked) and
        ``used`` (turns, or times for what is not asked).
    """
    rules = rules_record(variant.at(players))
    count = _Count(Counter(), Counter(), set(), set())
    for game_seed in block_seeds(seed, 0, games):
        state = new_state()
        ready(deal)(state, rules, new_legal(), int(game_seed))
        _play(state, rules, bot, count)
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
