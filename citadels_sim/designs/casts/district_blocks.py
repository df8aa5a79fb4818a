"""What opening hands show: what being dealt each district is worth, and whether its cost is fair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.designs.casts.card_analysis import analyse_cards
from citadels_sim.designs.casts.card_blocks import card_blocks
from citadels_sim.designs.casts.hands import DISTRICT_MARGIN, DistrictAnalysis, analyse_districts
from citadels_sim.designs.forks.blocks import strength_finding
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Block, Column, Dots, Row, Shown, counted, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value, Verdict
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.text import join, upper_first

_UNIT: Final = "percentage points of win chance per game"
_NAMED: Final = 3


def show_districts(run: Run, margin: float | None = None) -> Shown:
    """Analyse the opening hands of a run; the margin is in win chance per game."""
    worth = analyse_districts(run, DISTRICT_MARGIN if margin is None else margin)
    tables, unknown = {"districts": worth.districts, "prices": worth.prices}, []
    try:
        tables["cards"] = analyse_cards(run)
    except RunError as error:
        unknown.append(f"Use of each district is unknown: {str(error).removeprefix(f'{run.folder}/')}")
    blocks: list[Block] = []
    for cell in run.manifest.cells:
        blocks += _cell_blocks(worth, tables.get("cards"), cell.key, cell.blocks)
    names = {"districts": "district_worth", "prices": "district_prices", "cards": "district_cards"}
    return Shown(tuple(blocks), tables, {name: names[name] for name in tables}, {"margin": worth.margin}, unknown=tuple(unknown))


def _cell_blocks(worth: DistrictAnalysis, cards: pl.DataFrame | None, cell: Cell, deals: int) -> Iterator[Block]:
    districts = list(worth.districts.filter(**key_of(cell)).iter_rows(named=True))
    yield _worth(districts, worth.margin, cell, deals)
    yield _beyond(districts, cell, deals)
    yield _prices(list(worth.prices.filter(**key_of(cell)).iter_rows(named=True)), cell, deals)
    if cards is not None:
        become = {row["district"]: row for row in cards.filter(**key_of(cell)).iter_rows(named=True)}
        order = [become[row["district"]] for row in sorted(districts, key=lambda row: -row["value"]) if row["district"] in become]
        yield from card_blocks(order, cell, deals)


def _head(row: Mapping[str, Any]) -> str:
    """Name a district with its type and cost: ``Palace (noble, 5)``."""
    return f"{style.title_of(row['district'])} ({', '.join(str(part) for part in (row['type'], row['cost']) if part is not None)})"


def _of_hands(row: Mapping[str, Any], name: str, ends: str, verdict: Verdict | None = None) -> Value:
    """Take a figure of who was dealt a district: no number where too few hands had it."""
    low, high = (row[f"{ends}_{end}"] if row["hands"] >= LEAST_COUNT else None for end in ("low", "high"))
    return Value(row[name], low, high, verdict=verdict)


def _down(rows: list[Row]) -> tuple[Row, ...]:
    """Sort rows by their first figure, those of too few cases last."""
    return tuple(sorted(rows, key=lambda row: (row.values[0].few, -(row.values[0].value or 0.0))))


def _worth(districts: Sequence[Mapping[str, Any]], margin: float, cell: Cell, deals: int) -> Dots:
    rows = _down(
        [
            Row(
                _head(row),
                (
                    _of_hands(row, "value", "family", Verdict(row["verdict"])),
                    Value(row["hands"], unit="count"),
                    Value(row["needed"], unit="count"),
                ),
                row["district"],
            )
            for row in districts
        ]
    )
    named = [Row(style.title_of(row.key), row.values) for row in rows]
    return Dots(
        slug="casts-worth",
        title="Worth of a district in the opening hand",
        table="districts",
        cell=cell,
        finding=too_few(deals) if deals < LEAST_COUNT else strength_finding(named, "districts"),
        unit=_UNIT,
        how="The shuffle decides who has it among the first four cards: win chance of these players minus that of players without it.",
        members="districts",
        basis=counted(deals),
        head="District (type, cost)",
        columns=(Column("Worth"), Column("Hands", further=True), Column("Deals needed", further=True)),
        rows=rows,
        folded=True,
        first_page=True,
        limit=margin,
    )


def _beyond(districts: Sequence[Mapping[str, Any]], cell: Cell, deals: int) -> Dots:
    rows = _down([Row(_head(row), (_of_hands(row, "residual", "residual"),), row["district"]) for row in districts])
    return Dots(
        slug="casts-beyond-cost",
        title="Worth of a district beyond its cost",
        table="districts",
        cell=cell,
        finding=too_few(deals) if deals < LEAST_COUNT else _beyond_finding(rows),
        unit=_UNIT,
        how="Worth in the opening hand minus the part that its cost explains; above 0 a district is cheap for its worth.",
        members="districts",
        basis=counted(deals),
        head="District (type, cost)",
        columns=(Column("Beyond cost"),),
        rows=rows,
        folded=True,
        first_page=True,
    )


def _beyond_finding(rows: Sequence[Row]) -> str:
    known = [row for row in rows if not row.values[0].few]
    cheap = [row.key for row in known if (row.values[0].low or 0.0) > 0]
    dear = [row.key for row in reversed(known) if (row.values[0].high or 0.0) < 0]
    phrases = [f"worth {more} than their cost: {_listed(names)}" for more, names in (("more", cheap), ("less", dear)) if names]
    if phrases:
        text = "; ".join(phrases)
        return f"{upper_first(text)}."
    far = max(known, key=lambda row: abs(row.values[0].value or 0.0), default=None)
    farthest = f"; farthest from 0 is the {style.title_of(far.key)}, {far.values[0].whole}" if far else ""
    return f"No district is shown to be worth more or less than its cost{farthest}."


def _listed(names: Sequence[str]) -> str:
    """List districts, and count those beyond the first few."""
    titles = [style.title_of(name) for name in names]
    return join(titles, _NAMED)


def _prices(prices: Sequence[Mapping[str, Any]], cell: Cell, deals: int) -> Dots:
    slope, *types = [Row(_term(row["term"]), (Value(row["value"], row["low"], row["high"]),), row["term"]) for row in prices]
    return Dots(
        slug="casts-price",
        title="Worth by cost and by type",
        table="prices",
        cell=cell,
        finding=too_few(deals) if deals < LEAST_COUNT else _price_finding(slope, types),
        unit=_UNIT,
        how="Worth in the opening hand, regressed on cost between districts of one type, and the mean of each type beyond that.",
        members="",
        basis=counted(deals),
        head="Cost or type",
        columns=(Column("Worth"),),
        rows=(slope, *types),
        folded=True,
        first_page=True,
    )


def _term(term: str) -> str:
    return "Each gold of cost" if term == "per gold" else f"{term.capitalize()}, beyond cost"


def _price_finding(slope: Row, types: Sequence[Row]) -> str:
    sure = [row for row in types if not row.values[0].few and (row.values[0].low or 0.0) * (row.values[0].high or 0.0) > 0]
    sure.sort(key=lambda row: -(row.values[0].value or 0.0))
    words = f"Types worth more or less than their cost: {'; '.join(f'{row.key} {row.values[0].whole}' for row in sure)}."
    none = "No type is shown to be worth more or less than its cost."
    return f"A gold more of cost changes the worth of a district by {slope.values[0].whole}. {words if sure else none}"
