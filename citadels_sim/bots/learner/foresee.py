"""Asking what `learner` has learned for the chance to win, at one decision: it needs no choice, and plays nothing."""

from __future__ import annotations

from citadels_sim.bots.learner.net import LEARNERS, W, add_rows, clear, win_chance
from citadels_sim.bots.learner.table_features import note_table
from citadels_sim.bots.learner.thought import Thought, new_thought
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.engine.loop import BOT_STATE_T
from citadels_sim.engine.memory import weights_of
from citadels_sim.engine.record_types import BotState, Legal, Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import LEGAL_T, STATE_T

__all__ = ["foresee"]

FORESEE_SIGNATURE = types.float64(BOT_STATE_T, STATE_T, RULES_T, LEGAL_T, types.int64)


@rule
def foreseen(t: Thought, bot_state: BotState, s: State, r: Rules, out: Legal, n: int, against: int) -> float:
    """Return what `foresee` does, against the given kind of others; `t` is the memory that it takes.

    What the seat may do does not count, so its actions are not noted.
    """
    weights = weights_of(bot_state)
    note_table(t, s.public, s.seat[s.public.actor], r, out, n)
    clear(t.h)
    add_rows(t, weights, W, 0, t.n, t.h)
    return win_chance(t, weights, against)


@entry_point(FORESEE_SIGNATURE, vectorise=True)
def foresee(bot_state: BotState, s: State, r: Rules, out: Legal, n: int) -> float:
    """Return the chance to win of the seat that has to decide, from what that seat sees, against others who play as well.

    Parameters
    ----------
    bot_state : record of dtype BOT_STATE
        With learned weights (`citadels_sim.bots.learner.net.SIZE` of them).
    s : record of dtype STATE
        A game at a decision; not changed.
    r : record of dtype RULES
    out : record of dtype LEGAL
        With the legal actions.
    n : int
        How many there are.

    Returns
    -------
    float
        0 to 1.
    """
    return foreseen(new_thought(), bot_state, s, r, out, n, LEARNERS)
