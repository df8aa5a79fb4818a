"""Calling ranks and a player's turn: gathering, income, what may be done when (classic 2)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C, D
from citadels_sim.engine import journal
from citadels_sim.engine.actions import (
    A_BUILD,
    A_CARDS,
    A_END,
    A_GOLD,
    A_INCOME,
    A_KEEP,
    ENDING_TURN,
    KEEP,
    TURN,
    USED_GATHER,
    USED_INCOME,
    action,
    put,
)
from citadels_sim.engine.bits import lowest
from citadels_sim.engine.building import buildable, copies_in_city
from citadels_sim.engine.characters.rank1 import assassin_legal
from citadels_sim.engine.characters.rank2 import steal, thief_legal
from citadels_sim.engine.characters.rank3 import magician_legal
from citadels_sim.engine.characters.rank4 import king_called
from citadels_sim.engine.characters.rank5 import bishop_called
from citadels_sim.engine.characters.rank6 import merchant_gold
from citadels_sim.engine.characters.rank7 import architect_cards, build_limit
from citadels_sim.engine.characters.rank8 import warlord_legal
from citadels_sim.engine.deck import aside_add, aside_remove, can_draw, discard_unchosen, draw, gain, hand_add
from citadels_sim.engine.districts.gathering import GATHER_GOLD, cards_drawn, cards_kept
from citadels_sim.engine.districts.turn import effects_legal
from citadels_sim.engine.jit import rule
from citadels_sim.engine.rounds import end_round
from citadels_sim.variants.switches import reading

_ASSASSIN = int(C.ASSASSIN)
_THIEF = int(C.THIEF)
_MAGICIAN = int(C.MAGICIAN)
_WARLORD = int(C.WARLORD)
_SCHOOL = int(D.SCHOOL_OF_MAGIC)
_STRICT = reading("turn_order_model", "s0_strict")
_ROBBERY_FIRST = reading("on_call_order", "robbery_first")
_BARRED = reading("empty_deck_gather", "barred")


@rule
def call_next(s: Any, r: Any, j: Any) -> None:
    """Call ranks until somebody answers; after the last one the round ends (classic 1.2 step 3)."""
    p = s.public
    while p.next_rank <= r.n_ranks:
        rank = p.next_rank
        p.next_rank = rank + 1
        seat = s.secret.holder[rank]
        if seat < 0:
            continue
        if p.murdered == rank:  # silent: the turn is lost (classic 3.1 Assassin)
            log_after_turn(s, j, journal.SKIP, seat, p.cast[rank])
            continue
        start_turn(s, r, j, seat, rank)
        return
    end_round(s, r, j)


@rule
def log_after_turn(s: Any, j: Any, kind: int, seat: int, character: int) -> None:
    """Log what a seat has when its turn is over."""
    p = s.public
    journal.log(s, j, kind, seat, character, -1, 0, -1, p.gold[seat], p.hand_n[seat], p.city_n[seat])


@rule
def start_turn(s: Any, r: Any, j: Any, seat: int, rank: int) -> None:
    """Reveal the character, do what happens on being called, and ask for the turn (classic 2.1 item 1)."""
    p = s.public
    character = p.cast[rank]
    p.turn_no += 1
    p.called[rank] = seat
    p.turn_seat = seat
    p.turn_rank = rank
    p.turn_char = character
    p.used = 0
    p.spent = 0
    p.builds_left = build_limit(character)
    journal.log(s, j, journal.TURN, seat, character, -1, 0, -1, 0, 0, 0)
    if r.on_call_order == _ROBBERY_FIRST:
        steal(s, j, seat, rank)
        king_called(s, j, seat, character)
    else:
        king_called(s, j, seat, character)
        steal(s, j, seat, rank)
    bishop_called(s, seat, character)
    merchant_gold(s, r, j, True)
    p.decision = TURN
    p.actor = seat


@rule
def income_due(s: Any, r: Any) -> int:
    """Gold the character's income would bring now: one per district of its type, School of Magic included (classic 2.1 item 6)."""
    p = s.public
    kind = r.income_type[p.turn_char]
    if kind < 0:
        return 0
    return int(p.city_types[p.turn_seat, kind] + copies_in_city(s, p.turn_seat, _SCHOOL))


@rule
def turn_legal(s: Any, r: Any, out: Any) -> int:
    """List what the player whose turn it is may do now."""
    p = s.public
    if p.used & ENDING_TURN != 0:
        return put(out, 0, A_END)
    n = 0
    gathered = p.used & USED_GATHER != 0
    if not gathered:
        n = put(out, n, A_GOLD)
        if can_draw(s, r) or r.empty_deck_gather != _BARRED:
            n = put(out, n, A_CARDS)
    if p.used & USED_INCOME == 0 and income_due(s, r) > 0:
        n = put(out, n, A_INCOME)
    if p.builds_left > 0 and (gathered or r.turn_order_model != _STRICT):
        rest = buildable(s, r, p.turn_seat)
        while rest != 0:
            n = put(out, n, action(A_BUILD, lowest(rest), 0))
            rest &= rest - 1
    n = power_legal(s, r, out, n)
    n = effects_legal(s, r, out, n)
    if gathered:
        n = put(out, n, A_END)
    return n


@rule
def power_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the uses of the character's power."""
    character = s.public.turn_char
    if character == _ASSASSIN:
        return assassin_legal(s, r, out, n)
    if character == _THIEF:
        return thief_legal(s, r, out, n)
    if character == _MAGICIAN:
        return magician_legal(s, r, out, n)
    if character == _WARLORD:
        return warlord_legal(s, r, out, n)
    return n


@rule
def gather_gold(s: Any, r: Any, j: Any) -> None:
    """Take gold from the bank (classic 2.1 item 2)."""
    p = s.public
    journal.log(s, j, journal.GATHER_GOLD, p.turn_seat, p.turn_char, -1, 0, -1, gain(s, p.turn_seat, GATHER_GOLD), 0, 0)
    after_gathering(s, r, j)


@rule
def gather_cards(s: Any, r: Any, j: Any) -> None:
    """Draw cards and ask which to keep, where that is a choice (classic 2.1 item 2)."""
    p = s.public
    seat = p.turn_seat
    drawn = 0
    for _ in range(cards_drawn(s, seat)):
        card = draw(s, r)
        if card < 0:
            break
        aside_add(s, seat, card)
        drawn += 1
    kept = cards_kept(s, r, seat, drawn)
    journal.log(s, j, journal.GATHER_CARDS, seat, p.turn_char, -1, 0, -1, 0, kept, drawn)
    p.keep_left = kept
    p.decision = KEEP
    if kept == drawn:
        keep_rest(s, r, j)


@rule
def keep_rest(s: Any, r: Any, j: Any) -> None:
    """Keep as many of the drawn cards as are due; only called where there is no choice."""
    p = s.public
    mine = s.seat[p.turn_seat]
    while p.keep_left > 0:
        keep_one(s, lowest(mine.aside_mask))
    finish_keeping(s, r, j)


@rule
def keep_one(s: Any, district: int) -> None:
    """Move one drawn card into the hand."""
    p = s.public
    aside_remove(s, p.turn_seat, district)
    hand_add(s, p.turn_seat, district)
    p.keep_left -= 1


@rule
def finish_keeping(s: Any, r: Any, j: Any) -> None:
    """Put away the cards not kept; the action is done."""
    discard_unchosen(s, r, s.public.turn_seat)
    after_gathering(s, r, j)


@rule
def keep_legal(s: Any, out: Any) -> int:
    """List the drawn cards."""
    n = 0
    rest = s.seat[s.public.actor].aside_mask
    while rest != 0:
        n = put(out, n, action(A_KEEP, lowest(rest), 0))
        rest &= rest - 1
    return n


@rule
def keep(s: Any, r: Any, j: Any, district: int) -> None:
    """Keep one of the drawn cards."""
    keep_one(s, district)
    if s.public.keep_left == 0:
        finish_keeping(s, r, j)


@rule
def after_gathering(s: Any, r: Any, j: Any) -> None:
    """Go on with the turn; what comes right after the action comes now (classic 2.2)."""
    s.public.used |= USED_GATHER
    s.public.decision = TURN
    merchant_gold(s, r, j, False)
    architect_cards(s, r, j)


@rule
def take_income(s: Any, r: Any, j: Any) -> None:
    """Take the income of the character's districts, all at once (classic 2.1 item 6)."""
    p = s.public
    p.used |= USED_INCOME
    paid = gain(s, p.turn_seat, income_due(s, r))
    journal.log(s, j, journal.INCOME, p.turn_seat, p.turn_char, -1, 0, -1, paid, 0, 0)


@rule
def end_turn(s: Any, r: Any, j: Any) -> None:
    """End the turn and call on (classic 2.3)."""
    p = s.public
    log_after_turn(s, j, journal.TURN_END, p.turn_seat, p.turn_char)
    p.turn_seat = -1
    p.turn_rank = 0
    p.turn_char = 0
    call_next(s, r, j)
