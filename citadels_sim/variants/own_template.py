"""Writes a character of one's own into a variant file to begin with: in the cast, with the keys that a designer tries first."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from citadels_sim.catalogue import Character
from citadels_sim.errors import VariantError, nearest
from citadels_sim.variants.declared import Layer, declared_cards
from citadels_sim.variants.faults import Faults
from citadels_sim.variants.model import Variant
from citadels_sim.variants.numbers.characters import numbers_of_character

RANK: Final = 6
"""The rank at which it begins, in the place of who has it."""
_KEYS: Final = ('power = "none"', 'income = "trade"', "bonus = { gold = 1 }", "builds = 1")


def with_own_character(text: str, id: str, parent: Variant) -> str:
    """Add a character to the text of a variant file.

    Parameters
    ----------
    text : str
        As `template.variant_template` wrote it.
    id : str
        Of the character.
    parent : Variant
        Which the file extends.

    Returns
    -------
    str
        TOML: the character has the place of rank 6 in the cast, and a table with some keys; the others stand there as comments.

    Raises
    ------
    VariantError
        If the id cannot be one, or the parent draws too many ranks to have such a place.
    """
    if id in parent.cards.by_character_id:
        raise VariantError(f"--character: '{id}' is a character already; choose another id.")
    title = id.replace("-", " ").title()
    faults = Faults("--character")
    layer: Layer = ({"characters": {id: {"title": title, "rank": RANK}}}, "--character")
    declared_cards([layer], faults)
    if found := faults.all():
        raise VariantError(f"--character: {found[0].text}{nearest(id, ())}")
    usual = parent.usual.cast
    cast = [id if rank == RANK else ids[0] for rank, ids in usual.items() if rank == RANK or len(ids) == 1]
    fixed = [ids[0] for ids in usual.values() if len(ids) == 1]
    old = f"#cast = {json.dumps(fixed)}"
    if old not in text:
        raise VariantError("--character: the variant to start from draws every character; begin from one with a cast.")
    who = Character(0, id, title, RANK, RANK, None, ())
    given = {line.partition(" ")[0] for line in _KEYS}
    lines = ["", f"[characters.{id}]", f"title = {json.dumps(title)}", f"rank = {RANK}", *_KEYS]
    for number in numbers_of_character(replace(who)):
        name = number.key.split(".", 2)[2]
        if name.partition(".")[0] not in given:
            default = json.dumps(number.default[str(parent.usual.rules["edition"])])
            lines += [f"# {number.doc.removesuffix('.')}: {number.allowed}.", f"#{name} = {default}"]
    return text.replace(old, f"cast = {json.dumps(cast)}", 1) + "\n".join(lines) + "\n"
