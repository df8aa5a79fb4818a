"""Playing a study: every part a little first, then, round after round, where the verdicts lack most."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import CitadelsError, RunError
from citadels_sim.lab.criteria import Judgement
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import Cell, Plan, make_plan
from citadels_sim.runs.pool import WorkerPool
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import Progress, Team, run_plan
from citadels_sim.study.budget import divide
from citadels_sim.study.folder import PartRecord, StudyRecord, page_folder, part_folder, write_study
from citadels_sim.study.part import Part
from citadels_sim.study.question import designs_of_studies
from citadels_sim.study.repairs import search_repairs, worst_figures

__all__ = ["Forecast", "Study", "StudyProgress"]

_MOST: Final = 40_000
"""Most games, nodes or deals of a cell, in units of the first shards of its design (1,000 where it names none)."""
_ROUND: Final = 0.4
"""Share of the time left that a round gets: the next one is divided by what this one shows."""
_LAST: Final = 0.12
"""With less of the time left than this share of the whole, one round takes all of it."""
_REPAIRS: Final = 0.25
"""Share of the time for searching what to try next, where some figure lies beyond its limit."""
_REPAIR_SECONDS: Final = 90.0
"""How long that takes where a precision is asked for."""
_OTHERS: Final = 0.5
"""Weight of a line-up behind the first: its widest interval may be twice as wide, which takes a quarter of the blocks."""
_FIXED: Final = 20
"""Where a precision is asked for: how often the first step a part gets that judges nothing."""
_BEGUN: Final = 0.5
"""Share of the time after which no part is begun that judges nothing: on a slow machine the first steps of the others take it."""


class StudyProgress(Progress):
    """What wants to know how a study goes on: as `Progress`, part after part."""

    def round(self, number: int, text: str) -> None:
        """Show that a round begins, and what it is for."""

    def part(self, name: str, plan: Plan) -> None:
        """Show that a part is played now."""

    def played(self, name: str) -> None:
        """Show that a part's step is done."""


class Forecast(NamedTuple):
    """How far one cell would come: blocks, and the half-width of its widest open interval in units of its limit."""

    part: str
    unit: str
    cell: Cell
    blocks: int
    lack: float


class Study:
    """A study that is played into a folder, from wherever it stands.

    Parameters
    ----------
    folder : pathlib.Path
    record : StudyRecord
        What it is about and how far it is played.
    workers : int
        Processes.
    team : Team, optional
        Who plays instead.
    progress : StudyProgress, optional
    only_judged : bool
        Whether to leave out what judges nothing, as for a forecast.

    Attributes
    ----------
    parts : list of Part
    skipped : dict of str to str
        Parts that cannot be played, and why.
    """

    def __init__(
        self, folder: Path, record: StudyRecord, workers: int, *, team: Team | None = None, progress: StudyProgress | None = None,
        only_judged: bool = False,
    ) -> None:  # fmt: skip
        page_folder(folder)  # refused before anything is played
        self.folder = folder
        self.question = record.question
        self.skipped = dict(record.skipped)
        self.parts = [part for part in self._parts(record) if part.judges or not only_judged]
        if not self.parts:
            raise RunError(f"nothing of this study can be played: {'; '.join(self.skipped.values())}")
        self._watch = progress or StudyProgress()
        self._workers = workers
        self._team = team
        self._spent = record.spent
        self._begun = time.monotonic()
        self._command = ["citadels", "study", str(folder)]
        self._number = 1
        self._since = record.spent

    def _parts(self, record: StudyRecord) -> Any:
        question, known = record.question, designs_of_studies()
        for design in (known[name] for name in question.designs if name in known):
            for keys in question.experiments(design):
                name = keys["name"]
                try:
                    experiment = make_experiment({**keys, "games": _MOST * (design.shard_games or 1_000)}, name)
                    plan = make_plan(experiment.model_copy(update={"growing": True}), name)
                except CitadelsError as error:
                    self.skipped[name] = str(error).splitlines()[-1].strip()
                    continue
                before = record.parts.get(name)
                if before is None or len(before.steps) != len(plan.cells):
                    yield Part(name, plan, [0] * len(plan.cells), [0.0] * len(plan.cells), [0] * len(plan.cells))
                else:
                    yield Part(name, plan, list(before.steps), list(before.seconds), list(before.timed))

    @property
    def spent(self) -> float:
        """Seconds that the study has taken, in all sessions."""
        return self._spent + time.monotonic() - self._begun

    def play(self, seconds: float | None, after_round: Callable[[], None] = lambda: None, *, repairs: bool = True) -> None:
        """Play until all verdicts are settled, the precision is reached, or the time is up; then search for what to try next.

        Parameters
        ----------
        seconds : float or None
            How long it may take from now on; None: until the question's precision is reached.
        after_round : callable
            Called when the folder holds a round more.
        repairs : bool
            Whether to search for rule changes where figures lie beyond their limits.
        """
        self._compile()
        until = None if seconds is None else self.spent + seconds
        first = until if seconds is None or not repairs else self.spent + (1 - _REPAIRS) * seconds
        try:
            with WorkerPool(self._workers) as pool:
                team = self._team or pool
                self._first(team, until)
                after_round()
                self._rounds(team, first, after_round)
                if repairs and worst_figures(self.judgements):
                    self._repair(team, until)
                elif first != until:
                    self._rounds(team, until, after_round)
        finally:
            self._save("running")
        self._save("complete")

    def _compile(self) -> None:
        """Compile what is missing; the budget's clock begins then, for it happens once on a machine."""
        prepare(dict.fromkeys(point for part in self.parts for point in part.plan.entry_points()), self._watch.compiling)
        self._begun = time.monotonic()

    def _rounds(self, team: Team, until: float | None, after_round: Callable[[], None]) -> None:
        while self._grow(until):
            self._number += 1
            self._watch.round(self._number, self.lacking())
            self._play(team, self.parts)
            after_round()

    def _repair(self, team: Team, until: float | None) -> None:
        seconds = _REPAIR_SECONDS if until is None else max(1.0, until - self.spent)

        def play(plan: Plan, place: str) -> None:
            self._watch.part("what to try next", plan)
            run_plan(plan, place, self._command, team=team, progress=self._watch)
            self._watch.played("what to try next")

        search_repairs(self.folder, self.question, self.judgements, seconds, play, self._watch.note)

    @property
    def judgements(self) -> list[Judgement]:
        """Every judgement of the first bot's tables."""
        return [one for part in self.parts for one in part.judgements if one.lineup == self.question.bots[0]]

    def forecast(self, seconds: float) -> list[Forecast]:
        """Play the first step, and return how far each cell that is judged would come in so many seconds of this study."""
        with WorkerPool(self._workers) as pool:
            self._first(self._team or pool)
        judging = [part for part in self.parts if part.judges]
        wanted = iter(
            divide([need for part in judging for need in part.needs()], (seconds - self.spent) * self._workers * self._judged_share)
        )
        found = []
        for part in judging:
            before = list(part.steps)
            part.grow([next(wanted) for _ in part.steps])
            for cell, old, new, lack in zip(part.plan.cells, before, part.steps, part.lacks, strict=True):
                found.append(Forecast(part.name, part.plan.design.unit, cell, new, lack * math.sqrt(old / new)))
        return found

    @property
    def _judged_share(self) -> float:
        """Share of the time that goes to what is judged."""
        return 1 - sum(self._share(part) for part in self.parts)

    def _share(self, part: Part) -> float:
        """Share of the time of a part that judges nothing; parts of one design share theirs."""
        same = sum(other.plan.design.name == part.plan.design.name for other in self.parts)
        return 0.0 if part.judges else part.plan.design.study_share / same

    def _first(self, team: Team, until: float | None = None) -> None:
        """Play the first step of every part, or what a study that was stopped had begun; what judges nothing comes last."""
        self._watch.round(1, "a little of everything")
        for part in sorted(self.parts, key=lambda part: not part.judges):
            late = until is not None and self.spent - self._since > _BEGUN * (until - self._since)
            if late and not part.judges and not any(part.steps):
                part.due = False
                continue
            part.steps = [max(blocks, cell.looks[0]) for blocks, cell in zip(part.steps, part.plan.cells, strict=True)]
            self._play(team, [part])

    def _play(self, team: Team, parts: Sequence[Part]) -> None:
        """Play some parts as far as their steps say."""
        self._save("running")
        for part in (part for part in parts if part.due):
            self._watch.part(part.name, part.plan)
            place = part_folder(self.folder, part.name)
            summary = run_plan(part.plan, place, self._command, team=team, progress=self._watch, steps=part.steps)
            self._watch.played(part.name)
            for i, time_of in enumerate(summary.cell_times):
                part.seconds[i] += time_of.seconds
                part.timed[i] += time_of.blocks
            part.due = False
            self._judge(part)
        self._save("running")

    def _judge(self, part: Part) -> None:
        """Note what each cell of a part lacks now."""
        part.lacks = [0.0] * len(part.plan.cells)
        if not part.judges:
            return
        judge: Callable[[Any], list[Judgement]] = part.plan.design.part("judge").judge_run
        found = judge(load_run(part_folder(self.folder, part.name), verify=False, kind=part.plan.design.name))
        part.judgements = found
        for i, cell in enumerate(part.plan.cells):
            own = [one for one in found if (one.variant, one.players, one.lineup) == (cell.variant.name, cell.players, cell.lineup)]
            part.lacks[i] = self._weight(cell) * max((self._lack(one) for one in own if _counts(one, cell)), default=0.0)

    def _lack(self, one: Judgement) -> float:
        """Return what a judgement lacks; where a precision is asked for, in units of it, and nothing once it is reached."""
        precision = self.question.precision
        if precision is None:
            return one.lack
        if one.criterion not in ("seat", "character"):
            return 0.0
        width = one.lack * (one.limit if isinstance(one.limit, float) else 1.0)
        return 0.0 if width <= precision / 100 else width / (precision / 100)

    def _weight(self, cell: Cell) -> float:
        return 1.0 if cell.lineup == self.question.bots[0] or len(set(cell.seats)) > 1 else _OTHERS

    def _grow(self, until: float | None) -> bool:
        """Decide the next step of every part; return whether there is one."""
        judging = [part for part in self.parts if part.judges]
        if not any(lack > 0 for part in judging for lack in part.lacks):
            return False
        if until is None:
            return self._grow_to_precision(judging)
        left = (until - self.spent) * self._workers
        whole = (until - self._since) * self._workers
        if left <= 0.02 * whole:
            return False
        # Where no step fits into a round, one may take all that is left.
        return any(self._grow_within(seconds, judging) for seconds in (_ROUND * left, left)[left < _LAST * whole :])

    def _grow_within(self, seconds: float, judging: Sequence[Part]) -> bool:
        """Divide so many seconds of one process: their shares for parts that judge nothing, the rest by what the others lack."""
        total = seconds + sum(part.spent for part in self.parts)
        # Of its share goes what its first step took, which may have been more.
        others = {part.name: max(0.0, self._share(part) * total - part.spent) for part in self.parts if not part.judges and any(part.steps)}
        wanted = iter(divide([need for part in judging for need in part.needs()], max(0.0, seconds - sum(others.values()))))
        grown = [part.grow([next(wanted) for _ in part.steps]) for part in judging]
        if not any(grown):  # what judges nothing does not go on alone
            return False
        for part in self.parts:
            if part.name in others:
                part.grow(part.further(others[part.name]))
        return True

    def _grow_to_precision(self, judging: Sequence[Part]) -> bool:
        """Let every cell whose intervals are too wide take its next look; this follows from what was played alone."""
        grown = []
        for part in judging:
            cells = zip(part.plan.cells, part.steps, part.lacks, strict=True)
            grown.append(part.grow([_next(cell, blocks) if lack > 0 else blocks for cell, blocks, lack in cells]))
        for part in self.parts:
            if not part.judges:
                part.grow([_FIXED * cell.looks[0] for cell in part.plan.cells])
        return any(grown)

    def lacking(self) -> str:
        """Say which cell lacks most."""
        lacks = [(lack, part, cell) for part in self.parts if part.judges for lack, cell in zip(part.lacks, part.plan.cells, strict=True)]
        lack, part, cell = max(lacks, key=lambda entry: entry[0])
        if lack == 0:
            return "every verdict is settled"
        wide = "unknown" if math.isinf(lack) else f"{lack:.1f} times its limit"
        return f"widest open interval: {part.name}, {cell.variant.name}, {cell.players} players, {cell.lineup}: {wide}"

    def _save(self, state: Any) -> None:
        parts: Mapping[str, PartRecord] = {
            part.name: PartRecord(steps=tuple(part.steps), seconds=tuple(part.seconds), timed=tuple(part.timed)) for part in self.parts
        }
        record = StudyRecord(question=self.question, parts=dict(parts), skipped=self.skipped, spent=self.spent, state=state)
        write_study(self.folder, record)


def _counts(one: Judgement, cell: Cell) -> bool:
    """Tell whether a judgement guides the budget: of a mixed line-up only what it is played for."""
    return one.criterion == "skill" or len(set(cell.seats)) == 1


def _next(cell: Cell, blocks: int) -> float:
    return float(next((look for look in cell.looks if look > blocks), blocks))
