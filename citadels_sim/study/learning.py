"""`learner` learns the rules of a study that no packaged weights know, before it judges them."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from citadels_sim.bots import parse_bot
from citadels_sim.bots.learner.layout import LAYOUT
from citadels_sim.bots.learner.weights_file import MOST, read_weights, trained_seconds
from citadels_sim.bots.weights import has_learned
from citadels_sim.compiler.cache import roots
from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import BotError, RunError
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import Unreadable, read_bytes
from citadels_sim.lineups import LEARNED, LEARNER, players_words
from citadels_sim.study.folder import StudyRecord, write_study
from citadels_sim.study.judges import BESIDE_LEARNER, said_of_judges
from citadels_sim.study.progress import StudyProgress
from citadels_sim.study.question import Question, said_of_question
from citadels_sim.text import time_words, upper_first
from citadels_sim.training.learning.course import Course
from citadels_sim.training.learning.session import Array, Budget, judge, kept_beside, learn, make_ready, weights_text
from citadels_sim.training.learning.start import packaged_weights
from citadels_sim.training.learning.strength import Strength
from citadels_sim.training.learning.words import above_even
from citadels_sim.variants import Variant, load_variant

SHARE: Final = 0.3
"""Share of a study's minutes in which `learner` learns."""
_LEAST_MINUTES: Final = 0.5
"""A study that has less is played without it."""
_TO_PRECISION: Final = 120.0
"""Seconds that it learns for a study that ends with its precision."""
_GAMES: Final = 2_000
"""Games by which its strength is measured at a table."""
_TABLES: Final = 4
"""At most so many tables of players of each variant are measured."""
_MORE: Final = 1.5
"""What was learned in a study before is learned further where there is so many times the time."""
_STRONG: Final = 2.0
"""Times an even share that `learner` should win against `planner`: of most packaged rules it is 2 to 3."""


class _Measured(NamedTuple):
    """How strong what was learned is at one table."""

    variant: Variant
    players: int
    strength: Strength

    @property
    def times_even(self) -> float:
        """Its share of wins in even shares."""
        return self.strength.share * self.players

    @property
    def stronger(self) -> bool:
        """Whether it is shown to win more than an even share."""
        return self.strength.low * self.players > 1

    @property
    def words(self) -> str:
        """How far it comes of the way from an even share to all wins, with the interval."""
        return above_even(self.strength, self.players)


def let_learn(folder: Path, record: StudyRecord, workers: int, progress: StudyProgress) -> tuple[StudyRecord, float]:
    """Let `learner` learn the rules of a study's question; it judges them if it is shown to be stronger than `planner` then.

    The weights stand in the study's folder. What is learned of the same rules and numbers of players is kept for other studies, too,
    beside compiled code. After a stop the same call continues.

    Parameters
    ----------
    folder : pathlib.Path
        Of the study.
    record : StudyRecord
        Of a question with ``learns``.
    workers : int
        Threads.
    progress : StudyProgress

    Returns
    -------
    record : StudyRecord
        With the bots that play and what is said of them; it is written.
    seconds : float
        What compiling took, which no budget counts.

    Raises
    ------
    RunError
        If the folder cannot be written.
    """
    question = record.question
    if question.minutes is not None and question.minutes < _LEAST_MINUTES:
        judges = said_of_plan(question)
        return record.model_copy(update={"question": question.model_copy(update={"learns": False}), "judges": judges}), 0.0
    write_study(folder, record)
    begun = time.monotonic()
    tables = _tables(question)
    course = Course(tuple(tables), question.seed)
    prepare(make_ready(course), progress.compiling)
    compiled = time.monotonic() - begun
    file = folder / f"{LEARNER}{LEARNED}"
    memory, how = _learned(course, file, _seconds(question), workers, progress)
    learner = parse_bot(LEARNER)
    unknown = [k for k, table in enumerate(tables) if not has_learned(learner, *table)]
    measured = [_Measured(*tables[k], judge(course, memory, k, _GAMES, workers)) for k in unknown[:: -(-len(unknown) // _TABLES)]]
    bots, judges = _judged(question, file, measured, how)
    question = question.model_copy(update={"bots": bots, "learns": False})
    spent = record.spent + time.monotonic() - begun - compiled
    learned = record.model_copy(update={"question": question, "judges": judges, "spent": spent})
    write_study(folder, learned)
    return learned, compiled


def needed_to_learn(question: Question) -> list[Callable[..., Any]]:
    """Name the compiled entry points that learning the rules of a question needs."""
    return make_ready(Course(tuple(_tables(question)), question.seed))


def said_of_plan(question: Question) -> tuple[str, ...]:
    """State who judges a study of rules that `learner` does not know if it does not learn them, and when it does."""
    time_of = "With" if question.minutes is not None and question.minutes < _LEAST_MINUTES else "Since it has"
    who = "the bot learner (experts)"
    first = f"{time_of} {_LEAST_MINUTES:g} minutes or more, {who} first learns these rules, and judges if this makes it stronger."
    return *said_of_question(question)[:-1], first


def _judged(question: Question, file: Path, measured: Sequence[_Measured], how: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the bots of the study, and what is said of who judges."""
    weakest = min(measured, key=lambda one: one.times_even)
    several = f" with '{weakest.variant.name}'" if len({one.variant.name for one in measured}) > 1 else ""
    several += f" at {weakest.players} players" if len({one.players for one in measured}) > 1 else ""
    where = f"{several}, where it is weakest" if several else ""
    if not all(one.stronger for one in measured):
        judge, *others = question.bots
        return question.bots, (
            f"Judged by {players_words([judge])}, with {players_words(others)} for comparison, not by learner: {how}, and gains only "
            f"{weakest.words}{where}. "
            "A new study with more minutes lets it learn longer.",
        )
    bots = (f"{LEARNER}:@{file}", *BESIDE_LEARNER)
    made = question.model_copy(update={"bots": bots})
    judges = said_of_judges(made, [load_variant(name) for name in made.variants], None)
    strength = f"{upper_first(how)}. It gains {weakest.words}{where}."
    if weakest.times_even < _STRONG:
        strength += (
            " With most packaged rules it gains more: take its findings as preliminary. A new study with more minutes lets it learn longer."
        )
    return bots, (*judges, strength)


def _tables(question: Question) -> list[tuple[Variant, int]]:
    """Return the tables of a question, those of rules that no packaged weights know first."""
    tables = [(variant, players) for variant in map(load_variant, question.variants) for players in question.players]
    learner = parse_bot(LEARNER)
    return sorted(tables, key=lambda table: has_learned(learner, *table))


def _seconds(question: Question) -> float:
    """Return for how long `learner` learns."""
    return _TO_PRECISION if question.minutes is None else 60 * SHARE * question.minutes


def _learned(course: Course, file: Path, seconds: float, workers: int, progress: StudyProgress) -> tuple[Array, str]:
    """Write the weights of a study, learned in so many seconds or in a study before; return them, and how they were learned."""
    kept = _kept(course)
    before, earlier = _read(kept)
    if before is not None and seconds < _MORE * earlier:
        write_whole(file, before)
        return read_weights(file).memory, f"learner learned these rules in an earlier study, in {time_words(earlier)}"
    start, source = packaged_weights(course, workers)
    origin = "nothing" if source == "nothing" else f"the packaged weights '{Path(source).stem}'"
    if before is not None:
        start, origin = read_weights(kept).memory, f"its weights from {time_words(earlier)} of learning in an earlier study"
    progress.note(f"The bot learner first learns these rules, {time_words(seconds)} of the study's time, from {origin} ...")
    state = kept_beside(file)
    learned = learn(course, start, Budget(seconds), state, workers, lambda spent, _games, _strength: progress.learning(spent, seconds))
    data = weights_text(course, learned, {"from": Path(source).name, "seconds": earlier + learned.seconds})
    try:
        write_whole(file, data)
        state.unlink(missing_ok=True)
    except OSError as error:
        raise RunError(f"{file}: {unwritten(error)}.") from None
    _keep(kept, data)
    return learned.memory, f"learner learned these rules in {time_words(learned.seconds)}, from {origin}"


def _kept(course: Course) -> Path:
    """Return the file that keeps what is learned of a course's rules and numbers of players."""
    tables = sorted((variant.digest, players) for variant, players in course.tables)
    return roots()[0] / "learned" / f"{hashlib.sha256(json.dumps([LAYOUT, tables]).encode()).hexdigest()[:32]}{LEARNED}"


def _read(kept: Path) -> tuple[bytes | None, float]:
    """Read what was kept, and how many seconds it was learned; None where there is nothing that can be read."""
    try:
        data = read_bytes(kept, MOST)
        read_weights(kept)
        return data, trained_seconds(data)
    except (Unreadable, BotError):
        return None, 0.0


def _keep(kept: Path, data: bytes) -> None:
    """Keep what was learned, if that can be: it saves time, and nothing depends on it."""
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, data)
    except OSError:
        return
