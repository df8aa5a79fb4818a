"""What builder does as the characters of ranks 3 to 5."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from tests.bots.positions import choice, choices, kinds, let_builder, table
from tests.rules.tables import city, hand, play, player

MANY = ("manor", "castle", "temple", "tavern", "market")


def test_the_magician_swaps_a_small_hand_for_a_large_one() -> None:
    assert choice(table(player("magician", hand=("tavern",)), player(hand=MANY), player(hand=("manor",)))) == "swap:1"


def test_the_magician_keeps_a_large_hand() -> None:
    assert kinds(choices(table(player("magician", hand=MANY), player(hand=("manor", "castle"))))) <= {"gold", "cards"}


def test_the_magician_does_not_give_a_secret_vault_for_two_unknown_cards_more() -> None:
    game = table(player("magician", hand=("secret-vault", "palace")), player(hand=MANY[:4]))
    assert kinds(choices(game)) <= {"gold", "cards"}


def test_the_magician_exchanges_useless_cards_with_the_deck_and_keeps_the_secret_vault() -> None:
    game = table(player("magician", hand=("tavern", "temple", "secret-vault"), city=["tavern", "temple"]))
    assert choice(game) == "redraw"
    play(game, "redraw")
    played = [game.play(label) or label for label in iter(lambda: choices(game).most_common(1)[0][0], "done")]
    assert sorted(played) == ["discard:tavern", "discard:temple"]


def test_the_wizard_looks_at_the_largest_hand_before_he_builds() -> None:
    game = table(player("wizard", gold=3, hand=("manor",)), player(hand=MANY), player(hand=("palace",)))
    assert choice(play(game, "gold")) == "look:1"


def test_the_wizard_looks_at_no_empty_hand() -> None:
    assert choice(play(table(player("wizard", gold=3, hand=("manor",))), "gold")) == "build:manor"


def test_the_wizard_builds_at_once_what_he_can_pay() -> None:
    game = table(player("wizard", gold=4), player(hand=("palace", "tavern")))
    assert choice(play(game, "gold", "look:1")) == "take-build:palace"


def test_the_wizard_takes_into_hand_what_he_cannot_pay() -> None:
    game = table(player("wizard", gold=0), player(hand=("palace", "tavern")))
    assert choice(play(game, "gold", "look:1")) == "take:palace"


def test_the_wizard_takes_the_secret_vault_rather_than_a_cheap_district() -> None:
    game = table(player("wizard", city=["market"]), player(hand=("secret-vault", "tavern")))
    assert choice(play(game, "gold", "look:1")) == "take:secret-vault"


def test_the_wizard_pays_for_a_thieves_den_with_poor_cards() -> None:
    game = table(
        player("wizard", gold=1, hand=("tavern", "temple", "market"), city=["tavern", "temple", "market"]), player(hand=("thieves-den",))
    )
    assert choice(play(game, "gold", "look:1")) == "take-build:thieves-den:cards:3"


def test_the_wizard_builds_with_the_framework_what_is_dear() -> None:
    game = table(player("wizard", gold=0, city=["framework", "keep", "manor", "temple"]), player(hand=("dragon-gate",)))
    let_builder(play(game, "gold", "look:1"))
    assert city(game, 0) == ["keep", "manor", "temple", "dragon-gate"]


def test_the_wizard_sacrifices_the_cheapest_district_for_a_necropolis() -> None:
    game = table(player("wizard", gold=0, city=["market", "tavern", "palace"]), player(hand=("necropolis",)))
    assert choice(play(game, "gold", "look:1")) == "take-build:necropolis:sacrifice:tavern"


def seen(own: tuple[str, ...], *others: str) -> cs.Game:
    """The Seer has taken from each other, who had one card each."""
    game = table(player("seer", hand=own, city=["tavern"]), *[player(hand=(card,), city=["market"]) for card in others])
    return play(game, "gold", "seer")


def test_the_seer_takes_from_all_after_gathering() -> None:
    game = table(player("seer", hand=("tavern", "manor"), gold=3), player(hand=MANY))
    assert choice(play(game, "gold")) == "seer"


def test_a_seer_with_an_empty_hand_takes_nothing_that_he_would_have_to_give_back() -> None:
    game = play(table(player("seer", gold=3), player(hand=MANY)), "gold")
    assert "seer" in game.legal()
    assert choice(game) == "end"


def test_the_seer_gives_back_what_is_useless_to_him_and_to_who_gets_it() -> None:
    game = seen(("tavern", "market", "palace"), "castle", "manor")
    given = let_builder(game, "build")[:2]
    assert {label.split(":")[2] for label in given} == {"tavern", "market"}


def test_the_seer_never_gives_a_secret_vault_back() -> None:
    game = seen(("palace",), "secret-vault", "manor")
    let_builder(game, "end")
    assert "secret-vault" in hand(game, 0)


def test_the_king_builds_a_noble_district_before_he_counts_them() -> None:
    game = table(player("king", gold=3, hand=("castle",), city=["manor"]))
    assert let_builder(play(game, "gold")) == ["build:castle", "income", "end"]


def test_the_king_takes_his_income_first_where_it_pays_for_something_dear() -> None:
    game = table(player("king", gold=2, hand=("manor", "dragon-gate"), city=["castle", "palace"]))
    assert let_builder(play(game, "gold")) == ["income", "build:dragon-gate", "end"]


def test_the_emperor_crowns_nobody_who_leads() -> None:
    leader = player(gold=5, city=["palace", "castle", "cathedral", "fortress"])
    game = table(player("emperor", hand=("manor",)), leader, player(gold=2), player(gold=2), crown=0)
    assert set(choices(game)) <= {"crown:2:gold", "crown:3:gold"}


def test_the_emperor_takes_a_card_where_he_has_none() -> None:
    game = table(player("emperor"), player(gold=2, hand=MANY), player(), player(), crown=3)
    assert choice(game) == "crown:1:card"


def test_the_emperor_does_not_crown_who_has_the_statue() -> None:
    game = table(player("emperor", hand=("manor",)), player(gold=1, city=["statue"]), player(gold=1, city=["keep"]), player(), crown=3)
    assert choice(game) == "crown:2:gold"


def test_the_emperor_murdered_in_the_round_gives_the_crown_to_who_is_behind() -> None:
    rich = player("assassin", city=["palace", "castle"])
    game = table(player("emperor"), rich, player(city=["palace"]), player("artist"), crown=1, next_rank=9, murdered="emperor")
    play(game, "gold", "end")
    assert game.decision == "crown"
    assert choice(game) == "crown:3"


def test_the_patrician_takes_his_cards_first_where_he_has_nothing_to_build() -> None:
    assert choice(table(player("patrician", city=["manor", "castle"]))) == "income"


def test_the_patrician_builds_first_what_adds_to_his_cards() -> None:
    game = table(player("patrician", gold=3, hand=("castle",), city=["manor"]))
    assert let_builder(game)[:3] == ["gold", "build:castle", "income"]


@pytest.mark.parametrize(("gold", "cards", "label"), [(0, (), "income:0"), (0, ("palace",), "income:2"), (6, ("palace",), "income:1")])
def test_the_abbot_takes_cards_for_an_empty_hand_and_gold_for_what_he_cannot_pay(gold: int, cards: tuple[str, ...], label: str) -> None:
    game = table(player("abbot", gold=gold, hand=cards, city=["temple", "church"]), player(gold=gold))
    played = let_builder(play(game, "gold"))
    assert label in played


def test_the_abbot_takes_from_the_richest_who_is_ahead() -> None:
    ahead = player(gold=6, city=["palace", "castle", "cathedral", "fortress", "town-hall", "harbor"])
    counts = choices(table(player("abbot", hand=("manor",)), player(gold=6), ahead), 200)
    assert kinds(counts) == {"tithe"}
    assert counts["tithe:2"] > 1.5 * counts["tithe:1"]


def test_the_cardinal_builds_with_anothers_gold_what_is_dear() -> None:
    game = table(player("cardinal", gold=1, hand=("palace", "tavern", "tavern"), city=["tavern"]), player(gold=4))
    play(game, "gold")
    assert choice(game) == "build:palace:cardinal:1"
    assert let_builder(game)[1:3] == ["end"]
    assert sorted(hand(game, 1)) == ["tavern", "tavern"]


def test_the_cardinal_gives_no_good_cards_for_a_cheap_district() -> None:
    game = table(player("cardinal", gold=0, hand=("market", "dragon-gate", "palace")), player(gold=9))
    play(game, "cards")
    game.play(game.legal()[0])
    assert any(label.startswith("build:market:cardinal") for label in game.legal())
    assert not {label for label in choices(game) if label.startswith("build:market")}
