"""The headline of a study, confirmed or not by experts who think ahead: who they are, at which tables, and how much time that takes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from citadels_sim.judge.criteria import Judgement
from citadels_sim.limits import MAX_SEED
from citadels_sim.lineups import players_words, thinking
from citadels_sim.runs.designs import all_designs
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.study.failing import failing_members
from citadels_sim.study.folder import PartRecord, StudyRecord
from citadels_sim.study.part import Part

SHARE: Final = 0.2
"""Of the time of a study: for experts who think ahead, where characters lie beyond their limit."""
THINK: Final = 15
"""Games that they play ahead: with twice as many they win 48.7 instead of 48.5 % against three `learner`, and play half as many nodes."""
LEAST: Final = 2_000
"""Fewest nodes of a table that are worth the time: with fewer, effects are not even known to three percentage points."""
_REPLICATES: Final = 1
"""Continuations of each: more nodes say more of effects, and nothing else is asked."""
_HARDLY: Final = 0.5
"""Share of that time with which the first table is played all the same: what was played before may have taken a little longer."""
_NAMED: Final = 3
"""Characters of the headline that are confirmed."""
_LATE: Final = "the finding came too late. The same study with more --minutes continues with it."
_CRITERION: Final = "character"
_DESIGN: Final = "forks"
_SEEDS: Final = 500_000
"""From the seed of a study to that of the deals by which it is confirmed: what stood out by luck does not do so again."""
_MOST: Final = 4_000_000
"""Most nodes of a table."""


class Confirming:
    """What a study plays with experts who think ahead.

    They are the judge's own bot, which is a `learner` or nothing is confirmed. A table that was begun is continued.

    Parameters
    ----------
    record : StudyRecord
    workers : int
        Processes.

    Attributes
    ----------
    bot : str or None
        Who plays; None where nobody who thinks ahead plays as the judge does, or the study forks no picks.
    parts : list of Part
        Tables that were begun.
    too_short : str
        A sentence on how much time it takes, where a study has less; else empty.
    """

    def __init__(self, record: StudyRecord, workers: int) -> None:
        self._question, self._workers = record.question, workers
        self._tables = [(name, players) for name in record.question.variants for players in record.question.players]
        self.bot = thinking(record.question.bots[0], THINK) if _DESIGN in record.question.designs else None
        self.too_short = "" if self.bot is None else self._too_short()
        self.parts: list[Part] = []
        for number in range(len(self._tables)) if self.bot is not None else ():
            if (before := record.confirming.get(_name(number))) is not None and len(before.steps) == 1:
                self.parts.append(self._part(number, before))

    @property
    def share(self) -> float:
        """Share of the study's time that it takes."""
        return SHARE if self.bot is not None and not self.too_short else 0.0

    @property
    def purpose(self) -> str:
        """Say what it is for."""
        return "" if self.bot is None else f"whether {players_words([self.bot])} confirm it"

    @property
    def too_late(self) -> str:
        """Say that there is something to confirm and no time is left for it."""
        return "" if self.bot is None else f"Not confirmed by {players_words([self.bot])}: {_LATE}"

    @property
    def words(self) -> str:
        """Say what is played if characters are found too strong or too weak, or why nothing is."""
        if self.bot is None or self.too_short:
            return self.too_short
        nodes = SHARE * self._seconds / self._seconds_of(self._part(self._smallest), 1)
        return (
            f"Where characters are too strong or too weak, {players_words([self.bot])} replay the table in {100 * SHARE:.0f} % of the "
            f"time, to confirm it or not: about {float(f'{nodes:.1g}'):,.0f} nodes."
        )

    @property
    def _seconds(self) -> float:
        """Seconds of all processes together that the study has."""
        return 60 * (self._question.minutes or 0.0) * self._workers

    def entry_points(self) -> list[Any]:
        """Name what has to be compiled for it."""
        return self._part(0).plan.entry_points() if self.share else []

    def play(self, tables: Sequence[tuple[str, int]], until: float, clock: Callable[[], float], play: Callable[[Part], None]) -> bool:
        """Play tables, as many as each is worth the time, until it is over.

        Parameters
        ----------
        tables : sequence of (str, int)
            Variants and numbers of players, those first that matter most; see `headline`.
        until : float
            When it is over, as `clock` has it, in seconds.
        clock : callable
        play : callable
            Plays a part as far as its steps say.

        Returns
        -------
        bool
            Whether any was played.
        """
        chosen: list[Part] = []
        left = (until - clock()) * self._workers
        for table in tables:
            part = self._at(*table)
            worth = self._seconds_of(part, LEAST)
            if part in self.parts or worth <= left or (not chosen and _HARDLY * worth <= left):
                chosen.append(part)
                left -= worth
        self.parts += [part for part in chosen if part not in self.parts]
        for place, part in enumerate(chosen):
            end = clock() + (until - clock()) / (len(chosen) - place)
            part.steps = [max(blocks, cell.looks[0]) for blocks, cell in zip(part.steps, part.plan.cells, strict=True)]
            play(part)
            while not part.failed and part.grow(part.further((end - clock()) * self._workers)):
                play(part)
        return bool(chosen)

    def record(self) -> dict[str, PartRecord]:
        """Return how far it is played."""
        return {part.name: part.record() for part in self.parts}

    def _at(self, variant: str, players: int) -> Part:
        """Return the part of a table, begun or new."""
        number = self._tables.index((self._question.source_of(variant), players))
        return next((part for part in self.parts if part.name == _name(number)), None) or self._part(number)

    def experiments(self) -> list[dict[str, Any]]:
        """Return the keys of the experiment of each table of the study."""
        keys = next(self._question.experiments(all_designs()[_DESIGN]))
        seed = (self._question.seed + _SEEDS) % (MAX_SEED + 1)
        keys |= {"lineups": [[self.bot]], "seed": seed, "games": _MOST, "replicates": _REPLICATES}
        tables = enumerate(self._tables)
        return [{**keys, "name": _name(number), "variants": [name], "players": [players]} for number, (name, players) in tables]

    def _part(self, number: int, played: PartRecord | None = None) -> Part:
        """Plan a table, as far as it is played."""
        name = _name(number)
        plan = make_plan(make_experiment(self.experiments()[number], name).model_copy(update={"growing": True}), name)
        if played is None:
            return Part(name, plan, [0], [0.0], [0])
        return Part(name, plan, list(played.steps), list(played.seconds), list(played.timed))

    @property
    def _smallest(self) -> int:
        """Number of the table that takes least."""
        return min(range(len(self._tables)), key=lambda number: self._tables[number][1])

    @staticmethod
    def _seconds_of(part: Part, nodes: int) -> float:
        """Return how long one process takes for so many nodes of a table."""
        cell = part.plan.cells[0]
        return nodes / cell.per_block * part.block_seconds(cell)

    def _too_short(self) -> str:
        """Say how much time it takes, where the study has less; one that ends with its precision confirms nothing."""
        assert self.bot is not None
        needed = self._seconds_of(self._part(self._smallest), LEAST)
        if self._seconds * SHARE >= needed:
            return ""
        minutes = math.ceil(2 * needed / SHARE / self._workers / 60) / 2
        return f"Not confirmed by {players_words([self.bot])}: this needs a study of {minutes:g} minute{'s' * (minutes != 1)} or more here."


def headline(judgements: Sequence[Judgement]) -> list[tuple[str, int]]:
    """Return the tables, variant and number of players, of the characters that a headline names, the farthest beyond its limit first."""
    figures = [(one, member) for one, member in failing_members(judgements) if one.criterion == _CRITERION]
    named = list(dict.fromkeys((one.variant, member.group) for one, member in figures))[:_NAMED]
    return list(dict.fromkeys((one.variant, one.players) for one, member in figures if (one.variant, member.group) in named))


def _name(number: int) -> str:
    return f"confirmation-{number + 1}"
