"""What games show of match-ups: what it costs to be hit, who fares badly beside whom, and which cities win, as heat maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.lab.tournament.interaction_blocks import CHAPTER
from citadels_sim.lab.tournament.matchup_metrics import BETWEEN, CITIES_OF, HITS_OF, KINDS_OF_CITY
from citadels_sim.lab.tournament.played_blocks import Played
from citadels_sim.show.blocks import Block, Column, Heat, Row, Value
from citadels_sim.tables.keys import key_of

_POINTS: Final = "percentage points of win chance"
_DESCRIBES: Final = "It describes games as these bots play them: who is hit, and who picks what beside whom, is not drawn by lot."
_TINT: Final = 0.02
"""Differences of win rates from which a cell is tinted, as the limit of seats."""
_HEADS: Final = {"murdered": "Murdered", "robbed": "Robbed", "bewitched": "Bewitched", "district lost": "Lost a district"}


def matchup_blocks(tables: Mapping[str, pl.DataFrame], played: Played) -> Iterator[Block]:
    """Show the match-ups of a table of players (tables of `naming.analyse_naming`), as far as enough picks are known."""
    here = {name: table.filter(pl.col("value").is_not_nan(), **key_of(played.cell)) for name, table in tables.items()}
    if here["hit_costs"].height:
        yield _hits(here["hit_costs"], played)
    if here["company_differences"].height:
        yield _company(here["company_differences"], played)
    if here["cities"].height:
        yield _cities(here["cities"], played)


def _rows(table: pl.DataFrame, columns: Sequence[str]) -> tuple[Row, ...]:
    at = {(row["group"], row["metric"]): row for row in table.iter_rows(named=True)}
    names = table["group"].unique(maintain_order=True).to_list()
    return tuple(
        Row(style.title_of(name), tuple(Value.of(at.get((name, column)), unit="points") for column in columns), name) for name in names
    )


def _sure(table: pl.DataFrame) -> list[Mapping[str, Any]]:
    """Return the differences whose interval, for all of the table at once, leaves 0 out, the largest first."""
    rows = [row for row in table.iter_rows(named=True) if row["family_low"] > 0 or row["family_high"] < 0]
    return sorted(rows, key=lambda row: -abs(row["value"]))


def _hits(costs: pl.DataFrame, played: Played) -> Heat:
    kinds = [kind for kind in HITS_OF if kind in set(costs["metric"])]
    return Heat(
        slug="hits",
        title="What it costs to be hit",
        table="hit_costs",
        **played.head(_hit_finding(_sure(costs), costs.height), CHAPTER),
        unit=f"{_POINTS} per pick, hit less not hit",
        how=f"Win rate of who held the character, in rounds in which that befell it less in others. {_DESCRIBES}",
        members="characters",
        head="Character",
        columns=tuple(Column(_HEADS[kind]) for kind in kinds),
        rows=_rows(costs, kinds),
        limit=_TINT,
    )


def _hit_finding(sure: Sequence[Mapping[str, Any]], of: int) -> str:
    if not sure:
        return "For no character the win rate is shown to differ by whether it is hit."
    worst = min(sure, key=lambda row: row["value"])
    who = f"{style.title_of(worst['group'])}, {_HEADS[worst['metric']].lower()}"
    figure = Value.of(worst, unit="points").whole
    return f"{len(sure)} of {of} win rates are shown to differ by whether the character is hit; most is lost by the {who}: {figure}."


def _company(table: pl.DataFrame, played: Played) -> Heat:
    others = table["metric"].unique(maintain_order=True).to_list()
    names = [name for name in table["group"].unique(maintain_order=True) if name in others]
    columns = [*names, *(other for other in others if other not in names)]
    sure = _sure(table)
    finding = f"{len(sure)} of {table.height} win rates are shown to differ by who else is in play"
    if sure:
        worst = sure[0]
        pair = f"{style.title_of(worst['group'])} beside the {style.title_of(worst['metric'])}"
        finding += f"; most of all the {pair}: {Value.of(worst, unit='points').whole}"
    return Heat(
        slug="company",
        title="Who fares how beside whom",
        table="company_differences",
        **played.head(f"{finding}.", CHAPTER),
        unit=f"{_POINTS} per pick, with the other one in play less without",
        how=f"Win rate of who holds the row's character in rounds in which another player holds the column's, less in others. {_DESCRIBES}",
        members="pairs",
        head="Holder of",
        columns=tuple(Column(style.title_of(name)) for name in columns),
        rows=_rows(table, columns),
        limit=_TINT,
    )


def _cities(table: pl.DataFrame, played: Played) -> Heat:
    fair = 1 / played.cell[1]
    at = {row["group"]: row for row in table.iter_rows(named=True)}
    rows = tuple(
        Row(words, tuple(_over(at.get(f"{place}{BETWEEN}{kind}"), fair) for kind in KINDS_OF_CITY), place)
        for place, words in CITIES_OF.items()
        if f"{place}{BETWEEN}any" in at
    )
    return Heat(
        slug="cities",
        title="Which cities win",
        table="cities",
        **played.head(_city_finding(rows), "length"),
        unit=f"{_POINTS} per game, less an even share",
        how="Cities of a game by the mean cost of their districts, at the end. What wins also grows: a city that is complete had the time.",
        members="cities",
        head="City",
        columns=tuple(map(Column, KINDS_OF_CITY.values())),
        rows=rows,
        limit=_TINT,
    )


def _city_finding(rows: Sequence[Row]) -> str:
    """Say which mean cost wins most, if one is shown to win more than an even share, and what five types go with."""
    shown = [row for row in rows if not row.values[0].few and (row.values[0].low or 0.0) > 0]
    if not shown:
        return "No mean cost of the districts is shown to win more than an even share."
    best = max(shown, key=lambda row: row.values[0].value or 0.0)
    return f"{best.head} by mean cost of its districts: such a city wins {best.values[0].whole} over an even share."


def _over(row: Mapping[str, Any] | None, fair: float) -> Value:
    """Take a win rate as its distance from an even share."""
    if row is None:
        return Value(None, unit="count")
    if row["note"]:
        return Value(row["value"] - fair)
    return Value(row["value"] - fair, row["family_low"] - fair, row["family_high"] - fair)
