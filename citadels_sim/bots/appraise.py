"""What actions are worth to a greedy player, in gold or nearly so: by its own cards and by what is public."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.sense import card_worth, dearest, income, lead, to_go, useful
from citadels_sim.catalogue import C
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.jit import rule

_ASSASSIN = int(C.ASSASSIN)
_WITCH = int(C.WITCH)
_THIEF = int(C.THIEF)
_TAX_COLLECTOR = int(C.TAX_COLLECTOR)
_MAGICIAN = int(C.MAGICIAN)
_WIZARD = int(C.WIZARD)
_KING = int(C.KING)
_EMPEROR = int(C.EMPEROR)
_BISHOP = int(C.BISHOP)
_ABBOT = int(C.ABBOT)
_MERCHANT = int(C.MERCHANT)
_ALCHEMIST = int(C.ALCHEMIST)
_ARCHITECT = int(C.ARCHITECT)
_NAVIGATOR = int(C.NAVIGATOR)
_WARLORD = int(C.WARLORD)
_DIPLOMAT = int(C.DIPLOMAT)
_QUEEN = int(C.QUEEN)
_ARTIST = int(C.ARTIST)
_UNIQUE = 4
_SERVING = sum(
    1 << c
    for c in (
        *(_TAX_COLLECTOR, _MAGICIAN, _WIZARD, _KING, _EMPEROR, _BISHOP, _ABBOT),
        *(_MERCHANT, _ALCHEMIST, _ARCHITECT, _NAVIGATOR, _QUEEN, _ARTIST),
    )
)
"""Characters that serve their holder beyond their districts' income."""


@rule
def served(public: Any, rules: Any, seat: int, hand_n: int, character: int) -> float:
    """What a character would bring a seat this turn, in gold, by what is public."""
    gain = float(income(public, rules, seat, character))
    if not has(_SERVING, character):
        return gain
    gold = public.gold[seat]
    if character == _ARCHITECT:
        spare = min(gold + 2, 12)
        gain += 1.4 + (0.25 * spare if hand_n >= 2 else 0.1 * spare)
        if to_go(public, seat) <= 3:
            gain += 1.5
    elif character == _KING:
        gain += 1.3
    elif character == _MERCHANT:
        gain += 0.5
    elif character == _BISHOP:
        gain += 0.4 + 0.25 * public.city_n[seat]
    elif character == _MAGICIAN:
        gain += 0.8 + max(0.0, 0.8 * (most_cards(public, seat) - hand_n))
    elif character == _WIZARD:
        gain += 1.6 if most_cards(public, seat) > 0 else 0.0
    elif character == _EMPEROR:
        gain += 1.8
    elif character == _ABBOT:
        gain += 0.3 + (0.8 if others_best_gold(public, seat) > gold else 0.0)
    elif character == _ALCHEMIST:
        gain += min(0.55 * (gold + 2), 4.0) if hand_n > 0 else 0.5
    elif character == _NAVIGATOR:
        gain += 3.2 if to_go(public, seat) > 2 else 0.5
    elif character == _TAX_COLLECTOR:
        gain += 0.55 * (public.players - 1)
    elif character == _ARTIST:
        gain += 0.8 * min(gold, 2)
    elif character == _QUEEN:
        gain += 4.5 / (public.players - 1)
    return gain


@rule
def others_best_gold(public: Any, seat: int) -> int:
    """Gold of the richest other player."""
    most = 0
    for other in range(public.players):
        if other != seat and public.gold[other] > most:
            most = public.gold[other]
    return int(most)


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
        value += 1.1 + spite * 0.08 * max(0.0, ahead)
    elif character == _WITCH:
        value += 2.6
    elif character == _WARLORD or character == _DIPLOMAT:
        value += 0.6 + spite * 0.5
        if to_go(public, front) <= 2:
            value += spite
    return value


@rule
def likely(possible: int, passed: int, rank: int) -> float:
    """How likely it is that another player holds the rank, by `possible_ranks` and `passed_on`: nearly certain for what was passed on."""
    if not has(possible, rank):
        return 0.0
    return 1.0 if has(passed, rank) else 0.7


@rule
def murder_value(public: Any, rules: Any, seat: int, rank: int, chance: float) -> float:
    """Harm done by murdering a title: what it would bring the others, those ahead counting more; `chance`: that somebody holds it."""
    if chance == 0.0:
        return 0.0
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
    return harm * chance


@rule
def theft_value(public: Any, rules: Any, seat: int, rank: int, chance: float) -> float:
    """Gold to be expected from robbing a title: a rich player more likely holds what serves him."""
    if chance == 0.0:
        return 0.0
    character = public.cast[rank]
    loot = 0.1
    for other in range(public.players):
        if other != seat:
            loot += public.gold[other] * (1.0 + 0.5 * served(public, rules, other, public.hand_n[other], character))
    return loot * chance


@rule
def destroy_value(public: Any, rules: Any, seat: int, front: int, code: int, spite: float) -> float:
    """What destroying a district is worth, after its price; below 0 for what is not worth it."""
    target = a.arg_a(code)
    if target == seat:
        return -1.0
    cost = worth_of(rules, a.arg_b(code))
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
def bewitch_value(public: Any, rules: Any, seat: int, rank: int, chance: float) -> float:
    """What playing a bewitched character would bring, and that somebody else loses it; nothing if nobody holds it."""
    value = 0.3 + served(public, rules, seat, public.hand_n[seat], public.cast[rank])
    if public.cast[rank] == _THIEF:
        value += 2.5
    elif public.cast[rank] == _NAVIGATOR:
        value -= 1.5
    return value * chance


@rule
def worth_of(rules: Any, named: int) -> int:
    """Cost and coin of a district as an action names it."""
    return rules.cost[named & ~a.STAR] + (1 if named & a.STAR else 0)


@rule
def exchange_value(public: Any, rules: Any, seat: int, front: int, code: int, spite: float) -> float:
    """What exchanging two districts brings: the better one, less the price, more if it hurts whoever is ahead."""
    own = worth_of(rules, a.arg_a(code))
    theirs = worth_of(rules, a.arg_c(code))
    other = a.arg_b(code)
    value = float(theirs - own) - 0.6 * max(0, theirs - own)
    if public.city_types[seat, rules.type_of[a.arg_c(code) & ~a.STAR]] == 0:
        value += 1.0
    if rules.type_of[a.arg_a(code) & ~a.STAR] == _UNIQUE:
        value -= 1.5
    return value + (0.4 * spite if other == front else 0.0) - 0.5


@rule
def armory_value(public: Any, rules: Any, seat: int, front: int, code: int, spite: float) -> float:
    """What giving up the Armory to destroy a district is worth: only against who is about to win."""
    target = a.arg_a(code)
    if target == seat or target != front or to_go(public, target) > 1 or to_go(public, seat) <= 1:
        return -1.0
    return spite * (0.5 * worth_of(rules, a.arg_b(code)) + 0.1 * lead(public, seat, target)) - 1.5


@rule
def coin_value(public: Any, rules: Any, seat: int) -> float:
    """What a coin on a district is worth: a point, once gold is left over or the end is near."""
    end_near = public.ending != 0
    for other in range(public.players):
        if to_go(public, other) <= 1:
            end_near = True
    if end_near:
        return 1.5
    return 0.6 if public.gold[seat] >= 3 else -1.0


@rule
def crown_value(public: Any, seat: int, other: int) -> float:
    """Whom to crown: rather somebody behind, and somebody who has a gift to give."""
    gift = 1.0 if public.gold[other] > 0 or public.hand_n[other] > 0 else 0.0
    return gift - 0.05 * lead(public, seat, other)


@rule
def announce_bell_tower(public: Any, seat: int) -> bool:
    """Tell whether an earlier end serves: nobody else has more districts."""
    for other in range(public.players):
        if other != seat and public.city_n[other] > public.city_n[seat]:
            return False
    return True
