"""What to try next: searches for rule changes that a study played, with what each change does to what it is meant to mend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from citadels_sim.judge.criteria import CRITERIA, Judgement, Member
from citadels_sim.limits import Limit, ends, limit_for
from citadels_sim.lineups import same_bot
from citadels_sim.report.card import difference_words, limit_words
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.number_curve import curve_block
from citadels_sim.report.overview.answers import moved_by_change, undoes
from citadels_sim.report.overview.summary import judging
from citadels_sim.report.overview.words import member_figure, member_name, member_state
from citadels_sim.report.study_facts import Proposal, RuleSearch, StudyFacts
from citadels_sim.report.where import where
from citadels_sim.show.axis import axis
from citadels_sim.show.charts import style
from citadels_sim.show.drawing import Dots, Mark, Row, Where
from citadels_sim.show.page import drawn
from citadels_sim.verdicts import OF_LIMITS, State

_Figure = tuple[Judgement, Member]
_THEN: Final = {"holds": "then within limits", "fails": "still beyond limits", "open": "then undecided"}


@dataclass(frozen=True)
class ShownProposal:
    """A change, its effect as two rows on one scale, its side effects, and the variant file to copy; or, in a note, that none helps.

    The note of a change says what it undoes.

    With the last one of a search there is the curve of the number that was proposed first, or came nearest, if it was played.
    """

    change: str
    effect: Dots | None
    note: str
    side_effects: Sequence[str]
    toml: str
    curve: Dots | None = None


def proposals(evidence: Evidence, study: StudyFacts) -> list[ShownProposal]:
    """Show the results of the searches of a study, in their order, as far as the figures of the page allow it."""
    return [shown for search in study.searches for shown in _shown(evidence, search)]


_TWICE: Final = " in both tests on fresh deals"
NONE_NEARER: Final = "The best of them came no nearer to the limit on fresh deals."
_UNLEARNED: Final = "These bots have not learned changed rules: they play as before."


def _shown(evidence: Evidence, search: RuleSearch) -> Iterator[ShownProposal]:
    there, judge = _figures(evidence, search)
    if any(each is not None and member_state(*each) == "holds" for each in (there, judge)):
        return  # what the page shows to be within its limit needs no repair
    limit = limit_for(evidence.limits, search.criterion, search.group)
    agreeing = [
        one
        for one in search.proposals
        if (there is None or (_nearer(search, one, there[1], limit) and _same(one, there[1])))
        and (judge is None or member_state(*judge) == "open" or _nearer(search, one, judge[1], limit))
    ]
    for one in agreeing:
        curve = _curve(evidence, search) if one is agreeing[-1] else None
        note = undoes(evidence, search.variant, one.change)
        yield ShownProposal(one.change, _effect(evidence, search, one, there), note, one.side_effects, one.toml, curve)
    if not agreeing:
        name = member_name(search.criterion, Member(search.group, 0.0, None, None, None, None)) or CRITERIA[search.criterion].title
        near = search.nearest if search.nearest and (there is None or _nearer(search, search.nearest, there[1], limit)) else None
        title = f"{name}: no change was shown to help{' in both tests' * helped_once(near)}"
        yield ShownProposal(title, None, _none(evidence, search, near), (), "", _curve(evidence, search))


def helped_once(nearest: Proposal | None) -> bool:
    """Return whether the nearest change, which was not shown to help in the test, moved the figure on the deals that show it."""
    return nearest is not None and nearest.difference[1] * nearest.difference[2] > 0


def none_words(nearest: Proposal | None) -> str:
    """Say that no change is proposed, beside the figures of the nearest one."""
    return f"none was shown to help{_TWICE * helped_once(nearest)}"


def _none(evidence: Evidence, search: RuleSearch, near: Proposal | None) -> str:
    """Say how many changes were tried, and which came nearest: `near`, if it brings the figure of the page nearer to its limit, too."""
    text = f"{_place(evidence, search).label}: {search.tried:,} of {search.changes:,} changes were tried; {none_words(near)}."
    if near is not None:
        difference = difference_words(search.criterion, *near.difference)
        text += f" Nearest: {near.change.rstrip('.')}: {difference} on {style.count(near.blocks)} fresh deals."
    elif search.tried:
        text += f" {NONE_NEARER}"
    further = (_undone(evidence, search), search.weak, left_out_words(search, evidence.limits))
    return " ".join([text, *(words for words in further if words)])


def _undone(evidence: Evidence, search: RuleSearch) -> str:
    """Say that what was changed brought a figure beyond its limit, so that undoing it helps; empty where that is not shown."""
    judge = _figures(evidence, search)[1]
    if judge is None or search.criterion != "character":
        return ""
    moved = moved_by_change(evidence, search.group, judge[0].table)
    if moved is None or moved.value is None or moved.value * judge[1].value <= 0:
        return ""
    return f"Undoing what you changed helps: the change moved this figure by {moved.whole} on the same deals."


def left_out_words(search: RuleSearch, limits: Mapping[str, Limit]) -> str:
    """Name the changes that were among the best, but were left out for the length of their games; empty where there are none."""
    if not search.length:
        return ""
    limit = limit_words("rounds", limit_for(limits, "rounds", "all"))
    return f"Left out, since games become much longer, beyond their limit ({limit}), or less than half as long: {' '.join(search.length)}"


def _figures(evidence: Evidence, search: RuleSearch) -> tuple[_Figure | None, _Figure | None]:
    """Find the figure of the page that a search is for: with its own bots, and with the strongest ones, which judge."""
    table = search.criterion, search.variant, search.players
    judged = [one for one in evidence.judgements if (one.criterion, one.variant, one.players) == table]

    def of(some: Sequence[Judgement]) -> _Figure | None:
        return next(((one, member) for one in some for member in one.members if member.group == search.group), None)

    return of([one for one in judged if same_bot(one.lineup, search.lineup)]), of(judging(judged))


def _nearer(search: RuleSearch, one: Proposal, member: Member, limit: Limit) -> bool:
    """Whether a change brings a figure of the page nearer to its limit."""
    least, most = ends(CRITERIA[search.criterion].side, limit)
    before, after = (max(value - most, least - value) for value in (member.value, member.value + one.difference[0]))
    return after < before


def _same(one: Proposal, member: Member) -> bool:
    """Whether what the search measured before the change may be what the page says."""
    return member.low is None or member.high is None or (one.before[1] <= member.high and member.low <= one.before[2])


def _place(evidence: Evidence, search: RuleSearch) -> Where:
    # Shown whatever is chosen: what to try next is the answer to the whole report.
    lineup = next((lineup for lineup in evidence.lineups if same_bot(lineup, search.lineup)), None)
    return Where(where(evidence, search.variant, search.players, lineup).label)


def _curve(evidence: Evidence, search: RuleSearch) -> Dots | None:
    """Draw the curve of the number that is proposed, or came nearest."""
    if search.curve is None:
        return None
    cell = search.variant, search.players, search.lineup
    block = curve_block(
        search.curve, search.criterion, search.group, cell, limit_for(evidence.limits, search.criterion, search.group), judged=False
    )
    if all(row.values[0].few for row in block.rows):
        return None
    shown = drawn(block, _place(evidence, search))
    assert isinstance(shown, Dots)
    return shown


def _effect(evidence: Evidence, search: RuleSearch, one: Proposal, there: _Figure | None) -> Dots:
    entry, limit = CRITERIA[search.criterion], limit_for(evidence.limits, search.criterion, search.group)
    scale = entry.per_unit
    low, high = ends(entry.side, limit)
    # One figure has one estimate on a page: what it was before is what the page says elsewhere.
    before = there[1] if there else Member(search.group, *one.before, None, None)
    after = Member(search.group, *one.after, None, None)
    known = [end for member in (before, after) for end in (member.value, member.low, member.high)]
    line = axis([None if end is None else scale * end for end in known], allowed=(scale * low, scale * high), signed=entry.side == "both")

    def row(head: str, member: Member, state: State) -> Row:
        bar = None if member.low is None or member.high is None else (line.at(scale * member.low), line.at(scale * member.high))
        return Row(head, member_figure(search.criterion, member), (Mark(line.at(scale * member.value), state),), bar, state)

    rows = row("Before", before, member_state(*there) if there else search.state), row("After", after, one.state)
    name = member_name(search.criterion, after) or entry.title
    finding = f"{name}: {difference_words(search.criterion, *one.difference)} with this change, {_THEN[one.state]}."
    how = (
        f"Band: {limit_words(search.criterion, limit)}, {OF_LIMITS['holds']}. “Before” is from the study; the difference and “After” are "
        f"from {style.count(one.blocks)} fresh deals, not used to choose or test, so they need not add up; lines: 95\u00a0% intervals. "
        f"{search.tried:,} of {search.changes:,} changes were tried. {search.learned or _UNLEARNED}"
    )
    return Dots(_place(evidence, search), finding, how, folded=False, head="", axis=line, rows=rows)
