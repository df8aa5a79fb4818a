"""Games of real tables in a studio: entered, uploaded, and reported on."""

from __future__ import annotations

import base64
import json
import threading
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.plays import together
from citadels_sim.plays.blocks import show_plays
from citadels_sim.plays.game import PlayedGame, PlayedSeat
from citadels_sim.plays.sheet import Sheet, to_csv
from citadels_sim.studio.people import SHEETS
from citadels_sim.studio.site import Studio
from citadels_sim.web.site import BadRequest

ODD = "<img src=x onerror=alert(1)>"
GAME = {
    "players": "4",
    "date": "2026-11-27",
    "rounds": "9",
    "player1": "Ann",
    "characters1": "thief, king",
    "score1": "20",
    "score2": "31",
    "winner2": "x",
    "characters2": "Warlord",
    "player8": "nobody sits here",
}


def kept() -> list[Any]:
    return [game for file in Path("studies/mine/plays").glob("*.json") for game in json.loads(file.read_text())["games"]]


def upload(studio: Studio, name: str, data: bytes) -> Any:
    return studio.act("upload", {"file": "mine", "name": name, "data": base64.b64encode(data).decode()})


def test_a_game_that_is_entered_becomes_a_sheet_that_is_added_by_a_command(studio: Studio) -> None:
    assert studio.act("enter", {"file": "mine", "typed": GAME})["said"].startswith("1 new game of mine added.")
    (file,) = SHEETS.glob("mine-*.csv")
    assert studio.steps[0].command == f"citadels plays add {file} --variant mine.toml"
    (game,) = kept()
    assert (game["date"], game["rounds"], len(game["seats"])) == ("2026-11-27", 9, 4)
    assert [seat["score"] for seat in game["seats"]] == [20, 31, None, None]
    assert [seat["won"] for seat in game["seats"]] == [False, True, False, False]
    assert game["seats"][0]["characters"] == ["thief", "king"]
    assert game["seats"][0]["player"] == 1  # no name is kept


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"players": "9"}, "players: should be a number from 2 to 7."),
        ({"winner2": ""}, "The game has no winner: choose \u201cwon\u201d at the seat that won."),
        ({"winner1": "x", "winner2": ""}, "Seat 1, winner: won with 20 points, but another seat has 31."),
        ({"characters3": "kng"}, "Seat 3, characters: 'kng' is not a character of mine with 4 players. Did you mean 'king'?"),
        ({"score4": "many"}, "Seat 4, score: 'many': should be a whole number from 0 to 999."),
        ({"characters3": ODD}, "Seat 3, characters: '<img' is not a character of mine with 4 players."),
    ],
)
def test_a_game_that_cannot_be_is_refused_by_seat_and_nothing_is_kept(studio: Studio, changed: dict[str, str], words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        studio.act("enter", {"file": "mine", "typed": GAME | changed})
    assert words in str(refused.value)
    assert ".." not in str(refused.value)
    page = studio.read("play/mine")  # seats are numbered as on a sheet
    assert all(f"<b>{head}</b>" in page for head in ("Seat 1 (first crown)", "Seat 2", "Seat 3", "Seat 7"))
    assert "Seat 0" not in page
    assert kept() == []
    assert list(Path().rglob("*.csv")) == []


def test_a_sheet_is_uploaded_and_read_as_the_command_reads_it(studio: Studio) -> None:
    sheet = to_csv(Sheet(cs.load_variant("mine.toml"), "", 4, 2)).decode().splitlines()
    filled = "\n".join(line.replace(",,,,,", ",,,,x,", 1) if line.startswith(("1,,,2", "2,,,1")) else line for line in sheet)
    assert upload(studio, "../Our Games.CSV", filled.encode())["said"].startswith("2 new games of mine added.")
    assert upload(studio, "our-games.csv", filled.encode())["said"].startswith("0 new games of mine added. 2 were there already.")
    assert sorted(file.name for file in SHEETS.iterdir()) == ["our-games-2.csv", "our-games.csv"]
    assert len(kept()) == 2


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.toml", b"x", "should end in .csv, .xlsx, .json or .xml."),
        ("../../a", b"x", "should end in"),
        ("a.csv", b"", "the sheet is empty"),
        ("a.csv", b"\xff\xfe", "is not text in UTF-8"),
        ("a.xlsx", b"PK\x03\x04", "is not a workbook"),
        ("a.json", b"{}", "is JSON, but neither"),
        ("a.xml", b"<!DOCTYPE x [<!ENTITY y 'z'>]><plays/>", "a.xml"),
    ],
)
def test_what_is_no_file_of_games_is_refused_and_not_kept(studio: Studio, name: str, data: bytes, words: str) -> None:
    with pytest.raises(BadRequest, match=words.replace(".", r"\.")):
        upload(studio, name, data)
    assert [path for path in Path().rglob("*") if path.is_file()] == [Path("mine.toml")]


def test_a_folder_of_sheets_that_leads_elsewhere_is_not_written_to(studio: Studio, tmp_path: Path) -> None:
    (tmp_path.parent / "elsewhere").mkdir(exist_ok=True)
    SHEETS.symlink_to(tmp_path.parent / "elsewhere")
    with pytest.raises(BadRequest, match="outside the folder"):
        studio.act("enter", {"file": "mine", "typed": GAME})
    assert list((tmp_path.parent / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("data", ["%", "ä", 3, "YQ="])
def test_bytes_that_are_not_sent_as_base64_are_refused(studio: Studio, data: Any) -> None:
    with pytest.raises(BadRequest, match="data: should be"):
        studio.act("upload", {"file": "mine", "name": "a.csv", "data": data})


def test_the_report_is_made_while_the_pages_go_on_and_shown_as_tables(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadRequest, match=r"No games of people by the rules of mine have been added yet\."):
        studio.act("people", {"file": "mine"})
    studio.act("enter", {"file": "mine", "typed": GAME})
    goes_on = threading.Event()

    def plays_beside(*given: Any) -> Any:
        goes_on.wait(60)
        return together.plays_beside(*given)

    monkeypatch.setattr("citadels_sim.studio.people.plays_beside", plays_beside)
    assert studio.act("people", {"file": "mine"}) == {"reload": True}
    assert studio.steps[0].command == "citadels plays report mine.toml"
    assert studio.people is not None
    assert studio.state()["people"] == ["mine", True]
    assert "The report is being made." in studio.read("play/mine")
    with pytest.raises(BadRequest, match="is being made"):
        studio.act("people", {"file": "mine"})
    goes_on.set()
    studio.people.thread.join(timeout=300)
    assert studio.state()["people"] == ["mine", False]  # so that a page which is open is loaded again
    page = studio.read("play/mine")
    assert "1 game of people with 4 players: no bots have played there by these rules" in page
    assert "is being made" not in page


def test_a_report_is_drawn_in_tables_and_a_fault_of_it_is_said(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    studio.act("enter", {"file": "mine", "typed": GAME})
    bots = [PlayedGame(seats=(PlayedSeat(bot=ODD, score=9), PlayedSeat(score=20, won=True)))]
    monkeypatch.setattr("citadels_sim.studio.people.plays_beside", lambda *_: show_plays([], {"mine": bots}))
    studio.act("people", {"file": "mine"})
    assert studio.people is not None
    studio.people.thread.join(timeout=300)
    page = studio.read("play/mine")
    assert 'class="wide"' in page
    assert "nan" not in page
    assert "<img" not in page
    monkeypatch.setattr("citadels_sim.studio.people.plays_beside", lambda *_: 1 / 0)
    studio.act("people", {"file": "mine"})
    studio.people.thread.join(timeout=300)
    assert "This is a fault of citadels_sim" in studio.read("play/mine")
