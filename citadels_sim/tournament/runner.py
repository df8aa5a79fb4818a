"""Running an experiment into a folder, from wherever the folder stands."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from citadels_sim.errors import RunError
from citadels_sim.tournament.experiment import Experiment
from citadels_sim.tournament.folder import RunFolder, ShardFile, locked
from citadels_sim.tournament.plan import Plan, Shard, make_plan
from citadels_sim.tournament.play import seams_of
from citadels_sim.tournament.prepare import prepare
from citadels_sim.tournament.workers import write_shards

__all__ = ["Interrupted", "Progress", "RunSummary", "command_of", "resume_hint", "run_experiment", "run_plan"]

_SAVE_EVERY: Final = 1.0
"""Seconds between two notes of what is done: what a killed run loses at most, beside the shards being played."""


@dataclass(frozen=True)
class RunSummary:
    """What a run did.

    Attributes
    ----------
    folder : Path
        The run folder.
    games : int
        Games of the whole experiment.
    done : int
        Games that are in the folder now.
    played : int
        Games that were played just now.
    damaged : tuple of str
        Files that were found damaged or missing, and made anew.
    seconds : float
        Wall time of playing and writing, without compiling.
    command : tuple of str
        The command line that goes on with the run.
    """

    folder: Path
    games: int
    done: int
    played: int
    damaged: tuple[str, ...]
    seconds: float
    command: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether everything is there."""
        return self.done == self.games


class Interrupted(KeyboardInterrupt):
    """The run was interrupted; what was finished is kept.

    Attributes
    ----------
    summary : RunSummary
        How far it came.
    """

    def __init__(self, summary: RunSummary) -> None:
        super().__init__()
        self.summary = summary


class Progress:
    """What wants to know how a run goes on: override what is of interest."""

    def compiling(self, text: str) -> None:
        """Show that the rules are being compiled."""

    def begin(self, games: int, done: int) -> None:
        """Show that play begins: games in all, and how many of them were there before."""

    def advance(self, games: int) -> None:
        """Show that so many more games are done and written."""


def command_of(experiment: Experiment, out: Path) -> list[str]:
    """Write the command line that runs an experiment into a folder."""
    words = ["citadels", "run"]
    for name in experiment.variants:
        words += ["--variant", name]
    words += ["--players", ",".join(map(str, experiment.players)), "--games", str(experiment.games)]
    for lineup in experiment.lineups:
        words += ["--bots", ",".join(lineup)]
    return [*words, "--seed", str(experiment.seed), "--detail", experiment.detail, "--name", experiment.name, "--out", str(out)]


def run_experiment(
    experiment: Experiment, out: str | os.PathLike[str], *, workers: int = 1, progress: Progress | None = None
) -> RunSummary:
    """Play an experiment into a run folder, or go on with it there.

    Parameters
    ----------
    experiment : Experiment
        What to play, see `make_experiment` and `read_experiment`.
    out : str or path
        The run folder: new, empty, or a run of this experiment, of which only what is missing is played.
    workers : int, default 1
        Processes; the tables do not depend on it. More than one needs the caller's script to be importable
        (``if __name__ == "__main__":``).
    progress : Progress, optional
        Told how it goes.

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
        On Ctrl-C; what was finished is kept.
    """
    return run_plan(make_plan(experiment), Path(out), command_of(experiment, Path(out)), workers=workers, progress=progress)


def run_plan(plan: Plan, out: Path, command: Sequence[str], *, workers: int = 1, progress: Progress | None = None) -> RunSummary:
    """Play a plan into a run folder; as `run_experiment`, with the command line that goes on with it."""
    if workers < 1:
        raise RunError(f"--workers: {workers} should be at least 1.")
    watch = progress or Progress()
    folder = RunFolder(out, plan, command)
    with locked(out):
        missing = folder.missing(plan)
        before = plan.games - sum(shard.games for shard in missing)
        begun = time.perf_counter()
        if missing:
            folder.save("running")

            def compile_first() -> None:
                nonlocal begun
                prepare(seams_of(plan.bots.values()), watch.compiling)
                begun = time.perf_counter()
                watch.begin(plan.games, before)

            try:
                with closing(write_shards(plan, folder.path, missing, workers, compile_first)) as written:
                    played = _collect(folder, written, watch)
            except KeyboardInterrupt:
                done = sum(shard.games for shard in plan.shards() if shard.number in folder.files)
                raise Interrupted(_summary(plan, folder, done, done - before, begun)) from None
        else:
            played = 0
        if before + played != plan.games:
            raise AssertionError(f"{before} + {played} games are not the {plan.games} of the plan")
        folder.save("complete")
        return _summary(plan, folder, before + played, played, begun)


def _collect(folder: RunFolder, written: Iterable[tuple[Shard, tuple[ShardFile, ...]]], watch: Progress) -> int:
    """Note every shard that is done; return the number of games in them."""
    played = 0
    saved = time.monotonic()
    try:
        for shard, files in written:
            folder.add(shard.number, files)
            played += shard.games
            watch.advance(shard.games)
            if time.monotonic() - saved > _SAVE_EVERY:
                folder.save("running")
                saved = time.monotonic()
    finally:
        folder.save("running")
    return played


def _summary(plan: Plan, folder: RunFolder, done: int, played: int, begun: float) -> RunSummary:
    seconds = time.perf_counter() - begun
    return RunSummary(folder.path, plan.games, done, played, tuple(folder.damaged), seconds, tuple(folder.command))


def resume_hint(summary: RunSummary) -> str:
    """Say what an interrupted run has, and how to go on."""
    return (
        f"{summary.done:,} of {summary.games:,} games are done and kept in {summary.folder}. Go on with:\n  {shlex.join(summary.command)}"
    )
