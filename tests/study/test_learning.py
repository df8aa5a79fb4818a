"""Rules that no packaged weights know: `learner` learns them before they are studied, and judges where it is the strongest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.bots.weights import has_learned
from citadels_sim.errors import RunError
from citadels_sim.study import learning
from citadels_sim.study.folder import StudyRecord, read_study
from citadels_sim.study.learning import let_learn
from citadels_sim.study.progress import StudyProgress
from citadels_sim.study.question import make_question
from citadels_sim.training.learning import course, start
from citadels_sim.training.learning.strength import Strength


class Notes(StudyProgress):
    """Keeps what is said, and stops where it is told to."""

    def __init__(self, stop: bool = False) -> None:
        self.notes: list[str] = []
        self.stop = stop

    def note(self, text: str) -> None:
        self.notes.append(text)

    def learning(self, seconds: float, whole: float) -> None:
        assert whole > 0
        if self.stop:
            raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Rounds of few games, and a place of their own for what studies keep; compiled code stays where it is."""
    monkeypatch.setattr(course, "_GAMES", 16)
    monkeypatch.setattr(learning, "_GAMES", 400)
    monkeypatch.setattr(start, "_GAMES", 40)
    monkeypatch.setattr(learning, "SHARE", 0.005)
    monkeypatch.setattr(learning, "roots", lambda: (tmp_path / "cache",))


def record(path: Path, *, text: str = "city_size = 6\n", **keys: Any) -> StudyRecord:
    path.write_text(f'name = "{path.stem}"\nextends = "classic-2000"\n{text}')
    return StudyRecord(question=make_question({"variants": [str(path)], "minutes": 1.0, "players": [4], **keys}, "test"))


def test_only_rules_of_ones_own_without_bots_are_learned(tmp_path: Path) -> None:
    assert record(tmp_path / "mine.toml").question.learns
    assert not record(tmp_path / "mine.toml", bots=["planner"]).question.learns
    assert not make_question({"variants": ["classic-2000"], "minutes": 1.0}, "test").learns


def test_what_was_learned_judges_the_rules_and_their_parent(tmp_path: Path) -> None:
    notes, folder = Notes(), tmp_path / "study"
    learned, _ = let_learn(folder, record(tmp_path / "mine.toml"), 1, notes)
    assert learned == read_study(folder)
    assert learned.question.bots == (f"learner:@{folder / 'learner.weights'}", "planner", "builder")
    assert not learned.question.learns
    assert learned.spent > 0
    judge = parse_bot(learned.question.bots[0])
    assert all(has_learned(judge, cs.load_variant(name), 4) for name in learned.question.variants)
    assert len(learned.question.variants) == 2
    assert not (folder / "learner.weights.state").exists()
    assert learned.judges[0] == "Judged by experts (learner), with regulars (planner) and beginners (builder) for comparison."
    assert "from the packaged weights 'classic'. It gains " in learned.judges[1]
    assert "of the possible wins above an even share, against 3 planners." in learned.judges[1]
    assert notes.notes == ["The bot learner first learns these rules, 0.3 s of the study's time, from the packaged weights 'classic' ..."]


def test_other_studies_of_the_same_rules_need_not_learn_them_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_learn(tmp_path / "study", record(tmp_path / "mine.toml"), 1, Notes())
    first = (tmp_path / "study" / "learner.weights").read_bytes()
    monkeypatch.setattr(learning, "SHARE", 0.006)
    monkeypatch.setattr(learning, "trained_seconds", lambda _data: 10.0)
    again, _ = let_learn(tmp_path / "again", record(tmp_path / "mine.toml"), 1, notes := Notes())
    assert (tmp_path / "again" / "learner.weights").read_bytes() == first
    assert notes.notes == []
    assert "learned these rules in an earlier study, in 10 s" in again.judges[1]
    # Other rules have to be learned, and a study with much more time learns on.
    let_learn(tmp_path / "other", record(tmp_path / "mine.toml", text="city_size = 5\n"), 1, notes)
    assert "from the packaged weights" in notes.notes[-1]
    monkeypatch.setattr(learning, "trained_seconds", lambda _data: 0.01)
    longer, _ = let_learn(tmp_path / "longer", record(tmp_path / "mine.toml"), 1, notes)
    assert "from its weights from" in notes.notes[-1]
    assert "from its weights from" in longer.judges[1]


@pytest.mark.parametrize("damage", [lambda file: file.write_bytes(b"junk"), lambda file: (file.unlink(), file.mkdir())])
def test_what_is_kept_may_be_damaged(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    mine = record(tmp_path / "mine.toml")
    let_learn(tmp_path / "study", mine, 1, Notes())
    (kept,) = (tmp_path / "cache" / "learned").iterdir()
    damage(kept)
    learned, _ = let_learn(tmp_path / "again", mine, 1, notes := Notes())
    assert "from the packaged weights" in notes.notes[0]
    assert learned.question.bots[0].startswith("learner:@")


def test_a_learner_that_is_not_stronger_than_planner_does_not_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "judge", lambda *_: Strength(0.26, 0.24, 0.28, 2000))
    learned, _ = let_learn(tmp_path / "study", record(tmp_path / "mine.toml"), 1, Notes())
    assert learned.question.bots == ("planner", "builder")
    assert not learned.question.learns
    (words,) = learned.judges
    assert words.startswith(
        "Judged by regulars (planner), with beginners (builder) for comparison, not by learner: learner learned these rules in "
    )
    assert "gains only 1 % [−1, 4] of the possible wins above an even share, against 3 planners" in words


@pytest.mark.parametrize(("share", "preliminary"), [(0.45, True), (0.55, False)])
def test_the_weakest_table_decides_what_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: float, preliminary: bool) -> None:
    def measured(lesson: Any, _memory: Any, table: int, *_: Any) -> Strength:
        mine = share if lesson.tables[table][1] == 4 else 0.9
        return Strength(mine, mine - 0.02, mine + 0.02, 2000)

    monkeypatch.setattr(learning, "judge", measured)
    learned, _ = let_learn(tmp_path / "study", record(tmp_path / "mine.toml", players=[3, 4, 6]), 1, Notes())
    assert f"It gains {100 * (share - 0.25) / 0.75:.0f} %" in learned.judges[1]
    assert "at 4 players, where it is weakest" in learned.judges[1]
    assert ("preliminary" in learned.judges[1]) is preliminary


def test_rules_are_named_where_several_are_learned_at_one_number_of_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(lesson: Any, _memory: Any, table: int, *_: Any) -> Strength:
        mine = 0.6 if lesson.tables[table][0].name == "base" else 0.7
        return Strength(mine, mine - 0.02, mine + 0.02, 2000)

    monkeypatch.setattr(learning, "judge", measured)
    for name, city, parent in (("base", 5, "classic-2000"), ("mine", 6, "base.toml")):
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\nextends = "{parent}"\ncity_size = {city}\n')
    question = make_question({"variants": [str(tmp_path / "mine.toml")], "players": [4], "minutes": 2}, "test")
    learned, _ = let_learn(tmp_path / "study", StudyRecord(question=question), 1, Notes())
    assert learned.judges[1].endswith("against 3 planners with 'base', where it is weakest.")


def test_a_study_that_is_stopped_while_learner_learns_goes_on(tmp_path: Path) -> None:
    mine, folder = record(tmp_path / "mine.toml"), tmp_path / "study"
    with pytest.raises(KeyboardInterrupt):
        let_learn(folder, mine, 1, Notes(stop=True))
    assert read_study(folder).question.learns
    assert (folder / "learner.weights.state").exists()
    learned, _ = let_learn(folder, read_study(folder), 1, Notes())
    assert learned.question.bots[0].startswith("learner:@")


def test_a_study_of_half_a_minute_has_no_time_to_learn(tmp_path: Path) -> None:
    short, compiled = let_learn(tmp_path / "study", record(tmp_path / "mine.toml", minutes=0.3), 1, Notes())
    assert short.question.bots == ("planner", "builder")
    assert not short.question.learns
    assert compiled == 0
    assert short.judges == (
        "Judged by regulars (planner), with beginners (builder) for comparison.",
        "With 0.5 minutes or more, the bot learner (experts) first learns these rules, and judges if this makes it stronger.",
    )


def test_a_folder_that_cannot_be_written_is_one_message(tmp_path: Path) -> None:
    (tmp_path / "study").write_text("")
    with pytest.raises(RunError, match="study"):
        let_learn(tmp_path / "study", record(tmp_path / "mine.toml"), 1, Notes())
