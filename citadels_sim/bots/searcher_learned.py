"""What the searcher takes from `learner` where it has learned the rules: which actions to compare, and how it chooses.

The choice weighs both: an action's strength is the logarithm of its chance with the learner plus the mean result of its playouts, in
units of the parameter ``prior``. Where others may try to foresee the choice, it is drawn in proportion to the exponentials of the
strengths: that moves the learner's mixed policy towards actions that were better than expected, and still mixes. Elsewhere it is the
strongest.
"""

from __future__ import annotations

import math

from citadels_sim.bots.learner import PLAYER_PARAMETERS, consider, likeliest
from citadels_sim.bots.learner.net import SIZE, judge
from citadels_sim.bots.searcher_memory import CANDIDATES, Thought, add_candidate
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.memory import weights_of
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit

LIKELY = 0.01
"""Least chance with the learner of an action that is compared."""


ASKS = len(PLAYER_PARAMETERS) + 5
"""Position of the parameter that says whether it asks at all."""


@rule
def has_learned(bot_state: BotState) -> bool:
    """Tell whether to ask the learner: whether there are weights for the rules of this table, and the bot is to use them."""
    return bool(bot_state.weights_n >= SIZE and bot_state.parameters[ASKS] > 0.0)


@rule
def propose_learned(t: Thought, public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState, least: float) -> None:
    """Note the actions whose chance with the learner is `least` (more than 0) or more, the likeliest first, and at least one."""
    view = t.learner
    consider(view, public, me, rules, legal, n, bot_state)
    judge(view, weights_of(bot_state))
    t.candidates = 0
    while t.candidates < CANDIDATES:
        best = likeliest(view)
        if view.chance[best] < least and t.candidates > 0:
            return
        add_candidate(t, legal, view.index[best])
        t.prior[t.candidates - 1] = math.log(view.chance[best])
        view.chance[best] = 0.0


@rule
def strongest(t: Thought, worlds: int, prior: float) -> int:
    """Fill in how strong each candidate is, as ``t.strength``; return the strongest."""
    best = 0
    for i in range(t.candidates):
        t.strength[i] = t.prior[i] + t.value[i] / (worlds * prior)
        if t.strength[i] > t.strength[best]:
            best = i
    return best


@rule
def drawn_by_strength(t: Thought, best: int, bot_state: BotState) -> int:
    """Draw a candidate, each in proportion to the exponential of its strength."""
    total = 0.0
    for i in range(t.candidates):
        total += math.exp(t.strength[i] - t.strength[best])
    luck = total * next_unit(bot_state)
    for i in range(t.candidates):
        luck -= math.exp(t.strength[i] - t.strength[best])
        if luck < 0.0:
            return i
    return best
