"""The cards that a variant's files declare: characters and districts of its own, and what packaged districts do otherwise.

They have to be known before anything else of a file can be read, for casts and numbers name them; so they are taken from what the TOML
reader gave, of all files and the caller's overrides together. What is wrong with a declaration is noted here, once.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from citadels_sim.catalogue import MOST_OWN, NO_POWER, PACKAGED, Cards, Character, District, DistrictType
from citadels_sim.errors import nearest
from citadels_sim.foreign import shown
from citadels_sim.names import label_fault
from citadels_sim.variants.faults import Faults
from citadels_sim.variants.numbers.characters import ELSEWHERE
from citadels_sim.variants.numbers.districts import MOST_COST
from citadels_sim.variants.numbers.effects import effect_words
from citadels_sim.variants.switch import NONE

Layer = tuple[Mapping[str, object], str]
"""What a file says, and how the file is called in messages."""

CHARACTERS_TABLE: Final = "characters"
DISTRICTS_TABLE: Final = "districts"
POWER: Final = "power"
RANK: Final = "rank"
DECLARED: Final = ("title", RANK, POWER)
"""Keys that declare a character; the others of its table are numbers."""
SAID: Final = (RANK, POWER)
"""Those that can be said of packaged ones, too; the Tax Collector's rank is a switch."""
DECLARED_DISTRICT: Final = ("title", "type")
"""Keys that do nothing but declare a district; its cost, which it needs, and its effect are numbers as those of all others."""
EFFECT: Final = "effect"
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
LONGEST_ID: Final = 40
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
        Takes what is wrong with a declaration; a character with a fault has rank 0, a district no cost, and one whose id is none is
        left out.

    Returns
    -------
    Cards
        `PACKAGED` itself where nothing is declared.
    """
    people = _declared(CHARACTERS_TABLE, layers, PACKAGED.by_character_id, DECLARED)
    places = _declared(DISTRICTS_TABLE, layers, PACKAGED.by_district_id, (*DECLARED_DISTRICT, "cost", EFFECT))
    places = {id: keys for id, keys in places.items() if "title" in keys or not nearest(id, PACKAGED.by_district_id)}
    said, effects = _said(layers, faults), _effects(layers)
    if not people and not places and not said and not effects:
        return PACKAGED
    characters: list[Character] = []
    for id, keys in _with_ids(CHARACTERS_TABLE, people, {}, faults):
        characters.append(_character(id, keys, characters, faults))
    cards = PACKAGED.with_characters(characters, said)
    districts: list[District] = []
    for id, keys in _with_ids(DISTRICTS_TABLE, places, cards.by_character_id, faults):
        districts.append(_district(id, keys, [*characters, *districts], faults))
    return cards.with_districts(districts, effects)


def declaring(cards: Cards, key: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a table of a variant file that do nothing but declare a card; none elsewhere."""
    if len(key) != 2:
        return ()
    if key[0] == CHARACTERS_TABLE:
        if any(each.id == key[1] for each in cards.own_characters):
            return DECLARED
        return tuple(each for each in SAID if f"{CHARACTERS_TABLE}.{key[1]}.{each}" not in ELSEWHERE)
    return DECLARED_DISTRICT if any(each.id == key[1] for each in cards.own_districts) else ()


def _declared(
    table: str, layers: Sequence[Layer], packaged: Collection[str], keys: Sequence[str]
) -> dict[str, dict[str, tuple[object, str]]]:
    """Return what declares cards that are not packaged: by id and key the value that holds, and the file that says it."""
    given: dict[str, dict[str, tuple[object, str]]] = {}
    for data, where in layers:
        cards = data.get(table)
        for id, entry in cards.items() if isinstance(cards, Mapping) else ():
            if isinstance(entry, Mapping) and id not in packaged:
                said = {key: (entry[key], where) for key in keys if key in entry}
                if said or id in given:
                    given.setdefault(str(id), {}).update(said)
    return given


def _with_ids(
    table: str, given: Mapping[str, dict[str, tuple[object, str]]], others: Collection[str], faults: Faults
) -> Iterator[tuple[str, dict[str, tuple[object, str]]]]:
    """Yield what is declared under an id that a card can have, as many as there is room for; `others` are ids of the variant's own."""
    n = 0
    for id, keys in given.items():
        where = next(iter(keys.values()))[1]
        if fault := _id_fault(table, id, others):
            faults.add(where, f"{table}.{id}", fault)
        elif n == MOST_OWN:
            faults.add(where, table, f"declares {len(given)} {table} of its own; the maximum is {MOST_OWN}.")
            break
        else:
            n += 1
            yield id, keys


def _said(layers: Sequence[Layer], faults: Faults) -> dict[str, dict[str, int | str]]:
    """Return the ranks and the powers of packaged characters that their files say."""
    out: dict[str, dict[str, int | str]] = {}
    for data, where in layers:
        people = data.get(CHARACTERS_TABLE)
        for name, entry in people.items() if isinstance(people, Mapping) else ():
            id = str(name)
            if not isinstance(entry, Mapping) or id not in PACKAGED.by_character_id:
                continue
            for key in declaring(PACKAGED, (CHARACTERS_TABLE, id)):
                if key in entry:
                    keys = out.setdefault(id, {})
                    before = keys.get(key, getattr(PACKAGED.character(id), key))
                    read = _power if key == POWER else _rank
                    keys[key] = read(id, entry[key], where, faults) or before
    return out


def _effects(layers: Sequence[Layer]) -> dict[str, str]:
    """Return what packaged districts do that their files say, as far as it is right; what is wrong is noted where it is read."""
    out: dict[str, str] = {}
    for data, _ in layers:
        places = data.get(DISTRICTS_TABLE)
        for id, entry in places.items() if isinstance(places, Mapping) else ():
            word = entry.get(EFFECT) if isinstance(entry, Mapping) and id in PACKAGED.by_district_id else None
            if isinstance(word, str) and word in effect_words(PACKAGED.district(id)):
                out[id] = "" if word == NONE else word
    return out


def declared_in(resolved: Mapping[str, object]) -> Cards:
    """Return the cards of a resolved variant that somebody else may have written: a manifest's; what is wrong is left out."""
    cards = declared_cards([(resolved, "")], Faults(""))
    return cards.with_characters(each for each in cards.own_characters if each.rank)


def _id_fault(table: str, id: str, others: Collection[str]) -> str:
    """Explain why an id cannot be that of a card of one's own; ``""`` where it can."""
    kind, other = ("character", "district") if table == CHARACTERS_TABLE else ("district", "character")
    if len(id) > LONGEST_ID or re.fullmatch(_ID, id) is None:
        return f"is not a valid id of a {kind}: {_ID_WORDS}."
    if id in others or id in PACKAGED.by_district_id or id in PACKAGED.by_character_id:
        return f"'{id}' is a {other}; a {kind} of your own needs an id that no card has."
    if id in LABEL_WORDS:
        return f"'{id}' is a word in labels of actions; a {kind} of your own needs another id."
    return ""


def _character(id: str, keys: Mapping[str, tuple[object, str]], others: Sequence[Character], faults: Faults) -> Character:
    """Make one character, without its code, with title and rank as far as they are right."""
    first = next(iter(keys.values()))[1]
    title, rank, power = id, 0, NO_POWER
    for key in DECLARED:
        value, where = keys.get(key, (None, first))
        dotted = f"{CHARACTERS_TABLE}.{id}.{key}"
        if key == POWER:
            power = (_power(id, value, where, faults) if key in keys else "") or NO_POWER
        elif key not in keys:
            hint = nearest(id, PACKAGED.by_character_id)
            faults.add(where, dotted, f"is missing: '{id}' is no packaged character, and one of your own needs a title and a rank.{hint}")
        elif key == "title":
            if fault := _title_fault(value, others):
                faults.add(where, dotted, fault)
            else:
                title = str(value).strip()
        else:
            rank = _rank(id, value, where, faults)
    return Character(0, id, title, rank, rank, None, (), power)


def _rank(id: str, value: object, where: str, faults: Faults) -> int:
    """Read a rank; 0 where it is none."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 9:
        return value
    faults.add(where, f"{CHARACTERS_TABLE}.{id}.{RANK}", f"must be a whole number from 1 to 9, not {shown(value)}.")
    return 0


def _power(id: str, value: object, where: str, faults: Faults) -> str:
    """Read a power; "" where it is none."""
    if isinstance(value, str) and (value == NO_POWER or value in PACKAGED.by_character_id):
        return value
    hint = nearest(value, (*PACKAGED.by_character_id, NO_POWER))
    text = f"{shown(value)} is not allowed here; it is the id of a packaged character, whose power it has, or '{NO_POWER}'.{hint}"
    faults.add(where, f"{CHARACTERS_TABLE}.{id}.{POWER}", text)
    return ""


def _district(id: str, keys: Mapping[str, tuple[object, str]], others: Sequence[Character | District], faults: Faults) -> District:
    """Make one district, without its code, with title, type, cost and effect as far as they are right."""
    first = next(iter(keys.values()))[1]
    title, kind, cost = id, DistrictType.UNIQUE, 0
    for key in (*DECLARED_DISTRICT, "cost"):
        value, where = keys.get(key, (None, first))
        dotted = f"{DISTRICTS_TABLE}.{id}.{key}"
        if key not in keys:
            needs = "one of your own needs a title, a type and a cost"
            faults.add(where, dotted, f"is missing: '{id}' is no packaged district, and {needs}.{nearest(id, PACKAGED.by_district_id)}")
        elif key == "title":
            if fault := _title_fault(value, others):
                faults.add(where, dotted, fault)
            else:
                title = str(value).strip()
        elif key == "type":
            known = {each.id: each for each in DistrictType}
            if isinstance(value, str) and value in known:
                kind = known[value]
            else:
                listed = ", ".join(repr(each) for each in known)
                faults.add(where, dotted, f"{shown(value)} is not allowed here; allowed: {listed}.{nearest(value, known)}")
        elif isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COST:
            cost = value
    word = keys.get(EFFECT, (NONE, ""))[0]
    place = District(0, id, title, kind, cost, cost, 0, (), ())
    return replace(place, effect=word) if isinstance(word, str) and word != NONE and word in effect_words(place) else place


def _title_fault(value: Any, others: Sequence[Character | District]) -> str:
    """Explain what is wrong with a title; ``""`` where nothing is."""
    if not isinstance(value, str) or not value.strip():
        return f"must be text in quotes, not {shown(value)}."
    if fault := label_fault(value, _LONGEST_TITLE):
        return fault
    known = _PACKAGED_TITLES | {other.title.casefold(): other.id for other in others}
    if other := known.get(value.strip().casefold()):
        return f"'{value.strip()}' is already the title of '{other}'; titles are unique."
    return ""
