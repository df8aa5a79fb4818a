"""What is recorded of a game: its history, and what `Game.transcript` wrote of one, checked before it is played again."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from citadels_sim.engine.journal import EVENT
from citadels_sim.errors import CitadelsError


@dataclass
class History:
    """What a game began from, and all that happened since.

    Attributes
    ----------
    origin : dict
        The ``seed``, or the ``position``.
    first_cities : tuple of tuple of int
        District codes of each seat's city at the beginning.
    labels : list of str
        Actions played.
    events : list of array
        What followed each of them, dtype `citadels_sim.engine.journal.EVENT`; first what came before any.
    """

    origin: dict[str, Any]
    first_cities: tuple[tuple[int, ...], ...]
    labels: list[str] = field(default_factory=list)
    events: list[npt.NDArray[Any]] = field(default_factory=list)

    def copy(self) -> History:
        """Return an independent copy."""
        return History(self.origin, self.first_cities, self.labels.copy(), self.events.copy())

    def transcript(self) -> dict[str, Any]:
        """Return the beginning and the actions as JSON-able data, independent of this."""
        return {**copy.deepcopy(self.origin), "labels": self.labels.copy()}

    def journal(self, since: int) -> npt.NDArray[Any]:
        """Return all events but the first so many; a copy."""
        # As bytes: joining a thousand small structured arrays, NumPy compares their types one with another.
        return np.frombuffer(b"".join(part.tobytes() for part in self.events), EVENT)[since:].copy()


def check_transcript(transcript: object) -> None:
    """Refuse what has not the shape of a transcript.

    Raises
    ------
    CitadelsError
        If it is no object, lacks a key, or its labels are no list.
    """
    if not isinstance(transcript, Mapping):
        raise CitadelsError(f"transcript: {transcript!r} is not an object; give the result of Game.transcript()")
    missing = [key for key in ("variant", "players", "labels") if key not in transcript]
    if missing:
        raise CitadelsError(f"transcript: has no '{missing[0]}'; it has the keys variant, players, seed or position, labels, result")
    if not isinstance(transcript["labels"], list | tuple):
        raise CitadelsError(f"transcript: labels is {transcript['labels']!r}; it is a list of action labels")


def check_players(transcript: Mapping[str, Any], players: int) -> None:
    """Refuse a transcript whose number of players is not the table's."""
    if players != transcript["players"]:
        raise CitadelsError(f"transcript: players is {transcript['players']!r}, but its position has {players}")


def check_result(transcript: Mapping[str, Any], result: dict[str, Any] | None) -> None:
    """Refuse a transcript that ends otherwise than the game played again (None: not over)."""
    if "result" in transcript and transcript["result"] != result:
        raise CitadelsError("transcript: result: the replayed game ends differently; do its rules differ?")
