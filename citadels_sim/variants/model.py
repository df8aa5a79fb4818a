"""A resolved variant, and its table at one number of players: what the engine plays from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Final, cast

from citadels_sim.catalogue import PACKAGED, Cards, Character, District, royal_ranks
from citadels_sim.errors import VariantError
from citadels_sim.variants.numbers import elsewhere, nested, numbers_of, printed
from citadels_sim.variants.switch import RuleValue, Switch
from citadels_sim.variants.switches import SWITCHES

OLD_THREE: Final = "one_char_no_assassin_10"
"""Reading of ``three_player_rule`` that plays without the Assassin."""


def plays_old_three(players: int, rules: Mapping[str, RuleValue]) -> bool:
    """Return whether players play by the old rule for three (classic 1.7): a character each, without the Assassin."""
    return players == 3 and rules["three_player_rule"] == OLD_THREE


@dataclass(frozen=True, slots=True)
class Table:
    """A variant at one number of players, complete. Read it only; its mappings are shared.

    Attributes
    ----------
    players : int
        Number of players, 2 to 8.
    cast : mapping
        Rank to the ids it is drawn from per game, in order of their codes; one id: always that character. Ranks 1-8 or 1-9,
        and 2-8 where the old rule for three leaves rank 1 out.
    city_size : int
        Districts that complete a city at this number of players.
    costs : mapping
        Cost in gold of every district of the catalogue; None: cannot be built.
    basic, unique : mapping
        Copies of the districts that are always in the deck, by id, in order of their codes; none is 0.
    random_count : int
        Unique districts drawn per game on top of them,
    random_from : tuple of str
        from these, of each at most one.
    rules : mapping
        Every switch and its value.
    numbers : mapping
        By dotted key, those of `declared` that are not at their printed value; `number` gives any.
    cards : Cards
        The packaged cards and those that the variant declares.
    """

    players: int
    cast: Mapping[int, tuple[str, ...]]
    city_size: int
    costs: Mapping[str, int | None]
    basic: Mapping[str, int]
    unique: Mapping[str, int]
    random_count: int
    random_from: tuple[str, ...]
    rules: Mapping[str, RuleValue]
    numbers: Mapping[str, RuleValue] = field(default_factory=dict)
    cards: Cards = PACKAGED

    @property
    def declared(self) -> Mapping[str, Switch]:
        """Every number by its dotted key, also of the characters that the variant declares."""
        return numbers_of(self.cards)

    def number(self, key: str) -> RuleValue:
        """Return the value of a number, by its dotted key in `declared` or `elsewhere`."""
        path = elsewhere(self.cards).get(key, ())
        if path and path[0] == "rules":
            return self.rules[path[1]]
        if path and path[0] == "deck":
            return self.basic.get(path[2], 0) + self.unique.get(path[2], 0)
        if path or (key.endswith(".points") and key not in self.numbers):
            return self.costs[key.split(".")[1]] or 0
        return self.numbers[key] if key in self.numbers else printed(key, str(self.rules["edition"]), self.numbers, self.cards)

    def district_type(self, id: str) -> str:
        """Return the id of a district's type."""
        key = f"districts.{id}.type"
        return str(self.number(key)) if key in self.declared else self.cards.district(id).type.id

    def rank(self, who: Character) -> int:
        """Return the rank that a character has here, or would have."""
        return cast(int, self.rules["tax_collector_rank"]) if who.id == "tax-collector" else who.rank

    @property
    def royal(self) -> frozenset[int]:
        """Ranks that are never removed face up."""
        return royal_ranks(str(self.rules["edition"]), (self.cards.character(id) for ids in self.cast.values() for id in ids))

    @property
    def ranks(self) -> int:
        """Highest rank that is called: 8 or 9."""
        return max(self.cast)

    @property
    def old_three(self) -> bool:
        """Whether it is played by the old rule for three (`plays_old_three`)."""
        return plays_old_three(self.players, self.rules)

    @property
    def characters_each(self) -> int:
        """Characters that each player has in a round: two with two or three players (classic 1.5 and 1.6, 2016 1.4), else one."""
        return 2 if self.players <= 3 and not self.old_three else 1

    @property
    def face_up(self) -> int:
        """Characters removed face up before the draft (classic 1.3 to 1.7, 2016 1.3 and 1.4)."""
        return 0 if self.characters_each == 2 else max(0, len(self.cast) - self.players - 2)

    @property
    def deck_size(self) -> int:
        """Cards in the district deck."""
        return sum(self.basic.values()) + sum(self.unique.values()) + self.random_count


@dataclass(frozen=True, slots=True)
class Variant:
    """Everything about the rules that a table agrees on before play, for each number of players.

    Attributes
    ----------
    name, title : str
        The file's name, and its name for people.
    players : tuple of int
        Least and most players it seats.
    source : str
        Where it was read from, for messages; not part of its meaning.
    tables : mapping
        Number of players to its table. Use `at`.
    """

    name: str
    title: str
    players: tuple[int, int]
    source: str = field(compare=False)
    tables: Mapping[int, Table] = field(repr=False, hash=False)

    def at(self, players: int) -> Table:
        """Return the table at a number of players.

        Raises
        ------
        VariantError
            If the variant does not seat so many.
        """
        number: object = players  # whatever a caller without type checks handed in
        if not isinstance(number, Integral) or isinstance(number, bool) or players not in self.tables:
            given = repr(number) if isinstance(number, str) else number  # '4' is not the number 4
            raise VariantError(f"variant '{self.name}' seats {seats_text(self.players)}, not {given}")
        return self.tables[players]

    @property
    def usual(self) -> Table:
        """The table that most numbers of players share; of several such, and among those who share it, the one of most players."""
        tables = [self.tables[n] for n in sorted(self.tables, reverse=True)]
        forms = [_plain(table) for table in tables]
        return tables[forms.index(max(forms, key=forms.count))]

    @property
    def cards(self) -> Cards:
        """The packaged cards and those that the variant declares, the same at every number of players."""
        return next(iter(self.tables.values())).cards

    @property
    def digest(self) -> str:
        """SHA-256 (64 hex digits) over what is played: same rules, same digest, whatever the name, comments or order of keys."""
        meaning: dict[str, object] = {"players": self.players, "tables": {n: _plain(table) for n, table in self.tables.items()}}
        if self.cards.own_characters or self.cards.said:
            said = ([id, value] for id, keys in self.cards.said.items() for value in keys.values())
            meaning["characters"] = [*said, *([who.id, who.rank, who.power] for who in self.cards.own_characters)]
        if self.cards.own_districts:
            meaning["districts"] = [[place.id, place.type.id] for place in self.cards.own_districts]
        text = json.dumps(meaning, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def resolved(self) -> dict[str, object]:
        """Return the variant as one complete variant file without ``extends``.

        Returns
        -------
        dict
            JSON-able, of the form of a variant file: every cost, every switch, the deck, the numbers that are not the printed ones.
            What holds at most numbers of players
            is at the top, the rest under ``by_players``. `from_resolved` gives the variant again.
        """
        numbers = [key for key in numbers_of(self.cards) if any(key in table.numbers for table in self.tables.values())]
        main = _file_form(self.usual, numbers)
        by_players = {}
        for n in sorted(self.tables):
            change = _change(main, _file_form(self.tables[n], numbers))
            if change:
                by_players[str(n)] = change
        if places := {place.id: _declaration(self.usual, place) for place in self.cards.own_districts}:
            said = cast(dict[str, dict[str, object]], main.get("districts", {}))
            main["districts"] = _merged(places, said)
        own: dict[str, dict[str, object]] = {id: dict(keys) for id, keys in self.cards.said.items()}
        own |= {who.id: {"title": who.title, "rank": who.rank, "power": who.power} for who in self.cards.own_characters}
        if own:
            people = cast(dict[str, dict[str, object]], main.get("characters", {}))
            main["characters"] = _merged(own, people)
        out: dict[str, object] = {"name": self.name, "title": self.title, "players": list(self.players), **main}
        if by_players:
            out["by_players"] = by_players
        return out


def _merged(declared: Mapping[str, dict[str, object]], numbers: Mapping[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """Put what declares cards and their numbers into one table for each card."""
    return {id: declared.get(id, {}) | numbers.get(id, {}) for id in (*declared, *numbers)}


def _declaration(table: Table, place: District) -> dict[str, object]:
    """Return what declares a district of a variant's own."""
    return {"title": place.title, "type": place.type.id, "cost": table.costs[place.id]}


def seats_text(players: tuple[int, int]) -> str:
    """Write least and most players for people: ``2 to 7 players``."""
    least, most = players
    return f"{least} players" if least == most else f"{least} to {most} players"


def _plain(table: Table) -> dict[str, object]:
    """Return a table's content without its number of players, and without a later switch that has its default."""
    edition = str(table.rules["edition"])
    usual = {switch.key: switch.default[edition] for switch in SWITCHES.values() if switch.later}
    plain = {
        "cast": {str(rank): list(ids) for rank, ids in table.cast.items()},
        "city_size": table.city_size,
        "costs": dict(table.costs),
        "basic": dict(table.basic),
        "unique": dict(table.unique),
        # With nothing to draw it does not matter from what.
        "random": [table.random_count, list(table.random_from) if table.random_count else []],
        "rules": {key: value for key, value in table.rules.items() if key not in usual or value != usual[key]},
    }
    return {**plain, "numbers": dict(table.numbers)} if table.numbers else plain


def _file_form(table: Table, numbers: Iterable[str]) -> dict[str, object]:
    """Write a table as the keys of a variant file, with these numbers."""
    return {
        "cast": [ids[0] for ids in table.cast.values() if len(ids) == 1],
        "random_cast": {str(rank): list(ids) for rank, ids in table.cast.items() if len(ids) > 1},
        "city_size": table.city_size,
        "deck": {
            "basic": dict(table.basic),
            "unique": dict(table.unique),
            "random_unique": {"count": table.random_count, "from": list(table.random_from)},
        },
        "costs": {id: gold for id, gold in table.costs.items() if gold is not None},
        "rules": dict(table.rules),
        **nested({key: table.number(key) for key in numbers}),
    }


def _change(main: Mapping[str, object], form: Mapping[str, object]) -> dict[str, object]:
    """Return what has to be merged over `main` to make it `form`; what `form` lacks becomes 0 copies or an empty list."""
    out: dict[str, object] = {}
    for key in [*main, *(key for key in form if key not in main)]:
        old, new = main.get(key), form.get(key)
        if old == new:
            continue
        if isinstance(old, Mapping) or isinstance(new, Mapping):
            out[key] = _change(old if isinstance(old, Mapping) else {}, new if isinstance(new, Mapping) else {})
        elif key in form:
            out[key] = new
        else:
            out[key] = [] if isinstance(old, list) else 0
    return out
