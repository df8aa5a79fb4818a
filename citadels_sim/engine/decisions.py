"""The two questions that everything asks the engine: what is legal, and what follows.

`apply` plays one action and runs on to the next decision that is a choice, or to the end of the game. What is no choice is played by the
engine itself, but for a player's turn, which the player ends.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.engine import actions as a
from citadels_sim.engine.building import build
from citadels_sim.engine.characters import rank1, rank2, rank3, rank8
from citadels_sim.engine.districts import graveyard
from citadels_sim.engine.districts.turn import laboratory, smithy
from citadels_sim.engine.jit import INTERPRETED, rule, seam
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.selection import apply_discard, apply_pick, begin_round, legal_pick
from citadels_sim.engine.state import LEGAL_T, STATE_T
from citadels_sim.engine.turn import (
    call_next,
    end_turn,
    gather_cards,
    gather_gold,
    keep,
    keep_legal,
    take_income,
    turn_legal,
)

APPLY_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    APPLY_SIGNATURE = types.int64(STATE_T, RULES_T, JOURNAL_T, LEGAL_T, types.int64)


@rule
def legal(s: Any, r: Any, out: Any) -> int:
    """Write the legal actions of the pending decision to `out`; return how many there are."""
    decision = s.public.decision
    if decision == a.TURN:
        return turn_legal(s, r, out)
    if decision == a.PICK or decision == a.DISCARD_CHARACTER:
        return legal_pick(s, out)
    if decision == a.KEEP:
        return keep_legal(s, out)
    if decision == a.REDRAW:
        return rank3.redraw_legal(s, out)
    if decision == a.GRAVEYARD:
        return graveyard.graveyard_legal(out)
    return 0


@rule
def play_in_turn(s: Any, r: Any, j: Any, kind: int, code: int) -> None:
    """Play one action of a turn."""
    if kind == a.A_GOLD:
        gather_gold(s, r, j)
    elif kind == a.A_CARDS:
        gather_cards(s, r, j)
    elif kind == a.A_INCOME:
        take_income(s, r, j)
    elif kind == a.A_BUILD:
        build(s, r, j, a.arg_a(code))
    elif kind == a.A_END:
        end_turn(s, r, j)
    elif kind == a.A_LAB:
        laboratory(s, r, j, a.arg_a(code))
    elif kind == a.A_SMITHY:
        smithy(s, r, j)
    else:
        play_power(s, r, j, kind, code)


@rule
def play_power(s: Any, r: Any, j: Any, kind: int, code: int) -> None:
    """Play a character's power."""
    if kind == a.A_MURDER:
        rank1.murder(s, j, a.arg_a(code))
    elif kind == a.A_ROB:
        rank2.rob(s, j, a.arg_a(code))
    elif kind == a.A_SWAP:
        rank3.swap_hands(s, j, a.arg_a(code))
    elif kind == a.A_REDRAW:
        rank3.begin_redraw(s)
    elif kind == a.A_DESTROY:
        rank8.destroy(s, r, j, a.arg_a(code), a.arg_b(code))
        graveyard.ask_graveyards(s, r)


@rule
def play(s: Any, r: Any, j: Any, code: int) -> None:
    """Play one action of the pending decision, without looking whether it is legal."""
    kind = code & 0xFF
    decision = s.public.decision
    if kind == a.A_BEGIN_ROUND:
        begin_round(s, r, j)
    elif kind == a.A_CALL_NEXT:
        call_next(s, r, j)
    elif decision == a.TURN:
        play_in_turn(s, r, j, kind, code)
    elif decision == a.PICK:
        if apply_pick(s, r, j, a.arg_a(code)):
            call_next(s, r, j)
    elif decision == a.DISCARD_CHARACTER:
        if apply_discard(s, r, j, a.arg_a(code)):
            call_next(s, r, j)
    elif decision == a.KEEP:
        keep(s, r, j, a.arg_a(code))
    elif decision == a.REDRAW:
        if kind == a.A_DONE:
            rank3.finish_redraw(s, r, j)
        else:
            rank3.lay_aside(s, a.arg_a(code))
    elif decision == a.GRAVEYARD:
        graveyard.graveyard_answer(s, r, j, kind == a.A_GRAVEYARD)


@seam(APPLY_SIGNATURE)
def apply(s: Any, r: Any, j: Any, out: Any, code: int) -> int:
    """Play an action, run on to the next choice, list what is legal there.

    Parameters
    ----------
    s : record of dtype STATE
        The game; changed.
    r : record of dtype RULES
    j : record of dtype JOURNAL
        Journal to write to; of capacity 0 to write nothing.
    out : record of dtype LEGAL
        Filled with the legal actions of the decision that is reached.
    code : int
        A legal action, or one of A_BEGIN_ROUND, A_CALL_NEXT, A_LOOK.

    Returns
    -------
    int
        How many actions are legal now; 0 when the game is over.
    """
    if code > a.A_LOOK:
        s.secret.choices[s.public.actor] += 1
        s.public.decision_no += 1
    if code != a.A_LOOK:
        play(s, r, j, code)
    while s.public.over == 0:
        n = legal(s, r, out)
        if n != 1 or s.public.decision == a.TURN:
            return n
        play(s, r, j, out.code[0])
    return 0
