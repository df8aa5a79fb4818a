"""Blocks as charts for files, drawn by Matplotlib: one drawing for each form."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import polars as pl

from citadels_sim.show.bars import Bars
from citadels_sim.show.blocks import Block, Dots, Heat
from citadels_sim.show.charts import curves
from citadels_sim.show.charts.bars import Filling, Stacks
from citadels_sim.show.charts.chart import Chart, Drawing, Scale, make_chart
from citadels_sim.show.charts.heat import Heat as Tiles
from citadels_sim.show.charts.heat import Tile
from citadels_sim.show.charts.marks import Look, series
from citadels_sim.show.charts.points import Points
from citadels_sim.show.charts.style import BLUE, GREEN, MARKS, ORANGE, PURPLE, SKY, VERMILLION
from citadels_sim.show.curve import Curve
from citadels_sim.show.page import how_words
from citadels_sim.show.values import Unit
from citadels_sim.text import lower_first
from citadels_sim.verdicts import STATES, State

_LOOKS: Final[dict[State, tuple[str, str, bool]]] = {
    "holds": (GREEN, "o", True),
    "fails": (VERMILLION, "D", True),
    "open": (BLUE, "o", False),
}

_FEW_LINES: Final = 3
_DASHES: Final[tuple[Any, ...]] = ("-", (0, (6, 1.5)), (0, (2, 1.2)), (0, (4, 1.5, 1, 1.5)))
"""Of the lines of a curve, which differ in them as well as in their colours."""
_POINTS: Final = {"line": pl.String, "at": pl.Float64, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}

_FILLINGS: Final = (
    Filling("", BLUE, "#ffffff"),
    Filling("", SKY, "#1f2328"),
    # As bright as the one before it: it needs a sign of its own in grey print.
    Filling("", ORANGE, "#1f2328", "///"),
    Filling("", GREEN, "#ffffff"),
    Filling("", PURPLE, "#ffffff"),
)

_SCALES: Final[dict[Unit, Scale]] = {"points": Scale("pp of win chance"), "share": Scale("", "%")}


def chart(block: Block, source: str) -> Chart | None:
    """Draw a block as its form wants it; None for one of which nothing is drawn.

    Parameters
    ----------
    block : Block
    source : str
        Name of the table with all its numbers.
    """
    if isinstance(block, Dots):
        kind, drawing, data = _points(block)
    elif isinstance(block, Heat):
        kind, drawing, data = _tiles(block)
    elif isinstance(block, Curve):
        kind, drawing, data = _lines(block)
    elif isinstance(block, Bars) and any(map(block.drawn, range(len(block.rows)))):
        kind, drawing, data = _stacks(block)
    else:
        return None
    stem = "-".join(str(part) for part in (block.slug, block.other, *block.cell) if part)
    title = f"{block.headed(':')} {block.subject}"
    return make_chart(
        drawing,
        stem,
        title,
        block.finding,
        how_words(block),
        f"{kind}: {lower_first(block.title)}",
        data,
        source,
    )


def _points(block: Dots) -> tuple[str, Drawing, pl.DataFrame]:
    """Draw the first figure of every row with its interval, and the band of the limit."""
    players = block.cell[1]
    kind = block.scale_unit
    factors = {row.head: 1 / limit for row, limit in zip(block.rows, block.limits, strict=bool(block.limits))}
    data = pl.DataFrame(
        [
            {
                "group": row.head,
                "players": players,
                "series": name if block.marks else one.verdict.word if one.verdict else "",
                "tip": f"{row.head}{f', {name}' * bool(block.marks)}: {one.whole}",
                **{
                    end: factors.get(row.head, 1.0) * (value or 0.0)
                    for end, value in (("value", one.value), ("family_low", one.low), ("family_high", one.high))
                },
            }
            for row in block.marked
            for name, one in block.drawn(row).items()
        ],
        schema={
            "group": pl.String,
            "players": pl.Int64,
            "value": pl.Float64,
            "family_low": pl.Float64,
            "family_high": pl.Float64,
            "series": pl.String,
            "tip": pl.String,
        },
    )
    looks = series(block.names) if block.marks else {word: _look(word) for word in data["series"].unique(maintain_order=True) if word}
    scale = Scale("in multiples of the limit", "number") if block.limits else _SCALES.get(kind) or Scale(block.columns[0].head, "number")
    drawing = Points(
        data=data,
        scale=scale,
        head=f"{players} players" if players else block.subject,
        rows=[row.head for row in block.marked],
        looks=looks,
        margin=1.0 if block.limits else block.limit,
        size=0.2 + 0.12 * block.marks if block.marks else 0.27,
        dashed=block.null,
    )
    return "Dot and whisker chart", drawing, data


def _tiles(block: Heat) -> tuple[str, Drawing, pl.DataFrame]:
    """Draw every figure as a tile, tinted by its size."""
    shown = [i for i in range(len(block.columns)) if any(row.values[i].unit != "words" for row in block.rows)]
    known = [abs(value.value) for row in block.rows for value in row.values if not value.few and value.value is not None]
    most = max(known, default=1.0) or 1.0
    sizes = [3 * limit for limit in block.limits] or [most] * len(block.rows)
    tiles = {
        (row.head, "", block.columns[i].head): Tile(
            max(-1.0, min(1.0, value.value / size)) if value.signed else 0.0,
            value.text.replace("\u00a0pp", ""),
            f"{row.head}, {block.columns[i].head}: {value.whole}",
        )
        for row, size in zip(block.rows, sizes, strict=True)
        for i in shown
        if not (value := row.values[i]).few and value.value is not None
    }
    rows = [row.head for row in block.rows]
    data = pl.DataFrame({"group": rows, "players": [block.cell[1]] * len(rows)})
    return "Heat map", Tiles(rows=rows, blocks=[("", [block.columns[i].head for i in shown])], tiles=tiles, size=7.5), data


def _lines(block: Curve) -> tuple[str, Drawing, pl.DataFrame]:
    """Draw every line with its band; where they are few, with a mark for each point."""
    head = f"{block.cell[1]} players"
    marker = "o" if len(block.lines) <= _FEW_LINES else ""
    scale = Scale("", "%", limits=(0, 1)) if block.shares else Scale("", "number")
    shown = [_line(block, number, marker) for number in range(len(block.lines))]
    drawing = curves.Curves(
        panels={head: shown},
        under=block.across,
        scale=scale,
        level={} if block.even is None else {head: block.even},
        diagonal=block.diagonal,
        size=3.4,
    )
    points = [(line.head, at, value, low, high) for line in block.lines for at, value, low, high in line.known]
    return "Line chart", drawing, pl.DataFrame(points, schema=_POINTS, orient="row").with_columns(players=pl.lit(block.cell[1]))


def _line(block: Curve, number: int, marker: str) -> curves.Curve:
    line = block.lines[number]
    known = line.known
    factor, unit = (100, "\u00a0%") if block.shares else (1, "")
    tips = [f"{line.head}, {factor * at:.4g}{unit}: {one.whole}" for at, one in line.points if not one.few] if marker else []
    return curves.Curve(
        x=[at for at, *_ in known],
        y=[value for _, value, *_ in known],
        label=line.head,
        colour=MARKS[number % len(MARKS)],
        dashes=_DASHES[number % len(_DASHES)],
        marker=marker,
        low=[low for *_, low, _ in known] if line.banded else [],
        high=[high for *_, high in known] if line.banded else [],
        tips=tips,
    )


def _stacks(block: Bars) -> tuple[str, Drawing, pl.DataFrame]:
    """Draw every bar with its parts."""
    first = block.rows[0].values[0].unit
    scale = _SCALES.get(first) or Scale(block.columns[0].head, "number")
    bars = {i: row.head for i, row in enumerate(block.rows) if block.drawn(i)}
    values = {(i, name): value for i in bars for name, value in zip(block.names, block.drawn(i), strict=True)}
    drawing = Stacks(
        bars=bars,
        parts={name: replace(look, label=name) for name, look in zip(block.names, _FILLINGS, strict=False)},
        lengths={key: value.value or 0.0 for key, value in values.items()},
        scale=scale,
        text=partial(_number, first),
        room=0.09 * max(row.values[0].value or 0.0 for row in block.rows),
        totals=bool(block.parts),
        tips={(i, name): f"{bars[i]}, {name}: {value.whole}" for (i, name), value in values.items()},
    )
    return "Bar chart", drawing, pl.DataFrame({"group": list(bars.values()), "players": [block.cell[1]] * len(bars)})


def _number(unit: Unit, value: float) -> str:
    return f"{100 * value:.0f}\u00a0%" if unit == "share" else f"{value:.1f}"


def _look(word: str) -> Look:
    colour, marker, filled = _LOOKS[STATES[word]]
    return Look(word, colour, marker, filled)
