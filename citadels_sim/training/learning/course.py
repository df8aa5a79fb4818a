"""What a learner plays to learn: at which tables, against whom, with which seeds."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.learner import LEARNER
from citadels_sim.bots.learner.net import LEARNERS, OTHERS
from citadels_sim.bots.planner import PLANNER
from citadels_sim.bots.searcher_memory import THOUGHT
from citadels_sim.bots.weights import at_table
from citadels_sim.engine.loop import TABLE_ENTRY_POINTS, beside, new_table
from citadels_sim.engine.records import new_record
from citadels_sim.engine.rng import stream
from citadels_sim.engine.rules import rules_record
from citadels_sim.training.learning.episodes import Log, Manner, new_log, play
from citadels_sim.variants import Variant

Weights = npt.NDArray[np.float32]
Table = tuple[Variant, int]

EARLIER: Final = 4
"""Earlier policies that are kept to play against."""
_GAMES: Final = 512
"""Games of a lesson, times the number of players: with more players a game has more decisions."""
_ROOM: Final = 90
"""Decisions of a seat in a game for which there is room, on average."""
TRACE: Final = 0.95
"""How far what happens later counts for a decision (lambda)."""
_SEEDS: Final = 11
"""Purpose of the random numbers that seeds are made of."""
_ITSELF, _PLANNER, _EARLIER, _GIVEN = "itself", "planner", "earlier", "given"
_AHEAD: Final = 2
"""How many times the usual games a lesson has in which characters are played ahead."""
_LESSONS: Final = (
    (_ITSELF, 1.0, 1),
    (_PLANNER, 0.25, 2),
    (_EARLIER, 0.5, 1),
    (_PLANNER, 0.25, 2),
    (_PLANNER, 0.5, 2),
    (_PLANNER, 0.25, 2),
    (_EARLIER, 0.5, 1),
    (_PLANNER, 0.25, 2),
)
"""Lessons of a round: who has the other seats, which part of the seats the learner has, and how many times `_GAMES` it plays."""


class Lesson(NamedTuple):
    """Some games at one table.

    Attributes
    ----------
    table : int
        Which of the course's tables.
    others : str
        Who has the other seats.
    earlier : int
        Which of the earlier policies, where it is they.
    seats : int
        How many seats the learner has.
    first, games : int
        Seeds first..first+games-1.
    ahead : bool
        Whether every character to pick or to name is played ahead.
    """

    table: int
    others: str
    earlier: int
    seats: int
    first: int
    games: int
    ahead: bool = False


@dataclass(frozen=True)
class Course:
    """What is to be learned.

    Attributes
    ----------
    tables : tuple of (Variant, int)
        Variants, each with a number of players.
    seed : int
        Of all deals and choices.
    against : tuple of str
        Bots that always have all seats but the learner's, in turn: it learns the best answer to them. Empty: it plays against itself,
        against earlier policies of its own, and against `planner`.
    values : mapping of str to float
        Parameters of the learner: what it is never to do.
    ahead : bool
        Whether it learns whom to pick and to name among its likes from games in which every choice is played ahead; not with `against`.
    """

    tables: tuple[Table, ...]
    seed: int = 1
    against: tuple[str, ...] = ()
    values: Mapping[str, float] = dataclasses.field(default_factory=dict)
    ahead: bool = False

    def lessons(self, number: int) -> list[Lesson]:
        """List the lessons of a round: each has deals of its own, and the tables take turns."""
        lessons = []
        for k, (others, part, times) in enumerate(_LESSONS):
            turn = number * len(_LESSONS) + k
            order = np.random.default_rng((self.seed, turn // len(self.tables))).permutation(len(self.tables))
            table = int(order[turn % len(self.tables)])
            players = self.tables[table][1]
            seats = 1 if self.against else max(1, round(part * players))
            first = stream(self.seed, _SEEDS, number, k) >> 1
            them = _GIVEN if self.against else others
            ahead = self.ahead and them == _ITSELF
            games = times * _GAMES // players * (_AHEAD if ahead else 1)
            lessons.append(Lesson(table, them, (number + k // 2) % EARLIER, seats, first, games, ahead))
        return lessons

    def judgement(self, table: int, first: int, games: int) -> Lesson:
        """Make a lesson of what was learned, as it is meant to be played: at all seats, or at one of a table of the given bots.

        The value head that the games are played with is then one that has been learned: against given bots the other never is.
        """
        players = self.tables[table][1]
        seats, others = (1, _GIVEN) if self.against else (players, _ITSELF)
        return Lesson(table, others, 0, seats, first, games)

    def entry_points(self) -> list[Callable[..., Any]]:
        """Name the compiled entry points that its lessons need."""
        return [*TABLE_ENTRY_POINTS, LEARNER.choose, PLANNER.choose, play, *(parse_bot(name).choose for name in self.against)]


def tables_of(variants: Iterable[Variant], players: tuple[int, ...] | None) -> tuple[Table, ...]:
    """List the tables of some variants: with the given numbers of players where a variant seats so many; None: with all that it seats."""
    return tuple(
        (variant, n) for variant in variants for n in range(variant.players[0], variant.players[1] + 1) if players is None or n in players
    )


class Tables:
    """The tables of a course, with what does not change from one lesson to the next."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._bots = [parse_bot(name) for name in course.against]
        self._ready: dict[int, tuple[Any, Bot, list[Bot]]] = {}

    def seated(self, lesson: Lesson, weights: Weights, earlier: tuple[Weights, ...]) -> Any:
        """Return an `engine.loop.Table` with the bots of a lesson at it."""
        if lesson.table not in self._ready:
            variant, players = self._course.tables[lesson.table]
            planner = at_table(parse_bot(PLANNER.name), variant, players)
            given = [at_table(bot, variant, players) for bot in self._bots]
            self._ready[lesson.table] = rules_record(variant.at(players)), planner, given
        rules, planner, given = self._ready[lesson.table]
        own = dataclasses.replace(LEARNER, values={**planner.values, **self._course.values})
        others = {_ITSELF: [planner], _PLANNER: [planner], _GIVEN: given}
        others[_EARLIER] = [dataclasses.replace(own, memory=earlier[lesson.earlier])]
        me = dataclasses.replace(own, memory=weights)
        them = others[lesson.others]
        return new_table([me if seat < lesson.seats else them[seat % len(them)] for seat in range(rules.n_players)], rules)


class Worker:
    """Plays the lessons of one place in the rounds, one after the other; `plain`: the log has what `searcher_value` thinks too."""

    def __init__(self, tables: Tables, *, plain: bool = False) -> None:
        self._tables, self._plain = tables, plain
        self._thought = new_record(THOUGHT)
        self._log = new_log(0)

    def play(self, lesson: Lesson, weights: Weights, earlier: tuple[Weights, ...]) -> Log:
        """Play a lesson; the log is good until the next."""
        room = lesson.games * lesson.seats * _ROOM
        if len(self._log.chosen) < room or (lesson.ahead and not self._log.ahead.size):
            self._log = new_log(room, plain=self._plain, ahead=lesson.ahead)
        table = self._tables.seated(lesson, weights, earlier)
        against = LEARNERS if lesson.others in (_ITSELF, _EARLIER) else OTHERS
        manner = Manner((1 << lesson.seats) - 1, against, int(lesson.ahead), TRACE)
        play(table, beside(table), self._thought, self._log, lesson.first, lesson.first + lesson.games, manner)
        return self._log
