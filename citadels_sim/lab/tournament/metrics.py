"""Every figure of the report, in its order.

The report's data dictionary, its tables and the estimates all come from these declarations.
"""

from __future__ import annotations

from citadels_sim.lab.tournament.character_metrics import CHARACTERS, CROWN
from citadels_sim.lab.tournament.game_metrics import LENGTH, RESULTS, ROUNDS, SCORES, SEATS, TOTALS
from citadels_sim.statistics.metric_types import Family

__all__ = ["FAMILIES", "family"]

#: Every family, in the order of the report.
FAMILIES: tuple[Family, ...] = (CHARACTERS, *SEATS, SCORES, RESULTS, TOTALS, LENGTH, ROUNDS, CROWN)


def family(name: str) -> Family:
    """Look a family up by its name.

    Raises
    ------
    KeyError
        If there is none of that name.
    """
    for entry in FAMILIES:
        if entry.name == name:
            return entry
    raise KeyError(name)
