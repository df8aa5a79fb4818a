"""The numbers of characters: what their printed values are, and what another value changes."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS, character
from citadels_sim.variants import Variant
from tests.rules.tables import city, crown, gold, hand, idle_round, idle_until, labels, play, player, score, table

TRADE = ["tavern", "market", "docks"]
NAMES = [who.id for who in CHARACTERS if who.id not in ("witch", "queen")]


def of(id: str, edition: str = "classic", **numbers: Any) -> Variant:
    """A table of four with this character, and numbers of it; a word with two underscores is a key inside a table."""
    base = {"classic": "classic-2000", "2016": "citadels-2016"}[edition]
    at = {rank: ids[0] for rank, ids in cs.load_variant(base).at(5).cast.items()} | {character(id).ranks[edition]: id}
    overrides = {f"characters.{id}.{key.replace('__', '.')}": value for key, value in numbers.items()}
    return cs.load_variant(base, {"players": [4, 5], "cast": list(at.values()), "deck.unique.graveyard": 0, **overrides})


def turn(id: str, *others: dict[str, Any], edition: str = "classic", numbers: dict[str, Any], **seat: Any) -> cs.Game:
    """The turn of a character about to begin."""
    variant = of(id, edition, **numbers)
    rank = next(rank for rank, ids in variant.at(4).cast.items() if ids == (id,))
    return table(player(id, **seat), *others, variant=variant, strict=False, next_rank=rank)


@pytest.mark.parametrize("id", NAMES)
@pytest.mark.parametrize(("numbers", "gained", "drawn"), [({}, 3, 0), ({"income_each": 3}, 9, 0), ({"income_in": "cards"}, 0, 3)])
def test_any_character_may_have_an_income(id: str, numbers: dict[str, Any], gained: int, drawn: int) -> None:
    """Classic 3.1 Merchant: 1 gold for each trade district; 2016 3 Cardinal: 1 card."""
    game = turn(id, numbers={"income": "trade", "income_in": "gold", "bonus": {"gold": 0, "cards": 0}} | numbers, city=TRADE)
    if game.legal()[0].startswith("crown"):
        play(game, game.legal()[0])
    play(game, "gold")
    before = gold(game, 0), len(hand(game, 0))
    play(game, "income")
    assert (gold(game, 0) - before[0], len(hand(game, 0)) - before[1]) == (gained, drawn)
    assert "income" not in game.legal()


@pytest.mark.parametrize("numbers", [{"income": "none"}, {"income_each": 0}])
def test_a_character_may_have_no_income(numbers: dict[str, Any]) -> None:
    game = turn("merchant", numbers=numbers, city=TRADE)
    assert "income" not in play(game, "gold").legal()


def test_the_school_of_magic_counts_for_any_income() -> None:
    """Classic 4.2 School of Magic (S1:263)."""
    game = turn("thief", numbers={"income": "military", "income_each": 2}, city=["school-of-magic", "prison"])
    assert gold(play(game, "gold", "income"), 0) == 6


@pytest.mark.parametrize(
    ("reading", "offered"), [("gold", ["income"]), ("cards", ["income"]), ("mix", ["income:0", "income:1", "income:2"])]
)
def test_the_abbot_is_paid_in_gold_or_cards_or_a_mix(reading: str, offered: list[str]) -> None:
    """Classic 3.2 Abbot, 2016 D2."""
    assert labels(turn("abbot", numbers={"income_in": reading}, city=["temple", "church"]), "income") == offered


@pytest.mark.parametrize("id", NAMES)
@pytest.mark.parametrize("when", ["start_of_turn", "after_action"])
def test_any_character_may_have_a_bonus_that_comes_by_itself(id: str, when: str) -> None:
    """Classic 3.1 Merchant (S0:505): 1 gold after the action; Architect (S0:482): 2 cards."""
    game = turn(id, numbers={"bonus": {"gold": 3, "cards": 2, "when": when}})
    assert (gold(game, 0), len(hand(game, 0))) == ((3, 2) if when == "start_of_turn" else (0, 0))
    if game.legal()[0].startswith("crown"):
        play(game, game.legal()[0])
    play(game, "gold")
    assert (gold(game, 0), len(hand(game, 0))) == (5, 2)


@pytest.mark.parametrize("id", NAMES)
def test_a_bonus_at_any_time_is_asked_for(id: str) -> None:
    """2016 3 Merchant, Architect."""
    if id in ("navigator", "scholar"):
        return
    game = turn(id, edition="2016", numbers={"bonus": {"gold": 3, "cards": 2}})
    assert "bonus" in play(game, "gold").legal()
    before = gold(game, 0), len(hand(game, 0))
    play(game, "bonus")
    assert (gold(game, 0) - before[0], len(hand(game, 0)) - before[1]) == (3, 2)
    assert "bonus" not in game.legal()


@pytest.mark.parametrize(("id", "label", "gained"), [("navigator", "bonus:gold", 7), ("scholar", "bonus", 3)])
def test_who_is_asked_for_something_else_has_a_bonus_of_any_time_with_it(id: str, label: str, gained: int) -> None:
    game = turn(id, edition="2016", numbers={"bonus": {"gold": 3}})
    play(game, "gold")
    assert label in game.legal()
    assert gold(play(game, label), 0) == 2 + gained


@pytest.mark.parametrize(
    ("id", "builds", "built"), [("king", 3, 3), ("architect", 1, 1), ("navigator", 2, 2), ("navigator", 0, 0), ("bishop", 0, 0)]
)
def test_a_character_builds_so_many(id: str, builds: int, built: int) -> None:
    """Classic 3.1 Architect (S0:468): 3; 3.2 Navigator (S0:594): none."""
    game = turn(id, numbers={"builds": builds, "bonus": {"cards": 0}}, gold=20, hand=("temple", "tavern", "watchtower", "manor"))
    play(game, "gold")
    for _ in range(built):
        play(game, labels(game, "build")[0])
    assert labels(game, "build") == []


@pytest.mark.parametrize(
    ("discount", "city", "gold_left"),
    [
        ({"type": "trade", "gold": 2}, [], 8),
        ({"type": "trade", "gold": 9}, [], 9),
        ({"type": "noble", "gold": 2}, [], 6),
        ({"type": "trade", "gold": 0}, [], 6),
        ({"type": "trade", "gold": 2}, ["factory"], 8),
    ],
)
def test_a_character_may_pay_less_for_a_type(discount: dict[str, Any], city: list[str], gold_left: int) -> None:
    game = turn("king", numbers={"discount": discount}, gold=7, hand=("docks",), city=city)
    assert gold(play(game, "gold", "build:docks"), 0) == gold_left


@pytest.mark.parametrize(("held", "offered"), [(0, True), (1, True)])
def test_a_discount_makes_districts_affordable(held: int, offered: bool) -> None:
    """With 2 gold of the action the Library (6) is paid with discounts of 3 and, by the Factory, of 1 (classic 4.3)."""
    numbers = {"discount": {"type": "unique", "gold": 3}}
    game = turn("king", numbers=numbers, gold=held, hand=("library",), city=["factory"])
    assert ("build:library" in play(game, "gold").legal()) == offered
    other = play(turn("king", numbers=numbers, gold=held, hand=("library",)), "gold")
    assert ("build:library" in other.legal()) == (held + 2 >= 3)


def test_a_discount_holds_in_its_owners_own_turn_alone() -> None:
    game = table(
        player("king"), player("bishop", gold=3, hand=("docks",)), variant=of("king", discount={"type": "trade", "gold": 2}), strict=False
    )
    play(game, "gold", "end")
    assert gold(play(idle_until(game, 1), "gold", "build:docks"), 1) == 2


@pytest.mark.parametrize(("id", "protected"), [("king", True), ("bishop", True), ("bishop", False), ("king", False)])
def test_rank_8_can_do_nothing_to_a_protected_city(id: str, protected: bool) -> None:
    """Classic 3.1 Bishop (S0:500)."""
    variant = of(id, protected=protected)
    game = table(player(id, city=["tavern"]), player("warlord", gold=9), variant=variant)
    play(idle_until(play(game, "gold", "end"), 1), "gold")
    assert ("destroy:0:tavern" in game.legal()) != protected
    murdered = table(player("assassin"), player(id, city=["tavern"]), player("warlord", gold=9), variant=variant)
    play(idle_until(play(murdered, "gold", f"murder:{id}", "end"), 2), "gold")
    assert "destroy:1:tavern" in murdered.legal()


@pytest.mark.parametrize(("id", "takes"), [("king", True), ("king", False), ("merchant", True), ("merchant", False)])
def test_who_takes_the_crown(id: str, takes: bool) -> None:
    """Classic 1.9 (S0:471): the King; murdered, he is the heir at the end of the round (S0:476)."""
    variant = of(id, takes_crown=takes)
    assert crown(table(player(), player(id), variant=variant, crown=0)) == int(takes)
    murdered = table(player("assassin"), player(id), player("warlord"), variant=variant, crown=0)
    idle_until(play(murdered, "gold", f"murder:{id}", "end"), 2)
    assert crown(murdered) == 0
    assert crown(idle_round(murdered)) == int(takes)


@pytest.mark.parametrize(("share", "taken"), [(1.0, 7), (0.5, 3), (0.0, 0), (0.3, 2), (0.29, 2), (1, 7)])
def test_the_thief_takes_a_share_rounded_down(share: float, taken: int) -> None:
    """Classic 3.1 Thief (S0:448): all gold."""
    game = table(player("thief"), player("king", gold=7), variant=of("thief", share=share))
    idle_until(play(game, "gold", "rob:king", "end"), 1)
    assert (gold(game, 0), gold(game, 1)) == (2 + taken, 7 - taken)


@pytest.mark.parametrize(("numbers", "taken", "drawn"), [({}, 2, 2), ({"gold": 3}, 5, 2), ({"cards": 3, "gold": 0}, 0, 6)])
def test_the_spy_takes_so_much_for_each_card(numbers: dict[str, int], taken: int, drawn: int) -> None:
    """2016 3 Spy: 1 gold, as long as there is any, and 1 card."""
    game = turn("spy", player(gold=5, hand=("tavern", "market")), edition="2016", numbers=numbers)
    play(game, "spy:1:trade")
    assert (gold(game, 0), len(hand(game, 0))) == (taken, drawn)


@pytest.mark.parametrize(("share", "paid"), [(0.5, 4), (0.25, 2), (1.0, 9), (0.0, 0)])
def test_the_bribe_is_a_share_rounded_down(share: float, paid: int) -> None:
    """2016 3 Blackmailer: half of the gold."""
    game = table(player("blackmailer"), player("king", gold=7), variant=of("blackmailer", "2016", share=share))
    play(idle_until(play(game, "gold", "threats:king:bishop", "end"), 1), "gold", "bribe")
    assert gold(game, 0) == 2 + paid


@pytest.mark.parametrize(("most", "offered"), [("none", 3), (2, 2), (1, 1)])
def test_the_magician_exchanges_at_most_so_many(most: Any, offered: int) -> None:
    """Classic 3.1 Magician (S0:462): any number."""
    game = turn("magician", numbers={"most": most}, hand=("manor", "temple", "tavern"))
    play(game, "gold", "redraw")
    aside = 0
    while labels(game, "discard"):
        play(game, labels(game, "discard")[0])
        aside += 1
    assert aside == min(offered, 3)
    assert "end" in game.legal() or "done" in game.legal()


def test_a_magician_who_may_exchange_none_is_not_asked() -> None:
    game = turn("magician", numbers={"most": 0}, hand=("manor",))
    assert "redraw" not in play(game, "gold").legal()
    assert labels(game, "swap")


@pytest.mark.parametrize(("edition", "label"), [("classic", "crown:1"), ("2016", "crown:1:gold")])
@pytest.mark.parametrize(("gift", "owned", "paid"), [(1, 5, 1), (3, 5, 3), (10, 5, 5)])
def test_the_emperor_gets_so_much_for_the_crown(edition: str, label: str, gift: int, owned: int, paid: int) -> None:
    """Classic 3.2 Emperor (S0:543): 1 gold."""
    game = turn("emperor", player(gold=owned, hand=("manor",)), edition=edition, numbers={"gift": gift}, gold=0)
    if label not in game.legal():
        play(game, "gold")
    play(game, label)
    if game.actor == 1:
        play(game, "gift:gold")
    assert gold(game, 1) == owned - paid


@pytest.mark.parametrize(("tithe", "paid"), [(1, 1), (3, 3), (10, 6)])
def test_the_abbot_takes_so_much_from_the_richest(tithe: int, paid: int) -> None:
    """Classic 3.2 Abbot (S0:566): 1 gold."""
    game = turn("abbot", player(gold=6), numbers={"tithe": tithe})
    assert gold(play(game, "gold", "tithe:1"), 1) == 6 - paid


def test_an_abbot_without_a_tithe_is_not_asked() -> None:
    assert labels(play(turn("abbot", player(gold=6), numbers={"tithe": 0}), "gold"), "tithe") == []


@pytest.mark.parametrize(("share", "back"), [(1.0, 3), (0.5, 1), (0.0, 0)])
def test_the_alchemist_gets_back_a_share(share: float, back: int) -> None:
    """Classic 3.2 Alchemist (S0:572): all of it."""
    game = turn("alchemist", numbers={"share": share}, gold=5, hand=("manor",))
    assert gold(play(game, "gold", "build:manor", "end"), 0) == 4 + back


@pytest.mark.parametrize(
    ("numbers", "label", "have"), [({}, "bonus:gold", 6), ({"gold": 7}, "bonus:gold", 9), ({"cards": 6}, "bonus:cards", 6)]
)
def test_the_navigator_takes_so_many(numbers: dict[str, int], label: str, have: int) -> None:
    """Classic 3.2 Navigator (S0:590): 4 gold or 4 cards."""
    game = play(turn("navigator", numbers=numbers), "gold", label)
    assert (len(hand(game, 0)) if label.endswith("cards") else gold(game, 0)) == have


@pytest.mark.parametrize(
    ("numbers", "drawn", "kept"),
    [({}, 7, 1), ({"cards": 3}, 3, 1), ({"keep": 3}, 7, 3), ({"cards": 2, "keep": 5}, 2, 2), ({"keep": 0}, 7, 0)],
)
def test_the_scholar_draws_and_keeps_so_many(numbers: dict[str, int], drawn: int, kept: int) -> None:
    """2016 3 Scholar: 7 drawn, 1 kept."""
    game = play(turn("scholar", edition="2016", numbers=numbers), "gold", "bonus")
    if 0 < kept < drawn:
        assert sum(game.state.seat[0].aside) == drawn
    while labels(game, "keep"):
        play(game, labels(game, "keep")[0])
    assert len(hand(game, 0)) == kept


def test_a_scholar_who_draws_none_is_not_asked() -> None:
    assert "bonus" not in play(turn("scholar", edition="2016", numbers={"cards": 0}), "gold").legal()


@pytest.mark.parametrize(("off", "price"), [(1, 3), (0, 4), (3, 1), (10, 0)])
@pytest.mark.parametrize("behind", [False, True])
def test_the_warlord_pays_so_much_less(off: int, price: int, behind: bool) -> None:
    """Classic 3.1 Warlord (S0:486): one gold less; the Great Wall adds one (4.2)."""
    wall = ["great-wall"] if behind else []
    for held in (price + behind - 1, price + behind):
        game = turn("warlord", player(city=["castle", *wall]), numbers={"price_off": off}, gold=held - 2 if held >= 2 else 0)
        play(game, "gold")
        purse = gold(game, 0)
        assert ("destroy:1:castle" in game.legal()) == (purse >= price + behind)
        if purse >= price + behind:
            assert gold(play(game, "destroy:1:castle"), 0) == purse - price - behind


def test_a_warlord_without_gold_pays_for_nothing_behind_a_wall() -> None:
    """What he has is less than the wall's charge alone where no gold is off the price."""
    game = turn("warlord", player(city=["castle", "great-wall"]), numbers={"price_off": 0}, hand=["tavern"])
    play(game, "cards")
    play(game, labels(game, "keep")[0])
    assert (gold(game, 0), game.legal()) == (0, ("end",))


@pytest.mark.parametrize(("limit", "offered"), [(3, ["manor"]), (5, ["manor", "castle"]), (0, [])])
def test_the_marshal_seizes_up_to_so_much(limit: int, offered: list[str]) -> None:
    """2016 3 Marshal: cost 3 at most."""
    game = turn("marshal", player(city=["manor", "castle", "library"]), edition="2016", numbers={"limit": limit}, gold=20)
    assert labels(game, "seize") == [f"seize:1:{id}" for id in offered]


@pytest.mark.parametrize(("allowed", "offered"), [(False, []), (True, ["tavern", "market", "manor"])])
def test_the_marshal_may_seize_of_a_complete_city_or_not(allowed: bool, offered: list[str]) -> None:
    """2016 3 Marshal (002:1604): not of a complete city."""
    built = ["tavern", "market", "manor", "docks", "cathedral", "palace", "fortress"]
    seats = player(city=built), player(city=["temple"])
    numbers = {"complete_cities": allowed, "limit": 3}
    game = turn("marshal", *seats, edition="2016", numbers=numbers, gold=9, city=["docks"])
    assert labels(game, "seize") == [*(f"seize:1:{id}" for id in offered), "seize:2:temple"]
    if allowed:
        play(game, "seize:1:manor")
        assert (city(game, 0), len(city(game, 1)), gold(game, 1)) == (["docks", "manor"], 6, 3)
    idle_round(game)
    assert game.over


@pytest.mark.parametrize("value", [3, 0, 9])
def test_the_queen_gets_so_much(value: int) -> None:
    """Classic 3.2 Queen (S0:596): 3 gold."""
    game = table(player("queen"), player("king"), seats=5, variant=queen(value), next_rank=9)
    assert gold(game, 0) == value


def queen(value: int) -> Variant:
    """A table of five with a Queen."""
    base = cs.load_variant("classic-2000").at(5).cast
    return cs.load_variant(
        "classic-2000", {"players": [5, 5], "cast": [*(ids[0] for ids in base.values()), "queen"], "characters.queen.gold": value}
    )


@pytest.mark.parametrize(("districts", "done"), [(2, 2), (0, 0), (3, 3), (9, 4)])
def test_the_artist_beautifies_so_many(districts: int, done: int) -> None:
    """Classic 3.2 Artist (S0:581): one or two."""
    game = turn("artist", numbers={"districts": districts}, gold=9, city=["manor", "temple", "tavern", "watchtower"])
    play(game, "gold")
    for _ in range(done):
        play(game, labels(game, "beautify")[0])
    assert labels(game, "beautify") == []


@pytest.mark.parametrize("value", [1, 0, 5])
def test_a_beautified_district_is_worth_so_much_more(value: int) -> None:
    """Classic 3.2 Artist (S0:585): one in points and in price, for one gold."""
    variant = of("artist", value=value)
    game = table(player("artist", gold=9, city=["manor"]), variant=variant, next_rank=9)
    assert gold(play(game, "gold", "beautify:manor"), 0) == 10
    assert game.state.public.city_worth[0] == 3 + value
    starred = {"district": "manor", "beautified": True}
    at = table(player("warlord", gold=20), player(city=[starred]), variant=variant, next_rank=8)
    assert at.state.public.city_worth[1] == 3 + value
    assert gold(play(play(at, "gold"), labels(at, "destroy")[0]), 0) == 22 - 2 - value
    assert at.state.public.city_worth[1] == 0


@pytest.mark.parametrize(("tax", "owned", "paid"), [(1, 5, 1), (3, 5, 3), (5, 5, 4), (0, 5, 0)])
def test_the_tax_collector_gets_so_much(tax: int, owned: int, paid: int) -> None:
    """Classic 3.2 Tax Collector (S0:556): 1 gold, as far as it goes."""
    game = table(
        player("tax-collector"), player("king", gold=owned - 2, hand=("temple",)), variant=of("tax-collector", tax=tax), next_rank=2
    )
    play(idle_until(play(game, "gold", "end"), 1), "gold", "build:temple", "end")
    assert gold(game, 0) == 2 + paid


def test_scores_and_cities_hold_with_any_of_it() -> None:
    """A game to its end with several numbers at once."""
    numbers = {"characters.king.bonus": {"gold": 2}, "characters.bishop.income": "trade", "game.most_rounds": 2}
    game = cs.Game.start(cs.load_variant("classic-2000", numbers), 4, seed=2)
    while not game.over:
        idle_round(game)
    assert all(score(game, seat)["districts"] == 0 and city(game, seat) == [] for seat in range(4))
