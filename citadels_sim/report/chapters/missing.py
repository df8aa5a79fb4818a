"""What a report lacks in chapters that have nothing of their own beside the blocks of designs, each with the command that plays it."""

from __future__ import annotations

import shlex

from citadels_sim.lineups import for_any_rules, shown_lineup, split_lineup
from citadels_sim.report.content import ChapterResult, MissingRun
from citadels_sim.report.evidence import Evidence


def games(evidence: Evidence) -> ChapterResult:
    """Name the run that shows how games are played, where there is none."""
    if evidence.runs_of("games"):
        return ChapterResult()
    command = evidence.command("run", options=("--games", "20000"))
    return ChapterResult(missing=(MissingRun("Seats, scores and length of games", command),))


def same_deals(evidence: Evidence) -> ChapterResult:
    """Name the run of all variants on the same deals, where games of several were played, and on no common ones."""
    if len(evidence.titles) < 2 or not evidence.runs_of("games") or evidence.comparisons:
        return ChapterResult()
    command = evidence.command("run", options=("--seed", "1"))
    return ChapterResult(missing=(MissingRun("Variants on the same deals (one run with all of them)", command),))


def attribution(evidence: Evidence) -> ChapterResult:
    """Name the run that attributes a difference between two variants to their rules, where there is none."""
    if evidence.runs_of("attribution"):
        return ChapterResult()
    old, new, *_ = [*evidence.variant_words, "ANOTHER"]
    players = min(cell.players for run in evidence.runs for cell in run.manifest.cells)
    judge = [*evidence.main.values(), *evidence.families, "planner"][0]
    bots = ",".join(map(for_any_rules, split_lineup(judge)))  # it plays the rules between those of the two variants
    command = ["citadels", "attribute", old, new, "--players", str(players), "--bots", shown_lineup(bots)]
    return ChapterResult(missing=(MissingRun("Effect of each rule", shlex.join(command)),))
