"""Files that somebody else wrote: whatever they call things, a terminal is only shown text, and every message is short."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.study.folder import StudyRecord, write_study
from citadels_sim.study.question import make_question

Speak = Callable[..., tuple[int, str, str]]

TITLE = "\x1b]0;pwned\x07\x1b[2J[red]=cmd|' /C calc'!A0[/red]\u202e\u2028\x9b31m"
SHOWN = "\\x1b]0;pwned\\x07\\x1b[2J[red]=cmd|' /C calc'!A0[/red]\\u202e\\u2028\\x9b31m"


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    path = tmp_path / "odd.toml"
    path.write_text(f'name = "odd"\ntitle = {json.dumps(TITLE)}\nextends = "classic-2000"\ncity_size = 7\n', encoding="utf-8")
    return path


def printable(text: str) -> bool:
    return all(letter.isprintable() or letter in "\n\t\u00a0" for letter in text)


@pytest.mark.parametrize(
    "words",
    [
        ("variants", "show", "ODD"),
        ("variants", "show", "ODD", "--json"),
        ("variants", "diff", "classic-2000", "ODD"),
        ("variants", "check", "ODD"),
        ("run", "--variant", "ODD", "--games", "10", "--dry-run"),
        ("attribute", "classic-2000", "ODD", "--dry-run"),
    ],
)
def test_a_title_is_printed_as_text_by_every_command(citadels: Speak, variant: Path, words: tuple[str, ...]) -> None:
    code, out, err = citadels(*(str(variant) if word == "ODD" else word for word in words))
    assert code == 0, err
    assert printable(out + err)
    if words[:2] in (("variants", "show"), ("variants", "diff")):
        assert (json.loads(out)["title"] if "--json" in words else out).count(SHOWN) == 1


def test_the_title_of_an_experiment_is_printed_as_text(citadels: Speak, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(f'title = {json.dumps(TITLE)}\nvariants = ["classic-2000"]\n', encoding="utf-8")
    code, out, err = citadels("experiments", "show", path)
    assert (code, err) == (0, "")
    assert out.startswith(f"odd: {SHOWN}\n")
    assert printable(out)


@pytest.mark.parametrize(
    "line",
    [
        *(f"exploit builder --variant classic-2000 {odd}" for odd in ("--minutes inf", "--minutes nan", "--minutes 1e300", "--games 0")),
        *(f"exploit builder --variant classic-2000 {odd}" for odd in ("--games -5", f"--games {10**30}", "--seed -1", f"--seed {10**30}")),
        *(f"tune builder --variant classic-2000 {odd}" for odd in (f"--games {10**20}", f"--budget {10**30}", f"--judge {10**20}")),
        *(f"train classic-2000 {odd}" for odd in (f"--rounds {10**30}", "--minutes inf", f"--seed {10**30}", f"--workers {10**30}")),
        *(f"study classic-2000 {odd}" for odd in ("--minutes inf", "--precision nan", "--minutes 1 --precision 1", f"--workers {10**5}")),
        *(f"study STUDY {odd}" for odd in ("--minutes nan", "--minutes -1", "--precision inf", "--minutes 1 --precision 1")),
        f"study classic-2000 --local-cluster {10**5}",
        f"run --variant classic-2000 --local-cluster {10**5}",
        f"balance classic-2000 --workers {10**5}",
        f"run --variant classic-2000 --dry-run --workers {10**30}",
    ],
)
def test_a_number_that_cannot_be_meant_is_one_message(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.chdir(tmp_path)
    write_study(Path("study"), StudyRecord(question=make_question({"variants": ["classic-2000"], "minutes": 1}, "test")))
    code, out, err = citadels(*line.replace("STUDY", "study").split())
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "should be" in err or "does not go with" in err or "is not in the range" in err
    assert [path.name for path in tmp_path.iterdir()] == ["study"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("variants", "show", "\x1b[2J"), "there is no packaged variant '\\x1b[2J'"),
        (("variants", "show", "a\udcff.toml"), "'a\\udcff.toml': the name is not valid UTF-8"),
        (("run", "--variant", "classic-2000", "--name", "a\x1b[2J"), "--name: 'a\\x1b[2J' should be 1 to 64 small letters"),
        (("run", "--variant", "classic-2000", "--bots", "\x1b[2J"), "has invisible characters"),
        (("run", "\x1b[2J.toml"), "\\x1b[2J.toml: there is no such experiment file"),
        (("\x1b[2J",), "No such command '\\x1b[2J'"),
        (("report", "\x1b[2J", "--out", "x"), "\\x1b[2J: does not exist"),
    ],
)
def test_a_message_quotes_as_text(
    citadels: Speak, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = citadels(*words)
    assert (code, out) == (2, "")
    assert message in err
    assert printable(err)


@pytest.mark.parametrize(
    "text",
    [
        f'name = "{"a" * 100_000}"',
        f'title = "{"a" * 100_000}"',
        f'cast = ["{"a" * 100_000}"]',
        f"{'a' * 100_000} = 1",
        f"[rules]\n{'b' * 100_000} = 1",
        "[costs]\n" + "\n".join(f"x{n} = 1" for n in range(3000)),
        f'extends = "{"c" * 200}"',
    ],
)
def test_a_message_about_a_file_stays_short(citadels: Speak, tmp_path: Path, text: str) -> None:
    (tmp_path / "long.toml").write_text(text, encoding="utf-8")
    code, out, err = citadels("variants", "check", tmp_path / "long.toml")
    assert (code, out) == (2, "")
    assert len(err) < 2100
    assert "characters ...]" in err


def test_a_run_and_its_report_show_the_title_as_text(citadels: Speak, variant: Path, tmp_path: Path) -> None:
    for words in (
        ("run", "--variant", variant, "--players", "4", "--games", "12", "--bots", "random", "--out", tmp_path / "run"),
        ("report", tmp_path / "run", "--terminal"),
        ("replay", tmp_path / "run", "--game", "0"),
    ):
        code, out, err = citadels(*words)
        assert code == 0, err
        assert printable(out + err)
