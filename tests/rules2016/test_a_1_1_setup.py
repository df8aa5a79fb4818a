"""2016 1.1, 1.5, 1.7: setting up, and who may sit at which table."""

from __future__ import annotations

from collections import Counter

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS, district
from tests.rules.tables import deck, gold, hand, play, player, switched
from tests.rules2016.tables import BASE, FIRST_GAME, table

BASIC_2016 = 54
UNIQUES_2016 = 14


@pytest.mark.parametrize("players", range(2, 9))
def test_four_cards_and_two_gold_each_from_a_deck_of_68(players: int) -> None:
    """2016 1.1 items 2 to 4 (002:281-295): 54 basic and 14 unique districts, one copy of each unique one."""
    game = cs.Game.start(FIRST_GAME, players, seed=11)
    assert [(len(hand(game, seat)), gold(game, seat)) for seat in range(players)] == [(4, 2)] * players
    cards = Counter([name for seat in range(players) for name in hand(game, seat)] + deck(game))
    uniques = {name: n for name, n in cards.items() if district(name).type.id == "unique"}
    assert (sum(cards.values()), len(deck(game))) == (BASIC_2016 + UNIQUES_2016, 68 - 4 * players)
    assert (len(uniques), set(uniques.values())) == (UNIQUES_2016, {1})


def test_no_city_and_no_round_have_begun_and_the_crowned_player_drafts() -> None:
    """2016 1.1, 1.2: the first decision is the crowned player's choice of a character."""
    game = cs.Game.start(FIRST_GAME, 5, seed=2)
    position = game.position()
    assert (position["round"], game.actor, game.decision) == (1, position["crown"], "pick")
    assert [seat["city"] for seat in position["players"]] == [[]] * 5


def test_gold_is_unlimited_and_so_is_a_hand() -> None:
    """2016 1.1 item 4 (002:603-607)."""
    many = tuple(["docks"] * 30)
    game = play(table(player("architect", gold=5000, hand=many)), "gold", "bonus")
    assert (gold(game, 0), len(hand(game, 0))) == (5002, 32)


def test_the_coins_of_the_box_are_a_limit_only_by_a_switch() -> None:
    """2016 1.1 item 4, 1.7 last paragraph, `bank_limit` (002:603-606): 30 coins in 2016, 22 in 2021, and no limit by the rules."""
    kings = player("king", gold=29, city=["manor", "castle"])
    assert [gold(play(table(kings, rules=rules), "income"), 0) for rules in ({}, {"bank_limit": 30})] == [31, 30]


def test_the_first_crown_is_drawn_or_the_oldest_players_or_fixed() -> None:
    """2016 1.1 item 5, 1.6, A43, `first_crown` (002:297)."""

    def crowns(**rules: object) -> set[int]:
        variant = switched("citadels-2016", **rules)
        return {cs.Game.start(variant, 4, seed=seed).position()["crown"] for seed in range(30)}

    assert (crowns(), crowns(first_crown="oldest"), crowns(first_crown=1)) == ({0, 1, 2, 3}, {0}, {1})
    assert FIRST_GAME.at(4).rules["first_crown"] == "random"


@pytest.mark.parametrize("name", [c.id for c in CHARACTERS])
def test_any_character_may_be_the_one_of_its_rank(name: str) -> None:
    """2016 1.5 (002:765-768): free choice in every rank; here with five players, where nobody is barred."""
    game = table(player(name), seats=5)
    cast = game.position()["cast"]
    assert cast == [name if c == name else c for c in cast]
    assert len(cast) == (9 if name in ("queen", "artist", "tax-collector") else 8)
    assert (game.actor, game.position()["next_rank"]) == (0, cast.index(name) + 2)


def test_one_character_for_each_rank_no_more_and_no_less() -> None:
    """2016 1.5 (002:765-768)."""
    with pytest.raises(cs.VariantError, match="rank 2 twice: 'thief' and 'spy'"):
        cs.load_variant("citadels-2016", {"cast": [*BASE, "spy"]})
    with pytest.raises(cs.VariantError, match="rank 3 is missing"):
        cs.load_variant("citadels-2016", {"cast": [name for name in BASE if name != "magician"]})


@pytest.mark.parametrize("players", [3, 8])
def test_rank_9_is_compulsory_with_three_and_eight(players: int) -> None:
    """2016 1.5 (002:780-783)."""
    assert len(cs.Game.start(FIRST_GAME, players).position()["cast"]) == 9
    with pytest.raises(cs.VariantError, match="rank 9"):
        cs.load_variant("citadels-2016", {f"by_players.{players}.random_cast.9": []})


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_rank_9_is_optional_with_four_to_seven(players: int) -> None:
    """2016 1.5 (002:782)."""
    casts = [len(cs.Game.start(name, players).position()["cast"]) for name in ("citadels-2016", "citadels-2016-nine")]
    assert casts == [8, 9]


def test_two_players_never_play_with_rank_9() -> None:
    """2016 1.5, A42 (002:738-741)."""
    assert len(cs.Game.start(FIRST_GAME, 2).position()["cast"]) == 8
    with pytest.raises(cs.VariantError, match="two players play with ranks 1 to 8"):
        cs.load_variant("citadels-2016", {"by_players.2.random_cast.9": ["artist"]})


def test_two_players_never_play_with_the_emperor_but_with_king_or_patrician() -> None:
    """2016 1.5 (002:740, 1007): in a preset the King or the Patrician takes his place."""
    with pytest.raises(cs.VariantError, match="the Emperor cannot be played with two players"):
        cs.load_variant("citadels-2016", {"by_players.2.random_cast.4": ["emperor"]})
    assert "king" in cs.Game.start("citadels-2016-cunning-agents", 2).position()["cast"]
    patrician = cs.load_variant("citadels-2016-cunning-agents", {"by_players.2.random_cast.4": ["patrician"]})
    assert "patrician" in cs.Game.start(patrician, 2).position()["cast"]


@pytest.mark.parametrize(("players", "allowed"), [(3, False), (4, False), (5, True), (8, True)])
def test_the_queen_needs_five_players(players: int, allowed: bool) -> None:
    """2016 1.5 (002:783-784, 1009-1010)."""
    if allowed:
        assert cs.load_variant("citadels-2016", {f"by_players.{players}.random_cast.9": ["queen"]}).at(players).cast[9] == ("queen",)
        return
    with pytest.raises(cs.VariantError, match="the Queen needs at least five players"):
        cs.load_variant("citadels-2016", {f"by_players.{players}.random_cast.9": ["queen"]})


# What a scenario of 2021 has instead of what the preset of 2016 has: typed from 003:355-413 against 002:825-1005.
CHANGES = [
    ("devious-dignitaries", set(), set(), {"factory"}, {"gold-mine"}),
    ("illustrious-emissaries", set(), set(), {"museum"}, {"capitol"}),
    ("vicious-nobles", {"merchant", "navigator"}, {"trader", "architect"}, {"laboratory"}, {"stables"}),
]


@pytest.mark.parametrize(("name", "gone", "come", "lost", "gained"), CHANGES)
def test_what_2021_changed_in_a_preset(name: str, gone: set[str], come: set[str], lost: set[str], gained: set[str]) -> None:
    """2016 1.7, D11 (003:351-413): both sets are kept, and differ in just this; no rule differs."""
    old, new = (cs.load_variant(f"citadels-{year}-{name}").at(5) for year in (2016, 2021))
    casts = [{ids[0] for ids in at.cast.values()} for at in (old, new)]
    assert (casts[0] - casts[1], casts[1] - casts[0]) == (gone, come)
    assert (set(old.unique) - set(new.unique), set(new.unique) - set(old.unique)) == (lost, gained)
    assert old.rules == new.rules


@pytest.mark.parametrize(
    ("name", "base", "size"),
    [("classic-2000", {"Keep": 2}, [8, 8, 8]), ("citadels-2016", {"Keep": 1}, [8, 8, 7])],
)
def test_city_size_and_the_second_keep_by_edition(name: str, base: dict[str, int], size: list[int]) -> None:
    """2016 7, city size and Keep: eight everywhere and two Keeps in classic (000:186-191)."""
    variant = cs.load_variant(name)
    assert [variant.at(players).city_size for players in (2, 3, 4)] == size
    assert variant.at(4).unique["keep"] == base["Keep"]
