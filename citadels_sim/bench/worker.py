"""What the measuring processes of `bench` do."""

from __future__ import annotations

import contextlib
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from citadels_sim.bench.kernel import Tape, spin
from citadels_sim.bots import Bot
from citadels_sim.compiler.decorators import ready
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.designs.tournament.play import BATCH
from citadels_sim.env.tables import Tables
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import Plan, make_plan
from citadels_sim.runs.pool_types import in_turn
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.table_writer import Writer

__all__ = ["bench_plan", "measure_alone", "measure_environment", "play_timed"]

_TABLES: Final = 256


def bench_plan(detail: str, games: int, rows: int | None = None) -> Plan:
    """Plan games of classic Citadels with four players, `builder` at every seat."""
    keys: dict[str, Any] = {
        "name": "bench",
        "variants": ["classic-2000"],
        "players": [4],
        "games": games,
        "lineups": [["builder"]],
        "detail": detail,
    }
    keys |= {} if rows is None else {"rows": rows}
    return make_plan(make_experiment(keys, "bench"))


def _player(plan: Plan, bot: Bot | None = None) -> CellPlayer:
    """Make the player of the games of a plan without rows; another bot may have the seats of `builder`."""
    bots = {name: bot or planned for name, planned in plan.bots.items()}
    player = CellPlayer(plan.cells[0], bots, Buffers("games"), plan.experiment.seed, journal=False)
    player.ready()
    return player


def _play(player: CellPlayer, games: int) -> None:
    for first in range(0, games, BATCH):
        player.play(first, min(BATCH, games - first))


def _write(writer: Writer, plan: Plan) -> None:
    shards = iter(plan.shards())
    for _ in in_turn(writer, lambda: next(shards, None)):
        pass


def peak_memory() -> float:
    """Greatest resident memory of this process so far, in MB."""
    with contextlib.suppress(OSError, StopIteration):  # Linux; its ``ru_maxrss`` has the memory of the process that started this one, too
        line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1.024e-3
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1e-6 if sys.platform == "darwin" else 1.024e-3)


def play_timed(detail: str, games: int, barrier: Any, answers: Any) -> None:
    """Play games in this process; answer with the seconds they took and the peak memory in MB.

    Parameters
    ----------
    detail : {"none", "turns", "spin"}
        Whether turn rows are made and written; or nothing is played, and each game is a thousand steps of an empty loop.
    games : int
    barrier : multiprocessing.Barrier
        Passed when everything is loaded, so that all processes play at the same time.
    answers : multiprocessing.SimpleQueue
    """
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        if detail == "spin":
            ready(spin)
            work: Callable[[], object] = partial(spin, games)
        elif detail == "none":
            player = _player(bench_plan("games", games))
            player.play(0, 100)
            work = partial(_play, player, games)
        else:
            plan = bench_plan("turns", games)
            writer = Writer(plan, LocalStore(Path(folder)))
            work = partial(_write, writer, plan)
            writer.write(next(plan.shards()))

        barrier.wait()
        answers.put((_seconds(work), peak_memory()))


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _microseconds(work: Callable[[], object], games: int, repeats: int) -> float:
    work()
    return 1e6 * statistics.median(_seconds(work) for _ in range(repeats)) / games


def _by_turns(one: Callable[[], object], other: Callable[[], object], games: int, repeats: int) -> tuple[float, float]:
    """Return microseconds per game of two pieces of work that are compared: the median of the one, and that times the median ratio.

    A ratio is that of two neighbours in time: a machine whose speed changes from second to second is the same to both.
    """
    one(), other()
    times = np.array([[_seconds(one), _seconds(other)] for _ in range(repeats)])
    base = 1e6 * float(np.median(times[:, 0])) / games
    return base, base * float(np.median(times[:, 1] / times[:, 0]))


def measure_alone(games: int, repeats: int, answers: Any) -> None:
    """Measure where the time of a game goes; answer with microseconds per game.

    ``engine``: the same games played by bots that read their choices from a tape. ``played``: with the real bots. ``summed``: with the sums
    of all games written. ``written``: with journal, turn rows and Parquet files.
    """
    plan = bench_plan("turns", games)
    tape = Tape()
    _play(_player(plan, tape.writer), games)
    player, reader = _player(plan), _player(plan, tape.reader)

    def read() -> None:
        tape.wind()
        _play(reader, games)

    measured = {"engine": _microseconds(read, games, repeats)}
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        no_rows = bench_plan("games", games, rows=0)
        summing = Writer(no_rows, LocalStore(Path(folder)))
        measured["played"], measured["summed"] = _by_turns(
            lambda: _play(player, games), lambda: _write(summing, no_rows), games, 2 * repeats
        )
        writer = Writer(plan, LocalStore(Path(folder)))
        measured["written"] = _microseconds(lambda: _write(writer, plan), games, repeats)
    answers.put(measured)


def measure_environment(steps: int, repeats: int, answers: Any) -> None:
    """Play at random at the tables of the vectorised environment, and copy what it returns; answer with decisions per second of one core.

    Parameters
    ----------
    steps : int
        Actions at each of the tables.
    repeats : int
    answers : multiprocessing.SimpleQueue
    """
    tables = Tables("classic-2000", 4, _TABLES, bots=["random"], again=True)
    tables.start(np.arange(_TABLES))
    tables.step(tables.draw(0))
    rates = []
    for repeat in range(repeats):
        begun = time.process_time()
        for number in range(steps):
            tables.step(tables.draw(repeat * steps + number + 1))
            tables.batch.seen.copy(), tables.batch.mask.copy(), tables.rewards.copy()
        rates.append(steps * _TABLES / (time.process_time() - begun))
    answers.put(statistics.median(rates))
