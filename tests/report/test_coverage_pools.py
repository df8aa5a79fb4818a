"""Coverage is measured on what a report shows: of a whole run, a pool has the very figures and intervals of the report."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.attribution.analyse import attribute
from citadels_sim.designs.casts.card_analysis import analyse_cards
from citadels_sim.designs.casts.hands import analyse_districts
from citadels_sim.designs.flow.analyse import analyse_flow
from citadels_sim.designs.flow.game_metrics import FLOW
from citadels_sim.designs.flow.states import courses
from citadels_sim.designs.flow.win_model import GROUPS
from citadels_sim.designs.pick_attribution.analyse import attribute_picks
from citadels_sim.judge.judging import of_table
from citadels_sim.ladder.rate import rate
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.tables.keys import key_of
from scripts.research.coverage_draws import Estimates, cover
from scripts.research.coverage_pools import KINDS, Covered, covered, drawn_course
from tests.synthetic_run import Toy, write_run


def estimates_of(tables: list[Covered], name: str) -> dict[str, Estimates]:
    (table,) = [entry for entry in tables if entry.table == name]
    return dict(table.analyse(np.arange(table.size)))


def same(estimates: Estimates, rows: pl.DataFrame, columns: dict[str, str], key: str) -> None:
    """Compare fields of what a pool has with columns of a table of the report."""
    of = {str(row[key]): row for row in rows.iter_rows(named=True)}
    assert set(estimates.groups) == set(of)
    for field, column in columns.items():
        want = np.array([of[group][column] for group in estimates.groups], dtype=np.float64)
        np.testing.assert_allclose(getattr(estimates, field), want, rtol=1e-9, atol=1e-12)


NOT_IN_THE_REPORT = ("decisions", "why")  # of every kind of run, which those tests read
ALONE = {"value": "value", "low": "low", "high": "high"}
BOTH = ALONE | {"family_low": "family_low", "family_high": "family_high"}


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Run:
    toy = Toy(lineups=(("builder", "random", "banker"),), blocks=120, detail="games", bot_strength={"builder": 1.0, "random": -0.6})
    return load_run(write_run(tmp_path_factory.mktemp("runs") / "ladder", toy), kind="games")


def test_all_kinds_of_runs_and_ladders_can_be_measured(runs: dict[str, Path]) -> None:
    assert set(KINDS) == {*runs, *NOT_IN_THE_REPORT, "ladder", "skill"}


def test_a_pool_reports_the_ladder_of_its_run_and_a_drawn_run_that_of_its_deals(ladder: Run) -> None:
    (table,) = covered(ladder, "ladder")
    result, want = table.analyse(np.arange(table.size)), rate([ladder])
    rated = want.strengths.filter(pl.col("bot") != "random")
    same(result["elo"], rated, BOTH | {"value": "elo"}, "bot")
    same(result["wins"], rated, {"value": "wins_elo", "family_low": "wins_low", "family_high": "wins_high"}, "bot")
    pairs = pl.concat_str("bot", pl.lit("|"), "other").alias("pair")
    same(result["difference"], want.superiority.with_columns(pairs), ALONE | {"value": "difference"}, "pair")
    same(result["residual"], want.residuals.with_columns(pairs), BOTH | {"value": "residual"}, "pair")
    same(result["seat"], want.seats, BOTH | {"value": "elo"}, "seat")
    # Every deal twice: the same strengths, half the squares.
    twice = table.analyse(np.repeat(np.arange(table.size), 2))
    np.testing.assert_allclose(twice["elo"].value, result["elo"].value, rtol=1e-9)
    width = [(one["elo"].high - one["elo"].low)[0] for one in (result, twice)]
    assert width[1] == pytest.approx(width[0] / np.sqrt(2), rel=0.02)


def test_the_coverage_of_a_ladder_has_a_row_of_each_figure_and_none_of_missing_intervals(ladder: Run) -> None:
    (table,) = covered(ladder, "ladder")
    rows = {str(row["metric"]): row for row in cover(table.analyse, table.size, 60, 40, 1)}
    assert set(rows) == {"elo", "wins", "difference", "residual", "seat"}
    assert all(float(str(rows[name]["alone"])) > 0.8 for name in ("elo", "difference", "residual", "seat"))
    assert np.isnan(float(str(rows["wins"]["alone"])))
    assert float(str(rows["wins"]["family"])) > 0.8
    assert rows["wins"]["members"] == 2
    assert np.isnan(float(str(rows["difference"]["family"])))


def test_a_pool_reports_the_attribution_of_its_run(runs: dict[str, Path]) -> None:
    run = load_run(runs["attribution"], kind="attribution")
    tables, want = list(covered(run)), attribute(run)
    for metric in want.wholes["metric"]:
        result = estimates_of(tables, f"attribution_{metric}")
        parts = want.parts.filter(metric=metric).with_row_index("number")
        same(result["part"], parts, {"value": "part", "family_low": "low", "family_high": "high"}, "number")
        for name in ("first_in", "last_in"):
            same(result[name], parts, {"value": name}, "number")
        same(result["whole"], want.wholes.filter(metric=metric).with_columns(all=pl.lit("whole")), ALONE | {"value": "difference"}, "all")
        number = dict(parts.select("group", "number").iter_rows())
        pairs = want.pairs.filter(metric=metric).with_columns(
            pair=pl.concat_str(pl.col("group").replace_strict(number), pl.lit("|"), pl.col("other").replace_strict(number))
        )
        same(result["interaction"], pairs, {"value": "interaction", "family_low": "low", "family_high": "high"}, "pair")


def test_a_pool_reports_the_attribution_of_picks_of_its_run(runs: dict[str, Path]) -> None:
    run = load_run(runs["pick-attribution"], kind="pick-attribution")
    result, want = estimates_of(list(covered(run)), "pick_parts"), attribute_picks(run)
    number = {name: str(j) for j, name in enumerate(want.groups)}
    parts = want.parts.with_columns(place=pl.concat_str("character", pl.lit("|"), pl.col("group").replace_strict(number)))
    same(result["part"], parts, {"value": "part", "family_low": "low", "family_high": "high"}, "place")
    for name in ("first_in", "last_in"):
        same(result[name], parts, {"value": name}, "place")
    wholes = want.wholes.with_columns(place=pl.concat_str("character", pl.lit("|0")))
    same(result["whole"], wholes, {"value": "difference", "family_low": "low", "family_high": "high"}, "place")


def test_a_pool_reports_the_opening_hands_of_its_run_and_what_became_of_the_districts(runs: dict[str, Path]) -> None:
    run = load_run(runs["casts"], kind="casts")
    tables, hands, cards = list(covered(run)), analyse_districts(run), analyse_cards(run)
    same(estimates_of(tables, "dealt")["worth"], hands.districts, BOTH, "district")
    prices = estimates_of(tables, "district_prices")
    same(prices["term"], hands.prices, ALONE, "term")
    rest = {"value": "residual", "family_low": "residual_low", "family_high": "residual_high"}
    same(prices["residual"], hands.districts, rest, "district")
    result = estimates_of(tables, "districts")
    for name in ("keep_rate", "gih", "iih", "wait", "offer_worth"):
        same(result[name], cards, {"value": name, "low": f"{name}_low", "high": f"{name}_high"}, "district")


def test_a_pool_of_flow_fits_its_win_models_again_in_every_drawn_run(runs: dict[str, Path]) -> None:
    run = load_run(runs["flow"], kind="flow")
    (course, *_), flow = list(courses(run)), analyse_flow(run, (FLOW,))
    (table, *_) = [entry for entry in covered(run) if entry.table == "flow" and entry.cell == course.cell]
    result = table.analyse(np.arange(table.size))
    for name in ("winner_behind", "decided_at", "score_lead_changes"):
        same(result[name], flow.estimates.filter(of_table(key_of(course.cell)), metric=name), BOTH, "group")
    # Of a block that is drawn twice both copies are in one group, so that no model sees a copy of what it is to judge.
    drawn = drawn_course(course, np.array([5, 3, 3, 17, 5, 3]))
    assert sorted(set(drawn.block % GROUPS)) == [1, 3, 5]
    assert len(set(drawn.block)) == 6
    want = sum(int(course.rounds[course.block == block].sum()) for block in (5, 3, 3, 17, 5, 3))
    assert int(drawn.rounds.sum()) == want
