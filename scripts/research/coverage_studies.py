"""Intervals of figures that look more than once, or at the ends of what there can be: studies, skill ladders, bots as a sample.

Each is estimated by the functions that the program calls, from every run that `coverage` draws.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from citadels_sim.designs.tournament.rung_metrics import LADDER, RUNGS
from citadels_sim.designs.tournament.rungs import find_rungs, rung_rows
from citadels_sim.limits import LIMITS
from citadels_sim.report.robustness import pool
from citadels_sim.runs.layout import steps_of
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.estimates import ratios
from citadels_sim.statistics.metric_types import CREDIT
from citadels_sim.statistics.verdicts import judge
from citadels_sim.training.learning.strength import over_deals
from scripts.research.coverage_draws import Covered, Estimates, Pool, covered_rows

__all__ = ["families", "skill", "studied"]

Blocks = NDArray[np.intp]
Floats = NDArray[np.float64]
_FIRST = 1_000
"""Nodes of a study's first step."""
_FAMILIES, _FAMILY_SEED = 100_000, 21
"""Families of bots that are drawn from, and their seed."""


def studied(pool: Pool) -> Covered:
    """Let a cell grow as in a study, until every member is settled or all blocks are played: its intervals are those where it ends."""
    metric, margin = pool.entry.metrics[0], LIMITS["character"].number

    def end(blocks: Blocks) -> int:
        for look in steps_of(len(blocks), 1, _FIRST):
            _, effect = ratios(pool.entry, metric, pool.moments(blocks[:look]))
            if "open" not in judge(effect, np.zeros(len(effect.value)), margin).members:
                return look
        return len(blocks)

    def analyse(blocks: Blocks) -> dict[str, Estimates]:
        whole = len(blocks) == len(pool.totals)  # that gives the truth
        return {"study": pool.analyse(blocks if whole else blocks[: end(blocks)])[metric.name]}

    return Covered("study", pool.cell, len(pool.totals), analyse, ("study",))


def skill(run: Run) -> Iterator[Covered]:
    """Give the gains of the rungs of ladders, and how often the bot that sits alone on each wins, as `citadels exploit` reports it."""
    for variant, players in dict.fromkeys((cell.variant, cell.players) for cell in run.manifest.cells):
        rows, whole = rung_rows(run, variant, players, find_rungs(run, variant, players))
        yield from covered_rows([(RUNGS, rows), (LADDER, whole)])
        for (rung,), part in rows.group_by("rung", maintain_order=True):
            shares = (part["credit"] / CREDIT / part["games"]).to_numpy()

            def analyse(blocks: Blocks, shares: NDArray[np.float64] = shares) -> dict[str, Estimates]:
                return {"exploit": _point(*over_deals(shares[blocks]))}

            yield Covered("exploit", (variant, players, str(rung)), len(shares), analyse, ("exploit",))


def families() -> Iterator[Covered]:
    """Give headlines of drawn families of bots: the figure pooled over them, and what one more of them would show.

    The true effects of families are normal, with a spread of none to two errors of a family; the largest error is twice the smallest.
    """
    random = np.random.Generator(np.random.PCG64(_FAMILY_SEED))
    for spread in (0.0, 0.5, 1.0, 2.0):
        errors, others = np.exp(random.uniform(0, np.log(2), (2, _FAMILIES)))
        effects, another = (spread * random.standard_normal(_FAMILIES) + e * random.standard_normal(_FAMILIES) for e in (errors, others))

        def analyse(blocks: Blocks, errors: Floats = errors, effects: Floats = effects, another: Floats = another) -> dict[str, Estimates]:
            one, shown = pool(effects[blocks], errors[blocks]), another[blocks[0]]
            return {"pooled": _point(0.0, one.low, one.high), "another": _point(0.0, one.predicted_low - shown, one.predicted_high - shown)}

        yield Covered("families", ("normal", 4, f"spread of {spread:g} errors"), _FAMILIES, analyse, ("pooled", "another"))


def _point(value: float, low: float = np.nan, high: float = np.nan) -> Estimates:
    """Take a figure that stands for itself."""
    unknown = np.array([np.nan])
    return Estimates(["all"], np.array([value]), np.array([low]), np.array([high]), unknown, unknown)
