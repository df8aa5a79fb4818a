"""What to try next: changes of rules that a study played, with what each does to what it is meant to mend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citadels_sim.charts import style
from citadels_sim.lab.criteria import CRITERIA, Member, settle
from citadels_sim.limits import ends
from citadels_sim.report.card import limit_words
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.axis import axis
from citadels_sim.report.overview.view import Dots, Mark, Row, Where
from citadels_sim.report.overview.words import member_figure, member_name, where
from citadels_sim.report.study_facts import Interval, Proposal, StudyFacts


@dataclass(frozen=True)
class ShownProposal:
    """A change, its effect as two rows on one scale, its side effects, and the variant file to copy."""

    change: str
    effect: Dots
    side_effects: Sequence[str]
    toml: str


def proposals(evidence: Evidence, study: StudyFacts) -> list[ShownProposal]:
    """Show the proposals of a study in their order."""
    return [ShownProposal(one.change, _effect(evidence, one), one.side_effects, one.toml) for one in study.proposals]


def _effect(evidence: Evidence, one: Proposal) -> Dots:
    entry, limit = CRITERIA[one.criterion], evidence.limits[one.criterion]
    scale = entry.per_unit
    low, high = ends(entry.side, limit)
    values = [scale * value for value in (*one.before, *one.after)]
    line = axis(values, allowed=(scale * low, scale * high), signed=entry.side == "both")

    def row(head: str, interval: Interval) -> Row:
        member = Member(one.group, *interval, interval[1], interval[2])
        state = settle([member], entry.side, limit)
        at = [line.at(scale * value) for value in interval]
        return Row(head, member_figure(one.criterion, member), (Mark(at[0], state),), (at[1], at[2]), state)

    rows = row("Before", one.before), row("After", one.after)
    # Shown whatever is chosen: what to try next is the answer to the whole report.
    place = Where(where(evidence, one.variant, one.players, one.lineup if one.lineup in evidence.lineups else None).label)
    name = member_name(one.criterion, Member(one.group, *one.before, *one.before[1:]))
    rest = "" if low <= one.after[0] <= high else ", still beyond its limit"
    finding = f"{name or entry.title}: {rows[0].figure.text} → {rows[1].figure.text}{rest}."
    how = f"Band: {limit_words(one.criterion, limit)}. From {style.count(one.blocks)} fresh deals; lines: 95\u00a0% intervals."
    return Dots(place, finding, how, folded=False, head="", axis=line, rows=rows)
