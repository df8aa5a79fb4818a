"""Seats and crown: what a seat is worth by its distance from the first crown, and what the crown of a round brings."""

from __future__ import annotations

from citadels_sim.charts import style
from citadels_sim.lab.criteria import Judgement, Member
from citadels_sim.report.content import fewest, too_few
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.view import Dots
from citadels_sim.report.overview.words import effect, intervals_of, member_axis, member_figure, member_row, member_state, seat_words, where
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.verdicts import STATES


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


def crown_places(evidence: Evidence) -> list[Dots]:
    """Return what the crown of one round brings its holder, and what each place after it costs."""
    views = []
    for crowns in evidence.crowns:
        states = {
            (row["variant"], row["players"], row["lineup"], str(row["place"])): STATES[row["verdict"]]
            for row in crowns.verdicts.iter_rows(named=True)
        }
        rows = crowns.effects.filter(metric="place_effect")
        for key, table in rows.group_by("variant", "players", "lineup", maintain_order=True):
            variant, players, lineup = str(key[0]), int(str(key[1])), str(key[2])
            members = [
                Member(row["group"], row["value"], row["family_low"], row["family_high"], None, None)
                for row in table.iter_rows(named=True)
            ]  # fmt: skip
            scale = member_axis(members, crowns.margin)
            verdicts = [states[variant, players, lineup, member.group] for member in members]
            drawn = tuple(member_row(_place(int(m.group)), m, state, scale) for m, state in zip(members, verdicts, strict=True))
            holder = members[0]
            shown = effect(holder.low, holder.high, holder.value)
            quiet = set(verdicts) == {"holds"}
            deals = fewest(table)
            finding = (
                too_few(deals) if deals < LEAST_COUNT else
                f"The crown of a round changes no place's win chance by more than {100 * crowns.margin:g} pp." if quiet
                else f"Drafting first in a round is worth {shown.text} {shown.interval} of win chance."
            )  # fmt: skip
            band = f"Band: ±\u00a0{100 * crowns.margin:g} pp. Lines: 95 % intervals."
            how = f"Win chance with the crown of one round at each place, less its mean. {band}"
            place = where(evidence, variant, players, lineup)
            views.append(Dots(place, finding, how, folded=quiet, head="Place", axis=scale, rows=drawn))
    return views


def _place(place: int) -> str:
    return "Crown holder" if place == 0 else f"{place} after it"
