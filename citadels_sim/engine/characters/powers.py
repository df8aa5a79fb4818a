"""Which rule lists the uses of each power in a turn, and which one plays each kind of action of a power."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.characters import (
    blackmailer,
    bonus,
    diplomat,
    magistrate,
    marshal,
    rank1,
    rank2,
    rank3,
    rank4,
    rank5,
    rank7,
    rank8,
    rank9,
    seer,
    spy,
)
from citadels_sim.engine.districts import graveyard
from citadels_sim.engine.gathering import scholar_draws
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.turn import hold_witch, late_robbery


@inline
def crown_owed(s: State, r: Rules) -> bool:
    """Tell whether an Emperor who may choose the moment has not moved the crown yet (2016 3 Emperor)."""
    p = s.public
    if p.turn_power != C.EMPEROR or p.turn_mode != a.MODE_WHOLE or p.used & a.USED_CROWN != 0:
        return False
    return rank4.somebody_may_be_crowned(s, r, p.turn_seat)


@rule
def power_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the uses of the character's power."""
    power = s.public.turn_power
    if has(r.choosing, s.public.turn_char):
        n = bonus.bonus_legal(s, r, out, n)
    if power == C.ASSASSIN:
        return rank1.assassin_legal(s, r, out, n)
    if power == C.THIEF:
        return rank2.thief_legal(s, r, out, n)
    if power == C.MAGICIAN:
        return rank3.magician_legal(s, r, out, n)
    if power == C.WARLORD:
        return rank8.warlord_legal(s, r, out, n)
    if power == C.WIZARD:
        return rank3.wizard_legal(s, out, n)
    if power == C.ABBOT:
        return rank5.tithe_legal(s, r, out, n)
    if power == C.NAVIGATOR:
        return rank7.navigator_legal(s, r, out, n)
    if power == C.DIPLOMAT:
        return diplomat.diplomat_legal(s, r, out, n)
    if power == C.ARTIST:
        return rank9.artist_legal(s, out, n)
    if power == C.EMPEROR and crown_owed(s, r):
        return rank4.crown_legal(s, r, s.public.turn_seat, out, n)
    return newer_power_legal(s, r, out, n)


@rule
def newer_power_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the uses of the powers that came with 2016."""
    power = s.public.turn_power
    if power == C.MAGISTRATE:
        return magistrate.warrants_legal(s, r, out, n)
    if power == C.SPY:
        return spy.spy_legal(s, out, n)
    if power == C.BLACKMAILER:
        return blackmailer.threats_legal(s, r, out, n)
    if power == C.SEER:
        return seer.seer_legal(s, r, out, n)
    if power == C.SCHOLAR:
        return rank7.scholar_legal(s, r, out, n)
    if power == C.MARSHAL:
        return marshal.marshal_legal(s, r, out, n)
    return n


@rule
def play_power(s: State, r: Rules, j: Journal, kind: int, code: int) -> None:
    """Play a character's power."""
    if kind == a.A_MURDER:
        rank1.murder(s, r, j, a.arg_a(code))
    elif kind == a.A_BEWITCH:
        rank1.bewitch(s, j, a.arg_a(code))
        hold_witch(s, j)
    elif kind == a.A_ROB:
        rank2.rob(s, j, a.arg_a(code))
    elif kind == a.A_SWAP:
        rank3.swap_hands(s, j, a.arg_a(code))
    elif kind == a.A_REDRAW:
        rank3.begin_redraw(s)
    elif kind == a.A_LOOK_AT:
        rank3.look(s, r, j, a.arg_a(code))
    elif a.A_CROWN <= kind <= a.A_CROWN_NONE:
        rank4.crown_somebody(s, r, j, kind, a.arg_a(code))
        late_robbery(s, r, j)
    elif kind == a.A_BONUS:
        if s.public.turn_power == C.SCHOLAR:
            scholar_draws(s, r, j)
        else:
            bonus.take_bonus(s, r, j)
    elif kind == a.A_TITHE:
        rank5.tithe(s, r, j, a.arg_a(code))
        if s.public.used & a.ABBOT_ENDING != 0:
            s.public.phase = a.PHASE_END_TURN
    elif kind == a.A_BONUS_GOLD or kind == a.A_BONUS_CARDS:
        rank7.navigator_takes(s, r, j, kind == a.A_BONUS_GOLD)
    elif kind == a.A_DESTROY:
        rank8.destroy(s, r, j, a.arg_a(code), a.arg_b(code))
        graveyard.ask_graveyards(s, r)
    elif kind == a.A_EXCHANGE:
        diplomat.exchange(s, r, j, a.arg_a(code), a.arg_b(code), a.arg_c(code))
    elif kind == a.A_BEAUTIFY:
        rank9.beautify(s, r, j, a.arg_a(code))


@cold
@rule
def play_newer_power(s: State, r: Rules, j: Journal, kind: int, code: int) -> None:
    """Play a power that came with 2016."""
    if kind == a.A_WARRANTS:
        magistrate.lay_warrants(s, j, a.arg_a(code), a.arg_b(code), a.arg_c(code))
    elif kind == a.A_THREATS:
        blackmailer.lay_threats(s, j, a.arg_a(code), a.arg_b(code))
    elif kind == a.A_SPY:
        spy.spy(s, r, j, a.arg_a(code), a.arg_b(code))
    elif kind == a.A_SEER:
        seer.seer_takes(s, r, j)
    elif kind == a.A_SEIZE:
        marshal.seize(s, r, j, a.arg_a(code), a.arg_b(code))
