"""A game move by move: the journal's events as lines, with each city at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from citadels_sim.catalogue import D
from citadels_sim.engine import journal as j
from citadels_sim.game.api import Game
from citadels_sim.game.table_names import Names
from citadels_sim.game.wording import describe, describe_held
from citadels_sim.text import listed

HEADINGS: Final = frozenset({j.ROUND, j.SCORE})
"""Events that become headings."""
ENDS: Final = frozenset({j.TURN_END, j.SKIP, j.CUT_END})
"""Events that end a turn."""
_COMES: Final = frozenset({j.BUILD, j.CONFISCATE, j.SEIZE, j.EXCHANGE})
_LEAVES_OWN: Final = frozenset({j.SACRIFICE, j.ARMORY})
_LEAVES_OTHER: Final = frozenset({j.DESTROY, j.ARMORY, j.SEIZE, j.EXCHANGE})
"""Events that add a district to a seat's city, or take one from it or from another."""


def sentences(events: Iterable[Any], names: Names) -> Iterator[tuple[Any, str]]:
    """Describe the next events one by one, each with its sentence, without those that the next event describes too.

    Parameters
    ----------
    events : iterable of records of dtype EVENT
        All that follow from one choice belong together.
    names : Names
    """
    rows = list(events)
    kinds = [int(row["kind"]) for row in rows]
    for i, event in enumerate(rows):
        if kinds[i : i + 2] == [j.TURN, j.RESUME]:  # the sentence on the Witch covers both
            continue
        held = kinds[max(i - 1, 0) : i + 1] == [j.BEWITCH, j.TURN_END]
        yield event, describe_held(event, names) if held else describe(event, names)


class Cities:
    """The city of each seat, as events build and destroy it: lists of district codes.

    Parameters
    ----------
    names : Names
        Of the players, of whom each has a city.
    first : sequence of sequences of int, optional
        District codes of each seat's city before the first event; left out: no city has anything.
    """

    def __init__(self, names: Names, first: Sequence[Sequence[int]] | None = None) -> None:
        self._of_seat = [list(city) for city in (first if first is not None else [()] * len(names.seats))]

    def __getitem__(self, seat: int) -> Sequence[int]:
        """Return the districts of a seat."""
        return self._of_seat[seat]

    def follow(self, event: Any) -> None:
        """Change them as an event does, a record of dtype EVENT."""
        kind, district, given = int(event["kind"]), int(event["district"]), int(event["extra"])
        own, theirs = (self._of_seat[int(event[whose])] for whose in ("seat", "target_seat"))
        if kind in _LEAVES_OTHER:
            theirs.remove(district)
        if kind == j.EXCHANGE:
            own.remove(given)
            theirs.append(given)
        elif kind in _LEAVES_OWN:
            own.remove(given ^ D.ARMORY if kind == j.ARMORY else district)
        if kind in _COMES:
            own.append(district)


class Transcriber:
    """Turns events into lines, following the cities as they are built and destroyed.

    Parameters
    ----------
    names : Names
    cities : sequence of sequences of int, optional
        District codes of each seat's city before the first event; left out: no city has anything.
    """

    def __init__(self, names: Names, cities: Sequence[Sequence[int]] | None = None) -> None:
        self.names = names
        self._cities = Cities(names, cities)

    def lines(self, events: Iterable[Any]) -> Iterator[str]:
        """Describe the next events, records of dtype EVENT; all that follow from one choice belong together."""
        for event, sentence in sentences(events, self.names):
            kind = int(event["kind"])
            self._cities.follow(event)
            yield sentence if kind in HEADINGS else f"  {sentence}"
            if kind in ENDS:
                yield f"    {self._city(int(event['seat']))}"

    def _city(self, seat: int) -> str:
        city = self._cities[seat]
        return f"City: {listed([self.names.place(code) for code in city])}." if city else "City: nothing yet."


def transcribe(events: Iterable[Any], names: Names, cities: Sequence[Sequence[int]] | None = None) -> Iterator[str]:
    """Describe a journal, line by line.

    Parameters
    ----------
    events : iterable of records of dtype EVENT
        From the beginning of a game, or from the point of `cities`; `citadels_sim.engine.journal.events_of` gives them.
    names : Names
    cities : sequence of sequences of int, optional
        As for `Transcriber`.

    Yields
    ------
    str
        One line without its end: a heading for each round and each score, indented lines for what happens in it.
    """
    yield from Transcriber(names, cities).lines(events)


def transcribe_game(game: Game, seats: tuple[str, ...] | None = None) -> Iterator[str]:
    """Describe what has happened in a game since it was set up.

    Parameters
    ----------
    game : Game
    seats : tuple of str, optional
        What the players are called; left out: Seat 1, Seat 2, ...
    """
    yield from transcribe(game.journal(), Names.from_state(game.state, seats, game.variant.cards), game.first_cities)
