"""Along the numbers that help: the smallest step of each that suffices, played round by round, and the ranking of all changes after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from citadels_sim.balance.candidates import Candidate
from citadels_sim.balance.deals import Deals
from citadels_sim.balance.measure import values
from citadels_sim.balance.schedule import Schedule
from citadels_sim.balance.scores import Mean, Scores
from citadels_sim.balance.shifts import too_high
from citadels_sim.balance.steps import Step, Way, smallest_steps
from citadels_sim.balance.target import KINDS

_GOOD: Final = 0.5
"""A score of so much of what is far enough within a limit is as good as none: then a number of the target comes before any other change."""
_SEED: Final = 8
"""Seed of what is played before the first round; those of the rungs lie before it."""


@dataclass(frozen=True)
class Along:
    """A search along numbers.

    Attributes
    ----------
    deals : Deals
    schedule : Schedule
    scores : Scores
    figure : float
        The target's figure without a change.
    another_step : callable
        Makes the change of a number by so many steps; None where it cannot be played.
    notify : callable
        Receives a line at the beginning.
    """

    deals: Deals
    schedule: Schedule
    scores: Scores
    figure: float
    another_step: Callable[[Candidate, int], Candidate | None]
    notify: Callable[[str], None]

    def ranked(self, steps: Sequence[Step]) -> list[Candidate]:
        """Look along numbers that help for the smallest step that suffices, and rank all changes, the best first."""
        target, limit = self.scores.target, self.deals.question.limit_of(self.scores.target)
        falling = too_high(target, limit, self.figure)

        def enough(step: Step) -> bool:
            return target.reached(step.value, limit, falling=falling)

        helping: dict[str, Step] = {}
        for step in steps:
            if step.change.values and target.distance(step.value, limit) < target.distance(self.figure, limit):
                helping.setdefault(step.change.key, step)
        if self.deals.question.beside:  # which step suffices for several figures no bisection finds
            helping = {}
        ways = [way for step in [*helping.values()][: self.schedule.top] if (way := Way.from_step(step, enough=enough(step))).middle]
        if ways:
            self.notify("Along the numbers that help: the smallest change that suffices.")
            rounds, games = self.schedule.along(KINDS[target.criterion], len(ways), max(way.rounds for way in ways))
            found = smallest_steps(ways, rounds, lambda number, wanted: self._play(number, wanted, games), enough)
            keys = {step.change.key for step in found}
            steps = [*found, *(step for step in steps if step.change.key not in keys)]
        good = _GOOD * target.inside(limit)

        def place(step: Step) -> tuple[bool, int, float]:
            fine = step.score <= good
            return not fine, step.change.tier if fine else 0, step.score

        return [step.change for step in sorted(steps, key=place)]

    def _play(self, number: int, wanted: Sequence[tuple[Candidate, int]], games: int) -> list[Step | None]:
        """Play numbers in other steps; None for what cannot be played."""
        made = [self.another_step(change, steps) for change, steps in wanted]
        there = [each for each in made if each is not None]
        if not there:
            return [None] * len(made)
        criterion, base_name = self.scores.target.criterion, self.deals.base.name
        run = self.deals.played([each.variant for each in there], f"along-{number}", KINDS[criterion], games, _SEED + number)
        means = {base_name: Mean()} | {each.variant.name: Mean() for each in there}
        for name, figures in values(run, criterion).items():
            means[name].add(figures, games)
        base = means[base_name]

        def step(each: Candidate | None) -> Step | None:
            mean = base if each is None else means[each.variant.name]
            if each is None or not all(self.scores.target.group in one.values for one in (mean, base)):
                return None
            return Step(each, self.scores.value(self.figure, mean, base), self.scores.score(mean, base, last=True))

        return [step(each) for each in made]
