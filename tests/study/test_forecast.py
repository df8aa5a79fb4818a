"""How far a study would come: what is not known yet is no number."""

from __future__ import annotations

import json
import math
from types import SimpleNamespace
from typing import Any

import pytest

from citadels_sim.study import forecast as module
from citadels_sim.study.forecast import forecast


@pytest.mark.parametrize(("lack", "expected"), [(3.0, 1.5), (0.0, 0.0), (math.inf, None)])
def test_an_interval_that_no_step_has_shown_yet_is_none(monkeypatch: pytest.MonkeyPatch, lack: float, expected: float | None) -> None:
    monkeypatch.setattr(module, "page_seconds", lambda _: 1.0)
    cell: Any = "cell"

    def grow(wanted: list[int]) -> None:
        part.steps = wanted

    design = SimpleNamespace(unit="nodes")
    part = SimpleNamespace(name="forks", steps=[100], lacks=[lack], plan=SimpleNamespace(cells=[cell], design=design), grow=grow)
    growth = SimpleNamespace(judging=[part], forecast=lambda _: [[400]])
    study: Any = SimpleNamespace(play_first=lambda: None, growth=growth, spent=1.0, workers=2, parts=[part])
    (one,) = forecast(study, 60.0)
    assert (one.blocks, one.lack) == (400, expected)
    json.dumps(one._asdict(), allow_nan=False)
