"""A game as a person would tell it: what a seat does in a turn is one sentence, with the cards that its choices were about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from citadels_sim.engine import actions as a
from citadels_sim.engine import journal as j
from citadels_sim.game.table_names import Names
from citadels_sim.game.transcript import ENDS, Cities, sentences
from citadels_sim.game.wording import describe_rest, subjects_of
from citadels_sim.text import listed

_ALONE: Final = frozenset(
    {j.ROUND, j.FACE_UP, j.FACE_DOWN, j.PICK, j.LAY_DOWN, j.LEFT_OVER, j.SCORE, j.GIFT, j.SKIP, j.CUT_END, j.ANNOUNCE, j.THEATER}
)
"""Events that have a line of their own."""
_IS: Final = "is "
_A_CARD: Final = re.compile(r"\b(?:a|1) card\b")
_HEADINGS: Final = frozenset({j.ROUND, j.SCORE})
_NAMED_BY_THE_CHOICE: Final = {
    a.A_KEEP: (j.GATHER_CARDS, 1),
    a.A_GIFT: (j.GIFT, 1),
    a.A_TAKE: (j.LOOK, 1),
    a.A_MUSEUM: (j.MUSEUM, 1),
    a.A_FETCH: (j.FETCH, 1),
    a.A_LAY_ASIDE: (j.REDRAW, 1),
    a.A_HAND_BACK: (j.HAND_BACK, 2),
    a.A_LEND_CARD: (j.LEND, 1),
    a.A_PAY_CARD: (j.BUILD, 1),
}
"""Choices of a card of which the journal writes no more than that there was one: the event, and the argument that is the card."""


class _Clause(NamedTuple):
    """What somebody does, without the name: the event that it tells, and the cards that it was about."""

    kind: int
    text: str
    cards: list[str]

    def __str__(self) -> str:
        what = _A_CARD.search(self.text) if len(self.cards) == 1 else None
        if what is not None:
            return f"{self.text[: what.start()]}{self.cards[0]}{self.text[what.end() :]}"
        return f"{self.text} ({listed(self.cards)})" if self.cards else self.text


class Reteller:
    """Turns choices and the events that follow from them into lines.

    Parameters
    ----------
    names : Names
    cities : Cities
        As they stand before the first event.
    """

    def __init__(self, names: Names, cities: Cities) -> None:
        self._names = names
        self._cities = cities
        self._subject, self._seat, self._character, self._begins_turn = "", -1, 0, False
        self._clauses: list[_Clause] = []
        self._cards: dict[int, list[str]] = {}  # of choices whose event is still to come

    def choose(self, code: int) -> None:
        """Note a choice, the engine's integer, before what follows from it."""
        kind, argument = _NAMED_BY_THE_CHOICE.get(code & 0xFF, (0, 0))
        if not kind:
            return
        card = f"the {self._names.place(code >> 8 * argument & 0xFF & ~a.STAR)}"
        told = [clause for clause in self._clauses if clause.kind == kind]
        (told[-1].cards if told and kind == j.GATHER_CARDS else self._cards.setdefault(kind, [])).append(card)

    def lines(self, events: Iterable[Any]) -> Iterator[str]:
        """Tell the next events, records of dtype EVENT; all that follow from one choice belong together."""
        for event, sentence in sentences(events, self._names):
            kind = int(event["kind"])
            self._cities.follow(event)
            alone = kind in _ALONE or (kind == j.TURN and bool(event["extra"]))  # murdered, and has the turn
            if kind in ENDS or alone:
                yield from self.rest()
            if kind == j.TURN_END and not sentence.startswith("The turn"):
                yield f"    Now: {describe_rest(event)}{self._city(event)}."
            elif kind in ENDS:
                yield f"  {sentence.removesuffix('.')}{self._city(event)}."
            elif alone:
                clause = str(_Clause(kind, sentence.removesuffix("."), self._cards.pop(kind, [])))
                yield f"{clause}." if kind in _HEADINGS else f"  {clause}."
            else:
                yield from self._add(event, kind, sentence.removesuffix("."))

    def rest(self) -> Iterator[str]:
        """Return the pending sentence, which the next event might have extended."""
        clauses, self._clauses = [str(clause) for clause in self._clauses], []
        if clauses[1:] and self._begins_turn and clauses[0].startswith(_IS):
            yield f"  {self._subject}, {clauses[0].removeprefix(_IS)}, {listed(clauses[1:])}."
        elif clauses:
            yield f"  {self._subject} {listed(clauses)}."

    def _add(self, event: Any, kind: int, sentence: str) -> Iterator[str]:
        subjects, character = subjects_of(event, self._names), int(event["character"])
        said = next((subject for subject in subjects if sentence.startswith(f"{subject} ")), "")
        seat = subjects.get(said, -1)
        # What begins with somebody else ends the sentence before; "The Emperor" is who said so before.
        if not self._clauses or (seat != self._seat if seat >= 0 else not said or character != self._character):
            yield from self.rest()
            self._subject, self._seat, self._begins_turn = said, seat, kind == j.TURN
        if not said:
            yield f"  {sentence}."
            return
        self._character = character or self._character
        self._clauses.append(_Clause(kind, sentence.removeprefix(f"{said} "), self._cards.pop(kind, [])))

    def _city(self, event: Any) -> str:
        city = self._cities[int(event["seat"])]
        return f" ({listed([self._names.place(code) for code in city])})" if city else ""
