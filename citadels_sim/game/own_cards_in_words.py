"""The card of a character that a variant declares: its sentences are made of its keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from citadels_sim.catalogue import NO_POWER, Character, character
from citadels_sim.text import listed
from citadels_sim.variants import Table
from citadels_sim.variants.numbers.characters import power_numbers
from citadels_sim.variants.switch import NONE

_NOTHING: Final = "No power."
_WHEN: Final = {
    "start_of_turn": "at the start of the turn",
    "after_action": "right after gathering",
    "any": "at any time of the turn",
}

_PROTECTED: Final = {"city": "its city", "dearest": "the dearest districts of its city"}
_IMMUNE: Final = {"murder": "murdered", "theft": "robbed", "both": "murdered or robbed"}

POWER_LINES: Final = {
    "assassin": "Names another character, which is murdered.",
    "witch": "Gathers, then bewitches another character and waits. When it is called, its player only gathers, and this player plays its "
    "turn.",
    "magistrate": "Lays warrants at characters, one of them signed. The signed one may cost its player the first district paid for.",
    "thief": "Names another character. When it is called, its player's gold is taken.",
    "spy": "Names a player and a type of district, looks at the hand: for each card of the type, gold from the player and a card drawn.",
    "blackmailer": "Lays two threats, one with the flower. A threatened player pays a bribe, or risks losing all gold to the flower.",
    "magician": "Swaps hands with another player, or exchanges cards of its hand with the deck.",
    "wizard": "Looks at another player's hand and takes cards from it, to keep, or to build at once beyond the limit.",
    "seer": "Takes random cards from each other player, then gives cards back.",
    "emperor": "Gives the crown to another player, who gives gold or a card for it.",
    "abbot": "Takes gold from the richest player.",
    "cardinal": "May take the gold missing for a district from one player, giving a card for each.",
    "alchemist": "Gets back the gold paid for building at the end of the turn.",
    "trader": "May build trade districts beyond the limit.",
    "navigator": "Takes extra gold or cards.",
    "scholar": "Draws cards to choose from, and keeps some.",
    "warlord": "May destroy a district for less than its cost.",
    "diplomat": "May exchange an own district for another player's, paying for the difference.",
    "marshal": "May seize a cheap district from another player, paying its cost.",
    "queen": "Gets gold when sitting beside the player of rank 4.",
    "artist": "Beautifies own districts, each with 1 gold: its cost and its points rise.",
    "tax-collector": "Gets tax from players who build.",
}
"""What the power of a packaged character does, whoever has it, where its own card says more than that (its income, or a number of it)."""


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
        yield f"Bonus {_WHEN[word('bonus.when')]}: {listed(got)}."
    if taken := number("gold_from_others"):
        yield f"Takes {taken} gold from the richest player at the start of the turn."
    builds = number("builds")
    if builds != int(table.number("game.builds")):
        yield f"May build {'no' if builds == 0 else builds} district{'s' * (builds != 1)}."
    if word("discount.type") != NONE and number("discount.gold"):
        yield f"Pays {number('discount.gold')} gold less for {word('discount.type')} districts."
    if number("protected"):
        yield f"While it lives, rank 8 cannot touch {_PROTECTED[word('protected_part')]}."
    if word("immune") != NONE:
        yield f"Cannot be {_IMMUNE[word('immune')]}."
    lender = None if who.power == NO_POWER else character(who.power)
    if lender is not None and lender.used != "printed":
        yield POWER_LINES.get(lender.id, lender.line)
        yield from (each.sentence(table.number(each.key)) for each in power_numbers(who).values())


def _amount(number: int, what: str) -> str:
    """Count gold or cards."""
    return f"{number} {what.removesuffix('s') if number == 1 else what}"
