"""A run in a notebook: figures by name, as frames; what cannot be answered is refused with the command that would do."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.metrics import declared, find_metric
from citadels_sim.runs.runner import run_experiment
from citadels_sim.statistics.metric_types import Family, Metric, Sum
from tests.synthetic_run import Toy, write_run


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> cs.Run:
    return cs.Run(write_run(tmp_path_factory.mktemp("notebook") / "games", Toy(players=(4, 5), blocks=80)))


@pytest.fixture(scope="module")
def forks(tmp_path_factory: pytest.TempPathFactory) -> cs.Run:
    folder = tmp_path_factory.mktemp("notebook") / "forks"
    run_experiment(
        make_experiment({"name": "f", "variants": ["classic-2000"], "games": 60, "kind": "forks", "replicates": 2}, "test"), folder
    )
    return cs.Run(folder)


def test_a_figure_is_a_frame_with_interval_unit_and_estimand(forks: cs.Run) -> None:
    frame = forks.metric("character.win_effect", by=["variant", "players"])
    assert frame.columns == [
        "variant",
        "players",
        "group",
        "value",
        "low",
        "high",
        "family_low",
        "family_high",
        "unit",
        "n",
        "blocks",
        "estimand",
    ]
    assert frame["group"].to_list() == ["architect", "assassin", "bishop", "king", "magician", "merchant", "thief", "warlord"]
    assert set(frame["unit"]) == {"win chance per pick"}
    assert set(frame["estimand"]) == {"node-ATE"}
    assert (frame["low"] < frame["value"]).all()
    assert (frame["family_low"] <= frame["low"]).all()
    assert frame.select((pl.col("value") * pl.col("n")).sum()).item() == pytest.approx(0, abs=1e-9)


def test_cells_stand_in_the_order_of_the_run(games: cs.Run) -> None:
    frame = games.metric("game.mean_rounds", by=["players"])
    assert frame["players"].to_list() == [4, 5]
    assert frame["n"].to_list() == games.cells["games"].to_list()


def test_figures_of_different_tables_are_not_thrown_together(games: cs.Run) -> None:
    with pytest.raises(cs.RunError, match=r"by: the run has more than one players \(4, 5\), .* add 'players' to by"):
        games.metric("game.mean_rounds", by=["variant"])


def test_a_figure_of_ones_own_is_a_few_lines(games: cs.Run) -> None:
    rich = Family(
        "rich",
        pl.col("bot"),
        "bot",
        (Sum("seats", pl.lit(1), "seats"), Sum("gold", pl.col("gold"), "seats")),
        (Metric("gold_left", "Gold left", "Is gold left over?", "gold", "gold", "seats", "descriptive", "Gold at the end."),),
    )
    frame = games.family(rich, by=["players"])
    assert frame["metric"].unique().to_list() == ["gold_left"]
    assert frame["n"].to_list() == [80 * 4, 80 * 5]


@pytest.mark.parametrize(
    ("numerator", "value"),
    [(pl.lit(2), 2.0), (pl.lit(0.25), 0.25), (pl.when(pl.col("gold") >= 0).then(1 / 3).otherwise(0.0), 1 / 3), (pl.lit(True), 1.0)],
)
def test_sums_of_literals_and_of_fractions_are_what_they_say(games: cs.Run, numerator: pl.Expr, value: float) -> None:
    family = Family(
        "own",
        None,
        "",
        (Sum("seats", pl.col("gold").is_not_null(), "seats"), Sum("own", numerator, "seats")),
        (Metric("own", "Own", "How much?", "gold", "own", "seats", "descriptive", "Own."),),
    )
    frame = games.family(family, by=["players"])
    assert frame["value"].to_list() == pytest.approx([value] * 2)


def test_games_that_were_played_for_an_attribution_answer_as_games(tmp_path: Path) -> None:
    keys = {"name": "why", "kind": "attribution", "variants": ["classic-2000", "classic-summary"], "games": 20, "most_groups": 1}
    keys |= {"players": [4], "lineups": [["builder"]]}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    run = cs.Run(tmp_path / "run")
    assert "game.mean_rounds" in run.metrics()["name"]
    frame = run.metric("game.mean_rounds")
    assert frame["n"].to_list() == run.cells["games"].to_list()
    assert repr(run).endswith(f"{run.cells.height} cells, {run.cells['games'].sum()} games")


def test_what_a_run_can_answer_is_listed(games: cs.Run, forks: cs.Run) -> None:
    assert "character.pick_rate" in games.metrics()["name"]
    assert "character.win_effect" not in games.metrics()["name"]
    assert set(forks.metrics()["needs"]) == {"forks"}
    for name in forks.metrics()["name"]:
        assert forks.metric(name).height > 0, name


def test_every_figure_has_a_name_of_its_own_by_which_it_is_found() -> None:
    names = [row["name"] for row in declared()]
    assert len(names) == len(set(names)) > 50
    for row in declared():
        entry, metric = find_metric(row["name"])
        assert (metric.title, metric.doc) == (row["title"], row["doc"])
        assert find_metric(f"{entry.name}.{metric.name}")[1] is metric
        assert all(row[key] for key in ("question", "unit", "estimand", "doc", "numerator", "denominator"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("character.win_effect", "counted from picks forked, .*: citadels forks --variant classic-2000 --players 4,5 --bots builder"),
        ("character.win_efect", "there is no metric 'character.win_efect'.*Did you mean 'character.win_effect'"),
        ("win_effect", "Did you mean 'character.win_effect'"),
    ],
)
def test_what_a_run_of_games_cannot_answer_is_reported(games: cs.Run, name: str, message: str) -> None:
    with pytest.raises(cs.RunError, match=message):
        games.metric(name)


def test_a_run_without_turns_names_the_command_that_keeps_them(tmp_path: Path) -> None:
    run = cs.Run(write_run(tmp_path / "run", Toy(blocks=10, detail="games")))
    with pytest.raises(cs.RunError, match=r"citadels run --variant classic-2000 .* --detail turns --out DIR"):
        run.metric("character.pick_rate")


def test_forks_are_not_asked_for_games(forks: cs.Run) -> None:
    with pytest.raises(cs.RunError, match="counted from games, which this run does not have"):
        forks.metric("game.mean_rounds")


def test_by_is_a_list_of_known_columns(games: cs.Run) -> None:
    with pytest.raises(cs.RunError, match=r"by: 'players' should be a list, such as \['players'\]"):
        games.metric("game.mean_rounds", by="players")
    with pytest.raises(cs.RunError, match=r"there is no column 'player'; .* Did you mean 'players'"):
        games.metric("game.mean_rounds", by=["player"])


def test_what_is_no_run_is_reported(tmp_path: Path) -> None:
    with pytest.raises(cs.RunError, match="does not exist"):
        cs.Run(tmp_path / "nothing")
