"""Playing a study: every part a little first, then, round after round, where the verdicts lack most."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import RunError
from citadels_sim.judge.criteria import Judgement
from citadels_sim.runs.designs import all_designs
from citadels_sim.runs.plan import Plan
from citadels_sim.runs.pool import WorkerPool
from citadels_sim.runs.pool_types import Pool
from citadels_sim.runs.runner import run_plan
from citadels_sim.study import explaining
from citadels_sim.study.clock import Clock
from citadels_sim.study.confirming import Confirming, headline
from citadels_sim.study.failing import failing_members, repairable
from citadels_sim.study.first_steps import Omissions
from citadels_sim.study.folder import StudyRecord, page_folder, part_folder, write_study
from citadels_sim.study.growth import Growth
from citadels_sim.study.page_time import page_seconds
from citadels_sim.study.part import Part, judged
from citadels_sim.study.planning import planned_parts
from citadels_sim.study.progress import StudyProgress
from citadels_sim.study.question import said_of_question
from citadels_sim.study.repairs import SHARE, search_repairs, worst_figures
from citadels_sim.study.resuming import check_steps
from citadels_sim.study.setback import Setbacks, ends_study

_ROUND: Final = 0.4
"""Share of the time left that a round gets: the next one is divided by what this one shows."""
_LAST: Final = 0.12
"""With less of the time left than this share of the whole, one round takes all of it."""
_REPAIR_SECONDS: Final = 90.0
"""How long that takes where a precision is given."""


class Study:
    """A study that is played into a folder, from wherever it stands.

    Parameters
    ----------
    folder : pathlib.Path
    record : StudyRecord
        What it is about and how far it is played.
    workers : int
        Processes.
    pool : Pool, optional
        Who plays instead.
    progress : StudyProgress, optional
    only_judged : bool
        Whether to leave out what judges nothing, as for a forecast.

    Attributes
    ----------
    parts : list of Part
    skipped : dict of str to str
        Parts that cannot be planned, and why.
    setbacks : Setbacks
        Parts whose play failed.
    judges : tuple of str
        Who judges, in sentences.
    omissions : Omissions
        Parts that are not begun for want of time.
    growth : Growth
        What decides their next steps.
    confirming : Confirming
        What is played so that stronger players confirm the headline, or do not.
    """

    def __init__(
        self,
        folder: Path,
        record: StudyRecord,
        workers: int,
        *,
        pool: Pool | None = None,
        progress: StudyProgress | None = None,
        only_judged: bool = False,
    ) -> None:
        page_folder(folder)  # refused before anything is played
        self.folder = folder
        self.question = record.question
        self._record = record
        self.judges = record.judges or said_of_question(record.question)
        planned, self.skipped = planned_parts(record)
        self.parts = [part for part in planned if part.judges or not only_judged]
        if not self.parts:
            raise RunError(f"nothing of this study can be played: {'; '.join(self.skipped.values())}")
        for part in (part for part in self.parts if part.judges):
            part.plan.design.module("judge")  # imported now, so that the first judging takes as long as the others
        self.growth = Growth(self.question, self.parts)
        self.confirming = Confirming(record, workers)
        self._watch = progress or StudyProgress()
        self.workers = workers
        self._pool = pool
        self._clock = Clock(record.spent)
        self._command = ["citadels", "study", str(folder)]
        self._number = 1
        self.omissions = Omissions(self.parts, workers, self._clock, self._watch.note)
        self.setbacks = Setbacks(folder, self._watch.note)

    @property
    def spent(self) -> float:
        """Seconds that the study has taken, in all sessions."""
        return self._clock.spent

    def play(
        self,
        seconds: float | None,
        after_round: Callable[[], None] = lambda: None,
        *,
        repairs: bool = True,
        page: bool = False,
        before: float = 0.0,
    ) -> None:
        """Play until all verdicts are settled, the precision is reached, or the time is up; then search for what to try next.

        Parameters
        ----------
        seconds : float or None
            How long it may take from now on, compiling apart; None: until the question's precision is reached.
        after_round : callable
            Called when the folder holds a round more.
        repairs : bool
            Whether to search for rule changes where figures lie beyond their limits.
        page : bool
            Whether the time holds the page that is made afterwards, too.
        before : float
            Seconds that went by before, of the time that was requested; for what is said of it.
        """
        check_steps(self.folder, self.played, None if seconds is None else seconds * self.workers)
        self._compile()
        self._clock.set_limit(seconds, holds_page=page, before=before)
        self._announce()
        try:
            with WorkerPool(self.workers) as own:
                pool = self._pool or own
                self._first(pool)
                after_round()
                share = 1 - SHARE if repairs else 1.0
                before = share - self.confirming.share
                self._rounds(pool, before - explaining.SHARE, after_round)
                self._explain(pool, before)
                self._rounds(pool, before, after_round)
                if not self._confirm(pool, share):
                    self._rounds(pool, share, after_round)
                    self._confirm(pool, share, last=True)
                if repairs and worst_figures(repairable := self._repairable()):
                    self._repair(pool, repairable)
                elif repairs and seconds is not None:
                    self._rounds(pool, 1.0, after_round)
        finally:
            self._save("running")
        self._save("complete")

    @property
    def played(self) -> list[Part]:
        """All parts, those that confirm what the others find last."""
        return [*self.parts, *self.confirming.parts]

    def close(self) -> None:
        """Note that the page is made: the time that it took is the study's, too."""
        self._save("complete")

    def _end(self, share: float = 1.0) -> float | None:
        """Return until when a share of the time for play lasts: all of it, less what the page will take."""
        return self._clock.end(self._page_seconds(), share)

    def _page_seconds(self) -> float:
        """Return how much of the requested time the page will take."""
        return page_seconds(self.played) if self._clock.holds_page else 0.0

    def _announce(self) -> None:
        """State beforehand what does not fit: what judges nothing is left out; the first step of all else is played in any case."""
        if (seconds := self._clock.seconds_for_play(self._page_seconds())) is not None:
            self.omissions.warn()
            self.omissions.leave_out(seconds)

    def entry_points(self) -> list[Callable[..., Any]]:
        """Name the compiled entry points that all parts need, and what comes after them."""
        points = [*(point for part in self.parts for point in part.plan.entry_points()), *self.confirming.entry_points()]
        return points + (list(all_designs()["why"].player.KERNELS) if explaining.is_explained(self.question) else [])

    def _compile(self) -> None:
        """Compile what is missing; the budget's clock begins then, for it happens once on a machine."""
        try:
            prepare(dict.fromkeys(self.entry_points()), self._watch.compiling)
        except BaseException as error:
            if ends_study(error):
                raise  # else it is raised again by the parts that need it, which are left out
        self._clock.restart()

    def _rounds(self, pool: Pool, share: float, after_round: Callable[[], None]) -> None:
        while self._grow(share):
            self._number += 1
            self._watch.round(self._number, self.growth.lacking())
            self._play(pool, self.parts)
            after_round()

    def _explain(self, pool: Pool, share: float) -> None:
        """Split the effects of the characters that are farthest out of balance, as many as there is time for."""
        end = self._end(share)
        names = explaining.names_to_explain(self.question, self.judgements, () if end else self.parts)
        for number, name in enumerate(names):
            left = explaining.SECONDS if end is None else end - self.spent
            seconds = left * self.workers / (len(names) - number)
            for part in explaining.steps_of(self.question, self.parts, name, seconds, self._watch.note):
                self._play(pool, [part])

    def _confirm(self, pool: Pool, share: float, *, last: bool = False) -> bool:
        """Let stronger players play the tables of the headline again, until a share of the time is over; return whether there is any.

        Where there is none although characters are found too strong or too weak, the `last` call says so.
        """
        self._play(pool, self.confirming.parts)  # what was begun when the study was stopped
        if not (wanted := headline(self.judgements)) or self.confirming.bot is None:
            return False
        end = self._end(share) if self.confirming.share else None
        until = self.spent if end is None else end
        if self.confirming.share and self.confirming.play(wanted, until, lambda: self.spent, partial(self._confirming, pool)):
            return True
        if last:
            self._watch.note(self.confirming.too_short or self.confirming.too_late)
        return False

    def _confirming(self, pool: Pool, part: Part) -> None:
        """Play a part that confirms, or does not."""
        self._number += 1
        self._watch.round(self._number, self.confirming.purpose)
        self._play(pool, [part])

    def _repair(self, pool: Pool, judgements: Sequence[Judgement]) -> None:
        end = self._end()
        seconds = _REPAIR_SECONDS if end is None else max(1.0, end - self.spent)

        def play(plan: Plan, place: str) -> None:
            self._watch.part("what to try next", plan)
            run_plan(plan, place, self._command, pool=pool, progress=self._watch)
            self._watch.played("what to try next")

        search_repairs(self.folder, self.question, judgements, seconds, play, self._watch.note)

    @property
    def judgements(self) -> list[Judgement]:
        """Every judgement of the first bot's tables; of a change of rules those of the changed rules, which are to be repaired."""
        judged = (one for part in self.parts for one in part.judgements if one.lineup == self.question.bots[0])
        return [one for one in judged if self.growth.is_about(one.variant)]

    def _repairable(self) -> list[Judgement]:
        """Return what changes of rules are searched for; where no bot can, say so."""
        found, player = repairable(self.judgements, self.question.bots, [one for part in self.parts for one in part.judgements])
        if player is None and failing_members(self.judgements):
            self._watch.note("No search for what to try next: changed rules need a bot that plays any rules, such as planner.")
        return found

    def play_first(self) -> None:
        """Play the first step of every part, and nothing more."""
        with WorkerPool(self.workers) as own:
            self._first(self._pool or own)

    def _first(self, pool: Pool) -> None:
        """Play the first step of every part, or what a study that was stopped had begun; what judges nothing comes last."""
        self._watch.round(1, "first games of all parts")
        for part in sorted(self.parts, key=lambda part: not part.judges):
            if not part.judges and (seconds := self._clock.seconds_for_play(self._page_seconds())) is not None:
                self.omissions.leave_out(seconds)  # by now it is known how fast this machine plays
            if part.name in self.omissions.not_begun:
                part.due = False
                continue
            part.steps = [max(blocks, cell.looks[0]) for blocks, cell in zip(part.steps, part.plan.cells, strict=True)]
            self._play(pool, [part])
            self.omissions.warn()
        self.setbacks.refuse_nothing(self.parts)

    def _play(self, pool: Pool, parts: Sequence[Part]) -> None:
        """Play some parts as far as their steps say."""
        self._save("running")
        for part in (part for part in parts if part.due):
            self._watch.part(part.name, part.plan)
            place = part_folder(self.folder, part.name)
            play = partial(run_plan, part.plan, place, self._command, pool=pool, progress=self._watch, steps=part.steps)
            if (summary := self.setbacks.play(part, play)) is None:
                continue
            self._watch.played(part.name)
            for i, time_of in enumerate(summary.cell_times):
                part.seconds[i] += time_of.seconds
                part.timed[i] += time_of.blocks
            part.due = False
            begun = time.monotonic()
            self._judge(part)
            part.judging = time.monotonic() - begun
        self._save("running")

    def _judge(self, part: Part) -> None:
        """Note what each cell of a part lacks now."""
        part.lacks = [0.0] * len(part.plan.cells)
        if part.judges:
            self.growth.note(part, judged(part, part_folder(self.folder, part.name), self._watch.note))

    def _grow(self, share: float) -> bool:
        """Decide the next step of every part; return whether there is one."""
        if self.growth.settled:
            return False
        end = self._end(share)
        if end is None:
            return self.growth.to_precision()
        judging = sum(part.judging for part in self.parts)
        left = (end - self.spent - judging) * self.workers
        whole = (end - self.spent + self._clock.passed) * self.workers
        if left <= 0.02 * whole:
            return False
        # Where no step fits into a round, one may take all that is left.
        return any(self.growth.within(seconds) for seconds in (_ROUND * left, left)[left < _LAST * whole :])

    def _save(self, state: Any) -> None:
        played = {"parts": {part.name: part.record() for part in self.parts}, "confirming": self.confirming.record()}
        said = {"skipped": self.skipped, "failed": self.setbacks.words, "judges": self.judges}
        write_study(self.folder, self._record.model_copy(update={**played, **said, "spent": self.spent, "state": state}))
