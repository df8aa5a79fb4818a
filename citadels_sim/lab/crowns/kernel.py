"""The compiled loop over games forked at the begin of a round: the crown is given to every seat in turn, and each game played to its end.

The node of a game is a round of it, drawn as in `forks_kernel`. The crown moves before the first pick, so that its new holder drafts first;
which characters were removed stays as it is, and all continuations of a node see the same luck.
"""

from __future__ import annotations

from typing import Any, Final

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.engine.actions import A_LOOK
from citadels_sim.engine.loop import DEALS_T, RUN_CAPPED, TABLE_T, WHOLE_GAME, begin, play_on, play_until, rotate
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.engine.selection import leads
from citadels_sim.lab.nodes import copy_memory, draw_round, is_last, other_luck, play_rounds

CROWN_COLUMNS: Final = ("round", "own", "rounds", "weight", "leader", "last")
"""Rows of the nodes array (int32). ``own``: seat that had the crown in the game itself; ``leader``, ``last``: bits of seats."""
(ROUND, OWN, ROUNDS, WEIGHT, LEADER, LAST) = range(len(CROWN_COLUMNS))

CROWN_SIGNATURE = types.void(
    TABLE_T, types.uint8[::1], DEALS_T, types.int64, types.int32[:, ::1], types.float64[:, :, :, ::1], types.int16[:, :, :, ::1]
)


@rule
def crown_seat(s: Any, r: Any, seat: int) -> None:
    """Give the crown to a seat before the first pick of a round: the draft begins there."""
    p = s.public
    p.crown = seat
    p.actor = (seat + r.step_seat[s.secret.draft_step]) % p.players


@rule
def note_node(s: Any, round_no: int, rounds: int, weight: int, nodes: Any, g: int) -> None:
    """Write what is known of a node before the crown moves."""
    nodes[ROUND, g] = round_no
    nodes[OWN, g] = s.public.crown
    nodes[ROUNDS, g] = rounds
    nodes[WEIGHT, g] = weight
    leader = 0
    last = 0
    for seat in range(s.public.players):
        leader |= (1 if leads(s, seat) else 0) << seat
        last |= (1 if is_last(s, seat) else 0) << seat
    nodes[LEADER, g] = leader
    nodes[LAST, g] = last


@entry_point(CROWN_SIGNATURE, unlocked=True)
def crown_games(table: Any, saved: Any, deals: Any, last_round: int, nodes: Any, wins: Any, totals: Any) -> None:
    """Give the crown of one round of each of some games of a shard to every seat in turn.

    Parameters
    ----------
    table, saved, deals, last_round
        As for `forks.kernel.fork_games`.
    nodes : int32 array, shape (len(CROWN_COLUMNS), n)
    wins : float64 array, shape (n, replicates, players, players)
        Win credit by holder of the crown and seat.
    totals : int16 array, of the same shape
        Final scores.
    """
    s, raw, players = table.state, table.raw, table.rules.n_players
    for g in range(deals.first, deals.last):
        k = g % deals.rotations
        block = g // deals.rotations
        seed = deals.seeds[block]
        rotate(table.lineup, players, k)
        end = play_on(table, WHOLE_GAME, begin(table, seed))
        rounds = int(s.public.round_no) - (1 if end == RUN_CAPPED else 0)
        weight = min(rounds, last_round)
        round_no = draw_round(seed, k, deals.first_block + block + k, weight)

        play_rounds(table, round_no - 1, begin(table, seed))
        note_node(s, round_no, rounds, weight, nodes, g)
        copy_memory(raw, saved)
        for replicate in range(wins.shape[1]):
            for holder in range(players):
                copy_memory(saved, raw)
                other_luck(s, replicate)
                crown_seat(s, table.rules, holder)
                play_until(table, A_LOOK, WHOLE_GAME)
                for seat in range(players):
                    wins[g, replicate, holder, seat] = share_of_win(s.public, seat)
                    totals[g, replicate, holder, seat] = s.public.total[seat]
