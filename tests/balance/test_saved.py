"""The folder of a search, as somebody else may have left it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.balance.question import Question
from citadels_sim.balance.saved import PROPOSALS, Saved, read_proposals
from citadels_sim.balance.target import Target
from citadels_sim.errors import RunError
from citadels_sim.report.study_facts import Proposal

QUESTION = Question("dark-city", 5, target=Target("character", "wizard"))
PACES = {"forks": 1e-4, "games": 1e-5, "flow": 1e-4}
PROPOSAL = Proposal(
    "character", "dark-city", 5, "builder", "wizard", "The Wizard may leave the cards.", 'extends = "dark-city"\n', (0.03, 0.02, 0.04),
    (0.0, -0.01, 0.01), 4000, ("Thief: now within ± 1 pp",),
)  # fmt: skip


def saved(folder: Path, **changes: Any) -> Saved:
    return Saved.of(Question(**{**vars(QUESTION), **changes}), folder, 120, 3)


def test_proposals_are_read_as_they_were_written(tmp_path: Path) -> None:
    search = saved(tmp_path / "search")
    assert search.proposals() is None
    search.save_proposals([PROPOSAL])
    assert search.proposals() == [PROPOSAL]
    assert read_proposals(tmp_path / "search" / PROPOSALS) == [PROPOSAL]


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
    ],
)
def test_the_folder_of_another_search_is_refused(tmp_path: Path, changes: dict[str, Any], named: str) -> None:
    saved(tmp_path).paces(lambda: PACES)
    with pytest.raises(RunError, match=rf"holds another search \(other {named}\)"):
        saved(tmp_path, **changes)


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunError, match="something else than a search"):
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
        {"before": [0.1, 0.2]},
        {"before": [0.1, 0.2, None]},
        {"after": [1e999, 0.0, 0.0]},
        {"toml": "name = "},
        {"toml": "a = '\ud800'"},
        {"side_effects": "Thief"},
    ],
)
def test_spoiled_proposals_are_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    file = tmp_path / PROPOSALS
    file.write_text(json.dumps([asdict(PROPOSAL) | change]))
    with pytest.raises(RunError, match=PROPOSALS):
        read_proposals(file)


@pytest.mark.parametrize("text", ["", "{", "{}", "[[]]", "[" * 100_000, "\x00"])
def test_what_is_no_list_of_proposals_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / PROPOSALS).write_text(text)
    with pytest.raises(RunError, match=PROPOSALS):
        read_proposals(tmp_path / PROPOSALS)
