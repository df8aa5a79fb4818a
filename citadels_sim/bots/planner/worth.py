"""What a character is worth to the own seat this turn: its gold, its cards, what it can build with them, and its power."""

from __future__ import annotations

from citadels_sim.bots.character_worth import OWN, power_gain, served_by_hand
from citadels_sim.bots.features import (
    affordable,
    dearest,
    from_richest,
    gold_of_richest,
    income,
    lead,
    most_cards,
    paid_in_cards,
    to_go,
    two_dearest,
    useful,
)
from citadels_sim.bots.planner import weights as w
from citadels_sim.bots.planner.aims import harm, turn_lost
from citadels_sim.bots.planner.findings import Findings
from citadels_sim.bots.planner.guess import chance
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import called, cold, rule
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.naming import immune_ranks
from citadels_sim.engine.record_types import BotState, Public, Rules, Seat
from citadels_sim.engine.rules import TO_MURDER, TO_THEFT

_TRADE = 2
_REFUND = 0.8
"""What part of its worth the Alchemist's gold back has: it comes when everything is built."""


@rule
def demand(rules: Rules, cards: int) -> int:
    """Gold that the hand needs soon: for its two dearest cards, four for each card that it has not."""
    if cards == 0:
        return 8
    if cards & (cards - 1) == 0:
        return dearest(rules, cards) + 4
    return two_dearest(rules, cards)


@rule
def look_at_hand(findings: Findings, public: Public, me: Seat, rules: Rules) -> None:
    """Note what the own hand lets build and the gold it needs, and whether the end is near."""
    findings.cards = useful(public, me, rules, findings.seat)
    findings.cards_n = count(findings.cards)
    findings.demand = demand(rules, findings.cards)
    findings.dearest = dearest(rules, affordable(public, me, rules, findings.seat, rules.gather_gold))
    findings.late = nearly_over(public)


@rule
def gold_value(findings: Findings, before: int, more: int, bot_state: BotState) -> float:
    """What so much more gold is worth to the own hand: in full as far as the hand needs it."""
    needed = min(more, max(0, findings.demand - before))
    return bot_state.parameters[w.GOLD] * (needed + bot_state.parameters[w.SURPLUS] * (more - needed))


@rule
def card_value(findings: Findings, gold: int, bot_state: BotState) -> float:
    """What one more card is worth: the less, the more there is to build in hand already; the more, the more gold lies idle."""
    idle = max(0, gold - findings.demand)
    return (
        bot_state.parameters[w.CARD]
        * (1.0 + bot_state.parameters[w.RICH] * idle)
        / (1.0 + bot_state.parameters[w.CROWD] * findings.cards_n)
    )


@rule
def nearly_over(public: Public) -> bool:
    """Return whether this round may be the last: somebody lacks one district."""
    for seat in range(public.players):
        if to_go(public, seat) <= 1:
            return True
    return False


@rule
def built_with(rules: Rules, cards: int, gold: int, most: int) -> int:
    """How many districts of a set so much gold pays for, at most so many: the cheapest first."""
    n = 0
    while cards != 0 and n < most:
        best = lowest(cards)
        rest = cards & (cards - 1)
        while rest != 0:
            d = lowest(rest)
            rest &= rest - 1
            if rules.cost[d] < rules.cost[best]:
                best = d
        if rules.cost[best] > gold:
            return n
        gold -= rules.cost[best]
        cards &= ~(1 << best)
        n += 1
    return n


@rule
def worth(findings: Findings, public: Public, me: Seat, rules: Rules, front: int, character: int, bot_state: BotState) -> float:
    """What a character is worth to the own seat beyond the turn as such, in gold; after `guess`, `weigh` and `look_at_hand`."""
    weights = bot_state.parameters
    seat = findings.seat
    due = income(public, rules, seat, character)
    taken = from_richest(public, rules, seat, character)
    gold = public.gold[seat] + rules.gather_gold + taken
    late = findings.late != 0
    best = findings.dearest
    if paid_in_cards(rules, character):
        value = card_value(findings, gold, bot_state) * due
    else:
        value = gold_value(findings, gold, due, bot_state)
        gold += due
        if due != 0:
            best = dearest(rules, affordable(public, me, rules, seat, rules.gather_gold + due))
    if taken != 0:
        value += gold_value(findings, gold - taken, taken, bot_state)
    per_build = weights[w.BUILD]
    if late:
        value *= 0.5
        per_build += weights[w.CLOSING]
    if character != C.NAVIGATOR:
        value += per_build * best
    most = most_builds(rules, character)
    if most > 1:
        several = max(0, built_with(rules, findings.cards, gold, most) - 1)
        value += several * (weights[w.EXTRA] + (4.0 * weights[w.CLOSING] if late else 0.0))
    if rules.unprinted != 0:
        value += numbers_of_own(public, rules, seat, character, card_value(findings, gold, bot_state), bot_state)
    return value + power(findings, public, me, rules, front, rules.power[character], gold, bot_state)


@rule
def most_builds(rules: Rules, character: int) -> int:
    """How many districts a character may build."""
    if character == C.ARCHITECT:
        return 3
    if rules.unprinted != 0 and has(OWN, character):
        return int(rules.builds[character])
    return 2 if character == C.WIZARD or character == C.SEER or character == C.SCHOLAR else 1


@rule
def worst_harm(findings: Findings, public: Public, rules: Rules, bot_state: BotState) -> float:
    """Harm that an Assassin can expect to do who names the best title."""
    worst = 0.0
    turn = turn_lost(public, rules, bot_state)
    rest = findings.ranks & -2 * bit(rules.rank_of[C.ASSASSIN])
    if rules.immunity != 0:
        rest &= ~immune_ranks(public, rules, TO_MURDER)
    while rest != 0:
        worst = max(worst, harm(findings, public, rules, lowest(rest), turn))
        rest &= rest - 1
    return worst


@rule
def best_loot(findings: Findings, public: Public, rules: Rules) -> float:
    """Gold that a Thief can expect who names the best title."""
    best = 0.0
    rest = findings.ranks & -bit(rules.rank_of[C.THIEF])
    if rules.immunity != 0:
        rest &= ~immune_ranks(public, rules, TO_THEFT)
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        loot = 0.0
        for other in range(findings.players):
            loot += chance(findings, other, rank) * public.gold[other]
        best = max(best, loot)
    return best


@rule
def power(findings: Findings, public: Public, me: Seat, rules: Rules, front: int, character: int, gold: int, bot_state: BotState) -> float:
    """What a character's power is worth, with so much gold in the turn."""
    weights = bot_state.parameters
    seat = findings.seat
    if character == C.ASSASSIN:
        return weights[w.MURDER] * worst_harm(findings, public, rules, bot_state)
    if character == C.WITCH:
        return weights[w.WITCH]
    if character == C.MAGISTRATE:
        return weights[w.MAGISTRATE] + 0.8 * weights[w.WITCH] + 0.04 * max(0.0, lead(public, seat, front))
    if character == C.THIEF:
        return weights[w.THEFT] * best_loot(findings, public, rules)
    if character == C.BLACKMAILER:
        return 0.9 + 0.8 * weights[w.THEFT] * best_loot(findings, public, rules)
    if character == C.KING:
        return weights[w.CROWN] + served_by_hand(public, me, rules, seat, character)
    if character == C.BISHOP:
        return shelter_value(public, rules, seat, character, bot_state)
    if character == C.WARLORD or character == C.DIPLOMAT or character == C.MARSHAL:
        near = 2.0 if to_go(public, front) <= 2 else 1.0
        value = weights[w.RAID] * near + (weights[w.GUARD] if to_go(public, seat) <= 2 else 0.0)
        if character == C.MARSHAL:
            return value + weights[w.MARSHAL]
        return value + weights[w.DIPLOMAT] if character == C.DIPLOMAT else value
    if character == C.MAGICIAN:
        better = max(0.0, float(most_cards(public, seat) - public.hand_n[seat]))
        return 0.5 + weights[w.SWAP] * card_value(findings, gold, bot_state) * better
    if character == C.ARCHITECT:
        return weights[w.SLOTS] * card_value(findings, gold, bot_state)
    return power_of_others(findings, public, me, rules, character, gold, bot_state)


@rule
def power_of_others(findings: Findings, public: Public, me: Seat, rules: Rules, character: int, gold: int, bot_state: BotState) -> float:
    """What the power of a character is worth that is not of the base game of 2000."""
    weights = bot_state.parameters
    seat = findings.seat
    card = card_value(findings, gold, bot_state)
    by_hand = served_by_hand(public, me, rules, seat, character)
    if character == C.WIZARD:
        return weights[w.WIZARD] * card if most_cards(public, seat) > 0 else 0.0
    if character == C.SEER:
        return 1.2 * card + by_hand + weights[w.SEER]
    if character == C.EMPEROR:
        return 0.4 * weights[w.CROWN] + 1.0 + by_hand
    if character == C.PATRICIAN:
        return weights[w.PATRICIAN] + weights[w.CROWN] + by_hand
    if character == C.ABBOT:
        return weights[w.ABBOT] + (0.8 if gold_of_richest(public, seat) > public.gold[seat] else 0.0)
    if character == C.CARDINAL:
        return 0.3 + by_hand + (0.3 * min(gold_of_richest(public, seat), 5) if public.hand_n[seat] >= 3 else 0.0)
    if character == C.ALCHEMIST:
        return _REFUND * gold_value(findings, gold - findings.dearest, findings.dearest, bot_state)
    if character == C.TRADER:
        trade = findings.cards & rules.type_mask[_TRADE]
        return 0.3 + weights[w.EXTRA] * max(0, built_with(rules, trade, gold, 3) - 1)
    if character == C.NAVIGATOR:
        return max(gold_value(findings, gold, 4, bot_state), 3.0 * card) + weights[w.NAVIGATOR]
    if character == C.SCHOLAR:
        return 1.8 * card
    if character == C.ARTIST:
        return 0.8 * min(public.gold[seat], 2) + weights[w.ARTIST]
    return power_gain(public, seat, public.hand_n[seat], character)


@rule
def shelter_value(public: Public, rules: Rules, seat: int, character: int, bot_state: BotState) -> float:
    """What the protection of its city is worth to a character that has it, such as the Bishop."""
    weights = bot_state.parameters
    if rules.protects[character] == 0:
        return 0.0
    if rules.protects_dearest[character] != 0:
        return weights[w.SHELTER] * min(1, public.city_n[seat])
    return weights[w.SHELTER] * public.city_n[seat] + (weights[w.GUARD] if to_go(public, seat) <= 2 else 0.0)


@cold
@called
@rule
def numbers_of_own(public: Public, rules: Rules, seat: int, character: int, card: float, bot_state: BotState) -> float:
    """What a character that a variant declares is worth by its numbers beyond gold and builds; 0 for all others."""
    if not has(OWN, character):
        return 0.0
    weights = bot_state.parameters
    value = weights[w.CROWN] * rules.takes_crown[character] + 0.8 * card * rules.bonus_cards[character]
    if rules.discount_type[character] >= 0:
        value += 0.4 * min(rules.discount_gold[character], 4)
    return value + shelter_value(public, rules, seat, character, bot_state)
