"""The compiled loop over replayed deals: for each choice of fixed luck, a game is played again and again with the rest of its luck new.

A game has three sources of luck, each a stream of its own. Holding two of them and drawing the third anew, or holding one and drawing the
others, shows how much of the outcome each of them decides.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.engine import rng
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.loop import DEALS_T, TABLE_T, WHOLE_GAME, Deals, Table, play_until, set_up
from citadels_sim.engine.record_types import State
from citadels_sim.engine.scoring import share_of_win

STREAMS: Final = ("deal", "removal", "choices")
"""The sources of luck: what is dealt (cast, deck, hands, first crown, cards drawn by lot later); the characters removed from the draft of
every round; the random numbers of the bots."""
DEAL, REMOVAL, CHOICES = 1, 2, 4

HELD: Final = tuple("+".join(name for i, name in enumerate(STREAMS) if held >> i & 1) for held in range(1, DEAL | REMOVAL | CHOICES))
"""Ways of holding luck fast: the streams that all replays of a deal share, by their bits less 1; neither none nor all of them."""

LUCK_SIGNATURE = types.void(TABLE_T, DEALS_T, types.int64, types.float64[:, :, ::1], types.float64[:, :, ::1])


@rule
def seed_of(stream: int, held: int, seed: int, other: int) -> int:
    """Return the seed of a stream: `seed` where it is held."""
    return seed if held & stream != 0 else other


@rule
def hold(s: State, held: int, seed: int, other: int) -> None:
    """Give a game that was dealt from the seed of its deal the other streams, those of `seed` where they are held."""
    s.secret.draft_seed = seed_of(REMOVAL, held, seed, other)
    s.secret.bot_key = rng.mix(seed_of(CHOICES, held, seed, other), rng.BOT)


@entry_point(LUCK_SIGNATURE, unlocked=True)
def luck_games(table: Table, deals: Deals, replicates: int, wins: Array, squares: Array) -> None:
    """Replay some deals of a shard.

    Parameters
    ----------
    table : Table
        The bots of all seats are equal.
    deals : Deals
        Without rotations: `first` and `last` are blocks.
    replicates : int
        Replays in each way of holding luck; the first is the game of the seed itself.
    wins, squares : float64 arrays, shape (n, len(HELD), players)
        Win credit and its square by seat, summed over the replays; added to.
    """
    for block in range(deals.first, deals.last):
        for way in range(wins.shape[1]):
            for replicate in range(replicates):
                seed = deals.seeds[block]
                other = rng.mix(seed, replicate) if replicate > 0 else seed
                set_up(table, seed_of(DEAL, way + 1, seed, other))
                hold(table.state, way + 1, seed, other)
                play_until(table, A_BEGIN_ROUND, WHOLE_GAME)
                for seat in range(table.rules.n_players):
                    credit = share_of_win(table.state.public, seat)
                    wins[block, way, seat] += credit
                    squares[block, way, seat] += credit * credit
