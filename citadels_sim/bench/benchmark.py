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
from typing import Any, Final, NamedTuple

from citadels_sim.bench.cells import CellSpeed, cells_to_measure, disk_per_game, measure_cells
from citadels_sim.bench.kernel import SPIN_STEPS
from citadels_sim.bench.runs import disk_of, measure_analysis, measure_run
from citadels_sim.bench.worker import measure_alone, measure_environment, play_timed
from citadels_sim.compiler import patches
from citadels_sim.errors import RunError
from citadels_sim.processes import cores, single_threaded

__all__ = ["Benchmark", "Figure", "machine", "markdown", "measure_all", "write_markdown"]

_BEGIN: Final = "<!-- benchmark:start -->"
_END: Final = "<!-- benchmark:end -->"
_TITLE: Final = "# Benchmark"
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
        ``games/s``, ``decisions/s``, ``s``, ``x``, ``MB``, ``B``, ``%`` or ``million steps/s``.
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
        if self.unit in ("games/s", "decisions/s"):
            return f"{number:,.0f} {self.unit}"
        digits = {"s": 2, "x": 2, "MB": 0, "B": 1, "%": 1, "million steps/s": 0}[self.unit]
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


class _Scaling(NamedTuple):
    """Games/s of one process, what two processes do as a multiple of it, and the greatest peak memory of a process in MB."""

    rate: float
    ratio: float
    memory: float


def _one_and_two(detail: str, games: int, repeats: int) -> _Scaling:
    """Let one process and two play by turns; the ratio is that of neighbours, which a machine of changing speed treats alike."""
    pairs = [(_together(1, detail, games), _together(2, detail, games)) for _ in range(repeats)]
    ratio = _median([two[0] / one[0] for one, two in pairs])
    return _Scaling(_median([one[0] for one, _ in pairs]), ratio, max(memory for pair in pairs for _, memory in pair))


def _in_process(work: Callable[..., None], *arguments: Any) -> Any:
    """Let a process of its own do some measuring; return its answer."""
    context = multiprocessing.get_context("spawn")
    answers = context.SimpleQueue()
    with single_threaded():
        process = context.Process(target=work, args=(*arguments, answers))
        process.start()
    while answers.empty() and process.is_alive():
        time.sleep(0.01)
    if answers.empty():
        raise RuntimeError("a measuring process ended without an answer")
    measured = answers.get()
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


def _sums_figure(parts: dict[str, float]) -> Figure:
    cost = 100 * (parts["summed"] - parts["played"]) / parts["played"]
    return Figure("sums", "cost of recording the sums of all games", cost, "%", 10, at_most=True)


def _run_figures(games: int, tell: Callable[[str], None]) -> list[Figure]:
    """Measure whole runs without rows, with one worker and more, and the analysis of one."""
    figures = []
    with tempfile.TemporaryDirectory(prefix="citadels-") as name:
        seconds: dict[int, float] = {}
        for workers in range(1, min(cores(), 4) + 1):
            tell(f"Measuring a run of {games:,} games, {workers} worker{'s' * (workers > 1)} ...")
            folder = Path(name) / f"run-{workers}"
            measured = measure_run(folder, games, workers)
            seconds[workers] = measured.seconds
            if workers == 1:
                disk = disk_of(folder) / games * 1e6 / 1e6
                figures.append(Figure("run_disk", "a million games without rows, on disk", disk, "MB", 5, at_most=True))
                continue
            scale = seconds[1] / seconds[workers]
            goal = 1.9 if workers == 2 else None
            figures.append(Figure(f"run_{workers}", f"`citadels run` of {games:,} games, {workers} workers against one", scale, "x", goal))
            if measured.memory is not None:
                what = f"peak memory of that run with {workers} workers, all processes"
                figures.append(Figure(f"run_memory_{workers}", what, measured.memory, "MB", 1000, at_most=True))
        tell("Measuring the analysis ...")
        analysis = measure_analysis(folder)
        figures.append(Figure("analysis", f"analysing {games:,} games from their sums, start of Python included", analysis.seconds, "s"))
    return figures


@dataclass(frozen=True)
class Benchmark:
    """All that was measured.

    Attributes
    ----------
    figures : list of Figure
        Single figures, some with goals.
    cells : list of CellSpeed
        Speed by variant, number of players and bot.
    disk : dict of str to float
        Bytes per game by detail.
    """

    figures: list[Figure]
    cells: list[CellSpeed]
    disk: dict[str, float]


def measure_all(*, quick: bool = False, tell: Callable[[str], None] = lambda _: None) -> Benchmark:
    """Measure everything.

    Parameters
    ----------
    quick : bool
        Fewer games and repeats, and no cold compile.
    tell : callable
        Gets a line about each step.
    """
    games, repeats = (4_000, 1) if quick else (40_000, 3)
    figures = []
    tell("Measuring the start of the program ...")
    starts = _start_figures(repeats, cold=not quick)
    tell("Measuring games without rows, one process and two by turns ...")
    plain = _one_and_two("none", games, 3 * repeats)
    tell("Measuring games with turn rows written, one process and two by turns ...")
    turns = _one_and_two("turns", games, 3 * repeats)
    figures.append(Figure("games", "classic-2000, 4 players, builder at every seat, no rows", plain.rate, "games/s", 40_000))
    figures.append(Figure("turns", "the same with turns rows written to Parquet", turns.rate, "games/s", 15_000))
    if cores() >= 2:
        figures.append(Figure("two_games", "two processes against one, no rows", plain.ratio, "x"))
        figures.append(Figure("two_turns", "two processes against one, turns rows", turns.ratio, "x", 1.85))
        tell("Measuring what two of this machine's cores do that have nothing to share ...")
        spun = _one_and_two("spin", 5 * games, repeats)
        steps = SPIN_STEPS * spun.rate / 1e6
        figures.append(Figure("spins", "empty loop, one process: how fast a core of this machine is", steps, "million steps/s"))
        figures.append(Figure("two_spins", "two processes against one, empty loops: what this machine allows", spun.ratio, "x"))
    figures += starts
    memory = max(plain.memory, turns.memory)
    figures.append(Figure("memory", f"peak memory of a worker, {games:,} games with turns rows", memory, "MB", 400, at_most=True))
    tell("Measuring where the time goes ...")
    parts = _in_process(measure_alone, games // 4, repeats)
    figures += [_sums_figure(parts), *_share_figures(parts)]
    tell("Measuring the environment for learning ...")
    decisions = _in_process(measure_environment, 200 if quick else 2_000, repeats)
    what = "environment for learning, classic-2000, 4 players, 256 tables, random play"
    figures.append(Figure("environment", what, decisions, "decisions/s", 200_000))
    figures += _run_figures(40_000 if quick else 4_000_000, tell)
    disk = disk_per_game(tell)
    tell("Measuring every variant, number of players and bot ...")
    cells: list[CellSpeed] = _in_process(measure_cells, cells_to_measure(), 0.05 if quick else 1.0)
    return Benchmark(figures, cells, disk)


def machine() -> str:
    """Say what was measured on."""
    return f"{platform.system()} {platform.machine()}, {cores()} cores, Python {platform.python_version()}, {patches.status()}"


def markdown(figures: Sequence[Figure]) -> str:
    """Write the figures as a Markdown table."""
    lines = ["| what | goal | measured |", "|---|---:|---:|"]
    lines += [f"| {figure.what} | {figure.shown_goal} | {figure.shown()} |" for figure in figures]
    return "\n".join([*lines, "", f"Medians, measured on {machine()} by `citadels bench`."])


def full_markdown(benchmark: Benchmark) -> str:
    """Write everything as a Markdown page."""
    lines = [_TITLE, "", markdown(benchmark.figures), "", "## Variants, numbers of players, bots", ""]
    lines += ["One core; the bot sits at every seat. With the sums of all games and no rows, and with rows of every turn."]
    lines += ["Each for about a second, from small shards on, which take more time a game: to be compared with each other alone.", ""]
    lines += ["| variant | players | bot | games/s | decisions/s | games/s with rows |", "|---|---:|---|---:|---:|---:|"]
    lines += [
        f"| {cell.variant} | {cell.players} | {cell.bot} | {cell.games:,.0f} | {cell.decisions:,.0f} | {cell.games_with_rows:,.0f} |"
        for cell in benchmark.cells
    ]
    lines += ["", "## Disk", "", "classic-2000, 4 players, builder; sums included.", "", "| detail | bytes per game |", "|---|---:|"]
    lines += [f"| {detail} | {size:,.1f} |" for detail, size in benchmark.disk.items()]
    return "\n".join(lines) + "\n"


def check_markdown(file: Path) -> tuple[str, str, str, str]:
    """Refuse a file that the benchmark could not be written into, before anything is measured.

    Returns
    -------
    tuple of str
        The file's text before its marks, the one mark, the other, and the text behind; empty where it has none.

    Raises
    ------
    RunError
        If the file cannot be read or written, or is neither marked nor a page of ours.
    """
    try:
        old = file.read_text(encoding="utf-8") if file.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(f"--markdown {file}: cannot be read ({error}).") from None
    place = next(place for place in (file, *file.absolute().parents) if place.exists())
    if not os.access(place, os.W_OK) or (place != file and not place.is_dir()):
        raise RunError(f"--markdown {file}: {place} is no folder that can be written. Name a file in another one.")
    head, begin, rest = old.partition(_BEGIN)
    _, end, tail = rest.partition(_END)
    if old and not (begin and end) and not old.startswith(_TITLE):
        raise RunError(f"--markdown {file}: has no '{_BEGIN}' and '{_END}' to write between. Add them, or name a new file.")
    return head, begin, end, tail


def write_markdown(benchmark: Benchmark, file: Path) -> None:
    """Write the benchmark into a file: the table of figures between its benchmark marks where it has them, else everything as a page.

    Raises
    ------
    RunError
        If the file cannot be written, or is neither marked nor a page of ours.
    """
    head, begin, end, tail = check_markdown(file)
    try:
        marked = bool(begin and end)
        table = markdown(benchmark.figures)
        text = f"{head}{begin}\n{table}\n{end}{tail}" if marked else full_markdown(benchmark)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RunError(f"{file}: cannot be written ({error.strerror}).") from None
