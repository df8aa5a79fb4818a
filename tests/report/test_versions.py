"""The versions of rules of one's own on a page: each column has figures of the same bot at the same number of players."""

from __future__ import annotations

from typing import Any

import pytest

from citadels_sim.report.overview.versions import characters_by_version, version_before
from citadels_sim.report.study_facts import EarlierVersion, Table
from citadels_sim.show.drawing import Heat
from tests.report.test_overview import evidence, judged

LEARNED = "learner:@studies/mine/{}learner.weights"


def earlier(number: int, **bots: float) -> EarlierVersion:
    """A version with an effect of the King for each bot at four players."""
    figures = {Table(4, bot): {"king": (value, value - 0.01, value + 0.01)} for bot, value in bots.items()}
    return EarlierVersion(number, "2026-01-01 10:00", (), "", "index.html", figures)


def shown(now: dict[str, float], *versions: EarlierVersion) -> Heat:
    result: Any = evidence(*(judged("character", ("king", value), variant="mine", lineup=bot) for bot, value in now.items()))
    result.changed = ("mine-version-1", "mine")
    (block,) = characters_by_version(result, versions).blocks
    assert isinstance(block, Heat)
    return block


@pytest.mark.parametrize(
    ("now", "before", "values", "who"),
    [
        ({"planner": 0.05, "builder": 0.03}, {"learner": -0.01, "planner": 0.02, "builder": 0.07}, (0.02, 0.05), "regulars (planner)"),
        ({LEARNED.format("v2/"): 0.05, "planner": 0.03}, {"learner": -0.01, "planner": 0.02}, (-0.01, 0.05), "experts (learner)"),
        ({LEARNED.format("v2/"): 0.05, "planner": 0.03}, {"planner": 0.02, "builder": 0.04}, (0.02, 0.03), "regulars (planner)"),
    ],
)
def test_every_column_is_of_the_bot_that_the_finding_names(
    now: dict[str, float], before: dict[str, float], values: tuple[float, float], who: str
) -> None:
    block = shown(now, earlier(1, **before))
    (row,) = block.lines
    assert [cell.figure.text for cell in row.cells] == [f"{100 * value:+.1f}".replace("-", "−") for value in values]
    assert who in block.finding


def test_a_version_without_figures_of_that_table_is_named_and_has_no_column() -> None:
    block = shown({"planner": 0.05}, earlier(1, learner=0.01), earlier(2, planner=0.02), earlier(3))
    assert [head for head, _ in block.columns] == ["Version 2", "This version"]
    assert "Versions 1 and 3 have no such figures (4 players, regulars (planner))." in block.how
    assert "no such figures" not in shown({"planner": 0.05}, earlier(1, planner=0.01)).how


@pytest.mark.parametrize(("before", "number"), [("mine-version-2", 2), ("mine-version-1", 1), ("classic-2000", None), ("mine-2", None)])
def test_what_was_changed_is_said_against_the_version_that_it_is_compared_with(before: str, number: int | None) -> None:
    result: Any = evidence(judged("character", ("king", 0.1), variant="mine"))
    result.changed = (before, "mine")
    assert version_before(result, [earlier(1), earlier(2)]) == number
    result.changed = None
    assert version_before(result, [earlier(1)]) is None
