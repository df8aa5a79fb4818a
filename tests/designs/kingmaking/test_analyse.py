"""Kingmaking from a table made by hand: who is beaten, which acts decide, what the figures are."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.kingmaking.analyse import beaten_acts, game_rows
from citadels_sim.designs.kingmaking.metrics import KINGMAKING
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate
from tests.designs.flow.flow_games import course, game

SCORES = [[0, 0, 0], [5, 4, 0], [9, 8, 1]]


def acts(*rows: tuple[int, int, str, int, int, bool | None]) -> pl.DataFrame:
    """Rows of hostile acts: block, seat, act, others, changed, restraint."""
    names = ("block", "seat", "act", "others", "changed", "restraint")
    frame = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.Int64) | {"act": pl.String, "restraint": pl.Boolean}, orient="row")
    return frame.with_columns(rotation=pl.lit(0))


def test_the_figures_of_four_games_are_those_counted_by_hand() -> None:
    games = course(*(game(SCORES, [1, 0, 0], block=block) for block in range(4)))
    chance = np.tile([[0.34, 0.33, 0.33], [0.6, 0.37, 0.03], [1.0, 0.0, 0.0]], (4, 1))
    chance[1] = [0.6, 0.36, 0.04]
    chance[10] = [0.5, 0.25, 0.25]  # in the last game nobody is beaten before the last round
    shown = acts(
        (0, 2, "murder", 6, 2, None),  # beaten, and another target would have done
        (0, 2, "destroy", 0, 0, True),  # so would not to strike
        (0, 1, "rob", 5, 0, False),
        (1, 2, "swap", 2, 0, False),  # beaten, but nothing comes of it
        (3, 2, "murder", 4, 4, None),  # not beaten
        (3, 0, "rob", 5, 0, False),
    )
    rows = game_rows(games, beaten_acts(games, chance, shown, 0.05))
    assert rows.height == 4
    result = {row["metric"]: row["value"] for row in estimate(KINGMAKING, row_moments(KINGMAKING, rows)).to_dicts()}
    assert result == pytest.approx(
        {
            "decided": 1 / 4,
            "decided_acts": (2 / 6 + 1) / 3,
            "decided_others": 1 / 3,
            "games": 1 / 4,
            "acts": 3 / 4,
            "pivotal": 2 / 3,
            "pivotal_others": 1 / 3,
            "target": 2 / 8,
            "restraint": 1 / 2,
        }
    )


@pytest.mark.parametrize(
    ("others", "changed", "restraint", "decided"),
    [(1, 1, None, 1), (5, 1, None, 1 / 5), (5, 1, False, 1 / 6), (5, 0, True, 1 / 6), (5, 5, True, 1), (0, 0, True, 1), (3, 0, False, 0)],
)
def test_an_act_decides_as_far_as_a_random_alternative_would_change_the_winner(
    others: int, changed: int, restraint: bool | None, decided: float
) -> None:
    games = course(game(SCORES, [1, 0, 0]))
    chance = np.array([[0.3, 0.3, 0.4], [0.02, 0.5, 0.48], [1.0, 0.0, 0.0]])
    marked = beaten_acts(games, chance, acts((0, 0, "murder", others, changed, restraint)), 0.05)
    assert marked["decided"].to_list() == pytest.approx([decided])
    assert marked["pivotal"].to_list() == [decided > 0]  # what one of them does could have been decided


def test_a_game_is_decided_if_one_of_several_acts_decides_each_against_an_alternative_of_its_own() -> None:
    games = course(game(SCORES, [1, 0, 0]))
    chance = np.array([[0.3, 0.3, 0.4], [0.02, 0.5, 0.01], [1.0, 0.0, 0.0]])
    shown = acts((0, 0, "murder", 4, 1, None), (0, 2, "rob", 1, 1, False), (0, 1, "swap", 2, 1, None))
    (row,) = game_rows(games, beaten_acts(games, chance, shown, 0.05)).to_dicts()
    draws = [first or second for first in (True, False, False, False) for second in (True, False)]
    assert row["beaten_games"] == pytest.approx(sum(draws) / len(draws))
    assert (row["beaten_decided"], row["other_decided"], row["other_games"]) == pytest.approx((1 / 4 + 1 / 2, 1 / 2, 1 / 2))


def test_the_end_of_a_game_is_not_what_shows_who_was_beaten() -> None:
    games = course(game(SCORES, [1, 0, 0]))
    chance = np.array([[0.3, 0.3, 0.4], [0.02, 0.5, 0.48], [1.0, 0.0, 0.0]])
    marked = beaten_acts(games, chance, acts((0, 0, "rob", 1, 1, None), (0, 2, "rob", 1, 0, None)), 0.05)
    assert marked["beaten"].to_list() == [True, False]
    assert marked["pivotal"].to_list() == [True, False]
