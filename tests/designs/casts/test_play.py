"""Games of drawn casts: the table says what was drawn and what came of it, as the other tables do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.casts.analyse import analyse_casts, draws_of
from citadels_sim.designs.casts.play import CastPlayer
from citadels_sim.errors import ExperimentError, RunError, VariantError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.fixed_variants import settled_plan
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.run_api import Run
from citadels_sim.runs.runner import run_experiment, run_plan
from citadels_sim.variants import load_variant
from citadels_sim.variants.fixed import settle
from tests.designs.played_alike import assert_played_alike

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]
KEY = ["block", "rotation"]


@pytest.fixture
def casts(experiment: Make) -> Make:
    return lambda **changes: experiment(**{"kind": "casts", "variants": ["dark-city-random"], "games": 60} | changes)


def rows(experiment: Experiment, blocks: int = 40) -> pl.DataFrame:
    plan = make_plan(experiment)
    player = CastPlayer(plan.cells[0], plan.bots, plan.experiment.seed)
    player.ready()
    return player.play(0, blocks)


def read(folder: Path, table: str) -> pl.DataFrame:
    return pl.concat([pl.read_parquet(path) for path in sorted((folder / table).glob("*.parquet"))])


@pytest.mark.parametrize("lineup", [["builder"], ["builder", "random"]])
def test_its_rows_agree_with_those_of_a_run_of_the_same_games(casts: Make, experiment: Make, tmp_path: Path, lineup: list[str]) -> None:
    result = rows(casts(lineups=[lineup]), 30)
    run_experiment(experiment(variants=["dark-city-random"], games=30 * len(lineup), lineups=[lineup]), tmp_path / "run")
    games, seats, turns = (read(tmp_path / "run", table) for table in ("games", "seats", "turns"))
    held = turns.filter(pl.col("seat").is_not_null())
    lost = pl.col("murdered") | pl.col("bewitched")
    by_turn = (
        held.group_by(KEY)
        .agg(
            picks=pl.len(),
            lost=lost.sum(),
            hits=lost.sum() + pl.col("robbed").sum(),
            taken=pl.col("gold_lost").sum(),
            destroyed=pl.col("districts_lost").sum(),
        )
        .sort(KEY)
    )
    for name in ("picks", "lost", "hits", "taken", "destroyed"):
        assert result[name].to_list() == by_turn[name].to_list(), name
    assert result.select("seed", "rounds", "turns").equals(games.sort(KEY).select("seed", "rounds", "turns"))
    best = seats.group_by(KEY).agg((pl.col("total").max() - pl.col("total").top_k(2).min()).alias("margin")).sort(KEY)
    assert result["margin"].to_list() == best["margin"].to_list()
    for name, seat in (("crown", "first_crown"), ("completer", "first_complete")):
        credit = games.join(seats, left_on=[*KEY, seat], right_on=[*KEY, "seat"], how="left").sort(KEY)["win"]
        assert result[name].to_list() == credit.to_list()
    cast = turns.filter(round=1).sort(*KEY, "rank").group_by(KEY, maintain_order=True).agg("character")
    assert result["cast"].to_list() == cast["character"].to_list()


def test_what_is_drawn_is_what_the_variant_draws(casts: Make) -> None:
    table = load_variant("dark-city-random").at(4)
    result = rows(casts(), 200)
    for cast in result["cast"]:
        assert all(id in ids for id, ids in zip(cast, table.cast.values(), strict=True))
    always = set(table.unique)
    for cast, uniques in result.select("cast", "uniques").iter_rows():
        drawn = set(uniques) - always
        assert len(drawn) == 3
        assert drawn <= set(table.random_from)
        assert always - set(uniques) == ({"graveyard"} & always if "diplomat" in cast else set())
    design = draws_of(table, result)
    assert design.present[:, :16].sum(axis=1).tolist() == [8.0] * 200
    assert design.present[:, 16:].sum(axis=1).tolist() == [3.0] * 200
    assert (design.present.mean(axis=0)[:16] > 0.3).all()


def test_opening_hands_hold_unique_districts_as_often_as_the_shuffle_says(casts: Make) -> None:
    """Sixteen of the deck's cards are dealt to four; each unique district is one of them."""
    result = rows(casts(variants=["classic-2000"]), 400)
    deck = load_variant("classic-2000").at(4).deck_size
    per_game = result["uniques"].list.len()[0] * 16 / deck
    unique = result["dealt"].list.eval(pl.element().is_in(result["uniques"][0].implode())).list.sum()
    assert unique.mean() == pytest.approx(per_game, abs=0.2)
    assert result["dealt"].list.len().is_between(10, 16).all()  # two copies in one hand stand once
    assert (result["dealt"].list.len() == result["dealt_win"].list.len()).all()
    assert result["dealt_win"].explode().mean() == pytest.approx(0.25, abs=0.05)


def test_a_run_of_drawn_casts_is_the_same_with_two_workers_and_after_an_interruption(
    casts: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(assert_played_alike(casts(), 16, tmp_path, monkeypatch)) == 2 * 4


def test_an_analysis_reports_effects_levels_and_worths(casts: Make, tmp_path: Path) -> None:
    run_experiment(casts(games=600), tmp_path / "run")
    result = analyse_casts(load_run(tmp_path / "run", kind="casts"))
    games = read(tmp_path / "run", "casts")
    rounds = result.levels.filter(metric="rounds").row(0, named=True)
    assert rounds["value"] == pytest.approx(games["rounds"].mean())
    effects = {row["name"]: row for row in result.effects.filter(metric="hits").iter_rows(named=True)}
    assert len(effects) == 16 + 13
    assert effects["thief"]["value"] > 5 * effects["thief"]["se"]  # only it robs
    assert effects["thief"]["value"] == pytest.approx(-effects["tax-collector"]["value"])
    with_thief = games["cast"].list.contains("thief")
    plain = (games.filter(with_thief)["hits"].mean() - games.filter(~with_thief)["hits"].mean()) / 2
    assert effects["thief"]["value"] == pytest.approx(plain, abs=4 * effects["thief"]["se"])
    assert set(result.effects["estimand"]) == {"rule"}
    assert result.pairs["metric"].n_unique() == 8
    assert set(result.dealt["estimand"]) == {"ITT"}
    run = Run(tmp_path / "run")
    assert run.metric("drawn.rounds")["value"][0] == pytest.approx(rounds["value"])
    beside = run.metric("in_cast.rounds")
    assert beside.height == 16
    assert {row["name"] for row in run.metrics().iter_rows(named=True)} >= {"in_deck.hits", "dealt.worth"}


def test_pairs_are_left_out_where_there_are_too_few_games(casts: Make, tmp_path: Path) -> None:
    run_experiment(casts(games=150), tmp_path / "run")
    result = analyse_casts(load_run(tmp_path / "run", kind="casts"))
    assert result.pairs.height == 0
    assert "pairs of characters need" in result.notes[0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"variants": ["classic-2000"]},
            "'classic-2000' draws neither characters nor unique districts, as dark-city-random does",
        ),
        ({"games": 20}, r"20 deals are too few for 29 drawn characters and districts; at least 105 are needed\. .*--games 4000"),
    ],
)
def test_a_run_that_reports_nothing_is_one_message(casts: Make, tmp_path: Path, changes: dict[str, object], message: str) -> None:
    run_experiment(casts(**changes), tmp_path / "run")
    with pytest.raises(RunError, match=message):
        analyse_casts(load_run(tmp_path / "run", kind="casts"))


def test_a_variant_that_draws_nothing_leaves_the_others_their_effects(casts: Make, tmp_path: Path) -> None:
    run_experiment(casts(variants=["classic-2000", "dark-city"], games=120), tmp_path / "run")
    result = analyse_casts(load_run(tmp_path / "run", kind="casts"))
    assert set(result.effects["variant"]) == {"dark-city"}
    assert set(result.effects["group"]) == {"unique district"}
    assert [cell[0] for cell in result.unknown] == ["classic-2000"]
    assert result.unknown[next(iter(result.unknown))] == result.notes[0]
    assert "'classic-2000' draws neither characters nor unique districts" in result.notes[0]


def test_a_run_of_drawn_casts_is_not_taken_for_games(casts: Make, tmp_path: Path) -> None:
    run_experiment(casts(games=4), tmp_path / "run")
    with pytest.raises(RunError, match=r"a run of drawn casts, not a run of games: `citadels casts "):
        load_run(tmp_path / "run")
    with pytest.raises(ExperimentError, match="rows: does not go with kind = 'casts'"):
        casts(rows=5)


CAST = dict(enumerate(("witch", "thief", "wizard", "king", "abbot", "merchant", "navigator", "warlord"), 1))


def test_a_settled_cast_is_played_in_every_game(tmp_path: Path) -> None:
    base = load_variant("dark-city-random")
    settled = settle(base, 4, "mine", cast=CAST)
    assert settled.players == (4, 4)
    assert list(settled.at(4).cast.values()) == [(id,) for id in CAST.values()]
    assert settled.at(4).deck_size == base.at(4).deck_size
    plan = settled_plan([settled], {"name": "x", "games": 20, "kind": "casts"})
    run_plan(plan, tmp_path / "run", ["citadels"])
    result = read(tmp_path / "run", "casts")
    assert result["cast"].to_list() == [list(CAST.values())] * 20


def test_a_settled_diplomat_keeps_the_graveyard_out_as_a_drawn_one_does() -> None:
    base = load_variant("dark-city-random")
    settled = settle(base, 4, "mine", cast={**CAST, 8: "diplomat"})
    assert set(base.at(4).unique) - set(settled.at(4).unique) == {"graveyard"}


def test_settled_unique_districts_are_in_every_deck() -> None:
    base = load_variant("citadels-2016-random")
    chosen = base.at(4).random_from[3:17]
    settled = settle(base, 4, "mine", uniques=chosen)
    assert settled.at(4).random_count == 0
    assert set(settled.at(4).unique) == set(chosen)
    assert settled.at(4).deck_size == base.at(4).deck_size
    assert settled.at(4).cast == base.at(4).cast


def test_what_cannot_be_settled_is_refused() -> None:
    with pytest.raises(VariantError):
        settle(load_variant("dark-city-random"), 8, "mine", cast=dict.fromkeys(range(1, 10), "king"))
    with pytest.raises(VariantError):
        settle(load_variant("dark-city-random"), 9, "mine", cast=CAST)


def test_forks_of_drawn_casts_use_the_deals_of_the_games(casts: Make, experiment: Make, tmp_path: Path) -> None:
    from citadels_sim.designs.casts.power import cast_power

    run_experiment(casts(games=400), tmp_path / "games")
    run_experiment(experiment(kind="forks", variants=["dark-city-random"], games=300, replicates=1), tmp_path / "forks")
    run_experiment(experiment(kind="forks", variants=["dark-city-random"], games=30, replicates=1, seed=77), tmp_path / "other")
    drawn, forks, other = (
        load_run(tmp_path / name, kind=kind) for name, kind in (("games", "casts"), ("forks", "forks"), ("other", "forks"))
    )
    power = cast_power(forks, drawn, ("dark-city-random", 4, "builder"))
    assert len(power.names) == 16
    assert power.nodes == 300
    pairs = [(j, k) for j in range(16) for k in range(16) if power.ranks[j] != power.ranks[k]]
    assert (power.beside_se[tuple(np.array(pairs).T)] > 0).all()
    assert power.beside[0, 2] == pytest.approx(-power.beside[0, 3])  # two candidates of one rank
    with pytest.raises(RunError, match="its deals differ from those of"):
        cast_power(other, drawn, ("dark-city-random", 4, "builder"))
