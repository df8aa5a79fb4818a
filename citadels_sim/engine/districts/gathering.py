"""Districts that change what gathering brings: Library, Observatory, Gold Mine (classic 4.2, 2016 4.2)."""

from __future__ import annotations

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.bits import has
from citadels_sim.engine.copies import sum_of_each
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.rules import AMOUNT_CARDS, AMOUNT_GOLD

_ALL = 3
"""Of `library_with_observatory`: all that was drawn."""


@rule
def added(s: State, r: Rules, seat: int, effect: int, amount: int) -> int:
    """What a city's districts of one effect add, each name once."""
    if not has(s.public.city_effects[seat], effect):
        return 0
    return sum_of_each(r, s.public.city_mask[seat] & r.having[effect], amount)


@rule
def gold_gathered(s: State, r: Rules, seat: int) -> int:
    """Gold that gathering brings: more with the Gold Mine, by the card one."""
    return int(r.gather_gold + added(s, r, seat, D.GOLD_MINE, AMOUNT_GOLD))


@rule
def cards_drawn(s: State, r: Rules, seat: int) -> int:
    """Cards drawn when gathering: more with the Observatory, by the card one."""
    return int(r.gather_cards + added(s, r, seat, D.OBSERVATORY, AMOUNT_CARDS))


@rule
def cards_kept(s: State, r: Rules, seat: int, drawn: int) -> int:
    """How many of the drawn cards are kept: one, or with the Library both.

    With Library and Observatory two of three in classic (S0:384), all three in 2016 (`library_with_observatory`); where one keeps more
    or fewer without them (`keep_cards`), so many more or fewer with them.
    """
    if not has(s.public.city_effects[seat], D.LIBRARY):
        return int(min(r.keep_cards, drawn))
    if has(s.public.city_effects[seat], D.OBSERVATORY) and r.library_with_observatory != _ALL:
        return int(min(max(0, r.library_with_observatory + r.keep_cards - 1), drawn))
    return drawn
