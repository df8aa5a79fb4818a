"""The compiled loop over restricted games: one seat, the *focal* one, is kept from a character, or always takes it; all else is free.

A block is played once for each character of its cast, each of the two restrictions and each seat as the focal one. With equal bots at all
seats the unrestricted games of a block have one win among them, whoever is looked at: that is what restricted ones are compared with.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.engine.actions import PICK, arg_a
from citadels_sim.engine.loop import DEALS_T, ROUND_CAP, TABLE_T, Deals, Table, Until, begin, choice, play_on, play_until, set_up
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.engine.state import RANKS

__all__ = ["ARMS", "BAN", "TAKE", "Bans", "ban_games"]

ARMS: Final = ("ban", "take")
"""What the focal seat must do about the character whenever it picks: leave it, if anything else is there; take it, if it is there."""
BAN, TAKE = range(2)


class Bans(NamedTuple):
    """Arrays for what comes of restricted play, summed over the seats.

    Attributes
    ----------
    casts : int16 array, shape (n, RANKS)
        Character code by rank.
    wins : float64 array, shape (n, len(ARMS), RANKS)
        Win credit of the focal seat, by the rank that is restricted.
    totals, offered, changed : int32 arrays, shape (n, len(ARMS), RANKS)
        Its points; its picks at which the character was there; those of them at which its bot would have chosen otherwise.
    """

    casts: Array
    wins: Array
    totals: Array
    offered: Array
    changed: Array


class Restriction(NamedTuple):
    """What the focal seat of a game is kept from, or made to take."""

    block: int
    arm: int
    rank: int
    focal: int


_BANS_T = types.NamedTuple((types.int16[:, ::1], types.float64[:, :, ::1], *[types.int32[:, :, ::1]] * 3), Bans)
BAN_SIGNATURE = types.void(TABLE_T, DEALS_T, _BANS_T)


@rule
def place_of(out: Any, n: int, rank: int) -> int:
    """Index of the pick of a rank among the legal actions, -1 if it is not there."""
    for i in range(n):
        if arg_a(out.code[i]) == rank:
            return i
    return -1


@rule
def restricted_pick(table: Table, n: int, what: Restriction, bans: Bans) -> int:
    """Return the focal seat's pick: its bot sees only what it may take; count where the character was there and where it mattered."""
    block, arm, rank, _ = what
    out = table.legal
    at = place_of(out, n, rank)
    if at < 0:
        return choice(table, n)
    bans.offered[block, arm, rank] += 1
    own = choice(table, n)
    if arm == TAKE:
        bans.changed[block, arm, rank] += 1 if own != out.code[at] else 0
        return int(out.code[at])
    if own != out.code[at]:
        return own
    bans.changed[block, arm, rank] += 1
    for i in range(at, n - 1):
        out.code[i] = out.code[i + 1]
    return choice(table, n - 1)


@rule
def play_restricted(table: Table, n: int, what: Restriction, bans: Bans) -> None:
    """Let the bots decide until the game is over; the focal seat's picks are restricted."""
    picks = Until(ROUND_CAP, 1, 1 << what.focal, 1 << PICK)
    n = play_on(table, picks, n)
    while n > 0:
        n = play_until(table, restricted_pick(table, n, what, bans) if n > 1 else table.legal.code[0], picks)


@entry_point(BAN_SIGNATURE, unlocked=True)
def ban_games(table: Table, deals: Deals, bans: Bans) -> None:
    """Play all restricted games of some blocks of a shard.

    Parameters
    ----------
    table : Table
        The bots of all seats are equal.
    deals : Deals
        Without rotations: `first` and `last` are blocks.
    bans : Bans
        Added to.
    """
    s = table.state
    for block in range(deals.first, deals.last):
        set_up(table, deals.seeds[block])
        for rank in range(RANKS):
            bans.casts[block, rank] = s.public.cast[rank]
        for rank in range(1, RANKS):
            if bans.casts[block, rank] == 0:
                continue
            for arm in range(len(ARMS)):
                for focal in range(table.rules.n_players):
                    n = begin(table, deals.seeds[block])
                    play_restricted(table, n, Restriction(block, arm, rank, focal), bans)
                    bans.wins[block, arm, rank] += share_of_win(s.public, focal)
                    bans.totals[block, arm, rank] += s.public.total[focal]
