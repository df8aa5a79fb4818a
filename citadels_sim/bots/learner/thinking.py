"""`learner:think=N`: where it picks or names a character, it plays the choices ahead before it chooses.

What its seat cannot see is dealt anew for each world, in most of them as if `learner` had drafted at every seat. All choices are played
in it with the same luck: `learner` decides at every seat until the thinking seat decides again in the next round, where the net says how
likely it wins. Its strength with the net and what it came to ahead are weighed as `searcher_learned` says, so that the choice stays
mixed. All other decisions are those of the learner: to play them ahead, too, brought nothing (docs/bots.md).
"""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from citadels_sim.bots.interface import Bot, compiled_bot
from citadels_sim.bots.learner import LEARNER, PLAYER_PARAMETERS, about_characters
from citadels_sim.bots.learner.barred import NEVER_DOES, NEVER_TAKES
from citadels_sim.bots.learner.foresee import foreseen
from citadels_sim.bots.learner.net import LEARNERS, SIZE
from citadels_sim.bots.learner.thought import Thought
from citadels_sim.bots.searcher_learned import drawn_by_strength, propose_learned, strongest
from citadels_sim.bots.searcher_memory import CALLS, apply, new_thought, no_journal
from citadels_sim.bots.searcher_worlds import sample_world
from citadels_sim.compiler.decorators import by_symbol, rule
from citadels_sim.engine.loop import bot_stream
from citadels_sim.engine.memory import copy_record
from citadels_sim.engine.record_types import BotState, Journal, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import mix
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.engine.state import SEATS

__all__ = ["THINK", "thinking"]

THINK: Final = len(PLAYER_PARAMETERS)
"""Position of the parameter that says how many games it plays ahead."""
PRIOR: Final = 0.01
"""Win chance that outweighs e times the chance with the net."""
_LEAST: Final = 1e-9
"""Least chance with the net of a choice that is played ahead: nearly none. What others do not expect of it may be its best choice."""
_STRANGE: Final = 4
"""In one world of so many the fast bot has drafted, not the learner: the others may be anybody."""
_SECONDS_AHEAD: Final = 22e-6
"""About what a game that is played ahead takes."""
_CHOICES: Final = 60
"""About how many characters are picked and named in a game of four."""

_learner = by_symbol(LEARNER.choose)


@rule
def seat_players(t: Thought, bot_state: BotState) -> Any:
    """Let the learner play the worlds; return its state at the other seats."""
    t.as_learner = 1
    for seat in range(SEATS):
        t.chooser[seat] = 0
    others = t.rival[0]
    copy_record(others, bot_state)
    others.parameters[NEVER_TAKES] = 0.0  # what this seat never does, the others may
    others.parameters[NEVER_DOES] = 0.0
    return others


@rule
def play_ahead(t: Thought, rules: Rules, j: Journal, seat: int, code: int, bot_state: BotState, others: Any) -> float:
    """Make a choice in a copy of the world and play on to the seat's first decision of the next round; return its chance to win there."""
    s = t.play
    copy_record(s, t.world)
    now = s.public.round_no
    n = apply(s, rules, j, t.legal, code)
    while s.public.over == 0:
        actor = s.public.actor
        if n == 1:
            n = apply(s, rules, j, t.legal, t.legal.code[0])
            continue
        if s.public.round_no > now and actor == seat:
            return foreseen(t.learner, bot_state, s, rules, t.legal, n, LEARNERS)
        own = bot_state if actor == seat else others
        bot_stream(s, actor, own)
        n = apply(s, rules, j, t.legal, t.legal.code[_learner(s.public, s.seat[actor], rules, t.legal, n, own)])
    return share_of_win(s.public, seat)


@rule
def look_ahead(t: Thought, j: Journal, public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> None:
    """Play all candidates equally often, ``t.playouts`` games in all, each world with all of them; add up their results."""
    others = seat_players(t, bot_state)
    key = bot_state.rng[0]
    seat = public.actor
    for world in range(t.playouts // t.candidates):
        others.rng[0] = mix(key, 1 + world)
        others.rng[1] = 0
        t.imitated = 0 if world % _STRANGE == _STRANGE - 1 else -1
        sample_world(t, public, me, rules, legal, n, others)
        for i in range(t.candidates):
            t.value[i] += play_ahead(t, rules, j, seat, t.code[i], bot_state, others)
    bot_state.rng[0] = mix(key, 0)
    bot_state.rng[1] = 0


def choose_thinking(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose as the module says; with no weights, or where another bot plays it ahead, as the learner."""
    if n == 1:
        return 0
    if bot_state.weights_n != SIZE or bot_state.lineup == 0 or not about_characters(legal, n):
        return int(_learner(public, me, rules, legal, n, bot_state))
    t = new_thought()
    j = no_journal()
    j.n = 0
    j.capacity = 0
    propose_learned(t, public, me, rules, legal, n, bot_state, _LEAST)
    if t.candidates == 1:
        return int(t.index[0])
    worlds = max(1, int(bot_state.parameters[THINK]) // t.candidates)
    t.playouts = worlds * t.candidates
    look_ahead(t, j, public, me, rules, legal, n, bot_state)
    return int(t.index[drawn_by_strength(t, strongest(t, worlds, PRIOR), bot_state)])


choose_thinking = compiled_bot(choose_thinking, (*CALLS, LEARNER.choose), vectorise=True)


def thinking(bot: Bot) -> Bot:
    """Return `learner` with a value above 0 for `think` as it plays then."""
    seconds = 1 / bot.games_per_second + _SECONDS_AHEAD * _CHOICES * bot.values["think"]
    return dataclasses.replace(bot, choose=choose_thinking, games_per_second=1 / seconds)
