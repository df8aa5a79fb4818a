"""The compiled loop over deals: what chance gave a game before anybody decided anything. Nothing is played."""

from __future__ import annotations

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point
from citadels_sim.engine.bits import bit
from citadels_sim.engine.loop import TABLE_T, Table, set_up
from citadels_sim.engine.state import KINDS, RANKS

__all__ = ["read_deals"]

DEALS_SIGNATURE = types.void(TABLE_T, types.int64[::1], types.int16[:, ::1], types.int64[::1], types.int64[:, ::1])


@entry_point(DEALS_SIGNATURE, unlocked=True)
def read_deals(table: Table, seeds: Array, casts: Array, decks: Array, hands: Array) -> None:
    """Deal games and note what was dealt.

    Parameters
    ----------
    table : Table
    seeds : int64 array, shape (n,)
    casts : int16 array, shape (n, RANKS)
        Character code by rank; 0 where the rank is not played.
    decks : int64 array, shape (n,)
        Bits of the districts that the game's deck has.
    hands : int64 array, shape (n, players)
        Bits of the districts in each opening hand.
    """
    s, out = table.state, table.legal
    for g in range(seeds.shape[0]):
        set_up(table, seeds[g])
        for rank in range(RANKS):
            casts[g, rank] = s.public.cast[rank]
        deck = 0
        for d in range(KINDS):
            if out.copies[d] > 0:
                deck |= bit(d)
        decks[g] = deck
        for seat in range(table.rules.n_players):
            hands[g, seat] = s.seat[seat].hand_mask
