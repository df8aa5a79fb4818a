"""The card of a character that a variant declares: its sentences are made of its keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from citadels_sim.catalogue import Character
from citadels_sim.text import listed
from citadels_sim.variants import Table
from citadels_sim.variants.switch import NONE

_NOTHING: Final = "Does nothing of its own."
_WHEN: Final = {
    "start_of_turn": "at the start of the turn",
    "after_action": "right after gathering",
    "any": "at any time of the turn",
}


def own_character_line(who: Character, table: Table) -> str:
    """Describe in a line what a variant's own character does at a table."""
    return " ".join(_sentences(who, table)) or _NOTHING


def _sentences(who: Character, table: Table) -> Iterator[str]:
    def number(key: str) -> int:
        return int(table.number(f"characters.{who.id}.{key}"))

    def word(key: str) -> str:
        return str(table.number(f"characters.{who.id}.{key}"))

    if number("takes_crown"):
        yield "Takes the crown."
    if word("income") != NONE and number("income_each"):
        yield f"Gets {_amount(number('income_each'), word('income_in'))} for each {word('income')} district."
    got = [_amount(number(f"bonus.{what}"), what) for what in ("gold", "cards") if number(f"bonus.{what}")]
    if got:
        yield f"Gets {listed(got)} on top {_WHEN[word('bonus.when')]}."
    builds = number("builds")
    if builds != int(table.number("game.builds")):
        yield f"May build {'no' if builds == 0 else builds} district{'s' * (builds != 1)}."
    if word("discount.type") != NONE and number("discount.gold"):
        yield f"Pays {number('discount.gold')} gold less for {word('discount.type')} districts."
    if number("protected"):
        yield "While it lives, rank 8 can do nothing to its city."


def _amount(number: int, what: str) -> str:
    """Count gold or cards."""
    return f"{number} {what.removesuffix('s') if number == 1 else what}"
