"""What a ladder shows, as blocks: strengths from all places and from wins alone, likelihoods, seats, and pairs that they do not explain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from citadels_sim.designs.tournament.seat_blocks import seat_head
from citadels_sim.ladder.rate import Ladder
from citadels_sim.ladder.scopes import ALL
from citadels_sim.ladder.words import (
    PLACES,
    WINS,
    LadderRow,
    Source,
    ladder_finding,
    likelihood,
    not_rated,
    of_scope,
    order_of,
    widest,
    wins_finding,
)
from citadels_sim.lineups import lineup_words
from citadels_sim.show.blocks import Column, Dots, Row, Shown, Table, counted, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.tables.keys import Cell

_MOST_RESIDUALS: Final = 10
_FROM: Final = {PLACES: "from all places", WINS: "from wins alone"}


def show(ladder: Ladder) -> Shown:
    """Say what a ladder shows; its tables have the prefix ``ladder_`` in the files of a report."""
    blocks = (*_strengths(ladder, PLACES), *_strengths(ladder, WINS), *_superiority(ladder), *_seats(ladder), *_residuals(ladder))
    return Shown(blocks, ladder.tables, {name: f"ladder_{name}" for name, table in ladder.tables.items() if table.height}, analysis=ladder)


def _strengths(ladder: Ladder, source: Source) -> Iterator[Dots]:
    """Show the strengths of each variant at all its numbers of players, and of all variants side by side."""
    rated = [scope for scope in ladder.scopes.to_dicts() if of_scope(ladder.strengths, scope)[source[0]].is_not_null().any()]
    variants = list(dict.fromkeys(scope["variant"] for scope in rated if scope["variant"] != ALL))
    for variant in variants:
        scopes = [scope for scope in rated if scope["variant"] == variant]
        heads = [f"{scope['players']} players" if scope["players"] else "All" for scope in scopes]
        alone = scopes[0]["players"] if len(scopes) == 1 else 0
        yield _strength(ladder, source, (variant, alone, ""), scopes, heads)
    if len(variants) > 1:
        last = {scope["variant"]: scope for scope in rated}  # of each variant the scope that pools most
        scopes = [last[name] for name in (*variants, ALL) if name in last]
        heads = ["All variants" if scope["variant"] == ALL else scope["variant"] for scope in scopes]
        yield _strength(ladder, source, ("all variants", 0, ""), scopes, heads)


def _strength(ladder: Ladder, source: Source, cell: Cell, scopes: Sequence[LadderRow], heads: Sequence[str]) -> Dots:
    """Show the strengths of some scopes, of which the last is drawn; its bots first."""
    *others, drawn = scopes
    rows = [{row["bot"]: row for row in of_scope(ladder.strengths, scope).iter_rows(named=True)} for scope in (drawn, *others)]
    bots = [bot for bot in (*rows[0], *order_of(ladder)) if any(bot in known for known in rows)]
    anchor = drawn["anchor" if source == PLACES else "wins_anchor"]
    counts = (Column("Games", further=True), Column("Wins per seat", further=True), Column("Even share", further=True))
    finding = ladder_finding(ladder, drawn) if source == PLACES else wins_finding(ladder, drawn)
    return Dots(
        slug="ladder" if source == PLACES else "ladder-wins",
        title=f"Strength of the bots {_FROM[source]}",
        table="strengths",
        cell=cell,
        finding=finding if drawn["blocks"] >= LEAST_COUNT else too_few(drawn["blocks"]),
        unit="Elo",
        how=f"400 points more are odds of 10 to 1 to {'be placed above' if source == PLACES else 'win rather than'} the other bot. "
        f"{lineup_words(anchor)} is 0 by definition.",
        members="bots",
        basis=counted(drawn["blocks"]),
        head="Bot",
        columns=(Column(heads[-1]), *(Column(head, further=len(scopes) > 2) for head in heads[:-1]), *counts),
        rows=tuple(
            Row(
                lineup_words(bot),
                (
                    *(_elo(known.get(bot), scope, source) for known, scope in zip(rows, (drawn, *others), strict=True)),
                    *_counts(rows[0].get(bot)),
                ),
                bot,
            )
            for bot in dict.fromkeys(bots)
        ),
        null=0.0,
    )


def _elo(row: LadderRow | None, scope: LadderRow, source: Source) -> Value:
    if row is None:
        return Value(None, unit="count")
    value, low, high = (row[name] for name in source)
    if value is None:
        return _words(not_rated(row, source))
    if row["bot"] == scope["anchor" if source == PLACES else "wins_anchor"]:
        return _words("0")
    return Value(value, low, high, "number")


def _counts(row: LadderRow | None) -> tuple[Value, ...]:
    if row is None:
        return (Value(None, unit="count"),) * 3
    return Value(row["games"], unit="count"), *(Value(row[name], unit="share", no_interval=True) for name in ("win_share", "even_share"))


def _superiority(ladder: Ladder) -> Iterator[Table]:
    """Show for the widest scope how likely each bot is the stronger one of two."""
    scope = widest(ladder)
    for column, source in (("superiority", PLACES), ("wins_superiority", WINS)):
        rated = of_scope(ladder.superiority, scope).filter(pl.col(column.replace("superiority", "difference")).is_not_null())
        likely = {(a, b): value for a, b, value in rated.select("bot", "other", column).iter_rows()}
        bots = [bot for bot in of_scope(ladder.strengths, scope)["bot"] if any(bot in pair for pair in likely)]
        if bots:
            yield Table(
                slug="ladder-superiority",
                title=f"Which bot is stronger, {_FROM[source]}",
                table="superiority",
                cell=("all variants" if scope["variant"] == ALL else scope["variant"], scope["players"] or 0, ""),
                finding="Probability that the bot of a row is stronger than that of a column.",
                unit="",
                how="",
                members="",
                basis=counted(scope["blocks"]),
                head="Bot",
                columns=tuple(Column(lineup_words(bot)) for bot in bots),
                rows=tuple(Row(lineup_words(a), tuple(_words("–" if a == b else likelihood(likely[a, b])) for b in bots), a) for a in bots),
            )


def _seats(ladder: Ladder) -> Iterator[Dots]:
    """Show what each seat is worth, table of players by table of players."""
    deals = {(row["variant"], row["players"]): row["blocks"] for row in ladder.scopes.iter_rows(named=True)}
    for (variant, players), seats in ladder.seats.group_by("variant", "players", maintain_order=True):
        rows = tuple(
            Row(seat_head(str(row["seat"])), (Value(row["elo"], row["family_low"], row["family_high"], "difference"),), str(row["seat"]))
            for row in seats.iter_rows(named=True)
        )
        blocks = deals[variant, players]
        farthest = max(rows, key=lambda row: abs(row.values[0].value or 0.0))
        yield Dots(
            slug="ladder-seats",
            title="Worth of a seat in Elo",
            table="seats",
            cell=(str(variant), int(str(players)), ""),
            finding=too_few(blocks)
            if blocks < LEAST_COUNT
            else f"Farthest from the mean of the seats: {farthest.head.lower()} {farthest.values[0].whole} Elo.",
            unit="Elo above the mean of the seats",
            how="",
            members="seats",
            basis=counted(blocks),
            head="Seat",
            columns=(Column("Elo"),),
            rows=rows,
            null=0.0,
        )


def _residuals(ladder: Ladder) -> Iterator[Table]:
    """Show the pairs that strengths explain worst, of those whose interval leaves no doubt; named first is who came out ahead."""
    sure = (pl.col("family_low") > 0) | (pl.col("family_high") < 0)
    cells = ladder.residuals.filter(sure, pl.col("players").is_not_null())
    worst = cells.sort(pl.col("residual").abs(), descending=True, maintain_order=True).head(_MOST_RESIDUALS)
    for (variant, players), pairs in worst.group_by("variant", "players", maintain_order=True):
        rows = [row if row["observed"] >= 0.5 else _other_way(row) for row in pairs.iter_rows(named=True)]
        yield Table(
            slug="ladder-residuals",
            title="Pairs that one number per bot does not explain",
            table="residuals",
            cell=(str(variant), int(str(players)), ""),
            finding=f"{_pair(rows[0], 'is placed above')} in {style.percent(rows[0]['observed'])} of their comparisons; the strengths "
            f"predict {style.percent(rows[0]['expected'])}.",
            unit="percentage points of all comparisons above expectation",
            how=f"The {_MOST_RESIDUALS} largest differences at most, over all tables.",
            members="pairs",
            basis="",
            head="Pair",
            columns=(Column("Difference"), Column("Observed"), Column("Expected"), Column("Comparisons", further=True)),
            rows=tuple(map(_residual, rows)),
        )


def _pair(row: LadderRow, how: str) -> str:
    return f"{lineup_words(row['bot'])} {how} {lineup_words(row['other'])}"


def _residual(row: LadderRow) -> Row:
    shares = (Value(row[name], unit="share", no_interval=True) for name in ("observed", "expected"))
    difference = Value(row["residual"], row["family_low"], row["family_high"])
    return Row(_pair(row, "above"), (difference, *shares, Value(row["comparisons"], unit="count")))


def _other_way(row: LadderRow) -> LadderRow:
    """The same pair, from the other bot's side."""
    shares = {"observed": 1 - row["observed"], "expected": 1 - row["expected"], "residual": -row["residual"]}
    return row | shares | {"bot": row["other"], "other": row["bot"], "family_low": -row["family_high"], "family_high": -row["family_low"]}


def _words(text: str) -> Value:
    return Value(None, unit="words", words=text)
