"""Judging dead turns, interaction and decisiveness from runs of flow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from citadels_sim.lab.criteria import Judgement
from citadels_sim.lab.declared_limits import declared_limits
from citadels_sim.lab.flow.analyse import FlowAnalysis, analyse_flow
from citadels_sim.lab.flow.metrics import FAMILIES
from citadels_sim.lab.judging import judgement, of_table, single
from citadels_sim.limits import Limit
from citadels_sim.runs.reading import Run
from citadels_sim.tables.keys import CELL

__all__ = ["judge_flow", "judge_run"]

_FLOW: Final = {"dead_turns": ("tempo", "turns_lost"), "interaction": ("aims", "per_turn"), "decisiveness": ("flow", "decided_at")}
"""Criterion to the family and the figure of a run of flow that answers it."""
_JUDGED: Final = [family for family in FAMILIES if family.name in {name for name, _ in _FLOW.values()}]


def judge_run(run: Run) -> list[Judgement]:
    """Judge every table of a run against the limits that it declares."""
    return judge_flow(analyse_flow(run, _JUDGED), declared_limits([run]))


def judge_flow(flow: FlowAnalysis, limits: Mapping[str, Limit]) -> list[Judgement]:
    """Judge dead turns, interaction and decisiveness at every table whose games were noted round by round.

    Parameters
    ----------
    flow : FlowAnalysis
    limits : mapping
        From `declared.declared_limits`.
    """
    found = []
    for cell in flow.run.manifest.cells:
        key = {name: getattr(cell, name) for name in CELL}
        for criterion, (table, metric) in _FLOW.items():
            rows = flow.estimates.filter(of_table(key), table=table, metric=metric)
            found.append(judgement(criterion, limits[criterion], key, single(rows), {"games": cell.games, "blocks": cell.blocks}))
    return found
