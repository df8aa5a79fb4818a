"""What the analysis finds in runs whose truth is known, and against plain polars over all rows."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from citadels_sim.designs.tournament.analyse import analyse, removal_order
from citadels_sim.runs import batches
from citadels_sim.runs.metrics import dictionary
from citadels_sim.runs.reading import load_runs
from citadels_sim.statistics.estimates import SCHEMA
from tests.synthetic_run import Toy, write_run

pytestmark = pytest.mark.long

KEY = ["variant", "players", "lineup", "block", "rotation"]


def values(table: pl.DataFrame, metric: str, column: str = "value") -> dict[str, float]:
    return dict(table.filter(pl.col("metric") == metric).select("group", column).iter_rows())


def rows(folder, table: str) -> pl.DataFrame:
    return pl.read_parquet(folder / table / "*.parquet")


def test_pick_rates_equal_counting_the_rows(four_players, analysed):
    turns = rows(four_players, "turns")
    plain = turns.group_by(pl.col("character").cast(pl.String)).agg(pl.col("seat").is_not_null().mean())
    assert values(analysed.tables["characters"], "pick_rate") == pytest.approx(dict(plain.iter_rows()), rel=1e-9)


def test_pick_rates_when_offered_equal_counting_the_offers(four_players, analysed):
    turns = rows(four_players, "turns").with_columns(pl.col("character").cast(pl.String))
    picks = dict(turns.filter(pl.col("seat").is_not_null()).group_by("character").len().iter_rows())
    offers = dict(
        turns.select(pl.col("offered").cast(pl.List(pl.String))).explode("offered").drop_nulls().group_by("offered").len().iter_rows()
    )
    expected = {name: picks[name] / offers[name] for name in picks}
    assert values(analysed.tables["characters"], "pick_when_offered") == pytest.approx(expected, rel=1e-9)


def test_win_rates_when_held_equal_a_join_of_all_rows(four_players, analysed):
    turns = rows(four_players, "turns").filter(pl.col("seat").is_not_null())
    joined = turns.join(rows(four_players, "seats").select(*KEY, "seat", "win"), on=[*KEY, "seat"])
    plain = joined.group_by(pl.col("character").cast(pl.String)).agg(pl.col("win").mean())
    assert values(analysed.tables["characters"], "win_when_held") == pytest.approx(dict(plain.iter_rows()), rel=1e-9)


def test_what_befalls_a_character_is_counted_over_its_picks(four_players, analysed):
    held = rows(four_players, "turns").filter(pl.col("seat").is_not_null())
    plain = held.group_by(pl.col("character").cast(pl.String)).agg(
        pl.col("murdered").mean(), pl.col("robbed").mean(), pl.col("slot").cast(pl.Float64).mean()
    )
    table = analysed.tables["characters"]
    for metric, column in (("murdered_when_held", "murdered"), ("robbed_when_held", "robbed"), ("draft_slot", "slot")):
        assert values(table, metric) == pytest.approx(dict(plain.select("character", column).iter_rows()), rel=1e-9)


def test_earning_and_building_leave_murdered_turns_out(four_players, analysed):
    played = rows(four_players, "turns").filter(pl.col("seat").is_not_null() & ~pl.col("murdered"))
    plain = played.group_by(pl.col("character").cast(pl.String)).agg(pl.col("gold_gained").mean(), pl.col("built").mean())
    table = analysed.tables["characters"]
    assert values(table, "gold_per_turn") == pytest.approx(dict(plain.select("character", "gold_gained").iter_rows()))
    assert values(table, "builds_per_turn") == pytest.approx(dict(plain.select("character", "built").iter_rows()))


def test_shares_of_picked_face_up_and_face_down_add_up_to_one(analysed):
    table = analysed.tables["characters"]
    parts = [values(table, metric) for metric in ("pick_rate", "face_up", "hidden")]
    for name in parts[0]:
        assert sum(part[name] for part in parts) == pytest.approx(1)


def test_the_wins_above_an_even_share_of_all_picks_cancel(analysed):
    table = analysed.tables["characters"].filter(pl.col("metric") == "win_when_held")
    assert table.select((pl.col("count") * (pl.col("value") - 0.25)).sum()).item() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("order", ("down_first", "up_first"))
@pytest.mark.parametrize("players", (4, 5, 6, 7))
def test_random_pickers_pick_as_the_exact_reference_says(tmp_path, order, players):
    folder = write_run(tmp_path / "run", Toy(players=(players,), blocks=150, removal_order=order, seed=players))
    table = analyse(load_runs([folder])).tables["characters"]
    picks = table.filter(pl.col("metric") == "pick_rate")
    away = (picks["value"] - picks["reference"]) / picks["se"]
    assert away.abs().max() < 4
    offered = table.filter(pl.col("metric") == "pick_when_offered")
    assert ((offered["value"] - offered["reference"]) / offered["se"]).abs().max() < 4


def test_a_taste_for_a_character_shows_above_the_random_picker(tmp_path):
    folder = write_run(tmp_path / "run", Toy(blocks=200, taste={"architect": 1.5, "thief": -1.5}))
    table = analyse(load_runs([folder])).tables["characters"].filter(pl.col("metric") == "pick_rate")
    result = {row["group"]: row for row in table.iter_rows(named=True)}
    assert result["architect"]["family_low"] > result["architect"]["reference"]
    assert result["thief"]["family_high"] < result["thief"]["reference"]


def test_a_strong_first_seat_is_found_and_judged(analysed):
    rates = values(analysed.tables["seats_from_crown"], "win_rate")
    assert sum(rates.values()) == pytest.approx(1)
    verdict = analysed.seat_verdicts.row(0, named=True)
    assert (verdict["verdict"], verdict["seat"]) == ("beyond limits", 0)
    assert verdict["effect"] == pytest.approx(rates["0"] - 0.25)
    assert verdict["p"] < 1e-6


def test_the_verdict_on_seats_has_the_interval_of_the_table(analysed):
    verdict = analysed.seat_verdicts.row(0, named=True)
    row = analysed.tables["seats_from_crown"].row(by_predicate=(pl.col("metric") == "win_rate") & (pl.col("group") == "0"), named=True)
    assert (verdict["low"], verdict["high"]) == (row["family_low"] - 0.25, row["family_high"] - 0.25)


def test_chairs_are_alike_when_the_first_crown_goes_round(analysed):
    chairs = analysed.tables["seats"].filter(pl.col("metric") == "win_rate")
    assert ((chairs["value"] - 0.25) / chairs["se"]).abs().max() < 4


def test_scores_equal_plain_sorting_of_each_game(four_players, analysed):
    games = rows(four_players, "seats").group_by(KEY).agg(pl.col("total").sort(descending=True))
    totals = np.array(games["total"].to_list(), dtype=float)
    result = values_by_metric(analysed.tables["scores"])
    assert result["winner_total"] == pytest.approx(totals[:, 0].mean())
    assert result["margin"] == pytest.approx((totals[:, 0] - totals[:, 1]).mean())
    assert result["spread"] == pytest.approx((totals[:, 0] - totals[:, -1]).mean())
    assert result["close_games"] == pytest.approx((totals[:, 0] - totals[:, 1] <= 3).mean())


def values_by_metric(table: pl.DataFrame) -> dict[str, float]:
    return dict(table.select("metric", "value").iter_rows())


def test_the_parts_of_a_score_add_up_to_it(analysed):
    table = analysed.tables["score_parts"]
    for group in ("winner", "others"):
        result = values_by_metric(table.filter(pl.col("group") == group))
        parts = sum(value for name, value in result.items() if name != "mean_total")
        assert parts == pytest.approx(result["mean_total"])


def test_quantiles_of_length_are_those_of_the_rows(four_players, analysed):
    rounds = rows(four_players, "games")["rounds"].to_numpy()
    result = values_by_metric(analysed.tables["length"])
    for name, level in (("rounds_q05", 0.05), ("rounds_median", 0.5), ("rounds_q95", 0.95)):
        assert result[name] == np.quantile(rounds, level, method="inverted_cdf")
    assert result["mean_rounds"] == pytest.approx(rounds.mean())


def test_quantile_intervals_hold_the_quantile(analysed):
    table = analysed.tables["length"].filter(pl.col("metric").str.starts_with("rounds_"))
    assert table.select(((pl.col("low") <= pl.col("value")) & (pl.col("value") <= pl.col("high"))).all()).item()


def test_who_first_completes_wins_as_often_as_the_rows_say(four_players, analysed):
    games = rows(four_players, "games").filter(pl.col("first_complete").is_not_null())
    joined = games.join(rows(four_players, "seats"), left_on=[*KEY, "first_complete"], right_on=[*KEY, "seat"])
    assert values_by_metric(analysed.tables["length"])["completer_wins"] == pytest.approx(joined["win"].mean())


def test_games_that_nobody_completed_do_not_count_for_the_completer(tmp_path):
    folder = write_run(tmp_path / "run", Toy(blocks=50, detail="games"))
    whole = analyse(load_runs([folder])).tables["length"].filter(pl.col("metric") == "completer_wins")
    (path,) = sorted((folder / "games").iterdir())[:1]
    games = pl.read_parquet(path)
    games = games.with_columns(pl.when(pl.col("block") < 10).then(None).otherwise("first_complete").alias("first_complete"))
    games.write_parquet(path)
    result = analyse(load_runs([folder], verify=False)).tables["length"].filter(pl.col("metric") == "completer_wins")
    assert (whole["count"][0], result["count"][0]) == (50, 40)


def test_distributions_add_up_to_one(analysed):
    for name in ("score_distribution", "round_distribution"):
        for (_,), table in analysed.tables[name].group_by("metric"):
            assert table["value"].sum() == pytest.approx(1)


def test_rotations_of_a_block_are_one_piece_of_evidence(tmp_path):
    folder = write_run(tmp_path / "run", Toy(lineups=(("builder", "random", "random", "random"),), blocks=80, bot_strength={"builder": 2}))
    result = analyse(load_runs([folder]))
    assert result.cells.row(0, named=True)["games"] == 320
    table = result.tables["bots"].filter(pl.col("metric") == "win_rate")
    assert table["blocks"].unique().to_list() == [80]
    assert values(table, "win_rate")["builder"] > 0.4


def test_equal_bots_are_not_compared_with_themselves(analysed):
    assert analysed.tables["bots"].height == 0


def test_a_run_without_turns_lacks_the_characters_only(tmp_path):
    result = analyse(load_runs([write_run(tmp_path / "run", Toy(detail="games"))]))
    assert not result.has_turns
    assert result.tables["scores"].height == 5


def test_cells_are_kept_apart(tmp_path):
    toy = Toy(variants=("one", "two"), players=(2, 3), lineups=(("a",), ("a", "b")), blocks=10)
    result = analyse(load_runs([write_run(tmp_path / "run", toy)]))
    assert result.cells.height == 8
    assert result.tables["scores"].group_by("variant", "players", "lineup").len()["len"].to_list() == [5] * 8


def test_every_number_says_unit_claim_and_blocks(analysed):
    for table in analysed.tables.values():
        assert table.schema == SCHEMA
        assert table.select(pl.col("unit", "estimand", "blocks", "count", "value").is_not_null().all()).row(0) == (True,) * 5
        assert set(table["estimand"].unique()) <= {"descriptive", "ITT", "policy"}


def test_the_dictionary_describes_every_metric_once(analysed):
    described = dictionary().select("table", "metric").rows()
    used = {(name, metric) for name, table in analysed.tables.items() for metric in table["metric"].unique()}
    assert len(set(described)) == len(described)
    assert used <= set(described)


def test_shards_read_one_by_one_or_together_give_the_same_bits(four_players, analysed, monkeypatch):
    monkeypatch.setattr(batches, "_BATCH_ROWS", 1)
    (run,) = load_runs([four_players])
    assert len(run.batches()) == 4
    again = analyse([run])
    for name, table in analysed.tables.items():
        assert_frame_equal(again.tables[name], table, check_exact=True)


def test_a_block_that_two_shards_share_is_still_one_block(tmp_path):
    folder = write_run(tmp_path / "run", Toy(lineups=(("a", "b"),), players=(2,), blocks=20, blocks_per_shard=20))
    whole = analyse(load_runs([folder]))
    import hashlib
    import json

    manifest = json.loads((folder / "manifest.json").read_text())
    shards = []
    for shard in manifest["shards"]:
        frame = pl.read_parquet(folder / shard["path"])
        for rotation in (0, 1):
            path = f"{shard['table']}/part-1000{rotation}.parquet"
            frame.filter(pl.col("rotation") == rotation).write_parquet(folder / path)
            rows = frame.filter(pl.col("rotation") == rotation).height
            sha = hashlib.sha256((folder / path).read_bytes()).hexdigest()
            shards.append({"table": shard["table"], "path": path, "rows": rows, "sha256": sha})
    (folder / "manifest.json").write_text(json.dumps(manifest | {"shards": shards}))
    split = analyse(load_runs([folder]))
    for name, table in whole.tables.items():
        assert_frame_equal(split.tables[name], table, check_exact=True)


def test_two_runs_with_other_seeds_are_pooled(tmp_path):
    first = write_run(tmp_path / "a", Toy(blocks=30, seed=1))
    second = write_run(tmp_path / "b", Toy(blocks=40, seed=2))
    assert analyse(load_runs([first, second])).cells.row(0, named=True)["blocks"] == 70


@pytest.mark.parametrize(
    ("resolved", "players", "expected"),
    [
        ({"rules": {"removal_order": "up_first"}}, 4, "up_first"),
        ({"rules": {"removal_order": "up_first"}, "by_players": {"4": {"rules": {"removal_order": "down_first"}}}}, 4, "down_first"),
        ({"rules": {"removal_order": "up_first"}, "by_players": {"4": {"rules": {}}}}, 4, "up_first"),
        ({}, 4, None),
    ],
)
def test_the_order_of_removal_is_read_for_the_number_of_players(resolved, players, expected):
    assert removal_order(resolved, players) == expected
