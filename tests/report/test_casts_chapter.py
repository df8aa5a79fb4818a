"""What the report makes of runs of drawn casts and opening hands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.lab.casts.charts import cast_chart, price_chart, worth_chart
from citadels_sim.report import ReportPaths, make_report, read
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.runner import run_experiment


def play(folder: Path, variant: str, games: int) -> Path:
    keys = {"name": variant, "variants": [variant], "players": [4], "games": games, "kind": "casts", "seed": 1}
    run_experiment(make_experiment(keys, "test"), folder)
    return folder


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    folder = tmp_path_factory.mktemp("casts")
    return make_report([play(folder / "run", "dark-city-random", 600)], folder / "report")


def district(name: str, value: float, half: float, *, verdict: str = "undecided", cost: int = 3, residual: float = 0.0) -> dict[str, Any]:
    return {
        "variant": "v", "players": 4, "lineup": "b", "district": name, "type": "trade", "cost": cost, "hands": 100, "value": value,
        "low": value - half, "high": value + half, "family_low": value - half, "family_high": value + half, "se": half / 2, "q": 0.5,
        "verdict": verdict, "needed": None, "residual": residual, "residual_low": residual - half, "residual_high": residual + half,
        "residual_q": 0.5,
    }  # fmt: skip


def test_a_run_of_casts_alone_makes_a_page_with_its_charts_and_tables(report: ReportPaths) -> None:
    text = report.details.read_text(encoding="utf-8")
    assert '<section id="districts"' in text
    for name in ("worth", "price", "drawn-character", "drawn-unique-district"):
        assert f'id="figure-casts-{name}"' in text
    tables = json.loads(report.data.read_text(encoding="utf-8"))["tables"]
    assert {"district_worth", "district_prices", "cast_effects"} <= set(tables)
    worth = pl.read_csv(report.folder / "tables" / "district_worth.csv")
    assert worth["district"].n_unique() == len(tables["district_worth"]["rows"])
    # The worth of all hands together is an average hand's: nothing.
    assert worth["value"].dot(worth["hands"]) / worth["hands"].sum() == pytest.approx(0, abs=0.02)


def test_where_nothing_is_drawn_the_hands_are_reported_and_the_rest_is_named(tmp_path: Path) -> None:
    run = play(tmp_path / "run", "classic-2000", 200)
    text = make_report([run], tmp_path / "report").details.read_text(encoding="utf-8")
    assert 'id="figure-casts-worth"' in text
    assert "figure-casts-drawn" not in text
    assert "is unknown: &#39;classic-2000&#39; draws neither characters nor unique districts" in text
    assert str(tmp_path) not in text.split('id="method"')[0]


def test_a_design_without_a_run_is_listed_with_its_command(runs: dict[str, Path]) -> None:
    from citadels_sim.report.chapters.casts import CHAPTER

    evidence = read([runs["forks"]])
    assert not CHAPTER.build(evidence).parts
    (want,) = evidence.lacking(CHAPTER.slug)
    assert want.command.startswith("citadels districts --variant classic-2000")


def test_the_sentence_names_what_is_shown_and_not_what_is_merely_far() -> None:
    rows = [district("tavern", 0.15, 0.2), district("market", 0.05, 0.01, verdict="too strong"), district("docks", -0.01, 0.05)]
    result = worth_chart(pl.DataFrame(rows), 0.01, "worth").finding
    assert result == "1 district is shown to lie outside the margin; it is Market +5.0\u00a0pp [4.0,\u00a06.0] at 4 players."
    none = worth_chart(pl.DataFrame([rows[0], rows[2]]), 0.01, "worth").finding
    assert none.startswith("No district is shown to lie outside the margin; farthest from 0 is Tavern")


def test_of_many_districts_the_ends_are_drawn() -> None:
    rows = [district(f"district-{i:02}", (i - 20) / 1000, 0.01) for i in range(40)]
    chart = worth_chart(pl.DataFrame(rows), 0.01, "worth")
    assert chart.data["district"].n_unique() == 30
    assert {"district-00", "district-14", "district-25", "district-39"} <= set(chart.data["district"])
    assert "district-20" not in set(chart.data["district"])
    assert "The 15 that bring most" in chart.note


def test_the_line_of_cost_is_reported_with_the_district_farthest_from_it() -> None:
    rows = [district("tavern", 0.0, 0.01, cost=1), district("market", 0.01, 0.01, cost=2), district("harbor", 0.05, 0.01, cost=4,
            residual=0.02)]  # fmt: skip
    slope = {"variant": "v", "players": 4, "lineup": "b", "term": "per gold", "value": 0.01, "low": 0.004, "high": 0.016, "se": 0.003}
    result = price_chart(pl.DataFrame(rows), pl.DataFrame([slope]), "price").finding
    assert result.startswith("A gold more of cost changes what a district is worth by +1.0\u00a0pp [0.4,\u00a01.6] at 4 players")
    assert "farthest from its line is Harbor, +2.0\u00a0pp" in result
    assert "whole types" not in result
    shown = [slope, slope | {"term": "military", "value": 0.03, "low": 0.02, "high": 0.04}, slope | {"term": "noble", "low": -0.004}]
    result = price_chart(pl.DataFrame(rows), pl.DataFrame(shown), "price").finding
    assert result.endswith(" Beyond their cost whole types bring: military +3.0\u00a0pp [2.0,\u00a04.0] at 4 players.")


@pytest.mark.parametrize(("value", "message"), [(2.0, "Shown to change: rounds most by Witch"), (0.5, "No character is shown to change")])
def test_what_drawing_a_character_changes_is_reported_where_it_is_shown(value: float, message: str) -> None:
    key = {
        "variant": "v",
        "players": 4,
        "lineup": "b",
        "group": "rank 1",
        "se": 0.5,
        "q": 0.1,
        "blocks": 50,
        "unit": "",
        "estimand": "rule",
    }
    rows = [
        key | {"name": name, "metric": metric, "value": v, "low": v - 1, "high": v + 1, "family_low": v - 1, "family_high": v + 1}
        for metric in ("rounds", "lost_turns", "hits", "margin")
        for name, v in (("witch", value if metric == "rounds" else 0.1), ("assassin", -0.1))
    ]
    assert cast_chart(pl.DataFrame(rows), "character", "drawn").finding.startswith(message)
