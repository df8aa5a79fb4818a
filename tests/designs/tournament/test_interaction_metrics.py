"""How often powers are used, what they bring and on whom they fall, against plain counting of the rows."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.recording import DEED_COLUMNS
from citadels_sim.designs.recording.columns import TURN_COLUMNS
from citadels_sim.designs.tournament.analyse import Analysis, analyse
from citadels_sim.designs.tournament.interaction_metrics import INTERACTION_METRICS
from citadels_sim.designs.tournament.terms import DONE, SUFFERED
from citadels_sim.runs.reading import load_runs
from citadels_sim.statistics.metric_types import Metric
from tests.synthetic_run import Toy, write_run


def values(table: pl.DataFrame, metric: str) -> dict[str, float]:
    return dict(table.filter(pl.col("metric") == metric).select("group", "value").iter_rows())


def held(folder: Path) -> pl.DataFrame:
    turns = pl.read_parquet(folder / "turns" / "*.parquet").filter(pl.col("seat").is_not_null())
    return turns.with_columns(pl.col("character").cast(pl.String))


def rates(rows: pl.DataFrame, value: pl.Expr) -> dict[str, float]:
    return dict(rows.group_by("character").agg(value.cast(pl.Float64).mean()).iter_rows())


@pytest.mark.parametrize(("column", "owner"), [("stolen", "thief"), ("bonus_gold", "merchant"), ("destroyed", "warlord")])
def test_how_often_a_power_is_used_is_counted_over_the_turns_its_owner_had(
    four_players: Path, analysed: Analysis, column: str, owner: str
) -> None:
    own = held(four_players).filter(~pl.col("murdered"))
    expected = rates(own, pl.col(column) > 0)[owner]
    assert expected > 0
    assert values(analysed.tables["characters"], f"{column}_share") == {owner: pytest.approx(expected, rel=1e-9)}


def test_what_a_power_brings_is_counted_over_the_same_turns(four_players: Path, analysed: Analysis) -> None:
    own = held(four_players).filter(~pl.col("murdered"))
    expected = rates(own, pl.col("stolen"))["thief"]
    assert values(analysed.tables["characters"], "stolen_per_turn") == {"thief": pytest.approx(expected, rel=1e-9)}


@pytest.mark.parametrize("column", ["gold_lost", "districts_lost"])
def test_what_powers_do_to_others_is_counted_over_all_picks(four_players: Path, analysed: Analysis, column: str) -> None:
    expected = rates(held(four_players), pl.col(column))
    assert sum(expected.values()) > 0
    assert values(analysed.tables["characters"], f"{column}_per_pick") == pytest.approx(expected, rel=1e-9)


def test_what_thieves_get_is_what_the_others_lose(analysed: Analysis) -> None:
    """In the toy nobody else takes gold: the sums behind the two figures are one."""
    table = analysed.tables["characters"]
    totals = table.select("metric", total=pl.col("value") * pl.col("count")).group_by("metric").agg(pl.col("total").sum())
    result = dict(totals.iter_rows())
    assert result["stolen_per_turn"] == pytest.approx(result["gold_lost_per_pick"])


def test_a_bewitched_turn_is_not_the_owners(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", Toy(blocks=30, blocks_per_shard=30))
    (path,) = (folder / "turns").iterdir()
    turns = pl.read_parquet(path)
    thief = pl.col("character") == "thief"
    turns = turns.with_columns(bewitched=thief & (pl.col("round") % 2 == 0))
    turns.write_parquet(path)
    own = held(folder).filter(~pl.col("murdered") & ~pl.col("bewitched"))
    table = analyse(load_runs([folder], verify=False)).tables["characters"]
    assert values(table, "stolen_per_turn")["thief"] == pytest.approx(rates(own, pl.col("stolen"))["thief"], rel=1e-9)
    assert table.filter(pl.col("metric") == "stolen_per_turn")["count"].item() == own.filter(thief).height


@pytest.mark.parametrize(
    ("groups", "members"),
    [
        (("abbot", "king", "witch"), ("abbot", "witch")),
        (("bishop", "king", "witch"), ()),
        (("abbot", "king"), ("abbot",)),
    ],
)
def test_a_power_is_counted_for_its_owner_and_for_the_witch_who_can_play_him(groups: tuple[str, ...], members: tuple[str, ...]) -> None:
    metric = next(metric for metric in INTERACTION_METRICS if metric.name == "tithes_taken_share")
    assert metric.members(groups) == members


def test_a_figure_without_owners_is_asked_of_everybody() -> None:
    metric = Metric("a", "A", "?", "gold", "a", "b", "descriptive", "")
    assert metric.members(("king", "witch")) == ("king", "witch")


def test_every_deed_of_the_table_is_reported() -> None:
    assert set(DEED_COLUMNS) <= {*DONE, *SUFFERED} <= set(TURN_COLUMNS)


def test_no_figure_of_a_power_is_there_where_nobody_has_it(analysed: Analysis) -> None:
    result = set(analysed.tables["characters"]["metric"])
    assert not result & {"tithes_taken_share", "tax_collected_share", "beautified_per_turn"}
