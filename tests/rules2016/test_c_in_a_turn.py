"""2016 4.2: districts used in a turn (Laboratory, Smithy, Museum, Armory), and A33."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from tests.rules.tables import city, deck, gold, hand, labels, play, player, score
from tests.rules2016.tables import SIX, final, table

SEVEN = [*SIX, "watchtower"]

# ---- Laboratory


def test_the_laboratory_turns_one_card_into_two_gold() -> None:
    """2016 4.2 Laboratory: the card goes under the deck; once a turn."""
    game = table(player("king", city=["laboratory"], hand=("manor", "manor", "secret-vault")), deck=["docks"])
    assert labels(game, "lab") == ["lab:manor", "lab:secret-vault"]
    play(game, "lab:manor")
    assert (gold(game, 0), hand(game, 0), deck(game), labels(game, "lab")) == (2, ["manor", "secret-vault"], ["docks", "manor"], [])


@pytest.mark.parametrize("coins", [1, 2])
def test_what_the_laboratory_pays(coins: int) -> None:
    """2016 4.2 Laboratory, 7 Laboratory, `laboratory_gold`: two, in classic one."""
    game = table(player("king", city=["laboratory"], hand=("manor",)), rules={"laboratory_gold": coins})
    assert gold(play(game, "lab:manor"), 0) == coins


def test_the_laboratory_may_discard_the_secret_vault() -> None:
    """2016 4.2 Laboratory, Secret Vault: it may be discarded."""
    game = play(table(player("king", city=["laboratory"], hand=("secret-vault",)), deck=["docks"]), "lab:secret-vault")
    assert (gold(game, 0), deck(game)) == (2, ["docks", "secret-vault"])


def test_without_a_card_there_is_nothing_to_discard() -> None:
    """2016 4.2 Laboratory."""
    assert labels(table(player("king", city=["laboratory"])), "lab") == []


# ---- Smithy


def test_the_smithy_sells_three_cards_for_two_gold() -> None:
    """2016 4.2 Smithy: all three are gained; once a turn."""
    game = play(table(player("king", gold=5, city=["smithy"]), deck=["docks", "harbor", "palace", "manor"]), "smithy")
    assert (gold(game, 0), hand(game, 0), deck(game)) == (3, ["docks", "harbor", "palace"], ["manor"])
    assert "smithy" not in game.legal()


@pytest.mark.parametrize(("purse", "legal"), [(0, False), (1, False), (2, True)])
def test_the_smithy_wants_two_gold(purse: int, legal: bool) -> None:
    """2016 4.2 Smithy."""
    assert ("smithy" in table(player("king", gold=purse, city=["smithy"])).legal()) is legal


@pytest.mark.parametrize(("price", "left"), [(2, 2), (3, 1)])
def test_what_the_smithy_takes(price: int, left: int) -> None:
    """2016 7 Smithy, `smithy_price`: two, in one classic deck three."""
    game = table(player("king", gold=4, city=["smithy"]), rules={"smithy_price": price})
    assert gold(play(game, "smithy"), 0) == left


def test_the_alchemist_gets_no_smithy_gold_back() -> None:
    """2016 4.2 Smithy, 3 Alchemist."""
    game = play(table(player("alchemist", gold=3, city=["smithy"], hand=("manor",))), "gold", "smithy", "build:manor", "end")
    assert gold(game, 0) == 3


# ---- Museum


def test_a_card_is_put_under_the_museum_once_a_turn() -> None:
    """2016 4.2 Museum: any card, the Secret Vault too; facedown."""
    game = table(player("king", city=["museum"], hand=("manor", "secret-vault")))
    assert labels(game, "museum") == ["museum:manor", "museum:secret-vault"]
    play(game, "museum:secret-vault")
    assert (hand(game, 0), labels(game, "museum")) == (["manor"], [])
    tucked = [game.position(), game.view(1)]
    assert [seen["players"][0]["city"][0]["tucked"] for seen in tucked] == [["secret-vault"], [None]]


def test_a_secret_vault_under_the_museum_is_one_point_and_not_three() -> None:
    """2016 4.2 Museum, Secret Vault: it is no longer in the hand."""
    game = final(player(city=[{"district": "museum", "tucked": ["secret-vault"]}]), completed=[3])
    assert score(game, 0) == {"total": 5, "districts": 4, "types": 0, "completion": 0, "bonus": 1}


def test_the_cards_move_with_an_exchanged_museum() -> None:
    """2016 4.2 Museum (002:1708-1712): and the museum goes on in its new city."""
    museum = {"district": "museum", "tucked": ["palace", "castle"]}
    game = table(player("diplomat", gold=9, city=["tavern"], hand=("manor",)), player(city=[museum]))
    play(game, "exchange:tavern:1:museum", "museum:manor")
    assert (city(game, 0), city(game, 1)) == (["museum"], ["tavern"])
    assert sorted(game.position()["players"][0]["city"][0]["tucked"]) == ["castle", "manor", "palace"]


def test_the_cards_of_a_museum_given_away_are_points_for_its_new_owner() -> None:
    """2016 4.2 Museum (002:1708-1710): the other way round."""
    museum = {"district": "museum", "tucked": ["palace", "castle"]}
    game = table(player("diplomat", gold=9, city=[museum]), player(city=["tavern"]), player(city=SEVEN))
    play(game, "gold", "exchange:museum:1:tavern", "end")
    assert [score(game, seat)["bonus"] for seat in (0, 1)] == [0, 2]


@pytest.mark.parametrize("how", ["warlord", "armory", "necropolis"])
def test_the_cards_of_a_destroyed_museum_go_under_the_deck(how: str) -> None:
    """2016 4.2 Museum (002:1710-1712): whoever destroys it."""
    museum = {"district": "museum", "tucked": ["palace", "castle"]}
    if how == "warlord":
        game = play(table(player("warlord", gold=9), player(city=[museum]), deck=["docks"]), "destroy:1:museum")
    elif how == "armory":
        game = play(table(player("king", city=["armory"]), player(city=[museum]), deck=["docks"]), "armory:1:museum")
    else:
        game = table(player("king", city=[museum], hand=("necropolis",)), deck=["docks"])
        play(game, "gold", "build:necropolis:sacrifice:museum")
    assert deck(game)[0] == "docks"
    assert sorted(set(deck(game)[1:]) - {"armory"}) == ["castle", "museum", "palace"]


def test_the_order_of_a_museums_cards_under_the_deck_is_random() -> None:
    """2016 A31, `bottom_order = "random"`: it reveals nothing about the order in which they were tucked."""
    orders = set()
    for seed in range(12):
        museum = {"district": "museum", "tucked": ["palace", "castle"]}
        game = table(player("warlord", gold=9), player(city=[museum]), deck=["docks"], seed=seed)
        play(game, "destroy:1:museum")
        orders.add(tuple(card for card in deck(game) if card in ("palace", "castle")))
    assert len(orders) == 2


# ---- when and how often


@pytest.mark.parametrize(("district", "label"), [("laboratory", "lab:manor"), ("smithy", "smithy"), ("museum", "museum:manor")])
def test_once_a_turn_is_twice_a_round_with_two_turns(district: str, label: str) -> None:
    """2016 4.2 general, 2.1 step 5 (002:1669-1670): own turns only; before gathering or after it."""
    seat = player("assassin", "magician", gold=4, city=[district], hand=("manor", "manor"))
    game = table(seat, player("thief", "king"), seats=2)
    play(game, label)
    assert label not in game.legal()
    play(game, "gold", "end")
    assert (game.actor, label in game.legal()) == (1, False)
    play(game, "gold", "end", "gold", label)
    assert (game.actor, label in game.legal()) == (0, False)


@pytest.mark.parametrize(("reading", "again"), [("turn", True), ("round", False)])
def test_laboratory_and_smithy_in_a_second_turn(reading: str, again: bool) -> None:
    """2016 2.1 step 5, `lab_smithy_limit`: per turn, or per round."""
    seat = player("assassin", "thief", gold=9, city=["laboratory", "smithy"], hand=("manor", "manor"))
    game = table(seat, player("king", "bishop"), seats=2, rules={"lab_smithy_limit": reading})
    play(game, "lab:manor", "smithy", "gold", "end")
    assert ("smithy" in game.legal(), "lab:manor" in game.legal()) == (again, again)


@pytest.mark.parametrize(("reading", "early"), [(True, True), (False, False)])
def test_district_effects_before_gathering(reading: bool, early: bool) -> None:
    """2016 A1, `abilities_before_gather`: for districts as for characters."""
    rules = {"abilities_before_gather": reading}
    seat = player("king", gold=4, city=["laboratory", "smithy", "museum", "armory"], hand=("manor",))
    game = table(seat, player(city=["temple"]), rules=rules)
    effects = {"lab:manor", "smithy", "museum:manor", "armory:1:temple"}
    assert effects & set(game.legal()) == (effects if early else set())
    assert effects <= set(play(game, "gold").legal())


def test_all_of_them_are_optional() -> None:
    """2016 0.3, 2.1 (002:1667-1668)."""
    seat = player("king", gold=4, city=["laboratory", "smithy", "museum", "armory"], hand=("manor",))
    game = play(table(seat, player("bishop", city=["temple"])), "gold", "end")
    assert (game.actor, gold(game, 0), hand(game, 0), len(city(game, 0))) == (1, 6, ["manor"], 4)


BUILT = [
    ("laboratory", "lab:tavern", {"gold": 2, "hand": []}),
    ("smithy", "smithy", {"gold": -2, "hand": ["docks", "harbor", "tavern", "town-hall"]}),
    ("museum", "museum:tavern", {"gold": 0, "hand": []}),
    ("armory", "armory:1:temple", {"gold": 0, "hand": ["tavern"]}),
    ("school-of-magic", "income", {"gold": 1, "hand": ["tavern"]}),
]


@pytest.mark.parametrize(("district", "label", "change"), BUILT)
def test_a_district_may_be_used_in_the_turn_it_was_built(district: str, label: str, change: dict[str, object]) -> None:
    """2016 A33, 4.2 general."""
    game = table(player("king", gold=9, hand=(district, "tavern")), player(city=["temple"]))
    assert label not in play(game, "gold").legal()
    play(game, f"build:{district}")
    before = gold(game, 0)
    play(game, label)
    assert {"gold": gold(game, 0) - before, "hand": hand(game, 0)} == change


def test_what_lasts_works_in_the_turn_it_was_built() -> None:
    """2016 A33: Quarry, Factory, Poor House and Park, with an Architect's builds."""
    game = table(player("architect", gold=30, hand=("quarry", "manor"), city=["manor"]))
    assert labels(play(game, "gold"), "build") == ["build:quarry"]
    assert labels(play(game, "build:quarry"), "build") == ["build:manor"]
    game = play(table(player("architect", gold=8, hand=("factory", "keep"))), "gold", "build:factory", "build:keep")
    assert gold(game, 0) == 3
    game = play(table(player("architect", gold=8, hand=("park", "poor-house"))), "gold", "build:park", "build:poor-house", "end")
    assert (gold(game, 0), len(hand(game, 0))) == (1, 2)


def test_the_museum_and_its_cards_are_looked_at_by_nobody_else() -> None:
    """2016 1.8, 4.2 Museum: how many there are is public, which ones is not."""
    game: cs.Game = table(player("king", city=[{"district": "museum", "tucked": ["palace", "castle"]}]), player(city=SEVEN))
    assert game.view(1)["players"][0]["city"][0]["tucked"] == [None, None]
