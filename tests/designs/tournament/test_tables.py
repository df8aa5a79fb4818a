"""What the tables of a run hold, checked on one run against the rules and against its own events."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

pytestmark = pytest.mark.usefixtures("small_shards")

KEY = ["variant", "players", "lineup", "block", "rotation"]
ROUND = [*KEY, "round"]


@pytest.fixture(scope="module")
def tables(played: Path) -> dict[str, pl.DataFrame]:
    return {name: pl.read_parquet(played / name / "*.parquet") for name in ("games", "seats", "turns", "events")}


COLUMNS = {
    "games": "seed rounds turns decisions first_crown first_complete capped",
    "seats": "seat bot win place total districts types completion bonus gold hand city",
    "turns": "round rank character seat slot offered crown leader face_up murdered robbed bewitched gathered gold_gained gold_lost "
    "cards_gained built built_cost gold_spent_otherwise destroyed exchanged beautified stolen tax_collected tithes_taken gifts_taken "
    "extorted spied borrowed confiscated seized bonus_gold tax_paid tithes_given gifts_given districts_lost stash hand city",
    "events": "round seq seat kind character target_seat target_character district gold cards number",
}


@pytest.mark.parametrize("table", sorted(COLUMNS))
def test_the_columns_are_those_of_the_contract(tables: dict[str, pl.DataFrame], table: str) -> None:
    assert tables[table].columns == [*KEY, *COLUMNS[table].split()]


def test_ids_are_text_and_never_bare_numbers(tables: dict[str, pl.DataFrame]) -> None:
    for table, columns in {
        "games": ["variant", "lineup"],
        "seats": ["bot"],
        "turns": ["character", "gathered"],
        "events": ["kind", "character", "target_character", "district"],
    }.items():
        assert all(isinstance(tables[table].schema[column], pl.Enum) for column in columns)
    offered = tables["turns"].schema["offered"]
    assert isinstance(offered, pl.List)
    assert isinstance(offered.inner, pl.Enum)


def test_every_game_is_there_once_with_a_row_per_seat(tables: dict[str, pl.DataFrame]) -> None:
    games, seats = tables["games"], tables["seats"]
    assert games.select(KEY).is_unique().all()
    assert games.height == 2 * (60 + 60 + 60 + 60)
    assert (
        seats.group_by(KEY)
        .agg(seats=pl.col("seat").sort().implode())
        .join(games, on=KEY)
        .filter(pl.col("seats").list.len() != pl.col("players"))
        .is_empty()
    )


def test_the_win_is_shared_and_sums_to_one(tables: dict[str, pl.DataFrame]) -> None:
    seats = tables["seats"]
    assert seats.group_by(KEY).agg(pl.col("win").sum())["win"].to_list() == pytest.approx([1.0] * tables["games"].height)
    assert seats.filter((pl.col("win") > 0) != (pl.col("place") == 1)).is_empty()


def test_the_parts_of_a_score_add_up(tables: dict[str, pl.DataFrame]) -> None:
    parts = pl.sum_horizontal("districts", "types", "completion", "bonus")
    assert tables["seats"].filter(pl.col("total") != parts).is_empty()


def test_a_rotation_moves_the_bots_and_leaves_the_deal(tables: dict[str, pl.DataFrame]) -> None:
    mixed = tables["games"].filter(pl.col("lineup") == "builder,random")
    blocks = mixed.group_by("variant", "players", "block").agg(pl.col("seed").n_unique(), pl.col("first_crown").n_unique(), n=pl.len())
    assert blocks.filter((pl.col("seed") != 1) | (pl.col("first_crown") != 1)).is_empty()
    seats = tables["seats"].filter((pl.col("lineup") == "builder,random") & (pl.col("players") == 4))
    expected = pl.when((pl.col("seat") - pl.col("rotation")) % 2 == 0).then(pl.lit("builder")).otherwise(pl.lit("random"))
    assert seats.filter(pl.col("bot").cast(pl.String) != expected).is_empty()


def test_all_cells_share_the_seeds_of_blocks(tables: dict[str, pl.DataFrame]) -> None:
    assert tables["games"].group_by("block").agg(pl.col("seed").n_unique()).filter(pl.col("seed") != 1).is_empty()


def test_every_round_has_each_rank_once_and_as_many_holders_as_the_draft_gives(tables: dict[str, pl.DataFrame]) -> None:
    rounds = (
        tables["turns"]
        .group_by(ROUND)
        .agg(ranks=pl.col("rank").n_unique(), n=pl.len(), held=pl.col("seat").count(), slots=pl.col("slot").n_unique() - 1)
    )
    # classic-summary plays three players with one character each and without the Assassin
    old = (pl.col("variant") == "classic-summary") & (pl.col("players") == 3)
    ranks = pl.when(old).then(7).otherwise(8)
    held = pl.when(old).then(3).when(pl.col("players") == 3).then(6).otherwise(4)
    assert rounds.filter((pl.col("n") != ranks) | (pl.col("ranks") != ranks) | (pl.col("held") != held)).is_empty()
    assert rounds.filter(pl.col("slots") != held).is_empty()


def test_rounds_are_counted_from_one_to_the_games_length(tables: dict[str, pl.DataFrame]) -> None:
    rounds = tables["turns"].group_by(KEY).agg(low=pl.col("round").min(), high=pl.col("round").max(), n=pl.col("round").n_unique())
    joined = rounds.join(tables["games"], on=KEY)
    assert joined.filter((pl.col("low") != 1) | (pl.col("high") != pl.col("rounds")) | (pl.col("n") != pl.col("rounds"))).is_empty()


def test_a_character_is_picked_from_a_packet_that_has_it_and_shrinks(tables: dict[str, pl.DataFrame]) -> None:
    picks = tables["turns"].filter(pl.col("seat").is_not_null() & (pl.col("variant") == "classic-2000"))
    assert picks.filter(~pl.col("offered").list.contains(pl.col("character"))).is_empty()
    first = pl.when(pl.col("players") == 4).then(5).otherwise(7)
    assert picks.filter(pl.col("offered").list.len() != first + 1 - pl.col("slot")).is_empty()


def test_what_nobody_had_is_null_and_empty(tables: dict[str, pl.DataFrame]) -> None:
    free = tables["turns"].filter(pl.col("seat").is_null())
    assert free.select(pl.col("slot", "offered", "leader", "gathered", "stash", "hand", "city").is_null().all()).row(0) == (True,) * 7
    assert free.select(pl.sum_horizontal("gold_gained", "gold_lost", "cards_gained", "built", "destroyed").sum()).item() == 0
    assert not free["crown"].any()


def test_what_somebody_held_comes_first_in_order_of_play(played: Path) -> None:
    for path in sorted(played.glob("turns/*.parquet")):
        turns = pl.read_parquet(path).with_row_index()
        held, free = turns.filter(pl.col("seat").is_not_null()), turns.filter(pl.col("seat").is_null())
        assert held.height
        assert free.height
        assert held["index"].max() == held.height - 1
        for rows in (held, free):
            assert rows.equals(rows.sort("block", "rotation", "round", "rank"))


def test_two_characters_lie_face_up_with_four_players_and_never_the_king(tables: dict[str, pl.DataFrame]) -> None:
    four = tables["turns"].filter(pl.col("players") == 4)
    assert four.group_by(ROUND).agg(pl.col("face_up").sum()).filter(pl.col("face_up") != 2).is_empty()
    assert four.filter(pl.col("face_up") & ((pl.col("character") == "king") | pl.col("seat").is_not_null())).is_empty()


def test_the_murdered_do_nothing(tables: dict[str, pl.DataFrame]) -> None:
    dead = tables["turns"].filter(pl.col("murdered") & pl.col("seat").is_not_null())
    assert dead.height > 50
    assert dead["gathered"].is_null().all()
    assert dead.select(pl.sum_horizontal("gold_gained", "gold_lost", "built", "destroyed").sum()).item() == 0
    assert dead["stash"].is_not_null().all()


def test_one_seat_has_the_crown_and_somebody_leads_at_each_draft(tables: dict[str, pl.DataFrame]) -> None:
    held = tables["turns"].filter(pl.col("seat").is_not_null())
    rounds = held.group_by(ROUND).agg(crowns=pl.col("seat").filter("crown").n_unique(), leaders=pl.col("seat").filter("leader").n_unique())
    assert rounds.filter((pl.col("crowns") != 1) | (pl.col("leaders") < 1)).is_empty()
    first = held.filter((pl.col("round") == 1) & pl.col("crown")).join(tables["games"], on=KEY)
    assert first.filter(pl.col("seat") != pl.col("first_crown")).is_empty()
    assert held.filter((pl.col("round") == 1) & ~pl.col("leader")).is_empty()


GOLD = ["gather-gold", "income", "bonus", "laboratory", "steal"]
SUMS = {
    "gold_gained": (pl.col("kind").is_in(GOLD), "gold"),
    "built": (pl.col("kind") == "build", None),
    "built_cost": (pl.col("kind") == "build", "gold"),
    "destroyed": (pl.col("kind") == "destroy", None),
    "stolen": (pl.col("kind") == "steal", "gold"),
    "bonus_gold": (pl.col("kind") == "bonus", "gold"),
}


@pytest.mark.parametrize("column", sorted(SUMS))
def test_a_characters_sums_are_those_of_its_events(tables: dict[str, pl.DataFrame], column: str) -> None:
    chosen, value = SUMS[column]
    summed = pl.len() if value is None else pl.col(value).sum()
    events = tables["events"].filter(chosen).group_by([*ROUND, "character"]).agg(summed.cast(pl.Int64).alias("expected"))
    rows = tables["turns"].join(events, on=[*ROUND, "character"], how="left").with_columns(pl.col("expected").fill_null(0))
    assert rows["expected"].sum() > 0
    assert rows.filter(pl.col(column) != pl.col("expected")).is_empty()


def test_stolen_gold_leaves_one_character_and_comes_to_the_thief(tables: dict[str, pl.DataFrame]) -> None:
    steals = tables["events"].filter(pl.col("kind") == "steal").group_by([*ROUND, "target_character"]).agg(expected=pl.col("gold").sum())
    rows = (
        tables["turns"]
        .filter(pl.col("gold_lost") > 0)
        .join(steals, left_on=[*ROUND, "character"], right_on=[*ROUND, "target_character"], how="left")
    )
    assert rows.height > 20
    assert rows.filter(pl.col("gold_lost") != pl.col("expected")).is_empty()


def test_the_gold_of_a_seat_is_what_its_turn_rows_say(tables: dict[str, pl.DataFrame]) -> None:
    """2 gold at the start, gained, lost, paid for building and otherwise: the final stash."""
    held = tables["turns"].filter(pl.col("seat").is_not_null())
    flow = pl.col("gold_gained") - pl.col("gold_lost") - pl.col("built_cost") - pl.col("gold_spent_otherwise")
    joined = tables["seats"].join(held.group_by([*KEY, "seat"]).agg(flow=flow.cast(pl.Int64).sum()), on=[*KEY, "seat"])
    assert joined.height == tables["seats"].height
    assert joined.filter(pl.col("gold") != 2 + pl.col("flow")).is_empty()


def test_the_last_row_of_a_seat_has_its_final_stash_hand_and_city_unless_it_was_touched_later(tables: dict[str, pl.DataFrame]) -> None:
    last = tables["turns"].filter(pl.col("seat").is_not_null()).sort("round", "rank").group_by([*KEY, "seat"]).last()
    joined = last.join(tables["seats"], on=[*KEY, "seat"], suffix="_end")
    # Nobody acts after rank 8 has had its turn.
    untouched = joined.filter(pl.col("rank") == 8)
    assert untouched.height > 50
    for column in ("stash", "hand", "city"):
        end = {"stash": "gold", "hand": "hand_end", "city": "city_end"}[column]
        assert untouched.filter(pl.col(column) != pl.col(end)).is_empty()


def test_events_are_numbered_through_each_game_and_end_with_the_scores(tables: dict[str, pl.DataFrame]) -> None:
    events = tables["events"]
    numbered = events.group_by(KEY, maintain_order=True).agg(pl.col("seq"), last=pl.col("kind").last(), n=pl.len())
    assert all(seq.to_list() == list(range(n)) for seq, n in zip(numbered["seq"], numbered["n"], strict=True))
    assert (numbered["last"] == "score").all()
    scores = events.filter(pl.col("kind") == "score").join(tables["seats"], on=[*KEY, "seat"])
    assert scores.filter(pl.col("number") != pl.col("total")).is_empty()


def test_first_complete_is_null_where_nobody_completed_a_city(tables: dict[str, pl.DataFrame]) -> None:
    first = tables["events"].filter(pl.col("kind") == "complete").group_by(KEY, maintain_order=True).agg(pl.col("seat").first())
    joined = tables["games"].join(first, on=KEY, how="left")
    assert joined.filter(~pl.col("first_complete").eq_missing(pl.col("seat"))).is_empty()


def test_the_manifest_explains_every_column(played: Path, tables: dict[str, pl.DataFrame]) -> None:
    columns = json.loads((played / "manifest.json").read_text())["columns"]
    kept = tables | {name: pl.read_parquet(played / name / "*.parquet") for name in ("sums", "blocks")}
    assert {table: list(named) for table, named in columns.items()} == {name: frame.columns for name, frame in kept.items()}
