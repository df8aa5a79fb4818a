"""The compiled loop over replayed deals: in each way of holding luck fast, a game is played again and again with the rest of its luck new.

A game has three sources of luck, each a stream of its own. Holding two of them and drawing the third anew, or holding one and drawing the
others, tells how much of who wins each of them settles.
"""

from __future__ import annotations

from typing import Any, Final

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, rule
from citadels_sim.engine import rng
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.loop import DEAL_SIGNATURE, ROUND_CAP, RUN_SIGNATURE
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import LEGAL_T, STATE_T
from citadels_sim.lab.forks.kernel import credit_of

__all__ = ["HELD", "STREAMS", "luck_games"]

STREAMS: Final = ("deal", "removal", "choices")
"""The sources of luck: what is dealt (cast, deck, hands, first crown, cards drawn by lot later); the characters removed from the draft of
every round; the random numbers of the bots."""
DEAL, REMOVAL, CHOICES = 1, 2, 4

HELD: Final = tuple("+".join(name for i, name in enumerate(STREAMS) if held >> i & 1) for held in range(1, DEAL | REMOVAL | CHOICES))
"""Ways of holding luck fast: the streams that all replays of a deal share, by their bits less 1; neither none nor all of them."""

LUCK_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    from citadels_sim.engine.loop import APPLY_T, BOT_STATES_T, BOTS_T

    LUCK_SIGNATURE = types.void(
        types.FunctionType(DEAL_SIGNATURE),
        APPLY_T,
        types.FunctionType(RUN_SIGNATURE),
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
        types.int64,  # replicates
        types.float64[:, :, ::1],  # wins
        types.float64[:, :, ::1],  # squares
    )


@rule
def deal_with(deal: Any, s: Any, r: Any, out: Any, seed: int, other: int, held: int) -> None:
    """Set up a game whose held streams are those of `seed`, all others those of `other`, on a zeroed record."""
    deal(s, r, out, seed if held & DEAL != 0 else other)
    s.secret.draft_seed = seed if held & REMOVAL != 0 else other
    s.secret.bot_key = rng.mix(seed if held & CHOICES != 0 else other, rng.BOT)


@entry_point(LUCK_SIGNATURE)
def luck_games(
    deal: Any,
    apply: Any,
    run: Any,
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
    replicates: int,
    wins: Any,
    squares: Any,
) -> None:
    """Replay the deals first..last-1 of a shard.

    Parameters
    ----------
    deal, apply, run, bots, bot_states, s, raw, r, j, out
        As for `kernel.play_games`; the bots of all seats are equal.
    seeds : int64 array, shape (n,)
    first, last : int
        Range of deals, counted within the shard.
    replicates : int
        Replays in each way of holding luck; the first is the game of the seed itself.
    wins, squares : float64 arrays, shape (n, len(HELD), players)
        Win credit and its square by seat, summed over the replays; added to.
    """
    for block in range(first, last):
        for way in range(wins.shape[1]):
            for replicate in range(replicates):
                seed = seeds[block]
                other = rng.mix(seed, replicate) if replicate > 0 else seed
                raw[:] = 0
                deal_with(deal, s, r, out, seed, other, way + 1)
                apply(s, r, j, out, A_BEGIN_ROUND)
                run(apply, bots, bot_states, s, r, j, out, 0, ROUND_CAP)
                for seat in range(r.n_players):
                    credit = credit_of(s, seat)
                    wins[block, way, seat] += credit
                    squares[block, way, seat] += credit * credit
