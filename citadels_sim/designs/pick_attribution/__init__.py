"""Forks of every variant between two: which change of the rules makes which character stronger or weaker."""

from __future__ import annotations

from typing import Final

from citadels_sim.designs.forks import DESIGN as PICKS
from citadels_sim.runs.design import Covered, Design

DESIGN: Final = Design(
    name="pick-attribution",
    home=__name__,
    title="the run of an attribution of picks",
    summary="picks are forked under all mixtures of two variants' rules",
    counted="picks forked under combinations of rules",
    unit="nodes",
    tables=PICKS.tables,
    keys=("replicates", "rounds", "most_groups"),
    replicates=PICKS.replicates,
    shard_games=PICKS.shard_games,
    unit_games=PICKS.unit_games,
    games_played=PICKS.games_played,
    played=PICKS.played,
    between_two=True,
    page_seconds=0.1,
    study_share=0.1,
    intervals=(Covered("Parts of the difference in the effect of a pick", "pick_parts"),),
    command=("attribute", "--picks"),
    answer=("attribute",),
    chapter="rules",
)
