"""Length and scores as blocks: their sentences have the figures of the tables."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.tournament.blocks import show
from citadels_sim.runs.reading import load_runs
from citadels_sim.show.bars import Bars
from citadels_sim.show.blocks import NO_FINDING, Block, Shown
from citadels_sim.show.curve import Curve
from tests.synthetic_run import Toy, write_run


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    toy = Toy(players=(4, 5), blocks=120, detail="games")
    return show(load_runs([write_run(tmp_path_factory.mktemp("runs") / "run", toy)], kind=None))


def of(shown: Shown, slug: str, players: int = 4) -> Block:
    (block,) = (block for block in shown.blocks if (block.slug, block.cell[1]) == (slug, players))
    return block


def test_every_table_has_its_length_its_scores_and_their_parts(shown: Shown) -> None:
    blocks = [(block.slug, block.cell[1]) for block in shown.blocks if block.chapter == "length"]
    assert blocks == [(slug, players) for players in (4, 5) for slug in ("length", "scores", "closeness", "score-parts")]


def test_the_rounds_of_games_stand_in_order_without_the_rarest(shown: Shown) -> None:
    block = of(shown, "length")
    table = shown.tables["round_distribution"].filter(players=4)
    often = table.filter(table["value"] >= 0.005)
    assert [int(row.key) for row in block.rows] == sorted(int(group) for group in often["group"])
    assert {row.key: row.values[0].value for row in block.rows} == dict(often.select("group", "value").iter_rows())
    at = dict(shown.tables["length"].filter(players=4).select("metric", "value").iter_rows())
    ends = f"nine in ten last between {at['rounds_q05']:.0f} and {at['rounds_q95']:.0f}."
    assert block.finding.startswith(f"The median game takes {at['rounds_median']:.0f} [")
    assert block.finding.endswith(ends)


def test_scores_add_up_to_all_and_the_median_is_where_half_is_reached(shown: Shown) -> None:
    block = of(shown, "scores")
    assert isinstance(block, Curve)
    table = shown.tables["score_distribution"].filter(players=4).with_columns(pl.col("group").cast(pl.Int64))
    for line, metric in zip(block.lines, ("share_of_seats", "share_of_winners"), strict=True):
        shares = dict(table.filter(metric=metric).select("group", "value").iter_rows())
        for score, value in line.points:
            assert value.value == pytest.approx(sum(share for at, share in shares.items() if at <= score))
        assert line.points[-1][1].value == pytest.approx(1.0)
    words = [next(score for score, value in line.points if (value.value or 0.0) >= 0.5) for line in block.lines]
    assert block.finding == f"Half of all seats end with at most {words[0]:g} points, half of the winners with at most {words[1]:g}."


def test_the_sentence_on_closeness_has_the_figures_of_the_rows(shown: Shown) -> None:
    block = of(shown, "closeness", 5)
    at = {row.key: row.values[0] for row in block.rows}
    assert {"winner_total", "margin", "close_games", "mean_rounds", "completer_wins"} <= set(at)
    assert block.finding == (
        f"The winner has {at['winner_total'].whole} points on average, {at['margin'].whole} more than the second. "
        f"The first to complete a city wins {at['completer_wins'].whole} of the games."
    )


def test_the_parts_of_a_score_add_up_to_it(shown: Shown) -> None:
    block = of(shown, "score-parts")
    assert isinstance(block, Bars)
    assert [row.head for row in block.rows] == ["Winner", "Others"]
    for row in block.rows:
        whole, *parts = (value.value or 0.0 for value in row.values)
        assert sum(parts) == pytest.approx(whole)


@pytest.mark.parametrize("deals", [1, 10])
def test_a_handful_of_deals_has_no_finding(deals: int, tmp_path: Path) -> None:
    blocks = show(load_runs([write_run(tmp_path / "run", Toy(blocks=deals, detail="games"))], kind=None)).blocks
    assert all(block.finding.startswith(NO_FINDING) for block in blocks)
