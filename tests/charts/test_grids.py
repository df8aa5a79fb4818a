"""How tables of estimates are arranged."""

from __future__ import annotations

import polars as pl
import pytest

from citadels_sim.charts.grids import basis, grid


def scores(*rows: tuple[int, str, str]) -> pl.DataFrame:
    """Shares of scores at tables: number of players, score, metric."""
    players, groups, metrics = zip(*rows, strict=True)
    figures = {"value": 0.1, "low": 0.0, "high": 0.2, "family_low": 0.0, "family_high": 0.2, "unit": "fraction of seats"}
    key = {"variant": "toy", "players": players, "lineup": "a", "group": groups, "metric": metrics}
    return pl.DataFrame(key).with_columns(**{name: pl.lit(value) for name, value in figures.items()})


def test_scores_stand_in_order_though_the_least_occurs_at_the_last_table_only() -> None:
    data = scores((4, "9", "all"), (4, "10", "all"), (4, "9", "winners"), (4, "10", "winners"), (5, "8", "all"), (5, "10", "all"))
    shown = grid(data, "Scores", "Score")
    assert [row[0] for row in shown.rows] == ["8, all", "9, all", "9, winners", "10, all", "10, winners"]
    assert shown.rows[0][1:] == ("–", "10\u00a0% [0,\u00a020]")


def test_groups_with_names_stay_in_the_order_in_which_they_come() -> None:
    shown = grid(scores((4, "warlord", "all"), (4, "assassin", "all"), (5, "assassin", "all")), "Characters", "Character")
    assert [row[0] for row in shown.rows] == ["Warlord", "Assassin"]


@pytest.mark.parametrize(
    ("blocks", "text"),
    [
        ({4: (50, 50)}, "n = 50 independent deals."),
        ({4: (50, 50), 5: (50, 50)}, "n = 50 independent deals at each number of players."),
        ({4: (8, 10), 5: (8, 10)}, "n = 8 to 10 independent deals at each number of players."),
        ({4: (8, 8), 5: (9, 10)}, "n, independent deals: 8 at 4 players, 9 to 10 at 5 players."),
    ],
)
def test_a_chart_says_from_how_many_deals_it_comes(blocks: dict[int, tuple[int, int]], text: str) -> None:
    rows = [(players, count) for players, counts in blocks.items() for count in counts]
    assert basis(pl.DataFrame(rows, ["players", "blocks"], orient="row")) == text
