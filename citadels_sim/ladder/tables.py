"""From a fitted ladder to the rows of its tables."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from citadels_sim.arrays import Floats
from citadels_sim.ladder.errors import Spread
from citadels_sim.ladder.fit import Choices, Fit
from citadels_sim.statistics.ratios import Ratios

Row = dict[str, Any]

#: Elo points in one unit of log odds: 400 points are odds of 10 to 1.
ELO = 400 / math.log(10)

_SCOPE: dict[str, Any] = {"variant": pl.String(), "players": pl.Int64()}
_ALONE: dict[str, Any] = {"low": pl.Float64(), "high": pl.Float64()}
_BOUNDS: dict[str, Any] = {**_ALONE, "family_low": pl.Float64(), "family_high": pl.Float64(), "se": pl.Float64()}
_PAIR: dict[str, Any] = {"bot": pl.String(), "other": pl.String()}

#: Columns of each table of a ladder.
SCHEMAS: dict[str, dict[str, Any]] = {
    "scopes": _SCOPE | {"anchor": pl.String(), "wins_anchor": pl.String(), "bots": pl.Int64(), "games": pl.Int64(), "blocks": pl.Int64()},
    "strengths": {
        **_SCOPE,
        "bot": pl.String(),
        "elo": pl.Float64(),
        **_BOUNDS,
        "outside": pl.String(),
        "wins_elo": pl.Float64(),
        "wins_low": pl.Float64(),
        "wins_high": pl.Float64(),
        "wins_outside": pl.String(),
        "least": pl.Float64(),
        "most": pl.Float64(),
        "games": pl.Int64(),
        "win_share": pl.Float64(),
        "even_share": pl.Float64(),
        "unit": pl.String(),
        "estimand": pl.String(),
    },
    "superiority": {
        **_SCOPE,
        **_PAIR,
        "difference": pl.Float64(),
        **_ALONE,
        "superiority": pl.Float64(),
        "wins_difference": pl.Float64(),
        "wins_superiority": pl.Float64(),
    },
    "residuals": {
        **_SCOPE,
        **_PAIR,
        "observed": pl.Float64(),
        "expected": pl.Float64(),
        "residual": pl.Float64(),
        **_BOUNDS,
        "comparisons": pl.Int64(),
    },
    "cycles": {**_SCOPE, "first": pl.String(), "second": pl.String(), "third": pl.String()},
    "seats": {**_SCOPE, "seat": pl.Int64(), "elo": pl.Float64(), **_BOUNDS, "p": pl.Float64()},
}


def strengths(fit: Fit, parameters: Ratios, playing: Sequence[int]) -> Ratios:
    """Strength of each bot that plays, Elo, the anchor being exactly 0."""
    weights = np.zeros((len(playing), fit.layout.size))
    for row, bot in enumerate(playing):
        if fit.layout.bots[bot] >= 0:
            weights[row, fit.layout.bots[bot]] = ELO
    return parameters.contrast(weights)


def bounds(ratios: Ratios) -> list[Row]:
    """Intervals of each estimate, alone and for all at once, and its standard error; None where unknown."""
    columns = (*ratios.interval(), *ratios.simultaneous(), ratios.se)
    return [{name: _number(column[i]) for name, column in zip(_BOUNDS, columns, strict=True)} for i in range(len(ratios.value))]


def superiority_rows(ratios: Ratios, names: Sequence[str]) -> Iterator[Row]:
    """Compare every bot with every other: difference, interval, and the likelihood of being the stronger one.

    The likelihood is Student's t distribution function of the difference in standard errors: one-sided confidence,
    which with no opinion beforehand is also the chance that the first is stronger.
    """
    pairs = list(itertools.permutations(range(len(names)), 2))
    weights = np.zeros((len(pairs), len(names)))
    for row, (i, j) in enumerate(pairs):
        weights[row, i], weights[row, j] = 1.0, -1.0
    differences = ratios.contrast(weights)
    low, high = differences.interval()
    for row, (i, j) in enumerate(pairs):
        value, se = float(differences.value[row]), float(differences.se[row])
        likely = float(stats.t.cdf(value / se, ratios.blocks - 1)) if se > 0 else None
        yield {
            "bot": names[i],
            "other": names[j],
            "difference": value,
            "low": _number(low[row]),
            "high": _number(high[row]),
            "superiority": likely,
        }


def residual_rows(spread: Spread, names: Sequence[str]) -> Iterator[Row]:
    """Return for each pair how often the first was placed above the second, and how often their strengths make it expect."""
    for (bot, other), limits, observed, residual, count in zip(
        spread.pairs, bounds(spread.residuals), spread.observed, spread.residuals.value, spread.residuals.count, strict=True
    ):
        yield {
            "bot": names[bot],
            "other": names[other],
            "observed": float(observed),
            "expected": float(observed - residual),
            "residual": float(residual),
            **limits,
            "comparisons": int(count),
        }


def cycle_rows(residuals: Sequence[Row]) -> Iterator[Row]:
    """Find three bots each of which beats the next, more often than one number per bot can explain.

    Each must come before the next in more than half of their comparisons, and in more than expected by an amount whose
    interval (for all pairs at once) lies above 0.
    """
    beats: dict[str, set[str]] = {}
    for row in residuals:
        if row["family_low"] is not None and row["observed"] > 0.5 and row["family_low"] > 0:
            beats.setdefault(row["bot"], set()).add(row["other"])
        if row["family_high"] is not None and row["observed"] < 0.5 and row["family_high"] < 0:
            beats.setdefault(row["other"], set()).add(row["bot"])
    names = list(dict.fromkeys(name for row in residuals for name in (row["bot"], row["other"])))
    for first, second, third in itertools.permutations(names, 3):
        leads = names.index(first) < min(names.index(second), names.index(third))  # each cycle once
        if leads and all(b in beats.get(a, ()) for a, b in ((first, second), (second, third), (third, first))):
            yield {"first": first, "second": second, "third": third}


def seat_rows(fit: Fit, spread: Spread) -> Iterator[Row]:
    """Return for each seat after the first crown how many Elo it is worth beside the mean of the seats."""
    for entry, columns in zip(fit.choices, fit.layout.seats, strict=True):
        n = entry.games.players
        terms = np.zeros((n, fit.layout.size))
        terms[np.arange(1, n), columns[1:]] = ELO
        effects = spread.parameters.contrast(terms - terms.mean(axis=0))
        _, _, p = effects.wald(np.zeros(n))
        for seat, limits in enumerate(bounds(effects)):
            yield {"seat": seat, "elo": float(effects.value[seat]), **limits, "p": _number(p)}


def share_of_wins(choices: Sequence[Choices], bots: int) -> Mapping[str, Floats]:
    """By bot: games it plays in, win credit per seat it takes, and what an even share would be (from `fit.by_wins`)."""
    games, seats, wins, even = np.zeros(bots), np.zeros(bots), np.zeros(bots), np.zeros(bots)
    for entry in choices:
        table, order = entry.games.kinds.T
        played = entry.games.played.astype(np.float64)[:, None]
        seated = entry.games.tables[table]
        for total, each in ((seats, 1.0), (wins, entry.chosen[order]), (even, 1 / entry.games.players)):
            total += np.bincount(seated.ravel(), weights=(each * np.broadcast_to(played, seated.shape)).ravel(), minlength=bots)
        for bot in entry.games.bots:
            games[bot] += played[(seated == bot).any(axis=1), 0].sum()
    with np.errstate(invalid="ignore"):
        return {"games": games, "win_share": wins / seats, "even_share": even / seats}


def _number(value: float) -> float | None:
    """Write what is not known as None."""
    return float(value) if math.isfinite(value) else None
