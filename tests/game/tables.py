"""What the tests of the game API share: small tables, random play, comparing records."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

import citadels_sim as cs
from citadels_sim.engine.state import DECK, PUBLIC, SEAT, SECRET
from citadels_sim.game.pending import LAYOUT
from citadels_sim.variants import Variant

CLASSIC = cs.load_variant("classic-2000")


def table(*players: dict[str, Any], variant: Variant = CLASSIC, seats: int = 4, **keys: Any) -> cs.Game:
    """A game from a position; seats that are not given have nothing."""
    rest: list[dict[str, Any]] = [{} for _ in range(seats - len(players))]
    return cs.Game.from_position(variant, {"players": [*players, *rest], **keys})


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def all_cards(position: dict[str, Any]) -> Counter[str]:
    """Every district card of a position that is not pending."""
    cards = Counter(position["deck"])
    for player in position["players"]:
        cards.update(player["hand"])
        cards.update(built["district"] for built in player["city"])
    return cards


def deck_of(variant: cs.Variant, players: int = 4) -> Counter[str]:
    at = variant.at(players)
    return Counter({**at.basic, **at.unique})


def again(game: cs.Game) -> cs.Game:
    """The same game, by way of its written position."""
    return cs.Game.from_position(game.variant, through_json(game.position()))


def random_play(game: cs.Game, seed: int) -> Iterator[cs.Game]:
    """Play a game to its end by chance; gives the game before each decision and when it is over."""
    luck = random.Random(seed)
    while not game.over:
        yield game
        game.play(luck.choice(game.legal()))
    yield game


def play_until(game: cs.Game, decision: str, seed: int = 0) -> cs.Game:
    """The game at its next decision of a kind, reached by chance."""
    return next(g for g in random_play(game, seed) if g.decision == decision)


def differences(one: Any, other: Any) -> list[str]:
    """Fields in which two records say different things about the game."""
    result = []
    pairs = [("public", PUBLIC, one["public"], other["public"]), ("secret", SECRET, one["secret"], other["secret"])]
    pairs += [("seats", SEAT, one["seat"][i], other["seat"][i]) for i in range(8)]
    for section, dtype, a, b in pairs:
        result += [
            f"{section}.{name}" for name in dtype.names or () if name not in LAYOUT[section] and not np.array_equal(a[name], b[name])
        ]
    for a, b in ((one, other), (other, one)):
        if stack(a) != stack(b):
            result.append("the cards of the deck in their order")
        if a["secret"]["pile"][: a["public"]["pile_n"]].tolist() != b["secret"]["pile"][: b["public"]["pile_n"]].tolist():
            result.append("the cards of the pile in their order")
        if [int(seat["aside_n"]) for seat in a["seat"]] != [int(seat["aside_n"]) for seat in b["seat"]]:
            result.append("how many cards lie aside")
        if [int(seat["aside_mask"]) for seat in a["seat"]] != [int(seat["aside_mask"]) for seat in b["seat"]]:
            result.append("which cards lie aside")
    return sorted(set(result))


def stack(state: Any) -> list[int]:
    """Codes of the deck's cards, top first: where in the ring they lie says nothing."""
    head = int(state["secret"]["deck_head"])
    return [int(state["secret"]["deck"][(head + i) % DECK]) for i in range(int(state["public"]["deck_n"]))]
