"""What a position says, once it has been read: plain values, checked, with codes in the place of ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from citadels_sim.catalogue import PACKAGED, Cards

KEYS: Final = (
    "round",
    "crown",
    "players",
    "deck",
    "seed",
    "face_up",
    "face_down",
    "next_rank",
    "murdered",
    "robbed",
    "bewitched",
    "warrants",
    "threats",
    "tax",
    "builders",
    "completed",
    "first",
    "bell_tower",
    "cast",
    "strict",
    "pending",
)
"""Keys of a position, in the order in which they are written."""
SEAT_KEYS: Final = ("gold", "hand", "city", "characters")
"""Keys of one of its players."""
CITY_KEYS: Final = ("district", "beautified", "tucked", "round")
"""Keys of one district of a city."""


@dataclass(frozen=True, slots=True)
class Built:
    """One district of a city.

    Attributes
    ----------
    code : int
        Its `citadels_sim.catalogue.D` code.
    beautified : bool
        Whether a gold lies on it.
    round_no : int
        Round in which it was built; 0 when before the position's memory, or when it came otherwise.
    tucked : tuple of int
        Codes of the cards under a Museum.
    """

    code: int
    beautified: bool = False
    round_no: int = 0
    tucked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: gold, district codes of the hand, the city in the order built, ranks of this round's characters."""

    gold: int
    hand: tuple[int, ...]
    city: tuple[Built, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Markers:
    """Warrants or threats that lie at characters.

    Attributes
    ----------
    face : int
        Rank that bears the signed warrant or the flowered threat; 0 when that one is gone.
    blank : tuple of int
        Ranks that bear the others, in rising order.
    """

    face: int = 0
    blank: tuple[int, ...] = ()

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks that bear any of them, in rising order; empty when none lie."""
        return tuple(sorted((*self.blank, self.face))) if self.face else self.blank


def rank_with(power: str, cast: Mapping[int, int], cards: Cards) -> int:
    """Rank of the character of a cast with a power of which there is one at most; 0: none has it."""
    return next((rank for rank, code in cast.items() if code and cards.character_of(code).power == power), 0)


@dataclass(frozen=True, slots=True)
class Position:
    """A table of Citadels. Characters are ranks of `cast`, districts are codes, seats are numbers from 0.

    Attributes
    ----------
    round_no, crown, seed, next_rank : int
    players : tuple of Player
        One per seat.
    deck : tuple of int or None
        Top first; None: what lies nowhere else, shuffled with the seed.
    face_up, face_down : tuple of int
        Ranks removed.
    murdered, robbed, bewitched : int
        Ranks named, 0 for none.
    warrants, threats : Markers
    tax : int
        Gold on the Tax Collector's token.
    builders : tuple of int
        Seats that have built in this round.
    completed, first : tuple of int or None
        Seats; None: the seats whose cities are complete, in order of seats, and the first of those. Empty: nobody.
    bell_tower : bool
        Whether its smaller size completes a city: it was announced, or works by itself.
    cast : mapping of int to int
        Rank to character code.
    strict : bool
        Whether it was checked against the number of copies in the deck.
    pending : mapping or None
        The rest of a game stopped at a decision, see `citadels_sim.game.pending`.
    cards : Cards
        Those of the variant.
    """

    round_no: int
    crown: int
    players: tuple[Player, ...]
    deck: tuple[int, ...] | None
    seed: int
    face_up: tuple[int, ...]
    face_down: tuple[int, ...]
    next_rank: int
    murdered: int
    robbed: int
    bewitched: int
    warrants: Markers
    threats: Markers
    tax: int
    builders: tuple[int, ...]
    completed: tuple[int, ...] | None
    first: tuple[int, ...] | None
    bell_tower: bool
    cast: Mapping[int, int]
    strict: bool
    pending: Mapping[str, Any] | None
    cards: Cards = PACKAGED

    def rank_with(self, power: str) -> int:
        """Rank of the character with a power of which a cast has one at most; 0: none has it."""
        return rank_with(power, self.cast, self.cards)

    def character(self, rank: int) -> str:
        """Id of the character that this game has at a rank."""
        return self.cards.character_of(self.cast[rank]).id
