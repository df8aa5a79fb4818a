"""Game: starting, playing, the end, copies."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from citadels_sim.engine.actions import DECISIONS
from tests.game.tables import CLASSIC, play_until, random_play, table
from tests.spread import TABLES


def at_the_end(players: int = 4) -> cs.Game:
    return list(random_play(cs.Game.start(CLASSIC, players, seed=1), seed=1))[-1]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_fresh_game_stands_at_the_first_pick_of_the_crowns_holder(name: str, players: int) -> None:
    game = cs.Game.start(cs.load_variant(name), players, seed=3)
    assert (game.over, game.decision, game.actor) == (False, "pick", game.position()["crown"])
    assert all(action.startswith("pick:") for action in game.legal())


def test_everybody_begins_with_two_gold_and_four_cards() -> None:
    players = cs.Game.start(CLASSIC, players=5, seed=2).position()["players"]
    assert [(player["gold"], len(player["hand"]), player["city"]) for player in players] == [(2, 4, [])] * 5


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    one, same, other = (cs.Game.start(CLASSIC, 4, seed=seed).position() for seed in (7, 7, 8))
    assert one == same
    assert one["deck"] != other["deck"]


def test_a_variant_can_be_named() -> None:
    assert cs.Game.start("classic-2000", 4, seed=7).position() == cs.Game.start(CLASSIC, 4, seed=7).position()
    assert cs.Game.from_position("classic-2000", {"players": [{}] * 4}).players == 4


@pytest.mark.parametrize("players", (0, 1, 8, -4, 4.0, "4", None, True))
def test_a_number_of_players_that_the_variant_cannot_seat_is_a_variant_error(players: object) -> None:
    with pytest.raises(cs.VariantError, match="'classic-2000' seats 2 to 7 players"):
        cs.Game.start(CLASSIC, players, seed=7)  # type: ignore[arg-type]


def test_an_unknown_variant_is_a_variant_error() -> None:
    with pytest.raises(cs.VariantError, match="classic-2000"):
        cs.Game.start("clasic-2000", 4)
    with pytest.raises(cs.VariantError, match="17 is not a variant"):
        cs.Game.start(17, 4)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", (-1, 2**63, 1.5, "7", True, None))
def test_an_impossible_seed_is_reported(seed: object) -> None:
    with pytest.raises(ValueError, match=r"seed: .* whole number from 0"):
        cs.Game.start(CLASSIC, 4, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_play_comes_to_an_end_through_known_decisions(name: str, players: int) -> None:
    seen = {game.decision for game in random_play(cs.Game.start(name, players, seed=5), seed=2)}
    assert seen - {None} <= set(DECISIONS.values())
    assert {None, "pick", "turn"} <= seen


def test_an_illegal_action_names_itself_the_legal_ones_and_the_nearest() -> None:
    game = play_until(cs.Game.start(CLASSIC, 4, seed=1), "turn")
    with pytest.raises(cs.IllegalAction) as error:
        game.play("glod")
    assert "'glod'" in str(error.value)
    assert "Did you mean 'gold'?" in str(error.value)
    assert all(action in str(error.value) for action in game.legal())
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize("label", ("glod", "", "pick:king:king", "end", None, 3, ["gold"]))
def test_an_illegal_action_leaves_the_game_as_it_was(label: object) -> None:
    game = cs.Game.start(CLASSIC, 4, seed=1)
    before, legal = game.position(), game.legal()
    with pytest.raises(cs.IllegalAction):
        game.play(label)  # type: ignore[arg-type]
    assert (game.position(), game.legal()) == (before, legal)


def test_a_code_that_is_not_legal_has_no_label() -> None:
    with pytest.raises(cs.IllegalAction, match="action 99"):
        cs.Game.start(CLASSIC, 4, seed=1).label(99)


def test_a_game_that_is_over_has_no_actor_no_decision_and_nothing_legal() -> None:
    game = at_the_end()
    assert (game.over, game.actor, game.decision, game.legal()) == (True, None, None, ())


def test_a_game_that_is_over_can_still_be_looked_at() -> None:
    game = at_the_end()
    assert game.position()["players"] == cs.Game.from_position(CLASSIC, game.position()).position()["players"]
    assert len(game.view(0)["players"]) == 4


def test_playing_on_after_the_end_is_illegal() -> None:
    game = at_the_end()
    with pytest.raises(cs.IllegalAction, match="'gold' cannot be played: the game is over"):
        game.play("gold")


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(ValueError, match="the game is not over"):
        cs.Game.start(CLASSIC, 4).result()


def test_a_result_adds_up_and_ranks_every_seat() -> None:
    result = at_the_end().result()
    assert set(result) == {"winners", "ranking", "tie_break", "scores"}
    assert [score["seat"] for score in result["scores"]] == [0, 1, 2, 3]
    for score in result["scores"]:
        assert score["total"] == score["districts"] + score["types"] + score["completion"] + score["bonus"]
    totals = [result["scores"][seat]["total"] for seat in result["ranking"]]
    assert totals == sorted(totals, reverse=True)
    assert result["winners"] == result["ranking"][:1]


def scored(*players: dict[str, object], variant: object = CLASSIC, **keys: object) -> dict[str, object]:
    """Result of a game whose last turn has just ended; seat 0 completed its city some rounds ago."""
    last = {"characters": ["king"]}
    game = table({**last, **players[0]}, *players[1:], completed=[0], next_rank=9, variant=variant, **keys)  # type: ignore[arg-type]
    return game.result()


def test_the_parts_of_a_score_are_distinguished() -> None:
    city = ["manor", "temple", "tavern", {"district": "watchtower", "beautified": True}, "dragon-gate", "market", "docks", "prison"]
    result = scored({"city": city})
    assert result["scores"][0] == {  # type: ignore[index]
        "seat": 0,
        "total": 29,
        "districts": 20,
        "types": 3,
        "completion": 4,
        "bonus": 2,
    }


def test_a_tie_broken_by_the_value_of_the_districts_is_reported() -> None:
    result = scored({"city": ["temple"]}, {"city": ["palace"]}, first=[0])
    assert [score["total"] for score in result["scores"]] == [5, 5, 0, 0]  # type: ignore[attr-defined]
    assert (result["tie_break"], result["winners"], result["ranking"]) == ("districts", [1], [1, 0, 2, 3])


@pytest.mark.parametrize(
    ("gold", "tie_break", "winners"),
    (((0, 0, 0), "shared", [0, 1]), ((0, 1, 0), "gold", [1]), ((3, 1, 9), "gold", [0])),
)
def test_a_tie_broken_by_gold_and_a_shared_one_are_reported(gold: tuple[int, ...], tie_break: str, winners: list[int]) -> None:
    cities: tuple[list[str], ...] = (["palace"], ["palace"], [])
    result = scored(*({"city": city, "gold": coins} for city, coins in zip(cities, gold, strict=True)), first=[])
    assert (result["tie_break"], result["winners"]) == (tie_break, winners)


def test_without_a_tie_at_the_top_nothing_broke_one() -> None:
    assert scored({"city": ["palace"]}, {"city": ["temple"]}, {"city": ["temple"]})["tie_break"] is None


def test_a_copy_goes_its_own_way() -> None:
    game = cs.Game.start(CLASSIC, 4, seed=4)
    before = game.position()
    other = game.copy()
    list(random_play(other, seed=1))
    assert (game.position(), other.over) == (before, True)
    assert len(game.journal()) < len(other.journal())
    assert game.transcript()["labels"] == []


def test_a_copy_plays_on_like_the_original() -> None:
    game = play_until(cs.Game.start(CLASSIC, 4, seed=4), "keep")
    other = game.copy()
    ends = [list(random_play(g, seed=9))[-1] for g in (game, other)]
    assert ends[0].position() == ends[1].position()


def test_a_game_says_what_it_is() -> None:
    assert repr(cs.Game.start(CLASSIC, 4, seed=7)).startswith("<Game classic-2000, 4 players, round 1, seat ")
    assert "over" in repr(at_the_end())
