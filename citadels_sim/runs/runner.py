"""Running an experiment into a folder, and continuing what is there."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Final

from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import CitadelsError, ExperimentError
from citadels_sim.processes import check_workers, products_in_one_thread
from citadels_sim.runs.command_line import command_of
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.folder import RunFolder
from citadels_sim.runs.lock import locked
from citadels_sim.runs.manifest import MANIFEST, ShardFile
from citadels_sim.runs.plan import Plan, Shard, make_plan
from citadels_sim.runs.pool import local_pool
from citadels_sim.runs.pool_types import Pool
from citadels_sim.runs.schedule import Schedule
from citadels_sim.runs.store import Store, open_store
from citadels_sim.runs.summary import CellTime, Interrupted, RunSummary
from citadels_sim.runs.table_writer import Written

if TYPE_CHECKING:
    import polars as pl

_SAVE_EVERY: Final = 1.0
"""Seconds between two notes of what is done: what a killed run loses at most, beside the shards being played."""
_SAVE_SHARE: Final = 0.02
"""Share of the time that goes into these notes at most: they take longer as a run grows."""


class Progress:
    """Gets the progress of a run: override the methods of interest."""

    def compiling(self, text: str) -> None:
        """Show that the rules are being compiled."""

    def begin(self, games: int, done: int) -> None:
        """Show that play begins: games in all, and how many of them were there before."""

    def advance(self, games: int) -> None:
        """Show that so many more games are done and written."""

    def spare(self, games: int) -> None:
        """Show that so many games less are played in all, since a cell has reached its precision."""

    def note(self, text: str) -> None:
        """Show a line about something out of the ordinary."""


def run_experiment(
    experiment: Experiment, out: str | os.PathLike[str], *, workers: int = 1, pool: Pool | None = None, progress: Progress | None = None
) -> RunSummary:
    """Play an experiment into a run folder, or continue it there.

    Parameters
    ----------
    experiment : Experiment
        What to play, see `make_experiment` and `read_experiment`.
    out : str or path
        The run folder: new, empty, or a run of this experiment, of which only what is missing is played. Any address of fsspec will do.
    workers : int, default 1
        Processes; the tables do not depend on it. More than one needs the caller's script to be importable
        (``if __name__ == "__main__":``).
    pool : Pool, optional
        Who plays instead, see `citadels_sim.runs.cluster`.
    progress : Progress, optional
        Called with the progress.

    Returns
    -------
    RunSummary

    Raises
    ------
    ExperimentError, BotError
        If the experiment cannot be played.
    RunError
        If the folder cannot be written or holds something else.
    Interrupted
        On Ctrl-C or SIGTERM; what was finished is kept.
    """
    return run_plan(make_plan(experiment), out, command_of(experiment, str(out)), workers=workers, pool=pool, progress=progress)


def run_plan(
    plan: Plan,
    out: str | os.PathLike[str],
    command: Sequence[str],
    *,
    workers: int = 1,
    pool: Pool | None = None,
    progress: Progress | None = None,
    steps: Sequence[int] | None = None,
) -> RunSummary:
    """Play a plan into a run folder; as `run_experiment`, with the command line that continues it.

    Of a plan that grows (`Experiment.growing`), `steps` has the blocks of each cell that are played now, each one of the cell's looks.
    """
    check_workers(workers)
    watch = progress or Progress()
    store = open_store(out)
    there = store.exists()
    store.make()
    with _terminated_like_interrupted(), _left_as_it_was(store, there), locked(store, watch.note):
        run = _Run(plan, RunFolder(store, plan, command), watch, steps)
        if not run.schedule.over:
            store.sweep()
            run.play(pool or local_pool(workers))
            store.sweep()  # after a worker that was lost in the middle of a file
        return run.complete()


class _Run:
    """One run, from what its folder has to its end."""

    def __init__(self, plan: Plan, folder: RunFolder, watch: Progress, steps: Sequence[int] | None) -> None:
        self.plan = plan
        self.folder = folder
        self.watch = watch
        self.schedule = Schedule(plan, folder.files.keys(), self._read_sums, steps)
        self._games = {shard.number: shard.games for shard in plan.shards()}
        self.cell_times = [CellTime(0, 0.0)] * len(plan.cells)
        self._playing = False
        self.before = self._done()
        self.begun = time.perf_counter()

    def _read_sums(self, shard: Shard) -> pl.DataFrame:
        import polars as pl

        return pl.read_parquet(io.BytesIO(self.folder.store.read(ShardFile.path_of("sums", shard.number))))

    def _done(self) -> int:
        return sum(self._games[number] for number in self.folder.files)

    def play(self, pool: Pool) -> None:
        """Play what is missing."""
        fresh = self.folder.fresh
        self.folder.save("running")
        try:
            with (
                products_in_one_thread(),
                closing(pool(self.plan, self.folder.store, self.schedule, self._compile, self.watch.note)) as written,
            ):
                self._collect(written)
        except KeyboardInterrupt:
            self.folder.save("running")
            raise Interrupted(self.summary()) from None
        except CitadelsError as error:
            # What was asked for cannot be played: another experiment may have the folder.
            if fresh and (not self._playing or (isinstance(error, ExperimentError) and not self.folder.files)):
                self.folder.store.remove(MANIFEST)
            else:
                with contextlib.suppress(CitadelsError):  # the disk is full for the manifest, too: the first message says what to do
                    self.folder.save("running")
            raise

    def _compile(self) -> None:
        prepare(self.plan.entry_points(), self.watch.compiling)
        self._playing = True
        self.begun = time.perf_counter()
        self.watch.begin(self.schedule.games, self.before)

    def _collect(self, written: Iterator[Written]) -> None:
        """Note every shard that is done."""
        saved, wait, games = time.monotonic(), _SAVE_EVERY, self.schedule.games
        for shard, files, seconds in written:
            self.folder.add(shard.number, files)
            before = self.cell_times[shard.cell]
            self.cell_times[shard.cell] = CellTime(before.blocks + shard.blocks, before.seconds + seconds)
            self.schedule.finish(shard)
            self.watch.advance(shard.games)
            if self.schedule.games != games:
                self.watch.spare(games - self.schedule.games)
                games = self.schedule.games
            if time.monotonic() - saved > wait:
                begun = time.monotonic()
                self.folder.save("running")
                saved = time.monotonic()
                wait = max(_SAVE_EVERY, (saved - begun) / _SAVE_SHARE)

    def complete(self) -> RunSummary:
        """Note that all is done."""
        done = self._done()
        if not self.schedule.over or done != self.schedule.games:
            raise AssertionError(f"{done} games are not the {self.schedule.games} of the plan")
        seconds = time.perf_counter() - self.begun
        self.folder.save("complete", self.schedule.described())
        return self.summary(seconds)

    def summary(self, seconds: float | None = None) -> RunSummary:
        """Report what was done."""
        done = self._done()
        stopped = self.schedule.reasons() if self.plan.experiment.precision is not None else ()
        took = time.perf_counter() - self.begun if seconds is None else seconds
        return RunSummary(
            self.folder.store.address,
            self.schedule.games,
            done,
            done - self.before,
            tuple(self.folder.damaged),
            took,
            tuple(self.folder.command),
            tuple(stopped),
            tuple(self.cell_times),
        )


@contextlib.contextmanager
def _left_as_it_was(store: Store, there: bool) -> Iterator[None]:
    """Take a folder away again that was not there before and that nothing was written into."""
    try:
        yield
    except CitadelsError:
        if not there:
            store.remove_empty()
        raise


@contextlib.contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Treat SIGTERM, which a batch system or an operator sends, like Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
