"""Sheets: a line for each seat of a game, from CSV or from a workbook, whose rows of cells are read alike."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from citadels_sim.errors import nearest
from citadels_sim.plays.game import MOST_POINTS, MOST_ROUNDS
from citadels_sim.plays.reading.entry import MOST_GAMES, Entry, Read, Refused, Stamp, characters_of, game_of, quoted
from citadels_sim.plays.sheet import COLUMNS, STAMP
from citadels_sim.text import cut, visible_line

MOST_ROWS: Final = 9 * MOST_GAMES
MOST_COLUMNS: Final = 60
_DIGITS: Final = 20
"""Of the longest number that is looked at."""
_NEEDED: Final = ("game", "seat", "winner")
_FILLED: Final = ("player", "characters", "score", "winner")
_WON: Final = {"x": True, "yes": True, "y": True, "1": True, "true": True, "won": True, "win": True}
_LOST: Final = {"": False, "no": False, "n": False, "0": False, "false": False, "lost": False, "-": False}


class _Line(NamedTuple):
    """A row of a sheet: its number there, and its cells by column."""

    number: int
    cells: Mapping[str, str]


def csv_rows(data: bytes) -> list[list[str]]:
    """Read CSV with commas, semicolons or tabs between the cells.

    Raises
    ------
    Refused
        If it is none.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(f"row {line}", "is not text in UTF-8. Save it as CSV in UTF-8.") from None
    head = text.partition("\n")[0]
    between = max(",;\t", key=head.count)
    rows: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True):
            if len(rows) >= MOST_ROWS:
                raise Refused(f"row {len(rows) + 1}", f"there are more than {MOST_ROWS:,} rows.")
            rows.append([cell.strip() for cell in row])
    except csv.Error as error:
        raise Refused(f"row {len(rows) + 1}", f"is not valid CSV: {error}.") from None
    return rows


_NOT_FILLED: Final = "No line is filled in: put an x into the column 'winner' of the seat that won, at least."


def letter(column: int) -> str:
    """Name a column as spreadsheets do, from 0: A, B, ... AA."""
    return f"{letter(column // 26 - 1) if column >= 26 else ''}{chr(ord('A') + column % 26)}"


def read_rows(rows: Sequence[Sequence[str]]) -> Read:
    """Read the games of a sheet.

    Raises
    ------
    Refused
        With row and column of the first cell that is wrong.
    """
    first = next((i for i, row in enumerate(rows) if any(row)), None)
    if first is None:
        raise Refused("row 1", "the sheet is empty. `citadels plays sheet` writes one to fill in.")
    places = _columns(rows[first], first + 1)
    games: dict[str, list[_Line]] = {}
    for number, row in enumerate(rows[first + 1 :], start=first + 2):
        cells = {name: row[place] if place < len(row) else "" for name, place in places.items()}
        if any(cells.values()):
            if not cells["game"]:
                raise Refused(_at(places, number, "game"), "is empty: each line needs the number of its game.")
            games.setdefault(cells["game"], []).append(_Line(number, cells))
    filled = [lines for lines in games.values() if any(line.cells.get(name) for line in lines for name in _FILLED)]
    if len(filled) > MOST_GAMES:
        raise Refused("", f"there are more than {MOST_GAMES:,} games.")
    if not filled:
        return Read((), left_out=(_NOT_FILLED,) if games else ())
    stamp = _stamp(filled, places)
    said = {name: _at(places, filled[0][0].number, name) for name in STAMP} if stamp else {}
    return Read(tuple(_entry(lines, places) for lines in filled), stamp, said=said)


def _columns(head: Sequence[str], number: int) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, name in enumerate(head[:MOST_COLUMNS]):
        word = name.lower()
        if not word:
            continue
        if word not in COLUMNS:
            near = nearest(word, COLUMNS)
            shown = cut(visible_line(name), 60)
            raise Refused(f"row {number}, column {letter(place)}", f"'{shown}' is not a column of a sheet: {', '.join(COLUMNS)}.{near}")
        if word in places:
            raise Refused(f"row {number}, column {letter(place)}", f"the column '{word}' occurs twice.")
        places[word] = place
    if missing := [name for name in _NEEDED if name not in places]:
        raise Refused(f"row {number}", f"has no column '{missing[0]}'; the first row names the columns: {', '.join(COLUMNS)}.")
    return places


def _at(places: Mapping[str, int], number: int, name: str) -> str:
    """Name a cell: row, and column where the sheet has it."""
    return f"row {number}, column {letter(places[name])} ({name})" if name in places else f"row {number}"


def _entry(lines: Sequence[_Line], places: Mapping[str, int]) -> Entry:
    """Make a game of its lines."""
    day, _ = (_common(lines, places, name) for name in ("date", "rounds"))
    by_seat: dict[int, _Line] = {}
    for line in lines:
        seat = _number(line, places, "seat", 1, len(lines))
        if seat is None:
            raise Refused(_at(places, line.number, "seat"), f"is empty: it should be a whole number from 1 to {len(lines)}.")
        if seat in by_seat:
            raise Refused(_at(places, line.number, "seat"), f"seat {seat} of this game is also in row {by_seat[seat].number}.")
        by_seat[seat] = line
    ordered = [by_seat[seat] for seat in sorted(by_seat)]

    def place(seat: int | None, field: str) -> str:
        column = {"won": "winner", "players": "game", "seats": "game"}.get(field, field)
        return _at(places, (lines[0] if seat is None else ordered[seat]).number, column)

    says = next((line for line in lines if line.cells.get("rounds")), lines[0])
    rounds = _number(says, places, "rounds", 1, MOST_ROUNDS)
    seats = [
        {
            "player": line.cells.get("player") or 0,
            "characters": characters_of(line.cells.get("characters", "")),
            "score": _number(line, places, "score", 0, MOST_POINTS),
            "won": _won(line, places),
        }
        for line in ordered
    ]
    return game_of({"date": day, "rounds": rounds, "seats": seats}, place)


def _common(lines: Sequence[_Line], places: Mapping[str, int], name: str) -> str:
    """Return what the lines of a game say of the whole game."""
    said = ""
    for line in lines:
        cell = line.cells.get(name, "")
        if said and cell and cell != said:
            raise Refused(_at(places, line.number, name), f"{quoted(cell)}another line of this game has '{cut(visible_line(said), 60)}'.")
        said = said or cell
    return said


def _number(line: _Line, places: Mapping[str, int], name: str, least: int, most: int) -> int | None:
    cell = line.cells.get(name, "")
    if not cell:
        return None
    if not (cell.isascii() and cell.isdigit() and len(cell) <= _DIGITS and least <= int(cell) <= most):
        raise Refused(_at(places, line.number, name), f"{quoted(cell)}should be a whole number from {least} to {most}.")
    return int(cell)


def _won(line: _Line, places: Mapping[str, int]) -> bool:
    word = line.cells["winner"].lower()
    won = (_WON | _LOST).get(word)
    if won is None:
        raise Refused(_at(places, line.number, "winner"), f"{quoted(line.cells['winner'])}should be x for a winner, or empty.")
    return won


def _stamp(games: Sequence[Sequence[_Line]], places: Mapping[str, int]) -> Stamp | None:
    """Return the rules that all lines name."""
    found: Stamp | None = None
    for line in (line for lines in games for line in lines):
        stamp = Stamp(*(line.cells.get(name, "") for name in STAMP))
        if any(stamp):
            if found is not None and stamp != found:
                name = next(name for name, one, other in zip(STAMP, stamp, found, strict=True) if one != other)
                raise Refused(_at(places, line.number, name), "other rules than the lines above. Make a sheet for each version.")
            found = stamp
    return found
