"""From analysed runs to judgements: which figure answers which criterion at which table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl
from scipy import stats

from citadels_sim.lab.criteria import CRITERIA, Judgement, Member, games_needed, settle
from citadels_sim.lab.flow.analyse import FlowAnalysis
from citadels_sim.lab.forks.analyse import ForkAnalysis
from citadels_sim.lab.tournament.analyse import Analysis
from citadels_sim.limits import Limit
from citadels_sim.statistics.estimator import LEVEL
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.tables.keys import CELL

__all__ = ["judge_flow", "judge_forks", "judge_games"]

_FLOW: Final = {"dead_turns": ("tempo", "turns_lost"), "interaction": ("aims", "per_turn"), "decisiveness": ("flow", "decided_at")}
"""Criterion to the family and the figure of a run of flow that answers it."""


def judge_games(analysis: Analysis, limits: Mapping[str, Limit]) -> list[Judgement]:
    """Judge seats, length, dead turns (where turns were counted) and skill (of line-ups of several bots) at every table that was played.

    Parameters
    ----------
    analysis : Analysis
    limits : mapping
        From `declared.declared_limits`.
    """
    found: list[Judgement] = []
    lineups = {",".join(lineup): lineup for run in analysis.runs for lineup in run.manifest.experiment.lineups}
    for cell in analysis.cells.iter_rows(named=True):
        key = {name: cell[name] for name in CELL}
        verdict = analysis.seat_verdicts.row(by_predicate=_is(key), named=True)
        seats = analysis.tables["seats_from_crown"].filter(_is(key), metric="win_rate")
        seat_members = _members(seats, dict.fromkeys(seats["group"], verdict["narrower"]), fair=True)
        found.append(_judgement("seat", verdict["margin"], key, seat_members, cell, needed=verdict["needed_games"]))
        length = analysis.tables["length"].filter(_is(key))
        rounds = _members(length.filter(metric="rounds_q95"), {"all": 1.0})
        found.append(_judgement("rounds", limits["rounds"], key, rounds, cell, length=_length(length)))
        lost = analysis.tables["tempo"].filter(_is(key), metric="turns_lost")
        if lost.height:
            found.append(_judgement("dead_turns", limits["dead_turns"], key, _single(lost), cell))
        bots = analysis.tables["bots"].filter(_is(key), metric="win_rate")
        if bots.height:
            found.append(_judgement("skill", limits["skill"], key, _skill(bots, cell["players"], lineups[cell["lineup"]]), cell))
    return found


def judge_forks(forks: ForkAnalysis) -> list[Judgement]:
    """Judge the characters at every table that was forked, against the margin that they were analysed with."""
    found = []
    for cell in forks.cells.iter_rows(named=True):
        key = {name: cell[name] for name in CELL}
        effects = forks.effects.filter(_is(key), metric="win_effect")
        needed = [n for n in forks.verdicts.filter(_is(key))["needed_nodes"].to_list() if n is not None]
        facts = {"games": cell["nodes"], "blocks": cell["blocks"]}
        extra = {name: cell[name] for name in ("balanced", "characters")} | {"spread": _known(cell["spread"])}
        members = _members(effects, dict(forks.verdicts.filter(_is(key)).select("character", "narrower").iter_rows()))
        found.append(_judgement("character", forks.margin, key, members, facts, needed=max(needed, default=None), **extra))
    return found


def judge_flow(flow: FlowAnalysis, limits: Mapping[str, Limit]) -> list[Judgement]:
    """Judge dead turns, interaction and decisiveness at every table whose games were noted round by round.

    Parameters
    ----------
    flow : FlowAnalysis
    limits : mapping
        From `declared.declared_limits`.
    """
    found = []
    for cell in flow.run.manifest.cells:
        key = {name: getattr(cell, name) for name in CELL}
        for criterion, (table, metric) in _FLOW.items():
            rows = flow.estimates.filter(_is(key), table=table, metric=metric)
            found.append(_judgement(criterion, limits[criterion], key, _single(rows), {"games": cell.games, "blocks": cell.blocks}))
    return found


def _judgement(
    criterion: str, limit: Limit, key: Mapping[str, Any], members: Sequence[Member], facts: Mapping[str, Any], *,
    needed: int | None = None, **extra: Any,
) -> Judgement:  # fmt: skip
    """Judge members; `needed` is for those that are several, one by itself is asked here."""
    entry = CRITERIA[criterion]
    # A handful of games that came out alike have no spread, and show nothing.
    state = settle(members, entry.side, limit) if facts["games"] >= LEAST_COUNT else "open"
    worst = max(members, key=lambda member: abs(member.value) if entry.side == "both" else member.value)
    if entry.side != "both":
        needed = games_needed(worst, entry.side, limit, facts["games"])
    return Judgement(
        criterion, key["variant"], key["players"], key["lineup"], state, entry.word(state, worst, limit), limit, worst, tuple(members),
        facts["games"], facts["blocks"], needed if state == "open" else None, extra,
    )  # fmt: skip


def _members(rows: pl.DataFrame, narrower: Mapping[str, float | None], *, fair: bool = False) -> list[Member]:
    """Read members off a table of estimates, `narrower` being of each group; with `fair`, as distances from its reference."""
    found = []
    for row in rows.iter_rows(named=True):
        shift = row["reference"] if fair else 0.0
        value, low, high = row["value"], _known(row["family_low"]), _known(row["family_high"])
        width = _known(narrower[row["group"]])
        if low is None or high is None or width is None:
            found.append(Member(row["group"], value - shift, None, None, None, None, None))
            continue
        inner = [value - width * (value - low), value + width * (high - value)]
        found.append(Member(row["group"], value - shift, low - shift, high - shift, inner[0] - shift, inner[1] - shift, row["se"]))
    return found


def _single(rows: pl.DataFrame) -> list[Member]:
    """Read the one figure of a table: its narrower interval is that of two one-sided tests."""
    blocks = int(rows["blocks"][0])
    narrower = None if blocks < 2 else float(stats.t.ppf(LEVEL, blocks - 1) / stats.t.ppf(0.5 + LEVEL / 2, blocks - 1))
    return _members(rows, {"all": narrower})


def _length(length: pl.DataFrame) -> dict[str, Any]:
    return {name: value for name, value in length.select("metric", "value").iter_rows() if name.startswith("rounds_") or name == "capped"}


def _skill(bots: pl.DataFrame, players: int, lineup: Sequence[str]) -> list[Member]:
    """Turn win rates per seat into shares of the way from 1/players to the most that a bot in so many seats can win (K1)."""
    found = []
    for row in bots.iter_rows(named=True):
        held = sum(lineup[i % len(lineup)] == row["group"] for i in range(players))
        even, most = 1 / players, 1 / max(held, 1)
        bounds = (_known(row["family_low"]), _known(row["family_high"]))
        scaled = [None if bound is None else min(1.0, (bound - even) / (most - even)) for bound in bounds]
        found.append(Member(row["group"], (row["value"] - even) / (most - even), *scaled, *scaled))
    return found


def _is(key: Mapping[str, Any]) -> pl.Expr:
    return pl.all_horizontal(*(pl.col(name) == key[name] for name in CELL))


def _known(value: float | None) -> float | None:
    return value if value is not None and value == value else None
