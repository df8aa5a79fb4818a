"""What differs between two variants: key by key as data, and by topic in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from citadels_sim.catalogue import DISTRICT_CODES, PACKAGED, Cards, District
from citadels_sim.text import lower_first
from citadels_sim.variants.model import Table, Variant, seats_text
from citadels_sim.variants.numbers import NUMBERS, elsewhere, is_idle, numbers_of
from citadels_sim.variants.numbers.districts import NAMES
from citadels_sim.variants.switch import TOPICS
from citadels_sim.variants.switches import SWITCHES
from citadels_sim.variants.wording import NO_CHARACTER, NO_DISTRICT, SUMMARIES, doc_of, matters, rule_text, topic_of

USUAL: Final = 4
"""Players at the table that people are shown, if both variants seat so many."""


class Change(NamedTuple):
    """One key in which two variants differ.

    Attributes
    ----------
    key : str
        Dotted key as in a variant file (a rank's characters as ``cast.5``); ``by_players.N.`` before it if it
        does not differ so at every number of players.
    before, after : object
        Its value in the first and in the second variant; None where it has none.
    words : str
        One line for people: what the key is about.
    topic : str
        What it belongs to, of `TOPICS`.
    before_words, after_words : str
        What is played in the first and in the second variant, in words.
    matters : bool
        Whether it shows in what is played: False if it is about cards that only one of the variants has, or none.
    """

    key: str
    before: object
    after: object
    words: str
    topic: str
    before_words: str
    after_words: str
    matters: bool


class Line(NamedTuple):
    """One difference for people.

    Attributes
    ----------
    players : tuple of int
        The numbers of players at which it is so.
    key : str
        Key in a variant file; "" for what follows from others.
    before, after : str
        What is played in the first and in the second variant.
    """

    players: tuple[int, ...]
    key: str
    before: str
    after: str

    @property
    def change(self) -> str:
        """What is played in the second, and in the first, such as ``Extra gold of the Merchant: 3 instead of 1``.

        Of a card that only the second has, that alone; of one that only the first has, that it is gone.
        """
        if self.before == self.after:
            return f"as before, {lower_first(self.after)}"
        if self.before in (NO_CHARACTER, NO_DISTRICT):
            return self.after
        if self.after in (NO_CHARACTER, NO_DISTRICT):
            return f"No longer: {self.before}"
        (what, _, old), (same, _, new) = self.before.rpartition(": "), self.after.rpartition(": ")
        return f"{what}: {new.removesuffix('.')} instead of {old}" if what and what == same else f"{self.after} (Before: {self.before})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two variants side by side, in words.

    Attributes
    ----------
    players : tuple of int
        The number of players at the tables compared, in the first and in the second variant: both four, or else the least that
        both seat, or else the least of each.
    topics : mapping
        Topic, in the order of `TOPICS`, to how the two tables differ in it; none is empty.
    elsewhere : list of Line
        What other numbers of players have of their own, where both seat them.
    idle : list of Line
        Differences of rules and costs that need cards which are not at both tables.
    added : frozenset of str
        The keys of those whose cards are at a table of the second variant: they are played there, with the cards.
    """

    players: tuple[int, int]
    topics: Mapping[str, list[Line]]
    elsewhere: list[Line]
    idle: list[Line]
    added: frozenset[str]

    @property
    def sentences(self) -> list[str]:
        """Every difference as a sentence, those of other numbers of players and those that do not show last."""
        return [words for _, words in self.by_key]

    @property
    def by_key(self) -> list[tuple[str, str]]:
        """The sentences, each with the key that it is about; "" for what follows from others, and for what does not show."""
        said = [(line.key, line.change) for lines in self.topics.values() for line in lines]
        said += [(line.key, f"With {' and '.join(map(str, line.players))} players: {line.change}") for line in self.elsewhere]
        idle = "It has no effect in play: these cards are not in the game."
        # The cost of an added district stands beside its copies; a rule that came with its card is played.
        played = [(line.key, line.change) for line in self.idle if line.key in self.added and not line.key.startswith("costs.")]
        without = [line for line in self.idle if line.key not in self.added and NO_DISTRICT not in (line.before, line.after)]
        return said + played + [("", f"{line.change} {idle}") for line in without]


Pairs = dict[int, tuple[Table, Table]]


def diff(a: Variant, b: Variant) -> list[Change]:
    """Compare two variants.

    Parameters
    ----------
    a, b : Variant
        From the first, to the second.

    Returns
    -------
    list of Change
        In the order of a variant file; empty exactly when they play the same. A difference that holds at every number of
        players that both seat is given once, others under ``by_players``. Variants without a common number of players are
        compared at the least of each.
    """
    changes = []
    if a.players != b.players:
        texts = (seats_text(a.players) + ".", seats_text(b.players) + ".")
        changes.append(Change("players", list(a.players), list(b.players), "Least and most players.", topic_of("players"), *texts, True))
    pairs = _pairs(a, b)
    cards = both_cards(a.usual, b.usual)
    values = {n: (keys_of(one, other), keys_of(other, one)) for n, (one, other) in pairs.items()}
    special: list[tuple[int, Change]] = []
    for key in next(iter(values.values()))[0]:
        different = [n for n, (one, other) in values.items() if one[key] != other[key]]
        kinds = {str((values[n][0][key], values[n][1][key])) for n in different}
        idle = not any(matters(key, *pairs[n]) for n in different)
        by_players = {n: _change(key, values[n], pairs[n], cards)._replace(matters=not idle) for n in different}
        if len(by_players) == len(pairs) and len(kinds) == 1:
            changes.append(next(iter(by_players.values())))
        else:
            special += [(n, change._replace(key=f"by_players.{n}.{key}")) for n, change in by_players.items()]
    return changes + [change for _, change in sorted(special, key=lambda pair: pair[0])]


def compare(a: Variant, b: Variant) -> Comparison:
    """Lay two variants side by side for people, at one number of players, with what others have of their own.

    Parameters
    ----------
    a, b : Variant
        The first and the second.

    Returns
    -------
    Comparison
        Without any line exactly when they play the same.
    """
    pairs = _pairs(a, b)
    main = USUAL if USUAL in pairs else min(pairs)
    topics: dict[str, list[Line]] = {topic: [] for topic in TOPICS}
    elsewhere: list[Line] = []
    idle: list[Line] = []
    added: set[str] = set()
    if a.players != b.players:
        topics["Set-up"].append(Line((main,), "players", seats_text(a.players) + ".", seats_text(b.players) + "."))
    cards = both_cards(a.usual, b.usual)
    for key, by_count in _values(pairs).items():
        lines = _lines(key, pairs, by_count)
        if not lines:
            continue
        different = [pairs[n] for n, (one, other) in by_count.items() if one != other]
        if not any(matters(key, *pair) for pair in different):
            if any(matters(key, after, after) for _, after in different):
                added.add(key)
            idle += [line for line in lines if line.before != line.after]
            continue
        usual = [line for line in lines if main in line.players and line.before != line.after]
        topics[topic_of(key, cards)] += [line._replace(players=(main,)) for line in usual]
        # That two tables agree is news only where they usually do not, and where no other line says so.
        news = usual and key not in SUMMARIES
        elsewhere += [line for line in lines if main not in line.players and (news or line.before != line.after)]
    elsewhere.sort(key=lambda line: line.players)
    return Comparison(_numbers(pairs[main]), {topic: lines for topic, lines in topics.items() if lines}, elsewhere, idle, frozenset(added))


def _numbers(pair: tuple[Table, Table]) -> tuple[int, int]:
    return pair[0].players, pair[1].players


def _pairs(a: Variant, b: Variant) -> Pairs:
    """Return the tables to compare by number of players; under 0 the least of each where there is no common number."""
    common = sorted(a.tables.keys() & b.tables.keys())
    return {n: (a.tables[n], b.tables[n]) for n in common} or {0: (a.tables[a.players[0]], b.tables[b.players[0]])}


def _values(pairs: Pairs) -> dict[str, dict[int, tuple[object, object]]]:
    """Return key or summary, number of players, and the values there of both."""

    def content(table: Table, other: Table) -> dict[str, object]:
        return {name: rule_text(name, table) for name in SUMMARIES} | keys_of(table, other)

    tables = {n: (content(one, other), content(other, one)) for n, (one, other) in pairs.items()}
    keys = next(iter(tables.values()))[0]
    return {key: {n: (one[key], other[key]) for n, (one, other) in tables.items()} for key in keys}


def _lines(key: str, pairs: Pairs, by_count: Mapping[int, tuple[object, object]]) -> list[Line]:
    """Write a key's differences, numbers of players with the same one together; none if there is no difference at all.

    The numbers at which there is none have a line too, but not those at which a switch never matters, if it does at others.
    """
    if all(one == other for one, other in by_count.values()):
        return []
    only = SWITCHES[key.removeprefix("rules.")].players if key.startswith("rules.") else ()
    together: dict[str, list[int]] = {}
    for n in [n for n in by_count if n in only] or by_count:
        together.setdefault(str(by_count[n]), []).append(n)
    shown = "" if key in SUMMARIES else key
    return [Line(tuple(counts), shown, *(rule_text(key, table) for table in pairs[counts[0]])) for counts in together.values()]


def _change(key: str, values: tuple[Mapping[str, object], Mapping[str, object]], tables: tuple[Table, Table], cards: Cards) -> Change:
    """Write one key's difference; whether it matters at any number of players is for the caller to say."""
    texts = [rule_text(key, table) for table in tables]
    return Change(key, values[0][key], values[1][key], doc_of(key, cards), topic_of(key, cards), texts[0], texts[1], True)


def both_cards(one: Table, other: Table) -> Cards:
    """Return the cards that one of two tables has, or both; of those of one id that differ, the first's."""
    if one.cards == other.cards:
        return one.cards
    people = (each for each in other.cards.own_characters if each.id not in one.cards.by_character_id)
    places = (each for each in other.cards.own_districts if each.id not in one.cards.by_district_id)
    both = one.cards.with_characters((*one.cards.own_characters, *people), other.cards.said | one.cards.said)
    return both.with_districts((*one.cards.own_districts, *places), other.cards.effects | one.cards.effects)


def keys_of(table: Table, other: Table | None = None) -> dict[str, object]:
    """Return a table's content by dotted key; the keys are the same for every table with the same cards, in the same order.

    Together with an `other` table it has the keys of both: those of cards that this one does not have are None, as are those of its own
    characters that are as they are where nothing is said.
    """
    every = [table.cards] if other is None else [table.cards, other.cards]
    out: dict[str, object] = {f"cast.{rank}": " | ".join(table.cast.get(rank, ())) or None for rank in range(1, 10)}
    out["city_size"] = table.city_size
    out |= {f"deck.basic.{id}": table.basic.get(id, 0) for id in _ids(each.basics for each in every)}
    out |= {f"deck.unique.{id}": table.unique.get(id, 0) for id in _ids(each.uniques for each in every)}
    out["deck.random_unique.count"] = table.random_count
    out["deck.random_unique.from"] = list(table.random_from) if table.random_count else []
    places = _ids(each.districts for each in every)
    out |= {f"costs.{id}": table.costs.get(id) for id in places}
    out |= {f"rules.{key}": table.rules[key] for key in SWITCHES}
    for who in sorted({who.id: who for each in every for who in each.own_characters}.values(), key=lambda who: who.id):
        here = table.cards.by_character_id.get(who.id)
        out[f"characters.{who.id}.rank"] = here and here.rank
        out[f"characters.{who.id}.power"] = here and here.power
    said = sorted({(id, key) for each in every for id, keys in each.said.items() for key in keys})
    out |= {f"characters.{id}.{key}": getattr(table.cards.character(id), key) for id, key in said}
    declared = table.declared
    of_others = [key for key in NUMBERS if not key.startswith("districts.")]
    out |= {key: None if key not in declared or is_idle(key, table.numbers) else table.number(key) for key in of_others}
    borrowed = sorted({key for each in every for key in numbers_of(each) if not key.startswith("districts.")} - NUMBERS.keys())
    out |= {key: table.numbers.get(key) for key in borrowed}
    for id in places:
        out |= {key: _of_district(table, key) for name in NAMES if (key := f"districts.{id}.{name}") not in elsewhere()}
    return out


def _ids(every: Iterable[Iterable[District]]) -> list[str]:
    """Return the ids of districts of several tables: the packaged ones by code, then their own in the order of their ids."""
    ids = {place.id for places in every for place in places}
    return sorted(ids, key=lambda id: (PACKAGED.by_district_id[id].code, "") if id in PACKAGED.by_district_id else (DISTRICT_CODES, id))


def _of_district(table: Table, key: str) -> object:
    """Return what a table has under a key of a district; None where the district, or its effect, is not there, or nothing is said."""
    _, id, name = key.split(".")
    if key in table.declared:
        return None if is_idle(key, table.numbers) else table.number(key)
    return table.cards.district(id).type.id if name == "type" and id in table.cards.by_district_id else None
