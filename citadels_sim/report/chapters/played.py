"""What a report without games lacks."""

from __future__ import annotations

from citadels_sim.report.content import ChapterResult, MissingRun
from citadels_sim.report.evidence import Evidence


def missing(evidence: Evidence) -> ChapterResult:
    """Name the run that shows how games are played, where there is none."""
    command = evidence.command("run", options=("--games", "20000"))
    played = MissingRun("Seats, scores and length of games as they are played", command)
    return ChapterResult(missing=() if evidence.of("games") else (played,))
