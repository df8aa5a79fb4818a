"""Replayed deals: what is held stays, what is not is new, and the shares of the sources of luck are those of a world of known truth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.luck import kernel as k
from citadels_sim.designs.luck.analyse import STREAMS, analyse_luck, family_moments, one_by_one
from citadels_sim.designs.luck.kernel import HELD
from citadels_sim.designs.luck.metrics import LUCK, LUCK_DEALS
from citadels_sim.designs.luck.play import LuckPlayer
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.engine import rng
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import new_journal
from citadels_sim.engine.loop import deal
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import new_legal, new_states
from citadels_sim.errors import ExperimentError, RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.statistics.shapley import first_in, last_in
from citadels_sim.variants import load_variant
from tests.designs.played_alike import assert_played_alike

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]

hold, seed_of = (getattr(rule, "py_func", rule) for rule in (k.hold, k.seed_of))  # as Python: not compiled for these few deals


@pytest.fixture
def luck(experiment: Make) -> Make:
    return lambda **changes: experiment(**{"kind": "luck", "games": 20, "replicates": 3} | changes)


def test_the_ways_of_holding_luck_are_named_by_their_bits() -> None:
    assert HELD == ("deal", "removal", "deal+removal", "choices", "deal+choices", "removal+choices")
    assert k.STREAMS == STREAMS


@pytest.mark.parametrize(("name", "players"), [("classic-2000", 4), ("citadels-2016", 3), ("dark-city-random", 5)])
@pytest.mark.parametrize("way", range(len(HELD)))
def test_what_is_held_stays_and_everything_else_is_new(name: str, players: int, way: int) -> None:
    rules = rules_record(load_variant(name).at(players))

    def begun(seed: int, other: int) -> tuple[list[int], list[int], int]:
        s, out, j = new_states(1)[0], new_legal(), new_journal(0)
        deal(s, rules, out, seed_of(k.DEAL, way + 1, seed, other))
        hold(s, way + 1, seed, other)
        dealt = [*s.secret.deck.tolist(), int(s.public.crown), *s["seat"]["hand"].ravel().tolist(), *s.public.cast.tolist()]
        removed = []
        for round_no in range(1, 9):  # the removal of eight rounds, as if the crown never moved
            s.public.round_no = round_no
            s.public.face_up, s.secret.down_first, s.secret.down = 0, 0, 0
            apply(s, rules, j, out, A_BEGIN_ROUND)
            removed += [int(s.public.face_up), int(s.secret.down_first)]
        return dealt, removed, int(s.secret.bot_key)

    first, second = begun(11, 12), begun(11, 13)
    same = [one == other for one, other in zip(first, second, strict=True)]
    assert same == [bool(way + 1 >> i & 1) for i in range(len(STREAMS))]


@pytest.mark.parametrize(("variant", "players"), [("classic-2000", 4), ("citadels-2016", 7), ("dark-city", 2)])
def test_a_deal_played_once_is_the_game_itself_in_every_way(luck: Make, variant: str, players: int) -> None:
    plan = make_plan(luck(variants=[variant], players=[players]))
    player = LuckPlayer(plan.cells[0], plan.bots, 5, replicates=1)
    player.ready()
    result = player.play(3, 10)
    usual = CellPlayer(plan.cells[0], plan.bots, Buffers("games"), 5, journal=False)
    usual.ready()
    wins = usual.play(3, 10).wins.reshape(10, 1, players)
    assert np.array_equal(result["win"].to_numpy().reshape(10, len(HELD), players), np.broadcast_to(wins, (10, len(HELD), players)))
    assert result["block"].unique().sort().to_list() == list(range(3, 13))


def test_replays_differ_in_what_is_not_held_only(luck: Make) -> None:
    """Replays that share more luck agree more often on who wins."""
    plan = make_plan(luck(lineups=[["banker"]]))
    player = LuckPlayer(plan.cells[0], plan.bots, 5, replicates=6)
    player.ready()
    table = player.play(0, 30)
    assert table.group_by("block", "held").agg(pl.col("win").sum())["win"].to_list() == pytest.approx([6.0] * 30 * len(HELD))
    spread = table.group_by("held", maintain_order=True).agg((pl.col("win") ** 2).mean())
    agreeing = dict(spread.iter_rows())
    assert agreeing["deal+removal"] > agreeing["removal"]
    assert agreeing["deal+removal"] > agreeing["choices"]


def test_a_run_of_luck_is_the_same_with_two_workers_and_after_an_interruption(
    luck: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_played_alike(luck(), 5, tmp_path, monkeypatch)


def test_shares_add_up_in_the_order_in_which_luck_falls(luck: Make, tmp_path: Path) -> None:
    run_experiment(luck(games=40, replicates=4), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="luck")
    result = analyse_luck(run)
    at = {(row["metric"], row["group"]): row["value"] for row in result.streams.iter_rows(named=True)}
    assert sum(at["share", name] for name in STREAMS) == pytest.approx(1, abs=1e-12)
    assert at["share", "deal"] == pytest.approx(at["alone", "deal"])
    assert at["share", "choices"] == pytest.approx(at["last", "choices"])
    whole = {row["metric"]: row["value"] for row in result.deals.iter_rows(named=True)}
    assert whole["cards"] == pytest.approx(1 - at["last", "choices"])
    assert whole["joint"] == pytest.approx(1 - sum(at["alone", name] for name in STREAMS))
    assert set(family_moments(LUCK, run)) == set(family_moments(LUCK_DEALS, run)) == {("classic-2000", 4, "builder")}


def test_faults_are_reported_before_anything_is_played(luck: Make, tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="replicates: 1 should be at least 2"):
        luck(replicates=1)
    with pytest.raises(ExperimentError, match=r"lineups\[0\]: between equal bots, only luck decides; name one bot, such as 'builder'"):
        make_plan(luck(lineups=[["builder", "random"]]))
    run_experiment(luck(games=2), tmp_path / "two")
    with pytest.raises(RunError, match=r"at least 3 are needed\. Play more: citadels luck --variant classic-2000 --players 4"):
        analyse_luck(load_run(tmp_path / "two", kind="luck"))


def _toy(deals: int, replays: int, seats: int, weight: tuple[float, float, float], seed: int) -> dict[str, np.ndarray]:
    """Replays of a toy game: the seat with the largest weighted sum of three independent scores wins."""
    random = np.random.default_rng(seed)
    won = {}
    for bits, held in enumerate(HELD, start=1):
        total = np.zeros((deals, replays, seats))
        for i, size in enumerate(weight):
            shape = (deals, 1, seats) if bits >> i & 1 else (deals, replays, seats)
            total = total + size * random.normal(size=shape)
        won[held] = (total.argmax(axis=2)[..., None] == np.arange(seats)).sum(axis=1).astype(float)
    return won


@pytest.mark.parametrize("weight", [(2.0, 1.0, 1.0), (1.0, 0.0, 3.0)])
def test_the_shares_of_a_toy_of_known_luck_are_found(weight: tuple[float, float, float]) -> None:
    """What a held source settles in the toy is known from replaying each deal so often that chance is gone."""
    from citadels_sim.designs.luck.shares import settled

    def values(won: dict[str, np.ndarray], replays: int) -> np.ndarray:
        result = np.zeros((len(won[HELD[0]]), 1 << len(STREAMS)))
        result[:, -1] = 1
        for bits, held in enumerate(HELD, start=1):
            result[:, bits] = settled(won[held], won[held], replays)
        return result

    truth = values(_toy(3000, 400, 3, weight, 1), 400).mean(axis=0)
    for weights in (one_by_one, first_in, last_in):
        few = [values(_toy(60, 4, 3, weight, seed), 4) @ weights(3) for seed in range(10, 130)]
        means = np.array([one.mean(axis=0) for one in few])
        errors = np.array([one.std(axis=0, ddof=1) / np.sqrt(60) for one in few])
        assert means.mean(axis=0) == pytest.approx(truth @ weights(3), abs=4 * means.std(axis=0).max() / np.sqrt(120))
        assert errors.mean(axis=0) == pytest.approx(means.std(axis=0), rel=0.25)
    if weight[1] == 0:
        assert abs((truth @ one_by_one(3))[1]) < 0.01


def test_the_key_of_the_bots_is_made_as_the_deal_makes_it() -> None:
    s, out = new_states(1)[0], new_legal()
    rules = rules_record(load_variant("classic-2000").at(4))
    deal(s, rules, out, seed_of(k.DEAL, 7, 7, 8))
    hold(s, 7, 7, 8)
    assert (int(s.secret.seed), int(s.secret.draft_seed), int(s.secret.bot_key)) == (7, 7, rng.mix(7, rng.BOT))
