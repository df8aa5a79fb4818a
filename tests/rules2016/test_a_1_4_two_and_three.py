"""2016 1.4: two and three players, two characters and two turns each."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from tests.rules.tables import city, gold, hand, idle_until, labels, play, player
from tests.rules2016.tables import table

NINE = ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "artist")


def first_picks(game: cs.Game) -> list[tuple[int | None, str | None, int]]:
    """Play the first legal action through the selection phase; who had to say what, and of how many."""
    steps: list[tuple[int | None, str | None, int]] = []
    while game.decision in ("pick", "discard-character"):
        steps.append((game.actor, game.decision, len(game.legal())))
        game.play(game.legal()[0])
    return steps


@pytest.mark.parametrize("crown", [0, 1])
def test_two_players_keep_and_discard_until_no_character_is_left(crown: int) -> None:
    """2016 1.4, two players (002:743-755): one unseen; keep 1 of 7; then always keep one and discard one; the last one goes down."""
    game = table(seats=2, crown=crown, face_down=["king"])
    a, b = crown, 1 - crown
    assert first_picks(game) == [
        (a, "pick", 7),
        (b, "pick", 6),
        (b, "discard-character", 5),
        (a, "pick", 4),
        (a, "discard-character", 3),
        (b, "pick", 2),
    ]
    position = game.position()
    assert position["players"][a]["characters"] == ["assassin", "bishop"]
    assert position["players"][b]["characters"] == ["thief", "architect"]
    assert (position["face_up"], position["face_down"]) == ([], ["king", "magician", "merchant", "warlord"])


def test_two_players_may_discard_what_they_like() -> None:
    """2016 1.4, two players: the discarded card is a choice, too, and does not come back to the other."""
    game = table(seats=2, face_down=["king"])
    play(game, "pick:thief", "pick:architect")
    assert labels(game, "discard") == [f"discard:{name}" for name in ("assassin", "magician", "bishop", "merchant", "warlord")]
    play(game, "discard:bishop")
    assert (game.actor, game.legal()) == (0, ("pick:assassin", "pick:magician", "pick:merchant", "pick:warlord"))


@pytest.mark.parametrize("crown", [0, 2])
def test_three_players_pick_twice_with_an_unseen_discard_between(crown: int) -> None:
    """2016 1.4, three players (002:697-714): 8, 7, 6 to pick from, one of five goes at random, then 4, 3, 2; three lie face down."""
    game = table(seats=3, crown=crown, face_down=["thief"])
    steps = first_picks(game)
    order = [(crown + i) % 3 for i in range(3)]
    assert steps == [(seat, "pick", n) for seat, n in zip(order * 2, (8, 7, 6, 4, 3, 2), strict=True)]
    position = game.position()
    assert (position["face_up"], len(position["face_down"])) == ([], 3)
    held = [name for seat in position["players"] for name in seat["characters"]]
    assert [len(seat["characters"]) for seat in position["players"]] == [2, 2, 2]
    assert sorted(held + position["face_down"]) == sorted(NINE)


def test_the_unseen_discard_is_any_of_the_five_by_lot() -> None:
    """2016 1.4, D15 (002:707-711): any of the five that the third player passes on can be the one that goes."""
    gone = set()
    for seed in range(80):
        game = table(seats=3, face_down=["thief"], seed=seed)
        play(game, "pick:assassin", "pick:magician", "pick:king")
        left = {label.removeprefix("pick:") for label in game.legal()}
        missing = {"bishop", "merchant", "architect", "warlord", "artist"} - left
        assert len(missing) == 1
        assert sorted(missing | {"thief"}) == game.position()["face_down"]
        gone |= missing
    assert gone == {"bishop", "merchant", "architect", "warlord", "artist"}


def test_nobody_is_shown_the_unseen_discard() -> None:
    """2016 1.4, 1.8: two cards lie face down in every view after it, and none is named."""
    game = play(table(seats=3, face_down=["thief"]), "pick:assassin", "pick:magician", "pick:king")
    assert [game.view(seat)["face_down"] for seat in range(3)] == [[None, None]] * 3


def test_three_players_by_the_classic_and_by_this_rule() -> None:
    """2016 7, three players, `three_player_rule`: eight characters and no unseen discard in classic (000:268-282), nine here."""
    keys = {"rules.three_player_rule": "two_chars", "by_players.3.random_cast.9": []}
    seen = []
    for variant in (cs.load_variant("citadels-2016", keys), cs.load_variant("citadels-2016")):
        game = cs.Game.start(variant, 3, seed=4)
        sizes = [n for _, _, n in first_picks(game)]
        seen.append((sizes, len(game.position()["face_down"])))
    assert seen == [([7, 6, 5, 4, 3, 2], 2), ([8, 7, 6, 4, 3, 2], 3)]


def test_two_players_by_the_classic_and_by_this_rule_are_alike() -> None:
    """2016 7, two players: the same steps (000:283-307)."""
    assert first_picks(cs.Game.start("citadels-2016", 2, seed=1)) == first_picks(cs.Game.start("classic-2000", 2, seed=1))


@pytest.mark.parametrize(("players", "goal"), [(2, 8), (3, 8), (4, 7), (7, 7), (8, 7)])
def test_how_many_districts_complete_a_city(players: int, goal: int) -> None:
    """2016 1.4, 5, D16 (002:564, 686-688, 716-718): eight with two or three players, seven with more."""
    seven = ("manor", "castle", "temple", "church", "tavern", "market", "watchtower")
    enough = play(table(player("thief", gold=9, hand=("prison",), city=seven[: goal - 1]), seats=players), "gold", "build:prison")
    short = play(table(player("thief", gold=9, hand=("prison",), city=seven[: goal - 2]), seats=players), "gold", "build:prison")
    assert (enough.position()["completed"], short.position()["completed"]) == ([0], [])


def test_each_player_has_a_turn_for_each_character_with_one_stash_and_one_city() -> None:
    """2016 1.4 (002:720-726): two turns in a round, in order of the ranks, and what one earned the other spends."""
    game = table(player("thief", "architect", hand=("castle",)), player("king", "bishop"), seats=2)
    turns = []
    for action in ("end", "end", "end", "build:castle"):
        turns.append(game.actor)
        play(game, "gold", action)
    assert turns == [0, 1, 1, 0]
    assert (city(game, 0), gold(game, 0), gold(game, 1)) == (["castle"], 0, 4)


def test_the_architects_draw_is_built_in_the_warlords_turn_but_not_by_the_architects_limit() -> None:
    """2016 1.4 (002:727-733): the rulebook's example."""
    game = table(player("architect", "warlord", gold=20, hand=("tavern",)), player("thief"), seats=2, deck=["temple", "market", "docks"])
    idle_until(game, 0)
    play(game, "gold", "bonus", "build:tavern", "end")
    assert (game.actor, hand(game, 0)) == (0, ["market", "temple"])
    play(game, "gold", "build:temple")
    assert labels(game, "build") == []
    assert city(game, 0) == ["tavern", "temple"]


def test_the_powers_of_one_character_are_not_those_of_the_other() -> None:
    """2016 1.4 (002:725-727): abilities apply in the turn of their own character only."""
    game = table(player("merchant", "warlord", gold=9, city=["market", "prison"]), player("king", city=["tavern"]), seats=2)
    idle_until(game, 0)
    play(game, "gold")
    assert ("bonus" in game.legal(), labels(game, "destroy")) == (True, [])
    assert gold(play(game, "income"), 0) == 12
    play(game, "end", "gold", "income")
    assert ("bonus" in game.legal(), gold(game, 0)) == (False, 15)
    assert labels(game, "destroy") == ["destroy:0:market", "destroy:0:prison", "destroy:1:tavern"]


def test_a_district_works_once_in_each_of_the_two_turns() -> None:
    """2016 4.2, last paragraph (002:1669-1670): once a turn is twice in a round here."""
    game = table(player("thief", "king", gold=6, city=["smithy"]), player("bishop"), seats=2)
    play(game, "smithy", "gold", "end")
    assert "smithy" in game.legal()
    play(game, "smithy", "gold")
    assert ("smithy" in game.legal(), gold(game, 0), len(hand(game, 0))) == (False, 6, 6)
