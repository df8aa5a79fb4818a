"""What two variants on the same deals show: which figures change, how far distributions are apart, and which rules differ, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.designs.tournament.character_metrics import CHARACTERS
from citadels_sim.designs.tournament.comparison import COMPARED, GAME, VariantComparison
from citadels_sim.designs.tournament.seat_blocks import seat_head
from citadels_sim.show.blocks import Block, Column, Dots, Row, Shown, Table, counted, states_of, too_few, unknown
from citadels_sim.show.charts import style
from citadels_sim.show.values import Unit, Value, Verdict, difference_unit
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell
from citadels_sim.text import join, listed, lower_first

CHAPTER: Final = "editions"
_NAMED: Final = 2
_COLUMNS: Final = (
    Column("Change"),
    Column("Before", further=True),
    Column("After", further=True),
    Column("Limit", further=True),
    Column("Variance ratio", further=True),
)
_PICKS: Final = CHARACTERS.name
_HOW: Final = "Both sets of rules were played on the same deals."


def comparison_shown(compared: VariantComparison) -> Shown:
    """Say what a comparison of two variants shows."""
    rules = [
        {"topic": topic, "players": list(line.players), "key": line.key, "a": line.before, "b": line.after}
        for topic, lines in compared.rules.topics.items()
        for line in lines
    ]
    return Shown(
        tuple(_blocks(compared)),
        {"differences": compared.table, "distances": compared.distances},
        {"differences": "differences", "distances": "distances"},
        {"a": compared.a, "b": compared.b, "rules": rules, "notes": list(compared.notes)},
        compared,
        keys={"a_variant": compared.a, "b_variant": compared.b},
    )


def _blocks(compared: VariantComparison) -> Iterator[Block]:
    for (players, lineup), table in compared.table.partition_by("players", "lineup", maintain_order=True, as_dict=True).items():
        cell: Cell = (compared.b, int(players), str(lineup))
        # A figure whose unit has no limit is in the tables only.
        known = table.filter(pl.col("margin").is_not_null())
        figure = pl.when(pl.col("table") == GAME.name).then(pl.lit("")).otherwise("metric")
        for (name, _), rows in known.group_by("table", figure.alias("figure"), maintain_order=True):
            yield _changes(compared, cell, str(name), rows.to_dicts())
        if compared.distances.height:
            yield _distances(compared, cell, table["blocks"][0])
    yield _rules(compared)


def _changes(compared: VariantComparison, cell: Cell, name: str, table: Sequence[Mapping[str, Any]]) -> Dots:
    """Show the figures of games as a whole, or one figure of each seat or character."""
    entry = COMPARED[name]
    titles = {metric.name: metric.title for metric in entry.metrics}
    whole, metric, deals = entry.group is None, table[0]["metric"], table[0]["blocks"]
    rows = tuple(_row(titles[row["metric"]] if whole else _member(name, row["group"]), row) for row in table)
    states = states_of(rows)
    unit = difference_unit(table[0]["unit"])
    return Dots(
        slug="differences" if whole else f"differences-{metric.replace('_', '-')}",
        title="Games as a whole" if whole else f"{titles[metric]}, by {entry.group_title}",
        table="differences",
        cell=cell,
        other=compared.a,
        finding=_finding(rows, deals, named=name == _PICKS),
        unit="in the unit of each figure" if whole else "percentage points" if unit == "points" else table[0]["unit"],
        how=_HOW,
        members="figures of a table",
        basis=counted(deals),
        head="Figure" if whole else entry.group_title.capitalize(),
        columns=_COLUMNS,
        rows=rows,
        notes=_gain(table, deals) if whole else (),
        folded=set(states) == {"holds"},
        first_page=whole,
        chapter=CHAPTER,
        limit=None if whole else table[0]["margin"],
        limits=tuple(row["margin"] for row in table) if whole else (),
    )


def _row(head: str, row: Mapping[str, Any]) -> Row:
    unit = difference_unit(row["unit"])
    plain: Unit = "share" if unit == "points" else "number"
    equal = row["blocks"] if not row["difference"] and not row["se"] and row["blocks"] >= LEAST_COUNT else 0
    low, high = row["family_low"], row["family_high"]
    change = Value(row["difference"], low, high, unit, Verdict.from_row(row, "blocks", "deals"), equal_deals=equal)
    ends = [Value(None if change.few else row[side], unit=plain, no_interval=True) for side in "ab"]
    limit = f"{100 * row['margin']:g}\u00a0pp" if unit == "points" else f"{row['margin']:g}"
    ratio = (
        Value(None, unit="count")
        if change.few or row["variance_ratio"] is None
        else Value(row["variance_ratio"], unit="number", no_interval=True)
    )
    note = "" if change.few else f"{' → '.join(end.text for end in ends)}, limit {limit}"
    return Row(head, (change, *ends, Value(None, unit="words", words=limit), ratio), row["group"], note)


def _member(table: str, group: str) -> str:
    return style.title_of(group) if table == _PICKS else seat_head(group)


def _finding(rows: Sequence[Row], deals: int, *, named: bool) -> str:
    """Name what changes beyond its limit, the first with their intervals; `named`: heads are names, which keep their capitals."""
    if deals < LEAST_COUNT:
        return too_few(deals)
    states = states_of(rows)
    if all(row.values[0].few for row in rows):
        return unknown(deals)
    beyond = [row for row, state in zip(rows, states, strict=True) if state == "fails"]
    names = [f"{row.head if named else lower_first(row.head)} {row.values[0].whole}" for row in beyond]
    if names:
        what = " figures" * (len(names) > _NAMED + 1 and not named)
        return f"Beyond limits: {join(names, _NAMED)}{what}."
    return f"No figure {'changes' if set(states) == {'holds'} else 'is shown to change'} by more than its limit."


def _gain(table: Sequence[Mapping[str, Any]], deals: int) -> tuple[str, ...]:
    ratios = [row["variance_ratio"] for row in table if row["variance_ratio"] is not None]
    if not ratios or deals < LEAST_COUNT:
        return ()
    wide = dict.fromkeys(f"{ratio**0.5:.2f}" for ratio in (min(ratios), max(ratios)))  # an interval is as wide as the root of the variance
    return (f"With common deals the intervals are {' to '.join(wide)} times as wide as they would be with independent deals.",)


def _distances(compared: VariantComparison, cell: Cell, deals: int) -> Table:
    here = compared.distances.filter(players=cell[1], lineup=cell[2])
    rows = tuple(
        Row(
            f"{row['what'].capitalize()}, {row['unit']}",
            tuple(Value(row[name] if deals >= LEAST_COUNT else None, unit="number", no_interval=True) for name in ("distance", "noise")),
        )
        for row in here.iter_rows(named=True)
    )
    far = [row["what"] for row in here.iter_rows(named=True) if row["distance"] > row["noise"]]
    return Table(
        slug="distances",
        title="Distances between distributions",
        table="distances",
        cell=cell,
        other=compared.a,
        finding=(
            too_few(deals)
            if deals < LEAST_COUNT
            else f"Differ by more than chance: {listed(far)}."
            if far
            else "No distribution differs by more than chance."
        ),
        unit="how far values move on average to turn one distribution into the other",
        how=_HOW,
        members="",
        ranges="no intervals are shown",
        basis=counted(deals),
        head="Distribution",
        columns=(Column("Distance"), Column("Largest by chance")),
        rows=rows,
        chapter=CHAPTER,
    )


def _rules(compared: VariantComparison) -> Table:
    lines = [(topic, line) for topic, lines in compared.rules.topics.items() for line in lines]
    words = "No rule differs" if not lines else f"{len(lines)} rule{'s differ' if len(lines) > 1 else ' differs'} in words"
    return Table(
        slug="rules",
        title="Rules that differ",
        table="",
        cell=(compared.b, 0, ""),
        other=compared.a,
        finding=f"{words}.",
        unit="",
        how="",
        members="",
        basis="",
        head="About",
        columns=(Column("Before"), Column("After")),
        rows=tuple(Row(topic, tuple(Value(None, unit="words", words=text) for text in (line.before, line.after))) for topic, line in lines),
        chapter=CHAPTER,
    )
