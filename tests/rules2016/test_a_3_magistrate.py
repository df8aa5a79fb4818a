"""2016 3 Magistrate: laying the warrants, and confiscating. What he can do with single districts stands in test_c_confiscation."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, gold, hand, idle_until, labels, play, player
from tests.rules2016.tables import SIX, table, warranted

CAST = ("magistrate", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord")


def confiscated(builder: dict[str, Any], *path: str, own: dict[str, Any] | None = None, **keys: Any) -> cs.Game:
    """The signed warrant lies on the builder's character (seat 1), who gathers gold, builds, and loses it to the Magistrate (seat 0)."""
    game = warranted(builder["characters"][0], own or player("magistrate"), builder, **keys)
    return play(game, "gold", *path, "confiscate")


def test_three_different_titles_one_of_them_signed_his_own_included() -> None:
    """2016 3 Magistrate A, A37, A39 (002:1118-1122): every choice of three, the two blanks alike; face-up characters too."""
    listed = labels(table(player("magistrate"), face_up=["bishop", "warlord"]), "warrants")
    assert len(listed) == len(set(listed)) == 8 * (7 * 6 // 2)
    expected = {f"warrants:{signed}:{low}:{high}" for signed in CAST for low, high in combinations([c for c in CAST if c != signed], 2)}
    assert set(listed) == expected


def test_the_warrants_are_placed_once_at_any_time_or_not_at_all() -> None:
    """2016 3 Magistrate T (002:1014-1019): optional, after building too."""
    game = play(table(player("magistrate", gold=9, hand=("tavern",)), player("king")), "gold", "build:tavern")
    play(game, "warrants:king:bishop:merchant")
    assert game.legal() == ("end",)
    free = play(table(player("magistrate"), player("king", gold=9, hand=("tavern",))), "gold", "end", "gold", "build:tavern")
    assert (free.actor, city(free, 1)) == (1, ["tavern"])


def test_he_may_confiscate_what_the_signed_one_pays_to_build() -> None:
    """2016 3 Magistrate, trigger, D18 (002:1124-1131): for nothing, into his city; all gold comes back; the build is used."""
    game = warranted("merchant", player("magistrate"), player("merchant", gold=3, hand=("castle", "tavern")))
    play(game, "gold", "build:castle")
    assert (game.actor, game.decision, game.legal(), city(game, 1)) == (0, "warrant", ("confiscate", "pass"), [])
    play(game, "confiscate")
    assert (city(game, 0), city(game, 1), hand(game, 1)) == (["castle"], [], ["tavern"])
    assert (gold(game, 0), gold(game, 1)) == (2, 5)
    assert (game.actor, labels(game, "build")) == (1, [])


def test_he_may_let_it_pass() -> None:
    """2016 3 Magistrate (002:1125): he may, he need not."""
    game = warranted("merchant", player("magistrate"), player("merchant", gold=3, hand=("castle",)))
    play(game, "gold", "build:castle", "pass")
    assert (game.actor, city(game, 0), city(game, 1), gold(game, 1)) == (1, [], ["castle"], 1)


@pytest.mark.parametrize("blank", ["king", "magician"])
def test_a_blank_warrant_takes_nothing(blank: str) -> None:
    """2016 3 Magistrate A (002:1120-1122): only the signed one's player is meant."""
    game = warranted("merchant", player("magistrate"), player(blank, gold=9, hand=("castle",)))
    play(game, "gold", "build:castle")
    assert (game.actor, game.decision, city(game, 1)) == (1, "turn", ["castle"])


def test_nobody_without_a_warrant_is_concerned() -> None:
    """2016 3 Magistrate A."""
    game = play(warranted("merchant", player("magistrate"), player("bishop", gold=9, hand=("castle",))), "gold", "build:castle")
    assert (game.actor, game.decision, city(game, 1)) == (1, "turn", ["castle"])


def test_only_the_first_district_paid_for_can_be_taken() -> None:
    """2016 3 Magistrate (002:1131-1133): let pass, the Architect's later ones are safe."""
    architect = player("architect", gold=20, hand=("tavern", "temple", "market"))
    game = warranted("architect", player("magistrate"), architect)
    play(game, "gold", "build:tavern", "pass", "build:temple", "build:market")
    assert (game.actor, city(game, 1), city(game, 0)) == (1, ["tavern", "temple", "market"], [])


def test_after_a_confiscation_the_architect_builds_two_more() -> None:
    """2016 3 Magistrate (002:1129-1133): one of his three builds is used, the next ones are his."""
    architect = player("architect", gold=20, hand=("tavern", "temple", "market", "church"))
    game = confiscated(architect, "build:tavern")
    play(game, "build:temple", "build:market")
    assert (city(game, 0), city(game, 1), labels(game, "build")) == (["tavern"], ["temple", "market"], [])


def test_a_district_that_he_has_cannot_be_taken_and_was_the_first() -> None:
    """2016 3 Magistrate (002:1135-1136): nor can the next one."""
    architect = player("architect", gold=20, hand=("tavern", "temple"))
    game = warranted("architect", player("magistrate", city=["tavern"]), architect)
    play(game, "gold", "build:tavern", "build:temple")
    assert (game.actor, city(game, 1), city(game, 0)) == (1, ["tavern", "temple"], ["tavern"])


def test_the_wizards_immediate_build_is_paid_for() -> None:
    """2016 3 Magistrate, "pays to build": it is the first one, the one from hand is safe then."""
    seats = (player("magistrate"), player("wizard", gold=9, hand=("temple",)), player(hand=("castle",)))
    game = warranted("wizard", *seats, blanks="king:bishop")
    play(game, "gold", "look:2", "take-build:castle")
    assert (game.actor, game.decision) == (0, "warrant")
    play(game, "confiscate", "build:temple")
    assert (city(game, 0), city(game, 1), gold(game, 1)) == (["castle"], ["temple"], 10)


@pytest.mark.parametrize(("undo", "gold_left", "cards"), [(False, (4, 2), (0, 3)), (True, (3, 3), (1, 2))])
def test_a_confiscated_cardinals_build(undo: bool, gold_left: tuple[int, int], cards: tuple[int, int]) -> None:
    """2016 3 Magistrate, A18, `magistrate_undo_cardinal`: he keeps the gold, also the lender's, and the card stays given; or undone."""
    seats = (player("magistrate"), player("cardinal", gold=1, hand=("castle", "docks")), player(gold=3, hand=("manor", "temple")))
    game = warranted("cardinal", *seats, rules={"magistrate_undo_cardinal": undo})
    play(game, "gold", "build:castle:cardinal:2", "confiscate")
    assert city(game, 0) == ["castle"]
    assert (gold(game, 1), gold(game, 2)) == gold_left
    assert (len(hand(game, 1)), len(hand(game, 2))) == cards


def test_a_cardinals_build_let_pass_is_his_and_the_loan_stands() -> None:
    """2016 3 Magistrate, A18: without a confiscation either reading is alike."""
    seats = (player("magistrate"), player("cardinal", gold=1, hand=("castle", "docks")), player(gold=3))
    game = warranted("cardinal", *seats, rules={"magistrate_undo_cardinal": True})
    play(game, "gold", "build:castle:cardinal:2", "pass")
    assert (city(game, 1), gold(game, 1), gold(game, 2), hand(game, 2)) == (["castle"], 0, 2, ["docks"])


def test_the_alchemist_has_his_gold_back_once() -> None:
    """2016 3 Magistrate, refunds: now, and not again at the end of the turn."""
    game = confiscated(player("alchemist", gold=2, hand=("castle",)), "build:castle")
    assert gold(game, 1) == 4
    play(game, "end")
    assert gold(game, 1) == 4


def test_the_magistrate_pays_the_tax_if_he_has_gold() -> None:
    """2016 3 Magistrate, Tax (002:1664-1665); without gold nobody does."""
    merchant = player("merchant", gold=5, hand=("castle",))
    rich = confiscated(merchant, "build:castle", others=("tax-collector",))
    assert (gold(rich, 0), gold(rich, 1), rich.position()["tax"]) == (1, 7, 1)
    poor = table(player("magistrate"), merchant, others=("tax-collector",), deck=["docks"])
    play(poor, "warrants:merchant:magician:king", "cards", "end", "gold", "build:castle", "confiscate")
    assert (gold(poor, 0), gold(poor, 1), poor.position()["tax"]) == (0, 7, 0)


def test_he_pays_it_for_what_he_takes_from_the_tax_collector_himself() -> None:
    """2016 3 Tax Collector R (002:1664-1665): also in the Tax Collector's own turn."""
    game = confiscated(player("tax-collector", gold=5, hand=("castle",)), "build:castle", tax=2)
    assert (gold(game, 0), gold(game, 1), game.position()["tax"]) == (1, 10, 0)


def test_a_confiscation_can_complete_his_city_first() -> None:
    """2016 3 Magistrate, 5 trigger: the builder, who would have completed his, builds another one after it."""
    architect = player("architect", gold=20, hand=("prison", "watchtower"), city=SIX)
    game = warranted("architect", player("magistrate", city=SIX), architect)
    play(game, "gold", "build:prison", "confiscate")
    assert game.position()["completed"] == [0]
    play(game, "build:watchtower")
    assert (game.position()["completed"], game.position()["first"]) == ([0, 1], [0])
    play(game, "end")
    assert [row["completion"] for row in game.result()["scores"][:2]] == [4, 2]


def test_the_warrant_waits_for_the_turn_of_its_own_character() -> None:
    """2016 3 Magistrate (002:1124): with two characters only what is built in the signed one's turn."""
    seats = (player("magistrate"), player("king", "merchant", gold=9, hand=("tavern", "temple")))
    game = warranted("merchant", *seats, seats=2, blanks="magician:bishop")
    play(game, "gold", "build:tavern")
    assert (game.decision, city(game, 1)) == ("turn", ["tavern"])
    play(game, "end", "gold", "build:temple")
    assert (game.actor, game.decision) == (0, "warrant")
    assert city(play(game, "confiscate"), 0) == ["temple"]


@pytest.mark.parametrize(("reading", "decides"), [(False, False), (True, True)])
def test_from_his_own_other_character(reading: bool, decides: bool) -> None:
    """2016 3 Magistrate, A22, `magistrate_self_confiscate`: not, or a district for nothing."""
    seats = (player("magistrate", "merchant", gold=9, hand=("castle",)), player("king", "bishop"))
    game = table(*seats, seats=2, rules={"magistrate_self_confiscate": reading})
    play(game, "warrants:merchant:thief:warlord", "gold", "end")
    idle_until(game, 0)
    play(game, "gold", "build:castle")
    assert (game.decision == "warrant") == decides
    if decides:
        play(game, "confiscate")
    assert (city(game, 0), gold(game, 0)) == (["castle"], 13 if decides else 9)


@pytest.mark.parametrize("reading", [False, True])
def test_a_warrant_at_his_own_title_is_a_bluff(reading: bool) -> None:
    """2016 3 Magistrate A, A37, A22: it takes nothing, however he may confiscate from his other character."""
    game = table(player("magistrate", gold=9, hand=("castle",)), rules={"magistrate_self_confiscate": reading})
    play(game, "warrants:magistrate:thief:king", "gold", "build:castle")
    assert (game.decision, city(game, 0), gold(game, 0)) == ("turn", ["castle"], 7)


def test_the_robbed_one_under_a_warrant_is_both() -> None:
    """2016 3 Magistrate, Thief: the Thief takes the stash at the reveal, the Magistrate the first build."""
    seats = (player("magistrate"), player("thief"), player("merchant", gold=5, hand=("tavern",)))
    game = warranted("merchant", *seats)
    play(game, "rob:merchant", "gold", "end", "gold", "build:tavern", "confiscate")
    assert ([gold(game, seat) for seat in range(3)], city(game, 0)) == ([2, 7, 2], ["tavern"])


def test_a_warrant_of_which_nothing_comes_is_gone_in_the_next_round() -> None:
    """2016 3 Magistrate, last line: it goes back unrevealed."""
    game = play(warranted("merchant", player("magistrate"), player("merchant", gold=9, hand=("tavern",))), "gold", "end")
    assert (game.position()["round"], int(game.state.public.warrants), int(game.state.seat[0].signed)) == (2, 0, 0)
