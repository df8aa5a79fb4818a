"""A variant's own characters at the table: they are picked, named, robbed and murdered, written and read like all others."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.game.cards_in_words import card_help
from citadels_sim.game.transcript import transcribe_game
from tests.own_cards import own_variant
from tests.rules.tables import gold, hand, play, player, table

VARIANT = own_variant()


def turn(id: str, *others: dict[str, Any], variant: cs.Variant = VARIANT, **seat: Any) -> cs.Game:
    """The turn of an own character of the first seat about to begin."""
    rank = variant.cards.character(id).rank
    return table(player(id, **seat), *others, variant=variant, strict=False, next_rank=rank)


def test_its_numbers_are_played() -> None:
    game = turn("smuggler", city=["tavern", "market"], hand=["docks", "harbor", "trading-post"], gold=6)
    play(game, "gold")
    assert (gold(game, 0), len(hand(game, 0))) == (9, 4)  # 2 gathered, 1 gold and 1 card on top
    play(game, "income")
    assert gold(game, 0) == 11
    play(game, "build:harbor")
    assert gold(game, 0) == 8  # for 1 less
    play(game, "build:docks")
    assert gold(game, 0) == 6
    assert not any(label.startswith("build") for label in game.legal())


def test_it_takes_the_crown_and_is_paid_in_cards() -> None:
    game = table(player("broker", city=["prison", "fortress"]), player("king"), variant=VARIANT, strict=False, next_rank=7, crown=1)
    assert game.position()["crown"] == 0
    play(game, "gold", "income")
    assert len(hand(game, 0)) == 2


def test_a_murdered_one_that_takes_the_crown_is_the_heir() -> None:
    game = table(
        player("broker"), player("assassin"), player("warlord"), variant=VARIANT, strict=False, crown=1, next_rank=8, murdered="broker"
    )
    play(game, "gold", "end")
    assert game.position()["crown"] == 0


def test_it_can_be_named_and_robbed() -> None:
    game = table(player("smuggler", gold=5), player("thief"), variant=VARIANT, strict=False, next_rank=2)
    assert {"rob:smuggler", "rob:broker"} <= set(play(game, "gold").legal())
    play(game, "rob:smuggler", "end")
    assert (gold(game, 0), gold(game, 1)) == (0, 7)
    assert "Seat 2 (the Thief) steals 5 gold from seat 1 (the Smuggler)." in [line.strip() for line in transcribe_game(game)]


def test_one_that_is_protected_keeps_its_city() -> None:
    variant = own_variant(characters__smuggler__protected=True)
    for id, safe in (("smuggler", True), ("broker", False)):
        other = player(id, city=["tavern"])
        game = table(other, player("warlord", gold=5), variant=variant, strict=False, next_rank=variant.cards.character(id).rank)
        play(game, "gold", "end")
        assert ("destroy:0:tavern" not in play(game, "gold").legal()) is safe


@pytest.mark.parametrize(("when", "asked"), [("start_of_turn", False), ("after_action", False), ("any", True)])
def test_its_bonus_comes_at_its_moment(when: str, asked: bool) -> None:
    variant = own_variant(characters__smuggler__bonus__when=when, characters__smuggler__bonus__cards=0)
    game = turn("smuggler", variant=variant)
    assert gold(game, 0) == (1 if when == "start_of_turn" else 0)
    play(game, "gold")
    assert ("bonus" in game.legal()) is asked
    assert gold(play(game, "bonus") if asked else game, 0) == 3


def test_a_game_is_written_and_read_with_it() -> None:
    luck = random.Random(7)
    game = cs.Game.start(VARIANT, 4, seed=5)
    while not game.over:
        if luck.random() < 0.03:
            again = cs.Game.from_position(VARIANT, json.loads(json.dumps(game.position())))
            assert (again.legal(), again.view(1)) == (game.legal(), game.view(1))
        game.play(luck.choice(game.legal()))
    again = cs.Game.from_transcript(json.loads(json.dumps(game.transcript())))
    assert again.result() == game.result()
    assert again.variant.cards.title("broker") == "Broker of <b>All</b>"


def test_a_position_names_it_or_says_who_is_there() -> None:
    with pytest.raises(cs.PositionError, match=r"'merchant' is not in this game's cast \(assassin, .*, smuggler, broker, warlord\)"):
        cs.Game.from_position(VARIANT, {"players": [{"characters": ["merchant"]}, {}, {}, {}]})
    with pytest.raises(cs.PositionError, match="Did you mean 'smuggler'"):
        cs.Game.from_position(VARIANT, {"players": [{"characters": ["smugler"]}, {}, {}, {}]})


def test_its_card_is_made_of_its_keys() -> None:
    assert card_help("smuggler", VARIANT.at(4)) == [
        "Smuggler, rank 6. Gets 1 gold for each trade district. Bonus right after gathering: 1 gold and 1 card. "
        "May build 2 districts. Pays 1 gold less for trade districts."
    ]
    (broker,) = card_help("broker", own_variant(characters__broker__protected=True).at(4))
    assert broker.endswith("Takes the crown. Gets 1 card for each military district. While it lives, rank 8 cannot touch its city.")
    (idle,) = card_help("broker", own_variant(characters__broker={"income": "none", "takes_crown": False}).at(4))
    assert idle == "Broker of <b>All</b>, rank 7. No power."
    (barred,) = card_help("broker", own_variant(characters__broker={"builds": 0, "bonus": {"gold": 2, "when": "any"}}).at(4))
    assert barred.endswith("Bonus at any time of the turn: 2 gold. May build no districts.")
