"""How the parts of a study grow: what the verdicts of each cell lack, and which steps that makes worth playing next."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from citadels_sim.judge.criteria import CRITERIA, Judgement, Member
from citadels_sim.lineups import lineup_words, players_words
from citadels_sim.report.card import who
from citadels_sim.runs.plan import Cell
from citadels_sim.study.budget import divide
from citadels_sim.study.part import Part
from citadels_sim.study.question import Question
from citadels_sim.text import lower_first

_OTHERS: Final = 0.5
"""Weight of a line-up behind the first: its widest interval may be twice as wide, which takes a quarter of the blocks."""
_EARLY: Final = 0.9
"""Share of the blocks by which intervals are expected to be narrow enough, up to which looks are passed over."""
_GROWTH: Final = 8.0
"""By how much a cell grows at once at most, since widths are rough at first."""
_FIXED: Final = 20
"""Where a precision is given: how often the first step a part gets that judges nothing."""


@dataclass(frozen=True)
class Growth:
    """What decides the next steps of a study's parts.

    Attributes
    ----------
    parts : sequence of Part
        Their steps grow, and what they lack is noted in them.
    """

    question: Question
    parts: Sequence[Part]

    @property
    def judging(self) -> list[Part]:
        """The parts whose figures are held against limits."""
        return [part for part in self.parts if part.judges]

    @property
    def settled(self) -> bool:
        """Whether no verdict lacks anything."""
        return not any(lack > 0 for part in self.judging for lack in part.lacks)

    def is_about(self, variant: str) -> bool:
        """Return whether the study answers for the figures of a variant: of a change of rules for those of the changed rules alone."""
        return not self.question.changes_rules or variant == self.parts[0].plan.variants[-1].name

    def note(self, part: Part, judgements: list[Judgement]) -> None:
        """Note what the figures of a part say now, and what each of its cells lacks."""
        part.judgements = judgements
        for i, cell in enumerate(part.plan.cells):
            table = cell.variant.name, cell.players, cell.lineup
            own = [one for one in judgements if (one.variant, one.players, one.lineup) == table]
            part.lacks[i] = self._weight(cell) * max((self._lack(one) for one in own if _counts(one, cell)), default=0.0)

    def _lack(self, one: Judgement) -> float:
        """Return what a judgement lacks; where a precision is given, in units of it, and nothing once it is reached."""
        precision = self.question.precision
        if precision is None:
            return one.lack
        if one.criterion not in ("seat", "character"):
            return 0.0
        return 0.0 if one.widest <= precision / 100 else one.widest / (precision / 100)

    def _weight(self, cell: Cell) -> float:
        return 1.0 if cell.lineup == self.question.bots[0] or len(set(cell.seats)) > 1 else _OTHERS

    def _share(self, part: Part) -> float:
        """Share of the time of a part that judges nothing; parts of one design share theirs."""
        same = sum(other.plan.design.name == part.plan.design.name for other in self.parts)
        return 0.0 if part.judges else part.plan.design.study_share / same

    def forecast(self, seconds: float) -> list[list[int]]:
        """Return the blocks of each cell of each part that judges, were so many seconds of one process divided now."""
        return self._divided(seconds * (1 - sum(self._share(part) for part in self.parts)))

    def _divided(self, seconds: float) -> list[list[int]]:
        wanted = iter(divide([need for part in self.judging for need in part.needs()], max(0.0, seconds)))
        return [[next(wanted) for _ in part.steps] for part in self.judging]

    def within(self, seconds: float) -> bool:
        """Divide so many seconds of one process: their shares for parts that judge nothing, the rest by what the others lack.

        Returns
        -------
        bool
            Whether any step fits.
        """
        total = seconds + sum(part.spent for part in self.parts)
        # Of its share goes what its first step took, which may have been more.
        others = {part.name: max(0.0, self._share(part) * total - part.spent) for part in self.parts if not part.judges and any(part.steps)}
        divided = self._divided(seconds - sum(others.values()))
        grown = [part.grow(wanted) for part, wanted in zip(self.judging, divided, strict=True)]
        if not any(grown):  # parts that judge nothing do not grow alone
            return False
        for part in self.parts:
            if part.name in others:
                part.grow(part.further(others[part.name]))
        return True

    def to_precision(self) -> bool:
        """Let every cell whose intervals are too wide take its next look, or a later one; this follows from what was played alone.

        Returns
        -------
        bool
            Whether there is any.
        """
        grown = []
        for part in self.judging:
            cells = zip(part.plan.cells, part.steps, part.lacks, strict=True)
            grown.append(part.grow([_next(cell, blocks, lack) if lack > 0 else blocks for cell, blocks, lack in cells]))
        for part in self.parts:
            if part.plan.design.study_share and not part.judges:
                part.grow([_FIXED * cell.looks[0] for cell in part.plan.cells])
        return any(grown)

    def lacking(self) -> str:
        """State which cell lacks most; of a change of rules among those of the changed rules."""
        lacks = [(lack, part, cell) for part in self.judging for lack, cell in zip(part.lacks, part.plan.cells, strict=True)]
        about = [entry for entry in lacks if self.is_about(entry[2].variant.name)]
        lack, part, cell = max(about or lacks, key=lambda entry: entry[0])
        if lack == 0:
            return "every verdict is settled" if self.settled else f"every verdict of {cell.variant.name} is settled"
        own = [one for one in part.judgements if one.table == (cell.variant.name, cell.players, cell.lineup) and _counts(one, cell)]
        one = max(own, key=self._lack, default=None)
        what, wide = part.name, "its interval is not known yet"
        if one is not None and (member := one.most_open) is not None:
            what = _subject(one.criterion, member)
            if math.isfinite(one.lack):
                wide = f"its interval is {one.lack:.1f} times as wide as its limits"
        return f"{what} at {cell.players} players is still open ({cell.variant.name}, {players_words([cell.lineup])}): {wide}"

    def ending(self) -> str:
        """State why the study ends here, and what is left undecided."""
        if self.settled and self.question.precision is not None:
            points = f"{self.question.precision:g} percentage point{'s' * (self.question.precision != 1)}"
            return f"the precision of {points} is reached{self._undecided()}{self._unplayed()}"
        return f"{self.lacking()}{self._undecided()}{self._unplayed()}"

    def _unplayed(self) -> str:
        """Name the parts whose play failed."""
        failed = [part.name for part in self.parts if part.failed]
        return f"; not finished: {', '.join(failed)}" if failed else ""

    def _undecided(self) -> str:
        """Count what the bot that judges leaves undecided, as the page does: seats and characters each, of all else tables."""
        counts: dict[str, int] = {}  # of each criterion
        tables: dict[str, int] = {}
        judged = (one for part in self.judging for one in part.judgements if one.lineup == self.question.bots[0])
        for one in (one for one in judged if self.is_about(one.variant)):
            states = [one.state_of(member) for member in one.members]
            open_ones = states.count("open") if one.criterion in ("seat", "character") else int(one.state == "open")
            counts[one.criterion] = counts.get(one.criterion, 0) + open_ones
            tables[one.criterion] = tables.get(one.criterion, 0) + (open_ones > 0)
        words = [
            f"{count} {criterion}{'s' * (count > 1)}{f' over {tables[criterion]} tables' * (tables[criterion] > 1)}"
            if criterion in ("seat", "character")
            else f"{CRITERIA[criterion].title.lower()} at {count} table{'s' * (count > 1)}"
            for criterion, count in counts.items()
            if count
        ]
        return f"; undecided with {lineup_words(self.question.bots[0])}: {', '.join(words)}" if words else ""


def _subject(criterion: str, member: Member) -> str:
    """Name what a figure is of: ``the Warlord``, else the seat or the figure."""
    name = who(criterion, member)
    return f"the {name}" if criterion == "character" else name if criterion == "seat" else lower_first(CRITERIA[criterion].title)


def _counts(one: Judgement, cell: Cell) -> bool:
    """Return whether a judgement guides the budget: of a mixed line-up only what it is played for."""
    return one.criterion == "skill" or len(set(cell.seats)) == 1


def _next(cell: Cell, blocks: int, lack: float) -> float:
    """Return the next look of a cell, or the last one before its intervals are likely to be narrow enough."""
    likely = _EARLY * blocks * min(lack**2, _GROWTH / _EARLY)
    looks = [look for look in cell.looks if look > blocks]
    return float(max([look for look in looks if look <= likely] or looks[:1] or [blocks]))
