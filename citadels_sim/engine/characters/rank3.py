"""Rank 3: Magician, Wizard. The Seer has a module of his own."""

from __future__ import annotations

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal
from citadels_sim.engine.actions import action, put, put_each
from citadels_sim.engine.bits import lowest
from citadels_sim.engine.bottom_order import PUTTING_REDRAWN, ask_order, is_ordered
from citadels_sim.engine.building import buildable_of
from citadels_sim.engine.construction import build_for_gold, use_limit
from citadels_sim.engine.deck import aside_add, draw_to_hand, hand_add, hand_remove, return_aside
from citadels_sim.engine.payment import begin_paying, build_by_sacrifice, build_with_framework, has_other_ways, other_ways
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.variants.switches import reading

_STRICT = reading("turn_order_model", "s0_strict")
_DRAW_FIRST = reading("magician_exchange", "draw_then_bottom")


@rule
def list_others(s: State, kind: int, out: Legal, n: int) -> int:
    """List one action of this kind for each other seat; the own one is written too, and the next over it."""
    for seat in range(s.public.players):
        put(out, n, action(kind, seat, 0))
        n += int(seat != s.public.turn_seat)
    return n


@rule
def magician_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the two powers: swap hands with anybody, either hand may be empty, or redraw (classic 3.1 Magician)."""
    p = s.public
    if p.used & a.USED_POWER != 0:
        return n
    n = list_others(s, a.A_SWAP, out, n)
    put(out, n, a.A_REDRAW)  # over the end, where there is nothing to exchange
    return n + int(p.hand_n[p.turn_seat] > 0 and r.magician_most[s.public.turn_char] != 0)


@cold
@rule
def swap_hands(s: State, j: Journal, other: int) -> None:
    """Swap whole hands with another player."""
    p = s.public
    seat = p.turn_seat
    mine = s.seat[seat]
    theirs = s.seat[other]
    given = p.hand_n[seat]
    received = p.hand_n[other]
    both = mine.hand_mask | theirs.hand_mask
    while both != 0:
        d = lowest(both)
        both &= both - 1
        held = mine.hand[d]
        mine.hand[d] = theirs.hand[d]
        theirs.hand[d] = held
    mask = mine.hand_mask
    mine.hand_mask = theirs.hand_mask
    theirs.hand_mask = mask
    p.hand_n[seat] = received
    p.hand_n[other] = given
    p.used |= a.USED_POWER
    journal.log(s, j, journal.SWAP, seat, p.turn_card, other, 0, -1, 0, received, given)


@cold
@rule
def begin_redraw(s: State) -> None:
    """Begin to lay cards aside for the exchange with the deck."""
    s.public.used |= a.USED_POWER
    s.public.decision = a.REDRAW


@cold
@rule
def redraw_legal(s: State, r: Rules, out: Legal) -> int:
    """List the cards that may still be laid aside, and "done"."""
    mine = s.seat[s.public.actor]
    n = 0
    if r.magician_most[s.public.turn_char] < 0 or mine.aside_n < r.magician_most[s.public.turn_char]:
        n = put_each(out, 0, a.A_LAY_ASIDE, a.FIRST, mine.hand_mask)
    return put(out, n, a.A_DONE)


@cold
@rule
def lay_aside(s: State, district: int) -> None:
    """Lay one card of the hand aside."""
    hand_remove(s, s.public.actor, district)
    aside_add(s, s.public.actor, district)


@cold
@rule
def finish_redraw(s: State, r: Rules, j: Journal) -> None:
    """Exchange the cards laid aside with the deck: under it first, then from the top (classic 2.4, 2.5)."""
    p = s.public
    seat = p.actor
    p.redrawn = s.seat[seat].aside_n
    if r.magician_exchange == _DRAW_FIRST:
        draw_to_hand(s, r, seat, p.redrawn)
    if is_ordered(s, r, seat):
        ask_order(s, PUTTING_REDRAWN)
        return
    return_aside(s, seat, False)
    complete_redraw(s, r, j)


@rule
def complete_redraw(s: State, r: Rules, j: Journal) -> None:
    """Draw for the cards that lie under the deck now, and continue the turn."""
    p = s.public
    if r.magician_exchange != _DRAW_FIRST:
        draw_to_hand(s, r, p.turn_seat, p.redrawn)
    p.decision = a.TURN
    journal.log(s, j, journal.REDRAW, p.turn_seat, p.turn_card, -1, 0, -1, 0, p.redrawn, 0)


@rule
def wizard_legal(s: State, out: Legal, n: int) -> int:
    """List whose hand the Wizard may look at; an empty one brings nothing (classic 3.2 Wizard)."""
    p = s.public
    if p.used & a.USED_POWER != 0:
        return n
    return list_others(s, a.A_LOOK_AT, out, n)


@cold
@rule
def look(s: State, r: Rules, j: Journal, other: int) -> None:
    """Look at a hand; where there are cards, the Wizard chooses one, or as many as the rules let him take."""
    p = s.public
    p.used |= a.USED_POWER
    p.loose_from = other
    most = min(r.wizard_cards[p.turn_char], p.hand_n[other])
    if most > 0:
        p.decision = a.WIZARD
        p.power_left = most - 1
    else:
        journal.log(s, j, journal.LOOK, p.turn_seat, p.turn_card, other, 0, -1, 0, 0, 0)


@cold
@rule
def wizard_choices(s: State, r: Rules, out: Legal) -> int:
    """List the cards of the hand looked at: to take, and where it can be paid and may stand, to build at once."""
    p = s.public
    cards = s.seat[p.loose_from].hand_mask
    n = put_each(out, 0, a.A_TAKE, a.FIRST, cards)
    if p.used & a.USED_GATHER != 0 or not r.wizard_build_needs_action or r.turn_order_model != _STRICT:
        n = put_each(out, n, a.A_TAKE_BUILD, a.FIRST, buildable_of(s, r, p.turn_seat, cards, True))
        if has_other_ways(s, r, cards):
            n = other_ways(s, r, cards, True, out, n)
    if not r.wizard_must_take:
        n = put(out, n, a.A_PASS)
    return n


@cold
@rule
def wizard_takes(s: State, r: Rules, j: Journal, kind: int, argument: int) -> None:
    """Take the card into hand, or build it at once beside the limit, in any way to pay (classic 3.2 Wizard, 2016 3)."""
    p = s.public
    p.decision = a.TURN
    journal.log(s, j, journal.LOOK, p.turn_seat, p.turn_card, p.loose_from, 0, -1, 0, int(kind == a.A_TAKE), 0)
    if kind == a.A_PASS:
        p.power_left = 0
        return
    district = argument
    if kind == a.A_TAKE_BUILD_SACRIFICE:
        district = D.NECROPOLIS
    elif kind == a.A_TAKE_BUILD_DEN:
        district = D.THIEVES_DEN
    hand_remove(s, p.loose_from, district)
    hand_add(s, p.turn_seat, district)
    if kind == a.A_TAKE:
        if p.power_left > 0:
            p.power_left -= 1
            p.decision = a.WIZARD
        return
    p.power_left = 0  # what is built at once is the last
    use_limit(s, r, district, True)
    if kind == a.A_TAKE_BUILD:
        build_for_gold(s, r, j, district)
    elif kind == a.A_TAKE_BUILD_FRAMEWORK:
        build_with_framework(s, r, j, district)
    elif kind == a.A_TAKE_BUILD_SACRIFICE:
        build_by_sacrifice(s, r, j, district, argument)
    else:
        begin_paying(s, r, j, district, argument, -1)
