"""What a study, the games of people beside it, and `learner` as it learns new rules need: compiled before anybody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from citadels_sim.bots import parse_bot
from citadels_sim.bots.learner.foresee import foresee
from citadels_sim.engine.prepare import prepare, why_not_ahead
from citadels_sim.errors import UnavailableError
from citadels_sim.game.table import SeatedBots
from citadels_sim.study.folder import StudyRecord
from citadels_sim.study.learning import needed_to_learn
from citadels_sim.study.question import Question
from citadels_sim.study.runner import Study

_NOWHERE: Final = Path("studies") / ".only-compiled"
"""Folder of a study that is not played: never made, so that nothing is left where this is killed."""


def compile_study(question: Question, workers: int, tell: Callable[[str], None]) -> None:
    """Compile, once for this machine, all that a study of a question may need; nothing is played.

    Parameters
    ----------
    question : Question
    workers : int
        As the study would have.
    tell : callable
        Gets lines that say how far it is.

    Raises
    ------
    UnavailableError
        If it would be lost when this command ends.
    """
    if why := why_not_ahead():
        raise UnavailableError(f"--compile: {why}")
    study = Study(_NOWHERE, StudyRecord(question=question), workers)
    at_table = SeatedBots([None, *map(parse_bot, question.bots)], 0).entry_points()
    points: list[Callable[..., Any]] = [*at_table, foresee, *study.entry_points(), *needed_to_learn(question)]
    prepare(dict.fromkeys(points), tell)
