"""Blocks for pages: what the templates draw, with positions on a common scale, and a table with all figures of a block."""

from __future__ import annotations

from dataclasses import replace

from citadels_sim.charts.grids import Grid
from citadels_sim.show import drawing
from citadels_sim.show.axis import axis
from citadels_sim.show.blocks import Block, Dots, Heat, Value
from citadels_sim.show.drawing import Figure, Mark, Where, tone
from citadels_sim.verdicts import MARKS


def drawn(block: Block, where: Where, *, brief: bool = False) -> drawing.Block:
    """Lay out a block as its form wants it; `where` names the table of players; brief: without its notes."""
    block = replace(block, notes=()) if brief else block
    if isinstance(block, Dots):
        return _dots(block, where)
    return _cells(block, where)


def _dots(block: Dots, where: Where) -> drawing.Dots:
    firsts = [row.values[0] for row in block.rows]
    unit = firsts[0].unit
    factor = 100 if unit in ("points", "share") else 1
    ends = [end for value in firsts if not value.few for end in (value.value, value.low, value.high)]
    limit = None if block.limit is None else (-factor * block.limit, factor * block.limit)
    scale = axis(
        [None if end is None else factor * end for end in ends], allowed=limit, signed=unit in ("points", "difference"),
        unit="\u00a0%" if unit == "share" else "",
    )  # fmt: skip

    def row(head: str, value: Value) -> drawing.Row:
        shown = Figure(value.text, value.interval)
        if value.few or value.value is None or value.low is None or value.high is None:
            return drawing.Row(head, shown)
        state = value.shown.state if value.shown else ""
        line = scale.at(factor * value.low), scale.at(factor * value.high)
        return drawing.Row(head, shown, (Mark(scale.at(factor * value.value), state),), line, state)

    rows = tuple(row(one.head, value) for one, value in zip(block.rows, firsts, strict=True))
    return drawing.Dots(where, block.finding, how_words(block), folded=block.folded, head=block.head, axis=scale, rows=rows)


def _cells(block: Block, where: Where) -> drawing.Heat:
    """Lay out all figures as cells, tinted where the form wants it; the unit stands in the words below."""

    def cell(value: Value) -> drawing.Cell:
        tint = tone(value.value, block.limit) if isinstance(block, Heat) and not value.few and value.value is not None else ""
        return drawing.Cell(Figure(value.text.replace("\u00a0pp", ""), value.interval), value.shown.state if value.shown else "", tint)

    lines = tuple(drawing.Line(row.head, tuple(map(cell, row.values))) for row in block.rows)
    columns = tuple((column.head, None) for column in block.columns)
    return drawing.Heat(where, block.finding, how_words(block), folded=block.folded, columns=columns, lines=lines, head=block.head)


def how_words(block: Block) -> str:
    """Say how a drawn block is read: its unit, what was done, its band and its lines, and what else is known of it."""
    sentences = [f"{block.unit[:1].upper()}{block.unit[1:]}.", block.how]
    if isinstance(block, Dots):
        if block.limit is not None:
            limit = f"{100 * block.limit:g} pp" if block.rows[0].values[0].unit == "points" else f"{block.limit:g}"
            sentences.append(f"Band: ±\u00a0{limit}.")
        sentences.append(f"Lines: 95 % intervals {f'for all {block.members} at once' if block.members else 'of each alone'}.")
        if any(row.values[0].verdict for row in block.rows) and block.limit is not None:
            sentences.append(f"{MARKS['holds']}: its own interval, which is narrower, lies in the band.")
    return " ".join((*sentences, *block.notes))


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
    return Grid(f"{block.title}: the numbers", tuple(heads), tuple(rows), folded=True)


def _verdict(value: Value) -> str:
    return f"{MARKS[value.shown.state]} {value.shown.words}" if value.shown else "–"
