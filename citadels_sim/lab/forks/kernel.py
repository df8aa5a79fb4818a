"""The compiled loop over forked games: one pick of a game is made in every way, and each game that follows is played to its end.

Game g of a shard is first played as its bots play it, to count its rounds. One round of it is drawn, and one pick of that round: the
*node*. The game is played again up to the node, and from a copy of its record once for every character that could be picked there. All
continuations of a node see the same luck, for every random number is named by what it is for. A further *replicate* gives all of them other
luck from the node on, the bots' streams and the lots of later rounds; the deck stays as it lies.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.engine import rng
from citadels_sim.engine.actions import PICK, arg_a
from citadels_sim.engine.loop import DEALS_T, ROUND_CAP, RUN_CAPPED, TABLE_T, WHOLE_GAME, Until, begin, choice, play_on, play_until, rotate
from citadels_sim.engine.rules import STEP_PICK, STEP_PICK_LAST
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.engine.selection import leads
from citadels_sim.engine.state import RANKS
from citadels_sim.lab.nodes import NODE_LUCK, copy_memory, draw_round, is_last, other_luck, play_rounds

NODE_COLUMNS: Final = (
    "round",
    "slot",
    "seat",
    "bot",
    "offered",
    "policy",
    "drawn",
    "leader",
    "last",
    "gold",
    "hand",
    "city",
    "rounds",
    "weight",
)
"""Rows of the nodes array (int32). ``offered``: bits of ranks; ``policy``, ``drawn``: ranks; ``bot``: position in the line-up."""

(ROUND, SLOT, SEAT, BOT, OFFERED, POLICY, DRAWN, LEADER, LAST, GOLD, HAND, CITY, ROUNDS, WEIGHT) = range(len(NODE_COLUMNS))

PICKS: Final = RANKS
"""Most characters that one pick can choose from."""
_PICK_DRAW: Final = 2

_PICKS: Final = Until(ROUND_CAP, 1, -1, 1 << PICK)


class Nodes(NamedTuple):
    """Arrays for the results of the nodes of some games.

    Attributes
    ----------
    nodes : int32 array, shape (len(NODE_COLUMNS), n)
    casts : int16 array, shape (n, RANKS)
        Character code by rank.
    wins : float64 array, shape (n, replicates, RANKS)
        Win credit of who picks, by rank picked; what was not offered is left as it is.
    totals : int16 array, shape (n, replicates, RANKS)
        Final score of who picks, by rank picked.
    """

    nodes: Any
    casts: Any
    wins: Any
    totals: Any


_NODES_T = types.NamedTuple((types.int32[:, ::1], types.int16[:, ::1], types.float64[:, :, ::1], types.int16[:, :, ::1]), Nodes)
FORK_SIGNATURE = types.void(TABLE_T, types.uint8[::1], DEALS_T, types.int64, types.int64[::1], _NODES_T)


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
def play_to(table: Any, round_no: int, slot: int, n: int) -> int:
    """Let the bots decide until a pick of a round; return how many characters it chooses from."""
    n = play_on(table, _PICKS, play_rounds(table, round_no - 1, n))
    while slot_now(table.state) != slot:
        n = play_until(table, choice(table, n), _PICKS)
    return n


@rule
def note_node(s: Any, bot: int, rounds: int, weight: int, nodes: Any, g: int) -> None:
    """Write what is known of a node before the pick."""
    p = s.public
    seat = p.actor
    nodes[ROUND, g] = p.round_no
    nodes[SLOT, g] = slot_now(s)
    nodes[SEAT, g] = seat
    nodes[BOT, g] = bot
    nodes[OFFERED, g] = s.secret.packet
    nodes[LEADER, g] = 1 if leads(s, seat) else 0
    nodes[LAST, g] = 1 if is_last(s, seat) else 0
    nodes[GOLD, g] = p.gold[seat]
    nodes[HAND, g] = p.hand_n[seat]
    nodes[CITY, g] = p.city_n[seat]
    nodes[ROUNDS, g] = rounds
    nodes[WEIGHT, g] = weight


@entry_point(FORK_SIGNATURE, unlocked=True)
def fork_games(table: Any, saved: Any, deals: Any, last_round: int, actions: Any, arrays: Any) -> None:
    """Fork one pick of each of some games of a shard.

    Parameters
    ----------
    table : Table
        The journal's capacity is 0.
    saved : uint8 array
        Memory for a copy of the game.
    deals : Deals
    last_round : int
        Nodes are drawn from the rounds up to this one.
    actions : int64 array, shape (PICKS,)
        Scratch.
    arrays : Nodes
        Written to; as many replicates as it has room for are played.
    """
    s, raw, out = table.state, table.raw, table.legal
    nodes = arrays.nodes
    picks = picks_of(table.rules)
    for g in range(deals.first, deals.last):
        k = g % deals.rotations
        block = g // deals.rotations
        seed = deals.seeds[block]
        turn = deals.first_block + block + k
        rotate(table.lineup, table.rules.n_players, k)
        end = play_on(table, WHOLE_GAME, begin(table, seed))
        rounds = int(s.public.round_no) - (1 if end == RUN_CAPPED else 0)
        weight = min(rounds, last_round)
        round_no = draw_round(seed, k, turn // picks, weight)

        n = play_to(table, round_no, 1 + turn % picks, begin(table, seed))
        seat = s.public.actor
        note_node(s, table.lineup.position[seat], rounds, weight, nodes, g)
        for rank in range(RANKS):
            arrays.casts[g, rank] = s.public.cast[rank]
        nodes[POLICY, g] = arg_a(choice(table, n))
        nodes[DRAWN, g] = arg_a(out.code[rng.below(rng.stream(seed, NODE_LUCK, k, _PICK_DRAW), n)])
        for i in range(n):
            actions[i] = out.code[i]
        copy_memory(raw, saved)
        for replicate in range(arrays.wins.shape[1]):
            for i in range(n):
                copy_memory(saved, raw)
                other_luck(s, replicate)
                play_until(table, actions[i], WHOLE_GAME)
                rank = arg_a(actions[i])
                arrays.wins[g, replicate, rank] = share_of_win(s.public, seat)
                arrays.totals[g, replicate, rank] = s.public.total[seat]
