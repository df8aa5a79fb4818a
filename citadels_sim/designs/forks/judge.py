"""Judging characters from runs of forks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from citadels_sim.designs.forks.analyse import ForkAnalysis, analyse_forks
from citadels_sim.designs.forks.metrics import FORKS
from citadels_sim.judge.criteria import Judgement
from citadels_sim.judge.declared_limits import one_number
from citadels_sim.judge.judging import judgement, members_of, of_table
from citadels_sim.limits import Limit, wishes_of
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.planning import Needed
from citadels_sim.tables.keys import CELL

FIGURES: Final = {"character": (FORKS, "win_effect")}
"""Criterion to the family and the figure that answer it."""


def judge_run(run: Run, limits: Mapping[str, Limit] | None = None) -> list[Judgement]:
    """Judge the characters at every table of a run against a limit, left out: the margin that it declares."""
    if limits is None:
        return judge(analyse_forks(run))
    return judge(analyse_forks(run, one_number(limits, "character"), wishes_of(limits, "character")))


def judge(forks: ForkAnalysis, _limits: Mapping[str, Limit] | None = None) -> list[Judgement]:
    """Judge the characters at every table that was forked, against the margin that they were analysed with."""
    judgements = []
    for cell in forks.cells.iter_rows(named=True):
        key = {name: cell[name] for name in CELL}
        effects = forks.effects.filter(of_table(key), metric="win_effect")
        needed = None if cell["needed_nodes"] is None else Needed(cell["needed_nodes_low"], cell["needed_nodes"])
        facts = {"games": cell["nodes"], "blocks": cell["blocks"]}
        extra = {name: cell[name] for name in ("balanced", "characters", "spread", "spread_low", "spread_high")}
        verdicts = forks.verdicts.filter(of_table(key))
        inner = {name: (low, high) for name, low, high in verdicts.select("character", "inner_low", "inner_high").iter_rows()}
        members = [replace(member, wish=forks.wishes.get(member.group)) for member in members_of(effects, inner)]
        judgements.append(judgement("character", forks.margin, key, members, facts, needed=needed, **extra))
    return judgements
