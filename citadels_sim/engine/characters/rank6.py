"""Rank 6: Merchant, Alchemist. The Trader has his place here."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_BONUS, USED_BONUS, put
from citadels_sim.engine.deck import gain
from citadels_sim.variants.switches import reading

_AFTER_ACTION = reading("merchant_bonus_time", "after_action")
_START_OF_TURN = reading("merchant_bonus_time", "start_of_turn")
_ANY = reading("merchant_bonus_time", "any")


@rule
def merchant_gold(s: Any, r: Any, j: Any, at_start: bool) -> None:
    """One extra gold, right after the action or at the start of the turn (classic 3.1 Merchant, `merchant_bonus_time`)."""
    p = s.public
    if r.merchant_bonus_time == (_START_OF_TURN if at_start else _AFTER_ACTION) and p.turn_char == C.MERCHANT:
        journal.log(s, j, journal.BONUS, p.turn_seat, p.turn_card, -1, 0, -1, gain(s, p.turn_seat, 1), 0, 0)


@rule
def merchant_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the extra gold where its moment is the player's choice (2016 3 Merchant)."""
    if r.merchant_bonus_time != _ANY or s.public.used & USED_BONUS != 0:
        return n
    return put(out, n, A_BONUS)


@cold
@rule
def merchant_takes(s: Any, j: Any) -> None:
    """Take the extra gold."""
    p = s.public
    p.used |= USED_BONUS
    journal.log(s, j, journal.BONUS, p.turn_seat, p.turn_card, -1, 0, -1, gain(s, p.turn_seat, 1), 0, 0)


@rule
def refund(s: Any, j: Any, amount: int) -> None:
    """Give the Alchemist back gold paid for building (classic 3.2 Alchemist)."""
    p = s.public
    if p.turn_char == C.ALCHEMIST and amount > 0:
        journal.log(s, j, journal.REFUND, p.turn_seat, p.turn_card, -1, 0, -1, gain(s, p.turn_seat, amount), 0, 0)
