"""2016 5: ties; A28, A29."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import play, player
from tests.rules2016.tables import final, table

# The last seat's city ended the game but is no longer complete: no seat has points for that.
UNLATCHED = {"first_bonus_latched": False, "completion_bonus_latched": False}
# Six points each: of one district, of two, of three.
SIX_POINTS = (["palace", "temple"], ["castle", "market"], ["manor", "church", "tavern"])


def tied(*holders: tuple[str, ...], **keys: Any) -> cs.Game:
    """The end of a round in which these seats, with six points each, held these characters; another seat's lost city ended the game.

    That seat, the last one, has no points: its bonus is not kept.
    """
    rules = {**UNLATCHED, **keys.pop("rules", {})}
    seats = keys.pop("seats", 4)
    players = [player(*names, city=SIX_POINTS[n % 3], **keys.pop(f"seat{n}", {})) for n, names in enumerate(holders)]
    return final(*players, seats=seats, completed=[seats - 1], rules=rules, **keys)


def outcome(game: cs.Game) -> tuple[list[int], str | None]:
    result = game.result()
    return result["winners"], result["tie_break"]


# ---- the highest rank revealed in the last round


@pytest.mark.parametrize(
    ("characters", "winner"),
    [
        (("warlord", "bishop"), 0),
        (("bishop", "warlord"), 1),
        (("assassin", "thief"), 1),
        (("artist", "warlord"), 0),
        (("magician", "king"), 1),
    ],
)
def test_the_higher_rank_wins(characters: tuple[str, str], winner: int) -> None:
    """2016 5 Tie, D17 (002:586-589, 003:229, 004:237): of the tied, whoever revealed the higher number; eight beats three."""
    assert outcome(tied(*[(name,) for name in characters])) == ([winner], "highest-rank")


def test_neither_districts_nor_gold_decide() -> None:
    """2016 5 Tie: as they do in classic."""
    rich = {"gold": 50}
    assert outcome(tied(("king",), ("bishop",), seat0=rich)) == ([1], "highest-rank")
    beautiful = [player("king", city=["palace", "temple"]), player("bishop", city=["keep", "manor"]), player("warlord")]
    assert outcome(final(*beautiful, completed=[3], rules=UNLATCHED)) == ([1], "highest-rank")


def test_only_the_tied_are_compared() -> None:
    """2016 5 Tie: the Warlord with fewer points is not among them."""
    game = tied(("king",), ("bishop",), seats=4)
    assert game.result()["ranking"][:2] == [1, 0]
    players = [player("king", city=SIX_POINTS[0]), player("bishop", city=SIX_POINTS[1]), player("warlord", city=["tavern"])]
    result = final(*players, completed=[3], rules=UNLATCHED).result()
    assert (result["winners"], result["ranking"], result["tie_break"]) == ([1], [1, 0, 2, 3], "highest-rank")


def test_without_a_tie_the_rank_does_not_matter() -> None:
    """2016 5: most points win."""
    players = [player("assassin", city=["palace", "church"]), player("warlord", city=["palace", "temple"])]
    assert outcome(final(*players, completed=[3], rules=UNLATCHED)) == ([0], None)


def test_three_with_the_same_points() -> None:
    """2016 5 Tie: places in the order of ranks."""
    result = tied(("thief",), ("merchant",), ("king",)).result()
    assert (result["winners"], result["ranking"]) == ([1], [1, 2, 0, 3])


@pytest.mark.parametrize(
    ("reading", "expected"), [("highest_rank", ([1], "highest-rank")), ("s0", ([0], "districts")), ("none", ([0, 1], "shared"))]
)
def test_the_tie_break_is_a_switch(reading: str, expected: tuple[list[int], str]) -> None:
    """2016 5 Tie, 7 Tie-break, `tie_break`: rank, or in classic the districts, or shared."""
    dear = player("king", city=["palace", "cathedral", "market"])
    colourful = player("bishop", city=["manor", "temple", "tavern", "watchtower", "keep"])
    rules = {**UNLATCHED, "tie_break": reading}
    assert outcome(final(dear, colourful, player("warlord"), completed=[3], rules=rules)) == expected


@pytest.mark.parametrize(
    ("two", "winner"), [((("assassin", "warlord"), ("bishop", "merchant")), 0), ((("king", "bishop"), ("thief", "merchant")), 1)]
)
def test_with_two_characters_the_higher_one_counts(two: tuple[tuple[str, ...], tuple[str, ...]], winner: int) -> None:
    """2016 5 Tie: the higher of his two."""
    assert outcome(tied(*two, seats=3)) == ([winner], "highest-rank")


# ---- the killed


@pytest.mark.parametrize(
    ("killed", "reading", "winner"),
    [("bishop", "rank4_only", 0), ("bishop", "all", 1), ("king", "rank4_only", 1), ("king", "all", 1)],
)
def test_whether_the_killed_counts(killed: str, reading: str, winner: int) -> None:
    """2016 A29, `killed_counts_in_tie`: rank 4, which is revealed when the round ends, or every killed character."""
    game = tied(("thief",), (killed,), murdered=killed, rules={"killed_counts_in_tie": reading})
    assert outcome(game) == ([winner], "highest-rank")


@pytest.mark.parametrize("killed", ["king", "patrician"])
def test_a_killed_rank_4_counts_as_four(killed: str) -> None:
    """2016 A29 (002:1286-1289): more than three, less than five."""
    assert outcome(tied(("magician",), (killed,), murdered=killed))[0] == [1]
    assert outcome(tied(("bishop",), (killed,), murdered=killed))[0] == [0]


def test_a_killed_emperor_counts_as_four_once_he_has_passed_the_crown() -> None:
    """2016 A29, A36: he is revealed at the end of the round."""
    game = tied(("magician",), ("emperor",), murdered="emperor", crown=3)
    assert game.decision == "crown"
    assert outcome(play(game, "crown:0"))[0] == [1]


def test_of_two_characters_one_killed_the_other_counts() -> None:
    """2016 A29, 5 Tie: with three players the killed Warlord's player has revealed his Thief."""
    two = (("thief", "warlord"), ("magician", "king"))
    assert outcome(tied(*two, seats=3, murdered="warlord"))[0] == [1]
    assert outcome(tied(*two, seats=3, murdered="warlord", rules={"killed_counts_in_tie": "all"}))[0] == [0]


# ---- the Witch


def bewitched_last_round(**rules: Any) -> cs.Game:
    """The Witch of seat 0 goes on as the Bishop of seat 1, and ties with the Thief of seat 2; seat 3 ends the game without points."""
    seats = (player("witch", city=SIX_POINTS[0]), player("bishop"), player("thief", city=SIX_POINTS[1]))
    switches = {**UNLATCHED, **rules}
    game = table(*seats, completed=[3], rules=switches)
    play(game, "gold", "bewitch:bishop", "gold", "end", "gold", "end")
    return game


@pytest.mark.parametrize(("rank", "winner"), [(1, 2), ("bewitched", 0)])
def test_the_witchs_rank(rank: int | str, winner: int) -> None:
    """2016 A28, `witch_tie_rank`: she revealed rank 1, or is taken for the character she went on as."""
    game = bewitched_last_round(witch_tie_rank=rank)
    assert (game.over, outcome(game)) == (True, ([winner], "highest-rank"))


def test_the_bewitched_has_revealed_his_character() -> None:
    """2016 A28, 3 Witch: his own rank is his in a tie."""
    seats = (player("witch"), player("bishop", city=SIX_POINTS[0]), player("thief", city=SIX_POINTS[1]))
    game = table(*seats, completed=[3], rules=UNLATCHED)
    play(game, "gold", "bewitch:bishop", "gold", "end", "gold", "end")
    assert outcome(game) == ([1], "highest-rank")


@pytest.mark.parametrize(("rank", "expected"), [(1, ([1], "highest-rank")), ("bewitched", ([0, 1], "shared"))])
def test_the_witch_against_the_player_she_bewitched(rank: int | str, expected: tuple[list[int], str]) -> None:
    """2016 A28, `witch_tie_rank`: where both have the same rank nothing else is printed."""
    seats = (player("witch", city=SIX_POINTS[0]), player("bishop", city=SIX_POINTS[1]))
    rules = {**UNLATCHED, "witch_tie_rank": rank}
    game = table(*seats, completed=[3], rules=rules)
    play(game, "gold", "bewitch:bishop", "gold", "end")
    assert outcome(game) == expected


@pytest.mark.parametrize("rank", [1, "bewitched"])
def test_a_witch_who_does_not_resume_has_rank_1(rank: int | str) -> None:
    """2016 A28: nobody revealed the character she named."""
    seats = (player("witch", city=SIX_POINTS[0]), player("thief", city=SIX_POINTS[1]))
    rules = {**UNLATCHED, "witch_tie_rank": rank}
    game = play(table(*seats, completed=[3], rules=rules), "gold", "bewitch:bishop", "gold", "end")
    assert outcome(game) == ([1], "highest-rank")
