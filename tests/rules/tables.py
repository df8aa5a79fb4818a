"""What the tests of the rules share: small tables set up in a line or two, and looking at them."""

from __future__ import annotations

from typing import Any

import citadels_sim as cs
from citadels_sim.variants import Variant

CLASSIC = cs.load_variant("classic-2000")
SUMMARY = cs.load_variant("classic-summary")

COLOURS = ["manor", "temple", "tavern", "watchtower"]
"""One cheap district of each colour but purple."""
SEVEN = ["manor", "castle", "temple", "church", "tavern", "market", "watchtower"]
EIGHT = [*SEVEN, "prison"]


def player(*characters: str, gold: int = 0, hand: tuple[str, ...] = (), city: tuple[Any, ...] | list[Any] = ()) -> dict[str, Any]:
    """One seat of a position."""
    return {"characters": list(characters), "gold": gold, "hand": list(hand), "city": list(city)}


def switched(variant: str = "classic-2000", **rules: Any) -> Variant:
    """A packaged variant with other readings of some switches."""
    return cs.load_variant(variant, {f"rules.{key}": value for key, value in rules.items()})


def table(*players: dict[str, Any], seats: int = 4, variant: Variant = CLASSIC, **keys: Any) -> cs.Game:
    """A game from a position; seats that are not given have nothing and nobody."""
    rest = [player() for _ in range(seats - len(players))]
    return cs.Game.from_position(variant, {"players": [*players, *rest], **keys})


def play(game: cs.Game, *labels: str) -> cs.Game:
    """Play some labels."""
    for label in labels:
        game.play(label)
    return game


def idle_round(game: cs.Game) -> cs.Game:
    """Let everybody take gold and end the turn until the round (or the game) is over."""
    number = game.position()["round"]
    while not game.over and game.position()["round"] == number:
        legal = game.legal()
        game.play(next(label for label in ("gold", "end", "pass", *legal) if label in legal))
    return game


def idle_until(game: cs.Game, actor: int) -> cs.Game:
    """Let the others take gold and end their turns until a seat has to decide."""
    while game.actor != actor:
        legal = game.legal()
        game.play(next(label for label in ("gold", "end", "pass", *legal) if label in legal))
    return game


def gold(game: cs.Game, seat: int) -> int:
    return int(game.position()["players"][seat]["gold"])


def hand(game: cs.Game, seat: int) -> list[str]:
    return list(game.position()["players"][seat]["hand"])


def city(game: cs.Game, seat: int) -> list[str]:
    return [place["district"] for place in game.position()["players"][seat]["city"]]


def deck(game: cs.Game) -> list[str]:
    return list(game.position()["deck"])


def crown(game: cs.Game) -> int:
    return int(game.position()["crown"])


def labels(game: cs.Game, kind: str) -> list[str]:
    """Legal labels of a kind: ``labels(game, "destroy")``."""
    return [label for label in game.legal() if label.split(":")[0] == kind]


def score(game: cs.Game, seat: int) -> dict[str, int]:
    """Points of a seat, without its number."""
    return {key: value for key, value in game.result()["scores"][seat].items() if key != "seat"}


def last_round(*players: dict[str, Any], seats: int = 4, variant: Variant = CLASSIC, **keys: Any) -> cs.Game:
    """A game that ends with the turn of the last character given: play on idly to the result."""
    return idle_round(table(*players, seats=seats, variant=variant, **keys))
