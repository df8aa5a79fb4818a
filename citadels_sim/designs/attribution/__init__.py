"""Every variant between two: which change of the rules causes which difference."""

from __future__ import annotations

from typing import Final

from citadels_sim.designs.tournament import DESIGN as TOURNAMENT
from citadels_sim.runs.design import Covered, Design

DESIGN: Final = Design(
    name="attribution",
    home=__name__,
    title="the run of an attribution",
    summary="all mixtures of two variants' rules are played",
    counted="games under combinations of rules",
    tables=TOURNAMENT.tables,
    keys=("most_groups",),
    compiled_only=False,
    between_two=True,
    study_share=0.06,
    intervals=(Covered("Parts of the difference between two variants"),),
    command=("attribute",),
    answer=("attribute",),
    chapter="rules",
)
