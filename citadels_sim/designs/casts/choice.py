"""Which casts, or sets of unique districts, look best where they are drawn, and which still do when they are played again.

What looks best among thousands is lucky: it is chosen by estimates that are shrunk, played again on deals of its own, and judged by these
alone. The best of those was lucky again, so `search` plays it once more. Source: docs/reference/estimators.md, C5, C7, C10, Q6 and E6 (the
winner's curse).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats
from citadels_sim.designs.casts.analyse import CastAnalysis, block_means, draw_moments, of_cell
from citadels_sim.designs.casts.metrics import DEALT, FIGURES
from citadels_sim.designs.casts.power import CastPower, every_cast, spread_of
from citadels_sim.designs.forks.analyse import family_moments
from citadels_sim.designs.forks.metrics import FORKS
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.draws import shrink
from citadels_sim.statistics.estimates import ratios
from citadels_sim.statistics.ratios import LEVEL, Ratios
from citadels_sim.statistics.shapley import block_means as joint_means
from citadels_sim.statistics.verdicts import Verdict, judge
from citadels_sim.verdicts import OF_LIMITS, STATES, State

Length = tuple[float, float]

_APART = 3
"""Unique districts in which two sets of a shortlist differ at least: sets of the same districts but one play alike."""
_ORDER: dict[State, int] = {"holds": 0, "open": 1, "fails": 2}


@dataclass(frozen=True)
class Candidate:
    """A cast, or a set of unique districts, as it looks where it is drawn.

    Attributes
    ----------
    members : tuple of str
        Its characters by rank, or its districts.
    spread : float
        Predicted standard deviation of its members' effects, in win chance per pick, or per game.
    rounds : float
        Predicted length of a game.
    """

    members: tuple[str, ...]
    spread: float
    rounds: float


def shortlist_casts(power: CastPower, drawn: CastAnalysis, length: Length | None, count: int) -> list[Candidate]:
    """Choose the casts whose power is spread least, of those that last as long as wanted.

    Parameters
    ----------
    power : CastPower
    drawn : CastAnalysis
        Of one cell: how long games last.
    length : (float, float) or None
        Least and most rounds.
    count : int
        How many to choose.

    Raises
    ------
    RunError
        If no cast is predicted to last so long.
    """
    casts = every_cast(power.ranks)
    lasting = _rounds(drawn, power.names, casts)
    chosen = _lasting(lasting, length, "cast")
    spread = power.predict(casts[chosen])
    best = np.argsort(spread, kind="stable")[:count]
    return [Candidate(tuple(power.names[j] for j in casts[chosen[i]]), float(spread[i]), float(lasting[chosen[i]])) for i in best]


def shortlist_sets(
    names: Sequence[str], worth: Ratios, size: int, drawn: CastAnalysis, length: Length | None, count: int
) -> list[Candidate]:
    """Choose sets of unique districts that are worth about the same to who is dealt them.

    The sets with the least spread are neighbours in the order of worth; they and what a single exchange makes of them are examined, and
    those are chosen that differ in three districts at least.

    Parameters
    ----------
    names : sequence of str
        The districts that are drawn from.
    worth : Ratios
        What being dealt each is worth.
    size : int
        Districts in a set.
    drawn, length, count
        As for `shortlist_casts`.
    """
    centre = float(np.mean(worth.value))
    known, left = shrink(worth.value - centre, worth.se)
    order = [int(j) for j in np.argsort(known, kind="stable")]
    sets: dict[frozenset[int], None] = {}
    for first in range(len(order) - size + 1):
        window = order[first : first + size]
        sets[frozenset(window)] = None
        for out in window:
            for new in set(order) - set(window):
                sets[frozenset({*window, new} - {out})] = None
    members = np.array([sorted(chosen) for chosen in sets])
    lasting = _rounds(drawn, names, members)
    chosen = _lasting(lasting, length, "set of unique districts")
    spread = np.sqrt(known[members[chosen]].var(axis=1, ddof=1) + left[members[chosen]].mean(axis=1))
    best: list[int] = []
    for i in np.argsort(spread, kind="stable"):
        if all(len(set(members[chosen[i]]) - set(members[chosen[k]])) >= _APART for k in best):
            best.append(int(i))
        if len(best) == count:
            break
    return [Candidate(tuple(names[j] for j in members[chosen[i]]), float(spread[i]), float(lasting[chosen[i]])) for i in best]


def _rounds(drawn: CastAnalysis, names: Sequence[str], members: NDArray[np.intp]) -> Floats:
    """Predict how long games last with some candidates in them: by what each changes, and each pair that was fitted, shrunk."""
    rounds = dict(drawn.effects.filter(metric="rounds").select("name", "value").iter_rows())
    effect = np.array([rounds.get(name, 0.0) for name in names])
    beside = np.zeros((len(names), len(names)))
    place = {name: j for j, name in enumerate(names)}
    pairs = drawn.pairs.filter((pl.col("metric") == "rounds") & pl.col("name").is_in(names) & pl.col("other").is_in(names))
    known = shrink(pairs["value"].to_numpy(), pairs["se"].to_numpy())[0]
    for (name, other), value in zip(pairs.select("name", "other").iter_rows(), known, strict=True):
        beside[place[name], place[other]] = value
    lasting: Floats = float(drawn.levels.filter(metric="rounds")["value"][0]) + effect[members].sum(axis=1)
    for i, k in itertools.combinations(range(members.shape[1]), 2):
        lasting += beside[members[:, i], members[:, k]]
    return lasting


def _lasting(lasting: Floats, length: Length | None, what: str) -> NDArray[np.intp]:
    """Positions of what is predicted to last as long as wanted."""
    if length is None:
        return np.arange(len(lasting))
    chosen = np.flatnonzero((lasting >= length[0]) & (lasting <= length[1]))
    if not len(chosen):
        raise RunError(
            f"--length: no {what} is predicted to last {length[0]:g} to {length[1]:g} rounds; the predictions range from "
            f"{lasting.min():.1f} "
            f"to {lasting.max():.1f}."
        )
    return chosen


def judge_casts(candidates: Mapping[str, Candidate], forks: Run, games: Run, margin: float, length: Length | None = None) -> pl.DataFrame:
    """Judge casts by what they did when they were played again.

    Parameters
    ----------
    candidates : mapping of str to Candidate
        By the names of their variants.
    forks, games : Run
        The runs of forks and of games in which each was played.
    margin : float
        Win chance per pick that does not matter.
    length : (float, float) or None
        Least and most rounds wanted.

    Returns
    -------
    polars.DataFrame
        One row per candidate, the best first: name, members, verdict, power (its verdict: whether all characters lie within the margin),
        balanced, of (characters that do, and all), needed (blocks that settle it in 4 of 5 cases), predicted_spread, spread, spread_low,
        spread_high, lasts (whether it lasts as long as wanted), predicted_rounds, and every figure of `metrics.FIGURES`. Bounds,
        also ``_low`` and ``_high`` of a figure, hold for all candidates at once.
    """
    moments_of = {cell[0]: moments for cell, moments in family_moments(FORKS, forks).items()}
    effects = {name: ratios(FORKS, FORKS.metrics[0], moments_of[name])[1] for name in candidates}
    return _judged(candidates, effects, games, margin, length)


def judge_sets(candidates: Mapping[str, Candidate], games: Run, margin: float, length: Length | None = None) -> pl.DataFrame:
    """Judge sets of unique districts by what they did when they were played again.

    Parameters and result are those of `judge_casts`, of what being dealt a district is worth, in win chance per game; the only run is
    that of games.
    """
    moments_of = {cell[0]: moments for cell, moments in draw_moments(DEALT, games.own_rows().collect()).items()}
    effects = {}
    for name, candidate in candidates.items():
        groups, worth = ratios(DEALT, DEALT.metrics[0], moments_of[name])
        effects[name] = worth.chosen([groups.index(member) for member in candidate.members if member in groups])
    return _judged(candidates, effects, games, margin, length)


def _judged(
    candidates: Mapping[str, Candidate], effects: Mapping[str, Ratios], games: Run, margin: float, length: Length | None
) -> pl.DataFrame:
    rows = games.own_rows().collect()
    key = games.manifest.cells[0]
    means = [block_means(of_cell(rows, (name, key.players, key.lineup))) for name in candidates]
    figures = {metric.name: joint_means(_common([mean[metric.name] for mean in means])) for metric in FIGURES}
    level = 1 - (1 - LEVEL) / len(candidates)
    table: list[dict[str, object]] = []
    for i, (name, candidate) in enumerate(candidates.items()):
        power = judge(effects[name], np.zeros(len(effects[name].value)), margin)
        spread, low, high = spread_of(effects[name], level)
        lasts = _lasts(figures["rounds"], i, length)
        row: dict[str, object] = {
            "name": name,
            "members": list(candidate.members),
            "verdict": OF_LIMITS[_worse(power.state, lasts)],
            "power": OF_LIMITS[power.state],
            "balanced": power.members.count("within"),
            "of": len(power.members),
            "needed": _needed(power, effects[name]),
            "predicted_spread": candidate.spread,
            "spread": spread,
            "spread_low": low,
            "spread_high": high,
            "lasts": OF_LIMITS[lasts],
            "predicted_rounds": candidate.rounds,
        }
        for metric, effect in figures.items():
            below, above = effect.simultaneous()
            row |= {metric: float(effect.value[i]), f"{metric}_low": float(below[i]), f"{metric}_high": float(above[i])}
        table.append(row)
    table.sort(key=lambda row: (_ORDER[STATES[str(row["verdict"])]], float(str(row["spread"]))))
    return pl.DataFrame(table, infer_schema_length=None)


def _worse(one: State, other: State) -> State:
    return one if _ORDER[one] > _ORDER[other] else other


def _common(columns: Sequence[Floats]) -> Floats:
    """Put the candidates' figures beside each other, block by block, where all have one."""
    values = np.stack(columns, axis=1)
    kept: Floats = values[np.isfinite(values).all(axis=1)]
    return kept


def _needed(power: Verdict, effects: Ratios) -> int | None:
    """Return how many blocks settle it with a probability of 80 %."""
    return None if power.state != "open" or power.needed is None else max(power.needed.high, effects.blocks)


def _lasts(rounds: Ratios, i: int, length: Length | None) -> State:
    """State whether a candidate lasts as long as wanted: by where its interval lies."""
    if length is None:
        return "holds"
    low, high = (bound[i] for bound in rounds.simultaneous())
    if low >= length[0] and high <= length[1]:
        return "holds"
    return "fails" if high < length[0] or low > length[1] else "open"
