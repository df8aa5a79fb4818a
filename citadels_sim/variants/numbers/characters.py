"""Numbers of each character: what every card may have, and the number in its own power."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from citadels_sim.catalogue import CHARACTERS, PACKAGED, Character, DistrictType
from citadels_sim.variants.numbers.powers import POWERS
from citadels_sim.variants.switch import NONE, IntRange, Switch, flag, number, under, words

TYPES: Final = tuple(kind.id for kind in DistrictType)
GOLD: Final = "gold"
CARDS: Final = "cards"
BUILDS: Final = {"architect": 3, "navigator": 0, "seer": 2, "scholar": 2}
"""How many districts those may build whose card says it (classic 3.1 Architect, 3.2 Navigator; 2016 2.2)."""
ELSEWHERE: Final[dict[str, tuple[str, ...]]] = {
    "characters.merchant.bonus.when": ("rules", "merchant_bonus_time"),
    "characters.architect.bonus.when": ("rules", "architect_bonus_time"),
    "characters.patrician.income_in": ("rules", "patrician_income"),
    "characters.abbot.income_in": ("rules", "abbot_income"),
    "characters.tax-collector.rank": ("rules", "tax_collector_rank"),
}
"""Keys of characters that mean a switch: one value, which stands there."""

_BONUS_GOLD: Final = {"merchant": 1}
_BONUS_CARDS: Final = {"architect": 2}
_CROWNED: Final = ("king", "patrician")
_ANY_CARD: Final = "classic 3, 2016 3"


def topic_of(who: Character) -> str:
    """Return the topic of `TOPICS` under which a character is told."""
    return "Tax Collector" if who.id == "tax-collector" else f"Rank {who.rank or 1}"


def _of_every(who: Character) -> tuple[Switch, ...]:
    """Declare what any card may have, with what this one prints."""
    key, name = f"characters.{who.id}", who.title
    income = who.income.id if who.income is not None else NONE
    declared = (
        words(
            f"{key}.income",
            {kind: f"The {name} is paid for {kind} districts." for kind in TYPES} | {NONE: f"The {name} is paid for no districts."},
            income,
            _ANY_CARD,
            f"Type of the districts that give the {name} income.",
        ),
        number(
            f"{key}.income_each",
            IntRange(0, 3),
            1,
            _ANY_CARD,
            f"Income of the {name} for each of these districts.",
            f"Income of the {name} for each district: {{n}}.",
        ),
        words(
            f"{key}.income_in",
            {GOLD: f"The {name} is paid in gold.", CARDS: f"The {name} is paid in cards."},
            CARDS if who.id == "cardinal" else GOLD,
            _ANY_CARD,
            f"Whether the {name} is paid for districts in gold or in cards.",
        ),
        number(
            f"{key}.builds",
            IntRange(0, 9),
            BUILDS.get(who.id, 1),
            "classic 3.1, 2016 2.2",
            f"Districts that the {name} may build in a turn; default, if the card prints no number: as many as everybody (game.builds).",
            f"Districts that the {name} may build in a turn: {{n}}.",
        ),
        flag(
            f"{key}.protected",
            who.id == "bishop",
            "classic 3.1 Bishop, 2016 3",
            f"Whether the city of the {name} is protected from rank 8.",
            f"Rank 8 may not touch the city of the {name}, while the character lives.",
            f"Rank 8 may touch the city of the {name}.",
        ),
        words(
            f"{key}.protected_part",
            {
                "city": f"The protection of the {name} covers the whole city.",
                "dearest": f"The protection of the {name} covers only the dearest district; if several cost as much, all of these.",
            },
            "city",
            "classic 3.1 Bishop, 2016 3",
            f"How much of the city of the {name} is protected, if any; gold that beautifies a district makes it no dearer.",
        ),
        flag(
            f"{key}.takes_crown",
            who.id in _CROWNED,
            "classic 1.9, 2016 A2",
            f"Whether the {name} takes the crown when called.",
            f"The {name} takes the crown.",
            f"The {name} does not take the crown.",
        ),
        words(
            f"{key}.immune",
            {
                NONE: f"The {name} can be murdered and robbed.",
                "murder": f"The {name} cannot be murdered.",
                "theft": f"The {name} cannot be robbed.",
                "both": f"The {name} can be neither murdered nor robbed.",
            },
            NONE,
            "no rulebook",
            f"Whether the {name} cannot be murdered, or robbed.",
        ),
        number(
            f"{key}.bonus.gold",
            IntRange(0, 10),
            _BONUS_GOLD.get(who.id, 0),
            "classic 3.1 Merchant, 2016 3" if who.id in _BONUS_GOLD else "classic 3, 2016 3",
            f"Extra gold of the {name} in a turn.",
            f"Extra gold of the {name}: {{n}}.",
        ),
        number(
            f"{key}.bonus.cards",
            IntRange(0, 10),
            _BONUS_CARDS.get(who.id, 0),
            "classic 3.1 Architect, 2016 3" if who.id in _BONUS_CARDS else "classic 3, 2016 3",
            f"Extra cards of the {name} in a turn.",
            f"Extra cards of the {name}: {{n}}.",
        ),
        number(
            f"{key}.gold_from_others",
            IntRange(0, 3),
            0,
            "no rulebook",
            f"Gold that the {name} takes from the richest player at the start of the turn, or all of it if that is less; nothing if "
            f"several players are richest, or the {name} is.",
            f"Gold that the {name} takes from the richest player: {{n}}.",
        ),
        words(
            f"{key}.bonus.when",
            {
                "start_of_turn": f"The {name} gets the extra gold or cards at the start of the turn.",
                "after_action": f"The {name} gets the extra gold or cards right after gathering.",
                "any": f"The {name} takes the extra gold or cards at any time of the turn.",
            },
            "after_action",
            "classic 2.2, 2016 3",
            f"When the {name} gets extra gold or cards, if any.",
            in_2016="any",
        ),
    )
    return under(topic_of(who), *(each for each in (*declared, *_discount(who)) if each.key not in ELSEWHERE), needs=who.id)


def _discount(who: Character) -> tuple[Switch, Switch]:
    """Declare what a character pays less; no card prints it."""
    name = who.title
    return (
        words(
            f"characters.{who.id}.discount.type",
            {kind: f"The {name} pays less for {kind} districts." for kind in TYPES} | {NONE: f"The {name} pays the full cost."},
            NONE,
            "no rulebook",
            f"Type of the districts that the {name} builds at a discount.",
        ),
        number(
            f"characters.{who.id}.discount.gold",
            IntRange(0, 10),
            0,
            "no rulebook",
            f"Discount in gold for these districts when the {name} builds; it adds to the Factory's, and no price is below 0.",
            f"Discount in gold for districts of one type when the {name} builds: {{n}}.",
        ),
    )


def power_numbers(who: Character) -> dict[str, Switch]:
    """Return the numbers of the power that a character has, its own or another's, by the keys under which that one's card has them."""
    printed = {each.key: each for each in POWERS if each.key.split(".")[1] == who.power}
    if who.power == who.id:
        return printed
    return {key: _borrowed(each, who) for key, each in printed.items()}


def _borrowed(number: Switch, who: Character) -> Switch:
    """Put a number of a power under the character that borrows it, in its sentences too."""
    model = PACKAGED.title(who.power)
    says = {reading: text.replace(model, who.title) for reading, text in number.says.items()}
    return replace(number, key=f"characters.{who.id}.{number.key.rpartition('.')[2]}", doc=number.doc.replace(model, who.title), says=says)


def _own(who: Character) -> tuple[Switch, ...]:
    """Return the numbers in a character's power."""
    mine = power_numbers(who).values()
    return under(topic_of(who), *mine, needs=who.id)


def numbers_of_character(who: Character) -> tuple[Switch, ...]:
    """Declare the numbers of a character: what stands in its table before what stands in a table inside it."""
    return tuple(sorted((*_of_every(who), *_own(who)), key=lambda each: each.key.count(".")))


CHARACTER_NUMBERS: Final[tuple[Switch, ...]] = tuple(each for who in CHARACTERS for each in numbers_of_character(who))
"""In their order in lists for people: by character, in order of rank."""
