"""What a report of several editions without their comparison lacks."""

from __future__ import annotations

from citadels_sim.report.content import ChapterResult, MissingRun
from citadels_sim.report.evidence import Evidence


def missing(evidence: Evidence) -> ChapterResult:
    """Return the command that plays all variants on the same deals, where games of several were played, and on no common ones."""
    if len(evidence.titles) < 2 or not evidence.of("games") or evidence.comparisons:
        return ChapterResult()
    command = evidence.command("run", options=("--seed", "1"))
    return ChapterResult(missing=(MissingRun("Variants on the same deals (one run with all of them)", command),))
