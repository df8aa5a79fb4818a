"""Plays as BoardGameGeek's XML lists them. A document that declares a type, which entities need, is refused before anything is expanded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final
from xml.parsers import expat

from citadels_sim.errors import CitadelsError
from citadels_sim.plays.reading.bgstats import points
from citadels_sim.plays.reading.entry import MOST_GAMES, Entry, Read, Refused, game_of
from citadels_sim.plays.reading.titles import is_citadels
from citadels_sim.text import listed

_DEEPEST: Final = 20


@dataclass
class _Play:
    """A play, as far as it is read: its line, what it says, its game, and its players with their lines."""

    line: int
    said: dict[str, str]
    item: dict[str, str] = field(default_factory=dict)
    players: list[tuple[int, dict[str, str]]] = field(default_factory=list)


class _Reader:
    """Collects the plays of a document as its elements come."""

    def __init__(self) -> None:
        self.plays: list[_Play] = []
        self._path: list[str] = []
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._refuse

    def read(self, data: bytes) -> None:
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            where = f"line {error.lineno}, column {error.offset + 1}"
            raise Refused(where, f"is not valid XML: {expat.ErrorString(error.code)}.") from None
        except CitadelsError:
            raise
        except (ValueError, LookupError):  # of a codec that the document names, or that it is none of text
            raise Refused("line 1", "has an unsupported encoding; save it as UTF-8.") from None

    def _here(self) -> str:
        return f"line {self._parser.CurrentLineNumber}, column {self._parser.CurrentColumnNumber + 1}"

    def _refuse(self, *_: object) -> None:
        raise Refused(self._here(), "declares a document type, which may hold entities; lists of plays have none.")

    def _start(self, name: str, said: dict[str, str]) -> None:
        if not self._path and name != "plays":
            raise Refused(self._here(), "is not a list of plays: its first element should be 'plays'.")
        if len(self._path) > _DEEPEST:
            raise Refused(self._here(), f"is nested more than {_DEEPEST} deep.")
        self._path.append(name)
        if self._path == ["plays", "play"]:
            if len(self.plays) > MOST_GAMES:
                raise Refused(self._here(), f"there are more than {MOST_GAMES:,} games.")
            self.plays.append(_Play(self._parser.CurrentLineNumber, said))
        elif self._path == ["plays", "play", "item"]:
            self.plays[-1].item = said
        elif self._path == ["plays", "play", "players", "player"]:
            self.plays[-1].players.append((self._parser.CurrentLineNumber, said))

    def _end(self, _: str) -> None:
        self._path.pop()


def read_bgg(data: bytes) -> Read:
    """Read the plays of Citadels of such a document.

    Raises
    ------
    Refused
        With the line of what is wrong.
    """
    reader = _Reader()
    reader.read(data)
    entries: list[Entry] = []
    left_out: Counter[str] = Counter()
    for play in reader.plays:
        if not is_citadels(play.item.get("name", ""), play.item.get("objectid")):
            left_out["of other games"] += 1
        elif play.said.get("incomplete") == "1" or play.said.get("quantity", "1") != "1" or not play.players:
            left_out["incomplete, of several games in one, or without players"] += 1
        else:
            entries.append(_entry(play))
    words = (f"{listed([f'{count:,} {what}' for what, count in left_out.items()])} left out.",) if left_out else ()
    return Read(tuple(entries), None, words)


def _entry(play: _Play) -> Entry:
    seats = [said.get("startposition", "") for _, said in play.players]
    seated = sorted(seats) == sorted(str(number) for number in range(1, len(seats) + 1))
    ordered = sorted(play.players, key=lambda player: int(player[1]["startposition"])) if seated else play.players

    def place(seat: int | None, name: str) -> str:
        return f"line {play.line}" if seat is None else f"line {ordered[seat][0]}, {'win' if name == 'won' else name}"

    fields: dict[str, Any] = {
        "date": play.said.get("date", ""),
        "seated": seated,
        "seats": [
            {
                "player": said.get("name") or said.get("username") or 0,
                "score": points(said.get("score", ""), f"line {line}, score"),
                "won": said.get("win") == "1",
            }
            for line, said in ordered
        ],
    }
    return game_of(fields, place)
