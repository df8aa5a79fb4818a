"""What one seat sees of a game: the journal's events without what this seat may not know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from citadels_sim.catalogue import D
from citadels_sim.engine import journal as j
from citadels_sim.game.table_names import Names, ranks_of
from citadels_sim.game.transcript import HEADINGS, sentences
from citadels_sim.text import listed


def _seat(event: Any, names: Names) -> str:
    return names.seats[int(event["seat"])]


def _markers(event: Any, names: Names, what: str) -> str:
    places = listed([f"the {names.rank(rank)}" for rank in ranks_of(int(event["extra"]))])
    return f"{_seat(event, names)} lays {what} at {places}."


VEILED: Final[dict[int, Callable[[Any, Names], str | None]]] = {
    j.FACE_DOWN: lambda _, __: "A character is removed face down.",
    j.PICK: lambda e, n: f"{_seat(e, n)} picks a character.",
    j.LAY_DOWN: lambda e, n: f"{_seat(e, n)} lays a character face down.",
    j.LEFT_OVER: lambda _, __: "A character is left over, face down.",
    j.SKIP: lambda _, __: None,  # the murdered stay silent, and so do characters that nobody has
    j.LABORATORY: lambda e, n: f"{_seat(e, n)} gives a card to {n.doing(D.LABORATORY)} for {int(e['gold'])} gold.",
    j.WARRANTS: lambda e, n: _markers(e, n, "warrants"),
    j.THREATS: lambda e, n: _markers(e, n, "threats"),
    j.THEATER: lambda e, n: f"{_seat(e, n)} and {n.inside(e['target_seat'])} exchange characters in the Theater.",
}
"""Events that other seats read in different words, or (None) not at all."""

OPEN: Final = frozenset(j.EVENT_NAMES) - frozenset(VEILED)
"""Events that everybody sees as they are."""

_BOTH: Final = frozenset({j.THEATER})
"""Veiled events that the other seat of them sees as they are, too."""


def sentences_for(events: Iterable[Any], names: Names, seat: int) -> Iterator[tuple[str, bool]]:
    """Describe the next events as one seat may know them.

    Parameters
    ----------
    events : iterable of records of dtype EVENT
        All that happened since the last call.
    names : Names
    seat : int

    Yields
    ------
    tuple of str and bool
        A sentence, and whether it is a heading.
    """
    for event, sentence in sentences(events, names):
        kind = int(event["kind"])
        party = int(event["seat"]) == seat or (kind in _BOTH and int(event["target_seat"]) == seat)
        sentence_seen = sentence if kind in OPEN or party else VEILED[kind](event, names)
        if sentence_seen is not None:
            yield sentence_seen, kind in HEADINGS
