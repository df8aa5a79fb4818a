"""Choosing so that nobody gains by foreseeing it: who picks a character that may be murdered, and who names one.

In the guessing game between the two an option is worth ``alive`` to who picks it and ``alive - loss`` where it is named. A murderer who
knows how often each option is picked names them so that all are worth the same, V, to who picks; and who picks takes each the less often
the more there is to lose by it, so that naming any of them is as good. Options worth less than V let alone are neither picked nor named.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.searcher_memory import Thought
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.record_types import BotState
from citadels_sim.engine.rng import next_unit

NO_OPTION = -1.0e9
PRIOR = 4.0
"""Playouts that the mean loss counts for, beside those in which an option was hit itself."""
LEAST_LOSS = 0.005
WORTH_NAMING = 0.5
"""Part of what the best guess promises that another must promise to be named now and then."""


@rule
def value_to_picker(options: Any, n: int, attention: float) -> float:
    """Value of the guessing game to who picks.

    Parameters
    ----------
    options : record with ``alive`` and ``loss``, float64 arrays
        What each option is worth let alone, and what of it is lost where it is named, more than 0.
    n : int
        Number of options.
    attention : float
        How often any of them is named, all together.
    """
    floor = NO_OPTION
    while True:
        inverse = 0.0
        total = 0.0
        poorest = 1.0e9
        for i in range(n):
            if options.alive[i] > floor:
                inverse += 1.0 / options.loss[i]
                total += options.alive[i] / options.loss[i]
                poorest = min(poorest, options.alive[i])
        if inverse == 0.0:
            return floor
        value = (total - attention) / inverse
        if value < poorest:
            return float(value)
        floor = poorest


@rule
def weight_of(options: Any, i: int, value: float, naming: bool) -> float:
    """How often an option is named, or in proportion to what it is picked, given the value of the game."""
    if options.alive[i] <= value:
        return 0.0
    return (options.alive[i] - value) / options.loss[i] if naming else 1.0 / options.loss[i]


@rule
def mixed(options: Any, n: int, attention: float, naming: bool, bot_state: BotState) -> int:
    """Draw the option to pick, or (`naming`) to name; -1 where none stands out."""
    value = value_to_picker(options, n, attention)
    total = 0.0
    for i in range(n):
        total += weight_of(options, i, value, naming)
    luck = total * next_unit(bot_state)
    last = -1
    for i in range(n):
        weight = weight_of(options, i, value, naming)
        if weight > 0.0:
            last = i
            luck -= weight
            if luck < 0.0:
                return i
    return last


@rule
def weigh_picks(t: Thought, worlds: int) -> float:
    """Fill in what each character is worth let alone, and what of it is lost by a murder; return how often any is murdered."""
    losses = 0.0
    hits = 0
    for i in range(t.candidates):
        missed = worlds - t.hits[i]
        t.alive[i] = (t.value[i] - t.hit_value[i]) / missed if missed > 0 else t.value[i] / worlds
        losses += t.hits[i] * t.alive[i] - t.hit_value[i]
        hits += t.hits[i]
    mean = losses / hits if hits > 0 else 0.0
    for i in range(t.candidates):
        own = t.hits[i] * t.alive[i] - t.hit_value[i]
        t.loss[i] = max(LEAST_LOSS, (own + PRIOR * mean) / (t.hits[i] + PRIOR))
    return hits / worlds


@rule
def weigh_names(t: Thought, worlds: int) -> None:
    """Fill in what hitting each title would bring, as what it is worth to who has it; leave out what promises much less than the best."""
    missed = 0
    wasted = 0.0
    for i in range(t.candidates):
        t.alive[i] = NO_OPTION
        if t.code[i] & 0xFF == a.A_MURDER:
            missed += worlds - t.hits[i]
            wasted += t.value[i] - t.hit_value[i]
    base = wasted / missed if missed > 0 else 0.0
    best = 0.0
    for i in range(t.candidates):
        if t.code[i] & 0xFF == a.A_MURDER:
            best = max(best, t.hit_value[i] - base * t.hits[i])
    for i in range(t.candidates):
        promised = t.hit_value[i] - base * t.hits[i]
        if t.code[i] & 0xFF == a.A_MURDER and promised > 0.0 and promised >= WORTH_NAMING * best:
            t.alive[i] = max(LEAST_LOSS, promised / t.hits[i])
            t.loss[i] = t.alive[i]


@rule
def guarded_choice(t: Thought, best: int, worlds: int, bot_state: BotState) -> int:
    """What to pick or to name, given that the best is known: the best as often as nobody can use it."""
    chosen = -1
    if t.code[best] & 0xFF == a.A_PICK:
        chosen = mixed(t, t.candidates, weigh_picks(t, worlds), False, bot_state)
    elif t.code[best] & 0xFF == a.A_MURDER:
        weigh_names(t, worlds)
        chosen = mixed(t, t.candidates, 1.0, True, bot_state)
    return chosen if chosen >= 0 else best
