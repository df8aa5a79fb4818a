"""The compiled loop over the last rounds of games: every hostile act there is tried on every other target, and left undone.

A node is a decision of the last round at which a bot chose to strike another player. On copies of the game with the same luck it strikes
elsewhere, in every way that is legal there; and, where the rules leave it the choice, it goes on without striking until the round is over.
"""

from __future__ import annotations

from typing import Any, Final

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.loop import DEAL_SIGNATURE, ROUND_CAP, RUN_SIGNATURE
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.scoring import finish_game
from citadels_sim.engine.state import LEGAL_T, STATE_T
from citadels_sim.lab.bans.kernel import choose
from citadels_sim.lab.crowns.kernel import play_to_round
from citadels_sim.lab.tournament.kernel import seat_bot_states, seat_of

__all__ = ["ACTS", "ACT_COLUMNS", "MOST_ACTS", "RESTRAINT", "act_games"]

ACTS: Final = {
    a.A_MURDER: "murder", a.A_ROB: "rob", a.A_BEWITCH: "bewitch", a.A_SWAP: "swap", a.A_LOOK_AT: "look", a.A_DESTROY: "destroy",
    a.A_EXCHANGE: "exchange", a.A_ARMORY: "armory", a.A_CONFISCATE: "confiscate", a.A_REVEAL: "reveal", a.A_SPY: "spy", a.A_SEIZE: "seize",
}  # fmt: skip
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

ACT_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    from citadels_sim.engine.loop import APPLY_T, BOT_STATES_T, BOTS_T

    ACT_SIGNATURE = types.void(
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
        types.int64,  # rotations
        types.int64,  # first
        types.int64,  # last
        types.int32[::1],  # rounds
        types.int64[::1],  # other targets at the node
        types.int32[:, ::1],  # acts
        types.int64[::1],  # filled
    )


@rule
def is_hostile(code: int, actor: int) -> bool:
    """Tell whether an action strikes another player; the Warlord may turn on his own city."""
    kind = code & 0xFF
    if kind == a.A_DESTROY and a.arg_a(code) == actor:
        return False
    return has(_HOSTILE, kind)


@rule
def winners(s: Any) -> int:
    """Set of the seats that won a finished game."""
    found = 0
    for seat in range(s.public.players):
        found |= bit(seat) if s.public.place[seat] == 1 else 0
    return int(found)


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
def play_harmless(apply: Any, bots: Any, bot_states: Any, s: Any, r: Any, j: Any, out: Any, actor: int) -> None:
    """Let the bots decide until the game is over; one of them strikes nobody in this round where it has the choice."""
    n = apply(s, r, j, out, a.A_LOOK)
    round_no = s.public.round_no
    while s.public.over == 0:
        if s.public.round_no > ROUND_CAP:
            finish_game(s, r, j)
            return
        if s.public.actor == actor and s.public.round_no == round_no:
            # Where all that is legal strikes somebody, the order is as it was.
            kept = keep_harmless(out, n, actor)
            n = kept if kept > 0 else n
        chosen = choose(bots, bot_states, s, r, out, n) if n > 1 else 0
        n = apply(s, r, j, out, out.code[chosen])


@rule
def come_back(raw: Any, saved: Any) -> None:
    """Come back to the node."""
    for b in range(raw.size):
        raw[b] = saved[b]


@rule
def try_others(
    apply: Any, run: Any, bots: Any, bot_states: Any, s: Any, raw: Any, saved: Any, r: Any, j: Any, out: Any, n: int, code: int,
    targets: Any, acts: Any, at: int,
) -> None:  # fmt: skip
    """Play a node on in every way, and note whom that lets win instead; the game is left somewhere else."""
    actor = s.public.actor
    others = 0
    for i in range(n):
        if out.code[i] != code and is_hostile(out.code[i], actor):
            targets[others] = out.code[i]
            others += 1
    free = n - others - 1 > 0
    for b in range(raw.size):
        saved[b] = raw[b]
    apply(s, r, j, out, code)
    run(apply, bots, bot_states, s, r, j, out, 0, ROUND_CAP)
    won = winners(s)
    changed = 0
    for i in range(others):
        come_back(raw, saved)
        apply(s, r, j, out, targets[i])
        run(apply, bots, bot_states, s, r, j, out, 0, ROUND_CAP)
        changed += 1 if winners(s) != won and not has(winners(s), actor) else 0
    acts[OTHERS, at] = others
    acts[CHANGED, at] = changed
    acts[HELD_BACK, at] = NO_CHOICE
    if free:
        come_back(raw, saved)
        play_harmless(apply, bots, bot_states, s, r, j, out, actor)
        acts[HELD_BACK, at] = OTHER_WINNER if winners(s) != won and not has(winners(s), actor) else SAME


@entry_point(ACT_SIGNATURE)
def act_games(
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
    rotations: int,
    first: int,
    last: int,
    rounds: Any,
    targets: Any,
    acts: Any,
    filled: Any,
) -> None:
    """Try every hostile act of the last round of each of the games first..last-1 of a shard.

    Parameters
    ----------
    deal, apply, run, bots, bot_states, seated, s, raw, saved, r, j, out, seeds, rotations, first, last
        As for `forks_kernel.fork_games`.
    rounds : int32 array, shape (n,)
        Rounds of each game.
    targets : int64 array, shape (OUT,)
        Scratch.
    acts : int32 array, shape (len(ACT_COLUMNS), m)
        One column per hostile act, with room for `MOST_ACTS` of each game.
    filled : int64 array, shape (1,)
        Length reached in it; changed.
    """
    players = r.n_players
    for g in range(first, last):
        k = g % rotations
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
        deal(s, r, out, seeds[g // rotations])
        apply(s, r, j, out, a.A_BEGIN_ROUND)
        play_to_round(apply, at_table, seated, s, r, j, out, rounds[g])
        n = apply(s, r, j, out, a.A_LOOK)
        most = filled[0] + MOST_ACTS
        while s.public.over == 0 and s.public.round_no == rounds[g]:
            actor = s.public.actor
            code = out.code[choose(at_table, seated, s, r, out, n) if n > 1 else 0]
            if is_hostile(code, actor) and n > 1 and filled[0] < most:
                at = filled[0]
                acts[GAME, at] = g
                acts[ROUND, at] = rounds[g]
                acts[SEAT, at] = actor
                acts[ACT, at] = code & 0xFF
                try_others(apply, run, at_table, seated, s, raw, saved, r, j, out, n, code, targets, acts, at)
                come_back(raw, saved)
                filled[0] = at + 1
            n = apply(s, r, j, out, code)
