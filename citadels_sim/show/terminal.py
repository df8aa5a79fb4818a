"""Blocks for the terminal: tables of text, as `cli.console.print_table` prints them."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from citadels_sim.show.blocks import Block, Dots, Heat
from citadels_sim.show.curve import Curve
from citadels_sim.show.values import Value
from citadels_sim.text import lower_first, upper_first

_PLAIN: Final = str.maketrans({"\u2212": "-", "\u00a0": " ", "\u2013": "-", "\u00b1": "+/-", "\u00d7": "x"})
"""Signs of pages and what a terminal of any encoding has for them."""


class TextTable(NamedTuple):
    """A table of text: title, columns with the side of their values, rows of cells."""

    title: str
    columns: list[tuple[str, Literal["left", "right"]]]
    rows: list[tuple[str, ...]]


def plain(text: str) -> str:
    """Write a text of a page with signs that every terminal has."""
    return text.translate(_PLAIN)


def text_table(block: Block, *, wide: bool = False) -> TextTable:
    """Lay out a block as a table of text.

    Parameters
    ----------
    block : Block
    wide : bool
        Whether it has the columns that few read, too.
    """
    shown = [i for i, column in enumerate(block.columns) if wide or not column.further]
    columns: list[tuple[str, Literal["left", "right"]]] = [(block.head, "left")]
    cells: list[list[str]] = [[row.head] for row in block.rows]
    for i in shown:
        values = [row.values[i] for row in block.rows]
        columns.append((block.columns[i].head, "left" if all(value.unit == "words" for value in values) else "right"))
        parts = [[_number(value, values[0]) for value in values]]
        if isinstance(block, Heat | Curve):
            parts = [[f"{_number(value, values[0])} {value.interval}".rstrip() for value in values]]
        elif any(value.interval and not value.equal_deals for value in values) and not block.columns[i].further:
            columns.append(("95 %", "right"))
            parts.append(["" if value.equal_deals else value.interval for value in values])
        if any(value.verdict for value in values):
            columns.append(("verdict", "left"))
            parts.append([value.shown.words if value.shown else "" for value in values])
        for part in parts:
            for row, text in zip(cells, part, strict=True):
                row.append(text)
    what = block.headed(",")
    title = f"{block.subject}: {lower_first(what)} {block.basis}".rstrip(", ") + "."
    if block.unit:
        title += f"\n{upper_first(block.unit)}{_intervals(block)}{_limit(block)}."
    return TextTable(plain(title), columns, [tuple(map(plain, row)) for row in cells])


def below(block: Block) -> list[str]:
    """Return the sentences below its table: the finding, where nothing differs and how sure that is, and notes."""
    equal = [f"{row.head}: {row.values[0].whole}." for row in block.rows if row.values[0].equal_deals]
    return [plain(text) for text in (block.finding, *equal, *_narrower(block), *block.notes)]


def _narrower(block: Block) -> list[str]:
    """Say by which interval a figure is within its limit, where the one that is shown reaches beyond it."""
    if not isinstance(block, Dots):
        return []
    words = {
        row.values[0].shown.word: None
        for row, limit in zip(block.rows, block.limits or [block.limit] * len(block.rows), strict=True)
        if row.values[0].shown and row.values[0].shown.state == "holds" and limit is not None and _beyond(row.values[0], limit)
    }
    return [f"{upper_first(word)}: the narrower interval of this figure alone lies within its limit." for word in words]


def _beyond(value: Value, limit: float) -> bool:
    return value.low is not None and value.high is not None and (value.low < -limit or value.high > limit)


def _intervals(block: Block) -> str:
    if not any(value.interval for row in block.rows for value in row.values):
        return ""
    if block.ranges:
        return f"; in brackets {block.ranges}"
    return f"; 95 % intervals for all {block.members} at once" if block.members else "; 95 % intervals for each alone"


def _limit(block: Block) -> str:
    if not isinstance(block, Dots) or block.limit is None:
        return ""
    return f"; limit {100 * block.limit if block.scale_unit == 'points' else block.limit:g}"


def _number(value: Value, first: Value) -> str:
    """Write a figure without the unit of its column, which is that of the first; one of another unit has its own."""
    plain_unit = value.unit != "words" and first.unit in (value.unit, "count")
    return value.text.replace("\u00a0pp", "") if plain_unit else value.text
