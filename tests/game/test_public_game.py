"""A game that four people played by post, whose moves were published turn by turn, can be played here as they played it.

The report (sob-zine.org/Inactive/LagottoRomangnolo/LagottoRomangnolo.html) says who had which character, whom the Assassin and the Thief
named, what was built, and some of the gold; only the text of its first three rounds could be had. It does not say who sat where, who had
the first crown, what was drawn, nor which cards were removed: these are chosen here so that the rest is possible.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.catalogue import character_by_code, district_by_code
from citadels_sim.engine import journal as j
from tests.game.tables import through_json

PEOPLE = ("Christopher", "Bill", "Chris", "Kevin")
CHRISTOPHER, BILL, CHRIS, KEVIN = range(4)
POSITION = {
    "players": [
        {"gold": 2, "hand": ["manor", "temple", "palace", "armory"]},
        {"gold": 2, "hand": ["harbor", "market", "tavern", "castle"]},
        {"gold": 2, "hand": ["trading-post", "fortress", "prison", "docks"]},
        {"gold": 2, "hand": ["watchtower", "library", "church", "barracks"]},
    ],
    "crown": KEVIN,
    "seed": 158,
}
RULES = """
name = "by-post"
extends = "classic-2000"

[deck.unique]
armory = 1
"""


class Turn(NamedTuple):
    """What the report says of a turn, the labels that play it, and the gold that its player then has."""

    seat: int
    character: str
    labels: tuple[str, ...]
    gold: int


ROUNDS = (
    (
        Turn(CHRISTOPHER, "thief", ("rob:architect", "gold", "build:manor", "end"), 1),
        Turn(BILL, "magician", ("redraw", "discard:tavern", "done", "gold", "build:harbor", "end"), 0),
        Turn(CHRIS, "architect", ("gold", "build:trading-post", "end"), 0),
        Turn(KEVIN, "warlord", ("gold", "build:watchtower", "income", "end"), 4),
    ),
    (
        Turn(KEVIN, "thief", ("rob:architect", "gold", "build:library", "end"), 0),
        Turn(CHRISTOPHER, "magician", ("swap:2", "gold", "build:fortress", "end"), 0),
        Turn(CHRIS, "architect", ("gold", "end"), 2),
        Turn(BILL, "warlord", ("gold", "build:market", "end"), 0),
    ),
    (
        Turn(BILL, "assassin", ("murder:merchant", "gold", "end"), 2),
        Turn(CHRIS, "magician", ("redraw", "discard:temple", "done", "gold", "build:armory", "end"), 1),
        Turn(CHRISTOPHER, "king", ("gold", "income", "end"), 3),
        Turn(KEVIN, "merchant", (), 0),
    ),
)
STOLEN = ((CHRISTOPHER, CHRIS, 2), (KEVIN, CHRIS, 0))
BUILT: tuple[tuple[int, str, int], ...] = (
    (CHRISTOPHER, "manor", 3),
    (BILL, "harbor", 4),
    (CHRIS, "trading-post", 2),
    (KEVIN, "watchtower", 1),
    (KEVIN, "library", 6),
)
BUILT += ((CHRISTOPHER, "fortress", 5), (BILL, "market", 2), (CHRIS, "armory", 3))
INCOME = ((KEVIN, "warlord", 1), (CHRISTOPHER, "king", 1))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cs.Game:
    file = tmp_path_factory.mktemp("rules") / "by-post.toml"
    file.write_text(RULES, encoding="utf-8")
    played = cs.Game.from_position(file, POSITION)
    for turns in ROUNDS:
        picks = {turn.seat: turn.character for turn in turns}
        while played.decision == "pick":
            played.play(f"pick:{picks[played.actor or 0]}")
        for turn in turns:
            for label in turn.labels:
                assert played.actor == turn.seat
                played.play(label)
            if turn.labels and turn.character != "thief":  # the Thief gets his gold when the robbed character is called
                assert played.position()["players"][turn.seat]["gold"] == turn.gold
    return played


def rows(game: cs.Game, kind: int) -> list[Any]:
    return [row for row in game.journal() if row["kind"] == kind]


def test_all_moves_are_legal_and_the_fourth_round_begins_with_the_new_crown(game: cs.Game) -> None:
    position = game.position()
    assert (position["round"], position["crown"], game.decision) == (4, CHRISTOPHER, "pick")
    assert [player["gold"] for player in position["players"]] == [3, 2, 1, 0]
    cities = [[built["district"] for built in player["city"]] for player in position["players"]]
    assert cities == [["manor", "fortress"], ["harbor", "market"], ["trading-post", "armory"], ["watchtower", "library"]]


def test_what_was_stolen_built_and_earned_is_what_the_report_says(game: cs.Game) -> None:
    assert tuple((row["seat"], row["target_seat"], row["gold"]) for row in rows(game, j.STEAL)) == STOLEN
    assert tuple((row["seat"], district_by_code(int(row["district"])).id, row["gold"]) for row in rows(game, j.BUILD)) == BUILT
    assert tuple((row["seat"], character_by_code(int(row["character"])).id, row["gold"]) for row in rows(game, j.INCOME)) == INCOME
    assert [(row["seat"], character_by_code(int(row["character"])).id) for row in rows(game, j.SKIP)] == [(KEVIN, "merchant")]


def test_the_players_were_called_in_the_order_of_the_report(game: cs.Game) -> None:
    called = [row for row in game.journal() if row["kind"] in (j.TURN, j.SKIP)]
    told = [(turn.seat, turn.character) for turns in ROUNDS for turn in turns if turn.labels]
    assert [(row["seat"], character_by_code(int(row["character"])).id) for row in called if row["kind"] == j.TURN] == told


def test_its_transcript_plays_it_again(game: cs.Game) -> None:
    again = cs.Game.from_transcript(through_json(game.transcript()))
    assert again.position() == game.position()
    assert np.array_equal(again.journal(), game.journal())


def test_replay_tells_it_as_the_report_does(
    game: cs.Game, citadels: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("by-post.json").write_text(json.dumps({**game.transcript(), "seats": PEOPLE}), encoding="utf-8")
    told = citadels("replay", "by-post.json")
    assert told.code == 0, told.err
    for sentence in (
        "Christopher, the Thief, will rob the Architect, takes 2 gold and builds the Manor for 3 gold.",
        "Kevin, the Warlord, takes 2 gold, builds the Watchtower for 1 gold and collects 1 gold of income.",
        "Kevin (the Thief) steals no gold from Chris (the Architect).",
        "Bill, the Assassin, murders the Merchant and takes 2 gold.",
        "Christopher, the King, takes the crown from Kevin, takes 2 gold and collects 1 gold of income.",
        "Kevin, the Merchant, was murdered and loses the turn: no gold, 2 cards in hand, 2 districts (Watchtower and Library).",
    ):
        assert sentence in " ".join(told.out.split()), told.out
