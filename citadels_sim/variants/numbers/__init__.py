"""The numbers that the rulebooks print, each a key of its own in a variant file, beside the switches of ``[rules]``.

A number is declared like a switch, under its dotted key; a table keeps only those that are not at their printed value, so that a new
number leaves the digest of every variant as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from citadels_sim.catalogue import PACKAGED, Cards
from citadels_sim.variants.numbers import characters, districts
from citadels_sim.variants.numbers.characters import BUILDS, CHARACTER_NUMBERS, numbers_of_character
from citadels_sim.variants.numbers.districts import DISTRICT_NUMBERS, numbers_of_district
from citadels_sim.variants.numbers.game import GAME_NUMBERS
from citadels_sim.variants.switch import NONE, RuleValue, Share, Switch
from citadels_sim.variants.switches import SWITCHES

NUMBERS: Final[dict[str, Switch]] = {number.key: number for number in (*GAME_NUMBERS, *CHARACTER_NUMBERS, *DISTRICT_NUMBERS)}
"""Every number of the packaged cards by its dotted key, in the order of a variant file."""
SECTIONS: Final = tuple(dict.fromkeys(key.partition(".")[0] for key in NUMBERS))
"""Tables of a variant file in which they stand."""

_PLAIN: Final = "witch"
"""A character whose card prints no number, neither of those that any character may have nor one of its own."""
_BUILDS: Final = "game.builds"
_IDLE: Final = {".discount.": "There is no discount.", ".when": "There is no bonus.", ".protected_part": "No city is protected."}
"""What is played where a number means something only with others that belong to it, by a part of its key."""
_PART: Final = ".protected_part"


@cache
def numbers_of(cards: Cards) -> Mapping[str, Switch]:
    """Return every number of a variant's cards by its dotted key, in the order of a variant file."""
    if cards == PACKAGED:
        return NUMBERS
    people = (number for who in cards.characters for number in numbers_of_character(who))
    places = (number for place in cards.districts for number in numbers_of_district(place))
    return {number.key: number for number in (*GAME_NUMBERS, *people, *places)}


@cache
def elsewhere(cards: Cards = PACKAGED) -> Mapping[str, tuple[str, ...]]:
    """Return other names of a switch, a cost or copies in the deck, with its place in a variant file: one value, which stands there."""
    return characters.ELSEWHERE | {key: path for place in cards.districts for key, path in districts.elsewhere(place).items()}


ELSEWHERE: Final = elsewhere()
"""The same of the packaged cards."""


def _follows(key: str) -> bool:
    """Whether a number is that of the game where nothing is said: the builds of a character whose card prints none."""
    return key.endswith(".builds") and key != _BUILDS and key.split(".")[1] not in BUILDS


def printed(key: str, edition: str, given: Mapping[str, RuleValue], cards: Cards = PACKAGED) -> RuleValue:
    """Return the value of a number of which nothing is said: what an edition prints, or what the others that were given make of it."""
    if _follows(key) and _BUILDS in given:
        return given[_BUILDS]
    return numbers_of(cards)[key].default[edition]


def is_idle(key: str, given: Mapping[str, RuleValue], cards: Cards = PACKAGED) -> bool:
    """Tell whether a number says nothing of its own at a table: the moment of no bonus, half a discount, builds that are everybody's."""
    if key.endswith(".bonus.when"):
        bonus = key.removesuffix("when")
        numbers = numbers_of(cards)
        return not any(given.get(f"{bonus}{what}", numbers[f"{bonus}{what}"].default["classic"]) for what in ("gold", "cards"))
    if key.endswith(_PART):
        whole = key.removesuffix(_PART) + ".protected"
        return not given.get(whole, numbers_of(cards)[whole].default["classic"])
    if ".discount." in key:
        discount = key.rpartition(".")[0]
        return given.get(f"{discount}.type", NONE) == NONE or not given.get(f"{discount}.gold", 0)
    return (_follows(key) or key.endswith(".points")) and key not in given


def on_card(key: str) -> bool:
    """Tell whether a card, or the rulebook, prints a number of its own there: not what any character could have and this one has not."""
    section, _, name = (*key.split(".", 2), "")[:3]
    if section != "characters":
        return section == "game" or name not in ("type", "points", "effect")
    plain = NUMBERS.get(f"characters.{_PLAIN}.{name}")
    if key not in NUMBERS:  # of a variant's own character, whose card is its keys
        return plain is None
    if name == "protected_part":
        return NUMBERS[key.replace(name, "protected")].default["classic"] is True
    if name == "income_each":
        return NUMBERS[key.replace("income_each", "income")].default["classic"] != NONE
    return plain is None or NUMBERS[key].default != plain.default


def _is_part(key: str) -> bool:
    """Whether a number means something only with others that belong to it."""
    return any(part in key for part in _IDLE)


def idle_text(key: str, cards: Cards = PACKAGED) -> str:
    """Say of a number that is idle what is played."""
    if _is_part(key):
        return next(text for part, text in _IDLE.items() if part in key)
    what, much = (" in a turn", "everybody may") if key.endswith(".builds") else (" at the end", "it costs")
    return f"{numbers_of(cards)[key].doc.partition(what)[0]}{what}: as many as {much}."


def changed(given: Mapping[str, RuleValue], edition: str, costs: Mapping[str, int | None], cards: Cards = PACKAGED) -> dict[str, RuleValue]:
    """Return, of numbers that were given, those that change what is played, in their fixed order; `costs` are those of the districts."""
    out = {}
    for key, number in numbers_of(cards).items():
        if key not in given or (_is_part(key) and is_idle(key, given, cards)):
            continue
        usual = costs[key.split(".")[1]] if key.endswith(".points") else printed(key, edition, given, cards)
        if given[key] != usual:
            out[key] = float(given[key]) if isinstance(number.readings, Share) else given[key]
    return out


def switch_of(key: str, cards: Cards = PACKAGED) -> Switch:
    """Return what is declared of a number, also of one that stands elsewhere."""
    if key in numbers_of(cards):
        return numbers_of(cards)[key]
    path = elsewhere(cards)[key]
    return SWITCHES[path[1]] if path[0] == "rules" else districts.declared_of(path)


def field_of(key: str) -> str:
    """Name the field of the Rules record that holds a number: ``start_gold`` of ``game.start_gold``, ``thief_share`` of a character's."""
    return key.partition(".")[2].replace(".", "_").replace("-", "_")


def nested(values: Mapping[str, object]) -> dict[str, object]:
    """Turn dotted keys into the tables of a variant file."""
    out: dict[str, object] = {}
    for key, value in values.items():
        *tables, last = key.split(".")
        inside = out
        for table in tables:
            inside = inside.setdefault(table, {})  # type: ignore[assignment]
        inside[last] = value
    return out
