"""The compiled loop over the last rounds of games: every hostile act there is tried on every other target, and left undone.

A node is a decision of the last round at which a bot chose to strike another player. On copies of the game with the same luck it strikes
elsewhere, in every way that is legal there; and, where the rules permit it, it continues without striking until the round is over.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.designs.nodes import copy_memory, play_rounds
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.loop import (
    DEALS_T,
    EVERY_DECISION,
    TABLE_T,
    WHOLE_GAME,
    Deals,
    Table,
    Until,
    begin,
    choice,
    play_on,
    play_until,
    rotate,
)
from citadels_sim.engine.record_types import State

ACTS: Final = {
    a.A_MURDER: "murder",
    a.A_ROB: "rob",
    a.A_BEWITCH: "bewitch",
    a.A_SWAP: "swap",
    a.A_LOOK_AT: "look",
    a.A_DESTROY: "destroy",
    a.A_EXCHANGE: "exchange",
    a.A_ARMORY: "armory",
    a.A_CONFISCATE: "confiscate",
    a.A_REVEAL: "reveal",
    a.A_SPY: "spy",
    a.A_SEIZE: "seize",
}
"""Kinds of action that strike one other player, chosen through a character or directly, and their names: what runs of flow call hits."""
_HOSTILE: Final = sum(1 << kind for kind in ACTS)

ACT_COLUMNS: Final = ("game", "round", "seat", "act", "others", "changed", "restraint")
"""Rows of the acts array (int32). ``others``: other targets that were tried; ``changed``: those of them with which somebody else, but not
who acts, wins; ``restraint``: the same of not striking at all, see `RESTRAINT`."""
(GAME, ROUND, SEAT, ACT, OTHERS, CHANGED, HELD_BACK) = range(len(ACT_COLUMNS))

RESTRAINT: Final = ("same", "changed", "none")
"""What not striking would have done: the same winner, another one; none: the rules left no choice but to strike somebody."""
SAME, OTHER_WINNER, NO_CHOICE = range(3)

MOST_ACTS: Final = 64
"""Most hostile acts of one game's last round that are tried; the table of eight has two or three."""

ACT_SIGNATURE = types.void(TABLE_T, types.uint8[::1], DEALS_T, types.int32[::1], types.int64[::1], types.int32[:, ::1], types.int64[::1])


@rule
def is_hostile(code: int, actor: int) -> bool:
    """Return whether an action strikes another player; the Warlord may turn on his own city."""
    kind = code & 0xFF
    if kind == a.A_DESTROY and a.arg_a(code) == actor:
        return False
    return has(_HOSTILE, kind)


@rule
def winners(s: State) -> int:
    """Set of the seats that won a finished game."""
    seats = 0
    for seat in range(s.public.players):
        seats |= bit(seat) if s.public.place[seat] == 1 else 0
    return int(seats)


@rule
def keep_harmless(out: Any, n: int, actor: int) -> int:
    """Move what strikes nobody to the front of the legal actions; return how much there is."""
    kept = 0
    for i in range(n):
        if not is_hostile(out.code[i], actor):
            out.code[kept] = out.code[i]
            kept += 1
    return kept


@rule
def play_harmless(table: Table, actor: int) -> None:
    """Let the bots decide until the game is over; one of them strikes nobody in this round where it has the choice."""
    round_no: Any = np.int64(table.state.public.round_no)
    own = Until(round_no, 0, bit(actor), -1)
    n = play_until(table, a.A_LOOK, own)
    while n > 0 and table.state.public.round_no == round_no:
        # Where all that is legal strikes somebody, the order is as it was.
        kept = keep_harmless(table.legal, n, actor)
        n = play_until(table, choice(table, kept if kept > 0 else n), own)
    play_on(table, WHOLE_GAME, n)


@rule
def winners_after(table: Table, code: int) -> int:
    """Play an action and the game to its end; return who won."""
    play_until(table, code, WHOLE_GAME)
    return winners(table.state)


@rule
def try_others(table: Table, saved: Array, n: int, code: int, targets: Array, acts: Array, at: int) -> None:
    """Play a node on in every way, and note whom that lets win instead; the game is left somewhere else."""
    out, actor = table.legal, table.state.public.actor
    others = 0
    for i in range(n):
        if out.code[i] != code and is_hostile(out.code[i], actor):
            targets[others] = out.code[i]
            others += 1
    free = n - others - 1 > 0
    copy_memory(table.raw, saved)
    won = winners_after(table, code)
    changed = 0
    for i in range(others):
        copy_memory(saved, table.raw)
        instead = winners_after(table, targets[i])
        changed += 1 if instead != won and not has(instead, actor) else 0
    acts[OTHERS, at] = others
    acts[CHANGED, at] = changed
    acts[HELD_BACK, at] = NO_CHOICE
    if free:
        copy_memory(saved, table.raw)
        play_harmless(table, actor)
        instead = winners(table.state)
        acts[HELD_BACK, at] = OTHER_WINNER if instead != won and not has(instead, actor) else SAME


@entry_point(ACT_SIGNATURE, unlocked=True)
def act_games(table: Table, saved: Array, deals: Deals, rounds: Array, targets: Array, acts: Array, filled: Array) -> None:
    """Try every hostile act of the last round of each of some games of a shard.

    Parameters
    ----------
    table, saved, deals
        As for `designs.forking.fork_games`.
    rounds : int32 array, shape (n,)
        Rounds of each game.
    targets : int64 array, shape (OUT,)
        Scratch.
    acts : int32 array, shape (len(ACT_COLUMNS), m)
        One column per hostile act, with room for `MOST_ACTS` of each game.
    filled : int64 array, shape (1,)
        Length reached in it; changed.
    """
    p = table.state.public
    for g in range(deals.first, deals.last):
        rotate(table.lineup, table.rules.n_players, g % deals.rotations)
        n = play_rounds(table, rounds[g] - 1, begin(table, deals.seeds[g // deals.rotations]))
        most = filled[0] + MOST_ACTS
        while n > 0 and p.round_no == rounds[g]:
            actor = p.actor
            code = choice(table, n)
            if is_hostile(code, actor) and n > 1 and filled[0] < most:
                at = filled[0]
                acts[GAME, at] = g
                acts[ROUND, at] = rounds[g]
                acts[SEAT, at] = actor
                acts[ACT, at] = code & 0xFF
                try_others(table, saved, n, code, targets, acts, at)
                copy_memory(saved, table.raw)
                filled[0] = at + 1
            n = play_until(table, code, EVERY_DECISION)
