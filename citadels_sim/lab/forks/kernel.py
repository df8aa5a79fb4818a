"""The compiled loop over forked games: one pick of a game is made in every way, and each game that follows is played to its end.

Game g of a shard is first played as its bots play it, which tells its rounds. One round of it is drawn, and one pick of that round: the
*node*. The game is played again up to the node, and from a copy of its record once for every character that could be picked there. All
continuations of a node see the same luck, for every random number is named by what it is for. A further *replicate* gives all of them other
luck from the node on, the bots' streams and the lots of later rounds; the deck stays as it lies.
"""

from __future__ import annotations

from typing import Any, Final

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, rule
from citadels_sim.engine import rng
from citadels_sim.engine.actions import A_BEGIN_ROUND, A_LOOK, PICK, arg_a
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.loop import DEAL_SIGNATURE, ROUND_CAP, RUN_CAPPED, RUN_SIGNATURE, bot_stream
from citadels_sim.engine.rules import RULES_T, STEP_PICK, STEP_PICK_LAST
from citadels_sim.engine.selection import leads
from citadels_sim.engine.state import LEGAL_T, RANKS, STATE_T
from citadels_sim.lab.tournament.kernel import seat_bot_states, seat_of

__all__ = ["NODE_COLUMNS", "PICKS", "STRATA", "fork_games", "picks_of"]

NODE_COLUMNS: Final = (
    "round", "slot", "seat", "bot", "offered", "policy", "drawn", "leader", "last", "gold", "hand", "city", "rounds", "weight",
)  # fmt: skip
"""Rows of the nodes array (int32). ``offered``: bits of ranks; ``policy``, ``drawn``: ranks; ``bot``: position in the line-up."""

(ROUND, SLOT, SEAT, BOT, OFFERED, POLICY, DRAWN, LEADER, LAST, GOLD, HAND, CITY, ROUNDS, WEIGHT) = range(len(NODE_COLUMNS))

PICKS: Final = RANKS
"""Most characters that one pick can choose from."""
STRATA: Final = 12
"""Parts of a game, by its rounds, from which nodes are drawn in turn."""

_FORK: Final = 101
"""Purpose of the random numbers that choose a node; the engine's own purposes count up from 1 and stay below."""
_ROUND_DRAW, _PICK_DRAW = 1, 2

FORK_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    from citadels_sim.engine.loop import APPLY_T, BOT_STATES_T, BOTS_T

    FORK_SIGNATURE = types.void(
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
        types.int64,  # replicates
        types.int64,  # last round of nodes
        types.int64[::1],  # actions at the node
        types.int32[:, ::1],  # nodes
        types.int16[:, ::1],  # casts
        types.float64[:, :, ::1],  # wins
        types.int16[:, :, ::1],  # totals
    )


@rule
def picks_of(r: Any) -> int:
    """Count the picks of a round."""
    n = 0
    for step in range(r.n_steps):
        if r.step_op[step] == STEP_PICK or r.step_op[step] == STEP_PICK_LAST:
            n += 1
    return n


@rule
def slot_now(s: Any) -> int:
    """Number of the pick that is about to be made, 1 for the first of the round."""
    slot = 1
    for seat in range(s.public.players):
        slot += s.seat[seat].picks_n
    return int(slot)


@rule
def is_last(s: Any, seat: int) -> bool:
    """Tell whether nobody's city is worth less at this moment (ties count)."""
    for other in range(s.public.players):  # noqa: SIM110 - compiled code knows no generators
        if s.public.city_worth[other] < s.public.city_worth[seat]:
            return False
    return True


@rule
def play_to(apply: Any, bots: Any, bot_states: Any, s: Any, r: Any, j: Any, out: Any, round_no: int, slot: int) -> int:
    """Let the bots decide until a pick of a round, as `engine.loop.run` would; return how many characters it chooses from."""
    n = apply(s, r, j, out, A_LOOK)
    while not (s.public.round_no == round_no and s.public.decision == PICK and slot_now(s) == slot):
        if n == 1:
            n = apply(s, r, j, out, out.code[0])
            continue
        seat = s.public.actor
        bot_state = bot_states.seat[seat]
        bot_stream(s, seat, bot_state)
        n = apply(s, r, j, out, out.code[bots[seat](s.public, s.seat[seat], r, out, n, bot_state)])
    return int(n)


@rule
def draw_round(seed: int, rotation: int, turn: int, rounds: int) -> int:
    """Draw a round 1..rounds uniformly; games in turn draw from the twelve parts of what is uniform in [0, 1)."""
    luck = rng.stream(seed, _FORK, rotation, _ROUND_DRAW)
    # In 2**32ths: the part, and a random place within it.
    place = ((turn % STRATA) << 32) + (luck >> 31)
    return int(1 + ((place // STRATA) * rounds >> 32))


@rule
def note_node(s: Any, rotation: int, rounds: int, weight: int, nodes: Any, g: int) -> None:
    """Write what is known of a node before the pick."""
    p = s.public
    seat = p.actor
    nodes[ROUND, g] = p.round_no
    nodes[SLOT, g] = slot_now(s)
    nodes[SEAT, g] = seat
    nodes[BOT, g] = seat_of(seat, p.players, rotation)
    nodes[OFFERED, g] = s.secret.packet
    nodes[LEADER, g] = 1 if leads(s, seat) else 0
    nodes[LAST, g] = 1 if is_last(s, seat) else 0
    nodes[GOLD, g] = p.gold[seat]
    nodes[HAND, g] = p.hand_n[seat]
    nodes[CITY, g] = p.city_n[seat]
    nodes[ROUNDS, g] = rounds
    nodes[WEIGHT, g] = weight


@rule
def other_luck(s: Any, replicate: int) -> None:
    """Give a game other luck from here on; replicate 0 keeps its own."""
    if replicate > 0:
        s.secret.seed = rng.mix(s.secret.seed, replicate)
        s.secret.bot_key = rng.mix(s.secret.bot_key, replicate)
        s.secret.draft_seed = rng.mix(s.secret.draft_seed, replicate)


@rule
def credit_of(s: Any, seat: int) -> float:
    """Win credit of a seat of a finished game: shared by those who remain tied."""
    if s.public.place[seat] != 1:
        return 0.0
    winners = 0
    for other in range(s.public.players):
        if s.public.place[other] == 1:
            winners += 1
    return 1.0 / winners


@entry_point(FORK_SIGNATURE)
def fork_games(
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
    replicates: int,
    last_round: int,
    actions: Any,
    nodes: Any,
    casts: Any,
    wins: Any,
    totals: Any,
) -> None:
    """Fork one pick of each of the games first..last-1 of a shard.

    Parameters
    ----------
    deal, apply, run, bots, bot_states, seated, s, raw, r, j, out, seeds, rotations, first, last
        As for `kernel.play_games`; the journal's capacity is 0.
    saved : uint8 array
        Memory for a copy of `s`.
    first_block : int
        Number of the block that `seeds` begins with.
    replicates : int
        How often each character is played on from the node.
    last_round : int
        Nodes are drawn from the rounds up to this one.
    actions : int64 array, shape (PICKS,)
        Scratch.
    nodes : int32 array, shape (len(NODE_COLUMNS), n)
    casts : int16 array, shape (n, RANKS)
        Character code by rank.
    wins : float64 array, shape (n, replicates, RANKS)
        Win credit of who picks, by rank picked; what was not offered is left as it is.
    totals : int16 array, shape (n, replicates, RANKS)
        Final score of who picks, by rank picked.
    """
    players = r.n_players
    picks = picks_of(r)
    for g in range(first, last):
        k = g % rotations
        seed = seeds[g // rotations]
        turn = first_block + g // rotations + k
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
        round_no = draw_round(seed, k, turn // picks, weight)

        raw[:] = 0
        deal(s, r, out, seed)
        apply(s, r, j, out, A_BEGIN_ROUND)
        n = play_to(apply, at_table, seated, s, r, j, out, round_no, 1 + turn % picks)
        seat = s.public.actor
        note_node(s, k, rounds, weight, nodes, g)
        for rank in range(RANKS):
            casts[g, rank] = s.public.cast[rank]
        chosen = 0
        if n > 1:
            bot_state = seated.seat[seat]
            bot_stream(s, seat, bot_state)
            chosen = at_table[seat](s.public, s.seat[seat], r, out, n, bot_state)
        nodes[POLICY, g] = arg_a(out.code[chosen])
        nodes[DRAWN, g] = arg_a(out.code[rng.below(rng.stream(seed, _FORK, k, _PICK_DRAW), n)])
        for i in range(n):
            actions[i] = out.code[i]
        for b in range(raw.size):
            saved[b] = raw[b]
        for replicate in range(replicates):
            for i in range(n):
                for b in range(raw.size):
                    raw[b] = saved[b]
                other_luck(s, replicate)
                apply(s, r, j, out, actions[i])
                run(apply, at_table, seated, s, r, j, out, 0, ROUND_CAP)
                rank = arg_a(actions[i])
                wins[g, replicate, rank] = credit_of(s, seat)
                totals[g, replicate, rank] = s.public.total[seat]
