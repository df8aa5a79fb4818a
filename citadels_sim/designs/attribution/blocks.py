"""What attributions show: the part of each group of rules in a difference, how these interact, and which rules a group has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import polars as pl

from citadels_sim.designs.attribution.analyse import Attribution, attribute
from citadels_sim.designs.tournament.comparison import GAME
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Block, Column, Dots, Row, Shown, Table, counted, farthest, too_few, unknown
from citadels_sim.show.charts import style
from citadels_sim.show.values import Unit, Value, Verdict, difference_unit
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.text import join, lower_first
from citadels_sim.verdicts import OF_LIMITS

_LENGTH: Final = "mean_rounds"
_TITLES: Final = {
    _LENGTH: "Which rules make games longer or shorter",
    "winner_total": "Which rules change the winner's score",
    "margin": "Which rules change the winner's lead",
    "first_crown_wins": "Which rules change how often the first crown wins",
}
"""The figures that are shown; the tables have further ones."""
_NAMES: Final = {metric.name: metric.title for metric in GAME.metrics}
_NAMED: Final = 3
_ALONE: Final = {"first_in": "First in", "last_in": "Last in"}
"""The effect of a group alone, and as the last one; where these differ, rules interact."""
PART_COLUMNS: Final = (Column("Part"), *(Column(head, further=True) for head in _ALONE.values()))
"""Of a block of parts."""
_FILES: Final = {"wholes": "rule_wholes", "parts": "rule_parts", "interactions": "rule_interactions"}


def show(run: Run, margins: Mapping[str, float] | None = None) -> Shown:
    """Take the difference of a run of two variants apart; see `show.blocks.Blocks`; `margins` are those of `analyse.attribute`."""
    result = attribute(run, margins)
    tables = {"wholes": result.wholes, "parts": result.parts, "interactions": result.pairs}
    return Shown(tuple(_blocks(result)), tables, _FILES, result.facts, result, keys=result.keys)


def _blocks(result: Attribution) -> Iterator[Block]:
    for metric in _TITLES:
        if result.wholes.filter(metric=metric).height:
            yield _parts(result, metric)
    if result.pairs.height:
        yield _interactions(result)
    yield _groups(result)


def _of(result: Attribution) -> dict[str, Any]:
    """Name the table of players that a block is of, and what it was counted from."""
    return {"cell": result.cell, "other": result.a, "basis": counted(result.blocks)}


def quoted(head: str) -> str:
    """Write the name of a group of rules within a sentence: it may be a sentence itself."""
    return f'"{head}"'


def part_rows(parts: pl.DataFrame, names: Mapping[str, str], unit: Unit, deals: int) -> tuple[Row, ...]:
    """Write the parts of the groups of rules in a difference, a row for each, with `PART_COLUMNS`.

    Parameters
    ----------
    parts : polars.DataFrame
        Rows of `Decomposition.parts` of one figure.
    names : mapping of str to str
        Of the groups, as `naming.group_names` has them.
    unit : str
        Of the difference.
    deals : int
        That were played under every combination.
    """
    return tuple(
        Row(
            names[row["group"]],
            (
                value_of(row, "part", unit, deals, equal_deals=not row["differing"]),
                *(_alone(row, name, unit, deals) for name in _ALONE),
            ),
            row["group"],
        )
        for row in parts.iter_rows(named=True)
    )


def _parts(result: Attribution, metric: str) -> Dots:
    table = result.parts.filter(metric=metric).sort(pl.col("part").abs(), "group", descending=[True, False])
    unit = difference_unit(table["unit"][0])
    rows = part_rows(table, result.names, unit, result.blocks)
    whole = result.wholes.filter(metric=metric).row(0, named=True)
    change = value_of(whole, "difference", unit, result.blocks, equal_deals=not whole["difference"] and not whole["se"])
    return Dots(
        slug=f"rules-{metric.replace('_', '-')}",
        title=_TITLES[metric],
        table="parts",
        finding=_finding(result, metric, change, rows),
        unit="percentage points of win chance" if unit == "points" else table["unit"][0],
        how=f"All {1 << len(result.groups)} combinations were played on the same deals. The parts add up to the whole difference.",
        members="groups",
        head="Rules",
        columns=PART_COLUMNS,
        rows=rows,
        notes=_ends(result, metric, whole),
        limit=table["margin"][0],
        first_page=metric == _LENGTH,
        **_of(result),
    )


def _ends(result: Attribution, metric: str, whole: Mapping[str, Any]) -> tuple[str, ...]:
    """Write the figure of both variants in a sentence; none of too few deals."""
    if result.blocks < LEAST_COUNT:
        return ()
    unit: Unit = "share" if difference_unit(whole["unit"]) == "points" else "number"
    a, b = (Value(whole[side], unit=unit, no_interval=True).text for side in "ab")
    return (f"{_NAMES[metric]}: {a} in {result.a}, {b} in {result.b}.",)


def _alone(row: Mapping[str, Any], name: str, unit: Unit, deals: int) -> Value:
    """Write the effect of a group alone or as the last one, with its standard error where there are deals enough for one."""
    if row["low"] is None:
        return Value(None if row["differing"] or deals < LEAST_COUNT else 0.0, unit=unit, no_interval=True)
    error = row[f"{name}_se"]
    factor = 100 if unit == "points" else 1
    sign = f" ± {style.plain(error, 0.0, 2 * error, factor=factor)}" if error else ""
    return Value(row[name], unit=unit, no_interval=True, sign=sign)


def value_of(row: Mapping[str, Any], name: str, unit: Unit, deals: int, *, equal_deals: bool) -> Value:
    """Write a figure of a table of an attribution, with its verdict where it has one; `equal_deals`: no deal came out otherwise."""
    verdict = Verdict.from_row(row, "blocks", "deals") if "verdict" in row else None
    return Value(row[name], row["low"], row["high"], unit, verdict, equal_deals=deals if equal_deals and deals >= LEAST_COUNT else 0)


def _finding(result: Attribution, metric: str, change: Value, rows: tuple[Row, ...]) -> str:
    """Say how large the whole difference is, and which rules make most of it."""
    if result.blocks < LEAST_COUNT or change.few:
        return unknown(result.blocks)
    name = _NAMES[metric]
    if change.equal_deals:
        return f"{name}: {change.whole}."
    beyond = [row for row in rows if (verdict := row.values[0].shown) and verdict.word == OF_LIMITS["fails"]]
    names = [f"{quoted(row.head)} ({row.values[0].text})" for row in beyond]
    rest = f"beyond limits: {join(names, _NAMED)}" if names else _none_beyond(rows)
    return f"{name}: {change.whole} in all; {rest}."


def _none_beyond(rows: tuple[Row, ...]) -> str:
    quiet = all(row.values[0].shown == Verdict(OF_LIMITS["holds"]) for row in rows)
    return "the part of each group of rules lies within limits" if quiet else "no part is shown to lie beyond limits"


def _interactions(result: Attribution) -> Table:
    metrics = [metric for metric in _TITLES if result.pairs.filter(metric=metric).height]
    at = {(row["metric"], row["group"], row["other"]): row for row in result.pairs.iter_rows(named=True)}
    units = dict(result.pairs.select("metric", pl.col("unit")).iter_rows())
    first = result.pairs.filter(metric=metrics[0]).sort(pl.col("interaction").abs(), "group", "other", descending=[True, False, False])
    rows = tuple(
        Row(
            f"{result.names[group]} × {lower_first(result.names[other])}",
            tuple(_interaction(at[metric, group, other], difference_unit(units[metric]), result.blocks) for metric in metrics),
            f"{group} × {other}",
        )
        for group, other in first.select("group", "other").iter_rows()
    )
    most = farthest([row for row in rows if (row.values[0].low or 0.0) * (row.values[0].high or 0.0) > 0], "open")
    name = _NAMES[metrics[0]]
    finding = (
        too_few(result.blocks)
        if result.blocks < LEAST_COUNT
        else f"No two groups of rules are shown to interact in {name.lower()}."
        if most is None
        else f"The largest interaction in {name.lower()} is that of {quoted(most.head)}: {most.values[0].whole}."
    )
    return Table(
        slug="rules-interactions",
        title="Interactions of rules",
        table="interactions",
        finding=finding,
        unit="in the unit of each figure",
        how="How much the effect of one group grows if the other is changed, too.",
        members="pairs of a figure",
        head="Groups of rules",
        columns=tuple(
            Column(_NAMES[metric] + ", pp" * (difference_unit(units[metric]) == "points"), further=metric != metrics[0])
            for metric in metrics
        ),
        rows=rows,
        **_of(result),
    )


def _interaction(row: Mapping[str, Any], unit: Unit, deals: int) -> Value:
    return value_of(row, "interaction", unit, deals, equal_deals=not row["interaction"] and not row["se"])


def _groups(result: Attribution) -> Table:
    """Name the keys of variant files in which the variants differ, group by group."""
    rows = tuple(
        Row(
            result.names[name],
            (Value(len(keys), unit="count"), Value(None, unit="words", words=", ".join(key.removeprefix("rules.") for key in keys))),
            name,
        )
        for name, keys in result.groups.items()
    )
    number = sum(map(len, result.groups.values()))
    finding = (
        f"{number} key{'s' * (number != 1)} of the variant files differ{'s' * (number == 1)}, in {len(rows)} group{'s' * (len(rows) != 1)}."
    )
    return Table(
        slug="rules-groups",
        title="Groups of rules",
        table="",
        finding=finding,
        unit="",
        how="",
        members="",
        head="Rules",
        columns=(Column("Keys"), Column("Keys that differ", further=True)),
        rows=rows,
        **_of(result),
    )
