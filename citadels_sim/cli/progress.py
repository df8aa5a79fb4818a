"""The progress of a run, on standard error."""

from __future__ import annotations

from typing import Any

from citadels_sim.cli.console import note, progress

__all__ = ["run_progress"]


def run_progress(unit: str) -> Any:
    """Make a `runner.Progress` with a bar, whose ``close()`` ends it, for a run whose games are counted in a unit, in the plural."""
    from citadels_sim.runs.runner import Progress

    class Bar(Progress):
        bar: Any = None

        def compiling(self, text: str) -> None:
            note(text)

        def begin(self, games: int, done: int) -> None:
            if done:
                note(f"{done:,} of {games:,} {unit} are there; playing the rest.")
            self.bar = progress(games, unit=unit, done=done)

        def advance(self, games: int) -> None:
            self.bar.update(games)

        def spare(self, games: int) -> None:
            self.bar.total -= games
            self.bar.refresh()

        def note(self, text: str) -> None:
            note(text)

        def close(self) -> None:
            if self.bar is not None:
                self.bar.close()

    return Bar()
