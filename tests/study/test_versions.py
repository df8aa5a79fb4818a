"""A study of rules of one's own after an edit of their file: another version, compared with the last; those before stay as they are."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from citadels_sim.errors import RunError
from citadels_sim.report.study_facts import Table
from citadels_sim.show.terminal import text_table
from citadels_sim.study.folder import VersionRecord, read_study, write_study
from citadels_sim.study.history import Figure, earlier_versions, history, over_versions
from citadels_sim.study.question import Question, make_question
from citadels_sim.study.versions import begin, next_version, own_file, versions_of
from citadels_sim.variants import load_variant
from tests.conftest import Spoken

Citadels = Callable[..., Spoken]
RULES = 'name = "mine"\ntitle = "Mine"\nextends = "classic-2000"\n\n[game]\nstart_gold = {gold}\n'
WORDS = ("--players", "4", "--designs", "games", "--minutes", "0.1", "--bots", "builder", "--workers", "1")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(gold: int, file: str = "mine.toml") -> str:
    Path(file).write_text(RULES.format(gold=gold).replace('"mine"', f'"{Path(file).stem}"'))
    return file


def question(file: str = "mine.toml", **keys: object) -> Question:
    return make_question({"variants": [file], "players": [4], "bots": ["builder"], **keys}, "test")


def begun(file: str = "mine.toml") -> Path:
    """Begin the version of a study that plays what the file says now; return its folder."""
    root = Path("studies/mine")
    if not (root / "study.json").exists():
        folder, before = root, None
    else:
        folder, before = next_version(root, question(file))
    if before is not None or folder == root:
        begin(folder, question(file), before)
    return folder


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_ten_edits_are_ten_versions_and_the_first_stays_to_the_byte() -> None:
    write(2)
    first = bytes_of(begun())
    for gold in range(3, 12):
        write(gold)
        begun()
    versions = list(versions_of(Path("studies/mine")))
    assert [version.number for version in versions] == list(range(1, 11))
    assert {name: data for name, data in bytes_of(Path("studies/mine")).items() if not name.startswith("v")} == first
    assert [version.written for version in versions] == [RULES.format(gold=gold).encode() for gold in range(2, 12)]
    told = history(Path("studies/mine"))
    assert told[0].changed == ()  # two gold is what classic says
    assert told[9].changed == ("Starting gold of each player: 11 instead of 10.",)


def test_a_version_is_compared_with_the_one_before_under_a_name_of_its_own() -> None:
    write(3)
    begun()
    write(5)
    folder = begun()
    before, own = read_study(folder).question.variants
    assert load_variant(before).name == "mine-version-1"
    assert load_variant(before).title == "Mine, version 1"
    assert load_variant(before).digest == load_variant("studies/mine/rules/mine.toml").digest
    assert load_variant(own).digest == load_variant("mine.toml").digest
    assert read_study(folder).question.changes_rules
    assert ".begun" not in (folder / "study.json").read_text()


def test_rules_that_were_gone_back_to_go_on_in_their_own_version() -> None:
    write(3)
    begun()
    write(5)
    assert begun() == Path("studies/mine/v2")
    write(3)
    assert next_version(Path("studies/mine"), question())[0] == Path("studies/mine")
    Path("mine.toml").write_text("# a comment\n" + RULES.format(gold=5))
    assert next_version(Path("studies/mine"), question())[0] == Path("studies/mine/v2")


def test_what_the_rules_extend_is_kept_with_them() -> None:
    write(3, "base.toml")
    Path("mine.toml").write_text('name = "mine"\nextends = "./base.toml"\n\n[characters.merchant]\nbonus = { gold = 3 }\n')
    played = load_variant("mine.toml").digest
    begun()
    (version,) = versions_of(Path("studies/mine"))
    Path("base.toml").unlink()
    assert version.rules is not None
    assert load_variant(version.rules).digest == played
    assert version.written == Path("mine.toml").read_bytes()


@pytest.mark.parametrize("kept", ["../outside.toml", "/etc/passwd", "rules/../../x.toml"])
def test_a_record_that_leads_out_of_its_folder_is_refused(kept: str) -> None:
    write(3)
    folder = begun()
    Path("studies/outside.toml").write_text(RULES.format(gold=9))
    record = read_study(folder)
    assert record.version is not None
    write_study(
        folder, record.model_copy(update={"version": VersionRecord(**record.version.model_dump() | {"kept": kept, "written": kept})})
    )
    with pytest.raises(RunError):
        history(folder)


def test_the_same_command_studies_an_edited_file_and_history_tells_what_it_did(citadels: Citadels) -> None:
    write(2)
    assert citadels("study", "mine.toml", *WORDS).code == 0
    first = bytes_of(Path("studies/mine"))
    write(9)
    planned = citadels("study", "mine.toml", *WORDS, "--dry-run")
    assert planned.code == 0
    assert not Path("studies/mine/v2").exists()
    again = citadels("study", "mine.toml", *WORDS)
    assert again.code == 0, again.err
    assert "mine.toml has other rules than version 1, which is kept: version 2 begins in studies/mine/v2." in " ".join(again.err.split())
    assert "Compared with version 1 on the same deals" in again.out
    page = Path("studies/mine/v2/report/index.html").read_text()
    assert "<p>Since version 1 you changed:</p>" in page
    assert '<div class="changed">' not in Path("studies/mine/report/index.html").read_text()  # it plays as the edition
    assert '<a href="../../report/index.html">Version 1</a>' in page
    assert "--variant studies/mine/v2/rules/before/mine-version-1.toml --variant studies/mine/v2/rules/played/mine.toml" in page
    assert {name: data for name, data in bytes_of(Path("studies/mine")).items() if not name.startswith("v2/")} == first
    told = citadels("history", "mine")
    assert re.search(r"Version 2, .* UTC, studies/mine/v2\n  changed: Starting gold of each player: 9 instead of 2\.", told.out)
    assert re.search(r"^ First crown +[+-]?\d.* +[+-]?\d.*$", told.out, re.MULTILINE)
    data = json.loads(citadels("history", "mine.toml", "--json").out)
    assert [one["version"] for one in data] == [1, 2]
    assert {figure["criterion"] for figure in data[1]["figures"]} == {"seat", "rounds"}
    assert {figure["criterion"] for figure in data[1]["changes"]} == {"seat", "rounds"}
    assert "Rounds of a game" in told.out
    assert "change since 1" in told.out


def test_going_back_writes_the_file_and_loses_nothing(citadels: Citadels) -> None:
    write(3)
    begun()
    write(5)
    begun()
    assert citadels("history", "mine", "--version", "1").code == 0
    assert Path("mine.toml").read_text() == RULES.format(gold=3)
    Path("mine.toml").write_text("# not studied yet\n")
    refused = citadels("history", "mine", "--version", "2")
    assert refused.code == 2
    assert "mine.toml: has rules that no version has" in refused.err
    assert Path("mine.toml").read_text() == "# not studied yet\n"
    Path("mine.toml").write_text(remarked := f"{RULES.format(gold=3)}# a remark\n")
    refused = citadels("history", "mine", "--version", "2")
    assert (refused.code, Path("mine.toml").read_text()) == (2, remarked)
    assert "mine.toml: has the rules of version 1 in other words, such as a title or a remark, which would be lost" in " ".join(
        refused.err.split()
    )
    assert citadels("history", "mine", "--version", "2", "--out", "other.toml").code == 0
    assert Path("other.toml").read_text() == RULES.format(gold=5)


@pytest.mark.parametrize("place", ["a pipe", "a folder", "no folder"])
def test_going_back_replaces_nothing_but_a_file(citadels: Citadels, place: str) -> None:
    write(3)
    begun()
    if place == "a pipe":
        os.mkfifo("other.toml")
    elif place == "a folder":
        Path("other.toml").mkdir()
    name = "gone/mine.toml" if place == "no folder" else "other.toml"
    before = sorted(Path().rglob("*"))
    Path("studies/other").symlink_to("mine")
    refused = citadels("history", name, "--version", "1")
    Path("studies/other").unlink()
    assert (refused.code, refused.out) == (2, "")
    assert "elsewhere with --out FILE" in " ".join(refused.err.split())
    assert sorted(Path().rglob("*")) == before


def test_copies_of_rules_that_somebody_changed_are_not_written_back(citadels: Citadels) -> None:
    write(3)
    folder = begun()
    write(5)
    begun()
    (version, _) = versions_of(folder)
    assert version.record.version is not None
    (folder / version.record.version.written).write_text("no rules")
    assert citadels("history", "mine", "--version", "1").code == 0
    assert load_variant("mine.toml").digest == load_variant(version.rules or "").digest
    write(5)
    (folder / version.record.version.kept).write_text("no rules")
    refused = citadels("history", "mine", "--version", "1")
    assert (refused.code, Path("mine.toml").read_text()) == (2, RULES.format(gold=5))
    assert "the copies of its rules were changed or cannot be read, so nothing is written" in " ".join(refused.err.split())


def test_the_study_of_a_file_is_that_of_the_name_in_it(citadels: Citadels) -> None:
    write(3, "draft.toml")
    begin(Path("studies/draft"), question("draft.toml"), None)  # the other rules whose name the file has
    text = RULES.format(gold=4)
    Path("draft.toml").write_text(text)
    begin(Path("studies/mine"), question("draft.toml"), None)
    assert json.loads(citadels("history", "draft.toml", "--json").out)[0]["folder"] == "studies/mine"
    Path("draft.toml").write_text(RULES.format(gold=6))
    folder, before = next_version(Path("studies/mine"), question("draft.toml"))
    begin(folder, question("draft.toml"), before)
    assert citadels("history", "draft.toml", "--version", "1").code == 0
    assert Path("draft.toml").read_text() == text


@pytest.mark.parametrize("line", ['extends = "./base.toml"', "'extends'='base.toml' # mine", 'extends = """base.toml"""'])
def test_every_way_to_write_what_is_extended_is_kept(line: str) -> None:
    write(3, "base.toml")
    Path("mine.toml").write_text(f'name = "mine"\ntitle = """\nextends = 3"""\n{line}\n\n[game]\nstart_hand = 5\n')
    played, base = load_variant("mine.toml").digest, load_variant("base.toml").digest
    begun()
    write(9, "base.toml")
    (version,) = versions_of(Path("studies/mine"))
    assert [load_variant(name).digest for name in version.record.question.variants] == [base, played]
    assert history(Path("studies/mine"))[0].changed == ("District cards that each player is dealt: 5 instead of 4.",)


def test_going_back_restores_the_rules_also_where_only_what_they_extend_was_edited(citadels: Citadels) -> None:
    write(3, "base.toml")
    Path("mine.toml").write_text('name = "mine"\nextends = "./base.toml"\ncity_size = 7\n')
    first = load_variant("mine.toml").digest
    begun()
    write(9, "base.toml")
    second = load_variant("mine.toml").digest
    assert begun() == Path("studies/mine/v2")
    result = citadels("history", "mine", "--version", "1")
    assert (result.code, load_variant("mine.toml").digest) == (0, first)
    assert "with all its rules written out: the variant that it extended has been edited since" in " ".join(result.err.split())
    assert citadels("history", "mine", "--version", "2", "--out", "two.toml").code == 0
    assert citadels("history", "mine", "--version", "2").code == 0
    assert {load_variant(file).digest for file in ("mine.toml", "two.toml")} == {second}


@pytest.mark.parametrize("file", ["{place}/evil.desktop", "{place}/evil.toml", "../evil.toml", "evil.toml", ".profile"])
def test_a_study_that_somebody_else_made_writes_no_file_that_was_not_named(citadels: Citadels, tmp_path: Path, file: str) -> None:
    write(3)
    folder = begun()
    Path(".profile").write_bytes(Path("mine.toml").read_bytes())
    Path("here").mkdir()
    record = read_study(folder)
    assert record.version is not None
    named = file.format(place=tmp_path / "here")
    write_study(folder, record.model_copy(update={"version": record.version.model_copy(update={"file": named})}))
    before = bytes_of(tmp_path)
    result = citadels("history", "mine", "--version", "1")
    assert result.code == 2
    assert "is not a file in this folder" in " ".join(result.err.split())
    assert bytes_of(tmp_path) == before


def test_a_study_that_was_ended_while_it_began_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*_: object) -> None:
        raise KeyboardInterrupt

    write(3)
    for name in ("complete_file", "write_study", "write_whole"):
        with monkeypatch.context() as patched:
            patched.setattr(f"citadels_sim.study.versions.{name}", ended)
            with pytest.raises(KeyboardInterrupt):
                begun()
        assert bytes_of(Path("studies")) == {}
    assert read_study(begun()).version is not None


@pytest.mark.parametrize(
    ("variants", "file"),
    [
        (("mine.toml",), "mine.toml"),
        (("child.toml",), "child.toml"),
        (("dark-city", "mine.toml"), "mine.toml"),
        (("mine.toml", "other.toml"), None),
        (("classic-2000", "dark-city", "mine.toml"), None),
        (("classic-2000",), None),
        (("mine.toml", "classic-2000"), None),
    ],
)
def test_one_file_of_rules_has_versions(variants: tuple[str, ...], file: str | None) -> None:
    """Of two that do not extend each other, either may be edited: that is another study."""
    for number, name in enumerate(("mine.toml", "other.toml")):
        write(number, name)
    Path("child.toml").write_text('name = "child"\nextends = "./mine.toml"\ncity_size = 7\n')
    assert own_file(question(*variants[:1], variants=list(variants))) == file


def test_figures_of_versions_stand_side_by_side_in_80_columns_where_their_tables_are_the_same() -> None:
    for gold in range(2, 9):
        write(gold)
        begun()
    members = tuple(Figure(kind, name, -0.1234, -0.2, -0.1) for kind, name in (("character", "tax-collector"), ("seat", "3")))
    told = [replace(one, tables={Table(4 if one.version.number != 6 else 5, "builder"): members}) for one in history(Path("studies/mine"))]
    told[2] = replace(told[2], tables={Table(4, "builder"): members[:1]})
    block = over_versions(told)
    assert block is not None
    assert [column.head for column in block.columns] == [f"version {number}" for number in (1, 2, 3, 4, 5, 7)]
    few, every = text_table(block), text_table(block, wide=True)
    assert [heading for heading, _ in few.columns] == ["", "version 4", "version 5", "version 7"]
    assert every.rows[1][3] == "-"
    assert sum(max(len(row[i]) for row in few.rows) + 2 for i in range(4)) <= 80
    assert over_versions([replace(one, tables={}) for one in told]) is None


def test_a_bot_that_has_learned_the_rules_of_each_version_is_the_same_bot_in_all() -> None:
    for gold in (2, 3, 4):
        write(gold)
        begun()
    told = history(Path("studies/mine"))
    for one, bot in zip(told, ("learner:@{}/learner.weights", "planner", "learner:@{}/learner.weights"), strict=True):
        record = one.version.record
        own = record.question.model_copy(update={"bots": (bot.format(one.version.folder), "planner")})
        object.__setattr__(one.version, "record", record.model_copy(update={"question": own}))
    figures = (Figure("seat", "0", 0.1, 0.0, 0.2),)
    told = [replace(one, tables={Table(4, bot): figures}) for one, bot in zip(told, ("learner", "planner", "learner"), strict=True)]
    block = over_versions(told)
    assert block is not None
    assert [column.head for column in block.columns] == ["version 1", "version 3"]
    assert block.cell == ("mine", 4, "learner")
    assert "Version 2 is not comparable: it has no such figures; it was judged by planner with 4 players." in block.how


@pytest.mark.parametrize(
    ("bots", "shown", "versions"),
    [
        ([("learner", "planner"), ("planner", "builder")], "planner", [1, 2]),  # another bot judged the first one
        ([("planner", "builder"), ("learner", "planner"), ("learner", "planner")], "planner", [1, 2, 3]),
        ([("learner", "planner"), ("learner", "planner")], "learner", [1, 2]),
        ([("raider",), ("learner", "planner")], "learner", [2]),
    ],
)
def test_versions_that_other_bots_judged_are_compared_by_a_bot_that_all_have(
    bots: list[tuple[str, ...]], shown: str, versions: list[int]
) -> None:
    for gold, _ in enumerate(bots, start=2):
        write(gold)
        begun()
    told = []
    for one, own in zip(history(Path("studies/mine")), bots, strict=True):
        record = one.version.record
        version = replace(one.version, record=record.model_copy(update={"question": record.question.model_copy(update={"bots": own})}))
        tables = {Table(4, bot): (Figure("seat", "0", len(bot) / 100, 0.0, 0.2),) for bot in own}
        told.append(replace(one, version=version, tables=tables))
    block = over_versions(told)
    assert block is not None
    assert block.cell == ("mine", 4, shown)
    assert [column.head for column in block.columns] == [f"version {number}" for number in versions]
    assert {value.value for row in block.rows for value in row.values} == {len(shown) / 100}
    assert block.how.startswith(f"Figures of 4 players with {shown}.")
    assert ("Version 1 is not comparable" in block.how) == (1 not in versions)


def test_figures_of_a_page_are_kept_for_each_bot_and_number_of_players(tmp_path: Path) -> None:
    write(2)
    root = begun()
    write(3)
    folder = begun()
    lineups = {"builder": 0.1, "builder,random": 0.2, "random": 0.3}
    record = read_study(root)
    write_study(root, record.model_copy(update={"question": record.question.model_copy(update={"bots": ("builder", "random")})}))
    verdicts = [
        {"criterion": "character", "variant": variant, "players": players, "lineup": lineup, "members": [member]}
        for variant in ("classic-2000", "mine")
        for players in (5, 4)
        for lineup, value in lineups.items()
        for member in [{"group": "king", "value": value + players, "low": None, "high": None}]
    ]
    (root / "report").mkdir()
    (root / "report/report.json").write_text(json.dumps({"verdicts": verdicts}))
    (one,) = earlier_versions(folder)
    assert {table: effects["king"][0] for table, effects in one.characters.items()} == {
        Table(4, "builder"): 4.1,
        Table(5, "builder"): 5.1,
        Table(4, "random"): 4.3,
        Table(5, "random"): 5.3,
    }
    assert history(root)[0].judged == Table(4, "builder")


@pytest.mark.parametrize("first", [True, False])
def test_history_says_what_a_version_changed_on_the_same_deals(citadels: Citadels, first: bool) -> None:
    """The verdicts of two versions may differ where no difference is shown; that sentence says what is, and of the length of games."""
    write(2)
    begun()
    write(3)
    folder = begun()
    lines = ["Compared with version 1 on the same deals (4 players, builder), beyond limits: rounds \u22121.", "Nothing is beyond."]
    (folder / "report").mkdir()
    (folder / "report/report.json").write_text(json.dumps({"headlines": lines if first else lines[::-1], "verdicts": []}))
    shown = " ".join(citadels("history", "mine").out.split())
    assert f"found: {lines[1]} effect: {lines[0]}" in shown
    assert [one["compared"] for one in json.loads(citadels("history", "mine", "--json").out)] == ["", lines[0]]


def test_a_version_that_another_command_has_begun_meanwhile_stays() -> None:
    write(3)
    first = bytes_of(begun())
    with pytest.raises(RunError, match=r"studies/mine: another command has just begun this version\. Give the same command again"):
        begin(Path("studies/mine"), question(), None)
    assert bytes_of(Path("studies")) == {f"mine/{name}": data for name, data in first.items()}


@pytest.mark.parametrize("began", ["studies/mine", "."])
def test_a_study_goes_on_from_another_folder_and_after_it_was_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, began: str) -> None:
    file = tmp_path / write(3)
    place = tmp_path / "studies" / "mine"
    place.mkdir(parents=True)
    monkeypatch.chdir(place if began == "." else tmp_path)
    begin(Path(began), question(str(file)), None)
    monkeypatch.chdir(tmp_path)
    assert read_study(place).question.variants[0] == "classic-2000"
    write(5)
    begun()
    place.rename("moved")
    monkeypatch.chdir("moved")
    for folder in (Path(), Path("v2")):
        for name in read_study(folder).question.variants[-1:]:
            assert load_variant(name).name == "mine"
    assert load_variant(read_study(Path("v2")).question.variants[0]).name == "mine-version-1"
    assert [one.changed for one in history(Path())][1] == ("Starting gold of each player: 5 instead of 3.",)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mien",), "has no study, here or in studies/"),
        (("mine", "--version", "7"), "there are versions 1 to 1"),
        (("mine", "--out", "x.toml"), "works only with --version"),
        (("mine", "--version", "1", "--out", "mine.toml"), "already exists"),
    ],
)
def test_what_cannot_be_is_refused_in_one_message(citadels: Citadels, words: tuple[str, ...], said: str) -> None:
    write(3)
    begun()
    result = citadels("history", *words)
    assert (result.code, result.out) == (2, "")
    assert said in " ".join(result.err.split())
    assert "Traceback" not in result.err


def page_data(players: int, change: object = -1.5, before: str = "mine-version-1") -> dict[str, object]:
    """The data of a page with two figures, their difference on the same deals, and the length of games."""
    verdicts = [
        {"criterion": "seat", "variant": "mine", "players": players, "lineup": "builder", "members": [member]}
        for member in [{"group": "0", "value": 0.02, "low": 0.01, "high": 0.03}]
    ]
    columns = ["a_variant", "b_variant", "players", "lineup", "table", "metric", "group", "difference", "family_low", "family_high"]
    rows = [
        [before, "mine", players, "builder", "game", "mean_rounds", "all", change, -1.7, -1.3],
        [before, "mine", players, "builder", "game", "mean_turns", "all", -3.0, -4.0, -2.0],
        [before, "mine", players, "builder", "seats_from_crown", "win_rate", "0", 0.05, 0.0, 0.1],
        [before, "mine", players, "random", "seats_from_crown", "win_rate", "0", 0.5, 0.0, 0.9],
    ]
    length = {"columns": ["key", "metric", "value", "family_low", "family_high"], "rows": [[1, "mean_rounds", 8.5, 8.25, 8.75]]}
    keys = [["mine-version-1", players, "builder"], ["mine", players, "builder"]]
    tables = {"length": length, "differences": {"columns": columns, "rows": rows}}
    return {"verdicts": verdicts, "keys": keys, "tables": tables}


@pytest.mark.parametrize(
    ("pages", "heads", "rounds"),
    [
        ([page_data(4), page_data(4)], ["version 1", "version 2", "change since 1"], ["8.50", "8.50", "−1.50"]),
        ([page_data(5), page_data(4)], ["version 2"], ["8.50"]),  # other tables: nothing to compare
        ([page_data(4), page_data(4, before="classic-2000")], ["version 1", "version 2"], ["8.50", "8.50"]),  # compared with its parent
        ([page_data(4), page_data(4, change=None)], ["version 1", "version 2", "change since 1"], ["8.50", "8.50", "–"]),
        ([page_data(4), page_data(4, change="x\x1b")], ["version 1", "version 2", "change since 1"], ["8.50", "8.50", "–"]),
        ([page_data(4), page_data(4), {"verdicts": []}], ["version 1", "version 2"], ["8.50", "8.50"]),  # the last one has no figures
    ],
)
def test_figures_over_versions_have_the_length_of_games_and_the_last_change_on_the_same_deals(
    citadels: Citadels, pages: list[dict[str, object]], heads: list[str], rounds: list[str]
) -> None:
    for gold, data in enumerate(pages, start=2):
        write(gold)
        (folder := begun() / "report").mkdir()
        (folder / "report.json").write_text(json.dumps(data))
    block = over_versions(history(Path("studies/mine")))
    assert block is not None
    assert [column.head for column in block.columns] == heads
    assert [(row.head, len(row.values)) for row in block.rows] == [("First crown", len(heads)), ("Rounds of a game", len(heads))]
    assert [value.text for value in block.rows[1].values] == rounds
    if len(heads) == 3:
        assert block.rows[0].values[2].whole == "+5\u00a0pp [0,\u00a010]"
        assert ("on the same deals" in block.how) is True
    told = citadels("history", "mine")
    assert told.code == 0
    assert all(head in told.out for head in heads)
    assert "\x1b" not in told.out
