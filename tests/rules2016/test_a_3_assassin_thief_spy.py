"""2016 3: Assassin, Thief, Spy."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, crown, deck, gold, hand, idle_until, labels, play, player, switched
from tests.rules.tables import table as classic_table
from tests.rules2016.tables import BASE, table

# ---- Assassin


def test_the_assassin_names_any_other_character_face_up_or_held_by_nobody() -> None:
    """2016 3 Assassin, A39 (002:1084): all but herself, also one that lies face up."""
    game = table(player("assassin"), face_up=["bishop", "warlord"], face_down=["merchant"])
    assert labels(game, "murder") == [f"murder:{name}" for name in BASE[1:]]
    assert set(game.legal()) - set(labels(game, "murder")) == {"gold", "cards"}


def test_naming_whom_nobody_can_hold_is_barred_by_a_switch() -> None:
    """2016 3 "call a character", `allow_dead_targets`: face-up characters may be left out."""
    keys: dict[str, Any] = {"face_up": ["bishop", "warlord"], "rules": {"allow_dead_targets": False}}
    left = [name for name in BASE if name not in ("bishop", "warlord")]
    assert labels(table(player("assassin"), **keys), "murder") == [f"murder:{name}" for name in left[1:]]
    assert labels(table(player("thief"), **keys), "rob") == [f"rob:{name}" for name in left[2:]]


def test_the_killed_skips_his_turn_and_keeps_what_he_has() -> None:
    """2016 3 Assassin (002:1085-1087): no gathering, no building, no district; nothing else is taken from him."""
    victim = player("merchant", gold=5, hand=("docks",), city=["market", "park", "poor-house"])
    game = table(player("assassin"), victim, player("warlord"))
    play(game, "murder:merchant", "gold", "end")
    assert game.actor == 2
    play(game, "gold", "end")
    assert (gold(game, 1), hand(game, 1), city(game, 1)) == (5, ["docks"], ["market", "park", "poor-house"])


def test_the_killed_ones_districts_stay_open_to_the_warlord_and_the_bishops_protection_is_gone() -> None:
    """2016 3 Assassin, 3 Bishop (002:1379): a killed Bishop protects nothing; a living one does."""
    seats = (player("assassin"), player("bishop", city=["tavern"]), player("warlord", gold=9))
    killed = play(table(*seats), "murder:bishop", "gold", "end", "gold")
    alive = play(table(*seats), "murder:king", "gold", "end", "gold", "end", "gold")
    assert (killed.actor, labels(killed, "destroy")) == (2, ["destroy:1:tavern"])
    assert (alive.actor, labels(alive, "destroy")) == (2, [])


def test_a_killed_tax_collector_still_has_his_token_filled() -> None:
    """2016 3 Assassin, 3 Tax Collector: taxes flow, nobody takes them."""
    game = table(player("assassin"), player("merchant", gold=9, hand=("tavern",)), player("tax-collector"))
    play(game, "murder:tax-collector", "gold", "end", "gold", "build:tavern", "end")
    assert (game.position()["tax"], gold(game, 2), game.position()["round"]) == (1, 0, 2)


def test_the_killed_one_is_robbed_by_nobody_and_threatened_by_nobody() -> None:
    """2016 3 Assassin, Thief, Blackmailer (002:1142-1144, 1219-1221): both leave him out."""
    thief = play(table(player("assassin"), player("thief")), "murder:king", "gold", "end")
    assert labels(thief, "rob") == [f"rob:{name}" for name in BASE[2:] if name != "king"]
    blackmailer = play(table(player("assassin"), player("blackmailer")), "murder:king", "gold", "end")
    named = {name for label in labels(blackmailer, "threats") for name in label.split(":")[1:]}
    assert "king" not in named
    assert {"magician", "bishop"} <= named


def test_the_assassin_of_two_may_name_her_own_other_character() -> None:
    """2016 3 Assassin: legal in games of two and three; the other of the two acts normally in any case."""
    game = table(player("assassin", "merchant"), player("king", "bishop"), seats=2)
    play(game, "murder:merchant", "gold", "end")
    turns = []
    while game.decision == "turn":
        turns.append(game.actor)
        play(game, "gold", "end")
    assert turns == [1, 1]
    other = table(player("assassin", "merchant"), player("king", "bishop"), seats=2)
    play(other, "murder:king", "gold", "end")
    assert (other.actor, other.position()["next_rank"]) == (1, 6)


def test_the_assassin_may_kill_at_any_time_of_her_turn_or_not_at_all() -> None:
    """2016 3 Assassin T: optional, before gathering, after building."""
    game = table(player("assassin", gold=9, hand=("tavern",)), player("king"), crown=2)
    late = play(game.copy(), "gold", "build:tavern", "murder:king")
    assert (late.legal(), late.position()["murdered"]) == (("end",), "king")
    never = play(game, "gold", "end")
    assert (never.actor, never.position()["murdered"]) == (1, None)


# ---- Thief


def test_the_thief_names_neither_rank_1_nor_himself_nor_the_killed() -> None:
    """2016 3 Thief (002:1142-1144)."""
    game = play(table(player("assassin"), player("thief")), "murder:warlord", "gold", "end")
    assert labels(game, "rob") == [f"rob:{name}" for name in ("magician", "king", "bishop", "merchant", "architect")]


@pytest.mark.parametrize("first", ["assassin", "witch", "magistrate"])
@pytest.mark.parametrize(("reading", "barred"), [("not_rank_1", True), ("not_assassin", False)])
def test_no_rank_1_is_robbed_whoever_it_is(first: str, reading: str, barred: bool) -> None:
    """2016 3 Thief (002:1142-1143), `thief_targets`, `thief_vs_witch`: classic barred the Assassin by name."""
    rules = {"thief_targets": reading, "thief_vs_witch": "allowed"}
    named = labels(table(player("thief"), others=(first,), rules=rules), "rob")
    assert (f"rob:{first}" not in named) == (barred or first == "assassin")


@pytest.mark.parametrize(("reading", "legal"), [("forbidden", False), ("allowed", True)])
def test_the_bewitched_is_not_robbed(reading: str, legal: bool) -> None:
    """2016 3 Thief (002:1143-1144), `thief_vs_witch`."""
    game = play(table(player("witch"), player("thief"), rules={"thief_vs_witch": reading}), "gold", "bewitch:king", "gold")
    assert ("rob:king" in game.legal(), "rob:bishop" in game.legal()) == (legal, True)


def test_the_thief_takes_all_gold_of_the_stash_when_the_character_is_revealed() -> None:
    """2016 3 Thief (002:1138-1140): before he gathers; gold on districts and on the token is safe."""
    city_with_coin = [{"district": "manor", "beautified": True}]
    game = table(player("thief"), player("merchant", gold=7, city=city_with_coin), others=("tax-collector",), tax=3)
    play(game, "rob:merchant", "gold")
    assert (gold(game, 0), gold(game, 1)) == (2, 7)
    play(game, "end")
    assert (game.actor, gold(game, 0), gold(game, 1), game.position()["tax"]) == (1, 9, 0, 3)
    assert game.position()["players"][1]["city"][0]["beautified"] is True
    play(game, "gold", "bonus")
    assert (gold(game, 0), gold(game, 1)) == (9, 3)


def test_robbing_whom_nobody_holds_brings_nothing() -> None:
    """2016 3 Thief R, A39."""
    game = table(player("thief", gold=1), player("warlord", gold=4), face_up=["king", "bishop"])
    play(game, "rob:king", "gold", "end")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (1, 3, 4)


def test_robbing_ones_own_other_character_changes_nothing() -> None:
    """2016 3 Thief R: legal with two and three players, no net effect; he is robbed at his reveal only."""
    game = table(player("thief", "king", gold=4), player("bishop", "warlord", gold=3), seats=2)
    play(game, "rob:king", "gold", "end")
    assert (game.actor, gold(game, 0)) == (0, 6)
    play(game, "gold", "end")
    assert (gold(game, 0), gold(game, 1)) == (8, 3)


def test_of_two_characters_the_stash_goes_at_the_reveal_of_the_robbed_one_only() -> None:
    """2016 3 Thief R, 1.4: one stash; what was earned after the reveal stays."""
    game = table(player("thief"), player("king", "warlord", gold=5), seats=3, others=("artist",))
    play(game, "rob:king", "gold", "end")
    assert (gold(game, 0), gold(game, 1)) == (7, 0)
    play(game, "gold", "end", "gold")
    assert (gold(game, 0), gold(game, 1)) == (7, 4)


def test_the_king_robbed_takes_the_crown_all_the_same() -> None:
    """2016 2.1 item 1, `on_call_order`: the robbery comes first, the crown after it."""
    game = play(table(player("thief"), player("king", gold=3), crown=2), "rob:king", "gold", "end")
    assert (gold(game, 1), crown(game)) == (0, 1)


def test_the_thief_by_edition() -> None:
    """2016 7, Thief (000:452-453, 554-555): classic bars the Assassin, the Witch and the bewitched; here every rank 1."""
    with_witch = switched("classic-2000", thief_targets="not_assassin", thief_vs_witch="allowed")
    cast = ["witch", *BASE[1:]]
    assert "rob:witch" in classic_table(player("thief"), variant=with_witch, cast=cast).legal()
    assert "rob:witch" not in classic_table(player("thief"), cast=cast).legal()
    rules = [cs.load_variant(name).at(4).rules["thief_targets"] for name in ("classic-2000", "citadels-2016")]
    assert rules == ["not_assassin", "not_rank_1"]


# ---- Spy

HAND = ("manor", "castle", "temple", "market", "docks", "harbor", "watchtower", "smithy", "secret-vault")


@pytest.mark.parametrize(("kind", "n"), [("noble", 2), ("religious", 1), ("trade", 3), ("military", 1), ("unique", 2)])
def test_the_spy_gets_a_gold_and_a_card_for_each_card_of_the_type(kind: str, n: int) -> None:
    """2016 3 Spy (002:1146-1150): the gold from that player, the card from the deck; the Secret Vault is unique."""
    game = table(player("spy"), player(gold=5, hand=HAND), deck=["palace", "cathedral", "fortress", "church"])
    play(game, f"spy:1:{kind}")
    assert (gold(game, 0), gold(game, 1)) == (n, 5 - n)
    assert (sorted(hand(game, 0)), hand(game, 1)) == (sorted(["palace", "cathedral", "fortress"][:n]), sorted(HAND))
    assert labels(game, "spy") == []


def test_copies_count_one_by_one() -> None:
    """2016 3 Spy: for each card, not for each name."""
    game = play(table(player("spy"), player(gold=5, hand=("tavern", "tavern", "manor"))), "spy:1:trade")
    assert (gold(game, 0), len(hand(game, 0))) == (2, 2)


@pytest.mark.parametrize("there", [0, 1, 2])
def test_the_cards_are_gained_even_where_the_gold_runs_out(there: int) -> None:
    """2016 3 Spy (002:1152-1154)."""
    game = play(table(player("spy"), player(gold=there, hand=("manor", "castle", "palace"))), "spy:1:noble")
    assert (gold(game, 0), gold(game, 1), len(hand(game, 0))) == (there, 0, 3)


def test_the_spy_may_choose_any_other_player_and_any_type_also_in_vain() -> None:
    """2016 3 Spy L: an empty hand is legal and useless; the type is named before the hand is seen."""
    game = table(player("spy"), player(hand=("manor",)), player())
    assert len(labels(game, "spy")) == 3 * 5
    assert "spy:0:noble" not in game.legal()
    play(game, "spy:2:noble")
    assert (gold(game, 0), hand(game, 0), labels(game, "spy")) == (0, [], [])


def test_the_spied_player_loses_no_card_and_the_deck_loses_from_its_top() -> None:
    """2016 3 Spy: cards are gained from the deck."""
    game = play(table(player("spy"), player(gold=1, hand=("manor",)), deck=["palace", "docks"]), "spy:1:noble")
    assert (hand(game, 1), deck(game)) == (["manor"], ["docks"])


def test_the_spy_is_optional_and_may_act_after_building() -> None:
    """2016 3 Spy T: any time in the turn."""
    game = table(player("spy", gold=9, hand=("tavern",)), player(gold=2, hand=("manor",)))
    play(game, "gold", "build:tavern", "spy:1:noble")
    assert (gold(game, 0), game.legal()) == (11, ("end",))
    assert idle_until(table(player("spy"), player("king", gold=2, hand=("manor",))), 1).position()["players"][1]["gold"] == 2
