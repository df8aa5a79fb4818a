"""What the report makes of runs of drawn casts and opening hands."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from citadels_sim.report import ReportPaths, make_report, read
from citadels_sim.report.shown import parts
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


def test_a_run_of_casts_alone_makes_a_page_with_its_charts_and_tables(report: ReportPaths) -> None:
    text = report.details.read_text(encoding="utf-8")
    assert '<section id="districts"' in text
    data = json.loads(report.data.read_text(encoding="utf-8"))
    assert [one["slug"] for one in data["figures"]] == [
        f"casts-{name}-dark-city-random-4-builder" for name in ("worth", "beyond-cost", "price", "drawn-character", "drawn-unique-district")
    ]
    tables = data["tables"]
    assert set(tables) >= {"district_worth", "district_prices", "district_cards", "cast_effects", "cast_pairs"}
    worth = pl.read_csv(report.folder / "tables" / "district_worth.csv")
    assert worth["district"].n_unique() == len(tables["district_worth"]["rows"])
    # The worth of all hands together is an average hand's: nothing.
    assert worth["value"].dot(worth["hands"]) / worth["hands"].sum() == pytest.approx(0, abs=0.02)


def test_where_nothing_is_drawn_the_hands_are_reported_and_the_rest_is_named(tmp_path: Path) -> None:
    run = play(tmp_path / "run", "classic-2000", 200)
    text = make_report([run], tmp_path / "report").details.read_text(encoding="utf-8")
    assert "Worth of a district in the opening hand" in text
    assert "Effects of a drawn" not in text
    assert "are unknown: &#39;classic-2000&#39; draws neither characters nor unique districts" in text
    assert str(tmp_path) not in text.split('id="method"')[0]


def test_a_design_without_a_run_is_listed_with_its_command(runs: dict[str, Path]) -> None:
    evidence = read([runs["forks"]])
    assert not parts(evidence, "districts")
    (want,) = evidence.lacking("districts")
    assert want.command.startswith("citadels districts --variant classic-2000")
