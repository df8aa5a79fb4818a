"""Hostile acts of last rounds: every one is detected, and trying it otherwise changes what playing those games through gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.designs.kingmaking.analyse import analyse_kingmaking
from citadels_sim.designs.kingmaking.kernel import ACT_COLUMNS, ACTS, NO_CHOICE
from citadels_sim.designs.kingmaking.play import ActPlayer
from citadels_sim.engine import loop
from citadels_sim.engine.actions import A_BEGIN_ROUND, A_DESTROY, A_LOOK, arg_a
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import new_journal
from citadels_sim.engine.loop import deal
from citadels_sim.engine.state import copy_state, new_legal, new_states
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.seeds import block_seeds
from tests.designs.played_alike import assert_played_alike

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]

bot_stream = getattr(loop.bot_stream, "py_func", loop.bot_stream)


@pytest.fixture
def kings(experiment: Make) -> Make:
    return lambda **changes: experiment(**{"kind": "kingmaking", "games": 40, "lineups": [["raider"]]} | changes)


class Table:
    """One game with one bot at all seats, driven from Python a decision at a time."""

    def __init__(self, player: ActPlayer, seed: int) -> None:
        self.rules, self.bot = player.table.rules, player.bots[0]
        self.out, self.j = new_legal(), new_journal(0)
        self.bot_state = player.table.lineup.bot[0]
        self.state: Any = new_states(1)[0]
        deal(self.state, self.rules, self.out, seed)
        apply(self.state, self.rules, self.j, self.out, A_BEGIN_ROUND)

    def legal(self) -> list[int]:
        n = apply(self.state, self.rules, self.j, self.out, A_LOOK)
        return [int(code) for code in self.out.code[:n]]

    def choice(self, codes: list[int]) -> int:
        if len(codes) == 1:
            return codes[0]
        self.out.code[: len(codes)] = codes
        seat = int(self.state.public.actor)
        bot_stream(self.state, seat, self.bot_state)
        return codes[self.bot.choose(self.state.public, self.state.seat[seat], self.rules, self.out, len(codes), self.bot_state)]

    def play(self, code: int) -> None:
        apply(self.state, self.rules, self.j, self.out, code)

    def end(self, barred: Callable[[int], bool] = lambda _: False) -> set[int]:
        """Play on to the end, without what is barred where anything else is legal; give the winners."""
        while not self.state.public.over:
            codes = self.legal()
            allowed = [code for code in codes if not barred(code)] or codes
            self.play(self.choice(allowed))
        return {seat for seat in range(int(self.state.public.players)) if self.state.public.place[seat] == 1}


def strikes(code: int, actor: int) -> bool:
    return (code & 0xFF) in ACTS and not (code & 0xFF == A_DESTROY and arg_a(code) == actor)


def by_hand(player: ActPlayer, seed: int) -> list[tuple[int, int, int, int, int]]:
    """The acts of a game's last round: seat, act, other targets, of them with another winner, and the same of restraint (2: no choice)."""
    first = Table(player, seed)
    first.end()
    last = int(first.state.public.round_no)
    table, result = Table(player, seed), []
    while not table.state.public.over:
        codes, actor = table.legal(), int(table.state.public.actor)
        code = table.choice(codes)
        if table.state.public.round_no == last and len(codes) > 1 and strikes(code, actor):
            node, ends = copy_state(table.state), []

            def end_of(code: int | None, node: Any = node, actor: int = actor) -> set[int]:
                table.state = copy_state(node)
                if code is not None:
                    table.play(code)
                    return table.end()
                return table.end(
                    lambda barred: (
                        int(table.state.public.actor) == actor and int(table.state.public.round_no) == last and strikes(barred, actor)
                    )
                )

            won = end_of(code)
            others = [other for other in codes if other != code and strikes(other, actor)]
            ends = [end_of(other) for other in others]
            free = any(not strikes(other, actor) for other in codes)
            spared = end_of(None) if free else won
            changed = sum(end != won and actor not in end for end in ends)
            result.append((actor, code & 0xFF, len(others), changed, int(spared != won and actor not in spared) if free else NO_CHOICE))
            table.state = copy_state(node)
        table.play(code)
    return result


@pytest.mark.parametrize(("variant", "players", "games"), [("classic-2000", 4, 12), ("citadels-2016", 5, 8), ("dark-city", 3, 8)])
def test_what_an_act_decides_is_what_playing_the_game_through_otherwise_tells(kings: Make, variant: str, players: int, games: int) -> None:
    plan = make_plan(kings(variants=[variant], players=[players]))
    player = ActPlayer(plan.cells[0], plan.bots, 5)
    player.ready()
    flows, acts = player.play(0, games)
    seeds = block_seeds(5, 0, games)
    rows = dict(zip(ACT_COLUMNS, acts, strict=True))
    names = ("seat", "act", "others", "changed", "restraint")
    assert acts.shape[1] > games / 2
    for game in range(games):
        here = rows["game"] == game
        shown = list(zip(*(rows[name][here].tolist() for name in names), strict=True))
        assert shown == by_hand(player, int(seeds[game]))
        assert set(rows["round"][here].tolist()) <= {int(flows.games[0][game])}


def test_a_run_of_kingmaking_is_the_same_with_two_workers_and_after_an_interruption(
    kings: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_played_alike(kings(), 10, tmp_path, monkeypatch)


def test_its_states_are_those_of_a_run_of_flow(kings: Make, experiment: Make, tmp_path: Path) -> None:
    run_experiment(kings(lineups=[["builder", "random"]], players=[3]), tmp_path / "kings")
    run_experiment(experiment(kind="flow", games=40, lineups=[["builder", "random"]], players=[3]), tmp_path / "flow")
    states = [load_run(tmp_path / kind, kind=None).own_rows("states").collect() for kind in ("kings", "flow")]
    assert states[0].equals(states[1])
    acts = load_run(tmp_path / "kings", kind="kingmaking").own_rows("kingmaking").collect()
    held = states[0].filter(pl.col("round") == pl.col("rounds")).select("block", "rotation", "seat", "bot", "rounds")
    joined = acts.join(held, on=["block", "rotation", "seat"], how="inner", suffix="_held")
    assert joined.height == acts.height
    assert joined.filter((pl.col("bot") != pl.col("bot_held")) | (pl.col("round") != pl.col("rounds"))).is_empty()


def test_figures_are_shares_of_games_and_acts(kings: Make, tmp_path: Path) -> None:
    run_experiment(kings(games=200), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="kingmaking")
    result = {row["metric"]: row for row in analyse_kingmaking(run, 0.1).estimates.iter_rows(named=True)}
    assert result["games"]["count"] == 200
    assert 0 < result["games"]["value"] <= result["acts"]["value"]
    every = {row["metric"]: row for row in analyse_kingmaking(run, 1.01).estimates.iter_rows(named=True)}
    acts = run.own_rows("kingmaking").collect()
    assert every["acts"]["value"] == pytest.approx(acts.height / 200)
    pivotal = (acts["changed"] > 0) | acts["restraint"].fill_null(False)
    assert every["pivotal"]["value"] == pytest.approx(pivotal.to_numpy().mean())
    one = (acts["changed"] + acts["restraint"].fill_null(False)) / (acts["others"] + acts["restraint"].is_not_null())
    assert every["decided_acts"]["value"] == pytest.approx(one.to_numpy().mean())
    assert 0 < every["decided"]["value"] < every["games"]["value"]
    assert every["target"]["value"] == pytest.approx(acts["changed"].sum() / acts["others"].sum())
    assert "pivotal_others" not in every
