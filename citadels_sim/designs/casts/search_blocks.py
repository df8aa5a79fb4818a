"""What a search for balanced casts shows: the power of each character that can be drawn, and the shortlist as it was played again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.designs.casts.power import CastPower
from citadels_sim.formats import fixed
from citadels_sim.show.blocks import Column, Dots, Row, counted
from citadels_sim.show.charts import style
from citadels_sim.show.values import Unit, Value, Verdict
from citadels_sim.tables.keys import Cell
from citadels_sim.text import needed_words
from citadels_sim.verdicts import STATES, UNDECIDED

_SURE: Final = 0.05
_NAMED: Final = 3
_FIGURES: Final[tuple[tuple[str, Unit, str], ...]] = (
    ("rounds", "number", "Rounds"),
    ("lost_turns", "share", "Turns lost"),
    ("hits", "number", "Hits"),
    ("gold_taken", "number", "Gold taken"),
    ("districts_taken", "number", "Districts taken"),
)


def power_block(power: CastPower, cell: Cell) -> Dots:
    """Show what picking each character brings over all casts that could be drawn, and in which company it differs."""
    low, high = power.alone.simultaneous()
    rows = [
        Row(style.title_of(name), (Value(float(power.alone.value[j]), float(low[j]), float(high[j])),), name)
        for j, name in enumerate(power.names)
    ]
    return Dots(
        slug="casts-power",
        title="Power over all casts that could be drawn",
        table="power",
        cell=cell,
        finding=_power_finding(rows),
        unit="percentage points of win chance per pick",
        how="Every character on offer was picked on copies of the same game; 0 is their mean.",
        members="characters",
        basis=counted(power.nodes, "nodes"),
        head="Character",
        columns=(Column("Effect"),),
        rows=tuple(rows),
        notes=tuple(_company(power)),
    )


def _power_finding(rows: Sequence[Row]) -> str:
    """Name the character that brings most, of those that are shown to bring anything."""
    shown = [row for row in rows if not row.values[0].few and (row.values[0].low or 0.0) > 0]
    best = max(shown, key=lambda row: row.values[0].value or 0.0, default=None)
    if best is None:
        return "No character is shown to be worth more than the mean of all."
    return f"The {best.head} is worth most: {best.values[0].whole}."


def _company(power: CastPower) -> Iterator[str]:
    """Say for each character beside which others picking it brings more or less."""
    for j, name in enumerate(power.names):
        sure = [k for k in range(len(power.names)) if power.beside_q[j, k] < _SURE]
        sure.sort(key=lambda k: -abs(power.beside[j, k]))
        if sure:
            words = [f"{style.points(float(power.beside[j, k]))} beside {style.title_of(power.names[k])}" for k in sure[:_NAMED]]
            yield f"{style.title_of(name)}: {', '.join(words)}, against others of that rank (false discovery rate 5 %)."


def shortlist_block(judged: pl.DataFrame, best: Mapping[str, Any], margin: float, cell: Cell, *, districts: bool) -> Dots:
    """Show candidates as they were played again (`choice.judge_casts`), and which of them is proposed by deals of its own.

    Parameters
    ----------
    judged : polars.DataFrame
    best : mapping
        The row of the one that was played once more.
    margin : float
        In win chance per pick, or per game.
    cell : Cell
        The table of the variant that draws.
    districts : bool
        Whether they are sets of unique districts, and not casts.
    """
    what, per = ("sets of unique districts", "game") if districts else ("casts", "pick")
    counted = "deals" if districts else "nodes"
    rows = tuple(Row(row["name"], tuple(_values(row, counted)), row["name"]) for row in judged.iter_rows(named=True))
    heads = [title for _, _, title in _FIGURES]
    further = [Column(head, further=True) for head in (heads[0], "Predicted rounds", "Predicted spread", *heads[1:])]
    return Dots(
        slug="casts-shortlist",
        title=f"{what} of the shortlist, retested on fresh deals",
        table="shortlist",
        cell=cell,
        finding=best_words(best, margin),
        unit=f"spread of power in percentage points of win chance per {per}, margin {100 * margin:g}",
        how="The standard deviation of the true effects of the members.",
        members=what,
        basis=f"{len(rows)} candidate{'s' * (len(rows) != 1)}",
        head="Set" if districts else "Cast",
        columns=(Column("Spread"), Column("Balanced", further=True), *further),
        rows=rows,
        notes=tuple(f"{row['name']}: {', '.join(row['members'])}" for row in judged.iter_rows(named=True)),
    )


def _values(row: Mapping[str, Any], unit: str) -> Iterator[Value]:
    spread, low, high = (100 * row[name] for name in ("spread", "spread_low", "spread_high"))
    yield Value(spread, low, high, "number", _verdict(row, unit))
    yield Value(row["balanced"], unit="count", sign=f" of {row['of']}")
    rounds, *others = (Value(row[name], row[f"{name}_low"], row[f"{name}_high"], kind) for name, kind, _ in _FIGURES)
    yield rounds
    yield from (
        Value(row["predicted_rounds"], unit="number", no_interval=True),
        Value(100 * row["predicted_spread"], unit="number", no_interval=True),
    )
    yield from others


def _verdict(row: Mapping[str, Any], unit: str) -> Verdict:
    """Take the verdict on a candidate, with what it takes to settle it, or what else than power it fails by."""
    if STATES[row["lasts"]] == "fails":
        return Verdict(row["verdict"], "length")
    return Verdict(row["verdict"], needed_words(None, row["needed"], unit) if row["verdict"] == UNDECIDED else "")


def best_words(best: Mapping[str, Any], margin: float) -> str:
    """State what is proposed, by deals that are used for nothing else; `best` is its row of `choice.judge_casts`."""
    words = {"holds": "Proposed", "open": "The best so far, undecided"}
    spread, low, high = (fixed(100 * best[name], 2) for name in ("spread", "spread_low", "spread_high"))
    return (
        f"{words.get(STATES[best['verdict']], 'None is within limits; the most even')}: {best['name']}, spread {spread} points "
        f"[{low}, {high}], {best['balanced']} of {best['of']} within {100 * margin:g}, {best['rounds']:.1f} rounds. These figures are from "
        f"fresh deals; in the table above, from which it was chosen, the smallest spread is partly luck."
    )
