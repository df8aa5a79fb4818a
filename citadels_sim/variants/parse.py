"""Checks the shape of one variant file and flattens it: unknown keys and ids, wrong types, values out of range.

Whether the variant as a whole can be played is judged later, in `resolve`, when all files are put together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from citadels_sim.catalogue import DISTRICTS, PACKAGED, Cards
from citadels_sim.errors import nearest
from citadels_sim.foreign import shown
from citadels_sim.names import label_fault, name_fault
from citadels_sim.text import cut, visible_line
from citadels_sim.variants.faults import Faults
from citadels_sim.variants.numbers import NUMBERS, SECTIONS
from citadels_sim.variants.numbers.districts import MOST_COPIES, MOST_COST
from citadels_sim.variants.numbers.reading import read_numbers
from citadels_sim.variants.switches import ALIASES, NOT_SWITCHES, SWITCHES

__all__ = ["MOST_CARDS", "MOST_FAULTS", "Flat", "Leaf", "flatten"]

MOST_FAULTS: Final = 100
"""Faults after which a file is read no further: each takes a search for the name that was meant."""
MOST_CARDS: Final = 128
"""Most cards in a deck; the engine's records have room for so many."""
MOST_CITY: Final = 20
"""Most districts that a complete city may need."""

_TABLE_KEYS: Final = ("cast", "city_size", "city_size_2_3_players", "deck", "random_cast", "costs", "rules", *SECTIONS)
_FILE_KEYS: Final = ("name", "title", "extends", "players", *_TABLE_KEYS, "by_players")

_OTHER_NAMES: Final = {other.lower().replace(" ", "-").replace("'", ""): item.id for item in DISTRICTS for other in (item.title, *item.aka)}


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value of a variant file, with where it was given.

    Attributes
    ----------
    value : object
        The checked value; lists as tuples.
    where : str
        The file, or "override".
    key : str
        Dotted key as it was written.
    order : int
        Of two values that exclude each other, the one of higher order was given later and holds.
    """

    value: object
    where: str
    key: str
    order: int = 0


Flat: TypeAlias = dict[tuple[str, ...], Leaf]
"""A variant file as leaves: ``("deck", "basic", "manor")`` to its leaf. Below ``("by_players", "3")`` those of that count."""


def flatten(data: Mapping[str, object], where: str, faults: Faults, cards: Cards = PACKAGED) -> Flat:
    """Check one file's content and give its leaves.

    Parameters
    ----------
    data : mapping
        What the TOML reader gave.
    where : str
        The file, for messages.
    faults : Faults
        Takes every fault; a faulty value is left out of the result.
    cards : Cards
        Those of the variant, see `declared`.

    Returns
    -------
    Flat
        The leaves, with ``order`` 0.
    """
    reader = _Reader(where, faults, cards)
    reader.file(data)
    return reader.flat


class _Reader:
    """Walks one file; each method checks one kind of value and stores its leaves."""

    def __init__(self, where: str, faults: Faults, cards: Cards) -> None:
        self.where = where
        self.faults = faults
        self.cards = cards
        self.basics = {each.id: each for each in cards.basics}
        self.uniques = {each.id: each for each in cards.uniques}
        self.flat: Flat = {}

    # ---- helpers

    def fault(self, path: Sequence[str], text: str) -> None:
        self.faults.add(self.where, ".".join(path), text)

    def store(self, path: Sequence[str], value: object, written: Sequence[str] | None = None) -> None:
        other = self.flat.setdefault(tuple(path), Leaf(value, self.where, ".".join(written or path)))
        if other.value != value:
            self.fault(
                written or path, f"{shown(value)} contradicts '{other.key}', {shown(other.value)}: both set the same value; keep one."
            )

    def integer(self, path: Sequence[str], value: object, low: int, high: int) -> None:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            self.store(path, value)
        else:
            self.fault(path, f"must be a whole number from {low} to {high}, not {shown(value)}.")

    def text(self, path: Sequence[str], value: object) -> None:
        if isinstance(value, str) and value.strip():
            self.store(path, value)
        else:
            self.fault(path, f"must be text in quotes, not {shown(value)}.")

    def name(self, path: Sequence[str], value: object) -> None:
        if fault := name_fault(value):
            self.fault(path, fault)
        else:
            self.store(path, value)

    def title(self, path: Sequence[str], value: object) -> None:
        shown_text = visible_line(value).strip() if isinstance(value, str) else value
        if isinstance(shown_text, str) and (fault := label_fault(shown_text)):
            self.fault(path, fault)
        else:
            self.text(path, shown_text)

    def table(self, path: Sequence[str], value: object) -> Iterator[tuple[str, object]]:
        if not isinstance(value, Mapping):
            self.fault(path, f"must be a table, not {shown(value)}.")
            return
        for key, entry in value.items():
            if len(self.faults) >= MOST_FAULTS:
                return
            yield str(key), entry

    def unknown(self, path: Sequence[str], known: Iterable[str]) -> None:
        prefix, key = ".".join(path[:-1]), path[-1]
        full = {f"{prefix}.{name}" if prefix else name: name for name in known}
        hint = nearest(key, full.values())
        if hint and prefix:
            hint = hint.replace("'", f"'{prefix}.", 1)
        if key in SWITCHES or key in ALIASES:
            hint = f" It is a switch and belongs in [rules]: 'rules.{key}'."
        elif f"game.{key}" in NUMBERS:
            hint = f" It belongs in [game]: 'game.{key}'."
        elif key in _FILE_KEYS and path[0] != "by_players":
            hint = f" '{key}' belongs at the top of the file, above the first [table]."
        listed = ", ".join(full if len(full) <= 16 else full.values()) if path[-2:-1] != ["rules"] else "see 'citadels variants switches'"
        self.fault(path, f"is not a known key.{hint or f' Known here: {listed}.'}")

    def ids(self, path: Sequence[str], value: object, known: Collection[str], kind: str) -> None:
        if not isinstance(value, Sequence) or isinstance(value, str):
            self.fault(path, f"must be a list of {kind} ids, not {shown(value)}.")
            return
        bad = [entry for entry in value if not isinstance(entry, str) or entry not in known]
        for entry in bad[: max(0, MOST_FAULTS - len(self.faults))]:
            self.fault(path, self.unknown_id(entry, known, kind))
        if not bad:
            self.store(path, tuple(value))

    def unknown_id(self, entry: object, known: Collection[str], kind: str) -> str:
        if not isinstance(entry, str):
            return f"{shown(entry)} is not the id of a {kind}; ids are text in quotes."
        if entry in self.cards.by_district_id or entry in self.cards.by_character_id:
            right = "character" if entry in self.cards.by_character_id else "basic district" if entry in self.basics else "unique district"
            return f"'{entry}' is a {right}, not a {kind}."
        plain = entry.lower().replace(" ", "-").replace("_", "-").replace("'", "")
        other = _OTHER_NAMES.get(plain)
        hint = f" Did you mean '{other}'?" if other in known else nearest(plain, known)
        return f"there is no {kind} '{entry}'.{hint}"

    # ---- the file and its tables

    def file(self, data: Mapping[str, object]) -> None:
        for key, value in self.table([], data):
            path = [key]
            if key == "name":
                self.name(path, value)
            elif key == "title":
                self.title(path, value)
            elif key == "extends":
                self.text(path, value)
            elif key == "players":
                self.players(value)
            elif key == "by_players":
                for count, entry in self.table(path, value):
                    self.by_players(count, entry)
            elif key in _TABLE_KEYS:
                self.section(key, path, value)
            else:
                self.unknown(path, _FILE_KEYS)

    def players(self, value: object) -> None:
        numbers = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else []
        whole = all(isinstance(n, int) and not isinstance(n, bool) for n in numbers)
        if len(numbers) == 2 and whole and 2 <= numbers[0] <= numbers[1] <= 8:
            self.store(["players"], (numbers[0], numbers[1]))
        else:
            self.fault(["players"], f"must be [least, most] with 2 <= least <= most <= 8, not {shown(value)}.")

    def by_players(self, count: str, value: object) -> None:
        path = ["by_players", count]
        if not (count.isascii() and count.isdigit() and len(count) <= 2):
            self.fault(["by_players", cut(count, 40)], 'is not a number of players; write [by_players."3"].')
            return
        for key, entry in self.table(path, value):
            if key in _TABLE_KEYS:
                self.section(key, [*path, key], entry)
            else:
                self.unknown([*path, key], _TABLE_KEYS)

    def section(self, key: str, path: list[str], value: object) -> None:
        if key == "cast":
            self.ids(path, value, self.cards.by_character_id, "character")
        elif key in ("city_size", "city_size_2_3_players"):
            self.integer(path, value, 1, MOST_CITY)
        elif key == "random_cast":
            self.random_cast(path, value)
        elif key == "deck":
            self.deck(path, value)
        elif key == "costs":
            self.costs(path, value)
        elif key == "rules":
            self.rules(path, value)
        else:
            read_numbers(self, [key], path, value)

    def random_cast(self, path: list[str], value: object) -> None:
        for rank, entry in self.table(path, value):
            if rank in tuple("123456789"):
                self.ids([*path, rank], entry, self.cards.by_character_id, "character")
            else:
                self.fault([*path, rank], "is not a rank; ranks are 1 to 9.")

    def deck(self, path: list[str], value: object) -> None:
        for key, entry in self.table(path, value):
            here = [*path, key]
            if key == "random_unique":
                for part, content in self.table(here, entry):
                    if part == "count":
                        self.integer([*here, part], content, 0, len(self.uniques))
                    elif part == "from":
                        self.ids([*here, part], content, self.uniques, "unique district")
                    else:
                        self.unknown([*here, part], ("count", "from"))
            elif key in ("basic", "unique"):
                known, kind = (self.basics, "basic district") if key == "basic" else (self.uniques, "unique district")
                for id, copies in self.table(here, entry):
                    if id in known:
                        self.integer([*here, id], copies, 0, MOST_COPIES)
                    else:
                        self.fault([*here, id], self.unknown_id(id, known, kind))
            else:
                self.unknown(here, ("basic", "unique", "random_unique"))

    def costs(self, path: list[str], value: object) -> None:
        for id, gold in self.table(path, value):
            here = [*path, id]
            place = self.cards.by_district_id.get(id)
            if place is None:
                self.fault(here, self.unknown_id(id, self.cards.by_district_id, "district"))
            elif place.cost_2016 is None:
                self.fault(here, "this district cannot be built and has no cost.")
            else:
                self.integer(here, gold, 0, MOST_COST)

    def rules(self, path: list[str], value: object) -> None:
        given: dict[str, str] = {}
        for key, entry in self.table(path, value):
            here = [*path, key]
            alias = ALIASES.get(key)
            target = alias.target if alias else key
            if target not in SWITCHES:
                if key in NOT_SWITCHES:
                    self.fault(here, f"is not a switch: {NOT_SWITCHES[key]}.")
                else:
                    self.unknown(here, (*SWITCHES, *ALIASES))
                continue
            if target in given:
                self.fault(here, f"is another name for '{given[target]}', which is also given here; keep one.")
                continue
            given[target] = key
            meant: object = entry
            if alias and alias.values and isinstance(entry, bool):
                meant = alias.values[entry]
            elif alias and alias.values:
                self.fault(here, f"must be true or false, not {shown(entry)}.")
                continue
            fault = SWITCHES[target].fault(meant)
            if fault:
                self.fault(here, fault)
            else:
                self.store([*path, target], meant, here)
