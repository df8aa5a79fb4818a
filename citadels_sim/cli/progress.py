"""The progress of a run and of a report, on standard error."""

from __future__ import annotations

import sys
import time
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


def study_progress(seconds: float | None) -> Any:
    """Make a `study.progress.StudyProgress`: a line for each round, and one bar for the whole.

    Parameters
    ----------
    seconds : float or None
        How long the study takes from now on, with its page; None: until its precision is reached, which nobody knows beforehand, so that
        the bar counts what is played.
    """
    from citadels_sim.runs.plan import Plan
    from citadels_sim.study.progress import StudyProgress

    class Bar(StudyProgress):
        def __init__(self) -> None:
            self._begun = time.monotonic()
            self._what = ""
            self._compiling: float | None = None
            self._bar = progress(None if seconds is None else max(1, round(seconds)), unit="games" if seconds is None else "s")
            if seconds is not None:
                self._bar.bar_format, self._bar.unit_scale = "{l_bar}{bar}| {n_fmt} of {total_fmt} s", False

        def learning(self, spent: float, whole: float) -> None:
            self._show("learner learns")

        def round(self, number: int, text: str) -> None:
            self.note(f"Round {number}: {text}")

        def part(self, name: str, plan: Plan) -> None:
            self._show(name)

        def compiling(self, text: str) -> None:
            self._compiling = self._compiling or time.monotonic()
            self._bar.clear()
            note(text)

        def advance(self, games: int) -> None:
            if seconds is None:
                self._bar.update(games)
            self._show(self._what)

        def note(self, text: str) -> None:
            self._bar.clear()
            note(text)
            self._show(self._what)

        def played(self, name: str) -> None:
            self._show("")

        def close(self) -> None:
            self._bar.close()

        def _show(self, what: str) -> None:
            if self._compiling is not None:  # which happens once on a machine, and is not of the study's time
                self._begun += time.monotonic() - self._compiling
                self._compiling = None
            if what != self._what:
                self._what = what
                self._bar.set_description(what, refresh=False)
            if seconds is not None:
                gone = min(self._bar.total, int(time.monotonic() - self._begun))
                self._bar.update(max(0, gone - self._bar.n))
            self._bar.refresh()

    return Bar()


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
