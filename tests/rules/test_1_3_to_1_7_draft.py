"""Classic 1.3 to 1.7: removing and choosing characters."""

from __future__ import annotations

from collections import Counter

import pytest

import citadels_sim as cs
from tests.rules.tables import CLASSIC, SUMMARY, idle_round, labels, play, switched, table

CAST = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]


def drafted(game: cs.Game) -> cs.Game:
    """The game after its draft, each picking the first character of the packet."""
    while game.decision in ("pick", "discard-character"):
        game.play(game.legal()[0])
    return game


@pytest.mark.parametrize(
    ("players", "up", "each", "down"),
    [(2, 0, 2, 4), (3, 0, 2, 2), (4, 2, 1, 2), (5, 1, 1, 2), (6, 0, 1, 2), (7, 0, 1, 1)],
)
def test_the_table_of_removed_characters(players: int, up: int, each: int, down: int) -> None:
    """Classic 1.3, table for eight characters: face up, characters per player, face down in the end."""
    for seed in range(12):
        position = drafted(cs.Game.start(CLASSIC, players, seed=seed)).position()
        counted = (len(position["face_up"]), [len(seat["characters"]) for seat in position["players"]], len(position["face_down"]))
        assert counted == (up, [each] * players, down)
        everybody = position["face_up"] + position["face_down"] + [name for seat in position["players"] for name in seat["characters"]]
        assert sorted(everybody) == sorted(CAST)


@pytest.mark.parametrize(("players", "up", "first"), [(4, 2, 5), (5, 1, 6), (6, 0, 7), (7, 0, 7), (3, 0, 7), (2, 0, 7)])
def test_the_first_to_choose_sees_all_that_was_not_removed(players: int, up: int, first: int) -> None:
    """Classic 1.3, 1.4: one character lies face down before the draft, `up` lie face up."""
    game = cs.Game.start(CLASSIC, players, seed=9)
    position = game.position()
    assert (len(position["face_up"]), len(position["face_down"]), len(game.legal())) == (up, 1, first)
    removed = {f"pick:{name}" for name in position["face_up"] + position["face_down"]}
    assert removed.isdisjoint(game.legal())


def test_the_draft_goes_from_the_crown_to_the_left_with_one_character_less_each_time() -> None:
    """Classic 1.4 (S0:119)."""
    game = table(seats=5, crown=3)
    seen = []
    while game.decision == "pick":
        seen.append((game.actor, len(game.legal())))
        game.play(game.legal()[-1])
    assert seen == [(3, 6), (4, 5), (0, 4), (1, 3), (2, 2)]


def test_the_last_of_four_to_six_chooses_one_of_two_and_the_other_lies_face_down() -> None:
    """Classic 1.4 (S0:128)."""
    game = table(seats=4, face_up=["bishop", "warlord"], face_down=["thief"])
    play(game, "pick:king", "pick:assassin", "pick:merchant")
    assert game.legal() == ("pick:magician", "pick:architect")
    play(game, "pick:architect")
    assert game.position()["face_down"] == ["magician", "thief"]


def test_who_picks_sees_exactly_the_packet() -> None:
    """Classic 1.4, knowledge: the legal picks are the packet, and nobody else's record has it."""
    game = table(seats=4, face_up=["bishop", "warlord"], face_down=["thief"])
    play(game, "pick:king")
    assert game.legal() == ("pick:assassin", "pick:magician", "pick:merchant", "pick:architect")
    assert game.view(2)["players"][0]["characters"] == [None]
    assert game.view(2)["face_down"] == [None]


def test_the_last_of_seven_takes_up_the_face_down_card_and_lays_one_of_the_two_down() -> None:
    """Classic 1.4 (S0:291-302)."""
    game = table(seats=7, face_down=["bishop"])
    play(game, *[f"pick:{name}" for name in ("assassin", "thief", "magician", "king", "merchant", "architect")])
    assert (game.actor, game.legal()) == (6, ("pick:bishop", "pick:warlord"))
    other = play(game.copy(), "pick:warlord")
    assert (other.position()["players"][6]["characters"], other.position()["face_down"]) == (["warlord"], ["bishop"])
    play(game, "pick:bishop")
    assert (game.position()["players"][6]["characters"], game.position()["face_down"]) == (["bishop"], ["warlord"])


def test_two_players_pick_and_discard_in_the_printed_order() -> None:
    """Classic 1.5 (S0:283-317): A keeps; B keeps and discards; A keeps and discards; B keeps, the last card goes down."""
    game = table(seats=2, crown=1, face_down=["king"])
    steps = []
    while game.decision in ("pick", "discard-character"):
        steps.append((game.actor, game.decision, len(game.legal())))
        game.play(game.legal()[0])
    assert steps == [
        (1, "pick", 7),
        (0, "pick", 6),
        (0, "discard-character", 5),
        (1, "pick", 4),
        (1, "discard-character", 3),
        (0, "pick", 2),
    ]
    position = game.position()
    assert [seat["characters"] for seat in position["players"]] == [["thief", "architect"], ["assassin", "bishop"]]
    assert position["face_down"] == ["king", "magician", "merchant", "warlord"]


def test_what_two_players_discard_lies_face_down() -> None:
    """Classic 1.5: all discards are face down."""
    game = table(seats=2, crown=0, face_down=["king"])
    play(game, "pick:thief", "pick:bishop", "discard:assassin")
    assert game.view(0)["face_down"] == [None, None]
    assert game.position()["face_up"] == []


def test_three_players_pick_twice_round_the_table() -> None:
    """Classic 1.6 (S0:268-282)."""
    game = table(seats=3, crown=1, face_down=["thief"])
    seen = []
    while game.decision == "pick":
        seen.append((game.actor, len(game.legal())))
        game.play(game.legal()[0])
    assert seen == [(1, 7), (2, 6), (0, 5), (1, 4), (2, 3), (0, 2)]
    assert len(game.position()["face_down"]) == 2


@pytest.mark.parametrize("seed", range(30))
def test_the_old_rule_for_three_has_seven_characters_one_each_and_no_assassin(seed: int) -> None:
    """Classic 1.7 (S1:36,41), 6 row 4: two up (never the King), one down, four left for three."""
    game = cs.Game.start(SUMMARY, 3, seed=seed)
    position = game.position()
    assert "assassin" not in position["cast"]
    assert "king" not in position["face_up"]
    assert (len(position["face_up"]), len(position["face_down"]), len(game.legal())) == (2, 1, 4)
    position = drafted(game).position()
    assert [len(seat["characters"]) for seat in position["players"]] == [1, 1, 1]
    assert len(position["face_down"]) == 2


def test_three_players_by_either_rule() -> None:
    """Classic 6 row 4, `three_player_rule`."""
    old = switched(three_player_rule="one_char_no_assassin_10")
    assert [len(cs.Game.start(variant, 3, seed=1).legal()) for variant in (CLASSIC, old)] == [7, 4]
    assert [int(cs.Game.start(variant, 3, seed=1).state.public.goal) for variant in (CLASSIC, old)] == [8, 10]
    assert int(cs.Game.start(old, 4, seed=1).state.public.goal) == 8


@pytest.mark.parametrize("rule", ["two_chars", "one_char_no_assassin_10"])
def test_a_size_given_for_three_players_is_played_by_either_rule(rule: str) -> None:
    """Classic 1.7, 6 row 4: what a file says of just this table goes before the ten of the old rule."""
    own = cs.load_variant("classic-2000", {"rules.three_player_rule": rule, "by_players.3.city_size": 7})
    assert int(cs.Game.start(own, 3, seed=1).state.public.goal) == own.at(3).city_size == 7


def test_a_king_drawn_face_up_is_exchanged() -> None:
    """Classic 1.3 (S0:91, S1:13): in no game and no round does the King lie face up; all others do at some time."""
    up = Counter(name for seed in range(200) for name in cs.Game.start(CLASSIC, 4, seed=seed).position()["face_up"])
    assert set(up) == set(CAST) - {"king"}


def test_the_king_may_be_the_face_down_card() -> None:
    """Classic 1.3: only face-up cards exclude him."""
    down = {cs.Game.start(CLASSIC, 4, seed=seed).position()["face_down"][0] for seed in range(200)}
    assert down == set(CAST)


def test_the_order_of_removal_decides_which_card_the_first_draw_is() -> None:
    """Classic 6 row 2, `removal_order`: with the same luck the same card goes down first, or stays out of the face-up ones' way."""
    first, second = CLASSIC, switched(removal_order="up_first")
    differ = [seed for seed in range(100) if removal(first, seed) != removal(second, seed)]
    assert differ
    for seed in differ:
        up, down = removal(second, seed)
        assert down not in up
        assert removal(first, seed)[1] in up or removal(first, seed)[0] != up


def removal(variant: cs.Variant, seed: int) -> tuple[list[str], str]:
    position = cs.Game.start(variant, 4, seed=seed).position()
    return position["face_up"], position["face_down"][0]


def test_every_round_removes_anew() -> None:
    """Classic 1.2 step 1: each round has a removal of its own."""
    game = cs.Game.start(CLASSIC, 4, seed=2)
    removed = []
    for _ in range(5):
        removed.append((*game.position()["face_up"], *game.position()["face_down"]))
        idle_round(game)
    assert len(set(removed)) > 1


def test_a_player_with_two_characters_has_two_turns_with_one_purse_one_hand_and_one_city() -> None:
    """Classic 1.6 (S0:252-263)."""
    game = table(
        {"characters": ["thief", "architect"], "gold": 1, "hand": ["castle"]},
        {"characters": ["king", "bishop"]},
        seats=2,
    )
    play(game, "gold", "end")
    assert game.actor == 1
    play(game, "gold", "end", "gold", "end")
    assert game.actor == 0
    play(game, "gold", "build:castle")
    assert [place["district"] for place in game.position()["players"][0]["city"]] == ["castle"]
    assert game.position()["players"][0]["gold"] == 1


def test_the_limits_of_a_turn_count_for_each_of_two_turns() -> None:
    """Classic 1.6: one building per character's turn."""
    game = table({"characters": ["thief", "king"], "gold": 9, "hand": ["tavern", "market"]}, {"characters": ["warlord"]}, seats=2)
    play(game, "gold", "build:tavern")
    assert labels(game, "build") == []
    play(game, "end", "gold")
    assert labels(game, "build") == ["build:market"]
