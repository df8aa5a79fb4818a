"""The end of a round and the beginning of the next (classic 1.2)."""

from __future__ import annotations

from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.actions import PHASE_BEGIN_ROUND, PHASE_CLOSE_ROUND, PHASE_FINISH
from citadels_sim.engine.characters.rank4 import murdered_emperor_asks, murdered_king
from citadels_sim.engine.characters.rank9 import queen_deferred
from citadels_sim.engine.record_types import Journal, Rules, State
from citadels_sim.engine.setup import clear_round


@rule
def end_round(s: State, r: Rules, j: Journal) -> None:
    """Settle what waits for the end of the round (classic 1.2), unless a murdered Emperor has to be asked first."""
    murdered_king(s, r, j)
    if not murdered_emperor_asks(s, r):
        s.public.phase = PHASE_CLOSE_ROUND


@rule
def close_round(s: State, r: Rules, j: Journal) -> None:
    """Pay a waiting Queen; then the game is scored or the next round begins, which may be the last by the rules (`most_rounds`)."""
    queen_deferred(s, r, j)
    if s.public.ending != 0:
        s.public.phase = PHASE_FINISH
        return
    clear_round(s)
    s.public.round_no += 1
    if s.public.round_no == r.most_rounds:
        s.public.ending = s.public.round_no
    s.public.phase = PHASE_BEGIN_ROUND
