"""Direction of the draft from the crown: clockwise, as in all rulebooks, or counterclockwise (`draft_when_crown_stays`).

The only place that says who picks when: the engine, the bots and the designs ask here.
"""

from __future__ import annotations

from citadels_sim.compiler.decorators import inline, rule
from citadels_sim.engine.record_types import Public, Rules
from citadels_sim.variants.numbers import NUMBERS
from citadels_sim.variants.numbers.game import DRAFT_WHEN_CROWN_STAYS

_SAME, _ALTERNATES = map(NUMBERS[DRAFT_WHEN_CROWN_STAYS].code, ("same", "alternates"))


@inline
def seat_of_step(p: Public, r: Rules, step: int) -> int:
    """Seat whose step of this round's draft it is, if the crown is where it was at its beginning."""
    away = r.step_seat[step]
    seat = p.crown + (p.players - away if p.draft_turned else away)
    return int(seat - p.players if seat >= p.players else seat)


@inline
def _place(p: Public, seat: int, turned: int) -> int:
    return int(((seat - p.crown) * (1 - 2 * turned) + p.players) % p.players)


@rule
def place_in_draft(p: Public, seat: int) -> int:
    """How many seats pick before this one in this round, as long as the crown is where it was at the selection."""
    return _place(p, seat, p.draft_turned)


@rule
def place_in_next_draft(p: Public, seat: int) -> int:
    """How many seats pick before this one in the next round, if the crown stays where it is now."""
    return _place(p, seat, int(p.turns_for == p.crown))


@rule
def crown_before(p: Public, r: Rules, seat: int, step: int) -> int:
    """Seat that has the crown if a seat has this step of the draft."""
    place = r.step_seat[step]
    return int((seat + (place if p.draft_turned else p.players - place)) % p.players)


@inline
def set_direction(p: Public) -> None:
    """Set the direction of this round's draft, by who has the crown before the first pick."""
    p.draft_turned = int(p.turns_for == p.crown)


@inline
def note_draft(p: Public, r: Rules) -> None:
    """Note at the end of a draft with whose crown the next one goes counterclockwise."""
    turns = r.draft_when_crown_stays != _SAME and (r.draft_when_crown_stays != _ALTERNATES or p.draft_turned == 0)
    p.turns_for = p.crown if turns else -1
