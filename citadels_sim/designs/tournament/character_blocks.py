"""What games show of characters: what is drafted, how its holders fare, what they earn. All of it describes, none of it has a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.designs.tournament.analyse import Analysis
from citadels_sim.designs.tournament.played_blocks import Played
from citadels_sim.show.blocks import Block, Column, Dots, Row, Table
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value
from citadels_sim.tables.keys import Cell, key_of

CHAPTER: Final = "characters"

_DRAFT: Final = {
    "pick_when_offered": Column("Picked when offered"),
    "pick_rate": Column("Picked minus random picks"),
    "draft_slot": Column("Draft slot", further=True),
    "held_by_leader": Column("Held by the leader", further=True),
    "face_up": Column("Face up", further=True),
    "hidden": Column("Face down", further=True),
}
_EARNED: Final = {
    "gold_per_turn": Column("Gold per turn"),
    "builds_per_turn": Column("Districts built per turn"),
    "gold_gathered": Column("Takes gold", further=True),
}


def character_blocks(analysis: Analysis, cell: Cell) -> Iterator[Block]:
    """Show the characters of a table of players; nothing where turns were not counted."""
    table = analysis.tables["characters"].filter(**key_of(cell))
    played = Played.from_analysis(analysis, cell)
    if not table.height:
        return
    yield _drafted(table, played)
    yield _held(table, played)
    yield _earned(table, played)
    crown = analysis.tables["crown"].filter(**key_of(cell))
    if crown.height:
        yield _crown(crown, played)


def figure_rows(table: pl.DataFrame, metrics: Sequence[str]) -> tuple[Row, ...]:
    """Lay out figures of characters, a column for each, from the highest first figure to the lowest."""
    at = {(row["group"], row["metric"]): row for row in table.iter_rows(named=True)}
    groups = table.filter(metric=metrics[0])["group"].to_list()
    return ordered(Row(style.title_of(name), tuple(Value.from_row(at.get((name, metric))) for metric in metrics), name) for name in groups)


def ordered(rows: Iterator[Row] | Sequence[Row]) -> tuple[Row, ...]:
    """Sort rows from the highest first figure to the lowest, those of too few cases last."""
    return tuple(sorted(rows, key=lambda row: (row.values[0].few, -(row.values[0].value or 0.0), row.head)))


def shifted(row: Mapping[str, Any] | None) -> Value:
    """Write a share as its distance from what it is read against, in percentage points; none where there is nothing to read it against."""
    if row is None or row["reference"] is None:
        return Value(None, unit="count")
    value = Value.from_row(row)
    low, high = (None if end is None else end - row["reference"] for end in (value.low, value.high))
    return Value(row["value"] - row["reference"], low, high, "points")


def _drafted(table: pl.DataFrame, played: Played) -> Dots:
    rate = {row["group"]: row for row in table.filter(metric="pick_rate").iter_rows(named=True)}
    first = table.filter(metric="pick_when_offered")
    rows = tuple(
        Row(row.head, (row.values[0], shifted(rate.get(row.key)), *row.values[2:]), row.key) for row in figure_rows(table, list(_DRAFT))
    )
    even = first["reference"].drop_nulls().to_list()
    return Dots(
        slug="drafted",
        title="Drafted characters",
        table="characters",
        **played.head(_wanted(rows, even[0] if even else None), CHAPTER),
        unit="share of offers",
        how=(f"A random picker takes {style.percent(even[0])} of the cards offered. " if even else "")
        + "Picked minus random picks: share of all rounds beyond a random picker's; exact for four players and more.",
        members="characters",
        head="Character",
        columns=tuple(_DRAFT.values()),
        rows=rows,
    )


def _wanted(rows: Sequence[Row], even: float | None) -> str:
    """Name who is wanted most and least, against a random picker where there is one."""
    known = [row for row in rows if not row.values[0].few]
    if not known:
        return "There are too few offers to show how often characters are picked."
    most, least = known[0], known[-1]
    words = f"the {most.head} ({most.values[0].whole})", f"the {least.head} ({least.values[0].whole})"
    if even is None:
        return f"Most picked is {words[0]}, least picked {words[1]}."
    if not any((row.values[0].low or 0.0) > even or (row.values[0].high or 0.0) < even for row in known):
        return "No character is picked detectably more or less often than a random picker would."
    return f"A random picker takes {style.percent(even)}; most wanted is {words[0]}, least wanted {words[1]}."


def _held(table: pl.DataFrame, played: Played) -> Dots:
    table = table.filter(metric="win_when_held")
    rows = ordered(
        Row(style.title_of(row["group"]), (shifted(row), Value(row["count"], unit="count")), row["group"])
        for row in table.iter_rows(named=True)
    )
    return Dots(
        slug="win-when-held",
        title="Wins when held",
        table="characters",
        **played.head(_holders(rows), CHAPTER),
        unit=f"percentage points of win chance per pick, above or below an even share of {style.percent(1 / played.cell[1])}",
        how=(
            "Descriptive: leaders draft differently, so a difference can have the wrong sign. It is not the effect of the character, and "
            "gives no verdict."
        ),
        members="characters",
        head="Character",
        columns=(Column("Wins"), Column("Picks", further=True)),
        rows=rows,
    )


def _holders(rows: Sequence[Row]) -> str:
    known = [row for row in rows if not row.values[0].few]
    more = [row for row in known if (row.values[0].low or 0.0) > 0]
    less = [row for row in known if (row.values[0].high or 0.0) < 0]
    phrases = [f"of the {more[0].head} ({more[0].values[0].text}) win most often"] if more else []
    phrases += [f"of the {less[-1].head} ({less[-1].values[0].text}) win least often"] if less else []
    if not phrases:
        return "No character's holders win detectably more or less than an even share."
    return f"Holders {', holders '.join(phrases)}; descriptive, not an effect of the character."


def _earned(table: pl.DataFrame, played: Played) -> Dots:
    rows = figure_rows(table, list(_EARNED))
    return Dots(
        slug="economy",
        title="Gold and building in a turn",
        table="characters",
        **played.head(_richest(rows), CHAPTER),
        unit="gold per turn played, from all sources",
        how="Turns lost to murder are left out.",
        members="characters",
        head="Character",
        columns=tuple(_EARNED.values()),
        rows=rows,
    )


def _richest(rows: Sequence[Row]) -> str:
    known = [row for row in rows if not (row.values[0].few or row.values[1].few)]
    if not known:
        return "There are too few turns to show what characters earn."
    rich, builder = known[0], max(known, key=lambda row: row.values[1].value or 0.0)
    other = "it also" if builder is rich else f"the {builder.head}"
    earned, built = rich.values[0].whole, builder.values[1].whole
    return f"The {rich.head} earns most ({earned} gold a turn), {other} builds most ({built} districts a turn)."


def _crown(table: pl.DataFrame, played: Played) -> Table:
    rows = tuple(Row(row["group"].capitalize(), (shifted(row),), row["group"]) for row in table.iter_rows(named=True))
    return Table(
        slug="crown",
        title="Wins of the crown holder at the draft",
        table="crown",
        **played.head(
            f"{rows[0].head}: {rows[0].values[0].whole}, against an even share; descriptive, not an effect of the crown.", CHAPTER
        ),
        unit=f"percentage points of win chance per pick, above or below an even share of {style.percent(1 / played.cell[1])}",
        how="Bots that prefer the King hold the crown more often.",
        members="rows",
        head="At the draft",
        columns=(Column("Wins"),),
        rows=rows,
    )
