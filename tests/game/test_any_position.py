"""Any position can be written and read again."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import citadels_sim as cs
from tests.game.tables import CLASSIC, again, all_cards, deck_of, through_json

DISTRICTS = sorted(deck_of(CLASSIC).elements())
CAST = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Positions after the draft or at its start, with cards that the classic deck has."""
    n = draw(st.integers(4, 7))
    cards = draw(st.permutations(DISTRICTS))
    people = draw(st.permutations(CAST))
    drafted = draw(st.booleans())
    round_no = draw(st.integers(1, 20))
    players = []
    for seat in range(n):
        hand = [cards.pop() for _ in range(draw(st.integers(0, 3)))]
        city = [
            {"district": cards.pop(), "beautified": draw(st.booleans()), "round": draw(st.integers(0, round_no))}
            for _ in range(draw(st.integers(0, 5)))
        ]
        player = {"gold": draw(st.integers(0, 12)), "hand": hand, "city": city}
        players.append({**player, "characters": [people[seat]]} if drafted else player)
    named = st.none() | st.sampled_from(CAST)
    position: dict[str, Any] = {
        "round": round_no,
        "crown": draw(st.integers(0, n - 1)),
        "players": players,
        "seed": draw(st.integers(0, 9)),
    }
    if drafted:
        position |= {"murdered": draw(named), "robbed": draw(named), "next_rank": draw(st.integers(1, 8))}
    return position


@settings(max_examples=40)
@given(positions())
def test_a_position_is_written_as_it_was_given(position: dict[str, Any]) -> None:
    out = cs.Game.from_position(CLASSIC, position).position()
    if out["round"] == position["round"]:  # otherwise nobody was left to be called and the next round has begun
        for before, after in zip(position["players"], out["players"], strict=True):
            assert sorted(before["hand"]) == after["hand"]
            assert before["city"] == [{key: built[key] for key in ("district", "beautified", "round")} for built in after["city"]]
            assert before.get("characters", []) == after["characters"]
    assert all_cards(out) == deck_of(CLASSIC)


@settings(max_examples=40)
@given(positions())
def test_a_written_position_is_the_same_game(position: dict[str, Any]) -> None:
    game = cs.Game.from_position(CLASSIC, position)
    other = again(game)
    assert other.position() == through_json(game.position())
    assert (other.legal(), other.actor, other.decision) == (game.legal(), game.actor, game.decision)
