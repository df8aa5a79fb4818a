"""The order in which a player puts several cards under the deck, where that is his choice (2016 A31, `bottom_order = choice`).

Cards that lay under a Museum go under the deck in random order: nobody may look at them.
"""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine.actions import A_PUT_UNDER, BOTTOM, FIRST, put_each
from citadels_sim.engine.bits import count
from citadels_sim.engine.deck import aside_remove, put_under, return_aside
from citadels_sim.engine.record_types import Legal, Rules, State
from citadels_sim.variants.switches import reading

# What continues when all cards lie under the deck.
PUTTING_GATHERED = 1
PUTTING_REDRAWN = 2
PUTTING_PAID = 3
PUTTING_DESTROYED = 4

_CHOICE = reading("bottom_order", "choice")


@rule
def is_ordered(s: State, r: Rules, seat: int) -> bool:
    """Tell whether the order of the cards that this seat has laid aside is its choice, and makes a difference."""
    return r.bottom_order == _CHOICE and count(s.seat[seat].aside_mask) > 1


@cold
@rule
def ask_order(s: State, purpose: int) -> None:
    """Ask the player whose turn it is which card goes under the deck first."""
    p = s.public
    p.putting = purpose
    p.decision = BOTTOM
    p.actor = p.turn_seat


@cold
@rule
def order_legal(s: State, out: Legal) -> int:
    """List the cards one of which goes under the deck next."""
    return put_each(out, 0, A_PUT_UNDER, FIRST, s.seat[s.public.actor].aside_mask)


@cold
@rule
def put_next_under(s: State, district: int) -> bool:
    """Put one card under the deck, and the others too once their order makes no difference; tell whether all are there."""
    seat = s.public.actor
    aside_remove(s, seat, district)
    put_under(s, district)
    if count(s.seat[seat].aside_mask) > 1:
        return False
    return_aside(s, seat, False)
    return True
