"""Classic 4.2 and 4.3: districts that act during a turn."""

from __future__ import annotations

import pytest

from tests.rules.tables import city, deck, gold, hand, labels, play, player, switched, table

# ---- Laboratory


def test_the_laboratory_gives_one_gold_for_one_card() -> None:
    """Classic 4.2 Laboratory: one, two only in 2016."""
    game = play(table(player("thief", hand=("manor", "temple"), city=["laboratory"])), "lab:manor")
    assert (gold(game, 0), hand(game, 0)) == (1, ["temple"])


def test_the_laboratory_works_once_a_turn() -> None:
    """Classic 4.2 Laboratory."""
    game = play(table(player("thief", hand=("manor", "temple"), city=["laboratory"])), "lab:manor", "gold")
    assert labels(game, "lab") == []


def test_the_laboratory_needs_a_card() -> None:
    """Classic 4.2 Laboratory."""
    assert labels(table(player("thief", city=["laboratory"])), "lab") == []


def test_the_laboratory_is_its_owners_alone() -> None:
    """Classic 4.2 Laboratory: in one's own turn."""
    assert labels(table(player("thief", hand=("manor",)), player(city=["laboratory"])), "lab") == []


@pytest.mark.parametrize(("reading", "again"), [("turn", ["lab:temple"]), ("round", [])])
def test_the_laboratory_in_the_second_turn_of_a_round(reading: str, again: list[str]) -> None:
    """Classic 4.2, 6 row 15, `lab_smithy_limit` (CSV, S1:228): differs where a player has two turns."""
    both = player("thief", "king", hand=("manor", "temple"), city=["laboratory"])
    game = table(both, player("warlord"), seats=2, variant=switched(lab_smithy_limit=reading))
    play(game, "lab:manor", "gold", "end", "gold")
    assert (game.actor, labels(game, "lab")) == (0, again)


@pytest.mark.parametrize("reading", ["turn", "round"])
def test_the_laboratory_works_again_in_the_next_round(reading: str) -> None:
    """Classic 4.2, 6 row 15."""
    game = table(player("thief", hand=("manor", "temple"), city=["laboratory"]), variant=switched(lab_smithy_limit=reading))
    play(game, "lab:manor", "gold", "end")
    while game.decision == "pick" or game.actor != 0:
        game.play("end" if "end" in game.legal() else game.legal()[0])
    assert game.position()["round"] == 2
    assert labels(game, "lab") == ["lab:temple"]


# ---- Smithy


@pytest.mark.parametrize("price", [2, 3])
def test_the_smithy_sells_three_cards(price: int) -> None:
    """Classic 4.2 Smithy, 6 row 11, `smithy_price`: two gold (FFG) or three (French, S1)."""
    start = player("thief", gold=3, city=["smithy"])
    game = table(start, deck=["manor", "temple", "tavern", "market"], variant=switched(smithy_price=price))
    play(game, "smithy")
    assert (gold(game, 0), hand(game, 0), deck(game)) == (3 - price, ["manor", "tavern", "temple"], ["market"])


@pytest.mark.parametrize(("held", "offered"), [(1, []), (2, ["smithy"])])
def test_the_smithy_wants_its_gold_first(held: int, offered: list[str]) -> None:
    """Classic 4.2 Smithy."""
    assert labels(table(player("thief", gold=held, city=["smithy"])), "smithy") == offered


def test_the_smithy_may_draw_two_cards() -> None:
    """Classic 4.2 Smithy (BSW), `smithy_cards`."""
    game = table(player("thief", gold=3, city=["smithy"]), variant=switched(smithy_price=3, smithy_cards=2))
    assert len(hand(play(game, "smithy"), 0)) == 2


def test_the_smithy_works_once_a_turn() -> None:
    """Classic 4.2 Smithy."""
    game = play(table(player("thief", gold=9, city=["smithy"])), "smithy", "gold")
    assert labels(game, "smithy") == []


@pytest.mark.parametrize(("reading", "again"), [("turn", ["smithy"]), ("round", [])])
def test_the_smithy_in_the_second_turn_of_a_round(reading: str, again: list[str]) -> None:
    """Classic 6 row 15, `lab_smithy_limit` (S1:235)."""
    both = player("thief", "king", gold=9, city=["smithy"])
    game = table(both, player("warlord"), seats=2, variant=switched(lab_smithy_limit=reading))
    play(game, "smithy", "gold", "end", "gold")
    assert labels(game, "smithy") == again


def test_laboratory_and_smithy_are_two_effects() -> None:
    """Classic 4.2: each once."""
    game = play(table(player("thief", gold=9, hand=("manor",), city=["smithy", "laboratory"])), "smithy")
    assert labels(game, "lab")


def test_an_effect_works_in_the_turn_in_which_it_was_built() -> None:
    """Classic 2.2, purple effects."""
    game = play(table(player("thief", gold=9, hand=("smithy",))), "gold", "build:smithy", "smithy")
    assert len(hand(game, 0)) == 3


def test_an_effect_may_come_before_the_action() -> None:
    """Classic 2.2, purple effects: any time in the turn."""
    game = table(player("thief", gold=2, city=["smithy"]))
    assert {"smithy", "gold"} <= set(game.legal())


# ---- Observatory and Library


def test_the_observatory_draws_three_and_keeps_one() -> None:
    """Classic 4.2 Observatory (S0:381)."""
    game = table(player("thief", city=["observatory"]), deck=["palace", "temple", "market", "tavern"])
    assert play(game, "cards").legal() == ("keep:palace", "keep:temple", "keep:market")
    play(game, "keep:market")
    assert (hand(game, 0), deck(game)[0], sorted(deck(game)[1:])) == (["market"], "tavern", ["palace", "temple"])


def test_the_library_keeps_both() -> None:
    """Classic 4.2 Library (S1:256): no question is asked."""
    game = play(table(player("thief", city=["library"]), deck=["palace", "temple", "market"]), "cards")
    assert (game.decision, hand(game, 0), deck(game)) == ("turn", ["palace", "temple"], ["market"])


def test_library_and_observatory_draw_three_and_keep_two() -> None:
    """Classic 4.2 Library (S0:384): not three."""
    game = table(player("thief", city=["library", "observatory"]), deck=["palace", "temple", "market"])
    play(game, "cards", "keep:palace", "keep:market")
    assert (hand(game, 0), deck(game)) == (["market", "palace"], ["temple"])


def test_library_and_observatory_keep_all_three_by_the_other_reading() -> None:
    """Classic 4.2 Library, `library_with_observatory` (2016)."""
    variant = switched(library_with_observatory=3)
    game = play(table(player("thief", city=["library", "observatory"]), deck=["palace", "temple", "market"], variant=variant), "cards")
    assert (hand(game, 0), deck(game)) == (["market", "palace", "temple"], [])


def test_two_drawn_copies_of_one_card_are_one_choice() -> None:
    """Game API: what is no choice is not asked; identical cards share a label."""
    game = play(table(player("thief"), deck=["palace", "palace", "market"]), "cards")
    assert (game.decision, hand(game, 0), deck(game)) == ("turn", ["palace"], ["market", "palace"])


# ---- School of Magic


@pytest.mark.parametrize("character", ["king", "bishop", "merchant", "warlord"])
def test_the_school_of_magic_pays_one_gold_with_every_income(character: str) -> None:
    """Classic 4.2 School of Magic; style page: income counted double with it."""
    game = table(player(character, city=["school-of-magic", "manor", "temple", "tavern", "watchtower"]))
    assert gold(play(game, "income"), 0) == 2


def test_the_school_of_magic_alone_is_an_income() -> None:
    """Classic 4.2 School of Magic."""
    assert gold(play(table(player("king", city=["school-of-magic"])), "income"), 0) == 1


# ---- Great Wall


@pytest.mark.parametrize(("reading", "wall_price"), [(False, 5), (True, 6)])
def test_the_great_wall_makes_its_owners_districts_dearer_to_destroy(reading: bool, wall_price: int) -> None:
    """Classic 4.2 Great Wall, 6 row 12, `great_wall_self` (CSV, S1:284)."""
    game = table(player("warlord", gold=8), player(city=["market", "great-wall"]), variant=switched(great_wall_self=reading))
    play(game, "gold")
    assert gold(play(game.copy(), "destroy:1:market"), 0) == 8
    assert gold(play(game.copy(), "destroy:1:great-wall"), 0) == 10 - wall_price


@pytest.mark.parametrize(
    ("held", "targets"),
    [(1, []), (2, ["destroy:1:market"]), (4, ["destroy:1:market"]), (5, ["destroy:1:market", "destroy:1:great-wall"])],
)
def test_the_dearer_price_must_be_paid(held: int, targets: list[str]) -> None:
    """Classic 4.2 Great Wall: behind it a market costs two to destroy, the wall itself five."""
    game = table(player("warlord", gold=held), player(city=["great-wall", "market"]), variant=switched(warlord_timing="any"))
    assert labels(game, "destroy") == targets


@pytest.mark.parametrize(("reading", "price"), [(True, 2), (False, 1)])
def test_the_warlord_and_his_own_great_wall(reading: bool, price: int) -> None:
    """Classic 4.2 Great Wall, `own_wall_charges_warlord` (2016 A45): the owner's other districts, whoever owns them."""
    start = player("warlord", gold=5, city=["great-wall", "market"])
    game = table(start, variant=switched(own_wall_charges_warlord=reading, warlord_timing="any"))
    assert gold(play(game, "destroy:0:market"), 0) == 5 - price


def test_the_great_wall_protects_no_other_city() -> None:
    """Classic 4.2 Great Wall: the owner's districts."""
    game = table(player("warlord"), player(city=["great-wall"]), player(city=["market"]))
    assert gold(play(game, "gold", "destroy:2:market"), 0) == 1


def test_a_free_destruction_costs_one_behind_the_wall() -> None:
    """Classic 4.2 Great Wall: one more than nothing."""
    game = table(player("warlord"), player(city=["tavern", "great-wall"]))
    assert gold(play(game, "gold", "destroy:1:tavern"), 0) == 1


# ---- Quarry


@pytest.mark.parametrize(
    ("reading", "first", "second"),
    [
        ("two_per_name", ["tavern", "temple"], ["temple"]),
        ("one_duplicate", ["tavern", "temple"], []),
        ("unlimited", ["tavern", "temple"], ["tavern", "temple"]),
    ],
)
def test_how_many_duplicates_the_quarry_allows(reading: str, first: list[str], second: list[str]) -> None:
    """Classic 4.3 Quarry, 6 row 42, `quarry_limit` (S0:406, FA, S1:305)."""
    cards = ("tavern", "tavern", "temple")
    game = table(
        player("architect", gold=9, hand=cards, city=["quarry", "tavern", "temple"]),
        deck=[],
        strict=False,
        variant=switched(quarry_limit=reading),
    )
    play(game, "gold")
    assert sorted(label.split(":")[1] for label in labels(game, "build")) == first
    play(game, "build:tavern")
    assert sorted(label.split(":")[1] for label in labels(game, "build")) == second


def test_without_the_quarry_there_are_no_duplicates() -> None:
    """Classic 2.1 item 4; style page: the Quarry's test always true."""
    start = player("king", gold=9, hand=("tavern",), city=["tavern"])
    game = play(table(start, player(city=["quarry"]), strict=False), "gold")
    assert labels(game, "build") == []


def test_duplicates_stay_when_the_quarry_is_gone() -> None:
    """Classic 4.3 Quarry (S0:402-405)."""
    game = table(player("warlord", gold=9), player(city=["quarry", "tavern", "tavern"]), strict=False)
    play(game, "gold", "destroy:1:quarry")
    assert city(game, 1) == ["tavern", "tavern"]
