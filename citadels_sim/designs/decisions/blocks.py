"""What forked decisions show: what each group of options brings, for each grouping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from citadels_sim.designs.decisions import GROUPINGS
from citadels_sim.designs.decisions.analyse import DECISION_MARGIN, NOTHING, DecisionAnalysis, analyse_decisions
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Column, Dots, Row, Shown, cells_of, counted, farthest, states_of, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value, Verdict
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of

_COLUMNS: Final = {
    "option_effect": Column("Effect"),
    "option_share": Column("Chosen when possible", further=True),
    "chosen_option_effect": Column("Where the bot chooses it", further=True),
    "over_nothing": Column("Against doing nothing", further=True),
    "target_effect": Column("Effect on the target", further=True),
    "option_points": Column("Points", further=True),
}
_WORDS: Final = {
    "leader": "Leader",
    "last": "Last",
    "richest": "Richest",
    "most cards": "Most cards",
    "none of these": "None of these",
    "nobody": "Held by nobody",
    "own city": "Own city",
    "deck": "The deck",
    "gold": "Gold",
    "cards": "Cards",
}
"""Groups of options in words; costs, types and hands say what they are."""


def show(run: Run, margin: float | None = None) -> Shown:
    """Analyse a run of forked decisions; see `show.blocks.Blocks`; the margin is in win chance per decision."""
    decisions = analyse_decisions(run, DECISION_MARGIN if margin is None else margin)
    blocks = [
        _block(decisions, cell, grouping)
        for cell in cells_of(decisions.cells)
        for grouping in decisions.kind.groupings
        if decisions.verdicts.filter(**key_of(cell), grouping=grouping).height
    ]
    tables = {"cells": decisions.cells, "verdicts": decisions.verdicts, "effects": decisions.effects, "choices": decisions.choices}
    names = {name: f"decision_{name}" for name in tables}
    return Shown(tuple(blocks), tables, names, {"margin": decisions.margin}, decisions)


show_some = show
"""Of a part of a run; see `runs.design.Design.module`."""


def _block(decisions: DecisionAnalysis, cell: Cell, grouping: str) -> Dots:
    key, kind = key_of(cell), decisions.kind
    effects = {(row["metric"], row["group"]): row for row in decisions.effects.filter(**key, grouping=grouping).iter_rows(named=True)}
    metrics = [metric for metric in _COLUMNS if any(name == metric for name, _ in effects)]
    rows = []
    for verdict in decisions.verdicts.filter(**key, grouping=grouping).iter_rows(named=True):
        group = verdict["group"]
        first = Value.from_row(effects.get(("option_effect", group)), Verdict.from_row(verdict, "nodes"))
        others = (
            Value.from_row(effects.get((metric, group)), unit="difference" if metric == "option_points" else None) for metric in metrics[1:]
        )
        rows.append(Row(_head(group, grouping, kind.nothing), (first, *others, Value(verdict["nodes"], unit="count")), group))
    if grouping in ("character", "target", "type"):
        rows.sort(key=lambda row: (row.values[0].few, -(row.values[0].value or 0.0)))
    whole = decisions.cells.filter(**key).row(0, named=True)
    return Dots(
        slug=f"decisions-{grouping}",
        title=f"{kind.title}, by {GROUPINGS[grouping]}",
        table="effects",
        cell=cell,
        finding=too_few(whole["blocks"]) if whole["blocks"] < LEAST_COUNT else _finding(rows, f"{100 * decisions.margin:g} pp"),
        unit="percentage points of win chance per decision",
        how="Every option was played on copies of the same game; 0 is the mean of all options.",
        members="groups",
        first_page=True,
        basis=counted(whole["nodes"], "nodes"),
        head=GROUPINGS[grouping].capitalize(),
        columns=(*(_COLUMNS[metric] for metric in metrics), Column("Nodes", further=True)),
        rows=tuple(rows),
        notes=tuple(_notes(decisions, cell, whole)),
        limit=decisions.margin,
    )


def _head(group: str, grouping: str, nothing: str) -> str:
    if group == NOTHING:
        return nothing.capitalize()
    if grouping == "character":
        return style.title_of(group)
    return f"{group} gold" if grouping == "cost" else _WORDS.get(group, group.capitalize())


def _finding(rows: Sequence[Row], margin: str) -> str:
    """Name the group that is shown to matter most; else say that none does, or that this is undecided."""
    if far := farthest(rows, "fails"):
        more = sum(state == "fails" for state in states_of(rows)) - 1
        others = f"; {more} more beyond {margin}" if more else ""
        return f"{far.head}: {far.values[0].whole} against the mean of all options{others}."
    if set(states_of(rows)) == {"holds"}:
        return f"No group of options changes the win chance by more than {margin}."
    return f"No group of options is shown to change the win chance by more than {margin}."


def _notes(decisions: DecisionAnalysis, cell: Cell, whole: Mapping[str, Any]) -> Iterator[str]:
    """Say under which condition, how often it holds, and how well the bots decide."""
    where = decisions.run.manifest.experiment.where
    if where is not None:
        yield f"Only where {where}: {whole['asked']:,} of {whole['looked']:,} {decisions.kind.what} examined."
    choices = {row["metric"]: row for row in decisions.choices.filter(**key_of(cell)).iter_rows(named=True)}
    edge, regret = (Value.from_row(choices.get(name), own=True) for name in ("choice_edge", "choice_regret"))
    if not edge.few and edge.value is not None:
        better = "" if regret.few or regret.value is None else f"; always choosing the best would gain at least {regret.whole} more"
        yield f"The bots' own choices gain {edge.whole} over random ones{better}."
