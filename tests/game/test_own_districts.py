"""A variant's own districts at the table: they are drawn, built, destroyed, exchanged, written and read like all others."""

from __future__ import annotations

import json
import random

import pytest

import citadels_sim as cs
from citadels_sim.game.cards_in_words import card_help
from citadels_sim.game.choices import cards_of, explain
from citadels_sim.game.transcript import transcribe_game
from citadels_sim.game.wording import Names
from tests.own_places import borrowing, with_places
from tests.rules.tables import gold, hand, idle_round, labels, play, player, score, table

VARIANT = with_places()


def names(game: cs.Game) -> Names:
    return Names.from_state(game.state, None, game.variant.cards)


def test_it_is_built_for_its_cost_and_counts_its_points() -> None:
    variant = cs.load_variant("classic-2000", {**_given(VARIANT), "game.most_rounds": 1})
    game = table(player("king", gold=9, hand=("lighthouse-quarter", "beacon")), variant=variant, strict=False, crown=1)
    assert labels(play(game, "gold"), "build") == ["build:beacon", "build:lighthouse-quarter"]
    assert gold(play(game, "build:lighthouse-quarter"), 0) == 7
    points = score(idle_round(game), 0)
    assert (points["districts"], points["bonus"]) == (1, 0)
    city = ["beacon", "lighthouse-quarter", "customs"]
    points = score(idle_round(table(player("king", city=city), variant=variant, strict=False, crown=1)), 0)
    assert (points["districts"], points["bonus"]) == (3 + 1 + 2, 4)


def _given(variant: cs.Variant) -> dict[str, object]:
    return {key: value for key, value in variant.resolved().items() if key in ("districts", "deck", "costs")}


def test_its_type_pays_and_makes_all_types() -> None:
    game = table(player("warlord", city=["lighthouse-quarter"]), variant=VARIANT, strict=False)
    assert gold(play(game, "gold", "income"), 0) == 3
    variant = cs.load_variant("classic-2000", {**_given(VARIANT), "game.most_rounds": 1})
    city = ["lighthouse-quarter", "beacon", "customs", "manor", "temple"]
    assert score(idle_round(table(player("king", city=city), variant=variant, strict=False)), 0)["types"] == 3


def test_a_city_has_it_once_unless_the_rules_say_otherwise() -> None:
    seat = player("king", gold=9, hand=("customs",), city=["customs"])
    assert labels(play(table(seat, variant=VARIANT, strict=False), "gold"), "build") == []
    twice = cs.load_variant("classic-2000", {**_given(VARIANT), "game.copies_in_city": 2})
    assert labels(play(table(seat, variant=twice, strict=False), "gold"), "build") == ["build:customs"]


def test_it_completes_a_city() -> None:
    variant = cs.load_variant("classic-2000", {**_given(VARIANT), "city_size": 2})
    game = table(player("king", gold=9, hand=("customs",), city=["beacon"]), variant=variant, strict=False)
    play(game, "gold", "build:customs", "end")
    assert game.position()["completed"] == [0]


def test_it_can_be_destroyed_exchanged_and_seized() -> None:
    game = table(player("warlord", gold=9), player(city=["customs"]), variant=VARIANT, strict=False)
    assert gold(play(game, "gold", "destroy:1:customs"), 0) == 10
    dark = cs.load_variant("dark-city", {f"districts.{id}": place for id, place in _places().items()})
    game = table(player("diplomat", gold=9, city=["temple"]), player(city=["customs"]), variant=dark, strict=False)
    play(game, "gold", "exchange:temple:1:customs")
    assert [seat["city"][0]["district"] for seat in game.position()["players"][:2]] == ["customs", "temple"]


def _places() -> dict[str, object]:
    return dict(VARIANT.resolved()["districts"])  # type: ignore[call-overload]


def test_a_game_is_written_and_read_with_it() -> None:
    luck = random.Random(7)
    game = cs.Game.start(VARIANT, 4, seed=15)
    seen: set[str] = set()
    while not game.over:
        if luck.random() < 0.03:
            again = cs.Game.from_position(VARIANT, json.loads(json.dumps(game.position())))
            assert (again.legal(), again.view(1)) == (game.legal(), game.view(1))
        label = luck.choice(game.legal())
        seen.update(cards_of(game, label))
        assert explain(game, label, names(game))
        game.play(label)
    assert {"lighthouse-quarter", "beacon", "customs"} <= seen
    again = cs.Game.from_transcript(json.loads(json.dumps(game.transcript())))
    assert again.result() == game.result()
    text = "\n".join(transcribe_game(game))
    assert "Lighthouse Quarter" in text
    assert "Customs House" in text


def test_a_position_names_the_nearest_district() -> None:
    with pytest.raises(cs.PositionError, match="Did you mean 'customs'"):
        cs.Game.from_position(VARIANT, {"players": [{"hand": ["custom"]}, {}, {}, {}]})
    with pytest.raises(cs.PositionError, match="'customs' is here 4 times, the variant's deck has 3"):
        cs.Game.from_position(VARIANT, {"players": [{"hand": ["customs"] * 4}, {}, {}, {}]})


def test_its_card_is_made_of_its_keys() -> None:
    table_of_four = VARIANT.at(4)
    quarter = card_help("lighthouse-quarter", table_of_four)
    assert (
        quarter[0]
        == "Lighthouse Quarter, military, costs 4 gold. Has the effect of the Library: When you gather cards, you keep all cards drawn."
    )
    assert quarter[1:] == [
        "With Library and Observatory a player draws 3 cards and keeps 2.",
        "Here: Points of the Lighthouse Quarter at the end: 1.",
    ]
    beacon = card_help("beacon", table_of_four)
    start = "Beacon of <b>All</b>, unique, costs 3 gold. Has the effect of the Dragon Gate, with its own numbers; as printed: At the end, "
    assert beacon[0].startswith(start)
    assert beacon[1:] == ["Here: Extra points of the Beacon of <b>All</b> at the end: 4."]
    assert card_help("customs", table_of_four) == ["Customs House, trade, costs 2 gold. No effect: it counts its cost and its type."]
    none = card_help("library", cs.load_variant("classic-2000", {"districts.library.effect": "none"}).at(4))
    assert none[0] == "Library, unique, costs 6 gold. No effect: it counts its cost and its type."


def test_words_name_who_has_the_effect() -> None:
    lab = borrowing("laboratory", more={"districts.laboratory.effect": "none"})
    game = table(player("king", city=["copycat"], hand=("manor",)), variant=lab)
    assert explain(game, "lab:manor", names(game)) == "Give the Manor (noble, 3 gold) to the Copycat for gold."
    assert "Seat 1 (the King) gives the Manor to the Copycat for 2 gold." in [
        line.strip() for line in transcribe_game(play(game, "lab:manor"))
    ]
    park = borrowing("park")
    game = play(table(player("king", city=["copycat"]), variant=park), "gold", "end")
    assert "Seat 1 (the King) draws 2 cards in the Copycat." in [line.strip() for line in transcribe_game(game)]
    arms = borrowing("armory", more={"districts.armory.effect": "none"})
    game = table(player("king", city=["copycat"]), player(city=["castle"]), variant=arms)
    assert explain(game, "armory:1:castle", names(game)) == "Give up the Copycat to destroy the Castle of seat 2."
    lines = [line.strip() for line in transcribe_game(play(game, "armory:1:castle"))]
    assert "Seat 1 (the King) gives up the Copycat to destroy the Castle of seat 2." in lines
    assert len(hand(game, 0)) == 0
