"""The folder of a search, as somebody else may have left it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.balance.question import Question
from citadels_sim.balance.saved import RESULT, EarlierSearchError, Saved, read_result
from citadels_sim.balance.target import Target
from citadels_sim.errors import RunError
from citadels_sim.report.study_facts import NumberCurve, NumberPoint, Proposal, RuleSearch

QUESTION = Question("dark-city", 5, target=Target("character", "wizard"))
PACES = {"forks": 1e-4, "games": 1e-5, "flow": 1e-4}
PROPOSAL = Proposal(
    "The Wizard may leave the cards.",
    'extends = "dark-city"\n',
    (0.03, 0.02, 0.04),
    (0.0, -0.01, 0.01),
    (-0.03, -0.04, -0.02),
    "holds",
    4000,
    ("Thief: now within ± 1 pp",),
)
SEARCH = RuleSearch("character", "dark-city", 5, "builder", "wizard", 160, 29, "fails", (PROPOSAL,), None)

POINTS = (
    NumberPoint(0.25, (0.01, 0.0, 0.02), (-0.02, -0.03, -0.01)),
    NumberPoint(1, (0.03, 0.02, 0.04), None),
    NumberPoint("none", None, None),
)
CURVE = NumberCurve("characters.magician.most", "Most cards", "none", POINTS, 400)


def saved(folder: Path, **changes: Any) -> Saved:
    return Saved.from_question(Question(**{**vars(QUESTION), **changes}), folder, 120, 3)


def test_a_result_is_read_as_it_was_written(tmp_path: Path) -> None:
    search = saved(tmp_path / "search")
    assert not search.finished
    for result in (SEARCH, replace(SEARCH, proposals=(), nearest=PROPOSAL), replace(SEARCH, curve=CURVE), None):
        search.save_result(result)
        assert search.finished
        assert search.result() == result
        assert read_result(tmp_path / "search" / RESULT) == result


def test_a_curve_of_no_number_or_without_values_is_refused(tmp_path: Path) -> None:
    search = saved(tmp_path / "search")
    for curve in (replace(CURVE, key="mine"), replace(CURVE, points=())):
        search.save_result(replace(SEARCH, curve=curve))
        with pytest.raises(RunError, match="is no number of a variant, or has no values"):
            search.result()
    search.save_result(replace(SEARCH, curve=replace(CURVE, points=(NumberPoint(1e300, None, None),))))
    with pytest.raises(RunError, match="its figures are no numbers"):
        search.result()


def test_a_search_of_an_earlier_version_is_refused_in_one_message(tmp_path: Path) -> None:
    """Its proposals were accepted by their values alone."""
    saved(tmp_path).paces(lambda: PACES)
    path = tmp_path / "search.json"
    account = json.loads(path.read_text())
    del account["search"]["method"]
    path.write_text(json.dumps(account))
    (tmp_path / RESULT).write_text('[{"criterion": "character", "before": [0.1, 0.0, 0.2]}]')
    for read in (lambda: saved(tmp_path), lambda: read_result(tmp_path / RESULT)):
        with pytest.raises(RunError, match="which tested proposals differently, or not at all"):
            read()
    with pytest.raises(EarlierSearchError):
        read_result(tmp_path / RESULT)


def test_a_pace_is_measured_once(tmp_path: Path) -> None:
    saved(tmp_path).paces(lambda: PACES)
    assert saved(tmp_path).paces(lambda: pytest.fail("measured again")) == PACES


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"variant": "classic-2000"}, "variant"),
        ({"players": 4}, "players"),
        ({"target": Target("character", "witch")}, "target"),
        ({"seed": 2}, "seed"),
        ({"margins": {"character": 2.0}}, "margins"),
        ({"figure": 0.03}, "figure"),
    ],
)
def test_the_folder_of_another_search_is_refused(tmp_path: Path, changes: dict[str, Any], named: str) -> None:
    saved(tmp_path).paces(lambda: PACES)
    with pytest.raises(RunError, match=rf"holds another search \(other {named}\)"):
        saved(tmp_path, **changes)


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunError, match="holds no search"):
        saved(tmp_path)
    with pytest.raises(RunError, match="is a file"):
        saved(tmp_path / "notes.txt")


def test_a_search_that_was_stopped_before_it_knew_its_pace_goes_on(tmp_path: Path) -> None:
    (tmp_path / "changes").mkdir()
    assert saved(tmp_path).paces(lambda: PACES) == PACES


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "\x00", "[" * 100_000, '{"search": 3}', '{"search": {}, "paces": {}}'],
)
def test_a_spoiled_account_of_a_search_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "search.json").write_text(text)
    with pytest.raises(RunError, match="search"):
        saved(tmp_path)


@pytest.mark.parametrize(
    "paces",
    [None, [], {"forks": 1}, {**PACES, "games": 0}, {**PACES, "games": "fast"}, {**PACES, "games": True}, {**PACES, "games": 5e-324}],
)
def test_spoiled_paces_are_refused(tmp_path: Path, paces: object) -> None:
    search = saved(tmp_path)
    (tmp_path / "search.json").write_text(json.dumps({"search": search.requested, "paces": paces}))
    with pytest.raises(RunError, match="paces: should be seconds per game"):
        saved(tmp_path).paces(lambda: PACES)


@pytest.mark.parametrize(
    "change",
    [
        {"criterion": "luck"},
        {"players": "5"},
        {"state": "fine"},
        {"tried": None},
        {"proposals": {}},
        {"nearest": []},
        {"proposals": [{}]},
    ],
)
def test_a_spoiled_result_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    _is_refused(tmp_path, asdict(SEARCH) | change)


@pytest.mark.parametrize("place", ["proposals", "nearest"])
@pytest.mark.parametrize(
    "change",
    [
        {"before": [0.1, 0.2]},
        {"before": [0.1, 0.2, None]},
        {"after": [1e999, 0.0, 0.0]},
        {"difference": [0.0, -1e12, 0.0]},
        {"toml": "name = "},
        {"toml": "a = '\ud800'"},
        {"side_effects": "Thief"},
    ],
)
def test_a_spoiled_proposal_is_refused(tmp_path: Path, change: dict[str, Any], place: str) -> None:
    spoiled = asdict(PROPOSAL) | change
    _is_refused(tmp_path, asdict(SEARCH) | {place: [spoiled] if place == "proposals" else spoiled})


def _is_refused(folder: Path, content: dict[str, Any]) -> None:
    (folder / RESULT).write_text(json.dumps(content))
    with pytest.raises(RunError, match=RESULT):
        read_result(folder / RESULT)


@pytest.mark.parametrize("text", ["", "{", "{}", "[[]]", "[" * 100_000, "\x00"])
def test_what_is_no_result_of_a_search_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / RESULT).write_text(text)
    with pytest.raises(RunError):
        read_result(tmp_path / RESULT)
