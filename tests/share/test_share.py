"""``citadels share``: a study as one ZIP file."""

from __future__ import annotations

import io
import re
import shutil
import tomllib
import zipfile
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.plays.game import PlayedGame
from citadels_sim.plays.store import Kept, write_kept
from citadels_sim.plays.xlsx import write_xlsx
from citadels_sim.report.render import policy
from citadels_sim.resources import configs_dir
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.runner import run_plan
from citadels_sim.share.bots import bots_to_share
from citadels_sim.share.bundle import share_study
from citadels_sim.share.games import Watched
from citadels_sim.share.page import shared_page
from citadels_sim.study.folder import PartRecord, StudyRecord, part_folder, read_study, write_study
from citadels_sim.study.question import make_question
from citadels_sim.variants.compare import compare
from tests.small_runs import small

pytestmark = pytest.mark.rotated(8, together=True)  # all need the run that is made once

Speak = Callable[..., Any]
EMPTY = '<meta http-equiv="Content-Security-Policy" content="x"><style></style><main></main>\n<footer></footer><script></script>'
TITLE = "<b>Mine</b> & =1+1"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("study")
    rules = place / "mine.toml"
    rules.write_text(f'name = "mine"\ntitle = "{TITLE}"\nextends = "classic-2000"\ncity_size = 7\n')
    variants, folder = ["classic-2000", str(rules)], place / "mine"
    keys = {"name": "mine", "variants": variants, "players": [4], "bots": ["builder"], "designs": ["games"], "minutes": 1.0}
    run_plan(make_plan(small(games=60, variants=variants)), part_folder(folder, "games"), ["citadels"])
    part = PartRecord(steps=(60, 60), seconds=(1.0, 1.0), timed=(60, 60))
    write_study(folder, StudyRecord(question=make_question(keys, "test"), parts={"games": part}))
    game = PlayedGame.model_validate({"seats": [{"won": True, "player": 1}, {"player": 2}, {"player": 3}, {"player": 4}]})
    write_kept(folder, Kept(variant="mine", rules=cs.load_variant(rules).digest, games=(game,)))
    return folder


@pytest.fixture(scope="module")
def shared(study: Path) -> dict[str, bytes]:
    archive, left_out = share_study(study)
    assert left_out == []
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return {name: files.read(name) for name in files.namelist()}


def test_the_archive_has_page_rules_data_games_of_people_and_the_question(shared: dict[str, bytes], study: Path) -> None:
    assert {name.partition("/")[0] for name in shared} == {"mine"}
    names = {name.removeprefix("mine/") for name in shared}
    assert {"index.html", "details.html", "report.md", "report.json", "study.toml", "README.md", "rules/mine.toml"} <= names
    assert any(name.startswith("tables/") for name in names)
    assert any(name.startswith("plays/mine-") for name in names)
    question = tomllib.loads(shared["mine/study.toml"].decode())
    assert question["variants"] == ["classic-2000", "rules/mine.toml"]
    assert (question["players"], question["bots"], question["minutes"]) == ([4], ["builder"], 1.0)
    assert str(study.parent) not in shared["mine/study.toml"].decode()


WEIGHTS = configs_dir() / "weights"
LEARNED = (WEIGHTS / "learner" / "classic.weights").read_bytes()
TUNED = (WEIGHTS / "planner" / "classic-2000.toml").read_bytes()


@pytest.mark.parametrize(
    ("bot", "name", "file"),
    [
        ("builder:noise=1", "builder:noise=1", None),
        ("planner:@classic-2000", "planner:@classic-2000", None),
        ("learner:@nearest", "learner:@nearest", None),
        ("learner:@{}/learner.weights", "learner:@bots/learner.weights", LEARNED),
        ("learner:@{}/learner.weights+nearest,think=0", "learner:@bots/learner.weights+nearest,think=0", LEARNED),
        ("learner:@{}/learner.weights+packaged", "learner:@bots/learner.weights+packaged", LEARNED),
        ("learner:@before/it/moved/learner.weights", "learner:@bots/learner.weights", LEARNED),
        ("planner:@{}/tuned.toml", "planner:@bots/tuned.toml", TUNED),
    ],
)
def test_what_a_bot_has_learned_goes_with_the_study(bot: str, name: str, file: bytes | None, tmp_path: Path) -> None:
    (tmp_path / "learner.weights").write_bytes(LEARNED)
    (tmp_path / "tuned.toml").write_bytes(TUNED)
    names, files, left_out = bots_to_share([bot.format(tmp_path)], tmp_path)
    assert (names, list(files.values()), left_out) == ([name], [] if file is None else [file], [])
    assert all(one in name for one in files)


@pytest.mark.parametrize(
    "bot", ["learner:@{}/secret.weights", "planner:@{}/secret.toml", "planner:@{}/gone.toml", "{}/mine.py:greedy:@a.toml"]
)
def test_a_file_that_no_bot_plays_with_stays_where_it_is_and_that_is_said(bot: str, tmp_path: Path) -> None:
    for name in ("secret.weights", "secret.toml"):
        (tmp_path / name).write_text("secret = 1\n")
    (tmp_path / "mine.py").write_text("raise SystemExit\n")
    names, files, left_out = bots_to_share([bot.format(tmp_path)], tmp_path)
    assert (len(names), files, len(left_out)) == (1, {}, 1)
    assert str(tmp_path) not in names[0]
    assert "is left out" in left_out[0]


def test_two_files_of_one_name_are_two_files_in_the_archive(tmp_path: Path) -> None:
    bots = []
    for folder, data in (("a", TUNED), ("b", TUNED + b"\n"), ("c", TUNED)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "tuned.toml").write_bytes(data)
        bots.append(f"planner:@{tmp_path / folder / 'tuned.toml'}")
    names, files, _ = bots_to_share(bots, tmp_path)
    assert names == ["planner:@bots/tuned.toml", "planner:@bots/tuned-2.toml", "planner:@bots/tuned.toml"]
    assert files == {"bots/tuned.toml": TUNED, "bots/tuned-2.toml": TUNED + b"\n"}


def test_the_command_in_it_repeats_a_study_whose_bot_learned_its_rules(
    study: Path, tmp_path: Path, citadels: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "studies" / "mine"
    shutil.copytree(study, folder)
    (folder / "learner.weights").write_bytes(LEARNED)
    record = read_study(folder)
    bots = (f"learner:@{folder / 'learner.weights'}", "planner")
    keys = {"bots": bots, "variants": record.question.variants[:1], "learns": False}
    write_study(folder, record.model_copy(update={"question": record.question.model_copy(update=keys)}))
    with zipfile.ZipFile(io.BytesIO(share_study(folder)[0])) as files:
        files.extractall(tmp_path / "unpacked")
    shutil.rmtree(folder)
    monkeypatch.chdir(tmp_path / "unpacked" / "mine")
    assert "`bots/`" in Path("README.md").read_text()
    code, out, err = citadels("study", "study.toml", "--out", "studies/mine", "--dry-run", "--json")
    assert code == 0, err
    assert "learner:@bots/learner.weights" in out


def test_the_rules_in_it_are_those_that_were_played(shared: dict[str, bytes], study: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(shared["mine/rules/mine.toml"])
    assert cs.load_variant(file).digest == cs.load_variant(study.parent / "mine.toml").digest


def test_the_page_tells_the_rules_shows_games_and_loads_nothing(shared: dict[str, bytes]) -> None:
    page = shared["mine/index.html"].decode()
    assert "<b>Mine" not in page
    assert "&lt;b&gt;Mine&lt;/b&gt; &amp; =1+1" in page
    assert "7 districts complete a city" in page or "City size" in page or "7 districts" in page
    assert page.count("<iframe ") == 3
    assert page.count('sandbox="allow-scripts"') == 3
    for why in ("A typical game", "The closest game", "The longest game"):
        assert f"<summary>{why}: " in page
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    assert "citadels study study.toml --out studies/mine" in page


def test_scripts_of_the_games_are_allowed_by_their_digests_and_nothing_else() -> None:
    head = '<head>\n<meta http-equiv="Content-Security-Policy" content="x">\n'
    page = f"<html>{head}<style>a</style></head><main></main>\n<footer></footer><script>b</script></html>"
    game = f"<html>{head}<style>c</style></head><script>d</script></html>"
    made = shared_page(page, [cs.load_variant("classic-2000")], 4, [Watched("One", game), Watched("<Two>", game)], ["a & b"])
    allowed = re.search(r'Content-Security-Policy" content="([^"]*)"', made)
    assert allowed is not None
    digests = {
        re.search(
            rf"{kind} "
            f"('[^']+')",
            policy(one),
        )[1]
        for kind in ("script-src", "style-src")
        for one in (page, game)
    }  # type: ignore[index]
    assert set(re.findall(r"'sha256-[^']+'", allowed[1])) == digests
    assert allowed[1].startswith("default-src 'none'")
    assert "&lt;Two&gt;" in made
    assert "a &amp; b" in made
    with pytest.raises(ValueError, match="an unexpected end"):
        shared_page("<html></html>", [cs.load_variant("classic-2000")], 4, [], [])


def test_rules_on_the_page_say_where_a_difference_holds_and_shows(tmp_path: Path) -> None:
    file, deeper = tmp_path / "mine.toml", "[by_players.7]\ncity_size = 5\n[characters.witch]\nbuilds = 2\n"
    file.write_text(f'name = "mine"\nextends = "classic-2000"\ncity_size = 6\n{deeper}')
    first, other = cs.load_variant("classic-2000"), cs.load_variant(file)
    page = shared_page(EMPTY, [first, other], 4, [], [])
    said = compare(first, other).sentences
    assert any(words.startswith("With 7 players: ") for words in said)
    assert any("It has no effect in play" in words for words in said)
    for words in said:
        assert f"<li>{escape(words)}</li>" in page


def test_rules_of_ones_own_that_come_first_are_compared_with_the_packaged_ones_that_differ_least(tmp_path: Path) -> None:
    texts = {"one": 'extends = "dark-city"\ncity_size = 6\n', "two": 'extends = "dark-city"\ncity_size = 5\n'}
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\n{text}')
    first, other = (cs.load_variant(tmp_path / f"{name}.toml") for name in texts)
    page = shared_page(EMPTY, [first, other], 4, [], [])
    of_first, of_other = (page.partition(f"<h3>{name}</h3>")[2].partition("<h3>")[0] for name in texts)
    assert "Differs from Citadels, The Dark City:" in of_first
    assert "Differs from one:" in of_other
    assert "The characters:" in of_first
    assert "The characters:" not in of_other


def test_commands_in_it_name_the_rules_in_it(shared: dict[str, bytes], study: Path) -> None:
    """What a page says was not played can be played with the files beside it."""
    commands = [text for name in ("index.html", "details.html", "report.md") for text in shared[f"mine/{name}"].decode().split("citadels ")]
    assert any("rules/mine.toml" in text for text in commands)
    assert not any(str(study.parent / "mine.toml") in text for text in commands)


def test_the_same_study_gives_the_same_bytes(study: Path, shared: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(share_study(study)[0])) as files:
        assert {name: files.read(name) for name in files.namelist()} == shared


def test_the_command_refuses_what_it_cannot_share(citadels: Speak, tmp_path: Path, study: Path) -> None:
    for words, message in (
        ((tmp_path, "--out", tmp_path / "a.zip"), "is not the folder of a study"),
        ((study, "--out", tmp_path / "a.tar"), "should end in .zip"),
    ):
        code, out, err = citadels("share", *words)
        assert (code, out) == (2, "")
        assert message in err
    assert not list(tmp_path.iterdir())


def test_a_workbook_has_numbers_as_numbers_and_no_formula() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    import polars as pl

    from citadels_sim.share.workbook import workbook

    table = pl.DataFrame({"group": ["king", "=HYPERLINK(1)"], "value": [0.25, float("nan")], "note": ["+1", "a\x07b"]})
    book = openpyxl.load_workbook(io.BytesIO(workbook(["=1+1", "Fine."], {"seats_from_crown": table})))
    assert book.sheetnames == ["Findings", "Seats from crown"]
    sheet = book["Seats from crown"]
    assert [cell.value for cell in sheet[1]] == ["Of", "Value", "Note"]
    assert [cell.value for cell in sheet[2]] == ["King", 0.25, "+1"]
    assert [cell.value for cell in sheet[3]] == ["=HYPERLINK(1)", None, "a b"]
    assert all(cell.data_type != "f" for row in (*sheet.iter_rows(), *book["Findings"].iter_rows()) for cell in row)
    assert sheet["B2"].data_type == "n"
    assert write_xlsx({"x" * 40: (["a"], [[None], [True]])})
