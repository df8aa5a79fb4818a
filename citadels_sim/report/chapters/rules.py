"""What a report without an attribution lacks."""

from __future__ import annotations

import re
import shlex
from typing import Final

from citadels_sim.lineups import shown_lineup
from citadels_sim.report.content import ChapterResult, MissingRun
from citadels_sim.report.evidence import Evidence
from citadels_sim.runs.command_line import variant_words

_LEARNER: Final = "learner"
"""The bot that plays only rules that it has learned."""


def missing(evidence: Evidence) -> ChapterResult:
    """Return the command that attributes a difference between two variants; nothing where some run does."""
    if evidence.of("attribution"):
        return ChapterResult()
    old, new, *_ = [*variant_words(list(evidence.titles)), "ANOTHER"]
    players = min(cell.players for run in evidence.runs for cell in run.manifest.cells)
    # A bot that learned its rules knows none between those of two variants.
    able = [lineup for lineup in (*evidence.main.values(), *evidence.families) if _LEARNER not in re.split(r"[:,]", lineup)]
    bots = shown_lineup(able[0]) if able else "planner"
    command = ["citadels", "attribute", old, new, "--players", str(players), "--bots", bots, "--out", "DIR"]
    return ChapterResult(missing=(MissingRun("Which rule causes how much", shlex.join(command)),))
