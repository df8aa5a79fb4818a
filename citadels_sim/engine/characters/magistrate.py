"""The Magistrate (rank 1): warrants, one of them signed, and the district that it takes (2016 3 Magistrate)."""

from __future__ import annotations

from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_CONFISCATE, A_PASS, A_WARRANTS, USED_POWER, action3, put
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.building import monument_fits
from citadels_sim.engine.characters.holders import card_with, controller
from citadels_sim.engine.characters.naming import nameable
from citadels_sim.engine.copies import room_for
from citadels_sim.engine.deck import hand_add, hand_remove
from citadels_sim.engine.record_types import Journal, Legal, Rules, State

_NOWHERE = 1
"""Set of the rank 0: of a warrant that there is not."""


@cold
@rule
def warrants_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the ways to lay the warrants at different titles, the signed one first; her own title too, as a bluff (2016 A37).

    By the card there are two blanks, in rising order; where there is one or none, rank 0 stands for what is missing.
    """
    if s.public.used & USED_POWER != 0:
        return n
    titles = nameable(s, r, 0)
    blanks = r.magistrate_warrants[s.public.turn_char] - 1
    for signed in range(1, r.n_ranks + 1):
        if not has(titles, signed):
            continue
        if blanks == 0:
            n = put(out, n, action3(A_WARRANTS, signed, 0, 0))
            continue
        for low in range(1, r.n_ranks + 1):
            if low == signed or not has(titles, low):
                continue
            if blanks == 1:
                n = put(out, n, action3(A_WARRANTS, signed, low, 0))
                continue
            for high in range(low + 1, r.n_ranks + 1):
                if high != signed and has(titles, high):
                    n = put(out, n, action3(A_WARRANTS, signed, low, high))
    return n


@rule
def lay_warrants(s: State, j: Journal, signed: int, low: int, high: int) -> None:
    """Lay the warrants face down; only their owner knows which one is signed."""
    p = s.public
    p.used |= USED_POWER
    p.warrants = (bit(signed) | bit(low) | bit(high)) & ~_NOWHERE
    s.seat[p.turn_seat].signed = signed
    journal.log(s, j, journal.WARRANTS, p.turn_seat, p.turn_card, -1, p.cast[signed], -1, 0, 0, p.warrants)


@cold
@rule
def warrant_bites(s: State, r: Rules, district: int) -> bool:
    """Tell whether the Magistrate may confiscate what the player whose turn it is has just paid for.

    Only the first district paid for, under the signed warrant; not one that the Magistrate has, whatever his Quarry says, nor a Monument
    too late (`confiscate_respects_monument_limit`), nor his own (`magistrate_self_confiscate`), and
    a warrant at his own title is nothing but a bluff.
    """
    p = s.public
    own = r.rank_of[C.MAGISTRATE]
    owner = controller(s, r, own)
    if p.paid_builds != 1 or p.turn_rank == own or card_with(s, r, C.MAGISTRATE) == 0 or owner < 0 or not has(p.warrants, p.turn_rank):
        return False
    if s.seat[owner].signed != p.turn_rank or not has(room_for(s, r, owner), district):
        return False
    if owner == p.turn_seat and not r.magistrate_self_confiscate:
        return False
    return r.effect[district] != D.MONUMENT or not r.confiscate_respects_monument_limit or monument_fits(s, r, owner, 0)


@cold
@rule
def warrant_legal(out: Legal) -> int:
    """List the two answers."""
    return put(out, put(out, 0, A_CONFISCATE), A_PASS)


@rule
def take_back_loan(s: State, j: Journal, builder: int) -> None:
    """Undo what a Cardinal borrowed for a confiscated district: gold and cards go back, and he may borrow again."""
    p = s.public
    if p.lender < 0:
        return
    lent = s.secret.lent_cards
    gold = 0
    for district in range(lent.shape[0]):
        while lent[district] > 0:
            lent[district] -= 1
            hand_remove(s, p.lender, district)
            hand_add(s, builder, district)
            gold += 1
    p.used &= ~USED_POWER
    p.gold[builder] -= gold
    p.gold[p.lender] += gold
    journal.log(s, j, journal.PAY_BACK, p.lender, 0, builder, p.turn_card, -1, gold, gold, 0)


@cold
@rule
def forget_warrants(s: State) -> None:
    """Take the warrants off the table at the end of the round."""
    p = s.public
    p.warrants = 0
    p.warrant_shown = 0
    for seat in range(p.players):
        s.seat[seat].signed = 0
