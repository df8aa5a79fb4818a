"""Does a finding hold with other bots and other numbers of players? Headlines table by table, and pooled over families of bots (E4, E5).

Each family of bots is a study of its own; they are pooled with random effects (Paule and Mandel), never over numbers of players. The
families play the same deals, so that they agree a little more than independent studies would: the between-families spread is not
overstated by that, but a small number of families leaves it poorly known, which the prediction interval shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects

from citadels_sim.lab.criteria import CRITERIA, Judgement, Member, settle
from citadels_sim.lab.tournament.comparison import VariantComparison

__all__ = ["SIGNS", "headlines", "judged_members", "pooled", "ranges"]

SIGNS: Final = {"above": "▲", "below": "▼", "within": "≈", "open": "?"}
"""What is shown of a headline at a table: beyond the margin above or below, within it, or neither."""

_COMPARED: Final = {
    "mean_rounds": "Rounds",
    "winner_total": "Winner's score",
    "margin": "Margin of the winner",
    "first_crown_wins": "First crown wins",
}
_JUDGED: Final = ("seat", "character")
_LEAST = 2
_DRAWS, _SEED = 10_000, 1
"""Draws behind an interval for another bot, and their seed."""
_HEADLINE: Final = ["variant", "headline", "kind", "players", "unit"]

_Row = dict[str, Any]
_Floats = NDArray[np.float64]
_SCHEMA: Final = {
    "variant": pl.String, "headline": pl.String, "kind": pl.String, "players": pl.Int64, "lineup": pl.String,
    "value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "se": pl.Float64,
    "margin": pl.Float64, "shown": pl.String, "unit": pl.String, "estimand": pl.String,
    "blocks": pl.Int64,
}  # fmt: skip


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
        shown (a key of `SIGNS`), unit, estimand, blocks. `kind` is seat, character or edition.
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
    """Give every seat and character that is judged, under the name of its group; else as `headlines`."""
    rows = [_of_member(one, member, member.group) for one in judgements if one.criterion in _JUDGED for member in one.members]
    return pl.DataFrame(rows, schema=_SCHEMA)


def _of_member(one: Judgement, member: Member, name: str) -> _Row:
    state = settle([member], "both", one.limit)
    shown = {"holds": "within", "open": "open", "fails": "above" if member.value > 0 else "below"}[state]
    entry = CRITERIA[one.criterion]
    return {
        "variant": one.variant, "headline": name, "kind": one.criterion, "players": one.players, "lineup": one.lineup,
        "value": member.value,
        "low": member.low, "high": member.high, "se": member.se, "margin": one.limit, "shown": shown, "unit": entry.unit,
        "estimand": entry.estimand, "blocks": one.blocks,
    }  # fmt: skip


def _of_difference(each: VariantComparison, row: Mapping[str, Any]) -> _Row:
    shown = {"same": "within", "different": "above" if row["difference"] > 0 else "below"}.get(row["verdict"] or "", "open")
    return {
        "variant": each.b, "headline": f"{_COMPARED[row['metric']]} against {each.a}", "kind": "edition", "players": row["players"],
        "lineup": row["lineup"], "value": row["difference"], "low": row["family_low"], "high": row["family_high"], "se": row["se"],
        "margin": row["margin"], "shown": shown, "unit": row["unit"], "estimand": row["estimand"], "blocks": row["blocks"],
    }  # fmt: skip


def ranges(table: pl.DataFrame, families: Sequence[str]) -> pl.DataFrame:
    """Give the range of each headline over families of bots, number of players by number of players.

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
    found = table.filter(lineup.is_in(list(families))).group_by(_HEADLINE, maintain_order=True)
    return found.agg(
        lineup.n_unique().cast(pl.Int64).alias("families"),
        least=value.min(), least_lineup=lineup.get(value.arg_min()), most=value.max(), most_lineup=lineup.get(value.arg_max()),
        above=lineup.filter(above).sort_by(value.filter(above), descending=True), highest=value.filter(above).max(),
        below=lineup.filter(below).sort_by(value.filter(below)), lowest=value.filter(below).min(), differs=above.any() & below.any(),
    )  # fmt: skip


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
        deviation between families), i2 (share of the spread that is not chance), predicted_low, predicted_high (95 % interval of the
        effect with another such bot; null with fewer than three families), agree (families with the sign of the pooled value), unit.
    """
    rows = []
    known = table.filter(pl.col("lineup").is_in(list(families)), pl.col("se") > 0)
    for key, part in known.group_by("variant", "headline", "kind", "players", maintain_order=True):
        if part.height >= _LEAST:
            names = dict(zip(("variant", "headline", "kind", "players"), key, strict=True))
            rows.append(names | _pool(part) | {"unit": part["unit"][0]})
    return pl.DataFrame(rows, infer_schema_length=None)


def _pool(part: pl.DataFrame) -> _Row:
    value, variance = part["value"].to_numpy(), part["se"].to_numpy() ** 2
    with np.errstate(divide="ignore"):  # families that agree to the last digit have no spread to divide by
        found = combine_effects(value, variance, method_re="iterated")
    k, mean, tau2 = part.height, float(found.mean_effect_re), max(0.0, float(found.tau2))
    # The adjusted error is meant to widen; where the families agree better than chance it would be narrower than the plain one.
    se = max(float(found.sd_eff_w_re_hksj), float(found.sd_eff_w_re))
    half = float(stats.t.ppf(0.975, k - 1)) * se
    least, most = _predicted(value, variance) if k > _LEAST else (None, None)
    return {
        "families": k, "value": mean, "low": mean - half, "high": mean + half, "tau": math.sqrt(tau2), "i2": max(0.0, float(found.i2)),
        "predicted_low": None if least is None else min(least, mean - half),  # no other bot is known better than their mean
        "predicted_high": None if most is None else max(most, mean + half),
        "agree": int(np.sum(np.sign(value) == np.sign(mean))),
    }  # fmt: skip


def _predicted(value: _Floats, variance: _Floats) -> tuple[float, float]:
    """Give the 95 % interval of the effect with another such bot.

    The spread between a handful of families is poorly known: it is drawn from its confidence distribution, which Cochran's Q gives, and
    with it the mean and the new effect (Nagashima, Noma and Furukawa 2019). With one estimate of it, however good, the interval of five
    to eight families held 88 to 94 % of new ones where the spread was about as large as their errors.
    """
    random, k = np.random.default_rng(_SEED), len(value)
    widest = variance.max() + k * np.ptp(value) ** 2
    spreads = np.concatenate([[0.0], np.geomspace(1e-4 * variance.min(), 1e4 * widest, 400)])
    weights = 1 / (variance[:, None] + spreads)
    means = (weights * value[:, None]).sum(axis=0) / weights.sum(axis=0)
    q = (weights * (value[:, None] - means) ** 2).sum(axis=0)  # falls as the spread grows
    spread = np.interp(-random.chisquare(k - 1, _DRAWS), -q, spreads)
    mean, error = (np.interp(spread, spreads, of) for of in (means, np.sqrt(q / (k - 1) / weights.sum(axis=0))))
    drawn = mean + random.standard_t(k - 1, _DRAWS) * error + random.standard_normal(_DRAWS) * np.sqrt(spread)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return float(low), float(high)
