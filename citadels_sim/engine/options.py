"""What a player may do in a turn, whole or cut (classic 2.1, 2.2; 2016 2)."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.actions import put, put_each
from citadels_sim.engine.bits import has
from citadels_sim.engine.building import buildable_of
from citadels_sim.engine.characters.bonus import bonus_legal
from citadels_sim.engine.characters.holders import acts_with
from citadels_sim.engine.characters.powers import crown_owed, power_legal
from citadels_sim.engine.characters.rank1 import witch_legal
from citadels_sim.engine.characters.rank4 import crown_legal
from citadels_sim.engine.characters.rank5 import list_tithes, tithe_forced
from citadels_sim.engine.characters.rank7 import bonus_due
from citadels_sim.engine.construction import uncounted_of
from citadels_sim.engine.deck import can_draw
from citadels_sim.engine.districts.turn import EFFECTS, effects_legal
from citadels_sim.engine.income import income_legal
from citadels_sim.engine.memory import likely
from citadels_sim.engine.payment import has_other_ways, other_ways
from citadels_sim.engine.record_types import Legal, Rules, State
from citadels_sim.variants.switches import reading

_OWING = (1 << C.EMPEROR) | (1 << C.NAVIGATOR)
"""Set of those who may have to do something before they end their turn."""
_STRICT = reading("turn_order_model", "s0_strict")
_BARRED = reading("empty_deck_gather", "barred")
_ALL_EFFECTS = reading("witch_part1_purples", "all")


@rule
def gathering_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the two ways to gather (classic 2.1 item 2)."""
    n = put(out, n, a.A_GOLD)
    if r.gather_cards != 0 and (can_draw(s, r) or r.empty_deck_gather != _BARRED):
        n = put(out, n, a.A_CARDS)
    return n


@inline
def building_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the districts that may be built now, in every way to pay for them; the Navigator builds nothing at all (2016 2.2)."""
    p = s.public
    if (p.turn_char == C.NAVIGATOR and r.builds[C.NAVIGATOR] == 0) or has(p.no_building, p.turn_seat):
        return n
    hand = s.seat[p.turn_seat].hand_mask
    counted = hand
    if p.builds_left <= 0:
        counted = uncounted_of(s, r, hand)
        if counted == 0 and r.sacrifice_build_counts:
            return n
    n = put_each(out, n, a.A_BUILD, a.FIRST, buildable_of(s, r, p.turn_seat, counted, False))
    if has_other_ways(s, r, hand):
        n = other_ways(s, r, hand, False, out, n)
    return n


@rule
def cut_legal(s: State, r: Rules, out: Legal) -> int:
    """List what a cut turn allows: the action; the Witch then names, and where she need not may continue without a power."""
    p = s.public
    gathered = p.used & a.USED_GATHER != 0
    witch = p.turn_mode == a.MODE_WITCH
    n = 0
    if not gathered:
        n = gathering_legal(s, r, out, n)
    if witch and gathered and not r.witch_mandatory:
        n = building_legal(s, r, out, n)
    if witch:
        n = bonus_legal(s, r, out, n)
    if witch and gathered:
        n = witch_legal(s, r, out, n)
    if witch and (r.witch_part1_purples == _ALL_EFFECTS or (gathered and not r.witch_mandatory)):
        n = effects_legal(s, r, out, n)
    if witch and gathered and (not r.witch_mandatory or n == 0):  # of a late rank nobody may be left to be named
        n = put(out, n, a.A_END)
    return n


@rule
def held_legal(s: State, r: Rules, out: Legal) -> int:
    """List what a turn allows that is cut, or in which something comes first or only the end is left."""
    p = s.public
    if p.used & a.ENDING_TURN != 0:
        return put(out, 0, a.A_END)
    if p.crown_due != 0:
        return crown_legal(s, r, p.turn_seat, out, 0)
    return cut_legal(s, r, out)


@rule
def turn_legal(s: State, r: Rules, out: Legal) -> int:
    """List what the player whose turn it is may do now."""
    p = s.public
    used = p.used
    if not likely((used & a.ENDING_TURN) | p.crown_due | p.turn_mode == a.MODE_WHOLE):  # which is 0
        return held_legal(s, r, out)
    if acts_with(s, C.ABBOT) and tithe_forced(s, r):
        return list_tithes(s, r, out, 0)
    gathered = used & a.USED_GATHER != 0
    n = gathering_legal(s, r, out, 0)
    n = 0 if gathered else n  # listed whether or not: quicker than to ask first, which nobody foresees
    powers = gathered or r.abilities_before_gather != 0
    if powers:
        n = income_legal(s, r, out, n)
    if gathered or r.turn_order_model != _STRICT:
        n = building_legal(s, r, out, n)
    if powers:
        if has(r.asked, p.turn_char):
            n = power_legal(s, r, out, n)
        if p.city_effects[p.turn_seat] & EFFECTS != 0:
            n = effects_legal(s, r, out, n)
    put(out, n, a.A_END)  # over the end, where there may be none
    if has(_OWING, p.turn_power) and (bonus_due(s, r) or crown_owed(s, r)):
        return n
    return n + int(gathered)
