"""Building a district that is paid for: out of the hand, perhaps taken by the Magistrate, into a city (classic 2.1, 2016 2.3)."""

from __future__ import annotations

from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import cold, inline, rule, signature, typed
from citadels_sim.engine import journal
from citadels_sim.engine.actions import TURN, WARRANT
from citadels_sim.engine.bits import bit
from citadels_sim.engine.building import city_add, price
from citadels_sim.engine.characters.holders import acts_with, card_with, controller
from citadels_sim.engine.characters.magistrate import take_back_loan, warrant_bites
from citadels_sim.engine.characters.rank6 import refund
from citadels_sim.engine.characters.tax_collector import tax_on_building, token_needed
from citadels_sim.engine.copies import copies_in_city
from citadels_sim.engine.deck import gain, hand_remove, pay
from citadels_sim.engine.districts.built import after_building
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.record_types import Journal, Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

_TRADE = 2
_REFUND_AT_ONCE = reading("alchemist_refund", "at_once")


@rule
def uncounted_of(s: State, r: Rules, cards: int) -> int:
    """Of a set of cards, return those whose building does not use the limit: Stables, a Trader's trade districts (2016 2.2)."""
    free = r.having[D.STABLES]
    if acts_with(s, C.TRADER) and (r.trader_most[s.public.turn_char] < 0 or s.public.power_left > 0):
        free |= r.type_mask[_TRADE]
    return int(cards & free)


@rule
def use_limit(s: State, r: Rules, district: int, free: bool) -> None:
    """Use one build of the turn's limit, unless this one does not count."""
    p = s.public
    p.uncounted = int(free or uncounted_of(s, r, bit(district)) != 0)
    if p.uncounted == 0:
        p.builds_left -= 1
    elif p.power_left > 0 and not free and r.effect[district] != D.STABLES and acts_with(s, C.TRADER):
        p.power_left -= 1


@inline
def build_for_gold(s: State, r: Rules, j: Journal, district: int) -> None:
    """Pay the price in gold and build; the limit is the caller's."""
    cost = price(s, r, s.public.turn_seat, district)
    pay(s, s.public.turn_seat, cost)
    construct(s, r, j, district, cost, 0, True)


@typed(signature("void", STATE_T, RULES_T, JOURNAL_T, "int", "int", "int", "bool"))
def construct(s: State, r: Rules, j: Journal, district: int, gold: int, cards: int, paid: bool) -> None:
    """Build from the hand of the player whose turn it is what was paid for with gold and cards, or (not `paid`) by a sacrifice.

    The first district paid for in a turn waits for the Magistrate, where his signed warrant lies on the character (2016 3 Magistrate).
    """
    p = s.public
    hand_remove(s, p.turn_seat, district)
    if paid:
        p.paid_builds += 1
        token_needed(s)
        if p.warrants != 0 and warrant_bites(s, r, district):
            p.loose = district
            p.loose_from = p.turn_seat
            p.loose_gold = gold
            p.loose_cards = cards
            p.decision = WARRANT
            p.actor = controller(s, r, r.rank_of[C.MAGISTRATE])
            return
    finish_building(s, r, j, district, gold, cards, paid)


@typed(signature("void", STATE_T, RULES_T, JOURNAL_T, "int", "int", "int", "bool"))
def finish_building(s: State, r: Rules, j: Journal, district: int, gold: int, cards: int, paid: bool) -> None:
    """Put a district into the city of the player whose turn it is, with all that follows."""
    p = s.public
    seat = p.turn_seat
    if copies_in_city(s, seat, district) >= r.copies_in_city:
        p.duplicate_built = 1
    p.spent += gold
    p.built += 1
    p.lender = -1
    city_add(s, r, seat, district, p.round_no)
    p.builders |= bit(seat)
    journal.log(s, j, journal.BUILD, seat, p.turn_card, -1, 0, district, gold, cards, int(not paid))
    if r.alchemist_refund == _REFUND_AT_ONCE:
        refund(s, r, j, gold)
    tax_on_building(s, r, j, seat)
    after_building(s, r, j, seat, district)


@cold
@rule
def answer_warrant(s: State, r: Rules, j: Journal, confiscated: bool) -> None:
    """Go on building after the Magistrate's answer: into his city, or into the builder's."""
    p = s.public
    district = p.loose
    p.loose = -1
    p.decision = TURN
    p.actor = p.turn_seat
    if confiscated:
        confiscate(s, r, j, district)
    else:
        finish_building(s, r, j, district, p.loose_gold, p.loose_cards, True)


@cold
@rule
def confiscate(s: State, r: Rules, j: Journal, district: int) -> None:
    """Build the district in the Magistrate's city for free; the builder has his gold back, the tax is the Magistrate's (2016 3)."""
    p = s.public
    seat = controller(s, r, r.rank_of[C.MAGISTRATE])
    builder = p.turn_seat
    gain(s, builder, p.loose_gold)
    if r.magistrate_undo_cardinal:
        take_back_loan(s, j, builder)
    p.lender = -1
    if p.uncounted != 0 and r.effect[district] != D.STABLES and not r.confiscated_uncounted_stay_uncounted and p.builds_left > 0:
        p.builds_left -= 1
    p.warrants &= ~bit(p.turn_rank)
    p.warrant_shown = p.turn_rank
    journal.log(
        s,
        j,
        journal.CONFISCATE,
        seat,
        card_with(s, r, C.MAGISTRATE),
        builder,
        p.cast[p.turn_rank],
        district,
        p.loose_gold,
        p.loose_cards,
        0,
    )
    city_add(s, r, seat, district, p.round_no)
    p.builders |= bit(seat)
    tax_on_building(s, r, j, seat)
    after_building(s, r, j, seat, district)
