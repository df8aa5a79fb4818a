"""A view shows what a seat may know and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

import citadels_sim as cs
from tests.game.tables import CLASSIC, EVERY_TABLE, play_until, random_play, table, through_json

HIDDEN = {"deck", "players", "seed", "face_down", "pending"}


def drafted(**keys: Any) -> cs.Game:
    return table(
        {"characters": ["thief"], "hand": ["temple", "manor"]},
        {"characters": ["king"], "hand": ["castle", "keep", "market"]},
        {"characters": ["architect"], "hand": []},
        {"characters": ["warlord"], "hand": ["docks"]},
        **{"face_up": ["bishop", "magician"], "face_down": ["assassin", "merchant"], "next_rank": 4, **keys},
    )


def test_a_view_has_the_shape_of_a_position() -> None:
    game = drafted()
    assert list(game.view(0)) == list(game.position())
    assert [list(player) for player in game.view(0)["players"]] == [list(player) for player in game.position()["players"]]
    assert through_json(game.view(0)) == game.view(0)


def test_what_everybody_sees_is_as_in_the_position() -> None:
    game = drafted(murdered="architect", robbed="warlord")
    view, position = game.view(2), game.position()
    assert {key: view[key] for key in view if key not in HIDDEN} == {key: position[key] for key in position if key not in HIDDEN}
    for shown, player in zip(view["players"], position["players"], strict=True):
        assert (shown["gold"], shown["city"]) == (player["gold"], player["city"])


def test_seed_and_what_is_pending_are_null() -> None:
    view = drafted(seed=5).view(0)
    assert (view["seed"], view["pending"]) == (None, None)


def test_the_deck_is_a_list_of_nulls_of_its_length() -> None:
    game = drafted()
    assert game.view(0)["deck"] == [None] * len(game.position()["deck"])


def test_face_down_characters_are_nulls() -> None:
    assert drafted().view(0)["face_down"] == [None, None]


def test_the_own_hand_is_shown_and_the_others_are_nulls() -> None:
    hands = [player["hand"] for player in drafted().view(0)["players"]]
    assert hands == [["manor", "temple"], [None] * 3, [], [None]]


def test_the_own_character_is_shown_and_others_when_their_rank_was_called() -> None:
    assert [player["characters"] for player in drafted().view(2)["players"]] == [["thief"], ["king"], ["architect"], [None]]
    assert [player["characters"] for player in drafted().view(3)["players"]] == [["thief"], ["king"], [None], ["warlord"]]


def test_a_murdered_character_is_never_revealed_to_others() -> None:
    game = drafted(murdered="thief")
    assert [game.view(seat)["players"][0]["characters"] for seat in range(4)] == [["thief"], [None], [None], [None]]


def test_the_place_of_a_hidden_character_tells_nothing() -> None:
    shown = [
        table({"characters": ["bishop"]}, {"characters": other}, seats=2, next_rank=5, murdered="thief").view(0)["players"][1]["characters"]
        for other in (["thief", "king"], ["king", "warlord"])
    ]
    assert shown == [["king", None], ["king", None]]


def test_strict_is_shown_only_when_false() -> None:
    assert drafted(strict=False).view(0)["strict"] is False
    assert "strict" not in drafted().view(0)


@pytest.mark.parametrize("seat", (-1, 4, "0", None, 1.0, True))
def test_a_seat_that_is_not_there_has_no_view(seat: object) -> None:
    with pytest.raises(cs.PositionError, match=r"there is no seat .* seats are 0 to 3"):
        drafted().view(seat)  # type: ignore[arg-type]


def test_a_view_is_a_copy() -> None:
    game = drafted()
    game.view(0)["players"][0]["hand"].clear()
    game.view(0)["cast"].clear()
    assert game.view(0)["players"][0]["hand"] == ["manor", "temple"]
    assert len(game.view(0)["cast"]) == 8


def reshuffled(position: dict[str, Any], seat: int, luck: random.Random) -> dict[str, Any]:
    """The same position with everything that this seat cannot know dealt anew."""
    out: dict[str, Any] = through_json(position)
    others = [player for i, player in enumerate(out["players"]) if i != seat]
    cards = out["deck"] + [card for player in others for card in player["hand"]]
    luck.shuffle(cards)
    for player in others:
        player["hand"] = [cards.pop() for _ in player["hand"]]
    out["deck"] = cards

    def may_be_held(character: str) -> bool:
        """Nobody has answered for a rank below the next one, so its character lies in the middle, unless it was murdered."""
        return bool(out["cast"].index(character) + 1 >= out["next_rank"] or character == out["murdered"])

    out_of_play = [name for name in out["face_down"] if not may_be_held(name)]
    hidden = [name for name in out["face_down"] + [name for player in others for name in player["characters"]] if may_be_held(name)]
    luck.shuffle(hidden)
    for player in others:
        player["characters"] = [hidden.pop() if may_be_held(name) else name for name in player["characters"]]
    out["face_down"] = out_of_play + hidden
    return {**out, "seed": luck.randrange(1000)}


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_two_games_that_differ_only_in_what_is_hidden_look_the_same(name: str, players: int) -> None:
    luck = random.Random(players)
    compared = 0
    for game in random_play(cs.Game.start(name, players, seed=3), seed=players):
        seat = luck.randrange(players)
        position = game.position()
        if game.decision != "turn" or luck.random() < 0.5:
            continue
        twin = cs.Game.from_position(game.variant, reshuffled(position, seat, luck))
        assert twin.view(seat) == game.view(seat)
        compared += 1
    assert compared > 20


def test_a_view_during_the_draft_shows_only_who_has_picked() -> None:
    game = play_until(cs.Game.start(CLASSIC, 4, seed=1), "pick")
    first = game.actor
    assert first is not None
    picked = game.legal()[0]
    game.play(picked)
    watcher = (first + 2) % 4
    assert [len(player["characters"]) for player in game.view(watcher)["players"]] == [int(seat == first) for seat in range(4)]
    assert game.view(watcher)["players"][first]["characters"] == [None]
    assert game.view(first)["players"][first]["characters"] == [picked.removeprefix("pick:")]
