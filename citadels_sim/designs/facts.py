"""What a condition can ask of a decision: the vocabulary of ``--where``, and the columns of tables that hold the same.

Each fact is named once, here. A condition has its name (``own.gold``), a table the same name with an underscore (``own_gold``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["COUNTS", "FACTS", "FACT_COLUMNS", "PARTS", "SUBJECTS", "Fact", "fact_of"]

Kind = Literal["number", "truth", "word", "characters", "districts"]


@dataclass(frozen=True)
class Fact:
    """One fact about a decision, as who decides sees it.

    Attributes
    ----------
    name : str
        As a condition has it.
    kind : {"number", "truth", "word", "characters", "districts"}
        What it is: a whole number, whether something holds, one of `words`, or a set of cards.
    unit : str
        What a number counts.
    doc : str
        What it means.
    words : tuple of str
        All values of a word, in the order of their codes.
    """

    name: str
    kind: Kind
    unit: str
    doc: str
    words: tuple[str, ...] = ()

    @property
    def column(self) -> str:
        """Its name in tables."""
        return self.name.replace(".", "_")


SUBJECTS: Final = {
    "own": "of the seat that decides",
    "next": "of the next seat clockwise",
    "most": "the largest number among all other seats",
    "least": "the smallest number among all other seats",
}
"""Whose counts there are."""
COUNTS: Final = {
    "gold": ("gold", "gold"),
    "hand": ("cards", "cards in hand"),
    "districts": ("districts", "districts in the city"),
    "points": ("points", "worth of the city: printed costs and coins on beautified districts"),
    "types": ("types", "different types of district in the city"),
    "left": ("districts", "districts missing from a complete city"),
}
"""What is counted of each: unit and meaning."""
PARTS: Final = ("early", "middle", "late")
"""Parts of a game, by the largest city."""

FACTS: Final = (
    Fact("round", "number", "round", "number of the round, from 1"),
    Fact("goal", "number", "districts", "districts in a complete city"),
    Fact("pick", "number", "pick", "number of the pick in its round, from 1; 0 at other decisions"),
    Fact("place", "number", "place", "place in the draft: 1 has the crown, 2 picks next, and so on"),
    *(
        Fact(f"{who}.{what}", "number", unit, f"{meaning}: {whose}")
        for who, whose in SUBJECTS.items()
        for what, (unit, meaning) in COUNTS.items()
    ),
    *(
        Fact(f"own.{kind}", "number", "districts", f"{kind} districts in the own city")
        for kind in ("noble", "religious", "trade", "military", "unique")
    ),
    Fact("leader", "truth", "", "no city is worth more than the own one (ties count)"),
    Fact("last", "truth", "", "no city is worth less than the own one (ties count)"),
    Fact("crown", "truth", "", "the seat that decides has the crown"),
    Fact(
        "part",
        "word",
        "",
        "part of the game by the largest city: early below a third of a complete city, middle below two thirds, else late",
        PARTS,
    ),
    Fact("offered", "characters", "", "characters to pick from; none at other decisions"),
    Fact("face_up", "characters", "", "characters that were removed face up"),
    Fact("own.characters", "characters", "", "characters that the seat has picked in this round"),
    Fact("own.city", "districts", "", "districts in the own city"),
    Fact("others.city", "districts", "", "districts in any other city"),
    Fact("own.cards", "districts", "", "districts in the own hand"),
    Fact("buildable", "districts", "", "districts that can be built, at decisions to build; none at other decisions"),
)
"""Every fact, in the order of its code."""

_BY_NAME: Final = {fact.name: fact for fact in FACTS}
_TYPES: Final = {"number": "int16", "truth": "bool", "word": "text", "characters": "texts", "districts": "texts"}
_UNITS: Final = {"characters": "character", "districts": "district"}

FACT_COLUMNS: Final = tuple(
    (fact.column, _TYPES[fact.kind], _UNITS.get(fact.kind, "|".join(fact.words) or fact.unit), fact.doc) for fact in FACTS
)
"""Each fact as a column of a table: name, type, unit, meaning (`tables.columns.table`)."""


def fact_of(name: str) -> Fact | None:
    """Return a fact by the name that a condition has for it; None where there is none."""
    return _BY_NAME.get(name)
