"""What a study may contain, and the messages about what it may not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.errors import ExperimentError, RunError
from citadels_sim.study.folder import StudyRecord, read_study, write_study
from citadels_sim.study.planning import planned_parts
from citadels_sim.study.question import designs_of_studies, make_question, read_question
from citadels_sim.variants.combine import between


def question(**keys: Any) -> Any:
    return make_question({"variants": ["classic-2000"], "minutes": 1.0, **keys}, "test")


def test_what_is_left_out_is_completed() -> None:
    made = question()
    assert made.players == (4, 5, 6, 7)
    assert made.bots == ("learner", "planner", "builder")
    assert {"games", "forks", "flow", "bans"} <= set(made.designs)
    assert question(minutes=0.1).bots == made.bots


def test_a_variant_of_ones_own_is_compared_with_what_it_extends(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\nextends = "dark-city"\ncity_size = 7\n')
    yours = tmp_path / "yours.toml"
    yours.write_text('name = "yours"\nextends = "mine.toml"\ncity_size = 6\n')
    assert question(variants=[str(mine)]).variants == ("dark-city", str(mine))
    assert question(variants=[str(yours)]).variants == (str(mine), str(yours))
    assert question(variants=[str(yours), "classic-2000"]).variants == (str(yours), "classic-2000")


def test_where_no_rule_is_changed_yet_a_study_says_that_there_is_nothing_to_attribute(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\nextends = "classic-2000"\n')
    parts, skipped = planned_parts(StudyRecord(question=question(variants=[str(mine)], players=[4])))
    assert "games" in {part.name for part in parts}
    assert skipped == {"attribution": "'classic-2000' and 'mine' play the same with 4 players: there is nothing to attribute."}


def test_a_study_takes_changed_rules_apart_once(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\nextends = "classic-2000"\ncity_size = 7\ngame.start_gold = 3\n')
    between.cache_clear()
    parts, _ = planned_parts(StudyRecord(question=question(variants=[str(mine)], players=[4])))
    assert {"attribution", "pick-attribution"} < {part.name for part in parts}
    assert between.cache_info().misses == 1


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"variants": ["clasic"]}, ["variants[0]", "classic-2000"]),
        ({"variants": []}, ["variants", "list"]),
        ({"variants": "classic-2000"}, ["variants", "list"]),
        ({"players": [9]}, ["players"]),
        ({"players": []}, ["players"]),
        ({"bots": ["bilder"]}, ["bilder", "builder"]),
        ({"minutes": 0}, ["minutes", "0.1"]),
        ({"minutes": "ten"}, ["minutes"]),
        ({"precision": 1.0}, ["precision", "minutes"]),
        ({"designs": ["frks"]}, ["designs[0]", "forks"]),
        ({"margins": {"set": 2.0}}, ["margins.set", "seat"]),
        ({"margins": {"character": -1.0}}, ["margins.character", "percentage points"]),
        ({"margins": {"seat": [1.0]}}, ["margins.seat"]),
        ({"seed": -1}, ["seed"]),
        ({"name": "../x"}, ["name"]),
        ({"minuts": 3}, ["minuts", "minutes"]),
    ],
)
def test_what_it_may_not_ask_is_one_message(keys: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(ExperimentError) as caught:
        question(**keys)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_limits_of_every_design_may_be_declared() -> None:
    """Characters are judged by forks, dead turns by flow, and neither by the games that stand for the question."""
    margins = {"character": 2.0, "seat": 1.0, "interaction": [0.2, 0.4], "dead_turns": 10.0}
    made = question(margins=margins)
    assert made.margins == {**margins, "interaction": (0.2, 0.4)}
    requested = {
        name: next(made.experiments(design))["margins"] for name, design in designs_of_studies().items() if name in ("games", "forks")
    }
    assert requested["forks"] == {"character": 2.0}
    assert "character" not in requested["games"]


def test_variants_that_share_no_number_of_players_are_refused(tmp_path: Path) -> None:
    for name, seats in (("small", [2, 3]), ("large", [4, 7])):
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\nextends = "classic-2000"\nplayers = {seats}\n')
    with pytest.raises(ExperimentError, match=r"no number of players in common: 'small' seats 2 to 3; 'large' seats 4 to 7"):
        question(variants=[str(tmp_path / "small.toml"), str(tmp_path / "large.toml")])


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"schema": 9}', '{"schema": 1, "question": {"name": "../x"}}', "[" * 3000, '{"schema": 1, "question": 1e999}'],
)
def test_a_record_that_is_none_is_one_message(tmp_path: Path, text: str) -> None:
    (tmp_path / "study.json").write_text(text)
    with pytest.raises(RunError, match=r"study\.json"):
        read_study(tmp_path)


@pytest.mark.parametrize(
    "part",
    [
        {"steps": [250], "seconds": [1.0, 2.0], "timed": [250]},
        {"steps": [-1], "seconds": [1.0], "timed": [250]},
        {"steps": [250], "seconds": ["a"], "timed": [250]},
        {"steps": 250, "seconds": [1.0], "timed": [250]},
    ],
)
def test_parts_that_contradict_themselves_are_one_message(tmp_path: Path, part: dict[str, Any]) -> None:
    write_study(tmp_path, StudyRecord(question=question()))
    data = json.loads((tmp_path / "study.json").read_text()) | {"parts": {"games": part}}
    (tmp_path / "study.json").write_text(json.dumps(data))
    with pytest.raises(RunError, match=r"study\.json: parts\.games"):
        read_study(tmp_path)


def test_names_of_parts_are_names(tmp_path: Path) -> None:
    write_study(tmp_path, StudyRecord(question=question()))
    part = {"steps": [250], "seconds": [1.0], "timed": [250]}
    data = json.loads((tmp_path / "study.json").read_text()) | {"parts": {"../../evil": part}}
    (tmp_path / "study.json").write_text(json.dumps(data))
    with pytest.raises(RunError, match=r"study\.json"):
        read_study(tmp_path)


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    record = StudyRecord(question=question(), skipped={"casts": "why"}, spent=3.5)
    write_study(tmp_path / "new", record)
    assert read_study(tmp_path / "new") == record


def test_limits_of_every_design_can_be_declared() -> None:
    made = question(margins={"seat": 2, "character": 1, "interaction": [0.1, 0.5]})
    declared = {design.name: [keys.get("margins") for keys in made.experiments(design)] for design in designs_of_studies().values()}
    assert declared["games"] == [{"seat": 2.0}]
    assert declared["forks"] == [{"character": 1.0}]
    assert declared["flow"] == [{"interaction": (0.1, 0.5)}]
    for margins in ({"interaction": 3}, {"character": -1}, {"seats": 2}, {"seat": ["builder"]}, {"interaction": [0.1]}, 3):
        with pytest.raises(ExperimentError, match="margins"):
            question(margins=margins)


@pytest.mark.parametrize("budget", [{"minutes": None}, {"precision": 1.0}])
def test_a_record_without_one_budget_is_one_message(tmp_path: Path, budget: dict[str, Any]) -> None:
    write_study(tmp_path, StudyRecord(question=question()))
    data = json.loads((tmp_path / "study.json").read_text())
    (tmp_path / "study.json").write_text(json.dumps(data | {"question": data["question"] | budget}))
    with pytest.raises(RunError, match="minutes or precision, one of the two"):
        read_study(tmp_path)


def test_a_study_file_without_a_budget_has_ten_minutes(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('variants = ["classic-2000"]\n')
    assert read_question(str(tmp_path / "mine.toml"), {}).minutes == 10
    assert read_question(str(tmp_path / "mine.toml"), {"precision": 2.0}).minutes is None


def test_a_study_file_that_is_only_looked_at_loads_no_bot_of_a_file(tmp_path: Path, citadels: Callable[..., Any]) -> None:
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    (tmp_path / "mine.toml").write_text(f'variants = ["classic-2000"]\nbots = ["{tmp_path}/evil.py:greedy"]\n')
    answer = citadels("study", tmp_path / "mine.toml", "--dry-run")
    assert (answer.code, "a program in a file, which is not loaded" in answer.err) == (2, True)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("link", ["runs", "runs/games", "report"])
def test_a_folder_of_a_study_that_leads_elsewhere_is_not_written_into(tmp_path: Path, citadels: Callable[..., Any], link: str) -> None:
    requested = question().model_copy(update={"players": (4,), "minutes": 0.1, "designs": ("games",)})
    write_study(tmp_path / "study", StudyRecord(question=requested))
    (tmp_path / "outside").mkdir()
    (tmp_path / "study" / link).parent.mkdir(exist_ok=True)
    (tmp_path / "study" / link).symlink_to(tmp_path / "outside")
    answer = citadels("study", tmp_path / "study", "--workers", "1")
    assert (answer.code, "a link points outside the folder" in answer.err) == (2, True)
    assert list((tmp_path / "outside").iterdir()) == []


def test_the_command_refuses_in_one_message(tmp_path: Path, citadels: Callable[..., Any]) -> None:
    write_study(tmp_path / "study", StudyRecord(question=question()))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    bots = StudyRecord(question=question().model_copy(update={"bots": ("evil.py:Bot",)}))
    write_study(tmp_path / "code", bots)
    for words, message in (
        (["clasic"], "Did you mean 'classic-2000'"),
        (["classic-2000", "--minutes", "0"], "--minutes"),
        (["classic-2000", "--minutes", "1", "--precision", "1"], "--precision"),
        (["classic-2000", "--players", "9"], "--players"),
        (["classic-2000", "--bots", "bilder"], "--bots"),
        (["classic-2000", "--out", str(tmp_path / "other")], "holds no study"),
        (["dark-city", "--out", str(tmp_path / "study")], "another study"),
        ([str(tmp_path / "study"), "--seed", "3"], "--seed"),
        ([str(tmp_path / "code"), "--minutes", "1"], "evil.py"),
        (["classic-2000", "--out", str(tmp_path / "other" / "notes.txt" / "study")], "cannot be written"),
    ):
        answer = citadels("study", *words)
        assert answer.code == 2, answer
        assert message in answer.err
        assert answer.err.count("citadels:") == 1
        assert "Traceback" not in answer.err
