"""Reports of synthetic runs that several tests read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.report import Evidence, ReportPaths, make_report
from citadels_sim.runs.reading import Run
from tests.synthetic_run import Toy, write_run

SHARED = "every-kind"
"""Folder of the runs that are read by many tests and changed by none."""


@pytest.fixture(scope="session", autouse=True)
def _analysed_once() -> Iterator[None]:
    """Analyse each of the shared runs once in a session, however many reports it is part of; any other run each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Evidence, "analysed", _sharing(Evidence.analysed, {}))
        yield


def _sharing(analysed: Callable[..., list[Any]], results: dict[tuple[Any, ...], Any]) -> Callable[..., list[Any]]:
    wrapped: dict[Any, Callable[[Run], Any]] = {}

    def shared(self: Evidence, kind: str, analyse: Callable[[Run], Any]) -> list[Any]:
        how = (analyse.func, str(analyse.keywords)) if isinstance(analyse, partial) else analyse

        def once(run: Run) -> Any:
            if not run.folder.parent.name.startswith(SHARED):
                return analyse(run)
            if (how, run.folder) not in results:
                results[how, run.folder] = analyse(run)
            return results[how, run.folder]

        # The same function each time: `Evidence` knows by it what it has analysed.
        return analysed(self, kind, wrapped.setdefault(how, once))

    return shared


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run of a toy game at four and five players, with a taste for the Architect."""
    toy = Toy(players=(4, 5), blocks=150, taste={"architect": 1.2}, seat_strength=(0.3,))
    return write_run(tmp_path_factory.mktemp("runs") / "toy", toy)


@pytest.fixture(scope="session")
def report(run: Path, tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    return make_report([run], tmp_path_factory.mktemp("reports") / "toy", ["svg", "png"])


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run of every kind, small, of two variants with equal and mixed bots."""
    from citadels_sim.designs.between_two import experiment_between
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.runner import run_experiment

    folder = tmp_path_factory.mktemp(SHARED)
    both = {"variants": ["classic-2000", "classic-summary"], "players": [4, 5], "seed": 1}
    shown = {
        "games": both
        | {"name": "sizes", "games": 60, "detail": "turns"}
        | {"lineups": [["builder"], ["richard"], ["builder", "random"], ["builder", "richard"]]},
        "forks": both | {"name": "forks", "games": 600, "kind": "forks", "replicates": 2},
        "flow": both | {"name": "flow", "players": [4], "games": 200, "kind": "flow"},
        "crowns": {"name": "crowns", "variants": ["classic-2000"], "games": 128, "replicates": 1, "kind": "crowns", "seed": 1},
        "casts": {"name": "casts", "variants": ["classic-2000"], "games": 300, "kind": "casts", "seed": 1},
        "kingmaking": both | {"name": "kingmaking", "games": 40, "kind": "kingmaking", "lineups": [["raider"]]},
        "luck": both | {"name": "luck", "games": 36, "replicates": 2, "kind": "luck"},
        "bans": {"name": "bans", "variants": ["classic-2000"], "games": 32, "kind": "bans", "seed": 1},
    }
    for kind, keys in shown.items():
        run_experiment(make_experiment(keys, "test"), folder / kind)
    between = {"attribution": {"games": 40, "most_groups": 3}, "pick-attribution": {"games": 480, "most_groups": 2, "seed": 1}}
    for kind, keys in between.items():
        run_experiment(experiment_between(kind, "classic-2000", "classic-summary", keys), folder / kind)
    return {kind: folder / kind for kind in (*shown, *between)}


@pytest.fixture(scope="session")
def whole(runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    """Their report, without files of charts, of which there would be hundreds: those are looked at with smaller reports."""
    return make_report(list(runs.values()), tmp_path_factory.mktemp("reports") / "whole")
