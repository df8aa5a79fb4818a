"""The cards that a variant's files declare: characters of its own, with title and rank.

They have to be known before anything else of a file can be read, for casts and numbers name them; so they are taken from what the TOML
reader gave, of all files and the caller's overrides together. What is wrong with a declaration is noted here, once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from citadels_sim.catalogue import MOST_OWN, NO_POWER, PACKAGED, Cards, Character
from citadels_sim.errors import nearest
from citadels_sim.foreign import shown
from citadels_sim.names import label_fault
from citadels_sim.variants.faults import Faults

Layer = tuple[Mapping[str, object], str]
"""What a file says, and how the file is called in messages."""

CHARACTERS_TABLE: Final = "characters"
POWER: Final = "power"
DECLARED: Final = ("title", "rank", POWER)
"""Keys that declare a character; the others of its table are numbers. Of packaged ones the power alone can be said."""
_NEEDED: Final = DECLARED[:2]
LABEL_WORDS: Final = frozenset(
    {
        *("pick", "discard", "gold", "cards", "card", "keep", "income", "bonus", "build", "murder", "rob", "swap", "redraw", "done"),
        *("destroy", "lab", "graveyard", "pass", "end", "bewitch", "look", "take", "take-build", "crown", "none", "gift", "tithe"),
        *("exchange", "beautify", "fetch", "announce", "framework", "sacrifice", "cardinal", "warrants", "confiscate", "threats"),
        *("bribe", "refuse", "reveal", "spy", "give", "seize", "under", "noble", "religious", "trade", "military", "unique"),
        *("own", "nobody", "all", "any", "mix"),
    }
)
"""Words that labels of actions and values of keys use: no card bears one as its id."""
_ID: Final = r"[a-z][a-z0-9]*(-[a-z0-9]+)*"
_ID_WORDS: Final = "small letters and digits, in words joined by '-', a letter first, 40 at most"
_LONGEST_ID: Final = 40
_LONGEST_TITLE: Final = 60
_PACKAGED_TITLES: Final[dict[str, str]] = {
    **{each.title.casefold(): each.id for each in PACKAGED.characters},
    **{each.title.casefold(): each.id for each in PACKAGED.districts},
}


def declared_cards(layers: Sequence[Layer], faults: Faults) -> Cards:
    """Return the cards of a variant.

    Parameters
    ----------
    layers : sequence of (mapping, str)
        All files, the remotest ancestor first, and the caller's overrides as nested tables.
    faults : Faults
        Takes what is wrong with a declaration; a character with a fault has rank 0, or is left out where its id is none.

    Returns
    -------
    Cards
        `PACKAGED` itself where nothing is declared.
    """
    given: dict[str, dict[str, tuple[object, str]]] = {}
    powers: dict[str, str] = {}
    for data, where in layers:
        people = data.get(CHARACTERS_TABLE)
        for name, table in people.items() if isinstance(people, Mapping) else ():
            id = str(name)
            if isinstance(table, Mapping) and id in PACKAGED.by_character_id:
                if POWER in table:
                    powers[id] = _power(id, table[POWER], where, faults, powers.get(id) or id)
            elif isinstance(table, Mapping):
                said = {key: (table[key], where) for key in DECLARED if key in table}
                if said or id in given:
                    given.setdefault(id, {}).update(said)
    powers = {id: power for id, power in powers.items() if power != id}
    if not given and not powers:
        return PACKAGED
    own: list[Character] = []
    for id, keys in given.items():
        where = next(iter(keys.values()))[1]
        if fault := _id_fault(id):
            faults.add(where, f"{CHARACTERS_TABLE}.{id}", fault)
        elif len(own) == MOST_OWN:
            faults.add(where, CHARACTERS_TABLE, f"declares {len(given)} characters of its own; {MOST_OWN} are the most.")
            break
        else:
            own.append(_character(id, keys, own, faults))
    return PACKAGED.with_characters(own, powers)


def declared_in(resolved: Mapping[str, object]) -> Cards:
    """Return the cards of a resolved variant that somebody else may have written: a manifest's; what is wrong is left out."""
    cards = declared_cards([(resolved, "")], Faults(""))
    return cards.with_characters(each for each in cards.own_characters if each.rank)


def _id_fault(id: str) -> str:
    """Explain why an id cannot be that of a card of one's own; ``""`` where it can."""
    if len(id) > _LONGEST_ID or re.fullmatch(_ID, id) is None:
        return f"is no id of a character: {_ID_WORDS}."
    if id in PACKAGED.by_district_id:
        return f"'{id}' is a district; a character of one's own needs an id that no card has."
    if id in LABEL_WORDS:
        return f"'{id}' is a word of the labels of actions; a character of one's own needs another id."
    return ""


def _character(id: str, keys: Mapping[str, tuple[object, str]], others: Sequence[Character], faults: Faults) -> Character:
    """Make one character, without its code, with title and rank as far as they are right."""
    first = next(iter(keys.values()))[1]
    title, rank, power = id, 0, NO_POWER
    for key in DECLARED:
        value, where = keys.get(key, (None, first))
        dotted = f"{CHARACTERS_TABLE}.{id}.{key}"
        if key == POWER:
            power = _power(id, value, where, faults, NO_POWER) if key in keys else NO_POWER
        elif key not in keys:
            hint = nearest(id, PACKAGED.by_character_id)
            faults.add(where, dotted, f"is missing: '{id}' is no packaged character, and one of your own needs a title and a rank.{hint}")
        elif key == "title":
            if fault := _title_fault(value, others):
                faults.add(where, dotted, fault)
            else:
                title = str(value).strip()
        elif isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 9:
            rank = value
        else:
            faults.add(where, dotted, f"must be a whole number from 1 to 9, not {shown(value)}.")
    return Character(0, id, title, rank, rank, None, (), power)


def _power(id: str, value: object, where: str, faults: Faults, otherwise: str) -> str:
    """Read a power; what it is otherwise where it is none."""
    if isinstance(value, str) and (value == NO_POWER or value in PACKAGED.by_character_id):
        return value
    hint = nearest(value, (*PACKAGED.by_character_id, NO_POWER))
    text = f"{shown(value)} is not allowed here; it is the id of a packaged character, whose power it has, or '{NO_POWER}'.{hint}"
    faults.add(where, f"{CHARACTERS_TABLE}.{id}.{POWER}", text)
    return otherwise


def _title_fault(value: Any, others: Sequence[Character]) -> str:
    """Explain what is wrong with a title; ``""`` where nothing is."""
    if not isinstance(value, str) or not value.strip():
        return f"must be text in quotes, not {shown(value)}."
    if fault := label_fault(value, _LONGEST_TITLE):
        return fault
    known = _PACKAGED_TITLES | {other.title.casefold(): other.id for other in others}
    if other := known.get(value.strip().casefold()):
        return f"'{value.strip()}' is the title of '{other}' already; titles are unique."
    return ""
