"""2016 3, rank 5: Bishop and Abbot."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, gold, hand, idle_round, idle_until, labels, play, player
from tests.rules2016.tables import resumed, table, warranted

RANK_8 = ["warlord", "diplomat", "marshal"]


def reachable(game: cs.Game, seat: int) -> bool:
    """Whether the power of rank 8 can be used on anything in a city; the Diplomat names the other city third."""
    powers = [label.split(":") for label in game.legal() if label.split(":")[0] in ("destroy", "exchange", "seize")]
    return str(seat) in [parts[2] if parts[0] == "exchange" else parts[1] for parts in powers]


# ---- Bishop


def test_the_bishop_gains_a_gold_for_each_religious_district() -> None:
    """2016 3 Bishop (002:1375), 4.2 School of Magic: before building or after it."""
    game = table(player("bishop", gold=1, hand=("church",), city=["temple", "school-of-magic", "manor"]), next_rank=5)
    assert gold(play(game.copy(), "income"), 0) == 3
    play(game, "gold", "build:church", "income")
    assert (gold(game, 0), labels(game, "income")) == (4, [])


@pytest.mark.parametrize("name", RANK_8)
def test_rank_8_cannot_touch_his_districts_in_this_round(name: str) -> None:
    """2016 3 Bishop (002:1377-1379): each of the three; the others' stay open."""
    game = table(player(name, gold=9, city=["watchtower"]), player("bishop", city=["temple"]), player(city=["church"]))
    idle_until(game, 0)
    assert (reachable(game, 1), reachable(game, 2)) == (False, True)


@pytest.mark.parametrize("name", RANK_8)
def test_a_killed_bishop_protects_nothing(name: str) -> None:
    """2016 3 Bishop (002:1381-1382)."""
    rest = [player("bishop", city=["temple"]), player("assassin")]
    game = play(table(player(name, gold=9, city=["watchtower"]), *rest), "gold", "murder:bishop")
    assert reachable(idle_until(play(game, "end"), 0), 1)


@pytest.mark.parametrize("name", RANK_8)
@pytest.mark.parametrize(("reading", "bishop_open"), [("witch_only", True), ("both", False)])
def test_a_bewitched_bishop_protects_the_witch_instead(name: str, reading: str, bishop_open: bool) -> None:
    """2016 3 Bishop, `witch_bishop` (002:1382-1385, 003:630)."""
    rank_8 = player(name, gold=9, city=["watchtower"])
    game = resumed("bishop", player("witch", city=["temple"]), player("bishop", city=["church"]), rank_8, rules={"witch_bishop": reading})
    idle_until(play(game, "end"), 2)
    assert (reachable(game, 0), reachable(game, 1)) == (False, bishop_open)


def test_a_bishop_nobody_holds_protects_nobody() -> None:
    """2016 3 Bishop: his own districts."""
    assert reachable(table(player("warlord", gold=9), player(city=["temple"]), next_rank=8), 1)


def test_the_protection_is_over_with_the_round() -> None:
    """2016 3 Bishop (002:1377): this round."""
    for seed in range(20):
        game = idle_round(table(player("warlord"), player("bishop", city=["temple"]), next_rank=5, seed=seed))
        if "pick:warlord" in game.legal():
            break
    play(game, "pick:warlord")
    while game.decision == "pick":
        game.play(next(label for label in game.legal() if label != "pick:bishop"))
    assert reachable(idle_until(game, 0), 1)


def test_the_armory_is_no_power_of_rank_8() -> None:
    """2016 3 Bishop R, 4.2 Armory."""
    game = table(player("warlord", city=["armory"]), player("bishop", city=["temple"]), next_rank=5)
    idle_until(game, 0)
    assert (reachable(game, 1), "armory:1:temple" in game.legal()) == (False, True)
    play(game, "armory:1:temple")
    assert city(game, 1) == []


def test_spy_and_magistrate_are_not_stopped() -> None:
    """2016 3 Bishop R: only rank 8 is."""
    spied = play(table(player("spy"), player("bishop", gold=2, hand=("temple",))), "spy:1:religious")
    assert (gold(spied, 0), gold(spied, 1)) == (1, 1)
    game = warranted("bishop", player("magistrate"), player("bishop", gold=2, hand=("manor",)))
    play(game, "gold", "build:manor", "confiscate")
    assert (city(game, 0), city(game, 1), gold(game, 1)) == (["manor"], [], 4)


@pytest.mark.parametrize("whole_round", [True, False])
def test_with_three_players_the_protection_lasts_all_round(whole_round: bool) -> None:
    """2016 A25, `bishop_protects_whole_round` (002:1377 against 726-727)."""
    rest = [player("bishop", "thief", city=["temple"]), player("king", "merchant")]
    game = table(player("warlord", "assassin", gold=9), *rest, seats=3, next_rank=5, rules={"bishop_protects_whole_round": whole_round})
    assert reachable(idle_until(game, 0), 1) is not whole_round


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize("name", ["warlord", "diplomat"])
def test_who_is_bishop_and_rank_8_cannot_use_it_on_his_own(name: str, blocks: bool) -> None:
    """2016 A25b, `bishop_blocks_self`: not to destroy them, nor to exchange them away."""
    rest = [player("thief", "king", city=["temple"])]
    game = table(player("bishop", name, gold=9, city=["tavern"]), *rest, seats=2, next_rank=5, rules={"bishop_blocks_self": blocks})
    play(game, "gold", "end", "gold")
    own = [label for label in game.legal() if label in ("destroy:0:tavern", "exchange:tavern:1:temple")]
    assert (own == []) is blocks


# ---- Abbot


def abbot(gold: int, *others: int, **keys: Any) -> cs.Game:
    """The Abbot (seat 0) before gathering, and the gold of all."""
    return table(player("abbot", gold=gold, hand=("manor",)), *[player(gold=each) for each in others], next_rank=5, **keys)


@pytest.mark.parametrize(("label", "paid", "cards"), [("income:3", 3, 0), ("income:2", 2, 1), ("income:1", 1, 2), ("income:0", 0, 3)])
def test_the_abbot_takes_any_mix_of_gold_and_cards(label: str, paid: int, cards: int) -> None:
    """2016 3 Abbot, D2 (002:1395-1403): declared before he takes."""
    game = table(player("abbot", city=["temple", "church", "monastery", "manor"]), next_rank=5)
    assert labels(game, "income") == ["income:0", "income:1", "income:2", "income:3"]
    play(game, label)
    assert (gold(game, 0), len(hand(game, 0)), labels(game, "income")) == (paid, cards, [])


def test_the_abbot_may_be_paid_in_gold_only() -> None:
    """2016 D2, 7, `abbot_income` (004:708)."""
    game = table(player("abbot", city=["temple", "church"]), next_rank=5, rules={"abbot_income": "gold"})
    assert labels(game, "income") == ["income"]
    assert gold(play(game, "income"), 0) == 2


def test_his_school_of_magic_yields_either() -> None:
    """2016 3 Abbot, 4.2 School of Magic (002:1694)."""
    game = table(player("abbot", city=["school-of-magic"]), next_rank=5)
    assert labels(game, "income") == ["income:0", "income:1"]
    assert hand(play(game, "income:0"), 0) == ["docks"]


def test_a_mix_of_more_cards_than_there_are_yields_those_there_are() -> None:
    """2016 2.4: the gold declared stays what it was."""
    game = play(table(player("abbot", city=["temple", "church", "monastery"]), next_rank=5, deck=["docks"]), "income:1")
    assert (gold(game, 0), hand(game, 0)) == (1, ["docks"])


def test_the_richest_player_gives_him_a_gold() -> None:
    """2016 3 Abbot (002:1404-1406): once, and he is not asked; before gathering too."""
    game = abbot(1, 5, 4, 0)
    assert labels(game, "tithe") == ["tithe:1"]
    play(game, "tithe:1")
    assert ([gold(game, seat) for seat in range(4)], labels(game, "tithe")) == ([2, 4, 4, 0], [])


def test_at_a_tie_among_others_he_chooses() -> None:
    """2016 3 Abbot (002:1406-1408)."""
    game = abbot(1, 5, 5, 4)
    assert labels(game, "tithe") == ["tithe:1", "tithe:2"]
    assert gold(play(game, "tithe:2"), 2) == 4


@pytest.mark.parametrize("mine", [5, 6], ids=["tied", "richest"])
def test_among_the_richest_he_gets_nothing(mine: int) -> None:
    """2016 3 Abbot (002:1404, 1408-1409)."""
    assert labels(abbot(mine, 5, 5, 4), "tithe") == []


def test_where_nobody_has_gold_nobody_gives() -> None:
    """2016 3 Abbot: one gold of the richest player's stash."""
    assert labels(abbot(0, 0, 0, 0), "tithe") == []


def test_he_may_become_poorer_first() -> None:
    """2016 3 Abbot (002:1404): at any moment of his turn, after building for instance."""
    game = play(abbot(4, 5), "gold")
    assert labels(game, "tithe") == []
    assert labels(play(game, "build:manor"), "tithe") == ["tithe:1"]


def test_only_stashes_are_compared() -> None:
    """2016 0.4, 3 Abbot: not the coins on districts."""
    starred = [{"district": "manor", "beautified": True}, {"district": "castle", "beautified": True}]
    game = table(player("abbot", gold=3), player(gold=2, city=starred), player(gold=1), next_rank=5)
    assert labels(game, "tithe") == []


@pytest.mark.parametrize(
    ("reading", "called", "spent", "ended"),
    [("choice", 1, 0, 0), ("first_chance", 2, 1, 1), ("end_of_turn", 1, 0, 1)],
)
def test_when_the_abbot_takes_from_the_richest(reading: str, called: int, spent: int, ended: int) -> None:
    """2016 A3, `abbot_richest` (002:1404-1406): when he likes; at the first chance; at the end."""
    game = abbot(1, 9, 0, 0, rules={"abbot_richest": reading})
    assert gold(game, 0) == called
    play(game, "gold", "build:manor")
    assert gold(game, 0) == spent
    assert ("tithe:1" in game.legal()) is (reading == "choice")
    play(game, "end")
    assert (gold(game, 0), gold(game, 1)) == (ended, 9 - ended)


@pytest.mark.parametrize("reading", ["first_chance", "end_of_turn"])
def test_where_it_fires_by_itself_he_still_chooses_among_tied(reading: str) -> None:
    """2016 A3, 3 Abbot (002:1406-1408): nothing else is legal then."""
    game = abbot(1, 5, 5, 0, rules={"abbot_richest": reading})
    if reading == "end_of_turn":
        play(game, "gold", "end")
    assert game.legal() == ("tithe:1", "tithe:2")
    assert gold(play(game, "tithe:2"), 2) == 4


def test_taking_from_the_richest_is_no_duty() -> None:
    """2016 2.1, A3 (002:1014-1016)."""
    assert "end" in play(abbot(1, 5), "gold").legal()
