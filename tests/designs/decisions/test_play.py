"""Forked decisions, against games that are played decision by decision in Python: the facts, the options, and what comes of each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from citadels_sim.bots.weights import at_table
from citadels_sim.catalogue import DistrictType
from citadels_sim.designs.condition import parse_condition
from citadels_sim.designs.decisions import KINDS
from citadels_sim.designs.decisions.play import _OPTIONS_OF, DecisionPlayer
from citadels_sim.designs.player import Player
from citadels_sim.engine import actions as a
from citadels_sim.errors import ExperimentError
from citadels_sim.game import Game
from citadels_sim.game.table import SeatedBots
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import Shard, make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from tests.designs.played_alike import assert_played_alike
from tests.runs.test_run_folder import tables

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]
KIND_OF_ACT = {
    "pick": a.A_PICK,
    "murder": a.A_MURDER,
    "rob": a.A_ROB,
    "bewitch": a.A_BEWITCH,
    "destroy": a.A_DESTROY,
    "swap": a.A_SWAP,
    "redraw": a.A_REDRAW,
    "gold": a.A_GOLD,
    "cards": a.A_CARDS,
    "build": a.A_BUILD,
}
ACTS = {"gather": ("gold", "cards"), "swap": ("swap", "redraw")}


@pytest.fixture
def decisions(experiment: Make) -> Make:
    return lambda **changes: experiment(**{"kind": "decisions", "what": "murder", "games": 12, "replicates": 2} | changes)


def played(experiment: Experiment) -> tuple[DecisionPlayer, pl.DataFrame, pl.DataFrame]:
    """The player of the only cell of an experiment, and its tables."""
    plan = make_plan(experiment)
    player = DecisionPlayer.for_cell(plan, plan.cells[0], {})
    player.ready()
    made = player.tables(Shard(0, 0, 0, plan.cells[0].blocks, plan.cells[0].games), lambda: False)
    return player, made["options"], made["nodes"]


class Stepped:
    """A game of a cell, played decision by decision in Python."""

    def __init__(self, player: Player, seed: int, players: int) -> None:
        cell = player._cell
        named = [at_table(player._named[name], cell.variant, players) for name in cell.seats]
        self.bots = SeatedBots(named, seed)
        self.game = Game.start(cell.variant, players, seed)

    def decisions(self) -> Iterator[tuple[Game, int]]:
        """Every decision, before it is made, with what the bot chooses."""
        while not self.game.over:
            code = self.bots.choose(self.game)
            yield self.game, code
            self.game.play(self.game.label(code))

    def end(self, game: Game, kinds: frozenset[int] = frozenset()) -> Game:
        """Play a game on; who decides now does nothing of these kinds in this turn."""
        turn, seat = int(game.state.public.turn_no), game.actor
        while not game.over:
            public = game.state.public
            code = self.bots.choose(game)
            if kinds and game.actor == seat and int(public.turn_no) == turn and public.decision == a.TURN:
                code = self._other(game, kinds)
            game.play(game.label(code))
        return game

    def _other(self, game: Game, kinds: frozenset[int]) -> int:
        codes = [int(code) for code in game.codes() if int(code) & 0xFF not in kinds]
        masked = Masked(game, codes)
        return self.bots.choose(masked) if codes else self.bots.choose(game)  # type: ignore[arg-type]


class Masked:
    """A game of which a bot sees only some of the legal actions."""

    def __init__(self, game: Game, codes: list[int]) -> None:
        self.state, self.rules, self.variant, self._codes = game.state, game.rules, game.variant, np.array(codes, np.int64)

    def codes(self) -> Any:
        return self._codes


def facts_in_python(game: Game) -> dict[str, Any]:
    """What a node should say, from the game's record, counted anew."""
    p, seat = game.state.public, int(game.state.public.actor)
    n = int(p.players)
    others = [other for other in range(n) if other != seat]
    counts = {
        "gold": [int(p.gold[s]) for s in range(n)],
        "hand": [int(p.hand_n[s]) for s in range(n)],
        "districts": [int(p.city_n[s]) for s in range(n)],
        "points": [int(p.city_worth[s]) for s in range(n)],
        "types": [sum(int(p.city_types[s][kind]) > 0 for kind in range(5)) for s in range(n)],
        "left": [max(0, int(p.goal) - int(p.city_size[s])) for s in range(n)],
    }
    known: dict[str, Any] = {"round": int(p.round_no), "goal": int(p.goal), "place": (seat - int(p.crown)) % n + 1}
    for name, each in counts.items():
        known |= {f"own_{name}": each[seat], f"next_{name}": each[(seat + 1) % n]}
        known |= {f"most_{name}": max(each[s] for s in others), f"least_{name}": min(each[s] for s in others)}
    known |= {f"own_{kind.id}": int(p.city_types[seat][kind]) for kind in DistrictType}
    worth = counts["points"]
    known |= {"leader": worth[seat] == max(worth), "last": worth[seat] == min(worth), "crown": int(p.crown) == seat}
    share = max(int(p.city_size[s]) for s in range(n)) / int(p.goal)
    known["part"] = "early" if share < 1 / 3 else "middle" if share < 2 / 3 else "late"
    cards = game.variant.cards
    city = {s: {cards.districts[int(p.city[s][i])].id for i in range(int(p.city_n[s]))} for s in range(n)}
    known |= {"own_city": city[seat], "others_city": set().union(*(city[s] for s in others))}
    known["own_cards"] = {place.id for code, place in enumerate(cards.districts) if game.state.seat[seat].hand[code] > 0}
    held = {rank for rank in range(1, 10) if int(game.state.secret.holder[rank]) == seat and int(p.cast[rank])}
    known["own_characters"] = {cards.characters[int(p.cast[rank]) - 1].id for rank in held}
    up = {rank for rank in range(1, 10) if int(p.face_up) >> rank & 1}
    known["face_up"] = {cards.characters[int(p.cast[rank]) - 1].id for rank in up}
    picking = p.decision == a.PICK
    ranks = {int(code) >> 8 & 0xFF for code in game.codes()} if picking else set()
    known["offered"] = {cards.characters[int(p.cast[rank]) - 1].id for rank in ranks}
    known["pick"] = 1 + sum(int(game.state.seat[s].picks_n) for s in range(n)) if picking else 0
    return known


def plain(value: Any) -> Any:
    return set(value) if isinstance(value, list) else value


CASES = [
    ("pick", "classic-2000", 4),
    ("murder", "classic-2000", 4),
    ("rob", "classic-2000", 5),
    ("bewitch", "dark-city", 4),
    ("destroy", "classic-2000", 4),
    ("swap", "classic-2000", 3),
    ("gather", "citadels-2016", 2),
    ("build", "citadels-2016", 6),
]


@pytest.mark.parametrize(("what", "variant", "players"), CASES)
def test_a_node_and_its_continuations_are_those_of_games_played_in_python(decisions: Make, what: str, variant: str, players: int) -> None:
    player, options, nodes = played(decisions(what=what, variants=[variant], players=[players], games=6))
    tried = 0
    for node in nodes.filter(games=1).iter_rows(named=True):
        here = options.filter(block=node["block"], rotation=node["rotation"], replicate=0).sort("option")
        kinds = frozenset(KIND_OF_ACT[act] for act in ACTS.get(what, (what,)))
        own = here.row(by_predicate=pl.col("policy"), named=True)
        stepped = Stepped(player, node["seed"], players)
        for game, code in stepped.decisions():
            public = game.state.public
            if int(public.round_no) != node["round"] or game.actor != node["seat"]:
                continue
            legal = [int(each) for each in game.codes() if int(each) & 0xFF in kinds]
            chosen = code & 0xFF == KIND_OF_ACT.get(own["act"], a.A_END)
            known = facts_in_python(game)
            if not chosen or any(known[name] != plain(node[name]) for name in known):
                continue
            assert here["act"].to_list()[: len(legal)] == [
                next(act for act, kind in KIND_OF_ACT.items() if kind == each & 0xFF) for each in legal
            ]
            banned = kinds if what != "build" else frozenset({a.A_BUILD, *range(a.A_BUILD_FRAMEWORK, a.A_BUILD_DEN_CARDINAL + 1)})
            for row in here.iter_rows(named=True):
                copy = game.copy()
                if row["act"] == "nothing":
                    ended = stepped.end(copy, banned)
                else:
                    copy.play(copy.label(legal[row["option"]]))
                    ended = stepped.end(copy)
                result = ended.state.public
                winners = [seat for seat in range(players) if result.place[seat] == 1]
                assert row["total"] == int(result.total[node["seat"]])
                assert row["win"] == pytest.approx((node["seat"] in winners) / len(winners))
                if row["target"] is not None:
                    assert row["target_win"] == pytest.approx((row["target"] in winners) / len(winners))
            tried += 1
            break
        else:
            pytest.fail(f"no decision of the game is {node}")
    assert tried > 1


def test_a_node_stands_for_all_decisions_of_its_game_at_which_the_condition_holds(decisions: Make) -> None:
    """Those at which it holds and those at which it does not are all that there are."""
    text = "own.gold >= 2 and not leader"
    parts = [played(decisions(what="pick", games=40, where=where))[2].filter(games=1) for where in (text, f"not ({text})")]
    holding, rest = (part.select(part.select(parse_condition(text).expression()).to_series()) for part in parts)
    assert holding["own_gold"].all()
    assert not rest["own_gold"].any()
    both = parts[0].join(parts[1], on=["block", "rotation"])
    assert both.height > 20
    assert (both["weight"] + both["weight_right"]).to_list() == both["looked"].to_list() == both["looked_right"].to_list()


def test_games_without_such_a_decision_give_way_to_others(decisions: Make) -> None:
    _, _, nodes = played(decisions(what="bewitch", variants=["dark-city"], where="own.districts >= 6", games=20))
    assert nodes.height == 20
    assert nodes["games"].max() > 1
    assert nodes["own_districts"].min() >= 6


def test_a_condition_that_never_comes_is_one_message_and_leaves_no_folder(decisions: Make, tmp_path: Path) -> None:
    with pytest.raises(
        ExperimentError, match=r"--where: 'own.gold > 900' held at 0 of 100,\d\d\d murders in .*classic-2000, 4 players, builder"
    ):
        run_experiment(decisions(where="own.gold > 900"), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_decision_that_bots_never_make_is_one_message(decisions: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_OPTIONS_OF, "bewitch", (a.A_MURDER,))  # which nobody can choose in the Dark City
    with pytest.raises(ExperimentError, match=r"--what: 'bewitch' occurred in none of 10,000 games of dark-city, 4 players, builder"):
        run_experiment(decisions(what="bewitch", variants=["dark-city"]), tmp_path / "run")


def test_a_run_of_decisions_is_the_same_with_two_workers_and_after_an_interruption(
    decisions: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_played_alike(decisions(where="own.gold >= 2", games=40), 10, tmp_path, monkeypatch)
    assert load_run(tmp_path / "one", kind="decisions").own_rows("nodes").collect().height == 40


def test_every_kind_of_decision_is_known_to_its_player() -> None:
    assert list(_OPTIONS_OF) == list(KINDS)


@pytest.mark.slow
def test_interpreted_rules_fork_the_same_games(tmp_path: Path) -> None:
    for jit in ("0", "1"):
        words = (
            "forks --what build --where leader --variant classic-2000 --players 2 --nodes 1 --replicates 1 --rounds 3 --workers 1 --seed 3"
        )
        done = subprocess.run(
            [sys.executable, "-m", "citadels_sim", *words.split(), "--out", str(tmp_path / jit)],
            env={**os.environ, "NUMBA_DISABLE_JIT": jit},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    assert tables(tmp_path / "0") == tables(tmp_path / "1")
