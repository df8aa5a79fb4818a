"""2016 3, rank 4: King and Patrician, the crown and the heir."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import crown, gold, hand, idle_round, labels, play, player, score
from tests.rules2016.tables import SIX, final, resumed, table, threatened

ROYALS = ["king", "patrician"]


def test_the_king_gains_a_gold_for_each_noble_district() -> None:
    """2016 3 King (002:1278): any moment, here before gathering; once, and all of it."""
    game = play(table(player("king", city=["manor", "castle", "temple"]), next_rank=4), "income")
    assert (gold(game, 0), hand(game, 0), labels(game, "income")) == (2, [], [])
    assert labels(play(game, "gold"), "income") == []


@pytest.mark.parametrize(("reading", "cards", "paid"), [("cards", ["docks", "harbor"], 0), ("gold", [], 2)])
def test_the_patrician_gains_a_card_for_each_noble_district(reading: str, cards: list[str], paid: int) -> None:
    """2016 3 Patrician, D1, `patrician_income` (002:1364, 003:608; 004:680 says gold)."""
    game = table(player("patrician", city=["manor", "castle", "temple"]), next_rank=4, rules={"patrician_income": reading})
    play(game, "income")
    assert (hand(game, 0), gold(game, 0)) == (cards, paid)


@pytest.mark.parametrize(("name", "got"), [("king", (2, 0)), ("patrician", (0, 2))])
def test_the_school_of_magic_counts_as_noble(name: str, got: tuple[int, int]) -> None:
    """2016 4.2 School of Magic, 3 King, Patrician."""
    game = play(table(player(name, city=["manor", "school-of-magic"]), next_rank=4), "income")
    assert (gold(game, 0), len(hand(game, 0))) == got


def test_income_counts_the_city_of_that_moment() -> None:
    """2016 2.1 (002:1021-1024): before building, or after it for the new district too."""
    start = table(player("king", gold=1, hand=("manor",), city=["castle"]), next_rank=4)
    early = play(start.copy(), "gold", "income", "build:manor")
    late = play(start.copy(), "gold", "build:manor", "income")
    assert (gold(early, 0), gold(late, 0), labels(early, "income")) == (1, 2, [])


@pytest.mark.parametrize("name", ROYALS)
def test_income_is_optional_and_there_is_none_without_noble_districts(name: str) -> None:
    """2016 2.1 (002:1014-1020)."""
    assert "end" in play(table(player(name, city=["manor"]), next_rank=4), "gold").legal()
    assert labels(table(player(name, city=["temple"]), next_rank=4), "income") == []


@pytest.mark.parametrize("name", ROYALS)
def test_he_takes_the_crown_in_his_turn_and_drafts_first_in_the_next_round(name: str) -> None:
    """2016 3 King, Patrician, A2, 1.6 (002:1280-1284, 1331-1335): compulsory, so nothing asks him."""
    game = table(player(), player(), player(name), next_rank=4, crown=0)
    play(game, "gold", "end")
    assert crown(game) == 2
    idle_round(game)
    assert (game.decision, game.actor) == ("pick", 2)


@pytest.mark.parametrize("name", ROYALS)
def test_killed_he_loses_the_turn_and_is_heir_at_the_end_of_the_round(name: str) -> None:
    """2016 3 King, Patrician, 1.2 (002:1286-1289, 1337-1340)."""
    game = table(player("assassin"), player(name, city=["manor"]), player("bishop"), crown=3)
    play(game, "gold", f"murder:{name}", "end")
    assert (game.actor, crown(game), gold(game, 1)) == (2, 3, 0)
    idle_round(game)
    assert (crown(game), game.decision, game.actor) == (1, "pick", 1)


@pytest.mark.parametrize(("reading", "seat"), [("heir", 1), ("stays", 3)])
def test_the_crown_of_a_killed_king_may_stay(reading: str, seat: int) -> None:
    """2016 3 King, `murdered_king_crown`."""
    game = table(player("assassin"), player("king"), crown=3, murdered="king", next_rank=5, rules={"murdered_king_crown": reading})
    assert crown(idle_round(game)) == seat


@pytest.mark.parametrize("keys", [{}, {"murdered": "king"}], ids=["not held", "killed, and not held"])
def test_the_crown_stays_where_it_is_without_rank_4(keys: dict[str, Any]) -> None:
    """2016 1.2, 1.6: if rank 4 is not in play."""
    assert crown(idle_round(table(player("assassin"), player("bishop"), crown=3, next_rank=3, **keys))) == 3


@pytest.mark.parametrize("name", ROYALS)
def test_bewitched_he_still_takes_the_crown_and_the_witch_the_income(name: str) -> None:
    """2016 3 King, Patrician (002:1077, 1291, 1342)."""
    game = resumed(name, player("witch", city=["manor", "castle"]), player(name, city=["manor"]), crown=3)
    assert (crown(game), game.actor) == (1, 0)
    play(game, "income")
    assert (gold(game, 0), len(hand(game, 0))) == ((4, 0) if name == "king" else (2, 2))


@pytest.mark.parametrize("name", ROYALS)
def test_threatened_he_takes_the_crown_after_the_threat(name: str) -> None:
    """2016 3 Blackmailer, A2 (002:1174-1185): the crown moves when the threat is settled, whatever came of it."""
    game = threatened(name, "bishop", player("blackmailer"), player(name), crown=3)
    play(game, "gold")
    assert (game.decision, crown(game)) == ("threatened", 3)
    assert crown(play(game, "bribe")) == 1


@pytest.mark.parametrize("name", ROYALS)
def test_the_heir_has_the_crown_when_the_game_is_scored(name: str) -> None:
    """2016 A36, 1.2 step 1: his Statue counts, and not the one of whoever had the crown."""
    heir = player(name, city=["statue"])
    game = final(player("assassin"), heir, player(city=["statue"]), player(city=[*SIX, "prison"]), murdered=name, crown=2, completed=[3])
    idle_round(game)
    assert game.over
    assert (score(game, 1)["bonus"], score(game, 2)["bonus"]) == (5, 0)


def test_a_patrician_draws_what_the_deck_has() -> None:
    """2016 2.4: two of three."""
    game = play(table(player("patrician", city=["manor", "castle", "palace"]), next_rank=4, deck=["docks", "harbor"]), "income")
    assert hand(game, 0) == ["docks", "harbor"]
