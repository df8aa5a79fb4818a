"""Words of the overview: short names of editions, tables of players, figures with their intervals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from citadels_sim.designs.tournament.seat_blocks import seat_head
from citadels_sim.judge.criteria import CRITERIA, Judgement, Member
from citadels_sim.limits import size_of
from citadels_sim.lineups import players_words
from citadels_sim.report.card import value, who
from citadels_sim.show.charts import style
from citadels_sim.show.drawing import Cell, Figure, tone
from citadels_sim.text import is_number
from citadels_sim.verdicts import State


def player_words(numbers: Iterable[int]) -> str:
    """Write numbers of players: ``4 to 7 players``, ``4 and 6 players``."""
    known = sorted(set(numbers))
    if len(known) > 2 and known[-1] - known[0] == len(known) - 1:
        return f"{known[0]} to {known[-1]} players"
    return f"{style.listed([str(number) for number in known])} players"


def tables_words(judgements: Sequence[Judgement]) -> str:
    """Name the tables of some judgements of one variant: ``4 to 7 players, experts (learner)``."""
    return players_at([one.players for one in judgements], [one.lineup for one in judgements])


def players_at(numbers: Iterable[int], lineups: Iterable[str]) -> str:
    """Name who plays at some tables: ``4 to 7 players, experts (learner)``."""
    known = list(dict.fromkeys(lineups))
    return f"{player_words(numbers)}, {f'{len(known)} line-ups of bots' if len(known) > 2 else players_words(known)}"


def member_name(criterion: str, member: Member) -> str:
    """Name a member of a judgement in short; empty where a criterion has one figure."""
    if criterion == "seat":
        return seat_head(member.group)
    return "" if criterion == "rounds" else who(criterion, member)


def member_state(one: Judgement, member: Member) -> State:
    """Describe how one member of a judgement lies to its limit; open where a table has too few deals to show anything."""
    return one.state_of(member)


def counted(number: int, what: str) -> str:
    """Write a count with its noun: ``1 table``, ``3 tables``."""
    return f"{number} {what}{'s' * (number != 1)}"


def effect(low: float | None, high: float | None, value: float) -> Figure:
    """Write a difference of win chances in percentage points; one without an interval is no figure."""
    if not (is_number(low) and is_number(high)):
        return Figure(style.TOO_FEW)
    return Figure(style.points(value, low, high), style.points_interval(low, high))


def percent(row: Mapping[str, Any], low: str = "low", high: str = "high") -> Figure:
    """Write a share (a row of estimates) in per cent; one without an interval is no figure."""
    if row.get("note"):
        return Figure(style.TOO_FEW)
    return Figure(style.percent(row["value"], row[low], row[high]), style.interval(row[low], row[high], factor=100))


def figure(row: Mapping[str, Any]) -> Figure:
    """Write a row of estimates as its unit wants it: shares in per cent, differences of win chances in percentage points."""
    ends = "family_low", "family_high"
    return percent(row, *ends) if row["unit"].startswith("fraction") else effect(row[ends[0]], row[ends[1]], row["value"])


def member_figure(criterion: str, member: Member) -> Figure:
    """Write a member of a judgement in the unit of its criterion."""
    if member.low is None or member.high is None:
        return Figure(style.TOO_FEW)
    text, _, interval = value(criterion, member).partition(" [")
    if criterion == "rounds":
        return Figure(f"95\u00a0% over by round\u00a0{text}", f"[{interval}" if interval else "")
    unit = "" if CRITERIA[criterion].side == "both" or re.search(r"%$", text) else f"\u00a0{CRITERIA[criterion].form.short}"
    return Figure(text + unit, f"[{interval}" if interval else "")


def member_cell(effect: tuple[Judgement, Member] | None, players: int | None = None) -> Cell:
    """Write a character of a judgement as a cell, tinted by its size unless it may be as wanted; a dash where there is none."""
    if effect is None:
        return Cell(Figure("–"), players=players)
    one, member = effect
    assert not isinstance(one.limit, tuple)
    if member.low is None:
        return Cell(Figure(style.TOO_FEW), players=players)
    shown = member_figure("character", member)
    text = Figure(shown.text.removesuffix("\u00a0pp"), shown.interval)  # the heading has the unit
    wanted = member.value - member.off
    may_be_wanted = member.high is not None and member.low < wanted < member.high
    return Cell(text, member_state(one, member), "" if may_be_wanted else tone(member.off, size_of(one.limit_of(member))), players)
