"""What follows a district's building: a completed city, Lighthouse, Bell Tower (classic 4.3, 5.1, 5.4)."""

from __future__ import annotations

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_ANNOUNCE, A_FETCH, A_PASS, BELL_TOWER, LIGHTHOUSE, action, put
from citadels_sim.engine.bits import bit, lowest
from citadels_sim.engine.completion import announce_bell_tower, note_completion
from citadels_sim.engine.deck import hand_add, shuffle_deck
from citadels_sim.engine.interrupts import acting_card, back_to_turn
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.state import DECK
from citadels_sim.variants.switches import reading

_AUTOMATIC = reading("bell_tower", "automatic")


@rule
def after_building(s: State, r: Rules, j: Journal, seat: int, district: int) -> None:
    """Note a completed city, and ask what a district just built lets its owner decide: the player whose turn it is, or a Magistrate.

    A Bell Tower comes before the noting: a city that it completes at the full size is complete at the same moment as those that it
    makes complete at the smaller one (classic 5.4).
    """
    p = s.public
    if r.effect[district] == D.BELL_TOWER and p.bell_tower == 0:
        if r.bell_tower != _AUTOMATIC:
            p.decision = BELL_TOWER
            p.actor = seat
            return
        announce_bell_tower(s, r, j, seat)
    note_completion(s, r, j, seat)
    if r.effect[district] == D.LIGHTHOUSE and p.deck_n > 0:
        p.decision = LIGHTHOUSE
        p.actor = seat


@cold
@rule
def lighthouse_legal(s: State, out: Legal) -> int:
    """List the districts in the deck, one of which may be taken, and "pass"."""
    p = s.public
    found = 0
    for i in range(p.deck_n):
        found |= bit(s.secret.deck[(s.secret.deck_head + i) & (DECK - 1)])
    n = 0
    while found != 0:
        n = put(out, n, action(A_FETCH, lowest(found), 0))
        found &= found - 1
    return put(out, n, A_PASS)


@cold
@rule
def lighthouse_answer(s: State, r: Rules, j: Journal, fetched: bool, district: int) -> None:
    """Take one card of the deck into hand and shuffle the deck (classic 4.3 Lighthouse)."""
    p = s.public
    builder = p.actor
    back_to_turn(s)
    if not fetched:
        return
    at = 0
    while s.secret.deck[(s.secret.deck_head + at) & (DECK - 1)] != district:
        at += 1
    for i in range(at, 0, -1):  # close the gap from the top
        s.secret.deck[(s.secret.deck_head + i) & (DECK - 1)] = s.secret.deck[(s.secret.deck_head + i - 1) & (DECK - 1)]
    s.secret.deck_head = (s.secret.deck_head + 1) & (DECK - 1)
    p.deck_n -= 1
    hand_add(s, builder, district)
    shuffle_deck(s)
    journal.log(s, j, journal.FETCH, builder, acting_card(s, r, builder), -1, 0, -1, 0, 1, 0)


@cold
@rule
def bell_tower_legal(out: Legal) -> int:
    """List the two answers."""
    return put(out, put(out, 0, A_ANNOUNCE), A_PASS)


@cold
@rule
def bell_tower_answer(s: State, r: Rules, j: Journal, announced: bool) -> None:
    """Announce the earlier end, or never (classic 5.4: decided once, when it is built), and note a city that the tower completed."""
    builder = s.public.actor
    back_to_turn(s)
    if announced:
        announce_bell_tower(s, r, j, builder)
    note_completion(s, r, j, builder)
