"""What picks bring in one variant against another: differences that are put into a toy come out, paired by deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.forks.blocks import compare
from citadels_sim.designs.forks.comparison import effect_differences
from citadels_sim.show.blocks import NO_FINDING

NAMES = ("assassin", "king", "merchant")
KIND = pl.Enum(NAMES)


class Cell:
    """A cell of a run, as far as it is needed."""

    def __init__(self, variant: str) -> None:
        self.variant, self.players, self.lineup = variant, 4, "b"


class Toy:
    """A run of forks of two variants whose nodes stand in a table."""

    folder = "toy"

    def __init__(self, rows: pl.DataFrame, margins: Mapping[str, float]) -> None:
        self._rows = rows
        experiment = SimpleNamespace(margins=dict(margins))
        self.manifest = SimpleNamespace(cells=[Cell("old"), Cell("new")], variants={"old": None, "new": None}, experiment=experiment)

    def own_rows(self) -> pl.LazyFrame:
        return self._rows.lazy()

    def kept(self, name: str, make: Callable[[], pl.DataFrame]) -> pl.DataFrame:
        return make()


def toy(blocks: int, effects: dict[str, dict[str, float]], seed: int = 1, margins: Mapping[str, float] | None = None) -> Toy:
    """Nodes of three characters; luck of a deal is common to both variants."""
    random = np.random.default_rng(seed)
    luck = random.normal(0, 0.3, (blocks, len(NAMES)))
    rows = []
    for variant, own in effects.items():
        noise = random.normal(0, 0.02, (blocks, len(NAMES)))
        for block in range(blocks):
            for i, name in enumerate(NAMES):
                win = 0.25 + own[name] + luck[block, i] + noise[block, i]
                rows.append((variant, 4, "b", block, 0, name, 2, 1, 0, "b", i == 0, i == 1, 0, win, 20.0, False, False, 2, 2, 2, 1.0))
    columns = ["variant", "players", "lineup", "block", "rotation", "character", "round", "slot", "seat", "bot", "policy", "drawn"]
    columns += ["replicate", "win", "total", "leader", "last", "gold", "hand", "city", "weight"]
    frame = pl.DataFrame(rows, schema=columns, orient="row")
    return Toy(frame.with_columns(pl.col("character").cast(KIND), pl.col("block").cast(pl.Int64)), margins or {})


def test_a_change_is_found_with_the_precision_of_common_deals() -> None:
    same = dict.fromkeys(NAMES, 0.0)
    result = effect_differences(toy(300, {"old": same, "new": same | {"king": 0.06}}), "old", "new")  # type: ignore[arg-type]
    change = {row["group"]: row for row in result.iter_rows(named=True)}
    # The mean over all three moves with the king: two thirds of its change are its own, the others lose a third each.
    assert change["king"]["difference"] == pytest.approx(0.04, abs=0.004)
    assert change["assassin"]["difference"] == pytest.approx(-0.02, abs=0.004)
    assert change["king"]["verdict"] == "beyond limits"
    assert max(row["variance_ratio"] for row in change.values()) < 0.05
    assert set(result["estimand"]) == {"rule"}
    assert result["blocks"].to_list() == [300] * 3


def test_the_same_variant_twice_differs_by_nothing() -> None:
    same = {"assassin": 0.01, "king": -0.02, "merchant": 0.01}
    result = effect_differences(toy(200, {"old": same, "new": same}), "old", "new")  # type: ignore[arg-type]
    assert all(row["family_low"] < 0 < row["family_high"] for row in result.iter_rows(named=True))
    assert set(result["verdict"]) == {"within limits"}


@pytest.mark.parametrize(("declared", "twice"), [({}, 0.02), ({"character": 5.0}, 0.1), ({"character": 0.5}, 0.01)])
def test_the_margin_of_a_difference_is_twice_that_of_an_effect_as_the_run_declares_it(declared: dict[str, float], twice: float) -> None:
    same = dict.fromkeys(("old", "new"), dict.fromkeys(NAMES, 0.0))
    result = effect_differences(toy(20, same, margins=declared), "old", "new")  # type: ignore[arg-type]
    assert result["margin"].to_list() == pytest.approx([twice] * result.height)


def test_a_change_beyond_the_limit_is_said_with_the_figure_of_the_table() -> None:
    same = dict.fromkeys(NAMES, 0.0)
    (shown,) = compare(toy(300, {"old": same, "new": same | {"king": 0.12}}))  # type: ignore[arg-type]
    (block,) = shown.blocks
    change = {row["group"]: row for row in shown.tables["effect_differences"].iter_rows(named=True)}
    assert (block.cell, block.other, block.chapter) == (("new", 4, "b"), "old", "editions")
    assert {row.key: row.values[0].value for row in block.rows} == {name: row["difference"] for name, row in change.items()}
    assert {row.key: row.values[2].value for row in block.rows} == {name: row["b"] for name, row in change.items()}
    assert block.rows[0].head == "King"
    assert block.finding.startswith(f"Beyond limits: King {block.rows[0].values[0].whole}")
    assert shown.files["effect_differences"].columns[:2] == ["a_variant", "b_variant"]


@pytest.mark.parametrize(
    ("blocks", "finding"), [(10, NO_FINDING), (200, "No character's effect is shown to change by more than the limit.")]
)
def test_where_nothing_changes_or_is_known_the_sentence_says_so(blocks: int, finding: str) -> None:
    same = dict.fromkeys(NAMES, 0.01)
    ((block,),) = (shown.blocks for shown in compare(toy(blocks, {"old": same, "new": same})))  # type: ignore[arg-type]
    assert block.finding.startswith(finding)
