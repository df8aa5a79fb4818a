"""The cards that a variant plays with: those of the catalogue, as it changes them, and those that it declares of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from citadels_sim.catalogue.characters import CHARACTERS, Character
from citadels_sim.catalogue.districts import DISTRICTS, District
from citadels_sim.errors import nearest

MOST_OWN: Final = 8
"""Most characters, and most districts, that a variant declares of its own: the engine's arrays by code have room for so many more."""
CHARACTER_CODES: Final = len(CHARACTERS) + MOST_OWN + 1
"""Length of arrays by character code, nobody first."""
DISTRICT_CODES: Final = len(DISTRICTS) + MOST_OWN
"""How many codes of districts there are, those of a variant's own included."""


@dataclass(frozen=True)
class Cards:
    """Every card of a variant, to look up by code and by id. It is hashable, and equal where the cards are.

    Attributes
    ----------
    characters : tuple of Character
        In order of their codes, which begin at 1: the packaged ones, with the rank and the power that the variant gives them, then its
        own in the order of their ids.
    districts : tuple of District
        In the same way, with the effect that the variant gives them; the index is the code.
    """

    characters: tuple[Character, ...] = CHARACTERS
    districts: tuple[District, ...] = DISTRICTS

    def __hash__(self) -> int:
        """Hash by what differs between variants: it is asked for whenever a number is looked up."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        said = tuple((id, tuple(keys.items())) for id, keys in self.said.items())
        return hash((self.own_characters, self.own_districts, said))

    @property
    def own_characters(self) -> tuple[Character, ...]:
        """Characters that the variant declares of its own."""
        return self.characters[len(CHARACTERS) :]

    @cached_property
    def said(self) -> dict[str, dict[str, int | str]]:
        """What the variant says of packaged characters: by id the rank and the power that are not the printed ones."""
        out: dict[str, dict[str, int | str]] = {}
        for each, printed in zip(self.characters, CHARACTERS, strict=False):
            if each != printed:
                keys: dict[str, int | str] = {"rank": each.rank} if each.ranks != printed.ranks else {}
                out[each.id] = keys | ({"power": each.power} if each.power != printed.power else {})
        return out

    @property
    def own_districts(self) -> tuple[District, ...]:
        """Districts that the variant declares of its own."""
        return self.districts[len(DISTRICTS) :]

    def with_characters(self, own: Iterable[Character], said: Mapping[str, Mapping[str, int | str]] | None = None) -> Cards:
        """Return the cards with these characters as the variant's own, which get their codes in the order of their ids.

        So neither the order of keys in a file nor what a file inherits decides about codes, and a digest does not see it.

        Parameters
        ----------
        own : iterable of Character
        said : mapping, optional
            What is said of packaged characters, in the form of `said`; left out: what these cards say.
        """
        packaged = self.characters[: len(CHARACTERS)]
        if said is not None:
            packaged = tuple(_with(each, said[each.id]) if each.id in said else each for each in CHARACTERS)
        people = tuple(replace(each, code=code) for code, each in enumerate(sorted(own, key=lambda each: each.id), len(CHARACTERS) + 1))
        return replace(self, characters=(*packaged, *people))

    def with_districts(self, own: Iterable[District], effects: Mapping[str, str]) -> Cards:
        """Return these cards with districts of one's own, which get their codes in the order of their ids, and what others do, by id."""
        packaged = tuple(replace(each, effect=effects[each.id]) if each.id in effects else each for each in DISTRICTS)
        places = tuple(replace(each, code=code) for code, each in enumerate(sorted(own, key=lambda each: each.id), len(DISTRICTS)))
        return replace(self, districts=(*packaged, *places))

    @property
    def effects(self) -> dict[str, str]:
        """What packaged districts do that do not do what they print, by id."""
        return {each.id: each.effect for each, printed in zip(self.districts, DISTRICTS, strict=False) if each.effect != printed.effect}

    @cached_property
    def basics(self) -> tuple[District, ...]:
        """Districts of which a deck holds several, by code."""
        return tuple(each for each in self.districts if each.is_basic)

    @cached_property
    def uniques(self) -> tuple[District, ...]:
        """Unique districts, by code."""
        return tuple(each for each in self.districts if not each.is_basic)

    @cached_property
    def by_character_id(self) -> dict[str, Character]:
        """Every character by its id."""
        return {each.id: each for each in self.characters}

    @cached_property
    def by_district_id(self) -> dict[str, District]:
        """Every district by its id."""
        return {each.id: each for each in self.districts}

    def character(self, id: str) -> Character:
        """Return the character of this id; KeyError, with the nearest one, if there is none."""
        if id not in self.by_character_id:
            raise KeyError(f"there is no character '{id}'.{nearest(id, self.by_character_id)}")
        return self.by_character_id[id]

    def character_of(self, code: int) -> Character:
        """Return the character of this code, from 1 on; KeyError if there is none."""
        if 1 <= code <= len(self.characters):
            return self.characters[int(code) - 1]
        raise KeyError(f"there is no character with code {code}; codes are 1 to {len(self.characters)}")

    def district(self, id: str) -> District:
        """Return the district of this id; KeyError, with the nearest one, if there is none."""
        if id not in self.by_district_id:
            raise KeyError(f"there is no district '{id}'.{nearest(id, self.by_district_id)}")
        return self.by_district_id[id]

    def district_of(self, code: int) -> District:
        """Return the district of this code, from 0 on; KeyError if there is none."""
        if 0 <= code < len(self.districts):
            return self.districts[int(code)]
        raise KeyError(f"there is no district with code {code}; codes are 0 to {len(self.districts) - 1}")

    def title(self, id: str) -> str:
        """Return the name of a character or district for people; KeyError if there is none."""
        return self.by_character_id[id].title if id in self.by_character_id else self.district(id).title


def _with(who: Character, keys: Mapping[str, int | str]) -> Character:
    """Give a packaged character another rank, in both editions, or another power."""
    if "rank" in keys:
        who = replace(who, rank=int(keys["rank"]), rank_classic=int(keys["rank"]))
    return replace(who, power=str(keys.get("power", who.power)))


PACKAGED: Final = Cards()
"""The cards of the catalogue, as they are printed."""
