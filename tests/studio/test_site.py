"""The steps of a studio, without a server: what each does to the folder, and what it refuses."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from markupsafe import escape

from citadels_sim.errors import CitadelsError
from citadels_sim.studio import shelf
from citadels_sim.studio.jobs import Job
from citadels_sim.studio.site import Studio
from citadels_sim.studio.steps import play_words, study_words
from citadels_sim.study.first_steps import words_too_short
from citadels_sim.study.folder import read_study, write_study
from citadels_sim.study.history import earlier_versions
from citadels_sim.study.question import make_question
from citadels_sim.study.versions import begin, next_version, versions_of
from citadels_sim.variants.endless import warnings
from citadels_sim.web.site import BadRequest

ODD = "<img src=x onerror=alert(1)></script>"
RULES = '# mine\nname = "mine"\ntitle = "{title}"\nextends = "classic-2000"\n\n[game]\nstart_gold = {gold}  # dear\n'


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    monkeypatch.chdir(tmp_path)
    studio = Studio()
    yield studio
    studio.close()


def write(gold: int = 3, title: str = "Mine", name: str = "mine") -> None:
    Path(f"{name}.toml").write_text(RULES.format(gold=gold, title=title))


def played(gold: int) -> Path:
    """Begin the version of a study that plays the rules with so much gold; return its folder."""
    write(gold)
    question = make_question({"variants": ["mine.toml"], "players": [4], "bots": ["builder"]}, "test")
    root = Path("studies/mine")
    folder, before = next_version(root, question) if (root / "study.json").exists() else (root, None)
    begin(folder, question, before)
    return folder


def save(studio: Studio, **typed: str) -> Any:
    digest = shelf.rules_file("mine").digest
    return studio.act("save", {"file": "mine", "digest": digest, "typed": {key.replace("__", "."): text for key, text in typed.items()}})


def test_rules_are_begun_changed_and_saved_and_each_step_is_a_command(studio: Studio) -> None:
    assert studio.act("new", {"name": "mine", "extends": "dark-city", "character": "smuggler"}) == {"go": "/rules/mine"}
    previewed = studio.act("preview", {"file": "mine", "typed": {"game.start_gold": "4"}})
    assert previewed["changed"][0] == "Starting gold of each player: 4 instead of 2."
    assert "start_gold = 4" not in Path("mine.toml").read_text()
    assert save(studio, game__start_gold="4") == {"reload": True}
    assert "\nstart_gold = 4 " in Path("mine.toml").read_text()
    commands = [step.command for step in studio.steps]
    assert commands == [
        "citadels variants diff dark-city mine.toml",
        "citadels init mine --extends dark-city --character=smuggler",
    ]
    page = studio.read("rules/mine")
    assert "Smuggler" in page
    assert "citadels init mine --extends dark-city --character=smuggler" in page


@pytest.mark.parametrize(
    "given",
    [
        {"city_size": "20"},
        {"game.builds": "0", "characters.architect.builds": "0"},
        {"game.gather_cards": "0", "game.start_hand": "0", "characters.architect.bonus.cards": "0"},
    ],
)
def test_rules_that_hardly_end_are_warned_about_as_commands_do_while_they_are_typed_and_on_every_page(
    studio: Studio, given: dict[str, str]
) -> None:
    write()
    assert 'id="warned" hidden' in studio.read("rules/mine")
    previewed = studio.act("preview", {"file": "mine", "typed": given})
    assert previewed["faults"] == {}
    saved = save(studio, **given)
    assert saved == {"reload": True}
    expected = warnings(shelf.rules_file("mine").played)
    assert len(expected) > 0
    assert previewed["warnings"] == [[one.key, one.text] for one in expected]
    rules = studio.read("rules/mine")
    for page in (rules, studio.read("study/mine"), studio.read("play/mine")):
        assert 'id="warned" hidden' not in page
        for one in expected:
            assert escape(one.text) in page
    for key in (*(one.key for one in expected), "game.most_rounds"):  # the fields that the warning leads to
        assert f'id="{key}"' in rules
    assert save(studio, game__most_rounds="30") == {"reload": True}
    assert 'id="warned" hidden' in studio.read("rules/mine")


def test_the_name_of_a_card_may_be_any_words_and_its_key_is_made_of_them(studio: Studio) -> None:
    assert studio.act("new", {"name": "My City", "extends": "classic-2000", "character": "Night Owl", "district": "Öl Hafen"}) == {
        "go": "/rules/my-city"
    }
    assert (
        studio.steps[0].command
        == "citadels init my-city --extends classic-2000 '--title=My City' '--character=Night Owl' '--district=Öl Hafen'"
    )
    assert shelf.rules_file("my-city").played.title == "My City"
    assert studio.act("own", {"file": "my-city", "typed": {"kind": "district", "id": "Lamp Street"}}) == {"reload": True}
    cards = shelf.rules_file("my-city").played.usual.cards
    titles = [cards.character("night-owl").title, cards.district("ol-hafen").title, cards.district("lamp-street").title]
    assert titles == ["Night Owl", "Öl Hafen", "Lamp Street"]
    for page in (studio.home(), studio.read("rules/my-city"), studio.read("packaged/classic-2000")):
        assert " pattern=" not in page  # for which a browser says no more than that the format is wrong
        assert "the key of Night Owl in the file is night-owl" in page
    for words in ("", "  ", "9 lives"):
        with pytest.raises(BadRequest, match="id"):
            studio.act("own", {"file": "my-city", "typed": {"kind": "character", "id": words}})
    with pytest.raises(BadRequest, match="should be 1 to 64 small letters"):
        studio.act("new", {"name": " ", "extends": "classic-2000"})


def test_what_is_refused_is_said_of_the_field_and_not_of_an_option_of_the_command(studio: Studio) -> None:
    write(3)
    for kind, name in (("character", "Tax Collector"), ("district", "Keep"), ("character", "9 lives")):
        with pytest.raises(BadRequest, match=f"^{kind.capitalize()}: '"):
            studio.act("new", {"name": "Another", "extends": "classic-2000", kind: name})
        with pytest.raises(BadRequest, match=f"^{kind.capitalize()}: '"):
            studio.act("own", {"file": "mine", "typed": {"kind": kind, "id": name}})
    with pytest.raises(BadRequest, match=r"^Name: 'classic-2000' is a packaged variant"):
        studio.act("new", {"name": "classic-2000", "extends": "classic-2000"})


def test_cards_of_ones_own_are_added_to_a_file_that_is_there(studio: Studio) -> None:
    write(3)
    before = Path("mine.toml").read_text()
    for kind, id in (("character", "smuggler"), ("district", "lamp-street")):
        assert studio.act("own", {"file": "mine", "typed": {"kind": kind, "id": id}}) == {"reload": True}
    table = shelf.rules_file("mine").played.usual
    assert (table.cast[6], table.unique.get("lamp-street", 0) + table.basic.get("lamp-street", 0)) == (("smuggler",), 2)
    assert [line for line in before.splitlines() if line not in Path("mine.toml").read_text()] == []
    assert studio.steps[0].command == "citadels variants card lamp-street --variant mine.toml"
    page = studio.read("rules/mine")
    assert "Lamp Street" in page
    assert "characters.smuggler.power" in page
    now = Path("mine.toml").read_text()
    for kind, id in (("character", "smuggler"), ("character", "King"), ("district", "gold"), ("other", "x"), ("district", "../")):
        with pytest.raises(BadRequest):
            studio.act("own", {"file": "mine", "typed": {"kind": kind, "id": id}})
    assert Path("mine.toml").read_text() == now


def test_only_the_key_changes_in_a_file_that_a_person_wrote(studio: Studio) -> None:
    write()
    save(studio, game__start_gold="5")
    assert Path("mine.toml").read_text() == RULES.format(gold=5, title="Mine")


def test_a_file_that_was_changed_meanwhile_is_not_written_over(studio: Studio) -> None:
    write(3)
    digest = shelf.rules_file("mine").digest
    write(7)
    with pytest.raises(BadRequest, match="was changed by another program"):
        studio.act("save", {"file": "mine", "digest": digest, "typed": {"game.start_gold": "5"}})
    assert Path("mine.toml").read_text() == RULES.format(gold=7, title="Mine")


def test_faults_are_answered_by_field_and_nothing_is_saved(studio: Studio) -> None:
    write()
    assert save(studio, game__start_gold="99") == {"faults": {"game.start_gold": "99 is not allowed here; allowed: 0 to 20."}}
    assert Path("mine.toml").read_text() == RULES.format(gold=3, title="Mine")


@pytest.mark.parametrize(
    ("typed", "at_fault", "changed"),
    [
        ({"game.start_gold": "999"}, "game.start_gold", []),
        (
            {"game.start_gold": "999", "characters.merchant.bonus.gold": "3"},
            "game.start_gold",
            ["Extra gold of the Merchant: 3 instead of 1."],
        ),
        (
            {"game.start_gold": "", "city_size": "7"},
            "game.start_gold",
            ["7 districts complete a city. (Before: 8 districts complete a city.)"],
        ),
        ({"players.least": "7", "players.most": "3", "game.start_gold": "4"}, "players.most", []),
    ],
)
def test_what_differs_is_listed_without_the_fields_at_fault(
    studio: Studio, typed: dict[str, str], at_fault: str, changed: list[str]
) -> None:
    write(2)
    previewed = studio.act("preview", {"file": "mine", "typed": typed})
    assert [*previewed["faults"]] == [at_fault]
    assert list(previewed["changed"]) == changed
    assert [*save(studio, **{key.replace(".", "__"): text for key, text in typed.items()})] == ["faults"]
    assert Path("mine.toml").read_text() == RULES.format(gold=2, title="Mine")


def test_titles_and_names_of_others_are_text_on_every_page(studio: Studio) -> None:
    write(title=ODD.replace('"', "'") + "\\u001b[2J")
    Path(f"{ODD[:12]}.toml").write_text(f'title = "{ODD}"\nextends = "{ODD}"\n')
    Path("broken.toml").write_text("x = <script>alert(1)</script>")
    for page in (
        "rules/mine",
        "rules/mine/all",
        "study/mine",
        "play/mine",
        "rules/broken",
        f"rules/{ODD[:12]}",
        "packaged/<b>",
        "rules/<b>",
    ):
        text = studio.read(page)
        assert "<img" not in text, page
        assert "<b>." not in text, page
        assert "<script>alert" not in text, page
        assert "\x1b" not in text, page
    assert "&lt;img" in studio.home()


@pytest.mark.parametrize(
    "name", ["../secret", "..", "/etc/passwd", "mine.toml", "sub/mine", "", "mine\x00", "-x", None, 3, ["mine"], "link"]
)
def test_a_name_is_never_a_path(studio: Studio, tmp_path: Path, name: Any) -> None:
    write()
    (tmp_path.parent / "secret.toml").write_text(RULES.format(gold=9, title="SECRET"))
    Path("link.toml").symlink_to(tmp_path.parent / "secret.toml")
    for act in ("preview", "save", "plan", "run", "play", "back"):
        with pytest.raises(BadRequest):
            studio.act(act, {"file": name, "digest": "", "typed": {"players": "4", "bot": "builder"}, "version": "1"})
    if isinstance(name, str):
        for page in (f"rules/{name}", f"study/{name}", f"play/{name}", f"report/{name}/report/index.html"):
            assert "SECRET" not in str(studio.read(page))
    assert studio.study is None
    assert studio.games == []


def test_a_file_of_a_report_is_one_of_its_folder_and_gets_an_origin_of_its_own(studio: Studio, tmp_path: Path) -> None:
    report = played(3) / "report"
    report.mkdir()
    (report / "index.html").write_text("<script>fetch('/state')</script>")
    (report / "out.html").symlink_to(tmp_path.parent)
    (report / "link.csv").symlink_to("/etc/hostname")
    document = studio.read("report/mine/report/index.html")
    assert document.data == b"<script>fetch('/state')</script>"
    assert document.policy.startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in document.policy
    for place in (
        "../study.json",
        "..\\study.json",
        "%2e%2e/study.json",
        "/etc/hostname",
        "link.csv",
        "out.html/x",
        "tables/../../study.json",
        "",
    ):
        assert studio.read(f"report/mine/report/{place}") is None, place
    for name in (
        "report/mine/v2/report/index.html",
        "report/mine/v1/report/index.html",
        "report/mine/study.json",
        "report/mine/report",
        "report/../report/index.html",
    ):
        assert studio.read(name) is None, name


def test_versions_are_listed_compared_and_gone_back_to(studio: Studio) -> None:
    for gold in (3, 4, 6):
        played(gold)
    page = studio.read("study/mine")
    assert "Version 3 has these rules" in page
    assert "Starting gold of each player: 4 instead of 3." in page
    assert "Starting gold of each player: 6 instead of 3." in studio.read("compare/mine/1/3")
    assert "Versions 1 and 3 have played no games on the same deals." in studio.read("compare/mine/1/3")
    assert "give two versions" in studio.read("compare/mine/1/9")
    assert studio.act("back", {"file": "mine", "version": "1"}) == {"reload": True}
    assert Path("mine.toml").read_text() == RULES.format(gold=3, title="Mine")
    assert studio.steps[0].command == "citadels history mine.toml --version 1"
    write(9)
    assert "they become version 4" in studio.read("study/mine")
    with pytest.raises(BadRequest, match="has rules that no version has"):
        studio.act("back", {"file": "mine", "version": "2"})
    assert Path("mine.toml").read_text() == RULES.format(gold=9, title="Mine")


def test_the_command_of_a_study_is_what_was_chosen(studio: Studio) -> None:
    write()
    chosen = {"minutes": "3", "players": "4,5", "bots": "builder, planner", "designs": "games"}
    assert studio.act("plan", {"file": "mine", "typed": chosen}) == {
        "command": "citadels study mine.toml --minutes 3 --players 4,5 --bots builder --bots planner --designs games --watch"
    }
    assert study_words(shelf.rules_file("mine"), {"precision": "1"}) == (["study", "mine.toml", "--precision", "1", "--watch"], None)
    folder = played(3)
    write_study(folder, read_study(folder).model_copy(update={"state": "complete"}))
    assert study_words(shelf.rules_file("mine"), {"minutes": "2", "more": "1"}) == (
        ["study", str(folder), "--minutes", "2", "--watch"],
        120.0,
    )


def test_versions_that_have_no_common_deals_play_some_by_a_command_that_is_shown(studio: Studio) -> None:
    for gold in (3, 4, 6):
        played(gold)
    typed: dict[str, str]
    for typed in ({}, {"one": "1", "other": "3", "games": "-1"}, {"one": "1", "other": "--out", "games": "9"}):
        with pytest.raises(BadRequest, match="should be a number"):
            studio.act("compare", {"file": "mine", "typed": typed})
    assert studio.act("compare", {"file": "mine", "typed": {"one": "1", "other": "3", "games": "40"}}) == {"reload": True}
    assert studio.steps[0].command == "citadels history mine.toml --compare 1,3 --games 40"
    assert studio.study is not None
    ended(studio.study)
    assert (studio.study.ending, "From version 1 to version 3:" in studio.study.lines) == ("done", True)
    page = studio.read("compare/mine/1/3")
    assert "Games as a whole: 4 players, builder." in page
    assert "nan" not in page


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("minutes", "x"),
        ("minutes", "-1"),
        ("minutes", "nan"),
        ("minutes", "1e9"),
        ("players", "--out=x"),
        ("players", "4-"),
        ("bots", "x.py:f"),
        ("bots", "--seed"),
        ("designs", "../x"),
        ("precision", "0"),
    ],
)
def test_what_no_study_takes_is_refused_before_anything_begins(studio: Studio, key: str, text: str) -> None:
    write()
    with pytest.raises(BadRequest):
        studio.act("run", {"file": "mine", "typed": {key: text}})
    assert studio.study is None


@pytest.mark.parametrize(
    "typed",
    [
        {"players": "9"},
        {"players": "4", "bot": "x.py:f"},
        *({"players": "4", "bot": "builder", "seats": seats} for seats in ("5", "0", "1,1", "1,,2", "--lan", "a", "0;1")),
        {"bot": "builder"},
    ],
)
def test_what_no_game_takes_is_refused(studio: Studio, typed: dict[str, str]) -> None:
    write()
    with pytest.raises(CitadelsError):
        play_words(shelf.rules_file("mine"), typed, ["builder"])


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, ["--human", "1", "--bots", "builder"]),
        ({"seats": "1, 3"}, ["--human", "1,3", "--bots", "builder"]),
        ({"seats": "1,2,3,4"}, ["--human", "1,2,3,4"]),
        ({"seats": "1,2", "where": "lan"}, ["--human", "1,2", "--bots", "builder", "--lan"]),
        ({"where": "anywhere"}, ["--human", "1", "--bots", "builder"]),
    ],
)
def test_people_sit_where_they_want_and_in_the_network_only_if_that_is_chosen(
    studio: Studio, typed: dict[str, str], words: list[str]
) -> None:
    write()
    made = play_words(shelf.rules_file("mine"), {"players": "4", "bot": "builder"} | typed, ["builder"])
    assert made[: 4 + len(words)] == ["play", "mine.toml", "--players", "4", *words]
    assert made[4 + len(words)] == "--transcript"


def test_a_file_whose_name_begins_with_a_dash_is_no_option(studio: Studio) -> None:
    write(name="-x")
    assert study_words(shelf.rules_file("-x"), {})[0][:2] == ["study", "./-x.toml"]


def test_experiments_and_other_files_are_not_listed_as_rules(studio: Studio) -> None:
    write()
    Path("study.toml").write_text('variants = ["classic-2000"]\nplayers = [4]\n')
    Path("pyproject.toml").write_text('[project]\nname = "x"\n')
    assert list(shelf.rules_files()) == [("mine", "Mine")]


def test_a_command_that_fails_says_why(studio: Studio) -> None:
    write()
    studio.study = Job(["study", "nothing.toml"], "mine", 60)
    ended(studio.study)
    assert studio.study.ending == "failed"
    assert "nothing.toml" in studio.read("study/mine")
    assert studio.state()["study"]["ending"] == "failed"


def test_a_page_that_is_open_learns_of_a_version_that_begins_and_of_its_page(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_sim.studio.jobs._program", lambda _: [sys.executable, "-c", "import time; time.sleep(600)"])
    played(3)
    write(4)
    studio.act("run", {"file": "mine", "typed": {"minutes": "1"}})
    assert studio.state()["study"]["versions"] == (1, 0)
    second = played(4)
    assert studio.state()["study"]["versions"] == (2, 0)
    assert "its page appears here after the first round" in studio.read("study/mine")
    (second / "report").mkdir()
    (second / "report/index.html").write_text("")
    assert studio.state()["study"]["versions"] == (2, 1)
    page = studio.read("study/mine")
    assert ("its page appears here" in page, "its page is below" in page) == (False, True)
    studio.act("stop", {})


def test_a_study_says_what_it_does_in_one_line_and_what_else_it_says_is_a_note(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    said = ["Judged by regulars.", "Round 2: the Thief is open", words_too_short(66.0), "Left out for lack of time: x."]
    monkeypatch.setattr(
        "citadels_sim.studio.jobs._program",
        lambda _: [sys.executable, "-c", f"import time\nfor one in {said}: print(one)\ntime.sleep(600)"],
    )
    played(3)
    studio.act("run", {"file": "mine", "typed": {"minutes": "1"}})
    assert studio.study is not None
    end = time.monotonic() + 30
    while len(studio.study.lines) < len(said) and time.monotonic() < end:
        time.sleep(0.05)
    assert studio.state()["study"]["line"] == "Round 2: the Thief is open"
    page = studio.read("study/mine")
    assert "3 notes of the study" in page
    assert all(f"<li>{words}</li>" in page for words in (said[0], *said[2:]))
    assert "--players" not in said[2]  # whoever studies in the studio has fields for that
    studio.act("stop", {})


def test_whose_play_bots_stand_for_is_said_where_they_are_chosen(studio: Studio) -> None:
    write()
    for page in ("study/mine", "play/mine"):
        assert "beginners: richard and builder; regulars: raider, banker and planner; experts: learner" in studio.read(page)


def test_what_studies_need_is_compiled_as_soon_as_the_studio_is_open_and_a_study_that_begins_ends_that(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[list[str]] = []

    def program(words: list[str]) -> list[str]:
        begun.append(words)
        return [sys.executable, "-c", "import time; print('  3 of 9 parts are compiled after 5 s ...'); time.sleep(600)"]

    monkeypatch.setattr("citadels_sim.studio.jobs._program", program)
    write()
    assert studio.state()["compiling"] == ""
    studio.compile_ahead()
    ahead = studio.compiling
    assert ahead is not None
    assert begun == [["study", "classic-2000", "--compile"]]
    if hasattr(os, "getpriority"):
        assert os.getpriority(os.PRIO_PROCESS, ahead.process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    end = time.monotonic() + 30
    while not studio.state()["compiling"] and time.monotonic() < end:
        time.sleep(0.05)
    assert studio.state()["compiling"] == "3 of 9 parts are compiled after 5 s ..."
    assert "3 of 9 parts are compiled after 5 s ..." in studio.home()
    studio.act("run", {"file": "mine", "typed": {"minutes": "1"}})
    assert not ahead.runs
    assert studio.state()["compiling"] == ""
    assert studio.study is not None
    assert studio.study.runs


def test_nothing_is_compiled_ahead_where_it_would_be_lost(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[list[str]] = []
    monkeypatch.setattr("citadels_sim.studio.jobs._program", lambda words: begun.append(words) or [sys.executable, "-c", ""])
    for name, value in (("INTERPRETED", True), ("why_not_kept", lambda: "/nowhere cannot be written")):
        with monkeypatch.context() as only:
            only.setattr(f"citadels_sim.engine.prepare.{name}", value)
            studio.compile_ahead()
        assert (studio.compiling, begun, studio.state()["compiling"]) == (None, [], "")
    studio.compile_ahead()
    assert begun == [["study", "classic-2000", "--compile"]]


def test_a_study_is_stopped_as_by_ctrl_c_and_only_one_runs_at_a_time(studio: Studio) -> None:
    write()
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        studio.act("run", {"file": "mine", "typed": {"minutes": "5", "players": "4", "bots": "random", "designs": "games"}})
    finally:
        signal.signal(signal.SIGINT, previous)
    assert studio.study is not None
    with pytest.raises(BadRequest, match="The study of mine is running"):
        studio.act("run", {"file": "mine", "typed": {}})
    page = studio.read("study/mine")  # which does not offer what would be refused
    assert ("The study runs above" in page, "<button>Run the study" in page) == (True, False)
    until = time.monotonic() + 60
    while not (Path("studies/mine") / "study.json").is_file() and time.monotonic() < until:
        time.sleep(0.1)
    assert studio.state()["study"]["edited"] is False
    write(8)
    assert studio.state()["study"]["edited"] is True
    studio.act("stop", {})
    ended(studio.study)
    assert studio.study.ending == "stopped"
    page = studio.read("study/mine")
    assert "Stopped. Finished parts are kept" in page
    assert "The study runs above" not in page


def ended(job: Job) -> None:
    until = time.monotonic() + 60
    while job.runs:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_name_that_is_no_utf_8_is_listed_and_explained(studio: Studio) -> None:
    write()
    Path(os.fsdecode(b"x\xff.toml")).write_text(RULES.format(gold=3, title="X"))
    home = studio.home()
    assert 'href="/rules/x%FF"' in home
    home.encode()
    assert "its name is not UTF-8" in studio.read("rules/x\udcff")


def test_a_damaged_copy_and_a_broken_file_are_a_page_each(studio: Studio) -> None:
    for gold in (3, 4):
        played(gold)
    write(6)
    copy = list(versions_of(Path("studies/mine")))[-1].rules
    assert copy is not None
    copy.write_text("= broken")
    assert "cannot be read" in studio.read("study/mine")
    Path("mine.toml").write_text("= broken")
    assert "This cannot be shown" in studio.read("compare/mine/1/2")


def test_a_fault_of_a_page_or_a_step_does_not_end_the_studio(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise KeyError("<b>")

    write()
    monkeypatch.setattr("citadels_sim.studio.pages.rule_cards", fails)
    monkeypatch.setattr("citadels_sim.studio.site.draft", fails)
    assert "KeyError: &#39;&lt;b&gt;&#39;. This is a fault of citadels_sim" in studio.read("rules/mine")
    with pytest.raises(BadRequest, match="KeyError"):
        studio.act("preview", {"file": "mine", "typed": {}})
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("CITADELS_TRACEBACK", "1")
    studio.read("rules/mine")
    assert "Traceback" in capsys.readouterr().err
    monkeypatch.setattr("citadels_sim.studio.shelf.rules_files", fails)
    with pytest.raises(BadRequest, match="KeyError"):
        studio.home()


def test_a_step_that_takes_too_long_is_ended_and_says_so(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_sim.studio.jobs._SHORT", 0.01)
    with pytest.raises(BadRequest, match="citadels init mine --extends classic-2000` has not ended in"):
        studio.act("new", {"name": "mine", "extends": "classic-2000"})


def test_a_version_that_was_stopped_goes_on_with_its_own_question_and_time(studio: Studio) -> None:
    folder = played(3)
    record = read_study(folder)
    question = record.question.model_copy(update={"minutes": 30.0})
    write_study(folder, record.model_copy(update={"question": question, "spent": 600.0}))
    page = studio.read("study/mine")
    assert "<button>Continue</button>" in page
    assert 'name="minutes"' not in page
    assert study_words(shelf.rules_file("mine"), {"minutes": "10"}) == (["study", str(folder), "--watch"], 1200.0)
    write_study(folder, record.model_copy(update={"question": question.model_copy(update={"minutes": None, "precision": 1.0})}))
    assert study_words(shelf.rules_file("mine"), {}) == (["study", str(folder), "--watch"], None)


def test_the_page_of_a_version_links_those_before_it(studio: Studio) -> None:
    for gold in (3, 4, 6):
        report = played(gold) / "report"
        report.mkdir()
        (report / "index.html").write_text(f"gold {gold}")
    shown = studio.read("study/mine")
    addresses = {number: f"/report/mine/{place}report/index.html" for number, place in ((1, ""), (2, "v2/"), (3, "v3/"))}
    for number, address in addresses.items():
        assert f'href="{address}"' in shown
        for earlier in earlier_versions(Path("studies/mine") / ("" if number == 1 else f"v{number}")):
            assert urljoin(address, earlier.page) == addresses[earlier.number]
            assert studio.read(addresses[earlier.number][1:]).data == f"gold {(3, 4)[earlier.number - 1]}".encode()
