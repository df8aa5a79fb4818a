"""What builder makes of the unique districts of 2016: building them, paying for them, using them, and valuing what they bring."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.bots.positions import BUILDER, DECK, choice, choices, kinds, let_builder, table
from tests.rules.dark_tables import dark
from tests.rules.tables import EIGHT, city, hand, labels, play, player

FOUR = ["manor", "castle", "tavern", "prison"]
UNDER_FOUR: Any = {"district": "museum", "tucked": ["tavern", "temple", "market", "manor"]}


def test_the_framework_goes_for_the_dearest_useful_card() -> None:
    game = table(player("bishop", gold=0, hand=("dragon-gate", "manor"), city=["framework", *FOUR]))
    assert choice(play(game, "gold")) == "build:dragon-gate:framework"


def test_the_framework_stays_for_a_card_that_is_hardly_dearer() -> None:
    game = table(player("bishop", gold=0, hand=("manor",), city=["framework", "castle", "prison", "tavern"]))
    play(game, "gold")
    assert "build:manor:framework" in game.legal()
    assert choice(game) == "end"


def test_what_can_be_paid_is_paid_and_the_framework_kept() -> None:
    game = table(player("bishop", gold=6, hand=("dragon-gate",), city=["framework", *FOUR]))
    assert choice(play(game, "gold")) == "build:dragon-gate"


def test_the_necropolis_costs_the_cheapest_district() -> None:
    game = table(player("bishop", gold=0, hand=("necropolis",), city=["palace", "tavern", "castle"]))
    assert choice(play(game, "gold")) == "build:necropolis:sacrifice:tavern"


def test_the_necropolis_costs_no_district_that_is_worth_as_many_points() -> None:
    game = table(player("bishop", gold=0, hand=("necropolis",), city=["palace", "dragon-gate", UNDER_FOUR]))
    play(game, "gold")
    assert len(labels(game, "build")) == 3
    assert choice(game) == "end"


def test_the_thieves_den_is_paid_with_useless_cards_and_gold_for_the_rest() -> None:
    game = table(player("bishop", gold=4, hand=("thieves-den", "tavern", "prison"), city=["tavern", "prison"]))
    assert choice(play(game, "gold")) == "build:thieves-den:cards:2"


def test_the_thieves_den_is_not_paid_with_what_is_better_built() -> None:
    game = table(player("bishop", gold=8, hand=("thieves-den", "palace", "castle"), city=["tavern"]))
    assert choice(play(game, "gold")) == "build:thieves-den"


def test_the_cards_paid_for_a_thieves_den_are_the_poorest_and_never_the_secret_vault() -> None:
    game = table(player("bishop", gold=2, hand=("thieves-den", "tavern", "temple", "palace", "secret-vault"), city=["tavern"]))
    let_builder(play(game, "gold"))
    assert "thieves-den" in city(game, 0)
    assert hand(game, 0) == ["palace", "secret-vault"]


def test_stables_are_built_beside_the_one_district_of_a_turn() -> None:
    game = table(player("bishop", gold=5, hand=("palace", "stables")))
    assert let_builder(play(game, "gold"))[:2] == ["build:palace", "build:stables"]


@pytest.mark.parametrize(
    ("mine", "theirs", "answer"),
    [(6, 6, "announce"), (6, 7, "announce"), (7, 7, "pass"), (7, 6, "pass"), (5, 6, "announce"), (5, 7, "pass")],
)
def test_the_bell_tower_is_announced_where_nobody_else_gains_more(mine: int, theirs: int, answer: str) -> None:
    """With the tower as his eighth district his bonus is safe, and announcing would only give it to those with seven."""
    game = dark(player("king", gold=5, hand=("bell-tower",), city=EIGHT[:mine]), player(city=EIGHT[:theirs]))
    assert choice(play(game, "gold", "build:bell-tower")) == answer


def test_without_gold_left_there_are_no_stables() -> None:
    game = table(player("bishop", gold=3, hand=("palace", "stables")))
    assert let_builder(play(game, "gold"))[:2] == ["build:palace", "end"]


def drawn(name: str, rival: str, city: list[Any], **seat: Any) -> cs.Game:
    """The Bishop has drawn two cards and may keep one."""
    game = table(player("bishop", city=city, **seat), deck=[name, rival, *DECK])
    return play(game, "cards")


@pytest.mark.parametrize(
    ("name", "rival", "wanted", "unwanted"),
    [
        ("monument", "palace", FOUR[:2], [*FOUR, "harbor"]),
        ("basilica", "dragon-gate", ["manor", "keep", "tavern", "watchtower"], ["castle", "harbor", "market", "prison", "museum"]),
        ("capitol", "dragon-gate", ["tavern", "market", "docks"], ["tavern", "castle", "manor", "prison", "keep", "watchtower"]),
        ("ivory-tower", "dragon-gate", FOUR, [*FOUR, "keep", "smithy"]),
        ("wishing-well", "dragon-gate", ["keep", "great-wall", "smithy", "statue"], [*FOUR, "harbor", "palace"]),
        ("museum", "dragon-gate", ["keep"], [*FOUR, "keep", "harbor"]),
        ("gold-mine", "great-wall", ["keep"], [*FOUR, "keep", "harbor"]),
    ],
)
def test_what_a_unique_district_adds_at_the_end_decides_whether_its_card_is_kept(
    name: str, rival: str, wanted: list[Any], unwanted: list[Any]
) -> None:
    gold = {"gold": 2}
    assert choices(drawn(name, rival, wanted, **gold), 200)[f"keep:{name}"] > 150
    assert choices(drawn(name, rival, unwanted, **gold), 200)[f"keep:{name}"] < 130


def test_the_statue_is_kept_by_who_wears_the_crown_near_the_end() -> None:
    game = table(player("bishop", city=[*FOUR, "keep", "harbor"]), deck=["statue", "palace", *DECK], crown=0)
    assert choice(play(game, "cards")) == "keep:statue"


def test_the_statue_is_left_by_who_has_no_crown() -> None:
    game = table(player("bishop", city=[*FOUR, "keep", "harbor"]), deck=["statue", "palace", *DECK], crown=1)
    assert choice(play(game, "cards")) == "keep:palace"


@pytest.mark.parametrize(("gold", "kept"), [(9, "imperial-treasury"), (0, "dragon-gate")])
def test_the_imperial_treasury_is_for_who_has_gold(gold: int, kept: str) -> None:
    assert choice(drawn("imperial-treasury", "dragon-gate", ["keep"], gold=gold)) == f"keep:{kept}"


@pytest.mark.parametrize(("cards", "kept"), [(("docks", "harbor", "castle", "manor", "temple", "church"), "map-room"), ((), "dragon-gate")])
def test_the_map_room_is_for_who_holds_many_cards(cards: tuple[str, ...], kept: str) -> None:
    assert choice(drawn("map-room", "dragon-gate", ["keep"], hand=cards)) == f"keep:{kept}"


def test_the_secret_vault_is_kept_rather_than_something_cheap() -> None:
    assert choice(drawn("secret-vault", "market", ["keep", "tavern"])) == "keep:secret-vault"


def test_the_secret_vault_is_left_for_something_dear() -> None:
    assert choice(drawn("secret-vault", "dragon-gate", ["tavern"])) == "keep:dragon-gate"


def test_a_hand_with_nothing_but_the_secret_vault_wants_cards() -> None:
    assert choice(table(player("bishop", gold=4, hand=("secret-vault",)))) == "cards"


def test_nobody_gathers_cards_from_a_deck_that_has_none() -> None:
    assert choice(table(player("bishop", gold=4, hand=("secret-vault",)), deck=[])) == "gold"


def test_the_secret_vault_is_never_put_under_the_museum_or_into_the_laboratory() -> None:
    game = table(player("bishop", hand=("secret-vault",), city=["museum", "laboratory"]))
    play(game, "gold")
    assert {"museum:secret-vault", "lab:secret-vault"} <= set(game.legal())
    assert choice(game) == "end"


def test_the_museum_takes_useless_cards() -> None:
    game = table(player("bishop", hand=("tavern",), city=["museum", "tavern"]))
    assert choice(play(game, "gold")) == "museum:tavern"


def test_the_museum_is_left_alone_where_a_card_will_be_built() -> None:
    game = table(player("bishop", hand=("palace",), city=["museum", "tavern"]))
    assert choice(play(game, "gold")) == "end"


def test_the_laboratory_pays_for_a_dearer_district_with_a_poor_card() -> None:
    game = table(player("bishop", gold=2, hand=("dragon-gate", "tavern"), city=["laboratory", "market"]))
    assert let_builder(play(game, "gold"))[:2] == ["lab:tavern", "build:dragon-gate"]


def test_the_laboratory_takes_no_good_last_card() -> None:
    game = table(player("bishop", gold=0, hand=("palace",), city=["laboratory"]))
    assert choice(play(game, "gold")) == "end"


def test_the_smithy_works_for_an_empty_hand() -> None:
    assert choice(play(table(player("bishop", gold=2, city=["smithy"])), "gold")) == "smithy"


def test_the_smithy_rests_where_there_is_enough_to_build() -> None:
    game = table(player("bishop", gold=1, hand=("palace", "castle"), city=["smithy"]))
    assert choice(play(game, "gold")) == "end"


def test_the_armory_is_for_who_is_about_to_complete_a_city() -> None:
    leader = player(city=["palace", "castle", "cathedral", "fortress", "town-hall", "harbor"])
    game = table(player("bishop", city=["armory"]), leader)
    assert kinds(choices(play(game, "gold"))) == {"armory"}


def test_the_armory_rests_while_nobody_is_near_the_end() -> None:
    game = table(player("bishop", city=["armory"]), player(city=["palace", "castle"]))
    assert choice(play(game, "gold")) == "end"


def test_the_quarry_makes_second_copies_worth_building() -> None:
    game = table(player("bishop", gold=4, hand=("castle",), city=["castle", "quarry"]))
    assert choice(game) in {"gold", "cards"}
    assert choice(play(game, "gold")) == "build:castle"


def test_the_factory_counts_when_gold_is_gathered() -> None:
    """Three gold and two to gather pay for a six with the Factory: no cards are wanted first."""
    game = table(player("bishop", gold=3, hand=("dragon-gate", "manor"), city=["factory"]))
    assert let_builder(game)[:2] == ["gold", "build:dragon-gate"]


def with_theater(own: str, *others: str, city: list[str]) -> cs.Game:
    """Five players have picked; the owner of the Theater, who has this city, decides."""
    cast = ("assassin", "thief", "seer", "king", "bishop", "merchant", "architect", "warlord", "artist")
    seats = [player(own, gold=6, city=["theater", *city], hand=("palace", "castle"))]
    seats += [player(name, city=["market"]) for name in others]
    position = {"players": [{**seat, "characters": []} for seat in seats], "cast": list(cast), "strict": False, "face_down": ["thief"]}
    face_up = [name for name in cast if name not in {own, *others, "thief", "king"}][:2]
    game = cs.Game.from_position(cs.load_variant("citadels-2016-random"), {**position, "face_up": face_up})
    for name in (own, *others):
        game.play(f"pick:{name}")
    return game


def test_the_theater_gives_a_poor_character_away() -> None:
    game = with_theater("bishop", "architect", "merchant", "king", "warlord", city=[])
    assert game.decision == "theater"
    assert kinds(choices(game)) == {"theater"}


def test_the_theater_keeps_a_good_character() -> None:
    game = with_theater("king", "bishop", "merchant", "architect", "warlord", city=["manor", "castle", "palace"])
    assert game.decision == "theater"
    assert choice(game) == "pass"


def test_with_two_characters_the_poorer_one_is_exchanged() -> None:
    seats = [player(gold=8, hand=("palace", "castle"), city=["theater", "manor", "castle"]), player(gold=8, city=["market"])]
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
    game = cs.Game.from_position(
        cs.load_variant("citadels-2016"), {"players": seats, "cast": cast, "face_down": ["thief"], "strict": False}
    )
    play(game, "pick:bishop", "pick:architect", "discard:assassin", "pick:king", "discard:magician", "pick:merchant")
    assert game.decision == "theater"
    assert not {label for label in choices(game) if label.startswith("theater:king")}


def test_builder_answers_with_its_default_parameters() -> None:
    assert BUILDER.name == "builder"
