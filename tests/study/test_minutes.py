"""A study keeps its minutes, page included, on a simulated clock: whatever the bots, tables and designs, and however fast the machine."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from citadels_sim.runs.plan import Plan
from citadels_sim.runs.summary import CellTime
from citadels_sim.study import clock, runner
from citadels_sim.study.folder import StudyRecord
from citadels_sim.study.page_time import page_seconds, usual_page_seconds
from citadels_sim.study.part import Part
from citadels_sim.study.progress import StudyProgress
from citadels_sim.study.question import make_question

VARIANTS = ("classic-2000", "dark-city", "citadels-2016")
PLAIN = f"{Path(__file__).parent.parent / 'runs' / 'own_bots.py'}:dice"
"""A bot in plain Python."""
WORKERS = 2


@dataclass
class Machine(StudyProgress):
    """A machine of our own time: it plays `slow` times as long as bots state, and judges and writes as long as it says."""

    slow: float = 1.0
    judging: float = 0.14
    now: float = 0.0
    notes: list[tuple[float, str]] = field(default_factory=list)
    played: Any = None

    def __post_init__(self) -> None:
        self.done: dict[str, list[int]] = {}

    def monotonic(self) -> float:
        return self.now

    def note(self, text: str) -> None:
        self.notes.append((self.now, text))

    def round(self, number: int, text: str) -> None:
        pass

    def part(self, name: str, plan: Plan) -> None:
        pass

    def run(self, part: Part) -> SimpleNamespace:
        before = self.done.get(part.name, [0] * len(part.steps))
        times = []
        for cell, old, new in zip(part.plan.cells, before, part.steps, strict=True):
            seconds = self.slow * (new - old) * part.block_seconds(cell)
            times.append(CellTime(new - old, seconds))
            self.now += seconds / WORKERS
        self.done[part.name] = list(part.steps)
        return SimpleNamespace(cell_times=times)

    def judge(self, part: Part) -> None:
        part.lacks = [0.0] * len(part.steps)
        if part.judges:
            part.lacks = [40.0 / math.sqrt(blocks) for blocks in part.steps]
            self.now += self.judging * len(part.steps)


@contextmanager
def simulated(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    @contextmanager
    def no_pool(workers: int) -> Iterator[None]:
        yield None

    monkeypatch.setattr(runner, "time", machine)
    monkeypatch.setattr(clock, "time", machine)
    monkeypatch.setattr(runner, "prepare", lambda *_: None)
    monkeypatch.setattr(runner, "WorkerPool", no_pool)
    machine.played = lambda name: None
    parts: dict[int, Part] = {}
    monkeypatch.setattr(runner, "run_plan", lambda plan, *_, **__: machine.run(parts[id(plan)]))
    monkeypatch.setattr(runner.Study, "_judge", lambda self, part: machine.judge(part))
    play = runner.Study._play

    def known(self: runner.Study, pool: Any, due: Sequence[Part]) -> None:
        parts.update({id(part.plan): part for part in self.parts})
        play(self, pool, due)

    monkeypatch.setattr(runner.Study, "_play", known)
    yield


def a_study(folder: Path, machine: Machine, **keys: Any) -> runner.Study:
    question = make_question({"variants": ["classic-2000"], "players": [4], **keys}, "test")
    return runner.Study(folder, StudyRecord(question=question), WORKERS, progress=machine)


@pytest.mark.parametrize("slow", [0.5, 6.0])
@pytest.mark.parametrize(
    ("minutes", "keys"),
    [
        (1.0, {}),
        (3.0, {"players": [4, 5, 6, 7]}),
        (3.0, {"variants": VARIANTS}),
        (10.0, {"variants": VARIANTS, "players": [4, 5, 6, 7], "designs": ["games", "forks", "flow", "bans", "luck"]}),
    ],
)
def test_a_study_takes_the_minutes_that_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: float, minutes: float, keys: dict[str, Any]
) -> None:
    machine = Machine(slow=slow, judging=0.14 * max(1.0, slow / 2))
    with simulated(machine, monkeypatch):
        study = a_study(tmp_path / "study", machine, minutes=minutes, **keys)
        study.play(60 * minutes, repairs=False, page=True)
    took = machine.now + page_seconds(study.parts)
    assert 0.85 * 60 * minutes <= took <= 1.15 * 60 * minutes, (took, study.omissions.not_begun)


@pytest.mark.parametrize(
    "keys",
    [{"bots": ["searcher"], "players": [4, 7]}, {"bots": [PLAIN], "players": [4, 7]}, {"variants": VARIANTS, "players": [4, 5, 6, 7]}],
    ids=["slow bots", "plain Python", "many tables"],
)
def test_what_cannot_be_kept_is_said_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: dict[str, Any]
) -> None:
    machine = Machine()
    with simulated(machine, monkeypatch):
        study = a_study(tmp_path / "study", machine, minutes=0.5, **keys)
        study.play(30.0, repairs=False, page=True)
    at, text = machine.notes[0]
    assert at == 0.0
    stated = float(text.split(" about ")[1].split()[0])
    assert stated > 0.5
    assert stated == pytest.approx((machine.now + page_seconds(study.parts)) / 60, rel=0.25)
    # What judges nothing is left out first, by name.
    unjudged = {part.name for part in study.parts if not part.judges}
    assert set(study.omissions.not_begun) == unjudged == set(left_out(text for at, text in machine.notes[1:] if at == 0.0))
    assert all(any(part.steps) for part in study.parts if part.judges)


def left_out(notes: Iterable[str]) -> dict[str, float]:
    """Read from what was said which parts are not begun, and the minutes with which each would be."""
    start = "Left out, since they need a longer study: "
    said = [words.removeprefix(start) for words in notes if words.startswith(start)]
    return {
        name: float(minutes)
        for words in said
        for names, minutes in re.findall(r"([\w, -]+) \(([\d.]+) minutes? or more\)", words)
        for name in re.split(r", | and ", names.removeprefix(", "))
    }


@pytest.mark.parametrize(("minutes", "before"), [(0.5, 0.0), (1.0, 3.0), (1.5, 3.0), (1.5, 40.0), (2.0, 2.0), (3.0, 20.0)])
def test_a_part_that_is_left_out_takes_longer_than_what_was_requested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minutes: float, before: float
) -> None:
    machine = Machine(slow=4.0)
    with simulated(machine, monkeypatch):
        study = a_study(tmp_path / "study", machine, minutes=minutes, players=[4, 5, 6, 7])
        study.play(60 * minutes - before, repairs=False, page=True, before=before)
    assert study.omissions.not_begun
    stated = left_out(text for _, text in machine.notes)
    assert set(stated) == set(study.omissions.not_begun)
    assert all(one > minutes for one in stated.values()), stated
    assert not any(" 1 minutes" in text for _, text in machine.notes)


def test_slow_bots_begin_with_fewer_games_and_never_with_too_few(tmp_path: Path) -> None:
    first = {}
    for bot in ("builder", "learner", "searcher"):
        study = a_study(tmp_path / bot, Machine(), minutes=1.0, bots=[bot], players=[7], designs=["forks"])
        first[bot] = study.parts[0].plan.cells[0].looks[0] * 7  # a game gives seven nodes
    assert 1_000 <= first["builder"] <= 1_000 + 6
    assert 210 <= first["learner"] < 1_000
    assert first["searcher"] == 30 * 7
    study = a_study(tmp_path / "plain", Machine(), minutes=1.0, bots=[PLAIN], players=[7], designs=["games"])
    assert study.parts[0].plan.cells[0].looks[0] == 100


def test_the_page_takes_longer_where_judging_does_and_is_foreseen_before_anything_is_judged(tmp_path: Path) -> None:
    study = a_study(tmp_path / "study", Machine(), minutes=1.0, designs=["games", "forks", "flow"])
    assert page_seconds(study.parts) < usual_page_seconds(study.parts)  # nothing was played
    for part in study.parts:
        part.steps = [1_000] * len(part.steps)
    assert page_seconds(study.parts) == usual_page_seconds(study.parts)
    took = []
    for judging in (0.1, 1.0, 10.0):
        for part in study.parts:
            part.judging = judging
        took.append(page_seconds(study.parts))
    assert took == sorted(took)
    assert took[-1] > 2 * 30.0
