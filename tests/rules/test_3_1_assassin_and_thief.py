"""Classic 3 and 3.1: Assassin and Thief, the powers that name a title."""

from __future__ import annotations

import pytest

from citadels_sim.engine import journal as events
from tests.rules.tables import crown, gold, hand, idle_until, labels, play, player, switched, table

NAMES = ["thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]


def test_the_assassin_names_any_other_title() -> None:
    """Classic 3.1 Assassin (S0:410): also one that lies face up or is not in play; not her own."""
    game = table(player("assassin"), player("king"), face_up=["bishop", "thief"])
    assert labels(game, "murder") == [f"murder:{name}" for name in NAMES]


def test_the_assassin_may_decline() -> None:
    """Classic 3.1 Assassin."""
    game = play(table(player("assassin"), player("king")), "gold", "end")
    assert (game.actor, game.position()["murdered"]) == (1, None)


@pytest.mark.parametrize(("allowed", "victims"), [(True, NAMES), (False, [name for name in NAMES if name not in ("thief", "bishop")])])
def test_titles_that_lie_face_up_may_be_named_or_not(allowed: bool, victims: list[str]) -> None:
    """Classic 3, common rule, `allow_dead_targets`."""
    game = table(player("assassin"), face_up=["bishop", "thief"], variant=switched(allow_dead_targets=allowed))
    assert labels(game, "murder") == [f"murder:{name}" for name in victims]


def test_a_murder_of_somebody_not_in_play_does_nothing() -> None:
    """Classic 3, common rule: naming an undrafted title has no effect."""
    game = play(table(player("assassin"), player("king"), player("warlord"), face_down=["bishop"]), "murder:bishop", "gold", "end")
    assert game.actor == 1
    assert play(game, "gold", "end").actor == 2


def test_the_murdered_lose_their_whole_turn() -> None:
    """Classic 3.1 Assassin (S0:415): no gold, no cards, no building."""
    game = table(player("assassin"), player("merchant", gold=4, hand=("tavern",), city=["market"]), player("warlord"))
    play(game, "murder:merchant", "gold", "end")
    assert (game.actor, gold(game, 1), hand(game, 1)) == (2, 4, ["tavern"])


def test_a_murdered_bishop_protects_nothing() -> None:
    """Classic 3.1 Assassin; style page: a murdered Bishop still protects."""
    game = table(player("assassin"), player("bishop", city=["temple"]), player("warlord"))
    play(game, "murder:bishop", "gold", "end", "gold")
    assert labels(game, "destroy") == ["destroy:1:temple"]


def test_a_murdered_king_takes_no_crown_when_called() -> None:
    """Classic 3.1 Assassin, 1.9."""
    game = table(player("assassin"), player("king"), player("warlord"), crown=3)
    play(game, "murder:king", "gold", "end")
    assert crown(game) == 3


def test_with_two_characters_only_the_murdered_one_is_silent() -> None:
    """Classic 1.6: murder hits the named character only."""
    game = table(player("assassin", "king"), player("thief", "warlord"), seats=2)
    play(game, "murder:thief", "gold", "end", "gold", "end")
    assert (game.actor, game.position()["next_rank"]) == (1, 9)


def test_the_assassin_may_murder_the_other_character_of_her_own_player() -> None:
    """Classic 3.1 Assassin, 1.6: titles, not players."""
    game = table(player("assassin", "king"), player("warlord"), seats=2, crown=1)
    play(game, "murder:king", "gold", "end")
    assert game.actor == 1


def test_the_thief_may_not_name_the_assassin_the_murdered_or_himself() -> None:
    """Classic 3.1 Thief (S0:452); style page: the Thief robs the Assassin or the murdered."""
    game = table(player("assassin"), player("thief"), player("king"))
    play(game, "murder:king", "gold", "end")
    assert labels(game, "rob") == [f"rob:{name}" for name in ("magician", "bishop", "merchant", "architect", "warlord")]


def test_the_thief_may_not_name_an_assassin_who_is_not_in_play_either() -> None:
    """Classic 3.1 Thief: the title is barred."""
    assert "rob:assassin" not in table(player("thief"), player("king"), face_down=["assassin"]).legal()


@pytest.mark.parametrize("allowed", [True, False])
def test_the_thief_and_titles_that_lie_face_up(allowed: bool) -> None:
    """Classic 3, common rule, `allow_dead_targets`."""
    game = table(player("thief"), face_up=["bishop"], variant=switched(allow_dead_targets=allowed))
    assert ("rob:bishop" in game.legal()) is allowed


def test_the_thief_takes_all_gold_when_the_victim_is_called() -> None:
    """Classic 3.1 Thief (S0:449): not before, and before the victim acts."""
    game = table(player("thief"), player("merchant", gold=6))
    play(game, "rob:merchant", "gold", "end")
    assert (gold(game, 0), gold(game, 1), game.actor, game.decision) == (8, 0, 1, "turn")


def test_the_thief_takes_nothing_until_the_victim_is_called() -> None:
    """Classic 3.1 Thief."""
    game = table(player("thief"), player("king"), player("merchant", gold=6))
    play(game, "rob:merchant", "gold", "end")
    assert (gold(game, 0), gold(game, 2)) == (2, 6)


def test_what_the_robbed_earn_in_their_turn_is_safe() -> None:
    """Classic 3.1 Thief (FA)."""
    game = table(player("thief"), player("merchant", gold=6, city=["tavern"]))
    play(game, "rob:merchant", "gold", "end", "gold", "income")
    assert (gold(game, 0), gold(game, 1)) == (8, 4)


def test_who_has_no_gold_loses_none() -> None:
    """Classic 3.1 Thief: 0 gold, 0 stolen."""
    game = play(table(player("thief"), player("king")), "rob:king", "gold", "end")
    assert (gold(game, 0), gold(game, 1)) == (2, 0)


def test_robbing_somebody_not_in_play_brings_nothing() -> None:
    """Classic 3, common rule."""
    game = table(player("thief"), player("king", gold=4), player("bishop", gold=4), player("warlord", gold=4), face_down=["merchant"])
    play(game, "rob:merchant", "gold", "end", "gold", "end", "gold", "end")
    assert [gold(game, seat) for seat in range(4)] == [2, 6, 6, 4]


def test_one_loses_the_shared_purse_when_one_of_two_characters_is_robbed() -> None:
    """Classic 1.6: the whole purse at the moment the robbed character is called."""
    game = table(player("thief"), player("king", "warlord", gold=5), seats=2)
    play(game, "rob:warlord", "gold", "end", "gold", "end")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (1, 9, 0)


def test_robbing_ones_own_second_character_changes_nothing() -> None:
    """Classic 3.1 Thief (two and three players)."""
    game = table(player("thief", "merchant", gold=5), player("king"), seats=2)
    play(game, "rob:merchant", "gold", "end", "gold", "end")
    assert (game.actor, gold(game, 0)) == (0, 7)
    assert events.STEAL not in game.journal()["kind"]


def test_a_robbery_has_an_effect_once() -> None:
    """Classic 3.1 Thief: in the next round nobody is robbed."""
    game = table(player("thief"), player("warlord", gold=6))
    play(game, "rob:warlord", "gold", "end", "gold", "end")
    assert game.position()["robbed"] is None
    assert (gold(game, 0), gold(game, 1)) == (8, 2)


def test_the_thief_is_robbed_of_nothing_while_he_waits() -> None:
    """Classic 3.1 Thief: the loot comes from the victim alone."""
    game = table(player("thief", gold=3), player("king", gold=1), player("bishop", gold=8))
    play(game, "rob:king", "gold", "end")
    idle_until(game, 2)
    assert [gold(game, seat) for seat in range(3)] == [6, 2, 8]
