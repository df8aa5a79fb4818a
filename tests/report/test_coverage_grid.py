"""The validation chapter shows how often intervals hold the truth, as it was measured, and they hold it as often as they claim."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.attribution.analyse import ALONE_DEALS
from citadels_sim.report import ReportPaths
from citadels_sim.report.coverage_grid import SCHEMA, coverage_grid, coverage_rows, measured
from citadels_sim.runs.metrics import families
from citadels_sim.show.charts import style
from citadels_sim.statistics.metric_types import NEVER
from scripts.research.coverage_pools import KINDS

EDITIONS = {"classic-2000", "dark-city", "citadels-2016"}


def test_the_validation_chapter_shows_the_measured_coverage_of_every_kind_of_figure(report: ReportPaths) -> None:
    rows = coverage_rows(measured())
    page = report.details.read_text(encoding="utf-8")
    chapter = page[page.index('id="validation"') :]
    for row in coverage_grid(rows).rows:
        for cell in row[2:4]:
            assert f"<td>{cell}</td>" in chapter or f">{cell}<" in chapter
    table = json.loads(report.data.read_text(encoding="utf-8"))["tables"]["coverage"]
    assert len(table["rows"]) == rows.height


def test_every_measured_figure_stands_in_one_row_of_the_table() -> None:
    result = measured()
    rows = coverage_rows(result)
    cells = result.group_by("kind", "table", "variant", "lineup", "blocks", "metric").len()
    assert cells["len"].max() == 1
    kinds = result.filter(pl.col("metric") != "win_effect")["kind"].unique().to_list()
    assert {*KINDS, "families"} == set(kinds)  # families of bots are drawn, not played
    assert rows["what"].n_unique() >= len(kinds) + 1


@pytest.mark.parametrize("name", ["alone", "together"])
def test_the_intervals_of_every_row_of_the_table_hold_the_truth_in_94_of_100_runs_or_more(name: str) -> None:
    """But for three Monte Carlo errors; where there are intervals of all of a table at once."""
    rows = coverage_rows(measured()).drop_nulls(name)
    assert (rows[name] + 3 * rows[f"{name}_se"]).min() > 0.94  # type: ignore[operator]
    assert abs(float(np.mean(rows.filter(~pl.col("what").str.contains("Quantiles|Distribution"))[name].to_numpy())) - 0.95) < 0.01


def narrow_rows(result: pl.DataFrame) -> pl.DataFrame:
    """Find the figures whose intervals are shown to hold less often than 94 times in 100, in the mean over cells.

    Held is a table of which all intervals held, or each interval where a figure has none of all at once.
    """
    squares = pl.coalesce("family_se", "alone_se") ** 2
    held = pl.coalesce("family", "alone").mean()
    means = result.group_by("kind", "table", "metric", deals="blocks").agg(held=held, held_se=squares.sum().sqrt() / pl.len())
    return means.filter(pl.col("held") + 2 * pl.col("held_se") < 0.94)


def test_no_figure_of_the_table_has_intervals_that_are_shown_to_be_too_narrow() -> None:
    assert narrow_rows(measured()).is_empty()


@pytest.mark.parametrize(
    ("metric", "deals"),
    [(metric.name, metric.deals) for family in families() for metric in family.metrics if metric.deals]
    + [(name, ALONE_DEALS) for name in ("first_in", "last_in")],
)
def test_a_figure_was_measured_where_it_has_intervals_and_nowhere_else(metric: str, deals: int) -> None:
    # Parts of picks have an error with fewer deals than parts of figures of games, and the same names.
    measured_at = set(measured().filter(pl.col("kind") != "pick-attribution", metric=metric)["blocks"])
    assert min(measured_at, default=NEVER) == deals


def test_a_figure_is_too_narrow_where_the_mean_of_its_cells_is_shown_to_be() -> None:
    one = {
        "kind": "flow",
        "table": "tempo",
        "players": 4,
        "lineup": "builder",
        "blocks": 100,
        "runs": 500,
        "members": 8.0,
        "alone": 0.95,
        "alone_se": 0.003,
    }
    cells = [
        one | {"metric": metric, "variant": variant, "family": family, "family_se": 0.01}
        for metric, both in {"narrow": (0.90, 0.92), "doubtful": (0.93, 0.93), "own": (None, None)}.items()
        for variant, family in zip("ab", both, strict=True)
    ]
    (row,) = narrow_rows(pl.DataFrame(cells, schema=SCHEMA)).iter_rows(named=True)
    assert (row["metric"], row["held"]) == ("narrow", pytest.approx(0.91))
    assert row["held_se"] == pytest.approx(0.01 / np.sqrt(2))


def test_a_figure_without_intervals_of_all_at_once_has_a_dash_there() -> None:
    one = {
        "kind": "casts",
        "table": "districts",
        "metric": "gih",
        "variant": "a",
        "players": 4,
        "lineup": "builder",
        "blocks": 100,
        "runs": 500,
        "members": 8.0,
        "alone": 0.95,
        "alone_se": 0.003,
        "family": None,
        "family_se": None,
    }
    (shown,) = coverage_grid(coverage_rows(pl.DataFrame([one], schema=SCHEMA))).rows
    assert shown[2:4] == ("95.0 ± 0.6", "–")
    assert shown[4].startswith("95.0 (")


def test_the_effects_by_which_characters_are_judged_were_measured_in_2000_runs_of_three_editions_two_bots_and_three_lengths() -> None:
    result = measured().filter(kind="forks", metric="win_effect")
    assert result["runs"].min() >= 2_000  # type: ignore[operator]
    assert set(result.select("variant", "lineup", "blocks").iter_rows()) == {
        (edition, bot, blocks) for edition in EDITIONS for bot in ("builder", "planner") for blocks in (100, 400, 4_000)
    }


@pytest.mark.parametrize("name", ["alone", "family"])
def test_the_intervals_by_which_characters_are_judged_hold_the_truth_in_95_of_100_runs(name: str) -> None:
    """Each cell to 1 per cent, but for three Monte Carlo errors; their mean to half of one."""
    result = measured().filter(kind="forks", metric="win_effect")
    off = (result[name] - 0.95).abs() - 3 * result[f"{name}_se"]
    assert off.max() < 0.01  # type: ignore[operator]
    assert abs(float(np.mean(result[name].to_numpy())) - 0.95) < 0.005


@pytest.mark.parametrize("metric", ["share_of_seats", "share_of_winners", "share_of_games", "pick_share", "win_lift"])
def test_the_intervals_of_shares_hold_for_all_of_a_table_at_once_in_95_of_100_runs_or_more(metric: str) -> None:
    for _, part in measured().filter(metric=metric).group_by("blocks"):
        error = float(np.sqrt((part["family_se"] ** 2).sum()) / part.height)
        assert float(np.mean(part["family"].to_numpy())) > 0.95 - 3 * error
        assert (part["family"] + 3 * part["family_se"]).min() > 0.95  # type: ignore[operator]


def test_a_row_of_the_table_is_the_mean_of_its_cells_with_the_error_of_that_mean() -> None:
    one = {"kind": "bans", "table": "character_bans", "players": 4, "lineup": "builder", "blocks": 100, "runs": 500, "members": 8.0}
    cells = [
        one | {"metric": metric, "variant": variant, "alone": alone, "alone_se": 0.003, "family": family, "family_se": 0.004}
        for metric, variant, alone, family in (
            ("x", "a", 0.94, 0.90),
            ("y", "a", 0.96, 0.96),
            ("x", "b", 0.95, 0.94),
            ("y", "b", 0.95, 0.96),
        )
    ]
    (row,) = coverage_rows(pl.DataFrame(cells, schema=SCHEMA)).iter_rows(named=True)
    assert row["runs"] == 1_000
    assert (row["alone"], row["together"]) == pytest.approx((0.95, 0.94))
    assert row["together_se"] == pytest.approx(0.004 / np.sqrt(2))
    assert (row["least"], row["least_metric"]) == (pytest.approx(0.92), "x")
    (shown,) = coverage_grid(pl.DataFrame([row])).rows
    assert shown[1:4] == ("100", "95.0 ± 0.4", "94.0 ± 0.6")
    assert shown[5] == style.count(1_000)
