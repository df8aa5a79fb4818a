"""What games show of match-ups: what it costs to be hit, who fares badly beside whom, and which cities win, as heat maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.designs.tournament.interaction_blocks import CHAPTER
from citadels_sim.designs.tournament.matchup_metrics import BETWEEN, CITIES_OF, HITS_OF, KINDS_OF_CITY, LEAST_CITIES, MOST_MATCHED
from citadels_sim.designs.tournament.matchups import DIFFERENCES
from citadels_sim.designs.tournament.played_blocks import Played
from citadels_sim.show.blocks import Block, Column, Heat, Row, counted
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value
from citadels_sim.tables.keys import key_of
from citadels_sim.text import upper_first

_POINTS: Final = "percentage points of win chance"
_DESCRIBES: Final = "It describes games as these bots play them: targets and picks are the bots' choices, not random."
_TINT: Final = 0.02
"""Differences of win rates from which a cell is tinted, as the limit of seats."""
_HEADS: Final = {"murdered": "Murdered", "robbed": "Robbed", "bewitched": "Bewitched", "district lost": "Lost a district"}


def matchup_blocks(tables: Mapping[str, pl.DataFrame], played: Played) -> Iterator[Block]:
    """Show the match-ups of a table of players (tables of `naming.analyse_naming`), as far as enough picks are known."""
    here = {name: table.filter(pl.col("value").is_not_nan(), **key_of(played.cell)) for name, table in tables.items()}
    if here[DIFFERENCES].height:
        yield _matchups(here[DIFFERENCES], played)
    cities = here["cities"].filter(pl.col("count") >= LEAST_CITIES)
    if {f"{place}{BETWEEN}any" for place in CITIES_OF} <= set(cities["group"]):
        yield _cities(cities, played)


def _head(played: Played, finding: str, chapter: str) -> dict[str, Any]:
    """Return what a block says it is of: the first games of the table, if there are more than are counted."""
    games = int(played.fact["games"])
    first = f"the first {MOST_MATCHED:,} of {counted(games, 'games')}" if games > MOST_MATCHED else counted(games, "games")
    return played.head(finding, chapter) | {"basis": first}


def _rows(table: pl.DataFrame, columns: Sequence[str]) -> tuple[Row, ...]:
    at = {(row["group"], row["metric"]): row for row in table.iter_rows(named=True)}
    names = table["group"].unique(maintain_order=True).to_list()
    return tuple(
        Row(style.title_of(name), tuple(Value.from_row(at.get((name, column)), unit="points") for column in columns), name)
        for name in names
    )


def _sure(table: pl.DataFrame) -> list[Mapping[str, Any]]:
    """Return the differences whose interval, for all of the table at once, leaves 0 out, the largest first."""
    rows = [row for row in table.iter_rows(named=True) if row["family_low"] > 0 or row["family_high"] < 0]
    return sorted(rows, key=lambda row: -abs(row["value"]))


def _matchups(table: pl.DataFrame, played: Played) -> Heat:
    there = set(table["metric"])
    names = table["group"].unique(maintain_order=True).to_list()
    hits = [kind for kind in HITS_OF if kind in there]
    others = [name for name in [*names, *sorted(there - {*names, *hits})] if name in there]
    return Heat(
        slug="matchups",
        title="Match-ups",
        table=DIFFERENCES,
        **_head(played, _finding(table, hits), CHAPTER),
        unit=f"{_POINTS} per pick",
        how=(
            "Win rate of the holder of the row's character in rounds with this hit, or with the column's character held by another player, "
            f"minus that in other rounds. Intervals hold for all hits, and for all pairs, at once. {_DESCRIBES}"
        ),
        members="",
        head="Holder of",
        columns=tuple(Column(_HEADS.get(name) or f"Beside {style.title_of(name)}") for name in (*hits, *others)),
        rows=_rows(table, [*hits, *others]),
        limit=_TINT,
    )


def _finding(table: pl.DataFrame, hits: Sequence[str]) -> str:
    """Name the hit that goes with the greatest loss, and the pair with the greatest difference, of those that are shown to differ."""
    sure = _sure(table)
    hit = next((row for row in sure if row["metric"] in hits and row["value"] < 0), None)
    pair = next((row for row in sure if row["metric"] not in hits), None)
    said = []
    if hit is not None:
        said.append(f"hit hardest is the {style.title_of(hit['group'])}, {_HEADS[hit['metric']].lower()}: {_words(hit)}")
    if pair is not None:
        beside = f"the {style.title_of(pair['group'])} beside the {style.title_of(pair['metric'])}"
        said.append(f"among pairs, {beside} differs most: {_words(pair)}")
    text = "; ".join(said) or "no win rate is shown to differ by hits or by other characters in play"
    return f"{upper_first(text)}."


def _words(row: Mapping[str, Any]) -> str:
    return Value.from_row(row, unit="points").whole


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
        title="Win rates by kind of city",
        table="cities",
        **_head(played, _city_finding(rows), "length"),
        unit=f"{_POINTS} per game, minus an even share",
        how="Cities of a game by the mean cost of their districts, at the end. Cities of winners are also larger: a complete city had the "
        "time.",
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
    return f"{best.head} by mean cost of its districts: such a city wins {best.values[0].whole} more than an even share."


def _over(row: Mapping[str, Any] | None, fair: float) -> Value:
    """Take a win rate as its distance from an even share."""
    if row is None:
        return Value(None, unit="count")
    if row["note"]:
        return Value(row["value"] - fair)
    return Value(row["value"] - fair, row["family_low"] - fair, row["family_high"] - fair)
