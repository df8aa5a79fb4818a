"""A game can be written and read again at any decision."""

from __future__ import annotations

import random
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.engine.state import PUBLIC, SEAT, SECRET
from citadels_sim.game.pending import CARRIED, LAYOUT
from tests.game.tables import CLASSIC, again, differences, play_until, random_play, table, through_json
from tests.spread import TABLES

pytestmark = pytest.mark.rotated(12)

FREQUENT = {"pick", "turn", "keep"}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_written_and_read_again_at_each_decision_is_the_same_game_to_its_end(name: str, players: int) -> None:
    game = cs.Game.start(name, players, seed=11 * players)
    twin = game.copy()
    luck = random.Random(players)
    share = 1 if name in ("classic-2000", "classic-summary") else 0.25  # the others have the frequent decisions in common with these
    while not game.over:
        if game.decision not in FREQUENT or luck.random() < share:
            twin = again(twin)
            assert (twin.legal(), twin.actor, twin.decision) == (game.legal(), game.actor, game.decision)
            assert differences(game.state, twin.state) == []
        label = luck.choice(game.legal())
        game.play(label)
        twin.play(label)
    assert again(twin).result() == twin.result() == game.result()
    assert differences(game.state, again(twin).state) == []


@pytest.mark.parametrize(
    "overrides",
    (
        {"rules.bank_limit": 14},
        {"rules.destroyed_to": "out_of_game", "rules.murdered_king_crown": "stays", "rules.on_call_order": "crown_first"},
        {"rules.discard_model": "pile", "rules.destroyed_to": "pile", "rules.deck_empty": "reshuffle_pile"},
        {"deck.random_unique": {"count": 2, "from": ["imperial-treasury", "wishing-well", "quarry"]}, "rules.turn_order_model": "s1_free"},
    ),
)
@pytest.mark.parametrize("players", (2, 7))
def test_a_game_by_other_rules_comes_back_too(overrides: dict[str, object], players: int) -> None:
    game = cs.Game.start(cs.load_variant("classic-2000", overrides), players, seed=5)
    luck = random.Random(1)
    for stop in random_play(game, seed=3):
        if luck.random() < 0.3:
            twin = again(stop)
            assert (twin.legal(), twin.actor) == (stop.legal(), stop.actor)
            assert differences(stop.state, twin.state) == []


@pytest.mark.parametrize("players", (3, 7))
def test_a_game_by_other_rules_of_2016_comes_back_too(players: int) -> None:
    switches = ("magistrate_undo_cardinal", "magistrate_self_confiscate", "remove_threat_after_flower")
    rules: dict[str, object] = {f"rules.{switch}": True for switch in switches}
    variant = cs.load_variant("citadels-2016-random", {**rules, "rules.tax_time": "end_of_turn"})
    luck = random.Random(1)
    for seed in range(3):
        for stop in random_play(cs.Game.start(variant, players, seed=seed), seed=seed):
            if stop.decision not in FREQUENT or luck.random() < 0.1:
                twin = again(stop)
                assert (twin.legal(), twin.actor, twin.position()) == (stop.legal(), stop.actor, stop.position())
                assert differences(stop.state, twin.state) == []


def test_the_fields_that_other_keys_carry_are_fields_of_the_record() -> None:
    for section, dtype in (("public", PUBLIC), ("seats", SEAT), ("secret", SECRET)):
        assert CARRIED[section] | LAYOUT[section] <= set(dtype.names or ())
        assert not CARRIED[section] & LAYOUT[section]


def test_decisions_of_every_kind_come_back() -> None:
    kinds = {
        "keep": play_until(cs.Game.start(CLASSIC, 4, seed=1), "keep"),
        "discard-character": play_until(cs.Game.start(CLASSIC, 2, seed=1), "discard-character"),
        "redraw": play_until(cs.Game.start(CLASSIC, 4, seed=6), "redraw", seed=6),
        "graveyard": table({"characters": ["warlord"], "gold": 5}, {"city": ["graveyard"], "gold": 1}, {"city": ["temple"]}, next_rank=8),
    }
    kinds["graveyard"].play("gold")
    kinds["graveyard"].play("destroy:2:temple")
    for kind, game in kinds.items():
        other = again(game)
        assert (game.decision, other.decision) == (kind, kind)
        assert other.legal() == game.legal()
        assert differences(game.state, other.state) == []


def test_the_rest_of_a_position_may_be_changed_while_a_decision_is_pending() -> None:
    position = play_until(cs.Game.start(CLASSIC, 4, seed=1), "keep").position()
    position["players"][0]["gold"] += 3
    assert cs.Game.from_position(CLASSIC, position).position() == position


def test_an_empty_pending_is_none() -> None:
    assert cs.Game.from_position(CLASSIC, {"players": [{}] * 4, "pending": {}}).decision == "pick"
    assert cs.Game.from_position(CLASSIC, {"players": [{}] * 4, "pending": None}).decision == "pick"


def spoilt(path: str, value: Any, decision: str = "keep") -> dict[str, Any]:
    """A position in the middle of something, with one value of ``pending`` replaced."""
    position: dict[str, Any] = through_json(play_until(cs.Game.start(CLASSIC, 4, seed=1), decision).position())
    *way, last = path.split(".")
    inner = position["pending"]
    for key in way:
        inner = inner.setdefault(key, {})
    inner[last] = value
    return position


@pytest.mark.parametrize(
    ("path", "value", "message"),
    (
        ("public.decison", 4, "pending.public.decison: there is no such key. Did you mean 'decision'?"),
        ("public.gold", {"0": 4}, "pending.public.gold: there is no such key"),
        ("public.decision", 99, "pending.public.decision: 99 is not possible"),
        ("public.actor", 4, "pending.public.actor: 4 is not possible"),
        ("public.turn_rank", "king", "pending.public.turn_rank: 'king' is a text"),
        ("public.called", {"11": 0}, "pending.public.called.11: there is no such key"),
        ("public.called", [0, 0], r"pending.public.called: \[0, 0\] is a list"),
        ("secret.packet", 2048, "pending.secret.packet: 2048 is not possible"),
        ("seats.4", {}, "pending.seats.4: there is no such key"),
        ("seats.0", [], r"pending.seats.0: \[\] is a list"),
        ("seats.0.aside", {"mannor": 1}, "pending.seats.0.aside.mannor: there is no such key. Did you mean 'manor'?"),
        ("seats.0.aside", {"manor": 6}, "pending.seats.0.aside.manor: 'manor' is here"),
        ("pile", ["mannor"], "pending.pile.0: there is no district 'mannor'. Did you mean 'manor'?"),
        ("pile", ["palace"] * 4, "pending.pile.*: 'palace' is here"),
        ("public.loose", 60, "pending.public.loose: 60 is not possible"),
        ("public.builds_left", 3, "pending: is not as position.. wrote it; take it whole, or leave it out"),
        ("public.actor", -1, "pending: is not as position"),
        ("check", 7, "pending: is not as position"),
        ("publik", {}, "pending.publik: there is no such key. Did you mean 'public'?"),
    ),
)
def test_a_pending_that_was_tampered_with_is_refused(path: str, value: Any, message: str) -> None:
    with pytest.raises(cs.PositionError, match=message):
        cs.Game.from_position(CLASSIC, spoilt(path, value))


@pytest.mark.parametrize("value", [{"manor": 1}, ["manor"], 3, None, True, 1.5], ids=repr)
@pytest.mark.parametrize("strict", [True, False])
def test_what_is_no_name_among_the_cards_of_a_pile_is_refused(value: object, strict: bool) -> None:
    with pytest.raises(cs.PositionError, match=r"pending\.pile\.0: "):
        cs.Game.from_position(CLASSIC, spoilt("pile", [value]) | {"strict": strict})


def test_a_pending_without_its_check_is_refused() -> None:
    with pytest.raises(cs.PositionError, match="pending: is not as position"):
        cs.Game.from_position(CLASSIC, {"players": [{}] * 4, "pending": {"public": {"decision": 4, "actor": 0}}})


def test_a_draft_of_characters_that_were_put_elsewhere_meanwhile_is_refused() -> None:
    game = cs.Game.start(CLASSIC, 4, seed=1)
    position = game.position()
    position["players"][0]["characters"] = [game.legal()[0].removeprefix("pick:")]
    with pytest.raises(cs.PositionError, match=r"pending\.secret\.packet: holds characters that are elsewhere in this position"):
        cs.Game.from_position(CLASSIC, position)


def test_a_pending_that_is_no_object_is_refused() -> None:
    with pytest.raises(cs.PositionError, match="pending: is what position"):
        cs.Game.from_position(CLASSIC, {"players": [{}] * 4, "pending": 3})
