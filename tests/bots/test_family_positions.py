"""What the charter says, what the raider aims at and what the banker waits for, in positions."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from tests.bots.positions import choice, choices, kinds, table
from tests.rules.tables import CLASSIC, idle_until, play, player

RICHARD, BANKER, RAIDER = parse_bot("richard"), parse_bot("banker"), parse_bot("raider")
FIVE = ["manor", "temple", "tavern", "watchtower", "market"]
SIX = [*FIVE, "church"]
SEVEN = [*SIX, "prison"]
POOR: dict[str, Any] = {"gold": 0, "hand": ["manor", "castle", "palace"], "city": []}


def draft(
    *players: dict[str, Any], taken: tuple[str, ...] = (), face_up: tuple[str, ...] = ("merchant", "magician"), rounds: int = 9
) -> cs.Game:
    """A classic game at its selection, seat 0 first; `taken`: what those before have picked already."""
    rest = [dict(POOR) for _ in range(4 - len(players))]
    position = {
        "players": [*players, *rest],
        "crown": 0,
        "round": rounds,
        "face_up": list(face_up),
        "face_down": ["thief"],
        "strict": False,
    }
    game = cs.Game.from_position(CLASSIC, position)
    return play(game, *[f"pick:{name}" for name in taken])


def who(city: list[str], gold: int = 2, hand: tuple[str, ...] = ("palace", "castle")) -> dict[str, Any]:
    """A player with a city, at the selection."""
    return {"gold": gold, "hand": list(hand), "city": city}


def test_richard_takes_the_assassin_where_another_could_leap_with_the_architect() -> None:
    assert choice(draft(who([]), who(FIVE, gold=4)), RICHARD) == "pick:assassin"


def test_richard_takes_the_architect_himself_where_the_assassin_is_not_to_be_had() -> None:
    game = draft(who([]), who(FIVE, gold=4), face_up=("merchant", "assassin"))
    assert choice(game, RICHARD) == "pick:architect"


def test_richard_takes_the_king_from_the_next_who_has_six_districts() -> None:
    assert choice(draft(who([]), who(SIX)), RICHARD) == "pick:king"


def test_richard_leaves_it_to_the_neighbour_to_stop_who_has_six_districts() -> None:
    """Seat 3 is stopped by seat 2; what seat 0 takes is left to builder's mind, which likes to murder a leader."""
    assert choice(draft(who([]), who([]), who([]), who(SIX)), RICHARD) == "pick:assassin"


def test_richard_with_six_districts_wants_the_crown() -> None:
    assert choice(draft(who(SIX)), RICHARD) == "pick:king"


@pytest.mark.parametrize(
    ("taken", "picked"),
    [((), "pick:warlord"), (("warlord",), "pick:assassin"), (("bishop",), "pick:assassin"), (("assassin",), "pick:warlord")],
)
def test_richard_leaves_who_has_seven_districts_nothing_to_win_with(taken: tuple[str, ...], picked: str) -> None:
    players = [who([]), who([]), who([])]
    players.insert(len(taken) + (1 if taken else 2), who(SEVEN))
    assert choice(draft(*players, taken=taken), RICHARD) == picked


def test_richard_with_seven_districts_takes_the_assassin_to_be_safe() -> None:
    assert choice(draft(who(SEVEN)), RICHARD) == "pick:assassin"


def test_richard_without_a_card_is_the_magician() -> None:
    game = draft(who([], hand=()), face_up=("merchant", "bishop"))
    assert choice(game, RICHARD) == "pick:magician"


def test_richard_is_the_thief_in_the_first_rounds_only() -> None:
    positions = [
        cs.Game.from_position(
            CLASSIC,
            {
                "players": [dict(POOR) for _ in range(4)],
                "crown": 0,
                "round": n,
                "face_up": ["merchant", "bishop"],
                "face_down": ["king"],
                "strict": False,
            },
        )
        for n in (2, 9)
    ]
    assert choice(positions[0], RICHARD) == "pick:thief"
    assert choices(positions[1], 100, RICHARD)["pick:thief"] < 60


def test_richard_murders_the_title_with_which_the_last_district_would_be_safe() -> None:
    game = table(player("assassin"), player("bishop", gold=3, hand=("palace",), city=SIX))
    assert choice(game, RICHARD) == "murder:bishop"


def test_richard_spares_the_thief_unless_somebody_is_too_rich() -> None:
    def murders(gold: int) -> int:
        game = table(player("assassin"), player("thief", gold=gold), player("king", gold=1, hand=("manor",), city=["temple"]))
        return choices(game, 200, RICHARD)["murder:thief"]

    assert murders(2) < 4
    assert murders(9) == 200


def test_richard_as_magician_takes_the_hand_of_who_needs_one_district_more() -> None:
    game = table(player("magician", hand=("manor", "temple", "tavern")), player("king", gold=4, hand=("palace",), city=SIX))
    assert choice(game, RICHARD) == "swap:1"


def test_richard_builds_the_cheap_district_where_builder_builds_the_dear_one() -> None:
    game = play(table(player("thief", gold=5, hand=("fortress", "tavern"))), "rob:king", "gold")
    assert choice(game) == "build:fortress"
    assert choice(game, RICHARD) == "build:tavern"


def test_banker_waits_for_the_dear_district() -> None:
    game = play(table(player("thief", gold=3, hand=("palace", "tavern"))), "rob:king", "gold")
    assert choice(game) == "build:palace"
    poorer = play(table(player("thief", gold=1, hand=("palace", "tavern"))), "rob:king", "gold")
    assert choice(poorer, BANKER) == "end"
    assert choice(poorer, RICHARD) == "build:tavern"


def test_banker_with_a_purse_does_not_pick_what_a_thief_expects() -> None:
    trader = {"gold": 6, "hand": ["palace", "castle"], "city": ["tavern", "market", "docks"]}

    def merchants(face_up: tuple[str, ...]) -> int:
        position = {
            "players": [trader, *[dict(POOR) for _ in range(3)]],
            "crown": 0,
            "face_up": list(face_up),
            "face_down": ["bishop"],
            "strict": False,
        }
        return choices(cs.Game.from_position(CLASSIC, position), 300, BANKER)["pick:merchant"]

    assert merchants(("thief", "warlord")) > merchants(("magician", "warlord"))


def test_raider_names_only_titles_that_the_leader_may_hold() -> None:
    position = {
        "players": [dict(POOR), {"gold": 6, "hand": ["palace"], "city": SIX}, dict(POOR), dict(POOR)],
        "crown": 0,
        "face_up": ["merchant", "magician"],
        "face_down": ["thief"],
        "strict": False,
    }
    game = play(cs.Game.from_position(CLASSIC, position), "pick:king", "pick:bishop", "pick:assassin", "pick:architect")
    counts = choices(idle_until(game, 2), 200, RAIDER)
    # Seat 2 got warlord, assassin and architect: the leader, who picked before, has none of those. Thief lies face down, unknown to it.
    assert kinds(counts) == {"murder"}
    assert set(counts) <= {"murder:king", "murder:bishop", "murder:thief"}


def test_raider_destroys_what_stands_in_the_leaders_city_only() -> None:
    game = table(player("warlord", gold=4), player(city=["tavern", "manor"]), player(gold=3, city=["market", "palace", "docks", "keep"]))
    counts = choices(play(game, "gold"), 100, RAIDER)
    assert {label.rsplit(":", 1)[0] for label in counts} == {"destroy:2"}


def test_raider_as_magician_swaps_with_the_leader() -> None:
    game = table(player("magician", hand=("manor",)), player(hand=("temple",) * 4), player(hand=("palace", "castle"), city=SIX))
    assert choice(game, RAIDER) == "swap:2"
