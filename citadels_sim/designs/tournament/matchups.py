"""Rows and differences of match-ups: what befalls a character, who is in play beside it, and which cities win.

From the same rows as `naming`, of the first games of every table. A difference is one of two groups of the same deals, whose covariance is
in its interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.tournament.matchup_metrics import BETWEEN, CITIES_OF, COMPANY, HITS, HITS_OF, LEAST_PICKS, WITHOUT
from citadels_sim.statistics.estimates import SCHEMA, ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import CELL, Cell, key_of

_GAME: Final = (*CELL, "block", "rotation")
_MOST_CHARACTERS: Final = 9
"""Characters of a table of pairs at most: with all 27 of a drawn cast a pair is seen too seldom, and the table has no room."""
DIFFERENCES: Final = "matchups"
"""The table of differences,"""
COMPARED: Final = (HITS, COMPANY)
"""and the families whose groups it compares: with what is behind the dash, and without."""


def hits_of(turns: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Return a row per pick and thing that can befall it: the game, group, win, gold_lost.

    Parameters
    ----------
    turns : polars.DataFrame
        Rows of one cell, characters as texts.
    seats : polars.DataFrame
        The game, seat and win.
    """
    held, names = _with_wins(turns, seats), _names(turns)
    groups = _groups(f"{name}{BETWEEN}{mark}{hit}" for name in names for hit in HITS_OF for mark in (WITHOUT, ""))
    parts = [held.select(*_GAME, "win", "gold_lost", group=groups.gather(pl.col("name"))).clear()]
    for place, (hit, column) in enumerate(HITS_OF.items()):
        happened = pl.col(column) > 0 if column == "districts_lost" else pl.col(column)
        rows = held if hit == "murdered" else held.filter(~pl.col("murdered"))
        if not rows.select(happened.any()).item():
            continue
        code = (pl.col("name").cast(pl.UInt32) * len(HITS_OF) + place) * 2 + happened.cast(pl.UInt32)
        parts.append(rows.select(*_GAME, "win", "gold_lost", group=groups.gather(code)))
    return pl.concat(parts)


def company_of(turns: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Return a row per pick and other character of the cast: the game, group, win; nothing at tables of many characters."""
    names = _names(turns)
    held = _with_wins(turns, seats).select(*_GAME, "at", "name", "seat", "win")
    if len(names) > _MOST_CHARACTERS:
        held = held.clear()
    groups = _groups(f"{name}{BETWEEN}{mark}{other}" for name in names for other in names for mark in (WITHOUT, ""))
    others = turns.select("at", other=pl.col("character").cast(pl.Enum(names)).to_physical(), other_seat="seat")
    pairs = held.join(others, on="at", how="inner").filter(pl.col("name") != pl.col("other"))
    there = pl.col("other_seat").is_not_null()
    pairs = pairs.filter(~there | (pl.col("other_seat") != pl.col("seat")))  # one's own second character is no other
    code = (pl.col("name").cast(pl.UInt32) * len(names) + pl.col("other").cast(pl.UInt32)) * 2 + there.cast(pl.UInt32)
    return pairs.select(*_GAME, "win", group=groups.gather(code))


def cities_of(games: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Return a row per seat and kind of city that it has: the game, group, win.

    Parameters
    ----------
    games : polars.DataFrame
        The game and ``first_complete``.
    seats : polars.DataFrame
        The game, seat, win, districts, types, city.
    """
    built = seats.filter(pl.col("city") > 0).join(games.select(*_GAME, "first_complete"), on=_GAME, how="left")
    mean = pl.col("districts") / pl.col("city")
    built = built.with_columns(cost=mean).with_columns(least=pl.col("cost").min().over(_GAME), most=pl.col("cost").max().over(_GAME))
    cheapest, between, dearest = map(pl.lit, CITIES_OF)
    alike = pl.col("least") == pl.col("most")
    place = (
        pl.when(alike)
        .then(between)
        .when(pl.col("cost") == pl.col("least"))
        .then(cheapest)
        .when(pl.col("cost") == pl.col("most"))
        .then(dearest)
        .otherwise(between)
    )
    first = pl.col("seat") == pl.col("first_complete")
    kinds = pl.concat_list(
        pl.lit("any"),
        pl.when(pl.col("types") > 0).then(pl.lit("five types")).otherwise(pl.lit("fewer types")),
        pl.when(first).then(pl.lit("first")).otherwise(pl.lit(None)),
    )
    rows = built.select(*_GAME, "win", place=place, kind=kinds).explode("kind").drop_nulls("kind")
    return rows.select(*_GAME, "win", group=pl.format(f"{{}}{BETWEEN}{{}}", "place", "kind"))


def _names(turns: pl.DataFrame) -> list[str]:
    return turns["character"].unique().sort().to_list()


def _groups(names: Iterable[str]) -> pl.Expr:
    """Return the names of groups by their code: texts of a million rows take as long as all else."""
    every = list(names)
    return pl.lit(pl.Series(every, dtype=pl.Enum(every)))


def _with_wins(turns: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of characters that somebody held, with the credit of who did and the place of the name among all."""
    held = turns.filter(pl.col("seat").is_not_null()).with_columns(name=pl.col("character").cast(pl.Enum(_names(turns))).to_physical())
    return held.join(seats.select(*_GAME, "seat", "win"), on=[*_GAME, "seat"], how="left")


def differences(entry: Family, cells: Mapping[Cell, Moments]) -> pl.DataFrame:
    """Compare, of every cell, the groups of a family that differ by whether something happened.

    Parameters
    ----------
    entry : Family
        One of `COMPARED`.
    cells : mapping
        Cell -> moments.

    Returns
    -------
    polars.DataFrame
        Columns of `estimates.SCHEMA`: ``group`` is the character, ``metric`` what happened or who was in play, the value its win rate then
        less its win rate otherwise; ``family_low`` and ``family_high`` hold for all of the table at once; ``count`` the smaller number of
        picks. Pairs of which either has fewer than `LEAST_PICKS` picks have no row.
    """
    rows: list[dict[str, object]] = []
    for cell, moments in cells.items():
        groups, estimated = ratios(entry, entry.metrics[0], moments)
        at = {group: i for i, group in enumerate(groups)}
        pairs = [(i, j) for i, j in _pairs(at) if min(estimated.count[i], estimated.count[j]) >= LEAST_PICKS]
        pairs = [(i, j) for i, j in pairs if min(estimated.effective[i], estimated.effective[j]) >= LEAST_COUNT]
        if not pairs:
            continue
        weights = np.zeros((len(pairs), len(groups)))
        for row, (i, j) in enumerate(pairs):
            weights[row, i], weights[row, j] = 1.0, -1.0
        used = np.flatnonzero(np.abs(weights).any(axis=0))
        apart = estimated.chosen(used).contrast(weights[:, used])
        ends = (*apart.interval(), *apart.simultaneous())
        for row, (i, j) in enumerate(pairs):
            character, _, what = groups[i].partition(BETWEEN)
            bounds = dict(zip(("low", "high", "family_low", "family_high"), (float(end[row]) for end in ends), strict=True))
            rows.append(
                key_of(cell)
                | {"group": character, "metric": what, "value": float(apart.value[row]), **bounds, "se": float(apart.se[row])}
                | {"reference": None, "count": float(min(estimated.count[i], estimated.count[j])), "blocks": apart.blocks}
                | {"unit": entry.metrics[0].unit, "estimand": entry.metrics[0].estimand, "note": None}
            )
    return pl.DataFrame(rows, schema=SCHEMA)


def _pairs(at: Mapping[str, int]) -> Iterable[tuple[int, int]]:
    """Find the groups with something and the same ones without it."""
    for group, i in at.items():
        character, _, what = group.partition(BETWEEN)
        other = at.get(f"{character}{BETWEEN}{WITHOUT}{what}")
        if other is not None:
            yield i, other
