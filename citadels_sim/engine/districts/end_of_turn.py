"""Districts that act at the end of their owner's turn: Poor House, Park (classic 4.3)."""

from __future__ import annotations

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import inline, rule
from citadels_sim.engine import journal
from citadels_sim.engine.bits import has
from citadels_sim.engine.copies import one_of, sum_of_copies
from citadels_sim.engine.deck import draw_to_hand, gain
from citadels_sim.engine.record_types import Journal, Rules, State
from citadels_sim.engine.rules import AMOUNT_CARDS, AMOUNT_GOLD

AT_END_OF_TURN = (1 << D.POOR_HOUSE) | (1 << D.PARK)
"""Set of these effects."""


@rule
def poor_house(s: State, r: Rules, j: Journal, seat: int) -> None:
    """Gold, by the card one, for who has none; coins on districts do not count (classic 4.3 Poor House)."""
    p = s.public
    if has(p.city_effects[seat], D.POOR_HOUSE) and p.gold[seat] == 0:  # first: that nobody has one is foreseen, who has no gold is not
        paid = gain(s, seat, sum_of_copies(s, r, seat, D.POOR_HOUSE, AMOUNT_GOLD))
        journal.log(s, j, journal.POOR_HOUSE, seat, p.turn_card, -1, 0, one_of(s, r, seat, D.POOR_HOUSE), paid, 0, 0)


@inline
def park(s: State, r: Rules, j: Journal, seat: int) -> None:
    """Cards, by the card two, for who has none in hand; always worth having, so not asked (classic 4.3 Park)."""
    p = s.public
    if has(p.city_effects[seat], D.PARK) and p.hand_n[seat] == 0:
        drawn = draw_to_hand(s, r, seat, sum_of_copies(s, r, seat, D.PARK, AMOUNT_CARDS))
        journal.log(s, j, journal.PARK, seat, p.turn_card, -1, 0, one_of(s, r, seat, D.PARK), 0, drawn, 0)
