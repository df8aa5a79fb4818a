"""What a character is worth to a seat: by what the table shows, by its own hand, and for what it does to others."""

from __future__ import annotations

import numpy as np

from citadels_sim.bots.features import from_richest, gold_of_richest, lead, most_cards, others_gold, to_go, type_income, useful
from citadels_sim.catalogue import CHARACTER_CODES, CHARACTERS, C, D
from citadels_sim.compiler.decorators import called, cold, inline, rule
from citadels_sim.engine.bits import count, has
from citadels_sim.engine.record_types import Public, Rules, Seat

OWN = sum(1 << c for c in range(len(CHARACTERS) + 1, CHARACTER_CODES))
"""Characters that a variant declares: what they bring is in their numbers, and in the power that they have of another."""
_SERVING = sum(
    1 << c
    for c in range(1, len(CHARACTERS) + 1)
    if c
    not in (
        *(C.ASSASSIN, C.WITCH, C.MAGISTRATE, C.THIEF, C.BLACKMAILER, C.WARLORD, C.DIPLOMAT),
        *(C.KING, C.EMPEROR, C.PATRICIAN, C.MERCHANT),
    )
)
"""Characters that serve their holder beyond their districts' income, by what the table shows: all but these."""
ALWAYS = np.zeros(CHARACTER_CODES)
"""Gold that a character is worth beyond its districts' income whatever the table shows, by character."""
ALWAYS[[C.KING, C.PATRICIAN, C.MERCHANT, C.EMPEROR]] = 1.3, 1.3, 1.5, 1.8
_AGAINST = sum(1 << c for c in (C.THIEF, C.ASSASSIN, C.WITCH, C.WARLORD, C.DIPLOMAT, C.MARSHAL, C.MAGISTRATE, C.BLACKMAILER))
"""Characters that are worth something for what they do to others."""
_BY_HAND = sum(1 << c for c in (C.SEER, C.CARDINAL, C.TRADER, C.KING, C.PATRICIAN, C.EMPEROR))
"""Characters whose worth to a seat depends on its own hand, or on its Statue."""
_TRADE = 2


@inline
def served(public: Public, rules: Rules, seat: int, hand_n: int, character: int) -> float:
    """What a character would bring a seat this turn, in gold, by what is public."""
    gain = type_income(public, rules, seat, character) + ALWAYS[character]
    power = rules.power[character]
    if rules.unprinted != 0:
        gain += served_by_numbers(public, rules, seat, hand_n, character)
    if not has(_SERVING, power):
        return gain
    gold = public.gold[seat]
    if power == C.ARCHITECT:
        gain = gain + architect_gain(gold, hand_n) + architect_hurry(public, seat)
    elif power == C.BISHOP:
        gain += shelter(public, rules, seat, character)
    elif power == C.MAGICIAN:
        gain += magician_gain(public, seat, hand_n)
    elif power == C.WIZARD:
        gain += 1.6 if most_cards(public, seat) > 0 else 0.0
    elif power == C.ABBOT:
        gain += 0.3 + (0.8 if gold_of_richest(public, seat) > gold else 0.0)
    elif power == C.ALCHEMIST:
        gain += min(0.55 * (gold + 2), 4.0) if hand_n > 0 else 0.5
    elif power == C.NAVIGATOR:
        gain += 3.2 if to_go(public, seat) > 2 else 0.5
    elif power == C.ARTIST:
        gain += 0.8 * min(gold, 2)
    else:
        gain += power_gain(public, seat, hand_n, power)
    return gain


@inline
def architect_gain(gold: int, hand_n: int) -> float:
    """What the Architect brings by what can be built."""
    spare = min(gold + 2, 12)
    return 1.4 + (0.25 if hand_n >= 2 else 0.1) * spare


@inline
def architect_hurry(public: Public, seat: int) -> float:
    """What the Architect brings who may complete a city."""
    return 1.5 * int(to_go(public, seat) <= 3)


@inline
def shelter(public: Public, rules: Rules, seat: int, character: int) -> float:
    """What the protection of its city brings a character that has it, such as the Bishop: by districts, if not for the dearest alone."""
    if rules.protects[character] == 0:
        return 0.0
    return 0.4 + 0.25 * (public.city_n[seat] if rules.protects_dearest[character] == 0 else min(1, public.city_n[seat]))


@inline
def magician_gain(public: Public, seat: int, hand_n: int) -> float:
    """What the Magician brings by the cards in other hands."""
    return 0.8 + max(0.0, 0.8 * (most_cards(public, seat) - hand_n))


@inline
def thief_gain(public: Public, seat: int) -> float:
    """What a theft may bring."""
    return 0.2 + 1.1 * others_gold(public, seat) / (public.players - 1)


@inline
def assassin_gain(ahead: float, spite: float) -> float:
    """What a murder is worth, by how far whoever is ahead is ahead."""
    return 1.1 + spite * 0.08 * max(0.0, ahead)


@inline
def rank8_gain(spite: float) -> float:
    """What destroying is worth."""
    return 0.6 + spite * 0.5


@inline
def rank8_hurry(public: Public, front: int, spite: float) -> float:
    """What destroying is worth beyond that where somebody is near the end."""
    return spite * int(to_go(public, front) <= 2)


@cold
@called
@rule
def served_by_numbers(public: Public, rules: Rules, seat: int, hand_n: int, character: int) -> float:
    """What a character that a variant declares brings by its numbers, beyond the income of its districts; of others gold of the richest.

    Each is judged as it is of the packaged character that has it: crown, gold and cards on top, builds, protection.
    """
    taken = 1.2 * from_richest(public, rules, seat, character)
    if not has(OWN, character):
        return taken
    spare = min(public.gold[seat] + 2, 12)
    gain = (
        taken
        + (1.0 if rules.power[character] == C.EMPEROR else 0.0)
        + 1.3 * rules.takes_crown[character]
        + 1.2 * rules.bonus_gold[character]
        + 0.7 * rules.bonus_cards[character]
    )
    if rules.builds[character] == 0:
        gain -= 1.2
    elif hand_n >= 2:
        gain += 0.1 * min(rules.builds[character] - 1, 3) * spare
    if hand_n > 0 and rules.discount_type[character] >= 0:
        gain += 0.4 * min(rules.discount_gold[character], 4)
    return gain + shelter(public, rules, seat, character)


@rule
def power_gain(public: Public, seat: int, hand_n: int, character: int) -> float:
    """What a power brings beyond income where `served` says nothing else; also for `planner`, of those that it does not weigh itself."""
    spare = min(public.gold[seat] + 2, 10)
    if character == C.CARDINAL:
        return 0.3 + (0.3 * min(gold_of_richest(public, seat), 5) if hand_n >= 3 else 0.0)
    if character == C.TRADER:
        return 0.3 + (0.12 * spare if hand_n >= 2 else 0.0)
    if character == C.SEER:
        return 0.7 + (0.4 + 0.15 * spare if hand_n >= 2 else 0.0)
    if character == C.SCHOLAR:
        return 2.2 + (0.15 * spare if hand_n >= 2 else 0.0)
    if character == C.MARSHAL:
        return 1.4 if public.gold[seat] >= 1 else 0.7
    if character == C.SPY:
        return 0.7 * min(most_cards(public, seat), 5)
    if character == C.QUEEN:
        return 4.5 / (public.players - 1)
    if character == C.TAX_COLLECTOR:
        return 0.55 * (public.players - 1) + public.tax
    return 0.0


@rule
def served_by_hand(public: Public, me: Seat, rules: Rules, seat: int, character: int) -> float:
    """What a character brings beyond `served` by the own hand, which only its holder sees; and who has the Statue wants the crown."""
    if character == C.TRADER:
        trade = useful(public, me, rules, seat) & rules.type_mask[_TRADE]
        payable = count(trade & rules.afford[min(public.gold[seat] + 2, 6)])
        return 1.2 * max(0, payable - 1)
    if character == C.SEER or character == C.CARDINAL:
        worthless = public.hand_n[seat] - count(useful(public, me, rules, seat))
        return 0.4 * min(worthless, 3)
    if not has(public.city_effects[seat], D.STATUE):
        return 0.0
    wanted = 1.0 if to_go(public, seat) > 2 else 3.0
    return wanted if character != C.EMPEROR else -wanted if public.crown == seat else 0.0


@inline
def draft_value(public: Public, rules: Rules, seat: int, front: int, character: int, spite: float) -> float:
    """What picking a character is worth, in gold."""
    value = served(public, rules, seat, public.hand_n[seat], character)
    power = rules.power[character]
    if not has(_AGAINST, power):
        return value
    if power == C.THIEF:
        value += thief_gain(public, seat)
    elif power == C.ASSASSIN:
        value += assassin_gain(lead(public, seat, front), spite)
    elif power == C.WITCH:
        value += 2.6
    elif power == C.WARLORD or power == C.DIPLOMAT or power == C.MARSHAL:
        value = value + rank8_gain(spite) + rank8_hurry(public, front, spite)
    elif power == C.MAGISTRATE:
        value += 2.2 + spite * 0.04 * max(0.0, lead(public, seat, front))
    elif power == C.BLACKMAILER:
        value += 0.2 + 0.9 * others_gold(public, seat) / (public.players - 1)
    return value


@inline
def own_value(public: Public, me: Seat, rules: Rules, seat: int, front: int, character: int, spite: float) -> float:
    """What a character is worth to the seat itself, which knows its own hand."""
    value = draft_value(public, rules, seat, front, character, spite)
    if has(_BY_HAND, rules.power[character]):
        value += served_by_hand(public, me, rules, seat, rules.power[character])
    return value
