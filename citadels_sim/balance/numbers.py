"""Numbers as changes of a variant: which of them belong to a target, and the values that each can have in either direction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from citadels_sim.balance.edits import Edit
from citadels_sim.text import lower_first
from citadels_sim.variants import Table
from citadels_sim.variants.numbers import on_card
from citadels_sim.variants.switch import NONE, NUMBER, IntRange, RuleValue, Share, Switch
from citadels_sim.variants.wording import cards

LONGEST: Final = 40
"""Steps of a number that are looked at: what forty steps do not repair is not repaired by the forty-first."""
_QUARTERS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Values of a share: a rulebook prints a half, or a quarter, but no 37 %."""
_LEAST: Final = {"game.builds": 1}
"""Where the least value that a file may have makes a game that nobody ends."""
NAMED_FOR: Final = {"assassin": "murder", "thief": "theft"}
"""For what a power names a character, as the word for who is immune to it."""
_WARDED: Final = {NONE: set[str](), "murder": {"murder"}, "theft": {"theft"}, "both": {"murder", "theft"}}
"""What each word keeps away."""
OF_HARM: Final = ("immune", "murder")
"""Keys of one character that say what is done to it, or what it does to others."""
HINDERS: Final = ("back",)
"""Numbers of a character that make it weaker when they grow; all others make it stronger."""
_ANOTHER_CARD: Final = ("rank", "power", "effect")
"""Keys that make another card of it, or move it to another place in the round: no size of anything."""


def is_scale(number: Switch) -> bool:
    """Tell whether the values of a number have an order, so that one can be looked for along them."""
    return isinstance(number.readings, Share) or (isinstance(number.readings, IntRange) and not number.readings.ends_only)


def scale_of(number: Switch) -> tuple[RuleValue, ...]:
    """Return the values of a number in their order, at most `LONGEST` steps of them; a word for its absence is beyond the greatest."""
    if isinstance(number.readings, Share):
        return _QUARTERS
    assert isinstance(number.readings, IntRange)
    low, high = max(number.readings.low, _LEAST.get(number.key, 0)), number.readings.high
    return (*range(low, min(high, low + LONGEST) + 1), *number.readings.words[:1])


def ways(number: Switch, now: RuleValue) -> Iterator[tuple[tuple[RuleValue, ...], int]]:
    """List both directions from the present value of a number.

    Yields
    ------
    values : tuple
        What it can be in this direction, the nearest first.
    at : int
        Which of them is tried first: the nearest; where the number is absent now, the farthest, since the nearest is as good as absent.
    """
    order = scale_of(number)
    place = [place_of(value) for value in order]
    down = tuple(value for value, there in zip(order, place, strict=True) if there < place_of(now))[::-1]
    up = tuple(value for value, there in zip(order, place, strict=True) if there > place_of(now))
    if down:
        yield down, len(down) - 1 if now == NONE else 0
    if up:
        yield up, 0


def place_of(value: RuleValue) -> float:
    """Return where a value of a number lies among its others; a word for its absence is beyond the greatest."""
    return float("inf") if isinstance(value, str) else float(value)


def number_edits(table: Table, character_id: str) -> Iterator[Edit]:
    """Change the numbers of a character, if there is one to repair, and those of the game, by the nearest step in either direction.

    What a card prints comes before what any card could have. Those of districts of the variant's own come then, and last what murder and
    theft do: others may be immune to the Assassin or the Thief that is to be repaired, and a murder may take less of who is.

    Parameters
    ----------
    table : Table
    character_id : str
        The character that a search is for; empty: it is for a figure of the whole table.
    """
    own = f"characters.{character_id}." if character_id else "game."
    places = [f"districts.{place.id}." for place in table.cards.own_districts]
    for key, number in sorted(table.declared.items(), key=lambda each: (not each[0].startswith(own), not on_card(each[0]))):
        if key.startswith((own, "game.", *places)) and number.matters(cards(table)) and _says_something(key, table):
            now = table.number(key)
            if is_scale(number):
                for values, at in ways(number, now):
                    yield step_edit(number, values, at, now)
            else:
                harms = _harms(table, character_id)
                for value in number.words:
                    if value != now and not (key.endswith(".immune") and _WARDED[str(value)] - harms):
                        yield _word_edit(key, value)
    if character_id:
        yield from _harm_edits(table, character_id)


def _harms(table: Table, character_id: str) -> set[str]:
    """Return what can be done to a character at a table, as the words for who is immune to it."""
    powers = (table.cards.character(id).power for ids in table.cast.values() for id in ids if id != character_id)
    return {NAMED_FOR[power] for power in powers if power in NAMED_FOR}


def _word_edit(key: str, value: RuleValue) -> Edit:
    return Edit(key, str(value), {tuple(key.split(".")): value})


def _harm_edits(table: Table, character_id: str) -> Iterator[Edit]:
    """Change what murder and theft do to others: by keys of those whom the character can name, or of who can murder it."""
    power = table.cards.character(character_id).power
    ranks = {id: rank for rank, ids in table.cast.items() for id in ids}
    for id in (each for each in ranks if each != character_id):
        if ranks[id] > ranks[character_id] and (harm := NAMED_FOR.get(power)):
            immune = f"characters.{id}.immune"
            value = {NONE: harm, harm: harm}.get(str(table.number(immune)), "both")
            if value != table.number(immune):
                yield _word_edit(immune, value)
        if (murder := f"characters.{id}.murder") in table.declared:
            yield from (_word_edit(murder, value) for value in table.declared[murder].words if value != table.number(murder))


def step_edit(number: Switch, values: tuple[RuleValue, ...], at: int, now: RuleValue) -> Edit:
    """Change a number to one of the values in a direction."""
    key = number.key
    return Edit(key, str(values[at]), {tuple(key.split(".")): values[at]}, number_sentence(number, values[at], now), values=values, at=at)


def number_sentence(number: Switch, value: RuleValue, now: RuleValue) -> str:
    """Say what a number becomes: ``Extra gold of the Merchant: 0 instead of 1.``."""
    if not is_scale(number) or isinstance(value, str) or isinstance(now, str):
        before = number.sentence(now).rstrip(".")
        return f"{number.sentence(value).rstrip('.')} (before: {lower_first(before)})."
    return number.says[NUMBER].replace(NUMBER, f"{value_words(number, value)} instead of {value_words(number, now)}")


def value_words(number: Switch, value: RuleValue) -> str:
    """Write a value of a number: ``2``, ``50 %`` of a share, ``none``."""
    return f"{100 * value:g} %" if isinstance(number.readings, Share) and not isinstance(value, str) else str(value)


def _says_something(key: str, table: Table) -> bool:
    """Whether a number alone can change what is played: not what is paid for no district, and no half of a discount."""
    *card, name = key.split(".")
    if name in ("income_each", "income_in"):
        return table.number(".".join((*card, "income"))) != NONE
    return name not in _ANOTHER_CARD and ("discount" not in card or key in table.numbers)
