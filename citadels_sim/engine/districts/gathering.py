"""Districts that change what gathering brings: Library, Observatory, Gold Mine (classic 4.2, 2016 4.2)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.bits import has

GATHER_GOLD = 2
GATHER_CARDS = 2
KEEP_CARDS = 1


@rule
def gold_gathered(s: Any, seat: int) -> int:
    """Gold that gathering brings: one more with the Gold Mine."""
    return GATHER_GOLD + (1 if has(s.public.city_mask[seat], D.GOLD_MINE) else 0)


@rule
def cards_drawn(s: Any, seat: int) -> int:
    """Cards drawn when gathering: one more with the Observatory."""
    return GATHER_CARDS + (1 if has(s.public.city_mask[seat], D.OBSERVATORY) else 0)


@rule
def cards_kept(s: Any, r: Any, seat: int, drawn: int) -> int:
    """How many of the drawn cards are kept: one, or with the Library both.

    With Library and Observatory two of three in classic (S0:384), all three in 2016 (`library_with_observatory`).
    """
    if not has(s.public.city_mask[seat], D.LIBRARY):
        return min(KEEP_CARDS, drawn)
    if has(s.public.city_mask[seat], D.OBSERVATORY):
        return int(min(r.library_with_observatory, drawn))
    return drawn
