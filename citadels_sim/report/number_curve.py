"""A figure along a number as a block: a row for each value, with its verdict, and the difference from the present value."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import polars as pl

from citadels_sim.judge.criteria import CRITERIA, Member
from citadels_sim.limits import Limit, ends
from citadels_sim.report.card import limit_words, who
from citadels_sim.report.study_facts import Interval, NumberCurve, NumberPoint
from citadels_sim.show.blocks import Column, Dots, Row, counted
from citadels_sim.show.values import Unit, Value, Verdict
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell
from citadels_sim.text import listed, lower_first, upper_first
from citadels_sim.verdicts import State

TABLE: Final = "curve"
"""Name of the table with all its numbers."""


def curve_block(curve: NumberCurve, criterion: str, group: str, cell: Cell, limit: Limit, *, judged: bool = True) -> Dots:
    """Show a figure along a number.

    Parameters
    ----------
    curve : NumberCurve
    criterion, group : str
        Whose figure it is.
    cell : Cell
        Variant, number of players, line-up.
    limit : float or tuple of (float, float)
        Of the criterion, in the unit of its figures.
    judged : bool
        Whether it gives verdicts; a page that has the present figure from more deals gives its own.
    """
    entry = CRITERIA[criterion]
    unit: Unit = "points" if entry.side == "both" else "share" if entry.form.scale != 1 else "number"
    name = who(criterion, Member(group, 0.0, None, None, None, None)) if criterion in ("character", "seat") else entry.title
    name = upper_first(name)
    named = f"the {name}" if criterion == "character" else lower_first(name)

    def row(point: NumberPoint) -> Row:
        verdict = Verdict(_word(criterion, point.figure, limit, curve.blocks)) if judged and point.figure else None
        moved = _value(point.difference, "difference" if unit == "number" else "points")
        return Row(
            point_words(curve, point),
            (_value(point.figure, unit, verdict), Value(None, unit="count") if point.value == curve.now else moved),
            str(point.value),
        )

    along = f"{name}, by {lower_first(curve.title.partition(';')[0])}:"
    return Dots(
        slug=f"curve-{curve.key.replace('.', '-').replace('_', '-')}",
        title=f"Effect of {curve.key} on {named}",
        table=TABLE,
        cell=cell,
        finding=f"{_finding(curve, criterion, name, limit) if judged else along} {_strongest(curve, unit)}",
        unit=f"percentage points of {entry.unit}" if unit == "points" else entry.unit,
        how=f"Each value was played on the same deals{'' if judged else ', which are used for this alone'}; "
        f"limit: {limit_words(criterion, limit)}.",
        members="values",
        basis=counted(curve.blocks),
        head=upper_first(curve.title) if judged else "Value",
        columns=(Column(name), Column("Change from now")),
        rows=tuple(map(row, curve.points)),
        limit=limit if entry.side == "both" and not isinstance(limit, tuple) else None,
        null=None if entry.side in ("both", "between") or isinstance(limit, tuple) or entry.form.scale != 1 else limit,
    )


def point_words(curve: NumberCurve, point: NumberPoint) -> str:
    """Write a value of a number: ``2``, ``1 (now)``."""
    text = f"{point.value:g}" if isinstance(point.value, float) else str(point.value)
    return f"{text} (now)" if point.value == curve.now else text


def curve_table(curve: NumberCurve, criterion: str, limit: Limit) -> pl.DataFrame:
    """Return all numbers of a curve: a row for each value, figures in the criterion's unit, null where there is none."""
    rows = []
    for point in curve.points:
        figure, difference = point.figure or (None,) * 3, point.difference or (None,) * 3
        ends_of = dict(
            zip(("value", "low", "high", "difference", "difference_low", "difference_high"), (*figure, *difference), strict=True)
        )
        word = _word(criterion, point.figure, limit, curve.blocks) if point.figure else None
        rows.append({"key": curve.key, "at": str(point.value), "now": point.value == curve.now, **ends_of, "verdict": word})
    numbers = dict.fromkeys(("value", "low", "high", "difference", "difference_low", "difference_high"), pl.Float64)
    return pl.DataFrame(rows, schema={"key": pl.String, "at": pl.String, "now": pl.Boolean, **numbers, "verdict": pl.String})


def _value(triple: Interval | None, unit: Unit, verdict: Verdict | None = None) -> Value:
    return Value(None, unit=unit) if triple is None else Value(*triple, unit=unit, verdict=verdict)


def _word(criterion: str, figure: Interval, limit: Limit, blocks: int) -> str:
    """Return the verdict on a figure by its interval, which holds for all values at once."""
    value, low, high = figure
    least, most = ends(CRITERIA[criterion].side, limit)
    state: State = "holds" if least <= low and high <= most else "fails" if low > most or high < least else "open"
    state = "open" if blocks < LEAST_COUNT else state
    return CRITERIA[criterion].word(state, Member("", value, None, None, None, None))


def _finding(curve: NumberCurve, criterion: str, name: str, limit: Limit) -> str:
    """Say at which values the figure is what: ``Merchant: balanced at 0; too strong at 1 (now), 2 and 3.``."""
    known = [(point_words(curve, point), _word(criterion, point.figure, limit, curve.blocks)) for point in curve.points if point.figure]
    if not known:
        return f"{name}: no figure at any of these values."
    parts = [f"{word} at {listed([text for text, _ in some])}" for word, some in groupby(known, key=lambda each: each[1])]
    return f"{name}: {'; '.join(parts)}."


def _strongest(curve: NumberCurve, unit: Unit) -> str:
    """Say what the value does that is shown to move the figure most: ``3 instead of 1: +12 pp [5, 18].``."""
    sure = [(point, point.difference) for point in curve.points if point.difference and point.difference[1] * point.difference[2] > 0]
    now = next((point_words(curve, point).removesuffix(" (now)") for point in curve.points if point.value == curve.now), str(curve.now))
    if not sure:
        return f"No value is shown to differ from {now}."
    point, difference = max(sure, key=lambda each: abs(each[1][0]))
    return f"{point_words(curve, point)} instead of {now}: {_value(difference, 'difference' if unit == 'number' else 'points').whole}."
