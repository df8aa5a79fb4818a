"""2016 4.2, A30, A31: Library, Observatory, Gold Mine, and a deck that runs out."""

from __future__ import annotations

import pytest

from tests.rules.tables import deck, gold, hand, idle_until, labels, play, player
from tests.rules2016.tables import resumed, table, threatened

TOP = ["docks", "harbor", "palace", "cathedral", "fortress"]

# ---- Library and Observatory


def test_without_a_district_two_are_drawn_and_one_is_kept() -> None:
    """2016 2.1 step 2 (002:338-341): the other goes under the deck."""
    game = play(table(player("king"), deck=TOP), "cards")
    assert (game.decision, set(game.legal())) == ("keep", {"keep:docks", "keep:harbor"})
    play(game, "keep:harbor")
    assert (hand(game, 0), deck(game)) == (["harbor"], ["palace", "cathedral", "fortress", "docks"])


def test_the_library_keeps_all_that_was_drawn() -> None:
    """2016 4.2 Library."""
    game = play(table(player("king", city=["library"]), deck=TOP), "cards")
    assert (game.decision, sorted(hand(game, 0)), deck(game)) == ("turn", ["docks", "harbor"], TOP[2:])


def test_the_observatory_draws_three_and_keeps_one() -> None:
    """2016 4.2 Observatory: the other two go under the deck."""
    game = play(table(player("king", city=["observatory"]), deck=TOP), "cards")
    assert (game.decision, set(game.legal())) == ("keep", {"keep:docks", "keep:harbor", "keep:palace"})
    play(game, "keep:palace")
    assert (hand(game, 0), deck(game)[:2], set(deck(game)[2:])) == (["palace"], TOP[3:], {"docks", "harbor"})


def test_library_and_observatory_keep_all_three() -> None:
    """2016 4.2 Library: with Observatory draw three, keep three."""
    game = play(table(player("king", city=["library", "observatory"]), deck=TOP), "cards")
    assert (game.decision, sorted(hand(game, 0)), deck(game)) == ("turn", ["docks", "harbor", "palace"], TOP[3:])


@pytest.mark.parametrize(("kept", "choices"), [(3, "turn"), (2, "keep"), (1, "keep")])
def test_how_many_of_the_three_are_kept(kept: int, choices: str) -> None:
    """2016 4.2 Library, `library_with_observatory`: three, or in classic two of three."""
    rules = {"library_with_observatory": kept}
    game = play(table(player("king", city=["library", "observatory"]), deck=TOP, rules=rules), "cards")
    assert game.decision == choices
    while game.decision == "keep":
        play(game, game.legal()[0])
    assert (len(hand(game, 0)), len(deck(game))) == (kept, 5 - kept)


@pytest.mark.parametrize("district", ["library", "observatory"])
def test_they_change_no_other_draw(district: str) -> None:
    """2016 4.2 Library, Observatory: gathering only; 3 Architect, Scholar: their cards are no gathering."""
    cards = [*TOP, "manor", "castle", "temple"]
    game = play(table(player("architect", city=[district]), deck=cards), "gold", "bonus")
    assert hand(game, 0) == ["docks", "harbor"]
    game = play(table(player("scholar", city=[district]), deck=cards), "gold", "bonus")
    assert (game.decision, len(game.legal())) == ("keep", 7)


# ---- Gold Mine


@pytest.mark.parametrize(("city", "brought"), [([], 2), (["gold-mine"], 3)])
def test_the_gold_mine_adds_one_gold_to_gathered_gold(city: list[str], brought: int) -> None:
    """2016 4.2 Gold Mine."""
    assert gold(play(table(player("king", city=city, gold=1)), "gold"), 0) == 1 + brought


def test_the_gold_mine_does_nothing_for_gathered_cards() -> None:
    """2016 4.2 Gold Mine."""
    game = play(table(player("king", city=["gold-mine", "library"])), "cards")
    assert (gold(game, 0), len(hand(game, 0))) == (0, 2)


def test_other_gold_is_not_gathered() -> None:
    """2016 4.2 Gold Mine: neither income nor the Navigator's four."""
    game = play(table(player("navigator", city=["gold-mine"])), "bonus:gold")
    assert gold(game, 0) == 4
    game = play(table(player("king", city=["gold-mine", "manor"])), "income")
    assert gold(game, 0) == 1


# ---- who cannot do more than gather


def test_the_witch_on_hold_gathers_with_her_districts() -> None:
    """2016 4.2 Gold Mine, 3 Witch (002:1046-1051): Gold Mine, Library and Observatory and nothing else work before she names."""
    city = ["gold-mine", "library", "observatory", "laboratory", "smithy", "museum", "armory"]
    game = table(player("witch", gold=2, city=city, hand=("manor",)), player("king", city=["temple"]), deck=TOP)
    assert set(game.legal()) == {"gold", "cards"}
    rich, learned = play(game.copy(), "gold"), play(game, "cards")
    assert (gold(rich, 0), len(hand(learned, 0))) == (5, 4)
    assert set(labels(learned, "bewitch")) == set(learned.legal()) == set(rich.legal())


def test_the_bewitched_player_gathers_with_his_own_districts() -> None:
    """2016 4.2 Gold Mine, 3 Witch (002:1053-1054, 1070-1071): the Witch has nothing of them."""
    game = table(player("witch"), player("king", city=["gold-mine", "library", "observatory"]), deck=TOP)
    idle_until(play(game, "gold", "bewitch:king"), 1)
    rich, learned = play(game.copy(), "gold"), play(game, "cards")
    assert [gold(rich, seat) for seat in (0, 1)] == [2, 3]
    assert [len(hand(learned, seat)) for seat in (0, 1)] == [0, 3]
    assert (rich.actor, learned.actor) == (0, 0)


def test_the_threatened_player_gathers_with_his_districts_and_uses_no_other() -> None:
    """2016 4.2 Gold Mine, 3 Blackmailer step 1 (002:1174-1176): the bribe is counted after it."""
    victim = player("king", gold=1, city=["gold-mine", "laboratory", "smithy"], hand=("manor",))
    game = threatened("king", "bishop", player("blackmailer"), victim)
    assert set(game.legal()) == {"gold", "cards"}
    play(game, "gold", "bribe")
    assert (gold(game, 1), gold(game, 0)) == (2, 4)
    assert {"lab:manor", "smithy"} <= set(game.legal())


def test_a_resumed_witch_does_not_gather_again() -> None:
    """2016 4.2 Gold Mine, 3 Witch: her mine has brought its gold before she named."""
    game = resumed("king", player("witch", city=["gold-mine"]), player("king"))
    assert (gold(game, 0), {"gold", "cards"} & set(game.legal())) == (3, set())


# ---- a deck that runs out


@pytest.mark.parametrize(("reading", "ways"), [("allowed", {"gold", "cards"}), ("barred", {"gold"})])
def test_gathering_cards_from_an_empty_deck(reading: str, ways: set[str]) -> None:
    """2016 A30, `empty_deck_gather`: may be chosen and yields nothing, or is barred."""
    game = table(player("king"), deck=[], rules={"empty_deck_gather": reading})
    assert set(game.legal()) == ways
    if "cards" in ways:
        play(game, "cards")
        assert (hand(game, 0), gold(game, 0), game.decision) == ([], 0, "turn")
        assert "end" in game.legal()


@pytest.mark.parametrize("city", [[], ["observatory"], ["library"], ["library", "observatory"]])
def test_the_last_card_is_drawn_and_kept(city: list[str]) -> None:
    """2016 2.4, A30: as many as exist; of n drawn min(k, drawn) are kept."""
    game = play(table(player("king", city=city), deck=["palace"]), "cards")
    assert (hand(game, 0), deck(game), game.decision) == (["palace"], [], "turn")


def test_of_two_last_cards_the_observatory_keeps_one() -> None:
    """2016 2.4, A30: draw three of two."""
    game = play(table(player("king", city=["observatory"]), deck=["palace", "manor"]), "cards", "keep:manor")
    assert (hand(game, 0), deck(game)) == (["manor"], ["palace"])


def test_the_smithy_and_the_park_bring_what_there_is() -> None:
    """2016 2.4, A30."""
    game = play(table(player("king", gold=2, city=["smithy"]), deck=["palace"]), "smithy")
    assert (hand(game, 0), gold(game, 0)) == (["palace"], 0)
    game = play(table(player("king", city=["park"]), deck=["palace"]), "gold", "end")
    assert hand(game, 0) == ["palace"]


def test_the_order_of_cards_going_under_the_deck_is_random() -> None:
    """2016 A31, `bottom_order = "random"`: both orders come about, and nobody is asked."""
    orders = set()
    for seed in range(12):
        game = play(table(player("king", city=["observatory"]), deck=TOP, seed=seed), "cards", "keep:palace")
        assert game.decision == "turn"
        orders.add(tuple(deck(game)[2:]))
    assert orders == {("docks", "harbor"), ("harbor", "docks")}


@pytest.mark.parametrize(("first", "second"), [("docks", "harbor"), ("harbor", "docks")])
def test_or_it_is_chosen_by_their_player(first: str, second: str) -> None:
    """2016 A31, `bottom_order = "choice"`: of the cards that the Observatory drew, the Thieves' Den cost or the Armory destroyed."""
    rules = {"bottom_order": "choice"}
    game = play(table(player("king", city=["observatory"]), deck=TOP, rules=rules), "cards", "keep:palace", f"under:{first}")
    assert (game.decision, deck(game)[2:]) == ("turn", [first, second])
    seat = player("king", gold=2, hand=("thieves-den", "docks", "harbor", "manor"))
    game = play(table(seat, deck=TOP[2:], rules=rules), "gold", "build:thieves-den:cards:2", "discard:docks", "discard:harbor")
    assert (game.decision, set(game.legal())) == ("bottom", {"under:docks", "under:harbor"})
    play(game, f"under:{first}")
    assert (game.decision, deck(game)[3:]) == ("turn", [first, second])
    game = play(table(player("king", city=["armory"]), player(city=["docks"]), deck=TOP, rules=rules), "armory:1:docks")
    assert set(game.legal()) == {"under:armory", "under:docks"}
    assert deck(play(game, "under:armory"))[5:] == ["armory", "docks"]
