"""The compiled loop over restricted games: one seat, the *focal* one, is kept from a character, or always takes it; all else is free.

A block is played once for each character of its cast, each of the two restrictions and each seat as the focal one. With equal bots at all
seats the unrestricted games of a block have one win among them, whoever is looked at: that is what restricted ones are compared with.
"""

from __future__ import annotations

from typing import Any, Final

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, rule
from citadels_sim.engine.actions import A_BEGIN_ROUND, A_LOOK, PICK, arg_a
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.loop import DEAL_SIGNATURE, ROUND_CAP, bot_stream
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.scoring import finish_game
from citadels_sim.engine.state import LEGAL_T, RANKS, STATE_T
from citadels_sim.lab.forks.kernel import credit_of

__all__ = ["ARMS", "BAN", "TAKE", "ban_games"]

ARMS: Final = ("ban", "take")
"""What the focal seat must do about the character whenever it picks: leave it, if anything else is there; take it, if it is there."""
BAN, TAKE = range(2)

BAN_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    from citadels_sim.engine.loop import APPLY_T, BOT_STATES_T, BOTS_T

    BAN_SIGNATURE = types.void(
        types.FunctionType(DEAL_SIGNATURE),
        APPLY_T,
        BOTS_T,
        BOT_STATES_T,
        STATE_T,
        types.uint8[::1],  # the same memory, to zero it
        RULES_T,
        JOURNAL_T,
        LEGAL_T,
        types.int64[::1],  # seeds
        types.int64,  # first
        types.int64,  # last
        types.int16[:, ::1],  # casts
        types.float64[:, :, ::1],  # wins
        types.int32[:, :, ::1],  # totals
        types.int32[:, :, ::1],  # offered
        types.int32[:, :, ::1],  # changed
    )


@rule
def place_of(out: Any, n: int, rank: int) -> int:
    """Index of the pick of a rank among the legal actions, -1 if it is not there."""
    for i in range(n):
        if arg_a(out.code[i]) == rank:
            return i
    return -1


@rule
def choose(bots: Any, bot_states: Any, s: Any, r: Any, out: Any, n: int) -> int:
    """Ask the bot whose turn it is, with the luck that it has at this decision."""
    seat = s.public.actor
    bot_state = bot_states.seat[seat]
    bot_stream(s, seat, bot_state)
    return int(bots[seat](s.public, s.seat[seat], r, out, n, bot_state))


@rule
def restricted_pick(
    bots: Any, bot_states: Any, s: Any, r: Any, out: Any, n: int, rank: int, arm: int, block: int, offered: Any, changed: Any
) -> int:
    """Choose the focal seat's pick: its bot sees only what it may take; count where the character was there and where it mattered."""
    at = place_of(out, n, rank)
    if at < 0:
        return choose(bots, bot_states, s, r, out, n)
    offered[block, arm, rank] += 1
    own = choose(bots, bot_states, s, r, out, n)
    if arm == TAKE:
        changed[block, arm, rank] += 1 if own != at else 0
        return at
    if own != at:
        return own
    changed[block, arm, rank] += 1
    for i in range(at, n - 1):
        out.code[i] = out.code[i + 1]
    return choose(bots, bot_states, s, r, out, n - 1) if n > 2 else 0


@rule
def play_restricted(
    apply: Any, bots: Any, bot_states: Any, s: Any, r: Any, j: Any, out: Any, focal: int, rank: int, arm: int, block: int,
    offered: Any, changed: Any,
) -> None:  # fmt: skip
    """Let the bots decide until the game is over, as `engine.loop.run` would but for the focal seat's picks."""
    n = apply(s, r, j, out, A_LOOK)
    while s.public.over == 0:
        if s.public.round_no > ROUND_CAP:
            finish_game(s, r, j)
            return
        if n == 1:
            n = apply(s, r, j, out, out.code[0])
            continue
        if s.public.decision == PICK and s.public.actor == focal:
            chosen = restricted_pick(bots, bot_states, s, r, out, n, rank, arm, block, offered, changed)
        else:
            chosen = choose(bots, bot_states, s, r, out, n)
        n = apply(s, r, j, out, out.code[chosen])


@entry_point(BAN_SIGNATURE)
def ban_games(
    deal: Any,
    apply: Any,
    bots: Any,
    bot_states: Any,
    s: Any,
    raw: Any,
    r: Any,
    j: Any,
    out: Any,
    seeds: Any,
    first: int,
    last: int,
    casts: Any,
    wins: Any,
    totals: Any,
    offered: Any,
    changed: Any,
) -> None:
    """Play all restricted games of the blocks first..last-1 of a shard.

    Parameters
    ----------
    deal, apply, bots, bot_states, s, raw, r, j, out
        As for `kernel.play_games`; the bots of all seats are equal.
    seeds : int64 array, shape (n,)
    casts : int16 array, shape (n, RANKS)
        Character code by rank.
    wins : float64 array, shape (n, len(ARMS), RANKS)
        Win credit of the focal seat, summed over the seats; by the rank that is restricted.
    totals, offered, changed : int32 arrays, shape (n, len(ARMS), RANKS)
        Its points; its picks at which the character was there; those of them at which its bot would have chosen otherwise. Summed, too.
    """
    for block in range(first, last):
        raw[:] = 0
        deal(s, r, out, seeds[block])
        for rank in range(RANKS):
            casts[block, rank] = s.public.cast[rank]
        for rank in range(1, RANKS):
            if casts[block, rank] == 0:
                continue
            for arm in range(len(ARMS)):
                for focal in range(r.n_players):
                    raw[:] = 0
                    deal(s, r, out, seeds[block])
                    apply(s, r, j, out, A_BEGIN_ROUND)
                    play_restricted(apply, bots, bot_states, s, r, j, out, focal, rank, arm, block, offered, changed)
                    wins[block, arm, rank] += credit_of(s, focal)
                    totals[block, arm, rank] += s.public.total[focal]
