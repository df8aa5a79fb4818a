"""Experts for the last changes of a search: `learner` learns their rules before it judges them, from what it has learned of the nearest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from citadels_sim.balance.candidates import Candidate
from citadels_sim.balance.deals import Deals
from citadels_sim.bots.learner.weights_file import read_weights
from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import RunError
from citadels_sim.files import unwritten, write_whole
from citadels_sim.lineups import LEARNED, LEARNER, learned_file, learns_any_rules
from citadels_sim.minutes import minutes_words
from citadels_sim.text import time_words
from citadels_sim.training.learning.course import Course
from citadels_sim.training.learning.session import Array, Budget, judge, kept_beside, learn, make_ready, weights_text
from citadels_sim.training.learning.start import packaged_weights
from citadels_sim.training.learning.words import above_even

SHARE: Final = 0.2
"""Of the time of a search, for learning."""
_LEAST: Final = 20.0
"""Seconds of learning that a change is worth beginning with."""
_MOST: Final = 2
"""Changes that are learned: the best ones."""
_GAMES: Final = 2_000
"""Games by which its strength is measured."""


def seconds_of(lineup: str, seconds: float) -> float:
    """Return how many seconds of a search go into learning: none where others judge than `learner`, or they are too few."""
    return SHARE * seconds if learns_any_rules(lineup) and SHARE * seconds >= _LEAST else 0.0


class Experts(NamedTuple):
    """Who judges the last changes of a search.

    Attributes
    ----------
    deals : Deals
        Of the search, with who plays from here on.
    finalists : sequence of Candidate
        The changes that are judged: those whose rules were learned, or all where nothing was.
    words : str
        A sentence that says what was learned; empty where nothing was.
    """

    deals: Deals
    finalists: Sequence[Candidate]
    words: str


def experts(deals: Deals, finalists: Sequence[Candidate], seconds: float, workers: int, notify: Callable[[str], None]) -> Experts:
    """Let `learner` learn the rules of the best changes of a search, all of them together.

    Rules of one's own that are changed are learned on beside them, so that what a change does is not what one side has forgotten.

    Parameters
    ----------
    deals : Deals
        Of the search.
    finalists : sequence of Candidate
        The best first.
    seconds : float
        Of the search, in all.
    workers : int
        Threads.
    notify : callable
        Receives a line at the beginning, or why nothing is learned.

    Returns
    -------
    Experts
    """
    question = deals.question
    if not finalists or not learns_any_rules(question.lineup):
        return Experts(deals, finalists, "")
    time_of = seconds_of(question.lineup, seconds)
    if not time_of:
        notify(
            f"{LEARNER} judges changed rules as it plays the original ones: learning the best changes takes "
            f"{minutes_words(_LEAST / SHARE)} minutes or more."
        )
        return Experts(deals, finalists, "")
    chosen = finalists[: max(1, min(_MOST, int(time_of / _LEAST)))]
    rules = [*(each.variant for each in chosen), *([deals.base] if learned_file(question.lineup) else [])]
    course = Course(tuple((one, question.players) for one in rules), question.seed)
    file = deals.out / f"finalists{LEARNED}"
    prepare(make_ready(course), notify)
    count = f"the rules of the best {'change' if len(chosen) == 1 else f'{len(chosen)} changes'}"
    notify(f"{LEARNER} learns {count}, {time_words(time_of)}.")
    memory = read_weights(file).memory if file.exists() else _learned(course, question.lineup, file, time_of, workers)
    strength = judge(course, memory, 0, _GAMES, workers)
    words = (
        f"{LEARNER} learned {count} in {time_words(time_of)} before it judged {'it' if len(chosen) == 1 else 'them'}; by those of the best "
        f"it gains {above_even(strength, question.players)}."
    )
    return Experts(replace(deals, question=replace(question, lineup=f"{LEARNER}:@{file}+nearest")), chosen, words)


def _learned(course: Course, lineup: str, file: Path, seconds: float, workers: int) -> Array:
    """Write the weights that are learned in so many seconds, from those that judge the search, and return them."""
    own = learned_file(lineup)
    start, source = (read_weights(Path(own)).memory, own) if own else packaged_weights(course, workers)
    state = kept_beside(file)
    learned = learn(course, start, Budget(seconds), state, workers, lambda *_: None)
    try:
        write_whole(file, weights_text(course, learned, {"from": Path(source).name, "seconds": learned.seconds}))
        state.unlink(missing_ok=True)
    except OSError as error:
        raise RunError(f"{file}: {unwritten(error)}.") from None
    return learned.memory
