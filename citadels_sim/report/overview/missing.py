"""What the runs of a report leave out, section by section, each with the command that plays it."""

from __future__ import annotations

from typing import Final

from citadels_sim.report.card import unanswered
from citadels_sim.report.content import MissingRun
from citadels_sim.report.evidence import Evidence

__all__ = ["missing_runs"]

_LEAST_BOTS: Final = 3
_BOTS: Final = ("builder", "raider", "planner")
_CHARACTERS: Final = "Characters"
"""The title of the criterion that the section on characters answers; the section on flow answers all others."""


def missing_runs(evidence: Evidence) -> dict[str, tuple[MissingRun, ...]]:
    """Give what each section lacks: slug of the section -> what, and the command; nothing where nothing is missing."""
    wanted = unanswered(evidence)
    few = len(evidence.families) < _LEAST_BOTS
    return {
        "characters": (
            *(MissingRun("What a pick of each character brings", want.command) for want in wanted if want.what == _CHARACTERS),
            *_unless(evidence.bans, "What it costs never to pick a character", evidence.command("bans", variants=1, equal=True)),
            *_unless(evidence.districts, "What each district is worth", evidence.command("districts")),
        ),
        "seats": _unless(evidence.crowns, "What the crown of a round is worth", evidence.command("forks", options=("--what", "crown"))),
        "flow": (
            *(want for want in wanted if want.what != _CHARACTERS),
            *_unless(evidence.luck, "Luck of the cards", evidence.command("luck", equal=True)),
            *_unless(evidence.kingmaking, "Kingmaking", evidence.command("kingmaking")),
        ),
        "editions": _unless(
            evidence.comparisons or len(evidence.titles) < 2, "The editions on the same deals",
            evidence.command("run", options=("--seed", "1")),
        ),
        "robustness": _unless(
            not few, "Whether it holds with other bots (three at least)",
            evidence.command("study", several=[*evidence.families, *(name for name in _BOTS if name not in evidence.families)]),
        ),
    }  # fmt: skip


def _unless(there: object, what: str, command: str) -> tuple[MissingRun, ...]:
    return () if there else (MissingRun(what, command),)
