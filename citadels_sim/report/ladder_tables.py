"""The ladder's tables in words: strengths, what lies behind them, seats, superiority, and what one number leaves unexplained."""

from __future__ import annotations

from typing import Any

import polars as pl

from citadels_sim.analysis.ladder import ALL, Ladder
from citadels_sim.report import style
from citadels_sim.report.findings import listed
from citadels_sim.report.tables import Grid

__all__ = ["ladder_finding", "ladder_grids", "order_of", "scope_words", "widest"]

_MOST_RESIDUALS = 10
_INTERVALS = "in brackets: 95 % intervals that hold for all bots of a column at once"


def ladder_grids(ladder: Ladder) -> list[Grid]:
    """Lay out all tables, the strengths first."""
    found = [*_strength_grids(ladder), _detail_grid(ladder), _superiority_grid(ladder), _seat_grid(ladder)]
    residuals = _residual_grid(ladder)
    return [*found, residuals] if residuals.rows else found


def ladder_finding(ladder: Ladder) -> str:
    """Say in a sentence who is strongest, by how much, and whether cycles were found."""
    scope = widest(ladder)
    rows = _of(ladder.strengths, scope).to_dicts()
    best, anchor = rows[0], scope["anchor"]
    if best["bot"] == anchor:
        told = f"{best['bot']} is the strongest bot, {rows[1]['bot']} the next at {_elo(rows[1], scope)}."
    else:
        told = f"{best['bot']} is the strongest bot: {_elo(best, scope)} Elo above {anchor} ({scope_words(scope)})."
    cycles = [f"{a} beats {b} beats {c} beats {a}" for a, b, c in _of(ladder.cycles, scope).select("first", "second", "third").iter_rows()]
    return f"{told} In a cycle, {listed(cycles)}: no single number says that." if cycles else told


def widest(ladder: Ladder) -> dict[str, Any]:
    """Find the scope that pools most: all variants, or all numbers of players, or the only cell."""
    return ladder.scopes.row(-1, named=True)


def order_of(ladder: Ladder) -> list[str]:
    """Give all bots, the strongest of the widest scope first; then those that are rated elsewhere only."""
    return list(dict.fromkeys(ladder.strengths.reverse().unique("bot", keep="first", maintain_order=True)["bot"].reverse().to_list()))


def scope_words(scope: dict[str, Any]) -> str:
    """Name a scope: ``classic-2000, 4 players``."""
    variant = "all variants" if scope["variant"] == ALL else scope["variant"]
    return f"{variant}, {scope['players']} players" if scope["players"] else f"{variant}, all numbers of players"


def _of(table: pl.DataFrame, scope: dict[str, Any]) -> pl.DataFrame:
    return table.filter(pl.col("variant") == scope["variant"], pl.col("players").eq_missing(scope["players"]))


def _strength_grids(ladder: Ladder) -> list[Grid]:
    """One table per variant with a column per number of players, and one that has the variants side by side."""
    scopes = ladder.scopes.to_dicts()
    variants = list(dict.fromkeys(scope["variant"] for scope in scopes if scope["variant"] != ALL))
    found = []
    for variant in variants:
        own = [scope for scope in scopes if scope["variant"] == variant]
        heads = [f"{scope['players']} players" if scope["players"] else "all" for scope in own]
        found.append(_strength_grid(ladder, f"Strength in {variant}, Elo; {_INTERVALS}", own, heads))
    if len(variants) > 1:
        last = {variant: [scope for scope in scopes if scope["variant"] == variant][-1] for variant in variants}
        pooled = list(last.values()) + [scope for scope in scopes if scope["variant"] == ALL]
        heads = ["all variants" if scope["variant"] == ALL else scope["variant"] for scope in pooled]
        found.append(_strength_grid(ladder, f"Strength by variant, Elo, all its numbers of players; {_INTERVALS}", pooled, heads))
    return found


def _strength_grid(ladder: Ladder, caption: str, scopes: list[dict[str, Any]], heads: list[str]) -> Grid:
    cells = [{row["bot"]: _elo(row, scope) for row in _of(ladder.strengths, scope).iter_rows(named=True)} for scope in scopes]
    bots = [bot for bot in order_of(ladder) if any(bot in column for column in cells)]
    return Grid(caption, ("Bot", *heads), tuple((bot, *(column.get(bot, "–") for column in cells)) for bot in bots))


def _detail_grid(ladder: Ladder) -> Grid:
    scope = widest(ladder)
    rows = []
    for row in _of(ladder.strengths, scope).iter_rows(named=True):
        wins = f"{style.plain(row['wins_elo'], row['wins_low'], row['wins_high'])} {style.interval(row['wins_low'], row['wins_high'])}"
        cells = [row["bot"], _elo(row, scope), "–" if row["wins_elo"] is None else "0" if row["bot"] == scope["anchor"] else wins]
        cells += [style.count(row["games"]), style.percent(row["win_share"]), style.percent(row["even_share"])]
        if row["least"] is not None:
            cells.append("–" if row["bot"] == scope["anchor"] else f"{style.plain(row['least'], None, None, default=0)} to "
                         f"{style.plain(row['most'], None, None, default=0)}")  # fmt: skip
        rows.append(tuple(cells))
    heads: tuple[str, ...] = ("Bot", "Elo from all places", "Elo from wins alone", "games", "wins per seat", "even share")
    heads += ("least to most of the cells",) if len(rows[0]) > len(heads) else ()
    return Grid(f"What lies behind the strengths: {scope_words(scope)}, {style.count(scope['blocks'])} blocks", heads, tuple(rows))


def _superiority_grid(ladder: Ladder) -> Grid:
    scope = widest(ladder)
    likely = {(a, b): value for a, b, value in _of(ladder.superiority, scope).select("bot", "other", "superiority").iter_rows()}
    bots = _of(ladder.strengths, scope)["bot"].to_list()
    rows = tuple((bot, *("" if bot == other else _likelihood(likely[bot, other]) for other in bots)) for bot in bots)
    return Grid(f"How likely the bot of a row is stronger than that of a column: {scope_words(scope)}", ("Bot", *bots), rows)


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
    """The pairs that strengths explain worst, of those whose interval leaves no doubt."""
    sure = (pl.col("family_low") > 0) | (pl.col("family_high") < 0)
    cells = ladder.residuals.filter(sure, pl.col("players").is_not_null())
    rows = [
        (
            f"{row['bot']} above {row['other']}", scope_words(row), style.percent(row["observed"]), style.percent(row["expected"]),
            f"{style.points(row['residual'], row['family_low'], row['family_high'])} {_interval(row, 100)}",
            style.count(row["comparisons"]),
        )
        for row in cells.sort(pl.col("residual").abs(), descending=True, maintain_order=True).head(_MOST_RESIDUALS).iter_rows(named=True)
    ]  # fmt: skip
    caption = (
        f"What one number per bot does not explain: share of comparisons placed above, the {_MOST_RESIDUALS} pairs farthest off at most"
    )
    return Grid(caption, ("Pair", "where", "observed", "expected", "difference", "comparisons"), tuple(rows))


def _elo(row: dict[str, Any], scope: dict[str, Any]) -> str:
    if row["bot"] == scope["anchor"]:
        return "0"
    return f"{style.plain(row['elo'], row['family_low'], row['family_high'])} {_interval(row)}"


def _interval(row: dict[str, Any], factor: float = 1.0) -> str:
    return style.interval(row["family_low"], row["family_high"], factor=factor)


def _likelihood(value: float | None) -> str:
    if value is None:
        return "–"
    if value > 0.9995:
        return "> 99.9\u00a0%"
    return "< 0.1\u00a0%" if value < 0.0005 else style.percent(value)
