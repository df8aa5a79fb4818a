"""2016 3 Blackmailer: two threats, one of them with the flower, and how they are settled."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.rules.tables import city, crown, gold, hand, idle_until, labels, play, player
from tests.rules2016.tables import BASE, table, threatened, warranted


def targets(labelled: list[str]) -> set[str]:
    """Characters that can be threatened."""
    return {name for label in labelled for name in label.split(":")[1:]}


def test_two_different_characters_the_first_with_the_flower_not_rank_1() -> None:
    """2016 3 Blackmailer A, A39, A46 (002:1168-1172, 1219-1220): in both orders; face-up ones, unheld ones and, as a bluff, her own."""
    listed = labels(table(player("blackmailer"), face_up=["bishop", "warlord"]), "threats")
    assert set(listed) == {f"threats:{flowered}:{blank}" for flowered, blank in permutations(("blackmailer", *BASE[2:]), 2)}
    assert len(listed) == 7 * 6


def test_a_threat_to_her_own_title_is_a_bluff() -> None:
    """2016 3 Blackmailer A, A46 (002:1168-1170, 1219-1221): it has been called already: nothing comes of it, flowered or blank."""
    game = play(table(player("blackmailer", gold=3), player("king", gold=4)), "threats:blackmailer:king", "gold", "end")
    play(game, "gold", "refuse", "reveal")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (1, 5, 6)


@pytest.mark.parametrize("first", ["witch", "magistrate"])
def test_no_rank_1_is_threatened_whoever_it_is(first: str) -> None:
    """2016 3 Blackmailer (002:1219-1220)."""
    assert first not in targets(labels(table(player("blackmailer"), others=(first,)), "threats"))


def test_neither_the_killed_nor_the_bewitched_is_threatened_but_who_has_a_warrant_is() -> None:
    """2016 3 Blackmailer (002:1220-1223)."""
    killed = play(table(player("assassin"), player("blackmailer")), "murder:king", "gold", "end")
    bewitched = play(table(player("witch"), player("blackmailer")), "gold", "bewitch:king", "gold")
    assert "king" not in targets(labels(killed, "threats")) | targets(labels(bewitched, "threats"))
    under_warrant = warranted("king", player("magistrate"), player("blackmailer"), blanks="bishop:merchant")
    assert {"king", "bishop", "merchant"} <= targets(labels(under_warrant, "threats"))


def test_the_threats_are_placed_once_a_turn_at_any_time_or_not_at_all() -> None:
    """2016 3 Blackmailer, 2.1."""
    game = play(table(player("blackmailer", gold=9, hand=("tavern",)), player("king")), "gold", "build:tavern", "threats:king:bishop")
    assert game.legal() == ("end",)
    free = play(table(player("blackmailer"), player("king")), "gold", "end")
    play(free, "gold")
    assert (free.actor, free.decision, free.legal()) == (1, "turn", ("end",))


# ---- settling


def test_the_threatened_gathers_at_once_and_with_his_gathering_districts_only() -> None:
    """2016 3 Blackmailer R1, R4 (002:1174-1175, 1184-1188): no ability, no build, no other district before."""
    rich = player("merchant", gold=9, hand=("manor",), city=["smithy", "laboratory", "armory", "museum", "tavern", "gold-mine"])
    game = threatened("merchant", "king", player("blackmailer"), rich)
    assert (game.actor, game.legal()) == (1, ("gold", "cards"))
    play(game, "gold")
    assert (gold(game, 1), game.decision, game.legal()) == (12, "threatened", ("bribe", "refuse"))
    play(game, "bribe")
    assert {"income", "bonus", "build:manor", "smithy", "end"} <= set(game.legal())


@pytest.mark.parametrize(("cards", "kept"), [([], 1), (["library"], 2), (["library", "observatory"], 3)])
def test_library_and_observatory_work_for_the_threatened(cards: list[str], kept: int) -> None:
    """2016 3 Blackmailer R1 (002:1187-1188)."""
    game = threatened("king", "merchant", player("blackmailer"), player("king", city=cards), deck=["docks"] * 5)
    play(game, "cards")
    if game.decision == "keep":
        play(game, "keep:docks")
    assert (len(hand(game, 1)), game.decision) == (kept, "threatened")


@pytest.mark.parametrize(("before", "bribe"), [(0, 1), (1, 1), (2, 2), (5, 3), (8, 5)])
def test_a_bribe_is_half_of_the_gold_after_gathering_rounded_down(before: int, bribe: int) -> None:
    """2016 3 Blackmailer R2 (002:1175-1178): two gold gathered; the threat is settled, unseen."""
    game = threatened("king", "merchant", player("blackmailer"), player("king", gold=before))
    play(game, "gold", "bribe")
    assert (gold(game, 0), gold(game, 1)) == (2 + bribe, before + 2 - bribe)
    assert (game.actor, game.decision) == (1, "turn")


def test_with_one_gold_the_bribe_is_nothing() -> None:
    """2016 3 Blackmailer R2 (002:1178-1180): explicit; the flower can take nothing after it."""
    game = threatened("king", "merchant", player("blackmailer"), player("king", gold=1), deck=["docks"])
    play(game, "cards", "bribe")
    assert (gold(game, 0), gold(game, 1), game.actor, game.decision) == (2, 1, 1, "turn")


@pytest.mark.parametrize(("reading", "legal"), [(True, ("bribe", "refuse")), (False, None)])
def test_without_gold_the_bribe_is_nothing_or_none(reading: bool, legal: tuple[str, ...] | None) -> None:
    """2016 3 Blackmailer R2, A23, `zero_gold_bribe`: else nothing is left but to refuse, and the Blackmailer is asked."""
    game = threatened("king", "merchant", player("blackmailer"), player("king"), deck=["docks"], rules={"zero_gold_bribe": reading})
    play(game, "cards")
    if legal:
        assert (game.actor, game.legal()) == (1, legal)
    else:
        assert (game.actor, game.legal()) == (0, ("reveal", "pass"))


def test_refused_the_blackmailer_may_turn_the_flower_up_and_takes_all() -> None:
    """2016 3 Blackmailer R3 (002:1180-1182): with what was gathered; nothing of what comes later."""
    game = threatened("merchant", "king", player("blackmailer"), player("merchant", gold=5, city=["market"]))
    play(game, "gold", "refuse")
    assert (game.actor, game.decision, game.legal()) == (0, "threat", ("reveal", "pass"))
    play(game, "reveal")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (1, 2 + 7, 0)
    play(game, "income", "bonus")
    assert (gold(game, 0), gold(game, 1)) == (9, 2)


def test_refused_the_blackmailer_may_let_the_flower_be() -> None:
    """2016 3 Blackmailer R3: she may, she need not."""
    game = threatened("merchant", "king", player("blackmailer"), player("merchant", gold=5))
    play(game, "gold", "refuse", "pass")
    assert (game.actor, game.decision, gold(game, 0), gold(game, 1)) == (1, "turn", 2, 7)


def test_the_blank_turned_up_does_nothing() -> None:
    """2016 3 Blackmailer R3."""
    game = threatened("merchant", "king", player("blackmailer"), player("king", gold=5), player("merchant", gold=3))
    play(game, "gold", "refuse", "reveal")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (1, 2, 7)
    play(game, "end", "gold", "refuse", "reveal")
    assert (gold(game, 0), gold(game, 2)) == (2 + 5, 0)


def test_both_threatened_players_may_bribe() -> None:
    """2016 3 Blackmailer A: both are threatened, only one is meant."""
    game = threatened("merchant", "king", player("blackmailer"), player("king", gold=5), player("merchant", gold=3))
    play(game, "gold", "bribe", "end", "gold", "bribe")
    assert [gold(game, seat) for seat in range(3)] == [2 + 3 + 2, 4, 3]


@pytest.mark.parametrize(("reading", "first"), [(False, ("gold", "cards")), (True, ("gold", "cards", "bonus"))])
def test_the_other_threat_after_the_flower_was_shown(reading: bool, first: tuple[str, ...]) -> None:
    """2016 3 Blackmailer R, A24, `remove_threat_after_flower`: harmless, but gathering still comes first; or taken away."""
    seats = (player("blackmailer"), player("king", gold=5), player("merchant", gold=3))
    game = threatened("king", "merchant", *seats, rules={"remove_threat_after_flower": reading})
    play(game, "gold", "refuse", "reveal", "end")
    assert (game.actor, game.legal()) == (2, first)
    play(game, "gold")
    if reading:
        assert game.decision == "turn"
        return
    play(game, "refuse", "reveal")
    assert (game.actor, gold(game, 0), gold(game, 2)) == (2, 9, 5)


@pytest.mark.parametrize(("answers", "left"), [(("bribe",), {6}), (("refuse", "reveal"), {6}), (("refuse", "pass"), {4, 6})])
def test_which_markers_lie_when_the_first_is_settled(answers: tuple[str, ...], left: set[int]) -> None:
    """2016 3 Blackmailer R2, R3 (002:1177-1182): bribed or turned up it leaves; let be it lies on, unseen. The other one stays."""
    game = threatened("king", "merchant", player("blackmailer"), player("king", gold=5), player("merchant"))
    play(game, "gold", *answers)
    public = game.state.public
    assert {rank for rank in range(1, 9) if int(public.threats) >> rank & 1} == left
    assert int(public.flower_shown) == (4 if "reveal" in answers else 0)


def test_who_is_not_threatened_is_not_asked() -> None:
    """2016 3 Blackmailer: only who holds a threatened character."""
    game = threatened("merchant", "architect", player("blackmailer"), player("king", gold=5, city=["manor"]))
    assert "income" in game.legal()
    play(game, "gold", "end")
    assert gold(game, 0) == 2


def test_a_threat_to_a_character_that_nobody_holds_does_nothing() -> None:
    """2016 3 Blackmailer, A39."""
    game = threatened("merchant", "king", player("blackmailer", gold=1), player("warlord", gold=5), face_up=["merchant", "bishop"])
    play(game, "gold", "end")
    assert (game.position()["round"], gold(game, 0), gold(game, 1)) == (2, 3, 7)


def test_a_threat_to_ones_own_other_character_costs_nothing() -> None:
    """2016 3 Blackmailer R: legal with two and three players, no effect on gold; gathering first all the same."""
    game = table(player("blackmailer", "merchant", city=["market"]), player("king", "bishop"), seats=2)
    play(game, "threats:merchant:warlord", "gold", "end")
    idle_until(game, 0)
    assert game.legal() == ("gold", "cards")
    play(game, "gold")
    assert (game.actor, game.decision, gold(game, 0), "income" in game.legal()) == (0, "turn", 4, True)


@pytest.mark.parametrize("royal", ["king", "patrician"])
def test_a_threatened_king_or_patrician_takes_the_crown_when_it_is_settled(royal: str) -> None:
    """2016 3 Blackmailer R, last line."""
    game = threatened(royal, "merchant", player("blackmailer"), player(royal, gold=4), crown=3)
    play(game, "gold")
    assert (crown(game), game.decision) == (3, "threatened")
    play(game, "refuse", "reveal")
    assert (crown(game), gold(game, 0)) == (1, 8)


def test_a_threatened_emperor_crowns_when_it_is_settled() -> None:
    """2016 3 Blackmailer R, last line: then he takes his resource."""
    game = threatened("emperor", "merchant", player("blackmailer"), player("emperor", gold=4), player(gold=2), crown=3)
    assert labels(game, "crown") == []
    play(game, "gold", "bribe")
    assert labels(game, "crown") == ["crown:0:gold", "crown:2:gold"]
    play(game, "crown:2:gold")
    assert (crown(game), gold(game, 1)) == (2, 4)


def test_a_threatened_architect_has_limit_and_cards_after_it() -> None:
    """2016 3 Blackmailer R4: abilities and builds come after the threat, unchanged."""
    game = threatened("architect", "king", player("blackmailer"), player("architect", gold=20, hand=("tavern", "temple", "market")))
    play(game, "gold", "bribe", "bonus", "build:tavern", "build:temple", "build:market")
    assert (city(game, 1), gold(game, 1), len(hand(game, 1))) == (["tavern", "temple", "market"], 11 - 4, 2)


def test_a_threatened_navigator_and_warlord_act_after_it() -> None:
    """2016 3 Blackmailer R4: the Warlord destroys only after the threat, the Navigator takes his four then."""
    seats = (player("blackmailer", city=["tavern"]), player("navigator"), player("warlord", gold=6))
    game = threatened("warlord", "navigator", *seats)
    play(game, "gold")
    assert game.legal() == ("bribe", "refuse")
    play(game, "bribe", "bonus:gold", "end")
    assert (game.actor, game.legal(), gold(game, 1)) == (2, ("gold", "cards"), 5)
    play(game, "gold", "refuse", "reveal")
    assert (gold(game, 2), labels(game, "destroy")) == (0, ["destroy:0:tavern"])


def test_threat_and_warrant_at_one_character() -> None:
    """2016 3 Blackmailer L (002:1221-1223): the threat is settled first, the warrant waits for the first paid build."""
    seats = (player("magistrate"), player("blackmailer"), player("merchant", gold=8, hand=("castle",)))
    game = warranted("merchant", *seats)
    play(game, "threats:merchant:king", "gold", "end", "gold", "bribe", "build:castle")
    assert (game.actor, game.decision) == (0, "warrant")
    play(game, "confiscate")
    assert (city(game, 0), city(game, 2), gold(game, 2), gold(game, 1)) == (["castle"], [], 5, 2 + 5)
