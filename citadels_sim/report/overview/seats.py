"""Seats and crown: what a seat is worth by its distance from the first crown, and what the crown of a round brings."""

from __future__ import annotations

from citadels_sim.charts import style
from citadels_sim.lab.criteria import Judgement
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.words import intervals_of, member_axis, member_figure, member_row, member_state, seat_words
from citadels_sim.report.where import where
from citadels_sim.show.blocks import too_few
from citadels_sim.show.drawing import Dots
from citadels_sim.statistics.verdicts import LEAST_COUNT


def seats(evidence: Evidence) -> list[Dots]:
    """Return the win chance of every seat against an even share, table by table."""
    return [_seats(evidence, one) for one in evidence.verdicts if one.criterion == "seat"]


def _seats(evidence: Evidence, one: Judgement) -> Dots:
    assert not isinstance(one.limit, tuple)
    limit, scale = one.limit, member_axis(one.members, one.limit)
    rows = tuple(member_row(seat_words(member.group), member, member_state(one, member), scale) for member in one.members)
    how = (
        f"Percentage points of win chance above or below an even share of {style.percent(1 / one.players)}. "
        f"Band: ±\u00a0{100 * limit:g}, balanced. {intervals_of('seats')}"
    )
    return Dots(
        where(evidence, *one.table), _seat_finding(one), how, folded=one.state == "holds", head="Seat",
        axis=scale, rows=rows,
    )  # fmt: skip


def _seat_finding(one: Judgement) -> str:
    assert not isinstance(one.limit, tuple)
    if one.n < LEAST_COUNT:
        return too_few(one.n, "games")
    far = f"{seat_words(one.worst.group)} {member_figure('seat', one.worst).text}"
    if one.state == "holds":
        return f"No seat matters: every seat is within {100 * one.limit:g} pp of an even share."
    if one.state == "fails":
        return f"The seat matters: {far} from an even share of wins."
    return f"Undecided whether the seat matters; farthest from an even share of wins: {far}."
