"""2016 5: what triggers the end, completing a city, the worked example; A6."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, idle_round, play, player, score
from tests.rules2016.tables import SIX, final, table, warranted

SEVEN = [*SIX, "watchtower"]
EIGHT = [*SEVEN, "prison"]


def completed(game: cs.Game) -> list[int]:
    return list(game.position()["completed"])


def completion(game: cs.Game) -> list[int]:
    """Points for completed cities by seat."""
    return [score(game, seat)["completion"] for seat in range(len(game.result()["scores"]))]


# ---- trigger


@pytest.mark.parametrize(
    ("seats", "before", "ends"), [(4, 5, False), (4, 6, True), (8, 6, True), (3, 6, False), (3, 7, True), (2, 6, False), (2, 7, True)]
)
def test_the_seventh_district_ends_the_game_or_with_two_or_three_players_the_eighth(seats: int, before: int, ends: bool) -> None:
    """2016 5 Trigger (002:563-566, 690): the round is finished, then the game is over."""
    characters = ("king", "warlord") if seats < 4 else ("king",)
    seat = player(*characters, gold=9, city=EIGHT[:before], hand=("barracks",))
    game = play(table(seat, player("bishop"), seats=seats), "gold", "build:barracks")
    assert (game.over, completed(game)) == (False, [0] if ends else [])
    assert idle_round(game).over is ends


def test_the_round_is_finished_and_others_may_complete_their_cities_in_it() -> None:
    """2016 5 Trigger, Score: four points for the first, two for each other."""
    seats = [player(name, gold=9, city=SIX, hand=("prison",)) for name in ("merchant", "king", "bishop")]
    game = table(*seats)
    play(game, "gold", "build:prison", "end", "gold", "end")
    assert (completed(game), game.over, game.actor) == ([1], False, 0)
    play(game, "gold", "build:prison", "end")
    assert (game.over, completed(game), completion(game)) == (True, [1, 0], [2, 4, 0, 0])


def test_a_city_may_grow_beyond_seven() -> None:
    """2016 5 Trigger (002:565-566): also in the turn that completes it."""
    game = play(table(player("architect", gold=9, city=SIX, hand=("prison", "watchtower", "docks"))), "gold")
    play(game, "build:prison", "build:watchtower", "build:docks", "end")
    assert (game.over, len(city(game, 0)), completion(game)) == (True, 9, [4, 0, 0, 0])


def test_a_confiscation_completes_a_city() -> None:
    """2016 5 Trigger, 3 Magistrate: at that moment, in the builder's turn."""
    seats = (player("magistrate", city=SIX), player("bishop", gold=9, city=SIX, hand=("prison",)))
    game = play(warranted("bishop", *seats), "gold", "build:prison", "confiscate")
    assert (completed(game), len(city(game, 1))) == ([0], 6)
    play(game, "end")
    assert (game.over, completion(game)) == (True, [4, 0, 0, 0])


def test_a_seizure_completes_a_city() -> None:
    """2016 5 Trigger, 3 Marshal."""
    game = play(table(player("marshal", gold=5, city=SIX), player(city=["prison"])), "seize:1:prison")
    assert completed(game) == [0]
    assert idle_round(game).over


def test_an_exchange_may_complete_either_city() -> None:
    """2016 5 Trigger, 3 Diplomat: by a Monument that moves; the other's city may be completed too."""
    game = table(player("diplomat", gold=9, city=[*SIX[:5], "prison"]), player(city=["monument"]))
    assert completed(play(game, "exchange:prison:1:monument")) == [0]
    game = table(player("diplomat", gold=9, city=["monument"]), player(city=SIX))
    assert completed(play(game, "exchange:monument:1:market")) == [1]
    assert idle_round(game).over


def test_the_end_stays_triggered_when_the_city_is_smaller_again() -> None:
    """2016 5 Trigger: a Diplomat gives the Monument of his completed city away, which completes nothing else."""
    own = ["monument", *SIX[:5]]
    seats = (player("king", city=["docks"]), player("diplomat", gold=9, city=own))
    game = table(*seats, next_rank=8, completed=[1])
    play(game, "exchange:monument:0:docks")
    assert len(city(game, 1)) == 6
    play(game, "gold", "end")
    assert (game.over, completion(game)) == (True, [0, 4, 0, 0])


@pytest.mark.parametrize(("seats", "n"), [(4, 6), (3, 7)])
def test_a_city_that_is_not_complete_ends_nothing(seats: int, n: int) -> None:
    """2016 5 Trigger, 0.4: one short."""
    assert not final(player(city=EIGHT[:n]), seats=seats).over


# ---- the points for it


@pytest.mark.parametrize(
    ("first", "later", "points"), [(True, True, [4, 2]), (True, False, [4, 0]), (False, True, [2, 2]), (False, False, [0, 0])]
)
def test_a_completed_city_below_seven_at_the_end(first: bool, later: bool, points: list[int]) -> None:
    """2016 A6, `first_bonus_latched`, `completion_bonus_latched`: kept, or only if complete at the end."""
    rules = {"first_bonus_latched": first, "completion_bonus_latched": later}
    game = final(player(city=SIX), player(city=SIX), completed=[0, 1], rules=rules)
    assert completion(game) == [*points, 0, 0]


@pytest.mark.parametrize("latched", [True, False])
def test_a_completed_city_still_complete_has_its_points_by_every_reading(latched: bool) -> None:
    """2016 A6: it concerns cities that have shrunk."""
    rules = {"first_bonus_latched": latched, "completion_bonus_latched": latched}
    game = final(player(city=SEVEN), player(city=["monument", *SIX[:5]]), completed=[1, 0], rules=rules)
    assert completion(game) == [2, 4, 0, 0]


def test_the_monument_counts_as_one_district_for_everything_else() -> None:
    """2016 4.2 Monument: its cost once; as two toward completion alone."""
    game = final(player(city=["capitol", "monument"]), player(city=SEVEN), completed=[1])
    assert score(game, 0) == {"total": 9, "districts": 9, "types": 0, "completion": 0, "bonus": 0}
    game = final(player(city=["wishing-well", "monument", "ivory-tower"]), player(city=SEVEN), completed=[1])
    assert score(game, 0)["bonus"] == 3


# ---- costs and types


@pytest.mark.parametrize(
    ("city", "districts", "types"),
    [
        (["manor", "castle", "palace"], 12, 0),
        (["manor", "temple", "tavern", "watchtower", "keep"], 9, 3),
        (["manor", "temple", "tavern", "watchtower"], 6, 0),
        (["manor", "castle", "temple", "tavern", "watchtower", "keep"], 13, 3),
        ([{"district": "manor", "beautified": True}, "tavern"], 5, 0),
        ([], 0, 0),
    ],
)
def test_costs_and_the_five_types(city: list[Any], districts: int, types: int) -> None:
    """2016 5 Score (002:568-585): each district its cost, one more if beautified; three points for all five types, once."""
    game = final(player(city=city), completed=[3])
    assert score(game, 0) == {"total": districts + types, "districts": districts, "types": types, "completion": 0, "bonus": 0}


# ---- the worked example

CARLOS = ["castle", "tavern", "trading-post", "monastery", "cathedral", "observatory", "haunted-quarter"]
AMANDA = ["barracks", "prison", "docks", "manor", "trading-post", "school-of-magic", "dragon-gate"]


@pytest.mark.parametrize("swapped", [False, True])
def test_the_worked_example(swapped: bool) -> None:
    """2016 5 (002:617-685, 003:237-260, 004:260-280): 28 to 29; who has the Monastery and who the Manor, the book does not say."""
    exchange = {"monastery": "manor", "manor": "monastery"} if swapped else {}
    carlos, amanda = ([exchange.get(id, id) for id in cards] for cards in (CARLOS, AMANDA))
    game = final(player(city=carlos), player(city=amanda), completed=[0, 1])
    assert score(game, 0) == {"total": 28, "districts": 21, "types": 3, "completion": 4, "bonus": 0}
    assert score(game, 1) == {"total": 29, "districts": 25, "types": 0, "completion": 2, "bonus": 2}
    assert (game.result()["winners"], game.result()["ranking"][:2], game.result()["tie_break"]) == ([1], [1, 0], None)


def test_in_the_worked_example_the_docks_are_amandas() -> None:
    """2016 5: if they were Carlos's, Amanda would own all five types, and the printed sum would be another one."""
    carlos = [id if id != "monastery" else "docks" for id in CARLOS]
    amanda = [id if id != "docks" else "monastery" for id in AMANDA]
    game = final(player(city=carlos), player(city=amanda), completed=[0, 1])
    assert (score(game, 1)["types"], score(game, 1)["total"]) == (3, 32)


def test_the_worked_example_played_to_its_end() -> None:
    """2016 5: Carlos completes his city first, Amanda hers in the same round; nothing is set by the position."""
    seats = (
        player("bishop", gold=9, city=CARLOS[:6], hand=("haunted-quarter",)),
        player("warlord", gold=9, city=AMANDA[:6], hand=("dragon-gate",)),
    )
    game = table(*seats)
    play(game, "gold", "build:haunted-quarter", "end", "gold", "build:dragon-gate", "end")
    assert [score(game, seat)["total"] for seat in (0, 1)] == [28, 29]
