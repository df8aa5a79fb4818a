"""Tables of the Dark City: any characters and bonus districts together, set up in a line or two (beside `tables`)."""

from __future__ import annotations

from functools import cache
from typing import Any

import citadels_sim as cs
from citadels_sim.catalogue import character
from citadels_sim.variants import Variant
from tests.rules.tables import idle_until, play, player, switched

BASE = ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord")
DECK = ("docks", "harbor", "town-hall", "monastery", "cathedral", "barracks", "fortress", "palace")
"""What lies in the deck where a test says nothing else."""
SIX = ("manor", "castle", "temple", "church", "tavern", "market")


def rank(name: str) -> int:
    """Rank of a character in the classic family, where the Tax Collector has rank 2."""
    return 2 if name == "tax-collector" else character(name).rank


def cast_with(*names: str) -> list[str]:
    """The base eight with these characters in the places of their ranks."""
    by_rank = {rank(name): name for name in BASE}
    for name in names:
        by_rank[rank(name)] = name
    return [by_rank[n] for n in sorted(by_rank)]


@cache
def variant_with(nine: bool, rules: tuple[tuple[str, Any], ...]) -> Variant:
    """The base game of eight or nine characters with other readings."""
    return switched("classic-2000-nine" if nine else "classic-2000", **dict(rules))


def dark(
    *players: dict[str, Any], seats: int = 4, others: tuple[str, ...] = (), rules: dict[str, Any] | None = None, **keys: Any
) -> cs.Game:
    """A game from a position whose cast has the characters that somebody holds and `others`, the base eight beside them."""
    held = [name for seat in players for name in seat["characters"]]
    cast = cast_with(*held, *others)
    rest = [player() for _ in range(seats - len(players))]
    position = {"players": [*players, *rest], "cast": cast, "deck": list(DECK), "strict": False, **keys}
    return cs.Game.from_position(variant_with(len(cast) == 9, tuple(sorted((rules or {}).items()))), position)


def resumed(character: str, witch: dict[str, Any], victim: dict[str, Any], *rest: dict[str, Any], **keys: Any) -> cs.Game:
    """The Witch (seat 0) took gold and named a character of seat 1, who took gold: she goes on as it."""
    game = dark(witch, victim, *rest, **keys)
    play(game, "gold", f"bewitch:{character}")
    return play(idle_until(game, 1), "gold")


def final(*players: dict[str, Any], **keys: Any) -> cs.Game:
    """A game whose last round is over as soon as nobody is left to call: scored at once."""
    return dark(*[{**seat, "characters": []} for seat in players[:-1]], {**players[-1], "characters": ["warlord"]}, next_rank=9, **keys)
