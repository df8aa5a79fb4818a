"""The ladder's tables in words: strengths, what lies behind them, seats, superiority, and what one number leaves unexplained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.grids import Grid
from citadels_sim.ladder.rate import Ladder
from citadels_sim.ladder.scopes import ALL

_MOST_RESIDUALS = 10
#: How likely an order must be, from places or from wins, for their disagreement about it to be named.
_SURE = 0.95
_INTERVALS = "in brackets: 95 % intervals that hold for all bots of a column at once"

#: Columns of a strength and its interval, by what it is taken from.
_Source = tuple[str, str, str]
_PLACES: _Source = ("elo", "family_low", "family_high")
_WINS: _Source = ("wins_elo", "wins_low", "wins_high")

_Row = dict[str, Any]


def ladder_grids(ladder: Ladder) -> list[Grid]:
    """Lay out all tables, the strengths first."""
    strengths = _strength_grids(ladder, _PLACES, "all places") + _strength_grids(ladder, _WINS, "wins alone")
    likely = [_superiority_grid(ladder, "superiority", "all places"), _superiority_grid(ladder, "wins_superiority", "wins alone")]
    grids = [*strengths, _detail_grid(ladder), *(grid for grid in likely if grid.rows), _seat_grid(ladder)]
    residuals = _residual_grid(ladder)
    return [*grids, residuals] if residuals.rows else grids


def ladder_finding(ladder: Ladder) -> str:
    """State who is strongest, by how much, where places and wins disagree, who is outside, and whether there are cycles."""
    scope = widest(ladder)
    everyone = of_scope(ladder.strengths, scope).to_dicts()
    rows, anchor = [row for row in everyone if row["elo"] is not None], scope["anchor"]
    best = rows[0]
    ahead = _most_wins(rows)
    first = ahead is None or ahead["bot"] == best["bot"]
    if best["bot"] == anchor:
        words = "is the strongest bot" if first else "is placed best"
        sentence = f"{anchor} {words}, {rows[1]['bot']} the next at {_elo(rows[1], scope)} Elo from all places"
    else:
        words = "is the strongest bot" if first else "is placed best"
        sentence = f"{best['bot']} {words}: {_elo(best, scope)} Elo above {anchor} from all places"
        if first and best["wins_elo"] is not None and best["bot"] != scope["wins_anchor"]:
            above = "" if scope["wins_anchor"] == anchor else f"above {scope['wins_anchor']} "
            sentence += f", {_elo(best, scope, _WINS)} {above}from wins alone"
    if not first and ahead is not None:
        sentence += f"; {ahead['bot']} wins most"
    circles = of_scope(ladder.cycles, scope).select("first", "second", "third")
    cycles = [f"{a} beats {b} beats {c} beats {a}" for a, b, c in circles.iter_rows()]
    closing = f" In a cycle, {style.listed(cycles)}: no single number says that." if cycles else ""
    return f"{sentence} ({scope_words(scope)}).{_disagreement(ladder, scope)}{_unrated_words(everyone)}{_outside_words(rows)}{closing}"


def _most_wins(rows: Sequence[_Row]) -> _Row | None:
    """Return who is strongest from wins alone: a bot that always won, else the highest strength; None where none is known."""
    known = [row for row in rows if row["wins_elo"] is not None]
    always = [row for row in rows if row["wins_outside"] == "always won"]
    return always[0] if always else max(known, key=lambda row: float(row["wins_elo"]), default=None)


def _unrated_words(rows: Sequence[_Row]) -> str:
    """Name the bots that are stronger, or weaker, than can be measured, with a blank before."""
    words = [f"{row['bot']} {row['outside']}" for row in rows if row["outside"]]
    return f" Not on this scale: {style.listed(words)}." if words else ""


def _outside_words(rows: Sequence[_Row]) -> str:
    """Name the bots that wins alone do not rate, with a blank before."""
    words = [f"{row['bot']} {row['wins_outside']}" for row in rows if row["wins_outside"] and not row["outside"]]
    return f" Left out from wins alone: {style.listed(words)}." if words else ""


def _disagreement(ladder: Ladder, scope: _Row) -> str:
    """Name the pairs whose order differs between places and wins, if either is sure of it; with a blank before."""
    sure = (pl.max_horizontal("superiority", 1 - pl.col("wins_superiority"))) > _SURE
    pairs = of_scope(ladder.superiority, scope).filter(pl.col("difference") > 0, pl.col("wins_difference") < 0, sure)
    words = [
        f"{row['bot']} is stronger than {row['other']} with {_likelihood(row['superiority'])} from all places, with "
        f"{_likelihood(row['wins_superiority'])} from wins alone"
        for row in pairs.sort("superiority", descending=True, maintain_order=True).iter_rows(named=True)
    ]
    return f" Places and wins disagree: {'; '.join(words)}." if words else ""


def wins_finding(ladder: Ladder) -> str:
    """State in a sentence who is strongest by wins alone, and by how much; where that has no estimate of two bots, as `ladder_finding`."""
    scope = widest(ladder)
    rows = of_scope(ladder.strengths, scope).filter(pl.col("wins_elo").is_not_null()).sort("wins_elo", descending=True).to_dicts()
    if len(rows) < 2:
        return ladder_finding(ladder)
    best, second = rows[:2]
    if best["bot"] == scope["wins_anchor"]:
        sentence = f"{best['bot']} wins most, {second['bot']} is the next at {_elo(second, scope, _WINS)} Elo"
    else:
        sentence = f"{best['bot']} wins most, {_elo(best, scope, _WINS)} Elo above {scope['wins_anchor']}"
    everyone = of_scope(ladder.strengths, scope).to_dicts()
    return f"{sentence} from wins alone ({scope_words(scope)}).{_unrated_words(everyone)}{_outside_words(everyone)}"


def widest(ladder: Ladder) -> _Row:
    """Find the scope that pools most: all variants, or all numbers of players, or the only cell."""
    return ladder.scopes.row(-1, named=True)


def order_of(ladder: Ladder) -> list[str]:
    """Return all bots, the strongest of the widest scope first; then those that are rated elsewhere only."""
    scopes = reversed(ladder.scopes.to_dicts())
    return list(dict.fromkeys(bot for scope in scopes for bot in of_scope(ladder.strengths, scope)["bot"]))


def scope_words(scope: _Row) -> str:
    """Name a scope: ``classic-2000, 4 players``."""
    variant = "all variants" if scope["variant"] == ALL else scope["variant"]
    return f"{variant}, {scope['players']} players" if scope["players"] else f"{variant}, all numbers of players"


def of_scope(table: pl.DataFrame, scope: _Row) -> pl.DataFrame:
    """Return the rows of a table that are of a scope."""
    return table.filter(pl.col("variant") == scope["variant"], pl.col("players").eq_missing(scope["players"]))


def _strength_grids(ladder: Ladder, source: _Source, words: str) -> list[Grid]:
    """One table per variant with a column per number of players, and one that has the variants side by side."""
    scopes = [scope for scope in ladder.scopes.to_dicts() if of_scope(ladder.strengths, scope)[source[0]].is_not_null().any()]
    zeros = list(dict.fromkeys(scope["wins_anchor"] for scope in scopes)) if source is _WINS else []
    if any(scope["wins_anchor"] != scope["anchor"] for scope in scopes) and zeros:
        words += f" ({style.listed(zeros)} at 0)"
    variants = list(dict.fromkeys(scope["variant"] for scope in scopes if scope["variant"] != ALL))
    grids = []
    for variant in variants:
        own = [scope for scope in scopes if scope["variant"] == variant]
        heads = [f"{scope['players']} players" if scope["players"] else "all" for scope in own]
        grids.append(_strength_grid(ladder, source, f"Strength in {variant} from {words}, Elo; {_INTERVALS}", own, heads))
    if len(variants) > 1:
        last = {scope["variant"]: scope for scope in scopes}  # of each variant the scope that pools most
        pooled = [last[name] for name in (*variants, ALL) if name in last]
        heads = ["all variants" if scope["variant"] == ALL else scope["variant"] for scope in pooled]
        grids.append(_strength_grid(ladder, source, f"Strength by variant from {words}, Elo; {_INTERVALS}", pooled, heads))
    return grids


def _strength_grid(ladder: Ladder, source: _Source, caption: str, scopes: list[_Row], heads: list[str]) -> Grid:
    cells = [{row["bot"]: _elo(row, scope, source) for row in of_scope(ladder.strengths, scope).iter_rows(named=True)} for scope in scopes]
    bots = [bot for bot in order_of(ladder) if any(bot in column for column in cells)]
    return Grid(caption, ("Bot", *heads), tuple((bot, *(column.get(bot, "–") for column in cells)) for bot in bots))


def _detail_grid(ladder: Ladder) -> Grid:
    scope = widest(ladder)
    rows = []
    for row in of_scope(ladder.strengths, scope).iter_rows(named=True):
        cells = [row["bot"], _elo(row, scope), _elo(row, scope, _WINS)]
        cells += [style.count(row["games"]), style.percent(row["win_share"]), style.percent(row["even_share"])]
        if scope["players"] is None:
            ends = [style.plain(row[end], None, None, default=0) for end in ("least", "most")]
            cells.append("–" if row["bot"] == scope["anchor"] or row["least"] is None else " to ".join(ends))
        rows.append(tuple(cells))
    heads: tuple[str, ...] = ("Bot", "Elo from all places", "Elo from wins alone", "games", "wins per seat", "even share")
    heads += ("least to most of the cells",) if len(rows[0]) > len(heads) else ()
    return Grid(f"What lies behind the strengths: {scope_words(scope)}, {style.count(scope['blocks'])} blocks", heads, tuple(rows))


def _superiority_grid(ladder: Ladder, column: str, source: str) -> Grid:
    """Who is how likely the stronger of two, of the bots that have a strength from `source`."""
    scope = widest(ladder)
    rated = of_scope(ladder.superiority, scope).filter(pl.col(column.replace("superiority", "difference")).is_not_null())
    likely = {(a, b): value for a, b, value in rated.select("bot", "other", column).iter_rows()}
    bots = [bot for bot in of_scope(ladder.strengths, scope)["bot"] if any(bot in pair for pair in likely)]
    rows = tuple((bot, *("" if bot == other else _likelihood(likely[bot, other]) for other in bots)) for bot in bots)
    return Grid(f"How likely the bot of a row is stronger than that of a column, from {source}: {scope_words(scope)}", ("Bot", *bots), rows)


def _seat_grid(ladder: Ladder) -> Grid:
    rows = []
    for (variant, players), seats in ladder.seats.group_by("variant", "players", maintain_order=True):
        cells = [
            f"{style.plain(row['elo'], row['family_low'], row['family_high'])} {_interval(row)}" for row in seats.iter_rows(named=True)
        ]
        rows.append((f"{variant}, {players} players", *cells))
    most = max(len(row) for row in rows)
    heads = ("Table", *("first crown" if seat == 0 else f"+{seat}" for seat in range(most - 1)))
    filled = tuple(row + ("",) * (most - len(row)) for row in rows)
    return Grid("What a seat is worth, counted from the first crown: Elo above the mean of the seats", heads, filled)


def _residual_grid(ladder: Ladder) -> Grid:
    """The pairs that strengths explain worst, of those whose interval leaves no doubt; named first is who came out ahead."""
    sure = (pl.col("family_low") > 0) | (pl.col("family_high") < 0)
    cells = ladder.residuals.filter(sure, pl.col("players").is_not_null())
    worst = cells.sort(pl.col("residual").abs(), descending=True, maintain_order=True).head(_MOST_RESIDUALS)
    rows = tuple(_residual(row if row["observed"] >= 0.5 else _other_way(row)) for row in worst.iter_rows(named=True))
    caption = (
        f"What one number per bot does not explain: share of comparisons placed above, at most the {_MOST_RESIDUALS} pairs farthest off"
    )
    return Grid(caption, ("Pair", "where", "observed", "expected", "difference", "comparisons"), rows)


def _residual(row: _Row) -> tuple[str, ...]:
    difference = f"{style.points(row['residual'], row['family_low'], row['family_high'])} {_interval(row, 100)}"
    shares = (style.percent(row["observed"]), style.percent(row["expected"]))
    return (f"{row['bot']} above {row['other']}", scope_words(row), *shares, difference, style.count(row["comparisons"]))


def _other_way(row: _Row) -> _Row:
    """The same pair, from the other bot's side."""
    shares = {"observed": 1 - row["observed"], "expected": 1 - row["expected"], "residual": -row["residual"]}
    return row | shares | {"bot": row["other"], "other": row["bot"], "family_low": -row["family_high"], "family_high": -row["family_low"]}


def _elo(row: _Row, scope: _Row, source: _Source = _PLACES) -> str:
    value, low, high = (row[name] for name in source)
    if value is None:
        return _outside(row, source)
    return (
        "0"
        if row["bot"] == scope["anchor" if source is _PLACES else "wins_anchor"]
        else f"{style.plain(value, low, high)} {style.interval(low, high)}"
    )


def _outside(row: _Row, source: _Source) -> str:
    """Say why a bot is not rated, with the bound of its strength: 95 % on one side."""
    _, low, high = source
    reason = row["outside" if source is _PLACES else "wins_outside"]
    for end, word in ((high, "below"), (low, "above")):
        if row[end] is not None:
            return f"{reason} ({word} {style.plain(row[end], None, None, default=0)})"
    return reason or "–"


def _interval(row: _Row, factor: float = 1.0) -> str:
    return style.interval(row["family_low"], row["family_high"], factor=factor)


def _likelihood(value: float | None) -> str:
    if value is None:
        return "–"
    if value > 0.9995:
        return "> 99.9\u00a0%"
    return "< 0.1\u00a0%" if value < 0.0005 else style.percent(value)
