"""What each card does, in a line for a person at the table. The rules themselves are the engine's; no program reads these lines.

That of a character is in the catalogue. Where editions differ, the line says what they have in common, and `card_help` adds what this
table plays: the sentences of the switches and numbers that concern the card.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.game.own_cards_in_words import own_character_line
from citadels_sim.variants import SWITCHES, Table
from citadels_sim.variants.numbers.effects import numbers_in

_PLAIN: Final = "No effect: it counts its cost and its type."

DISTRICT_LINES: Final = {
    "armory": "In your turn you may destroy it to destroy a district of another city.",
    "basilica": "At the end, 1 point for each district of odd cost in your city.",
    "capitol": "At the end, 3 points if three of your districts are of one type.",
    "dragon-gate": "At the end, 2 points more than its cost.",
    "factory": "Your other unique districts cost 1 gold less.",
    "framework": "You may build a district by destroying the Framework instead of paying.",
    "gold-mine": "When you gather gold, you take 1 more.",
    "great-wall": "Rank 8 pays 1 gold more for the districts of your city.",
    "haunted-quarter": "At the end, it counts as any one type, the best for you.",
    "imperial-treasury": "At the end, 1 point for each gold you have.",
    "ivory-tower": "At the end, 5 points if it is your only unique district.",
    "keep": "Rank 8 can do nothing to it.",
    "laboratory": "Once a turn you may discard a card for gold.",
    "library": "When you gather cards, you keep all cards drawn.",
    "map-room": "At the end, 1 point for each card in your hand.",
    "monument": "Counts as two districts towards a complete city; may not be built in a nearly complete city.",
    "museum": "Once a turn you may lay a card of your hand under it; at the end, 1 point for each.",
    "necropolis": "You may build it by destroying a district of your city instead of paying.",
    "observatory": "When you gather cards, you draw 3.",
    "park": "If you have no card at the end of your turn, you draw 2.",
    "poor-house": "If you have no gold at the end of your turn, you get 1.",
    "quarry": "You may build districts that your city already has.",
    "school-of-magic": "Counts as the type you are paid for when you take your income.",
    "secret-vault": "Cannot be built; in your hand at the end, it scores 3 points.",
    "smithy": "Once a turn you may pay gold to draw 3 cards.",
    "stables": "Building it does not count toward the building limit.",
    "statue": "At the end, 5 points if you have the crown.",
    "theater": "After the draft you may exchange characters with another player.",
    "thieves-den": "You may pay for it with cards of your hand, each for 1 gold.",
    "wishing-well": "At the end, points for the unique districts of your city.",
    "graveyard": "When the Warlord destroys a district, you may pay 1 gold to take it into your hand.",
    "university": "At the end, 2 points more than its cost.",
    "lighthouse": "When you build it, you may look through the deck and take a card.",
    "bell-tower": "When you build it, you may announce that one district fewer completes a city.",
    "hospital": "If you are murdered, you may still gather when you are called, but nothing more.",
    "throne-room": "Whenever the crown changes hands, you get 1 gold.",
    "ballroom": _PLAIN,
}
"""What each unique district does, by id."""


def character_line(id: str, table: Table) -> str:
    """Describe in a line what a character does: as its card says and with what is changed of it, or of an own one, as its numbers do."""
    return _whole(*_character(id, table))


def district_line(id: str, table: Table) -> str:
    """Describe in a line what a district does: as its card says and with what is changed of it, or as the card whose effect it borrows."""
    return _whole(*_district(id, table))


def _character(id: str, table: Table) -> tuple[str, list[str]]:
    """Return what the card of a character says, and the sentences of its numbers that are not the printed ones."""
    who = table.cards.character(id)
    # The line of an own character says all of it.
    return _printed(who.line, _changes(id, table)) if who.power == id else (own_character_line(who, table), [])


def _district(id: str, table: Table) -> tuple[str, list[str]]:
    """Return what the card of a district says, or the one whose effect it borrows, and the sentences of its numbers of its own."""
    place, changes = table.cards.district(id), _changes(id, table)
    if place.effect == id:
        return _printed(DISTRICT_LINES[id], changes)
    if not place.effect:
        return _PLAIN, changes
    numbered = any(f"districts.{id}.{name}" in table.numbers for name in numbers_in(place.effect))
    numbers = ", with its own numbers; as printed" if numbered else ""
    return f"Has the effect of the {table.cards.title(place.effect)}{numbers}: {DISTRICT_LINES[place.effect]}", changes


def _changes(id: str, table: Table) -> list[str]:
    """Describe the numbers of a card that are not the printed ones, a sentence each."""
    told = {key: value for key, value in table.numbers.items() if not key.endswith(".effect")}  # the card's line says what it does
    return [table.declared[key].sentence(value) for key, value in told.items() if any(id in group for group in table.declared[key].needs)]


def _printed(line: str, changes: list[str]) -> tuple[str, list[str]]:
    return f"As printed: {line}" if changes else line, changes


def _whole(line: str, changes: list[str]) -> str:
    return " ".join([line, *(["Here:", *changes] if changes else [])])


def card_help(id: str, table: Table) -> list[str]:
    """Describe what a card is and does.

    Parameters
    ----------
    id : str
        Of a character or a district.
    table : Table
        Whose costs, ranks and switches hold.

    Returns
    -------
    list of str
        First what it is, then what it does, then what this table's rules decide about it, a line each.

    Raises
    ------
    KeyError
        If there is no such card.
    """
    if id in table.cards.by_character_id:
        who = table.cards.character(id)
        ranks = [rank for rank, ids in table.cast.items() if id in ids]
        names = {id, who.power}
        line, changes = _character(id, table)
        lines = [f"{who.title}, rank {ranks[0] if ranks else who.rank}. {line}"]
    else:
        place = table.cards.district(id)
        names = {id, place.effect or id}
        cost = table.costs[id]
        price = "cannot be built" if cost is None else f"costs {cost} gold"
        line, changes = _district(id, table)
        lines = [f"{place.title}, {table.district_type(id)}, {price}. {line}"]
    at_table = {other for ids in table.cast.values() for other in ids} | set(table.basic) | set(table.unique) | set(table.random_from)
    for switch in SWITCHES.values():
        named = any(name in group for group in switch.needs for name in names)
        if named and switch.matters(at_table | names) and (not switch.players or table.players in switch.players):
            lines.append(switch.sentence(table.rules[switch.key]))
    return lines + [f"Here: {sentence}" for sentence in changes]
