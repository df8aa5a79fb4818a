"""Forks go on from a kept copy of the game where there is one, and play it again up to the node where there is none: the same tables."""

from __future__ import annotations

from typing import Any

import pytest

from citadels_sim.designs import fork_records
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import Shard, make_plan

KINDS: dict[str, dict[str, Any]] = {
    "picks": {"kind": "forks", "replicates": 2},
    "crowns": {"kind": "crowns", "replicates": 2},
    "murders": {"kind": "decisions", "what": "murder", "where": "own.gold >= 2", "replicates": 2},
    "builds": {"kind": "decisions", "what": "build", "replicates": 1},
}


@pytest.mark.parametrize("bots", ["builder", "learner", "planner,builder"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_kept_of_a_game_changes_nothing(monkeypatch: pytest.MonkeyPatch, kind: str, bots: str) -> None:
    keys = {"name": "kept", "variants": ["classic-2000"], "players": [4], "lineups": [bots.split(",")], "games": 24, "seed": 5}
    plan = make_plan(make_experiment(keys | KINDS[kind], "test"))
    (cell,) = plan.cells
    tables = []
    for kept in (fork_records.KEPT, 2):
        monkeypatch.setattr(fork_records, "KEPT", kept)
        player = plan.design.player.for_cell(plan, cell, {})
        player.ready()
        shard = Shard(0, 0, 0, cell.blocks, cell.games)
        tables.append(player.tables(shard, lambda: False))
    before, after = tables
    assert before.keys() == after.keys()
    for name, table in before.items():
        assert table.height >= 24
        assert table.equals(after[name])
