"""Districts used once in one's own turn: Laboratory, Smithy (classic 4.2). Museum, Armory have their place here."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import D
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_LAB, A_SMITHY, USED_LAB, USED_SMITHY, action, put
from citadels_sim.engine.bits import has, lowest
from citadels_sim.engine.deck import discard_destroyed, draw_to_hand, gain, hand_remove, pay
from citadels_sim.engine.jit import rule
from citadels_sim.variants.switches import reading

_LABORATORY = int(D.LABORATORY)
_SMITHY = int(D.SMITHY)
_ROUND = reading("lab_smithy_limit", "round")


@rule
def unused(s: Any, r: Any, flag: int) -> bool:
    """Tell whether the effect is still to be had in this turn (or round, `lab_smithy_limit`)."""
    p = s.public
    spent = p.used_round[p.turn_seat] if r.lab_smithy_limit == _ROUND else p.used
    return int(spent) & flag == 0


@rule
def mark_used(s: Any, flag: int) -> None:
    """Note that a once-a-turn effect was used."""
    s.public.used |= flag
    s.public.used_round[s.public.turn_seat] |= flag


@rule
def effects_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the district effects that the player whose turn it is can use."""
    p = s.public
    seat = p.turn_seat
    city = p.city_mask[seat]
    if has(city, _LABORATORY) and unused(s, r, USED_LAB):
        rest = s.seat[seat].hand_mask
        while rest != 0:
            n = put(out, n, action(A_LAB, lowest(rest), 0))
            rest &= rest - 1
    if has(city, _SMITHY) and p.gold[seat] >= r.smithy_price and unused(s, r, USED_SMITHY):
        n = put(out, n, A_SMITHY)
    return n


@rule
def laboratory(s: Any, r: Any, j: Any, district: int) -> None:
    """Discard one card of the hand for gold (one in classic, `laboratory_gold`)."""
    p = s.public
    seat = p.turn_seat
    hand_remove(s, seat, district)
    discard_destroyed(s, r, district)
    mark_used(s, USED_LAB)
    journal.log(s, j, journal.LABORATORY, seat, p.turn_char, -1, 0, district, gain(s, seat, r.laboratory_gold), 0, 0)


@rule
def smithy(s: Any, r: Any, j: Any) -> None:
    """Pay gold, draw cards (`smithy_price`, `smithy_cards`)."""
    p = s.public
    seat = p.turn_seat
    pay(s, seat, r.smithy_price)
    drawn = draw_to_hand(s, r, seat, r.smithy_cards)
    mark_used(s, USED_SMITHY)
    journal.log(s, j, journal.SMITHY, seat, p.turn_char, -1, 0, -1, r.smithy_price, drawn, 0)
