"""Ways to build other than for gold alone: Framework, Necropolis, Thieves' Den, a Cardinal's loan (2016 3, 4.2)."""

from __future__ import annotations

from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal
from citadels_sim.engine.actions import action, put, put_each
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.bottom_order import PUTTING_PAID, ask_order, is_ordered
from citadels_sim.engine.building import any_slot, city_destroy, first_copy, may_sacrifice, may_stand, name_of_slot, named_slot, price
from citadels_sim.engine.characters.holders import acts_with
from citadels_sim.engine.construction import construct, uncounted_of
from citadels_sim.engine.copies import best_of
from citadels_sim.engine.deck import aside_add, discard_destroyed, hand_add, hand_remove, pay, put_aside_away
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.variants.switches import reading

_UNDER_DECK = reading("destroyed_to", "deck_bottom")


@rule
def has_other_ways(s: State, r: Rules, cards: int) -> bool:
    """Tell whether any of these cards could be built other than for gold: a quick look before `other_ways`."""
    p = s.public
    if has(p.city_effects[p.turn_seat], D.FRAMEWORK) or acts_with(s, C.CARDINAL):
        return True
    return cards & (r.having[D.NECROPOLIS] | r.having[D.THIEVES_DEN]) != 0


@cold
@rule
def other_ways(s: State, r: Rules, cards: int, taken: bool, out: Legal, n: int) -> int:
    """List the other ways to build one of the cards: of the own hand, or (`taken`) of the hand that the Wizard looks at."""
    p = s.public
    counted = cards
    if not taken and p.builds_left <= 0:
        counted = uncounted_of(s, r, cards)
    by_sacrifice = counted if r.sacrifice_build_counts else cards
    if may_sacrifice(s, r, p.turn_seat):
        if has(p.city_effects[p.turn_seat], D.FRAMEWORK):
            n = framework_legal(s, r, by_sacrifice, taken, out, n)
        if has(by_sacrifice & r.having[D.NECROPOLIS], D.NECROPOLIS):
            n = sacrifice_legal(s, r, taken, out, n)
    if has(counted & r.having[D.THIEVES_DEN], D.THIEVES_DEN) and may_stand(s, r, p.turn_seat, bit(D.THIEVES_DEN), taken, 0) != 0:
        n = den_legal(s, r, taken, out, n)
    if acts_with(s, C.CARDINAL) and not taken and p.used & a.USED_POWER == 0:
        n = loan_legal(s, r, counted, out, n)
    return n


@rule
def framework_legal(s: State, r: Rules, cards: int, taken: bool, out: Legal, n: int) -> int:
    """List what the Framework can be destroyed for: any district that can be built at all (2016 4.2 Framework)."""
    kind = a.A_TAKE_BUILD_FRAMEWORK if taken else a.A_BUILD_FRAMEWORK
    n = put_each(out, n, kind, a.FIRST, may_stand(s, r, s.public.turn_seat, cards & r.afford[r.afford.shape[0] - 1], taken, 1))
    return n


@rule
def sacrifice_legal(s: State, r: Rules, taken: bool, out: Legal, n: int) -> int:
    """List the own districts that can be destroyed for the Necropolis (2016 4.2 Necropolis)."""
    p = s.public
    seat = p.turn_seat
    kind = a.A_TAKE_BUILD_SACRIFICE if taken else a.A_BUILD_SACRIFICE
    if may_stand(s, r, seat, bit(D.NECROPOLIS), taken, 1) == 0:
        return n
    for slot in range(p.city_n[seat]):
        if first_copy(s, seat, slot):
            n = put(out, n, action(kind, name_of_slot(s, seat, slot), 0))
    return n


@rule
def spare_cards(s: State, taken: bool) -> int:
    """Count the cards in hand beside the one to be built, which the Wizard takes from elsewhere."""
    return int(s.public.hand_n[s.public.turn_seat]) - (0 if taken else 1)


@rule
def den_legal(s: State, r: Rules, taken: bool, out: Legal, n: int) -> int:
    """List how many cards of the Thieves' Den's price can be paid in cards, the rest in gold (2016 4.2 Thieves' Den)."""
    p = s.public
    cost = price(s, r, p.turn_seat, D.THIEVES_DEN)
    for cards in range(1, min(cost, spare_cards(s, taken)) + 1):
        if cost - cards <= p.gold[p.turn_seat]:
            n = put(out, n, action(a.A_TAKE_BUILD_DEN if taken else a.A_BUILD_DEN, cards, 0))
    return n


@rule
def may_lend(s: State, seat: int, missing: int, cards: int) -> bool:
    """Tell whether a player can lend the Cardinal all that is missing, for one of `cards` spare cards each gold."""
    p = s.public
    return bool(seat != p.turn_seat and 1 <= missing <= cards and p.gold[seat] >= missing)


@rule
def loan_legal(s: State, r: Rules, cards: int, out: Legal, n: int) -> int:
    """List what the Cardinal can build with the missing gold of one other player (2016 3 Cardinal)."""
    p = s.public
    me = p.turn_seat
    spare = spare_cards(s, False)
    rest = may_stand(s, r, me, cards & r.afford[r.afford.shape[0] - 1], False, 0)
    while rest != 0:
        d = lowest(rest)
        rest &= rest - 1
        missing = price(s, r, me, d) - p.gold[me]
        for seat in range(p.players):
            if may_lend(s, seat, missing, spare):
                n = put(out, n, action(a.A_BUILD_CARDINAL, d, seat))
            if r.effect[d] == D.THIEVES_DEN:
                for paid in range(1, min(missing, spare) + 1):
                    if may_lend(s, seat, missing - paid, spare - paid):
                        n = put(out, n, action(a.A_BUILD_DEN_CARDINAL, paid, seat))
    return n


@rule
def build_by_sacrifice(s: State, r: Rules, j: Journal, district: int, named: int) -> None:
    """Destroy an own district, the Framework or one for the Necropolis, and build without paying."""
    p = s.public
    seat = p.turn_seat
    gone = city_destroy(s, r, j, seat, named_slot(s, seat, named))
    discard_destroyed(s, r, gone)
    journal.log(s, j, journal.SACRIFICE, seat, p.turn_card, -1, 0, gone, 0, 0, district)
    construct(s, r, j, district, 0, 0, False)


@rule
def build_with_framework(s: State, r: Rules, j: Journal, district: int) -> None:
    """Destroy the Framework instead of paying."""
    seat = s.public.turn_seat
    framework = best_of(r, s.public.city_mask[seat] & r.having[D.FRAMEWORK])
    build_by_sacrifice(s, r, j, district, name_of_slot(s, seat, any_slot(s, seat, framework)))


@rule
def begin_paying(s: State, r: Rules, j: Journal, district: int, cards: int, lender: int) -> None:
    """Begin to pay with so many cards, a lender's gold (or nobody's, -1) and own gold."""
    p = s.public
    me = p.turn_seat
    p.paying_for = district
    p.pay_cards = cards
    p.loose_cards = cards
    p.pay_gold = price(s, r, me, district) - cards
    p.lender = lender
    p.lent = 0
    p.phase = a.PHASE_PAY
    if lender < 0:
        return
    missing = p.pay_gold - p.gold[me]
    p.lent = missing
    p.gold[lender] -= missing
    p.gold[me] += missing
    p.used |= a.USED_POWER
    for d in range(s.secret.lent_cards.shape[0]):
        s.secret.lent_cards[d] = 0
    journal.log(s, j, journal.LEND, me, p.turn_card, lender, 0, -1, missing, missing, 0)


@rule
def payable_cards(s: State) -> int:
    """Set of the cards that can be given away while a district is paid for: all but that district's own card."""
    p = s.public
    mine = s.seat[p.turn_seat]
    cards = mine.hand_mask
    if mine.hand[p.paying_for] == 1:
        cards &= ~bit(p.paying_for)
    return int(cards)


@cold
@rule
def go_on_paying(s: State, r: Rules, j: Journal) -> None:
    """Ask for the next card, or take all where there is no choice; when all is paid, build (2016 4.2, 3 Cardinal)."""
    p = s.public
    me = p.turn_seat
    left = p.hand_n[me] - 1
    if p.pay_cards + p.lent == left and (p.pay_cards == 0 or p.lent == 0):  # else: which card goes where is a choice
        while p.pay_cards + p.lent > 0:
            give_card_away(s, lowest(payable_cards(s)))
    if p.pay_cards + p.lent > 0:
        p.giving = a.GIVING_DEN if p.pay_cards > 0 else a.GIVING_LENDER
        p.decision = a.GIVE
        return
    p.giving = a.GIVING_NOTHING
    if r.destroyed_to == _UNDER_DECK and is_ordered(s, r, me):
        ask_order(s, PUTTING_PAID)
        return
    put_aside_away(s, r, me)
    finish_paying(s, r, j)


@rule
def finish_paying(s: State, r: Rules, j: Journal) -> None:
    """Pay what is due in gold, and build."""
    p = s.public
    me = p.turn_seat
    district = p.paying_for
    p.paying_for = -1
    p.decision = a.TURN
    pay(s, me, p.pay_gold)
    construct(s, r, j, district, p.pay_gold, p.loose_cards, p.pay_gold > 0 or r.den_all_cards_is_paid != 0)


@rule
def give_card_away(s: State, district: int) -> None:
    """Lay a card aside for the Thieves' Den, or give it to the Cardinal's lender."""
    p = s.public
    me = p.turn_seat
    hand_remove(s, me, district)
    if p.pay_cards > 0:
        p.pay_cards -= 1
        aside_add(s, me, district)
    else:
        p.lent -= 1
        s.secret.lent_cards[district] += 1
        hand_add(s, p.lender, district)


@cold
@rule
def paying_legal(s: State, out: Legal) -> int:
    """List the cards that can be given away next."""
    kind = a.A_PAY_CARD if s.public.giving == a.GIVING_DEN else a.A_LEND_CARD
    return put_each(out, 0, kind, a.FIRST, payable_cards(s))


@cold
@rule
def pay_with_card(s: State, district: int) -> None:
    """Give one card away and continue paying."""
    give_card_away(s, district)
    s.public.phase = a.PHASE_PAY
