"""Counting a position's cards and gold: no more of them than the variant has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from citadels_sim.catalogue import District
from citadels_sim.engine.state import DECK
from citadels_sim.game.faults import Faults
from citadels_sim.game.model import Position
from citadels_sim.variants import Table


def _pending_cards(pending: Mapping[str, Any], places: Mapping[str, District]) -> Iterator[tuple[str, int]]:
    """Cards that lie neither in a hand nor in a city nor in the deck; what is no card is reported elsewhere."""
    seats = pending.get("seats")
    for seat, fields in seats.items() if isinstance(seats, Mapping) else ():
        aside = fields.get("aside") if isinstance(fields, Mapping) else None
        for name, copies in aside.items() if isinstance(aside, Mapping) else ():
            if name in places and isinstance(copies, int) and 0 <= copies <= DECK:
                yield from [(f"pending.seats.{seat}.aside.{name}", places[name].code)] * copies
    pile = pending.get("pile")
    for i, name in enumerate(pile) if isinstance(pile, list | tuple) else ():
        if isinstance(name, str) and name in places:
            yield f"pending.pile.{i}", places[name].code
    public = pending.get("public")
    loose = public.get("loose") if isinstance(public, Mapping) else None
    if isinstance(loose, int) and not isinstance(loose, bool) and 0 <= loose < len(places):
        yield "pending.public.loose", loose


def placed_cards(position: Position) -> Iterator[tuple[str, int]]:
    """Every district card that a position shows, as dotted key and code."""
    for seat, player in enumerate(position.players):
        for i, built in enumerate(player.city):
            yield f"players.{seat}.city.{i}", built.code
            yield from ((f"players.{seat}.city.{i}.tucked.{k}", code) for k, code in enumerate(built.tucked))
        yield from ((f"players.{seat}.hand.{i}", code) for i, code in enumerate(player.hand))
    if position.pending is not None:
        yield from _pending_cards(position.pending, position.cards.by_district_id)
    yield from ((f"deck.{i}", code) for i, code in enumerate(position.deck or ()))


def check_cards(position: Position, table: Table, faults: Faults) -> None:
    """Refuse cards that the variant's deck does not have (unless ``strict`` is off), and more than the table can hold."""
    cards = list(placed_cards(position))
    if len(cards) > DECK:
        faults.add("", f"the position has {len(cards)} district cards; the maximum is {DECK}")
    if not position.strict:
        return
    always = {**table.basic, **table.unique}
    seen: Counter[str] = Counter()
    drawn = 0
    for where, code in cards:
        name = table.cards.district_of(code).id
        seen[name] += 1
        copies = always.get(name, 0)
        if seen[name] <= copies:
            continue
        if seen[name] == copies + 1 and name in table.random_from and table.random_count:
            drawn += 1
            if drawn > table.random_count:
                faults.add(where, f"'{name}' is one unique district too many: this variant draws {table.random_count} of them for a game")
        elif seen[name] == copies + 1 + (name in table.random_from and table.random_count > 0):
            total = sum(other == code for _, other in cards)
            has = f"has {copies}" if copies else "has none"
            faults.add(where, f"'{name}' is here {total} times, the variant's deck {has}; \"strict\": false lifts this check")


def coins(position: Position) -> int:
    """Gold that lies on the table outside the bank: in stashes, on beautified districts, on the Tax Collector's token."""
    return position.tax + sum(player.gold + sum(built.beautified for built in player.city) for player in position.players)


def check_bank(position: Position, bank_limit: int, faults: Faults) -> None:
    """Refuse more gold than the game has, where the variant limits it (`rules.bank_limit`)."""
    if 0 < bank_limit < coins(position):
        faults.add("players", f"have {coins(position)} gold together, that on districts included; the game has {bank_limit}")
