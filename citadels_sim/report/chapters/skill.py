"""The chapter on skill and luck: how strong the bots are, what that is worth at the table, and what decides between equal ones."""

from __future__ import annotations

from citadels_sim.ladder.blocks import show
from citadels_sim.lineups import shown_lineup
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun
from citadels_sim.report.evidence import Evidence
from citadels_sim.show.blocks import Shown


def strengths(evidence: Evidence) -> Shown:
    """Say how strong the bots are, from tables at which different ones meet."""
    return show(evidence.ladder) if evidence.ladder else Shown((), {}, {})


def _missing(evidence: Evidence) -> ChapterResult:
    """Name the runs that show what skill is worth and what more search gains, where there are none."""
    missing = []
    if not evidence.analysis.tables["bots"].height:
        players = evidence.lineups[0].split(",")[0]
        command = evidence.command("run", variants=1, options=("--bots", shown_lineup(f"{players},random")))
        missing.append(MissingRun("Value of skill (a line-up of several bots)", command))
    if not any("rungs" in shown.tables for shown in evidence.shown("games")):
        missing.append(MissingRun("Whether more search keeps helping", "citadels run skill"))
    return ChapterResult(missing=tuple(missing))


CHAPTER = Chapter("skill", "Skill and luck", copy.SKILL, _missing, (strengths,))
