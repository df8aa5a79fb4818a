"""What ``--dry-run`` prints: what a command would play, how many games that is, how long it takes, how big it gets, and where it goes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from citadels_sim.cli.console import note, print_json, print_table, print_text, right
from citadels_sim.cli.run_summary import rounded_words
from citadels_sim.text import time_words

if TYPE_CHECKING:
    from citadels_sim.runs.measure import CellEstimate
    from citadels_sim.runs.plan import Plan


_NOT_COMPILED: Final = (
    "Time and size are not estimated: some code is not compiled on this machine yet, and --dry-run compiles nothing. "
    "The first run compiles it; afterwards --dry-run measures."
)


def print_dry_run(plan: Plan, folder: str, words: Sequence[str], workers: int, *, as_json: bool) -> None:
    """Print what a plan would play into a folder, where nothing is written; `words` is the command line that continues the run."""
    from citadels_sim.runs.measure import known

    unit = plan.design.unit
    cells = _estimated(plan, workers)
    played, seconds, size = sum(c.played for c in cells), sum(c.seconds for c in cells), sum(c.bytes for c in cells)
    there = _already(plan, folder, words)
    if as_json:
        counted = {"cells": [cell.as_data(unit) for cell in cells], unit: plan.games} | {"games": known(played)}
        cost = {"seconds": known(seconds), "bytes": known(size)}
        print_json({**counted, "workers": workers, **cost, "folder": folder, "already": there})
        return
    _print_cells(plan, cells, unit)
    all_games = f" ({_count(played)} games)" if unit != "games" and not math.isnan(played) else ""
    begun = f" {there:,} of the {unit} are already in the folder." if there else ""
    print_text(f"{plan.games:,} {unit}{all_games}, {_cost(seconds, workers, size, folder)}.{begun} Nothing was played.")
    if rounded := rounded_words(plan):
        print_text(rounded)
    if math.isnan(seconds):
        print_text(_NOT_COMPILED)


def print_dry_run_of_parts(parts: Mapping[str, tuple[Plan, int]], folder: str, workers: int, *, as_json: bool) -> None:
    """Print what a command would play that plays several experiments into one folder.

    `parts` are what each part is, its plan, and how often something of its size is played.
    """
    from citadels_sim.runs.measure import known

    shares: list[dict[str, Any]] = []
    cells = {id(plan): _estimated(plan, workers)[0] for plan in {id(plan): plan for plan, _ in parts.values()}.values()}
    for what, (plan, times) in parts.items():
        cell = cells[id(plan)]
        counted = {"part": what, "counted": plan.design.unit, "count": times * plan.games}
        shares.append(counted | {"games": times * cell.played, "seconds": times * cell.seconds, "bytes": times * cell.bytes})
    played, seconds, size = (sum(part[name] for part in shares) for name in ("games", "seconds", "bytes"))
    if as_json:
        data = [part | {name: known(part[name]) for name in ("games", "seconds", "bytes")} for part in shares]
        cost = {"games": known(played), "workers": workers, "seconds": known(seconds), "bytes": known(size)}
        print_json({"parts": data, **cost, "folder": folder})
        return
    rows = [
        (part["part"], f"{part['count']:,} {part['counted']}", _count(part["games"]), time_words(part["seconds"]), _size(part["bytes"]))
        for part in shares
    ]
    print_table(("part", *right("unit", "games", "time", "disk")), rows)
    games = f"{_count(played)} games, " if not math.isnan(played) else ""
    print_text(f"{games}{_cost(seconds, workers, size, folder)}. Nothing was played.")
    if math.isnan(seconds):
        print_text(_NOT_COMPILED)


def _estimated(plan: Plan, workers: int) -> tuple[CellEstimate, ...]:
    """Estimate the cells of a plan from a short measurement, or without one where something would have to be compiled for it."""
    from citadels_sim.compiler.decorators import is_cached
    from citadels_sim.runs.measure import estimate, unmeasured

    return estimate(plan, workers) if all(map(is_cached, plan.entry_points())) else unmeasured(plan)


def _already(plan: Plan, folder: str, words: Sequence[str]) -> int:
    """Count what a run folder has of a plan; print why the plan would not continue it, where it would not."""
    from citadels_sim.errors import RunError
    from citadels_sim.runs.folder import RunFolder
    from citadels_sim.runs.store import open_store

    store = open_store(folder)
    try:
        there = RunFolder(store, plan, words).files if store.exists() else {}
    except RunError as error:
        note(f"The run would be refused: {error}")
        return 0
    return sum(shard.games for shard in plan.shards() if shard.number in there)


def _print_cells(plan: Plan, cells: Sequence[CellEstimate], unit: str) -> None:
    if plan.experiment.between is not None:
        first, seconds, size, played = cells[0].cell, *(sum(getattr(c, name) for c in cells) for name in ("seconds", "bytes", "played"))
        each = f"{len(cells)} from {plan.experiment.between[0]} to {plan.experiment.between[1]}"
        counts = (*([f"{plan.games:,}"] if unit != "games" else []), _count(played))
        numbers = (*counts, f"{first.blocks:,} each", first.rotations, time_words(seconds), _size(size))
        rows: list[tuple[object, ...]] = [(each, first.players, first.lineup, *numbers)]
    else:
        rows = [
            (
                *(c.cell.variant.name, c.cell.players, c.cell.lineup, *([f"{c.cell.games:,}"] if unit != "games" else [])),
                *(_count(c.played), f"{c.cell.blocks:,}", c.cell.rotations, time_words(c.seconds), _size(c.bytes)),
            )
            for c in cells
        ]
    own = [unit] if unit != "games" else []
    print_table(("variant", *right("players"), "line-up", *right(*own, "games", "blocks", "rotations", "time", "disk")), rows)


def _cost(seconds: float, workers: int, size: float, folder: str) -> str:
    measured = (
        f"about {time_words(seconds)} with {workers} worker{'s' * (workers > 1)} and {_size(size)} on disk, "
        if not math.isnan(seconds)
        else ""
    )
    return f"{measured}into {folder}"


def _count(number: float) -> str:
    return "-" if math.isnan(number) else f"{number:,}"


def _size(size: float) -> str:
    if math.isnan(size):
        return "-"
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"
