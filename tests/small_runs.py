"""A small experiment, which tests change as they need it."""

from __future__ import annotations

from typing import Any

from citadels_sim.runs.experiment import Experiment, make_experiment

SMALL: dict[str, Any] = {
    "name": "small",
    "variants": ["classic-2000"],
    "players": [4],
    "games": 60,
    "lineups": [["builder"]],
    "seed": 5,
    "detail": "turns",
}


def small(**changes: Any) -> Experiment:
    return make_experiment({**SMALL, **changes}, "test")
