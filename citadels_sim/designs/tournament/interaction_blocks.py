"""What games show of interaction: what befalls characters, how often powers are used and what they bring, on whom they fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from citadels_sim.designs.tournament.analyse import Analysis
from citadels_sim.designs.tournament.character_blocks import figure_rows, ordered
from citadels_sim.designs.tournament.interaction_metrics import INTERACTION_METRICS
from citadels_sim.designs.tournament.played_blocks import Played
from citadels_sim.show.blocks import Block, Column, Dots, Row, Table
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.text import listed, upper_first

CHAPTER: Final = "interaction"

_ATTACKS: Final = {"murdered_when_held": "Murdered", "robbed_when_held": "Robbed", "bewitched_when_held": "Bewitched"}
_SHARE, _PER_TURN, _GOLD = "_share", "_per_turn", "gold per own turn"
_POWERS: Final = {
    metric.name.removesuffix(_SHARE): (metric.title.partition(":")[0].lower(), metric.owners or ())
    for metric in INTERACTION_METRICS
    if metric.name.endswith(_SHARE)
}
"""Power to what it is called and to whose it is."""
_BURDENS: Final = {
    "gold_lost_per_pick": ("Gold lost", "most gold is lost by the", "a pick"),
    "tax_paid_per_pick": ("Tax paid, gold", "most tax is paid by the", "gold a pick"),
    "tithes_given_per_pick": ("Tithes given, gold", "most tithes are given by the", "gold a pick"),
    "gifts_given_per_pick": ("Gifts given", "most gifts are given by the", "a pick"),
    "districts_lost_per_pick": ("Districts lost", "most districts are lost by the", "a pick"),
}
"""What powers do to others: head of the column, words of the finding."""


def interaction_blocks(analysis: Analysis, cell: Cell) -> Iterator[Block]:
    """Show what the characters of a table of players do to each other, as far as it happened."""
    table = analysis.tables["characters"].filter(**key_of(cell))
    played = Played.from_analysis(analysis, cell)
    happened = set(table.filter(pl.col("value") > 0)["metric"])
    makers = (_attacks, _powers, _burdens)
    yield from (block for make in makers if table.height and (block := make(table, happened, played)))


def _attacks(table: pl.DataFrame, happened: set[str], played: Played) -> Dots | None:
    attacks = [name for name in _ATTACKS if name in happened]
    if not attacks:
        return None
    rows = figure_rows(table, attacks)
    return Dots(
        slug="attacks",
        title="Attacks on characters",
        table="characters",
        **played.head(_most_attacked(rows, attacks), CHAPTER),
        unit="share of picks",
        how=f"Drawn: {_ATTACKS[attacks[0]].lower()}.",
        members="characters",
        head="Character",
        columns=tuple(Column(_ATTACKS[name]) for name in attacks),
        rows=rows,
    )


def _most(rows: Sequence[Row], column: int) -> Row | None:
    """Return the row with the highest figure of a column."""
    known = [row for row in rows if not row.values[column].few and row.values[column].value]
    return max(known, key=lambda row: row.values[column].value or 0.0, default=None)


def _most_attacked(rows: Sequence[Row], attacks: Sequence[str]) -> str:
    """State who suffers each of these most often."""
    phrases: list[str] = []
    first: Row | None = None
    for i, name in enumerate(attacks):
        if (worst := _most(rows, i)) is None:
            continue
        who = "it is also" if worst is first else f"the {worst.head} is"
        phrases.append(f"{who} {_ATTACKS[name].lower()} most often ({worst.values[i].whole}{'' if phrases else ' of its picks'})")
        first = first or worst
    return upper_first(f"{', '.join(phrases)}.") if phrases else "There are too few picks to show how often characters are attacked."


def _powers(table: pl.DataFrame, happened: set[str], played: Played) -> Dots | None:
    """Lay out how often each power is used and what gold it brings, those of their owners first."""
    at = {(row["group"], row["metric"]): row for row in table.iter_rows(named=True)}
    rows: dict[bool, list[Row]] = {True: [], False: []}
    for (group, metric), row in at.items():
        power = metric.removesuffix(_SHARE)
        if metric == power or power not in _POWERS or not row["value"]:
            continue
        noun, owners = _POWERS[power]
        gold = at.get((group, power + _PER_TURN))
        values = Value.from_row(row), Value.from_row(gold if gold and gold["unit"] == _GOLD else None)
        rows[group in owners].append(Row(f"{style.title_of(group)}: {noun}", values, group))
    if not rows[True]:
        return None
    own, guests = ordered(rows[True]), ordered(rows[False])
    return Dots(
        slug="powers",
        title="Powers: use, and gold per turn",
        table="characters",
        **played.head(_powers_finding(own), CHAPTER),
        unit="share of own turns in which the power had an effect",
        how=(
            "An own turn is one neither murdered nor bewitched. A power without gold has another effect."
            + (" The Witch uses the powers of the characters that she bewitches." if guests else "")
        ),
        members="characters with the same power",
        head="Power",
        columns=(Column("Used"), Column("Gold per own turn")),
        rows=(*own, *guests),
    )


def _powers_finding(rows: Sequence[Row]) -> str:
    """State which power is used most, and which brings most gold."""
    used, rich = _most(rows, 0), _most(rows, 1)
    if used is None:
        return "There are too few turns to show how often powers are used."
    finding = f"The {_whose(used)} is used most often ({used.values[0].whole} of own turns)"
    if rich is not None:
        who = " and" if rich is used else f", the {_whose(rich)}"
        finding += f"{who} brings most gold ({rich.values[1].whole} a turn)"
    return f"{finding}."


def _whose(row: Row) -> str:
    owner, _, power = row.head.partition(": ")
    return f"{owner}'s {power}"


def _burdens(table: pl.DataFrame, happened: set[str], played: Played) -> Table | None:
    metrics = [name for name in _BURDENS if name in happened]
    if not metrics:
        return None
    if "stolen_share" not in happened and len(metrics) > 2:  # all gold was lost in the ways that stand beside it
        metrics = [name for name in metrics if name != "gold_lost_per_pick"]
    rows = figure_rows(table, metrics)
    worst = [(name, i, row) for i, name in enumerate(metrics) if (row := _most(rows, i))]
    phrases = [f"{_BURDENS[name][1]} {row.head} ({row.values[i].whole} {_BURDENS[name][2]})" for name, i, row in worst]
    text = f"{upper_first(', '.join(phrases))}." if phrases else "There are too few picks to show who suffers from powers."
    return Table(
        slug="burdens",
        title="Characters that suffer from powers",
        table="characters",
        **played.head(text, CHAPTER),
        unit=f"per pick, murdered or not: {listed([_BURDENS[name][0].lower() for name in metrics])}",
        how="Losses of a player with two characters are counted with the last one.",
        members="characters",
        head="Character",
        columns=tuple(Column(_BURDENS[name][0]) for name in metrics),
        rows=rows,
    )
