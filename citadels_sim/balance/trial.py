"""Which of the changes that look best are shown to help: a test on fresh deals, then the figures that are shown, on fresh deals again."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from citadels_sim.balance.candidates import Candidate, first_of
from citadels_sim.balance.deals import Deals
from citadels_sim.balance.effects import make_proposal, state_of
from citadels_sim.balance.measure import judgements, shifts
from citadels_sim.balance.question import SEEDS
from citadels_sim.balance.schedule import Schedule
from citadels_sim.balance.shifts import Shift, harms, helps, least_noticed
from citadels_sim.balance.target import KINDS, Target
from citadels_sim.judge.criteria import Judgement
from citadels_sim.limits import Limit
from citadels_sim.report.card import difference_words
from citadels_sim.report.study_facts import Proposal, RuleSearch
from citadels_sim.runs.designs import design_of
from citadels_sim.runs.reading import Run

_Moved = dict[Target, dict[str, Shift]]
_TESTED, _SHOWN = SEEDS - 2, SEEDS - 1
"""Seeds of the last two parts; those of the rungs lie before them."""


@dataclass(frozen=True)
class Trial:
    """The end of a search.

    Attributes
    ----------
    deals : Deals
    schedule : Schedule
    target : Target
    figure : float
        The target's figure without a change, as it was known before: it says which way is nearer to the limit.
    notify : callable
        Receives a line at the beginning of each part.
    beside : mapping
        The other figures that the search is for, as they were without a change.
    """

    deals: Deals
    schedule: Schedule
    target: Target
    figure: float
    notify: Callable[[str], None]
    beside: Mapping[Target, float] = field(default_factory=dict)

    @property
    def _kind(self) -> str:
        return KINDS[self.target.criterion]

    @property
    def _limit(self) -> Limit:
        return self.deals.question.limit_of(self.target)

    def finalists(self, ranked: Sequence[Candidate], run: Run, games: int, there: Collection[Candidate]) -> tuple[list[Candidate], str]:
        """Return the first of a ranking, as many as there is time to test: one with many games says more than three with few.

        The second part says which change the test would probably miss, where that would be enough to reach the limit; else it is empty.

        Parameters
        ----------
        ranked : sequence of Candidate
            The best first.
        run : Run
            On which they were ranked, with so many games each: it says how much their figures vary.
        games : int
        there : collection of Candidate
            Those that are in it: a number may have gone farther since.
        """
        chosen = first_of(ranked, self.schedule.top)
        errors = list(self._shifts(run, [each for each in chosen if each in there]).values())
        noticed = math.nan
        for count in range(len(chosen), 0, -1):
            noticed = least_noticed(errors, self.schedule.tested(self._kind, count) / games)
            if not noticed > self.target.lack(self.figure, self._limit):
                return first_of(ranked, count), ""
        if not chosen:
            return [], ""
        size = difference_words(self.target.criterion, noticed, noticed, noticed).partition("[")[0].strip().lstrip("+")
        weak = f"In this time the search would probably miss a change that moves {self.target.words} by less than about {size}."
        self.notify(weak)
        return first_of(ranked, 1), weak

    def result(self, finalists: Sequence[Candidate], changes: int, tried: int) -> RuleSearch:
        """Test the finalists, play what passes once more, and return the result of the search.

        Parameters
        ----------
        finalists : sequence of Candidate
        changes, tried : int
            As `RuleSearch` has them.
        """
        passed, known = self._tested(finalists)
        # Where none passes, the nearest is played once more: by the test its figures are those of the luckiest.
        shown = passed or known[:1]
        judged, shifted, moved = self._shown(shown, side=bool(passed))
        before = judged.get(self.deals.base.name, [])
        made = [
            (each, made)
            for each in shown
            if each.variant.name in shifted
            and (
                made := make_proposal(
                    self.target, each, before, judged.get(each.variant.name, []), shifted[each.variant.name], self._others(each, moved)
                )
            )
        ]
        state = state_of(before, self.target)
        sure = [proposal for each, proposal in made if each in passed and self._helps(each, shifted, moved)]
        proposals = () if state == "holds" else tuple(sure)
        question = self.deals.question
        return RuleSearch(
            criterion=self.target.criterion,
            variant=self.deals.base.name,
            players=question.players,
            lineup=question.lineup,
            group=self.target.group,
            changes=changes,
            tried=tried,
            state=state,
            proposals=proposals,
            nearest=None if proposals or not made or not self._nearer(made[0][1], shifted[made[0][0].variant.name]) else made[0][1],
        )

    def _nearer(self, made: Proposal, shift: Shift) -> bool:
        """Return whether a change brings the target, and all figures together, nearer to their limits: as known before, and as shown."""
        known = [(self.target, self.figure, self.figure + shift.value)]
        shown = [(self.target, made.before[0], made.after[0])]
        others = {other.group: other for other in self.beside}
        for one in made.beside:
            target = others[one.group]
            known.append((target, self.beside[target], self.beside[target] + one.difference[0]))
            shown.append((target, one.before[0], one.after[0]))
        limit_of = self.deals.question.limit_of
        ways = [
            sum(target.lack(now, limit_of(target)) - target.lack(then, limit_of(target)) for target, then, now in some)
            for some in (known, shown)
        ]
        return all(way < 0 for way in ways)

    def _tested(self, finalists: Sequence[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
        """Test changes on deals by which none was chosen; return those that help, and all that could be compared, the nearest first."""
        if not finalists:
            return [], []
        games = self.schedule.tested(self._kind, len(finalists))
        self.notify(f"Test on fresh deals: {changes_words(len(finalists))}, {games:,} {design_of(self._kind).unit} each.")
        run = self.deals.played([each.variant for each in finalists], f"tested-{self._kind}", self._kind, games, _TESTED, rows=True)
        shifted = self._shifts(run, finalists)
        moved = self._moved(run, finalists)

        def place(each: Candidate) -> tuple[bool, int, float]:
            """Those within the limit first, of them numbers of the target; else the nearest."""
            then = [(self.target, self.figure + shifted[each.variant.name].value)]
            then += [(other, self.beside[other] + shift.value) for other, shift in self._others(each, moved).items()]
            limit_of = self.deals.question.limit_of
            beyond = any(target.distance(value, limit_of(target)) > 0 for target, value in then)
            return beyond, 0 if beyond else each.tier, sum(target.lack(value, limit_of(target)) for target, value in then)

        known = sorted((each for each in finalists if each.variant.name in shifted), key=place)
        return [each for each in known if self._helps(each, shifted, moved)], known

    def _shown(self, shown: Sequence[Candidate], *, side: bool) -> tuple[dict[str, list[Judgement]], dict[str, Shift], _Moved]:
        """Play changes and the variant itself on deals that are used for nothing else; with `side`, by every criterion.

        Returns
        -------
        judged : dict
            Variant -> its judgements.
        shifted : dict
            Changed variant -> its shift.
        moved : dict
            Other figure that the search is for -> the same.
        """
        judged: dict[str, list[Judgement]] = {}
        shifted: dict[str, Shift] = {}
        moved: _Moved = {}
        kinds = list(dict.fromkeys([self._kind, *(KINDS.values() if side else ())]))
        for kind in kinds if shown else ():
            own = kind == self._kind
            games = self.schedule.confirmed(kind, len(shown), len(kinds), side=not own)
            if not games:
                self.notify(f"The time is too short to look for side effects by {design_of(kind).unit} of {kind}.")
                continue
            self.notify(f"Figures from fresh deals: {changes_words(len(shown))}, {games:,} {design_of(kind).unit} each.")
            run = self.deals.played([each.variant for each in shown], f"confirmed-{kind}", kind, games, _SHOWN, rows=own)
            for one in judgements(run, self.deals.question.limits):
                judged.setdefault(one.variant, []).append(one)
            if own:
                shifted, moved = self._shifts(run, shown), self._moved(run, shown)
        return judged, shifted, moved

    def _shifts(self, run: Run, changed: Sequence[Candidate]) -> dict[str, Shift]:
        names = [each.variant.name for each in changed]
        return shifts(run, self.target, self.deals.base.name, names, self.deals.question.limits) if names else {}

    def _moved(self, run: Run, changed: Sequence[Candidate]) -> _Moved:
        names = [each.variant.name for each in changed]
        question = self.deals.question
        return {other: shifts(run, other, self.deals.base.name, names, question.limits) for other in self.beside} if names else {}

    def _others(self, change: Candidate, moved: _Moved) -> dict[Target, Shift]:
        """Return the shifts of the other figures that the search is for, as far as they are known."""
        return {other: shift for other, made in moved.items() if (shift := made.get(change.variant.name)) is not None}

    def _helps(self, change: Candidate, shifted: Mapping[str, Shift], moved: _Moved) -> bool:
        """Tell whether a change is shown to bring a figure nearer to its limit, and to take none of the others farther beyond its own."""
        limit_of = self.deals.question.limit_of
        figures = [(self.target, self.figure, shifted[change.variant.name])]
        figures += [(other, self.beside[other], shift) for other, shift in self._others(change, moved).items()]
        if any(harms(target, limit_of(target), figure, shift) for target, figure, shift in figures):
            return False
        return any(helps(target, limit_of(target), figure, shift) for target, figure, shift in figures)


def changes_words(count: int) -> str:
    """Count changes: ``1 change``, ``3 changes``."""
    return f"{count} change{'s' * (count != 1)}"
