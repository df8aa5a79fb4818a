"""The end of a round and the beginning of the next (classic 1.2)."""

from __future__ import annotations

from typing import Any

from citadels_sim.engine.characters.rank4 import murdered_king
from citadels_sim.engine.jit import rule
from citadels_sim.engine.scoring import finish_game
from citadels_sim.engine.selection import begin_round
from citadels_sim.engine.setup import clear_round


@rule
def end_round(s: Any, r: Any, j: Any) -> None:
    """Settle what waits for the end of the round, then score the game or begin the next round."""
    murdered_king(s, r, j)
    if s.public.ending != 0:
        finish_game(s, r, j)
        return
    clear_round(s)
    s.public.round_no += 1
    begin_round(s, r, j)
