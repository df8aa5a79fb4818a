"""Which shard is played next, and when a cell has enough: the same shards in the end, whoever plays them in whatever order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from citadels_sim.runs.plan import Cell, Plan, Shard

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Schedule", "look_at"]

ReadSums = Callable[[Shard], "pl.DataFrame"]


class Watch(Protocol):
    """Looks at the intervals of a cell while it is played."""

    def add(self, shard: Shard, sums: pl.DataFrame) -> None:
        """Add a shard's table of sums."""

    def look(self) -> bool:
        """Return whether the intervals are as narrow as requested."""

    def described(self, blocks: int) -> Mapping[str, Any]:
        """Describe for the manifest how far the cell was played, so many blocks, and why it ended there."""


def look_at(cell: Cell, shards: Sequence[Shard]) -> list[int]:
    """Return after how many shards of a cell, in their order, its intervals are examined; the last is always all of them."""
    looks = set(cell.looks)
    return [i for i, shard in enumerate(shards, start=1) if shard.end in looks]


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

    def __init__(self, cell: Cell, shards: list[Shard], done: Collection[int], watch: Watch | None, most: int | None) -> None:
        self.cell = cell
        self.shards = shards if most is None else [shard for shard in shards if shard.end <= most]
        self._most = cell.blocks if most is None else most
        self.over = False
        self._done = {shard.number for shard in shards if shard.number in done}
        self._watch = watch
        self._looks = [len(self.shards)] if watch is None else look_at(cell, shards)
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
            if self._watch is not None:
                for shard in self.shards[self._begin : self.end]:
                    self._watch.add(shard, read_sums(shard))
                self.over = self._watch.look()
            self.over = self.over or not self._looks
            if not self.over:
                self._begin, self.end = self.end, self._looks.pop(0)
                self._hand_out()

    def described(self) -> Mapping[str, Any]:
        """Describe for the manifest how far the cell was played, and why it ended there."""
        if self._watch is not None:
            return self._watch.described(self.blocks)
        if self._most == self.cell.blocks:
            return {"stopped": {"by": "games", "why": "all games of the experiment are played"}}
        return self.cell.played(self.blocks) | {"stopped": {"by": "study", "why": "the study has stopped it there so far"}}

    @property
    def most_left(self) -> int:
        """Shards that are not done, if all are played."""
        return 0 if self.over else len(self._waiting) + len(self.shards) - self.end

    @property
    def blocks(self) -> int:
        """Blocks that are played in all, as far as is decided."""
        return self.shards[self.end - 1].end if self.over else self._most


class Schedule:
    """Hands out the shards that are missing.

    Parameters
    ----------
    plan : Plan
    done : collection of int
        Numbers of the shards that are there.
    read_sums : callable
        Reads the table of sums of a shard that is done.
    steps : sequence of int, optional
        Of a plan that grows: blocks of each cell that are played now, each one of the cell's looks.
    """

    def __init__(self, plan: Plan, done: Collection[int], read_sums: ReadSums, steps: Sequence[int] | None = None) -> None:
        self._plan = plan
        self._read = read_sums
        by_cell: list[list[Shard]] = [[] for _ in plan.cells]
        for shard in plan.shards():
            by_cell[shard.cell].append(shard)
        precision = plan.experiment.precision
        watches = [plan.design.module("precision").CellWatch(cell, precision) if precision is not None else None for cell in plan.cells]
        most = [None] * len(plan.cells) if steps is None else steps
        self._courses = [_Course(cell, by_cell[cell.index], done, watches[cell.index], most[cell.index]) for cell in plan.cells]
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
        """Games in all: of cells that ended early those that were played, of the others those that were requested."""
        return sum(course.blocks * course.cell.per_block for course in self._courses)

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

    def described(self) -> Mapping[int, Mapping[str, Any]]:
        """Describe for the manifest how far each cell was played, and why it ended there."""
        return {course.cell.index: course.described() for course in self._courses}

    def reasons(self) -> list[str]:
        """State for each cell that is played why it ended where it did."""
        return [
            f"{c.cell.variant.name}, {c.cell.players} players, {c.cell.lineup}: {c.blocks * c.cell.per_block:,} games: {stopped['why']}"
            for c in self._courses
            if c.over and (stopped := self.described()[c.cell.index]["stopped"])
        ]
