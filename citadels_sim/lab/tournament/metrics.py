"""Every figure of the report, in its order.

The report's data dictionary, its tables and the estimates all come from these declarations.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.lab.tournament.character_metrics import CHARACTERS, CROWN
from citadels_sim.lab.tournament.game_metrics import LENGTH, RESULTS, ROUNDS, SCORES, SEATS, TOTALS
from citadels_sim.lab.tournament.naming_metrics import NAMING_FAMILIES
from citadels_sim.lab.tournament.rung_metrics import RUNG_FAMILIES
from citadels_sim.statistics.metric_types import Family

CONDENSED: Final[tuple[Family, ...]] = (CHARACTERS, *SEATS, SCORES, RESULTS, TOTALS, LENGTH, ROUNDS, CROWN)
"""The families that every run of games answers, from sums or from rows, in the order of the report."""

FAMILIES: Final = (*CONDENSED, *RUNG_FAMILIES, *NAMING_FAMILIES)
"""Every family of runs of games."""


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
