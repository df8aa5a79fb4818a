"""The rules of a variant as cards: a card of the game for each topic, one for each character and each district, with their keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from citadels_sim.catalogue import NO_POWER, Character, District, DistrictType
from citadels_sim.game.cards_in_words import card_help
from citadels_sim.studio.rule_fields import Field, form_text
from citadels_sim.variants import load_variant, variant_names
from citadels_sim.variants.levers import cards_of, keys_of_character, keys_of_district, keys_of_game, switches_of
from citadels_sim.variants.model import Table, Variant
from citadels_sim.variants.numbers import elsewhere, printed, switch_of
from citadels_sim.variants.parse import MOST_CITY
from citadels_sim.variants.switch import NUMBER, TOPICS, IntRange, RuleValue, Share, Switch
from citadels_sim.variants.switches import SWITCHES

_LISTED: Final = 40
"""Numbers beside a word that are listed with it; of more a person types one."""
_EDITIONS: Final = {"classic": "classic-2000", "2016": "citadels-2016"}
LEAST, MOST, CAST = "players.least", "players.most", "cast."
"""Fields that are a part of a key."""


@dataclass(frozen=True)
class RuleCard:
    """A card: what it is and does under these rules, and its keys."""

    id: str
    title: str
    lines: tuple[str, ...]
    fields: tuple[Field, ...]


def rule_cards(variant: Variant, parent: Variant | None, *, every: bool = False) -> dict[str, list[RuleCard]]:
    """Return all cards of a variant by heading.

    Parameters
    ----------
    variant : Variant
    parent : Variant or None
        Which it extends.
    every : bool
        Whether to have every character, every district and every key there is, too.
    """
    return _Deck(variant, parent, every).all()


class _Deck:
    """Makes the cards of one variant."""

    def __init__(self, variant: Variant, parent: Variant | None, every: bool) -> None:
        self._variant, self._parent, self._every = variant, parent, every
        self._here = variant.usual
        self._there = parent.usual if parent is not None else None
        self._edition = str(self._here.rules["edition"])
        self._ids = cards_of(variant)
        self._switches = [*SWITCHES.values()] if every else switches_of(variant)
        self._shown: set[str] = set()

    def all(self) -> dict[str, list[RuleCard]]:
        cards = self._here.cards
        people = sorted(
            (who for who in cards.characters if who.id in self._ids or self._every), key=lambda who: (self._here.rank(who), who.id)
        )
        places = [place for place in cards.districts if place.id in self._ids or self._every]
        characters = [
            self._card(who.id, who.title, keys_of_character(self._here, who, every=self._every), (who.id, who.power), self._declared(who))
            for who in people
        ]
        districts = [
            self._card(
                place.id,
                place.title,
                keys_of_district(self._here, place, every=self._every or place in cards.own_districts),
                (place.id, place.effect),
                self._declared_district(place),
            )
            for place in places
        ]
        whole, cast = tuple(self._whole()), tuple(self._cast())
        game = [RuleCard("whole", "Name and size", (), whole), RuleCard("cast", "Cast", (), cast)]
        for topic in TOPICS:
            keys = [key for key in keys_of_game(self._here) if self._here.declared[key].topic == topic]
            fields = [*map(self._number, keys), *(self._switch(one) for one in self._left() if one.topic == topic)]
            if fields:
                game.append(RuleCard(topic.lower().replace(" ", "-"), topic, (), tuple(fields)))
        return {"The game": [card for card in game if card.fields], "Characters": characters, "Districts": districts}

    def _left(self) -> Iterator[Switch]:
        """Yield the switches that stand on no card yet."""
        yield from (switch for switch in self._switches if switch.key not in self._shown)

    def _card(self, id: str, title: str, keys: Iterable[str], names: Iterable[str], first: Iterable[Field] = ()) -> RuleCard:
        """Make the card of a character or a district, with the switches that need it."""
        numbers = [self._number(key) for key in keys]
        own = [switch for switch in self._left() if any(name in group for group in switch.needs for name in names if name)]
        fields = [*first, *numbers, *map(self._switch, own)]
        self._shown |= {switch.key for switch in own}
        lines = card_help(id, self._here)
        plain = id in self._here.cards.by_district_id and not self._here.cards.district(id).effect
        told = ("" if plain else lines[0].partition(". ")[2], *(line for line in lines[1:] if line.startswith("Here: ")))
        return RuleCard(id, title, tuple(line for line in told if line), tuple(fields))

    def _number(self, key: str) -> Field:
        switch = switch_of(key, self._here.cards)
        path = elsewhere(self._here.cards).get(key, ())
        if path[:1] == ("rules",):
            self._shown.add(path[1])
        usual: object = printed(key, self._edition, {}, self._here.cards) if key in self._here.declared else None
        if path[:1] == ("rules",):
            usual = switch.default[self._edition]
        elif path[:1] == ("costs",):
            usual = self._here.cards.district(path[1]).costs[self._edition]
        own = {who.id for who in self._here.cards.own_characters} | {place.id for place in self._here.cards.own_districts}
        return _field(key, switch, self._here.number(key), _number_of(self._there, key), None if key.split(".")[1] in own else usual)

    def _switch(self, switch: Switch) -> Field:
        there = None if self._there is None else self._there.rules[switch.key]
        return _field(switch.path, switch, self._here.rules[switch.key], there, switch.default[self._edition])

    def _declared(self, who: Character) -> Iterator[Field]:
        """Yield what declares a character of the variant's own."""
        if who not in self._here.cards.own_characters:
            return
        start = f"characters.{who.id}"
        powers = [(NO_POWER, "None: only income, bonus and builds.")]
        powers += [(other.id, f"That of the {other.title}.") for other in self._here.cards.characters if other.editions]
        yield Field(f"{start}.title", "Its name on the page.", who.title, None)
        yield Field(f"{start}.rank", "Its rank, 1 to 9.", str(who.rank), None, span=(1, 9, 1))
        yield Field(f"{start}.power", "Its power.", who.power, None, options=tuple(powers))

    def _declared_district(self, place: District) -> Iterator[Field]:
        """Yield what declares a district of the variant's own."""
        if place in self._here.cards.own_districts:
            start = f"districts.{place.id}"
            yield Field(f"{start}.title", "Its name on the page.", place.title, None)
            types = tuple((kind.id, f"A {kind.id} district.") for kind in DistrictType)
            yield Field(f"{start}.type", "Its type.", place.type.id, None, options=types)

    def _whole(self) -> Iterator[Field]:
        least, most = self._variant.players
        there = (None, None) if self._parent is None else tuple(map(str, self._parent.players))
        yield Field("title", "Title.", self._variant.title, None)
        base = _packaged(self._variant, self._parent, self._edition)
        fewest, greatest = map(str, base.players)
        yield Field(LEAST, "Fewest players.", str(least), there[0], fewest, span=(2, 8, 1))
        yield Field(MOST, "Most players.", str(most), there[1], greatest, span=(2, 8, 1))
        size = None if self._there is None else str(self._there.city_size)
        printed_size, doc = str(base.usual.city_size), "Districts that complete a city."
        yield Field("city_size", doc, str(self._here.city_size), size, printed_size, span=(1, MOST_CITY, 1))

    def _cast(self) -> Iterator[Field]:
        """Yield a field for each rank that one character has in every game."""
        for rank, ids in self._here.cast.items():
            people = [who for who in self._here.cards.characters if self._here.rank(who) == rank or who.id in ids]
            there = () if self._there is None else self._there.cast.get(rank, ())
            if len(ids) == 1 and len(people) > 1:
                options = tuple((who.id, who.title) for who in people)
                yield Field(f"{CAST}{rank}", f"Rank {rank}.", ids[0], there[0] if len(there) == 1 else None, options=options)


def _packaged(variant: Variant, parent: Variant | None, edition: str) -> Variant:
    """Return the packaged rules that a variant is or extends; where it extends a file, those of its edition."""
    near = (one for one in (variant, parent) if one is not None and one.name in variant_names())
    return next(near, None) or load_variant(_EDITIONS[edition])


def _number_of(table: Table | None, key: str) -> RuleValue | None:
    """Return what a table has under the key of a number; None where it has no such card."""
    if table is None or (key not in table.declared and key not in elsewhere(table.cards)):
        return None
    return table.number(key)


def _field(key: str, switch: Switch, value: RuleValue, there: RuleValue | None, usual: object) -> Field:
    parent, print_ = (None if each is None else form_text(each) for each in (there, usual))
    readings, options, span = switch.readings, _options(switch), None
    if not options and isinstance(readings, IntRange | Share) and not readings.words:
        span = (readings.low, readings.high, 1) if isinstance(readings, IntRange) else (0, 1, 0.05)
    return Field(key, switch.doc, form_text(value), parent, print_, options, span, switch.rule, switch)


def _options(switch: Switch) -> tuple[tuple[str, str], ...]:
    """Return the values to choose from, each with its sentence; none of a plain number."""
    readings = switch.readings
    if isinstance(readings, IntRange):
        if not readings.words and not readings.ends_only:
            return ()
        numbers = (readings.low, readings.high) if readings.ends_only else range(readings.low, readings.high + 1)
        words = [(word, f"{word}: {switch.says[word]}") for word in readings.words]
        return (*words, *((str(number), str(number)) for number in numbers)) if len(numbers) <= _LISTED else ()
    if isinstance(readings, Share):
        return ()
    return tuple((form_text(reading), sentence) for reading, sentence in switch.says.items() if reading != NUMBER)


def fields_of(cards: Mapping[str, list[RuleCard]]) -> dict[str, Field]:
    """Return all fields by key."""
    return {field.key: field for deck in cards.values() for card in deck for field in card.fields}
