"""Measuring the program: games per second, compile time, start, memory, and where the time goes.

Every figure is the median of some repeats. What is measured on one core runs in a process of its own with single-threaded Polars, as a
worker of a tournament does.
"""

from __future__ import annotations

import multiprocessing
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from citadels_sim.errors import RunError
from citadels_sim.tournament.bench_worker import measure_alone, play_timed
from citadels_sim.tournament.workers import cores, single_threaded

__all__ = ["Figure", "machine", "markdown", "measure_all", "write_markdown"]

_BEGIN: Final = "<!-- benchmark:start -->"
_END: Final = "<!-- benchmark:end -->"
_START: Final = "run --variant classic-2000 --players 4 --games 1 --bots builder --workers 1 --out"


@dataclass(frozen=True)
class Figure:
    """One measured figure.

    Attributes
    ----------
    key : str
        Short name.
    what : str
        What was measured, for people.
    value : float
        The median.
    unit : str
        ``games/s``, ``s``, ``x``, ``MB`` or ``%``.
    goal : float or None
        What it must reach, where something was promised.
    at_most : bool
        Whether the goal is an upper bound.
    """

    key: str
    what: str
    value: float
    unit: str
    goal: float | None = None
    at_most: bool = False

    @property
    def holds(self) -> bool | None:
        """Whether the goal is reached; None without one."""
        if self.goal is None:
            return None
        return self.value <= self.goal if self.at_most else self.value >= self.goal

    def as_data(self) -> dict[str, Any]:
        """Give it as JSON-able data."""
        return asdict(self) | {"value": round(self.value, 4), "holds": self.holds}

    def shown(self, value: float | None = None) -> str:
        """Write the value, or another one, with its unit."""
        number = self.value if value is None else value
        if self.unit == "games/s":
            return f"{number:,.0f} games/s"
        digits = {"s": 2, "x": 2, "MB": 0, "%": 0}[self.unit]
        return f"{number:.{digits}f}{'' if self.unit in 'x%' else ' '}{self.unit}"

    @property
    def shown_goal(self) -> str:
        """The goal for people; empty where nothing was promised."""
        if self.goal is None:
            return ""
        return f"{'under' if self.at_most else 'at least'} {self.shown(self.goal)}"


def _median(values: Sequence[float]) -> float:
    return float(statistics.median(values))


def _together(processes: int, detail: str, games: int) -> tuple[float, float]:
    """Play in so many processes at once; return games/s of all together and the greatest peak memory in MB."""
    context = multiprocessing.get_context("spawn")
    barrier, answers = context.Barrier(processes), context.SimpleQueue()
    with single_threaded():
        crew = [context.Process(target=play_timed, args=(detail, games, barrier, answers)) for _ in range(processes)]
        for process in crew:
            process.start()
    got: list[tuple[float, float]] = []
    while len(got) < processes:
        if answers.empty():
            if not any(process.is_alive() for process in crew) and answers.empty():
                raise RuntimeError("a measuring process ended without an answer")
            time.sleep(0.01)
            continue
        got.append(answers.get())
    for process in crew:
        process.join()
    return processes * games / max(seconds for seconds, _ in got), max(memory for _, memory in got)


def _alone(games: int, repeats: int) -> dict[str, float]:
    """Measure in one process where the time goes, in microseconds per game."""
    context = multiprocessing.get_context("spawn")
    answers = context.SimpleQueue()
    with single_threaded():
        process = context.Process(target=measure_alone, args=(games, repeats, answers))
        process.start()
    while answers.empty() and process.is_alive():
        time.sleep(0.01)
    if answers.empty():
        raise RuntimeError("the measuring process ended without an answer")
    measured: dict[str, float] = answers.get()
    process.join()
    return measured


def _seconds(words: Sequence[str], **environment: str) -> float:
    begun = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | environment)
    return time.perf_counter() - begun


def _start_figures(repeats: int, cold: bool) -> list[Figure]:
    program = [sys.executable, "-m", "citadels_sim"]
    figures = []
    with tempfile.TemporaryDirectory(prefix="citadels-") as name:
        folder = Path(name)
        warm = [_seconds([*program, *_START.split(), str(folder / f"run-{i}")]) for i in range(repeats + 1)][1:]
        helps = [_seconds([*program, "--help"]) for _ in range(2 * repeats + 1)][1:]
        if cold:
            first = _seconds([*program, *_START.split(), str(folder / "cold")], CITADELS_CACHE_DIR=str(folder / "cache"))
            compiling = first - _median(warm)
            figures.append(Figure("cold_compile", "cold compile of all that a first run needs", compiling, "s", 45, at_most=True))
    figures.append(Figure("warm_start", "warm `citadels run` of one game, from start to end", _median(warm), "s", 2, at_most=True))
    figures.append(Figure("help", "`citadels --help`", _median(helps), "s", 0.3, at_most=True))
    return figures


def _share_figures(parts: dict[str, float]) -> list[Figure]:
    """Split the time of a game with rows written into engine, views, bots and recording."""
    whole = parts["written"]
    shares = {
        "engine": ("share of time: engine", parts["engine"]),
        "views": ("share of time: handing over views and random streams", max(0.0, parts["asked"] - parts["engine"])),
        "bots": ("share of time: bots", max(0.0, parts["played"] - max(parts["asked"], parts["engine"]))),
        "recording": ("share of time: recording (journal, rows, Parquet)", max(0.0, whole - parts["played"])),
    }
    return [Figure(f"share_{key}", what, 100 * value / whole, "%") for key, (what, value) in shares.items()]


def measure_all(*, quick: bool = False, tell: Callable[[str], None] = lambda _: None) -> list[Figure]:
    """Measure everything.

    Parameters
    ----------
    quick : bool
        Fewer games and repeats, and no cold compile.
    tell : callable
        Gets a line about each step.

    Returns
    -------
    list of Figure
    """
    games, repeats = (4_000, 1) if quick else (40_000, 3)
    figures = []
    speed: dict[tuple[str, int], float] = {}
    memory = 0.0
    tell("Measuring the start of the program ...")
    starts = _start_figures(repeats, cold=not quick)
    for detail in ("none", "turns"):
        for processes in (1, 2):
            tell(f"Measuring {'games without rows' if detail == 'none' else 'games with turn rows written'}, {processes} at once ...")
            runs = [_together(processes, detail, games) for _ in range(repeats)]
            speed[detail, processes] = _median([rate for rate, _ in runs])
            memory = max(memory, *(peak for _, peak in runs))
    figures.append(Figure("games", "classic-2000, 4 players, builder at every seat, no rows", speed["none", 1], "games/s", 40_000))
    figures.append(Figure("turns", "the same with turns rows written to Parquet", speed["turns", 1], "games/s", 15_000))
    if cores() >= 2:
        figures.append(Figure("two_games", "two workers against one, no rows", speed["none", 2] / speed["none", 1], "x", 1.85))
        figures.append(Figure("two_turns", "two workers against one, turns rows", speed["turns", 2] / speed["turns", 1], "x", 1.85))
    figures += starts
    figures.append(Figure("memory", f"peak memory of a worker, {games:,} games with turns rows", memory, "MB", 400, at_most=True))
    tell("Measuring where the time goes ...")
    figures += _share_figures(_alone(games // 4, repeats))
    return figures


def machine() -> str:
    """Say what was measured on."""
    return f"{platform.system()} {platform.machine()}, {cores()} cores, Python {platform.python_version()}"


def markdown(figures: Sequence[Figure]) -> str:
    """Write the figures as a Markdown table."""
    lines = ["| what | goal | measured |", "|---|---:|---:|"]
    lines += [f"| {figure.what} | {figure.shown_goal} | {figure.shown()} |" for figure in figures]
    return "\n".join([*lines, "", f"Medians, measured on {machine()} by `citadels bench`."])


def write_markdown(figures: Sequence[Figure], file: Path) -> None:
    """Write the table into a file: between its benchmark marks where it has them, else as the whole file.

    Raises
    ------
    RunError
        If the file cannot be written.
    """
    table = markdown(figures)
    try:
        old = file.read_text(encoding="utf-8") if file.exists() else ""
        head, begin, rest = old.partition(_BEGIN)
        _, end, tail = rest.partition(_END)
        text = f"{head}{begin}\n{table}\n{end}{tail}" if begin and end else f"{table}\n"
        if old and not (begin and end):
            raise RunError(f"{file}: has no '{_BEGIN}' and '{_END}' to write between. Add them, or name a new file.")
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RunError(f"{file}: cannot be written ({error.strerror}).") from None
