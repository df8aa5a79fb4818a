"""A design that cannot be played leaves its section out and says so in one line; the rest of the study goes on, and the page is written."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.errors import BotError, RunError, UnavailableError
from citadels_sim.report import make_report
from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.plan import Plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_plan
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.verify import verify_run
from citadels_sim.study import runner
from citadels_sim.study.folder import StudyRecord, part_folder, read_study, run_folders
from citadels_sim.study.progress import StudyProgress
from citadels_sim.study.question import designs_of_studies, make_question
from citadels_sim.study.repairs import facts_of
from citadels_sim.study.runner import Study

KEYS: dict[str, Any] = {
    "variants": ["classic-2000", "classic-2000-french"],
    "players": [4],
    "bots": ["builder"],
    "precision": 20.0,
    "seed": 3,
}
OWN = 'extends = "classic-2000"\ncity_size = 7\n[rules]\nsmithy_price = 3\n'
"""Two changes: which of them brings what can be asked."""
OURS = ValueError("einstein sum subscripts string contains too many subscripts")


class Notes(StudyProgress):
    """Keeps the lines that a study says."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def note(self, text: str) -> None:
        self.lines.append(text)


@pytest.fixture(autouse=True)
def _without_tracebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CITADELS_TRACEBACK", raising=False)


def beside(kind: str) -> str:
    """Another design, of which a little is played in a moment."""
    return "bans" if kind == "crowns" else "crowns"


def a_study(folder: Path, *designs: str, notes: StudyProgress | None = None, **keys: Any) -> Study:
    if (folder / "study.json").is_file():
        return Study(folder, read_study(folder), 1, progress=notes)
    question = make_question({**KEYS, "designs": list(designs), **keys}, "test")
    return Study(folder, StudyRecord(question=question), 1, progress=notes)


def failing(monkeypatch: pytest.MonkeyPatch, kind: str, error: BaseException, after: int = 0) -> None:
    """Let the play of one design fail, in the middle of its step, when it has been played so many times."""
    played = dict.fromkeys(DESIGNS, 0)
    player = DESIGNS[kind].player
    tables = player.tables

    def play(plan: Plan, *words: Any, **options: Any) -> Any:
        played[plan.design.name] += 1
        return run_plan(plan, *words, **options)

    def fail(self: Any, shard: Any, stop: Any) -> Any:
        if played[kind] > after and shard.first:
            raise error
        return tables(self, shard, stop)

    monkeypatch.setattr(player, "tables", fail)
    monkeypatch.setattr(runner, "run_plan", play)


@pytest.mark.parametrize("kind", designs_of_studies())
def test_whichever_design_cannot_be_played_the_others_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    notes = Notes()
    failing(monkeypatch, kind, OURS)
    (tmp_path / "own.toml").write_text(OWN)
    study = a_study(tmp_path / "it", kind, beside(kind), notes=notes, variants=["classic-2000", str(tmp_path / "own.toml")])
    study.play(None, repairs=False)
    names = [part.name for part in study.parts if part.plan.design.name == kind]
    assert names
    assert list(study.setbacks.words) == names
    for name in names:
        words = study.setbacks.words[name]
        assert words in notes.lines
        assert words == (
            f"{name} could not be played and is left out (ValueError: {OURS}). This is a fault of citadels_sim: "
            f"`citadels study {tmp_path / 'it'}` shows it with CITADELS_TRACEBACK=1."
        )
    record = read_study(tmp_path / "it")
    assert (record.state, record.failed) == ("complete", study.setbacks.words)
    assert [folder.name for folder in run_folders(tmp_path / "it")] == [part.name for part in study.parts if part.name not in names]
    assert study.growth.ending().endswith(f"; not finished: {', '.join(names)}")


def test_the_page_and_its_data_say_what_is_left_out_and_the_same_command_tries_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, citadels: Callable[..., Any]
) -> None:
    with monkeypatch.context() as patch:
        failing(patch, "bans", OURS)
        a_study(tmp_path / "it", "bans", "crowns").play(None, repairs=False)
    report = make_report(run_folders(tmp_path / "it"), tmp_path / "page", tables=False, study=facts_of(tmp_path / "it"))
    (words,) = report.left_out
    for path in (report.page, report.details):
        page = re.sub(r"</?code>", "`", path.read_text(encoding="utf-8")).replace("&#39;", "'")
        assert words in page
    data = json.loads(report.data.read_text(encoding="utf-8"))
    assert data["left_out"] == [words]
    assert DESIGNS["bans"].answers not in {want["what"] for want in data["missing"]}
    shown = citadels("report", tmp_path / "it", "--out", tmp_path / "again")
    assert (shown.code, words in shown.err) == (0, True)
    again = a_study(tmp_path / "it")
    again.play(None, repairs=False)
    assert again.setbacks.words == read_study(tmp_path / "it").failed == {}
    assert {folder.name for folder in run_folders(tmp_path / "it")} == {"bans", "crowns"}


def test_what_was_played_before_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "forks", OURS, after=2)
    study = a_study(tmp_path / "it", "games", "forks", precision=0.6, variants=["classic-2000"])
    study.play(None, repairs=False)
    forks = next(part for part in study.parts if part.name == "forks")
    assert study.setbacks.words["forks"].startswith("forks could not be played and is not played further (ValueError")
    run = load_run(part_folder(tmp_path / "it", "forks"), kind="forks")
    assert [cell.blocks for cell in run.manifest.cells] == forks.steps
    assert forks.steps[0] > forks.plan.cells[0].looks[0]
    assert verify_run(LocalStore(run.folder)).findings == ()
    games = next(part for part in study.parts if part.name == "games")
    assert all(lack == 0 for lack in games.lacks)
    assert games.steps[0] > games.plan.cells[0].looks[0]
    report = make_report(run_folders(tmp_path / "it"), tmp_path / "page", tables=False, study=facts_of(tmp_path / "it"))
    assert report.left_out == tuple(study.setbacks.words.values())
    assert [folder.name for folder in run_folders(tmp_path / "it")] == ["games", "forks"]


@pytest.mark.parametrize(
    ("error", "ours"),
    [
        (RunError("it went wrong. Mend it."), False),
        (BotError("it went wrong."), False),
        (OSError(errno.ENOENT, "no such file"), True),
        (pl.exceptions.PanicException("index out of bounds"), True),
        (ZeroDivisionError(), True),
    ],
)
def test_whatever_fails_the_line_says_whose_fault_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, *, ours: bool
) -> None:
    failing(monkeypatch, "bans", error)
    study = a_study(tmp_path / "it", "bans", "crowns")
    study.play(None, repairs=False)
    (words,) = study.setbacks.words.values()
    command = f"`citadels study {tmp_path / 'it'}`"
    if ours:
        assert words.startswith(f"bans could not be played and is left out ({type(error).__name__}")
        assert words.endswith(f"). This is a fault of citadels_sim: {command} shows it with CITADELS_TRACEBACK=1.")
    else:
        assert words == f"bans is left out: {str(error).removesuffix('.')}. {command} tries it again."


@pytest.mark.parametrize(
    "error",
    [KeyboardInterrupt(), UnavailableError("the disk is full"), OSError(errno.ENOSPC, "No space left on device"), MemoryError()],
    ids=["Ctrl-C", "no room for a table", "no room", "no memory"],
)
def test_what_every_part_would_meet_ends_the_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    failing(monkeypatch, "bans", error)
    with pytest.raises(type(error)):
        a_study(tmp_path / "it", "bans", "crowns").play(None, repairs=False)
    record = read_study(tmp_path / "it")
    assert (record.state, record.failed) == ("running", {})


def test_a_full_disk_is_such_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: LocalStore, name: str, data: bytes) -> None:
        if name.endswith(".parquet"):
            from citadels_sim.runs.store import _cannot_write

            raise _cannot_write(name, OSError(errno.ENOSPC, "No space left on device"))
        write(self, name, data)

    write = LocalStore.write
    monkeypatch.setattr(LocalStore, "write", full)
    with pytest.raises(UnavailableError, match="the disk is full"):
        a_study(tmp_path / "it", "bans", "crowns").play(None, repairs=False)


def test_with_tracebacks_and_where_nothing_can_be_played_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "bans", OURS)
    with pytest.raises(ValueError, match="einstein"):
        a_study(tmp_path / "alone", "bans").play(None, repairs=False)
    failing(monkeypatch, "crowns", BotError("the bot fails"))
    with pytest.raises(RunError, match=r"(?s)bans could not be played.*\ncrowns is left out: the bot fails"):
        a_study(tmp_path / "both", "bans", "crowns").play(None, repairs=False)
    monkeypatch.setenv("CITADELS_TRACEBACK", "1")
    with pytest.raises(ValueError, match="einstein"):
        a_study(tmp_path / "traced", "bans", "crowns").play(None, repairs=False)


def test_the_command_ends_well_and_says_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, citadels: Callable[..., Any]) -> None:
    failing(monkeypatch, "bans", OURS)
    words = ["study", "classic-2000", "--players", "4", "--bots", "builder", "--designs", "bans,crowns", "--precision", "20"]
    result = citadels(*words, "--workers", "1", "--out", tmp_path / "it", "--json")
    assert (result.code, result.err.count("bans could not be played")) == (0, 1)
    assert len(json.loads(result.out)["left_out"]) == 1
