"""Classic 5.4, to which 4.3 Bell Tower points: when the game ends."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import dark
from tests.rules.tables import EIGHT, SEVEN, idle_round, labels, play, player, score

FIVE = SEVEN[:5]
SIX = SEVEN[:6]
TOWER = ("bell-tower",)


def building(mine: list[str], *theirs: list[str], answer: str = "announce", **keys: Any) -> cs.Game:
    """The King (seat 0) has just built the Bell Tower and given an answer, if there is one."""
    game = dark(player("king", gold=5, hand=TOWER, city=mine), *[player(city=each) for each in theirs], **keys)
    return play(game, "gold", "build:bell-tower", *filter(None, [answer]))


def completion(game: cs.Game) -> list[int]:
    """Points for completing the city, by seat, when the round is over."""
    return [score(idle_round(game), seat)["completion"] for seat in range(4)]


def test_its_builder_may_announce_or_not() -> None:
    """Classic 5.4: a decision at building."""
    game = play(dark(player("king", gold=5, hand=TOWER)), "gold", "build:bell-tower")
    assert (game.decision, game.actor, game.legal()) == ("bell-tower", 0, ("announce", "pass"))
    assert [play(game.copy(), answer).position()["bell_tower"] for answer in ("announce", "pass")] == [True, False]


def test_the_decision_is_made_once() -> None:
    """Classic 5.4: who has passed is not asked again."""
    game = idle_round(building([], answer="pass"))
    assert game.position()["bell_tower"] is False
    again = dark(player("king", gold=5, hand=("tavern",), city=["bell-tower"]))
    assert play(again, "gold", "build:tavern").decision == "turn"


def test_seven_districts_end_the_game_once_it_is_announced() -> None:
    """Classic 5.4: threshold seven; the first to reach it gets four."""
    game = dark(player("king", gold=5, hand=("tavern",), city=["bell-tower", *FIVE[:4], "prison"]), bell_tower=True)
    play(game, "gold", "build:tavern")
    assert (game.position()["completed"], game.position()["first"]) == ([0], [0])
    assert completion(game) == [4, 0, 0, 0]
    assert game.over


def test_seven_districts_do_not_end_it_when_the_builder_passed() -> None:
    """Classic 5.4: optional."""
    game = building(SIX, answer="pass")
    assert (idle_round(game).over, game.position()["completed"]) == (False, [])


def test_as_the_owners_seventh_it_ends_the_game_and_all_with_seven_get_four() -> None:
    """Classic 5.4 (S0:359-363): he and the others with seven at that moment."""
    game = building(SIX, SEVEN, FIVE)
    assert (sorted(game.position()["completed"]), game.position()["first"]) == ([0, 1], [0, 1])
    assert completion(game) == [4, 4, 0, 0]
    assert game.over


def test_players_who_have_seven_when_it_is_built_get_four_each() -> None:
    """Classic 5.4 (S0:354-359): though its owner has fewer; the end is triggered this round."""
    game = building([], SEVEN, SIX, SEVEN)
    assert game.position()["first"] == [1, 3]
    assert completion(game) == [0, 4, 0, 4]
    assert game.over


def test_who_reaches_seven_later_in_the_round_gets_two() -> None:
    """Classic 5.4 (S0:363-365)."""
    late = player("merchant", gold=5, hand=("watchtower",), city=SIX)
    game = dark(player("king", gold=5, hand=TOWER, city=SIX), late)
    play(game, "gold", "build:bell-tower", "announce", "end", "gold", "build:watchtower")
    assert completion(game) == [4, 2, 0, 0]


def test_with_nobody_at_seven_the_game_goes_on() -> None:
    """Classic 5.4: nobody at seven; the first to reach it will get four, others two."""
    game = building(FIVE, SIX)
    assert (game.position()["completed"], idle_round(game).over) == ([], False)
    first = dark(
        player("king", gold=5, hand=("tavern",), city=["bell-tower", *SIX[:4], "docks"]),
        player("merchant", gold=5, hand=("watchtower",), city=SIX),
        bell_tower=True,
    )
    play(first, "gold", "build:tavern", "end", "gold", "build:watchtower")
    assert completion(first) == [4, 2, 0, 0]


def test_an_eight_city_completed_before_keeps_the_only_four() -> None:
    """Classic 5.4 (L): players with seven at a later announcement get two."""
    game = building(FIVE, EIGHT, SEVEN, completed=[1], first=[1])
    assert completion(game) == [0, 4, 2, 0]


@pytest.mark.parametrize("reading", ["optional_announce", "automatic"])
def test_as_the_owners_eighth_all_who_have_seven_are_first_with_him(reading: str) -> None:
    """Classic 5.4 (S0:354-359), `bell_tower`: his city with eight and theirs with seven are complete at the same moment."""
    game = building(SEVEN, SIX, SEVEN, answer="", rules={"bell_tower": reading})
    if reading == "optional_announce":
        game.play("announce")
    assert (game.position()["completed"], game.position()["first"]) == ([0, 2], [0, 2])
    assert completion(game) == [4, 0, 4, 0]
    assert game.over


def test_as_the_owners_eighth_unannounced_he_alone_is_first() -> None:
    """Classic 5.4, 5.2: without the announcement a city is complete with eight."""
    game = building(SEVEN, SEVEN, answer="pass")
    assert (game.position()["completed"], game.position()["first"]) == ([0], [0])
    assert completion(game) == [4, 0, 0, 0]
    assert game.over


def test_while_he_decides_nobody_has_completed_a_city() -> None:
    """Classic 5.4; game API, position: his answer says how many districts complete one, also after reading the position again."""
    game = building(SEVEN, SEVEN, answer="")
    position = game.position()
    assert (game.decision, position["completed"], position["first"]) == ("bell-tower", [], [])
    again = cs.Game.from_position(game.variant, position)
    assert [completion(play(each, "announce")) for each in (game, again)] == [[4, 4, 0, 0]] * 2
    assert completion(play(cs.Game.from_position(game.variant, position), "pass")) == [4, 0, 0, 0]


@pytest.mark.parametrize("reading", ["optional_announce", "automatic"])
def test_who_completed_eight_before_he_built_the_tower_keeps_the_only_four(reading: str) -> None:
    """Classic 5.4 (L): also when that is its owner himself, in the same turn."""
    seat = player("architect", gold=20, hand=("prison", "bell-tower"), city=SEVEN)
    game = play(dark(seat, player(city=SEVEN), rules={"bell_tower": reading}), "gold", "build:prison", "build:bell-tower")
    if reading == "optional_announce":
        game.play("announce")
    assert (game.position()["completed"], game.position()["first"]) == ([0, 1], [0])
    assert completion(game) == [4, 2, 0, 0]


@pytest.mark.parametrize(("size", "theirs", "first"), [("one_fewer", 9, [0, 1]), ("one_fewer", 8, [0]), ("seven", 7, [0, 1])])
def test_where_ten_complete_a_city_the_tower_means_nine_or_seven(size: str, theirs: int, first: list[int]) -> None:
    """Classic 1.7, 5.4, `bell_tower_size`: as its owner's tenth district with three players."""
    more = [*EIGHT, "docks", "harbor"]
    variant = cs.load_variant("classic-summary", {"rules.bell_tower_size": size})
    seats = [player("king", gold=5, hand=TOWER, city=more[:9]), player("magician", city=more[:theirs]), player("bishop")]
    game = cs.Game.from_position(variant, {"players": seats, "next_rank": 4, "strict": False, "deck": ["docks"]})
    play(game, "gold", "build:bell-tower", "announce")
    assert (game.position()["completed"], game.position()["first"]) == (first, first)


def test_with_two_players_the_eighth_counts_the_same() -> None:
    """Classic 5.4, 1.5."""
    seats = [player("king", "thief", gold=5, hand=TOWER, city=SEVEN), player("magician", "bishop", city=SEVEN)]
    game = play(dark(*seats, seats=2, next_rank=4), "gold", "build:bell-tower", "announce")
    assert game.position()["first"] == [0, 1]


def test_confiscated_it_is_the_magistrate_who_decides_and_completes_with_the_others() -> None:
    """Classic 5.4, 2016 3 Magistrate: at a table that mixes the editions, it is built in his city."""
    seats = [player("magistrate", city=SEVEN), player("king", gold=5, hand=TOWER, city=SIX), player(city=SEVEN)]
    game = play(dark(*seats, next_rank=4, warrants={"signed": "king", "blank": []}), "gold", "build:bell-tower", "confiscate")
    assert (game.actor, game.decision, game.position()["completed"]) == (0, "bell-tower", [])
    play(game, "announce")
    assert (game.position()["completed"], game.position()["first"]) == ([0, 2], [0, 2])


@pytest.mark.parametrize(("announced", "targets"), [(True, 0), (False, 7)])
def test_seven_districts_are_immune_to_the_warlord_once_it_is_announced(announced: bool, targets: int) -> None:
    """Classic 5.4, 3.1 Warlord (S0:498-499)."""
    game = dark(player("warlord", gold=20), player(city=SEVEN), player(city=["bell-tower"]), bell_tower=announced)
    play(game, "gold")
    assert sum(label.startswith("destroy:1:") for label in labels(game, "destroy")) == targets


def test_destroyed_before_any_trigger_the_threshold_is_eight_again() -> None:
    """Classic 5.4 (card)."""
    game = dark(player("warlord", gold=9, hand=("watchtower",), city=SIX), player(city=["bell-tower"]), bell_tower=True)
    play(game, "gold", "destroy:1:bell-tower")
    assert game.position()["bell_tower"] is False
    again = dark(player("warlord", gold=9, hand=("watchtower",), city=SIX), player(city=["bell-tower"]), bell_tower=False)
    play(again, "gold", "build:watchtower", "end")
    assert not again.over


def test_the_threshold_of_eight_holds_for_the_builds_after_its_destruction() -> None:
    """Classic 5.4: the Armory takes it in one turn, a seventh district in the next completes nothing."""
    thief = player("thief", city=["armory"])
    king = player("king", gold=5, hand=("watchtower",), city=SIX)
    game = play(dark(thief, king, player(city=["bell-tower"]), bell_tower=True), "armory:2:bell-tower", "gold", "end")
    play(game, "gold", "build:watchtower")
    assert (game.position()["completed"], idle_round(game).over) == ([], False)


@pytest.mark.parametrize("armed", ["armory", "warlord"])
def test_destroyed_after_the_trigger_the_game_still_ends_and_is_judged_at_seven(armed: str) -> None:
    """Classic 5.4, `bell_tower_lost_after_trigger` (designer via BGG-1340316)."""
    late = player("warlord", gold=9, city=["armory"])
    game = dark(late, player(city=["bell-tower", "docks"]), player(city=SEVEN), player(city=SEVEN), bell_tower=True, completed=[2, 3])
    if armed == "armory":
        play(game, "armory:1:bell-tower", "gold", "end")
    else:
        play(game, "gold", "destroy:1:bell-tower", "end")
    assert (game.over, [score(game, seat)["completion"] for seat in range(4)]) == (True, [0, 0, 4, 2])


def test_after_a_loss_behind_the_trigger_the_position_still_reads() -> None:
    """Game API, position: complete, also with the announced Bell Tower gone; classic 5.4."""
    game = dark(player("warlord", gold=9), player(city=["bell-tower"]), player(city=SEVEN), bell_tower=True, completed=[2])
    play(game, "gold", "destroy:1:bell-tower")
    again = cs.Game.from_position(game.variant, game.position())
    assert (again.legal(), again.position()) == (game.legal(), game.position())


def test_a_destroyed_tower_that_is_built_again_is_announced_again() -> None:
    """Classic 5.4: the decision belongs to the building."""
    game = dark(player("magician", city=["armory"]), player("king", gold=5, hand=TOWER), player(city=["bell-tower"]), bell_tower=True)
    play(game, "armory:2:bell-tower", "gold", "end", "gold", "build:bell-tower")
    assert game.legal() == ("announce", "pass")


def test_in_the_short_game_it_means_six() -> None:
    """Classic 1.8, 5.4: one fewer than agreed (`bell_tower_size`)."""
    variant = cs.load_variant("classic-2000-short")
    seat = player("king", gold=5, hand=TOWER, city=FIVE)
    game = cs.Game.from_position(variant, {"players": [seat, player(), player(), player()], "strict": False, "deck": ["docks"]})
    play(game, "gold", "build:bell-tower", "announce")
    assert game.position()["completed"] == [0]


def test_built_by_a_wizard_from_another_hand_it_may_be_announced() -> None:
    """Classic 5.4, 3.2 Wizard: he builds it, he decides."""
    game = dark(player("wizard", gold=9), player(hand=("bell-tower", "docks")))
    play(game, "gold", "look:1", "take-build:bell-tower")
    assert (game.actor, game.decision) == (0, "bell-tower")


def test_an_exchange_announces_nothing() -> None:
    """Classic 5.4: placed when built; a Diplomat takes it as it is."""
    game = dark(player("diplomat", gold=9, city=["tavern"]), player(city=["bell-tower"]))
    play(game, "gold", "exchange:tavern:1:bell-tower")
    assert (game.decision, game.position()["bell_tower"]) == ("turn", False)
