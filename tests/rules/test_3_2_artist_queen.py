"""Classic 3.2 Artist and Queen."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import dark
from tests.rules.tables import gold, idle_round, labels, play, player, score

# ---- Artist


def test_the_artist_puts_one_gold_on_each_of_two_districts() -> None:
    """Classic 3.2 Artist (S0:581-583)."""
    game = dark(player("artist", gold=5, city=["manor", "tavern", "temple"]))
    play(game, "gold", "beautify:manor", "beautify:temple")
    places = {place["district"]: place["beautified"] for place in game.position()["players"][0]["city"]}
    assert (places, gold(game, 0), labels(game, "beautify")) == ({"manor": True, "tavern": False, "temple": True}, 5, [])


def test_he_may_do_less() -> None:
    """Classic 3.2 Artist: one or two, or none (2.1 item 5)."""
    game = play(dark(player("artist", city=["manor", "tavern"])), "gold")
    assert "end" in game.legal()
    assert "end" in play(game, "beautify:manor").legal()


def test_a_district_takes_one_coin_for_good() -> None:
    """Classic 3.2 Artist (S0:588): the one beautified this turn, and the one of an earlier round."""
    earlier = {"district": "tavern", "beautified": True}
    game = play(dark(player("artist", gold=5, city=[earlier, "manor"])), "beautify:manor")
    assert labels(game, "beautify") == []


def test_without_gold_nothing_is_beautified() -> None:
    """Classic 3.2 Artist: own gold."""
    game = dark(player("artist", city=["manor"]))
    assert labels(game, "beautify") == []
    assert labels(play(game, "gold"), "beautify") == ["beautify:manor"]


def test_only_his_own_districts() -> None:
    """Classic 3.2 Artist."""
    game = dark(player("artist", gold=3, city=["manor"]), player(city=["tavern"]))
    assert labels(game, "beautify") == ["beautify:manor"]


def test_at_any_time_also_what_he_has_just_built() -> None:
    """Classic 2.2, 3.2 Artist."""
    game = dark(player("artist", gold=4, hand=("tavern",), city=["manor"]))
    play(game, "beautify:manor", "gold", "build:tavern", "beautify:tavern")
    assert gold(game, 0) == 3


def test_a_beautified_district_counts_one_more_at_the_end() -> None:
    """Classic 3.2 Artist, 5.2 item 1 (S0:586-588)."""
    game = dark(player("artist", gold=2, city=["manor", "tavern"]), completed=[3])
    play(game, "gold", "beautify:manor", "end")
    assert score(game, 0)["districts"] == 5


def test_it_costs_the_warlord_one_more_from_the_next_round_on() -> None:
    """Classic 3.2 Artist, 3.1 Warlord (S0:583-586): the value is raised permanently."""
    game = play(dark(player("artist", gold=2, city=["temple"]), player("thief"), next_rank=9), "beautify:temple", "gold", "end")
    assert game.position()["round"] == 2
    assert game.position()["players"][0]["city"] == [{"district": "temple", "beautified": True, "round": 0, "tucked": []}]
    later = dark(player(city=game.position()["players"][0]["city"]), player("warlord"))
    play(later, "gold", "destroy:0:temple")
    assert gold(later, 1) == 1


def test_of_a_name_he_has_twice_each_copy_takes_a_coin() -> None:
    """Classic 3.2 Artist: one coin per district."""
    game = dark(player("artist", gold=5, city=["quarry", "manor", "manor"]))
    play(game, "beautify:manor", "beautify:manor")
    assert [place["beautified"] for place in game.position()["players"][0]["city"]] == [False, True, True]


def test_the_coin_of_a_destroyed_district_goes_to_the_bank() -> None:
    """Classic 3.2 Artist: nobody gets it."""
    owner = player(city=[{"district": "tavern", "beautified": True}])
    game = dark(player("warlord"), owner, rules={"bank_limit": 30})
    play(game, "gold", "destroy:1:tavern")
    assert (gold(game, 0), gold(game, 1), int(game.state.public.bank)) == (1, 0, 29)


# ---- Queen

RING = 5


def seated(queen: int, royal: int, name: str = "king", **keys: object) -> cs.Game:
    """Five players, the Queen and a royal at these seats, at the first call of a character."""
    places = [player() for _ in range(RING)]
    places[queen] = player("queen")
    places[royal] = player(name)
    return dark(*places, seats=RING, **keys)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["king", "emperor"])
@pytest.mark.parametrize("queen", range(1, RING))
def test_the_queen_beside_the_king_or_emperor_gets_three_gold(queen: int, name: str) -> None:
    """Classic 3.2 Queen (S0:596-597): neighbours to the left and to the right, round the table."""
    game = seated(queen, 0, name, crown=2 if queen != 2 else 3)
    before = gold(game, queen)
    if name == "emperor":
        play(game, next(label for label in labels(game, "crown") if label != f"crown:{queen}"))
    play(game, "gold", "end")
    assert (game.actor, gold(game, queen) - before) == (queen, 3 if queen in (1, 4) else 0)


def test_it_is_the_card_that_counts_and_not_the_crown() -> None:
    """Classic 3.2 Queen (S0:601-602): beside the crown's holder, not beside the Emperor, nothing."""
    game = play(seated(2, 0, "emperor", crown=4), "crown:1", "gold", "end")
    assert (game.actor, gold(game, 2)) == (2, 0)


def test_without_a_royal_card_in_play_there_is_no_gold() -> None:
    """Classic 3.2 Queen: beside nobody."""
    game = dark(player("queen"), seats=RING, crown=1)
    assert (game.actor, gold(game, 0)) == (0, 0)


@pytest.mark.parametrize("name", ["king", "emperor"])
@pytest.mark.parametrize(("queen", "paid"), [(1, 3), (2, 0), (4, 3)])
def test_beside_a_murdered_royal_she_is_paid_at_the_end_of_the_round(name: str, queen: int, paid: int) -> None:
    """Classic 3.2 Queen, 1.2 (S0:597-601, S1:138): when he is revealed; not to be spent this round."""
    game = seated(queen, 0, name, murdered=name, next_rank=9)
    assert gold(game, queen) == 0
    play(game, "gold")
    assert gold(game, queen) == 2
    play(game, "end")
    assert gold(game, queen) == 2 + paid


def test_a_murdered_queen_gets_nothing() -> None:
    """Classic 3.2 Queen, 3.1 Assassin."""
    game = idle_round(seated(1, 0, murdered="queen", next_rank=4))
    assert gold(game, 1) == 0


def test_the_gold_paid_at_the_end_of_the_last_round_counts_for_the_treasury() -> None:
    """Classic 3.2 Queen, 1.2 (4), (5): before the scoring."""
    places = [player("king"), player("queen", city=["imperial-treasury"]), player("assassin"), player(), player()]
    game = play(dark(*places, seats=RING, completed=[4]), "murder:king", "gold", "end", "gold", "end")
    assert (gold(game, 1), score(game, 1)["bonus"]) == (5, 5)


def test_beside_a_bewitched_king_she_is_paid() -> None:
    """Classic 3.2 Queen: the King's card lies with its player, who has shown it."""
    game = play(dark(player("king"), player("queen"), player("witch"), seats=RING), "gold", "bewitch:king", "gold", "end")
    assert (game.actor, gold(game, 1)) == (1, 3)


def test_the_gold_can_be_spent_in_her_turn() -> None:
    """Classic 3.2 Queen: a living King's neighbour has it before her action."""
    game = play(dark(player("king"), player("queen", hand=("palace",)), seats=RING), "gold", "end", "gold")
    assert labels(game, "build") == ["build:palace"]


@pytest.mark.parametrize(("players", "allowed"), [(4, False), (5, True)])
def test_the_queen_needs_five_players(players: int, allowed: bool) -> None:
    """Classic 1.1, 3.2 Queen (S0:603-608, S1:138)."""
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "queen"]
    if allowed:
        assert "queen" in cs.Game.start(cs.load_variant("classic-2000-nine", {"cast": cast, "players": [5, 8]}), players).position()["cast"]
    else:
        with pytest.raises(cs.VariantError, match="Queen"):
            cs.load_variant("classic-2000-nine", {"cast": cast})
