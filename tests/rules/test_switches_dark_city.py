"""Classic 6 rows 19 to 46 and 52 to 54: each switch of the Dark City where its readings differ; here ranks 1 to 6 and 9."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import dark, resumed
from tests.rules.tables import city, crown, gold, hand, labels, play, player

ROWS = {*range(19, 47), 48, 52, 53, 54}

# Row, switch, reading of the packaged variants.
TABLE: list[tuple[int, str, Any]] = [
    (19, "tax_witch_back", "assassin_only"),
    (20, "thief_vs_witch", "forbidden"),
    (21, "witch_mandatory", True),
    (22, "witch_emperor", "witch"),
    (23, "witch_bishop", "witch_only"),
    (24, "witch_part1_purples", "gather_only"),
    (25, "tax_collector_dead", "no_tax"),
    (26, "alchemist_refund", "end_of_turn"),
    (27, "alchemist_vs_tax", "tax_first"),
    (28, "poorhouse_vs_tax", "tax_first"),
    (29, "wizard_duplicates", "all_builds"),
    (30, "wizard_build_needs_action", True),
    (31, "emperor_gift_choice", "recipient"),
    (32, "emperor_recipient", "not_holder"),
    (33, "emperor_murdered", "stays"),
    (34, "queen_murdered_rank4", "both"),
    (35, "queen_anchor", "card"),
    (36, "diplomat_payee", "player"),
    (37, "diplomat_complete_city", "forbidden"),
    (38, "diplomat_give_keep", "allow"),
    (39, "diplomat_duplicates", "forbid"),
    (40, "diplomat_great_wall", True),
    (41, "navigator_nobuild", "turn"),
    (42, "quarry_limit", "two_per_name"),
    (43, "wishing_well_self", False),
    (44, "bell_tower", "optional_announce"),
    (45, "bell_tower_lost_after_trigger", "frozen"),
    (46, "armory_complete_city", "allowed"),
    (48, "on_call_order", "robbery_first"),
    (53, "ballroom", "excluded"),
    (54, "hospital_eot", False),
]


@pytest.mark.parametrize(("row", "switch", "default"), TABLE)
def test_the_dark_city_reads_each_row_as_the_table_says(row: int, switch: str, default: Any) -> None:
    """Classic 6, column "dark-city", in all four packaged variants."""
    for name in ("dark-city", "dark-city-nine", "dark-city-random", "classic-2000-nine"):
        assert cs.load_variant(name).at(5).rules[switch] == default


def test_no_row_is_left_out() -> None:
    """Classic 6: each row of the Dark City is cited by a test below."""
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_switches_dark_city*.py"))
    assert ROWS - {int(row) for row in re.findall(r'"""Classic 6 row (\d+)', text)} == set()


# ---- Witch


@pytest.mark.parametrize(("reading", "paid"), [("assassin_only", 0), ("assassin_or_witch", 1)])
def test_the_back_tax_of_a_witch_who_has_built(reading: str, paid: int) -> None:
    """Classic 6 row 19, `tax_witch_back` (S0:561, S1:106): only a Witch who did not bewitch can have built."""
    rules = {"tax_witch_back": reading, "witch_mandatory": False}
    game = dark(player("witch", gold=3, hand=("tavern",)), player("tax-collector"), rules=rules)
    play(game, "gold", "build:tavern", "end")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (1, 4 - paid, paid)


@pytest.mark.parametrize(("reading", "barred"), [("forbidden", True), ("allowed", False)])
def test_robbing_the_bewitched(reading: str, barred: bool) -> None:
    """Classic 6 row 20, `thief_vs_witch` (S0:553-555); robbed he loses his gold at his call."""
    game = dark(player("witch"), player("thief"), player("merchant", gold=5), rules={"thief_vs_witch": reading})
    play(game, "gold", "bewitch:merchant", "gold")
    assert ("rob:merchant" not in game.legal()) is barred
    if not barred:
        play(game, "rob:merchant", "end")
        assert (gold(game, 1), gold(game, 2)) == (7, 0)


@pytest.mark.parametrize(("reading", "may_decline"), [(True, False), (False, True)])
def test_a_witch_who_names_nobody(reading: bool, may_decline: bool) -> None:
    """Classic 6 row 21, `witch_mandatory` (S1:102, S0:426): declining, she has a turn without a power and may build."""
    game = play(dark(player("witch", gold=3, hand=("tavern", "temple")), rules={"witch_mandatory": reading}), "gold")
    assert ("end" in game.legal(), "build:tavern" in game.legal()) == (may_decline, may_decline)
    if may_decline:
        play(game, "build:tavern")
        assert (labels(game, "bewitch"), game.legal(), city(game, 0)) == ([], ("end",), ["tavern"])


def test_a_witch_who_names_nobody_may_use_her_districts_like_anyone() -> None:
    """Classic 6 row 21, 3.2 Witch item 1: her turn goes on as a normal one, with or without a build."""
    game = dark(player("witch", gold=3, hand=("tavern",), city=["laboratory"]), rules={"witch_mandatory": False})
    play(game, "gold")
    assert "lab:tavern" in game.legal()
    play(game, "lab:tavern", "end")
    assert gold(game, 0) == 6


def test_a_witch_who_names_nobody_has_an_end_of_turn() -> None:
    """Classic 6 row 21, 2.3: Park at the end of her normal turn."""
    game = dark(player("witch", city=["park"]), player("king"), rules={"witch_mandatory": False}, deck=["docks", "docks"])
    play(game, "gold", "end")
    assert (hand(game, 0), game.actor) == (["docks", "docks"], 1)


def test_a_bewitched_emperor_moves_the_crown_himself_or_the_witch_does() -> None:
    """Classic 6 row 22, `witch_emperor` (002:1078): giver, receivers and gift by either reading."""
    for reading, giver, receivers in (("witch", 0, ["crown:1", "crown:2"]), ("emperor_player", 1, ["crown:0", "crown:2"])):
        game = dark(player("witch"), player("emperor"), player(gold=3), crown=3, rules={"witch_emperor": reading})
        play(game, "gold", "bewitch:emperor")
        if giver == 0:
            play(game, "gold")
        assert (game.actor, labels(game, "crown")) == (giver, receivers)
        before = gold(game, giver)
        play(game, "crown:2")
        assert (crown(game), gold(game, giver), gold(game, 2)) == (2, before + 1, 2)
        if giver == 1:
            play(game, "gold")
            assert (game.actor, labels(game, "crown")) == (0, [])


@pytest.mark.parametrize(("reading", "open_cities"), [("witch_only", {1}), ("both", set())])
def test_whose_city_a_bewitched_bishop_protects(reading: str, open_cities: set[int]) -> None:
    """Classic 6 row 23, `witch_bishop` (S0:531-534)."""
    witch, bishop = player("witch", city=["tavern"]), player("bishop", city=["temple"])
    game = resumed("bishop", witch, bishop, player("warlord"), rules={"witch_bishop": reading})
    play(game, "end", "gold")
    assert {int(label.split(":")[1]) for label in labels(game, "destroy")} == open_cities


@pytest.mark.parametrize(("reading", "usable"), [("gather_only", False), ("all", True)])
def test_the_witchs_districts_before_she_names(reading: str, usable: bool) -> None:
    """Classic 6 row 24, `witch_part1_purples` (002:1048-1051): effects of gathering work by either reading."""
    districts = ["laboratory", "smithy", "museum", "armory", "library"]
    game = dark(player("witch", gold=5, hand=("manor",), city=districts), player(city=["temple"]), rules={"witch_part1_purples": reading})
    effects = {"lab:manor", "smithy", "museum:manor", "armory:1:temple"}
    assert effects & set(game.legal()) == (effects if usable else set())
    play(game, "cards")
    assert len(hand(game, 0)) == 3
    assert bool(effects & set(game.legal())) is usable
    if usable:
        play(game, "lab:manor")
        assert gold(game, 0) == 6
        assert "bewitch:king" in game.legal()
        assert "end" not in game.legal()


# ---- Tax Collector, Alchemist, end of the turn


@pytest.mark.parametrize("fate", ["murdered", "absent"])
@pytest.mark.parametrize(("reading", "paid"), [("no_tax", 0), ("tax_always", 1)])
def test_tax_for_a_tax_collector_who_is_dead_or_absent(reading: str, paid: int, fate: str) -> None:
    """Classic 6 row 25, `tax_collector_dead` (JS, 2016): always means also then."""
    builder = player("king", gold=3, hand=("tavern",))
    held = [player("tax-collector")] if fate == "murdered" else []
    keys: dict[str, Any] = {"murdered": "tax-collector"} if fate == "murdered" else {"others": ("tax-collector",)}
    game = dark(builder, *held, next_rank=4, rules={"tax_collector_dead": reading}, **keys)
    play(game, "gold", "build:tavern", "end")
    assert gold(game, 0) == 4 - paid


@pytest.mark.parametrize(("reading", "before_end"), [("end_of_turn", 0), ("at_once", 4)])
def test_when_the_alchemist_gets_his_costs_back(reading: str, before_end: int) -> None:
    """Classic 6 row 26, `alchemist_refund` (S0:574, S1:122): at once the gold can be spent on in the same turn."""
    game = dark(player("alchemist", gold=2, hand=("castle",), city=["smithy"]), rules={"alchemist_refund": reading})
    play(game, "gold", "build:castle")
    assert (gold(game, 0), "smithy" in game.legal()) == (before_end, before_end > 0)
    assert gold(play(game, "end"), 0) == 4


@pytest.mark.parametrize(("reading", "purse", "tax"), [("tax_first", 4, 0), ("refund_first", 3, 1)])
def test_the_alchemists_refund_and_the_tax(reading: str, purse: int, tax: int) -> None:
    """Classic 6 row 27, `alchemist_vs_tax`: refunded first he can always be taxed."""
    game = dark(player("tax-collector"), player("alchemist", gold=2, hand=("castle",)), next_rank=6, rules={"alchemist_vs_tax": reading})
    play(game, "gold", "build:castle", "end")
    assert (gold(game, 1), gold(game, 0)) == (purse, tax)


@pytest.mark.parametrize(
    ("reading", "start", "purse", "tax"),
    [("tax_first", 0, 1, 0), ("poor_house_first", 0, 0, 1), ("tax_first", 1, 1, 1), ("poor_house_first", 1, 0, 1)],
)
def test_the_poor_house_and_the_tax(reading: str, start: int, purse: int, tax: int) -> None:
    """Classic 6 row 28, `poorhouse_vs_tax`: with nothing left, or with the last gold left before the tax."""
    builder = player("king", gold=start, hand=("market",), city=["poor-house"])
    game = dark(player("tax-collector"), builder, next_rank=4, rules={"poorhouse_vs_tax": reading})
    play(game, "gold", "build:market", "end")
    assert (gold(game, 1), gold(game, 0)) == (purse, tax)


@pytest.mark.parametrize(("reading", "purse"), [("tax_poor_house_park_refund", 5), ("tax_refund_poor_house_park", 4)])
def test_the_poor_house_and_the_alchemists_refund(reading: str, purse: int) -> None:
    """Classic 2.3, `eot_order` (002:1672): the Poor House before or after the refund."""
    game = dark(player("alchemist", gold=2, hand=("castle",), city=["poor-house"]), rules={"eot_order": reading})
    assert gold(play(game, "gold", "build:castle", "end"), 0) == purse


# ---- Wizard


@pytest.mark.parametrize(("reading", "own", "taken"), [("all_builds", True, True), ("taken_card", False, True)])
def test_which_of_the_wizards_builds_may_be_duplicates(reading: str, own: bool, taken: bool) -> None:
    """Classic 6 row 29, `wizard_duplicates` (S0:519, FA)."""
    wizard = player("wizard", gold=9, hand=("tavern",), city=["tavern", "temple"])
    game = dark(wizard, player(hand=("temple", "docks")), rules={"wizard_duplicates": reading})
    play(game, "gold")
    assert ("build:tavern" in game.legal()) is own
    assert ("take-build:temple" in play(game, "look:1").legal()) is taken


@pytest.mark.parametrize(("reading", "at_once"), [(True, False), (False, True)])
def test_the_wizards_immediate_build_before_his_action(reading: bool, at_once: bool) -> None:
    """Classic 6 row 30, `wizard_build_needs_action` (S0:515); by either reading he still has his action."""
    game = dark(player("wizard", gold=9), player(hand=("temple", "docks")), rules={"wizard_build_needs_action": reading})
    play(game, "look:1")
    assert ("take-build:temple" in game.legal()) is at_once
    play(game, "take-build:temple" if at_once else "take:temple")
    assert ({"gold", "cards"} <= set(game.legal()), labels(game, "build")) == (True, [])


# ---- Emperor and Queen


def test_who_chooses_the_emperors_gift() -> None:
    """Classic 6 row 31, `emperor_gift_choice` (S0:543, 2016)."""
    seats = (player("emperor"), player(gold=2, hand=("castle", "tavern")))
    shown = dark(*seats, crown=3, seats=3 + 1)
    assert shown.legal() == ("crown:1", "crown:2")
    assert (play(shown, "crown:1").actor, shown.decision) == (1, "gift")
    game = dark(*seats, crown=3, rules={"emperor_gift_choice": "emperor"})
    assert game.legal() == ("crown:1:gold", "crown:1:card", "crown:2:none")
    coin = play(game.copy(), "crown:1:gold")
    assert (coin.actor, gold(coin, 0), gold(coin, 1)) == (0, 1, 1)
    card = play(game, "crown:1:card")
    assert (card.actor, len(hand(card, 0)), len(hand(card, 1))) == (0, 1, 1)


def test_the_emperor_draws_a_random_card_of_the_receiver() -> None:
    """Classic 6 row 31, `emperor_gift_choice` (JS): any card, by the game's own luck."""
    drawn = set()
    for seed in range(30):
        game = dark(player("emperor"), player(hand=("castle", "tavern")), crown=3, seed=seed, rules={"emperor_gift_choice": "emperor"})
        drawn.update(hand(play(game, "crown:1:card"), 0))
    assert drawn == {"castle", "tavern"}


@pytest.mark.parametrize(
    ("reading", "receivers"), [("not_holder", ["crown:1", "crown:2"]), ("not_self", ["crown:1", "crown:2", "crown:3"])]
)
def test_whom_the_emperor_may_crown(reading: str, receivers: list[str]) -> None:
    """Classic 6 row 32, `emperor_recipient` (S1:114, S0:541-542)."""
    game = dark(player("emperor"), player(city=["throne-room"]), player(), player(gold=1), crown=3, rules={"emperor_recipient": reading})
    assert labels(game, "crown") == receivers
    if reading == "not_self":
        play(game, "crown:3")
        assert (crown(game), gold(game, 0), gold(game, 3)) == (3, 1, 0)


@pytest.mark.parametrize(("reading", "decides"), [("stays", False), ("moves", True)])
def test_the_crown_of_a_murdered_emperor(reading: str, decides: bool) -> None:
    """Classic 6 row 33, `emperor_murdered` (S0:546, 2016): moved at the end of the round, without a gift."""
    game = dark(player("assassin"), player("emperor"), player(gold=4), crown=3, rules={"emperor_murdered": reading})
    play(game, "murder:emperor", "gold", "end")
    if not decides:
        assert (game.decision, crown(game)) == ("pick", 3)
        return
    assert (game.decision, game.actor, game.legal()) == ("crown", 1, ("crown:0", "crown:2"))
    play(game, "crown:2")
    assert (game.decision, crown(game), gold(game, 1), gold(game, 2)) == ("pick", 2, 0, 4)


@pytest.mark.parametrize("name", ["king", "emperor"])
@pytest.mark.parametrize("reading", ["king_only", "both"])
def test_the_queen_beside_a_murdered_king_or_emperor(reading: str, name: str) -> None:
    """Classic 6 row 34, `queen_murdered_rank4` (S0:597, S1:138)."""
    game = dark(player("queen"), player(name), seats=5, murdered=name, next_rank=9, rules={"queen_murdered_rank4": reading})
    play(game, "gold", "end")
    assert gold(game, 0) == (2 if (reading, name) == ("king_only", "emperor") else 5)


@pytest.mark.parametrize(("reading", "beside_card", "beside_crowned"), [("card", 3, 0), ("recipient", 0, 3)])
def test_beside_whom_the_queen_must_sit(reading: str, beside_card: int, beside_crowned: int) -> None:
    """Classic 6 row 35, `queen_anchor` (S0:601): the Emperor at seat 0 crowns seat 3 of six; the Queen at 1, or at 2."""
    for seat, paid in ((1, beside_card), (2, beside_crowned)):
        places = [player("emperor"), *[player() for _ in range(5)]]
        places[seat] = player("queen")
        game = dark(*places, seats=6, crown=4, rules={"queen_anchor": reading})
        play(game, "crown:3", "gold", "end")
        assert (game.actor, gold(game, seat)) == (seat, paid)
