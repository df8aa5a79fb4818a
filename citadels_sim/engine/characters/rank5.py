"""Rank 5: Bishop. Abbot and Cardinal have their place here."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C
from citadels_sim.engine.jit import rule

_BISHOP = int(C.BISHOP)


@rule
def bishop_called(s: Any, seat: int, character: int) -> None:
    """The living Bishop's city is safe from rank 8 for the rest of the round (classic 3.1 Bishop)."""
    if character == _BISHOP:
        s.public.bishop = seat
