"""The versions of rules of one's own on a page: each column has figures of the same bot at the same number of players."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from citadels_sim.report.overview.versions import characters_by_version, version_before
from citadels_sim.report.study_facts import EarlierVersion, Table
from citadels_sim.show.blocks import Column, Dots, Row, Value
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
    result.main, result.compared = {"mine": next(iter(now))}, lambda _: ()
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


def differences(slug: str, *rows: Row, bot: str = "planner") -> Dots:
    """A block of a comparison on the same deals."""
    words = {"title": "", "table": "", "finding": "", "unit": "", "how": "", "members": "", "basis": "", "head": ""}
    return Dots(slug=slug, cell=("mine", 4, bot), columns=(Column("Change"),), rows=rows, **words)


@pytest.mark.parametrize(
    ("changed", "bot", "heads"),
    [
        (("mine-version-1", "mine"), "planner", ["Version 1", "This version", "Change since 1"]),
        (("classic-2000", "mine"), "planner", ["Version 1", "This version"]),  # compared with what it extends
        (("mine-version-1", "mine"), "builder", ["Version 1", "This version"]),  # another bot played the same deals
    ],
)
def test_the_last_change_on_the_same_deals_and_the_length_of_games_stand_beside_the_versions(
    changed: tuple[str, str], bot: str, heads: list[str]
) -> None:
    result: Any = evidence(judged("character", ("king", 0.05), variant="mine", lineup="planner"))
    result.changed, result.main = changed, {"mine": bot}
    picks = differences("forks-change", Row("King", (Value(0.04, 0.02, 0.06),), "king"), bot=bot)
    games = differences("differences", Row("Rounds", (Value(-1.5, -1.7, -1.3, "difference"),)), bot=bot)
    result.compared = lambda design: [SimpleNamespace(blocks=[games if design == "games" else picks])]
    length = {"variant": "mine", "players": 4, "lineup": "planner", "metric": "mean_rounds", "value": 8.5, "family_low": 8.25}
    table = pl.DataFrame([length | {"family_high": 8.75, "unit": "rounds", "note": None}])
    result.shown = lambda _: [SimpleNamespace(tables={"length": table})]
    before = replace(earlier(1, planner=0.01), rounds={Table(4, "planner"): (10.0, 9.75, 10.25)})
    (block,) = characters_by_version(result, [before]).blocks
    assert isinstance(block, Heat)
    assert [head for head, _ in block.columns] == heads
    lines = {line.head: [cell.figure.text for cell in line.cells] for line in block.lines}
    if len(heads) == 3:
        assert lines == {"King": ["+1.0", "+5.0", "+4.0"], "Rounds of a game": ["10.00", "8.50", "−1.50"]}
        assert all(cell.tone == "" for line in block.lines if line.head != "King" for cell in line.cells)
    else:
        assert [*lines] == ["King"]


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
