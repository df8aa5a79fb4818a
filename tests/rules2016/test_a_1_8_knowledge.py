"""2016 1.8: who knows what, as the views show it."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import idle_until, play, player
from tests.rules2016.tables import FIRST_GAME, resumed, table


def characters(game: cs.Game, seat: int) -> list[Any]:
    """The characters of all seats as one seat sees them."""
    return [shown["characters"] for shown in game.view(seat)["players"]]


def test_gold_hand_sizes_cities_coins_tax_crown_and_called_titles_are_public() -> None:
    """2016 1.8, first sentence (002:599-602)."""
    city = [{"district": "manor", "beautified": True}, {"district": "museum", "tucked": ["temple", "docks"]}]
    seats = (player("assassin"), player("thief"), player("artist", gold=6, hand=("castle",), city=city), player())
    game = table(*seats, crown=2)
    play(game, "murder:king", "gold", "end", "rob:bishop")
    view = game.view(3)
    shown = view["players"][2]
    assert (shown["gold"], shown["hand"], view["crown"]) == (6, [None], 2)
    assert [(place["district"], place["beautified"], place["tucked"]) for place in shown["city"]] == [
        ("manor", True, []),
        ("museum", False, [None, None]),
    ]
    assert (view["murdered"], view["robbed"]) == ("king", "bishop")


def test_the_tax_and_the_bewitched_are_public() -> None:
    """2016 1.8, first sentence."""
    game = table(player("witch"), player("warlord"), others=("tax-collector",), tax=3)
    view = play(game, "gold", "bewitch:bishop").view(3)
    assert (view["tax"], view["bewitched"]) == (3, "bishop")


def test_cards_under_a_museum_are_its_owners_knowledge() -> None:
    """2016 1.8: the number is public, the cards are the owner's."""
    game = table(player("thief", city=[{"district": "museum", "tucked": ["temple", "docks"]}]))
    assert sorted(game.view(0)["players"][0]["city"][0]["tucked"]) == ["docks", "temple"]
    assert game.view(1)["players"][0]["city"][0]["tucked"] == [None, None]


@pytest.mark.parametrize("seat", range(4))
def test_a_hand_is_its_players_alone(seat: int) -> None:
    """2016 1.8: hands are private."""
    game = cs.Game.start(FIRST_GAME, 4, seed=6)
    hands = [shown["hand"] for shown in game.view(seat)["players"]]
    assert hands[seat] == game.position()["players"][seat]["hand"]
    assert [hands[other] for other in range(4) if other != seat] == [[None] * 4] * 3
    assert set(game.view(seat)["deck"]) == {None}


def test_face_up_cards_are_seen_and_face_down_ones_are_not() -> None:
    """2016 1.8: face-up characters are public, face-down ones hidden."""
    game = table(seats=4, face_up=["bishop", "warlord"], face_down=["king"])
    for seat in range(4):
        view = game.view(seat)
        assert (view["face_up"], view["face_down"]) == (["bishop", "warlord"], [None])


def test_who_drafts_sees_the_packet_and_nobody_sees_what_was_kept() -> None:
    """2016 1.8 (002:304-309): each drafter knows the cards that he saw and passed."""
    game = play(table(seats=4, face_up=["bishop", "warlord"], face_down=["king"]), "pick:thief", "pick:architect")
    assert game.legal() == ("pick:assassin", "pick:magician", "pick:merchant")
    assert characters(game, 2) == [[None], [None], [], []]
    assert characters(game, 1) == [[None], ["architect"], [], []]
    offered = [int(game.state.seat[seat].offered[0]) for seat in range(4)]
    ranks = [[rank for rank in range(1, 10) if packet >> rank & 1] for packet in offered]
    assert ranks == [[1, 2, 3, 6, 7], [1, 3, 6, 7], [], []]


def test_the_first_face_down_card_is_known_to_the_seventh_alone() -> None:
    """2016 1.8 (002:316-321): the special rule shows it to the last of seven."""
    game = table(seats=7, face_down=["bishop"])
    picks = [f"pick:{name}" for name in ("assassin", "thief", "magician", "king", "merchant", "architect", "warlord")]
    play(game, *picks)
    saw = [int(game.state.seat[seat].saw_down) for seat in range(7)]
    assert saw == [0, 0, 0, 0, 0, 0, 5]
    assert [game.view(seat)["face_down"] for seat in range(7)] == [[None]] * 7


def test_of_two_players_each_knows_what_he_discarded_himself() -> None:
    """2016 1.8 (002:751-755): own face-down discards."""
    game = table(seats=2, face_down=["king"])
    play(game, "pick:thief", "pick:architect", "discard:bishop", "pick:assassin", "discard:warlord", "pick:merchant")
    known = [int(game.state.seat[seat].discarded) for seat in range(2)]
    assert known == [1 << 8, 1 << 5]
    assert game.view(0)["face_down"] == [None] * 4


def test_a_character_is_revealed_when_called_and_a_killed_one_is_not() -> None:
    """2016 1.8, 3 Assassin (002:1084-1087): the killed one's card stays hidden, the others are seen from their call on."""
    game = table(player("assassin"), player("magician"), player("bishop"), player("warlord"))
    play(game, "murder:magician", "gold", "end")
    assert game.actor == 2
    assert characters(game, 3) == [["assassin"], [None], ["bishop"], ["warlord"]]
    assert characters(game, 0) == [["assassin"], [None], ["bishop"], [None]]


def test_a_bewitched_character_is_revealed_by_its_player() -> None:
    """2016 1.8, 3 Witch (002:1053): he shows his card and gathers; the Witch who goes on stays the Witch."""
    game = resumed("bishop", player("witch"), player("bishop"))
    assert (game.actor, characters(game, 2)[:2]) == (0, [["witch"], ["bishop"]])


def test_a_drawn_card_put_under_the_deck_is_not_seen_by_others() -> None:
    """2016 1.8: the bottom of the deck is hidden."""
    game = play(table(player("thief"), deck=["docks", "manor", "castle"]), "cards", "keep:manor")
    assert (game.view(1)["deck"], game.position()["deck"]) == ([None, None], ["castle", "docks"])


def test_what_is_drawn_and_not_yet_chosen_is_not_seen_by_others() -> None:
    """2016 1.8: cards in hand and in choice are private."""
    game = play(table(player("thief", hand=("temple",)), deck=["docks", "manor", "castle"]), "cards")
    view = game.view(2)
    assert (view["players"][0]["hand"], view["pending"], view["seed"]) == ([None], None, None)


def test_what_the_spy_saw_is_not_shown_to_the_others() -> None:
    """2016 1.8, 3 Spy: only the Spy looks at the hand; the cards he gains are his."""
    game = table(player("spy"), player(gold=3, hand=("manor", "castle")), deck=["docks", "harbor"])
    play(game, "spy:1:noble")
    assert [shown["hand"] for shown in game.view(2)["players"][:2]] == [[None, None], [None, None]]


@pytest.mark.parametrize(
    ("first", "labels", "field", "marked"),
    [
        ("magistrate", ("warrants:king:bishop:merchant", "warrants:merchant:king:bishop"), "signed", [4, 6]),
        ("blackmailer", ("threats:king:bishop", "threats:bishop:king"), "flowered", [4, 5]),
    ],
)
def test_which_marker_is_which_is_its_owners_knowledge(first: str, labels: tuple[str, str], field: str, marked: list[int]) -> None:
    """2016 1.8, D8 (003:461, 510): he looks at the markers; all others see where they lie, alike in both cases."""
    one, other = (play(table(player(first), player("king"), seed=3), label).state for label in labels)
    assert one.public.tobytes() == other.public.tobytes()
    assert [int(state.seat[0][field]) for state in (one, other)] == marked
    assert all(one.seat[seat].tobytes() == other.seat[seat].tobytes() for seat in (1, 2, 3))


def test_everybody_sees_where_warrants_and_threats_lie_and_only_their_owner_which_is_which() -> None:
    """2016 1.8, D8: until one of them is turned up; then the others are known to be blank."""
    seats = (player("magistrate"), player("blackmailer"), player("king", gold=4), player("merchant", gold=8, hand=("castle",)))
    game = play(table(*seats), "warrants:merchant:king:bishop", "gold", "end", "threats:king:merchant", "gold", "end")
    warrants, threats = {"signed": "merchant", "blank": ["king", "bishop"]}, {"flowered": "king", "blank": "merchant"}
    backs = {"warrants": ["king", "bishop", "merchant"], "threats": ["king", "merchant"]}
    hidden = {"signed": None, "blank": None, "on": backs["warrants"]}, {"flowered": None, "blank": None, "on": backs["threats"]}
    seen = [(game.view(seat)["warrants"], game.view(seat)["threats"]) for seat in range(3)]
    assert seen == [(warrants, hidden[1]), (hidden[0], threats), hidden]
    play(game, "gold", "refuse", "reveal", "end", "gold", "bribe", "build:castle", "confiscate")
    assert game.view(2)["warrants"] == {"signed": None, "blank": ["king", "bishop"]}
    assert game.view(2)["threats"] is None


def test_a_turn_not_yet_called_hides_who_is_robbed() -> None:
    """2016 1.8: the title is announced, the player stays unknown until he is called."""
    game = play(table(player("thief"), player("bishop", gold=3), player("king")), "rob:bishop", "gold", "end")
    assert (game.view(3)["robbed"], characters(game, 3)) == ("bishop", [["thief"], [None], ["king"], []])
    play(idle_until(game, 2), "gold", "end")
    assert characters(game, 3)[1] == ["bishop"]
