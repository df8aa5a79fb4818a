"""The action of a turn: gold, or cards to choose from (classic 2.1 item 2), and what comes right after it."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal
from citadels_sim.engine.actions import put_each
from citadels_sim.engine.bits import lowest
from citadels_sim.engine.bottom_order import PUTTING_GATHERED, ask_order, is_ordered
from citadels_sim.engine.characters.blackmailer import face_threat
from citadels_sim.engine.characters.bonus import bonus_comes, bonus_with
from citadels_sim.engine.deck import aside_add, aside_remove, discard_unchosen, draw, gain, hand_add, return_to_deck
from citadels_sim.engine.districts.gathering import cards_drawn, cards_kept, gold_gathered
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import BONUS_AFTER_ACTION
from citadels_sim.variants.switches import reading

_PILE = reading("discard_model", "pile")


@rule
def gather_gold(s: State, r: Rules, j: Journal) -> None:
    """Take gold from the bank (classic 2.1 item 2)."""
    p = s.public
    paid = gain(s, p.turn_seat, gold_gathered(s, r, p.turn_seat))
    journal.log(s, j, journal.GATHER_GOLD, p.turn_seat, p.turn_card, -1, 0, -1, paid, 0, 0)
    after_gathering(s, r, j)


@rule
def gather_cards(s: State, r: Rules, j: Journal) -> None:
    """Draw cards and ask which to keep, where that is a choice (classic 2.1 item 2)."""
    p = s.public
    seat = p.turn_seat
    drawn = draw_aside(s, r, seat, cards_drawn(s, r, seat))
    kept = cards_kept(s, r, seat, drawn)
    journal.log(s, j, journal.GATHER_CARDS, seat, p.turn_card, -1, 0, -1, 0, kept, drawn)
    choose_kept(s, r, j, drawn, kept)


@cold
@rule
def scholar_draws(s: State, r: Rules, j: Journal) -> None:
    """Draw cards, seven by the card, keep one, and shuffle the others into the whole deck (2016 3 Scholar)."""
    p = s.public
    p.used |= a.USED_BONUS
    bonus_with(s, r, j)
    drawn = draw_aside(s, r, p.turn_seat, r.scholar_cards[p.turn_char])
    kept = min(r.scholar_keep[p.turn_char], drawn)
    journal.log(s, j, journal.BONUS, p.turn_seat, p.turn_card, -1, 0, -1, 0, kept, drawn)
    p.keeping = a.KEEPING_SCHOLAR
    choose_kept(s, r, j, drawn, kept)


@rule
def draw_aside(s: State, r: Rules, seat: int, n: int) -> int:
    """Draw up to n cards to choose from; return how many there were."""
    drawn = 0
    for _ in range(n):
        card = draw(s, r)
        if card < 0:
            break
        aside_add(s, seat, card)
        drawn += 1
    return drawn


@rule
def choose_kept(s: State, r: Rules, j: Journal, drawn: int, kept: int) -> None:
    """Ask which of the drawn cards are kept, unless it is all of them, or none."""
    s.public.keep_left = kept
    s.public.decision = a.KEEP
    if kept == drawn or kept == 0:
        keep_rest(s, r, j)


@cold
@rule
def keep_rest(s: State, r: Rules, j: Journal) -> None:
    """Keep as many of the drawn cards as are due; only called where there is no choice."""
    p = s.public
    mine = s.seat[p.turn_seat]
    while p.keep_left > 0:
        keep_one(s, lowest(mine.aside_mask))
    finish_keeping(s, r, j)


@rule
def keep_one(s: State, district: int) -> None:
    """Move one drawn card into the hand."""
    p = s.public
    aside_remove(s, p.turn_seat, district)
    hand_add(s, p.turn_seat, district)
    p.keep_left -= 1


@rule
def finish_keeping(s: State, r: Rules, j: Journal) -> None:
    """Put away the cards not kept: the action is done, or the Scholar's draw."""
    if s.public.keeping == a.KEEPING_SCHOLAR:
        return_to_deck(s, s.public.turn_seat)
        s.public.keeping = a.KEEPING_GATHERED
        s.public.decision = a.TURN
        return
    if r.discard_model != _PILE and is_ordered(s, r, s.public.turn_seat):
        ask_order(s, PUTTING_GATHERED)
        return
    discard_unchosen(s, r, s.public.turn_seat)
    after_gathering(s, r, j)


@rule
def keep_legal(s: State, out: Legal) -> int:
    """List the drawn cards."""
    return put_each(out, 0, a.A_KEEP, a.FIRST, s.seat[s.public.actor].aside_mask)


@rule
def keep(s: State, r: Rules, j: Journal, district: int) -> None:
    """Keep one of the drawn cards."""
    keep_one(s, district)
    if s.public.keep_left == 0:
        finish_keeping(s, r, j)


@inline
def after_gathering(s: State, r: Rules, j: Journal) -> None:
    """Go on with the turn; what comes right after the action comes now (classic 2.2)."""
    p = s.public
    p.used |= a.USED_GATHER
    p.decision = a.TURN
    if p.turn_mode == a.MODE_WHOLE or p.turn_mode == a.MODE_WITCH:
        bonus_comes(s, r, j, BONUS_AFTER_ACTION)
    elif p.turn_mode == a.MODE_THREAT:
        face_threat(s)
