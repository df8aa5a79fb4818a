"""Does a finding hold with other bots and other numbers of players? Headlines table by table, and pooled over families of bots (E4, E5).

Each family of bots is a study of its own; they are pooled with random effects (Paule and Mandel), never over numbers of players. The
families play the same deals, so that they agree a little more than independent studies would: the between-families spread is not
overstated by that. What another such bot would show has an interval of its own, which is wide with few families.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import optimize, stats

from citadels_sim.designs.tournament.comparison import VariantComparison
from citadels_sim.judge.criteria import CRITERIA, Judgement, Member, settle
from citadels_sim.verdicts import STATES, place_of

_COMPARED: Final = {
    "mean_rounds": "Rounds",
    "winner_total": "Winner's score",
    "margin": "Margin of the winner",
    "first_crown_wins": "First crown wins",
}
_JUDGED: Final = ("seat", "character")
_LEAST = 2
_HEADLINE: Final = ["variant", "headline", "kind", "players", "unit"]

_Row = dict[str, Any]
_SCHEMA: Final = {
    "variant": pl.String,
    "headline": pl.String,
    "kind": pl.String,
    "players": pl.Int64,
    "lineup": pl.String,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "se": pl.Float64,
    "margin": pl.Float64,
    "shown": pl.String,
    "unit": pl.String,
    "estimand": pl.String,
    "blocks": pl.Int64,
}


def headlines(judgements: Iterable[Judgement], comparisons: Iterable[VariantComparison]) -> pl.DataFrame:
    """Collect what is to be held against other bots and numbers of players.

    Parameters
    ----------
    judgements : iterable of Judgement
        Of seats and of characters.
    comparisons : iterable of VariantComparison

    Returns
    -------
    polars.DataFrame
        One row per variant, headline, number of players and line-up: value with its simultaneous interval and standard error, margin,
        shown (a `verdicts.Place`), unit, estimand, blocks. `kind` is seat, character or edition.
    """
    rows: list[_Row] = []
    for one in (one for one in judgements if one.criterion in _JUDGED):
        names = {"0": "First crown", str(one.players - 1): "Last after the crown"}
        if one.criterion == "character":
            names = {member.group: member.group for member in one.members}
        rows += [_of_member(one, member, names[member.group]) for member in one.members if member.group in names]
    for each in comparisons:
        rows += [_of_difference(each, row) for row in each.table.filter(table="game").iter_rows(named=True) if row["metric"] in _COMPARED]
    return pl.DataFrame(rows, schema=_SCHEMA)


def judged_members(judgements: Iterable[Judgement]) -> pl.DataFrame:
    """Return every seat and character that is judged, under the name of its group; else as `headlines`."""
    rows = [_of_member(one, member, member.group) for one in judgements if one.criterion in _JUDGED for member in one.members]
    return pl.DataFrame(rows, schema=_SCHEMA)


def _of_member(one: Judgement, member: Member, name: str) -> _Row:
    state = settle([member], "both", one.limit)
    shown = place_of(state, member.off)
    entry = CRITERIA[one.criterion]
    return {
        "variant": one.variant,
        "headline": name,
        "kind": one.criterion,
        "players": one.players,
        "lineup": one.lineup,
        "value": member.value,
        "low": member.low,
        "high": member.high,
        "se": member.se,
        "margin": one.limit,
        "shown": shown,
        "unit": entry.unit,
        "estimand": entry.estimand,
        "blocks": one.blocks,
    }


def _of_difference(each: VariantComparison, row: Mapping[str, Any]) -> _Row:
    shown = place_of(STATES[row["verdict"]], row["difference"]) if row["verdict"] else "open"
    return {
        "variant": each.b,
        "headline": f"{_COMPARED[row['metric']]} against {each.a}",
        "kind": "edition",
        "players": row["players"],
        "lineup": row["lineup"],
        "value": row["difference"],
        "low": row["family_low"],
        "high": row["family_high"],
        "se": row["se"],
        "margin": row["margin"],
        "shown": shown,
        "unit": row["unit"],
        "estimand": row["estimand"],
        "blocks": row["blocks"],
    }


def ranges(table: pl.DataFrame, families: Sequence[str]) -> pl.DataFrame:
    """Return the range of each headline over families of bots, number of players by number of players.

    Parameters
    ----------
    table : polars.DataFrame
        From `headlines`.
    families : sequence of str
        Line-ups that count as families: of equal bots.

    Returns
    -------
    polars.DataFrame
        variant, headline, kind, players, unit, families (how many), least, least_lineup, most, most_lineup, above, below (line-ups
        whose interval lies wholly above, wholly below 0, the farthest first), highest, lowest (values of the first of each; null: none),
        differs (whether there are both: the sign depends on the bots).
    """
    value, lineup, above, below = pl.col("value"), pl.col("lineup"), pl.col("low") > 0, pl.col("high") < 0
    rows = table.filter(lineup.is_in(list(families))).group_by(_HEADLINE, maintain_order=True)
    return rows.agg(
        lineup.n_unique().cast(pl.Int64).alias("families"),
        least=value.min(),
        least_lineup=lineup.get(value.arg_min()),
        most=value.max(),
        most_lineup=lineup.get(value.arg_max()),
        above=lineup.filter(above).sort_by(value.filter(above), descending=True),
        highest=value.filter(above).max(),
        below=lineup.filter(below).sort_by(value.filter(below)),
        lowest=value.filter(below).min(),
        differs=above.any() & below.any(),
    )


def pooled(table: pl.DataFrame, families: Sequence[str]) -> pl.DataFrame:
    """Pool each headline over families of bots, number of players by number of players.

    Parameters
    ----------
    table : polars.DataFrame
        From `headlines`.
    families : sequence of str
        Line-ups that count as families: of equal bots.

    Returns
    -------
    polars.DataFrame
        variant, headline, kind, players, families, value (pooled), low, high (95 %, Hartung-Knapp-Sidik-Jonkman), tau (standard
        deviation between families), i2 (share of the spread that is not chance), predicted_low, predicted_high (95 % interval of
        what a run of this size shows with another such bot; null with fewer than three families), agree (families with the sign of the
        pooled value), unit.
    """
    rows = []
    known = table.filter(pl.col("lineup").is_in(list(families)), pl.col("se") > 0)
    for key, part in known.group_by("variant", "headline", "kind", "players", maintain_order=True):
        if part.height >= _LEAST:
            names = dict(zip(("variant", "headline", "kind", "players"), key, strict=True))
            rows.append(names | pool(part["value"].to_numpy(), part["se"].to_numpy())._asdict() | {"unit": part["unit"][0]})
    return pl.DataFrame(rows, infer_schema_length=None)


class Pooled(NamedTuple):
    """A figure pooled over families of bots; the fields are columns of `pooled`."""

    families: int
    value: float
    low: float
    high: float
    tau: float
    i2: float
    predicted_low: float | None
    predicted_high: float | None
    agree: int


def pool(values: NDArray[np.float64], errors: NDArray[np.float64]) -> Pooled:
    """Pool one figure over families of bots.

    Parameters
    ----------
    values, errors : numpy.ndarray
        Its value with each family and the standard errors, shape (families,), two families at least.
    """
    k, tau2 = len(values), _between(values, errors)
    mean, spread, weight = _weighted(values, errors, tau2)
    chance = _weighted(values, errors, 0.0)[1]
    i2 = max(0.0, 1 - (k - 1) / chance) if chance > 0 else 0.0
    quantile = float(stats.t.ppf(0.975, k - 1))
    half = quantile * math.sqrt(spread / (k - 1) / weight)
    predicted: tuple[float | None, float | None] = None, None
    if k > _LEAST:
        # What another run shows has the spread of the values themselves, chance included: no estimate of tau is needed, and the interval
        # is exact for normal effects with equal errors. For the other bot's true effect it would need tau, which few families leave open.
        centre, reach = float(values.mean()), quantile * math.sqrt(1 + 1 / k) * float(values.std(ddof=1))
        predicted = centre - reach, centre + reach
    agree = int(np.sum(np.sign(values) == np.sign(mean)))
    return Pooled(k, mean, mean - half, mean + half, math.sqrt(tau2), i2, *predicted, agree)


def _weighted(values: NDArray[np.float64], errors: NDArray[np.float64], tau2: float) -> tuple[float, float, float]:
    """Return the mean weighted by precision, the squared deviations from it in units of their variance, and the sum of the weights."""
    weights = 1 / (errors**2 + tau2)
    mean = float(weights @ values / weights.sum())
    return mean, float(weights @ (values - mean) ** 2), float(weights.sum())


def _between(values: NDArray[np.float64], errors: NDArray[np.float64]) -> float:
    """Return the variance between families at which deviations are as large as chance makes them (Paule and Mandel)."""

    def excess(tau2: float) -> float:
        return _weighted(values, errors, tau2)[1] - (len(values) - 1)

    if excess(0.0) <= 0:
        return 0.0
    return float(optimize.brentq(excess, 0.0, values.var(ddof=1), xtol=1e-14))
