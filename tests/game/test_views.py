"""A view shows what a seat may know and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS
from citadels_sim.engine import journal as j
from tests.game.court import FIRST_2016, THREATS, WARRANTS, play, with_threats, with_warrants
from tests.game.tables import CLASSIC, play_until, random_play, table, through_json
from tests.spread import TABLES

pytestmark = pytest.mark.rotated(6)

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


def test_the_place_of_a_hidden_character_reveals_nothing() -> None:
    shown = [
        table({"characters": ["bishop"]}, {"characters": other}, seats=2, next_rank=5, murdered="thief").view(0)["players"][1]["characters"]
        for other in (["thief", "king"], ["king", "warlord"])
    ]
    assert shown == [["king", None], ["king", None]]


def test_strict_is_shown_only_when_false() -> None:
    assert drafted(strict=False).view(0)["strict"] is False
    assert "strict" not in drafted().view(0)


def test_warrants_show_their_faces_to_the_magistrate_alone() -> None:
    hidden = {"signed": None, "blank": None, "on": ["king", "bishop", "architect"]}
    assert [with_warrants().view(seat)["warrants"] for seat in range(4)] == [WARRANTS, hidden, hidden, hidden]


def test_when_the_signed_warrant_was_turned_up_everybody_knows_the_rest_is_blank() -> None:
    game = play(with_warrants(), "gold", "build:temple", "confiscate")
    rest = {"signed": None, "blank": ["king", "bishop"]}
    assert [game.view(seat)["warrants"] for seat in range(4)] == [rest] * 4


def test_threats_show_their_faces_to_the_blackmailer_alone() -> None:
    hidden = {"flowered": None, "blank": None, "on": ["bishop", "merchant"]}
    assert [with_threats().view(seat)["threats"] for seat in range(4)] == [THREATS, hidden, hidden, hidden]


@pytest.mark.parametrize("threats", (THREATS, {"flowered": "bishop", "blank": "merchant"}))
def test_a_bribed_threat_has_left_unseen(threats: dict[str, str]) -> None:
    game = play(with_threats(threats), "gold", "bribe")
    hidden = {"flowered": None, "blank": None, "on": ["bishop"]}
    assert [game.view(seat)["threats"] == hidden for seat in range(4)] == [False, True, True, True]
    assert game.view(0)["threats"] == game.position()["threats"]


def test_when_the_flower_was_shown_everybody_knows_the_rest_is_blank() -> None:
    game = play(with_threats(), "gold", "refuse", "reveal")
    assert [game.view(seat)["threats"] for seat in range(4)] == [{"flowered": None, "blank": "bishop"}] * 4


def test_where_no_markers_lie_a_view_says_so() -> None:
    for game in (with_warrants(None), with_threats(None)):
        assert [(game.view(seat)["warrants"], game.view(seat)["threats"]) for seat in range(4)] == [(None, None)] * 4


def at_the_theater(*owners: int, players: int = 4, seed: int = 0) -> cs.Game:
    """A game whose characters have just been chosen, asking the first owner of a Theater."""
    seats = [{"city": ["theater"] if seat in owners else []} for seat in range(players)]
    game = cs.Game.from_position(FIRST_2016, {"players": seats, "strict": False, "seed": seed})
    while game.decision != "theater":
        game.play(game.legal()[0])
    return game


def characters_seen(game: cs.Game, seat: int) -> list[list[str | None]]:
    """What a seat is shown of each seat's characters."""
    return [player["characters"] for player in game.view(seat)["players"]]


def characters_of(game: cs.Game) -> list[list[str]]:
    return [player["characters"] for player in game.position()["players"]]


def test_who_exchanged_characters_in_the_theater_knows_where_the_given_one_is() -> None:
    game = at_the_theater(2)
    assert characters_of(game) == [["thief"], ["magician"], ["king"], ["merchant"]]
    game.play("theater:3")
    assert characters_seen(game, 0) == [["thief"], [None], [None], [None]]
    assert characters_seen(game, 1) == [["thief"], ["magician"], [None], [None]]
    assert characters_seen(game, 2) == [["thief"], [None], ["merchant"], ["king"]]
    assert characters_seen(game, 3) == [["thief"], [None], ["merchant"], ["king"]]


def test_who_exchanged_with_one_that_exchanged_again_is_no_longer_sure() -> None:
    game = play(at_the_theater(1, 2), "theater:3", "theater:3")
    assert characters_of(game) == [["thief"], ["merchant"], ["magician"], ["king"]]
    assert characters_seen(game, 1) == [["thief"], ["merchant"], [None], [None]]
    assert characters_seen(game, 2) == [["thief"], [None], ["magician"], ["king"]]
    assert characters_seen(game, 3) == [["thief"], [None], ["magician"], ["king"]]


def test_of_two_characters_only_the_exchanged_one_is_known() -> None:
    game = at_the_theater(0, players=2)
    assert characters_of(game) == [["thief", "bishop"], ["magician", "architect"]]
    game.play("theater:bishop:1")
    (_, received), hers = characters_of(game)
    assert sorted([received, *hers]) == ["architect", "bishop", "magician"]
    assert characters_seen(game, 0) == [["thief", received], ["bishop", None]]
    assert characters_seen(game, 1) == [["thief", received], hers]


def test_a_given_character_is_known_also_when_it_was_murdered() -> None:
    game = at_the_theater(2, seed=1)
    assert characters_of(game) == [["assassin"], ["thief"], ["king"], ["merchant"]]
    play(game, "theater:3", "murder:king", "gold", "end", "gold", "end")
    assert (game.actor, game.position()["next_rank"]) == (2, 7)
    assert [characters_seen(game, seat)[3] for seat in range(4)] == [[None], [None], ["king"], ["king"]]


def test_the_character_that_three_players_discard_by_lot_is_shown_to_nobody() -> None:
    game = cs.Game.start("citadels-2016-nine", 3, seed=1)
    for _ in range(3):
        game.play(game.legal()[0])
    assert (len(game.position()["face_down"]), len(game.legal())) == (2, 4)
    assert [game.view(seat)["face_down"] for seat in range(3)] == [[None, None]] * 3


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


def this_round(game: cs.Game) -> Iterator[Any]:
    """Events of the round that is being played."""
    events = game.journal()
    return iter(events[events["round_no"] == events["round_no"].max(initial=0)])


def given_in_theater(game: cs.Game, seat: int) -> set[str]:
    """Characters that a seat has given away and knows where."""
    last: dict[int, tuple[int, str]] = {}
    for event in this_round(game):
        if event["kind"] == j.THEATER:
            for one, other, given in (("seat", "target_seat", "character"), ("target_seat", "seat", "target_character")):
                last[int(event[one])] = (int(event[other]), CHARACTERS[int(event[given]) - 1].id)
    other, given = last.get(seat, (seat, ""))
    return {given} if last.get(other, (-1, ""))[0] == seat else set()


def knows_faces(game: cs.Game, seat: int) -> set[str]:
    """Kinds of markers whose faces a seat knows: it has placed them, or somebody has turned up the marked one."""
    known = set()
    for event in this_round(game):
        kind, mine = int(event["kind"]), event["seat"] == seat
        if kind == j.CONFISCATE or (kind == j.WARRANTS and mine):
            known.add("warrants")
        if (kind == j.REVEAL and event["extra"]) or (kind == j.THREATS and mine):
            known.add("threats")
    return known


def relaid(out: dict[str, Any], known: set[str], luck: random.Random) -> None:
    """Exchange faces among markers that all still lie, where they are unknown."""
    warrants, threats = out["warrants"], out["threats"]
    if warrants and warrants["signed"] and "warrants" not in known:
        signed, *blank = luck.sample([warrants["signed"], *warrants["blank"]], 3)
        out["warrants"] = {"signed": signed, "blank": blank}
    if threats and threats["flowered"] and threats["blank"] and "threats" not in known:
        flowered, blank_one = luck.sample([threats["flowered"], threats["blank"]], 2)
        out["threats"] = {"flowered": flowered, "blank": blank_one}


def reshuffled(game: cs.Game, seat: int, luck: random.Random) -> dict[str, Any]:
    """The game's position with everything that this seat cannot know dealt anew."""
    out: dict[str, Any] = through_json(game.position())
    known = given_in_theater(game, seat)
    relaid(out, knows_faces(game, seat), luck)
    others = [player for i, player in enumerate(out["players"]) if i != seat]
    cards = out["deck"] + [card for player in others for card in player["hand"]]
    luck.shuffle(cards)
    for player in others:
        player["hand"] = [cards.pop() for _ in player["hand"]]
    out["deck"] = cards

    def may_be_held(character: str) -> bool:
        """Nobody has answered for a rank below the next one, so its character lies in the middle, unless it was murdered."""
        if character in known:
            return False
        return bool(out["cast"].index(character) + 1 >= out["next_rank"] or character == out["murdered"])

    out_of_play = [name for name in out["face_down"] if not may_be_held(name)]
    hidden = [name for name in out["face_down"] + [name for player in others for name in player["characters"]] if may_be_held(name)]
    luck.shuffle(hidden)
    for player in others:
        player["characters"] = [hidden.pop() if may_be_held(name) else name for name in player["characters"]]
    out["face_down"] = out_of_play + hidden
    return {**out, "seed": luck.randrange(1000)}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_two_games_that_differ_only_in_what_is_hidden_look_the_same(name: str, players: int) -> None:
    luck = random.Random(players)
    compared = 0
    for game in random_play(cs.Game.start(name, players, seed=3), seed=players):
        seat = luck.randrange(players)
        if game.decision != "turn" or luck.random() < 0.5:
            continue
        twin = cs.Game.from_position(game.variant, reshuffled(game, seat, luck))
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
