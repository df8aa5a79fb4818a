"""The options of a decision that is forked: which there are, whom each strikes, and how a game is played on with one."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from citadels_sim.compiler.decorators import rule
from citadels_sim.designs.fork_records import LISTED, NOTHING, Question
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.draft_order import seat_of_step, set_direction
from citadels_sim.engine.loop import ROUND_CAP, WHOLE_GAME, Table, Until, choice, play_until
from citadels_sim.engine.record_types import Rules, State

_LEAST_OPTIONS: Final = 2


@rule
def list_options(table: Table, n: int, q: Question) -> int:
    """Write the options of the decision at hand into ``q.actions``; return how many there are, 0 where they are too few or too many."""
    s, out = table.state, table.legal
    if q.decision == 0:
        for seat in range(s.public.players):
            q.actions[seat] = seat
        q.counted[LISTED] = s.public.players
        return int(s.public.players)
    found = 0
    others = 0
    for i in range(n):
        kind = out.code[i] & 0xFF
        if has(q.kinds, kind):
            if found < q.actions.size:
                q.actions[found] = out.code[i]
            found += 1
        elif not has(q.forbidden, kind):
            others += 1
    if found > 0 and q.forbidden != 0 and others > 0 and s.public.turn_mode == a.MODE_WHOLE:
        if found < q.actions.size:
            q.actions[found] = NOTHING
        found += 1
    q.counted[LISTED] = found if _LEAST_OPTIONS <= found <= q.actions.size else 0
    return int(q.counted[LISTED])


@rule
def place_of(q: Question, options: int, code: int) -> int:
    """Return the place of a bot's own choice among the options; -1 where it does something else first."""
    for i in range(options):
        if q.actions[i] == code or (q.actions[i] == NOTHING and code == a.A_END):
            return i
    return -1


@rule
def target_of(s: State, q: Question, code: int) -> int:
    """Return the seat that an option strikes, or that has the character which it names; -1: none."""
    kind = code & 0xFF
    if q.decision == 0:
        return int(code)
    if code == NOTHING or q.decision != a.TURN:
        return -1
    if kind in (a.A_MURDER, a.A_ROB, a.A_BEWITCH):
        return int(s.secret.holder[a.arg_a(code)])
    return a.arg_a(code) if kind in (a.A_DESTROY, a.A_SWAP) else -1


@rule
def crown_seat(s: State, r: Rules, seat: int) -> None:
    """Give the crown to a seat before the first pick of a round: the draft begins there; what was removed stays as it is."""
    p = s.public
    p.crown = seat
    set_direction(p)
    p.actor = seat_of_step(p, r, s.secret.draft_step)


@rule
def keep_others(out: Any, n: int, forbidden: int) -> int:
    """Move what is not forbidden to the front of the legal actions; return how much there is, or n where all is forbidden."""
    kept = 0
    for i in range(n):
        if not has(forbidden, out.code[i] & 0xFF):
            out.code[kept] = out.code[i]
            kept += 1
    return kept if kept > 0 else n


@rule
def play_without(table: Table, forbidden: int) -> None:
    """Let the bots decide until the game is over; who decides now does nothing of what is forbidden for the rest of this turn."""
    p = table.state.public
    turn: Any = np.int64(p.turn_no)
    own = Until(ROUND_CAP, 1, bit(p.actor), bit(a.TURN))
    n = play_until(table, a.A_LOOK, own)
    while n > 0 and p.turn_no == turn:
        n = play_until(table, choice(table, keep_others(table.legal, n, forbidden)), own)
    if n > 0:
        play_until(table, choice(table, n), WHOLE_GAME)


@rule
def play_option(table: Table, code: int, q: Question) -> None:
    """Play an option, and the game to its end."""
    if q.decision == 0:
        crown_seat(table.state, table.rules, code)
        play_until(table, a.A_LOOK, WHOLE_GAME)
    elif code == NOTHING:
        play_without(table, q.forbidden)
    else:
        play_until(table, code, WHOLE_GAME)
