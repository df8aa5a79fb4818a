"""Measuring the program: games per second, compile time, start, memory, and where the time goes.

Every figure is the median of some repeats. What is measured on one core runs in a process of its own with single-threaded Polars, as a
worker of a tournament does.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from citadels_sim.bench.cells import cells_to_measure, disk_per_game, measure_cells
from citadels_sim.bench.figures import Benchmark, Figure
from citadels_sim.bench.kernel import SPIN_STEPS, read_choice, spin, write_choice
from citadels_sim.bench.runs import disk_of, measure_analysis, measure_run
from citadels_sim.bench.worker import bench_plan, measure_alone, measure_environment, play_timed
from citadels_sim.bench.workplace import Late, Workplace, opened
from citadels_sim.engine.prepare import prepare
from citadels_sim.processes import cores, spawning

QUICK: Final = 22.0
"""Seconds of a quick measurement, from when everything is compiled; the rest of 30 is left to start and to end on a busy machine."""
_START: Final = "run --variant classic-2000 --players 4 --games 1 --bots builder --workers 1 --out"
_FIRST: Final = "run --variant classic-2000 --players 4 --games 4000 --bots builder --out"
_ANSWER: Final = "study classic-2000 --players 4 --bots learner --designs forks --precision 0.5 --out"
_SHORT: Final = 600_000
"""Games of a run that two workers play in seconds."""


def _median(values: Sequence[float]) -> float:
    return float(statistics.median(values))


def _together(place: Workplace, processes: int, detail: str, games: int) -> tuple[float, float]:
    """Play in so many processes at once; return games/s of all together and the greatest peak memory in MB."""
    barrier = spawning().Barrier(processes)
    got = list(place.answers([(play_timed, detail, games, barrier)] * processes))
    return processes * games / max(seconds for seconds, _ in got), max(memory for _, memory in got)


class _Scaling(NamedTuple):
    """Games/s of one process, what two processes do as a multiple of it, and the greatest peak memory of a process in MB."""

    rate: float
    ratio: float
    memory: float


def _one_and_two(place: Workplace, detail: str, games: int, repeats: int) -> _Scaling:
    """Let one process and two play by turns; the ratio is that of neighbours, which a machine of changing speed treats alike."""
    pairs = [(_together(place, 1, detail, games), _together(place, 2, detail, games)) for _ in range(repeats)]
    ratio = _median([two[0] / one[0] for one, two in pairs])
    return _Scaling(_median([one[0] for one, _ in pairs]), ratio, max(memory for pair in pairs for _, memory in pair))


def _share_figures(parts: dict[str, float]) -> list[Figure]:
    """Split the time of a game with rows written into engine, bots and recording."""
    whole = parts["written"]
    shares = {
        "engine": ("share of time: engine, including the calls of bots", parts["engine"]),
        "bots": ("share of time: bots", max(0.0, parts["played"] - parts["engine"])),
        "recording": ("share of time: recording (journal, rows, Parquet)", max(0.0, whole - parts["played"])),
    }
    return [Figure(f"share_{key}", what, 100 * value / whole, "%") for key, (what, value) in shares.items()]


def _sums_figure(parts: dict[str, float]) -> Figure:
    cost = 100 * (parts["summed"] - parts["played"]) / parts["played"]
    return Figure("sums", "cost of recording the sums of all games", cost, "%", 10, at_most=True)


class _Measurement:
    """One measurement: its size, where it is made, and its results so far."""

    def __init__(self, place: Workplace, *, quick: bool) -> None:
        self._place, self._quick = place, quick
        self._games, self._repeats = (4_000, 1) if quick else (40_000, 3)
        self._pairs = 1 if quick else 9
        self.benchmark = Benchmark()

    def all(self, notify: Callable[[str], None]) -> None:
        """Take one step after another, as long as there is time."""
        steps: list[tuple[str, Callable[[], Iterable[Figure]]]] = [
            ("games without rows, one process and two by turns", self._plain),
            ("games with turn rows written, one process and two by turns", self._turns),
            ("the start of the program", self._starts),
            ("where the time goes", self._shares),
            ("the environment for learning", self._environment),
            *([] if self._quick else [("a cold compile", self._cold), ("how long a settled answer takes", self._settled)]),
            *([("the speedup of two independent cores of this machine", self._spins)] if cores() >= 2 else []),
            (f"runs of {self._run_games:,} games, and the analysis of one", self._runs),
            ("the disk that games take", self._disk),
            ("every variant, number of players and bot", self._cells),
        ]
        for what, step in steps:
            try:
                self._place.check()
                notify(f"Measuring {what} ...")
                for figure in step():
                    self.benchmark.figures.append(figure)
            except Late:
                self.benchmark.missing.append(what)

    @property
    def _run_games(self) -> int:
        return 40_000 if self._quick else 4_000_000

    def _plain(self) -> Iterable[Figure]:
        plain = _one_and_two(self._place, "none", self._games, self._pairs)
        yield Figure("games", "classic-2000, 4 players, builder at every seat, no rows", plain.rate, "games/s", 40_000)
        if cores() >= 2:
            yield Figure("two_games", "speedup with two processes, no rows", plain.ratio, "x")

    def _turns(self) -> Iterable[Figure]:
        turns = _one_and_two(self._place, "turns", self._games, self._pairs)
        yield Figure("turns", "the same, with turn rows written to Parquet", turns.rate, "games/s", 15_000)
        if cores() >= 2:
            yield Figure("two_turns", "speedup with two processes, turn rows", turns.ratio, "x", 1.85)
        what = f"peak memory of a worker, {self._games:,} games with turn rows"
        yield Figure("memory", what, turns.memory, "MB", 400, at_most=True)

    def _spins(self) -> Iterable[Figure]:
        spun = _one_and_two(self._place, "spin", 5 * self._games, self._repeats)
        steps = SPIN_STEPS * spun.rate / 1e6
        yield Figure("spins", "speed of a core: empty loop, one process", steps, "million steps/s")
        yield Figure("two_spins", "speedup with two processes, empty loops: the maximum of this machine", spun.ratio, "x")

    def _seconds(self, words: str, **environment: str) -> float:
        return self._place.command(["-m", "citadels_sim", *words.split()], environment)

    def _one_game(self, **environment: str) -> float:
        return self._seconds(f"{_START} {self._place.new_folder() / 'run'}", **environment)

    def _starts(self) -> Iterable[Figure]:
        warm = [self._one_game() for _ in range(self._repeats + 1)][1:]
        yield Figure("warm_start", "warm `citadels run` of one game, from start to end", _median(warm), "s", 2, at_most=True)
        yield from self._first_run()
        helps = [self._seconds("--help") for _ in range(2 * self._repeats + 1)][1:]
        yield Figure("help", "`citadels --help`", _median(helps), "s", 0.3, at_most=True)

    def _first_run(self) -> Iterable[Figure]:
        """Measure the commands that a user gives first, against what Python takes to load the libraries that they stand on."""
        folders = [self._place.new_folder() / "run" for _ in range(2 * self._repeats + 1)]
        libraries, runs = [], []
        for folder in folders:
            libraries.append(self._place.command(["-c", "import numpy, polars, numba"]))
            runs.append(self._seconds(f"{_FIRST} {folder}"))
        ratio = _median(runs[1:]) / _median(libraries[1:])
        yield Figure("first_run", "warm `citadels run` of 4,000 games against `import numpy, polars, numba`", ratio, "x", 1.5, at_most=True)
        reports = [self._seconds(f"report {folder} --out {folder}-report") for folder in folders[: self._repeats]]
        yield Figure("first_report", "`citadels report` of that run", _median(reports), "s", 4, at_most=True)

    def _cold(self) -> Iterable[Figure]:
        cold = self._one_game(CITADELS_CACHE_DIR=str(self._place.new_folder())) - self._one_game()
        yield Figure("cold_compile", "cold compile of all that a first run needs", cold, "s", 45, at_most=True)

    def _settled(self) -> Iterable[Figure]:
        """Measure the main question of a designer: which characters are too strong or too weak where experts play."""
        seconds = [self._seconds(f"{_ANSWER} {self._place.new_folder() / 'study'}") for _ in range(self._repeats)]
        what = "a settled answer: each character of classic-2000, 4 players, learner, has a verdict or is known to ±0.5 points"
        yield Figure("settled", what, _median(seconds), "s", 60, at_most=True)

    def _shares(self) -> Iterable[Figure]:
        (parts,) = self._place.answers([(measure_alone, self._games // 4, self._repeats)])
        yield from (_sums_figure(parts), *_share_figures(parts))

    def _environment(self) -> Iterable[Figure]:
        (decisions,) = self._place.answers([(measure_environment, 200 if self._quick else 2_000, self._repeats)])
        what = "environment for learning, classic-2000, 4 players, 256 tables, random play"
        yield Figure("environment", what, decisions, "decisions/s", 200_000)

    def _runs(self) -> Iterable[Figure]:
        """Measure whole runs without rows, with one worker and more, and the analysis of one."""
        seconds: dict[int, float] = {}
        games = self._run_games
        for workers in range(1, min(cores(), 4) + 1):
            folder = self._place.new_folder() / "run"
            measured = measure_run(folder, games, workers, self._place)
            seconds[workers] = measured.seconds
            if workers == 1:
                disk = disk_of(folder) / games * 1e6 / 1e6
                yield Figure("run_disk", "a million games without rows, on disk", disk, "MB", 5, at_most=True)
                continue
            scale = seconds[1] / seconds[workers]
            goal = 1.9 if workers == 2 else None
            yield Figure(f"run_{workers}", f"`citadels run` of {games:,} games, {workers} workers against one", scale, "x", goal)
            if workers == 2 and not self._quick:
                yield self._short_runs()
            if measured.memory is not None:
                what = f"peak memory of that run with {workers} workers, all processes"
                yield Figure(f"run_memory_{workers}", what, measured.memory, "MB", 1000, at_most=True)
        analysis = measure_analysis(folder, self._place)
        yield Figure("analysis", f"analysing {games:,} games from their sums, start of Python included", analysis.seconds, "s")

    def _short_runs(self) -> Figure:
        one, two = (
            _median([measure_run(self._place.new_folder() / "run", _SHORT, workers, self._place).seconds for _ in range(self._repeats)])
            for workers in (1, 2)
        )
        return Figure("short_run_2", f"the same of {_SHORT:,} games", one / two, "x", 1.85)

    def _disk(self) -> Iterable[Figure]:
        self.benchmark.disk.update(self._place.answers([(disk_per_game,)]))
        return ()

    def _cells(self) -> Iterable[Figure]:
        for cell in self._place.answers([(measure_cells, cells_to_measure(), 0.05 if self._quick else 1.0)]):
            self.benchmark.cells.append(cell)
        return ()


def measure_all(*, quick: bool = False, notify: Callable[[str], None] = lambda _: None) -> Benchmark:
    """Measure everything; nothing is left of it, however this process ends.

    Parameters
    ----------
    quick : bool
        Fewer games and repeats, no cold compile, and no more than `QUICK` seconds: what does not fit is among `Benchmark.missing`.
    notify : callable
        Gets a line about each step.
    """
    prepare([*bench_plan("turns", 1).entry_points(), spin, write_choice, read_choice], notify)
    with opened(QUICK if quick else math.inf) as place:
        measurement = _Measurement(place, quick=quick)
        measurement.all(notify)
    return measurement.benchmark
