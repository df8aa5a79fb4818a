"""Continuing a study: the steps of its record are compared with its parts and their run folders, for anybody may have handed it over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from citadels_sim.errors import RunError
from citadels_sim.foreign import is_file
from citadels_sim.runs.manifest import read_manifest
from citadels_sim.study.folder import part_folder, record_of
from citadels_sim.study.part import Part
from citadels_sim.tables.keys import Cell

_SLOWER: Final = 4.0
"""How many times as long as its bots state a machine may take; a step fits into the time of the study that began it."""
_ANEW: Final = "Begin the study again in a new folder"


def check_steps(folder: Path, parts: Sequence[Part], seconds: float | None) -> None:
    """Refuse steps that no study has taken.

    Parameters
    ----------
    folder : pathlib.Path
        Of the study.
    parts : sequence of Part
        As far played as its record says.
    seconds : float or None
        What all processes together have; None: as long as a precision takes.

    Raises
    ------
    RunError
        If a step is none that the part can take, less than its run folder holds, or much more than the time allows.
    """
    unplayed = 0.0
    for part in (part for part in parts if any(part.steps)):
        where = f"{record_of(folder)}: parts.{part.name}.steps"
        there = _blocks_of(part_folder(folder, part.name))
        for cell, blocks in zip(part.plan.cells, part.steps, strict=True):
            played = there[cell.variant.name, cell.players, cell.lineup]
            if blocks and blocks not in cell.looks:
                raise RunError(f"{where}: {blocks} is not a number of blocks at the end of a step. {_ANEW}.")
            if blocks < played:
                raise RunError(f"{where}: {blocks} where the run folder has {played} blocks. {_ANEW}.")
            unplayed += part.block_seconds(cell) * (blocks - played)
    if seconds is not None and unplayed > _SLOWER * max(1.0, seconds):
        raise RunError(
            f"{record_of(folder)}: parts: their steps would take about {unplayed / 60:,.0f} minutes of one process, and there are "
            f"{seconds / 60:,.1f}. Give more --minutes, or begin the study again in a new folder."
        )


def _blocks_of(run: Path) -> Counter[Cell]:
    """Count the blocks of each cell that a run folder has files of; none where there is no run that can be read."""
    blocks: Counter[Cell] = Counter()
    try:
        manifest = read_manifest(run) if run.is_dir() else None
    except RunError:  # the run itself is refused, with its own message, when it is played further
        manifest = None
    if manifest is None:
        return blocks
    numbers = {shard.number for shard in manifest.shards if is_file(run / shard.path)}
    for number, (cell, first, end, _) in enumerate(manifest.ranges()):
        blocks[cell.key] += (end - first) * (number in numbers)
    return blocks
