"""Blocks for pages: what the templates draw, with positions on a common scale, and a table with all figures of a block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from citadels_sim.show import drawing
from citadels_sim.show.axis import axis
from citadels_sim.show.bars import Bars
from citadels_sim.show.blocks import Block, Dots, Heat, Row
from citadels_sim.show.charts.grids import Grid
from citadels_sim.show.curve import Curve, Line
from citadels_sim.show.drawing import Figure, Mark, Where, tone
from citadels_sim.show.values import Value
from citadels_sim.text import upper_first
from citadels_sim.verdicts import MARKS

_QUARTERS: Final = (0, 25, 50, 75, 100)
"""Ticks of a scale of shares, in per cent."""


def drawn(block: Block, where: Where, *, brief: bool = False) -> drawing.Block:
    """Lay out a block as its form wants it; `where` names the table of players; brief: without its notes."""
    block = replace(block, notes=()) if brief else block
    if isinstance(block, Dots):
        return _dots(block, where)
    if isinstance(block, Curve):
        return _curve(block, where)
    if isinstance(block, Bars):
        return _bars(block, where)
    return _cells(block, where)


def _dots(block: Dots, where: Where) -> drawing.Dots:
    unit = block.scale_unit
    factor = 100.0 if unit in ("points", "share") else 1.0
    factors = tuple(1 / limit for limit in block.limits) or (factor,) * len(block.rows)
    ends = [
        factor * (end or 0.0)
        for factor, row in zip(factors, block.rows, strict=True)
        for one in block.drawn(row).values()
        for end in ((one.value,) if block.marks else (one.value, one.low, one.high))
    ]
    limit = 1.0 if block.limits else None if block.limit is None else factor * block.limit
    ends += [] if block.null is None else [factor * block.null]
    scale = axis(
        ends,
        allowed=None if limit is None else (-limit, limit),
        signed=unit in ("points", "difference"),
        unit="\u00a0%" if unit == "share" else "",
    )
    scale = scale if block.null is None else replace(scale, zero=scale.at(factor * block.null))

    def row(one: Row, factor: float) -> drawing.Row:
        value = one.values[0]
        shown = Figure(value.text, value.interval)
        state = value.shown.state if value.shown else ""
        drawn = block.drawn(one)
        if not drawn:
            return drawing.Row(one.head, shown, state=state if value.equal_deals else "", note=one.note)
        marks = tuple(
            Mark(
                scale.at(factor * (each.value or 0.0)), each.shown.state if each.shown else "", f"{name}: {each.whole}" * bool(block.marks)
            )
            for name, each in drawn.items()
        )
        ends = [mark.at for mark in marks] if block.marks else [scale.at(factor * (end or 0.0)) for end in (value.low, value.high)]
        return drawing.Row(one.head, shown, marks, (min(ends), max(ends)), state, note=one.note)

    rows = tuple(row(one, factor) for one, factor in zip(block.rows, factors, strict=True))
    return drawing.Dots(where, block.finding, how_words(block), folded=block.folded, head=block.head, axis=scale, rows=rows)


def _curve(block: Curve, where: Where) -> drawing.Curve:
    """Lay out the lines in a square of 100 by 100, and some of their figures as cells."""
    places = [at for line in block.lines for at, *_ in line.known]
    scale = None if block.shares else axis(places)
    at = scale.at if scale else lambda place: round(100 * place, 2)
    below = [row for row in block.rows if row.head in block.below]
    lines = tuple(
        drawing.Line(column.head, tuple(drawing.Cell(Figure(row.values[i].text, row.values[i].interval)) for row in below))
        for i, column in enumerate(block.columns)
        if below and not column.further
    )
    return drawing.Curve(
        where,
        block.finding,
        how_words(block),
        folded=block.folded,
        traces=tuple(_trace(line, at) for line in block.lines),
        even=None if block.even is None else _down(block.even),
        diagonal=block.diagonal,
        across=block.across,
        x=scale.ticks if scale else tuple((tick, f"{tick}\u00a0%") for tick in _QUARTERS),
        y=tuple((100 - tick, f"{tick}\u00a0%") for tick in _QUARTERS),
        columns=tuple((row.head, None) for row in below),
        lines=lines,
    )


def _trace(line: Line, at: Callable[[float], float]) -> drawing.Trace:
    known = [(at(place), *map(_down, figures)) for place, *figures in line.known]
    edges = [(x, high) for x, _, _, high in known] + [(x, low) for x, _, low, _ in reversed(known)]
    return drawing.Trace(line.head, _path([(x, y) for x, y, *_ in known]), _path(edges) if line.banded else "")


def _path(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _down(share: float) -> float:
    """Return the height of a share from the top of the square."""
    return round(100 - 100 * share, 2)


def _bars(block: Bars, where: Where) -> drawing.Bars:
    unit = block.rows[0].values[0].unit
    factor = 100 if unit == "share" else 1
    drawn = [block.drawn(i) for i in range(len(block.rows))]
    lengths = [sum(factor * (value.value or 0.0) for value in values) for values in drawn]
    ends = [] if block.parts else [factor * value.high for values in drawn for value in values if value.high is not None]
    scale = axis([0.0, *lengths, *ends], unit="\u00a0%" if unit == "share" else "")
    rows = []
    for row, values in zip(block.rows, drawn, strict=True):
        parts, left = [], 0.0
        for name, value in zip(block.names, values, strict=bool(values)):
            right = left + factor * (value.value or 0.0)
            parts.append((scale.at(left), round(scale.at(right) - scale.at(left), 2), f"{row.head}, {name}: {value.whole}"))
            left = right
        first, line = row.values[0], None
        if values and not block.parts and first.low is not None and first.high is not None:
            line = scale.at(factor * first.low), scale.at(factor * first.high)
        rows.append(drawing.Bar(row.head, Figure(first.text, first.interval), tuple(parts), line))
    legend = block.names if block.parts else ()
    return drawing.Bars(
        where, block.finding, how_words(block), folded=block.folded, head=block.head, axis=scale, legend=legend, rows=tuple(rows)
    )


def _cells(block: Block, where: Where) -> drawing.Heat:
    """Lay out all figures as cells, tinted where the form wants it; the unit stands in the words below."""
    limits = (block.limits or (block.limit,) * len(block.rows)) if isinstance(block, Heat) else (None,) * len(block.rows)

    def cell(value: Value, first: Value, limit: float | None) -> drawing.Cell:
        tint = "" if limit is None or value.few or value.value is None or not value.signed else tone(value.value, limit)
        text = value.text.replace("\u00a0pp", "") if first.unit in (value.unit, "count") else value.text
        if value.unit == "words":
            return drawing.Cell(Figure(""), words=value.text)
        return drawing.Cell(Figure(text, value.interval), value.shown.state if value.shown else "", tint)

    lines = tuple(
        drawing.Line(row.head, tuple(cell(*pair, limit) for pair in zip(row.values, block.rows[0].values, strict=True)))
        for row, limit in zip(block.rows, limits, strict=True)
    )
    columns = tuple((column.head, None) for column in block.columns)
    return drawing.Heat(where, block.finding, how_words(block), folded=block.folded, columns=columns, lines=lines, head=block.head)


def how_words(block: Block) -> str:
    """Say how a drawn block is read: its unit, what was done, its band and its lines, and what else is known of it."""
    sentences = [f"{upper_first(block.unit)}." if block.unit else "", block.how]
    if isinstance(block, Dots):
        if block.limit is not None:
            limit = f"{100 * block.limit:g} pp" if block.scale_unit == "points" else f"{block.limit:g}"
            sentences.append(f"Band: ±\u00a0{limit}.")
        if block.limits:
            sentences.append("Each figure has its own limit: the scale is in multiples of the limit, and the band is within limits.")
        if block.null is not None:
            sentences.append(f"Dashed: {block.null:g}.")
        if not block.marks:
            sentences.append(f"Lines: {_intervals(block)}.")
        if not block.marks and any(row.values[0].verdict for row in block.rows) and (block.limits or block.limit is not None):
            sentences.append(f"{MARKS['holds']}: the narrower interval of this figure alone lies in the band.")
    if isinstance(block, Curve) and any(line.banded for line in block.lines):
        sentences.append(f"Bands: {_intervals(block)}.")
    if isinstance(block, Bars) and not block.parts:
        sentences.append(f"Lines: {_intervals(block)}.")
    return " ".join(filter(None, (*sentences, *block.notes)))


def _intervals(block: Block) -> str:
    return block.ranges or f"95 % intervals {f'for all {block.members} at once' if block.members else 'for each alone'}"


def grid(block: Block) -> Grid:
    """Lay out all figures of a block as a table of words."""
    judged = [any(row.values[i].verdict for row in block.rows) for i in range(len(block.columns))]
    heads = [block.head]
    for column, verdict in zip(block.columns, judged, strict=True):
        heads += [column.head, "Verdict"] if verdict else [column.head]
    rows = []
    for row in block.rows:
        cells = [row.head]
        for value, verdict in zip(row.values, judged, strict=True):
            cells += [value.whole, _verdict(value)] if verdict else [value.whole]
        rows.append(tuple(cells))
    words = all(value.unit == "words" for row in block.rows for value in row.values[-1:])
    caption = block.title if words else f"{block.headed(':')} numbers"
    return Grid(caption, tuple(heads), tuple(rows), kind="words" if words else "")


def _verdict(value: Value) -> str:
    return f"{MARKS[value.shown.state]} {value.shown.words}" if value.shown else "–"
