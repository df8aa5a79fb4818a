"""People's games: what they show beside the bots that were played by the same rules."""

from __future__ import annotations

from typing import Final

from citadels_sim.plays.together import plays_beside
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, Part
from citadels_sim.report.evidence import Evidence
from citadels_sim.show.blocks import Shown


def people(evidence: Evidence) -> Shown:
    """Put the games that people played beside the runs of games; nothing where there are none."""
    return plays_beside(evidence.plays, evidence.runs_of("games"))


def _unknown(evidence: Evidence) -> ChapterResult:
    """Say of which games no bots are known."""
    words = evidence.together(people).unknown if evidence.plays else ()
    return ChapterResult((Part("", text=" ".join(words)),) if words else ())


CHAPTER: Final = Chapter("people", "People and bots", copy.PEOPLE, _unknown, (people,))
