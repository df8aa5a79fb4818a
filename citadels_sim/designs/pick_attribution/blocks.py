"""What attributions of picks show: which rules make which characters stronger or weaker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import polars as pl

from citadels_sim.designs.attribution.blocks import PART_COLUMNS, part_rows, quoted, value_of
from citadels_sim.designs.pick_attribution.analyse import PickAttribution, attribute_picks
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Block, Column, Dots, Heat, Row, Shown, counted, too_few, unknown
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.text import listed, upper_first

_UNIT: Final = "percentage points of win chance per pick"
_MOST: Final = 3
"""Most characters that have a block of their own: those that change most, if it is shown that they change."""
_ROOM: Final = 48
"""Letters that a terminal has for the columns of groups of rules,"""
_OF_FIGURE: Final = 16
"""and that a figure with its interval takes of them."""
OF_ALL: Final = "picks-rules"
"""Slug of the block with all characters."""
_FILES: Final = {"wholes": "pick_wholes", "parts": "pick_parts"}


def show(run: Run, margins: Mapping[str, float] | None = None) -> Shown:
    """Take the differences in the effects of picks apart; see `show.blocks.Blocks`; `margins` are those of `attribute_picks`."""
    result = attribute_picks(run, margins)
    tables = {"wholes": result.wholes, "parts": result.parts}
    facts = {**result.facts, "nodes": result.nodes, "margin": result.margin}
    lacking = () if result.wholes.height else ("No character can be picked under all combinations of the rules.",)
    return Shown(tuple(_blocks(result)), tables, _FILES, facts, result, lacking, result.keys)


def _blocks(result: PickAttribution) -> Iterator[Block]:
    if not result.wholes.height:
        return
    whole = _all(result)
    yield whole
    for row in [row for row in whole.rows if row.values[0].signed and not row.values[0].few][:_MOST]:
        yield _one(result, row)


def _of(result: PickAttribution) -> dict[str, Any]:
    """Name the table of players that a block is of, and what it was counted from."""
    basis = f"{counted(result.blocks)}, {counted(result.nodes, 'nodes')}"
    return {"cell": result.cell, "other": result.a, "basis": basis}


def _all(result: PickAttribution) -> Heat:
    """Lay out every character: how its effect changes, and the part of each group of rules in that."""
    at = {(row["character"], row["group"]): row for row in result.parts.iter_rows(named=True)}
    rows = []
    for whole in result.wholes.iter_rows(named=True):
        who = whole["character"]
        change = value_of(whole, "difference", "points", result.blocks, equal_deals=not whole["differing"])
        parts = (_part(at[who, group], result.blocks) for group in result.groups)
        rows.append(Row(style.title_of(who), (change, *parts), who))
    rows.sort(key=lambda row: (row.values[0].few, -abs(row.values[0].value or 0.0)))
    many = sum(max(_OF_FIGURE, len(name)) + 3 for name in result.names.values()) > _ROOM
    return Heat(
        slug=OF_ALL,
        title="Which rules make which characters stronger",
        table="parts",
        finding=_finding(result, rows),
        unit=_UNIT,
        how=f"Picks were forked under all {1 << len(result.groups)} combinations on the same deals. Parts add up to the change.",
        members="characters, or for all parts,",
        head="Character",
        columns=(Column("Change"), *(Column(result.names[group], further=many) for group in result.groups)),
        rows=tuple(rows),
        limit=result.margin,
        **_of(result),
    )


def _part(row: Mapping[str, Any], deals: int) -> Value:
    """Write a part without its verdict, for which a table of all has no room."""
    return value_of({name: row[name] for name in ("part", "low", "high")}, "part", "points", deals, equal_deals=not row["differing"])


def _finding(result: PickAttribution, rows: list[Row]) -> str:
    """Name the characters that are shown to change, most first, with what makes most of it."""
    if result.blocks < LEAST_COUNT:
        return too_few(result.blocks)
    if all(row.values[0].few for row in rows):
        return unknown(result.blocks)
    names = list(result.names.values())
    changed = [row for row in rows if row.values[0].signed and not row.values[0].few and not row.values[0].equal_deals]
    if not changed:
        return "No character's effect is shown to change."
    return f"{'; '.join(upper_first(causes(row, names)) if i == 0 else causes(row, names) for i, row in enumerate(changed[:_MOST]))}."


def causes(row: Row, names: list[str]) -> str:
    """Say by how much the effect of a character changes, and the part of each group of rules that has a figure and changed any deal.

    Parameters
    ----------
    row : Row
        Of the block with all characters.
    names : list of str
        Of the groups of rules, in the order of its columns.
    """
    known = ((name, value) for name, value in zip(names, row.values[1:], strict=True) if not (value.equal_deals or value.few))
    parts = [f"{value.whole} from {quoted(name)}" for name, value in known]
    return f"the effect of picking the {row.head} changes by {row.values[0].whole}{f': {listed(parts)}' if parts else ''}"


def _one(result: PickAttribution, whole: Row) -> Dots:
    """Lay out the parts of one character's change."""
    parts = result.parts.filter(character=whole.key).sort(pl.col("part").abs(), "group", descending=[True, False])
    return Dots(
        slug=f"picks-rules-{whole.key}",
        title=f"Which rules change the effect of picking the {whole.head}",
        table="parts",
        finding=f"{upper_first(causes(whole, list(result.names.values())))}.",
        unit=_UNIT,
        how="`First in` is the effect of a group alone, `last in` that after all others; where they differ, rules interact.",
        members="parts of all characters",
        head="Rules",
        columns=PART_COLUMNS,
        rows=part_rows(parts, result.names, "points", result.blocks),
        limit=result.margin,
        **_of(result),
    )
