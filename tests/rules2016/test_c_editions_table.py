"""2016 7: the rows of the comparison that concern the table and the selection phase."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS
from citadels_sim.errors import VariantError
from tests.rules import dark_tables
from tests.rules.tables import play, player
from tests.rules2016 import tables

TABLES: dict[str, Callable[..., cs.Game]] = {"classic": dark_tables.dark, "2016": tables.table}
NINE = {"classic": "classic-2000-nine", "2016": "citadels-2016-nine"}
EIGHT = {"classic": "classic-2000", "2016": "citadels-2016"}


def selection(edition: str, seats: int, characters: int, seed: int = 0) -> cs.Game:
    """The start of a round with so many players and characters."""
    others = ("artist",) if characters == 9 else ()
    return TABLES[edition](*[player() for _ in range(seats)], seats=seats, others=others, seed=seed)


def picks(game: cs.Game) -> list[tuple[int, str, int]]:
    """Play the selection phase with the first choice each time: who decides what, among how many."""
    made = []
    while game.decision in ("pick", "discard-character"):
        assert game.actor is not None
        made.append((game.actor, str(game.decision), len(game.legal())))
        play(game, game.legal()[0])
    return made


@pytest.mark.parametrize("edition", ["classic", "2016"])
@pytest.mark.parametrize(
    ("seats", "characters", "up"), [(4, 8, 2), (5, 8, 1), (6, 8, 0), (7, 8, 0), (4, 9, 3), (5, 9, 2), (6, 9, 1), (7, 9, 0), (8, 9, 0)]
)
def test_as_many_characters_lie_face_up(edition: str, seats: int, characters: int, up: int) -> None:
    """2016 7 Face-up counts: the same in both."""
    position = selection(edition, seats, characters).position()
    assert (len(position["face_up"]), len(position["face_down"])) == (up, 1)


@pytest.mark.parametrize("edition", ["classic", "2016"])
def test_which_removed_card_is_drawn_first(edition: str) -> None:
    """2016 7 Draft order: the facedown one, or the face-up ones. What the two orders come to is seen in `test_a_1_3_draft`."""
    order = "down_first" if edition == "classic" else "up_first"
    assert {cs.load_variant(name).at(5).rules["removal_order"] for name in (EIGHT[edition], NINE[edition])} == {order}


@pytest.mark.parametrize("edition", ["classic", "2016"])
@pytest.mark.parametrize(("seats", "characters"), [(7, 8), (8, 9)])
def test_the_last_of_seven_or_eight_picks_up_the_facedown_card(edition: str, seats: int, characters: int) -> None:
    """2016 7, 7 / 8 players: the last player rule is the same; he chooses between two and lays the other facedown."""
    game = selection(edition, seats, characters)
    down = game.position()["face_down"]
    made = picks(game)
    assert [among for _, _, among in made] == [*range(seats, 1, -1), 2]
    last = game.position()["players"][made[-1][0]]["characters"]
    assert len(game.position()["face_down"]) == 1
    assert down[0] in [*last, *game.position()["face_down"]]


@pytest.mark.parametrize("edition", ["classic", "2016"])
def test_two_players_have_the_same_steps(edition: str) -> None:
    """2016 7, 2 players: pick of seven; then pick and discard three times over."""
    game = selection(edition, 2, 8)
    assert [(who, among) for who, _, among in picks(game)] == [(0, 7), (1, 6), (1, 5), (0, 4), (0, 3), (1, 2)]
    assert [len(seat["characters"]) for seat in game.position()["players"]] == [2, 2]
    assert len(game.position()["face_down"]) == 4


@pytest.mark.parametrize(("edition", "among", "down"), [("classic", [7, 6, 5, 4, 3, 2], 2), ("2016", [8, 7, 6, 4, 3, 2], 3)])
def test_three_players_have_other_characters_and_another_discard(edition: str, among: list[int], down: int) -> None:
    """2016 7, 3 players: eight characters; or nine, and one goes away unseen after the first three picks."""
    game = TABLES[edition](player(), player(), player(), seats=3)
    made = picks(game)
    assert ([seat for seat, _, _ in made], [n for _, _, n in made]) == ([0, 1, 2, 0, 1, 2], among)
    assert (len(game.position()["cast"]), len(game.position()["face_down"])) == (9 if edition == "2016" else 8, down)


@pytest.mark.parametrize("swapped", [0, 1, 2])
def test_any_character_of_a_rank_may_be_in_the_cast_of_2016(swapped: int) -> None:
    """2016 7 Cast, 1.5: free choice per rank, all eight exchanged or none; the Emperor with three players or more."""
    of_rank = {rank: [c.id for c in CHARACTERS if c.rank == rank] for rank in range(1, 10)}
    assert [len(ids) for ids in of_rank.values()] == [3] * 9
    cast = [of_rank[rank][swapped] for rank in range(1, 9)]
    variant = cs.load_variant("citadels-2016", {"cast": cast, "players": [4, 7]})
    assert cs.Game.start(variant, 4, seed=1).position()["cast"] == cast


def test_classic_has_no_character_that_came_with_2016() -> None:
    """2016 7 Cast: classic swaps in its own bonus characters."""
    names = ("classic-2000", "classic-2000-nine", "dark-city-random", "dark-city-nine")
    classic = {id for name in names for ids in cast_of(name) for id in ids}
    new = {"magistrate", "spy", "blackmailer", "seer", "patrician", "cardinal", "trader", "scholar", "marshal"}
    assert classic == {c.id for c in CHARACTERS} - new


def cast_of(name: str) -> list[tuple[str, ...]]:
    """Who may be in a packaged variant's cast with six players, rank by rank."""
    return list(cs.load_variant(name).at(6).cast.values())


def test_two_of_a_rank_are_refused() -> None:
    """2016 7 Cast, 1.5: exactly one for each rank."""
    with pytest.raises(VariantError, match="rank"):
        cs.load_variant("citadels-2016", {"cast": ["assassin", "witch", "magician", "king", "bishop", "merchant", "architect", "warlord"]})
