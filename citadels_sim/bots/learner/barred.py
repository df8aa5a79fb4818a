"""What `learner` never does: by its parameters, or since it names a character that nobody can have."""

from __future__ import annotations

from citadels_sim.bots.planner import PLANNER
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.draft_order import place_in_draft
from citadels_sim.engine.record_types import BotState, Public, Seat

SHARP, NEVER_TAKES, NEVER_DOES = range(len(PLANNER.parameters), len(PLANNER.parameters) + 3)
"""Places of the learner's own parameters, behind those of `planner`."""
NEVER_MURDERS, NEVER_ROBS, NEVER_DESTROYS = 1, 2, 4
"""What `NEVER_DOES` is the sum of."""


@rule
def held_by_nobody(public: Public, me: Seat) -> int:
    """Set of the ranks that the seat to decide knows nobody has: face up, discarded by it, or left over by it as the last to pick."""
    gone = public.face_up | me.discarded | bit(me.saw_down)
    if me.picks_n > 0 and place_in_draft(public, public.actor) == public.players - 1:
        gone |= me.offered[me.picks_n - 1] & ~me.chars
    return int(gone & ~bit(me.theater_gave))


@rule
def is_barred(public: Public, me: Seat, code: int, bot_state: BotState) -> bool:
    """Return whether the bot is never to choose an action: by its parameters, or since it names a character that nobody can have."""
    kind = code & 0xFF
    if kind == a.A_MURDER or kind == a.A_BEWITCH or kind == a.A_ROB:
        if has(held_by_nobody(public, me), a.arg_a(code)):
            return True
    if kind == a.A_PICK:
        return bool(public.cast[a.arg_a(code)] == int(bot_state.parameters[NEVER_TAKES]))
    never = int(bot_state.parameters[NEVER_DOES])
    if kind == a.A_MURDER or kind == a.A_BEWITCH:
        return never & NEVER_MURDERS != 0
    if kind == a.A_ROB:
        return never & NEVER_ROBS != 0
    return kind == a.A_DESTROY and never & NEVER_DESTROYS != 0
