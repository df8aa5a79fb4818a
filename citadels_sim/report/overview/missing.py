"""What the runs of a report leave out, section by section, each with the command that plays it."""

from __future__ import annotations

from typing import Final

from citadels_sim.report.card import unanswered
from citadels_sim.report.chapters.missing import attribution
from citadels_sim.report.content import MissingRun
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.answers import has_causes

_LEAST_BOTS: Final = 3
_BOTS: Final = ("builder", "raider", "planner")


def missing_runs(evidence: Evidence) -> dict[str, tuple[MissingRun, ...]]:
    """Return what each section lacks: slug of the section -> what, and the command; nothing where nothing is missing."""
    few = len(evidence.families) < _LEAST_BOTS
    characters, flow = evidence.lacking("characters", "districts"), evidence.lacking("flow", "skill")
    known = {want.command for want in (*characters, *flow)}
    return {
        "characters": characters,
        "seats": evidence.lacking("seats"),
        "flow": (*(want for want in unanswered(evidence) if want.command not in known), *flow),
        "editions": (
            *_unless(
                evidence.comparisons or len(evidence.titles) < 2,
                "The editions on the same deals",
                evidence.command("run", options=("--seed", "1")),
            ),
            *(attribution(evidence).missing if has_causes(evidence) else ()),
        ),
        "robustness": _unless(
            not few,
            "Whether it holds with other bots (three at least)",
            evidence.command(
                "study",
                several=[*evidence.families, *(name for name in _BOTS if name not in evidence.families)],
                options=("--out", "studies/more-bots"),
            ),
        ),
    }


def _unless(there: object, what: str, command: str) -> tuple[MissingRun, ...]:
    return () if there else (MissingRun(what, command),)
