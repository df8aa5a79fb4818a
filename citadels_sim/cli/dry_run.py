"""What ``--dry-run`` prints: what a command would play, how many games that is, how long it takes, how big it gets, and where it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_sim.cli.console import note, print_json, print_table, print_text, right

if TYPE_CHECKING:
    from citadels_sim.runs.measure import CellEstimate
    from citadels_sim.runs.plan import Plan

__all__ = ["print_dry_run", "print_dry_run_of_parts"]


def print_dry_run(plan: Plan, folder: str, words: Sequence[str], workers: int, *, as_json: bool) -> None:
    """Print what a plan would play into a folder, where nothing is written; `words` is the command line that goes on with the run."""
    unit = plan.design.unit
    cells = _measured(plan, workers)
    played, seconds, size = sum(c.played for c in cells), sum(c.seconds for c in cells), sum(c.bytes for c in cells)
    there = _already(plan, folder, words)
    if as_json:
        counted = {"cells": [cell.as_data(unit) for cell in cells], unit: plan.games} | {"games": played}
        print_json({**counted, "workers": workers, "seconds": seconds, "bytes": size, "folder": folder, "already": there})
        return
    _print_cells(plan, cells, unit)
    all_games = f" ({played:,} games)" if unit != "games" else ""
    begun = f" {there:,} of the {unit} are there already." if there else ""
    print_text(f"{plan.games:,} {unit}{all_games}, {_cost(seconds, workers, size, folder)}.{begun} Nothing was played into it.")


def print_dry_run_of_parts(parts: Mapping[str, tuple[Plan, int]], folder: str, workers: int, *, as_json: bool) -> None:
    """Print what a command would play that plays several experiments into one folder.

    `parts` are what each part is, its plan, and how often something of its size is played.
    """
    shares: list[dict[str, Any]] = []
    measured = {id(plan): _measured(plan, workers)[0] for plan in {id(plan): plan for plan, _ in parts.values()}.values()}
    for what, (plan, times) in parts.items():
        cell = measured[id(plan)]
        counted = {"part": what, "counted": plan.design.unit, "count": times * plan.games}
        shares.append(counted | {"games": times * cell.played, "seconds": times * cell.seconds, "bytes": times * cell.bytes})
    played, seconds, size = (sum(part[name] for part in shares) for name in ("games", "seconds", "bytes"))
    if as_json:
        print_json({"parts": shares, "games": played, "workers": workers, "seconds": seconds, "bytes": size, "folder": folder})
        return
    rows = [
        (part["part"], f"{part['count']:,} {part['counted']}", f"{part['games']:,}", _time(part["seconds"]), _size(part["bytes"]))
        for part in shares
    ]
    print_table(("part", *right("what is counted", "games", "time", "disk")), rows)
    print_text(f"{played:,} games, {_cost(seconds, workers, size, folder)}. Nothing was played into it.")


def _measured(plan: Plan, workers: int) -> tuple[CellEstimate, ...]:
    from citadels_sim.engine.prepare import prepare
    from citadels_sim.runs.measure import estimate

    prepare(plan.entry_points(), note)
    return estimate(plan, workers)


def _already(plan: Plan, folder: str, words: Sequence[str]) -> int:
    """Count what a run folder has of a plan; print why the plan would not go on with it, where it would not."""
    from citadels_sim.errors import RunError
    from citadels_sim.runs.folder import RunFolder
    from citadels_sim.runs.store import open_store

    store = open_store(folder)
    try:
        if Path(folder).is_file():
            raise RunError(f"{folder}: is a file. Choose a folder with --out.")
        there = RunFolder(store, plan, words).files if store.exists() else {}
    except RunError as error:
        note(f"It would not begin: {error}")
        return 0
    return sum(shard.games for shard in plan.shards() if shard.number in there)


def _print_cells(plan: Plan, cells: Sequence[CellEstimate], unit: str) -> None:
    if plan.experiment.between is not None:
        first, seconds, size = cells[0].cell, sum(c.seconds for c in cells), sum(c.bytes for c in cells)
        each = f"{len(cells)} from {plan.experiment.between[0]} to {plan.experiment.between[1]}"
        numbers = (f"{plan.games:,}", f"{first.blocks:,} each", first.rotations, _time(seconds), _size(size))
        rows: list[tuple[object, ...]] = [(each, first.players, first.lineup, *numbers)]
    else:
        rows = [
            (
                *(c.cell.variant.name, c.cell.players, c.cell.lineup, *([f"{c.cell.games:,}"] if unit != "games" else [])),
                *(f"{c.played:,}", f"{c.cell.blocks:,}", c.cell.rotations, _time(c.seconds), _size(c.bytes)),
            )
            for c in cells
        ]
    own = [unit] if unit != "games" else []
    print_table(("variant", *right("players"), "line-up", *right(*own, "games", "blocks", "rotations", "time", "disk")), rows)


def _cost(seconds: float, workers: int, size: float, folder: str) -> str:
    return f"about {_time(seconds)} with {workers} worker{'s' * (workers > 1)} and {_size(size)} on disk, into {folder}"


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _size(size: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"
