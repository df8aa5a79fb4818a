"""Writes a character or a district of one's own into a variant file to begin with, with the keys that a designer tries first."""

from __future__ import annotations

import json
import re
import textwrap
from typing import Any, Final

from citadels_sim.catalogue import CHARACTERS, Cards
from citadels_sim.catalogue.titles import title_of
from citadels_sim.errors import VariantError
from citadels_sim.names import name_of_words
from citadels_sim.variants.declared import CHARACTERS_TABLE, DISTRICTS_TABLE, LONGEST_ID, declared_cards
from citadels_sim.variants.faults import Faults
from citadels_sim.variants.model import Variant
from citadels_sim.variants.numbers.characters import numbers_of_character
from citadels_sim.variants.numbers.effects import effect_words
from citadels_sim.variants.reader import variant_of
from citadels_sim.variants.switch import Switch
from citadels_sim.variants.template import FIRST_HEADING

RANK: Final = 6
"""The rank at which a character begins, in the place of who has it."""
_OF_CHARACTER: Final = ('power = "none"', 'income = "trade"', "bonus = { gold = 1 }", "builds = 1")
_COST: Final = 3
_WIDTH: Final = 100


def with_own_character(text: str, name: str, parent: Variant) -> str:
    """Add a character to the text of a variant file.

    Parameters
    ----------
    text : str
        As `template.variant_template` wrote it.
    name : str
        Of the character: its id, or words, of which the id is made.
    parent : Variant
        Which the file extends.

    Returns
    -------
    str
        TOML: the character has the place of rank 6 in every cast, and the first of the tables, with some keys; the others are comments
        there.

    Raises
    ------
    VariantError
        If the id cannot be one, or the parent draws too many ranks to have such a place.
    """
    cast, table = own_character(name, parent)
    id = card_id(name)
    old = f"#cast = {json.dumps([ids[0] for ids in parent.usual.cast.values() if len(ids) == 1])}"
    if old not in text:
        raise VariantError("--character: the variant to extend draws every character; extend one with a cast.")
    head, first, rest = text.partition(f"\n{FIRST_HEADING}")
    made = f"{head.replace(old, f'cast = {json.dumps(cast)}', 1)}{table}{first}{rest}"
    others = casts_without(variant_of(made, "NAME"), id)
    own = "# {} has a cast of its own for {} players."
    return made + "".join(f'\n{own.format(parent.title, n)}\n[by_players."{n}"]\ncast = {json.dumps(ids)}\n' for n, ids in others.items())


def casts_without(made: Variant, id: str) -> dict[int, list[str]]:
    """Return the casts, by number of players, that a character of rank 6 has no place in, with the character at that rank.

    A variant may have a cast of its own for some numbers of players: `The Dark City` has no Emperor with two.
    """
    lacking = {n: table.cast for n, table in made.tables.items() if not any(id in ids for ids in table.cast.values())}
    return {n: [id if rank == RANK else ids[0] for rank, ids in cast.items() if len(ids) == 1] for n, cast in lacking.items()}


def card_id(name: str) -> str:
    """Return the id of a card that a person named: ``night-owl`` of ``Night Owl``."""
    return re.sub("-+", "-", name_of_words(name, LONGEST_ID))


def _said(number: Switch) -> str:
    """Say what a number of a card is, and which values it may have."""
    return f"{number.doc.removesuffix('.')}: {number.allowed}."


def _title(name: str) -> str:
    """Return the title of a card that a person named: the words, with capitals where none was typed, or those of an id."""
    if name == card_id(name):
        return title_of(name)
    return name.strip().title() if name.islower() else name.strip()


def own_character(name: str, parent: Variant) -> tuple[list[str], str]:
    """Return the cast of a variant with a character more, in the place of rank 6, and the character's table as TOML.

    Raises
    ------
    VariantError
        If the id cannot be one.
    """
    id = card_id(name)
    if id in parent.cards.by_character_id:
        raise VariantError(f"--character: '{id}' is already a character; choose another name.")
    declared: dict[str, Any] = {"title": _title(name), "rank": RANK}
    who = _cards("--character", CHARACTERS_TABLE, id, declared, parent).character(id)
    cast = [id if rank == RANK else ids[0] for rank, ids in parent.usual.cast.items() if rank == RANK or len(ids) == 1]
    lines = _table(CHARACTERS_TABLE, id, declared)
    numbers = {number.key.split(".", 2)[2]: number for number in numbers_of_character(who)}
    given = {line.partition(" ")[0]: line for line in _OF_CHARACTER}
    said = {"power": [f'Whose power it has: {", ".join(json.dumps(each.id) for each in CHARACTERS)}; or "none".']}
    for name, number in numbers.items():
        key, _, part = name.partition(".")
        said.setdefault(key, []).append(f"{part or key}: {_said(number)}")
    for key, line in given.items():
        lines += [*_comment(" ".join(said[key])), line]
    for name, number in numbers.items():
        if name.partition(".")[0] not in given:
            default = json.dumps(number.default[str(parent.usual.rules["edition"])])
            lines += [f"# {_said(number)}", f"#{name} = {default}"]
    return cast, "\n".join(lines) + "\n"


def with_own_district(text: str, name: str, parent: Variant) -> str:
    """Add a district to the text of a variant file: two copies of a trade district without an effect.

    Parameters
    ----------
    text, name, parent
        As of `with_own_character`; any text of a variant file will do.

    Raises
    ------
    VariantError
        If the id cannot be one.
    """
    id = card_id(name)
    if id in parent.cards.by_district_id:
        raise VariantError(f"--district: '{id}' is already a district; choose another name.")
    declared: dict[str, Any] = {"title": _title(name), "type": "trade", "cost": _COST}
    place = _cards("--district", DISTRICTS_TABLE, id, declared, parent).district(id)
    known = ", ".join(json.dumps(word) for word in effect_words(place))
    what = f"Its effect: {known}. The numbers of an effect are keys here too, such as bonus = 2 of dragon-gate."
    lines = [*_table(DISTRICTS_TABLE, id, declared), "copies = 2", *_comment(what), 'effect = "none"']
    lines += [*_comment("Points at the end; default: its cost."), f"#points = {_COST}"]
    return text + "\n".join(lines) + "\n"


def _cards(option: str, table: str, id: str, declared: dict[str, Any], parent: Variant) -> Cards:
    """Return the parent's cards with one more; VariantError where it cannot be one."""
    faults = Faults(option)
    cards = declared_cards([(parent.resolved(), option), ({table: {id: declared}}, option)], faults)
    if found := faults.all():
        text = found[0].text
        raise VariantError(f"{option}: '{id}' {text}" if text.startswith("is ") else f"{option}: {text}")
    return cards


def _table(table: str, id: str, declared: dict[str, Any]) -> list[str]:
    return ["", f"[{table}.{id}]", *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in declared.items())]


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False, break_long_words=False)
