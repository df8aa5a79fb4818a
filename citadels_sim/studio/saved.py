"""The games that were played in a studio: files of `citadels play`, which somebody else may have put there."""

from __future__ import annotations

import heapq
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from citadels_sim.errors import CitadelsError
from citadels_sim.foreign import Unreadable, read_json
from citadels_sim.game.session import people_of
from citadels_sim.game.table_words import verdict
from citadels_sim.plays.game import PlayedGame
from citadels_sim.plays.store import Kept
from citadels_sim.text import visible_line

GAMES: Final = Path("games")
_SHOWN: Final = 30
"""Games that are listed, the last ones."""
_MOST: Final = 4 << 20
"""Bytes of such a file."""


class SavedGame(NamedTuple):
    """A game in the folder.

    Attributes
    ----------
    file : pathlib.Path
    variant : str
        Name of its rules; "" where the file cannot be read.
    choices : int
        Made so far.
    ended : str
        Who has won; "" as long as it is not over.
    people : tuple of int or None
        Their seats; None where it does not say them.
    bots : tuple of str
        As it names them.
    fault : str
        Why it cannot be read.
    seats : tuple of (int, bool)
        Score of each seat, and whether it has won, in order of both; none as long as it is not over.
    picks : tuple of str
        Characters that were picked by choice.
    """

    file: Path
    variant: str = ""
    choices: int = 0
    ended: str = ""
    people: tuple[int, ...] | None = None
    bots: tuple[str, ...] = ()
    fault: str = ""
    seats: tuple[tuple[int, bool], ...] = ()
    picks: tuple[str, ...] = ()

    def is_among(self, kept: Iterable[Kept]) -> bool:
        """Tell whether it has been added to people's games: one of them has its scores, its winners and all its picks."""
        return bool(self.seats) and any(self._is(game) for one in kept for game in one.games)

    def _is(self, game: PlayedGame) -> bool:
        had = Counter(name for seat in game.seats for held in seat.characters for name in held.split("+"))
        return sorted((seat.score or 0, seat.won) for seat in game.seats) == [*self.seats] and Counter(self.picks) <= had


def file_of(words: Sequence[str]) -> Path:
    """Return the file of the game that a command of the studio plays."""
    return next(file for file in map(Path, words) if file.parent == GAMES)


def is_over(file: Path) -> bool:
    """Tell whether a game that is being played is over."""
    try:
        there = file.stat()
    except OSError:
        return False
    return bool(_saved(file, there.st_mtime_ns, there.st_size).ended)


def saved_games() -> list[SavedGame]:
    """Return the games of the folder, the last one first; of many the last ones."""
    try:
        with os.scandir(GAMES) as entries:  # in any order: the last ones are known once all are seen, and only they are read
            last = heapq.nlargest(_SHOWN, filter(None, map(_dated, entries)))
    except OSError:
        return []
    return [_saved(GAMES / name, written, size) for written, name, size in last]


def saved_game(name: str) -> SavedGame:
    """Return one of them by the name of its file; no name is part of a path.

    Raises
    ------
    CitadelsError
        If there is none, or it cannot be read.
    """
    for game in saved_games():
        if game.file.name == name:
            if game.fault:
                raise CitadelsError(f"{game.file}: {game.fault}.")
            return game
    raise CitadelsError(f"there is no game '{visible_line(name)[:80]}' in the folder {GAMES}. Load the page again.")


def _dated(entry: os.DirEntry[str]) -> tuple[int, str, int] | None:
    """Return when a file was written, its name and its size; None for what can be no game."""
    try:
        there = entry.stat()
        return (there.st_mtime_ns, entry.name, there.st_size) if entry.name.endswith(".json") and entry.is_file() else None
    except OSError:  # it has just gone
        return None


@lru_cache(maxsize=2 * _SHOWN)
def _saved(path: Path, written: int, size: int) -> SavedGame:
    """Read a game, once for each time that it was written."""
    try:
        data = read_json(path, _MOST, ".")
    except Unreadable as error:
        return SavedGame(path, fault=str(error))
    if not isinstance(data, dict) or not isinstance(data.get("variant"), dict) or not isinstance(data.get("labels"), list):
        return SavedGame(path, fault="is not a game of `citadels play`")
    people = people_of(data, data["players"]) if isinstance(data.get("players"), int) else None
    name, bots = visible_line(str(data["variant"].get("name", "")))[:80], data["bots"] if people else ()
    return SavedGame(path, name, len(data["labels"]), _winners(data), people, tuple(map(str, bots)), seats=_seats(data), picks=_picks(data))


def _seats(data: dict[str, Any]) -> tuple[tuple[int, bool], ...]:
    """Return score and success of each seat, sorted; none where the game is not over."""
    try:
        result = data["result"]
        return tuple(sorted((int(score["total"]), score["seat"] in result["winners"]) for score in result["scores"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        return ()


def _picks(data: dict[str, Any]) -> tuple[str, ...]:
    return tuple(label.removeprefix("pick:") for label in data["labels"] if isinstance(label, str) and label.startswith("pick:"))


def _winners(data: dict[str, Any]) -> str:
    """Name who has won; "" where the game is not over, or the file does not say it as `citadels play` does."""
    names, result = data.get("seats"), data.get("result")
    if not isinstance(names, list) or not isinstance(result, dict):
        return ""
    try:
        return visible_line(verdict({"tie_break": None, **result}, [str(name) for name in names]))[:300]
    except (KeyError, IndexError, TypeError, ValueError):
        return ""
