"""Every variant between two: which change of the rules causes which difference."""

from __future__ import annotations

from typing import Final

from citadels_sim.lab.design import Command, Covered, Design
from citadels_sim.lab.tournament import DESIGN as TOURNAMENT

DESIGN: Final = Design(
    name="attribution",
    home=__name__,
    title="the run of an attribution",
    summary="every variant between two is played",
    counted="games under combinations of rules",
    tables=TOURNAMENT.tables,
    keys=("most_groups",),
    compiled_only=False,
    between_two=True,
    study_share=0.12,
    intervals=(Covered("Parts of the difference between two variants"),),
    command=("attribute",),
    answer=("attribute",),
    chapter="rules",
    commands={"attribute": Command(f"{__name__}.command", "Attribute the difference between two variants to the rules that differ.")},
)
