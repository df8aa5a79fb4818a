"""`builder`: the sensible greedy player. Builds every turn the best it can pay, drafts by what a character earns, saves for what it holds.

Its murders and thefts go by what is public: who is ahead, who is rich, which character would serve them. It destroys what is cheap in the
leader's city. Equal choices are decided at random, so that it favours no seat and no character by its number.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.interface import Bot, Parameter, compiled_bot
from citadels_sim.bots.sense import (
    card_worth,
    dearest,
    front_runner,
    income,
    lead,
    passed_on,
    possible_ranks,
    to_go,
    useful,
)
from citadels_sim.catalogue import C
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.jit import rule
from citadels_sim.engine.rng import next_unit

_ASSASSIN = int(C.ASSASSIN)
_THIEF = int(C.THIEF)
_MAGICIAN = int(C.MAGICIAN)
_KING = int(C.KING)
_BISHOP = int(C.BISHOP)
_MERCHANT = int(C.MERCHANT)
_ARCHITECT = int(C.ARCHITECT)
_WARLORD = int(C.WARLORD)
_UNIQUE = 4

# Positions of the parameters.
NOISE = 0
SPITE = 1
THRIFT = 2


@rule
def served(public: Any, rules: Any, seat: int, hand_n: int, character: int) -> float:
    """What a character would bring a seat this turn, in gold, by what is public."""
    gain = float(income(public, rules, seat, character))
    if character == _ARCHITECT:
        spare = min(public.gold[seat] + 2, 12)
        gain += 2.2 + (0.45 * spare if hand_n >= 2 else 0.15 * spare)
        if to_go(public, seat) <= 3:
            gain += 2.0
    elif character == _KING:
        gain += 1.3
    elif character == _MERCHANT:
        gain += 0.5
    elif character == _BISHOP:
        gain += 0.4 + 0.25 * public.city_n[seat]
    elif character == _MAGICIAN:
        gain += max(0.0, 0.8 * (most_cards(public, seat) - hand_n))
    return gain


@rule
def most_cards(public: Any, seat: int) -> int:
    """Cards in the largest hand of the others."""
    most = 0
    for other in range(public.players):
        if other != seat and public.hand_n[other] > most:
            most = public.hand_n[other]
    return int(most)


@rule
def others_gold(public: Any, seat: int) -> int:
    """Gold in the stashes of all others."""
    gold = 0
    for other in range(public.players):
        if other != seat:
            gold += public.gold[other]
    return int(gold)


@rule
def draft_value(public: Any, rules: Any, seat: int, front: int, character: int, spite: float) -> float:
    """What picking a character is worth, in gold."""
    value = served(public, rules, seat, public.hand_n[seat], character)
    rivals = public.players - 1
    if character == _THIEF:
        value += 0.2 + 1.1 * others_gold(public, seat) / rivals
    elif character == _ASSASSIN:
        ahead = lead(public, seat, front)
        value += 1.6 + spite * 0.08 * max(0.0, ahead)
    elif character == _WARLORD:
        value += 0.6 + spite * 0.5
        if to_go(public, front) <= 2:
            value += spite
    return value


@rule
def pick_character(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Keep the character worth most, or lay down the one worth most to the other."""
    seat = public.actor
    front = front_runner(public, seat)
    best = 0
    best_value = -1.0e9
    for i in range(n):
        character = public.cast[a.arg_a(legal.code[i])]
        value = draft_value(public, rules, seat, front, character, mind.parameters[SPITE])
        if public.decision == a.DISCARD_CHARACTER:
            value += draft_value(public, rules, front, seat, character, mind.parameters[SPITE])
        value += mind.parameters[NOISE] * next_unit(mind)
        if value > best_value:
            best_value = value
            best = i
    return best


@rule
def likely(public: Any, me: Any, rank: int) -> float:
    """How likely it is that another player holds the rank: certain or nearly so for what this seat passed on."""
    if not has(possible_ranks(public, me), rank):
        return 0.0
    return 1.0 if has(passed_on(me), rank) else 0.7


@rule
def murder_value(public: Any, me: Any, rules: Any, seat: int, rank: int) -> float:
    """Harm done by murdering a title: what it would bring the others, those ahead counting more."""
    character = public.cast[rank]
    harm = 0.5
    for other in range(public.players):
        if other != seat:
            ahead = max(0.2, 1.0 + 0.06 * lead(public, seat, other))
            harm += ahead * served(public, rules, other, public.hand_n[other], character)
    if character == _WARLORD:
        harm += 0.3 * public.city_n[seat]
    elif character == _THIEF:
        harm += 0.6 * public.gold[seat]
    elif character == _MAGICIAN:
        harm += 0.4 * public.hand_n[seat]
    return harm * likely(public, me, rank)


@rule
def theft_value(public: Any, me: Any, rules: Any, seat: int, rank: int) -> float:
    """Gold to be expected from robbing a title: a rich player more likely holds what serves him."""
    character = public.cast[rank]
    loot = 0.1
    for other in range(public.players):
        if other != seat:
            loot += public.gold[other] * (1.0 + 0.5 * served(public, rules, other, public.hand_n[other], character))
    return loot * likely(public, me, rank)


@rule
def destroy_value(public: Any, rules: Any, seat: int, front: int, code: int, spite: float) -> float:
    """What destroying a district is worth, after its price; below 0 for what is not worth it."""
    target = a.arg_a(code)
    if target == seat:
        return -1.0
    named = a.arg_b(code)
    cost = rules.cost[named & ~a.STAR] + (1 if named & a.STAR else 0)
    price = max(0, cost - 1)
    value = spite * (0.6 * cost + 0.05 * lead(public, seat, target))
    if target == front:
        value += spite
    if to_go(public, target) <= 2:
        value += 2.0 * spite
    return value - 0.9 * price


@rule
def build_value(public: Any, rules: Any, seat: int, district: int, wanted: int, thrift: float) -> float:
    """What building a district now is worth; saving for a dearer card that is `wanted` counts against a cheap one."""
    value = card_worth(public, rules, seat, district)
    left = public.gold[seat] - rules.cost[district] + 2
    if wanted > public.gold[seat] and left < wanted:
        value -= thrift * (wanted - rules.cost[district])
    return value


@rule
def saved_for(public: Any, me: Any, rules: Any, seat: int) -> int:
    """Cost of the dearest useful card in hand while there is time to save for it, else 0."""
    for other in range(public.players):
        if to_go(public, other) <= (2 if other == seat else 1):
            return 0
    return dearest(rules, useful(public, me, seat))


@rule
def affordable(public: Any, me: Any, rules: Any, seat: int, extra: int) -> int:
    """Set of the useful cards that could be paid with so much more gold."""
    gold = min(public.gold[seat] + extra, rules.afford.shape[0] - 1)
    return int(useful(public, me, seat) & rules.afford[gold])


@rule
def wants_cards(public: Any, me: Any, rules: Any, seat: int) -> bool:
    """Tell whether to gather cards: nothing useful in hand, or enough gold for all of it."""
    hand = useful(public, me, seat)
    if hand == 0:
        return True
    coming = income(public, rules, seat, public.turn_char) if public.used & a.USED_INCOME == 0 else 0
    now = affordable(public, me, rules, seat, coming)
    if now == 0:
        return False
    return hand & (hand - 1) == 0 or (hand == now and public.hand_n[seat] <= 3)


@rule
def income_first(public: Any, me: Any, rules: Any, seat: int) -> bool:
    """Tell whether to take the income now: not while a district that would add to it can be built without."""
    kind = rules.income_type[public.turn_char]
    if public.builds_left == 0:
        return True
    own = affordable(public, me, rules, seat, 0) & rules.type_mask[kind]
    if own == 0:
        return True
    with_income = affordable(public, me, rules, seat, income(public, rules, seat, public.turn_char))
    return dearest(rules, with_income) > dearest(rules, own) + 1


@rule
def useful_n(public: Any, me: Any, seat: int) -> int:
    """Number of different useful cards in hand."""
    n = 0
    rest = useful(public, me, seat)
    while rest != 0:
        n += 1
        rest &= rest - 1
    return n


@rule
def choose_gathering(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Before gathering: first the power that is worth using now, then gold or cards."""
    seat = public.actor
    best = -1
    best_value = 0.0
    cards = -1
    for i in range(n):
        kind = legal.code[i] & 0xFF
        if kind == a.A_CARDS:
            cards = i
            continue
        value = 0.0
        if kind == a.A_MURDER:
            value = murder_value(public, me, rules, seat, a.arg_a(legal.code[i])) * (0.7 + 0.6 * next_unit(mind))
        elif kind == a.A_ROB:
            value = theft_value(public, me, rules, seat, a.arg_a(legal.code[i])) * (0.7 + 0.6 * next_unit(mind))
        elif kind == a.A_SWAP:
            value = swap_value(public, seat, a.arg_a(legal.code[i])) + 0.1 * next_unit(mind)
        elif kind == a.A_REDRAW:
            value = redraw_value(public, me, seat)
        if value > best_value:
            best = i
            best_value = value
    if best >= 0:
        return best
    if cards >= 0 and wants_cards(public, me, rules, seat):
        return cards
    return 0


@rule
def swap_value(public: Any, seat: int, other: int) -> float:
    """What it brings to swap hands with another player."""
    more = public.hand_n[other] - public.hand_n[seat]
    return float(more) if more >= 2 else 0.0


@rule
def redraw_value(public: Any, me: Any, seat: int) -> float:
    """What it brings to exchange useless cards with the deck."""
    useless = public.hand_n[seat] - useful_n(public, me, seat)
    return 0.7 * useless if useless >= 2 else 0.0


@rule
def choose_after(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """After gathering: income if it helps to build, the best building, income, effects, destruction, end.

    Relies on the order of the legal actions: income, buildings, powers, effects, end.
    """
    seat = public.actor
    first = 0
    if legal.code[0] == a.A_INCOME:
        if income_first(public, me, rules, seat):
            return 0
        first = 1
    best = best_building(public, me, rules, seat, legal, first, n, mind)
    if best >= 0:
        return best
    if first == 1:
        return 0
    return best_effect(public, me, rules, seat, legal, n, mind)


@rule
def best_building(
    public: Any, me: Any, rules: Any, seat: int, legal: Any, first: int, n: int, mind: Any
) -> int:
    """Index of the building that is worth most, -1 when none is worth building now."""
    if legal.code[first] & 0xFF != a.A_BUILD:
        return -1
    wanted = saved_for(public, me, rules, seat)
    best = -1
    best_value = 0.0
    i = first
    while i < n and legal.code[i] & 0xFF == a.A_BUILD:
        value = build_value(public, rules, seat, a.arg_a(legal.code[i]), wanted, mind.parameters[THRIFT])
        value += 0.1 * next_unit(mind)
        if value > best_value:
            best_value = value
            best = i
        i += 1
    return best


@rule
def best_effect(public: Any, me: Any, rules: Any, seat: int, legal: Any, n: int, mind: Any) -> int:
    """Index of a district's effect or of a destruction that is worth it, else of the end of the turn."""
    front = front_runner(public, seat)
    best = n - 1
    best_value = 0.0
    for i in range(n - 1):
        kind = legal.code[i] & 0xFF
        value = 0.0
        if kind == a.A_DESTROY:
            value = destroy_value(public, rules, seat, front, legal.code[i], mind.parameters[SPITE])
            value += 0.3 * mind.parameters[NOISE] * (next_unit(mind) - 0.5)
        elif kind == a.A_LAB:
            value = 100.0 if has(public.city_mask[seat], a.arg_a(legal.code[i])) else 0.0
        elif kind == a.A_SMITHY:
            rich = public.gold[seat] - rules.smithy_price >= 3
            value = 50.0 if useful(public, me, seat) == 0 or (rich and public.hand_n[seat] <= 1) else 0.0
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def choose_card(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Keep the drawn card that is worth most and not in hand already."""
    seat = public.actor
    best = 0
    best_value = -1.0e9
    for i in range(n):
        d = a.arg_a(legal.code[i])
        value = card_worth(public, rules, seat, d) + 0.3 * next_unit(mind)
        if has(me.hand_mask, d):
            value -= 2.0
        if value > best_value:
            best_value = value
            best = i
    return best


@rule
def choose_aside(public: Any, me: Any, legal: Any, n: int) -> int:
    """Lay aside what the city has already, and second copies; then stop."""
    for i in range(n - 1):
        d = a.arg_a(legal.code[i])
        if has(public.city_mask[public.actor], d) or me.hand[d] > 1:
            return i
    return n - 1


@rule
def choose_rescue(public: Any, rules: Any) -> int:
    """Rescue a destroyed district that is worth the gold: first action yes, second no."""
    wanted = card_worth(public, rules, public.actor, public.loose) >= 4.0
    return 0 if wanted else 1


@compiled_bot
def choose_builder(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Choose as the module says."""
    decision = public.decision
    if decision == a.TURN:
        if n == 1:
            return 0
        if public.used & a.USED_GATHER == 0:
            return choose_gathering(public, me, rules, legal, n, mind)
        return choose_after(public, me, rules, legal, n, mind)
    if decision == a.PICK or decision == a.DISCARD_CHARACTER:
        return pick_character(public, me, rules, legal, n, mind)
    if decision == a.KEEP:
        return choose_card(public, me, rules, legal, n, mind)
    if decision == a.REDRAW:
        return choose_aside(public, me, legal, n)
    if decision == a.GRAVEYARD:
        return choose_rescue(public, rules)
    return 0


BUILDER = Bot(
    name="builder",
    doc="greedy: builds every turn, drafts by what it earns, aims by what is public",
    choose=choose_builder,
    parameters=(
        Parameter("noise", 0.8, 0.0, 20.0, "gold by which it misjudges a character, at random: 0 is readable"),
        Parameter("spite", 1.0, 0.0, 10.0, "how much it cares to harm whoever is ahead"),
        Parameter("thrift", 0.3, 0.0, 5.0, "how ready it is to save for a dearer card"),
    ),
)
