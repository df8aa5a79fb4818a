"""Classic 2.1 and 2.2: a turn, and when each part of it may be played."""

from __future__ import annotations

import pytest

from tests.rules.tables import SUMMARY, city, crown, deck, gold, hand, labels, play, player, switched, table

FREE = switched(turn_order_model="s1_free")


def test_an_action_is_compulsory() -> None:
    """Classic 2.1 item 2 (S0:184): no end before it."""
    game = table(player("thief"))
    assert "end" not in game.legal()
    assert "end" in play(game, "gold").legal()


@pytest.mark.parametrize("action", ["gold", "cards"])
def test_exactly_one_action_is_taken(action: str) -> None:
    """Classic 2.1 item 2."""
    game = play(table(player("thief"), deck=["manor", "manor", "manor"]), action)
    if game.decision == "keep":
        play(game, "keep:manor")
    assert not {"gold", "cards"} & set(game.legal())


def test_gold_brings_two() -> None:
    """Classic 2.1 item 2 (S0:193)."""
    assert gold(play(table(player("thief", gold=3)), "gold"), 0) == 5


def test_cards_bring_one_of_two_and_the_other_goes_under_the_deck() -> None:
    """Classic 2.1 item 2 (S0:194-197); style page: the drawn card not kept is lost."""
    game = table(player("thief"), deck=["palace", "temple", "market"])
    play(game, "cards")
    assert (game.decision, game.legal()) == ("keep", ("keep:palace", "keep:temple"))
    play(game, "keep:temple")
    assert (hand(game, 0), deck(game)) == (["temple"], ["market", "palace"])


def test_building_is_optional_and_paid_to_the_bank() -> None:
    """Classic 2.1 item 3 (S0:202-208)."""
    game = play(table(player("thief", gold=1, hand=("manor",))), "gold")
    assert "end" in game.legal()
    play(game, "build:manor")
    assert (gold(game, 0), hand(game, 0), city(game, 0)) == (0, [], ["manor"])


def test_what_cannot_be_paid_cannot_be_built() -> None:
    """Classic 2.1 item 3: the full cost."""
    game = play(table(player("thief", gold=2, hand=("castle", "palace"))), "gold")
    assert labels(game, "build") == ["build:castle"]


def test_one_district_is_built_in_a_turn() -> None:
    """Classic 2.1 item 3."""
    game = play(table(player("thief", gold=9, hand=("tavern", "market"))), "gold", "build:tavern")
    assert labels(game, "build") == []


def test_no_two_districts_of_one_name_stand_in_a_city() -> None:
    """Classic 2.1 item 4 (S0:217)."""
    game = play(table(player("thief", gold=9, hand=("castle", "market"), city=["castle"])), "gold")
    assert labels(game, "build") == ["build:market"]


def test_the_second_keep_counts_as_a_duplicate() -> None:
    """Classic 4.2 Keep."""
    game = play(table(player("thief", gold=9, hand=("keep",), city=["keep"])), "gold")
    assert labels(game, "build") == []


@pytest.mark.parametrize(("variant", "built"), [(None, []), (FREE, ["build:manor"])])
def test_building_before_the_action(variant: object, built: list[str]) -> None:
    """Classic 2.1, 6 row 6, `turn_order_model` (S0:184, S1:19)."""
    position = player("thief", gold=9, hand=("manor",))
    game = table(position, variant=variant) if variant else table(position)  # type: ignore[arg-type]
    assert labels(game, "build") == built


def test_building_before_the_action_leaves_the_action_compulsory() -> None:
    """Classic 2.1, S1 model: gold or cards must still be taken, and only one district is built."""
    game = play(table(player("thief", gold=9, hand=("manor", "temple")), variant=FREE), "build:manor")
    assert labels(game, "build") == []
    assert "end" not in game.legal()
    assert "end" in play(game, "gold").legal()


@pytest.mark.parametrize(
    ("character", "power"),
    [("assassin", "murder:king"), ("thief", "rob:king"), ("magician", "swap:1")],
)
@pytest.mark.parametrize("first", [True, False])
def test_powers_without_a_moment_are_used_before_or_after_the_action_but_once(character: str, power: str, first: bool) -> None:
    """Classic 2.1 item 5 (S0:235, S0:424)."""
    game = table(player(character), player(hand=("manor",)))
    play(game, *([power, "gold"] if first else ["gold", power]))
    assert labels(game, power.split(":")[0]) == []


@pytest.mark.parametrize("character", ["assassin", "thief", "magician", "king", "bishop", "merchant", "warlord"])
def test_no_power_is_compulsory(character: str) -> None:
    """Classic 2.1 item 5 (S0:427)."""
    game = table(player(character, gold=9, city=["manor", "temple", "tavern", "watchtower"]), player(city=["manor"]))
    assert "end" in play(game, "gold").legal()


@pytest.mark.parametrize(
    ("character", "colour"), [("king", "noble"), ("bishop", "religious"), ("merchant", "trade"), ("warlord", "military")]
)
def test_income_is_one_gold_for_each_district_of_the_colour(character: str, colour: str) -> None:
    """Classic 2.1 item 6, 3.1."""
    city = {
        "noble": ["manor", "castle"],
        "religious": ["temple", "church", "cathedral"],
        "trade": ["tavern"],
        "military": ["watchtower", "prison", "barracks", "fortress"],
    }
    built = [name for names in city.values() for name in names][:7]
    game = table(player(character, city=[*built, "fortress"] if colour == "military" else built))
    due = len([name for name in game.position()["players"][0]["city"] if name["district"] in city[colour]])
    assert gold(play(game, "income"), 0) == due > 0


@pytest.mark.parametrize("character", ["assassin", "thief", "magician", "architect"])
def test_the_others_have_no_income(character: str) -> None:
    """Classic 3.1."""
    assert "income" not in table(player(character, city=["manor", "temple", "tavern", "watchtower"])).legal()


def test_income_is_taken_before_building_or_after_it_but_not_both() -> None:
    """Classic 2.1 item 6 (S0:430-447)."""
    start = table(player("king", gold=1, hand=("manor",), city=["castle"]))
    early = play(start.copy(), "gold", "income", "build:manor")
    late = play(start.copy(), "gold", "build:manor", "income")
    assert [gold(early, 0), gold(late, 0)] == [1, 2]
    assert "income" not in early.legal()
    assert "income" not in late.legal()


def test_income_may_come_before_the_action() -> None:
    """Classic 2.1 item 6: any time in the turn."""
    game = play(table(player("bishop", city=["temple"])), "income")
    assert gold(game, 0) == 1
    assert {"gold", "cards"} <= set(game.legal())


def test_the_turn_ends_only_when_its_player_says_so() -> None:
    """Classic 2.1: the game API asks for `end` also where nothing else is left."""
    game = play(table(player("thief"), player("king")), "rob:king", "gold")
    assert (game.actor, game.legal()) == (0, ("end",))


@pytest.mark.parametrize(("reading", "before", "after"), [("after_action", 0, 3), ("start_of_turn", 1, 3)])
def test_when_the_merchants_gold_comes(reading: str, before: int, after: int) -> None:
    """Classic 2.2, 6 row 16, `merchant_bonus_time` (S0:507, S1:88): the same gold in all."""
    game = table(player("merchant"), variant=switched(merchant_bonus_time=reading))
    assert gold(game, 0) == before
    assert gold(play(game, "gold"), 0) == after


def test_the_merchants_early_gold_is_safe_from_the_thief() -> None:
    """Classic 3.1 Thief: he takes what the victim has when called, before the turn begins."""
    game = table(player("thief"), player("merchant", gold=5), variant=switched(merchant_bonus_time="start_of_turn"))
    play(game, "rob:merchant", "gold", "end")
    assert (gold(game, 0), gold(game, 1)) == (7, 1)


def test_the_summarys_turn_has_no_order_at_all() -> None:
    """Classic 2.1, S1 model with the summary's other readings: build, destroy, then take gold."""
    game = table(player("warlord", gold=5, hand=("tavern",)), player(city=["market"]), variant=SUMMARY)
    play(game, "destroy:1:market", "build:tavern", "gold", "end")
    assert (city(game, 0), city(game, 1), crown(game)) == (["tavern"], [], 0)
