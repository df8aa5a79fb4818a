"""Messages speak of what is wrong first: of the name that was mistyped, of the folder that is something else, and once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.synthetic_run import Toy, write_run

Speak = Callable[..., Any]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a run, the folder of a study, a report, a variant file and an experiment file."""
    monkeypatch.chdir(tmp_path)
    write_run(tmp_path / "runs" / "first", Toy(blocks=2))
    write_run(tmp_path / "my study" / "runs" / "games", Toy(blocks=2))
    (tmp_path / "my study" / "study.json").write_text(json.dumps({}))
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "report.json").write_text(json.dumps({}))
    (tmp_path / "my-rules.toml").write_text('name = "my-rules"\nextends = "classic-2000"\n')
    (tmp_path / "my-games.toml").write_text('variants = ["my-rules.toml"]\nplayers = [4]\ngames = 4\nlineups = [["builder"]]\n')
    (tmp_path / "my-study.toml").write_text('variants = ["my-rules.toml"]\nplayers = [4]\nbots = ["builder", "bilder"]\n')
    return tmp_path


MISTYPED = "there is no packaged variant '{}'. Did you mean 'my-rules.toml'?"
NO_FILE = "my-rulez.toml: there is no such file. Did you mean 'my-rules.toml'?"
FOLDER = "runs/first: is a folder, not a variant file."
NO_STUDY = "is a folder. Give variants, one study file, or one study's folder alone."
STUDY = "my study: is the folder of a study, not a run folder. Give one of the runs in it: "


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("report", "runs/frist"),
            "runs/frist: does not exist.",
        ),
        (("report", "runs/frist"), "Did you mean 'first'?"),
        (("report", "runs/first"), "--out: say where the report goes"),
        (("report", "my study", "runs/first"), STUDY),
        (("report", "runs/first", "--out", "r", "--figures", ","), "--figures: ',' should be svg or png"),
        (("study", "my-study.toml"), "my-study.toml: bots[1]: there is no bot 'bilder'"),
        (("exploit", "builder", "--variant", "", "--players", "4"), "--variant: empty. Give it a value, or leave it out."),
        (("exploit", "builder", "--against="), "--against: empty. Give it a value, or leave it out."),
        (("plays", "report", " "), "a word of the command: empty."),
        (("variants", "show", "a\udcff"), "'a\\udcff': the name is not valid UTF-8."),
        (("train", "classic-2000", "--out", "a.weights", "--from", "none.weights"), "--from none.weights: there is no such file"),
        (("run", "--variant", "classic-2000", "--out", "zip://none.zip"), "zip://none.zip: cannot be opened ("),
        (("replay", "my study", "--game", "1"), STUDY),
        (("bans", "report"), "report: is a report, not a run folder."),
        (("study", "my-rules.tml"), "my-rules.tml: " + MISTYPED.format("my-rules.tml")),
        (("study", "my-rules"), "my-rules: " + MISTYPED.format("my-rules")),
        (("variants", "show", "my-rules.tml"), MISTYPED.format("my-rules.tml")),
        (("play", "my-rules"), MISTYPED.format("my-rules")),
        (("run", "--variant", "my-rules"), "--variant: " + MISTYPED.format("my-rules")),
        (("variants", "show", "my-rulez.toml"), NO_FILE),
        (("study", "my-rulez.toml"), NO_FILE),
        (("run", "my-game.toml"), "my-game.toml: there is no such experiment file"),
        (("run", "my-game.toml"), "Did you mean 'my-games.toml'?"),
        (("study", "runs/first"), f"runs/first: {NO_STUDY}"),
        (("study", "runs"), f"runs: {NO_STUDY}"),
        (("study", "my study", "classic-2000"), f"my study: {NO_STUDY}"),
        (("variants", "show", "runs/first"), FOLDER),
        (("play", "runs/first"), FOLDER),
        (("run", "--variant", "runs/first"), f"--variant: {FOLDER}"),
        (("check", "my study", "--max-seat", "2"), "my study: holds no report."),
    ],
)
def test_what_is_wrong_comes_first(citadels: Speak, place: Path, words: tuple[str, ...], message: str) -> None:
    shown = citadels(*words)
    assert (shown.code, shown.out) == (2, "")
    assert message in shown.err
    if not message.startswith("Did"):
        assert shown.err.startswith(f"citadels: {message}")
