"""Rank 9: Queen, Artist. The Tax Collector of 2016 has a module of his own."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_BEAUTIFY, action, put
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.building import find_slot
from citadels_sim.engine.characters.holders import card_with, stays_silent
from citadels_sim.engine.deck import gain
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.variants.switches import reading

_KING_ONLY = reading("queen_murdered_rank4", "king_only")
_RECIPIENT = reading("queen_anchor", "recipient")


@cold
@rule
def next_to(s: State, seat: int, other: int) -> bool:
    """Tell whether two seats are neighbours."""
    players = s.public.players
    return (seat + 1) % players == other or (other + 1) % players == seat


@rule
def queen_acts(s: State, r: Rules, j: Journal, seat: int) -> None:
    """Gold, three by the card, beside the player of rank 4, by the card and not the crown; beside a murdered one when he is revealed.

    Source: classic 3.2 Queen (`queen_anchor`, `queen_murdered_rank4`). Of a rank that is called after her own she is paid at the end of
    the round, as of a murdered one.
    """
    p = s.public
    if p.turn_power != C.QUEEN:
        return
    rest = int(r.royal)
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        if is_late(s, r, rank):
            p.queen_waits = seat
        elif not stays_silent(p, r, rank) and is_beside(s, r, seat, rank):
            p.queen_waits = -1
            pay_queen(s, r, j, seat, p.turn_card, p.turn_char)
            return


@rule
def is_late(s: State, r: Rules, rank: int) -> bool:
    """Tell whether somebody has a card beside whose player the Queen is paid, but shows it after her turn: murdered, or called later."""
    p = s.public
    if s.secret.holder[rank] < 0:
        return False
    if stays_silent(p, r, rank):
        return bool(r.queen_murdered_rank4 != _KING_ONLY or p.cast[rank] == C.KING)
    return bool(rank > r.rank_of[C.QUEEN])


@rule
def is_beside(s: State, r: Rules, seat: int, rank: int) -> bool:
    """Tell whether a seat is beside the player of a card, or beside whom an Emperor crowned (`queen_anchor`)."""
    p = s.public
    anchor = s.secret.holder[rank]
    if anchor < 0:
        return False
    if p.murdered != rank and r.queen_anchor == _RECIPIENT and r.power[p.cast[rank]] == C.EMPEROR:
        anchor = p.crowned_by_gift
    return bool(anchor >= 0 and next_to(s, seat, anchor))


@rule
def pay_queen(s: State, r: Rules, j: Journal, seat: int, card: int, character: int) -> None:
    """Give the Queen her gold."""
    journal.log(s, j, journal.QUEEN, seat, card, -1, 0, -1, gain(s, seat, r.queen_gold[character]), 0, 0)


@rule
def queen_deferred(s: State, r: Rules, j: Journal) -> None:
    """Pay the Queen, at the end of the round, beside a card that was shown after her turn."""
    p = s.public
    rest = int(r.royal) & -int(p.queen_waits >= 0)
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        if is_late(s, r, rank) and is_beside(s, r, p.queen_waits, rank):
            card = card_with(s, r, C.QUEEN)
            pay_queen(s, r, j, p.queen_waits, card, card)
            rest = 0
    p.queen_waits = -1


@cold
@rule
def artist_legal(s: State, out: Legal, n: int) -> int:
    """List the own districts without a coin (classic 3.2 Artist)."""
    p = s.public
    seat = p.turn_seat
    if p.power_left == 0 or p.gold[seat] == 0:
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
def beautify(s: State, r: Rules, j: Journal, district: int) -> None:
    """Put one own gold on an own district: it is worth more for good, by the card one."""
    p = s.public
    seat = p.turn_seat
    p.gold[seat] -= 1
    p.city_coin[seat, find_slot(s, seat, district, 0)] = 1
    p.coins[seat] += 1
    p.city_worth[seat] += r.artist_value
    p.power_left -= 1
    journal.log(s, j, journal.BEAUTIFY, seat, p.turn_card, -1, 0, district, 1, 0, 0)
