"""What planner decides in small positions: names whom it knows, plays the last turn for points, does not end a game it would lose."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.loop import BOT_STATE
from citadels_sim.engine.records import new_record
from citadels_sim.engine.state import new_legal
from tests.bots import positions
from tests.rules.tables import COLOURS, EIGHT, SEVEN, player, table

PLANNER = parse_bot("planner")
DEAR_SEVEN = ["palace", "cathedral", "town-hall", "fortress", "castle", "harbor", "monastery"]


def labels_of(game: cs.Game, streams: int = 60) -> Counter[str]:
    """Labels that planner plays at the pending decision, over many streams of luck."""
    out, n = new_legal(), len(game.codes())
    out.code[:n] = game.codes()
    bot_state = new_record(BOT_STATE)
    bot_state.parameters[:] = PLANNER.vector()
    legal = game.legal()
    public = game.state.public
    counts: Counter[str] = Counter()
    for stream in range(streams):
        bot_state.rng[:] = [stream * 7919, 0]
        counts[legal[int(ready(PLANNER.choose)(public, game.state.seat[int(public.actor)], game.rules, out, n, bot_state))]] += 1
    return counts


def gathered(*players: dict[str, Any], **keys: Any) -> cs.Game:
    """A position after the first seat has gathered gold."""
    game = table(*players, **keys)
    game.play("gold")
    return game


def test_the_last_turn_builds_the_fifth_type_rather_than_what_costs_two_more() -> None:
    hand = ("keep", "fortress")
    own = player("warlord", gold=3, hand=hand, city=COLOURS)
    game = gathered(own, player(city=EIGHT), next_rank=8, completed=[1], strict=False)
    assert set(labels_of(game)) == {"build:keep"}


@pytest.mark.parametrize(("rival", "expected"), [(DEAR_SEVEN[:6], False), (COLOURS, True)])
def test_the_last_district_is_built_unless_somebody_is_far_ahead_who_cannot_end_the_game_himself(rival: list[str], expected: bool) -> None:
    game = gathered(player("warlord", gold=0, hand=("prison",), city=SEVEN), player(city=rival), next_rank=8, strict=False)
    assert any(label == "build:prison" for label in labels_of(game)) == expected


def test_whoever_is_about_to_end_the_game_is_not_waited_for() -> None:
    game = gathered(player("warlord", gold=0, hand=("prison",), city=SEVEN), player(city=DEAR_SEVEN), next_rank=8, strict=False)
    assert set(labels_of(game)) == {"build:prison"}


def test_with_nothing_to_build_cards_are_gathered_and_with_something_gold() -> None:
    assert set(labels_of(table(player("king", gold=3)))) == {"cards"}
    assert set(labels_of(table(player("king", gold=1, hand=("manor", "temple", "market"))))) == {"gold"}


def test_a_magician_builds_before_he_swaps_his_hand_away() -> None:
    game = table(player("magician", gold=0, hand=("temple",)), player(hand=("manor", "castle", "tavern", "market")))
    played = []
    while len(played) < 3:
        played.append(labels_of(game, 9).most_common(1)[0][0])
        game.play(played[-1])
    assert played == ["gold", "build:temple", "swap:1"]


def turn_of(game: cs.Game) -> cs.Game:
    """The position after gold has been gathered."""
    game.play("gold")
    return game


def wizard_looks(gold: int, theirs: tuple[str, ...], **own: Any) -> cs.Game:
    """A Wizard who looks through the hand of the next seat."""
    game = turn_of(positions.table(player("wizard", gold=gold, **own), player(hand=theirs)))
    game.play("look:1")
    return game


def test_a_card_that_would_wait_long_goes_to_the_laboratory_and_one_that_can_be_built_next_turn_does_not() -> None:
    city = ["laboratory", "tavern", "temple"]
    for card, given in (("palace", True), ("manor", False)):
        game = turn_of(positions.table(player("king", gold=0, hand=(card,), city=city)))
        counts = positions.choices(game, bot=PLANNER)
        assert (set(counts) == {f"lab:{card}"}) == given, counts


def test_what_the_magician_could_not_build_goes_for_as_many_cards_of_another() -> None:
    game = turn_of(table(player("magician", gold=0, hand=("palace",)), player(hand=("manor",)), player(), player()))
    assert set(labels_of(game)) == {"swap:1"}


def test_the_wizard_builds_at_once_though_a_dearer_card_waits() -> None:
    game = wizard_looks(2, ("temple", "watchtower"), hand=("palace",))
    assert all(label.startswith("take-build:") for label in positions.choices(game, bot=PLANNER))


def test_the_wizard_takes_the_dearest_card_that_he_can_soon_pay() -> None:
    game = wizard_looks(0, ("town-hall", "castle"), city=["temple", "tavern"])
    assert set(positions.choices(game, bot=PLANNER)) == {"take:castle"}


def test_the_emperor_crowns_who_sits_so_that_he_is_next_to_pick() -> None:
    game = turn_of(positions.table(player("emperor", hand=("palace",)), player(gold=2), player(gold=2), player(gold=2), crown=1))
    counts = positions.choices(game, bot=PLANNER)
    assert {label.split(":")[1] for label in counts} == {"3"}, counts


def test_the_marshal_seizes_before_he_builds_something_little_dearer() -> None:
    game = turn_of(positions.table(player("marshal", gold=2, hand=("castle",), city=["tavern"]), player(city=["prison", "market"])))
    assert all(label.startswith("seize:1:") for label in positions.choices(game, bot=PLANNER))
