"""Rank 6: Alchemist. The Merchant's extra gold is in `bonus`; the Trader has his place here."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import journal
from citadels_sim.engine.bits import share_of
from citadels_sim.engine.characters.holders import acts_with
from citadels_sim.engine.deck import gain
from citadels_sim.engine.record_types import Journal, Rules, State


@rule
def refund(s: State, r: Rules, j: Journal, amount: int) -> None:
    """Give the Alchemist back gold paid for building, all of it by the card (classic 3.2 Alchemist)."""
    p = s.public
    if acts_with(s, C.ALCHEMIST) and amount > 0:
        journal.log(
            s,
            j,
            journal.REFUND,
            p.turn_seat,
            p.turn_card,
            -1,
            0,
            -1,
            gain(s, p.turn_seat, share_of(amount, r.alchemist_share[p.turn_char])),
            0,
            0,
        )
