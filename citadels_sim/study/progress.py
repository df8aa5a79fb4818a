"""Who gets the progress of a study."""

from __future__ import annotations

from citadels_sim.runs.plan import Plan
from citadels_sim.runs.runner import Progress


class StudyProgress(Progress):
    """Gets the progress of a study: as `Progress`, part after part."""

    def learning(self, seconds: float, whole: float) -> None:
        """Show how many seconds of all `learner` has learned."""

    def round(self, number: int, text: str) -> None:
        """Show that a round begins, and what it is for."""

    def part(self, name: str, plan: Plan) -> None:
        """Show that a part is played now."""

    def played(self, name: str) -> None:
        """Show that a part's step is done."""
