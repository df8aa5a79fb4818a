"""Game API, position, at the decisions of the Dark City: complete in the middle of any turn of classic 3.2, 4.3 and 5.4."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import dark
from tests.rules.tables import SEVEN, player

GIVER = player(gold=2, hand=("castle", "tavern"))
TOWER = player("king", gold=5, hand=("bell-tower", "lighthouse"), city=SEVEN[:6])

# What is waited for: the table and the labels that lead there.
WAITING: dict[str, tuple[Callable[[], cs.Game], list[str]]] = {
    "gift": (lambda: dark(player("emperor"), GIVER, crown=3), ["crown:1"]),
    "crown on call": (lambda: dark(player("emperor"), GIVER, crown=3), []),
    "crown": (
        lambda: dark(player("assassin"), player("emperor"), crown=3, rules={"emperor_murdered": "moves"}),
        ["murder:emperor", "gold", "end"],
    ),
    "wizard": (lambda: dark(player("wizard", gold=4), GIVER), ["gold", "look:1"]),
    "wizard has built": (lambda: dark(player("wizard", gold=4, hand=("temple",)), GIVER), ["gold", "look:1", "take-build:tavern"]),
    "lighthouse": (lambda: dark(TOWER), ["gold", "build:lighthouse"]),
    "bell-tower": (lambda: dark(TOWER), ["gold", "build:bell-tower"]),
    "announced": (lambda: dark(TOWER, player(city=SEVEN)), ["gold", "build:bell-tower", "announce"]),
    "witch names": (lambda: dark(player("witch", gold=3), player("king")), ["gold"]),
    "bewitched": (lambda: dark(player("witch", gold=3), player("king")), ["gold", "bewitch:king"]),
    "resumed": (lambda: dark(player("witch", gold=3), player("architect")), ["gold", "bewitch:architect", "gold"]),
    "resumed as emperor": (lambda: dark(player("witch"), player("emperor"), GIVER, crown=3), ["gold", "bewitch:emperor", "gold"]),
    "hospital": (lambda: dark(player("assassin"), player("king", city=["hospital"])), ["murder:king", "gold", "end"]),
    "navigator": (lambda: dark(player("navigator")), ["gold"]),
    "artist": (lambda: dark(player("artist", gold=3, city=["manor", "tavern"])), ["gold", "beautify:manor"]),
    "alchemist has built": (lambda: dark(player("alchemist", gold=3, hand=("castle",))), ["gold", "build:castle"]),
    "exchanged": (lambda: dark(player("diplomat", city=["tavern"]), player(city=["temple"])), ["gold", "exchange:tavern:1:temple"]),
    "queen waits": (lambda: dark(player("queen"), player("king"), seats=5, murdered="king", next_rank=9), ["gold"]),
    "taxed": (
        lambda: dark(player("tax-collector"), player("king", gold=3, hand=("tavern",))),
        ["gold", "end", "gold", "build:tavern"],
    ),
    "tucked": (lambda: dark(player("king", hand=("manor", "palace"), city=["museum"])), ["museum:manor"]),
}


@pytest.mark.parametrize("waiting", WAITING)
def test_a_position_is_the_same_game(waiting: str) -> None:
    """Game API: ``from_position(variant, position())``, through JSON, goes on like the game itself for two rounds; classic 3.2, 4.3."""
    table, moves = WAITING[waiting]
    game = table()
    for label in moves:
        game.play(label)
    again = cs.Game.from_position(game.variant, json.loads(json.dumps(game.position())))
    assert (again.actor, again.decision, again.legal(), again.position()) == (game.actor, game.decision, game.legal(), game.position())
    while not game.over and game.position()["round"] < 3:
        label = game.legal()[len(game.legal()) // 2]
        game.play(label)
        again.play(label)
        assert again.legal() == game.legal()
    assert again.position() == game.position()
