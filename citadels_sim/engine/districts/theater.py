"""The Theater: at the end of the selection phase its owner may exchange characters with another player (2016 4.2)."""

from __future__ import annotations

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal, rng
from citadels_sim.engine.actions import A_PASS, A_THEATER, A_THEATER_OWN, PHASE_CALL, PHASE_DRAFTED, THEATER, action, put
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.record_types import Journal, Legal, State


@rule
def end_selection(s: State) -> None:
    """Ask the next owner of a Theater, clockwise from the crown; when nobody is left the ranks are called."""
    p = s.public
    standing = 0
    for seat in range(p.players):
        standing |= p.city_effects[seat]
    for step in range(p.players if has(standing, D.THEATER) else 0):
        seat = (p.crown + step) % p.players
        if has(p.city_effects[seat], D.THEATER) and not has(p.asked, seat):
            p.asked |= bit(seat)
            p.decision = THEATER
            p.actor = seat
            return
    p.asked = 0
    p.phase = PHASE_CALL


@cold
@rule
def theater_legal(s: State, out: Legal) -> int:
    """List the other players, with two characters each also which own one is given, and "pass"."""
    p = s.public
    own = s.seat[p.actor].chars
    two = count(own) > 1
    n = 0
    rest = own
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        for seat in range(p.players):
            if seat != p.actor and s.seat[seat].chars != 0:
                n = put(out, n, action(A_THEATER_OWN, rank, seat) if two else action(A_THEATER, seat, 0))
    return put(out, n, A_PASS)


@rule
def card_by_lot(s: State, seat: int) -> int:
    """Draw one of a player's characters by lot."""
    ranks = s.seat[seat].chars
    s.secret.lots += 1
    skip = rng.below(rng.stream(s.secret.seed, rng.RANDOM_CARD, s.secret.lots, 0), count(ranks))
    for _ in range(skip):
        ranks &= ranks - 1
    return lowest(ranks)


@rule
def exchange_characters(s: State, j: Journal, rank: int, seat: int) -> None:
    """Exchange an own character for one of another player, unseen; both owners then know where theirs is."""
    p = s.public
    me = p.actor
    received = card_by_lot(s, seat)
    give_character(s, me, rank, seat)
    give_character(s, seat, received, me)
    s.seat[me].theater_gave = rank
    s.seat[me].theater_with = seat
    s.seat[seat].theater_gave = received
    s.seat[seat].theater_with = me
    journal.log(s, j, journal.THEATER, me, p.cast[rank], seat, p.cast[received], -1, 0, 0, 0)


@rule
def give_character(s: State, giver: int, rank: int, taker: int) -> None:
    """Move a character card between two players."""
    s.seat[giver].chars &= ~bit(rank)
    s.seat[taker].chars |= bit(rank)
    s.secret.holder[rank] = taker


@cold
@rule
def theater_answer(s: State, j: Journal, kind: int, a: int, b: int) -> None:
    """Exchange or pass; then the next Theater, or the calling of ranks."""
    if kind == A_THEATER:
        exchange_characters(s, j, lowest(s.seat[s.public.actor].chars), a)
    elif kind == A_THEATER_OWN:
        exchange_characters(s, j, a, b)
    s.public.phase = PHASE_DRAFTED
