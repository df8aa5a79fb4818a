"""Every figure of the report, in its order.

The report's data dictionary, its tables and the estimates all come from these declarations.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.designs.tournament.character_metrics import CHARACTERS, CROWN
from citadels_sim.designs.tournament.game_metrics import LENGTH, RESULTS, ROUNDS, SCORES, SEATS, TOTALS
from citadels_sim.designs.tournament.matchup_metrics import MATCHUP_FAMILIES
from citadels_sim.designs.tournament.naming_metrics import NAMING_FAMILIES
from citadels_sim.designs.tournament.rung_metrics import RUNG_FAMILIES
from citadels_sim.statistics.metric_types import Family

CONDENSED: Final[tuple[Family, ...]] = (CHARACTERS, *SEATS, SCORES, RESULTS, TOTALS, LENGTH, ROUNDS, CROWN)
"""The families that every run of games answers, from sums or from rows, in the order of the report."""

FAMILIES: Final = (*CONDENSED, *RUNG_FAMILIES, *NAMING_FAMILIES, *MATCHUP_FAMILIES)
"""Every family of runs of games."""

QUANTILES: Final = {"rounds_q05": 0.05, "rounds_median": 0.5, "rounds_q95": 0.95}
"""Quantiles of the rounds of a game, in the table `length`."""

FURTHER: Final = tuple(
    {
        "table": "length",
        "metric": name,
        "title": f"Rounds, {'median' if level == 0.5 else f'{level:.0%} quantile'}",
        "question": "How long is a game?",
        "unit": "rounds",
        "formula": f"smallest number of rounds that at least {level:.0%} of games do not exceed",
        "estimand": "descriptive",
        "doc": "Interval after Woodruff: the error of the share of games, turned back into rounds.",
    }
    for name, level in QUANTILES.items()
)
"""Rows of the data dictionary about figures that are no metrics."""


def family(name: str) -> Family:
    """Look a family up by its name.

    Raises
    ------
    KeyError
        If there is none of that name.
    """
    for entry in CONDENSED:
        if entry.name == name:
            return entry
    raise KeyError(name)
