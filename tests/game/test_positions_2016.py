"""Position keys that came with 2016: warrants, threats, the token's tax; a city with a Monument."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS
from citadels_sim.engine import journal as j
from citadels_sim.game.wording import ranks_of
from tests.game.court import BEWITCHING, CRIMINAL, FIRST_2016, LAWFUL, THREATS, WARRANTS, court, play, with_threats, with_warrants
from tests.game.tables import again, differences, random_play, table

# ---- warrants


def test_what_the_magistrate_lays_is_written_in_the_order_of_ranks() -> None:
    game = court({"characters": ["magistrate"]}, {"characters": ["king"]})
    assert game.position()["warrants"] is None
    game.play("warrants:architect:king:bishop")
    assert game.position()["warrants"] == WARRANTS
    assert play(game, "gold", "end").position()["warrants"] == WARRANTS


def test_blank_warrants_may_be_given_in_any_order() -> None:
    assert with_warrants({"signed": "architect", "blank": ["bishop", "king"]}).position()["warrants"] == WARRANTS


def test_the_signed_warrant_of_a_position_takes_the_first_district_paid_for() -> None:
    game = play(with_warrants(), "gold", "build:temple")
    assert (game.decision, game.actor) == ("warrant", 0)
    game.play("confiscate")
    assert [built["district"] for built in game.position()["players"][0]["city"]] == ["temple"]
    assert game.position()["warrants"] == {"signed": None, "blank": ["king", "bishop"]}


def test_a_blank_warrant_of_a_position_takes_nothing() -> None:
    game = play(with_warrants({"signed": "king", "blank": ["bishop", "architect"]}), "gold", "build:temple")
    assert (game.decision, game.actor) == ("turn", 1)
    assert [built["district"] for built in game.position()["players"][1]["city"]] == ["temple"]


def test_a_signed_warrant_that_was_not_used_still_lies() -> None:
    assert play(with_warrants(), "gold", "build:temple", "pass").position()["warrants"] == WARRANTS


def test_after_a_signed_warrant_was_turned_up_the_rest_takes_nothing() -> None:
    rest = {"signed": None, "blank": ["bishop", "architect"]}
    game = play(with_warrants(rest), "gold", "build:temple")
    assert (game.decision, game.position()["warrants"]) == ("turn", rest)


def test_warrants_are_gone_in_the_next_round() -> None:
    game = play(with_warrants(), "gold", "end", "gold", "end")
    assert (game.decision, game.position()["warrants"]) == ("pick", None)


# ---- threats


def test_what_the_blackmailer_lays_is_written() -> None:
    game = court({"characters": ["blackmailer"]}, {"characters": ["king"]}, cast=CRIMINAL)
    assert game.position()["threats"] is None
    game.play("threats:merchant:bishop")
    assert game.position()["threats"] == THREATS


@pytest.mark.parametrize(
    ("threats", "gold"),
    ((THREATS, (8, 0)), ({"flowered": "bishop", "blank": "merchant"}, (0, 8)), ({"flowered": None, "blank": "merchant"}, (0, 8))),
)
def test_the_flower_of_a_position_takes_all_gold_and_a_blank_threat_nothing(threats: object, gold: tuple[int, int]) -> None:
    game = play(with_threats(threats), "gold", "refuse")
    assert (game.decision, game.actor) == ("threat", 0)
    players = play(game, "reveal").position()["players"]
    assert (players[0]["gold"], players[1]["gold"]) == gold


@pytest.mark.parametrize("answers", (("bribe",), ("refuse", "reveal")))
def test_a_threat_that_was_bribed_or_turned_up_is_null(answers: tuple[str, ...]) -> None:
    assert play(with_threats(), "gold", *answers).position()["threats"] == {"flowered": None, "blank": "bishop"}
    other = {"flowered": "bishop", "blank": "merchant"}
    assert play(with_threats(other), "gold", *answers).position()["threats"] == {"flowered": "bishop", "blank": None}


def test_a_threat_that_was_left_face_down_still_lies() -> None:
    assert play(with_threats(), "gold", "refuse", "pass").position()["threats"] == THREATS


def test_when_no_threat_lies_any_more_the_key_is_null() -> None:
    game = play(with_threats({"flowered": "merchant", "blank": "architect"}), "gold", "bribe", "end")
    assert game.position()["threats"] == {"flowered": None, "blank": "architect"}
    assert play(game, "gold", "bribe").position()["threats"] is None
    assert again(game).position() == game.position()


@pytest.mark.parametrize("nothing", (None, {}, {"flowered": None, "blank": None}))
def test_no_threats_may_be_given_in_several_ways(nothing: object) -> None:
    assert with_threats(nothing).position()["threats"] is None


def test_a_witch_who_acts_as_the_blackmailer_has_her_bribes_and_knows_the_flower() -> None:
    seats = ({"characters": ["blackmailer"]}, {"characters": ["merchant"], "gold": 6}, {"characters": ["witch"]})
    game = court(*seats, cast=BEWITCHING, bewitched="blackmailer", threats=THREATS, next_rank=6)
    assert [game.view(seat)["threats"] == THREATS for seat in range(4)] == [False, False, True, False]
    assert [player["gold"] for player in play(game, "gold", "bribe").position()["players"]] == [0, 4, 4, 0]


# ---- what is pending beside them


def test_every_state_of_warrants_and_threats_comes_back() -> None:
    games = [with_warrants(), play(with_warrants(), "gold", "build:temple"), play(with_warrants(), "gold", "build:temple", "confiscate")]
    games += [with_threats(), play(with_threats(), "gold"), play(with_threats(), "gold", "refuse")]
    games += [play(with_threats(), "gold", "bribe"), play(with_threats(), "gold", "refuse", "reveal")]
    for game in games:
        assert differences(game.state, again(game).state) == []
        assert (again(game).legal(), again(game).position()) == (game.legal(), game.position())


def test_faces_may_be_changed_while_a_decision_is_pending() -> None:
    position = with_warrants().position()
    position["warrants"] = {"signed": "king", "blank": ["bishop", "architect"]}
    assert play(cs.Game.from_position(FIRST_2016, position), "gold", "build:temple").decision == "turn"


@pytest.mark.parametrize(
    ("game", "key", "value"),
    (
        (play(with_warrants(), "gold", "build:temple", "confiscate", "end"), "warrants", {"signed": "magician", "blank": ["king"]}),
        (play(with_threats(), "gold", "bribe"), "threats", {"flowered": "king", "blank": None}),
    ),
)
def test_faces_that_what_is_pending_knows_otherwise_are_refused(game: cs.Game, key: str, value: object) -> None:
    with pytest.raises(cs.PositionError, match=f"pending: knows '{key}' otherwise than that key says; take both from position()"):
        cs.Game.from_position(FIRST_2016, {**game.position(), key: value})


# ---- random games


class Witness:
    """Follows what the journal has of warrants and threats: who bears which, as the keys of a position write it."""

    def __init__(self, cast: list[str]) -> None:
        self.cast = cast
        self.markers: dict[int, list[str | None]] = {j.WARRANTS: [], j.THREATS: []}

    def hear(self, event: Any) -> None:
        """Note one event; the marker with a face stands first, one that is gone is None."""
        kind, name = int(event["kind"]), CHARACTERS[int(event["target_character"]) - 1].id
        if kind == j.ROUND:
            self.markers = {j.WARRANTS: [], j.THREATS: []}
        elif kind in self.markers:
            self.markers[kind] = [name, *(self.cast[rank - 1] for rank in ranks_of(event["extra"]) if self.cast[rank - 1] != name)]
        elif kind in (j.CONFISCATE, j.BRIBE, j.REVEAL):
            markers = self.markers[j.WARRANTS if kind == j.CONFISCATE else j.THREATS]
            markers[markers.index(name)] = None

    def keys(self) -> list[dict[str, Any] | None]:
        """The keys ``warrants`` and ``threats``."""
        signed, *blank = self.markers[j.WARRANTS] or [None]
        flowered, *other = self.markers[j.THREATS] or [None, None]
        warrants = {"signed": signed, "blank": [name for name in blank if name]}
        threats = {"flowered": flowered, "blank": other[0]}
        return [markers if any(markers.values()) else None for markers in (warrants, threats)]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("name", ("citadels-2016-random", "citadels-2016-devious-dignitaries"))
def test_positions_say_what_the_journal_has(name: str, players: int) -> None:
    start = cs.Game.start(name, players, seed=players)
    witness, heard = Witness(start.position()["cast"]), 0
    for game in random_play(start, seed=players):
        for event in game.journal(heard):
            witness.hear(event)
            heard += 1
        position = game.position()
        assert [position["warrants"], position["threats"]] == witness.keys()


# ---- tax and Monument


TAXED = [*LAWFUL, "tax-collector"]
NINE = cs.load_variant("citadels-2016-nine")


def test_tax_lies_on_the_token_until_its_collector_is_called() -> None:
    seats = ({"characters": ["king"], "gold": 4, "hand": ["temple"]}, {"characters": ["tax-collector"]})
    game = table(*seats, variant=NINE, cast=TAXED, tax=3, next_rank=4)
    assert game.position()["tax"] == again(game).position()["tax"] == 3
    assert play(game, "gold", "build:temple").position()["tax"] == 4
    assert play(game, "end").position()["tax"] == 0
    assert game.position()["players"][1]["gold"] == 4


def test_tax_on_the_token_stays_there_from_round_to_round() -> None:
    game = table({"characters": ["king"]}, variant=NINE, cast=TAXED, tax=3, next_rank=4)
    assert play(game, "gold", "end").position()["tax"] == 3
    assert (game.decision, table(variant=NINE, cast=TAXED, tax=3).position()["tax"]) == ("pick", 3)


@pytest.mark.parametrize(("sixth", "completed"), (("monument", [0]), ("palace", [])))
def test_a_monument_is_two_districts_toward_a_complete_city(sixth: str, completed: list[int]) -> None:
    city = ["manor", "temple", "tavern", "watchtower", "market", sixth]
    assert court({"characters": ["king"], "city": city}, next_rank=4).position()["completed"] == completed
