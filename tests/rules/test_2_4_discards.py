"""Classic 2.4 and 2.5: discards, destroyed cards, and an empty deck."""

from __future__ import annotations

import pytest

from tests.rules.tables import deck, gold, hand, labels, play, player, switched, table

PILE = switched(discard_model="pile")
RESHUFFLE = switched(discard_model="pile", deck_empty="reshuffle_pile")


def pile_of(game: object) -> list[str]:
    return game.position()["pending"].get("pile", [])  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize(("reading", "under", "piled"), [("deck_bottom", ["market", "palace"], []), ("pile", ["market"], ["palace"])])
def test_where_the_card_not_kept_goes(reading: str, under: list[str], piled: list[str]) -> None:
    """Classic 2.4, 6 row 8, `discard_model` (S0:195, S1:20)."""
    game = table(player("thief"), deck=["palace", "temple", "market"], variant=switched(discard_model=reading))
    play(game, "cards", "keep:temple")
    assert (deck(game), pile_of(game)) == (under, piled)


@pytest.mark.parametrize(
    ("reading", "under", "piled", "gone"),
    [("deck_bottom", ["temple", "market"], [], 0), ("pile", ["temple"], ["market"], 0), ("out_of_game", ["temple"], [], 1)],
)
def test_where_a_destroyed_district_goes(reading: str, under: list[str], piled: list[str], gone: int) -> None:
    """Classic 2.4, 6 row 49, `destroyed_to`; style page: destroyed cards vanish."""
    game = table(player("warlord", gold=3), player(city=["market"]), deck=["temple"], variant=switched(destroyed_to=reading))
    play(game, "gold", "destroy:1:market")
    assert (deck(game), pile_of(game), int(game.state.public.gone_n)) == (under, piled, gone)


def test_the_laboratorys_card_goes_where_destroyed_ones_go() -> None:
    """Classic 2.4."""
    game = table(player("thief", hand=("palace",), city=["laboratory"]), deck=["temple"])
    assert deck(play(game, "lab:palace")) == ["temple", "palace"]


def test_the_magician_puts_cards_under_the_deck_before_drawing() -> None:
    """Classic 2.4 (S0:462): with a deck of one card he can draw one of his own again."""
    game = table(player("magician", hand=("palace", "manor")), deck=["temple"])
    play(game, "redraw", "discard:palace", "discard:manor")
    assert "temple" in hand(game, 0)
    assert len(hand(game, 0)) == 2
    assert len(deck(game)) == 1


@pytest.mark.parametrize(("reading", "held", "left"), [("bottom_then_draw", ["palace"], []), ("draw_then_bottom", [], ["palace"])])
def test_the_magicians_exchange_with_an_empty_deck(reading: str, held: list[str], left: list[str]) -> None:
    """Classic 2.4, 2.5, 6 row 9, `magician_exchange` (S0:462, S1:76)."""
    game = table(player("magician", hand=("palace",)), deck=[], variant=switched(magician_exchange=reading))
    play(game, "redraw", "discard:palace")
    assert (hand(game, 0), deck(game)) == (held, left)


@pytest.mark.parametrize(("reading", "held"), [("bottom_then_draw", ["palace", "temple"]), ("draw_then_bottom", ["temple"])])
def test_the_magicians_exchange_of_more_cards_than_the_deck_has(reading: str, held: list[str]) -> None:
    """Classic 6 row 9: only what lay in the deck can be drawn where the cards go under it afterwards."""
    game = table(player("magician", hand=("palace", "palace")), deck=["temple"], variant=switched(magician_exchange=reading))
    play(game, "redraw", "discard:palace", "discard:palace")
    assert sorted(hand(game, 0)) == held


def test_several_cards_go_under_the_deck_in_an_order_that_reveals_nothing() -> None:
    """Classic 2.4 (Observatory's two rejects, order free): it differs from game to game."""
    orders = set()
    for seed in range(20):
        game = table(player("thief", city=["observatory"]), deck=["palace", "temple", "market"], seed=seed)
        orders.add(tuple(deck(play(game, "cards", "keep:temple"))))
    assert orders == {("palace", "market"), ("market", "palace")}


def test_the_last_card_of_the_deck_is_kept_without_a_question() -> None:
    """Classic 2.5."""
    game = play(table(player("thief"), deck=["palace"]), "cards")
    assert (game.decision, hand(game, 0), deck(game)) == ("turn", ["palace"], [])


@pytest.mark.parametrize(("reading", "offered"), [("barred", ["gold"]), ("allowed", ["gold", "cards"])])
def test_cards_as_the_action_with_an_empty_deck(reading: str, offered: list[str]) -> None:
    """Classic 2.5, `empty_deck_gather`: illegal in classic, legal and void in 2016."""
    game = table(player("thief"), deck=[], variant=switched(empty_deck_gather=reading))
    assert [label for label in game.legal() if label in ("gold", "cards")] == offered


def test_an_empty_draw_brings_nothing_and_is_the_action() -> None:
    """Classic 2.5, `empty_deck_gather = allowed`."""
    game = play(table(player("thief"), deck=[], variant=switched(empty_deck_gather="allowed")), "cards")
    assert (hand(game, 0), gold(game, 0), "gold" in game.legal(), "end" in game.legal()) == ([], 0, False, True)


def test_the_architect_draws_what_there_is() -> None:
    """Classic 2.5: min(n, size)."""
    game = play(table(player("architect"), deck=["palace"]), "gold")
    assert (hand(game, 0), deck(game)) == (["palace"], [])


@pytest.mark.parametrize(("variant", "offered"), [(PILE, ["gold"]), (RESHUFFLE, ["gold", "cards"])])
def test_an_empty_deck_and_a_discard_pile(variant: object, offered: list[str]) -> None:
    """Classic 2.5, 6 row 50, `deck_empty`: the pile lies there or becomes the new deck."""
    game = table(player("thief"), player("king"), deck=["palace", "temple"], variant=variant)  # type: ignore[arg-type]
    play(game, "cards", "keep:temple", "end")
    assert [label for label in game.legal() if label in ("gold", "cards")] == offered


def test_the_pile_is_shuffled_into_a_new_deck() -> None:
    """Classic 2.5: the cards of the pile come again, in an order that depends on luck."""
    drawn = set()
    for seed in range(30):
        game = table(
            player("thief", city=["observatory"]), player("king"), deck=["palace", "temple", "market"], seed=seed, variant=RESHUFFLE
        )
        play(game, "cards", "keep:temple", "end", "cards")
        drawn.add(labels(game, "keep")[0])
        assert sorted(label.split(":")[1] for label in labels(game, "keep")) == ["market", "palace"]
        assert pile_of(game) == []
    assert drawn
