"""``citadels plays sheet`` and ``add``: from a sheet to the games that are kept, by version of the rules."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.plays.game import PlayedGame
from citadels_sim.plays.store import Kept, added

Speak = Callable[..., Any]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rules(path: Path, city: int, name: str = "mine") -> Path:
    path.write_text(f'name = "{name}"\ntitle = "Mine"\nextends = "classic-2000"\ncity_size = {city}\n')
    return path


def filled(file: Path, *games: tuple[dict[str, str], ...], to: str = "") -> Path:
    """Fill a sheet in: for each game and seat what is written there."""
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    for number, game in enumerate(games):
        for seat, cells in enumerate(game):
            rows[number * len(game) + seat] |= cells
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    place = Path(to or file)
    place.write_text(text.getvalue())
    return place


def game(*names: str, score: int = 20) -> tuple[dict[str, str], ...]:
    """A game that the first one won."""
    return tuple({"player": name, "score": str(score - i), "winner": "x" if i == 0 else ""} for i, name in enumerate(names))


def kept(file: str) -> dict[str, Any]:
    (path,) = Path().glob(file)
    data: dict[str, Any] = json.loads(path.read_text())
    return data


def test_a_sheet_that_is_filled_in_is_kept_once_and_grows(citadels: Speak) -> None:
    file = Path("games.csv")
    assert citadels("plays", "sheet", "classic-2000", "--players", "3", "--out", file).code == 0
    filled(file, game("Anna", "Bob", "Cleo"), game("Bob", "Anna", "Cleo"))
    code, out, err = citadels("plays", "add", file)
    assert (code, err) == (0, "")
    assert "2 new games of classic-2000 added. 2 in studies/classic-2000/plays/classic-2000-" in out
    before = kept("studies/classic-2000/plays/*.json")
    assert [[seat["player"] for seat in one["seats"]] for one in before["games"]] == [[1, 2, 3], [2, 1, 3]]
    assert before["rules"] == cs.load_variant("classic-2000").digest
    assert "Anna" not in json.dumps(before)
    assert "0 new games of classic-2000 added. 2 were there already." in citadels("plays", "add", file).out
    assert kept("studies/classic-2000/plays/*.json") == before
    filled(file, game("Anna", "Bob", "Cleo"), game("Bob", "Anna", "Cleo"), game("Dora", "Cleo", "Anna", score=30))
    assert "1 new game of classic-2000 added. 2 were there already." in citadels("plays", "add", file).out
    assert [seat["player"] for seat in kept("studies/classic-2000/plays/*.json")["games"][2]["seats"]] == [4, 3, 1]


def test_names_are_kept_where_that_is_wanted(citadels: Speak) -> None:
    citadels("plays", "sheet", "classic-2000", "--players", "3", "--out", "games.csv")
    filled(Path("games.csv"), game("Anna", "Bob", "Cleo"))
    assert citadels("plays", "add", "games.csv", "--keep-names").code == 0
    assert kept("studies/classic-2000/plays/*.json")["games"][0]["seats"][0]["player"] == "Anna"


def test_games_that_are_alike_in_all_that_is_known_are_several_games() -> None:
    one = PlayedGame.model_validate({"seats": [{"won": True}, {}]})
    first = added(Kept(variant="v", rules="0" * 64), [one, one])
    assert (first.new, len(first.kept.games)) == (2, 2)
    again = added(first.kept, [one, one, one])
    assert (again.new, again.known, len(again.kept.games)) == (1, 2, 3)


def test_more_games_than_are_kept_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from citadels_sim.errors import RunError
    from citadels_sim.plays import store

    monkeypatch.setattr(store, "_GAMES", 2)
    one = PlayedGame.model_validate({"seats": [{"won": True}, {}]})
    with pytest.raises(RunError, match="3 games of v: 2 are kept at most"):
        added(Kept(variant="v", rules="0" * 64), [one] * 3)


def test_games_of_two_versions_of_rules_are_kept_apart(citadels: Speak) -> None:
    file = rules(Path("mine.toml"), 7)
    citadels("plays", "sheet", file, "--players", "4", "--out", "a.csv")
    filled(Path("a.csv"), game("A", "B", "C", "D"))
    assert citadels("plays", "add", "a.csv", "--variant", file).code == 0
    rules(file, 6)
    code, out, err = citadels("plays", "add", "a.csv", "--variant", file)
    assert (code, out) == (2, "")
    assert "a.csv: row 2, column K (rules): is stamped with 'mine', rules " in err
    assert "which are not those of mine (rules " in err
    citadels("plays", "sheet", file, "--players", "4", "--out", "b.csv")
    filled(Path("b.csv"), game("A", "B", "C", "D"))
    assert citadels("plays", "add", "b.csv", "--variant", file).code == 0
    assert len(list(Path("studies/mine/plays").glob("mine-*.json"))) == 2


def test_a_sheet_finds_the_version_of_a_study_that_it_is_stamped_with(citadels: Speak) -> None:
    from citadels_sim.study.question import make_question
    from citadels_sim.study.versions import begin, next_version

    file, root = rules(Path("mine.toml"), 7), Path("studies/mine")
    question = make_question({"variants": ["classic-2000", "mine.toml"], "minutes": 1.0, "players": [4]}, "test")
    begin(root, question, None)
    assert citadels("plays", "sheet", file, "--players", "4", "--out", "a.csv").code == 0
    filled(Path("a.csv"), game("A", "B", "C", "D"))
    rules(file, 6)
    place, last = next_version(root, question)
    begin(place, question, last)
    code, out, err = citadels("plays", "add", "a.csv")
    assert (code, err) == (0, "")
    assert "1 new game of mine, version 1 added." in out
    for number in ("9", "2", "first"):
        sheet = Path("a.csv").read_text().replace(",mine,1,", f",mine,{number},")
        Path("other.csv").write_text(sheet)
        code, out, err = citadels("plays", "add", "other.csv")
        assert (code, out) == (2, "")
        assert f"other.csv: row 2, column J (version): '{number}': rules " in err
        assert "are version 1 of studies/mine. Write 1, or leave the column empty." in err
    assert citadels("plays", "sheet", file, "--players", "4", "--out", "b.csv").out.startswith("A sheet for 10 games of mine, version 2")
    assert "4 players: no bots have played" in citadels("plays", "report", root, "--version", "1").out
    assert "no games of people by the rules of mine, version 2 are in" in citadels("plays", "report", "mine").err
    assert "--version 7: studies/mine has versions 1 to 2." in citadels("plays", "report", "mine", "--version", "7").err


def test_a_study_begins_in_a_folder_that_has_games_of_people(citadels: Speak) -> None:
    from citadels_sim.cli.study_request import StudyRequest

    file = rules(Path("mine.toml"), 7)
    citadels("plays", "sheet", file, "--players", "4", "--out", "a.csv")
    filled(Path("a.csv"), game("A", "B", "C", "D"))
    citadels("plays", "add", "a.csv", "--variant", file)
    folder, record, _ = StudyRequest([str(file)], {"players": "4"}, {"minutes": 1.0}, None, only_looked_at=False).find()
    assert folder == Path("studies/mine")
    assert record.version is not None
    assert (folder / "study.json").is_file()
    assert len(list((folder / "plays").iterdir())) == 1


def test_two_commands_do_not_add_to_the_same_games_at_once(citadels: Speak) -> None:
    from citadels_sim.files import locked_file

    citadels("plays", "sheet", "classic-2000", "--players", "3", "--out", "a.csv")
    filled(Path("a.csv"), game("A", "B", "C"))
    citadels("plays", "add", "a.csv")
    (file,) = Path("studies/classic-2000/plays").glob("*.json")
    with locked_file(file.with_name(f".{file.name}.lock")):
        code, _, err = citadels("plays", "add", "a.csv")
    assert code == 2
    assert "another command is writing it" in err


def test_of_several_files_nothing_is_kept_where_one_is_wrong(citadels: Speak) -> None:
    citadels("plays", "sheet", "classic-2000", "--players", "3", "--out", "a.csv")
    filled(Path("a.csv"), game("A", "B", "C"), to="good.csv")
    filled(Path("a.csv"), tuple(one | {"characters": "witch"} for one in game("A", "B", "C")), to="bad.csv")
    code, out, err = citadels("plays", "add", "good.csv", "bad.csv")
    assert (code, out) == (2, "")
    assert "bad.csv: row 2, column F (characters): 'witch' is not a character of classic-2000 with 3 players." in err
    assert "Traceback" not in err
    assert not Path("studies").exists()


def test_what_a_file_lacks_is_told(citadels: Speak) -> None:
    Path("a.csv").write_text("game,seat,winner\n1,1,x\n1,2,\n1,3,\n")
    code, _, err = citadels("plays", "add", "a.csv")
    assert code == 2
    assert "a.csv: does not name the rules of its games. Name them with --variant" in err
    assert citadels("plays", "add", "a.csv", "--variant", "classic-2000").code == 0
    citadels("plays", "sheet", "classic-2000", "--out", "empty.csv")
    Path("none.csv").write_text("game,seat,winner\n1,1,\n1,2,\n1,3,\n")
    for file in ("empty.csv", "none.csv"):
        error = " ".join(citadels("plays", "add", file).err.split())
        assert f"{file}: holds no played game of Citadels. No line is filled in: put an x into the column 'winner'" in error
    assert "should end in .csv, .xlsx or .html" in citadels("plays", "sheet", "classic-2000", "--out", "a.pdf").err
    assert "already exists" in citadels("plays", "sheet", "classic-2000", "--out", "a.csv").err


def test_a_sheet_to_print_shows_names_of_others_as_text(citadels: Speak) -> None:
    file = rules(Path("mine.toml"), 7)
    file.write_text(file.read_text().replace('"Mine"', '"<script>alert(1)</script>"'))
    assert citadels("plays", "sheet", file, "--players", "5", "--games", "2", "--out", "a.html").code == 0
    page = Path("a.html").read_text()
    assert "<script>" not in page
    assert page.count("<table>") == 2
    assert page.count("<td class=n>5</td>") == 2
    assert cs.load_variant(file).digest[:12] in page


def test_a_workbook_goes_round(citadels: Speak) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    assert citadels("plays", "sheet", "classic-2000", "--players", "3", "--games", "1", "--out", "a.xlsx").code == 0
    book = openpyxl.load_workbook("a.xlsx")
    for row, won in zip(book.active.iter_rows(min_row=2), ("x", None, None), strict=True):
        row[7].value = won
    book.save("a.xlsx")
    assert "1 new game of classic-2000 added." in citadels("plays", "add", "a.xlsx").out


def test_a_hostile_store_is_refused(citadels: Speak) -> None:
    citadels("plays", "sheet", "classic-2000", "--players", "3", "--out", "a.csv")
    filled(Path("a.csv"), game("A", "B", "C"))
    citadels("plays", "add", "a.csv")
    (file,) = Path("studies/classic-2000/plays").glob("*.json")
    data = json.loads(file.read_text())
    data["games"][0]["seats"][0]["score"] = "many"
    file.write_text(json.dumps(data))
    code, _, err = citadels("plays", "add", "a.csv")
    assert code == 2
    assert "games.0.seats.0.score" in err
    file.unlink()
    file.symlink_to("/etc/passwd")
    code, _, err = citadels("plays", "add", "a.csv")
    assert code == 2
    assert "a link points outside the folder" in err


@pytest.mark.parametrize("change", [{"variant": "../../../../home/evil"}, {"variant": "mine"}, {"rules": "0" * 64}])
def test_a_store_that_names_other_rules_than_its_file_is_refused(citadels: Speak, change: dict[str, str]) -> None:
    citadels("plays", "sheet", "classic-2000", "--players", "3", "--out", "a.csv")
    filled(Path("a.csv"), game("A", "B", "C"))
    citadels("plays", "add", "a.csv")
    (file,) = Path("studies/classic-2000/plays").glob("*.json")
    before = json.dumps(json.loads(file.read_text()) | change)
    file.write_text(before)
    code, out, err = citadels("plays", "add", "a.csv")
    assert (code, out) == (2, "")
    assert "has other rules (" in err
    assert file.read_text() == before
