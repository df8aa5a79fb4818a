"""How all seats stand, worked out at once: a processor adds up eight seats as quickly as one.

Each of these reads the fields of the public record that are by seat as one vector. Seats that nobody sits at have nothing. Each says in
Python what it does; `citadels_sim.compiler.backend.vectors` has the machine code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from citadels_sim.compiler.decorators import inline, intrinsic
from citadels_sim.engine.bits import bit
from citadels_sim.engine.memory import local_record
from citadels_sim.engine.record_types import Public, Rules
from citadels_sim.engine.state import SEATS

STANDING: Final = np.dtype([("strength", np.int32, (SEATS,))], align=True)
"""How far each seat has come, by what everybody sees, in tenths of a point or nearly so."""
INCOMES: Final = np.dtype([("by_type", np.int32, (SEATS,))], align=True)
"""Gold that the districts of each type bring."""
_WEIGHTS: Final = {"city_worth": 10, "city_n": 30, "gold": 5, "hand_n": 4}
_TYPES: Final = 5

new_standing = local_record(STANDING)
new_incomes = local_record(INCOMES)


@intrinsic("weighted_sum", _WEIGHTS, "strength")
def note_strengths(standing: Any, public: Public) -> None:
    """Write down the strength of each seat."""
    standing.strength[:] = sum(weight * getattr(public, field) for field, weight in _WEIGHTS.items())


@intrinsic("row_and_more", "city_types", _TYPES, "by_type")
def note_incomes(incomes: Any, public: Public, seat: int, school: int) -> None:
    """Write down what districts of each type bring a seat, 0 for what is no type; a School of Magic counts as one of each."""
    incomes.by_type[:_TYPES] = public.city_types[seat] + school
    incomes.by_type[_TYPES:] = 0


@intrinsic("set_of", "cast", 1)
def _eight_characters(public: Public) -> int:
    """Set of the characters of ranks 1 to 8."""
    return sum({1 << int(character) for character in public.cast[1 : SEATS + 1]})


@inline
def characters(public: Public) -> int:
    """Set of the characters in the cast; 0 is in it where a rank has none."""
    return _eight_characters(public) | bit(public.cast[9])


@intrinsic("number_without", "afford")
def too_small(rules: Rules, cards: int) -> int:
    """Tell how many of the first eight purses do not pay for every card of a set."""
    return sum(int(cards & ~int(payable) != 0) for payable in rules.afford[:SEATS])


@intrinsic("total", "gold")
def total_gold(public: Public) -> int:
    """Gold in all stashes."""
    return int(public.gold.sum())


def _most(field: str) -> Callable[[Any, int], int]:
    @intrinsic("most_of_others", field)
    def most(public: Public, seat: int) -> int:
        numbers = [int(number) for number in getattr(public, field)]
        return max(number for other, number in enumerate(numbers) if other != seat)

    return most


most_held = _most("hand_n")
"""``most_held(public, seat)``: cards in the largest hand of the others."""
most_gold = _most("gold")
"""``most_gold(public, seat)``: gold of the richest other player."""
most_complete = _most("city_size")
"""``most_complete(public, seat)``: districts in the largest city of the others, a Monument counted as two."""


@inline
def lead_by(standing: Any, seat: int, other: int) -> float:
    """By how many points, or nearly so, the other is ahead of the seat."""
    return 0.1 * (standing.strength[other] - standing.strength[seat])
