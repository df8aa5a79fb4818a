"""What a short measurement takes for the speed of a cell."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from citadels_sim.runs import measure
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.manifest import ShardFile
from citadels_sim.runs.plan import Shard, make_plan


class Clockwork:
    """Writes shards by a clock of its own: ten seconds to get going, then a hundredth per game."""

    def __init__(self) -> None:
        self.now = 0.0
        self.begun = False

    def write(self, shard: Shard) -> tuple[ShardFile, ...]:
        self.now += 0.01 * shard.games + (0.0 if self.begun else 10.0)
        self.begun = True
        return ()


def test_getting_going_is_not_taken_for_the_speed_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Clockwork()
    monkeypatch.setattr(measure, "Writer", lambda *_: writer)
    monkeypatch.setattr(measure, "time", SimpleNamespace(perf_counter=lambda: writer.now))
    monkeypatch.setattr(measure, "_played", lambda *_: 0)
    plan = make_plan(make_experiment({"name": "x", "variants": ["classic-2000"], "games": 100}, "test"))
    assert measure.cell_cost(plan, 0).seconds == pytest.approx(0.01)
