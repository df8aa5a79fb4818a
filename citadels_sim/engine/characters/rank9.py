"""Rank 9: Queen, Artist. The Tax Collector of 2016 has a module of his own."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_BEAUTIFY, action, put
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.building import find_slot
from citadels_sim.engine.characters.holders import card_with
from citadels_sim.engine.deck import gain
from citadels_sim.variants.switches import reading

ROYAL = 4

_KING_ONLY = reading("queen_murdered_rank4", "king_only")
_RECIPIENT = reading("queen_anchor", "recipient")


@cold
@rule
def next_to(s: Any, seat: int, other: int) -> bool:
    """Tell whether two seats are neighbours."""
    players = s.public.players
    return (seat + 1) % players == other or (other + 1) % players == seat


@rule
def queen_acts(s: Any, r: Any, j: Any, seat: int) -> None:
    """Gold, three by the card, beside the player of rank 4, by the card and not the crown; beside a murdered one when he is revealed.

    Source: classic 3.2 Queen (`queen_anchor`, `queen_murdered_rank4`).
    """
    p = s.public
    if r.power[p.turn_char] != C.QUEEN:
        return
    anchor = s.secret.holder[ROYAL]
    if anchor < 0:
        return
    if p.murdered == ROYAL:
        if r.queen_murdered_rank4 != _KING_ONLY or p.cast[ROYAL] == C.KING:
            p.queen_waits = seat
        return
    if r.queen_anchor == _RECIPIENT and r.power[p.cast[ROYAL]] == C.EMPEROR:
        anchor = p.crowned_by_gift
    if anchor >= 0 and next_to(s, seat, anchor):
        journal.log(s, j, journal.QUEEN, seat, p.turn_card, -1, 0, -1, gain(s, seat, r.queen_gold[p.turn_char]), 0, 0)


@rule
def queen_deferred(s: Any, r: Any, j: Any) -> None:
    """Pay the Queen beside the murdered rank 4, at the end of the round."""
    p = s.public
    if p.queen_waits >= 0 and next_to(s, p.queen_waits, s.secret.holder[ROYAL]):
        card = card_with(s, r, C.QUEEN)
        journal.log(s, j, journal.QUEEN, p.queen_waits, card, -1, 0, -1, gain(s, p.queen_waits, r.queen_gold[card]), 0, 0)
    p.queen_waits = -1


@cold
@rule
def artist_legal(s: Any, out: Any, n: int) -> int:
    """List the own districts without a coin (classic 3.2 Artist)."""
    p = s.public
    seat = p.turn_seat
    if p.artist_left == 0 or p.gold[seat] == 0:
        return n
    listed = 0
    for slot in range(p.city_n[seat]):
        d = p.city[seat, slot]
        if p.city_coin[seat, slot] == 0 and not has(listed, d):
            listed |= bit(d)
            n = put(out, n, action(A_BEAUTIFY, d, 0))
    return n


@cold
@rule
def beautify(s: Any, r: Any, j: Any, district: int) -> None:
    """Put one own gold on an own district: it is worth more for good, by the card one."""
    p = s.public
    seat = p.turn_seat
    p.gold[seat] -= 1
    p.city_coin[seat, find_slot(s, seat, district, 0)] = 1
    p.coins[seat] += 1
    p.city_worth[seat] += r.artist_value
    p.artist_left -= 1
    journal.log(s, j, journal.BEAUTIFY, seat, p.turn_card, -1, 0, district, 1, 0, 0)
