"""Who cannot be murdered or robbed (`characters.NAME.immune`), and how much a Thief takes at most (`characters.thief.most`)."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots.planner.findings import FINDINGS, FULL
from citadels_sim.bots.planner.worth import best_loot, worst_harm
from citadels_sim.engine.loop import BOT_STATE
from citadels_sim.engine.records import new_record
from citadels_sim.game.own_cards_in_words import own_character_line
from tests.numbers.test_characters import of, turn
from tests.rules.tables import gold, labels, play, player, table

NAMED = ["magician", "king", "bishop", "merchant", "architect", "warlord"]


@pytest.mark.parametrize(("immune", "murdered", "robbed"), [("none", 1, 1), ("murder", 0, 1), ("theft", 1, 0), ("both", 0, 0)])
@pytest.mark.parametrize("id", NAMED)
def test_an_immune_character_cannot_be_named(id: str, immune: str, murdered: int, robbed: int) -> None:
    variant = of(id, immune=immune)
    assassin = table(player("assassin"), player(id), variant=variant, strict=False)
    thief = table(player("thief"), player(id), variant=variant, strict=False, next_rank=2)
    assert (f"murder:{id}" in assassin.legal(), f"rob:{id}" in thief.legal()) == (murdered, robbed)
    assert (len(labels(assassin, "murder")), len(labels(thief, "rob"))) == (6 + murdered, 5 + robbed)


def test_a_witch_may_bewitch_who_cannot_be_murdered() -> None:
    at = {rank: ids[0] for rank, ids in cs.load_variant("citadels-2016").at(4).cast.items()} | {1: "witch"}
    variant = cs.load_variant("citadels-2016", {"cast": list(at.values()), "characters.king.immune": "both"})
    game = play(table(player("witch"), player("king"), variant=variant, strict=False), "gold")
    assert "bewitch:king" in game.legal()


def test_where_nobody_can_be_named_the_turn_goes_on() -> None:
    immune = {f"characters.{id}.immune": "both" for id in ("thief", *NAMED)}
    variant = cs.load_variant("classic-2000", immune)
    game = play(table(player("assassin"), player("thief"), variant=variant, strict=False), "gold")
    assert game.legal() == ("end",)
    assert play(game, "end", "gold").legal() == ("end",)


@pytest.mark.parametrize(
    ("numbers", "taken"), [({}, 7), ({"most": 3}, 3), ({"most": 9}, 7), ({"most": 0}, 0), ({"share": 0.5, "most": 2}, 2)]
)
def test_a_thief_takes_so_much_at_most(numbers: dict[str, Any], taken: int) -> None:
    """Classic 3.1 Thief: all of it."""
    game = turn("thief", player("king", gold=7), numbers=numbers)
    play(game, "rob:king", "gold", "end")
    assert (gold(game, 0), gold(game, 1)) == (2 + taken, 7 - taken)


def test_planner_expects_nothing_of_naming_who_cannot_be_named() -> None:
    for immune, expected in (("none", True), ("both", False)):
        game = table(player("assassin"), player("king", gold=5), variant=of("king", immune=immune), strict=False)
        findings: Any = new_record(FINDINGS)
        findings.players, findings.ranks, findings.share[1, 4], findings.weight[1] = 4, 1 << 4, FULL, 1.0
        bot: Any = new_record(BOT_STATE)
        bot.parameters[:] = 1.0
        public = game.state.public
        assert (worst_harm(findings, public, game.rules, bot) > 0.0) == expected
        assert (best_loot(findings, public, game.rules) > 0.0) == expected


def test_an_own_card_says_so() -> None:
    keys = {"title": "Ghost", "rank": 6, "immune": "both"}
    at = {rank: ids[0] for rank, ids in cs.load_variant("classic-2000").at(4).cast.items()} | {6: "ghost"}
    variant = cs.load_variant("classic-2000", {"cast": list(at.values()), "characters.ghost": keys})
    assert own_character_line(variant.cards.character("ghost"), variant.at(4)) == "Cannot be murdered or robbed."
