"""Rules that can be played but hardly end are warned about, with the key and the cap; no packaged variant is."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.cli import endless
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.variants import load_variant, variant_names
from citadels_sim.variants.endless import even_share, warnings

Write = Callable[..., Path]
Citadels = Callable[..., Any]

UNPAID: dict[str, Any] = {f"characters.{id}.income": "none" for id in ("king", "bishop", "merchant", "warlord")}
NO_GOLD = UNPAID | {"game.gather_gold": 0, "characters.merchant.bonus.gold": 0}
NO_CARDS: dict[str, Any] = {"game.gather_cards": 0, "characters.architect.bonus.cards": 0}
NO_DEALT: dict[str, Any] = NO_CARDS | {"game.start_hand": 0}
NO_BUILDS: dict[str, Any] = {"game.builds": 0, "characters.architect.builds": 0}
PLAIN_DECK = {f"deck.unique.{id}": 0 for id in ("laboratory", "smithy", "library")}


def keys(given: dict[str, Any], players: tuple[int, ...] = (4,)) -> list[str]:
    """Keys that are warned about."""
    return [one.key for one in warnings(load_variant("classic-2000", given), players)]


@pytest.mark.parametrize("name", variant_names())
def test_every_packaged_variant_ends(name: str) -> None:
    assert warnings(load_variant(name)) == ()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"city_size": 20}, ["city_size"]),
        ({"city_size": 12}, []),
        ({"city_size": 20, "game.copies_in_city": 2}, []),
        (NO_GOLD | PLAIN_DECK, ["game.gather_gold"]),
        (NO_GOLD | {"game.start_gold": 0}, ["game.gather_gold"]),
        (NO_GOLD, []),  # with the first gold somebody may build the Laboratory
        (NO_GOLD | PLAIN_DECK | {"game.start_gold": 20}, []),
        (NO_GOLD | PLAIN_DECK | {"characters.king.income": "noble"}, []),
        (NO_GOLD | PLAIN_DECK | {"characters.king.bonus.gold": 1}, []),
        (NO_DEALT, ["game.gather_cards"]),
        (NO_DEALT | {"game.gather_cards": 2, "game.keep_cards": 0}, ["game.keep_cards"]),
        (NO_CARDS | PLAIN_DECK, ["game.gather_cards"]),
        (NO_CARDS | PLAIN_DECK | {"game.start_hand": 8}, []),
        (NO_CARDS, []),  # with the Smithy
        (NO_DEALT | {"characters.king.income_in": "cards"}, []),
        (NO_BUILDS, ["game.builds"]),
        (NO_BUILDS | {"characters.king.builds": 1}, []),
        ({"city_size": 20, "game.most_rounds": 30}, []),
    ],
)
def test_what_keeps_everybody_from_completing_a_city_is_named(given: dict[str, Any], expected: list[str]) -> None:
    assert keys(given) == expected


def test_a_warning_names_the_cap_and_the_numbers_of_players() -> None:
    (one,) = warnings(load_variant("classic-2000", {"city_size": 18, "city_size_2_3_players": 18}))
    assert f"run until the cap of {ROUND_CAP} rounds" in one.text
    assert one.text.startswith("18 districts complete a city")
    assert "far fewer different ones (with 5, 6 and 7 players). Games may run until" in one.text


def test_an_even_share_counts_each_district_as_often_as_a_city_may_have_it() -> None:
    """Two players, of six copies of one district: one of them at least with a chance of 63 in 64; as many as each player gets, three."""
    deck = {"deck": {"basic": {"manor": 6, "palace": 7}, "unique": {}}, "city_size": 2, "game.start_hand": 4, "players": [2, 2]}
    table = load_variant(
        "classic-2000", deck | {f"deck.basic.{id}": 0 for id in _basic()} | {f"deck.unique.{id}": 0 for id in _unique()}
    ).at(2)
    assert even_share(table) == pytest.approx(1 - 1 / 64 + 1 - 1 / 128)


def _basic() -> list[str]:
    return [id for id in load_variant("classic-2000").at(4).basic if id not in ("manor", "palace")]


def _unique() -> list[str]:
    return list(load_variant("classic-2000").at(4).unique)


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "_SAID", set())


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("variants", "check"), 0),
        (("run", "--players", "4", "--games", "2", "--bots", "builder", "--dry-run", "--variant"), 0),
        (("forks", "--players", "4", "--bots", "builder", "--dry-run", "--variant"), 0),
        pytest.param(  # it plays its first step
            ("study", "--players", "4", "--designs", "games", "--bots", "builder", "--minutes", "1", "--dry-run"),
            0,
            marks=pytest.mark.rotated(8),
        ),
        (("why", "king", "--players", "4", "--bots", "builder", "--dry-run", "--variant"), 0),
        (("train", "--players", "4", "--from", "none.weights"), 2),
        (("tune", "builder", "--only", "nothing", "--variant"), 2),
        (("exploit", "learner:@none.weights", "--variant"), 2),
        (("casts", "--players", "4", "--variant"), 2),
        (("play", "--players", "4", "--transcript", "game.json"), 0),
    ],
)
def test_commands_warn_once_and_go_on(
    citadels: Citadels, write: Write, words: tuple[str, ...], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    result = citadels(*words, str(write("city_size = 20")))
    assert result.code == code
    err = " ".join(result.err.split())
    assert err.count("city_size: 20 districts complete a city") == 1
    assert f"the cap of {ROUND_CAP} rounds" in err


def test_data_of_the_check_have_it(citadels: Citadels, write: Write) -> None:
    (found,) = json.loads(citadels("variants", "check", str(write("city_size = 20")), "--json").out)
    assert (found["ok"], found["faults"], [one["key"] for one in found["warnings"]]) == (True, [], ["city_size"])
