"""Classic 3.2 Abbot, Alchemist and Navigator."""

from __future__ import annotations

import pytest

from tests.rules.dark_tables import dark
from tests.rules.tables import city, gold, hand, labels, play, player

# ---- Abbot


def test_the_richest_player_gives_the_abbot_one_gold() -> None:
    """Classic 3.2 Abbot (S0:567-569)."""
    game = play(dark(player("abbot"), player(gold=5), player(gold=3)), "gold", "tithe:1")
    assert [gold(game, seat) for seat in range(3)] == [3, 4, 3]


@pytest.mark.parametrize(
    ("mine", "theirs"), [(9, (5, 3, 0)), (5, (5, 3, 0)), (0, (5, 5, 0)), (0, (0, 0, 0))], ids=["abbot", "with abbot", "others", "nobody"]
)
def test_nobody_pays_when_the_abbot_is_richest_or_two_are(mine: int, theirs: tuple[int, ...]) -> None:
    """Classic 3.2 Abbot (S0:569-571): he himself richest, or any tie."""
    assert labels(dark(player("abbot", gold=mine), *[player(gold=n) for n in theirs]), "tithe") == []


def test_who_is_richest_is_measured_when_he_uses_it() -> None:
    """Classic 2.2, 3.2 Abbot: any time in his turn; before the action he is poorer, after it tied."""
    game = dark(player("abbot", gold=1), player(gold=3))
    assert labels(game, "tithe") == ["tithe:1"]
    assert labels(play(game, "gold"), "tithe") == []


def test_building_first_may_make_another_the_richest() -> None:
    """Classic 3.2 Abbot: measured when used."""
    game = play(dark(player("abbot", gold=4, hand=("castle",)), player(gold=3)), "gold")
    assert labels(game, "tithe") == []
    assert labels(play(game, "build:castle"), "tithe") == ["tithe:1"]


def test_he_takes_once_in_a_turn() -> None:
    """Classic 3.2 Abbot: once."""
    game = play(dark(player("abbot"), player(gold=9)), "tithe:1", "gold")
    assert labels(game, "tithe") == []


def test_he_need_not_take() -> None:
    """Classic 2.1 item 5: never compulsory."""
    game = play(dark(player("abbot"), player(gold=9)), "gold", "end")
    assert gold(game, 1) == 9


def test_coins_on_districts_are_nobodys_gold() -> None:
    """Classic 3.2 Abbot: not counted."""
    rich = player(gold=3, city=[{"district": "tavern", "beautified": True}])
    assert labels(dark(player("abbot"), rich, player(gold=3)), "tithe") == []


def test_the_abbots_income_is_gold_for_religious_districts() -> None:
    """Classic 3.2 Abbot (S0:566): gold only, beside the richest player's gold."""
    game = dark(player("abbot", city=["temple", "church", "manor"]), player(gold=9))
    assert "income" in game.legal()
    play(game, "gold", "income", "tithe:1")
    assert (gold(game, 0), hand(game, 0)) == (5, [])


def test_the_abbots_city_is_not_protected() -> None:
    """Classic 3.2 Abbot: no Bishop's protection."""
    game = play(dark(player("abbot", city=["temple"]), player("warlord")), "gold", "end", "gold")
    assert labels(game, "destroy") == ["destroy:0:temple"]


# ---- Alchemist


def test_the_alchemist_gets_back_at_the_end_of_his_turn_what_he_built_for() -> None:
    """Classic 3.2 Alchemist (S0:574-576)."""
    game = play(dark(player("alchemist", gold=2, hand=("castle",))), "gold", "build:castle")
    assert gold(game, 0) == 0
    assert gold(play(game, "end"), 0) == 4


def test_he_cannot_spend_more_than_he_has() -> None:
    """Classic 3.2 Alchemist (S0:578-580): he must be able to pay up front."""
    game = play(dark(player("alchemist", gold=1, hand=("castle", "manor"))), "gold")
    assert labels(game, "build") == ["build:manor"]


def test_he_gets_back_the_actual_price() -> None:
    """Classic 3.2 Alchemist, 4.3 Factory: with the Factory a Library costs him five, and five come back."""
    game = play(dark(player("alchemist", gold=3, hand=("library",), city=["factory"])), "gold", "build:library", "end")
    assert gold(game, 0) == 5


def test_gold_for_the_smithy_does_not_come_back() -> None:
    """Classic 3.2 Alchemist (S0:576): only what was paid for building."""
    game = play(dark(player("alchemist", gold=2, hand=("tavern",), city=["smithy"])), "gold", "smithy", "build:tavern", "end")
    assert gold(game, 0) == 2


def test_the_tax_is_paid_before_and_does_not_come_back() -> None:
    """Classic 2.3, 3.2 Alchemist (S0:576-578): tax on what is left, then the refund."""
    game = dark(player("tax-collector"), player("alchemist", gold=3, hand=("castle",)), next_rank=6)
    play(game, "gold", "build:castle", "end")
    assert (gold(game, 0), gold(game, 1)) == (1, 4)


def test_an_alchemist_with_nothing_left_pays_no_tax_and_gets_his_refund() -> None:
    """Classic 2.3: at the moment of the tax he has nothing."""
    game = dark(player("tax-collector"), player("alchemist", gold=2, hand=("castle",)), next_rank=6)
    play(game, "gold", "build:castle", "end")
    assert (gold(game, 0), gold(game, 1)) == (0, 4)


def test_the_poor_house_pays_him_before_the_refund() -> None:
    """Classic 2.3 (3), (5): Poor House, then the refund (002:1672-1677)."""
    game = play(dark(player("alchemist", gold=2, hand=("castle",), city=["poor-house"])), "gold", "build:castle", "end")
    assert gold(game, 0) == 5


def test_the_alchemist_has_no_trade_income() -> None:
    """Classic 3.2 Alchemist."""
    assert "income" not in dark(player("alchemist", city=["tavern", "market"])).legal()


def test_nobody_else_gets_his_costs_back() -> None:
    """Classic 3.2 Alchemist."""
    assert gold(play(dark(player("merchant", gold=2, hand=("castle",))), "gold", "build:castle", "end"), 0) == 1


# ---- Navigator


@pytest.mark.parametrize(("bonus", "coins", "cards"), [("bonus:gold", 6, 0), ("bonus:cards", 2, 4)])
def test_the_navigator_takes_four_gold_or_four_cards(bonus: str, coins: int, cards: int) -> None:
    """Classic 3.2 Navigator (S0:592-594): all four cards are kept."""
    game = dark(player("navigator"))
    assert labels(game, "bonus") == []
    play(game, "gold")
    assert game.legal() == ("bonus:gold", "bonus:cards")
    play(game, bonus)
    assert (gold(game, 0), len(hand(game, 0)), game.legal()) == (coins, cards, ("end",))


def test_his_turn_cannot_end_without_it() -> None:
    """Classic 3.2 Navigator (FF): compulsory, `navigator_must_take`."""
    assert "end" not in play(dark(player("navigator")), "gold").legal()


def test_he_builds_nothing() -> None:
    """Classic 3.2 Navigator (S0:594): before the bonus or after it."""
    game = play(dark(player("navigator", gold=9, hand=("tavern",))), "gold")
    assert labels(game, "build") == []
    play(game, "bonus:gold")
    assert (labels(game, "build"), city(game, 0)) == ([], [])


def test_library_and_observatory_do_not_change_the_four_cards() -> None:
    """Classic 3.2 Navigator, 4.2: they modify the action only."""
    game = play(dark(player("navigator", city=["library", "observatory"])), "gold", "bonus:cards")
    assert len(hand(game, 0)) == 4


def test_of_a_short_deck_he_draws_what_exists() -> None:
    """Classic 2.5."""
    game = play(dark(player("navigator"), deck=["manor", "temple", "tavern"]), "gold", "bonus:cards")
    assert sorted(hand(game, 0)) == ["manor", "tavern", "temple"]


def test_his_district_effects_still_work() -> None:
    """Classic 2.2, 3.2 Navigator: building is barred, nothing else."""
    game = play(dark(player("navigator", hand=("manor",), city=["laboratory"])), "gold", "bonus:gold", "lab:manor")
    assert gold(game, 0) == 7


def test_the_navigators_other_character_builds() -> None:
    """Classic 3.2 Navigator, 1.6: the bar is for the turn."""
    game = dark(player("navigator", "warlord", gold=9, hand=("tavern",)), player("thief"), seats=2, next_rank=7)
    play(game, "gold", "bonus:gold", "end", "gold")
    assert labels(game, "build") == ["build:tavern"]
