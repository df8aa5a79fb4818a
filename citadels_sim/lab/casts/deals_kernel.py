"""The compiled loop over deals: what chance gave a game before anybody decided anything. Nothing is played."""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler.decorators import INTERPRETED, entry_point
from citadels_sim.engine.bits import bit
from citadels_sim.engine.loop import DEAL_SIGNATURE
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import KINDS, LEGAL_T, RANKS, STATE_T

__all__ = ["read_deals"]

DEALS_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    DEALS_SIGNATURE = types.void(
        types.FunctionType(DEAL_SIGNATURE),
        STATE_T,
        types.uint8[::1],  # the same memory, to zero it
        RULES_T,
        LEGAL_T,
        types.int64[::1],  # seeds
        types.int16[:, ::1],  # casts
        types.int64[::1],  # decks
        types.int64[:, ::1],  # hands
    )


@entry_point(DEALS_SIGNATURE)
def read_deals(deal: Any, s: Any, raw: Any, r: Any, out: Any, seeds: Any, casts: Any, decks: Any, hands: Any) -> None:
    """Deal games and note what was dealt.

    Parameters
    ----------
    deal : function value of `engine.loop.deal`
    s, out : records of dtypes STATE, LEGAL
        Scratch.
    raw : uint8 array
        The memory of `s`.
    r : record of dtype RULES
    seeds : int64 array, shape (n,)
    casts : int16 array, shape (n, RANKS)
        Character code by rank; 0 where the rank is not played.
    decks : int64 array, shape (n,)
        Bits of the districts that the game's deck has.
    hands : int64 array, shape (n, players)
        Bits of the districts in each opening hand.
    """
    for g in range(seeds.shape[0]):
        raw[:] = 0
        deal(s, r, out, seeds[g])
        for rank in range(RANKS):
            casts[g, rank] = s.public.cast[rank]
        deck = 0
        for d in range(KINDS):
            if out.copies[d] > 0:
                deck |= bit(d)
        decks[g] = deck
        for seat in range(r.n_players):
            hands[g, seat] = s.seat[seat].hand_mask
