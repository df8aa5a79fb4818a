"""What a study, the games of people beside it, and `learner` as it learns new rules need: compiled before anybody waits for it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from citadels_sim.bots import parse_bot
from citadels_sim.bots.learner.foresee import foresee
from citadels_sim.engine.prepare import prepare
from citadels_sim.game.table import SeatedBots
from citadels_sim.study.folder import StudyRecord
from citadels_sim.study.learning import needed_to_learn
from citadels_sim.study.question import Question
from citadels_sim.study.runner import Study


def compile_study(question: Question, workers: int, tell: Callable[[str], None]) -> None:
    """Compile, once for this machine, all that a study of a question may need; nothing is played.

    Parameters
    ----------
    question : Question
    workers : int
        As the study would have.
    tell : callable
        Gets lines that say how far it is.
    """
    with tempfile.TemporaryDirectory(prefix="citadels-") as place:
        study = Study(Path(place), StudyRecord(question=question), workers)
        at_table = SeatedBots([None, *map(parse_bot, question.bots)], 0).entry_points()
        points: list[Callable[..., Any]] = [*at_table, foresee, *study.entry_points(), *needed_to_learn(question)]
        prepare(dict.fromkeys(points), tell)
