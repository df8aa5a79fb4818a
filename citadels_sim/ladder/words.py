"""The ladder in words: who is strongest and by how much, where places and wins disagree, who cannot be rated, and cycles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.ladder.rate import Ladder
from citadels_sim.ladder.scopes import ALL
from citadels_sim.lineups import lineup_words
from citadels_sim.show.charts import style

_SURE: Final = 0.95
"""How likely an order must be, from places or from wins, for their disagreement about it to be named."""

Source = tuple[str, str, str]
"""Columns of a strength and its interval, by what it is taken from."""
PLACES: Final[Source] = ("elo", "family_low", "family_high")
WINS: Final[Source] = ("wins_elo", "wins_low", "wins_high")

LadderRow = dict[str, Any]
"""A row of a table of a ladder."""


def ladder_finding(ladder: Ladder, scope: LadderRow | None = None) -> str:
    """State who is strongest, by how much, where places and wins disagree, who is outside, and whether there are cycles.

    Without a scope it is of the widest, which the sentence names.
    """
    named, scope = scope is None, scope or widest(ladder)
    everyone = of_scope(ladder.strengths, scope).to_dicts()
    rows, anchor = [row for row in everyone if row["elo"] is not None], scope["anchor"]
    best = rows[0]
    ahead = _most_wins(rows)
    first = ahead is None or ahead["bot"] == best["bot"]
    if best["bot"] == anchor:
        words = "is the strongest bot" if first else "is placed best"
        sentence = f"{lineup_words(anchor)} {words}, {lineup_words(rows[1]['bot'])} the next at {_elo(rows[1], scope)} Elo from all places"
    else:
        words = "is the strongest bot" if first else "is placed best"
        sentence = f"{lineup_words(best['bot'])} {words}: {_elo(best, scope)} Elo above {lineup_words(anchor)} from all places"
        if first and best["wins_elo"] is not None and best["bot"] != scope["wins_anchor"]:
            above = "" if scope["wins_anchor"] == anchor else f"above {lineup_words(scope['wins_anchor'])} "
            sentence += f", {_elo(best, scope, WINS)} {above}from wins alone"
    if not first and ahead is not None:
        sentence += f"; {lineup_words(ahead['bot'])} wins most"
    circles = of_scope(ladder.cycles, scope).select("first", "second", "third")
    cycles = [f"{a} beats {b} beats {c} beats {a}" for a, b, c in (map(lineup_words, circle) for circle in circles.iter_rows())]
    closing = f" Cycle: {style.listed(cycles)}; no single number can show this." if cycles else ""
    at = f" ({scope_words(scope)})" * named
    return f"{sentence}{at}.{_disagreement(ladder, scope)}{_unrated_words(everyone)}{_outside_words(rows)}{closing}"


def _most_wins(rows: Sequence[LadderRow]) -> LadderRow | None:
    """Return who is strongest from wins alone: a bot that always won, else the highest strength; None where none is known."""
    known = [row for row in rows if row["wins_elo"] is not None]
    always = [row for row in rows if row["wins_outside"] == "always won"]
    return always[0] if always else max(known, key=lambda row: float(row["wins_elo"]), default=None)


def _unrated_words(rows: Sequence[LadderRow]) -> str:
    """Name the bots that are stronger, or weaker, than can be measured, with a blank before."""
    words = [f"{lineup_words(row['bot'])} {row['outside']}" for row in rows if row["outside"]]
    return f" Not on this scale: {style.listed(words)}." if words else ""


def _outside_words(rows: Sequence[LadderRow]) -> str:
    """Name the bots that wins alone do not rate, with a blank before."""
    words = [f"{lineup_words(row['bot'])} {row['wins_outside']}" for row in rows if row["wins_outside"] and not row["outside"]]
    return f" Left out from wins alone: {style.listed(words)}." if words else ""


def _disagreement(ladder: Ladder, scope: LadderRow) -> str:
    """Name the pairs whose order differs between places and wins, if either is sure of it; with a blank before."""
    sure = (pl.max_horizontal("superiority", 1 - pl.col("wins_superiority"))) > _SURE
    pairs = of_scope(ladder.superiority, scope).filter(pl.col("difference") > 0, pl.col("wins_difference") < 0, sure)
    words = [
        f"{lineup_words(row['bot'])} is stronger than {lineup_words(row['other'])} with {likelihood(row['superiority'])} from all places, "
        f"with {likelihood(row['wins_superiority'])} from wins alone"
        for row in pairs.sort("superiority", descending=True, maintain_order=True).iter_rows(named=True)
    ]
    return f" Places and wins disagree: {'; '.join(words)}." if words else ""


def wins_finding(ladder: Ladder, scope: LadderRow | None = None) -> str:
    """State in a sentence who is strongest by wins alone, and by how much; where that has no estimate of two bots, as `ladder_finding`."""
    named, scope = scope is None, scope or widest(ladder)
    rows = of_scope(ladder.strengths, scope).filter(pl.col("wins_elo").is_not_null()).sort("wins_elo", descending=True).to_dicts()
    if len(rows) < 2:
        return ladder_finding(ladder, None if named else scope)
    best, second = rows[:2]
    if best["bot"] == scope["wins_anchor"]:
        sentence = f"{lineup_words(best['bot'])} wins most, {lineup_words(second['bot'])} is the next at {_elo(second, scope, WINS)} Elo"
    else:
        sentence = f"{lineup_words(best['bot'])} wins most, {_elo(best, scope, WINS)} Elo above {lineup_words(scope['wins_anchor'])}"
    everyone = of_scope(ladder.strengths, scope).to_dicts()
    return f"{sentence} from wins alone{f' ({scope_words(scope)})' * named}.{_unrated_words(everyone)}{_outside_words(everyone)}"


def widest(ladder: Ladder) -> LadderRow:
    """Find the scope that pools most: all variants, or all numbers of players, or the only cell."""
    return ladder.scopes.row(-1, named=True)


def order_of(ladder: Ladder) -> list[str]:
    """Return all bots, the strongest of the widest scope first; then those that are rated elsewhere only."""
    scopes = reversed(ladder.scopes.to_dicts())
    return list(dict.fromkeys(bot for scope in scopes for bot in of_scope(ladder.strengths, scope)["bot"]))


def scope_words(scope: LadderRow) -> str:
    """Name a scope: ``classic-2000, 4 players``."""
    variant = "all variants" if scope["variant"] == ALL else scope["variant"]
    return f"{variant}, {scope['players']} players" if scope["players"] else f"{variant}, all numbers of players"


def of_scope(table: pl.DataFrame, scope: LadderRow) -> pl.DataFrame:
    """Return the rows of a table that are of a scope."""
    return table.filter(pl.col("variant") == scope["variant"], pl.col("players").eq_missing(scope["players"]))


def _elo(row: LadderRow, scope: LadderRow, source: Source = PLACES) -> str:
    value, low, high = (row[name] for name in source)
    if value is None:
        return not_rated(row, source)
    return (
        "0"
        if row["bot"] == scope["anchor" if source is PLACES else "wins_anchor"]
        else f"{style.plain(value, low, high)} {style.interval(low, high)}"
    )


def not_rated(row: LadderRow, source: Source) -> str:
    """Say why a bot is not rated, with the bound of its strength: 95 % on one side."""
    _, low, high = source
    reason = row["outside" if source is PLACES else "wins_outside"]
    for end, word in ((high, "below"), (low, "above")):
        if row[end] is not None:
            return f"{reason} ({word} {style.plain(row[end], None, None, default=0)})"
    return reason or "–"


def likelihood(value: float | None) -> str:
    """Write how likely something is, without ever calling it certain."""
    if value is None:
        return "–"
    if value > 0.9995:
        return "> 99.9\u00a0%"
    return "< 0.1\u00a0%" if value < 0.0005 else style.percent(value)
