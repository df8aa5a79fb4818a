"""Tables of the 2016 edition: any characters and districts together, set up in a line or two (beside `tests.rules.tables`)."""

from __future__ import annotations

from functools import cache
from typing import Any

import citadels_sim as cs
from citadels_sim.catalogue import character
from citadels_sim.variants import Variant
from tests.rules.tables import idle_until, play, player, switched

FIRST_GAME = cs.load_variant("citadels-2016")

BASE = ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord")
DECK = ("docks", "harbor", "town-hall", "monastery", "cathedral", "barracks", "fortress", "palace")
"""What lies in the deck where a test says nothing else."""
SIX = ("manor", "castle", "temple", "church", "tavern", "market")
"""A city one short of completion with four to eight players: no military and no unique district."""


def cast_with(*names: str, nine: bool = False) -> list[str]:
    """The first game's eight with these characters in the places of their ranks; the Artist where a ninth is wanted and not given."""
    by_rank = {character(name).rank: name for name in (*BASE, *(("artist",) if nine else ()), *names)}
    return [by_rank[rank] for rank in sorted(by_rank)]


@cache
def variant_with(name: str, rules: tuple[tuple[str, Any], ...]) -> Variant:
    """A packaged variant with other readings of some switches, loaded once."""
    return switched(name, **dict(rules))


def table(
    *players: dict[str, Any], seats: int = 4, others: tuple[str, ...] = (), rules: dict[str, Any] | None = None, **keys: Any
) -> cs.Game:
    """A game of the 2016 edition from a position.

    Its cast has the characters that somebody holds and `others`, the first game's eight beside them, and a ninth where one of these
    is of rank 9 or the number of players wants it. Seats that are not given have nothing and nobody. `rules` are switches; `keys` are
    keys of the position. Any district may lie anywhere, any number of times.
    """
    held = [name for seat in players for name in seat["characters"]]
    cast = cast_with(*held, *others, nine=seats in (3, 8))
    rest = [player() for _ in range(seats - len(players))]
    position = {"players": [*players, *rest], "cast": cast, "deck": list(DECK), "strict": False, **keys}
    name = "citadels-2016-nine" if len(cast) == 9 else "citadels-2016"
    return cs.Game.from_position(variant_with(name, tuple(sorted((rules or {}).items()))), position)


def resumed(name: str, witch: dict[str, Any], victim: dict[str, Any], *rest: dict[str, Any], **keys: Any) -> cs.Game:
    """The Witch (seat 0) took gold and named the character of seat 1, whose player took gold: she goes on as it."""
    game = table(witch, victim, *rest, **keys)
    play(game, "gold", f"bewitch:{name}")
    return play(idle_until(game, 1), "gold")


def warranted(signed: str, magistrate: dict[str, Any], *rest: dict[str, Any], blanks: str = "magician:king", **keys: Any) -> cs.Game:
    """The Magistrate (seat 0) placed the signed warrant at a character and ended the turn; seat 1 is to decide."""
    game = play(table(magistrate, *rest, **keys), f"warrants:{signed}:{blanks}", "gold", "end")
    return idle_until(game, 1)


def threatened(flowered: str, blank: str, blackmailer: dict[str, Any], *rest: dict[str, Any], **keys: Any) -> cs.Game:
    """The Blackmailer (seat 0) placed the flower at one character and a blank at another, and ended the turn; seat 1 is to decide."""
    game = play(table(blackmailer, *rest, **keys), f"threats:{flowered}:{blank}", "gold", "end")
    return idle_until(game, 1)


def final(*players: dict[str, Any], **keys: Any) -> cs.Game:
    """A game whose last round is over, as every rank has been called: scored at once, if somebody has completed a city.

    Where nobody holds a character, the last seat given held the Warlord. Cities say who has completed, unless `completed` is given.
    """
    seats = list(players)
    if not any(seat["characters"] for seat in seats):
        seats[-1] = {**seats[-1], "characters": ["warlord"]}
    held = [name for seat in seats for name in seat["characters"]]
    last = len(cast_with(*held, *keys.get("others", ()), nine=keys.get("seats", 4) in (3, 8)))
    return table(*seats, **{"next_rank": last + 1, **keys})
