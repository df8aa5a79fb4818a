"""What a player can work out from the table: shared by the heuristic bots. Everything here reads, nothing writes."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.standing import most_gold, most_held, new_standing, note_strengths, too_small, total_gold
from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, inline, rule
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.holders import cast_ranks
from citadels_sim.engine.copies import sum_of_each
from citadels_sim.engine.record_types import BotState, Public, Rules, Seat
from citadels_sim.engine.rng import next_below
from citadels_sim.engine.rules import AMOUNT_DISCOUNT, IN_CARDS, PURSE

_UNIQUE = 4
_NO_PRICE = PURSE - 1
"""What costs more is no district to save for."""


@rule
def income(public: Public, rules: Rules, seat: int, character: int) -> int:
    """Gold that a character's districts would bring a seat now, with what it gets on top, as the Merchant does."""
    return type_income(public, rules, seat, character) + int(rules.bonus_gold[character])


@rule
def type_income(public: Public, rules: Rules, seat: int, character: int) -> int:
    """Gold that a character's districts would bring a seat now."""
    kind = rules.income_type[character]
    districts = public.city_types[seat, max(0, kind)] + public.city_schools[seat]
    return int(districts * rules.income_each[character])  # which is 0 for who has no type: quicker than a test first


@rule
def paid_in_cards(rules: Rules, character: int) -> bool:
    """Return whether a character takes cards for its districts, not gold."""
    return bool(rules.income_in[character] == IN_CARDS)


@rule
def gold_income(public: Public, rules: Rules, seat: int, character: int) -> int:
    """Gold that a character would bring a seat now: no income for who is paid in cards."""
    return int(rules.bonus_gold[character]) if paid_in_cards(rules, character) else income(public, rules, seat, character)


@rule
def from_richest(public: Public, rules: Rules, seat: int, character: int) -> int:
    """Gold that a character takes from the richest player as its turn begins, as the stashes are now; ties are left out."""
    if rules.gold_from_others[character] == 0:
        return 0
    most = gold_of_richest(public, seat)
    return int(min(rules.gold_from_others[character], most) if most > public.gold[seat] else 0)


@rule
def to_go(public: Public, seat: int) -> int:
    """Districts a seat still needs to complete its city; the Monument counts as two."""
    return int(max(0, public.goal - public.city_size[seat]))


@inline
def nth_other(seat: int, i: int) -> int:
    """The others in the order of their seats, counted from 0: such a loop need not test whether a seat is the seat itself."""
    return i + int(i >= seat)


@rule
def front_runner(public: Public, seat: int, bot_state: BotState) -> int:
    """The other player who has come furthest; among equals any, so that no seat is picked on."""
    standing = new_standing()
    note_strengths(standing, public)
    return front_of(standing, public.players, seat, bot_state)


@inline
def front_of(standing: Any, players: int, seat: int, bot_state: BotState) -> int:
    """The other player who has come furthest, by what was noted of all."""
    best = -1
    best_strength = -1
    ties = 1
    for i in range(players - 1):
        other = nth_other(seat, i)
        value = standing.strength[other]
        if value == best_strength:
            ties += 1
            if next_below(bot_state, ties) == 0:
                best = other
        ahead = value > best_strength  # no branches, which nobody could foresee
        best = other if ahead else best
        ties = 1 if ahead else ties
        best_strength = max(value, best_strength)
    return best


@rule
def strength(public: Public, seat: int) -> int:
    """How far a seat has come, by what everybody sees, in tenths of a point or nearly so."""
    return 10 * public.city_worth[seat] + 30 * public.city_n[seat] + 5 * public.gold[seat] + 4 * public.hand_n[seat]


@rule
def lead(public: Public, seat: int, other: int) -> float:
    """By how many points, or nearly so, the other is ahead of the seat."""
    return 0.1 * (strength(public, other) - strength(public, seat))


@rule
def useful(public: Public, me: Seat, rules: Rules, seat: int) -> int:
    """Set of the cards in hand that the city may still have: no Secret Vault, no late Monument; with a Quarry also what stands already."""
    cards = me.hand_mask & ~rules.having[D.SECRET_VAULT]
    if not has(public.city_effects[seat], D.QUARRY):
        cards &= ~(public.city_mask[seat] & rules.once)
    if cards & rules.having[D.MONUMENT] != 0 and public.city_n[seat] >= rules.monument_limit:
        cards &= ~rules.having[D.MONUMENT]
    return int(cards)


@rule
def dearest(rules: Rules, cards: int) -> int:
    """Cost of the dearest card of a set, 0 for the empty set.

    It is the number of purses that do not pay for all of them: a loop over the cards would end where no processor foresees it.
    """
    cards &= rules.afford[_NO_PRICE]
    cost = too_small(rules, cards)
    while cards & ~rules.afford[cost] != 0:
        cost += 1
    return cost


@cold
@rule
def two_dearest(rules: Rules, cards: int) -> int:
    """Cost of the two dearest cards of a set together; 0 for a set of fewer than two."""
    best = 0
    second = 0
    while cards != 0:
        cost = rules.cost[lowest(cards)]
        cards &= cards - 1
        second = max(second, min(best, cost))
        best = max(best, cost)
    return int(best + second) if second > 0 else 0


@rule
def possible_ranks(public: Public, me: Seat) -> int:
    """Set of the ranks that somebody else may hold: in the cast, not face up, not mine, not called already."""
    ranks = cast_ranks(public) & -bit(public.next_rank)
    down = bit(me.saw_down)
    if me.saw_down == me.theater_gave:  # taken up, kept, and exchanged with the Theater since
        down = 0
    return int(ranks & ~public.face_up & ~me.chars & ~down)


@rule
def passed_on(me: Seat) -> int:
    """Set of the ranks that were in the packet when this seat last passed it on: held by those who picked later, or left over.

    What the seat gave away with the Theater, or had taken from it, is held for certain.
    """
    if me.picks_n == 0:
        return 0
    passed = me.offered[me.picks_n - 1]
    if me.theater_gave != 0:
        passed |= bit(me.theater_gave)
    return int(passed & ~me.chars)


@rule
def affordable(public: Public, me: Seat, rules: Rules, seat: int, extra: int) -> int:
    """Set of the useful cards that could be paid with so much more gold."""
    top = rules.afford.shape[0] - 1
    gold = public.gold[seat] + extra
    payable = rules.afford[min(gold, top)]
    if has(public.city_effects[seat], D.FACTORY):
        factories = public.city_mask[seat] & rules.having[D.FACTORY]
        less = sum_of_each(rules, factories, AMOUNT_DISCOUNT)
        payable |= rules.afford[min(gold + less, top)] & rules.type_mask[_UNIQUE] & ~factories
    return int(useful(public, me, rules, seat) & payable)


@rule
def useful_n(public: Public, me: Seat, rules: Rules, seat: int) -> int:
    """Number of different useful cards in hand."""
    return count(useful(public, me, rules, seat))


@inline
def left_of(public: Public, seat: int) -> int:
    """The next seat, clockwise. A loop that walks so is not made into vectors, which is a loss for so few seats."""
    return seat + 1 if seat + 1 < public.players else 0


@rule
def gold_of_richest(public: Public, seat: int) -> int:
    """Gold of the richest other player."""
    return most_gold(public, seat)


@rule
def most_cards(public: Public, seat: int) -> int:
    """Cards in the largest hand of the others."""
    return most_held(public, seat)


@rule
def others_gold(public: Public, seat: int) -> int:
    """Gold in the stashes of all others."""
    return total_gold(public) - int(public.gold[seat])
