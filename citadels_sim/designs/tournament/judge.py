"""Judging seats, length, dead turns and skill from runs of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from citadels_sim.designs.tournament.analyse import Analysis, analyse
from citadels_sim.designs.tournament.game_metrics import ROUNDS, SEATS
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.judge.declared_limits import declared_limits, one_number
from citadels_sim.judge.judging import judgement, known, members_of, of_table, single
from citadels_sim.limits import Limit
from citadels_sim.lineups import plays_at_random
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.planning import Needed
from citadels_sim.tables.keys import CELL, Cell, key_of

FIGURES: Final = {"seat": (SEATS[0], "win_rate"), "rounds": (ROUNDS, "share_of_games")}
"""Criterion to the family and the figure that answer it; of rounds it is the distribution, whose quantile is judged."""


def judge_run(run: Run, limits: Mapping[str, Limit] | None = None) -> list[Judgement]:
    """Judge every table of a run against limits, left out: those that it declares."""
    limits = declared_limits([run]) if limits is None else limits
    return judge(analyse([run], one_number(limits, "seat")), limits)


def judge(analysis: Analysis, limits: Mapping[str, Limit]) -> list[Judgement]:
    """Judge seats, length, dead turns (where turns were counted) and skill at every table that was played.

    Skill is judged of line-ups of several bots, none of which plays at random: that one bot wins against chance says nothing about it.

    Parameters
    ----------
    analysis : Analysis
    limits : mapping
        From `declared_limits.declared_limits`.
    """
    judgements: list[Judgement] = []
    lineups = {",".join(lineup): lineup for run in analysis.runs for lineup in run.manifest.experiment.lineups}
    for cell in analysis.cells.iter_rows(named=True):
        key = {name: cell[name] for name in CELL}
        judgements.append(judge_seats(analysis, (cell["variant"], cell["players"], cell["lineup"])))
        length = analysis.tables["length"].filter(of_table(key))
        q95 = length.filter(metric="rounds_q95")
        rounds = members_of(q95, {"all": (q95["family_low"][0], q95["family_high"][0])})  # a whole number has one interval
        judgements.append(judgement("rounds", limits["rounds"], key, rounds, cell, length=_length(length)))
        lost = analysis.tables["tempo"].filter(of_table(key), metric="turns_lost")
        if lost.height:
            judgements.append(judgement("dead_turns", limits["dead_turns"], key, single(lost), cell))
        bots = analysis.tables["bots"].filter(of_table(key), metric="win_rate")
        seated = lineups[cell["lineup"]]
        if bots.height and not any(map(plays_at_random, seated)):
            judgements.append(judgement("skill", limits["skill"], key, _skill(bots, cell["players"], seated), cell))
    return judgements


def judge_seats(analysis: Analysis, cell: Cell) -> Judgement:
    """Judge the seats of one table of an analysis by the limit that its verdicts have."""
    key = key_of(cell)
    verdict = analysis.seat_verdicts.row(by_predicate=of_table(key), named=True)
    seats = analysis.tables["seats_from_crown"].filter(of_table(key), metric="win_rate")
    members = members_of(seats, analysis.seats_inner[cell], fair=True)
    needed = None if verdict["needed_games"] is None else Needed(verdict["needed_games_low"], verdict["needed_games"])
    facts = analysis.cells.row(by_predicate=of_table(key), named=True)
    return judgement("seat", verdict["margin"], key, members, facts, needed=needed)


def _length(length: pl.DataFrame) -> dict[str, Any]:
    return {name: value for name, value in length.select("metric", "value").iter_rows() if name.startswith("rounds_") or name == "capped"}


def _skill(bots: pl.DataFrame, players: int, lineup: Sequence[str]) -> list[Member]:
    """Turn win rates per seat into shares of the way from 1/players to the most that a bot in so many seats can win (K1)."""
    judgements = []
    for row in bots.iter_rows(named=True):
        held = sum(lineup[i % len(lineup)] == row["group"] for i in range(players))
        even, most = 1 / players, 1 / max(held, 1)
        bounds = (known(row["family_low"]), known(row["family_high"]))
        scaled = [None if bound is None else min(1.0, (bound - even) / (most - even)) for bound in bounds]
        judgements.append(Member(row["group"], (row["value"] - even) / (most - even), *scaled, *scaled))
    return judgements
