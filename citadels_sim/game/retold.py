"""A game from its transcript, which somebody else may have written: with the names of its seats, and told again move by move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from citadels_sim.errors import CitadelsError, PositionError
from citadels_sim.foreign import Unreadable, read_json
from citadels_sim.game.api import Game
from citadels_sim.game.narration import narrate
from citadels_sim.game.session import people_of
from citadels_sim.lineups import seat_name
from citadels_sim.text import visible_line

_MOST: Final = 4 << 20
"""Bytes of such a file."""
_LONGEST: Final = 80
"""Characters of a seat's name."""


class Retold(NamedTuple):
    """A game of a file, as far as it was played; what its seats are called; those of people, None where it does not say them; the bots."""

    game: Game
    names: tuple[str, ...]
    people: tuple[int, ...] | None = None
    bots: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Its rules and its players."""
        return f"{self.game.variant.title or self.game.variant.name}, {self.game.players} players"

    def lines(self, *, labels: bool = False) -> Iterator[str]:
        """Tell it again, line by line, or event by event, every choice with its label."""
        transcript = self.game.transcript()
        chosen = iter(transcript["labels"])
        again = Game.from_transcript({**transcript, "labels": [], "result": None})
        yield from narrate(again, lambda _: next(chosen, None), self.names, labels=labels)


def _from_one(names: list[str]) -> list[str]:
    """Number seats from 1 whose names a former version numbered from 0; names of people stay as they are."""
    words = [name.removeprefix(f"Seat {seat}") for seat, name in enumerate(names)]
    if not all(name == f"Seat {seat}{rest}" and rest[:2] in ("", " (") for seat, (name, rest) in enumerate(zip(names, words, strict=True))):
        return names
    return [f"{seat_name(seat)}{rest}" for seat, rest in enumerate(words)]


def retold(file: Path) -> Retold:
    """Read a transcript, as `citadels play` and `citadels_sim.Game.transcript` write it, and play it again.

    Raises
    ------
    PositionError
        If it is none, or cannot be played so.
    """
    try:
        data = read_json(file, _MOST)
    except Unreadable as error:
        raise PositionError(f"{file}: {error}.") from None
    if not isinstance(data, dict) or "labels" not in data:
        raise PositionError(f"{file}: is not a game that `citadels play` saved. Give such a file, or a run folder.")
    try:
        game = Game.from_transcript(data)
    except CitadelsError as error:
        raise PositionError(f"{file}: {error}") from None
    said, people = data.get("seats"), people_of(data, game.players)
    bots = tuple(str(bot) for bot in data["bots"]) if people else ()
    if isinstance(said, list) and len(said) == game.players and all(isinstance(name, str) and name.strip() for name in said):
        return Retold(game, tuple(visible_line(name)[:_LONGEST] for name in _from_one(said)), people, bots)
    return Retold(game, tuple(map(seat_name, range(game.players))), people, bots)
