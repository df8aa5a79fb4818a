"""Along numbers: of each the smallest step that suffices, found by bisection. What is played, and how, is for the caller to say.

The figures are taken to move one way along a number. Where they do not, a step is found that suffices, though maybe not the smallest: what
is proposed is tested on fresh deals in any case.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from citadels_sim.balance.candidates import Candidate


@dataclass(frozen=True)
class Step:
    """A change of a number, and its result.

    Attributes
    ----------
    change : Candidate
    value : float
        The target's figure with it.
    score : float
        How far it leaves the table from what is wanted.
    """

    change: Candidate
    value: float
    score: float

    @property
    def steps(self) -> int:
        """How many steps away from the present value it is."""
        return self.change.at + 1


@dataclass
class Way:
    """What is known of one number in one direction.

    Attributes
    ----------
    known : dict
        Number of steps -> their result.
    low : int
        Most steps that are known not to suffice.
    high : int
        Fewest steps that are known to suffice, or that cannot be played; one more than there are where none is.
    """

    known: dict[int, Step] = field(default_factory=dict)
    low: int = 0
    high: int = 0

    @classmethod
    def from_step(cls, first: Step, *, enough: bool) -> Way:
        """Begin with the step that was tried; `enough` if it suffices."""
        most = len(first.change.values)
        return cls({first.steps: first}, 0 if enough else first.steps, first.steps if enough else most + 1)

    @property
    def middle(self) -> int:
        """The number of steps to try next; 0 where the smallest that suffices is known, or that none does."""
        return (self.low + self.high) // 2 if self.high - self.low > 1 else 0

    @property
    def rounds(self) -> int:
        """How many more have to be tried at most."""
        return (self.high - self.low - 1).bit_length()

    def learn(self, steps: int, result: Step | None, *, enough: bool) -> None:
        """Take in the result of a number of steps; None: it cannot be played."""
        if result is not None:
            self.known[steps] = result
        if result is None or enough:
            self.high = steps
        else:
            self.low = steps

    @property
    def best(self) -> Step:
        """The smallest step that suffices, or the one before it where that overshoots; the farthest where none does."""
        ends = [self.known[steps] for steps in (self.low, self.high) if steps in self.known]
        return min(ends or self.known.values(), key=lambda step: (step.score, step.steps))


def smallest_steps(
    ways: Sequence[Way],
    rounds: int,
    play: Callable[[int, Sequence[tuple[Candidate, int]]], Sequence[Step | None]],
    enough: Callable[[Step], bool],
) -> list[Step]:
    """Bisect several numbers side by side, so that their steps share deals.

    Parameters
    ----------
    ways : sequence of Way
        Each with what was tried of it; they learn.
    rounds : int
        Most rounds.
    play : callable
        Plays, in a round from 1, changes of the same numbers in so many steps.
    enough : callable
        Whether a step suffices.

    Returns
    -------
    list of Step
        The best of each.
    """
    for number in range(1, rounds + 1):
        open_ways = [way for way in ways if way.middle]
        if not open_ways:
            break
        wanted = [(next(iter(way.known.values())).change, way.middle) for way in open_ways]
        for way, (_, steps), result in zip(open_ways, wanted, play(number, wanted), strict=True):
            way.learn(steps, result, enough=result is not None and enough(result))
    return [way.best for way in ways]
