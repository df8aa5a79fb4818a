"""How far a study would come, from the first step of every part."""

from __future__ import annotations

import math
from typing import NamedTuple

from citadels_sim.runs.plan import Cell
from citadels_sim.study.page_time import page_seconds
from citadels_sim.study.runner import Study


class Forecast(NamedTuple):
    """How far one cell would come: blocks, and the half-width of its widest open interval in units of its limit; None: not known yet."""

    part: str
    unit: str
    cell: Cell
    blocks: int
    lack: float | None


def forecast(study: Study, seconds: float) -> list[Forecast]:
    """Play the first step of a study, and return how far each cell that is judged would come in so many seconds of it."""
    study.play_first()
    forecasts = []
    left = seconds - study.spent - page_seconds(study.parts)
    for part, wanted in zip(study.growth.judging, study.growth.forecast(left * study.workers), strict=True):
        before = list(part.steps)
        part.grow(wanted)
        for cell, old, new, lack in zip(part.plan.cells, before, part.steps, part.lacks, strict=True):
            if old:  # else its play failed
                then = lack * math.sqrt(old / new) if math.isfinite(lack) else None
                forecasts.append(Forecast(part.name, part.plan.design.unit, cell, new, then))
    return forecasts
