"""A sheet that is wrong is one message with row and column, and nothing of it is added: also not its games that are right."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Speak = Callable[..., Any]
Row = dict[str, str]
COUNT = 3


@pytest.fixture
def rows(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Row]:
    """Two games of three that are right."""
    monkeypatch.chdir(tmp_path)
    assert citadels("plays", "sheet", "citadels-2016", "--players", str(COUNT), "--games", "2", "--out", "sheet.csv").code == 0
    lines = list(csv.DictReader(Path("sheet.csv").read_text().splitlines()))
    for number, line in enumerate(lines):
        seat = number % COUNT
        line |= {
            "player": "ABC"[seat],
            "score": str(20 - seat),
            "winner": "" if seat else "x",
            "characters": ("king", "thief", "bishop")[seat],
        }
    return lines


def write(name: str, rows: list[Row]) -> str:
    with Path(name).open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return name


def nine(rows: list[Row]) -> list[Row]:
    """A game of nine, behind one that is right."""
    return rows[:COUNT] + [rows[COUNT] | {"seat": str(seat), "winner": "" if seat > 1 else "x"} for seat in range(1, 10)]


def changed(number: int, **cells: str) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [line | cells if place == number else line for place, line in enumerate(rows)]


def every(**cells: str) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [line | cells for line in rows]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (every(rules="0" * 12), "row 2, column K (rules): is stamped with 'citadels-2016', rules 000000000000, which no version"),
        (every(rules="0" * 3), "row 2, column K (rules): is stamped with"),
        (every(variant="clasic-2000"), "row 2, column K (rules): is stamped with 'clasic-2000'"),
        (changed(4, version="2"), "row 6, column J (version): other rules than the lines above."),
        (changed(4, characters="kingg"), "row 6, column F (characters): 'kingg' is not a character of citadels-2016 with 3 players."),
        (every(version="9"), "row 2, column J (version): '9': rules "),
        (every(characters="king"), "row 3, column F (characters): 'king' is also at another seat in the last round"),
        (changed(4, characters="king+bishop+thief"), "row 6, column F (characters): 'king+bishop+thief': two characters each in a round"),
        (changed(4, winner="x", score="20"), "row 6, column H (winner): a second winner: these rules break every tie by the highest rank."),
        (changed(4, winner="x"), "row 6, column H (winner): won with 19 points, but another seat has 20."),
        (changed(3, winner=""), "row 5, column H (winner): the game has no winner."),
        (changed(4, score="-3"), "row 6, column G (score): '-3': should be a whole number from 0 to 999."),
        (changed(4, rounds="1000000"), "row 6, column C (rounds): '1000000': should be a whole number from 1 to 200."),
        (changed(4, rounds="0"), "row 6, column C (rounds): '0': should be a whole number from 1 to 200."),
        (changed(4, seat="7"), "row 6, column D (seat): '7': should be a whole number from 1 to 3."),
        (changed(4, seat="1" * 5000), "row 6, column D (seat): '1111"),
        (changed(4, seat=""), "row 6, column D (seat): is empty: it should be a whole number from 1 to 3."),
        (changed(4, seat="1"), "row 6, column D (seat): seat 1 of this game is also in row 5."),
        (nine, "row 5, column A (game): 9 players; a game has 2 to 8."),
    ],
)
def test_one_message_names_the_cell_and_nothing_is_added(
    citadels: Speak, rows: list[Row], edit: Callable[[list[Row]], list[Row]], message: str
) -> None:
    good = write("good.csv", rows)
    said = citadels("plays", "add", good, write("bad.csv", edit(rows)))
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert said.err.startswith(f"citadels: bad.csv: {message}")
    assert not Path("studies").exists()
    assert citadels("plays", "add", good).code == 0


ENTITIES = b"".join(b'<!ENTITY b%d "%s">' % (n, b"&a;" * 10) for n in range(9))
BOMB = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + ENTITIES + b"]><plays>&b8;</plays>"
AWAY = b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><plays><play>&f;</play></plays>'


@pytest.mark.parametrize("content", [BOMB, AWAY, b"<plays", b"PK\x03\x04damaged"], ids=["bomb", "file", "cut off", "no archive"])
def test_a_hostile_file_is_one_message_and_nothing_is_added(citadels: Speak, rows: list[Row], content: bytes) -> None:
    Path("bad.xml").write_bytes(content)
    said = citadels("plays", "add", write("good.csv", rows), "bad.xml", "--variant", "citadels-2016")
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert said.err.startswith("citadels: bad.xml: ")
    assert "root:" not in said.err
    assert not Path("studies").exists()


def test_a_workbook_that_unfolds_to_gigabytes_is_refused(citadels: Speak, rows: list[Row]) -> None:
    with zipfile.ZipFile("bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (200 << 20))
    said = citadels("plays", "add", write("good.csv", rows), "bomb.xlsx")
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert not Path("studies").exists()
