"""2016 3, rank 9: Tax Collector."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, gold, idle_round, idle_until, labels, last_round, play, player, score
from tests.rules2016.tables import SIX, resumed, table, threatened, variant_with, warranted

COLLECTOR = ("tax-collector",)


def tax(game: cs.Game) -> int:
    """Gold on the token."""
    return int(game.position()["tax"])


def builder(name: str = "king", *rest: dict[str, Any], gold: int = 5, hand: tuple[str, ...] = ("tavern",), **keys: Any) -> cs.Game:
    """Somebody who builds (seat 0), in a game with the Tax Collector."""
    return table(player(name, gold=gold, hand=hand), *rest, **{"others": COLLECTOR, "next_rank": 4, **keys})


# ---- the tax


def test_a_gold_goes_on_the_token_right_after_building() -> None:
    """2016 3 Tax Collector (002:1640-1643): at once, out of the builder's stash."""
    game = play(builder(), "gold", "build:tavern")
    assert (gold(game, 0), tax(game)) == (5, 1)
    assert (gold(play(game, "end"), 0), tax(game)) == (5, 1)


def test_every_district_is_taxed() -> None:
    """2016 3 Tax Collector (002:1643-1645): one gold for each."""
    game = builder("architect", gold=8, hand=("tavern", "temple", "watchtower"), next_rank=7)
    play(game, "gold", "build:tavern", "build:temple", "build:watchtower")
    assert (gold(game, 0), tax(game)) == (4, 3)


def test_without_him_in_the_cast_nobody_is_taxed() -> None:
    """2016 3 Tax Collector (002:1638-1640): the Artist is the ninth here."""
    game = play(builder(others=("artist",)), "gold", "build:tavern")
    assert (gold(game, 0), tax(game)) == (6, 0)


def test_who_has_no_gold_left_is_not_charged_then_or_later() -> None:
    """2016 3 Tax Collector (002:1645-1647)."""
    game = play(builder(gold=1, hand=("manor",)), "gold", "build:manor")
    assert (gold(game, 0), tax(game)) == (0, 0)
    later = table(player("king", gold=1, hand=("manor",), city=["castle"]), others=COLLECTOR, next_rank=4)
    play(later, "gold", "build:manor", "income", "end")
    assert (gold(later, 0), tax(later)) == (2, 0)


@pytest.mark.parametrize(
    ("mine", "card", "label"),
    [(["framework"], "palace", "build:palace:framework"), (["manor"], "necropolis", "build:necropolis:sacrifice:manor")],
    ids=["framework", "necropolis"],
)
def test_districts_for_which_nothing_was_paid_are_taxed(mine: list[str], card: str, label: str) -> None:
    """2016 3 Tax Collector (002:1642-1643), 4.2 Framework, Necropolis."""
    game = table(player("king", gold=5, hand=(card,), city=mine), others=COLLECTOR, next_rank=4)
    play(game, "gold", label)
    assert (city(game, 0), gold(game, 0), tax(game)) == ([card], 6, 1)


@pytest.mark.parametrize(("magistrates", "left", "token"), [(5, 6, 1), (0, 1, 1)])
def test_the_magistrate_pays_for_what_he_confiscates(magistrates: int, left: int, token: int) -> None:
    """2016 3 Tax Collector, Magistrate (002:1664-1665): he, and not the builder."""
    seats = [player("magistrate", gold=magistrates), player("bishop", gold=3, hand=("manor",))]
    game = warranted("bishop", *seats, others=COLLECTOR)
    play(game, "gold", "build:manor", "confiscate")
    assert (gold(game, 0), gold(game, 1), tax(game)) == (left, 5, token)


def test_a_magistrate_without_gold_pays_nothing() -> None:
    """2016 3 Tax Collector (002:1645-1647, 1664-1665)."""
    seats = [player("magistrate", hand=("market",)), player("bishop", gold=3, hand=("manor",))]
    game = play(table(*seats, others=COLLECTOR), "warrants:bishop:king:merchant", "gold", "build:market", "end")
    play(game, "gold", "build:manor", "confiscate")
    assert (gold(game, 0), gold(game, 1), tax(game), city(game, 0)) == (0, 5, 0, ["market", "manor"])


# ---- the Tax Collector


def test_in_his_turn_he_takes_all_that_lies_on_the_token() -> None:
    """2016 3 Tax Collector (002:1650-1652), A32: soon enough to build with it."""
    game = play(table(player("tax-collector", hand=("palace",)), next_rank=9, tax=3), "gold", "build:palace")
    assert (gold(game, 0), tax(game), city(game, 0)) == (0, 0, ["palace"])


def test_what_was_paid_in_the_round_is_his() -> None:
    """2016 3 Tax Collector (002:1640-1652)."""
    game = table(player("tax-collector"), player("king", gold=3, hand=("tavern",)), player("bishop", gold=3, hand=("temple",)), next_rank=4)
    play(game, "gold", "build:tavern", "end", "gold", "build:temple", "end", "gold")
    assert (game.actor, gold(game, 0), tax(game)) == (0, 4, 0)


def test_he_pays_no_tax_himself() -> None:
    """2016 3 Tax Collector (002:1647-1648)."""
    game = play(table(player("tax-collector", gold=3, hand=("tavern",)), next_rank=9), "gold", "build:tavern")
    assert (gold(game, 0), tax(game)) == (4, 0)


def confiscated(*rest: dict[str, Any], gold: int = 5, token: int = 0, hand: tuple[str, ...] = ("tavern",), **keys: Any) -> cs.Game:
    """The Tax Collector (seat 1) took gold and has just paid for a tavern, which the Magistrate (seat 0) confiscates: he pays the tax."""
    mine = player("tax-collector", gold=gold, hand=hand)
    game = warranted("tax-collector", player("magistrate", gold=5), mine, *rest, **{"tax": token, **keys})
    return play(game, "gold", "build:tavern", "confiscate")


def test_tax_that_comes_in_his_own_turn_is_his() -> None:
    """2016 3 Tax Collector (002:1650-1652, 1664-1665), Magistrate: the token was empty at his call, and he may take it at any time."""
    game = confiscated()
    assert (gold(game, 0), gold(game, 1), tax(game), city(game, 0)) == (6, 8, 0, ["tavern"])


def test_tax_that_comes_in_his_own_turn_can_be_spent_in_it() -> None:
    """2016 3 Tax Collector (002:1650), A32: taken when it comes."""
    mine = player("tax-collector", gold=1, hand=("tavern",), city=["smithy"])
    game = warranted("tax-collector", player("magistrate", gold=5), mine)
    play(game, "cards", "keep:docks", "build:tavern", "confiscate")
    assert (gold(game, 1), labels(game, "smithy")) == (2, ["smithy"])


def test_he_who_can_wait_takes_the_token_with_what_comes_in_his_turn() -> None:
    """2016 3 Tax Collector (002:1650-1652), 2 (002:1015-1018): once a turn, at the best moment; nothing was needed before."""
    game = confiscated(token=3)
    assert (gold(game, 1), tax(game)) == (11, 0)


@pytest.mark.parametrize(
    ("own", "plays", "left"),
    [(0, ("build:palace",), (7, 1)), (3, ("build:palace",), (11, 0)), (0, ("smithy", "gold", "build:tavern"), (5, 1))],
)
def test_who_has_spent_what_lay_on_the_token_leaves_what_comes_later(own: int, plays: tuple[str, ...], left: tuple[int, int]) -> None:
    """2016 3 Tax Collector (002:1650-1652), 2 (002:1015-1018): an ability is used once a turn; the rest stays for a later round."""
    mine = player("tax-collector", gold=own, hand=("palace", "tavern"), city=["smithy"])
    game = warranted("tax-collector", player("magistrate", gold=5), mine, tax=5)
    play(game, *(plays if "gold" in plays else ("gold", *plays)), "confiscate")
    assert (gold(game, 1), tax(game)) == left


def test_what_he_could_do_without_is_known_after_reading_the_position_again() -> None:
    """2016 3 Tax Collector; game API, position: while the Magistrate decides."""
    for own, token in ((3, 0), (0, 1)):
        mine = player("tax-collector", gold=own, hand=("palace",))
        game = play(warranted("tax-collector", player("magistrate", gold=5), mine, tax=5), "gold", "build:palace")
        again = cs.Game.from_position(game.variant, game.position())
        assert [tax(play(each, "confiscate")) for each in (game, again)] == [token] * 2


@pytest.mark.parametrize(("reading", "stash", "token"), [("pays", 7, 1), ("collects", 8, 0)])
def test_tax_that_comes_in_the_turn_of_his_other_character_is_his_where_that_collects(reading: str, stash: int, token: int) -> None:
    """2016 D6, `tax_other_character` (002:1660-1662; 004:828): with three players."""
    mine = player("king", "tax-collector", gold=5, hand=("tavern",))
    rest = [mine, player("bishop", "warlord")]
    rules = {"tax_other_character": reading}
    game = warranted("king", player("magistrate", "thief", gold=5), *rest, blanks="bishop:warlord", seats=3, rules=rules)
    play(game, "gold", "build:tavern", "confiscate")
    assert (gold(game, 1), tax(game)) == (stash, token)


def test_tax_that_comes_at_the_end_of_his_own_turn_is_his() -> None:
    """2016 3 Tax Collector, `tax_time`: at a table that mixes the editions."""
    game = confiscated(rules={"tax_time": "end_of_turn"})
    assert (gold(game, 1), tax(game)) == (7, 0)
    play(game, "end")
    assert (gold(game, 1), tax(game)) == (8, 0)


def test_he_has_no_income_of_districts() -> None:
    """2016 3 Tax Collector: gold from the token only."""
    game = table(player("tax-collector", city=["manor", "temple", "tavern", "watchtower"]), next_rank=9)
    assert labels(game, "income") == []


@pytest.mark.parametrize("keys", [{}, {"murdered": "tax-collector"}, {"face_up": ["tax-collector"]}], ids=["not held", "killed", "face up"])
@pytest.mark.parametrize(("reading", "paid"), [("tax_always", 1), ("no_tax", 0)])
def test_tax_is_due_when_he_is_not_there(keys: dict[str, Any], reading: str, paid: int) -> None:
    """2016 3 Tax Collector, `tax_collector_dead` (002:1654-1658): not chosen, killed or discarded; what lies there stays."""
    holder = player("tax-collector" if "murdered" in keys else "architect")
    game = builder("king", holder, player("warlord"), rules={"tax_collector_dead": reading}, tax=2, **keys)
    play(game, "gold", "build:tavern", "end")
    assert (gold(game, 0), tax(game)) == (6 - paid, 2 + paid)
    idle_round(game)
    assert (game.position()["round"], tax(game), gold(game, 1)) == (2, 2 + paid, 0 if "murdered" in keys else 2)


def test_gold_left_is_taken_by_the_next_tax_collector() -> None:
    """2016 3 Tax Collector (002:1656-1658): it stays for the following round."""
    for seed in range(20):
        game = idle_round(table(player("king"), player("bishop"), others=COLLECTOR, next_rank=4, tax=4, seed=seed))
        if "pick:tax-collector" in game.legal():
            break
    assert game.actor == 0
    play(game, "pick:tax-collector")
    while game.decision == "pick":
        game.play(game.legal()[0])
    assert tax(game) == 4
    had = gold(game, 0)
    assert (gold(idle_until(game, 0), 0) - had, tax(game)) == (4, 0)


def test_gold_nobody_took_is_worth_nothing() -> None:
    """2016 3 Tax Collector, 5: at the end it is nobody's, an Imperial Treasury's owner neither."""
    variant = variant_with("citadels-2016-nine", ())
    cast = list(table(player(), others=COLLECTOR).position()["cast"])
    seats = [player("warlord", city=["imperial-treasury"]), player(city=[*SIX, "prison"])]
    game = last_round(*seats, variant=variant, cast=cast, next_rank=9, tax=7, completed=[1], strict=False)
    assert (score(game, 0)["bonus"], score(game, 0)["total"]) == (0, 5)


def test_the_thief_does_not_rob_the_token() -> None:
    """2016 3 Tax Collector, Thief: the stash at the reveal; what lies on the token comes after."""
    game = table(player("thief"), player("tax-collector", gold=2), next_rank=9, robbed="tax-collector", tax=3)
    assert (game.actor, gold(game, 0), gold(game, 1), tax(game)) == (1, 2, 3, 0)


@pytest.mark.parametrize(("answer", "lost"), [(("bribe",), 2), (("refuse", "reveal"), 4)])
def test_threatened_he_takes_the_token_after_the_threat(answer: tuple[str, ...], lost: int) -> None:
    """2016 3 Blackmailer (002:1174-1185): neither bribe nor flower reaches what he takes by his power."""
    game = threatened("tax-collector", "king", player("blackmailer"), player("tax-collector", gold=2), tax=3)
    play(game, "gold")
    assert (game.decision, gold(game, 1), tax(game)) == ("threatened", 4, 3)
    play(game, *answer)
    assert (game.actor, gold(game, 0), gold(game, 1), tax(game)) == (1, 2 + lost, 7 - lost, 0)


def test_the_witch_as_tax_collector_takes_the_token_and_pays_no_tax() -> None:
    """2016 A27, 3 Witch (002:1061-1067); the bewitched player gets nothing of it."""
    game = resumed("tax-collector", player("witch", hand=("tavern",)), player("tax-collector"), tax=3)
    assert (game.actor, gold(game, 0), gold(game, 1), tax(game)) == (0, 5, 2, 0)
    play(game, "build:tavern")
    assert (gold(game, 0), tax(game)) == (4, 0)


def test_the_witch_as_another_pays_tax() -> None:
    """2016 3 Tax Collector (002:1640-1642): every player who builds."""
    game = resumed("king", player("witch", hand=("tavern",)), player("king"), others=COLLECTOR)
    play(game, "build:tavern")
    assert (gold(game, 0), tax(game)) == (0, 1)


def test_a_magistrate_who_is_tax_collector_as_well_pays() -> None:
    """2016 D6, 3 Tax Collector (002:1660-1665): it is his other character that confiscates."""
    rest = [player("bishop", "thief", gold=5, hand=("manor",)), player("king", "warlord")]
    game = warranted("bishop", player("magistrate", "tax-collector", gold=5), *rest, seats=3)
    idle_until(play(game, "gold", "end"), 1)
    play(game, "gold", "build:manor", "confiscate")
    assert (city(game, 0), gold(game, 0), tax(game)) == (["manor"], 6, 1)


@pytest.mark.parametrize(
    ("reading", "stash", "token"),
    [("pays", 5, 3), ("exempt", 6, 2), ("collects", 8, 0)],
)
def test_with_three_players_his_other_character_pays(reading: str, stash: int, token: int) -> None:
    """2016 D6, `tax_other_character` (002:1660-1662, 003:734; 004:828 could be read as collects)."""
    mine = player("king", "tax-collector", gold=5, hand=("tavern", "temple"))
    rest = [player("thief", "bishop"), player("assassin", "warlord")]
    game = table(mine, *rest, seats=3, next_rank=4, tax=2, rules={"tax_other_character": reading})
    play(game, "gold", "build:tavern")
    assert (gold(game, 0), tax(game)) == (stash, token)
    idle_until(play(game, "end"), 0)
    had = gold(game, 0)
    play(game, "gold", "build:temple")
    assert (gold(game, 0) - had, tax(game)) == (1, 0)
