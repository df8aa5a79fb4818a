"""The skill ladder: which line-ups make one, what its rungs gain, and how long it is."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.designs.tournament.rung_metrics import LADDER, RUNGS
from citadels_sim.designs.tournament.rungs import find_rungs, rung_moments, skill_ladders
from citadels_sim.runs.reading import load_run
from tests.synthetic_run import Toy, write_run

pytestmark = pytest.mark.long

NAMES = ("a", "b", "c", "d")
LINEUPS = (("c", "b", "b", "b"), ("b", "a", "a", "a"), ("d", "c", "c", "c"))
STRENGTH = {"a": 0.0, "b": 1.0, "c": 2.0, "d": 2.0}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three rungs, of which the last one gains nothing."""
    toy = Toy(lineups=LINEUPS, blocks=4000, blocks_per_shard=2000, detail="games", bot_strength=STRENGTH)
    return write_run(tmp_path_factory.mktemp("runs") / "skill", toy)


def test_rungs_are_found_from_the_lowest_up_whatever_the_order_of_the_line_ups(run: Path) -> None:
    rungs = find_rungs(load_run(run), "classic-2000", 4)
    assert [(rung.strong, rung.weak) for rung in rungs] == [("b", "a"), ("c", "b"), ("d", "c")]
    assert [rung.lineup for rung in rungs] == ["b,a,a,a", "c,b,b,b", "d,c,c,c"]


@pytest.mark.parametrize(
    "lineups",
    [
        (("b", "a", "a", "a"),),  # one rung is no ladder
        (("b", "a"), ("c", "b")),  # two against two
        (("b", "a", "a", "a"), ("c", "a", "a", "a")),  # a tree
        (("b", "a", "a", "a"), ("d", "c", "c", "c")),  # two ladders of one rung
        (("a",), ("b", "a", "c", "a")),
    ],
)
def test_other_line_ups_make_no_ladder(tmp_path: Path, lineups: tuple[tuple[str, ...], ...]) -> None:
    folder = write_run(tmp_path / "run", Toy(lineups=lineups, blocks=3, detail="games"))
    assert find_rungs(load_run(folder), "classic-2000", 4) == ()
    assert skill_ladders(load_run(folder)) == []


def test_gains_are_win_credits_over_an_even_share_and_their_sum_is_the_area(run: Path) -> None:
    (ladder,) = skill_ladders(load_run(run))
    seats = pl.concat([batch.seats for batch in load_run(run).batches()]).collect()
    for rung, row in zip(ladder.rungs, ladder.gains.filter(metric="gain").to_dicts(), strict=True):
        alone = seats.filter(pl.col("lineup").cast(pl.String) == rung.lineup, pl.col("bot").cast(pl.String) == rung.strong)
        assert row["value"] == pytest.approx(alone["win"].mean() - 1 / 4)
        assert row["count"] == alone.height == 16_000
        by_block = alone.group_by("block").agg(pl.col("win").mean())["win"]
        assert row["se"] == pytest.approx(by_block.std() / np.sqrt(4000))
    gains = ladder.gains.filter(metric="gain")["value"]
    assert ladder.gains.filter(metric="order")["value"].to_list() == pytest.approx((gains / 0.75).to_list())
    assert ladder.whole["value"].item() == pytest.approx(gains.sum())


def chance(extra: float) -> float:
    """Win chance in the toy of one player who is so much stronger than three equal ones, by many games of its own."""
    random = np.random.default_rng(3)
    strength = random.gumbel(size=(400_000, 4)) + random.gumbel(size=(400_000, 4)) + np.array([extra, 0, 0, 0])
    total = np.maximum(np.round(20 + 4 * strength), 6)
    best = total == total.max(axis=1, keepdims=True)
    return float((best[:, 0] / best.sum(axis=1)).mean())


def test_the_ladder_of_a_toy_of_known_strengths_has_its_gains_and_its_length(run: Path) -> None:
    (ladder,) = skill_ladders(load_run(run))
    truth = [chance(1.0) - 1 / 4] * 2 + [0.0]
    for row, gain in zip(ladder.gains.filter(metric="gain").to_dicts(), truth, strict=True):
        assert abs(row["value"] - gain) < 4 * row["se"]
    assert (ladder.length, ladder.least, ladder.most, ladder.ended) == (2, 2, 2, True)
    (steep,) = skill_ladders(load_run(run), 0.3)
    assert (steep.length, steep.most, steep.ended) == (0, 0, True)


def test_an_end_that_is_not_found_is_reported(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", Toy(lineups=LINEUPS, blocks=20, detail="games", bot_strength=STRENGTH))
    (ladder,) = skill_ladders(load_run(folder))
    assert ladder.most == 3
    assert not ladder.ended


def test_a_notebook_asks_for_rungs_by_name(run: Path, tmp_path: Path) -> None:
    gains = cs.Run(run).metric("rungs.gain")
    assert gains["group"].to_list() == ["b over a", "c over b", "d over c"]
    assert cs.Run(run).metric("skill_ladder.area")["value"].item() == pytest.approx(gains["value"].sum())
    for family in (RUNGS, LADDER):
        assert list(rung_moments(family, load_run(run))) == [("classic-2000", 4, "a to d")]
    other = write_run(tmp_path / "other", Toy(blocks=3, detail="games"))
    with pytest.raises(cs.RunError, match="rungs is counted from a ladder: line-ups of one bot against copies of the next weaker one"):
        cs.Run(other).metric("rungs.gain")


def test_the_command_reports_draws_and_writes_it(citadels, run: Path, tmp_path: Path) -> None:
    answer = citadels("ladder", run, "--out", tmp_path / "ladder")
    assert answer.code == 0
    assert "gain of more thought, rung by rung" in answer.out
    assert "classic-2000, 4 players: 2 of 3 rungs gain 2 pp or more before one that does not (between 2 and 2 for sure)" in answer.out
    assert (tmp_path / "ladder" / "figures" / "skill-ladder-classic-2000-4-a-to-d.svg").is_file()
    assert pl.read_csv(tmp_path / "ladder" / "tables" / "rungs.csv").height == 6
    (climb,) = json.loads(citadels("ladder", run, "--json", "--gain", "1").out)["skill"]
    assert (climb["margin"], climb["length"], climb["rungs"][0]) == (0.01, 2, {"strong": "b", "weak": "a", "lineup": "b,a,a,a"})
    assert citadels("ladder", run, "--gain", "0").err == (
        "citadels: --gain: 0 should be percentage points of win chance per game, above 0 and at most 50.\n"
    )
