"""Classic 3.2 Witch: the two parts of her turn, and what the bewitched player still has."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import BASE, dark, resumed
from tests.rules.tables import city, deck, gold, hand, idle_round, idle_until, labels, play, player


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


# ---- what each character is to her

INCOMES = [
    ("king", ["manor", "castle"]),
    ("bishop", ["temple", "church"]),
    ("abbot", ["temple", "church"]),
    ("warlord", ["prison", "fortress"]),
    ("diplomat", ["prison", "fortress"]),
]


@pytest.mark.parametrize(("character", "districts"), INCOMES)
def test_her_income_is_that_of_the_character_from_her_city(character: str, districts: list[str]) -> None:
    """Classic 3.2 Witch item 3 (S0:529-532), Witch as King, Bishop, Abbot, Warlord, Diplomat: income from her districts."""
    game = resumed(character, player("witch", city=[*districts, "market"]), player(character, city=districts[:1]))
    play(game, "income")
    assert (gold(game, 0), gold(game, 1)) == (4, 2)
    assert "income" not in game.legal()


def test_as_merchant_she_has_his_income_and_his_extra_gold() -> None:
    """Classic 3.2 Witch item 3 (S0:533): one gold more, though her action lies before; his trade income."""
    game = resumed("merchant", player("witch", city=["tavern", "market"]), player("merchant", city=["harbor"]))
    assert (gold(game, 0), gold(game, 1)) == (3, 2)
    assert gold(play(game, "income"), 0) == 5


def test_as_king_she_has_the_income_and_the_kings_player_the_crown() -> None:
    """Classic 3.2 Witch, 1.9 (S0:551): the crown goes to the King's card at its call."""
    game = play(dark(player("witch"), player("king"), crown=3), "gold", "bewitch:king")
    assert (game.actor, game.position()["crown"]) == (1, 1)
    play(game, "gold", "end")
    assert (game.actor, game.decision, game.position()["crown"]) == (1, "pick", 1)


def test_as_emperor_she_moves_the_crown_and_takes_the_gift() -> None:
    """Classic 3.2 Witch, `witch_emperor` (S0:528): the Emperor's player moves nothing before she takes over."""
    game = dark(player("witch"), player("emperor"), player(gold=3), crown=3)
    play(game, "gold", "bewitch:emperor")
    assert game.legal() == ("gold", "cards")
    play(game, "gold")
    assert (game.actor, game.legal()) == (0, ("crown:1", "crown:2"))
    play(game, "crown:2")
    assert game.position()["crown"] == 2
    if game.decision == "gift":
        play(game, "gift:gold")
    assert (game.actor, gold(game, 0), gold(game, 2)) == (0, 3, 2)


def test_as_bishop_she_protects_her_city_and_his_is_bare() -> None:
    """Classic 3.2 Witch, 3.1 Bishop (S0:531-534): protection moves to the Witch's city."""
    game = resumed("bishop", player("witch", city=["tavern"]), player("bishop", city=["temple"]), player("warlord"))
    play(game, "end", "gold")
    assert labels(game, "destroy") == ["destroy:1:temple"]


def test_as_tax_collector_she_collects_for_the_rest_of_the_round_and_pays_nothing() -> None:
    """Classic 3.2 Witch, Tax Collector: the Witch collects, her own build is untaxed, the card's player gets nothing."""
    builder = player("merchant", gold=4, hand=("tavern",))
    game = resumed("tax-collector", player("witch", gold=4, hand=("temple",)), player("tax-collector"), builder)
    play(game, "build:temple", "end")
    assert (gold(game, 0), gold(game, 1)) == (5, 2)
    play(game, "gold", "build:tavern", "end")
    assert (gold(game, 0), gold(game, 1), gold(game, 2)) == (6, 2, 5)


def test_on_resuming_she_pays_the_tax_collector_for_what_she_builds() -> None:
    """Classic 3.2 Tax Collector (S0:535-537): taxes are paid with the Witch's gold, at the end of the resumed turn."""
    witch = player("witch", gold=4, hand=("tavern",))
    game = dark(witch, player("bishop", gold=4), player("tax-collector"))
    play(game, "gold", "bewitch:bishop", "gold", "end", "gold", "build:tavern")
    assert gold(game, 0) == 5
    play(game, "end")
    assert [gold(game, seat) for seat in range(3)] == [4, 6, 3]


def test_as_thief_she_names_and_receives() -> None:
    """Classic 3.2 Witch: the gold of the robbed goes to the Witch."""
    game = resumed("thief", player("witch"), player("thief"), player("king", gold=5))
    play(game, "rob:king", "end")
    assert (gold(game, 0), gold(game, 1), gold(game, 2)) == (7, 2, 0)


def test_as_thief_she_cannot_name_witch_thief_or_the_bewitched() -> None:
    """Classic 3.2 Witch (S0:553-555)."""
    game = resumed("thief", player("witch"), player("thief"))
    assert labels(game, "rob") == [f"rob:{name}" for name in BASE[2:]]


def test_the_thief_can_rob_neither_the_witch_nor_the_bewitched() -> None:
    """Classic 3.2 Witch (S0:553-555): robbery is barred."""
    game = play(dark(player("witch"), player("thief")), "gold", "bewitch:merchant", "gold")
    assert labels(game, "rob") == [f"rob:{name}" for name in ("magician", "king", "bishop", "architect", "warlord")]


def test_as_architect_she_draws_two_and_builds_three() -> None:
    """Classic 3.2 Witch item 3 (S0:533): bonus cards and the limit of three."""
    game = resumed(
        "architect", player("witch", gold=9, hand=("tavern", "temple", "market", "church")), player("architect"), deck=["prison"] * 3
    )
    assert hand(game, 0).count("prison") == 2
    play(game, "build:tavern", "build:temple", "build:market")
    assert game.legal() == ("end",)


def test_as_navigator_she_takes_the_four_and_builds_nothing() -> None:
    """Classic 3.2 Witch item 3, Navigator: his bonus and his bar on building."""
    game = resumed("navigator", player("witch", gold=9, hand=("tavern",)), player("navigator"))
    assert game.legal() == ("bonus:gold", "bonus:cards")
    play(game, "bonus:gold")
    assert (gold(game, 0), game.legal()) == (15, ("end",))


def test_as_alchemist_she_gets_back_what_she_built_for() -> None:
    """Classic 3.2 Witch item 3, Alchemist."""
    game = resumed("alchemist", player("witch", gold=3, hand=("castle",)), player("alchemist"))
    play(game, "build:castle", "end")
    assert gold(game, 0) == 5


def test_as_magician_she_swaps_her_own_hand() -> None:
    """Classic 3.2 Witch item 3, Magician."""
    game = resumed("magician", player("witch", hand=("tavern",)), player("magician"), player(hand=("castle", "manor")))
    play(game, "swap:2")
    assert (sorted(hand(game, 0)), hand(game, 2)) == (["castle", "manor"], ["tavern"])


def test_as_wizard_she_may_build_the_taken_card_and_another() -> None:
    """Classic 3.2 Witch item 3, Wizard: her action lies behind her, so the card may be built at once."""
    game = resumed("wizard", player("witch", gold=9, hand=("temple",)), player("wizard"), player(hand=("tavern", "palace")))
    play(game, "look:2", "take-build:tavern", "build:temple")
    assert (city(game, 0), gold(game, 0)) == (["tavern", "temple"], 9)


def test_as_warlord_she_destroys_and_is_the_warlord_for_the_graveyard() -> None:
    """Classic 3.2 Witch, 4.2 Graveyard: the clause "not the Warlord" bars the Witch, not the Warlord card's player."""
    witch, owner = player("witch", gold=3, city=["graveyard"]), player("warlord", city=["graveyard"])
    game = resumed("warlord", witch, owner, player(city=["market"]))
    play(game, "destroy:2:market")
    assert (game.actor, game.decision) == (1, "graveyard")
    play(game, "graveyard")
    assert (hand(game, 1), gold(game, 1), game.actor, game.legal()) == (["market"], 1, 0, ("end",))


def test_as_diplomat_she_exchanges_her_own_district() -> None:
    """Classic 3.2 Witch item 3, Diplomat: her district, her gold."""
    game = resumed("diplomat", player("witch", city=["tavern"]), player("diplomat", city=["temple"]), player(city=["manor"]))
    play(game, "exchange:tavern:2:manor")
    assert (city(game, 0), city(game, 2), gold(game, 0), gold(game, 2)) == (["manor"], ["tavern"], 0, 2)


def test_as_abbot_she_is_paid_by_the_richest() -> None:
    """Classic 3.2 Witch item 3, Abbot: she is the one whose gold is compared."""
    game = resumed("abbot", player("witch"), player("abbot", gold=1), player(gold=8))
    play(game, "tithe:2")
    assert (gold(game, 0), gold(game, 2)) == (3, 7)


def test_as_artist_she_beautifies_her_own_districts() -> None:
    """Classic 3.2 Witch item 3, Artist."""
    game = resumed("artist", player("witch", city=["tavern"]), player("artist", city=["temple"]))
    assert labels(game, "beautify") == ["beautify:tavern"]
    play(game, "beautify:tavern")
    assert (gold(game, 0), game.position()["players"][0]["city"][0]["beautified"]) == (1, True)


@pytest.mark.parametrize(("king", "paid"), [(2, 0), (4, 3)])
def test_as_queen_neighbours_are_counted_from_the_witchs_seat(king: int, paid: int) -> None:
    """Classic 3.2 Witch: as Queen it is the Witch who sits next to the King; seat 1, the Queen's, beside seat 2 gets nothing."""
    places = [player("witch"), player("queen"), *[player() for _ in range(3)]]
    places[king] = player("king")
    game = play(dark(*places, seats=5), "gold", "bewitch:queen")
    play(idle_until(game, 1), "gold")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (0, 2 + paid, 2)


@pytest.mark.parametrize("players", [2, 3])
def test_she_may_name_her_own_second_character(players: int) -> None:
    """Classic 3.2 Witch, 1.6: its call gives an action, then she resumes as it."""
    game = dark(player("witch", "merchant"), player("thief", "king"), seats=players)
    play(game, "gold", "bewitch:merchant")
    idle_until(game, 0)
    assert game.legal() == ("gold", "cards")
    play(game, "gold")
    assert (game.actor, gold(game, 0), "end" in game.legal(), "gold" in game.legal()) == (0, 5, True, False)


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
