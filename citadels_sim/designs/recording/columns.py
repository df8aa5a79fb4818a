"""The place of each figure of a game in the arrays that the compiled kernel fills.

Rows of the arrays are columns of the tables. Sentinels stand for "none" here and become nulls in `tables`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from citadels_sim.designs.recording import GAMES, SEATS, TURNS

GAME_COLUMNS: Final = tuple(name for name in GAMES.own if name != "seed")
"""Rows of the games array (int32): rounds and turns played, decisions made by players, seats (-1: nobody), 1 where the cap ended it."""

SEAT_COLUMNS: Final = tuple(name for name in SEATS.own if name not in ("seat", "win"))
"""Rows of the seats array (int16). ``bot`` is the position in the line-up at the table (0..players-1), before rotation."""

TURN_COLUMNS: Final = TURNS.own
"""Rows of the turns array (int16): characters as codes, seats (-1: nobody had it), slots (0: nobody), offered as bits of ranks, gathered as
0 not, 1 gold, 2 cards."""


def _places(columns: tuple[str, ...], names: str) -> Iterator[int]:
    """Return the places of columns, by their names with spaces between."""
    return map(columns.index, names.split())


(ROUND, RANK, CHARACTER, SEAT, SLOT, OFFERED, CROWN, LEADER, FACE_UP, MURDERED, ROBBED, BEWITCHED) = _places(
    TURN_COLUMNS, "round rank character seat slot offered crown leader face_up murdered robbed bewitched"
)
(GATHERED, GOLD_GAINED, GOLD_LOST, CARDS_GAINED, BUILT, BUILT_COST, GOLD_SPENT, STASH, HAND, CITY) = _places(
    TURN_COLUMNS, "gathered gold_gained gold_lost cards_gained built built_cost gold_spent_otherwise stash hand city"
)
(G_ROUNDS, G_TURNS, G_DECISIONS, G_FIRST_CROWN, G_FIRST_COMPLETE, G_CAPPED) = _places(
    GAME_COLUMNS, "rounds turns decisions first_crown first_complete capped"
)
(S_BOT, S_PLACE, S_TOTAL, S_DISTRICTS, S_TYPES, S_COMPLETION, S_BONUS, S_GOLD, S_HAND, S_CITY) = _places(
    SEAT_COLUMNS, "bot place total districts types completion bonus gold hand city"
)
