"""Which shard is played next, and when a cell has enough: the same shards in the end, whoever plays them in whatever order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import polars as pl

from citadels_sim.lab.tournament.precision import CellWatch, Look, look_at, told
from citadels_sim.runs.plan import Cell, Plan, Shard

__all__ = ["Schedule"]

ReadSums = Callable[[Shard], pl.DataFrame]


class _Course:
    """The shards of one cell, up to the next look at its intervals.

    Attributes
    ----------
    open : list of Shard
        What may be handed out, the next one last.
    over : bool
        Whether the cell is played.
    end : int
        Shards of the cell that are played in all, as far as is decided.
    """

    def __init__(self, cell: Cell, shards: list[Shard], done: Collection[int], precision: float | None) -> None:
        self.cell = cell
        self.shards = shards
        self.look: Look | None = None
        self.over = False
        self._done = {shard.number for shard in shards if shard.number in done}
        self._precision = precision
        self._watch = CellWatch(cell, precision) if precision is not None else None
        self._looks = look_at(cell, shards) if precision is not None else [len(shards)]
        self._begin, self.end = 0, self._looks.pop(0)
        self.open: list[Shard] = []
        self._hand_out()

    def _hand_out(self) -> None:
        stage = self.shards[self._begin : self.end]
        self._waiting = {shard.number for shard in stage if shard.number not in self._done}
        self.open = [shard for shard in reversed(stage) if shard.number in self._waiting]

    def finish(self, number: int) -> None:
        self._waiting.discard(number)

    def advance(self, read_sums: ReadSums) -> None:
        """Look, if all shards before the look are done, and again, until shards are missing or the cell is played."""
        while not self.over and not self._waiting:
            if self._watch is not None and self._precision is not None:
                for shard in self.shards[self._begin : self.end]:
                    self._watch.add(shard, read_sums(shard))
                self.look = self._watch.look()
                self.over = self.look.half_width <= self._precision
            self.over = self.over or not self._looks
            if not self.over:
                self._begin, self.end = self.end, self._looks.pop(0)
                self._hand_out()

    @property
    def most_left(self) -> int:
        """Shards that are not done, if all are played."""
        return 0 if self.over else len(self._waiting) + len(self.shards) - self.end

    @property
    def blocks(self) -> int:
        """Blocks that are played in all, as far as is decided."""
        return self.shards[self.end - 1].end if self.over else self.cell.blocks


class Schedule:
    """Hands out the shards that are missing.

    Parameters
    ----------
    plan : Plan
    done : collection of int
        Numbers of the shards that are there.
    read_sums : callable
        Reads the table of sums of a shard that is done.
    """

    def __init__(self, plan: Plan, done: Collection[int], read_sums: ReadSums) -> None:
        self._plan = plan
        self._read = read_sums
        by_cell: list[list[Shard]] = [[] for _ in plan.cells]
        for shard in plan.shards():
            by_cell[shard.cell].append(shard)
        self._courses = [_Course(cell, by_cell[cell.index], done, plan.experiment.precision) for cell in plan.cells]
        for course in self._courses:
            course.advance(read_sums)
        self._again: list[Shard] = []

    @property
    def over(self) -> bool:
        """Whether every shard that has to be played is done."""
        return all(course.over for course in self._courses)

    @property
    def left(self) -> int:
        """Shards that are not done yet, at most."""
        return sum(course.most_left for course in self._courses)

    @property
    def open(self) -> int:
        """Shards that can be handed out now; the others are handed out already, or wait for a look."""
        return len(self._again) + sum(len(course.open) for course in self._courses)

    @property
    def games(self) -> int:
        """Games in all: of cells that ended early those that were played, of the others those that were asked for."""
        return sum(course.blocks * course.cell.rotations for course in self._courses)

    def take(self) -> Shard | None:
        """Hand out a shard; None when those that are left wait for others to be done."""
        if self._again:
            return self._again.pop()
        for course in self._courses:
            if course.open:
                return course.open.pop()
        return None

    def give_back(self, shard: Shard) -> None:
        """Take a shard back that its player lost; it is handed out again, next."""
        self._again.append(shard)

    def finish(self, shard: Shard) -> None:
        """Note that a shard is done."""
        course = self._courses[shard.cell]
        course.finish(shard.number)
        course.advance(self._read)

    def told(self) -> Mapping[int, Mapping[str, Any]]:
        """Say for the manifest how far each cell was played, and why it ended there."""
        return {c.cell.index: told(c.look, c.cell, self._plan.experiment.precision, c.blocks) for c in self._courses}

    def played(self) -> list[list[Shard]]:
        """Give the shards of each cell that are played in all, as far as is decided."""
        return [course.shards[: course.end] for course in self._courses]

    def reasons(self) -> list[str]:
        """Say of each cell that is played why it ended where it did."""
        return [
            f"{c.cell.variant.name}, {c.cell.players} players, {c.cell.lineup}: {c.blocks * c.cell.rotations:,} games: {told['why']}"
            for c in self._courses
            if c.over and (told := self.told()[c.cell.index]["stopped"])
        ]
