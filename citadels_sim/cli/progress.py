"""The progress of a run and of a report, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from citadels_sim.cli.console import note, progress

if TYPE_CHECKING:
    from citadels_sim.report import Progress as ReportProgress

T = TypeVar("T")


def run_progress(unit: str) -> Any:
    """Make a `runner.Progress` with a bar, whose ``close()`` ends it, for a run whose games are counted in a unit, in the plural."""
    from citadels_sim.runs.runner import Progress

    class Bar(Progress):
        bar: Any = None

        def compiling(self, text: str) -> None:
            note(text)

        def begin(self, games: int, done: int) -> None:
            if done:
                note(f"{done:,} of {games:,} {unit} are in the folder; playing the rest.")
            if sys.stderr.isatty():  # where no bar is drawn, the library that draws it need not be loaded
                self.bar = progress(games, unit=unit, done=done)

        def advance(self, games: int) -> None:
            if self.bar is not None:
                self.bar.update(games)

        def spare(self, games: int) -> None:
            if self.bar is not None:
                self.bar.total -= games
                self.bar.refresh()

        def note(self, text: str) -> None:
            note(text)

        def close(self) -> None:
            if self.bar is not None:
                self.bar.close()

    return Bar()


def study_progress() -> Any:
    """Make a `study.progress.StudyProgress`: a line for each round, a bar for each part of it."""
    from citadels_sim.runs.plan import Plan
    from citadels_sim.study.progress import StudyProgress

    class Bars(StudyProgress):
        bar: Any = None

        def learning(self, seconds: float, whole: float) -> None:
            if self.bar is None:
                self.bar = progress(round(whole), unit="s")
                self.bar.set_description("learner learns")
            self.bar.update(min(round(whole), round(seconds)) - self.bar.n)

        def round(self, number: int, text: str) -> None:
            self.close()
            note(f"Round {number}: {text}")

        def part(self, name: str, plan: Plan) -> None:
            self._name, self._unit = name, plan.design.unit

        def compiling(self, text: str) -> None:
            note(text)

        def begin(self, games: int, done: int) -> None:
            self.bar = progress(games, unit=self._unit, done=done)
            self.bar.set_description(self._name)

        def advance(self, games: int) -> None:
            self.bar.update(games)

        def note(self, text: str) -> None:
            note(text)

        def played(self, name: str) -> None:
            self.close()

        def close(self) -> None:
            if self.bar is not None:
                self.bar.close()

    return Bars()


def report_progress() -> ReportProgress:
    """Make a `report.Progress` with a line for each step, and a bar for the charts."""
    from citadels_sim.report import Progress

    class Steps(Progress):
        def step(self, text: str) -> None:
            note(text)

        def charts(self, drawn: Iterator[T], number: int) -> Iterator[T]:
            with progress(number, unit="charts") as bar:
                for one in drawn:
                    bar.update()
                    yield one

    return Steps()
