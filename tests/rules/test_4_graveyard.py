"""Classic 4.2 Graveyard."""

from __future__ import annotations

import pytest

from tests.rules.tables import city, deck, gold, hand, labels, play, player, switched, table


def test_the_graveyards_owner_takes_the_destroyed_district_for_one_gold() -> None:
    """Classic 4.2 Graveyard."""
    game = table(player("warlord", gold=9), player(gold=2, city=["manor", "graveyard"]), deck=["temple"])
    play(game, "gold", "destroy:1:manor")
    assert (game.decision, game.actor, game.legal()) == ("graveyard", 1, ("graveyard", "pass"))
    play(game, "graveyard")
    assert (gold(game, 1), hand(game, 1), city(game, 1), deck(game)) == (1, ["manor"], ["graveyard"], ["temple"])
    assert (game.actor, game.legal()) == (0, ("end",))


def test_who_passes_lets_the_card_go() -> None:
    """Classic 4.2 Graveyard: may."""
    game = table(player("warlord", gold=9), player(gold=2, city=["manor", "graveyard"]), deck=["temple"])
    play(game, "gold", "destroy:1:manor", "pass")
    assert (gold(game, 1), hand(game, 1), deck(game), game.actor) == (2, [], ["temple", "manor"], 0)


def test_the_gold_goes_to_the_bank() -> None:
    """Classic 4.2 Graveyard."""
    game = table(player("warlord"), player(gold=2, city=["tavern", "graveyard"]), variant=switched(bank_limit=30))
    play(game, "gold", "destroy:1:tavern", "graveyard")
    assert (gold(game, 0), gold(game, 1), int(game.state.public.bank)) == (2, 1, 27)


def test_who_has_no_gold_is_not_asked() -> None:
    """Classic 4.2 Graveyard: one gold."""
    game = play(table(player("warlord"), player(city=["tavern", "graveyard"])), "gold", "destroy:1:tavern")
    assert (game.actor, game.decision) == (0, "turn")


@pytest.mark.parametrize(("reading", "choices"), [("any_city", 2), ("own_city", 0)])
def test_the_graveyard_and_districts_of_others(reading: str, choices: int) -> None:
    """Classic 4.2 Graveyard, 6 row 10, `graveyard_scope` (CSV, S1:249)."""
    game = table(
        player("warlord"), player(city=["tavern"], gold=3), player(city=["graveyard"], gold=3), variant=switched(graveyard_scope=reading)
    )
    play(game, "gold", "destroy:1:tavern")
    assert game.actor == choices


@pytest.mark.parametrize("reading", ["any_city", "own_city"])
def test_ones_own_districts_can_be_rescued_by_either_reading(reading: str) -> None:
    """Classic 6 row 10."""
    game = table(player("warlord"), player(city=["tavern", "graveyard"], gold=3), variant=switched(graveyard_scope=reading))
    assert play(game, "gold", "destroy:1:tavern").actor == 1


def test_the_warlord_himself_rescues_nothing() -> None:
    """Classic 4.2 Graveyard (S1:249)."""
    game = table(player("warlord", gold=5, city=["graveyard", "tavern"]), player(city=["temple"]))
    play(game, "gold")
    for target in ("destroy:0:tavern", "destroy:1:temple"):
        assert play(game.copy(), target).decision == "turn"


def test_the_warlords_own_district_can_be_rescued_by_another() -> None:
    """Classic 4.2 Graveyard: any city."""
    game = play(table(player("warlord", city=["tavern"]), player(gold=1, city=["graveyard"])), "gold", "destroy:0:tavern", "graveyard")
    assert (hand(game, 1), city(game, 0)) == (["tavern"], [])


def test_the_graveyard_does_not_rescue_itself() -> None:
    """Classic 4.2 Graveyard (S0:416-420)."""
    game = table(player("warlord", gold=9), player(gold=3, city=["graveyard"]))
    play(game, "gold", "destroy:1:graveyard")
    assert (game.decision, hand(game, 1)) == ("turn", [])


def test_everybody_sees_the_district_in_question() -> None:
    """Classic 4.2 Graveyard: it lay in a city, so nothing is hidden about it."""
    game = table(player("warlord"), player(gold=1, city=["tavern", "graveyard"]), deck=["temple"])
    play(game, "gold", "destroy:1:tavern")
    assert (city(game, 1), deck(game), len(game.view(2)["deck"])) == (["graveyard"], ["temple"], 1)


def test_a_rescued_district_can_be_built_again() -> None:
    """Classic 4.2 Graveyard: it is a card of the hand like any other."""
    game = table(player("warlord"), player("king", gold=5, city=["tavern", "graveyard"]), next_rank=8)
    play(game, "gold", "destroy:1:tavern", "graveyard", "end")
    assert hand(game, 1) == ["tavern"]


def test_a_murdered_owner_may_still_rescue() -> None:
    """Classic 4.2 Graveyard: a card's effect, which a murder does not take away (the murdered lose their turn)."""
    game = table(player("assassin"), player("king", gold=2, city=["tavern", "graveyard"]), player("warlord"))
    play(game, "murder:king", "gold", "end", "gold", "destroy:1:tavern")
    assert (game.actor, labels(game, "graveyard")) == (1, ["graveyard"])
