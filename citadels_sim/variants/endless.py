"""What can be played but hardly ends: tables at which nobody may complete a city before the cap of rounds. They are warned about."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, cast

from citadels_sim.variants.faults import Fault, Faults
from citadels_sim.variants.model import Table, Variant
from citadels_sim.variants.numbers.game import MOST_ROUNDS
from citadels_sim.variants.switch import NONE

_TOO_MANY: Final = 1.5
"""Districts of a city, by the different ones in an even share of the deck, beyond which games drag on: at 1.4 and 1.6 times as many the bot
builder takes 100 and 60 rounds of the classic games of four and seven, and with 1.55 times as many no game of four ends."""
_GOLD: Final = "gold"
_CARDS: Final = "cards"
_BRING: Final = {_GOLD: ("navigator", "queen"), _CARDS: ("navigator", "scholar", "spy")}
"""Powers that bring what was not in a stash, or a hand, before."""
_YIELD: Final = {_GOLD: ("laboratory", "poor-house", "throne-room", "gold-mine"), _CARDS: ("smithy", "park", "lighthouse", "library")}
"""Effects of districts that do."""
_BUILD_MORE: Final = ("trader", "wizard")
"""Powers that build beyond the limit."""
_END: Final = f"Games may run until the cap of {MOST_ROUNDS} rounds; game.most_rounds can end them earlier."


def warnings(variant: Variant, players: Iterable[int] = ()) -> tuple[Fault, ...]:
    """Warn of what makes games endless.

    Parameters
    ----------
    variant : Variant
    players : iterable of int
        The numbers of players that are looked at; empty: all.

    Returns
    -------
    tuple of Fault
        One for each key that does, in whole sentences that name the cap; none where the rules say after which round a game ends.
    """
    at = [*dict.fromkeys(players)] or [*variant.tables]
    found = Faults(variant.source)
    for n in at:
        table = variant.at(n)
        if table.number("game.most_rounds") == NONE:
            for key, text in _of_table(table):
                found.add(variant.name, key, text, n)
    return tuple(replace(one, text=f"{one.text} {_END}") for one in found.all(at))


def _of_table(table: Table) -> Iterator[tuple[str, str]]:
    size = table.city_size
    if size > _TOO_MANY * even_share(table):
        yield "city_size", f"{size} districts complete a city, but a player's equal share of the deck has far fewer different ones."
    if (
        not _number(table, "game.gather_gold")
        and not _comes(table, _GOLD)
        and _number(table, "game.start_gold") * table.players < _cheapest(table)
    ):
        yield "game.gather_gold", "Gathering brings no gold, and no character does: what the players begin with does not pay for a city."
    draws = min(_number(table, "game.gather_cards"), _number(table, "game.keep_cards"))
    if not draws and not _comes(table, _CARDS) and _number(table, "game.start_hand") < size:
        key = "keep_cards" if _number(table, "game.gather_cards") else "gather_cards"
        yield f"game.{key}", f"Gathering brings no cards, and no character does: the first hand is too small for a city of {size}."
    people = [id for ids in table.cast.values() for id in ids]
    if not any(_number(table, f"characters.{id}.builds") or table.cards.character(id).power in _BUILD_MORE for id in people):
        yield "game.builds", "No character may build a district: nobody completes a city."


def _number(table: Table, key: str) -> int:
    return cast(int, table.number(key))


def _comes(table: Table, what: str) -> bool:
    """Tell whether gold or cards can be got otherwise than by gathering."""
    for who in (table.cards.character(id) for ids in table.cast.values() for id in ids):
        key = f"characters.{who.id}"
        paid = table.number(f"{key}.income") != NONE and _number(table, f"{key}.income_each") > 0
        if (
            who.power in _BRING[what]
            or _number(table, f"{key}.bonus.{what}")
            or (paid and table.number(f"{key}.income_in") in (what, "mix"))
        ):
            return True
    begun = _number(table, f"game.start_{'gold' if what == _GOLD else 'hand'}") > 0  # else nobody gets so far as to build such a district
    places = {*table.basic, *table.unique, *(table.random_from if table.random_count else ())}
    return begun and any(table.cards.district(id).effect in _YIELD[what] for id in places)


def _cheapest(table: Table) -> int:
    """Return what the cheapest city of the deck costs."""
    same = _number(table, "game.copies_in_city")
    deck = {**table.basic, **table.unique, **dict.fromkeys(table.random_from if table.random_count else (), 1)}
    costs = sorted(cost for id, n in deck.items() if (cost := table.costs[id]) is not None for _ in range(min(n, same)))
    return sum(costs[: table.city_size])


def even_share(table: Table) -> float:
    """Return how many districts of an even share of the deck can stand in one city, on average: of each as many as the rules say."""
    same = _number(table, "game.copies_in_city")
    fixed = sum(_usable(n, table.players, same) for id, n in {**table.basic, **table.unique}.items() if table.costs[id] is not None)
    return fixed + table.random_count / table.players


def _usable(copies: int, players: int, same: int) -> float:
    """Return how many copies of one district a player can use of those that each player gets with the same chance."""
    chance = 1 / players
    return sum(min(k, same) * math.comb(copies, k) * chance**k * (1 - chance) ** (copies - k) for k in range(copies + 1))
