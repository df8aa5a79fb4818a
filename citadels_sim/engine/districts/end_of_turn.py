"""Districts that act at the end of their owner's turn: Poor House, Park (classic 4.3)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import inline, rule
from citadels_sim.engine import journal
from citadels_sim.engine.copies import copies_in_city
from citadels_sim.engine.deck import draw_to_hand, gain

AT_END_OF_TURN = (1 << D.POOR_HOUSE) | (1 << D.PARK)
"""Set of these districts."""


@rule
def poor_house(s: Any, r: Any, j: Any, seat: int) -> None:
    """Gold, by the card one, for who has none; coins on districts do not count (classic 4.3 Poor House)."""
    p = s.public
    houses = copies_in_city(s, seat, D.POOR_HOUSE)  # first: that nobody has one is foreseen, who has no gold is not
    if houses > 0 and p.gold[seat] == 0:
        journal.log(s, j, journal.POOR_HOUSE, seat, p.turn_card, -1, 0, D.POOR_HOUSE, gain(s, seat, r.poor_house_gold * houses), 0, 0)


@inline
def park(s: Any, r: Any, j: Any, seat: int) -> None:
    """Cards, by the card two, for who has none in hand; always worth having, so not asked (classic 4.3 Park)."""
    p = s.public
    parks = copies_in_city(s, seat, D.PARK)
    if parks > 0 and p.hand_n[seat] == 0:
        drawn = draw_to_hand(s, r, seat, r.park_cards * parks)
        journal.log(s, j, journal.PARK, seat, p.turn_card, -1, 0, D.PARK, 0, drawn, 0)
