"""A game in words, as `citadels replay` shows one that was saved: any legal actions, chosen by the numbers of a fixed seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import citadels_sim as cs

pytestmark = pytest.mark.rotated(4)


@pytest.mark.parametrize(("variant", "players"), [("classic-2000", 4), ("dark-city-nine", 7), ("citadels-2016-nine", 6)])
def test_a_saved_game(
    citadels: Callable[..., Any], snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variant: str, players: int
) -> None:
    choice = random.Random(players)
    game = cs.Game.start(variant, players=players, seed=11)
    while not game.over:
        game.play(choice.choice(game.legal()))
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_text(json.dumps(game.transcript()), encoding="utf-8")
    told = citadels("replay", "game.json")
    assert told.code == 0, told.err
    assert told.out == snapshot
