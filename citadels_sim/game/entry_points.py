"""The engine's part in laying out a position: compiled entry points that tournaments never need."""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point
from citadels_sim.engine.deck_constraints import prefer_placed
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.setup import blank_table, choose_cast, choose_copies, shuffle_in
from citadels_sim.engine.state import KINDS, LEGAL_T, STATE_T

__all__ = ["fill_deck", "lay_blank"]

LAY_BLANK_SIGNATURE = types.void(STATE_T, RULES_T, types.int64)
FILL_DECK_SIGNATURE = types.void(STATE_T, RULES_T, LEGAL_T, types.int64[::1])


@entry_point(LAY_BLANK_SIGNATURE)
def lay_blank(s: State, r: Rules, seed: int) -> None:
    """Set up an empty table on a zeroed record: nothing but the cast, drawn with the seed where the variant draws it."""
    blank_table(s, r, seed)
    choose_cast(s, r)


@entry_point(FILL_DECK_SIGNATURE)
def fill_deck(s: State, r: Rules, out: Any, placed: Any) -> None:
    """Shuffle into the deck what the game's deck holds beyond the cards that lie elsewhere.

    Parameters
    ----------
    s : record of dtype STATE
        With its seed and cast set and an empty deck.
    r : record of dtype RULES
    out : record of dtype LEGAL
        Scratch.
    placed : int64 array, shape (KINDS,)
        Copies of each district that lie elsewhere.
    """
    copies = out.copies
    choose_copies(s, r, copies)
    prefer_placed(s, r, placed, copies)
    for d in range(KINDS):
        copies[d] = max(0, copies[d] - placed[d])
    shuffle_in(s, copies, out)
