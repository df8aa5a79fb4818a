"""What games show of their length and of scores: rounds, closeness, what a score is made of, and whether who completes first wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import polars as pl

from citadels_sim.designs.tournament.analyse import Analysis
from citadels_sim.designs.tournament.game_metrics import LENGTH, RESULTS, SCORES
from citadels_sim.designs.tournament.played_blocks import Played
from citadels_sim.show.bars import Bars
from citadels_sim.show.blocks import Block, Column, Row, Table
from citadels_sim.show.charts import style
from citadels_sim.show.curve import Curve, Line
from citadels_sim.show.values import Value
from citadels_sim.tables.keys import Cell, key_of

CHAPTER: Final = "length"

_LEAST: Final = 0.005
"""Rounds in which fewer games end have no bar."""
_PARTS: Final = ("mean_total", "mean_districts", "mean_types", "mean_completion", "mean_bonus")
_SCORES: Final = {"share_of_seats": "All seats", "share_of_winners": "Winners"}
_STEP: Final = 5
"""Points from one row to the next of those who end with at most so many."""
_TITLES: Final = {metric.name: metric.title for family in (RESULTS, SCORES, LENGTH) for metric in family.metrics}


def length_blocks(analysis: Analysis, cell: Cell) -> Iterator[Block]:
    """Show how long the games of a table of players are, and their scores."""
    here = {
        name: analysis.tables[name].filter(**key_of(cell))
        for name in ("round_distribution", "score_distribution", "length", "scores", "score_parts")
    }
    played = Played.from_analysis(analysis, cell)
    yield _rounds(here["round_distribution"], here["length"], played)
    yield _scores(here["score_distribution"], played)
    yield _whole(here["scores"], here["length"], played)
    yield _parts(here["score_parts"], played)


def _rounds(rounds: pl.DataFrame, length: pl.DataFrame, played: Played) -> Bars:
    table = rounds.with_columns(at=pl.col("group").cast(pl.Int64)).sort("at")
    often = table.filter(pl.col("value") >= _LEAST)
    rows = tuple(Row(row["group"], (Value.from_row(row),), row["group"]) for row in often.iter_rows(named=True))
    at = {row["metric"]: row for row in length.iter_rows(named=True)}
    middle = at["rounds_median"]
    interval = "" if middle["low"] is None else f" [{middle['low']:.0f},\u00a0{middle['high']:.0f}]"
    low, high = (at[name]["value"] for name in ("rounds_q05", "rounds_q95"))
    return Bars(
        slug="length",
        title="Length of a game",
        table="round_distribution",
        **played.head(
            f"The median game takes {middle['value']:.0f}{interval} rounds; nine in ten last between {low:.0f} and {high:.0f}.", CHAPTER
        ),
        unit="share of games",
        how="" if often.height == table.height else f"Rounds in which fewer than {style.percent(_LEAST)} of the games end are left out.",
        members="numbers of rounds",
        head="Rounds",
        columns=(Column("Games"),),
        rows=rows,
    )


def _scores(table: pl.DataFrame, played: Played) -> Curve:
    """Add up which share of seats, and of winners, ends with at most so many points."""
    sums = {metric: _at_most(table.filter(metric=metric)) for metric in _SCORES}
    every = sorted({score for shares in sums.values() for score in shares})
    low, high = every[0], every[-1]
    # A score that nobody had has the share of the next lower one.
    full = {
        metric: {score: max((shares[at] for at in shares if at <= score), default=0.0) for score in range(low, high + 1)}
        for metric, shares in sums.items()
    }
    middles = [next(score for score, share in shares.items() if share >= 0.5) for shares in full.values()]
    rows = tuple(
        Row(f"{score}", tuple(_bare(shares[score]) for shares in full.values())) for score in range(low, high + 1) if score % _STEP == 0
    )
    return Curve(
        slug="scores",
        title="Final scores",
        table="score_distribution",
        **played.head(f"Half of all seats end with at most {middles[0]} points, half of the winners with at most {middles[1]}.", CHAPTER),
        unit="share with at most this score",
        how="A line crosses 50 % at the median.",
        members="",
        head="Final score",
        columns=tuple(map(Column, _SCORES.values())),
        rows=rows,
        lines=tuple(
            Line(_SCORES[metric], tuple((float(score), _bare(share)) for score, share in shares.items()), banded=False)
            for metric, shares in full.items()
        ),
        across="Final score, points",
        shares=False,
    )


def _at_most(table: pl.DataFrame) -> dict[int, float]:
    """Add up shares of scores: score -> share that ends with no more."""
    rows = table.select(pl.col("group").cast(pl.Int64), "value").sort("group").with_columns(pl.col("value").cum_sum())
    return {int(score): min(float(share), 1.0) for score, share in rows.iter_rows()}


def _bare(share: float) -> Value:
    return Value(share, unit="share", no_interval=True)


def _whole(scores: pl.DataFrame, length: pl.DataFrame, played: Played) -> Table:
    rows = {}
    for row in (*scores.iter_rows(named=True), *length.iter_rows(named=True)):
        if (name := row["metric"]) in _TITLES:
            value = Value.from_row(row, own=True)
            what = "" if value.unit == "share" or _TITLES[name].lower() == row["unit"] else f", {row['unit']}"
            even = f" (an even share: {style.percent(row['reference'])})" if row["reference"] is not None else ""
            rows[name] = Row(f"{_TITLES[name]}{what}{even}", (value,), name)
    return Table(
        slug="closeness",
        title="Scores and closeness",
        table="scores",
        **played.head(_closeness({name: row.values[0] for name, row in rows.items()}), CHAPTER),
        unit="share of games; other units are shown",
        how="The first to complete a city is often ahead already, so this does not measure the gain of rushing.",
        members="",
        head="Figure",
        columns=(Column("Value"),),
        rows=tuple(rows.values()),
    )


def _closeness(at: Mapping[str, Value]) -> str:
    best, margin, first = at["winner_total"], at["margin"], at.get("completer_wins")
    text = f"The winner has {best.whole} points on average, {margin.whole} more than the second."
    if first is not None and not first.few:
        text += f" The first to complete a city wins {first.whole} of the games."
    return text


def _parts(table: pl.DataFrame, played: Played) -> Bars:
    at = {(row["group"], row["metric"]): row for row in table.iter_rows(named=True)}
    groups = [name for name in ("winner", "others") if (name, _PARTS[0]) in at]
    rows = tuple(Row(name.capitalize(), tuple(Value.from_row(at.get((name, part))) for part in _PARTS), name) for name in groups)
    return Bars(
        slug="score-parts",
        title="Parts of a score",
        table="score_parts",
        **played.head(_parts_finding(rows), CHAPTER),
        unit="mean points per seat",
        how="",
        members="results",
        head="Seat",
        columns=tuple(Column(_TITLES[part], further=part != _PARTS[0]) for part in _PARTS),
        rows=rows,
        parts=len(_PARTS) - 1,
    )


def _parts_finding(rows: Sequence[Row]) -> str:
    if len(rows) < 2 or any(row.values[i].few for row in rows for i in (0, 1)):
        return "There are too few games to show what winners score more than the others."
    whole, districts = ((rows[0].values[i].value or 0.0) - (rows[1].values[i].value or 0.0) for i in (0, 1))
    return f"Winners score {whole:.1f} points more than the others, {districts:.1f} of them from districts."
