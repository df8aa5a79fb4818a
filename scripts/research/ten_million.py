"""Time, memory and disk of many games without rows."""

from __future__ import annotations

import tempfile
from pathlib import Path

from citadels_sim.bench.runs import disk_of, measure_analysis, measure_run
from scripts.research.pages import say

PARTS = 8


def main(games: int = 10_000_000) -> bool:
    """Play, measure and print; return whether anything is beyond what was promised."""
    share = games / 10_000_000
    with tempfile.TemporaryDirectory(prefix="citadels-") as name:
        folder = Path(name) / "run"
        measure_run(Path(name) / "warm", 1, 1)  # compiled before the clock runs
        run = measure_run(folder, games, 2)
        disk = disk_of(folder) / 1e6
        analysis = measure_analysis(folder)
    memory = [run.memory_of(part, PARTS) for part in range(PARTS)]
    say(f"memory in {PARTS} equal parts of the time: {', '.join(f'{mb:,.0f}' for mb in memory)} MB")
    missed = False
    for what, value, goal, unit in (
        ("time", run.seconds, 300 * share, "s"),
        ("memory of all processes", run.memory or 0.0, 1000, "MB"),
        ("memory gained after a quarter of the time", memory[-1] - memory[2], 20, "MB"),
        ("disk", disk, 50 * share, "MB"),
    ):
        holds = value < goal
        missed |= not holds
        say(f"{games:,} games: {what} {value:,.1f} {unit} (under {goal:,.1f} {unit}): {'yes' if holds else 'NO'}")
    say(f"{games / run.seconds:,.0f} games/s; analysed in {analysis.seconds:.1f} s")
    return missed
