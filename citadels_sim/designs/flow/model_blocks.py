"""How far the win chances can be trusted: how much the model explains beside its rivals, and whether its chances mean what they say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from citadels_sim.designs.flow.cell_flow import CellFlow
from citadels_sim.designs.flow.model_metrics import WIN_MODEL
from citadels_sim.designs.flow.tables import THIRDS
from citadels_sim.show.blocks import Column, Dots, Row, unknown
from citadels_sim.show.charts import style
from citadels_sim.show.curve import Curve, Line
from citadels_sim.show.values import Value
from citadels_sim.text import listed

_COLUMNS: Final = {
    "skill": Column("Win model"),
    "skill_leader": Column("Leader"),
    "brier": Column("Brier, model", further=True),
    "brier_leader": Column("Brier, leader", further=True),
    "brier_equal": Column("Brier, 1/players", further=True),
    "log_loss": Column("Log loss, model", further=True),
    "log_loss_leader": Column("Log loss, leader", further=True),
    "log_loss_equal": Column("Log loss, 1/players", further=True),
}
_LEAST: Final = 0.01
"""Share of the seats of a third below which a tenth is left to the numbers: a few games say nothing."""


def model_blocks(here: CellFlow) -> Iterator[Dots]:
    """Show how much of who wins the model explains, third by third; nothing of too few deals for one."""
    at = here.groups(WIN_MODEL.name)
    rows = tuple(
        Row(
            f"{third.capitalize()} rounds",
            (*(Value.from_row(at[third].get(name), own=True) for name in _COLUMNS), Value(at[third]["brier"]["count"], unit="count")),
            third,
        )
        for third in THIRDS
        if third in at
    )
    if not rows:
        return
    known = not any(value.few for row in rows for value in row.values[:2])
    model, leader = (listed([row.values[i].text for row in rows]) for i in range(2))
    yield Dots(
        slug="flow-model",
        title="Accuracy of the win model",
        table=WIN_MODEL.name,
        cell=here.cell,
        finding=(
            f"The win model explains {model} of who wins in {listed([row.key for row in rows])} rounds; the lead by score explains "
            f"{leader}."
            if known
            else unknown(here.deals)
        ),
        unit="explained share of who wins (Brier skill)",
        how=(
            "0 %: as good as equal chances; 100 %: knows the winner. Every game is predicted by a model fitted on other deals. Leader: a "
            "model that knows only who has the highest score and how far the game has progressed."
        ),
        members="",
        basis=here.basis,
        head="Rounds",
        columns=(*_COLUMNS.values(), Column("States", further=True)),
        rows=rows,
    )


def calibration_block(here: CellFlow) -> Curve:
    """Show what seats won against what the model gave them."""
    share = pl.col("seats") / pl.col("seats").sum().over("third")
    table = here.calibration.with_columns(enough=share >= _LEAST)
    points = [row for row in table.iter_rows(named=True) if row["enough"]]
    return Curve(
        slug="flow-calibration",
        title="Calibration of the win model",
        table="calibration",
        cell=here.cell,
        finding=_finding(points, here.deals),
        unit="share won by seats whose predicted win chance is in the same tenth",
        how=(
            "On the dashed line, wins equal predictions. Every game is predicted by a model fitted on other deals. Tenths with less than 1 "
            "% of the seats of a third are only in the table."
        ),
        members="",
        basis=here.basis,
        head="Third of the game and tenth of W",
        columns=(Column("Given"), Column("Won"), Column("Seats and rounds", further=True)),
        rows=tuple(_row(row) for row in table.iter_rows(named=True)),
        lines=tuple(
            Line(f"{third.capitalize()} rounds", tuple((row["predicted"], _won(row)) for row in points if row["third"] == third))
            for third in THIRDS
            if any(row["third"] == third for row in points)
        ),
        across="Predicted win chance",
        diagonal=True,
    )


def _row(row: dict[str, Any]) -> Row:
    given = Value(row["predicted"], unit="share", no_interval=True)
    head = f"{row['third'].capitalize()}, {10 * row['tenth']} to {10 * row['tenth'] + 10}\u00a0%"
    return Row(head, (given, _won(row), Value(row["seats"], unit="count")))


def _won(row: dict[str, Any]) -> Value:
    return Value(row["observed"], row["low"], row["high"], "share")


def _finding(points: list[dict[str, Any]], deals: int) -> str:
    known = [row for row in points if not _won(row).few]
    if not known:
        return unknown(deals)
    inside = sum(row["low"] <= row["predicted"] <= row["high"] for row in known)
    far = max(known, key=lambda row: abs(row["observed"] - row["predicted"]))
    return (
        f"The interval of the wins contains the predicted win chance in {inside} of {len(known)} tenths (19 of 20 expected); the largest "
        f"difference is in {far['third']} rounds: {style.percent(far['predicted'])} predicted, {_won(far).whole} won."
    )
