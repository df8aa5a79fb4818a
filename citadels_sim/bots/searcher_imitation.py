"""Playing others as they do: whom they pick, discard, murder and rob, as searchers that ask nobody or as `learner`.

Such a searcher chooses by a search of its own: `planner` foresees its picks hardly better than chance, and is far too sure of them. So a
net was fitted to their games, which is another `learner`'s; its weights lie behind the learner's own, where there are some for the rules
of a table (``scripts/research/searcher_imitation.py``).
"""

from __future__ import annotations

from citadels_sim.bots.learner import consider, drawn, note_candidates
from citadels_sim.bots.learner.barred import is_barred
from citadels_sim.bots.learner.net import SIZE, judge
from citadels_sim.bots.learner.thought import CANDIDATES
from citadels_sim.bots.searcher_learned import ASKS, has_learned
from citadels_sim.bots.searcher_memory import Thought
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.memory import weights_of
from citadels_sim.engine.record_types import BotState, Legal, Rules, State
from citadels_sim.engine.rng import next_unit

NOTHING = -1


@rule
def may_imitate(rival: BotState, bot_state: BotState) -> bool:
    """Tell whether a rival, another searcher, asks nobody, and it has been learned how such a one plays at this table."""
    return bool(rival.parameters[ASKS] == 0.0 and bot_state.weights_n >= 2 * SIZE and has_learned(bot_state))


@rule
def is_imitated(t: Thought, seat: int) -> bool:
    """Tell whether a seat of the world is imitated."""
    return has(t.imitated, seat)


@rule
def imitated_kind(legal: Legal, n: int) -> int:
    """The kind of action that an imitated seat takes here, `NOTHING` where the fast bot decides."""
    for i in range(n):
        kind = legal.code[i] & 0xFF
        if kind == a.A_PICK or kind == a.A_DISCARD_CHARACTER or kind == a.A_MURDER or kind == a.A_ROB:
            return int(kind)
    return NOTHING


@rule
def imitated(t: Thought, s: State, rules: Rules, kind: int, n: int, bot_state: BotState) -> int:
    """Index of what the acting seat of a world picks or names, of those of a kind in ``t.legal``; `NOTHING` where all are barred."""
    view, legal, public = t.learner, t.legal, s.public
    me = s.seat[public.actor]
    if t.as_learner != 0:
        consider(view, public, me, rules, legal, n, bot_state)
        judge(view, weights_of(bot_state))
        return int(view.index[drawn(view, next_unit(bot_state))])
    view.candidates = 0
    for i in range(n):
        if legal.code[i] & 0xFF == kind and view.candidates < CANDIDATES and not is_barred(public, me, legal.code[i], bot_state):
            view.index[view.candidates] = i
            view.candidates += 1
    if view.candidates == 0:
        return NOTHING
    if view.candidates > 1:
        view.proposal = NOTHING
        note_candidates(view, public, me, rules, legal, n, bot_state)
        judge(view, weights_of(bot_state)[SIZE:])
        return int(view.index[drawn(view, next_unit(bot_state))])
    return int(view.index[0])
