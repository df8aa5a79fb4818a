"""Classic 3.2 Tax Collector."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dark_tables import dark
from tests.rules.tables import gold, idle_round, idle_until, play, player

COLLECTOR = player("tax-collector")


def test_who_has_built_pays_one_gold_at_the_end_of_his_turn() -> None:
    """Classic 3.2 Tax Collector (S0:558-561): at the end of the turn, not when he builds."""
    game = play(dark(COLLECTOR, player("king", gold=4, hand=("tavern",))), "gold", "end", "gold", "build:tavern")
    assert (gold(game, 0), gold(game, 1)) == (2, 5)
    play(game, "end")
    assert (gold(game, 0), gold(game, 1)) == (3, 4)


def test_several_districts_in_a_turn_are_taxed_once() -> None:
    """Classic 3.2 Tax Collector: one or more districts, one gold."""
    game = dark(COLLECTOR, player("architect", gold=9, hand=("tavern", "temple", "watchtower")))
    play(game, "gold", "end", "gold", "build:tavern", "build:temple", "build:watchtower", "end")
    assert (gold(game, 0), gold(game, 1)) == (3, 7)


def test_who_has_not_built_pays_nothing() -> None:
    """Classic 3.2 Tax Collector."""
    game = play(dark(COLLECTOR, player("king", gold=4)), "gold", "end", "gold", "end")
    assert (gold(game, 0), gold(game, 1)) == (2, 6)


def test_who_has_no_gold_left_pays_nothing() -> None:
    """Classic 3.2 Tax Collector (S0:560): if he has any."""
    game = play(dark(COLLECTOR, player("king", hand=("market",))), "gold", "end", "gold", "build:market", "end")
    assert (gold(game, 0), gold(game, 1)) == (2, 0)


def test_everybody_who_builds_pays() -> None:
    """Classic 3.2 Tax Collector: every other player, turn by turn."""
    builders = [player(name, gold=3, hand=("tavern",)) for name in ("magician", "bishop", "warlord")]
    game = play(dark(COLLECTOR, *builders), "gold", "end", *["gold", "build:tavern", "end"] * 3)
    assert [gold(game, seat) for seat in range(4)] == [5, 3, 3, 3]


def test_his_own_building_is_not_taxed() -> None:
    """Classic 3.2 Tax Collector: another player's districts."""
    game = play(dark(player("tax-collector", gold=3, hand=("tavern",))), "gold", "build:tavern", "end")
    assert gold(game, 0) == 4


@pytest.mark.parametrize(
    ("start", "moves", "before", "after"),
    [(3, ("build:tavern",), 4, 3), (3, (), 5, 5), (0, ("build:market",), 0, 0)],
    ids=["built", "not built", "no gold left"],
)
def test_the_assassins_back_tax_is_due_on_the_reveal(start: int, moves: tuple[str, ...], before: int, after: int) -> None:
    """Classic 3.2 Tax Collector (S0:561-564): one gold if the Assassin has built this round and has gold."""
    game = dark(player("assassin", gold=start, hand=("tavern", "market")), player("tax-collector"))
    play(game, "gold", *moves, "murder:king")
    assert gold(game, 0) == before
    play(game, "end")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (1, after, before - after)


def test_the_back_tax_comes_before_the_tax_collectors_action() -> None:
    """Classic 2.1 item 1 (c), 3.2 Tax Collector: it is there to be spent in his turn."""
    game = dark(player("magician"), player("tax-collector", hand=("manor",)), player("assassin", gold=3), builders=[2], next_rank=2)
    assert (game.actor, gold(game, 1)) == (1, 1)
    assert "build:manor" in play(game, "gold").legal()


def test_only_the_assassin_pays_back_tax() -> None:
    """Classic 3.2 Tax Collector (F10): a Witch cannot have built before him, and is not asked."""
    game = dark(player("witch", gold=3), COLLECTOR, builders=[0], next_rank=2, bewitched="king")
    assert (gold(game, 0), gold(game, 1)) == (3, 0)


def test_a_murdered_tax_collector_collects_nothing() -> None:
    """Classic 3.1 Assassin, 3.2 Tax Collector: neither back tax nor tax."""
    builders = [player(name, gold=3, hand=("tavern",)) for name in ("assassin", "king")]
    game = play(dark(*builders, COLLECTOR), "gold", "build:tavern", "murder:tax-collector", "end", "gold", "build:tavern", "end")
    assert [gold(game, seat) for seat in range(3)] == [4, 4, 0]


def test_nobody_pays_a_tax_collector_who_is_not_in_play() -> None:
    """Classic 3.2 Tax Collector: not drafted or removed, no tax."""
    game = dark(player("king", gold=3, hand=("tavern",)), others=("tax-collector",))
    play(game, "gold", "build:tavern", "end")
    assert (gold(game, 0), game.position()["tax"]) == (4, 0)


def test_an_exchange_is_no_building() -> None:
    """Classic 3.2 Tax Collector: what the Diplomat swaps is not built."""
    game = dark(COLLECTOR, player("diplomat", gold=3, city=["tavern"]), player(city=["temple"]), next_rank=8)
    play(game, "gold", "exchange:tavern:2:temple", "end")
    assert (gold(game, 0), gold(game, 1)) == (0, 5)


def test_a_rescued_district_is_no_building() -> None:
    """Classic 3.2 Tax Collector: the Graveyard brings a card to the hand."""
    game = dark(COLLECTOR, player("warlord", gold=3), player(gold=3, city=["tavern", "graveyard"]), next_rank=8)
    play(game, "gold", "destroy:2:tavern", "graveyard", "end")
    assert [gold(game, seat) for seat in range(3)] == [0, 5, 2]


def test_the_card_from_the_lighthouse_is_no_second_building() -> None:
    """Classic 3.2 Tax Collector: the Lighthouse itself is taxed, the fetched card is not built."""
    game = dark(COLLECTOR, player("king", gold=6, hand=("lighthouse",)), deck=["tavern", "manor"], next_rank=4)
    play(game, "gold", "build:lighthouse", "fetch:tavern", "end")
    assert (gold(game, 0), gold(game, 1)) == (1, 4)


def test_the_bewitched_players_cut_turn_is_not_taxed_and_the_witchs_is() -> None:
    """Classic 3.2 Tax Collector (S0:535-537): who resumes has built."""
    game = dark(player("witch", gold=3, hand=("tavern",)), COLLECTOR, player("king", gold=3))
    play(game, "gold", "bewitch:king", "gold", "end", "gold", "build:tavern", "end")
    assert [gold(game, seat) for seat in range(3)] == [3, 3, 5]


def test_the_warlord_pays_for_destroying_before_the_tax() -> None:
    """Classic 2.3 (1), (2): the tax is the first thing after the powers; the Warlord pays for destroying before it."""
    game = dark(COLLECTOR, player("warlord", gold=1, hand=("market",)), player(city=["market"]), next_rank=8)
    play(game, "gold", "build:market", "destroy:2:market", "end")
    assert (gold(game, 0), gold(game, 1)) == (0, 0)


def test_income_taken_before_the_end_of_the_turn_is_taxed() -> None:
    """Classic 2.3 (2): the tax takes of what he has at the end."""
    game = dark(COLLECTOR, player("king", hand=("manor",), gold=1, city=["castle"]), next_rank=4)
    play(game, "gold", "build:manor", "income", "end")
    assert (gold(game, 0), gold(game, 1)) == (1, 1)


@pytest.mark.parametrize("players", [2, 3])
def test_his_own_second_character_pays_nothing(players: int) -> None:
    """Classic 3.2 Tax Collector, 1.6: another player."""
    game = dark(player("tax-collector", "king", gold=3, hand=("tavern",)), player("bishop"), seats=players)
    play(game, "gold", "end", "gold", "build:tavern", "end")
    assert gold(game, 0) == 6


@pytest.mark.parametrize("first", ["assassin", "witch"])
def test_his_own_first_character_pays_no_back_tax(first: str) -> None:
    """Classic 3.2 Tax Collector, 1.6: another player."""
    bewitched: dict[str, Any] = {"bewitched": "king"} if first == "witch" else {}
    game = dark(player(first, "tax-collector", gold=3), player("bishop"), seats=2, builders=[0], next_rank=2, **bewitched)
    assert gold(game, 0) == 3


def test_the_others_second_character_pays_as_well() -> None:
    """Classic 3.2 Tax Collector, 1.6: each turn in which somebody builds."""
    game = dark(player("tax-collector", "bishop"), player("magician", "king", gold=6, hand=("tavern", "temple")), seats=2)
    play(game, "gold", "end", "gold", "build:tavern", "end", "gold", "build:temple", "end")
    assert (gold(game, 0), gold(game, 1)) == (4, 6)


def test_the_tax_ends_with_the_round() -> None:
    """Classic 1.2 step 4: the characters go back; nobody collects in the next round before he is called."""
    game = idle_round(dark(COLLECTOR, player("king", gold=4, hand=("tavern",))))
    assert game.position()["builders"] == []


def test_what_could_not_be_paid_is_not_owed_later() -> None:
    """Classic 3.2 Tax Collector: what is not there at the end of the turn is not owed."""
    game = dark(COLLECTOR, player("magician", hand=("market",)), player("king"))
    play(game, "gold", "end", "gold", "build:market", "end")
    idle_until(game, 2)
    assert (gold(game, 0), gold(game, 1)) == (2, 0)
