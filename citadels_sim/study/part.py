"""A part of a study: one experiment, how far its cells are played, and what its figures lack."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from citadels_sim.errors import is_failure
from citadels_sim.judge.criteria import Judgement
from citadels_sim.runs.plan import Cell, Plan, unit_seconds
from citadels_sim.runs.reading import load_run
from citadels_sim.study.budget import Need, next_step
from citadels_sim.study.folder import PartRecord


@dataclass
class Part:
    """One experiment of a study.

    Attributes
    ----------
    name : str
        Of its run folder.
    plan : Plan
        With cells that grow.
    steps, seconds, timed
        As `PartRecord`.
    lacks : list of float
        Of each cell, see `Judgement.lack`.
    judgements : list of Judgement
        What its figures say, where it judges.
    due : bool
        Whether its steps are to be played.
    failed : bool
        Whether its play failed: it is played no further.
    judging : float
        Seconds that judging its figures took, the last time.
    """

    name: str
    plan: Plan
    steps: list[int]
    seconds: list[float]
    timed: list[int]
    lacks: list[float] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    due: bool = True
    failed: bool = False
    judging: float = 0.0

    @property
    def judges(self) -> bool:
        """Whether its figures are held against limits."""
        return self.plan.design.has("judge")

    def first_seconds(self) -> float:
        """Return about how long the first step of the cells that have not played it takes one core."""
        cells = [cell for cell, blocks in zip(self.plan.cells, self.steps, strict=True) if not blocks and not self.failed]
        return sum(cell.looks[0] * self.block_seconds(cell) for cell in cells)

    @property
    def stated_seconds(self) -> float:
        """About how long what was played takes one core, by what bots state of themselves."""
        return sum(blocks * self.block_seconds(cell) for blocks, cell in zip(self.timed, self.plan.cells, strict=True))

    def block_seconds(self, cell: Cell) -> float:
        """Return about how long a block of a cell takes one core, by what bots state of themselves."""
        return cell.per_block * unit_seconds(self.plan.experiment, [self.plan.bots[name] for name in cell.seats])

    def needs(self) -> list[Need]:
        """Return what each cell has, costs and lacks."""
        cost = sum(self.seconds) / max(1, sum(self.timed))
        return [
            Need(blocks, cell.looks, seconds / timed if timed else cost, lack)
            for cell, blocks, seconds, timed, lack in zip(self.plan.cells, self.steps, self.seconds, self.timed, self.lacks, strict=True)
        ]

    def grow(self, blocks: Sequence[float]) -> bool:
        """Take the last look of each cell within so many blocks for the next step; return whether anything is to be played."""
        if self.failed:
            return False
        grown = [next_step(cell.looks, now, wanted) for cell, now, wanted in zip(self.plan.cells, self.steps, blocks, strict=True)]
        self.due = grown != self.steps
        self.steps = grown
        return self.due

    def record(self) -> PartRecord:
        """Return how far it is played."""
        return PartRecord(steps=tuple(self.steps), seconds=tuple(self.seconds), timed=tuple(self.timed))

    def give_up(self, blocks: Sequence[int]) -> None:
        """Play no further than so many blocks of each cell, since playing more failed; it lacks nothing then that time could give."""
        self.failed, self.due = True, False
        self.steps = list(blocks)
        self.lacks = [0.0] * len(self.steps)

    @property
    def spent(self) -> float:
        """Seconds of one process that went into it."""
        return sum(self.seconds)

    def further(self, seconds: float) -> list[float]:
        """Return the blocks that every cell has after so many more seconds of one process, the same share more for each."""
        spent = sum(need.seconds * need.blocks for need in self.needs())
        return [blocks * (1 + seconds / spent) if spent else float(blocks) for blocks in self.steps]


def judged(part: Part, place: Path, notify: Callable[[str], None]) -> list[Judgement]:
    """Judge the figures of a part that lies in a folder; where that fails, say so and return nothing."""
    judge: Callable[[Any], list[Judgement]] = part.plan.design.module("judge").judge_run
    try:
        return judge(load_run(place, verify=False, kind=part.plan.design.name))
    except BaseException as error:
        if os.environ.get("CITADELS_TRACEBACK") or not is_failure(error):
            raise
        notify(f"{part.name} cannot be judged and is not played further ({type(error).__name__}: {error})")
        return []
