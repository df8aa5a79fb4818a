"""What a table says under one key, in words a player understands, and whether it can matter there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from citadels_sim.catalogue import NO_POWER, PACKAGED, Cards, Character
from citadels_sim.variants.model import Table
from citadels_sim.variants.numbers import idle_text, is_idle, numbers_of
from citadels_sim.variants.switches import SWITCHES

SUMMARIES: Final = ("deck", "draft")
"""What follows from several keys and is shown beside them."""
NO_CHARACTER: Final = "There is no such character."
NO_DISTRICT: Final = "There is no such district."


def topic_of(key: str, own: Cards = PACKAGED) -> str:
    """Return the topic, of `TOPICS`, of a dotted key (without ``by_players.N.``) or a summary; `own` has the cards that it can name."""
    section, _, rest = key.partition(".")
    if key in numbers_of(own):
        return numbers_of(own)[key].topic
    if section == "districts":
        return "Districts"
    if section == "characters":  # its declaration
        return f"Rank {own.character(rest.partition('.')[0]).rank}"
    if section == "rules":
        return SWITCHES[rest].topic
    if section == "cast":
        return f"Rank {rest}"
    return {"city_size": "End of the game", "deck": "District deck", "costs": "District deck", "draft": "Draft and crown"}.get(
        section, "Set-up"
    )


def doc_of(key: str, own: Cards = PACKAGED) -> str:
    """Describe in a line what a key is about."""
    section, _, rest = key.partition(".")
    if key in numbers_of(own):
        return numbers_of(own)[key].doc
    if section == "districts":
        title = own.title(rest.partition(".")[0])
        return f"Type of the {title}." if rest.endswith(".type") else f"Number in the effect of the {title}."
    if section == "characters":
        id, _, part = rest.partition(".")
        what = {"rank": "Rank", "power": "Power"}.get(part, "A number in the power")
        return f"{what} of the {own.character(id).title}."
    if section == "rules":
        return SWITCHES[rest].doc
    if section == "costs":
        return f"Cost of the {own.title(rest)} in gold."
    if section == "cast":
        return f"Character of rank {rest}."
    if section == "city_size":
        return "Districts that complete a city."
    if rest.startswith("random_unique"):
        return "Unique districts drawn per game."
    return f"Copies of the {own.title(rest.split('.')[1])} in the deck."


def rule_text(key: str, table: Table) -> str:
    """Describe what a table has under a key or a summary."""
    section, _, rest = key.partition(".")
    if section == "characters" and rest.partition(".")[0] not in table.cards.by_character_id:
        return NO_CHARACTER
    if section in ("districts", "costs") and rest.partition(".")[0] not in table.cards.by_district_id:
        return NO_DISTRICT
    if key in table.declared:
        idle = is_idle(key, table.numbers, table.cards)
        return idle_text(key, table.cards) if idle else table.declared[key].sentence(table.number(key))
    if section == "districts":
        return district_words(rest, table)
    if section == "characters":
        id, _, part = rest.partition(".")
        who = table.cards.character(id)
        if part == "rank":
            return f"The {who.title} has rank {who.rank}."
        return power_words(who) if part == "power" else f"The power of the {who.title} has no such number."
    if section == "rules":
        return SWITCHES[rest].sentence(table.rules[rest])
    if section == "cast":
        return cast_words(int(rest), table.cast.get(int(rest), ()), table.cards)
    if section == "city_size":
        return f"{table.city_size} districts complete a city."
    if section == "costs":
        return f"The {table.cards.title(rest)}: {gold_words(table, rest)}."
    if key == "draft":
        return draft_words(table)
    if key == "deck":
        return deck_words(table)
    if rest == "random_unique.count":
        return f"{table.random_count or 'No'} unique districts are drawn for each game."
    if rest == "random_unique.from":
        return f"Drawn from {any_of(table.random_from, 'and', table.cards)}." if table.random_count else "Nothing to draw from."
    return card_words(table, rest.split(".")[1])


def power_words(who: Character) -> str:
    """Tell whose power a character has."""
    if who.power == NO_POWER:
        return f"The {who.title} has no power."
    return f"The {who.title} has {'a' if who.power == who.id else 'the'} power{of_its_own(who)}."


def of_its_own(who: Character) -> str:
    """Say whose a power is."""
    return " of its own" if who.power == who.id else f" of the {PACKAGED.title(who.power)}"


def any_of(ids: Iterable[str], word: str = "or", own: Cards = PACKAGED) -> str:
    """List characters or districts by their titles: ``Bishop, Abbot or Cardinal``."""
    titles = [own.title(id) for id in ids]
    return f" {word} ".join([", ".join(titles[:-1]), titles[-1]] if len(titles) > 1 else titles)


def cast_words(rank: int, ids: tuple[str, ...], own: Cards = PACKAGED) -> str:
    """Name who has a rank."""
    if not ids:
        return f"Nobody has rank {rank}."
    return f"Rank {rank}: {any_of(ids, own=own)}{', drawn for each game' if len(ids) > 1 else ''}."


def district_words(rest: str, table: Table) -> str:
    """Describe what a key of a district that is no number at a table means there: its type, where it is one's own, or nothing."""
    id, _, name = rest.partition(".")
    place = table.cards.district(id)
    if name == "type":
        return f"The {place.title} is a {place.type.id} district."
    return f"The effect of the {place.title} has no such number."


def gold_words(table: Table, id: str) -> str:
    """Describe what a district costs."""
    cost = table.costs[id]
    return "cannot be built" if cost is None else f"{cost} gold"


def card_words(table: Table, id: str) -> str:
    """Return how many cards of a district are in the deck, and what it costs."""
    if id not in table.cards.by_district_id:
        return NO_DISTRICT
    copies = table.basic.get(id, 0) + table.unique.get(id, 0)
    if copies:
        return f"{copies} × {table.cards.title(id)}, {gold_words(table, id)}{' each' if copies > 1 else ''}."
    if table.random_count and id in table.random_from:
        return f"{table.cards.title(id)}, {gold_words(table, id)}, if drawn."
    return f"No {table.cards.title(id)}."


def deck_words(table: Table) -> str:
    """Return how many cards the deck has."""
    return f"{table.deck_size} cards, {sum(table.unique.values()) + table.random_count} of them unique districts."


def draft_words(table: Table) -> str:
    """Return how many characters the draft has, and what becomes of those that are not chosen."""
    number = len(table.cast)
    up = f"{table.face_up or 'none'} of them removed face up"
    last = "; the last player may take the face-down one" if table.players >= 4 and number == table.players + 1 else ""
    return f"{number} characters, {up}{last}."


def cards(table: Table) -> frozenset[str]:
    """Return all characters and districts that can be at a table, and those whose power or effect one has that can."""
    places = (*table.basic, *table.unique, *(table.random_from if table.random_count else ()))
    effects = (table.cards.district(id).effect for id in places)
    people = [id for ids in table.cast.values() for id in ids]
    powers = (table.cards.character(id).power for id in people)
    return frozenset((*people, *powers, *places, *filter(None, effects)))


def matters(key: str, before: Table, after: Table) -> bool:
    """Whether a difference under a key shows in what is played at two tables.

    The cost of a district can where both have it, a switch where both have all cards that it needs, at a number of players at which
    its readings differ. A card that only one of them has is named as such.
    """
    section, _, rest = key.partition(".")
    if section == "costs":
        return rest in cards(before) & cards(after)
    if section == "characters":
        id = rest.partition(".")[0]
        if key not in before.declared or key not in after.declared or key.endswith((".rank", ".power")):
            return id in cards(before) | cards(after)
    elif section != "rules" and key not in before.declared:
        return True
    switch = before.declared[key] if key in before.declared else SWITCHES[rest]
    return all(switch.matters(cards(table)) and (not switch.players or table.players in switch.players) for table in (before, after))
