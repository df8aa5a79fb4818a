"""What players, characters and districts of a table are called in sentences, and how things are counted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from citadels_sim.catalogue import PACKAGED, ROYAL, ROYALS, Cards
from citadels_sim.engine.record_types import State
from citadels_sim.lineups import seat_name

_NUMBERED: Final = re.compile(r"Seat \d")


def within(name: str) -> str:
    """Write the name of a player within a sentence: ``seat 2 (builder)``, while names of people stay as they are."""
    return f"seat {name[5:]}" if _NUMBERED.match(name) else name


def ranks_of(bits: int) -> list[int]:
    """Ranks (or seats) of a set of them, in rising order."""
    left, ranks = int(bits), []
    while left:
        lowest = left & -left
        ranks.append(lowest.bit_length() - 1)
        left ^= lowest
    return ranks


@dataclass(frozen=True, slots=True)
class Names:
    """What the players are called, and who is in the cast.

    Attributes
    ----------
    seats : tuple of str
        One name per seat.
    cast : mapping of int to int
        Rank to character code.
    cards : Cards
        Those of the variant.
    """

    seats: tuple[str, ...]
    cast: Mapping[int, int]
    cards: Cards = PACKAGED

    @classmethod
    def from_state(cls, state: State, seats: tuple[str, ...] | None = None, cards: Cards = PACKAGED) -> Names:
        """Take the cast of a game's record (dtype STATE); without names the players are called Seat 1, Seat 2, ..."""
        cast = {rank: int(code) for rank, code in enumerate(state.public.cast) if code}
        return cls(seats or tuple(map(seat_name, range(int(state.public.players)))), cast, cards)

    def inside(self, seat: int) -> str:
        """Name a player within a sentence: ``seat 2 (builder)``, while names of people stay as they are."""
        return within(self.seats[int(seat)])

    def title(self, code: int) -> str:
        """Title of a character by its code."""
        return self.cards.character_of(int(code)).title

    def place(self, code: int) -> str:
        """Title of a district by its code."""
        return self.cards.district_of(int(code)).title

    def doing(self, effect: int) -> str:
        """Name what has the effect of a packaged district, by its code: ``the Laboratory``, or what else of the variant does the same."""
        printer = self.cards.district_of(effect)
        titles = [each.title for each in self.cards.districts if each.effect == printer.id]
        return f"the {' or the '.join(titles or [printer.title])}"

    def rank(self, rank: int) -> str:
        """Title of the character of a rank."""
        return self.title(self.cast[rank])

    def royal(self) -> str:
        """Name the neighbour for whom a Queen is paid: by the card of rank 4, unless the King sits elsewhere."""
        crowned = {rank for rank, code in self.cast.items() if self.cards.character_of(code).id in ROYALS}
        return f"the player of the {self.rank(ROYAL)}" if crowned <= {ROYAL} else "a neighbour"


def many(n: int, one: str, several: str = "") -> str:
    """Count things: ``1 card``, ``2 cards``, ``no gold``."""
    word = one if n == 1 else several or one + "s"
    return f"{int(n) or 'no'} {word}"
