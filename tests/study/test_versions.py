"""A study of rules of one's own after an edit of their file: another version, compared with the last; those before stay as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.errors import RunError
from citadels_sim.study.folder import VersionRecord, read_study, write_study
from citadels_sim.study.history import history
from citadels_sim.study.question import Question, make_question
from citadels_sim.study.versions import begin, next_version, versions_of
from citadels_sim.variants import load_variant
from tests.conftest import Spoken

Citadels = Callable[..., Spoken]
RULES = 'name = "mine"\ntitle = "Mine"\nextends = "classic-2000"\n\n[game]\nstart_gold = {gold}\n'
WORDS = ("--players", "4", "--designs", "games", "--minutes", "0.1", "--bots", "builder", "--workers", "1")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(gold: int, file: str = "mine.toml") -> str:
    Path(file).write_text(RULES.format(gold=gold))
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
        write_study(folder, begin(folder, question(file), before))
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
    assert told[9].changed == ("Gold with which each player begins: 11 instead of 10.",)


def test_a_version_is_compared_with_the_one_before_under_a_name_of_its_own() -> None:
    write(3)
    begun()
    write(5)
    folder = begun()
    before, own = read_study(folder).question.variants
    assert load_variant(before).name == "mine-1"
    assert load_variant(before).title == "Mine, version 1"
    assert load_variant(before).digest == load_variant("studies/mine/rules/mine.toml").digest
    assert load_variant(own).digest == load_variant("mine.toml").digest
    assert read_study(folder).question.changes_rules


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
    Path("base.toml").write_text(Path("base.toml").read_text().replace('"mine"', '"base"'))
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
    assert "Compared with Mine 1 on the same deals" in again.out
    page = Path("studies/mine/v2/report/index.html").read_text()
    assert '<a href="../../report/index.html">Version 1</a>' in page
    assert "--variant studies/mine/v2/rules/before/mine-1.toml --variant studies/mine/v2/rules/mine.toml" in page
    assert {name: data for name, data in bytes_of(Path("studies/mine")).items() if not name.startswith("v2/")} == first
    told = citadels("history", "mine")
    assert re.search(r"Version 2, .* UTC, studies/mine/v2\n  changed: Gold with which each player begins: 9 instead of 2\.", told.out)
    assert re.search(r"^ First crown +[+−]?\d.* +[+−]?\d.*$", told.out, re.MULTILINE)
    data = json.loads(citadels("history", "mine.toml", "--json").out)
    assert [one["version"] for one in data] == [1, 2]
    assert {figure["criterion"] for figure in data[1]["figures"]} == {"seat"}


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
    assert "mine.toml: has rules that no version keeps" in refused.err
    assert Path("mine.toml").read_text() == "# not studied yet\n"
    assert citadels("history", "mine", "--version", "2", "--out", "other.toml").code == 0
    assert Path("other.toml").read_text() == RULES.format(gold=5)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mien",), "no study of it is here or in studies/"),
        (("mine", "--version", "7"), "there are versions 1 to 1"),
        (("mine", "--out", "x.toml"), "goes with --version"),
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
