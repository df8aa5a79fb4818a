"""Removing characters and choosing them: the program of the draft is data in the Rules record (classic 1.3 to 1.7, 2016 1.3, 1.4)."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, inline, rule
from citadels_sim.engine import journal, rng
from citadels_sim.engine.actions import A_DISCARD_CHARACTER, A_PICK, DISCARD_CHARACTER, FIRST, PICK, put_each
from citadels_sim.engine.bits import bit, count, lowest
from citadels_sim.engine.draft_order import note_draft, seat_of_step, set_direction
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import STEP_DISCARD, STEP_PICK_LAST, STEP_RANDOM_DISCARD
from citadels_sim.variants.switches import reading

_KEYS = 16
"""What lies below the rank's place in a random key."""
_DOWN_FIRST = reading("removal_order", "down_first")


@rule
def by_lot(s: State, purpose: int, candidates: int, n: int) -> int:
    """Draw so many ranks of a set, those with the lowest random keys; each purpose and round has its own luck.

    The lowest bits of a key give way to its rank, so that one number is compared. Two are found in one pass.
    """
    luck = rng.stream(s.secret.draft_seed, purpose, s.public.round_no, 0)
    drawn = 0
    for _ in range(0, n, 2):
        first = rng.LARGEST
        second = rng.LARGEST
        rest = candidates & ~drawn
        while rest != 0:
            rank = lowest(rest)
            rest &= rest - 1
            key = rng.mix(luck, rank) & -_KEYS | rank
            second = min(second, max(key, first))
            first = min(first, key)
        drawn |= bit(first & (_KEYS - 1))
        if count(drawn) < n:
            drawn |= bit(second & (_KEYS - 1))
    return drawn


@rule
def remove_down(s: State, j: Journal, pool: int) -> None:
    """Remove one character face down, unseen; a position may have fixed it."""
    if s.secret.down_first == 0:
        s.secret.down_first = lowest(by_lot(s, rng.REMOVE_DOWN, pool & ~s.public.face_up, 1))
    s.secret.down = bit(s.secret.down_first)
    journal.log(s, j, journal.FACE_DOWN, -1, 0, -1, s.public.cast[s.secret.down_first], -1, 0, 0, 0)


@rule
def remove_up(s: State, r: Rules, j: Journal, pool: int) -> None:
    """Remove the face-up characters, never rank 4 (classic 1.3: King and Emperor); a position may have fixed them."""
    if s.public.face_up == 0:
        s.public.face_up = by_lot(s, rng.REMOVE_UP, pool & ~int(r.royal) & ~s.secret.down, r.n_up)
    rest = s.public.face_up
    while rest != 0:
        journal.log(s, j, journal.FACE_UP, -1, 0, -1, s.public.cast[lowest(rest)], -1, 0, 0, 0)
        rest &= rest - 1


@rule
def begin_round(s: State, r: Rules, j: Journal) -> None:
    """Remove characters and hand the rest to the crown's holder (classic 1.2 steps 1 and 2)."""
    p = s.public
    pool = int(r.ranks)
    set_direction(p)
    journal.log(s, j, journal.ROUND, p.crown, 0, -1, 0, -1, 0, 0, p.draft_turned)
    if r.removal_order == _DOWN_FIRST:
        remove_down(s, j, pool)
        remove_up(s, r, j, pool)
    else:
        remove_up(s, r, j, pool)
        remove_down(s, j, pool)
    s.secret.packet = pool & ~p.face_up & ~s.secret.down
    p.down_n = 1
    s.secret.draft_step = 0
    enter_step(s, r)


@inline
def enter_step(s: State, r: Rules) -> None:
    """Ask the seat whose step of the draft it is; steps without a choice are done here."""
    p = s.public
    step = s.secret.draft_step
    if r.step_op[step] == STEP_RANDOM_DISCARD:  # 2016 1.4: unseen by all
        gone = by_lot(s, rng.RANDOM_DISCARD, s.secret.packet, 1)
        s.secret.packet &= ~gone
        s.secret.down |= gone
        p.down_n += 1
        step += 1
        s.secret.draft_step = step
    seat = seat_of_step(p, r, step)
    p.actor = seat
    if r.step_op[step] == STEP_DISCARD:
        p.decision = DISCARD_CHARACTER
        return
    p.decision = PICK
    if r.step_op[step] == STEP_PICK_LAST:  # classic 1.4: takes up the face-down card as well
        s.seat[seat].saw_down = s.secret.down_first
        s.secret.packet |= bit(s.secret.down_first)
        s.secret.down &= ~bit(s.secret.down_first)
        p.down_n -= 1


@rule
def legal_pick(s: State, out: Legal) -> int:
    """List the characters of the packet, to keep or to lay face down."""
    kind = A_PICK if s.public.decision == PICK else A_DISCARD_CHARACTER
    return put_each(out, 0, kind, FIRST, s.secret.packet)


@rule
def leads(s: State, seat: int) -> bool:
    """Tell whether nobody's city is worth more at this moment (ties count)."""
    for other in range(s.public.players):
        if s.public.city_worth[other] > s.public.city_worth[seat]:
            return False
    return True


@rule
def apply_pick(s: State, r: Rules, j: Journal, rank: int) -> bool:
    """Keep one character; return True when the draft is over."""
    p = s.public
    seat = p.actor
    mine = s.seat[seat]
    packet = s.secret.packet
    slot = r.step_pick[s.secret.draft_step]
    if j.capacity != 0:  # who leads is worked out for the journal alone
        journal.log(s, j, journal.PICK, seat, p.cast[rank], -1, 0, int(leads(s, seat)), int(p.crown == seat), slot, packet)
    mine.offered[mine.picks_n] = packet
    mine.picks_n += 1
    mine.chars |= bit(rank)
    s.secret.holder[rank] = seat
    s.secret.pick_slot[rank] = slot
    s.secret.packet = packet & ~bit(rank)
    return next_step(s, r, j)


@cold
@rule
def apply_discard(s: State, r: Rules, j: Journal, rank: int) -> bool:
    """Lay one character face down (classic 1.5); return True when the draft is over."""
    p = s.public
    journal.log(s, j, journal.LAY_DOWN, p.actor, 0, -1, p.cast[rank], -1, 0, 0, 0)
    s.seat[p.actor].discarded |= bit(rank)
    s.secret.packet &= ~bit(rank)
    s.secret.down |= bit(rank)
    p.down_n += 1
    return next_step(s, r, j)


@inline
def next_step(s: State, r: Rules, j: Journal) -> bool:
    """Go on in the draft; at its end the cards left over lie face down. Return True then."""
    s.secret.draft_step += 1
    if s.secret.draft_step < r.n_steps:
        enter_step(s, r)
        return False
    note_draft(s.public, r)
    rest = s.secret.packet
    while rest != 0:
        journal.log(s, j, journal.LEFT_OVER, -1, 0, -1, s.public.cast[lowest(rest)], -1, 0, 0, 0)
        rest &= rest - 1
    s.secret.down |= s.secret.packet
    s.public.down_n = count(s.secret.down)
    s.secret.packet = 0
    return True
