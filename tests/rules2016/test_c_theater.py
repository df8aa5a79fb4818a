"""2016 4.2 Theater: exchanging characters at the end of the selection phase."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from tests.rules.tables import labels, play, player
from tests.rules2016.tables import table


def drafted(seats: int, owner: int = 0, seed: int = 0) -> cs.Game:
    """A table where the owner has a Theater and everybody has picked or discarded the first character offered."""
    players = [player(city=["theater"] if seat == owner else []) for seat in range(seats)]
    game = table(*players, seats=seats, seed=seed)
    while game.decision in ("pick", "discard-character"):
        play(game, game.legal()[0])
    return game


def characters(game: cs.Game) -> list[list[str]]:
    return [seat["characters"] for seat in game.position()["players"]]


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_the_owner_is_asked_before_rank_1_is_called(seats: int) -> None:
    """2016 4.2 Theater: after the last pick, also after the swap with the facedown card of seven and eight players."""
    game = drafted(seats, owner=2)
    assert (game.decision, game.actor, game.position()["next_rank"]) == ("theater", 2, 1)
    assert all(len(own) == 1 for own in characters(game))
    assert set(game.legal()) == {*(f"theater:{seat}" for seat in range(seats) if seat != 2), "pass"}


def test_without_a_theater_nobody_is_asked() -> None:
    """2016 4.2 Theater."""
    game = table(*[player() for _ in range(4)])
    while game.decision == "pick":
        play(game, game.legal()[0])
    assert game.decision == "turn"


def test_a_theater_in_hand_or_deck_does_nothing() -> None:
    """2016 4.2: a district works in a city."""
    game = table(player(hand=("theater",)), player(), player(), player(), deck=["theater", "docks"])
    while game.decision == "pick":
        play(game, game.legal()[0])
    assert game.decision == "turn"


@pytest.mark.parametrize("other", [1, 2, 3])
def test_the_two_cards_change_hands(other: int) -> None:
    """2016 4.2 Theater: the own card for that of the opponent chosen; all others keep theirs."""
    game = drafted(4)
    before = characters(game)
    play(game, f"theater:{other}")
    expected = list(before)
    expected[0], expected[other] = before[other], before[0]
    assert (characters(game), game.decision) == (expected, "turn")


def test_the_new_holders_are_called() -> None:
    """2016 4.2 Theater: each takes the turn of the character he now has."""
    game = drafted(4)
    before = characters(game)
    play(game, "theater:1")
    order = sorted([before[1][0], before[0][0], before[2][0], before[3][0]], key=game.position()["cast"].index)
    holders = {before[1][0]: 0, before[0][0]: 1, before[2][0]: 2, before[3][0]: 3}
    assert game.actor == holders[order[0]]


def test_the_owner_may_pass() -> None:
    """2016 4.2 Theater: may exchange."""
    game = drafted(4)
    before = characters(game)
    play(game, "pass")
    assert (characters(game), game.decision) == (before, "turn")


def test_the_choice_is_blind() -> None:
    """2016 4.2 Theater (002:1728-1736): the owner sees nobody's card before."""
    game = drafted(4, owner=3)
    seen = [seat["characters"] for seat in game.view(3)["players"]]
    assert seen[3] == characters(game)[3]
    assert seen[:3] == [[None]] * 3


def test_both_may_look_and_nobody_else() -> None:
    """2016 4.2 Theater (002:1728-1736): the swapped cards stay hidden until they are called."""
    game = drafted(4, seed=3)
    before = characters(game)
    play(game, "theater:2")
    rank_of = {name: n for n, name in enumerate(game.position()["cast"], 1)}
    called = game.position()["next_rank"]

    def seen(viewer: int, seat: int) -> object:
        return game.view(viewer)["players"][seat]["characters"]

    assert (seen(0, 0), seen(2, 2)) == (before[2], before[0])
    for seat in (0, 2):
        hidden = rank_of[characters(game)[seat][0]] >= called
        assert seen(1, seat) == ([None] if hidden else characters(game)[seat])
    assert any(rank_of[characters(game)[seat][0]] >= called for seat in (0, 2))


def test_it_is_asked_every_round() -> None:
    """2016 4.2 Theater: at the end of each selection phase."""
    game = play(drafted(4), "pass")
    while game.position()["round"] == 1:
        play(game, next(label for label in ("gold", "end", *game.legal()) if label in game.legal()))
    while game.decision == "pick":
        play(game, game.legal()[0])
    assert (game.decision, game.actor, game.position()["round"]) == ("theater", 0, 2)


# ---- two and three players


@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_characters_the_owner_chooses_which_he_gives(seats: int) -> None:
    """2016 4.2 Theater (002:1733-1736)."""
    game = drafted(seats)
    own = characters(game)[0]
    others = range(1, seats)
    assert (game.decision, len(own)) == ("theater", 2)
    assert set(game.legal()) == {*(f"theater:{name}:{seat}" for name in own for seat in others), "pass"}


@pytest.mark.parametrize("seats", [2, 3])
def test_and_receives_a_random_one_of_the_opponents_two(seats: int) -> None:
    """2016 4.2 Theater (002:1733-1736): either of them, by chance; he keeps his other one."""
    received = set()
    for seed in range(16):
        game = drafted(seats, seed=seed)
        mine, theirs = characters(game)[0], characters(game)[1]
        play(game, f"theater:{mine[1]}:1")
        now, then = set(characters(game)[0]), set(characters(game)[1])
        assert now | then == {*mine, *theirs}
        assert (mine[0] in now, mine[1] in then) == (True, True)
        received.add(theirs.index((now - {mine[0]}).pop()))
    assert received == {0, 1}


def test_a_new_theater_works_at_the_end_of_the_next_selection() -> None:
    """2016 4.2 Theater: it does nothing in the round it was built (A33)."""
    game = play(table(player("king", gold=4, hand=("theater",)), crown=1), "gold", "build:theater")
    assert labels(game, "theater") == []
    play(game, "end")
    while game.decision == "pick":
        play(game, game.legal()[0])
    assert (game.decision, game.actor) == ("theater", 0)
