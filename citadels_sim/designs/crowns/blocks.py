"""What forks of the crown show: what drafting first in a round is worth, and what each later place costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from citadels_sim.designs.crowns.analyse import CROWN_MARGIN, CrownAnalysis, analyse_crowns
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Column, Dots, Row, Shown, cells_of, counted, farthest, states_of, too_few
from citadels_sim.show.values import Value, Verdict
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of

_THIRDS: Final = ("early", "middle", "late")
_COLUMNS: Final = (
    Column("Effect"),
    *(Column(f"{third.capitalize()} rounds", further=True) for third in _THIRDS),
    Column("Points", further=True),
)


def show(run: Run, margin: float | None = None) -> Shown:
    """Analyse a run of forks of the crown; see `show.blocks.Blocks`; the margin is in win chance per round."""
    crowns = analyse_crowns(run, CROWN_MARGIN if margin is None else margin)
    tables = {"verdicts": crowns.verdicts, "effects": crowns.effects, "stages": crowns.stages}
    names = {name: f"crown_{name}" for name in tables}
    return Shown(tuple(_block(crowns, cell) for cell in cells_of(crowns.effects)), tables, names, {"margin": crowns.margin})


show_some = show
"""Of a part of a run; see `runs.design.Design.module`."""


def _block(crowns: CrownAnalysis, cell: Cell) -> Dots:
    effects = {(row["metric"], row["group"]): row for row in crowns.effects.filter(**key_of(cell)).iter_rows(named=True)}
    thirds = {(row["part"], row["group"]): row for row in crowns.stages.filter(**key_of(cell), split="stage").iter_rows(named=True)}
    verdicts = crowns.verdicts.filter(**key_of(cell))
    rows = []
    for verdict in verdicts.iter_rows(named=True):
        place = str(verdict["place"])
        effect = Value.from_row(effects["place_effect", place], Verdict.from_row(verdict, "nodes"))
        split = (Value.from_row(thirds.get((third, place))) for third in _THIRDS)
        points = Value.from_row(effects["place_points", place], unit="difference")
        rows.append(Row(_place(int(place)), (effect, *split, points)))
    margin, nodes, deals = f"{100 * crowns.margin:g} pp", int(verdicts["nodes"][0]), int(effects["place_effect", "0"]["blocks"])
    return Dots(
        slug="crown-worth",
        title="The crown of a round",
        table="effects",
        cell=cell,
        finding=too_few(deals) if deals < LEAST_COUNT else _finding(rows, margin),
        unit="percentage points of win chance",
        how="The crown of one round was given to every seat in turn on copies of the same game; 0 is a seat's mean over all holders.",
        members="places",
        basis=counted(nodes, "nodes"),
        head="Place",
        columns=_COLUMNS,
        rows=tuple(rows),
        folded=set(states_of(rows)) == {"holds"},
        first_page=True,
        limit=crowns.margin,
        notes=tuple(_where(crowns.run, cell)),
    )


def _where(run: Run, cell: Cell) -> Iterator[str]:
    """Say under which condition rounds were forked, and how often it holds."""
    if where := run.manifest.experiment.where:
        nodes = run.own_rows("nodes").filter(**key_of(cell)).select(pl.col("weight", "looked").sum()).collect()
        yield f"Only where {where}: {nodes['weight'].item():,} of {nodes['looked'].item():,} rounds examined."


def _place(place: int) -> str:
    return "Crown holder" if place == 0 else f"{place} seat{'s' * (place > 1)} after it"


def _finding(rows: Sequence[Row], margin: str) -> str:
    """Name the place that is shown to matter most; else what drafting first is worth, which is undecided, or that no place matters."""
    if far := farthest(rows, "fails"):
        place = far.head.replace(" it", " the crown").lower()
        return f"The place in the draft of a round matters: {place} {far.values[0].whole} of win chance."
    if set(states_of(rows)) == {"holds"}:
        return f"The crown of a round changes no place's win chance by more than {margin}."
    return f"Undecided whether the crown of a round matters; it gives its holder {rows[0].values[0].whole} of win chance."
