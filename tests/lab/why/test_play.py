"""Split effects: with all parts on a pick is the pick of any fork, with some off the round is played by those rules; they add up."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.bots.weights import at_table
from citadels_sim.engine import actions as a
from citadels_sim.engine.rules import rules_record
from citadels_sim.errors import ExperimentError
from citadels_sim.game import Game
from citadels_sim.game.table import SeatedBots
from citadels_sim.lab import DESIGNS
from citadels_sim.lab import fork_records as k
from citadels_sim.lab.why import PARTS, REST, WHOLE
from citadels_sim.lab.why.analyse import analyse_why
from citadels_sim.lab.why.blocks import show
from citadels_sim.lab.why.play import WhyPlayer, parts_of, tables_of, without
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.variants import load_variant
from tests.runs.test_run_folder import tables

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]


@pytest.fixture
def why(experiment: Make) -> Make:
    return lambda **changes: experiment(**{"kind": "why", "what": "merchant", "games": 40, "replicates": 2} | changes)


@pytest.mark.parametrize(
    ("variant", "character", "expected"),
    [
        ("classic-2000", "merchant", ("income", "bonus")),
        ("classic-2000", "architect", ("bonus", "builds")),
        ("classic-2000", "king", ("income", "crown")),
        ("classic-2000", "bishop", ("income", "protection")),
        ("classic-2000", "warlord", ("income", "power")),
        ("classic-2000", "thief", ("power",)),
        ("dark-city", "navigator", ("builds", "power")),
    ],
)
def test_a_character_has_the_parts_that_its_card_prints(variant: str, character: str, expected: tuple[str, ...]) -> None:
    assert parts_of(load_variant(variant), character) == expected


def test_what_a_file_gives_a_character_is_a_part_too(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text('extends = "classic-2000"\n[characters.thief]\nbonus = { gold = 4 }\n[characters.king]\npower = "warlord"\n')
    variant = load_variant(str(file))
    assert parts_of(variant, "thief") == ("bonus", "power")
    assert parts_of(variant, "king") == ("income", "crown", "power")
    assert without(variant, "thief", ["bonus"]).at(4).number("characters.thief.bonus.gold") == 0
    parts, played = tables_of(variant, "thief", 4)
    assert (len(parts), len(played)) == (2, 4)
    assert played[-1] == variant.at(4)


def test_every_character_of_every_packaged_cast_can_be_split() -> None:
    split = {}
    for name in ("classic-2000", "dark-city-nine", "citadels-2016-random", "examples-own-characters"):
        table = load_variant(name).usual
        for character in {each for names in table.cast.values() for each in names}:
            parts, played = tables_of(load_variant(name), character, table.players)
            assert len(played) == 1 << len(parts)
            split[character] = parts
    assert len(split) > 25
    assert all(split.values())
    assert split["smuggler"] == ("income", "builds", "discount")


def test_with_all_parts_on_it_is_the_pick_itself_and_the_rules_are_as_before(why: Make) -> None:
    plan = make_plan(why(what="architect", variants=["citadels-2016"], players=[5]))
    player = WhyPlayer.of(plan, plan.cells[0], {})
    player.ready()
    before = player._rules.tobytes()
    forks, wins = player.play(0, 40)
    assert player._rules.tobytes() == before
    picked = np.take_along_axis(forks.casts, forks.codes >> 8 & 0xFF, axis=1)
    code = next(each.code for each in plan.cells[0].variant.cards.characters if each.id == "architect")
    there = np.arange(forks.codes.shape[1]) < forks.nodes[k.OPTIONS][:, None]
    option = np.argmax((picked == code) & there, axis=1)
    games = np.arange(40)
    own = forks.wins[games, :, option, forks.nodes[k.SEAT]]
    assert np.array_equal(wins[..., -1], own)
    assert not np.array_equal(wins[..., 0], own)


def test_the_round_of_the_pick_is_played_by_the_rules_without_the_parts(why: Make) -> None:
    """Game after game in Python, with the rules exchanged by hand: the first replicate of every combination."""
    plan = make_plan(why(games=8))
    cell = plan.cells[0]
    player = WhyPlayer.of(plan, cell, {})
    player.ready()
    forks, wins = player.play(0, 8)
    _, played = tables_of(cell.variant, "merchant", cell.players)
    rules = [rules_record(table) for table in played]
    seeds = block_seeds(plan.experiment.seed, 0, 8)
    rank = next(rank for rank, names in cell.variant.at(4).cast.items() if "merchant" in names)
    checked = 0
    for g in np.flatnonzero(forks.nodes[k.GAMES] == 1):
        bots = SeatedBots([at_table(plan.bots[name], cell.variant, 4) for name in cell.seats], int(seeds[g]))
        game = Game.start(cell.variant, 4, int(seeds[g]))
        node = int(forks.nodes[k.ROUND][g]), int(forks.nodes[k.SLOT][g])
        while (int(game.state.public.round_no), 1 + sum(int(game.state.seat[s].picks_n) for s in range(4))) != node:
            game.play(game.label(bots.choose(game)))
        seat = int(game.state.public.actor)
        assert seat == forks.nodes[k.SEAT][g]
        for on, record in enumerate(rules):
            copy = game.copy()
            copy.rules = record
            copy.play(copy.label(a.action(a.A_PICK, rank, 0)))
            while not copy.over and int(copy.state.public.round_no) == node[0]:
                copy.play(copy.label(bots.choose(copy)))
            copy.rules = rules[-1]
            while not copy.over:
                copy.play(copy.label(bots.choose(copy)))
            winners = [other for other in range(4) if copy.state.public.place[other] == 1]
            assert wins[g, 0, on] == pytest.approx((seat in winners) / len(winners))
        checked += 1
    assert checked > 4


def shapley_by_orders(wins: dict[int, float], parts: list[int]) -> dict[int, float]:
    """What each part adds, averaged over every order in which the parts can come."""
    orders = list(itertools.permutations(parts))
    added = dict.fromkeys(parts, 0.0)
    for order in orders:
        on = 0
        for part in order:
            added[part] += (wins[on | part] - wins[on]) / len(orders)
            on |= part
    return added


def test_parts_are_those_of_all_orders_and_add_up_to_the_effect(why: Make, tmp_path: Path) -> None:
    """Computed again from the Parquet files by loops."""
    run_experiment(why(what="bishop", games=80), tmp_path / "run")
    rows = pl.read_parquet(tmp_path / "run" / "why" / "*.parquet")
    sums: dict[str, float] = {}
    weights = 0.0
    for _, node in rows.group_by("block", "rotation", maintain_order=True):
        mask = int(node["parts"][0])
        bits = [1 << at for at in range(len(PARTS)) if mask >> at & 1]
        wins = {int(str(on[0])): float(np.mean(part["win"].to_numpy())) for on, part in node.group_by("on")}
        mean, weight = float(np.mean(node["mean"].to_numpy())), float(node["weight"][0])
        parts = {list(PARTS)[bit.bit_length() - 1]: value for bit, value in shapley_by_orders(wins, bits).items()}
        for name, value in (parts | {REST: wins[0] - mean, WHOLE: wins[mask] - mean}).items():
            sums[name] = sums.get(name, 0.0) + weight * value
        weights += weight
    result = analyse_why(load_run(tmp_path / "run", kind="why"))
    figures = dict(result.effects.select("group", "value").iter_rows())
    assert figures == pytest.approx({name: value / weights for name, value in sums.items()}, abs=1e-12)
    assert figures[WHOLE] == pytest.approx(sum(value for name, value in figures.items() if name != WHOLE), abs=1e-12)
    assert set(figures) == {"income", "protection", REST, WHOLE}


@pytest.mark.parametrize(
    ("character", "keys", "part"), [("thief", "bonus = { gold = 4 }", "bonus"), ("bishop", "income_each = 3", "income")]
)
def test_what_was_rigged_is_named(why: Make, tmp_path: Path, character: str, keys: str, part: str) -> None:
    file = tmp_path / "rigged.toml"
    file.write_text(f'extends = "classic-2000"\n[characters.{character}]\n{keys}\n')
    run_experiment(why(what=character, variants=[str(file)], games=250, replicates=3), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="why")
    parts = analyse_why(run).effects.filter(~pl.col("group").is_in([REST, WHOLE])).sort("value", descending=True)
    assert parts["group"][0] == part
    assert parts["low"][0] > 0
    assert f"most of what the card adds is {PARTS[part].lower()}" in show(run).blocks[0].finding


def test_a_run_is_the_same_with_two_workers(why: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DESIGNS, "why", replace(DESIGNS["why"], shard_games=10))
    run_experiment(why(), tmp_path / "one")
    run_experiment(why(), tmp_path / "two", workers=2)
    assert tables(tmp_path / "one") == tables(tmp_path / "two")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"what": "merchnt"}, "what: 'merchnt' is no character of classic-2000 with 4 players. Did you mean 'merchant'?"),
        ({"what": "wizard"}, "what: 'wizard' is no character of classic-2000 with 4 players."),
        ({"what": None}, "what: missing; it should be the id of a character"),
        ({"where": "leader"}, "where: does not go with kind = 'why'"),
    ],
)
def test_who_is_not_at_the_table_is_refused(why: Make, changes: dict[str, object], message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        make_plan(why(**changes))
    assert message in str(caught.value)
