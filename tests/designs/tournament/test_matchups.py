"""Match-ups: every figure and every difference counted again with plain polars over the Parquet files, and what is not shown."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.tournament.blocks import show
from citadels_sim.designs.tournament.matchup_blocks import _finding
from citadels_sim.designs.tournament.matchup_metrics import LEAST_PICKS
from citadels_sim.designs.tournament.matchups import cities_of
from citadels_sim.designs.tournament.naming import analyse_naming
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment

GAME = ["block", "rotation"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of four planners; 600 of them, so that most pairs are known of enough picks."""
    keys = {"name": "met", "variants": ["classic-2000"], "games": 600, "lineups": [["planner"]], "seed": 5, "detail": "turns"}
    folder = tmp_path_factory.mktemp("met") / "run"
    run_experiment(make_experiment(keys, "test"), folder)
    return folder


@pytest.fixture(scope="module")
def tables(played: Path) -> dict[str, pl.DataFrame]:
    return analyse_naming(load_run(played))


def held(folder: Path) -> pl.DataFrame:
    """Every character that somebody held, with the credit of who did."""
    turns = pl.read_parquet(folder / "turns" / "*.parquet").with_columns(pl.col("character").cast(pl.String))
    seats = pl.read_parquet(folder / "seats" / "*.parquet")
    return turns.filter(pl.col("seat").is_not_null()).join(seats.select(*GAME, "seat", "win"), on=[*GAME, "seat"])


def test_what_it_costs_to_be_hit_is_a_difference_of_two_rates(played: Path, tables: dict[str, pl.DataFrame]) -> None:
    rows = held(played)
    marks = {"murdered": pl.col("murdered"), "robbed": pl.col("robbed"), "district lost": pl.col("districts_lost") > 0}
    costs = tables["matchups"].filter(pl.col("metric").is_in(list(marks)))
    assert set(costs["metric"]) == set(marks)
    for row in costs.iter_rows(named=True):
        mine = rows.filter(pl.col("character") == row["group"])
        if row["metric"] != "murdered":
            mine = mine.filter(~pl.col("murdered"))
        hit, spared = mine.filter(marks[row["metric"]])["win"], mine.filter(~marks[row["metric"]])["win"]
        assert row["value"] == pytest.approx(hit.sum() / len(hit) - spared.sum() / len(spared), abs=1e-12)
        assert row["count"] == min(len(hit), len(spared)) >= LEAST_PICKS
        assert row["family_low"] <= row["low"] < row["value"] < row["high"] <= row["family_high"]
    assert costs["value"].mean() < 0  # nobody gains by it


def test_who_is_in_play_is_held_by_another_player(played: Path, tables: dict[str, pl.DataFrame]) -> None:
    rows = held(played)
    pairs = tables["matchups"].filter(pl.col("metric").is_in(rows["character"].unique().implode()))
    assert pairs.height > 20
    rounds = rows.group_by(*GAME, "round").agg(there=pl.col("character"))
    rows = rows.join(rounds, on=[*GAME, "round"])
    for row in pairs.iter_rows(named=True):
        mine = rows.filter(pl.col("character") == row["group"])
        beside = pl.col("there").list.contains(row["metric"])
        there, alone = mine.filter(beside)["win"], mine.filter(~beside)["win"]
        assert row["value"] == pytest.approx(there.sum() / len(there) - alone.sum() / len(alone), abs=1e-12)
        assert row["count"] == min(len(there), len(alone)) >= LEAST_PICKS
    assert not pairs.filter(pl.col("group") == pl.col("metric")).height


def test_cities_are_by_their_mean_cost_in_the_game(played: Path, tables: dict[str, pl.DataFrame]) -> None:
    seats = pl.read_parquet(played / "seats" / "*.parquet").filter(pl.col("city") > 0)
    games = pl.read_parquet(played / "games" / "*.parquet")
    wins: dict[str, list[float]] = {}
    for (block, rotation), game in seats.group_by(GAME, maintain_order=True):
        first = games.filter(block=block, rotation=rotation)["first_complete"][0]
        costs = [row["districts"] / row["city"] for row in game.iter_rows(named=True)]
        for cost, row in zip(costs, game.iter_rows(named=True), strict=True):
            alike = min(costs) == max(costs)
            place = "between" if alike else "cheapest" if cost == min(costs) else "dearest" if cost == max(costs) else "between"
            kinds = ["any", "five types" if row["types"] > 0 else "fewer types", *(["first"] if row["seat"] == first else [])]
            for kind in kinds:
                wins.setdefault(f"{place} - {kind}", []).append(row["win"])
    figures = dict(tables["cities"].select("group", "value").iter_rows())
    assert len(figures) > 8
    assert figures == pytest.approx({group: sum(wins[group]) / len(wins[group]) for group in figures}, abs=1e-12)
    assert all(len(own) < 200 for group, own in wins.items() if group not in figures)


def test_cities_that_cost_alike_are_neither_cheap_nor_dear() -> None:
    key = {"variant": "v", "players": 2, "lineup": "b", "block": 0, "rotation": 0}
    seats = pl.DataFrame([{**key, "seat": seat, "win": 0.5, "districts": 9, "types": 0, "city": 3} for seat in range(2)])
    games = pl.DataFrame([{**key, "first_complete": None}], schema_overrides={"first_complete": pl.Int8})
    assert cities_of(games, seats)["group"].to_list() == ["between - any", "between - fewer types"] * 2


def test_heat_maps_show_them_and_say_that_they_describe(played: Path) -> None:
    blocks = {block.slug: block for block in show([load_run(played)]).blocks}
    assert [blocks[slug].chapter for slug in ("matchups", "cities")] == ["interaction", "length"]
    assert all(blocks[slug].form == "heat" for slug in ("matchups", "cities"))
    assert "not random" in blocks["matchups"].how
    assert "−" in blocks["matchups"].finding or "no win rate" in blocks["matchups"].finding
    heads = [column.head for column in blocks["matchups"].columns]
    assert heads[:3] == ["Murdered", "Robbed", "Lost a district"]
    assert "Beside Thief" in heads
    assert [row.head for row in blocks["cities"].rows] == ["Cheapest at the table", "In between", "Dearest at the table"]


def test_few_games_show_no_pairs_and_a_cast_of_many_has_no_table_of_them(tmp_path: Path) -> None:
    keys = {"name": "few", "variants": ["classic-2000"], "games": 40, "seed": 5, "detail": "turns"}
    run_experiment(make_experiment(keys, "test"), tmp_path / "few")
    few = analyse_naming(load_run(tmp_path / "few"))
    assert not few["matchups"].height
    keys |= {"name": "many", "variants": ["citadels-2016-random"], "games": 60}
    run_experiment(make_experiment(keys, "test"), tmp_path / "many")
    assert not analyse_naming(load_run(tmp_path / "many"))["company"].height


def test_only_a_loss_is_said_to_hit_hardest() -> None:
    rows = [("bishop", "district lost", 0.08, 0.04, 0.12), ("thief", "murdered", -0.06, -0.10, -0.02)]
    table = pl.DataFrame(
        [
            {
                "group": group,
                "metric": metric,
                "value": value,
                "low": low,
                "high": high,
                "family_low": low,
                "family_high": high,
                "note": None,
                "unit": "probability",
            }
            for group, metric, value, low, high in rows
        ]
    )
    assert _finding(table, ["murdered", "district lost"]).startswith("Hit hardest is the Thief, murdered: −6")
