"""How good a change looks during a search: its figures in the parts that it was played in, and how far they are from the limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from citadels_sim.balance.question import Question
from citadels_sim.balance.target import Target

_HARM: Final = 0.5
"""What a figure that another one is pushed out by counts, against the distance of the target: it breaks a tie of good repairs."""


@dataclass
class Mean:
    """Values of a change over the rungs that it was played in, weighted by games; a rare character may be missing from a rung."""

    total: dict[str, float] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)

    def add(self, figures: Mapping[str, float], games: int) -> None:
        """Take in the figures of a part of so many games."""
        for group, value in figures.items():
            self.total[group] = self.total.get(group, 0.0) + value * games
            self.games[group] = self.games.get(group, 0) + games

    @property
    def values(self) -> dict[str, float]:
        """Group -> mean of its figure."""
        return {group: total / self.games[group] for group, total in self.total.items()}


@dataclass(frozen=True)
class Scores:
    """What a search for a target holds changes against."""

    question: Question
    target: Target

    def score(self, mean: Mean, base: Mean, *, last: bool) -> float:
        """Return how far a change leaves the target from being safely within its limit, and in the end how far it pushes others out."""
        limit = self.question.limit_of(self.target)
        moved, before = mean.values, base.values
        # What the change does is measured on common deals; where it starts from, the question may know better.
        known = 0.0 if self.question.figure is None else self.question.figure - before.get(self.target.group, self.question.figure)
        score = self.target.lack(moved[self.target.group] + known, limit)
        others = self.question.beside
        score += sum(other.lack(moved[other.group], self.question.limit_of(other)) for other in others if other.group in moved)
        meant = {self.target.group, *(other.group for other in others)}
        if last:
            out = {
                group: [max(0.0, other.distance(one[group], self.question.limit_of(other))) for one in (before, moved)]
                for group in moved.keys() & before.keys()
                for other in [Target(self.target.criterion, group)]
            }
            score += _HARM * sum(max(0.0, now - then) for group, (then, now) in sorted(out.items()) if group not in meant)
        return score

    def value(self, figure: float, mean: Mean, base: Mean) -> float:
        """Return the target's figure with a change: what is known of it without, and by how much the change moves it on common deals."""
        return figure + mean.values[self.target.group] - base.values[self.target.group]
