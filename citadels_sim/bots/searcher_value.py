"""How likely a seat wins from a table between two rounds: what the searcher thinks of a world where it stops playing it.

Each seat's strength is a weighted sum of what it has, with weights that depend on how near the end is; the chances are as the
exponentials of the strengths. The weights were fitted to games of the bot that plays the worlds, see ``scripts/research/searcher_fit.py``.
"""

from __future__ import annotations

import math

from citadels_sim.arrays import Array
from citadels_sim.bots.features import dearest, to_go, useful
from citadels_sim.bots.searcher_memory import Thought
from citadels_sim.bots.searcher_weights import WEIGHTS
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.bits import count
from citadels_sim.engine.draft_order import place_in_next_draft
from citadels_sim.engine.record_types import Public, Rules, State
from citadels_sim.engine.rules import PURSE
from citadels_sim.engine.scoring import score_seat

PHASES = 7
"""Weights for a leader who needs 1, 2, ... 7 or more districts."""
FEATURES = 12
_POOR = 4
_RICH = 12


@rule
def phase_of(public: Public) -> int:
    """Which weights hold: by how many districts the leader needs."""
    least = PHASES
    for seat in range(public.players):
        least = min(least, to_go(public, seat))
    return int(max(0, least - 1))


@rule
def describe(s: State, rules: Rules, seat: int, x: Array) -> None:
    """Write what a seat has to `x`, float64, FEATURES numbers of about 0 to 1; the seat's points so far are filled in on the way."""
    p = s.public
    score_seat(s, rules, seat)
    cards = useful(p, s.seat[seat], rules, seat)
    gold = p.gold[seat]
    left = to_go(p, seat)
    types = 0
    for kind in range(5):
        types += int(p.city_types[seat, kind] > 0)
    x[0] = p.total[seat] / 20.0
    x[1] = left / 8.0
    x[2] = min(gold, _POOR) / 4.0
    x[3] = max(0, min(gold, _RICH) - _POOR) / 8.0
    x[4] = min(count(cards), 3) / 3.0
    x[5] = min(p.hand_n[seat], 8) / 8.0
    x[6] = dearest(rules, cards) / 6.0
    x[7] = dearest(rules, cards & rules.afford[min(gold + 2, PURSE)]) / 6.0
    x[8] = 1.0 if p.crown == seat else 0.0
    x[9] = place_in_next_draft(p, seat) / p.players
    x[10] = types / 5.0
    x[11] = 1.0 if left <= 1 else 0.0


@rule
def chance(s: State, rules: Rules, t: Thought, seat: int) -> float:
    """How likely the seat wins, 0 to 1."""
    phase = phase_of(s.public)
    own = 0.0
    total = 0.0
    for other in range(s.public.players):
        describe(s, rules, other, t.x)
        strength = 0.0
        for k in range(FEATURES):
            strength += WEIGHTS[phase, k] * t.x[k]
        e = math.exp(strength)
        total += e
        if other == seat:
            own = e
    return own / total
