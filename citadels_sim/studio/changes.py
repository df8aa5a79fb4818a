"""Makes the text of a variant file of what a person typed, and says what that changes and what is wrong with it, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from citadels_sim.errors import Fault, VariantError
from citadels_sim.studio.rule_cards import CAST, LEAST, MOST, fields_of, rule_cards
from citadels_sim.studio.rule_fields import Field, form_text
from citadels_sim.text import cut
from citadels_sim.variants import Variant
from citadels_sim.variants.compare import compare
from citadels_sim.variants.editing import Edit, edited
from citadels_sim.variants.endless import warnings
from citadels_sim.variants.numbers import elsewhere
from citadels_sim.variants.own_template import card_id, casts_without, own_character, with_own_district
from citadels_sim.variants.reader import variant_of


@dataclass(frozen=True)
class Drafted:
    """What a person typed, as a file.

    Attributes
    ----------
    text : str
        The whole file.
    variant : Variant or None
        What it plays; None where it cannot be played.
    faults : dict of str to str
        What is wrong, by the key of a field; under "" what belongs to none.
    sound : Variant or None
        What it plays without the fields at fault; None where these cannot be told apart from the others.
    """

    text: str
    variant: Variant | None
    faults: dict[str, str]
    sound: Variant | None

    def preview(self, parent: Variant | None) -> dict[str, object]:
        """Return what a page shows beside the fields: faults, what the other fields change, what makes games endless, by key."""
        changed: Sequence[str] = ()
        found: Sequence[Fault] = ()
        if self.sound is not None:
            changed = () if parent is None else compare(parent, self.sound).sentences
            found = warnings(self.sound)
        return {"faults": self.faults, "changed": changed, "warnings": [(one.key, one.text) for one in found]}


def draft(file: Path, text: str, typed: Mapping[str, str], parent: Variant | None) -> Drafted:
    """Put what a person typed into the text of a variant file; nothing is written.

    Parameters
    ----------
    file : pathlib.Path
    text : str
        What stands in it; it can be played.
    typed : mapping
        By the key of a field, see `rule_cards`.
    parent : Variant or None
        Which it extends.
    """
    now = variant_of(text, file)
    fields = fields_of(rule_cards(now, parent, every=True))
    faults: dict[str, str] = {}
    wanted: dict[str, object] = {}
    for key, words in typed.items():
        if (field := fields.get(key)) is None:
            faults[""] = f"These rules have no field {cut(key, 80)}. Load the page again."
            continue
        value, fault = field.read(words)
        if fault:
            faults[key] = fault
        elif form_text(value) != field.value:
            wanted[key] = value
    edits = _edits(wanted, fields, now, parent)
    try:
        made = edited(text, edits, now.cards)
        variant = variant_of(made, file)
        if lost := _lost(edits, wanted, variant, parent):
            made = edited(made, lost, now.cards)
            variant = variant_of(made, file)
    except VariantError as error:
        return Drafted(text, None, _by_field(error, fields, now) | faults, None)
    return Drafted(text, None, faults, variant) if faults else Drafted(made, variant, {}, variant)


def with_card(rules: Path, text: str, kind: str, name: str) -> str:
    """Return the text of a variant file with a character or a district of one's own more, as `citadels init` begins them.

    Parameters
    ----------
    rules : pathlib.Path
        The file.
    text : str
        What stands in it; it can be played.
    kind : {"character", "district"}
    name : str
        Of the card: its id, or words, of which the id is made.

    Raises
    ------
    VariantError
        If there cannot be such a card.
    """
    now = variant_of(text, rules)
    text = text if text.endswith("\n") else f"{text}\n"
    if kind == "district":
        made = with_own_district(text, name, now)
    else:
        cast, table = own_character(name, now)
        made = edited(text, {"cast": Edit(cast, False)}, now.cards) + table
        others = casts_without(variant_of(made, rules), card_id(name))
        made = edited(made, {f"by_players.{n}.cast": Edit(ids, False) for n, ids in others.items()}, now.cards)
    variant_of(made, rules)
    return made


def _edits(wanted: Mapping[str, object], fields: Mapping[str, Field], now: Variant, parent: Variant | None) -> dict[str, Edit]:
    """Return the edits of the file's keys; the fields that are parts of a key are put together."""
    edits: dict[str, Edit] = {}
    for key, value in wanted.items():
        if key not in (LEAST, MOST) and not key.startswith(CAST):
            edits[key] = Edit(value, form_text(value) == fields[key].parent)
    if LEAST in wanted or MOST in wanted:
        span = [wanted.get(LEAST, now.players[0]), wanted.get(MOST, now.players[1])]
        edits["players"] = Edit(span, parent is not None and span == list(parent.players))
    if any(key.startswith(CAST) for key in wanted):
        cast = [wanted.get(f"{CAST}{rank}", ids[0]) for rank, ids in now.usual.cast.items() if len(ids) == 1]
        there = None if parent is None else [ids[0] for ids in parent.usual.cast.values() if len(ids) == 1]
        edits["cast"] = Edit(cast, cast == there)
    return edits


def _lost(edits: Mapping[str, Edit], wanted: Mapping[str, object], made: Variant, parent: Variant | None) -> dict[str, Edit]:
    """Return those edits again whose value is not played though the parent plays it: another key decides, such as the edition."""
    fields = fields_of(rule_cards(made, parent, every=True))
    return {
        key: edit._replace(of_parent=False)
        for key, edit in edits.items()
        if edit.of_parent and key in wanted and key in fields and fields[key].value != form_text(edit.value)
    }


def _by_field(error: VariantError, fields: Mapping[str, Field], now: Variant) -> dict[str, str]:
    """Return what is wrong by field; what none of them can be blamed for under ""."""
    names = {".".join(path): key for key, path in elsewhere(now.cards).items()}
    faults: dict[str, str] = {}
    for fault in error.faults:
        key = fault.key if fault.key in fields else names.get(fault.key, "")
        key = {"players": MOST}.get(fault.key, key)
        words = fault.text if key in fields else f"{fault.key}: {fault.text}".removeprefix(": ")
        key = key if key in fields else ""
        faults[key] = f"{faults[key]} {words}" if key in faults else words
    return faults or {"": str(error)}
