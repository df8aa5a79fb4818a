"""What to try next: a search over single changes of a variant's rules, played on common deals; the best are tested on fresh ones.

Successive halving (Karnin, Koren and Somekh: Almost optimal exploration in multi-armed bandits, 2013): every rung plays the changes that
are left on deals of its own, the same for all of them; those whose figure comes nearest to its limit stay. Of a number the next value in
either direction is played; where that is not enough, the smallest step that is gets looked for along it, on deals of its own. The best of a
hundred estimates is a lucky one, so the last few are tested on deals by which nothing was chosen, and what passes is played once more:
the figures that are shown come from deals that neither chose nor tested. A change is proposed if it helps by both, see `shifts.helps`.
Where `learner` judges, it learns the rules of the best changes before they are tested (`experts`): who plays a changed rule as before finds
cures that are none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Final

from citadels_sim.balance.along import Along
from citadels_sim.balance.candidates import Candidate, against, another_step, candidates, first_of, table_variant
from citadels_sim.balance.curve import measure_curve, values_around, variants_of
from citadels_sim.balance.deals import Deals, Play
from citadels_sim.balance.experts import experts, seconds_of
from citadels_sim.balance.measure import judgements, values
from citadels_sim.balance.numbers import ways
from citadels_sim.balance.question import SEEDS, Question
from citadels_sim.balance.saved import Saved
from citadels_sim.balance.schedule import LEAST, Schedule
from citadels_sim.balance.scores import Mean, Scores
from citadels_sim.balance.shifts import too_high
from citadels_sim.balance.steps import Step
from citadels_sim.balance.target import KINDS, Target
from citadels_sim.balance.trial import Trial, changes_words
from citadels_sim.engine.prepare import prepare
from citadels_sim.judge.criteria import Judgement
from citadels_sim.limits import LIMITS, ends, size_of
from citadels_sim.minutes import TooShortError
from citadels_sim.report.study_facts import NumberCurve, RuleSearch
from citadels_sim.runs.designs import design_of
from citadels_sim.runs.measure import cell_cost
from citadels_sim.runs.runner import run_plan
from citadels_sim.variants import Variant
from citadels_sim.variants.switch import RuleValue

_LENGTH_SEED: Final = SEEDS - 4
"""Seed of the games by whose length the best changes are judged; those of the last parts lie behind it."""
_SHORT, _LONG = 0.5, 1.25
"""Of the rounds that a game has now: with fewer, or beyond the limit and with more, it is another game."""
_PER_PLACE: Final = 2
"""Of so many changes for each that is proposed the length is measured."""
_PER_KEY: Final = 2
"""Changes of one key that stay from rung to rung: the best three should not be three sizes of a city."""


def propose(
    question: Question,
    out: Path,
    seconds: float = 120.0,
    *,
    top: int = 3,
    workers: int = 1,
    play: Play | None = None,
    notify: Callable[[str], None] = lambda _: None,
) -> RuleSearch | None:
    """Search for single rule changes that bring a verdict back within its limit.

    Parameters
    ----------
    question : Question
        The table and the verdict.
    out : pathlib.Path
        Folder of the search: new, empty, or of this same search, which is continued there.
    seconds : float
        About how long it may take on this machine; measured once, and kept in the folder.
    top : int
        Most changes that are proposed.
    workers : int
        Processes.
    play : callable, optional
        Plays a plan into a folder; left out, `runs.runner.run_plan` without progress.
    notify : callable
        Receives a line at the beginning of each part.

    Returns
    -------
    RuleSearch or None
        Its proposals, the nearest to the limit first, are those that are shown to help; where none is, it names the nearest change. None
        where no verdict is beyond its limit.

    Raises
    ------
    ExperimentError, VariantError, BotError
        If the table cannot be played.
    TooShortError
        If the time is too short; nothing is kept then, so that the folder can have a search with more time.
    RunError
        If the folder holds something else, or cannot be written.
    """
    saved = Saved.from_question(question, out, seconds, top)
    if saved.finished:
        return saved.result()
    result = Search(question, saved, workers, play or player(question, out, workers), notify).run()
    saved.save_result(result)
    return result


def player(question: Question, out: Path, workers: int) -> Play:
    """Return what plays a plan of a search without progress; its runs are continued by the command of the whole search."""
    command = ("citadels", "balance", question.variant, "--out", str(out))
    return lambda plan, folder: run_plan(plan, folder, command, workers=workers)


class Search:
    """One search, from the measurement of its pace to its proposals.

    Parameters
    ----------
    question : Question
    saved : Saved
        Its folder.
    workers : int
        Processes.
    play : Play
    notify : callable
        Receives a line at the beginning of each part.
    """

    def __init__(self, question: Question, saved: Saved, workers: int, play: Play, notify: Callable[[str], None]) -> None:
        self.question = question
        self.saved = saved
        self._notify = notify
        self.base = table_variant(question.check().variants[0], question.players)
        self.deals = Deals(question, self.base, saved.out, play)
        self._workers = workers
        playing = saved.seconds - seconds_of(question.lineup, saved.seconds)
        self.schedule = Schedule(playing, saved.top, saved.paces(lambda: self._paces(workers)))

    def run(self) -> RuleSearch | None:
        """Play what is missing, and return the result of the search; None where nothing is to be repaired."""
        least = max(self.schedule.shortest(kind) for kind in self._kinds())
        if self.saved.seconds < least:  # before anything is played for it, whatever the target turns out to be
            self.saved.forget()
            raise TooShortError(least)
        target = self.target()
        if target is None:
            self._notify("No verdict is beyond its limit: there is nothing to repair.")
            return None
        return self._choose(target, self.changes(target))

    def changes(self, target: Target | None) -> list[Candidate]:
        """Make the changes that can be played, those of the target's character first."""
        names = [one.group for one in (target, *self.question.beside) if one is not None and one.criterion == "character"] or [""]
        of_each = (candidates(self.question.variant, self.question.players, self.saved.out, name) for name in names)
        in_turn = (change for changes in zip_longest(*of_each) for change in changes if change is not None)
        return [*{change.variant.name: change for change in in_turn}.values()]

    def target(self) -> Target | None:
        """Return the target; where it is not given, measure it: the figure farthest beyond its limit, None where there is none."""
        given = self.question.target
        if given is not None and given.group:
            return given
        kinds = self._kinds()
        targets: list[tuple[float, Target]] = []
        for kind in kinds:
            games = self.schedule.measured(kind, len(kinds))
            run = self.deals.played([], f"measured-{kind}", kind, games, 0)
            for one in judgements(run, self.question.limits):
                if one.criterion in KINDS and (given is None or one.criterion == given.criterion):
                    targets += [(_relative(one, target), target) for target in _targets(one, fails=given is None)]
        return max(targets, key=lambda each: each[0], default=(0.0, None))[1]

    def _kinds(self) -> list[str]:
        """Return the designs of which one measures the target."""
        given = self.question.target
        return [*dict.fromkeys(KINDS.values())] if given is None else [KINDS[given.criterion]]

    def _choose(self, target: Target, changes: Sequence[Candidate]) -> RuleSearch:
        """Play rungs until as many changes are left as can be tested, and test them."""
        kind, holds = KINDS[target.criterion], Scores(self.question, target)
        rungs = self.schedule.rungs(kind, len(changes))
        if rungs[0].changes < len(changes) and target.criterion == "character" and not self.question.beside:
            changes = self._that_repair(target, changes)
        left, means = list(changes[: rungs[0].changes]), {self.base.name: Mean()}
        if len(left) < len(changes):
            self._notify(f"The time is enough for {len(left)} of {len(changes)} changes: those nearest to the target.")
        tried = len(left)
        for i, rung in enumerate(rungs):
            self._notify(f"Round {i + 1} of {len(rungs)}: {changes_words(len(left))}, {rung.games:,} {design_of(kind).unit} each.")
            run = self.deals.played([each.variant for each in left], f"rung-{i + 1}", kind, rung.games, i + 1)
            by_variant = values(run, target.criterion)
            for name, figures in by_variant.items():
                means.setdefault(name, Mean()).add(figures, rung.games)
            left = [each for each in left if _differs(by_variant, each.variant, self.base, target)]
            last, base = i + 1 == len(rungs), means[self.base.name]
            scores = {each.variant.name: holds.score(means[each.variant.name], base, last=last) for each in left}
            left.sort(key=lambda each: scores[each.variant.name])
            if not last:
                left = first_of(left, rungs[i + 1].changes, _PER_KEY)
        figure = self.question.figure
        figure = means[self.base.name].values.get(target.group) if figure is None else figure
        if figure is None:  # a character that nobody could pick
            left, figure = [], 0.0
        there = left
        if left:
            steps = [Step(each, holds.value(figure, means[each.variant.name], base), scores[each.variant.name]) for each in left]
            left = Along(self.deals, self.schedule, holds, figure, self.another_step, self._notify).ranked(steps)
        now = means[self.base.name].values
        beside = {other: now[other.group] for other in self.question.beside if other.group in now}
        trial = Trial(self.deals, self.schedule, target, figure, self._notify, beside)
        left, other_length = self._lasting(target, left)
        finalists, weak = trial.finalists(left, run, rungs[-1].games, there)
        judges = experts(self.deals, finalists, self.saved.seconds, self._workers, self._notify)
        result = replace(trial, deals=judges.deals).result(judges.finalists, len(changes), tried)
        length = tuple(each.change for each in other_length)
        result = replace(result, lineup=self.question.lineup, learned=judges.words, length=length, weak=weak)
        return self._with_curve(target, result, judges.finalists)

    def _that_repair(self, target: Target, changes: Sequence[Candidate]) -> list[Candidate]:
        """Put the changes of a character's numbers last that take it farther from its limit; without its figure that is measured first."""
        kind, figure = KINDS[target.criterion], self.question.figure
        if figure is None:
            there = self.deals.played([], f"direction-{kind}", kind, self.schedule.measured(kind, 1), 0)
            figure = values(there, target.criterion)[self.base.name].get(target.group)
        if figure is None:  # a character that nobody could pick
            return [*changes]
        falling = too_high(target, self.question.limit_of(target), figure)
        return against(changes, self.base.at(self.question.players), target.group, falling=falling)

    def _lasting(self, target: Target, ranked: Sequence[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
        """Leave out those of the best changes with which games hardly end or hardly begin: any other figure may look repaired then."""
        length = Target("rounds", "all")
        best = [*ranked[: _PER_PLACE * self.schedule.top]]
        if target.criterion == length.criterion or not best:
            return [*ranked], []
        kind = KINDS[length.criterion]
        games = self.schedule.length(kind, len(best))
        if not games:
            return [*ranked], []
        run = self.deals.played([each.variant for each in best], "length", kind, games, _LENGTH_SEED)
        rounds = {name: figures["all"] for name, figures in values(run, length.criterion).items()}
        now, limit = rounds[self.base.name], self.question.limit_of(length)
        longest = max(ends(LIMITS[length.criterion].side, limit)[1], _LONG * now)
        then = [(each, rounds[each.variant.name]) for each in best]
        left_out = [each for each, value in then if value > longest or value < _SHORT * now]
        return [each for each in ranked if each not in left_out], left_out

    def another_step(self, change: Candidate, steps: int) -> Candidate | None:
        """Make the change of a number by so many steps."""
        return another_step(change, steps - 1, self.question.variant, self.question.players, self.saved.out)

    def _with_curve(self, target: Target, result: RuleSearch, finalists: Sequence[Candidate]) -> RuleSearch:
        """Add the curve of the first number that is proposed, or came nearest, where there is time for one."""
        shown = {one.toml for one in (*result.proposals, *([result.nearest] if result.nearest else []))}
        change = next((each for each in finalists if each.values and each.toml in shown), None)
        if change is None:
            return result
        now = self.base.at(self.question.players).number(change.key)
        other = [values[0] for values, _ in ways(self.base.at(self.question.players).declared[change.key], now) if values != change.values]
        points = [*values_around(now, change.values, change.at), *other]
        games = self.schedule.curve(KINDS[target.criterion], len(points))
        return replace(result, curve=self._curve(target, change.key, now, points[1:], games)) if games else result

    def _curve(self, target: Target, key: str, now: RuleValue, points: Sequence[RuleValue], games: int) -> NumberCurve:
        self._notify(f"Curve of {key}: {len(points) + 1} values, {games:,} {design_of(KINDS[target.criterion]).unit} each.")
        changed = variants_of(self.question.variant, self.question.players, key, points)
        return measure_curve(
            self.deals, target, key, self.base.at(self.question.players).declared[key].doc.rstrip("."), now, changed, games
        )

    def _paces(self, workers: int) -> dict[str, float]:
        """Measure how long a game of each design takes."""
        paces = {}
        for kind in dict.fromkeys(KINDS.values()):
            plan = self.deals.plan([], "pace", kind, LEAST[kind], 0)
            prepare(plan.entry_points(), self._notify)
            # Of two measurements the faster: whatever else the machine does makes games slower, never faster.
            seconds = min(cell_cost(plan, 0, 0.2, rows="rows" not in design_of(kind).keys).seconds for _ in range(2))
            paces[kind] = float(f"{seconds / workers:.2g}")
        return paces


def _targets(one: Judgement, *, fails: bool) -> Iterable[Target]:
    """Name the figures of a judgement that can be repaired: with `fails`, those of one that fails."""
    return [Target(one.criterion, member.group) for member in one.members] if not fails or one.state == "fails" else []


def _relative(one: Judgement, target: Target) -> float:
    """Return how far a figure lies beyond its limit, in limits: figures of other units can be compared by it."""
    member = next(member for member in one.members if member.group == target.group)
    limit = one.limit_of(member)
    return target.distance(member.value, limit) / size_of(limit)


def _differs(by_variant: Mapping[str, Mapping[str, float]], variant: Variant, base: Variant, target: Target) -> bool:
    """Whether these bots play a change at all: on the same deals its figures are not those of the variant itself."""
    if target.group not in by_variant.get(variant.name, {}):
        return False
    return by_variant[variant.name] != by_variant[base.name] or target.criterion == "rounds"
