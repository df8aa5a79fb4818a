"""Judging dead turns, interaction and decisiveness from runs of flow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from citadels_sim.designs.flow.analyse import FlowAnalysis, analyse_flow
from citadels_sim.designs.flow.game_metrics import FLOW
from citadels_sim.designs.flow.refits import only
from citadels_sim.designs.flow.turn_metrics import AIMS, TEMPO
from citadels_sim.judge.criteria import Judgement
from citadels_sim.judge.declared_limits import declared_limits
from citadels_sim.judge.judging import judgement, of_table, single
from citadels_sim.limits import Limit
from citadels_sim.runs.reading import Run
from citadels_sim.tables.keys import key_of

FIGURES: Final = {"dead_turns": (TEMPO, "turns_lost"), "interaction": (AIMS, "per_turn"), "decisiveness": (FLOW, "decided_at")}
"""Criterion to the family and the figure that answer it."""


def judge_run(run: Run, limits: Mapping[str, Limit] | None = None) -> list[Judgement]:
    """Judge every table of a run against limits, left out: those that it declares."""
    families = [only(family, [metric for metric in family.metrics if metric.name == name]) for family, name in FIGURES.values()]
    return judge(analyse_flow(run, families), declared_limits([run]) if limits is None else limits)


def judge(flow: FlowAnalysis, limits: Mapping[str, Limit]) -> list[Judgement]:
    """Judge dead turns, interaction and decisiveness at every table whose games were noted round by round.

    Parameters
    ----------
    flow : FlowAnalysis
    limits : mapping
        From `declared_limits.declared_limits`.
    """
    judgements = []
    for cell in flow.run.manifest.cells:
        key = key_of(cell.key)
        for criterion, (family, metric) in FIGURES.items():
            rows = flow.estimates.filter(of_table(key), table=family.name, metric=metric)
            if rows.is_empty():
                continue  # too few deals for win chances
            judgements.append(judgement(criterion, limits[criterion], key, single(rows), {"games": cell.games, "blocks": cell.blocks}))
    return judgements
