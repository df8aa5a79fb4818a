"""Cards under a Museum: hidden, in the order of the city's slots (classic 4.3 Museum)."""

from __future__ import annotations

from citadels_sim.compiler.decorators import rule, signature, typed
from citadels_sim.engine.record_types import State
from citadels_sim.engine.state import STATE_T


@typed(signature("int", STATE_T, "int", "int"))
def first_under(s: State, seat: int, slot: int) -> int:
    """Index in the seat's list of tucked cards at which those of a slot begin."""
    n = 0
    for i in range(slot):
        n += s.public.city_tucked[seat, i]
    return n


@rule
def all_under(s: State, seat: int) -> int:
    """Number of cards under all Museums of a city."""
    return first_under(s, seat, s.public.city_n[seat])


@rule
def tuck(s: State, seat: int, slot: int, district: int) -> None:
    """Put one card face down under the district of a slot."""
    at = first_under(s, seat, slot + 1)
    for i in range(all_under(s, seat), at, -1):
        s.secret.tucked[seat, i] = s.secret.tucked[seat, i - 1]
    s.secret.tucked[seat, at] = district
    s.public.city_tucked[seat, slot] += 1


@typed(signature("int", STATE_T, "int", "int"))
def untuck(s: State, seat: int, slot: int) -> int:
    """Take the first card from under the district of a slot; -1 when there is none."""
    if s.public.city_tucked[seat, slot] == 0:
        return -1
    at = first_under(s, seat, slot)
    card = s.secret.tucked[seat, at]
    last = all_under(s, seat) - 1
    for i in range(at, last):
        s.secret.tucked[seat, i] = s.secret.tucked[seat, i + 1]
    s.secret.tucked[seat, last] = 0
    s.public.city_tucked[seat, slot] -= 1
    return int(card)


@rule
def untuck_all(s: State, seat: int, slot: int, taker: int) -> None:
    """Move the cards under a slot to the end of another seat's list, where its next new slot will be."""
    at = all_under(s, taker)
    while True:
        card = untuck(s, seat, slot)
        if card < 0:
            return
        s.secret.tucked[taker, at] = card
        at += 1
