"""The ladder: how strong the bots of runs are, per variant and number of players and over all of them.

Strengths are Plackett-Luce with seat terms over all places, on the Elo scale: 400 points more are odds of 10 to 1 to
be placed above. A bot that came last, or first, in every game has no finite strength: the others are rated without it (`at_an_end`). The
same is estimated from wins alone, without the bots that never won, or always did (`outside`). The bot `random` is 0 where it is rated, else
the first bot that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from citadels_sim.errors import RunError
from citadels_sim.ladder import tables as rows_of
from citadels_sim.ladder.checks import at_an_end, fault, few_wins
from citadels_sim.ladder.errors import parameters, spread
from citadels_sim.ladder.fit import by_places, by_wins, fit, make_layout
from citadels_sim.ladder.games import Games, read_games
from citadels_sim.ladder.outside import FIRST, LAST, bound, bound_of_places, outside, without
from citadels_sim.ladder.scopes import ALL, Scope, scopes_of
from citadels_sim.ladder.tables import SCHEMAS, Row
from citadels_sim.runs.reading import Run

#: The bot whose strength is 0 where it plays.
ANCHOR = "random"


@dataclass(frozen=True)
class Ladder:
    """Strengths of bots and how far to trust them.

    A scope is a variant at a number of players, a variant at all numbers of players (players null), or all variants
    together (variant ``"all"``, players null). ``low``/``high`` is the 95 % interval of a figure alone, ``family_low``/
    ``family_high`` the one that holds for all figures of its kind in the scope at once; null with fewer than two blocks.

    Attributes
    ----------
    bots : tuple of str
        In the order in which the runs name them.
    scopes : polars.DataFrame
        variant, players, anchor (the bot at 0), wins_anchor (that from wins alone; null without such), bots, games, blocks.
    strengths : polars.DataFrame
        One row per bot of a scope, strongest first: elo with intervals and standard error; outside, why a bot has none ("always came
        last", with the bound of its strength, 95 %, on one side as family_high; "always came first", with family_low); wins_elo from
        wins alone, wins_low and wins_high for all bots at once (null when that has no finite estimate); wins_outside, why a bot has none
        beside others that have ("never won", with the bound of its strength, 95 %, on one side as wins_high; "always won", with
        wins_low; "won fewer than 5 times", "lost fewer than 5 times"); least and most elo of the variants and numbers of players that a
        scope pools; games; win_share and even_share per seat, fractions; unit and estimand class.
    superiority : polars.DataFrame
        One row per ordered pair: difference in Elo with interval, and the likelihood (0 to 1) that the bot is the stronger one; both from
        all places, and from wins alone (wins_difference, wins_superiority; null where one of them has no strength from wins).
    residuals : polars.DataFrame
        One row per pair that met: share of comparisons in which `bot` was placed above `other` (half for equal places), observed,
        expected from strengths and seats, and the difference with intervals, as fractions.
    cycles : polars.DataFrame
        Three bots each of which beats the next, more often than one number per bot can explain.
    seats : polars.DataFrame
        One row per seat (0 holds the first crown) of each variant and number of players: Elo above the mean of the seats, and the
        p-value for no difference between seats.
    notes : tuple of str
        What could not be estimated, and why; and which games were not looked at.
    """

    bots: tuple[str, ...]
    scopes: pl.DataFrame
    strengths: pl.DataFrame
    superiority: pl.DataFrame
    residuals: pl.DataFrame
    cycles: pl.DataFrame
    seats: pl.DataFrame
    notes: tuple[str, ...]

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """Its tables by name."""
        return {name: getattr(self, name) for name in SCHEMAS}


def rate(runs: Sequence[Run]) -> Ladder:
    """Rate the bots of complete runs that share no games.

    Parameters
    ----------
    runs : sequence of Run
        From `runs.load_runs`.

    Raises
    ------
    RunError
        If nothing can be estimated (one bot only, bots that never met, a bot that never came before another), or a run keeps no rows.
    """
    names, games = read_games(runs)
    return rate_games(names, games, ", ".join(str(run.folder) for run in runs), _of_some_games(runs))


def rate_games(names: Sequence[str], games: Sequence[Games], where: str, notes: Sequence[str] = ()) -> Ladder:
    """Rate bots from condensed games.

    Parameters
    ----------
    names : sequence of str
        Name of each bot number.
    games : sequence of Games
        One entry per variant and number of players, those of a variant together.
    where : str
        What to call the games in a message.
    notes : sequence of str
        What else is to be known about them.

    Raises
    ------
    RunError
        As `rate` does.
    """
    rows: dict[str, list[Row]] = {name: [] for name in SCHEMAS}
    remarks, wrong = list(notes), ""
    for scope in scopes_of(games):
        fits, wrong = _rated(scope, names)
        if wrong:
            remarks.append(f"Not rated: {scope.words}: {wrong}")
        for name, table in fits.items():
            rows[name] += [{"variant": scope.variant, "players": scope.players} | row for row in table]
        if fits:
            remarks += [
                f"{scope.words}: {row['bot']} {row['outside']} in {row['games']:,} games: it has no finite strength; the others are rated "
                "without it."
                for row in fits["strengths"]
                if row["outside"]
            ]
        if fits and fits["scopes"][0]["wins_anchor"] is None:
            entries = [by_wins(entry) for entry in scope.games_of]
            reason = fault(entries, names) or few_wins(entries, names) or scope.too_few
            remarks.append(f"No strengths from wins alone: {scope.words}: {reason}")
        elif fits:
            remarks += [
                f"{scope.words}: {row['bot']} {row['wins_outside']} in {row['games']:,} games: it has no strength from wins alone that "
                "can be told; the others are rated without it."
                for row in fits["strengths"]
                if row["wins_outside"] and not row["outside"]
            ]
    if not rows["strengths"]:
        raise RunError(f"{where}: {wrong}")
    tables = {name: pl.DataFrame(fits, schema=SCHEMAS[name]) for name, fits in rows.items()}
    tables["strengths"] = _with_range(tables["strengths"])
    return Ladder(bots=tuple(names), notes=tuple(remarks), **tables)


def _of_some_games(runs: Sequence[Run]) -> list[str]:
    """Return which runs kept rows of some games only."""
    remarks = []
    for run in runs:
        kept = sum(shard.rows for shard in run.manifest.shards if shard.table == "games")
        played = sum(cell.games for cell in run.manifest.cells)
        if kept < played:
            remarks.append(f"{run.folder}: rated from the {kept:,} of {played:,} games whose rows were kept.")
    return remarks


def _rated(scope: Scope, names: Sequence[str]) -> tuple[dict[str, list[Row]], str]:
    """All rows of a scope whose bots can be compared, and else why they cannot."""
    out = at_an_end(scope.games_of, len(names))
    some = [part for part in scope.games_of if len(without(part, out).bots) > 1]
    places = [by_places(without(part, out)) for part in some] if out else list(scope.places)
    if not places or fault(places, names):
        return {}, fault(scope.places, names) or ""
    playing = np.unique(np.concatenate([part.bots for part in scope.games_of])).tolist()
    rated = [bot for bot in playing if bot not in out]
    own = [names[bot] for bot in rated]
    anchor = rated[own.index(ANCHOR)] if ANCHOR in own else rated[0]
    estimate = fit(places, make_layout([entry.games for entry in places], len(names), anchor))
    if estimate is None:
        return {}, scope.too_few
    errors = spread(estimate, len(names))
    strengths = rows_of.strengths(estimate, errors.parameters, rated)
    known = {
        bot: {"elo": float(value)} | limits for bot, value, limits in zip(rated, strengths.value, rows_of.bounds(strengths), strict=True)
    }
    known |= {bot: _beyond(bound_of_places(estimate, some, bot, word), word) for bot, word in out.items()}
    wins_anchor, by_wins_alone, ahead = _wins_alone(scope, names, playing, anchor)
    shares = rows_of.share_of_wins([by_wins(part) for part in scope.games_of], len(names))
    rows = [
        {"bot": names[bot]}
        | known[bot]
        | {"outside": out.get(bot)}
        | won
        | {"games": int(shares["games"][bot]), "win_share": float(shares["win_share"][bot]), "even_share": float(shares["even_share"][bot])}
        | {"unit": "Elo", "estimand": "policy"}
        for bot, won in zip(playing, by_wins_alone, strict=True)
    ]
    residuals = list(rows_of.residual_rows(errors, names))
    fits = {
        "scopes": [
            {"anchor": names[anchor], "wins_anchor": wins_anchor, "bots": len(playing), "games": scope.games, "blocks": strengths.blocks}
        ],
        "strengths": sorted(rows, key=lambda row: {FIRST: -np.inf, LAST: np.inf}.get(row["outside"]) or -row["elo"]),
        "superiority": [
            row | ahead.get((row["bot"], row["other"]), {"wins_difference": None, "wins_superiority": None})
            for row in rows_of.superiority_rows(strengths, own)
        ],
        "residuals": residuals,
        "cycles": list(rows_of.cycle_rows(residuals)),
        "seats": list(rows_of.seat_rows(estimate, errors)) if scope.players else [],
    }
    return fits, ""


def _beyond(limit: float | None, word: str) -> Row:
    """Return the strength of a bot that has none: a bound on one side at most."""
    nothing: Row = {"elo": None, "low": None, "high": None, "family_low": None, "family_high": None, "se": None}
    return nothing | ({} if limit is None else {"family_high" if word == LAST else "family_low": rows_of.ELO * limit})


def _wins_alone(
    scope: Scope, names: Sequence[str], playing: Sequence[int], anchor: int
) -> tuple[str | None, list[Row], dict[tuple[str, str], Row]]:
    """Return who is 0 from wins alone, the strength of each bot with its interval, and what wins say of pairs.

    Bots that never won, or always, are outside; without two others of finite strength nobody is 0, and all is None.
    """
    nothing: Row = {"wins_elo": None, "wins_low": None, "wins_high": None, "wins_outside": None}
    out = outside(scope.games_of, len(names))
    some = [part for part in scope.games_of if len(without(part, out).bots) > 1]
    entries = [by_wins(without(part, out)) for part in some]
    if not entries or fault(entries, names):
        return None, [nothing for _ in playing], {}
    rated = np.unique(np.concatenate([entry.games.bots for entry in entries])).tolist()
    zero = anchor if anchor in rated else rated[0]
    estimate = fit(entries, make_layout([entry.games for entry in entries], len(names), zero))
    if estimate is None:
        return None, [nothing for _ in playing], {}
    strengths = rows_of.strengths(estimate, parameters(estimate), rated)
    rows = {
        bot: nothing | {"wins_elo": float(value), "wins_low": limits["family_low"], "wins_high": limits["family_high"]}
        for bot, value, limits in zip(rated, strengths.value, rows_of.bounds(strengths), strict=True)
    }
    for bot, word in out.items():
        limit = bound(estimate, some, bot, word)
        end = "wins_high" if word == "never won" else "wins_low"
        rows[bot] = nothing | {"wins_outside": word} | ({} if limit is None else {end: rows_of.ELO * limit})
    ahead = {
        (row["bot"], row["other"]): {"wins_difference": row["difference"], "wins_superiority": row["superiority"]}
        for row in rows_of.superiority_rows(strengths, [names[bot] for bot in rated])
    }
    return names[zero], [rows.get(bot, nothing) for bot in playing], ahead


def _with_range(strengths: pl.DataFrame) -> pl.DataFrame:
    """Add the least and the greatest strength among the variants and numbers of players that a scope pools."""
    cells = strengths.filter(pl.col("players").is_not_null())
    every = cells.with_columns(variant=pl.lit(ALL))
    ranges = pl.concat([cells, every]).group_by("variant", "bot").agg(least=pl.col("elo").min(), most=pl.col("elo").max())
    pooled = pl.col("players").is_null()
    return (
        strengths.drop("least", "most")
        .join(ranges, on=["variant", "bot"], how="left", maintain_order="left")
        .with_columns(pl.when(pooled).then(name) for name in ("least", "most"))
        .select(*SCHEMAS["strengths"])
    )
