"""Games that people played, read from files of others: every format, and what is refused with its place."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.plays.game import PlayedGame, PlayedSeat, as_named, faults
from citadels_sim.plays.reading import Refused, Stamp, read_plays
from citadels_sim.plays.reading.entry import characters_of
from citadels_sim.variants import load_variant

HEAD = "game,date,rounds,seat,player,characters,score,winner,variant,version,rules"
STAMPED = "classic-2000,2,0123456789ab"


def sheet(tmp_path: Path, *lines: str, head: str = HEAD) -> Path:
    file = tmp_path / "games.csv"
    file.write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    return file


def test_a_sheet_is_read_line_by_line_and_seats_stand_in_their_order(tmp_path: Path) -> None:
    file = sheet(
        tmp_path,
        f'1,2026-11-27,9,2,Bob,"King, Tax Collector; warlord",21,,{STAMPED}',
        f"1,,,1,Anna,thief king,25,x,{STAMPED}",
        f"2,,,1,,,,,{STAMPED}",
        f"2,,,2,,,,,{STAMPED}",
    )
    read = read_plays(file)
    assert read.rules == Stamp("classic-2000", "2", "0123456789ab")
    (entry,) = read.entries
    assert entry.game == PlayedGame(
        date="2026-11-27",
        rounds=9,
        seats=(
            PlayedSeat(player="Anna", characters=("thief", "king"), score=25, won=True),
            PlayedSeat(player="Bob", characters=("king", "tax-collector", "warlord"), score=21),
        ),
    )
    assert entry.place(1, "score") == "row 2, column G (score)"
    assert entry.place(0, "characters") == "row 3, column F (characters)"


def test_semicolons_of_other_spreadsheets_are_read_too(tmp_path: Path) -> None:
    file = sheet(tmp_path, "1;1;x", "1;2;", head="game;seat;winner")
    (entry,) = read_plays(file).entries
    assert [seat.won for seat in entry.game.seats] == [True, False]


def test_two_characters_of_a_round_belong_together() -> None:
    assert characters_of("King + Thief, warlord+bishop") == ("king+thief", "warlord+bishop")
    assert characters_of("king+thief  warlord") == ("king+thief", "warlord")
    assert PlayedSeat(characters=("king+thief", "warlord+bishop")).last == ("warlord", "bishop")


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("tax collector", ("tax-collector",)),
        ("wizard night owl, ", ("wizard", "night-owl")),
        ('Night "Owl" \N{OWL}, taxcollector', ("night-owl", "tax-collector")),
        ("night owl+tax collector", ("night-owl+tax-collector",)),
        ("tax collector wizrd", ("tax-collector", "wizrd")),
        ("tax", ("tax",)),
    ],
)
def test_names_of_two_words_and_titles_are_characters(typed: str, held: tuple[str, ...]) -> None:
    owl = {"title": 'Night "Owl" \N{OWL}', "rank": 6}
    cast = ["assassin", "tax-collector", "wizard", "king", "bishop", "night-owl", "architect", "warlord"]
    variant = load_variant("classic-2000", {"characters.night-owl": owl, "cast": cast})
    seats = tuple(PlayedSeat(characters=characters_of(typed) if not place else (), won=not place) for place in range(4))
    assert as_named(PlayedGame(seats=seats), variant).seats[0].characters == held


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["1,27.11.2026,9,1,,,3,x,,,", "1,,,2,,,,,,,"], "row 2, column B (date): '27.11.2026': should be a date"),
        (["1,2026-13-40,9,1,,,3,x,,,", "1,,,2,,,,,,,"], "row 2, column B (date): '2026-13-40': should be a date"),
        (["1,,,1,,,3,x,,,", "1,,,2,,,ten,,,,"], "row 3, column G (score): 'ten': should be a whole number from 0 to 999."),
        (["1,,,1,,,3,x,,,", "1,,,2,,,99999,,,,"], "row 3, column G (score): '99999': should be a whole number from 0 to 999."),
        (["1,,,1,,,3,perhaps,,,", "1,,,2,,,,,,,"], "row 2, column H (winner): 'perhaps': should be x for a winner"),
        (["1,,,1,,,3,,,,", "1,,,2,,,,,,,"], "row 2, column H (winner): the game has no winner."),
        (["1,,,1,,,3,x,,,", "1,,,3,,,,,,,"], "row 3, column D (seat): '3': should be a whole number from 1 to 2."),
        (["1,,,1,,,3,x,,,", "1,,,1,,,,,,,"], "row 3, column D (seat): seat 1 of this game is also in row 2."),
        (["1,,8,1,,,3,x,,,", "1,,9,2,,,,,,,"], "row 3, column C (rounds): '9': another line of this game has '8'."),
        (["1,,,1,,,3,x,,,"], "row 2, column A (game): 1 player; a game has 2 to 8."),
        ([f"1,,,{n},,,3,{'x' if n == 1 else ''},,," for n in range(1, 10)], "row 2, column A (game): 9 players; a game has 2 to 8."),
        ([",,,1,,,3,x,,,"], "row 2, column A (game): is empty"),
        (["1,,,1,,,3,x,a,1,b", "1,,,2,,,3,,a,2,b"], "row 3, column J (version): other rules than the lines above"),
        (['1,,,1,"open,,3,x,,,'], "is not valid CSV"),
    ],
)
def test_a_sheet_that_is_wrong_is_refused_with_row_and_column(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_plays(sheet(tmp_path, *lines))
    assert str(refused.value).startswith(f"{tmp_path / 'games.csv'}: ")
    assert message in str(refused.value)


def test_columns_that_are_not_known_have_the_nearest_name(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"row 1, column C: 'winer' is not a column of a sheet: .* Did you mean 'winner'\?"):
        read_plays(sheet(tmp_path, "1,1,x", head="game,seat,winer"))
    with pytest.raises(Refused, match="row 1: has no column 'winner'"):
        read_plays(sheet(tmp_path, "1,1", head="game,seat"))


def test_bytes_that_are_no_text_are_refused_with_their_row(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_bytes(HEAD.encode() + b"\n1,,,1,\xff,,3,x,,,\n")
    with pytest.raises(Refused, match="row 2: is not text in UTF-8"):
        read_plays(file)


def played(**changes: Any) -> PlayedGame:
    seats = [{"score": 20, "won": True}, {"score": 18}, {"score": 15}, {"score": 11}]
    return PlayedGame.model_validate({"rounds": 9, "seats": seats, **changes})


def found(game: PlayedGame, variant: str, **rules: str) -> str:
    loaded = cs.load_variant(variant, {f"rules.{key}": value for key, value in rules.items()})
    return "; ".join(f"{one.seat} {one.field}: {one.text}" for one in faults(game, loaded))


def test_a_game_is_checked_by_its_rules() -> None:
    assert found(played(), "classic-2000") == ""
    tied = [{"score": 20, "won": True}, {"score": 20, "won": True}, {"score": 15}, {"score": 11}]
    assert found(played(seats=tied), "classic-2000") == ""
    assert "1 winner: a second winner" in found(played(seats=tied), "classic-2000", tie_break="highest_rank")
    assert (
        found(played(seats=[{"won": True}, {"won": True}, {}, {}]), "classic-2000")
        == "1 winner: a second winner, without points that show the tie"
    )
    less = [{"score": 20}, {"score": 18, "won": True}]
    assert found(played(seats=less), "classic-2000") == "1 winner: won with 18 points, but another seat has 20"
    wrong = [{"won": True, "characters": ["king", "witch"]}, {}, {}, {}]
    assert "0 characters: 'witch' is not a character of classic-2000 with 4 players." in found(played(seats=wrong), "classic-2000")
    near = [{"won": True, "characters": ["marchant"]}, {}, {}, {}]
    assert found(played(seats=near), "classic-2000").endswith("Did you mean 'merchant'?")
    assert "players: 8 players" in found(played(seats=[{"won": True}] + [{}] * 7), "classic-2000")


@pytest.mark.parametrize(
    ("variant", "rounds", "held", "fault"),
    [
        ("classic-2000", None, ["king"] * 4, "1 characters: 'king' is also at another seat in the last round"),
        ("classic-2000", None, ["king", "thief", "", "king"], "3 characters: 'king' is also at another seat in the last round"),
        (
            "classic-2000",
            2,
            ["king thief", "bishop king", "bishop merchant", ""],
            "2 characters: 'bishop' is also at another seat in round 1",
        ),
        (
            "classic-2000",
            2,
            ["king thief", "bishop king", "king merchant", "thief"],
            "2 characters: 'king' is also at another seat in round 1",
        ),
        ("classic-2000", None, ["king thief", "thief king", "king", ""], "2 characters: 'king' is also at another seat in the last round"),
        ("classic-2000", None, ["king+thief", "", "", ""], "0 characters: 'king+thief': one character each in a round with 4 players"),
        ("classic-2000", None, ["king+king", "", ""], "0 characters: 'king' is twice in the last round"),
        ("classic-2000", None, ["king+thief", "bishop+king"], "1 characters: 'king' is also at another seat in the last round"),
        ("citadels-2016-random", None, ["assassin", "witch", "", ""], "1 characters: 'witch' and 'assassin' both have rank 1"),
        ("citadels-2016-random", None, ["assassin king", "king witch", "", ""], "1 characters: 'witch' and 'assassin' both have rank 1"),
        # possible: another round, lists that lack rounds, two characters each, the Witch and who she bewitched
        ("classic-2000", None, ["king thief", "thief king", "bishop merchant", ""], ""),
        ("classic-2000", 9, ["thief king", "king merchant warlord", "thief bishop", "architect"], ""),
        ("classic-2000", None, ["king+thief", "bishop+merchant"], ""),
        ("classic-2000", None, ["king+thief warlord", "bishop+king", "architect"], ""),
        ("citadels-2016-random", None, ["witch", "king", "thief", "bishop"], ""),
    ],
)
def test_a_character_is_held_once_in_a_round(variant: str, rounds: int | None, held: list[str], fault: str) -> None:
    seats = [{"characters": characters_of(names), "won": not place} for place, names in enumerate(held)]
    said = found(PlayedGame.model_validate({"rounds": rounds, "seats": seats}), variant)
    assert said.startswith(fault) if fault else said == ""


BGG = """<?xml version="1.0"?>
<plays username="a" total="3">
 <play id="1" date="2026-01-02" quantity="1" incomplete="0"><item name="Citadels" objectid="478"/>
  <players>
   <player name="Anna" startposition="2" score="21" win="0"/>
   <player name="Bob" startposition="1" score="25" win="1"/>
  </players>
 </play>
 <play id="2" date="2026-01-03" quantity="1"><item name="Go" objectid="188"/></play>
 <play id="3" date="2026-01-04" quantity="2"><item name="Citadels" objectid="478"/></play>
</plays>
"""


def test_plays_of_boardgamegeek_are_read_by_their_start_positions(tmp_path: Path) -> None:
    file = tmp_path / "plays.xml"
    file.write_text(BGG)
    read = read_plays(file)
    (entry,) = read.entries
    assert [seat.player for seat in entry.game.seats] == ["Bob", "Anna"]
    assert entry.game.seated
    assert entry.game.date == "2026-01-02"
    assert entry.place(1, "score") == "line 5, score"
    assert read.left_out == ("1 of other games and 1 incomplete, of several games in one, or without players left out.",)
    file.write_text(BGG.replace('startposition="2"', 'startposition=""'))
    assert not read_plays(file).entries[0].game.seated
    file.write_text(BGG.replace('score="21"', 'score="49-46ish"'))
    with pytest.raises(Refused, match="line 5, score: '49-46ish' should be a whole number"):
        read_plays(file)


BOMB = '<!DOCTYPE plays [<!ENTITY a "lol">' + "".join(f'<!ENTITY a{i} "{"&a;" * 10}">' for i in range(9)) + "]>\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'<?xml version="1.0"?>\n{BOMB}<plays>&a8;</plays>', "line 2, column 17: declares a document type"),
        ('<!DOCTYPE x SYSTEM "file:///etc/passwd"><plays/>', "declares a document type"),
        ("<html/>", "line 1, column 1: is not a list of plays"),
        ("<plays><play></plays>", "is not valid XML"),
        ("<plays>" + "<a>" * 5000, "is nested more than"),
    ],
)
def test_hostile_xml_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "plays.xml"
    file.write_text(text)
    with pytest.raises(Refused) as refused:
        read_plays(file)
    assert message in str(refused.value)


@pytest.mark.parametrize("encoding", ["utf-7", "utf-32", "bogus", "hex", "base64", "rot13", "idna", "punycode", "undefined"])
def test_xml_in_an_encoding_that_is_not_read_is_one_message(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "plays.xml"
    file.write_text(BGG.replace('version="1.0"', f'version="1.0" encoding="{encoding}"').replace("Anna", "Zoë"), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read_plays(file)
    assert str(refused.value).startswith(f"{file}: line 1")
    assert "encoding" in str(refused.value)


@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1", "windows-1252"])
def test_xml_in_a_usual_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "plays.xml"
    file.write_text(BGG.replace('version="1.0"', f'version="1.0" encoding="{encoding}"').replace("Anna", "Zoë"), encoding=encoding)
    assert [seat.player for seat in read_plays(file).entries[0].game.seats] == ["Bob", "Zoë"]


def bgstats(**score: Any) -> dict[str, Any]:
    scores = [
        {"playerRefId": 7, "score": "21", "winner": False, "seatOrder": 1, "startPlayer": False, "role": "Thief"},
        {"playerRefId": 8, "score": "25", "winner": True, "seatOrder": 2, "startPlayer": True, "role": "the red one", **score},
    ]
    games = [{"id": 3, "name": "Citadels", "bggId": 478}, {"id": 4, "name": "Go"}]
    plays = [{"gameRefId": 3, "playDate": "2026-01-02 20:00:00", "playerScores": scores}, {"gameRefId": 4, "playerScores": []}]
    return {"games": games, "players": [{"id": 7, "name": "Anna"}, {"id": 8, "name": "Bob"}], "plays": plays}


def test_an_export_of_bg_stats_is_read_from_the_first_player_on(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_text(json.dumps(bgstats()))
    read = read_plays(file, frozenset({"thief"}))
    (entry,) = read.entries
    assert entry.game.date == "2026-01-02"
    assert [(seat.player, seat.characters, seat.score, seat.won) for seat in entry.game.seats] == [
        ("Bob", (), 25, True),
        ("Anna", ("thief",), 21, False),
    ]
    assert read.left_out == ("1 of other games left out.",)
    file.write_text(json.dumps(bgstats(role="Thief／King ／ Thief")))
    assert read_plays(file, frozenset({"thief", "king"})).entries[0].game.seats[0].characters == ("thief", "king", "thief")
    nobody = bgstats()
    nobody["players"][1]["isAnonymous"] = True
    file.write_text(json.dumps(nobody))
    assert [seat.player for seat in read_plays(file).entries[0].game.seats] == [0, "Anna"]
    file.write_text(json.dumps(bgstats(score="many")))
    with pytest.raises(Refused, match=r"plays\[0\].playerScores\[1\].score: 'many' should be a whole number"):
        read_plays(file)
    file.write_text(json.dumps(bgstats(seatOrder=0)))
    assert not read_plays(file).entries[0].game.seated


@pytest.mark.parametrize(
    ("where", "key", "place"),
    [
        (lambda data: data["games"][1], "id", "games[1].id: should be a number or a word."),
        (lambda data: data["players"][0], "id", "players[0].id: should be a number or a word."),
        (lambda data: data["plays"][1], "gameRefId", "plays[1].gameRefId: should be a number or a word."),
        (
            lambda data: data["plays"][0]["playerScores"][1],
            "playerRefId",
            "plays[0].playerScores[1].playerRefId: should be a number or a word.",
        ),
        (lambda data: data, "players", "players: should be a list of tables."),
    ],
)
@pytest.mark.parametrize("value", [{"a": 1}, [[1]], 1.5])
def test_numbers_of_bg_stats_that_are_none_are_refused_with_their_place(
    tmp_path: Path, where: Callable[[Any], dict[str, Any]], key: str, place: str, value: object
) -> None:
    data = bgstats()
    where(data)[key] = value
    file = tmp_path / "export.json"
    file.write_text(json.dumps(data))
    with pytest.raises(Refused) as refused:
        read_plays(file)
    found = str(refused.value)
    assert found.endswith(place) or (key == "players" and found.endswith("players[0]: should be a table."))


def test_a_transcript_is_played_again_with_the_characters_of_each_round(tmp_path: Path) -> None:
    game, rng = cs.Game.start("classic-2000", players=4, seed=3), random.Random(3)
    begun = game.transcript()
    while not game.over:
        game.play(rng.choice(game.legal()))
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**game.transcript(), "seat": 2, "bots": ["builder", "planner", "raider"]}))
    read = read_plays(file)
    assert isinstance(read.rules, cs.Variant)
    assert read.rules.digest == cs.load_variant("classic-2000").digest
    (entry,) = read.entries
    rounds = entry.game.rounds
    assert rounds is not None
    assert all(len(seat.characters) == rounds for seat in entry.game.seats)
    assert sorted(seat.bot for seat in entry.game.seats) == ["", "builder", "planner", "raider"]
    assert max(seat.score or 0 for seat in entry.game.seats) == max(score["total"] for score in game.result()["scores"])
    assert list(faults(entry.game, read.rules)) == []
    mine = ["/home/me/bots, old/mine.py:Mine", "C:\\Users\\me\\mine.py", "learner:@/home/me/a.weights,think=20"]
    file.write_text(json.dumps({**game.transcript(), "seat": 2, "bots": mine}))
    shown = {seat.bot for seat in read_plays(file).entries[0].game.seats}
    assert shown == {"", "mine.py:Mine", "mine.py", "learner:@a.weights,think=20"}
    file.write_text(json.dumps({**game.transcript(), "seat": 2, "bots": ["builder", "planner", "folder/"]}))
    with pytest.raises(Refused, match="bots: should be a list of bots"):
        read_plays(file)
    people = {"people": [1, 3], "bots": ["builder", "planner"], "seats": ["Seat 0", "Seat 1", "Seat 2", "Seat 3"]}
    file.write_text(json.dumps({**game.transcript(), **people}))
    seats = read_plays(file).entries[0].game.seats
    assert sorted((seat.bot, seat.player) for seat in seats) == [
        ("", 0),
        ("", 0),
        ("builder", 0),
        ("planner", 0),
    ]
    for wrong in ({"people": [1]}, {"people": [1, 9]}, {"people": [1, 1]}, {"people": "13"}, {"people": [True, 2]}, {"people": []}):
        file.write_text(json.dumps({**game.transcript(), **people, **wrong}))
        with pytest.raises(Refused, match="people: should be a list of seats, which with 2 bots make 4 players"):
            read_plays(file)
    file.write_text(json.dumps(begun))
    with pytest.raises(Refused, match="the game is not over after 0 choices"):
        read_plays(file)
    told = game.transcript()
    told["result"]["winners"] = [0, 1, 2, 3]
    file.write_text(json.dumps(told))
    with pytest.raises(Refused, match="ends differently"):
        read_plays(file)


def test_json_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    for text in ('{"a": 1}', "[1, 2]"):
        file.write_text(text)
        with pytest.raises(Refused, match="neither an export of BG Stats nor a transcript"):
            read_plays(file)


def workbook(tmp_path: Path, rows: list[list[object]]) -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "games.xlsx")
    return tmp_path / "games.xlsx"


def test_a_workbook_is_read_as_a_sheet(tmp_path: Path) -> None:
    from datetime import datetime

    head: list[object] = ["game", "date", "seat", "player", "score", "winner"]
    file = workbook(tmp_path, [head, [1, datetime(2026, 11, 27), 1, "Anna", 25.0, "x"], [1, None, 2, "Bob", 21, None]])
    (entry,) = read_plays(file).entries
    assert entry.game.date == "2026-11-27"
    assert [(seat.player, seat.score) for seat in entry.game.seats] == [("Anna", 25), ("Bob", 21)]


def test_a_formula_is_refused_with_its_cell(tmp_path: Path) -> None:
    file = workbook(tmp_path, [["game", "seat", "score", "winner"], [1, 1, '=HYPERLINK("http://x")', "x"], [1, 2, 3, None]])
    with pytest.raises(Refused, match="row 2, column C: is a formula"):
        read_plays(file)


def packed(tmp_path: Path, parts: dict[str, bytes]) -> Path:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    file = tmp_path / "hostile.xlsx"
    file.write_bytes(stream.getvalue())
    return file


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"xl/workbook.xml": f'<?xml version="1.0"?>{BOMB}<plays>&a8;</plays>'.encode()}, "xl/workbook.xml: declares a document type"),
        ({"xl/media/a.bin": b"0" * (65 << 20)}, "xl/media/a.bin: unpacks to more than 2 MiB"),
        ({"xl/sharedStrings.xml": b"<a>" + b" " * (65 << 20)}, "unpacks to more than 64 MiB"),
        ({f"{i}.xml": b"<a/>" for i in range(400)}, "it has 400 parts"),
        ({"xl/styles.xml": b"<a>" + b"<b/>" * 10_000 + b"</a>"}, "xl/styles.xml: has more than 10,000 XML elements. Copy the cells"),
        ({"xl/styles.xml": b"<a>" + b" " * (2 << 20) + b"</a>"}, "xl/styles.xml: unpacks to more than 2 MiB."),
        ({"xl/worksheets/a.xml": b"<a>" + b"<c/>" * 20_001 + b"</a>"}, "xl/worksheets/a.xml: has more than 20,000 cells in a row."),
        ({"xl/worksheets/a.xml": b"<a>" + b"<m/>" * 100_000 + b"</a>"}, "xl/worksheets/a.xml: has more than 100,000 XML elements."),
        (
            {"[Content_Types].xml": b'<a><b PartName="/xl/worksheets/a.xml" ContentType="sheet.main+xml"/></a>'},
            "[Content_Types].xml: says that xl/worksheets/a.xml holds no cells.",
        ),
        ({"xl/workbook.xml": b"<a>"}, "is not a readable workbook: parts of it are missing or damaged."),
        ({"hello.txt": b"hello"}, "is a ZIP file and no workbook: it has no xl/workbook.xml."),
        ({"a/games.csv": b"game,seat"}, "is a ZIP file and no workbook: it has no xl/workbook.xml. Unpack it, and add the files in it."),
    ],
)
def test_hostile_workbooks_are_refused(tmp_path: Path, parts: dict[str, bytes], message: str) -> None:
    pytest.importorskip("openpyxl")
    with pytest.raises(Refused) as refused:
        read_plays(packed(tmp_path, parts))
    assert message in str(refused.value)


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    file = packed(tmp_path, {"a.xml": b"<a/>" * 1000})
    file.write_bytes(file.read_bytes()[:60])
    with pytest.raises(Refused, match="is not a workbook: its ZIP archive is damaged"):
        read_plays(file)


def test_what_is_no_regular_file_or_far_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no such file"):
        read_plays(tmp_path / "nothing.csv")
    with pytest.raises(Refused, match="is a folder"):
        read_plays(tmp_path)
    large = tmp_path / "large.csv"
    with large.open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(Refused, match="is larger than 32 MiB"):
        read_plays(large)
