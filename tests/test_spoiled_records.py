"""Files that the program keeps for itself and people hand on: learned weights, the state of learning, the records of studies, searches
and reports. A spoiled one is refused with a message, or read: never a traceback or a wait, and nothing is written."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import citadels_sim as cs
from citadels_sim.balance.question import Question as Repair
from citadels_sim.balance.question import Target
from citadels_sim.balance.saved import Saved
from citadels_sim.balance.schedule import LEAST, Schedule
from citadels_sim.bots import parse_bot
from citadels_sim.bots.learner.weights_file import GREATEST, weights_bytes
from citadels_sim.bots.weights import at_table
from citadels_sim.judge.criteria import CRITERIA
from citadels_sim.report.check import check_report, declared_in
from citadels_sim.report.render import SCHEMA
from citadels_sim.report.study_facts import NumberCurve, NumberPoint, Proposal, RuleSearch
from citadels_sim.report.writing import check_writable
from citadels_sim.study.budget import divide
from citadels_sim.study.folder import PartRecord, StudyRecord, read_study, run_folders, write_study
from citadels_sim.study.question import make_question, read_question
from citadels_sim.study.repairs import facts_of
from citadels_sim.study.runner import Study
from citadels_sim.training.learning import session
from citadels_sim.training.learning.course import Course
from citadels_sim.training.learning.start import first_weights
from citadels_sim.training.learning.trainer import Trainer
from tests.mutations import Slowest, bytes_of, json_text, lay_traps, mutated, nothing_else_written, soon, spoiled, toml_text

CLASSIC = cs.load_variant("classic-2000")
COURSE = Course(((CLASSIC, 4),))
INTERVAL = (0.03, 0.02, 0.04)
PROPOSAL = Proposal("A change.", "city_size = 7\n", INTERVAL, INTERVAL, INTERVAL, "holds", 400, ("Thief: out",))
POINTS = (NumberPoint(0, INTERVAL, INTERVAL), NumberPoint(1, INTERVAL, None))
CURVE = NumberCurve("characters.wizard.bonus.gold", "Gold on top", 1, POINTS, 400)
SEARCH = RuleSearch("character", "dark-city", 5, "builder", "wizard", 160, 29, "fails", (PROPOSAL, PROPOSAL), PROPOSAL, CURVE)
EXTRA = ("learner", "planner", "complete", "running", "games", "forks", "casts", "seat", "character", "skill", 0.1, 4.0, 1e-300, 5e-324)


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes
    ----------
    path : Path
        Where it lies, in a folder with traps in it.
    sound : bytes
        A sound one: JSON, or a line of JSON with packed numbers behind it.
    read : callable
        Reads it as the commands do.
    """

    path: Path
    sound: bytes
    read: Callable[[], object]

    def texts(self) -> st.SearchStrategy[bytes]:
        """Draw a spoiled one."""
        if self.path.suffix == ".toml":
            return bytes_of(tomllib.loads(self.sound.decode()))
        line, newline, numbers = self.sound.partition(b"\n")
        data = json.loads(line)
        head = mutated({"": data}, EXTRA).map(lambda changed: json_text(changed.get("", changed)).encode())
        if not numbers:
            return st.one_of(head, spoiled(self.sound))
        return st.one_of(
            head.map(lambda text: text + newline + numbers), spoiled(self.sound), spoiled(numbers).map((line + newline).__add__)
        )


def weights(folder: Path) -> Kind:
    """What `citadels train` wrote."""
    data = weights_bytes(first_weights(1), {CLASSIC.digest: ("classic-2000", (4, 5))}, {"values": {"sharp": 0.5, "never_does": 1}})

    def read() -> None:
        bot = at_table(parse_bot(f"learner:@{folder / 'mine.weights'}"), CLASSIC, 4)
        assert np.isfinite(bot.memory).all()
        assert all(parameter.low <= bot.values.get(parameter.name, 0.0) <= parameter.high for parameter in bot.parameters)

    return Kind(folder / "mine.weights", data, read)


def state(folder: Path) -> Kind:
    """What an interrupted `citadels train` goes on from."""
    path = folder / "mine.weights.state"
    trainer = Trainer(COURSE, first_weights(1), 1)

    def read() -> None:
        assert 0 <= session._restored(trainer, path) < float("inf")
        assert min(trainer.rounds, trainer.games, trainer.decisions) >= 0
        assert (np.abs(trainer.learned()) <= GREATEST).all()

    return Kind(path, trainer.saved(12.5), read)


def study(folder: Path) -> Kind:
    """The record of a study."""
    question = make_question(
        {"variants": ["classic-2000"], "players": [4], "bots": ["builder"], "minutes": 1, "designs": ["games", "forks"], "title": "A"},
        "test",
    )
    parts = {name: PartRecord(steps=(500,), seconds=(1.5,), timed=(500,)) for name in ("games", "forks")}
    write_study(folder, StudyRecord(question=question, parts=parts, skipped={"bans": "why not"}, spent=3.0))

    def read() -> None:
        record = read_study(folder)
        run_folders(folder)
        facts_of(folder)
        for part in Study(folder, record, 1).parts:
            part.lacks = [2.0] * len(part.steps)
            assert all(blocks >= 0 for blocks in divide(part.needs(), 60.0) + part.further(60.0))

    return Kind(folder / "study.json", _compact(folder / "study.json"), read)


def study_file(folder: Path) -> Kind:
    """The file of a study that somebody wrote."""
    data = {
        "title": "A",
        "variants": ["classic-2000", "dark-city"],
        "players": [4, 5],
        "bots": ["builder"],
        "minutes": 1.5,
        "seed": 3,
        "designs": ["games", "forks"],
        "margins": {"seat": 2, "interaction": [0.1, 0.5]},
    }
    path = folder / "mine.toml"

    def read() -> None:
        question = read_question(str(path), {})
        assert (question.minutes is None) != (question.precision is None)

    return Kind(path, toml_text(data).encode(), read)


def search(folder: Path, name: str) -> Kind:
    """The folder of `citadels balance`."""
    question = Repair("dark-city", 5, target=Target("character", "wizard"))
    there = Saved.from_question(question, folder, 120, 3)
    there.paces(lambda: {"forks": 1e-4, "games": 1e-5, "flow": 1e-4})
    there.save_result(SEARCH)

    def read() -> None:
        result = Saved.from_question(question, folder, 120, 3)
        schedule = Schedule(result.seconds, result.top, result.paces(dict))
        assert all(schedule.rungs(kind, 100) and schedule.measured(kind, 3) for kind in LEAST)
        result.result()

    return Kind(folder / name, _compact(folder / name), read)


def report(folder: Path) -> Kind:
    """The data of a report, which `citadels check` and the next report in its place read."""
    members = [{"group": "1", "value": 0.03, "low": 0.02, "high": 0.04, "inner_low": 0.02, "inner_high": 0.04, "se": 0.01}]
    limits = {name: [0.1, 0.5] if entry.side == "between" else 0.02 for name, entry in CRITERIA.items()}
    verdicts = [
        {"criterion": name, "variant": "v", "players": 4, "lineup": "b", "limit": limit, "members": members}
        for name, limit in limits.items()
    ]
    files = ["index.html", "report.json", "tables/seats.csv"]

    def read() -> None:
        declared = declared_in(folder)
        assert all(outcome.text for outcome in check_report(folder, declared))
        check_writable(folder)

    return Kind(folder / "report.json", json.dumps({"schema": SCHEMA, "files": files, "verdicts": verdicts}).encode(), read)


def _compact(path: Path) -> bytes:
    return json.dumps(json.loads(path.read_bytes())).encode()


KINDS: dict[str, Callable[[Path], Kind]] = {
    "weights": weights,
    "state": state,
    "study": study,
    "study file": study_file,
    "search": lambda folder: search(folder, "search.json"),
    "proposals": lambda folder: search(folder, "proposals.json"),
    "report": report,
}


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Kind]:
    """A sound file of each kind, made when it is requested, in a folder of its own with traps beside it."""
    place, made = tmp_path_factory.mktemp("watched"), dict[str, Kind]()

    def kind(name: str) -> Kind:
        if name not in made:
            (place / name).mkdir(exist_ok=True)  # a test that was skipped in the middle leaves it
            made[name] = KINDS[name](place / name)
        return made[name]

    lay_traps(place)
    return kind


def try_file(kind: Kind, data: bytes, slowest: Slowest) -> None:
    kind.path.write_bytes(data)
    with nothing_else_written(kind.path.parent.parent):
        soon(kind.read, data[:5000].decode("utf-8", "replace"), slowest)


@pytest.mark.parametrize("name", KINDS)
def test_a_sound_record_is_read(kinds: Callable[[str], Kind], name: str) -> None:
    slowest = Slowest()
    try_file(kinds(name), kinds(name).sound, slowest)
    assert slowest.taken == 1


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=40)
@given(data=st.data())
def test_a_spoiled_record_is_refused_or_read(kinds: Callable[[str], Kind], name: str, data: st.DataObject) -> None:
    try_file(kinds(name), data.draw(kinds(name).texts()), Slowest())


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_very_many_spoiled_records_are_refused_or_read(kinds: Callable[[str], Kind], name: str) -> None:
    slowest, kind = Slowest(), kinds(name)

    @seed(1)
    @settings(max_examples=2_000)
    @given(data=kind.texts())
    def every(data: bytes) -> None:
        try_file(kind, data, slowest)

    every()
    print(f"\n{name}: {slowest}")  # noqa: T201
    assert slowest.taken > 20
    assert slowest.refused > 20
