"""Puts the leaves of a variant's files together for one number of players, and judges whether that can be played."""

from __future__ import annotations

from typing import Final, TypeVar, cast

from citadels_sim.catalogue import Cards
from citadels_sim.variants.faults import Faults
from citadels_sim.variants.model import Table, plays_old_three
from citadels_sim.variants.numbers import SECTIONS, changed
from citadels_sim.variants.parse import MOST_CARDS, Flat, Leaf
from citadels_sim.variants.seating import seat_cast
from citadels_sim.variants.switch import RuleValue
from citadels_sim.variants.switches import defaults

STAGE: Final = 1000
"""Leaves of the files have orders below it, those of ``by_players`` from it on, the caller's overrides from twice it on."""

OLD_THREE_CITY: Final = 10
DEFAULT_EDITION: Final = "classic"

T = TypeVar("T")


def value_of(flat: Flat, path: tuple[str, ...], default: T) -> T:
    """Return the value of a leaf, or the default where nothing was given."""
    leaf = flat.get(path)
    return default if leaf is None else cast(T, leaf.value)


def resolve_table(flat: Flat, players: int, source: str, faults: Faults, cards: Cards) -> Table:
    """Resolve and check a variant at one number of players.

    Parameters
    ----------
    flat : Flat
        All leaves that hold at this number of players.
    players : int
        The number of players, 2 to 8.
    source : str
        The variant's file, for what is missing altogether.
    faults : Faults
        Takes every fault. The table is fit to be played only if none was added.
    cards : Cards
        Those of the variant.

    Returns
    -------
    Table
    """
    edition = value_of(flat, ("rules", "edition"), DEFAULT_EDITION)
    rules = defaults(edition)
    rules.update({path[1]: cast(RuleValue, leaf.value) for path, leaf in flat.items() if path[0] == "rules"})
    costs = {d.id: value_of(flat, ("costs", d.id), d.costs[edition]) for d in cards.districts}
    numbers = {".".join(path): cast(RuleValue, leaf.value) for path, leaf in flat.items() if path[0] in SECTIONS}
    cast_ = seat_cast(flat, rules, players, source, faults, cards)
    basic, unique = copies(flat, "basic", cards), copies(flat, "unique", cards)
    always = set(unique)
    if rules["ballroom"] == "excluded":
        always.add("ballroom")
        unique.pop("ballroom", None)
    nothing: tuple[str, ...] = ()
    pool = set(value_of(flat, ("deck", "random_unique", "from"), nothing)) - always
    table = Table(
        players=players,
        cast=cast_,
        city_size=city_size(flat, rules, players, source, faults),
        costs=costs,
        basic=basic,
        unique=unique,
        random_count=value_of(flat, ("deck", "random_unique", "count"), 0),
        random_from=tuple(sorted(pool, key=lambda id: cards.district(id).code)),
        rules=rules,
        numbers=changed(numbers, edition, costs, cards),
        cards=cards,
    )
    check_rules(flat, table, source, faults)
    if not faults.touch("deck"):
        check_deck(flat, table, source, faults)
    return table


def copies(flat: Flat, kind: str, cards: Cards) -> dict[str, int]:
    """Return the copies of the basic or unique districts that are always in the deck, in order of their codes."""
    given = {path[2]: cast(int, leaf.value) for path, leaf in flat.items() if path[:2] == ("deck", kind)}
    return {id: given[id] for id in sorted(given, key=lambda id: cards.district(id).code) if given[id]}


def city_size(flat: Flat, rules: dict[str, RuleValue], players: int, source: str, faults: Faults) -> int:
    """Return the number of districts that complete a city."""
    given = flat.get(("city_size",))
    if plays_old_three(players, rules) and (given is None or given.order < STAGE):
        return OLD_THREE_CITY  # classic 1.7; what was given for just this table still goes before it
    few = flat.get(("city_size_2_3_players",)) if players <= 3 else None
    # The size for two and three is the more precise word, unless a later stage (by_players, override) names this table.
    if few is not None and (given is None or given.order // STAGE <= few.order // STAGE):
        given = few
    if given is None:
        if not faults.touch("city_size", "city_size_2_3_players"):
            faults.add(source, "city_size", "is missing: the number of districts in a complete city.")
        return 1
    return cast(int, given.value)


def check_rules(flat: Flat, table: Table, source: str, faults: Faults) -> None:
    """Judge the switches that depend on the number of players."""
    n, crown, bank = table.players, table.rules["first_crown"], table.rules["bank_limit"]
    if isinstance(crown, int) and crown >= n:
        leaf = flat["rules", "first_crown"]
        faults.add(leaf.where, leaf.key, f"there is no seat {crown}; files count seats from 0.", n)
    people = [id for ids in table.cast.values() for id in ids]
    artists = {id: table.number(f"characters.{id}.value") for id in people if table.cards.character(id).power == "artist"}
    if len(set(artists.values())) > 1:
        names = " and ".join(f"'{id}'" for id in artists)
        faults.add(source, "random_cast", f"{names} give different values of a beautified district; give the same.", n)
    gold = cast(int, table.number("game.start_gold"))
    if isinstance(bank, int) and bank < gold * n:
        leaf = flat["rules", "bank_limit"]
        faults.add(leaf.where, leaf.key, f"{bank} gold is too little to deal {gold} to each player.", n)


def check_deck(flat: Flat, table: Table, source: str, faults: Faults) -> None:
    """Judge the district deck: enough cards to deal, not too many, a city that can be completed, no Graveyard beside the Diplomat."""
    n, graveyard = table.players, "graveyard"
    if table.random_count > len(table.random_from):
        leaf = flat["deck", "random_unique", "count"]
        text = f"{table.random_count} cannot be drawn: {len(table.random_from)} districts are left to draw from"
        faults.add(leaf.where, leaf.key, f"{text} (those that are always in the deck are not drawn).", n)
        return
    if ("diplomat",) in table.cast.values():  # classic 1.1: the Graveyard leaves the game
        text = "the Graveyard cannot be in a game with the Diplomat"
        for path, remedy in (
            (("deck", "unique", graveyard), f"set deck.unique.{graveyard} = 0"),
            (("deck", "random_unique", "from"), "leave it out"),
        ):
            if graveyard in (table.unique if path[1] == "unique" else table.random_from if table.random_count else ()):
                faults.add(flat[path].where, flat[path].key, f"{text}; {remedy}.", n)
    size, hand = table.deck_size, cast(int, table.number("game.start_hand"))
    if size <= hand * n:
        text = (
            f"{size} cards are too few: each player is dealt {hand}, and one must be left to draw, so at least {hand * n + 1} are needed."
        )
        faults.add(source, "deck", text, n)
        return
    if size > MOST_CARDS:
        faults.add(source, "deck", f"{size} cards are too many; the maximum is {MOST_CARDS}.", n)
    reach = most_districts(table)
    if reach < table.city_size and not faults.touch("city_size"):
        given = flat.get(("city_size",), Leaf(0, source, "city_size"))
        faults.add(given.where, given.key, f"no city can ever be complete: with this deck, a city has at most {reach} districts.", n)


def most_districts(table: Table) -> int:
    """Upper bound of a city's size: different names, or all cards where duplicates can be built; the Monument counts as several."""
    buildable = {id: n for id, n in {**table.basic, **table.unique}.items() if table.costs[id] is not None}
    drawn = min(table.random_count, sum(table.costs[id] is not None for id in table.random_from))
    possible = {*buildable, *(table.random_from if table.random_count else ())}
    effects = {id: table.cards.district(id).effect for id in possible}
    powers = {table.cards.character(id).power for ids in table.cast.values() for id in ids}
    duplicates = "quarry" in effects.values() or "wizard" in powers
    same = cast(int, table.number("game.copies_in_city"))
    more = (cast(int, table.number(f"districts.{id}.districts")) - 1 for id, effect in effects.items() if effect == "monument")
    # Unusual decks may hold several unique ones of a name; the bound stays one.
    return sum(n if duplicates else min(n, same) for n in buildable.values()) + drawn + sum(more)
