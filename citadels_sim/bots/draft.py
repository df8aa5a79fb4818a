"""Choosing by what characters are worth: which to pick, and whether to exchange it with the Theater."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from citadels_sim.bots.character_worth import (
    ALWAYS,
    architect_gain,
    architect_hurry,
    assassin_gain,
    draft_value,
    magician_gain,
    own_value,
    rank8_gain,
    rank8_hurry,
    shelter,
    thief_gain,
)
from citadels_sim.bots.features import front_of, lead, possible_ranks
from citadels_sim.bots.luck import note_drawn, unit_ahead
from citadels_sim.bots.standing import characters, lead_by, new_incomes, new_standing, note_incomes, note_strengths
from citadels_sim.catalogue import CHARACTER_CODES, C, D
from citadels_sim.compiler.decorators import called, cold, inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import count, has, lowest
from citadels_sim.engine.memory import local_record
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit
from citadels_sim.engine.state import RANKS

_BY_TABLE = (C.ASSASSIN, C.THIEF, C.MAGICIAN, C.BISHOP, C.ARCHITECT, C.WARLORD)
_P_ASSASSIN, _P_THIEF, _P_MAGICIAN, _P_BISHOP, _P_ARCHITECT, _P_WARLORD = range(1, 7)
"""Places in `GAINS` of what these bring by the table; 0 for whoever brings nothing so."""
_PLACES = 8
_NO_TYPE = 7
"""Place of the income of who has none: the bits of -1 that are looked at."""
_PLACE_OF = np.zeros(CHARACTER_CODES, np.int64)
_PLACE_OF[list(_BY_TABLE)] = range(1, 7)
_BASE = sum(1 << c for c in (0, *_BY_TABLE, C.KING, C.MERCHANT))
"""The eight base characters, and no character."""

GAINS = np.dtype(
    [
        ("power", np.float64, (_PLACES,)),  # what each base character brings beyond, by the table,
        ("hurry", np.float64, (_PLACES,)),  # and what beyond that near the end
    ],
    align=True,
)
Gains: TypeAlias = Any
"""A record of dtype `GAINS`."""
new_gains = local_record(GAINS)

_MARGIN = 0.5
"""By how much an unknown character must promise more than the own one before it is exchanged for it."""


@inline
def find_gains(gains: Gains, public: Public, rules: Rules, seat: int, front: int, ahead: float, spite: float) -> None:
    """Work out what each of the eight base characters would bring beyond the income of districts."""
    hand_n = public.hand_n[seat]
    for place in range(_PLACES):
        gains.hurry[place] = 0.0
    gains.power[0] = 0.0
    gains.power[_P_ASSASSIN] = assassin_gain(ahead, spite)
    gains.power[_P_THIEF] = thief_gain(public, seat)
    gains.power[_P_MAGICIAN] = magician_gain(public, seat, hand_n)
    gains.power[_P_BISHOP] = shelter(public, rules, seat, C.BISHOP)
    gains.power[_P_ARCHITECT] = architect_gain(public.gold[seat], hand_n)
    gains.power[_P_WARLORD] = rank8_gain(spite)
    gains.hurry[_P_ARCHITECT] = architect_hurry(public, seat)
    gains.hurry[_P_WARLORD] = rank8_hurry(public, front, spite)


@rule
def pick_character(  # noqa: PLR0917
    public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState, noise: float, spite: float
) -> int:
    """Keep the character worth most, or lay down the one worth most to the other.

    What the base characters bring is worked out for all of them at once: which of them can be picked is what no processor foresees.
    """
    standing = new_standing()
    note_strengths(standing, public)
    front = front_of(standing, public.players, seat, bot_state)
    other = characters(public) & ~_BASE != 0 or rules.repowered != 0 or has(public.city_effects[seat], D.STATUE)
    if other or public.decision == a.DISCARD_CHARACTER:
        return pick_other(public, me, rules, front, legal, n, bot_state, (noise, spite))
    incomes = new_incomes()
    note_incomes(incomes, public, seat, public.city_schools[seat])
    gains = new_gains()
    find_gains(gains, public, rules, seat, front, lead_by(standing, seat, front), spite)
    key = bot_state.rng[0]
    drawn = bot_state.rng[1]
    note_drawn(bot_state, drawn + n)
    best = 0
    best_value = -1.0e9
    for i in range(n):
        character = public.cast[a.arg_a(legal.code[i])]
        place = _PLACE_OF[character]
        paid = incomes.by_type[rules.income_type[character] & _NO_TYPE] * rules.income_each[character] + rules.bonus_more[character]
        value = paid + ALWAYS[character]
        value = value + gains.power[place] + gains.hurry[place]
        value += (0.001 + noise) * unit_ahead(key, drawn + i)
        if value > best_value:
            best_value = value
            best = i
    return best


@called
@rule
def pick_other(
    public: Public, me: Seat, rules: Rules, front: int, legal: Legal, n: int, bot_state: BotState, taste: tuple[float, float]
) -> int:
    """Do the same with any characters; `taste`: noise and spite."""
    seat = public.actor
    noise, spite = taste
    best = 0
    best_value = -1.0e9
    for i in range(n):
        character = public.cast[a.arg_a(legal.code[i])]
        value = own_value(public, me, rules, seat, front, character, spite)
        if public.decision == a.DISCARD_CHARACTER:
            value += draft_value(public, rules, front, seat, character, spite)
        value += (0.001 + noise) * next_unit(bot_state)
        if value > best_value:
            best_value = value
            best = i
    return best


@cold
@rule
def choose_exchange(  # noqa: PLR0917
    public: Public, me: Seat, rules: Rules, seat: int, front: int, legal: Legal, n: int, bot_state: BotState, spite: float
) -> int:
    """Give the poorest own character to somebody, rather to whoever is ahead, where an unknown one promises more; else pass."""
    possible = possible_ranks(public, me)
    promise = 0.0
    for rank in range(1, RANKS):
        if has(possible, rank):
            promise += own_value(public, me, rules, seat, front, public.cast[rank], spite)
    promise /= max(1, count(possible))
    best = n - 1
    best_value = _MARGIN
    for i in range(n - 1):
        code = legal.code[i]
        own = lowest(me.chars)
        other = a.arg_a(code)
        if code & 0xFF == a.A_THEATER_OWN:
            own = a.arg_a(code)
            other = a.arg_b(code)
        value = promise - own_value(public, me, rules, seat, front, public.cast[own], spite)
        value += 0.02 * spite * lead(public, seat, other) + 0.2 * next_unit(bot_state)
        if value > best_value:
            best = i
            best_value = value
    return best
