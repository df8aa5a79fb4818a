"""The bar of a study: one for the whole, whatever it plays."""

from __future__ import annotations

from typing import Any

import pytest

from citadels_sim.cli import progress as module
from citadels_sim.cli.progress import study_progress


class FakeBar:
    """What a bar was told."""

    def __init__(self, total: int | None) -> None:
        self.total, self.n, self.words, self.closed = total, 0, [""], False

    def update(self, more: int) -> None:
        self.n += more

    def set_description(self, words: str, refresh: bool) -> None:
        self.words.append(words)

    def clear(self) -> None:
        """Make room for a line."""

    def refresh(self) -> None:
        """Draw it again."""

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> list[FakeBar]:
    made: list[FakeBar] = []

    def make(total: int | None, *, unit: str = "games", done: int = 0) -> FakeBar:
        made.append(FakeBar(total))
        return made[-1]

    monkeypatch.setattr(module, "progress", make)
    return made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


def plan() -> Any:
    return object()


def test_a_study_has_one_bar_over_its_time_and_compiling_is_not_of_it(bars: list[FakeBar], clock: list[float]) -> None:
    shown = study_progress(60.0)
    shown.compiling("Compiling ...")
    clock[0] += 30
    shown.compiling("1 of 7 parts")
    clock[0] += 30
    shown.round(1, "first games of all parts")
    assert (len(bars), bars[0].total, bars[0].n) == (1, 60, 0)
    for name in ("games", "forks"):
        shown.part(name, plan())
        clock[0] += 10
        shown.begin(1000, 0)
        shown.advance(500)
        shown.played(name)
    assert (len(bars), bars[0].n) == (1, 20)
    assert bars[0].words == ["", "games", "", "forks", ""]
    clock[0] += 100
    shown.advance(1)
    assert bars[0].n == 60  # never more than the whole
    shown.close()
    assert bars[0].closed


def test_until_a_precision_is_reached_the_bar_counts_games(bars: list[FakeBar], clock: list[float]) -> None:
    shown = study_progress(None)
    shown.part("games", plan())
    shown.begin(1000, 0)
    clock[0] += 50
    shown.advance(300)
    shown.advance(200)
    assert (len(bars), bars[0].total, bars[0].n) == (1, None, 500)
