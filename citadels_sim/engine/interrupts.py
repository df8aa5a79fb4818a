"""What several questions that interrupt a turn have in common."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.actions import TURN
from citadels_sim.engine.record_types import Rules, State


@rule
def back_to_turn(s: State) -> None:
    """Go on with the turn that a question to somebody interrupted."""
    s.public.decision = TURN
    s.public.actor = s.public.turn_seat


@rule
def acting_card(s: State, r: Rules, seat: int) -> int:
    """Character card as which a seat does something in this turn: the turn's own, or a Magistrate's who confiscates."""
    p = s.public
    return int(p.turn_card if seat == p.turn_seat else p.cast[r.rank_of[C.MAGISTRATE]])
