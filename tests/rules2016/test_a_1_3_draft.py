"""2016 1.3: removing and choosing characters with four to eight players."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from tests.engine.loops import compiled_only, drafts
from tests.rules.tables import play, switched
from tests.rules2016.tables import BASE, FIRST_GAME, table

# Players, characters, face up, drafted, left over at the end: typed from the tables of 002:251-265 and 002:789-801.
ROWS = [
    (4, 8, 2, 5, 1),
    (5, 8, 1, 6, 1),
    (6, 8, 0, 7, 1),
    (7, 8, 0, 7, 0),
    (4, 9, 3, 5, 1),
    (5, 9, 2, 6, 1),
    (6, 9, 1, 7, 1),
    (7, 9, 0, 8, 1),
    (8, 9, 0, 8, 0),
]
NINE = cs.load_variant("citadels-2016-nine")
GAMES = 60_000


def draft(players: int, characters: int, **keys: Any) -> cs.Game:
    """The start of a round's selection phase at a table of eight or nine characters."""
    return table(seats=players, others=("artist",) if characters == 9 else (), **keys)


@pytest.mark.parametrize(("players", "characters", "up", "drafted", "left"), ROWS)
def test_the_tables_of_the_selection_phase(players: int, characters: int, up: int, drafted: int, left: int) -> None:
    """2016 1.3, both tables: face up, face down, how many each sees from the crown leftward, what is left over."""
    crown = players - 2
    game = draft(players, characters, crown=crown)
    start = game.position()
    assert (len(start["face_up"]), len(start["face_down"])) == (up, 1)
    assert characters - up - 1 == drafted
    seen = []
    while game.decision == "pick":
        seen.append((game.actor, len(game.legal())))
        game.play(game.legal()[0])
    last = 2  # with a card left over two of the packet; by the special rule the last of the packet and the first face-down card
    assert seen == [((crown + i) % players, drafted - i) for i in range(players - 1)] + [((crown + players - 1) % players, last)]
    position = game.position()
    assert (position["face_up"], len(position["face_down"])) == (start["face_up"], 1 + left)
    assert [len(seat["characters"]) for seat in position["players"]] == [1] * players


@pytest.mark.parametrize(("players", "characters", "up", "drafted", "left"), ROWS)
def test_the_closed_form(players: int, characters: int, up: int, drafted: int, left: int) -> None:
    """2016 1.3, closed form: face up max(0, C - P - 2); the special rule exactly where C = P + 1."""
    assert len(draft(players, characters).position()["face_up"]) == max(0, characters - players - 2) == up
    assert (characters == players + 1) == (left == 0)


@pytest.mark.parametrize("royal", ["king", "emperor", "patrician"])
def test_rank_4_never_lies_face_up_but_may_lie_face_down(royal: str) -> None:
    """2016 1.3 (002:245-249), D14: whoever has rank 4 is exchanged; the face-down card may be rank 4."""
    positions = [table(seats=4, others=(royal,), seed=seed).position() for seed in range(150)]
    everybody = {name if name != "king" else royal for name in BASE}
    assert {name for position in positions for name in position["face_up"]} == everybody - {royal}
    assert {position["face_down"][0] for position in positions} == everybody


@compiled_only
@pytest.mark.parametrize(("players", "characters"), [(2, 8), (3, 9), *[row[:2] for row in ROWS]])
def test_how_often_each_character_lies_face_up_or_is_the_first_face_down(players: int, characters: int) -> None:
    """2016 1.3, last column and "equivalent sampling": rank 4 is the face-down card once in C - (face up) times, D14."""
    up = max(0, characters - players - 2) if players > 3 else 0
    counts = drafts(NINE if characters == 9 and players > 3 else FIRST_GAME, players, GAMES)[:, 1 : characters + 1]
    chance = np.full((2, characters), (1 - up / (characters - 1)) / (characters - up))
    chance[0] = up / (characters - 1)
    chance[0, 3], chance[1, 3] = 0, 1 / (characters - up)
    assert np.all(np.abs(counts[2:4] / GAMES - chance) <= 4 * np.sqrt(chance * (1 - chance) / GAMES))
    assert counts[2:4].sum(axis=1).tolist() == [up * GAMES, GAMES]


@compiled_only
@pytest.mark.parametrize(("order", "hidden"), [("up_first", 1 / 6), ("down_first", 1 / 8)])
def test_with_the_face_down_card_first_rank_4_is_hidden_less_often(order: str, hidden: float) -> None:
    """2016 7, draft order (000:140-152 against 002:237-243), `removal_order`: 1/8 in classic, 1/6 with four players here."""
    down = drafts(switched("citadels-2016", removal_order=order), 4, GAMES)[3, 4]
    assert abs(down / GAMES - hidden) < 4 * np.sqrt(hidden * (1 - hidden) / GAMES)


def test_the_first_game_removes_face_up_cards_first() -> None:
    """2016 7, draft order: the same seed gives the classic order another removal in some games."""
    classic = switched("citadels-2016", removal_order="down_first")

    def removed(variant: cs.Variant, seed: int) -> tuple[list[str], list[str]]:
        position = cs.Game.start(variant, 4, seed).position()
        return position["face_up"], position["face_down"]

    assert FIRST_GAME.at(4).rules["removal_order"] == "up_first"
    assert any(removed(FIRST_GAME, seed) != removed(classic, seed) for seed in range(20))


def test_the_card_left_over_lies_face_down() -> None:
    """2016 1.3 (002:311-314): the last player's second card goes to the face-down ones."""
    game = table(seats=5, crown=3, face_up=["thief"], face_down=["king"])
    play(game, "pick:assassin", "pick:magician", "pick:bishop", "pick:merchant")
    assert (game.actor, game.legal()) == (2, ("pick:architect", "pick:warlord"))
    play(game, "pick:warlord")
    position = game.position()
    assert [seat["characters"] for seat in position["players"]] == [["bishop"], ["merchant"], ["warlord"], ["assassin"], ["magician"]]
    assert position["face_down"] == ["architect", "king"]


@pytest.mark.parametrize("taken", ["bishop", "warlord"])
def test_the_seventh_of_seven_takes_up_the_first_face_down_card(taken: str) -> None:
    """2016 1.3 (002:316-321): one of the two is kept, the other discarded; nobody else touches that card."""
    game = table(seats=7, crown=4, face_down=["bishop"])
    play(game, *[f"pick:{name}" for name in ("assassin", "thief", "magician", "king", "merchant", "architect")])
    assert (game.actor, game.legal()) == (3, ("pick:bishop", "pick:warlord"))
    play(game, f"pick:{taken}")
    position = game.position()
    assert position["players"][3]["characters"] == [taken]
    assert position["face_down"] == ["warlord" if taken == "bishop" else "bishop"]


def test_the_seventh_of_seven_may_so_hold_rank_4_that_lay_face_down() -> None:
    """2016 1.3 (002:316-321): the face-down card is rank 4 here, which six others have not seen."""
    game = table(seats=7, face_down=["king"])
    play(game, *[f"pick:{name}" for name in ("assassin", "thief", "magician", "bishop", "merchant", "architect")])
    assert game.legal() == ("pick:king", "pick:warlord")
    play(game, "pick:king")
    assert game.position()["players"][6]["characters"] == ["king"]


def test_the_special_rule_is_the_eighth_players_with_eight_and_nobodys_with_seven_and_nine() -> None:
    """2016 1.3 (002:786-787, 801)."""
    first_seven = [f"pick:{name}" for name in ("assassin", "thief", "magician", "king", "merchant", "architect", "warlord")]
    eight = play(table(seats=8, face_down=["bishop"]), *first_seven)
    assert (eight.actor, eight.legal()) == (7, ("pick:bishop", "pick:artist"))
    seven = play(table(seats=7, others=("artist",), face_down=["bishop"]), *first_seven[:6])
    assert (seven.actor, seven.legal()) == (6, ("pick:warlord", "pick:artist"))
    play(seven, "pick:artist")
    assert seven.position()["face_down"] == ["bishop", "warlord"]


@pytest.mark.parametrize(("players", "characters"), [(4, 8), (7, 9)])
def test_a_new_round_removes_and_deals_all_characters_anew(players: int, characters: int) -> None:
    """2016 1.2 (002:463-466): all character cards are collected and shuffled."""
    game = draft(players, characters, seed=3)
    while game.position()["round"] == 1:
        legal = game.legal()
        game.play(next(label for label in ("gold", "end", *legal) if label in legal))
    position = game.position()
    away = {f"pick:{name}" for name in position["face_up"] + position["face_down"]}
    assert away.isdisjoint(game.legal())
    assert len(away) + len(game.legal()) == characters
    assert [seat["characters"] for seat in position["players"]] == [[]] * players
