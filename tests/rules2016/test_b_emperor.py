"""2016 3, rank 4: Emperor."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import crown, gold, hand, idle_round, labels, play, player, score
from tests.rules2016.tables import SIX, cast_with, resumed, table


def emperor(*others: dict[str, Any], city: list[str] | None = None, **keys: Any) -> cs.Game:
    """The Emperor (seat 0) before gathering; seat 1 has the crown unless given otherwise."""
    return table(player("emperor", city=city or []), *others, **{"next_rank": 4, "crown": 1, **keys})


def test_his_income_is_gold_for_noble_districts() -> None:
    """2016 3 Emperor (002:1307), 4.2 School of Magic."""
    assert gold(play(emperor(city=["manor", "castle", "temple", "school-of-magic"]), "income"), 0) == 3


def test_the_crown_goes_neither_to_him_nor_to_its_holder() -> None:
    """2016 3 Emperor (002:1309-1311)."""
    game = emperor(player(gold=1), player(gold=1), player(gold=1))
    assert labels(game, "crown") == ["crown:2:gold", "crown:3:gold"]


@pytest.mark.parametrize(("reading", "takers"), [("not_holder", ["crown:2:gold"]), ("not_self", ["crown:1:gold", "crown:2:gold"])])
def test_the_holder_may_be_a_receiver(reading: str, takers: list[str]) -> None:
    """2016 3 Emperor, `emperor_recipient` (002:1309-1311): in 2016 a different player; the Emperor himself in no reading."""
    game = emperor(player(gold=1), player(gold=1), rules={"emperor_recipient": reading})
    assert [label for label in labels(game, "crown") if label.endswith("gold")] == takers
    play(game, takers[0])
    assert (crown(game), gold(game, 0), gold(game, int(takers[0].split(":")[1]))) == (int(takers[0].split(":")[1]), 1, 0)


def test_from_his_own_hands_the_crown_goes_to_anybody_else() -> None:
    """2016 3 Emperor (002:1309-1311)."""
    game = emperor(player(gold=1), player(gold=1), player(gold=1), crown=0)
    assert labels(game, "crown") == ["crown:1:gold", "crown:2:gold", "crown:3:gold"]


def test_with_three_players_there_is_one_receiver_left() -> None:
    """2016 3 Emperor: neither he nor the holder."""
    rest = [player("assassin", "thief"), player("bishop", "merchant", gold=1)]
    game = table(player("emperor", "warlord"), *rest, seats=3, next_rank=4, crown=1)
    assert labels(game, "crown") == ["crown:2:gold"]


@pytest.mark.parametrize(
    ("receiver", "offers"),
    [
        (player(gold=3, hand=("manor",)), ["crown:2:gold", "crown:2:card"]),
        (player(gold=3), ["crown:2:gold"]),
        (player(hand=("manor",)), ["crown:2:card"]),
        (player(), ["crown:2:none"]),
    ],
    ids=["either", "gold only", "card only", "nothing"],
)
@pytest.mark.parametrize("decline", [False, True])
def test_what_he_takes_is_his_choice_of_what_there_is(receiver: dict[str, Any], offers: list[str], decline: bool) -> None:
    """2016 3 Emperor, D3 = A9, `emperor_may_decline` (002:1311-1314, 003:592): one thing if there is any, or he may decline."""
    game = emperor(player(), receiver, rules={"emperor_may_decline": decline})
    expected = sorted({*offers, "crown:2:none"} if decline else offers)
    assert sorted(label for label in labels(game, "crown") if label.startswith("crown:2")) == expected


def test_he_takes_from_the_new_holder_and_not_from_the_old_one() -> None:
    """2016 3 Emperor, D4 (002:1311-1313, 003:592-594; 004:666 could be read as the old one)."""
    game = play(emperor(player(gold=5, hand=("palace",)), player(gold=3, hand=("manor",))), "gold", "crown:2:gold")
    assert (crown(game), [gold(game, seat) for seat in range(3)]) == (2, [3, 5, 2])
    game = play(emperor(player(gold=5, hand=("palace",)), player(gold=3, hand=("manor",))), "gold", "crown:2:card")
    assert [hand(game, seat) for seat in range(3)] == [["manor"], ["palace"], []]


def test_the_card_is_random() -> None:
    """2016 3 Emperor (002:1311-1312)."""
    taken = []
    for seed in range(60):
        taken += hand(play(emperor(player(), player(hand=("manor", "palace")), seed=seed), "crown:2:card"), 0)
    assert len(taken) == 60
    assert 15 <= taken.count("manor") <= 45


def test_he_must_move_the_crown_before_his_turn_ends() -> None:
    """2016 3 Emperor, 2.1 (002:1309): compulsory, once."""
    game = play(emperor(player(), player(gold=3)), "gold")
    assert "end" not in game.legal()
    play(game, "crown:2:gold")
    assert (labels(game, "crown"), "end" in game.legal()) == ([], True)


@pytest.mark.parametrize("before", [(), ("gold",), ("gold", "build:temple")], ids=["before gathering", "after it", "after building"])
def test_the_moment_is_his_choice(before: tuple[str, ...]) -> None:
    """2016 3 Emperor (002:1309): at some point of the turn."""
    game = table(player("emperor", hand=("temple",)), player(), player(gold=3), next_rank=4, crown=1)
    assert crown(play(game, *before, "crown:2:gold")) == 2


def test_whoever_was_crowned_drafts_first() -> None:
    """2016 3 Emperor, 1.6 (002:221-234)."""
    game = idle_round(play(emperor(player(), player(gold=3)), "gold", "crown:2:gold", "end"))
    assert (game.decision, game.actor) == ("pick", 2)


def test_killed_he_still_moves_the_crown_at_the_end_of_the_round_and_takes_nothing() -> None:
    """2016 3 Emperor, 1.2 (002:1349-1354): to neither himself nor its holder."""
    game = table(player("assassin"), player("emperor"), player("bishop", gold=3, hand=("manor",)), crown=3)
    play(game, "gold", "murder:emperor", "end", "gold", "end")
    assert (game.decision, game.actor, game.legal()) == ("crown", 1, ("crown:0", "crown:2"))
    play(game, "crown:2")
    assert (crown(game), game.decision, game.actor) == (2, "pick", 2)
    assert (gold(game, 1), hand(game, 1), gold(game, 2), hand(game, 2)) == (0, [], 5, ["manor"])


@pytest.mark.parametrize(("holder", "legal"), [(0, ("crown:1", "crown:2", "crown:3")), (2, ("crown:1", "crown:3"))])
def test_killed_he_may_hold_the_crown_himself(holder: int, legal: tuple[str, ...]) -> None:
    """2016 3 Emperor (002:1352-1353): then anybody else gets it."""
    game = table(player("emperor"), player("bishop"), crown=holder, murdered="emperor", next_rank=5)
    assert play(game, "gold", "end").legal() == legal


def test_killed_he_moves_the_crown_before_the_game_is_scored() -> None:
    """2016 A36, 1.2 step 1: for the Statue of whoever gets it."""
    seats = [player("emperor"), player(city=["statue"]), player(city=["statue"]), player("warlord", city=[*SIX, "prison"])]
    game = table(*seats, crown=2, murdered="emperor", next_rank=8, completed=[3])
    play(game, "gold", "end", "crown:1")
    assert game.over
    assert (score(game, 1)["bonus"], score(game, 2)["bonus"]) == (5, 0)


def test_killed_and_not_held_nobody_moves_the_crown() -> None:
    """2016 1.2: if someone holds it."""
    game = table(player("assassin"), player("bishop"), crown=3, others=("emperor",), murdered="emperor", next_rank=5)
    assert (crown(idle_round(game)), game.decision) == (3, "pick")


@pytest.mark.parametrize(("reading", "decides"), [("moves", True), ("stays", False)])
def test_a_killed_emperors_crown_may_stay(reading: str, decides: bool) -> None:
    """2016 3 Emperor, 7, `emperor_murdered` (classic, 000:539-550: it stays)."""
    game = table(player("emperor"), player("bishop"), crown=3, murdered="emperor", next_rank=5, rules={"emperor_murdered": reading})
    play(game, "gold", "end")
    assert (game.decision == "crown") is decides
    assert crown(game) == 3


def test_bewitched_the_witch_chooses_and_takes() -> None:
    """2016 3 Emperor, Witch (002:1078-1079): the Emperor's player does nothing about the crown."""
    game = resumed("emperor", player("witch", city=["manor"]), player("emperor"), player(gold=3, hand=("manor",)), crown=3)
    assert (game.actor, crown(game), "end" in game.legal()) == (0, 3, False)
    assert labels(game, "crown") == ["crown:1:gold", "crown:2:gold", "crown:2:card"]
    play(game, "crown:2:gold", "income")
    assert (crown(game), [gold(game, seat) for seat in range(3)]) == (2, [4, 2, 2])


def test_a_bewitched_emperor_may_keep_the_choice() -> None:
    """2016 3 Witch, `witch_emperor` (002:1078-1079 says the Witch): he moves the crown and takes, and she does not."""
    rules = {"witch_emperor": "emperor_player"}
    game = table(player("witch"), player("emperor"), player(gold=3), crown=3, rules=rules)
    play(game, "gold", "bewitch:emperor", "crown:2:gold", "gold")
    assert (game.actor, crown(game), gold(game, 1), labels(game, "crown"), "end" in game.legal()) == (0, 2, 3, [], True)


@pytest.mark.parametrize("allowed", [True, False])
def test_the_witch_may_crown_the_emperors_player(allowed: bool) -> None:
    """2016 A10, `witch_emperor_may_crown_emperor_player`."""
    rules = {"witch_emperor_may_crown_emperor_player": allowed}
    game = resumed("emperor", player("witch"), player("emperor"), player(gold=3), crown=3, rules=rules)
    assert ("crown:1:gold" in game.legal()) is allowed
    assert "crown:2:gold" in game.legal()


def test_robbed_he_loses_his_gold_before_the_crown_moves() -> None:
    """2016 2.1 (002:1138-1140): what he takes for the crown is his to keep."""
    game = table(player("thief"), player("emperor", gold=6), player(gold=3), crown=3, next_rank=2)
    play(game, "gold", "rob:emperor", "end")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (1, 8, 0)
    play(game, "crown:2:gold")
    assert (gold(game, 0), gold(game, 1), gold(game, 2)) == (8, 1, 2)


def test_two_players_cannot_play_with_him() -> None:
    """2016 3 Emperor, 1.5 (002:1361-1362)."""
    with pytest.raises(cs.VariantError, match="Emperor cannot be played with two players"):
        cs.load_variant("citadels-2016", {"cast": cast_with("emperor")})
    assert min(cs.load_variant("citadels-2016", {"cast": cast_with("emperor"), "players": [3, 7]}).tables) == 3
