"""What every reader of games gives: the games of a file, each with its place there, and which rules they are of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from citadels_sim.errors import CitadelsError
from citadels_sim.plays.game import PlayedGame
from citadels_sim.text import cut, lower_first, visible_line
from citadels_sim.variants import Variant

MOST_GAMES: Final = 20_000
"""Games of one file."""
NO_WINNER: Final = "the game has no winner"
"""What is said of a game in which nobody has won."""

Place = Callable[[int | None, str], str]
"""Where in its file a game has a field, of a seat or (None) of the whole game."""


class Refused(CitadelsError):
    """A file of games that is not taken: where in it, and why; nothing of it is kept."""

    def __init__(self, place: str, text: str) -> None:
        super().__init__(": ".join(filter(None, (place, text))))


class Entry(NamedTuple):
    """A game of a file, with the names of its players as they stand there."""

    game: PlayedGame
    place: Place


class Stamp(NamedTuple):
    """What a sheet says of the rules that it is for: the name of the variant, the number of its version, the beginning of their digest."""

    variant: str
    version: str
    rules: str


@dataclass(frozen=True)
class Read:
    """What was read from a file.

    Attributes
    ----------
    entries : tuple of Entry
    rules : Variant, Stamp or None
        What the games are of, as far as the file knows.
    left_out : tuple of str
        What of it is no game to keep, and why, in words.
    said : mapping
        Where it says them: the place of each part of a stamp, by its column.
    """

    entries: tuple[Entry, ...]
    rules: Variant | Stamp | None = None
    left_out: tuple[str, ...] = ()
    said: Mapping[str, str] = field(default_factory=dict)


def game_of(fields: dict[str, Any], place: Place) -> Entry:
    """Make an entry of the fields of a game.

    Raises
    ------
    Refused
        If one of them cannot be what it says.
    """
    try:
        return Entry(PlayedGame.model_validate(fields), place)
    except ValidationError as error:
        first = error.errors()[0]
        where = [part for part in first["loc"] if not str(part).startswith("function-")]
        seat = int(where[1]) if len(where) > 1 and where[0] == "seats" else None
        field = str(where[2]) if seat is not None and len(where) > 2 else str(where[0]) if where else "winner"
        text = str(first["msg"]).removeprefix("Value error, ")
        if not where and "winner" in text:
            text = NO_WINNER
        if where == ["seats"]:
            count = len(fields["seats"])
            field, text = "players", f"{count} player{'s' * (count != 1)}; a game has 2 to 8"
        raise Refused(place(seat, field), f"{quoted(first['input'])}{lower_first(text)}.") from None


def quoted(value: object) -> str:
    """Quote a value for the beginning of a message; nothing of one that is no word or number."""
    return f"'{cut(visible_line(str(value)), 60)}': " if isinstance(value, str | int | float) else ""


_BETWEEN: Final = re.compile(r"\s*[,;/|>\uff0f]\s*")  # \uff0f: what BG Stats puts between two roles
_SPACE: Final = re.compile(r"[\s_]+")


def characters_of(text: str) -> tuple[str, ...]:
    """Split a list of characters, in the order of rounds: at commas, semicolons or slashes, else at spaces; two of a round have a ``+``."""
    plain = text.strip().strip(",;/|>").lower()
    parts = _BETWEEN.split(plain) if _BETWEEN.search(plain) else re.sub(r"\s*\+\s*", "+", plain).split()
    return tuple("+".join(_SPACE.sub("-", one.strip()) for one in part.split("+")) for part in parts if part)
