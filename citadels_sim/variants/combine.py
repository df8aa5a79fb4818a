"""Takes the differences between two variants apart into groups, and makes every variant that lies between the two."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from citadels_sim.catalogue import DISTRICTS, PACKAGED, Cards, Character
from citadels_sim.errors import VariantError
from citadels_sim.variants.compare import both_cards, keys_of
from citadels_sim.variants.model import Table, Variant
from citadels_sim.variants.numbers import NUMBERS, numbers_of
from citadels_sim.variants.reader import from_resolved
from citadels_sim.variants.switch import TOPICS
from citadels_sim.variants.wording import matters, topic_of

MOST_GROUPS: Final = 8
"""Most groups of differences: every combination of them is a variant of its own, 256 of eight."""

_GAME: Final = "Numbers of the game"
_OF_CARD: Final = "The {}'s numbers"
_DECK: Final = "District deck"
_OF_CARDS: Final = frozenset({"Districts", "Turn", "End of the game", "Set-up"})
"""Topics whose switches, where they matter to one variant only, come into play with its cards."""
_ELSEWHERE: Final = {"Tax Collector": ("Rank 9", "Rank 2")}
"""Where the character of a topic joins the game."""


@dataclass(frozen=True)
class Between:
    """Two variants and all that lie between them, at one number of players.

    Attributes
    ----------
    groups : mapping of str to tuple of str
        Name of each group of differences to its dotted keys.
    variants : tuple of Variant
        All 2**k combinations; combination s has the second variant's keys in the groups whose bits are set in s (the first group is bit 0).
        Named by those bits, the first group first: ``"000"`` is the first variant, ``"111"`` plays as the second.
    """

    groups: Mapping[str, tuple[str, ...]]
    variants: tuple[Variant, ...]


@lru_cache(maxsize=4)  # a study asks for its groups, the plans of two designs and its page the same, which takes seconds
def between(a: Variant, b: Variant, players: int, most: int = MOST_GROUPS) -> Between:
    """Make every variant between two at a number of players.

    Differences are grouped by topic, numbers by the character or district that they belong to, neighbouring groups together until there
    are few enough, and what cannot be played apart together, too.

    Parameters
    ----------
    a, b : Variant
        From the first, to the second.
    players : int
        The number of players; both seat so many.
    most : int
        Most groups.

    Raises
    ------
    VariantError
        If one does not seat so many, or the two play the same there.
    """
    mixer = _Mixer(a, a.at(players), b.at(players))
    groups = _by_topic(mixer.before, mixer.after)
    if not groups:
        raise VariantError(f"'{a.name}' and '{b.name}' play the same with {players} players: there is nothing to attribute.")
    # What cannot be played apart shows when one or two groups are changed, or all but these: tested before neighbours are joined.
    while impossible := mixer.impossible(groups, _nearly_an_end(len(groups))):
        groups = _merge(groups, *_best_union(impossible, len(groups)))
    while len(groups) > most:
        groups = _merge(groups, *_smallest_neighbours(groups))
    while impossible := mixer.impossible(groups, range(1 << len(groups))):
        groups = _merge(groups, *_best_union(impossible, len(groups)))
    made = (mixer.combination(groups, s) for s in range(1 << len(groups)))
    return Between(groups, tuple(variant for variant in made if variant is not None))


def _by_topic(before: Table, after: Table) -> dict[str, tuple[str, ...]]:
    """Group the keys that differ; those that matter to neither table alone come with the cards that they are about."""
    cards = both_cards(before, after)
    one, other = keys_of(before, after), keys_of(after, before)
    differ = [key for key in one if one[key] != other[key]]
    new = _cards_of(before) ^ _cards_of(after)
    by_topic: dict[str, list[str]] = {}
    for key in (key for key in differ if matters(key, before, after)):
        by_topic.setdefault(_group_of(key, cards, new), []).append(key)
    for key in (key for key in differ if not matters(key, before, after)):
        topic = topic_of(key, cards)
        homes = (_DECK, topic) if topic in _OF_CARDS else (topic, *_ELSEWHERE.get(topic, ()))
        home = next((topic for topic in homes if topic in by_topic), None)
        if home is not None:
            by_topic[home].append(key)
    order = {topic: (place, 0) for place, topic in enumerate(TOPICS)}
    every = (*numbers_of(cards), *(key for key in differ if key.startswith(("characters.", "districts."))))  # and declarations
    for place, key in enumerate(every, 1):  # behind the rules of its topic; the numbers of the game begin with those of its set-up
        order.setdefault(_group_of(key, cards, new), (TOPICS.index(topic_of(key, cards)), place))
    return {group: tuple(by_topic[group]) for group in sorted(by_topic, key=lambda group: order[group])}


def _cards_of(table: Table) -> set[str]:
    return {*(who.id for who in table.cards.own_characters), *(place.id for place in table.cards.own_districts)}


def _group_of(key: str, cards: Cards, new: Collection[str]) -> str:
    """Name the group that a difference belongs to: its topic; of a number whose it is. A moved rank goes with the cast.

    What a card does that only one of the tables has (`new`) goes with its place in the cast or the deck: without it there is no such card.
    """
    section, _, rest = key.partition(".")
    if rest.partition(".")[0] in new:
        return topic_of(f"characters.{rest.partition('.')[0]}.rank", cards) if section == "characters" else _DECK
    moved = section == "characters" and rest.removesuffix(".rank") in PACKAGED.by_character_id
    if moved or (key not in NUMBERS and section not in ("characters", "districts")):
        return topic_of(key, cards)
    return _GAME if section == "game" else _OF_CARD.format(cards.title(rest.partition(".")[0]))


def _is_of_rank(group: str) -> bool:
    """Tell whether a group begins with rules of a rank, or with the numbers of a character."""
    first = group.partition(" + ")[0]
    return first.startswith("Rank") or (first.startswith(_OF_CARD[:4]) and first not in (_OF_CARD.format(each.title) for each in DISTRICTS))


def _smallest_neighbours(groups: Mapping[str, tuple[str, ...]]) -> tuple[int, int]:
    """Choose two neighbours to put together: ranks before others, then those of the fewest keys."""
    names = list(groups)

    def cost(i: int) -> tuple[bool, int]:
        ranks = all(map(_is_of_rank, names[i : i + 2]))
        return not ranks, sum(len(groups[name]) for name in names[i : i + 2])

    first = min(range(len(names) - 1), key=cost)
    return first, first + 1


def _nearly_an_end(k: int) -> list[int]:
    """Return the combinations of at most two groups, and of all but at most two."""
    few = [sum(1 << i for i in chosen) for n in range(3) for chosen in itertools.combinations(range(k), n)]
    return list(dict.fromkeys(few + [(1 << k) - 1 - s for s in few]))


def _best_union(impossible: Collection[int], k: int) -> tuple[int, int]:
    """Choose two groups that had best go together: with which the fewest combinations that cannot be played are left."""

    def left(pair: tuple[int, int]) -> int:
        return sum((s >> pair[0] & 1) == (s >> pair[1] & 1) for s in impossible)

    return min(itertools.combinations(range(k), 2), key=left)


def _merge(groups: Mapping[str, tuple[str, ...]], i: int, j: int) -> dict[str, tuple[str, ...]]:
    names = list(groups)
    together = f"{names[i]} + {names[j]}"
    keys = groups[names[i]] + groups[names[j]]
    return {together if n == i else name: keys if n == i else groups[name] for n, name in enumerate(names) if n != j}


class _Mixer:
    """Makes combinations of two tables, each set of keys once: most are wanted again when groups have been put together."""

    def __init__(self, a: Variant, before: Table, after: Table) -> None:
        self.before = before
        self.after = after
        self._a = a
        self._made: dict[frozenset[str], Variant | None] = {}

    def impossible(self, groups: Mapping[str, tuple[str, ...]], wanted: Iterable[int]) -> list[int]:
        """Name the combinations, of some, that cannot be played."""
        return [s for s in wanted if self.combination(groups, s) is None]

    def combination(self, groups: Mapping[str, tuple[str, ...]], s: int) -> Variant | None:
        """Make one combination; None if it cannot be played."""
        taken = [name for i, name in enumerate(groups) if s >> i & 1]
        keys = frozenset(key for name in taken for key in groups[name])
        if keys not in self._made:
            self._made[keys] = self._variant(keys)
        bits = "".join(str(s >> i & 1) for i in range(len(groups)))
        title = f"{self._a.name} with the other's {'; '.join(taken)}" if taken else self._a.title
        made = self._made[keys]
        return None if made is None else replace(made, name=bits, title=title, source=f"combination {bits}")

    def _variant(self, keys: Collection[str]) -> Variant | None:
        n = self.before.players
        raw = Variant(name="mixed", title="mixed", players=(n, n), source="mixed", tables={n: _with_keys(self.before, self.after, keys)})
        try:
            return from_resolved(raw.resolved())
        except VariantError:
            return None


def _with_keys(before: Table, after: Table, keys: Collection[str]) -> Table:
    """Return a table with some keys of another."""
    ranks = [rank for rank in range(1, 10) if rank in (after if f"cast.{rank}" in keys else before).cast]

    def merged(section: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
        ids = dict.fromkeys((*one, *other))
        taken = {id: (other if f"{section}.{id}" in keys else one).get(id, 0) for id in ids}
        return {id: value for id, value in taken.items() if value != 0 or section == "rules"}

    def chosen(key: str) -> Table:
        """Return the table whose value a key has: a number of a character that only one table has is that one's."""
        other, one = (before, after) if key in keys else (after, before)
        return one if key in one.declared else other

    def card(id: str, part: str) -> Character:
        other, one = (before, after) if f"characters.{id}.{part}" in keys else (after, before)
        return (one if id in one.cards.by_character_id else other).cards.character(id)

    cast = {rank: (after if f"cast.{rank}" in keys else before).cast[rank] for rank in ranks}
    people = [replace(card(who.id, "rank"), power=card(who.id, "power").power) for who in both_cards(before, after).own_characters]
    seated = {id for ids in cast.values() for id in ids}
    basic, unique = merged("deck.basic", before.basic, after.basic), merged("deck.unique", before.unique, after.unique)
    random_from = (after if "deck.random_unique.from" in keys else before).random_from
    places = [chosen(f"districts.{place.id}.points").cards.district(place.id) for place in both_cards(before, after).own_districts]
    laid = {*basic, *unique, *random_from}
    does = {id: chosen(f"districts.{id}.effect").cards.district(id).effect for id in (*before.cards.effects, *after.cards.effects)}
    said: dict[str, dict[str, int | str]] = {
        id: {"rank": card(id, "rank").rank, "power": card(id, "power").power} for id in (*before.cards.said, *after.cards.said)
    }
    cards = before.cards.with_characters((who for who in people if who.id in seated), said)
    cards = cards.with_districts((place for place in places if place.id in laid), does)
    costs = {}
    for place in cards.districts:
        first, second = (after, before) if f"costs.{place.id}" in keys else (before, after)
        costs[place.id] = (first if place.id in first.costs else second).costs[place.id]
    given = dict.fromkeys((*before.numbers, *after.numbers))
    return replace(
        before,
        cast=cast,
        cards=cards,
        city_size=(after if "city_size" in keys else before).city_size,
        costs=costs,
        basic=basic,
        unique=unique,
        random_count=(after if "deck.random_unique.count" in keys else before).random_count,
        random_from=random_from,
        rules=merged("rules", before.rules, after.rules),
        numbers={key: chosen(key).number(key) for key in given if key in numbers_of(cards)},
    )
