"""The chapters on what the games that were played show: seats, flow, interaction. One part per variant and line-up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from citadels_sim.lab.tournament.charts import score_chart
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun, Part, panel
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.findings import Arm


def _each(arms: list[Arm], draw: Callable[[Arm, str], Part]) -> list[Part]:
    """Draw every arm; all but the first are folded."""
    several = len(arms) > 1
    parts = [draw(arm, arm.heading if several else "") for arm in arms]
    return [replace(part, folded=n > 0) for n, part in enumerate(parts)]


def _seats(evidence: Evidence) -> ChapterResult:
    command = evidence.command("run", options=("--games", "20000"))
    played = MissingRun("Seats, scores and length of games as they are played", command)
    return ChapterResult(missing=() if evidence.of("games") else (played,))


def _length(evidence: Evidence) -> ChapterResult:
    def draw(arm: Arm, heading: str) -> Part:
        return Part(heading, (panel(score_chart(arm.tables["score_distribution"], f"{arm.slug}scores")),))

    return ChapterResult(tuple(_each(evidence.arms, draw)))


def _interaction(evidence: Evidence) -> ChapterResult:
    return ChapterResult(())


SEATS = Chapter("seats", "Seats and crown", copy.SEATS, _seats)
LENGTH = Chapter("length", "Length and scores", copy.LENGTH, _length)
INTERACTION = Chapter("interaction", "Interaction", copy.INTERACTION, _interaction)
