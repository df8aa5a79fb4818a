"""Ranks 1 and 2: which title to name, by who may hold it, who is ahead and who is rich; and how to answer warrants and threats."""

from __future__ import annotations

from typing import Any

import numpy as np

from citadels_sim.bots.character_worth import served
from citadels_sim.bots.features import affordable, dearest, gold_income, lead, nth_other, passed_on, possible_ranks
from citadels_sim.bots.standing import lead_by, new_standing, note_strengths
from citadels_sim.bots.worth import counted_with
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, count, has, lowest, share_of
from citadels_sim.engine.memory import local_record
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit
from citadels_sim.engine.state import KINDS, RANKS, SEATS

_UNIQUE = 4

new_weights = local_record(np.dtype([("by_seat", np.float64, (SEATS,))], align=True))
"""How much harm to each seat counts."""


@rule
def likely(possible: int, passed: int, rank: int) -> float:
    """How likely it is that another player holds the rank, by `possible_ranks` and `passed_on`: nearly certain for what was passed on."""
    if not has(possible, rank):
        return 0.0
    return 1.0 if has(passed, rank) else 0.7


@rule
def chance_of(public: Public, me: Seat, rank: int) -> float:
    """How likely it is that another player holds the rank."""
    return likely(possible_ranks(public, me), passed_on(me), rank)


@rule
def weigh_others(weights: Any, public: Public, seat: int) -> None:
    """Write down how much harm to each other seat counts: more, the further it is ahead."""
    standing = new_standing()
    note_strengths(standing, public)
    for i in range(public.players - 1):
        other = nth_other(seat, i)
        weights.by_seat[other] = max(0.2, 1.0 + 0.06 * lead_by(standing, seat, other))


@rule
def murder_value(public: Public, rules: Rules, seat: int, rank: int, chance: float) -> float:
    """Harm done by murdering a title: what it would bring the others, those ahead counting more; `chance`: that somebody holds it."""
    weights = new_weights()
    weigh_others(weights, public, seat)
    return murder_harm(weights, public, rules, seat, rank, chance)


@rule
def murder_harm(weights: Any, public: Public, rules: Rules, seat: int, rank: int, chance: float) -> float:
    """Harm done by murdering a title, by how much each other seat counts."""
    if chance == 0.0:
        return 0.0
    character = public.cast[rank]
    power = rules.power[character]
    harm = 0.5
    for i in range(public.players - 1):
        other = nth_other(seat, i)
        harm += weights.by_seat[other] * served(public, rules, other, public.hand_n[other], character)
    if power == C.WARLORD:
        harm += 0.3 * public.city_n[seat]
    elif power == C.THIEF:
        harm += 0.6 * public.gold[seat]
    elif power == C.MAGICIAN:
        harm += 0.4 * public.hand_n[seat]
    elif power == C.BLACKMAILER:
        harm += 0.4 * public.gold[seat]
    elif power == C.SPY:
        harm += 0.3 * min(public.gold[seat], public.hand_n[seat])
    elif power == C.MARSHAL:
        harm += 0.2 * public.city_n[seat]
    return harm * chance


@rule
def theft_value(public: Public, rules: Rules, seat: int, rank: int, chance: float) -> float:
    """Gold to be expected from robbing a title: a rich player more likely holds what serves him."""
    if chance == 0.0:
        return 0.0
    character = public.cast[rank]
    loot = 0.1
    for i in range(public.players - 1):
        other = nth_other(seat, i)
        loot += public.gold[other] * (1.0 + 0.5 * served(public, rules, other, public.hand_n[other], character))
    return loot * chance


@rule
def bewitch_value(public: Public, rules: Rules, seat: int, rank: int, chance: float) -> float:
    """What playing a bewitched character would bring, and that somebody else loses it; nothing if nobody holds it."""
    character = public.cast[rank]
    power = rules.power[character]
    value = 0.3 + served(public, rules, seat, public.hand_n[seat], character)
    if power == C.THIEF:
        value += 2.5
    elif power == C.NAVIGATOR:
        value -= 1.5
    elif power == C.BLACKMAILER:
        value += 2.0
    return value * chance


@rule
def warrant_value(public: Public, rules: Rules, seat: int, rank: int, chance: float) -> float:
    """What a warrant at a title may take: the dearer, the richer who may hold it; those ahead count more. A Navigator builds nothing."""
    character = public.cast[rank]
    power = rules.power[character]
    if chance == 0.0 or power == C.NAVIGATOR:
        return 0.0
    value = 0.1
    for i in range(public.players - 1):
        other = nth_other(seat, i)
        if public.hand_n[other] > 0:
            ahead = max(0.2, 1.0 + 0.06 * lead(public, seat, other))
            worth = 1.0 + min(public.gold[other] + 2, 6)
            value += ahead * worth * (1.0 + 0.3 * served(public, rules, other, public.hand_n[other], character))
    if power == C.ALCHEMIST or power == C.ARCHITECT:  # who pick these mean to build
        value *= 1.3
    return value * chance


@rule
def named_first(legal: Legal, n: int, kind: int) -> int:
    """Set of what actions of a kind name first: ranks, titles or districts."""
    named = 0
    for i in range(n):
        if legal.code[i] & 0xFF == kind:
            named |= bit(a.arg_a(legal.code[i]))
    return named


@rule
def best_title(public: Public, me: Seat, rules: Rules, seat: int, titles: int, kind: int, bot_state: BotState) -> int:
    """The title of a set that is most worth a warrant or a threat, misjudged a little at random."""
    possible = possible_ranks(public, me)
    passed = passed_on(me)
    best = 0
    best_value = -1.0
    for rank in range(1, RANKS):
        if not has(titles, rank):
            continue
        chance = likely(possible, passed, rank)
        if kind == a.A_WARRANTS:
            value = warrant_value(public, rules, seat, rank, chance)
        else:
            value = theft_value(public, rules, seat, rank, chance)
        value = (value + 0.001) * (0.7 + 0.6 * next_unit(bot_state))
        if value > best_value:
            best = rank
            best_value = value
    return best


@rule
def index_of(legal: Legal, n: int, code: int) -> int:
    """Place of an action in the list, -1 when it is not legal."""
    for i in range(n):
        if legal.code[i] == code:
            return i
    return -1


@cold
@rule
def lay_markers(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, kind: int, bot_state: BotState) -> int:
    """Place the warrants or threats: the one that counts on the best guess, the blanks where they are most credible; -1: none is legal."""
    titles = named_first(legal, n, kind)
    if titles == 0:
        return -1
    blanks = 1 if kind == a.A_THREATS else rules.magistrate_warrants[public.turn_char] - 1
    first = best_title(public, me, rules, seat, titles, kind, bot_state)
    titles &= ~bit(first)
    second = best_title(public, me, rules, seat, titles, kind, bot_state) if blanks > 0 else 0
    if blanks < 2:
        return index_of(legal, n, a.action(kind, first, second))
    titles &= ~bit(second)
    third = best_title(public, me, rules, seat, titles, kind, bot_state)
    return index_of(legal, n, a.action3(kind, first, min(second, third), max(second, third)))


@rule
def unseen_of_type(public: Public, me: Seat, rules: Rules, kind: int) -> float:
    """Cards of a type that are neither in a city nor in the own hand: in the deck, or in other hands; 0 or more."""
    cards = 0
    if kind == _UNIQUE:
        cards = rules.random_n
    for d in range(KINDS):
        if rules.copies[d] != 0 and rules.type_of[d] == kind:
            cards += rules.copies[d]
    for other in range(public.players):
        cards -= public.city_types[other, kind]
    rest = me.hand_mask & rules.type_mask[kind]
    while rest != 0:
        d = lowest(rest)
        rest &= rest - 1
        cards -= me.hand[d]
    return float(max(0, cards))


@cold
@rule
def choose_spied(public: Public, me: Seat, rules: Rules, seat: int, front: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Spy on who has cards and gold to pay for them, naming the type that most unseen cards have; -1 when nobody has a card."""
    unseen = 0.0
    for kind in range(5):
        unseen += unseen_of_type(public, me, rules, kind)
    common = -1
    most = -1.0
    for kind in range(5):
        cards = unseen_of_type(public, me, rules, kind) * (0.9 + 0.2 * next_unit(bot_state))
        if cards > most:
            common = kind
            most = cards
    best = -1
    best_value = 0.0
    for other in range(public.players):
        if other == seat or public.hand_n[other] == 0:
            continue
        expected = public.hand_n[other] * most / max(1.0, unseen)
        value = expected + min(expected, public.gold[other]) * (1.5 if other == front else 1.2)
        value *= 0.9 + 0.2 * next_unit(bot_state)
        if value > best_value:
            best = other
            best_value = value
    return index_of(legal, n, a.action(a.A_SPY, best, common)) if best >= 0 else -1


@rule
def purse_value(public: Public, me: Seat, rules: Rules, seat: int, gold: int) -> float:
    """What so much gold is worth to a seat in its turn: as money, and by the dearest card that it can pay for."""
    coming = gold_income(public, rules, seat, public.turn_char)
    return 0.6 * gold + dearest(rules, affordable(public, me, rules, seat, gold + coming - public.gold[seat]))


@cold
@rule
def answer_to_threat(public: Public, me: Seat, rules: Rules, legal: Legal, n: int) -> int:
    """Pay the bribe where that is expected to leave more than hoping for the blank: one of two threats has the flower."""
    if legal.code[0] & 0xFF != a.A_BRIBE:
        return 0
    if public.flower_shown != 0:
        return n - 1
    seat = public.actor
    gold = public.gold[seat]
    bribed = purse_value(public, me, rules, seat, gold - share_of(gold, rules.blackmailer_share[public.cast[rules.rank_of[C.BLACKMAILER]]]))
    hoping = 0.5 * purse_value(public, me, rules, seat, gold) + 0.5 * purse_value(public, me, rules, seat, 0)
    return 0 if bribed >= hoping else n - 1


@cold
@rule
def reveal_threat(public: Public, me: Seat) -> int:
    """Turn the threat up if it has the flower; a blank one is rather left to be feared. First action yes, second no."""
    return 0 if me.flowered == public.turn_rank else 1


@cold
@rule
def confiscate(public: Public, rules: Rules) -> int:
    """Take the district unless it costs points: an Ivory Tower wants no second unique one. First action yes, second no."""
    gain = rules.cost[public.loose] + counted_with(public, rules, public.actor, public.loose, 0, 0)
    return 0 if gain > 0.0 else 1


@rule
def warrant_risk(public: Public, me: Seat, seat: int) -> float:
    """How likely the next district paid for is taken by the Magistrate: the signed warrant may lie at the character played."""
    if not has(public.warrants, public.turn_rank) or public.paid_builds != 0:
        return 0.0
    if public.warrant_shown != 0 or public.called[1] == seat:
        return 0.0
    return 1.0 / count(public.warrants)
