"""The mind game: names and picks of bots that choose at random are what probability predicts, and habits are detected."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.designs.tournament.naming import analyse_naming, naming_moments, naming_rows
from citadels_sim.designs.tournament.naming_metrics import NAMING
from citadels_sim.runs.reading import load_run
from tests.synthetic_run import Toy, write_run

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[tuple[str, str], dict]]:
    """Random bots at a classic table of four, and at one of three with two characters each."""
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.runner import run_experiment

    keys = {"name": "random", "variants": ["classic-2000"], "players": [3, 4], "games": 500, "lineups": [["random"]], "seed": 2}
    folder = tmp_path_factory.mktemp("runs") / "random"
    run_experiment(make_experiment(keys, "test"), folder)
    tables = analyse_naming(load_run(folder))
    return {
        name: {(row["players"], row["group"], row["metric"]): row for row in table.iter_rows(named=True)} for name, table in tables.items()
    }


def near(row: dict, truth: float) -> bool:
    return abs(row["value"] - truth) < 4 * row["se"]


def test_a_random_name_hits_as_often_as_the_cards_say(result) -> None:
    """D1: 3 of the other 7 titles are held at four players, 3 of the 5 that do not lie face up; at three players 4 of 7, all face down."""
    assert near(result["naming"][4, "murder", "hit_rate"], 3 / 7)
    assert result["naming"][4, "murder", "random_hit_rate"]["value"] == pytest.approx(3 / 5)
    assert near(result["naming"][4, "murder", "over_random"], 5 / 7)
    assert near(result["naming"][3, "murder", "hit_rate"], 4 / 7)
    assert result["naming"][3, "murder", "random_hit_rate"]["value"] == pytest.approx(4 / 7)


def test_a_random_thief_names_what_is_left(result) -> None:
    """He names neither the Assassin nor himself nor the murdered one: one of six, or five, titles, some of which lie face up."""
    rate, even = result["naming"][4, "theft", "hit_rate"], result["naming"][4, "theft", "random_hit_rate"]
    assert 0.3 < rate["value"] < even["value"] < 0.7
    shares = [
        result["names"][4, name, "theft_share"]["value"] for name in ("magician", "king", "bishop", "merchant", "architect", "warlord")
    ]
    assert sum(shares) == pytest.approx(1)
    assert result["names"][4, "assassin", "theft_share"]["value"] == result["names"][4, "thief", "theft_share"]["value"] == 0


def test_random_names_fall_on_all_titles_alike(result) -> None:
    for name in ("thief", "magician", "king", "bishop", "merchant", "architect", "warlord"):
        assert near(result["names"][4, name, "murder_share"], 1 / 7)
    assert result["names"][4, "assassin", "murder_share"]["value"] == 0


def test_random_picks_leave_everything_open(result) -> None:
    """Of the six characters that do not lie face up each is as likely as any other."""
    assert result["guesses"][4, "random", "even_bits"]["value"] == pytest.approx(np.log2(6))
    assert result["guesses"][4, "random", "open"]["value"] == pytest.approx(1, abs=0.01)


def test_a_taste_can_be_guessed(tmp_path: Path) -> None:
    plain, keen = (write_run(tmp_path / name, Toy(taste=taste, blocks=400)) for name, taste in (("a", {}), ("b", {"architect": 6.0})))
    open_ = [cs.Run(folder).metric("guesses.open")["value"].item() for folder in (plain, keen)]
    assert open_[0] == pytest.approx(1, abs=0.02)
    assert open_[1] < open_[0] - 0.1


def test_names_and_hits_are_those_of_the_table(tmp_path: Path) -> None:
    """The toy's Assassin names one of the seven others whenever somebody holds it."""
    run = load_run(write_run(tmp_path / "run", Toy(blocks=50)))
    (rows,) = naming_rows(run)
    turns = pl.concat([batch.turns for batch in run.batches() if batch.turns is not None]).collect()
    assert rows.naming.filter(power="murder").height == turns["murdered"].sum()
    assert rows.naming.filter(power="murder")["hit"].sum() == turns.filter("murdered", pl.col("seat").is_not_null()).height
    assert rows.names["theft_names"].sum() == turns["robbed"].sum()
    assert rows.guesses.height == turns["seat"].count()
    assert set(naming_moments(NAMING, run)) == {("classic-2000", 4, "builder")}


def test_a_run_without_turns_names_what_would_have_them(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", Toy(blocks=5, detail="games"))
    assert all(table.is_empty() for table in analyse_naming(load_run(folder)).values())
    with pytest.raises(cs.RunError, match=r"naming is counted from rows of turns, which the run does not keep. Play one that does"):
        cs.Run(folder).metric("naming.over_random")
