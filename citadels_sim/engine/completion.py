"""Completing a city, which triggers the end of the game, and the Bell Tower, which brings it nearer (classic 5.1, 5.4)."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, rule, signature, typed
from citadels_sim.engine import journal
from citadels_sim.engine.bits import bit
from citadels_sim.engine.interrupts import acting_card
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.record_types import Journal, Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

BELL_TOWER_GOAL = 7
"""Districts of a complete city where the Bell Tower says "seven"."""

_ONE_FEWER = reading("bell_tower_size", "one_fewer")
_FULL_SIZE = reading("bell_tower_lost_after_trigger", "full_size")


@typed(signature("bool", STATE_T, "int"), inlined=True)
def is_complete(s: State, seat: int) -> bool:
    """Tell whether the city counts as complete now (classic 5.1, 2016 5)."""
    return s.public.city_size[seat] >= s.public.goal


@cold
@rule
def has_completed(s: State, seat: int) -> bool:
    """Tell whether the seat is among those that have completed a city."""
    p = s.public
    for i in range(p.completed_n):
        if p.completed[i] == seat:
            return True
    return False


@cold
@rule
def add_completed(s: State, j: Journal, seat: int) -> None:
    """Enter a seat among those that have completed a city; the end is triggered and stays so (classic 5.1)."""
    p = s.public
    p.completed[p.completed_n] = seat
    p.completed_n += 1
    if p.ending == 0:
        p.ending = p.round_no
    journal.log(s, j, journal.COMPLETE, seat, 0, -1, 0, -1, 0, 0, 0)


@typed(signature("void", STATE_T, RULES_T, JOURNAL_T, "int"))
def note_completion(s: State, r: Rules, j: Journal, seat: int) -> None:
    """Record a city that has just become complete; the first one alone holds the larger bonus."""
    p = s.public
    if not is_complete(s, seat) or has_completed(s, seat):
        return
    if p.completed_n == 0:
        p.first |= bit(seat)
    add_completed(s, j, seat)


@rule
def bell_tower_goal(r: Rules) -> int:
    """Districts that complete a city once the Bell Tower was announced (classic 5.4, 1.8; `bell_tower_size`)."""
    if r.bell_tower_size == _ONE_FEWER:
        return int(max(1, r.goal - 1))
    return int(min(r.goal, BELL_TOWER_GOAL))


@cold
@rule
def announce_bell_tower(s: State, r: Rules, j: Journal, owner: int) -> None:
    """Let one district fewer complete a city from now on (classic 5.4).

    Whoever has as many already has completed: all of them are first, unless somebody was before.
    """
    p = s.public
    p.bell_tower = 1
    p.goal = bell_tower_goal(r)
    journal.log(s, j, journal.ANNOUNCE, owner, acting_card(s, r, owner), -1, 0, -1, 0, 0, 0)
    first = p.completed_n == 0
    for step in range(p.players):
        seat = (owner + step) % p.players
        if is_complete(s, seat) and not has_completed(s, seat):
            if first:
                p.first |= bit(seat)
            add_completed(s, j, seat)


@rule
def bell_tower_lost(s: State, r: Rules) -> None:
    """Undo the announcement when the Bell Tower is destroyed before the end was triggered; afterwards it stands (classic 5.4)."""
    p = s.public
    if p.bell_tower == 0:
        return
    if p.ending == 0:
        p.bell_tower = 0
        p.goal = r.goal
    elif r.bell_tower_lost_after_trigger == _FULL_SIZE:
        p.bell_lost = 1
        p.goal = r.goal
