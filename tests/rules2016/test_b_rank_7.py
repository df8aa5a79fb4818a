"""2016 3, rank 7: Architect, Navigator, Scholar."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, deck, gold, hand, labels, play, player
from tests.rules2016.tables import DECK, table


def turn_of(
    name: str, *others: dict[str, Any], gold: int = 0, hand: tuple[str, ...] = (), city: list[Any] | None = None, **keys: Any
) -> cs.Game:
    """Somebody of rank 7 (seat 0) before gathering."""
    return table(player(name, gold=gold, hand=hand, city=city or []), *others, **{"next_rank": 7, **keys})


# ---- Architect


@pytest.mark.parametrize("before", [(), ("gold",), ("cards", "keep:harbor")], ids=["before gathering", "after gold", "after cards"])
def test_the_architect_gains_two_extra_cards_at_any_moment(before: tuple[str, ...]) -> None:
    """2016 3 Architect (002:1484-1485): both, not one of two; once, whatever was gathered."""
    game = play(turn_of("architect"), *before)
    had = hand(game, 0)
    drawn = deck(game)[:2]
    play(game, "bonus")
    assert (hand(game, 0), labels(game, "bonus")) == (sorted([*had, *drawn]), [])


def test_observatory_and_library_have_no_part_in_the_extra_cards() -> None:
    """2016 3 Architect, 4.2: they are for gathering."""
    assert hand(play(turn_of("architect", city=["observatory", "library"]), "bonus"), 0) == ["docks", "harbor"]


@pytest.mark.parametrize("power", [(), ("bonus",)], ids=["without the cards", "with them"])
def test_the_architect_builds_up_to_three(power: tuple[str, ...]) -> None:
    """2016 3 Architect, 2.2 (002:1487)."""
    game = turn_of("architect", gold=20, hand=("temple", "tavern", "manor", "castle"))
    play(game, *power, "gold", "build:temple", "build:tavern", "build:manor")
    assert (len(city(game, 0)), labels(game, "build"), "end" in game.legal()) == (3, [], True)


def test_his_limit_is_for_his_own_turn_and_his_cards_for_any() -> None:
    """2016 1.4 (002:725-733): what he drew may be built by his other character, which builds one."""
    rest = [player("thief", "king"), player("assassin", "bishop")]
    game = table(player("architect", "warlord", gold=20), *rest, seats=3, next_rank=7, deck=["docks", "harbor", "palace"])
    play(game, "bonus", "gold", "end", "gold", "build:docks")
    assert (city(game, 0), labels(game, "build")) == (["docks"], [])


# ---- Navigator


@pytest.mark.parametrize(("label", "paid", "cards"), [("bonus:gold", 4, []), ("bonus:cards", 0, list(DECK[:4]))])
@pytest.mark.parametrize("before", [(), ("gold",)], ids=["before gathering", "after it"])
def test_the_navigator_gains_four_gold_or_four_cards(before: tuple[str, ...], label: str, paid: int, cards: list[str]) -> None:
    """2016 3 Navigator (002:1504-1506): once."""
    game = play(turn_of("navigator"), *before)
    assert labels(game, "bonus") == ["bonus:gold", "bonus:cards"]
    had = gold(game, 0)
    play(game, label)
    assert (gold(game, 0) - had, hand(game, 0), labels(game, "bonus")) == (paid, sorted(cards), [])


def test_she_takes_them_whatever_she_gathered_and_need_not() -> None:
    """2016 3 Navigator (002:1504-1506): she can."""
    game = play(turn_of("navigator"), "cards", "keep:docks")
    assert {"bonus:gold", "bonus:cards", "end"} <= set(game.legal())


@pytest.mark.parametrize("power", [(), ("bonus:gold",)], ids=["without the bonus", "with it"])
def test_she_builds_nothing_at_all(power: tuple[str, ...]) -> None:
    """2016 3 Navigator, 2.2 (002:1508-1509): not what does not count, nor with the Framework, by a sacrifice or with cards."""
    cards = ("stables", "tavern", "necropolis", "thieves-den", "temple", "manor", "castle", "palace", "church")
    game = play(turn_of("navigator", gold=20, hand=cards, city=["framework"]), "gold", *power)
    assert labels(game, "build") == []
    freed = table(player("architect", gold=20, hand=cards, city=["framework"]), next_rank=7)
    assert len(labels(play(freed, "gold"), "build")) > len(cards)


@pytest.mark.parametrize("district", ["smithy", "laboratory", "armory", "museum"])
def test_her_districts_work(district: str) -> None:
    """2016 3 Navigator R: other effects remain."""
    game = turn_of("navigator", player(city=["manor"]), gold=2, hand=("temple",), city=[district])
    assert labels(play(game, "gold"), {"laboratory": "lab"}.get(district, district)) != []


@pytest.mark.parametrize(("reading", "builds"), [("turn", ["build:temple"]), ("round", [])])
def test_with_three_players_her_other_character_may_build(reading: str, builds: list[str]) -> None:
    """2016 3 Navigator, 1.4, `navigator_nobuild` (002:726-727, 1508): in her turn."""
    rest = [player("thief", "king"), player("assassin", "bishop")]
    navigator = player("navigator", "warlord", gold=5, hand=("temple",))
    game = table(navigator, *rest, seats=3, next_rank=7, rules={"navigator_nobuild": reading})
    assert labels(play(game, "gold", "end", "gold"), "build") == builds


# ---- Scholar


def test_the_scholar_draws_seven_and_keeps_one() -> None:
    """2016 3 Scholar (002:1519-1521): at any moment, once; the other six go back."""
    game = play(turn_of("scholar"), "bonus")
    assert (game.decision, set(game.legal())) == ("keep", {f"keep:{card}" for card in DECK[:7]})
    play(game, "keep:town-hall")
    assert (hand(game, 0), labels(game, "bonus"), game.decision) == (["town-hall"], [], "turn")
    assert sorted(deck(game)) == sorted(set(DECK) - {"town-hall"})
    assert {"gold", "cards"} <= set(game.legal())


def test_the_others_are_shuffled_into_the_whole_deck() -> None:
    """2016 3 Scholar (002:1520-1521): not put under it; what lay below may come to the top."""
    tops = set()
    for seed in range(40):
        game = play(turn_of("scholar", deck=["docks"] * 6 + ["harbor"] + ["palace"] * 3, seed=seed), "bonus", "keep:harbor")
        assert sorted(deck(game)) == ["docks"] * 6 + ["palace"] * 3
        tops.add(deck(game)[0])
    assert tops == {"docks", "palace"}


def test_with_fewer_cards_the_scholar_draws_what_there_is() -> None:
    """2016 3 Scholar, 2.4."""
    game = play(turn_of("scholar", deck=["docks", "harbor", "palace"]), "bonus")
    assert labels(game, "keep") == ["keep:palace", "keep:docks", "keep:harbor"]
    play(game, "keep:palace")
    assert (hand(game, 0), sorted(deck(game))) == (["palace"], ["docks", "harbor"])
    assert hand(play(turn_of("scholar", deck=[]), "bonus"), 0) == []


@pytest.mark.parametrize("power", [(), ("bonus", "keep:docks")], ids=["without the draw", "with it"])
def test_the_scholar_builds_up_to_two(power: tuple[str, ...]) -> None:
    """2016 3 Scholar, 2.2 (002:1523)."""
    game = turn_of("scholar", gold=20, hand=("temple", "tavern", "manor"))
    play(game, "gold", *power, "build:temple", "build:tavern")
    assert (len(city(game, 0)), labels(game, "build")) == (2, [])


def test_library_and_observatory_have_no_part_in_the_scholars_draw() -> None:
    """2016 3 Scholar, 4.2: they are for gathering."""
    game = play(turn_of("scholar", city=["library", "observatory"]), "bonus")
    assert (game.decision, len(labels(game, "keep"))) == ("keep", 7)
    assert hand(play(game, "keep:docks"), 0) == ["docks"]


@pytest.mark.parametrize(("name", "label"), [("architect", "bonus"), ("navigator", "bonus:cards")])
def test_extra_cards_are_as_many_as_there_are(name: str, label: str) -> None:
    """2016 2.4: the deck runs out."""
    game = play(turn_of(name, deck=["palace"]), label)
    assert (hand(game, 0), deck(game), labels(game, "bonus")) == (["palace"], [], [])


@pytest.mark.parametrize("name", ["architect", "navigator", "scholar"])
def test_rank_7_has_no_income_and_no_duty(name: str) -> None:
    """2016 2.1, 3: none of the three is paid for districts, and none has to draw."""
    game = turn_of(name, city=["manor", "temple", "tavern", "watchtower", "school-of-magic"])
    assert labels(game, "income") == []
    play(game, "gold", "end")
    assert (gold(game, 0), hand(game, 0), game.decision) == (2, [], "pick")
