"""What a character gets on top in its turn: gold and cards, at the start, right after the action, or at a moment of choice."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_BONUS, USED_BONUS, put
from citadels_sim.engine.deck import draw_to_hand, gain
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import BONUS_ANY


@rule
def bonus_comes(s: State, r: Rules, j: Journal, moment: int) -> None:
    """Give the bonus of the character whose turn it is, if this is its moment (classic 3.1 Merchant, Architect)."""
    if r.bonus_when[s.public.turn_char] == moment:
        give_bonus(s, r, j)


@cold
@rule
def give_bonus(s: State, r: Rules, j: Journal) -> None:
    """Give the gold, then the cards, which are all kept."""
    p = s.public
    paid = gain(s, p.turn_seat, r.bonus_gold[p.turn_char])
    drawn = draw_to_hand(s, r, p.turn_seat, r.bonus_cards[p.turn_char])
    journal.log(s, j, journal.BONUS, p.turn_seat, p.turn_card, -1, 0, -1, paid, drawn, 0)


@rule
def bonus_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the bonus where its moment is the player's choice (2016 3 Merchant, Architect)."""
    if r.bonus_when[s.public.turn_char] != BONUS_ANY or s.public.used & USED_BONUS != 0:
        return n
    return put(out, n, A_BONUS)


@cold
@rule
def take_bonus(s: State, r: Rules, j: Journal) -> None:
    """Take the bonus at the moment chosen."""
    s.public.used |= USED_BONUS
    give_bonus(s, r, j)


@rule
def bonus_with(s: State, r: Rules, j: Journal) -> None:
    """Give a bonus of any moment together with what the card itself brings on demand: Navigator and Scholar are asked once."""
    if r.bonus_when[s.public.turn_char] == BONUS_ANY:
        give_bonus(s, r, j)
