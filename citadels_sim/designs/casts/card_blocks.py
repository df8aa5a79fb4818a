"""Use of each district: how often it is kept and built, how soon, how often it is lost, and how those fare who get it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from citadels_sim.designs.casts.metrics import LENGTH_BIAS
from citadels_sim.show.blocks import NO_FINDING, Column, Row, Table, counted, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Unit, Value
from citadels_sim.statistics.ratios import LEAST_COUNT, LEVEL
from citadels_sim.tables.keys import Cell

_FEW: Final = f"{NO_FINDING}: no district has {LEAST_COUNT} cases."


class _Figure(NamedTuple):
    """A figure of `card_analysis`: its name, the column with the cases that it is of, its unit, and its heading."""

    name: str
    counted: str
    unit: Unit
    column: Column


_FATE: Final = (
    _Figure("keep_rate", "offered", "share", Column("Kept")),
    _Figure("build_rate", "held", "share", Column("Built")),
    _Figure("wait", "held", "count", Column("Rounds")),
    _Figure("destroyed_rate", "placed", "share", Column("Destroyed", further=True)),
    _Figure("exchanged_rate", "placed", "number", Column("Exchanged", further=True)),
)
_WINS: Final = (
    _Figure("offer_worth", "offered", "points", Column("Offered")),
    _Figure("iih", "seen", "points", Column("In hand")),
    _Figure("gih", "seen", "share", Column("Wins with it", further=True)),
    _Figure("gns", "never", "share", Column("Wins without", further=True)),
)


def card_blocks(cards: Sequence[Mapping[str, Any]], cell: Cell, deals: int) -> Iterator[Table]:
    """Show the districts of a table of players (rows of `analyse_cards`), in their order."""
    yield _fate(cards, cell, deals)
    yield _wins(cards, cell, deals)


def _values(row: Mapping[str, Any], figures: Sequence[_Figure]) -> tuple[Value, ...]:
    return tuple(_value(row, one) for one in figures)


def _value(row: Mapping[str, Any], one: _Figure) -> Value:
    """Take a figure with its own interval: none where nothing was counted, and no number where that was seldom."""
    value = row[one.name]
    if value is None:
        return Value(None, unit="count")
    if row[one.counted] < LEAST_COUNT:
        return Value(value, unit="number")
    if not value and one.unit == "number":  # what never happened varies from no group of deals to another
        return Value(0, unit="count")
    return Value(value, row[f"{one.name}_low"], row[f"{one.name}_high"], one.unit)


def _fate(cards: Sequence[Mapping[str, Any]], cell: Cell, deals: int) -> Table:
    rows = tuple(Row(style.title_of(row["district"]), _values(row, _FATE), row["district"]) for row in cards)
    built = [(row.head, row.values[1]) for row in rows if row.values[1].interval]
    return Table(
        slug="casts-fate",
        title="Use of each district",
        table="cards",
        cell=cell,
        finding=too_few(deals) if deals < LEAST_COUNT else _built_finding(built),
        unit="shares of offers, of holders and of districts in cities; median of rounds from hand to city (–: most never build it)",
        how="Kept: of choices among drawn cards with it. Built: of seats that had it in hand. Seats without it built at the end count as "
        "still waiting.",
        members="",
        basis=counted(deals),
        head="District",
        columns=tuple(one.column for one in _FATE),
        rows=rows,
        folded=True,
        first_page=True,
    )


def _built_finding(built: Sequence[tuple[str, Value]]) -> str:
    """Name the districts that are built most and least often by who holds them."""
    if not built:
        return _FEW
    ordered = sorted(built, key=lambda one: one[1].value or 0.0)
    (least, seldom), (most, often) = ordered[0], ordered[-1]
    return f"Holders build the {most} most often, {often.whole}, and the {least} least often, {seldom.whole}."


def _wins(cards: Sequence[Mapping[str, Any]], cell: Cell, deals: int) -> Table:
    rows = tuple(Row(style.title_of(row["district"]), _values(row, _WINS), row["district"]) for row in cards)
    return Table(
        slug="casts-wins",
        title="Wins of the players who get a district",
        table="cards",
        cell=cell,
        finding=too_few(deals) if deals < LEAST_COUNT else _offer_finding(rows),
        unit="percentage points of win chance, with the offer or the card minus without",
        how=(
            "Offered: wins of players with it among the cards to choose from, minus those of players who chose without it in the same "
            "round. In hand: wins of players who had it in hand at any time, minus those of players who never had it, in games whose deck "
            "has it."
        ),
        members="",
        basis=counted(deals),
        head="District",
        columns=tuple(one.column for one in _WINS),
        rows=rows,
        notes=(LENGTH_BIAS,),
    )


def _offer_finding(rows: Sequence[Row]) -> str:
    """Count the districts whose offer differs from none, beside those that would by chance: each interval is by itself."""
    known = [row.values[0] for row in rows if row.values[0].interval]
    if not known:
        return _FEW
    apart = sum((value.low or 0.0) * (value.high or 0.0) > 0 for value in known)
    chance = (1 - LEVEL) * len(known)
    return f"An offer changes the win chance for {apart} of {len(known)} districts; about {chance:.0f} would by chance alone."
