"""What the searcher thinks in: a sampled world, a copy of it to play on, and what it keeps of the actions it compares."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from citadels_sim.bots.learner.thought import THOUGHT as LEARNER_THOUGHT
from citadels_sim.bots.planner import PLANNER
from citadels_sim.compiler.decorators import by_symbol, rule
from citadels_sim.compiler.function_tables import FUNCTION
from citadels_sim.engine.decisions import apply as apply_entry_point
from citadels_sim.engine.journal import JOURNAL
from citadels_sim.engine.loop import BOT_STATE
from citadels_sim.engine.memory import local_record
from citadels_sim.engine.record_types import Legal
from citadels_sim.engine.rules import STEPS
from citadels_sim.engine.state import DECK, KINDS, LEGAL, SEATS, STATE

CANDIDATES = 32
"""Most actions that are compared at one decision."""
CARDS = 2 * DECK
"""Most cards that are dealt anew."""

PLAYER = PLANNER
"""The bot that plays everybody's hand in what is played ahead, and proposes what to compare where nothing was learned."""
CALLS = (apply_entry_point, PLAYER.choose)

apply = by_symbol(apply_entry_point)
player = by_symbol(PLAYER.choose)

THOUGHT = np.dtype(
    [
        ("world", STATE),  # the world as sampled
        ("play", STATE),  # where it is played on
        ("legal", LEGAL),
        ("pool", np.int64, (KINDS,)),  # copies of each district that nobody has been dealt yet
        ("card", np.int64, (CARDS,)),  # the same, card by card
        ("cards", np.int64),
        ("known", np.int64, (STEPS,)),  # packets that the seat has had in hand, by step of the draft; 0: not seen
        ("kept", np.int64, (STEPS,)),  # the rank that it took out of them, as a set
        ("stop", np.int64),  # step that the draft stands at, the number of steps when it is over
        ("silent", np.int64),  # ranks that nobody holds
        ("held", np.int64, (SEATS,)),  # ranks that others are known to have picked
        ("got", np.int64),  # rank that the seat had by the Theater, 0
        ("drafted", np.int64),  # 1 when the draft of the world was played again, 0 when the characters were dealt without it
        ("x", np.float64, (16,)),  # what a seat has, as `searcher_value` weighs it
        ("candidates", np.int64),
        ("code", np.int64, (CANDIDATES,)),
        ("index", np.int64, (CANDIDATES,)),
        ("prior", np.float64, (CANDIDATES,)),  # logarithm of how likely `learner` takes it, 0 where nothing was learned
        ("value", np.float64, (CANDIDATES,)),  # sum of the results of its playouts
        ("strength", np.float64, (CANDIDATES,)),  # see `searcher_learned`
        ("compared", np.int64),  # how many candidates there were at first
        ("playouts", np.int64),  # games played ahead for this decision
        ("learner", LEARNER_THOUGHT),  # what it sees at a decision, and thinks of it
        ("imitated", np.int64),  # set of the seats that are imitated in the worlds,
        ("as_learner", np.int64),  # 1: as the learner itself, 0: as the searchers that were learned
        ("chooser", FUNCTION, (SEATS,)),  # by seat: the bot that really sits there, where that plays in the worlds, else 0
        ("rival", BOT_STATE, (SEATS,)),  # and a copy of its state, to play with
    ],
    align=True,
)

Thought: TypeAlias = Any
"""A record of dtype `THOUGHT`."""
new_thought = local_record(THOUGHT)
no_journal = local_record(JOURNAL, 64)


@rule
def add_candidate(t: Thought, legal: Legal, index: int) -> None:
    """Note an action to compare, once."""
    for i in range(t.candidates):
        if t.index[i] == index:
            return
    if t.candidates == CANDIDATES:
        return
    i = t.candidates
    t.index[i] = index
    t.code[i] = legal.code[index]
    t.prior[i] = 0.0
    t.value[i] = 0.0
    t.candidates += 1
