"""A power is played by whoever has it: borrowed from a packaged character, with its own numbers, or taken from the one that prints it."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS
from citadels_sim.game.cards_in_words import card_help
from citadels_sim.variants import VariantError
from citadels_sim.variants.seating import ONCE
from tests.own_cards import own_variant
from tests.rules.tables import gold, hand, play, player, table

EIGHT = ("assassin", "thief", "magician", "king", "bishop", "smuggler", "architect", "warlord")


def with_power(power: str, base: str = "classic-2000", without: tuple[str, str] = ("", ""), **numbers: Any) -> cs.Variant:
    """A table at which the Smuggler has a power; `without`: who leaves the cast, and who comes."""
    cast = tuple(without[1] if id == without[0] else id for id in EIGHT)
    return own_variant(base, cast, characters__smuggler={"power": power, "income": "none", "bonus": {"gold": 0, "cards": 0}, **numbers})


def turn(variant: cs.Variant, *others: dict[str, Any], **seat: Any) -> cs.Game:
    """The turn of the Smuggler, after gathering."""
    game = table(player("smuggler", **seat), *others, variant=variant, strict=False, next_rank=6)
    return play(game, "gold")


def test_a_borrowed_theft() -> None:
    variant = with_power("thief", without=("thief", "spy"), share=0.5)
    game = table(player("smuggler"), player("warlord", gold=7), player("king"), variant=variant, strict=False, next_rank=6)
    legal = play(game, "gold").legal()
    assert [label for label in legal if label.startswith("rob")] == ["rob:architect", "rob:warlord"]  # nobody who was called before
    play(game, "rob:warlord", "end")
    assert (gold(game, 0), gold(game, 1)) == (2 + 3, 7 - 3)


def test_a_borrowed_murder_and_bewitching() -> None:
    murder = with_power("assassin", without=("assassin", "magistrate"))
    game = table(player("smuggler"), player("warlord"), variant=murder, strict=False, next_rank=6, crown=1)
    play(play(game, "gold"), "murder:warlord", "end")
    assert game.position()["round"] == 2
    witch = with_power("witch", "dark-city", without=("assassin", "assassin"))
    game = table(player("smuggler"), player("warlord", city=["prison"]), player("king"), variant=witch, strict=False, next_rank=6)
    play(game, "gold", "bewitch:warlord")
    assert (game.actor, game.legal()) == (1, ("gold", "cards"))
    play(game, "gold")
    assert game.actor == 0
    assert "destroy:1:prison" in game.legal()


@pytest.mark.parametrize(
    ("power", "numbers", "label"),
    [
        ("magician", {"most": 0}, "swap:1"),
        ("wizard", {}, "look:1"),
        ("seer", {}, "seer"),
        ("spy", {"gold": 2}, "spy:1:trade"),
        ("abbot", {}, "tithe:1"),
        ("navigator", {"gold": 6}, "bonus:gold"),
        ("scholar", {"cards": 3, "keep": 2}, "bonus"),
        ("diplomat", {}, "exchange:tavern:1:market"),
        ("marshal", {"limit": 2}, "seize:1:market"),
        ("artist", {"districts": 1}, "beautify:tavern"),
        ("emperor", {}, "crown:1:gold"),
        ("blackmailer", {"share": 0.25}, "threats:architect:marshal"),
        ("magistrate", {}, "warrants:architect:bishop:marshal"),
    ],
)
def test_every_power_can_be_borrowed(power: str, numbers: dict[str, Any], label: str) -> None:
    cast = ("assassin", "thief", "magician", "king", "bishop", "smuggler", "architect", "marshal")
    taken = {"magician": "wizard", "wizard": "magician"}.get(power, "seer")
    keys = {"power": power, "income": "none", "bonus": {"gold": 0, "cards": 0}, **numbers}
    variant = own_variant("citadels-2016", (*cast[:2], taken, *cast[3:]), players=[4, 7], characters__smuggler=keys)
    other = player("architect", hand=["docks"], city=["market"], gold=9)
    game = table(
        player("smuggler", hand=["temple"], city=["tavern"], gold=3),
        other,
        player("bishop"),
        variant=variant,
        strict=False,
        next_rank=6,
        crown=2,
    )
    play(game, "gold")
    assert label in game.legal()
    play(game, label)


def test_the_numbers_of_a_borrowed_power_are_the_borrowers() -> None:
    assert gold(play(turn(with_power("navigator", gold=6)), "bonus:gold"), 0) == 2 + 6
    scholar = play(turn(with_power("scholar", "citadels-2016", cards=5, keep=5)), "bonus")
    assert len(hand(scholar, 0)) == 5
    game = turn(with_power("warlord", without=("warlord", "diplomat"), price_off=3), player("king", city=["castle"]))
    assert gold(play(game, "destroy:1:castle"), 0) == 2 - 1


def test_what_the_power_says_of_building() -> None:
    trader = with_power("trader", without=("", ""), builds=1, discount={"gold": 0})
    game = turn(trader, hand=["tavern", "market", "docks"], gold=10)
    for label in ("build:tavern", "build:market", "build:docks"):
        play(game, label)
    alchemist = turn(with_power("alchemist", share=0.5, discount={"gold": 0}), hand=["harbor"], gold=4)
    assert gold(play(alchemist, "build:harbor", "end"), 0) == 6 - 4 + 2
    cardinal = turn(with_power("cardinal", discount={"gold": 0}), player("king", gold=5), hand=["harbor", "temple", "manor"], gold=0)
    assert "build:harbor:cardinal:1" in cardinal.legal()


def test_a_power_may_be_taken_from_who_prints_it() -> None:
    variant = cs.load_variant("classic-2000", {"characters.warlord.power": "none", "characters.king.power": "magician"})
    game = table(player("king"), player("warlord", gold=9), player("bishop", city=["tavern"]), variant=variant, strict=False, next_rank=4)
    assert {"swap:1", "swap:2"} <= set(play(game, "gold").legal())
    play(game, "end", "gold", "end", "gold")
    assert not any(label.startswith("destroy") for label in game.legal())
    assert variant.digest != cs.load_variant("classic-2000").digest
    assert cs.load_variant("classic-2000", {"characters.king.power": "king"}).digest == cs.load_variant("classic-2000").digest
    assert card_help("warlord", variant.at(4))[0] == "Warlord, rank 8. Gets 1 gold for each military district."
    assert "Swaps hands" in card_help("king", variant.at(4))[0]


@pytest.mark.parametrize("power", ONCE)
def test_a_power_that_leaves_a_mark_is_in_a_cast_once(power: str) -> None:
    rank = next(who.ranks["2016"] for who in CHARACTERS if who.id == power)
    at = {1: "assassin", 2: "thief", 3: "magician", 4: "king", 5: "bishop", 6: "smuggler", 7: "architect", 8: "warlord", rank: power}
    with pytest.raises(
        VariantError, match=f"'{power}' and 'smuggler' cannot be in one cast|'smuggler' and '{power}' cannot be in one cast"
    ):
        own_variant("citadels-2016", tuple(at.values()), players=[5, 7], characters__smuggler={"power": power})


@pytest.mark.parametrize(
    ("overrides", "text"),
    [
        ({"characters.smuggler.power": "theif"}, "Did you mean 'thief'?"),
        ({"characters.smuggler.power": 3}, "3 is not allowed here; it is the id of a packaged character"),
        ({"characters.king.power": "smuggler"}, "'smuggler' is not allowed here"),
        ({"characters.smuggler.share": 0.5}, "characters.smuggler.share: is not a known key."),
        (
            {"characters.smuggler.power": "magician", "characters.smuggler.share": 0.5},
            "Known here: characters.smuggler.title, characters.smuggler.rank, characters.smuggler.power, ",
        ),
        ({"by_players.4.characters.king.power": "none"}, "holds at every number of players"),
    ],
)
def test_what_is_wrong_with_a_power_is_said(overrides: dict[str, Any], text: str) -> None:
    with pytest.raises(VariantError) as error:
        own_variant(**{key.replace(".", "__"): value for key, value in overrides.items()})
    assert text in str(error.value)


def test_its_card_tells_the_power_with_its_numbers() -> None:
    (card, *rules) = card_help("smuggler", with_power("thief", without=("thief", "spy"), share=0.5).at(4))
    assert "Names another character. When it is called, its player's gold is taken. The Smuggler takes 50 % of the gold." in card
    assert any("Thief" in rule for rule in rules)
