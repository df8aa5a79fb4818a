"""What an observation says, field by field, against what the game API shows a seat; and that the fields are all there are."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.catalogue import DISTRICT_CODES, character, district
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.state import PUBLIC, SEAT
from citadels_sim.env.fields import FIELDS, LARGEST, LEFT_OUT, SIZE, named, upper_bounds
from citadels_sim.env.policies import show
from tests.env.documentation import DOC, TABLES, within
from tests.env.tables import FEW_TABLES


def test_fields_follow_each_other_without_a_gap() -> None:
    ends = [field.first + field.size for field in FIELDS]
    assert [field.first for field in FIELDS] == [0, *ends[:-1]]
    assert ends[-1] == SIZE == len(upper_bounds())


def test_every_field_of_the_records_is_in_an_observation_or_left_out_for_a_reason() -> None:
    records = {f"public.{name}" for name in PUBLIC.names or ()} | {f"seat.{name}" for name in SEAT.names or ()}
    used = [source for field in FIELDS for source in field.source]
    assert len(used) == len(set(used))
    assert set(used) | set(LEFT_OUT) == records
    assert set(used) & set(LEFT_OUT) == set()


@pytest.mark.parametrize("name", list(TABLES))
def test_the_documentation_lists_fields_and_actions(name: str) -> None:
    """``python -m tests.env.documentation`` writes them."""
    assert within(DOC.read_text(encoding="utf-8"), name)[1].strip() == TABLES[name]().strip()


def seen_by_actor(game: cs.Game) -> dict[str, Any]:
    """The fields that the deciding seat sees."""
    public = game.state.public
    x, indices = np.zeros((1, SIZE), np.int16), np.zeros(len(game.codes()), np.int64)
    ready(show)(public, game.state.seat[int(public.actor)], game.codes(), -1, x, indices)
    assert (x[0] <= upper_bounds()).all()
    assert (x[0] >= 0).all()
    return named(x[0])


def ones(array: Any) -> list[int]:
    """Places that are set."""
    return [int(place) for place in np.flatnonzero(array)]


def counted(cards: list[str]) -> list[int]:
    """Copies of each district."""
    result = [0] * DISTRICT_CODES
    for card in cards:
        result[district(card).code] += 1
    return result


def check_public(seen: dict[str, Any], view: dict[str, Any], seat: int) -> None:
    """Compare what lies open."""
    players = len(view["players"])
    assert seen["players"] == [players]
    assert seen["round"] == [view["round"]]
    assert ones(seen["crown"]) == [(view["crown"] - seat) % players]
    assert seen["stock"][1] == len(view["deck"])
    ranks = {id: rank for rank, id in enumerate(view["cast"])}
    assert [character(id).code - 1 for id in view["cast"]] == [ones(row)[0] for row in seen["cast"] if row.any()]
    if len(ranks) == max(ones(seen["cast"].any(axis=1))) + 1:  # else a rank in between is not played
        assert ones(seen["face_up"]) == [ranks[id] for id in view["face_up"]]
        for mark in ("murdered", "robbed", "bewitched"):
            assert ones(seen[mark]) == ([ranks[view[mark]]] if view[mark] else [])
    assert sorted(ones(seen["builders"])) == sorted((other - seat) % players for other in view["builders"])
    assert seen["completed"].tolist()[:players] == [
        view["completed"].index(other) + 1 if other in view["completed"] else 0
        for other in [(seat + at) % players for at in range(players)]
    ]


def check_players(seen: dict[str, Any], view: dict[str, Any], seat: int) -> None:
    """Compare what every player has."""
    players = len(view["players"])
    for at in range(8):
        if at >= players:
            assert not seen["gold"][at]
            assert not seen["cities"][at].any()
            continue
        player = view["players"][(seat + at) % players]
        city = player["city"]
        assert seen["gold"][at] == player["gold"]
        assert seen["hand_sizes"][at] == len(player["hand"])
        assert seen["city_sizes"][at] == len(city)
        assert seen["cities"][at].tolist() == counted([built["district"] for built in city])
        assert seen["beautified"][at].tolist() == counted([built["district"] for built in city if built["beautified"]])
        assert seen["built_this_round"][at].tolist() == counted([b["district"] for b in city if b["round"] == view["round"]])
        assert seen["tucked"][at] == sum(len(built["tucked"]) for built in city)


@pytest.mark.parametrize(("name", "players"), FEW_TABLES)
def test_an_observation_says_what_the_view_of_the_seat_says(name: str, players: int) -> None:
    luck = random.Random(players)
    game = cs.Game.start(name, players, seed=11)
    decisions = 0
    while not game.over and decisions < 400:
        seat = int(game.state.public.actor)
        view, seen = game.view(seat), seen_by_actor(game)
        check_public(seen, view, seat)
        check_players(seen, view, seat)
        assert seen["hand"].tolist() == counted(view["players"][seat]["hand"])
        people = [character(id).code - 1 for id in view["players"][seat]["characters"]]
        assert [ones(seen["cast"][rank])[0] for rank in ones(seen["characters"])] == people
        assert len(ones(seen["decision"])) == 1
        game.play(luck.choice(game.legal()))
        decisions += 1
    assert decisions > 100


def test_numbers_are_cut_at_the_largest() -> None:
    game = cs.Game.start("classic-2000", 2, seed=1)
    game.state.public.gold[0] = 5 * LARGEST
    assert seen_by_actor(game)["gold"].max() == LARGEST
