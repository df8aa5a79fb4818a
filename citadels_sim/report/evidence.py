"""What a report is made from: runs of every kind and their analyses, each made once, when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar, cast

import polars as pl

from citadels_sim.designs.conditioned_blocks import show_declared
from citadels_sim.designs.forks.analyse import ForkAnalysis
from citadels_sim.designs.tournament.analyse import Analysis, analyse
from citadels_sim.designs.tournament.comparison import VariantComparison
from citadels_sim.errors import RunError, is_failure
from citadels_sim.judge.criteria import CRITERIA, Judgement
from citadels_sim.judge.declared_limits import declared_limits
from citadels_sim.ladder.rate import Ladder, rate
from citadels_sim.limits import Limit
from citadels_sim.lineups import is_mixed
from citadels_sim.report.left_out import faulty
from citadels_sim.report.robustness import judged_members, ranges
from citadels_sim.report.subject import Subject
from citadels_sim.runs.design import Design
from citadels_sim.runs.designs import all_designs
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Shown
from citadels_sim.tables.keys import Cell

_Analysis = TypeVar("_Analysis")
_Made = TypeVar("_Made")


class Game(NamedTuple):
    """A game to watch: the words of its link, the page beside the report, the table of players, and the character that it is about."""

    words: str
    page: str
    cell: Cell
    character: str


class _Separate(cached_property[_Analysis]):
    """An analysis that needs no other of these, which are made at the same time: those first that stand first, the longest ones."""


@dataclass(frozen=True)
class Evidence(Subject):
    """The runs that a report is about, and every analysis of them.

    Attributes
    ----------
    runs, left_out
        As `Subject` has them.
    step : callable
        Called before each analysis, with what it is.
    made : dict
        What was analysed, or how that failed: shared with the evidence of some of the runs, so that nothing is analysed twice.
    told : set of str
        Steps that were told: several analyses of a run are one to who waits.
    watched : tuple of Game
        Games to watch.
    confirming : tuple of Judgement
        What experts who think ahead find of the characters at the tables of the headline: they confirm it or not, and judge nothing.
    """

    step: Callable[[str], None] = lambda _: None
    made: dict[tuple[object, ...], tuple[Any, BaseException | None]] = field(default_factory=dict, repr=False, compare=False)
    told: set[str] = field(default_factory=set, repr=False, compare=False)
    watched: tuple[Game, ...] = ()
    confirming: tuple[Judgement, ...] = ()

    def prepare(self, workers: int) -> None:
        """Make the analyses that all chapters together need, `workers` at a time: Polars and NumPy leave Python to the others."""
        separate: list[Callable[[], object]] = [
            partial(make, design) for make in (self.shown, self.compared, self.conditioned) for design in all_designs()
        ]
        separate += [partial(getattr, self, name) for name, value in vars(type(self)).items() if isinstance(value, _Separate)]
        with ThreadPoolExecutor(workers) as pool:
            for made in [pool.submit(one) for one in separate]:
                made.result()

    def of_those_that_can(self, make: Callable[[Evidence], _Made]) -> tuple[Evidence, _Made]:
        """Make something, such as pages, of all runs; where that fails, of those that it does not fail for alone.

        Returns
        -------
        tuple
            The evidence that it is made of, whose `left_out` has the other runs, and what is made.
        """
        try:
            return self, make(self)
        except BaseException as error:
            out = faulty(error, {run.folder: partial(make, replace(self, runs=(run,), left_out=())) for run in self.runs})
        gone = {one.folder for one in out}
        rest = replace(self, runs=tuple(run for run in self.runs if run.folder not in gone), left_out=(*self.left_out, *out))
        return rest, make(rest)

    def analysed(self, kind: str, analyse: Callable[[Run], _Analysis]) -> list[_Analysis]:
        """Analyse the runs of a kind, one by one."""
        how = (analyse.func, *analyse.args, *analyse.keywords.items()) if isinstance(analyse, partial) else (analyse,)
        return [self._once((*how, run.folder), f"Analysing {run.folder} ...", partial(analyse, run)) for run in self.runs_of(kind)]

    def _once(self, key: tuple[object, ...], what: str, make: Callable[[], _Made]) -> _Made:
        """Make what was not made before; what failed before fails again."""
        if key not in self.made:
            if what not in self.told:
                self.told.add(what)
                self.step(what)
            try:
                self.made[key] = make(), None
            except BaseException as error:
                if not is_failure(error):
                    raise
                self.made[key] = None, error
        made, failed = self.made[key]
        if failed is not None:
            raise failed
        return cast("_Made", made)

    @cached_property
    def limits(self) -> dict[str, Limit]:
        """The limit of every criterion, in its unit: what the runs declare, else the usual."""
        return declared_limits(self.runs)

    @cached_property
    def analysis(self) -> Analysis:
        """Analysis of the played games; without rows where there are none."""
        return next((shown.analysis for shown in self.shown("games")), None) or analyse(())

    @property
    def comparisons(self) -> list[VariantComparison]:
        """The first variant of each run of games against each other one that shares tables with it."""
        return [shown.analysis for shown in self.compared("games")]

    @_Separate
    def ladder(self) -> Ladder | None:
        """Strengths of the bots, from runs that keep rows and in which different bots meet; None where they cannot be estimated."""
        mixed = [
            run for run in self.runs_of("games") if run.has_rows and any(len(set(line)) > 1 for line in run.manifest.experiment.lineups)
        ]
        if not mixed:
            return None
        try:
            return rate(mixed)
        except RunError:
            return None

    def shown(self, design: str) -> list[Shown]:
        """Return what the runs of a design show, run by run or, where they are pooled, once; nothing of a design without ``blocks``."""
        known = all_designs()[design]
        if not known.has("blocks"):
            return []
        show = known.module("blocks").show
        if known.pooled:
            runs, limit = self.runs_of(design), self.limits[known.margins[0]]
            what = f"Analysing {', '.join(str(run.folder) for run in runs)} ..."
            return [self._once((show, limit, *(run.folder for run in runs)), what, partial(show, runs, limit))] if runs else []
        return self.analysed(design, partial(show, margin=self._limit(known)) if len(known.margins) == 1 else show)

    def conditioned(self, design: str) -> list[Shown]:
        """Return what the bots that judge show under each of the declared conditions; nothing of a design that knows no part of a run."""
        known = all_designs()[design]
        show = getattr(known.module("blocks"), "show_some", None) if known.has("blocks") else None
        lineups = tuple(dict.fromkeys(self.main.values()))
        made = self.analysed(design, partial(show_declared, show=show, margin=self._limit(known), lineups=lineups)) if show else []
        return [one for shown in made for one in shown]

    def _limit(self, design: Design) -> Limit | None:
        """Return the margin of a design that has one limit; of one that has none, its own holds."""
        return self.limits[design.margins[0]] if len(design.margins) == 1 else None

    def compared(self, design: str) -> list[Shown]:
        """Return what the first variant of each run shows against the others; nothing of a design whose ``blocks`` have no ``compare``."""
        known = all_designs()[design]
        compare = getattr(known.module("blocks"), "compare", None) if known.has("blocks") else None
        return [one for made in self.analysed(design, compare) for one in made] if compare else []

    def together(self, show: Callable[[Evidence], Shown]) -> Shown:
        """Return what all runs together show."""
        return self._once((show, *(run.folder for run in self.runs)), "Comparing tables of players ...", partial(show, self))

    @property
    def forks(self) -> list[ForkAnalysis]:
        """Effects of picks, run by run."""
        return [shown.analysis for shown in self.shown("forks")]

    @cached_property
    def judgements(self) -> list[Judgement]:
        """Every declared criterion at every table, the tables in the order of the runs."""
        judged: list[Judgement] = []
        for name, design in all_designs().items():
            if design.has("judge"):
                # The first design of the list answers what several do: runs of games know dead turns, too, from more games than flow has.
                known = {(one.table, one.criterion) for one in judged}
                made = [one for shown in self.shown(name) for one in design.module("judge").judge(shown.analysis, self.limits)]
                judged += [one for one in made if (one.table, one.criterion) not in known]
        variants, lineups, criteria = list(self.titles), self.lineups, list(CRITERIA)

        def order(one: Judgement) -> tuple[int, ...]:
            return variants.index(one.variant), one.players, lineups.index(one.lineup), criteria.index(one.criterion)

        return sorted(judged, key=order)

    @cached_property
    def verdicts(self) -> list[Judgement]:
        """What the first page judges by: of line-ups of several bots only skill, where equal bots answer the rest at the same table."""
        alone = {(one.variant, one.players, one.criterion) for one in self.judgements if not is_mixed(one.lineup)}
        return [
            one
            for one in self.judgements
            if one.criterion == "skill" or not is_mixed(one.lineup) or (one.variant, one.players, one.criterion) not in alone
        ]

    @cached_property
    def reaches(self) -> dict[tuple[str, str, int, str], dict[str, Any]]:
        """The figure of each seat and character with every family of bots, where there are several.

        Criterion, variant, players and member -> row of `report.robustness.ranges`.
        """
        table = ranges(judged_members(self.judgements), self.families).filter(pl.col("families") > 1)
        return {(row["kind"], row["variant"], row["players"], row["headline"]): row for row in table.iter_rows(named=True)}

    def reaches_of(self, variant: str) -> dict[tuple[int, str], dict[str, Any]]:
        """Return those of the characters of a variant: players and character -> row."""
        return {(key[2], key[3]): row for key, row in self.reaches.items() if key[:2] == ("character", variant)}
