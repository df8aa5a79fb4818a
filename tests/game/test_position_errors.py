"""A position that cannot stand on the table is refused: what is wrong, where, and what would be right."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import citadels_sim as cs
from tests.game.court import FIRST_2016, play, with_threats, with_warrants
from tests.game.tables import CLASSIC, again, play_until

KING = {"characters": ["king"]}


def refusal(position: Any, variant: cs.Variant = CLASSIC) -> str:
    with pytest.raises(cs.PositionError) as error:
        cs.Game.from_position(variant, position)
    assert isinstance(error.value, ValueError)
    return str(error.value)


def with_first(player: Any, **keys: Any) -> dict[str, Any]:
    """A table of four whose first seat is given."""
    return {"players": [player, {}, {}, {}], **keys}


def with_keys(**keys: Any) -> dict[str, Any]:
    """A table of four whose first seat is the King."""
    return with_first(KING, **keys)


@pytest.mark.parametrize(
    ("position", "message"),
    (
        # ---- the object itself
        (None, "None is null; a position is an object"),
        ([], "[] is a list; a position is an object"),
        ({}, "players: is missing"),
        ({"players": []}, "players: is empty"),
        ({"players": 4}, "players: 4 is a number; it is a list of objects, one per seat"),
        ({"players": [{}]}, "players: has 1, but variant 'classic-2000' seats 2 to 7 players"),
        ({"players": [{}] * 8}, "players: has 8, but variant 'classic-2000' seats 2 to 7 players"),
        # ---- unknown keys
        (with_keys(crwn=1), "crwn: there is no such key. Did you mean 'crown'?"),
        (with_first({"glod": 1}), "players.0.glod: there is no such key. Did you mean 'gold'?"),
        (with_first({"city": [{"district": "manor", "beauty": True}]}), "players.0.city.0.beauty: there is no such key"),
        (with_first({"city": [{"beautified": True}]}), "players.0.city.0.district: is missing"),
        # ---- numbers
        (with_first({"gold": -3}), "players.0.gold: -3 is negative; gold is a whole number from 0"),
        (with_first({"gold": "4"}), "players.0.gold: '4' is a text; gold is a whole number from 0"),
        (with_first({"gold": 1.5}), "players.0.gold: 1.5 is a number with a fraction"),
        (with_first({"gold": True}), "players.0.gold: True is true or false"),
        (with_first({"gold": 10**9}), "players.0.gold: 1000000000 is not possible"),
        (with_keys(round=0), "round: 0 is not possible; a round is a whole number from 1"),
        (with_keys(round=None), "round: None is null"),
        (with_keys(seed=-1), "seed: -1 is negative"),
        (with_keys(next_rank=10), "next_rank: 10 is not possible; the next rank is a whole number from 1 to 9"),
        (with_keys(next_rank=0), "next_rank: 0 is not possible"),
        (with_first({"city": [{"district": "manor", "round": 4}]}, round=3), "players.0.city.0.round: 4 is not possible"),
        # ---- seats
        (with_keys(crown=4), "crown: 4 is not possible; a seat is a whole number from 0 to 3"),
        (with_keys(builders=[4]), "builders.0: 4 is not possible; a seat is a whole number from 0 to 3"),
        (with_keys(builders=2), "builders: 2 is a number; it is a list of seats"),
        (with_keys(completed=[-1]), "completed.0: -1 is negative; a seat"),
        (with_keys(completed=[1, 1]), "completed.1: seat 1 occurs here twice"),
        (with_keys(first=["0"]), "first.0: '0' is a text; a seat"),
        # ---- districts
        (with_first({"hand": ["mannor"]}), "players.0.hand.0: there is no district 'mannor'. Did you mean 'manor'?"),
        (with_first({"hand": "manor"}), "players.0.hand: 'manor' is a text; it is a list of district ids"),
        (with_first({"hand": [None]}), "players.0.hand.0: None is null; it is the id of a district"),
        (with_first({"city": ["kepp"]}), "players.0.city.0.district: there is no district 'kepp'. Did you mean 'keep'?"),
        (with_first({"city": [7]}), "players.0.city.0: 7 is a number; a district of a city is an object"),
        (with_first({"city": [{"district": "manor", "beautified": 1}]}), "players.0.city.0.beautified: 1 is a number; it is true or false"),
        (
            with_first({"city": [{"district": "manor", "tucked": ["temple"]}]}),
            "players.0.city.0.tucked: there are cards under a museum only",
        ),
        (with_first({"city": ["secret-vault"]}, strict=False), "players.0.city.0.district: 'secret-vault' cannot be built"),
        (with_first({"city": ["tavern"] * 33}, strict=False), "players.0.city: has 33 districts; there is room for 32"),
        (with_keys(deck=["markt"]), "deck.0: there is no district 'markt'. Did you mean 'market'?"),
        (with_keys(deck=["tavern"] * 129, strict=False), "the position has 129 district cards; the maximum is 128"),
        # ---- more copies than the deck has
        (with_first({"hand": ["palace"] * 4}), "players.0.hand.3: 'palace' is here 4 times, the variant's deck has 3"),
        (with_first({"hand": ["keep"], "city": ["keep"]}, deck=["keep"]), "deck.0: 'keep' is here 3 times, the variant's deck has 2"),
        (with_first({"city": ["park"]}), "players.0.city.0: 'park' is here 1 times, the variant's deck has none"),
        # ---- characters
        (with_first({"characters": ["kng"]}), "players.0.characters.0: there is no character 'kng'. Did you mean 'king'?"),
        (with_first({"characters": "king"}), "players.0.characters: 'king' is a text; it is a list of character ids"),
        (with_first({"characters": ["witch"]}), "players.0.characters.0: 'witch' is not in this game's cast (assassin, thief"),
        (with_first({"characters": ["king", "thief"]}), "players.0.characters: has 2; with 4 players each has one character"),
        ({"players": [KING, KING, {}, {}]}, "players.1.characters.0: 'king' is at players.0.characters.0 already"),
        (with_keys(face_up=["king"]), "face_up.0: 'king' is at players.0.characters.0 already"),
        (with_keys(face_up=["thief"], face_down=["thief"]), "face_down.0: 'thief' is at face_up.0 already"),
        (with_keys(face_down=["witch"]), "face_down.0: 'witch' is not in this game's cast"),
        (with_keys(murdered="theif"), "murdered: there is no character 'theif'. Did you mean 'thief'?"),
        (with_keys(murdered="queen"), "murdered: 'queen' is not in this game's cast"),
        (with_keys(robbed=["thief"]), "robbed: ['thief'] is a list; it is the id of a character"),
        # ---- what only somebody else could have done
        (with_keys(bewitched="king"), "bewitched: is 'king', but there is no witch in this game's cast"),
        (with_keys(warrants={"signed": "king", "blank": []}), "but there is no magistrate in this game's cast"),
        (with_keys(threats={"flowered": "king", "blank": "thief"}), "but there is no blackmailer in this game's cast"),
        (with_keys(tax=2), "tax: is 2, but there is no tax-collector in this game's cast; it is 0 or left out"),
        (with_keys(bell_tower=0), "bell_tower: 0 is a number; it is true or false"),
        (with_keys(strict="no"), "strict: 'no' is a text; it is true or false"),
        # ---- the cast
        (with_keys(cast=["kng"]), "cast.0: there is no character 'kng'. Did you mean 'king'?"),
        (with_keys(cast=["thief", "thief"]), "cast.1: 'thief' has rank 2, which 'thief' has already"),
        (with_keys(cast=["artist"]), "cast.0: 'artist' has rank 9, which is not played at this table (ranks 1 to 8)"),
        (with_keys(cast=["king", "thief"]), "cast: has nobody of rank 1, 3, 5, 6, 7, 8"),
        # ---- the start of a round
        ({"players": [{}] * 4, "next_rank": 3}, "next_rank: is 3, but no player has a character"),
        ({"players": [{}] * 4, "face_up": ["thief"]}, "face_up: has 1; at this table 2 characters must lie face up"),
        ({"players": [{}] * 5, "face_up": ["thief", "bishop"]}, "face_up: has 2; at this table 1 character must lie face up"),
        ({"players": [{}] * 6, "face_up": ["thief"]}, "face_up: has 1; at this table no characters must lie face up"),
        ({"players": [{}] * 4, "face_down": ["thief", "bishop"]}, "face_down: has 2; before the draft one character lies face down"),
    ),
)
def test_a_fault_is_reported_with_its_place_and_what_would_be_right(position: Any, message: str) -> None:
    assert message in refusal(position)


def test_what_nobody_has_done_may_be_given() -> None:
    nothing = {"bewitched": None, "warrants": None, "threats": None, "tax": 0, "murdered": None, "robbed": None, "bell_tower": False}
    assert cs.Game.from_position(CLASSIC, with_keys(**nothing)).actor == 0


def test_all_faults_are_reported_at_once() -> None:
    text = refusal(with_first({"gold": -1, "hand": ["mannor"]}, crown=9, crwn=1, murdered="kng"))
    assert text.startswith("the position has 5 faults:")
    assert [line.split(":")[0].strip() for line in text.splitlines()[1:]] == [
        *("crwn", "crown", "players.0.gold", "players.0.hand.0", "murdered"),
    ]


def test_more_gold_than_a_limited_bank_has_is_refused() -> None:
    limited = cs.load_variant("classic-2000", {"rules.bank_limit": 30})
    city = [{"district": "manor", "beautified": True}]
    position = {"players": [{"gold": 20, "city": city}, {"gold": 10}, {}, {}]}
    assert "players: have 31 gold together, that on districts included; the game has 30" in refusal(position, limited)


def test_more_drawn_unique_districts_than_the_variant_draws_are_refused() -> None:
    one = cs.load_variant("classic-2000", {"deck.random_unique": {"count": 1, "from": ["wishing-well", "quarry"]}})
    assert "players.0.city.1: 'quarry' is one unique district too many" in refusal(with_first({"city": ["wishing-well", "quarry"]}), one)
    assert "'quarry' is here 2 times" in refusal(with_first({"hand": ["quarry", "quarry"]}), one)


def test_a_view_is_no_position() -> None:
    view = cs.Game.start(CLASSIC, 4, seed=1).view(0)
    assert "players.1.hand.0: None is null; it is the id of a district" in refusal(view)


def test_a_refused_position_is_left_as_it_was_given() -> None:
    position = with_first({"gold": -1}, crown=9)
    refusal(position)
    assert position == with_first({"gold": -1}, crown=9)


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.integers(),
    st.floats(allow_nan=False),
    st.sampled_from(["manor", "king", "merchant", "thief", "", "0"]),
)
KEYS = st.sampled_from(["0", "gold", "manor"])
ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner), max_leaves=4)
WRITTEN = [play_until(cs.Game.start(CLASSIC, n, seed=n), kind).position() for n in (2, 4) for kind in ("pick", "turn", "keep")]


MARKED = [
    with_warrants().position(),
    play(with_warrants(), "gold", "build:temple").position(),
    with_threats().position(),
    play(with_threats(), "gold", "refuse").position(),
]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Path of every value in a JSON-like tree."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield (*path, key)
        yield from places(value, (*path, key))


@settings(max_examples=200)
@given(st.sampled_from(WRITTEN), st.data())
def test_whatever_stands_in_a_position_it_is_played_or_refused(written: dict[str, Any], data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(list(written)))  # every key alike, however much it holds
    check_spoilt(CLASSIC, written, key, data)


@settings(max_examples=200)
@given(
    st.sampled_from(MARKED), st.sampled_from(["warrants", "threats", "next_rank", "cast", "murdered", "bewitched", "players"]), st.data()
)
def test_whatever_stands_beside_warrants_and_threats_it_is_played_or_refused(
    markers: dict[str, Any], key: str, data: st.DataObject
) -> None:
    check_spoilt(FIRST_2016, markers, key, data)


def check_spoilt(variant: cs.Variant, written: dict[str, Any], key: str, data: st.DataObject) -> None:
    """Put anything in the place of anything at or below a key: the position is refused, or a game that can be written again."""
    position = copy.deepcopy(written)
    *way, last = data.draw(st.sampled_from([(key,), *((key, *path) for path in places(position[key]))]))
    inner: Any = position
    for step in way:
        inner = inner[step]
    inner[last] = data.draw(ANYTHING)
    try:
        game = cs.Game.from_position(variant, position)
    except cs.PositionError:
        return
    assert game.over or game.legal()
    assert len(game.position()["players"]) == game.players
    assert again(game).legal() == game.legal()
