"""Districts that change what gathering brings: Library, Observatory, Gold Mine (classic 4.2, 2016 4.2)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.bits import has

_ALL = 3
"""Of `library_with_observatory`: all that was drawn."""


@rule
def gold_gathered(s: Any, r: Any, seat: int) -> int:
    """Gold that gathering brings: more with the Gold Mine, by the card one."""
    return int(r.gather_gold + r.gold_mine_gold * has(s.public.city_mask[seat], D.GOLD_MINE))


@rule
def cards_drawn(s: Any, r: Any, seat: int) -> int:
    """Cards drawn when gathering: more with the Observatory, by the card one."""
    return int(r.gather_cards + r.observatory_cards * has(s.public.city_mask[seat], D.OBSERVATORY))


@rule
def cards_kept(s: Any, r: Any, seat: int, drawn: int) -> int:
    """How many of the drawn cards are kept: one, or with the Library both.

    With Library and Observatory two of three in classic (S0:384), all three in 2016 (`library_with_observatory`); where one keeps more
    or fewer without them (`keep_cards`), so many more or fewer with them.
    """
    if not has(s.public.city_mask[seat], D.LIBRARY):
        return int(min(r.keep_cards, drawn))
    if has(s.public.city_mask[seat], D.OBSERVATORY) and r.library_with_observatory != _ALL:
        return int(min(max(0, r.library_with_observatory + r.keep_cards - 1), drawn))
    return drawn
