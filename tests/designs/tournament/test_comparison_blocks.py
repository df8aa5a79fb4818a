"""Two variants as blocks: every figure is drawn in its own limit, and the sentence agrees with the verdicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.tournament.blocks import compare
from citadels_sim.designs.tournament.comparison import VariantComparison, compare_variants
from citadels_sim.designs.tournament.comparison_blocks import comparison_shown
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.show import figures, page
from citadels_sim.show.blocks import NO_FINDING, Block, Dots, Shown
from citadels_sim.show.drawing import Where
from citadels_sim.show.terminal import below

SHORT = ("classic-2000", "classic-2000-short")


def play(folder: Path, games: int, variants: tuple[str, ...] = SHORT) -> Path:
    keys = {
        "name": "pair",
        "variants": list(variants),
        "players": [4],
        "games": games,
        "lineups": [["builder"]],
        "seed": 3,
        "detail": "turns",
    }
    run_experiment(make_experiment(keys, "test"), folder)
    return folder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("compare") / "run", 200)


@pytest.fixture(scope="module")
def compared(run: Path) -> VariantComparison:
    return compare_variants(load_run(run), *SHORT)


def of(shown: Shown, slug: str) -> Block:
    (block,) = (block for block in shown.blocks if block.slug == slug)
    return block


def changed(compared: VariantComparison, change: Callable[[pl.DataFrame], pl.DataFrame]) -> Dots:
    """Return the block of games as a whole of other figures."""
    block = of(comparison_shown(replace(compared, table=change(compared.table))), "differences")
    assert isinstance(block, Dots)
    return block


@pytest.mark.parametrize(("low", "high", "words"), [(0.25, 1.21, "0.50 to 1.10 times as wide"), (0.25, 0.25, "are 0.50 times as wide")])
def test_common_deals_are_said_to_narrow_the_intervals(compared: VariantComparison, low: float, high: float, words: str) -> None:
    block = changed(
        compared,
        lambda table: table.with_columns(
            variance_ratio=pl.when(pl.col("metric") == table["metric"][0]).then(pl.lit(low)).otherwise(pl.lit(high))
        ),
    )
    assert any(words in note for note in block.notes), block.notes


def test_every_figure_is_that_of_the_table_with_its_verdict(compared: VariantComparison) -> None:
    shown = comparison_shown(compared)
    whole = compared.table.filter(table="game")
    block = of(shown, "differences")
    assert isinstance(block, Dots)
    assert [row.values[0].value for row in block.rows] == whole["difference"].to_list()
    assert [row.values[0].verdict.word for row in block.rows if row.values[0].verdict] == whole["verdict"].to_list()
    assert block.limits == tuple(whole["margin"])
    assert {one.slug for one in shown.blocks} == {
        "differences",
        "differences-win-rate",
        "differences-pick-rate",
        "differences-win-when-held",
        "distances",
        "rules",
    }
    assert {one.other for one in shown.blocks} == {"classic-2000"}
    assert {one.chapter for one in shown.blocks} == {"editions"}


def test_what_is_beyond_its_limit_is_named_and_nothing_else(compared: VariantComparison) -> None:
    block = changed(compared, lambda table: table)
    beyond = compared.table.filter(table="game", verdict="beyond limits")
    assert beyond.height > 2
    assert block.finding.startswith(f"Beyond limits: rounds {block.rows[0].values[0].whole}")
    assert block.finding.endswith((" figures.", "]."))
    within = changed(compared, lambda table: table.with_columns(verdict=pl.lit("within limits")))
    assert (within.finding, within.folded) == ("No figure changes by more than its limit.", True)
    unsure = changed(compared, lambda table: table.with_columns(verdict=pl.lit("undecided")))
    assert (unsure.finding, unsure.folded) == ("No figure is shown to change by more than its limit.", False)


def test_figures_of_all_units_are_drawn_on_a_scale_of_limits(compared: VariantComparison) -> None:
    block = changed(compared, lambda table: table)
    drawn = page.drawn(block, Where("here"))
    assert drawn.axis.band is not None
    assert drawn.axis.zero is not None
    for row, one, limit in zip(drawn.rows, block.rows, block.limits, strict=True):
        value = one.values[0].value
        assert value is not None
        assert row.marks[0].at == drawn.axis.at(value / limit)
        assert "limit" in row.note
    assert "Each figure has its own limit" in drawn.how
    chart = figures.chart(block, "differences")
    assert chart is not None
    sizes = [value / limit for value, limit in zip((row.values[0].value or 0.0 for row in block.rows), block.limits, strict=True)]
    assert chart.data["value"].to_list() == pytest.approx(sizes)


def test_the_same_rules_differ_by_nothing_and_say_how_sure_that_is(run: Path, compared: VariantComparison) -> None:
    def alike(table: pl.DataFrame) -> pl.DataFrame:
        none = {name: pl.lit(None, pl.Float64) for name in ("low", "high", "family_low", "family_high")}
        return table.with_columns(difference=pl.lit(0.0), se=pl.lit(0.0), verdict=pl.lit("within limits"), **none)

    block = changed(compared, alike)
    assert block.finding == "No figure changes by more than its limit."
    assert {row.values[0].text for row in block.rows} == {"no difference"}
    assert below(block)[1] == "Rounds: no difference in 200 deals (at most 1.8 % of deals differ)."


def test_the_rules_that_differ_stand_in_words(compared: VariantComparison) -> None:
    block = of(comparison_shown(compared), "rules")
    assert block.finding == "1 rule differs in words."
    assert [value.text for value in block.rows[0].values] == ["8 districts complete a city.", "7 districts complete a city."]
    assert (block.subject, block.basis) == ("classic-2000 to classic-2000-short", "")


def test_distances_are_named_where_chance_does_not_explain_them(compared: VariantComparison) -> None:
    block = of(comparison_shown(compared), "distances")
    far = compared.distances.filter(pl.col("distance") > pl.col("noise"))["what"].to_list()
    assert all(name in block.finding for name in far)
    assert [row.values[0].value for row in block.rows] == compared.distances["distance"].to_list()


@pytest.mark.parametrize("deals", [1, 10])
def test_a_handful_of_deals_has_no_finding(deals: int, tmp_path: Path) -> None:
    (shown,) = compare(load_run(play(tmp_path / "run", deals)))
    *blocks, rules = shown.blocks
    assert rules.finding == "1 rule differs in words."
    assert blocks
    for block in blocks:
        assert block.finding.startswith(NO_FINDING)
        assert all(value.few for row in block.rows for value in row.values[:1])


def test_the_first_variant_is_compared_with_each_other_one_of_a_run(tmp_path: Path) -> None:
    run = load_run(play(tmp_path / "run", 30, ("classic-2000", "classic-2000-short", "dark-city")))
    pairs = [{(block.other, block.cell[0]) for block in shown.blocks} for shown in compare(run)]
    assert pairs == [{("classic-2000", "classic-2000-short")}, {("classic-2000", "dark-city")}]
