"""What the learner notes of a legal action: its kind, the character, district, player or number that it names."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from citadels_sim.bots.character_worth import draft_value
from citadels_sim.bots.features import income, lead, to_go
from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.table_features import note, note_character, note_keys, note_number
from citadels_sim.bots.learner.thought import Thought
from citadels_sim.bots.planner.guess import chance
from citadels_sim.bots.planner.worth import worth
from citadels_sim.catalogue import MOST_OWN
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import BotState, Public, Rules, Seat
from citadels_sim.engine.rules import NO_EFFECT, PURSE
from citadels_sim.engine.state import KINDS

_KINDS = 256
_NONE = -1

_PERSON_GROUP = np.full(_KINDS, _NONE)
"""What an action does to the rank that it names."""
_PERSON_GROUP[a.A_PICK] = 0
_PERSON_GROUP[a.A_DISCARD_CHARACTER] = 1
_NAMED = 2
_PERSON_GROUP[[a.A_MURDER, a.A_BEWITCH]] = _NAMED
_PERSON_GROUP[a.A_ROB] = 3
_PERSON_GROUP[[a.A_WARRANTS, a.A_THREATS, a.A_THEATER_OWN]] = 4

_BUILD, _TAKE, _GIVE, _HARM, _OWN = range(5)
_Places = tuple[tuple[int, int, tuple[int, ...]], ...]


def _by_kind(places: _Places) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return, by kind of action, the group that it belongs to (-1: none), and which of its arguments that is about."""
    groups, arguments = np.full(_KINDS, _NONE), np.zeros(_KINDS, np.int64)
    for group, place, kinds in places:
        groups[list(kinds)], arguments[list(kinds)] = group, place
    return groups, arguments


_CARD_GROUP, _CARD_ARGUMENT = _by_kind(
    (
        (_BUILD, 0, (a.A_BUILD, a.A_BUILD_FRAMEWORK, a.A_BUILD_CARDINAL, a.A_TAKE_BUILD, a.A_TAKE_BUILD_FRAMEWORK)),
        (_TAKE, 0, (a.A_KEEP, a.A_TAKE, a.A_FETCH)),
        (_GIVE, 0, (a.A_LAB, a.A_LAY_ASIDE, a.A_GIFT, a.A_MUSEUM, a.A_LEND_CARD, a.A_PAY_CARD, a.A_PUT_UNDER)),
        (_GIVE, 1, (a.A_HAND_BACK,)),
        (_HARM, 1, (a.A_DESTROY, a.A_ARMORY, a.A_SEIZE)),
        (_HARM, 2, (a.A_EXCHANGE,)),
        (_OWN, 0, (a.A_BEAUTIFY, a.A_BUILD_SACRIFICE, a.A_TAKE_BUILD_SACRIFICE)),
    )
)
"""What an action does to the district that it names."""
_TARGET_KIND, _TARGET_ARGUMENT = _by_kind(
    (
        (0, 0, (a.A_DESTROY, a.A_ARMORY, a.A_SEIZE)),
        (0, 1, (a.A_EXCHANGE,)),
        (1, 0, (a.A_SWAP, a.A_LOOK_AT, a.A_SPY)),
        (2, 0, (a.A_CROWN, a.A_CROWN_GOLD, a.A_CROWN_CARD, a.A_CROWN_NONE)),
        (3, 0, (a.A_TITHE, a.A_HAND_BACK)),
        (4, 1, (a.A_BUILD_CARDINAL, a.A_BUILD_DEN_CARDINAL)),
        (5, 0, (a.A_THEATER,)),
        (5, 1, (a.A_THEATER_OWN,)),
    )
)
"""What an action does to the player that it names."""


@rule
def argument(code: int, place: int) -> int:
    """One of the arguments of an action, counted from 0."""
    return int((code >> (8 + 8 * place)) & 0xFF)


@rule
def note_person(t: Thought, public: Public, me: Seat, rules: Rules, aim: Any, group: int, rank: int, bot_state: BotState) -> None:
    """Note a rank that is picked or named: what its character brings, who may hold it, and what that one has."""
    seat = public.actor
    findings, front = aim
    character = public.cast[rank]
    note_character(t, rules, f.PERSON + group * f.PEOPLE, f.OWN_PERSON + group * MOST_OWN, character, 1.0)
    if has(rules.unprinted, character):
        note_keys(t, rules, f.PERSON_KEYS + group * f.KEYS, character)
    if group <= 1:
        note_number(t, f.PERSON_INCOME, income(public, rules, seat, character), 8)
        note(t, f.PERSON_SERVES + group, 0.2 * draft_value(public, rules, seat, front, character, 1.0))
        note(t, f.PERSON_WORTH + group, 0.2 * worth(findings, public, me, rules, front, character, bot_state))
    held = 0.0
    harm = 0.0
    loot = 0.0
    for i in range(public.players - 1):
        other = t.order[i]
        likely = chance(findings, other, rank)
        if likely > 0.0:
            held += likely
            harm += likely * findings.served[other, rank] * (1.0 + 0.06 * max(-10.0, lead(public, seat, other)))
            loot += likely * public.gold[other]
    note(t, f.PERSON_HELD + group, held)
    note(t, f.PERSON_HARM + group, 0.2 * harm)
    note(t, f.PERSON_LOOT + group, 0.2 * loot)
    note(t, f.PERSON_LEADER + group, chance(findings, t.order[0], rank))


@cold
@rule
def note_played(t: Thought, public: Public, me: Seat, rules: Rules, aim: Any, rank: int, bot_state: BotState) -> None:
    """Note what a character that is bewitched would bring the seat, which then plays it, by how likely anybody has it."""
    findings, front = aim
    character = public.cast[rank]
    held = 0.0
    for other in range(public.players):
        held += chance(findings, other, rank)
    note(t, f.PERSON_SERVES + _NAMED, 0.2 * held * draft_value(public, rules, public.actor, front, character, 1.0))
    note(t, f.PERSON_WORTH + _NAMED, 0.2 * held * worth(findings, public, me, rules, front, character, bot_state))


@cold
@rule
def note_place(t: Thought, rules: Rules, group: int, district: int) -> None:
    """Note the keys of a district that is not as printed; what has another's effect is taken for that one as well."""
    first = f.CARD_KEYS + group * f.CARD_KEYS_EACH
    effect = rules.effect[district]
    if effect != NO_EFFECT and effect != district:
        note(t, f.CARD + group * KINDS + effect, 1.0)
    note(t, first + f.CARD_POINTS, 0.2 * (rules.points[district] - rules.cost[district]))
    for place in range(rules.amount.shape[0]):
        note(t, first + f.CARD_AMOUNTS + place, 0.2 * rules.amount[place, district])


@rule
def note_card(t: Thought, public: Public, me: Seat, rules: Rules, seat: int, group: int, district: int) -> None:
    """Note a district: which it is, its type, what it costs and leaves."""
    kind = rules.type_of[district]
    cost = min(rules.cost[district], PURSE)
    gold = public.gold[seat]
    note(t, f.CARD + group * KINDS + district, 1.0)
    if has(rules.unprinted_places, district):
        note_place(t, rules, group, district)
    note_number(t, f.CARD_COST + 9 * group, cost, 9)
    note(t, f.CARD_TYPE + group * f.TYPES + kind, 1.0)
    if public.city_types[seat, kind] == 0:
        note(t, f.CARD_NEW_TYPE + group, 1.0)
    if public.turn_seat == seat and rules.income_type[public.turn_char] == kind:
        note(t, f.CARD_OWN_INCOME + group, 1.0)
    if has(me.hand_mask, district) or has(public.city_mask[seat], district):
        note(t, f.CARD_HELD + group, 1.0)
    if group == _BUILD:
        note_number(t, f.CARD_LEFT, gold - cost, 9)
        if to_go(public, seat) <= 1:
            note(t, f.CARD_COMPLETES, 1.0)
    elif group == _TAKE:
        note_number(t, f.CARD_SHORT, cost - gold, 7)


@rule
def note_target(t: Thought, public: Public, seat: int, kind: int, other: int) -> None:
    """Note a player that an action is aimed at."""
    if other == seat:
        return
    note(t, f.TARGET + f.SLOTS * kind + t.slot[other], 1.0)
    note(t, f.TARGET_LEAD + kind, 0.1 * min(30.0, max(-30.0, lead(public, seat, other))))
    note_number(t, f.TARGET_HAND + 7 * kind, public.hand_n[other], 7)
    note_number(t, f.TARGET_GOLD + 7 * kind, public.gold[other], 7)
    note_number(t, f.TARGET_TO_GO + 10 * kind, to_go(public, other), 10)


@rule
def note_action(t: Thought, public: Public, me: Seat, rules: Rules, aim: Any, code: int, proposed: bool, bot_state: BotState) -> None:
    """Note one legal action; `aim`: `planner`'s findings, such as who may hold what, and which other player has come furthest."""
    seat = public.actor
    kind = code & 0xFF
    if kind < f.ACTION_KINDS:
        note(t, f.KIND + kind, 1.0)
    if proposed:
        note(t, f.PROPOSED + public.decision, 1.0)
    group = _PERSON_GROUP[kind]
    if group >= 0:
        note_person(t, public, me, rules, aim, group, a.arg_a(code), bot_state)
        if kind == a.A_BEWITCH:
            note_played(t, public, me, rules, aim, a.arg_a(code), bot_state)
    group = _CARD_GROUP[kind]
    if group >= 0:
        district = argument(code, _CARD_ARGUMENT[kind]) & 63
        note_card(t, public, me, rules, seat, group, district)
        if group == _HARM:
            note_number(t, f.TARGET_COST, rules.cost[district] - 1, 6)
    group = _TARGET_KIND[kind]
    if group >= 0:
        note_target(t, public, seat, group, argument(code, _TARGET_ARGUMENT[kind]))
    if kind == a.A_INCOME_MIX or kind == a.A_BUILD_DEN or kind == a.A_TAKE_BUILD_DEN:
        note_number(t, f.NUMBER, a.arg_a(code), 8)
