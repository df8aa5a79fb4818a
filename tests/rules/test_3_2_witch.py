"""Classic 3.2 Witch: the two parts of her turn, and what the bewitched player still has."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import BASE, dark, resumed
from tests.rules.tables import city, deck, gold, hand, idle_round, labels, play, player


def test_the_witch_takes_her_action_and_must_then_name() -> None:
    """Classic 3.2 Witch item 1 (S1:102): naming is compulsory, and follows the action."""
    game = dark(player("witch", gold=9, hand=("tavern",)))
    assert game.legal() == ("gold", "cards")
    assert set(play(game, "gold").legal()) == {f"bewitch:{name}" for name in BASE[1:]}


def test_the_witch_names_any_title_but_her_own_also_that_of_rank_nine() -> None:
    """Classic 3.2 Witch item 1: another title."""
    game = play(dark(player("witch"), others=("artist",)), "gold")
    assert labels(game, "bewitch") == [f"bewitch:{name}" for name in (*BASE[1:], "artist")]


def test_naming_a_character_that_lies_face_up_is_legal_and_useless() -> None:
    """Classic 3, `allow_dead_targets`: titles are named, not players."""
    game = play(dark(player("witch"), face_up=["king", "bishop"]), "gold")
    assert "bewitch:king" in game.legal()


def test_her_turn_stops_when_she_has_named() -> None:
    """Classic 3.2 Witch item 1 (S0:524): the next character is called, and she has built nothing."""
    game = play(dark(player("witch", gold=9, hand=("tavern",)), player("thief")), "gold", "bewitch:king")
    assert (game.actor, city(game, 0), hand(game, 0)) == (1, [], ["tavern"])


def test_the_card_she_drew_is_chosen_before_she_names() -> None:
    """Classic 3.2 Witch item 1: the action is a whole action."""
    game = dark(player("witch"), deck=["manor", "temple"])
    assert play(game, "cards").legal() == ("keep:manor", "keep:temple")
    assert labels(play(game, "keep:temple"), "bewitch") != []


def test_the_bewitched_player_takes_an_action_and_nothing_else() -> None:
    """Classic 3.2 Witch item 2 (S0:524-529): no build, no power, no income, no bonus."""
    victim = player("merchant", gold=9, hand=("manor",), city=["tavern", "laboratory"])
    game = play(dark(player("witch"), victim), "gold", "bewitch:merchant")
    assert (game.actor, game.legal()) == (1, ("gold", "cards"))
    play(game, "gold")
    assert (game.actor, gold(game, 1), city(game, 1)) == (0, 11, ["tavern", "laboratory"])


def test_the_bewitched_architect_draws_no_extra_cards() -> None:
    """Classic 3.2 Witch item 2: no character bonus; the two cards are the Witch's."""
    game = resumed("architect", player("witch"), player("architect"))
    assert (hand(game, 1), len(hand(game, 0))) == ([], 2)


@pytest.mark.parametrize(("building", "kept"), [("library", ["manor", "temple"]), ("observatory", ["tavern"])])
def test_the_bewitched_players_own_library_and_observatory_apply(building: str, kept: list[str]) -> None:
    """Classic 3.2 Witch item 2: his action is his, with his city."""
    cards = ["manor", "temple", "tavern"]
    game = play(dark(player("witch"), player("king", city=[building]), deck=cards), "gold", "bewitch:king", "cards")
    if building == "observatory":
        assert game.legal() == ("keep:manor", "keep:temple", "keep:tavern")
        play(game, "keep:tavern")
    assert (hand(game, 1), game.actor) == (kept, 0)


def test_the_witch_resumes_without_a_second_action() -> None:
    """Classic 3.2 Witch item 3: she goes on where her turn stopped."""
    game = resumed("bishop", player("witch", gold=1, hand=("manor",)), player("bishop"))
    assert (game.actor, game.legal()) == (0, ("build:manor", "end"))


def test_she_resumes_at_the_rank_of_the_bewitched_character() -> None:
    """Classic 3.2 Witch item 3: all between have had their turns."""
    game = dark(player("witch"), player("merchant"), player("thief"), player("warlord"))
    play(game, "gold", "bewitch:merchant")
    order = [game.actor]
    play(game, "gold", "end")
    order.append(game.actor)
    play(game, "gold")
    order.append(game.actor)
    play(game, "end")
    order.append(game.actor)
    assert order == [2, 1, 0, 3]


def test_she_pays_with_her_own_gold_for_a_card_of_her_own_hand() -> None:
    """Classic 3.2 Witch item 3 (S0:535-537)."""
    game = resumed("bishop", player("witch", gold=2, hand=("castle",)), player("bishop", gold=7, hand=("manor",)))
    play(game, "build:castle")
    assert (gold(game, 0), city(game, 0), gold(game, 1), hand(game, 1)) == (0, ["castle"], 9, ["manor"])


def test_a_character_not_in_play_gives_her_no_second_part() -> None:
    """Classic 3.2 Witch item 4 (S0:552): she never resumes and builds nothing this round."""
    game = play(dark(player("witch", gold=9, hand=("tavern",)), player("thief"), player("king")), "gold", "bewitch:merchant")
    actors = set()
    while game.position()["round"] == 1:
        actors.add(game.actor)
        play(game, "gold", "end")
    assert (actors, city(game, 0)) == ({1, 2}, [])


# ---- the end of her turn


def test_nothing_of_the_end_of_a_turn_happens_when_she_is_put_on_hold() -> None:
    """Classic 3.2 Witch: Poor House and Park wait for the end of the resumed turn."""
    game = dark(player("witch", city=["poor-house", "park"]), player("king"), deck=["manor"] * 6)
    play(game, "gold", "bewitch:king")
    assert hand(game, 0) == []
    play(game, "gold", "end")
    assert hand(game, 0) == ["manor", "manor"]


def test_the_poor_house_pays_her_at_the_end_of_the_resumed_turn_only() -> None:
    """Classic 3.2 Witch, 4.3 Poor House."""
    game = dark(player("witch", city=["poor-house"]), player("king"), deck=["palace"] * 4)
    play(game, "cards", "bewitch:king")
    assert gold(game, 0) == 0
    play(game, "gold", "end")
    assert gold(game, 0) == 1


def test_the_poor_house_pays_her_nothing_when_she_never_resumes() -> None:
    """Classic 3.2 Witch item 4: no resumed turn, no end of it."""
    game = play(dark(player("witch", city=["poor-house", "park"]), player("thief"), deck=["palace"] * 4), "cards", "bewitch:king")
    idle_round(game)
    assert (gold(game, 0), hand(game, 0)) == (0, ["palace"])


def test_the_bewitched_player_gets_nothing_of_the_end_of_a_turn() -> None:
    """Classic 3.2 Witch: his turn is cut off."""
    game = dark(player("witch"), player("king", city=["poor-house", "park"]), deck=["palace"] * 4)
    play(game, "gold", "bewitch:king", "cards", "end")
    assert (gold(game, 1), hand(game, 1)) == (0, ["palace"])


def test_her_district_effects_work_in_the_resumed_turn() -> None:
    """Classic 3.2 Witch, 2.2: in the second part she has a turn as anyone."""
    game = resumed("bishop", player("witch", hand=("manor",), city=["laboratory"]), player("bishop"))
    play(game, "lab:manor")
    assert (gold(game, 0), deck(game)[-1]) == (3, "manor")


def test_a_game_with_a_witch_on_hold_is_the_same_game_from_its_position() -> None:
    """Game API, position: complete at any decision, also between the two parts of the Witch's turn; classic 3.2."""
    game = play(dark(player("witch", gold=3), player("thief"), player("king")), "gold", "bewitch:king")
    again = cs.Game.from_position(game.variant, game.position())
    for each in (game, again):
        play(each, "gold", "end", "gold")
    assert (again.actor, again.legal(), again.position()) == (game.actor, game.legal(), game.position())
