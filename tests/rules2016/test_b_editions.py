"""2016 7: where the characters of ranks 3 to 9 differ between the classic rules and those of 2016, each switch under its one name.

Rows without a switch compare the two editions themselves; rows in which both say the same are tested to be the same in both.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import dark
from tests.rules.tables import EIGHT, crown, gold, hand, labels, play, player
from tests.rules2016.tables import SIX, table

EDITIONS = ("classic-2000-nine", "citadels-2016-nine")
BOTH = pytest.mark.parametrize("edition", [dark, table], ids=["classic", "2016"])

# Switch, classic reading, reading of 2016.
TABLE: list[tuple[str, Any, Any]] = [
    ("tax_collector_rank", 2, 9),
    ("tax_base", "turn", "district"),
    ("tax_time", "end_of_turn", "at_once"),
    ("tax_to", "collector", "token"),
    ("tax_collector_dead", "no_tax", "tax_always"),
    ("tax_other_character", "exempt", "pays"),
    ("wizard_build_needs_action", True, False),
    ("emperor_time", "on_call", "any"),
    ("emperor_gift_choice", "recipient", "emperor"),
    ("emperor_murdered", "stays", "moves"),
    ("abbot_income", "gold", "mix"),
    ("abbot_tie", "nothing", "choice"),
    ("merchant_bonus_time", "after_action", "any"),
    ("architect_bonus_time", "after_action", "any"),
    ("navigator_bonus_time", "after_action", "any"),
    ("navigator_must_take", True, False),
    ("warlord_timing", "end_of_turn", "any"),
    ("diplomat_give_keep", "allow", "forbid"),
    ("great_wall_diplomat", "cost_increase", "surcharge"),
]
SAME = [
    *("murdered_king_crown", "emperor_recipient", "witch_emperor", "witch_bishop", "magician_exchange", "wizard_duplicates"),
    *("wizard_must_take", "abbot_richest", "alchemist_refund", "eot_order", "navigator_nobuild", "warlord_complete_city"),
    *("diplomat_complete_city", "diplomat_payee", "diplomat_duplicates", "diplomat_great_wall", "queen_murdered_rank4", "queen_anchor"),
    *("artist_split", "bishop_protects_whole_round", "bishop_blocks_self"),
]
"""Switches of these characters that the editions read alike."""


@pytest.mark.parametrize(("switch", "classic", "new"), TABLE)
def test_each_edition_has_its_reading(switch: str, classic: Any, new: Any) -> None:
    """2016 7: the packaged variants."""
    assert [cs.load_variant(name).at(5).rules[switch] for name in EDITIONS] == [classic, new]


@pytest.mark.parametrize("switch", SAME)
def test_where_the_editions_agree_they_have_one_reading(switch: str) -> None:
    """2016 7: rows that say "same"."""
    classic, new = (cs.load_variant(name).at(5).rules[switch] for name in EDITIONS)
    assert classic == new


def test_no_switch_is_left_out() -> None:
    """2016 7: each switch of the table is played below or beside its character."""
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_b_*.py"))
    cited = {switch for docstring in re.findall(r'"""2016 [^"]*"""', text) for switch in re.findall(r"`(\w+)`", docstring)}
    assert {*(switch for switch, _, _ in TABLE), *SAME} - cited == set()


# ---- Tax Collector


@pytest.mark.parametrize(("base", "paid"), [("turn", 1), ("district", 3)])
def test_tax_by_turn_or_by_district(base: str, paid: int) -> None:
    """2016 7, 3 Tax Collector, `tax_base` (000:556-564)."""
    architect = player("architect", gold=9, hand=("tavern", "temple", "watchtower"))
    game = table(architect, others=("tax-collector",), next_rank=7, rules={"tax_base": base})
    play(game, "gold", "build:tavern", "build:temple", "build:watchtower")
    assert (game.position()["tax"], gold(game, 0)) == (paid, 8 - paid)


@pytest.mark.parametrize(("time", "before", "after"), [("end_of_turn", 0, 1), ("at_once", 1, 1)])
def test_tax_at_once_or_at_the_end(time: str, before: int, after: int) -> None:
    """2016 7, 3 Tax Collector, `tax_time` (000:556-564)."""
    game = table(player("king", gold=5, hand=("tavern",)), others=("tax-collector",), next_rank=4, rules={"tax_time": time})
    play(game, "gold", "build:tavern")
    assert (game.position()["tax"], gold(game, 0)) == (before, 6 - before)
    play(game, "end")
    assert (game.position()["tax"], gold(game, 0)) == (after, 5)


@pytest.mark.parametrize(("to", "rank", "collector", "token"), [("collector", 2, 3, 0), ("token", 2, 2, 1), ("token", 9, 0, 1)])
def test_tax_to_the_collector_or_to_his_token(to: str, rank: int, collector: int, token: int) -> None:
    """2016 7, 3 Tax Collector, `tax_to`, `tax_collector_rank` (000:556-564): called already with rank 2, he has two gold."""
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "tax-collector"]
    if rank == 2:
        cast = ["assassin", "tax-collector", *cast[2:8], "artist"]
    seats = [player("tax-collector"), player("king", gold=5, hand=("tavern",))]
    game = table(*seats, cast=cast, next_rank=2, rules={"tax_to": to, "tax_collector_rank": rank})
    play(game, *(["gold", "end"] if rank == 2 else []), "gold", "build:tavern")
    assert (gold(game, 0), game.position()["tax"]) == (collector, token)


def test_each_editions_tax_in_one_round() -> None:
    """2016 7: one gold a turn to the player called before, against one for each district on the token of him who comes last."""
    seats = [player("tax-collector"), player("architect", gold=9, hand=("tavern", "temple"))]
    classic = play(dark(*seats), "gold", "end", "gold", "build:tavern", "build:temple", "end")
    assert (gold(classic, 0), gold(classic, 1), classic.position()["tax"]) == (3, 8, 0)
    new = play(table(*seats), "gold", "build:tavern", "build:temple", "end")
    assert (new.actor, gold(new, 0), gold(new, 1), new.position()["tax"]) == (0, 2, 7, 0)


# ---- ranks 3 and 4


@BOTH
def test_the_magician_swaps_or_redraws_in_either_edition(edition: Any) -> None:
    """2016 7: discards go under the deck before he draws."""
    game = play(edition(player("magician", hand=("temple", "temple")), next_rank=3, deck=["docks"]), "gold", "redraw")
    play(game, "discard:temple", "discard:temple")
    assert hand(game, 0) == ["docks", "temple"]


@pytest.mark.parametrize(("edition", "at_once"), [(dark, False), (table, True)], ids=["classic", "2016"])
def test_a_wizard_who_has_not_gathered(edition: Any, at_once: bool) -> None:
    """2016 7, A13, `wizard_build_needs_action` (000:512-521)."""
    game = play(edition(player("wizard", gold=5), player(hand=("tavern", "palace")), next_rank=3), "look:1")
    assert ("take-build:tavern" in game.legal()) is at_once


@BOTH
def test_the_king_has_the_crown_before_his_turn_is_over(edition: Any) -> None:
    """2016 7, A2 (000:471): at the call, or at some point of the turn; nobody is called in between."""
    game = edition(player(), player("king"), crown=3, next_rank=4)
    assert crown(play(game, "gold", "end")) == 1


@pytest.mark.parametrize(("reading", "forced"), [("on_call", True), ("any", False)])
def test_the_emperor_moves_the_crown_first_or_when_he_likes(reading: str, forced: bool) -> None:
    """2016 7, 3 Emperor, `emperor_time` (000:539-550)."""
    game = table(player("emperor", city=["manor"]), player(gold=3), crown=2, next_rank=4, rules={"emperor_time": reading})
    assert (labels(game, "crown") == list(game.legal())) is forced
    assert ("gold" in game.legal()) is not forced


@pytest.mark.parametrize(("reading", "decides"), [("recipient", 1), ("emperor", 0)])
def test_receiver_or_emperor_chooses_what_is_given(reading: str, decides: int) -> None:
    """2016 7, 3 Emperor, `emperor_gift_choice` (000:539-550): the receiver the card as well; for the Emperor it is a random one."""
    receiver = player(gold=3, hand=("manor", "palace"))
    game = table(player("emperor"), receiver, crown=2, next_rank=4, rules={"emperor_gift_choice": reading})
    if decides:
        play(game, "crown:1")
        assert (game.actor, game.legal()) == (1, ("gift:gold", "gift:manor", "gift:palace"))
        assert hand(play(game, "gift:palace"), 0) == ["palace"]
    else:
        assert {"crown:1:gold", "crown:1:card"} <= set(game.legal())
        assert len(hand(play(game, "crown:1:card"), 0)) == 1


@pytest.mark.parametrize(("edition", "decides"), [(dark, False), (table, True)], ids=["classic", "2016"])
def test_the_crown_of_a_killed_emperor(edition: Any, decides: bool) -> None:
    """2016 7, 3 Emperor, `emperor_murdered` (000:539-550): it stays, or moves at the end of the round."""
    game = edition(player("emperor"), player("warlord"), murdered="emperor", next_rank=8, crown=2)
    play(game, "gold", "end")
    assert (game.decision == "crown") is decides


# ---- ranks 5 to 7


@pytest.mark.parametrize(
    ("edition", "offers"), [(dark, ["income"]), (table, ["income:0", "income:1", "income:2"])], ids=["classic", "2016"]
)
def test_gold_or_a_mix_for_the_abbot(edition: Any, offers: list[str]) -> None:
    """2016 7, D2, `abbot_income` (000:557)."""
    assert labels(edition(player("abbot", city=["temple", "church"]), next_rank=5), "income") == offers


@pytest.mark.parametrize(("reading", "offers"), [("nothing", []), ("choice", ["tithe:1", "tithe:2"])])
def test_a_tie_for_richest(reading: str, offers: list[str]) -> None:
    """2016 7, 3 Abbot, `abbot_tie` (000:566-571): nobody pays, or the Abbot chooses; one who is alone pays either way."""
    rules = {"abbot_tie": reading}
    assert labels(table(player("abbot"), player(gold=4), player(gold=4), next_rank=5, rules=rules), "tithe") == offers
    assert labels(table(player("abbot"), player(gold=4), player(gold=3), next_rank=5, rules=rules), "tithe") == ["tithe:1"]


@BOTH
def test_a_killed_bishop_is_unprotected_in_either_edition(edition: Any) -> None:
    """2016 7 (000:500-504; 2016: printed)."""
    game = edition(player("warlord"), player("bishop", city=["temple"]), murdered="bishop", next_rank=8)
    assert "destroy:1:temple" in play(game, "gold").legal()


@pytest.mark.parametrize(
    ("name", "switch", "reading", "before", "after"),
    [
        ("merchant", "merchant_bonus_time", "after_action", [], []),
        ("merchant", "merchant_bonus_time", "any", ["bonus"], ["bonus"]),
        ("architect", "architect_bonus_time", "after_action", [], []),
        ("architect", "architect_bonus_time", "any", ["bonus"], ["bonus"]),
        ("navigator", "navigator_bonus_time", "after_action", [], ["bonus:gold", "bonus:cards"]),
        ("navigator", "navigator_bonus_time", "any", ["bonus:gold", "bonus:cards"], ["bonus:gold", "bonus:cards"]),
    ],
)
def test_when_the_extra_resources_come(name: str, switch: str, reading: str, before: list[str], after: list[str]) -> None:
    """2016 7, `merchant_bonus_time`, `architect_bonus_time`, `navigator_bonus_time` (000:482, 507, 592)."""
    game = table(player(name), next_rank=6, rules={switch: reading})
    assert labels(game, "bonus") == before
    assert labels(play(game, "gold"), "bonus") == after
    by_itself = {"merchant": (3, 0), "architect": (2, 2)} if reading == "after_action" else {}
    assert (gold(game, 0), len(hand(game, 0))) == by_itself.get(name, (2, 0))


@BOTH
def test_the_alchemist_is_the_same_in_either_edition(edition: Any) -> None:
    """2016 7 (000:574-580): Poor House first, then what he paid."""
    game = edition(player("alchemist", gold=2, hand=("castle",), city=["poor-house"]), next_rank=6)
    assert gold(play(game, "gold", "build:castle", "end"), 0) == 5


@pytest.mark.parametrize(("reading", "may_leave"), [(True, False), (False, True)])
def test_whether_the_navigator_must_take(reading: bool, may_leave: bool) -> None:
    """2016 7, 3 Navigator, `navigator_must_take` (000:592-595)."""
    game = play(table(player("navigator"), next_rank=7, rules={"navigator_must_take": reading}), "gold")
    assert ("end" in game.legal()) is may_leave
    assert "end" in play(game, "bonus:gold").legal()


# ---- rank 8 and the Artist


@pytest.mark.parametrize("name", ["warlord", "diplomat"])
@pytest.mark.parametrize(("reading", "free"), [("end_of_turn", False), ("any", True)])
def test_rank_8_at_the_end_or_at_any_time(name: str, reading: str, free: bool) -> None:
    """2016 7, 3 rank 8, `warlord_timing` (000:486-490, 609-612)."""
    power = {"warlord": "destroy:1:market", "diplomat": "exchange:prison:1:market"}[name]
    seats = [player(name, gold=5, hand=("temple",), city=["prison"]), player(city=["market"])]
    game = table(*seats, next_rank=8, rules={"warlord_timing": reading})
    assert (power in game.legal()) is free
    play(game, "gold", power)
    assert (game.legal() == ("end",)) is not free
    assert ("build:temple" in game.legal()) is free


@pytest.mark.parametrize(("edition", "size"), [(dark, 8), (table, 7)], ids=["classic", "2016"])
def test_how_many_districts_make_a_city_safe(edition: Any, size: int) -> None:
    """2016 7 (000:186-191, 496): eight, or seven."""
    for districts, safe in ((size - 1, False), (size, True)):
        game = play(edition(player("warlord", gold=9), player(city=EIGHT[:districts]), next_rank=8), "gold")
        assert (labels(game, "destroy") == []) is safe


@pytest.mark.parametrize(("edition", "swaps"), [(dark, True), (table, False)], ids=["classic", "2016"])
def test_a_swap_of_the_same_name(edition: Any, swaps: bool) -> None:
    """2016 7, A41 (000:609-624): harmless in classic, against the letter in 2016; any other duplicate is barred in both."""
    game = play(edition(player("diplomat", city=["manor"]), player(city=["manor"]), next_rank=8), "gold")
    assert ("exchange:manor:1:manor" in game.legal()) is swaps
    other = play(edition(player("diplomat", gold=9, city=["manor", "tavern"]), player(city=["manor"]), next_rank=8), "gold")
    assert "exchange:tavern:1:manor" not in other.legal()


@pytest.mark.parametrize(("edition", "paid", "gives"), [(dark, 0, True), (table, 1, False)], ids=["classic", "2016"])
def test_the_diplomat_at_a_wall_and_with_a_keep(edition: Any, paid: int, gives: bool) -> None:
    """2016 7, A14, A16, `diplomat_give_keep`, `great_wall_diplomat` (000:617; the wall's gold inside the difference, or on top)."""
    mine = ["castle", "keep"]
    game = play(edition(player("diplomat", gold=5, city=mine), player(city=["great-wall", "manor"]), next_rank=8), "gold")
    assert ("exchange:keep:1:manor" in game.legal()) is gives
    assert gold(play(game, "exchange:castle:1:manor"), 1) == paid


@BOTH
def test_the_diplomats_own_city_may_be_completed_in_either_edition(edition: Any) -> None:
    """2016 7 (002:1569-1570)."""
    game = edition(player("diplomat", city=[*SIX, "prison", "barracks"]), player(city=["docks"]), next_rank=8, completed=[0])
    assert len(labels(play(game, "gold"), "exchange")) == 8


@BOTH
def test_the_artist_is_the_same_in_either_edition(edition: Any) -> None:
    """2016 7 (000:581-589): two districts, a gold each, once each."""
    game = edition(player("artist", gold=5, city=["manor", "temple", {"district": "tavern", "beautified": True}]), next_rank=9)
    assert labels(game, "beautify") == ["beautify:manor", "beautify:temple"]
    assert labels(play(game, "beautify:manor", "gold", "beautify:temple"), "beautify") == []
