"""What a candidate of `tune` is worth: its wins on given deals, played in all seats against the same field."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citadels_sim.bots import Bot, parse_bot
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.designs.recording.columns import SEAT_COLUMNS
from citadels_sim.processes import end_with_parent, ignore_sigint, single_threaded, spawning
from citadels_sim.runs.plan import Cell
from citadels_sim.variants import Variant, from_resolved

Array = npt.NDArray[np.float64]

_CANDIDATE: Final = "candidate"
_BATCH: Final = 4_000
"""Games played in one call."""
_BOT: Final = SEAT_COLUMNS.index("bot")


@dataclass(frozen=True)
class Field:
    """What all candidates face.

    Attributes
    ----------
    bot : str
        Name of the bot whose values the candidates have.
    others : tuple of str
        Names of the bots in the other seats, clockwise from it.
    seed : int
        Of all deals.
    """

    variant: Variant
    players: int
    bot: str
    others: tuple[str, ...]
    seed: int

    def as_data(self) -> dict[str, Any]:
        """Write it as data, for another process."""
        return dataclasses.asdict(dataclasses.replace(self, variant=None)) | {"variant": self.variant.resolved()}  # type: ignore[arg-type]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Field:
        """Return the field that `as_data` describes."""
        return cls(**{**data, "variant": from_resolved(data["variant"])})


class Judge:
    """Plays candidates against a field, one after another."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._bot = parse_bot(field.bot)
        self._others = {name: parse_bot(name) for name in field.others}
        self._buffers = Buffers("games")

    @property
    def bots(self) -> tuple[Bot, ...]:
        """Every bot that plays."""
        return (self._bot, *self._others.values())

    def wins(self, values: Mapping[str, float], first: int, blocks: int) -> Array:
        """Play a candidate on some deals.

        Parameters
        ----------
        values : mapping of str to float
            All parameters of the candidate.
        first, blocks : int
            Which deals; each is played once from every seat.

        Returns
        -------
        float64 array, shape (blocks,)
            Of each deal the share of its games that the candidate won.
        """
        field = self._field
        candidate = dataclasses.replace(self._bot, values=dict(values), weights=())
        seats = (_CANDIDATE, *field.others)
        n = field.players
        cell = Cell(0, field.variant, n, ",".join(seats), seats, blocks, n, blocks, blocks, 0)
        player = CellPlayer(cell, {**self._others, _CANDIDATE: candidate}, self._buffers, field.seed, journal=False)
        player.ready()
        shares = []
        for begin in range(first, first + blocks, _BATCH // n):
            played = player.play(begin, min(_BATCH // n, first + blocks - begin))
            own = played.seats[_BOT] == 0
            shares.append(played.wins[own].reshape(-1, n).mean(axis=1))
        return np.concatenate(shares)


WinsOf = Callable[[Sequence[Mapping[str, float]], int, int], list[Array]]

_here: dict[str, Judge] = {}


def _sit_down(data: Mapping[str, Any]) -> None:
    end_with_parent()
    _here["judge"] = Judge(Field.from_data(data))


def _wins(values: Mapping[str, float], first: int, blocks: int) -> Array:
    return _here["judge"].wins(values, first, blocks)


@contextmanager
def judges(field: Field, judge: Judge, workers: int) -> Iterator[WinsOf]:
    """Have candidates judged by several processes; what they are worth does not depend on how many.

    Parameters
    ----------
    field : Field
    judge : Judge
        Of this process, which plays alone where there is one worker.
    workers : int
        Processes.

    Yields
    ------
    callable
        ``wins_of(candidates, first, blocks)`` gives `Judge.wins` of each candidate, all on the same deals.
    """
    if workers == 1:
        yield lambda candidates, first, blocks: [judge.wins(values, first, blocks) for values in candidates]
        return
    context = spawning()
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_sit_down, initargs=(field.as_data(),))

    def wins_of(candidates: Sequence[Mapping[str, float]], first: int, blocks: int) -> list[Array]:
        with single_threaded(), ignore_sigint():  # a pool starts its processes when they are first needed
            futures: list[Future[Array]] = [pool.submit(_wins, dict(values), first, blocks) for values in candidates]
        return [future.result() for future in futures]

    try:
        yield wins_of
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
