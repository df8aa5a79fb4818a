"""What a run of drawn casts shows: what each district is worth and what becomes of it, and what each drawn thing changes."""

from __future__ import annotations

from dataclasses import replace

from citadels_sim.designs.casts.district_blocks import show_districts
from citadels_sim.designs.casts.drawn_blocks import show_drawn, unknown_words
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Shown


def show(run: Run, margin: float | None = None) -> Shown:
    """Analyse a run of drawn casts; see `show.blocks.Blocks`; the margin is in win chance per game of who is dealt a district."""
    districts = show_districts(run, margin)
    try:
        drawn = show_drawn(run)
    except RunError as error:
        return replace(districts, unknown=(*districts.unknown, unknown_words(str(error).removeprefix(f"{run.folder}: "))))
    return Shown(
        (*districts.blocks, *drawn.blocks),
        {**districts.tables, **drawn.tables},
        {**districts.names, **drawn.names},
        districts.facts,
        unknown=(*districts.unknown, *drawn.unknown),
    )
