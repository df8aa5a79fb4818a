"""The compiled loop over games forked at the begin of a round: the crown is given to every seat in turn, and each game played to its end.

The node of a game is a round of it, drawn as in `forks_kernel`. The crown moves before the first pick, so that its new holder drafts first;
which characters were removed stays as it is, and all continuations of a node see the same luck.
"""

from __future__ import annotations

from typing import Any, Final

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, rule
from citadels_sim.engine.actions import A_BEGIN_ROUND, A_LOOK
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.loop import DEAL_SIGNATURE, ROUND_CAP, RUN_CAPPED, RUN_SIGNATURE
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.selection import leads
from citadels_sim.engine.state import LEGAL_T, STATE_T
from citadels_sim.lab.bans.kernel import choose
from citadels_sim.lab.forks.kernel import credit_of, draw_round, is_last, other_luck
from citadels_sim.lab.tournament.kernel import seat_bot_states, seat_of

__all__ = ["CROWN_COLUMNS", "crown_games"]

CROWN_COLUMNS: Final = ("round", "own", "rounds", "weight", "leader", "last")
"""Rows of the nodes array (int32). ``own``: seat that had the crown in the game itself; ``leader``, ``last``: bits of seats."""
(ROUND, OWN, ROUNDS, WEIGHT, LEADER, LAST) = range(len(CROWN_COLUMNS))

CROWN_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    from citadels_sim.engine.loop import APPLY_T, BOT_STATES_T, BOTS_T

    CROWN_SIGNATURE = types.void(
        types.FunctionType(DEAL_SIGNATURE),
        APPLY_T,
        types.FunctionType(RUN_SIGNATURE),
        BOTS_T,
        BOT_STATES_T,
        BOT_STATES_T,
        STATE_T,
        types.uint8[::1],  # the same memory, to zero it and to come back to the node
        types.uint8[::1],  # the record at the node
        RULES_T,
        JOURNAL_T,
        LEGAL_T,
        types.int64[::1],  # seeds
        types.int64,  # block of the first seed
        types.int64,  # rotations
        types.int64,  # first
        types.int64,  # last
        types.int64,  # last round of nodes
        types.int32[:, ::1],  # nodes
        types.float64[:, :, :, ::1],  # wins
        types.int16[:, :, :, ::1],  # totals
    )


@rule
def play_to_round(apply: Any, bots: Any, bot_states: Any, s: Any, r: Any, j: Any, out: Any, round_no: int) -> None:
    """Let the bots decide until the first pick of a round, as `engine.loop.run` would."""
    n = apply(s, r, j, out, A_LOOK)
    while s.public.round_no < round_no:
        chosen = choose(bots, bot_states, s, r, out, n) if n > 1 else 0
        n = apply(s, r, j, out, out.code[chosen])


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


@entry_point(CROWN_SIGNATURE)
def crown_games(
    deal: Any,
    apply: Any,
    run: Any,
    bots: Any,
    bot_states: Any,
    seated: Any,
    s: Any,
    raw: Any,
    saved: Any,
    r: Any,
    j: Any,
    out: Any,
    seeds: Any,
    first_block: int,
    rotations: int,
    first: int,
    last: int,
    last_round: int,
    nodes: Any,
    wins: Any,
    totals: Any,
) -> None:
    """Give the crown of one round of each of the games first..last-1 of a shard to every seat in turn.

    Parameters
    ----------
    deal, apply, run, bots, bot_states, seated, s, raw, saved, r, j, out, seeds, first_block, rotations, first, last, last_round
        As for `forks_kernel.fork_games`.
    nodes : int32 array, shape (len(CROWN_COLUMNS), n)
    wins : float64 array, shape (n, replicates, players, players)
        Win credit by holder of the crown and seat.
    totals : int16 array, of the same shape
        Final scores.
    """
    players = r.n_players
    for g in range(first, last):
        k = g % rotations
        seed = seeds[g // rotations]
        seat_bot_states(bot_states, seated, players, k)
        at_table = (
            bots[seat_of(0, players, k)],
            bots[seat_of(1, players, k)],
            bots[seat_of(2, players, k)],
            bots[seat_of(3, players, k)],
            bots[seat_of(4, players, k)],
            bots[seat_of(5, players, k)],
            bots[seat_of(6, players, k)],
            bots[seat_of(7, players, k)],
        )
        raw[:] = 0
        deal(s, r, out, seed)
        apply(s, r, j, out, A_BEGIN_ROUND)
        how = run(apply, at_table, seated, s, r, j, out, 0, ROUND_CAP)
        rounds = int(s.public.round_no) - (1 if how == RUN_CAPPED else 0)
        weight = min(rounds, last_round)
        round_no = draw_round(seed, k, first_block + g // rotations + k, weight)

        raw[:] = 0
        deal(s, r, out, seed)
        apply(s, r, j, out, A_BEGIN_ROUND)
        play_to_round(apply, at_table, seated, s, r, j, out, round_no)
        note_node(s, round_no, rounds, weight, nodes, g)
        for b in range(raw.size):
            saved[b] = raw[b]
        for replicate in range(wins.shape[1]):
            for holder in range(players):
                for b in range(raw.size):
                    raw[b] = saved[b]
                other_luck(s, replicate)
                crown_seat(s, r, holder)
                run(apply, at_table, seated, s, r, j, out, 0, ROUND_CAP)
                for seat in range(players):
                    wins[g, replicate, holder, seat] = credit_of(s, seat)
                    totals[g, replicate, holder, seat] = s.public.total[seat]
