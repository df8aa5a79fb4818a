"""The Graveyard: its owner may take a district that the Warlord destroyed into hand for one gold (classic 4.2)."""

from __future__ import annotations

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_GRAVEYARD, A_PASS, GRAVEYARD, put
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.copies import best_of
from citadels_sim.engine.deck import discard_destroyed, hand_add, pay
from citadels_sim.engine.interrupts import back_to_turn
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import AMOUNT_PRICE
from citadels_sim.variants.switches import reading

_OWN_CITY = reading("graveyard_scope", "own_city")


@cold
@rule
def ask_graveyards(s: State, r: Rules) -> None:
    """Ask the next owner of a Graveyard, clockwise from the Warlord; when nobody is left the card is put away.

    The Warlord himself is never asked; a destroyed Graveyard is no longer in its city and so does not answer.
    """
    p = s.public
    for step in range(1, p.players):
        seat = (p.turn_seat + step) % p.players
        if has(p.asked, seat) or not has(p.city_effects[seat], D.GRAVEYARD) or p.gold[seat] < rescue_price(s, r, seat):
            continue
        if r.graveyard_scope == _OWN_CITY and seat != p.loose_from:
            continue
        p.asked |= bit(seat)
        p.decision = GRAVEYARD
        p.actor = seat
        return
    discard_destroyed(s, r, p.loose)
    put_loose_away(s)


@rule
def rescue_price(s: State, r: Rules, seat: int) -> int:
    """Gold for which a seat's Graveyard takes a district: of several, the cheapest."""
    return int(r.amount[AMOUNT_PRICE, best_of(r, s.public.city_mask[seat] & r.having[D.GRAVEYARD])])


@rule
def put_loose_away(s: State) -> None:
    """Go on with the turn: what was loose has found its place."""
    s.public.loose = -1
    back_to_turn(s)


@cold
@rule
def graveyard_legal(out: Legal) -> int:
    """List the two answers."""
    return put(out, put(out, 0, A_GRAVEYARD), A_PASS)


@cold
@rule
def graveyard_answer(s: State, r: Rules, j: Journal, rescued: bool) -> None:
    """Take the card into hand for gold, or let it go."""
    p = s.public
    if not rescued:
        ask_graveyards(s, r)
        return
    cost = rescue_price(s, r, p.actor)
    pay(s, p.actor, cost)
    hand_add(s, p.actor, p.loose)
    journal.log(s, j, journal.RESCUE, p.actor, 0, -1, 0, p.loose, cost, 0, 0)
    put_loose_away(s)
