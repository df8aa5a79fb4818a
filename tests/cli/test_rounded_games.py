"""What commands say of the numbers and words that they were given: games that are rounded up, and an argument by its own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from citadels_sim.cli.run_summary import rounded_words
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan

Speak = Callable[..., Any]


@pytest.mark.parametrize(
    ("games", "lineups", "played"),
    [
        (10, [["builder", "raider", "random"]], "12"),
        (10, [["builder", "random"], ["builder", "raider", "random"]], "12"),
        (1001, [["builder"], ["builder", "random"], ["builder", "raider", "random"]], "1,002"),
        (12, [["builder", "raider", "random"]], None),
        (10, [["builder"]], None),
    ],
)
def test_a_number_of_games_that_is_rounded_up_is_told(games: int, lineups: list[list[str]], played: str | None) -> None:
    keys = {"name": "a", "variants": ["classic-2000"], "players": [6], "games": games, "lineups": lineups, "seed": 1}
    plan = make_plan(make_experiment(keys, "test"))
    said = rounded_words(plan)
    if played is None:
        assert said == ""
    else:
        assert said == f"{games:,} games per cell are rounded up to whole blocks, in which every bot takes every seat: {played}."
    assert bool(said) == any(cell.games != games for cell in plan.cells)


@pytest.mark.parametrize("card", ["assasin", "smithi"])
def test_why_names_its_argument_and_no_option_that_it_does_not_have(citadels: Speak, card: str) -> None:
    said = citadels("why", card, "--variant", "citadels-2016", "--players", "4", "--bots", "builder", "--nodes", "10", "--out", "runs/x")
    assert said.code == 2
    assert said.err.startswith(f"citadels: CHARACTER|DISTRICT: '{card}' is no character and no district")
    assert "Did you mean" in said.err
    assert "--what" not in said.err
