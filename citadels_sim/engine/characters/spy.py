"""The Spy (rank 2): names a type, looks at a hand, and takes gold and cards for each card of that type (2016 3 Spy)."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_SPY, USED_POWER, action, put
from citadels_sim.engine.bits import lowest
from citadels_sim.engine.deck import draw_to_hand
from citadels_sim.engine.record_types import Journal, Legal, Rules, State

TYPES = 5


@cold
@rule
def spy_legal(s: State, out: Legal, n: int) -> int:
    """List every other player with every type of district."""
    p = s.public
    if p.used & USED_POWER != 0:
        return n
    for seat in range(p.players):
        if seat != p.turn_seat:
            for kind in range(TYPES):
                n = put(out, n, action(A_SPY, seat, kind))
    return n


@rule
def cards_of_type(s: State, r: Rules, seat: int, kind: int) -> int:
    """Count the cards of a type in a hand."""
    n = 0
    rest = s.seat[seat].hand_mask & r.type_mask[kind]
    while rest != 0:
        n += s.seat[seat].hand[lowest(rest)]
        rest &= rest - 1
    return int(n)


@rule
def spy(s: State, r: Rules, j: Journal, other: int, kind: int) -> None:
    """For each card of the type in the hand: a gold of that player as long as there is any, and a card of the deck."""
    p = s.public
    me = p.turn_seat
    p.used |= USED_POWER
    found = cards_of_type(s, r, other, kind)
    loot = min(found * r.spy_gold[p.turn_char], p.gold[other])
    p.gold[other] -= loot
    p.gold[me] += loot
    drawn = draw_to_hand(s, r, me, found * r.spy_cards[p.turn_char])
    journal.log(s, j, journal.SPY, me, p.turn_card, other, 0, -1, loot, drawn, kind)
