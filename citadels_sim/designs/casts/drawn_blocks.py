"""What runs of drawn casts show: what drawing each character and each unique district changes in a game, and which pairs do more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import polars as pl

from citadels_sim.designs.casts.analyse import UNIQUE, CastAnalysis, analyse_casts
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Block, Column, Dots, Row, Shown, Table, counted, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Unit, Value
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of

_PAIRS: Final = 4
"""Most pairs that are named of one figure."""
_SURE: Final = 0.05


class _Figure(NamedTuple):
    """A figure of a game: its unit and its heading."""

    unit: Unit
    column: Column


_FIGURES: Final[Mapping[str, _Figure]] = {
    "rounds": _Figure("difference", Column("Rounds")),
    "lost_turns": _Figure("points", Column("Turns lost")),
    "hits": _Figure("difference", Column("Hits", further=True)),
    "gold_taken": _Figure("difference", Column("Gold taken", further=True)),
    "districts_taken": _Figure("difference", Column("Districts taken", further=True)),
    "margin": _Figure("difference", Column("Margin", further=True)),
    "completer_wins": _Figure("points", Column("Completer wins", further=True)),
}

_TOLD: Final = ("rounds", "lost_turns", "hits", "margin")
"""Those that the sentence names."""


def unknown_words(why: str) -> str:
    """Say that effects of what is drawn cannot be estimated."""
    return f"The effects of drawn characters and unique districts are unknown: {why}"


def show_drawn(run: Run) -> Shown:
    """Analyse what is drawn in a run; see `show.blocks.Blocks`.

    Raises
    ------
    RunError
        If nothing is drawn at any of its tables, or all have too few games to estimate the effects.
    """
    casts = analyse_casts(run)
    blocks = tuple(block for cell in run.manifest.cells for block in _blocks(casts, cell.key, cell.blocks))
    tables = {"levels": casts.levels, "effects": casts.effects, "pairs": casts.pairs, "dealt": casts.dealt}
    reasons = list(dict.fromkeys(casts.unknown.values()))
    few = [words for words in casts.notes if words not in reasons]
    names = {"effects": "cast_effects", "pairs": "cast_pairs"}
    return Shown(blocks, tables, names, analysis=casts, unknown=(*map(unknown_words, reasons), *few))


def _blocks(casts: CastAnalysis, cell: Cell, deals: int) -> Iterator[Block]:
    effects, pairs = (table.filter(pl.col("metric").is_in(list(_FIGURES)), **key_of(cell)) for table in (casts.effects, casts.pairs))
    sure = pairs.filter(pl.col("q") < _SURE)
    no_pair = ("No pair of characters changes a figure beyond the sum of their effects (false discovery rate 5 %).",)
    for what, own in (("character", effects.filter(pl.col("group") != UNIQUE)), ("unique district", effects.filter(group=UNIQUE))):
        if own.height:
            notes = no_pair if what == "character" and pairs.height and not sure.height else ()
            yield _effects(own, what, cell, deals, notes)
    if sure.height:
        yield _pairs(sure, pairs.height, cell, deals)


def _effects(effects: pl.DataFrame, what: str, cell: Cell, deals: int, notes: tuple[str, ...]) -> Dots:
    at = {(row["name"], row["metric"]): row for row in effects.iter_rows(named=True)}
    names = effects.filter(metric="rounds").sort("group", "value", "name", descending=[False, True, False])
    rows = tuple(
        Row(
            style.title_of(row["name"]) + ("" if row["group"] == UNIQUE else f" ({row['group'].removeprefix('rank ')})"),
            tuple(_value(at[row["name"], metric], figure.unit) for metric, figure in _FIGURES.items()),
            row["name"],
        )
        for row in names.iter_rows(named=True)
    )
    return Dots(
        slug=f"casts-drawn-{what.replace(' ', '-')}",
        title=f"Effects of a drawn {what}",
        table="effects",
        cell=cell,
        finding=too_few(deals) if deals < LEAST_COUNT else _finding(rows, what),
        unit="change per game; turns lost and wins in percentage points",
        how="Relative to the mean of the cards that could be drawn in its place; the draw is random.",
        members=f"{what}s",
        basis=counted(deals),
        head="Unique district" if what == "unique district" else "Character (rank)",
        columns=tuple(figure.column for figure in _FIGURES.values()),
        rows=rows,
        notes=("*: the interval for all at once excludes 0.", *notes),
    )


def _value(row: Mapping[str, Any], unit: Unit) -> Value:
    value = Value(row["value"], row["family_low"], row["family_high"], unit)
    return replace(value, sign="*") if not value.few and (row["family_low"] > 0 or row["family_high"] < 0) else value


def _finding(rows: Sequence[Row], what: str) -> str:
    """Name for each figure what changes it most, of what is shown to change it."""
    found: list[str] = []
    for i, (metric, figure) in enumerate(_FIGURES.items()):
        far = max((row for row in rows if row.values[i].sign), key=lambda row: abs(row.values[i].value or 0.0), default=None)
        if metric in _TOLD and far is not None:
            found.append(f"{figure.column.head.lower()} by the {style.title_of(far.key)}, {replace(far.values[i], sign='').whole}")
    if not found:
        *names, last = (_FIGURES[metric].column.head.lower() for metric in _TOLD)
        return f"No {what} is shown to change {', '.join(names)} or {last}."
    return f"Largest effects: {'; '.join(found)}."


def _pairs(sure: pl.DataFrame, of: int, cell: Cell, deals: int) -> Table:
    rows = []
    for metric, figure in _FIGURES.items():
        # With two candidates to a rank others mirror those that make a figure greater.
        strongest = sure.filter((pl.col("metric") == metric) & (pl.col("value") > 0)).sort("value", descending=True).head(_PAIRS)
        for row in strongest.iter_rows(named=True):
            head = f"{figure.column.head}: {style.title_of(row['name'])} beside {style.title_of(row['other'])}"
            rows.append(Row(head, (Value(row["value"], row["low"], row["high"], figure.unit),), f"{row['name']} {row['other']}"))
    return Table(
        slug="casts-pairs",
        title="Pairs of characters that change more than the sum of their effects",
        table="pairs",
        cell=cell,
        finding=f"{sure.height} of {of} effects of pairs differ from 0 beyond chance (false discovery rate 5 %).",
        unit="change per game beyond the sum of both effects; turns lost and wins in percentage points",
        how=f"The {_PAIRS} largest of each figure.",
        members="",
        basis=counted(deals),
        head="Figure and pair",
        columns=(Column("More"),),
        rows=tuple(rows),
    )
