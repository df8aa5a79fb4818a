"""Rank 7: Navigator, Scholar (whose draw is in `gathering`). The Architect's extra cards are in `bonus`."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_BONUS, A_BONUS_CARDS, A_BONUS_GOLD, USED_BONUS, USED_GATHER, put
from citadels_sim.engine.bits import bit
from citadels_sim.engine.characters.bonus import bonus_with
from citadels_sim.engine.deck import draw_to_hand, gain
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.variants.switches import reading

_NAVIGATOR_AFTER = reading("navigator_bonus_time", "after_action")
_ROUND = reading("navigator_nobuild", "round")


@rule
def scholar_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the draw (2016 3 Scholar)."""
    return n if s.public.used & USED_BONUS != 0 or r.scholar_cards[s.public.turn_char] == 0 else put(out, n, A_BONUS)


@rule
def navigator_acts(s: State, r: Rules, seat: int, character: int) -> None:
    """Bar the Navigator's player from building for the round, where the rules say so (`navigator_nobuild`) and he builds nothing."""
    if character == C.NAVIGATOR and r.navigator_nobuild == _ROUND and r.builds[C.NAVIGATOR] == 0:
        s.public.no_building |= bit(seat)


@rule
def navigator_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the bonus: four gold or four cards, after the action (classic 3.2 Navigator)."""
    p = s.public
    if p.used & USED_BONUS != 0 or (p.used & USED_GATHER == 0 and r.navigator_bonus_time == _NAVIGATOR_AFTER):
        return n
    return put(out, put(out, n, A_BONUS_GOLD), A_BONUS_CARDS)


@rule
def bonus_due(s: State, r: Rules) -> bool:
    """Tell whether the turn may not end before the Navigator's bonus is taken (`navigator_must_take`)."""
    p = s.public
    return p.turn_power == C.NAVIGATOR and r.navigator_must_take != 0 and p.used & USED_BONUS == 0


@rule
def navigator_takes(s: State, r: Rules, j: Journal, gold: bool) -> None:
    """Take the bonus."""
    p = s.public
    p.used |= USED_BONUS
    bonus_with(s, r, j)
    paid = gain(s, p.turn_seat, r.navigator_gold[p.turn_char]) if gold else 0
    drawn = 0 if gold else draw_to_hand(s, r, p.turn_seat, r.navigator_cards[p.turn_char])
    journal.log(s, j, journal.BONUS, p.turn_seat, p.turn_card, -1, 0, -1, paid, drawn, 0)
