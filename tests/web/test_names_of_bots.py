"""Bots are named in words wherever a game is shown again: no path of the file that they have learned from."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from citadels_sim.designs.forks.lines import Lines
from citadels_sim.designs.recording.replay import Replay
from citadels_sim.game.session import Session

NAMES: list[tuple[str, Callable[[Any], tuple[str, ...]]]] = [
    ("replay", Replay.names.fget),  # type: ignore[attr-defined]
    ("fork", Lines.names.fget),  # type: ignore[attr-defined]
    ("session", Session.names.fget),  # type: ignore[attr-defined]
]


@pytest.mark.parametrize(("where", "names"), NAMES, ids=[where for where, _ in NAMES])
@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("learner:@studies/harbour/learner.weights", "learner"),
        ("learner:@studies/harbour/learner.weights+nearest,think=4", "learner, think=4"),
        ("learner:@kept/mine.weights", "learner (mine)"),
        ("learner:@nearest", "learner"),
        ("builder:noise=2,spite=0", "builder:noise=2, spite=0"),
        ("planner", "planner"),
    ],
)
def test_a_seat_names_its_bot_and_no_path(where: str, names: Callable[[Any], tuple[str, ...]], bot: str, words: str) -> None:
    one = SimpleNamespace(name=bot)
    shown = names(SimpleNamespace(bots=(one, one), people=(0,), _table=(None, one)))
    assert shown[1].lower() == f"seat 2 ({words.lower()})"
    if where != "session":
        assert shown[0].lower() == f"seat 1 ({words.lower()})"
