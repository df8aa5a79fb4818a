"""Who holds what: the chances of every seat for every rank, by what this seat was offered and passed on, and by whom each rank serves.

The draft is gone through again as far as this seat saw it. What was missing from its first packet was taken by those before it, or lies in
the middle; what was missing from its second one was taken in between; what it passed on last went to those after it. Within such a group
every pick takes its share of each rank, the larger the better the rank serves the seat that picks.
"""

from __future__ import annotations

import math

import numpy as np

from citadels_sim.bots.character_worth import draft_value
from citadels_sim.bots.features import left_of, strength
from citadels_sim.bots.planner.findings import FULL, Findings
from citadels_sim.compiler.decorators import inline, rule
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.characters.holders import cast_ranks, stays_silent
from citadels_sim.engine.draft_order import seat_of_step
from citadels_sim.engine.record_types import Public, Rules, Seat
from citadels_sim.engine.rules import STEP_PICK, STEP_PICK_LAST, STEP_RANDOM_DISCARD
from citadels_sim.engine.state import RANKS

_MOST_EAGER = 300.0
"""Logarithm of the largest weight: that of a hoard of hundreds of gold would be infinite."""
_CHANCES = np.arange(FULL + 1) / FULL


@inline
def chance(findings: Findings, seat: int, rank: int) -> float:
    """How likely it is, 0 to 1, that a seat holds the rank."""
    return _CHANCES[findings.share[seat, rank]]


@rule
def held(findings: Findings, rank: int) -> float:
    """How likely it is that another player holds a rank."""
    total = 0.0
    for other in range(findings.players):
        total += chance(findings, other, rank)
    return total


@rule
def leader(public: Public) -> int:
    """Seat that has come furthest by what everybody sees; of equals the one next to the crown."""
    best = int(public.crown)
    most = strength(public, best)
    seat = best
    for _ in range(public.players - 1):
        seat = left_of(public, seat)
        value = strength(public, seat)
        if value > most:
            best = seat
            most = value
    return best


@inline
def seen(me: Seat, packet: int, view: int) -> int:
    """Ranks that this seat was offered at its pick number `view`; the `packet` at hand is not on record yet. -1: not reached."""
    if view < me.picks_n:
        return int(me.offered[view])
    return packet if view == me.picks_n and packet != 0 else -1


@rule
def find_served(findings: Findings, public: Public, rules: Rules, packet: int) -> None:
    """Note what each rank that others may hold serves each seat: the own one only where it can pick it, else 0."""
    for seat in range(findings.players):
        rest = findings.ranks
        if seat == findings.seat:
            rest = packet
            for rank in range(RANKS):
                findings.served[seat, rank] = 0.0
        while rest != 0:
            rank = lowest(rest)
            rest &= rest - 1
            findings.served[seat, rank] = draft_value(public, rules, seat, findings.top, public.cast[rank], 1.0)


@rule
def take_pick(findings: Findings, picker: int, among: int, keeps: bool, trust: float) -> None:
    """Take from the ranks `among` the packet what one pick takes: each the likelier, the better it serves who picks and `keeps` it.

    Without `trust` in what serves whom, all ranks are taken alike.
    """
    total = 0.0
    rest = among
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        eagerness = math.exp(min(_MOST_EAGER, trust * findings.served[picker, rank])) if trust != 0.0 else 1.0
        findings.appeal[rank] = findings.remaining[rank] * eagerness
        total += findings.appeal[rank]
    if total <= 0.0:
        return
    rest = among
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        if findings.appeal[rank] > 0.0:
            part = min(findings.remaining[rank], int(FULL * findings.appeal[rank] / total + 0.5))
            findings.remaining[rank] -= part
            if keeps:
                findings.share[picker, rank] += part


@rule
def guess(findings: Findings, public: Public, me: Seat, rules: Rules, seat: int, packet: int, trust: float) -> None:
    """Note how likely each other seat holds each rank, what serves it, and who has come furthest.

    `packet`: the ranks that this seat has to pick from just now, 0 once the draft is over for it.
    """
    findings.players = public.players
    findings.seat = seat
    findings.top = leader(public)
    for other in range(findings.players):
        for rank in range(RANKS):
            findings.share[other, rank] = 0
    gone = me.chars | me.discarded | bit(me.saw_down) | bit(me.theater_gave)
    revealed = 0  # ranks that others have revealed this round
    shown = 0  # seats that have revealed a rank
    for rank in range(1, RANKS):
        findings.remaining[rank] = FULL
        owner = int(public.called[rank])
        if owner >= 0:
            shown |= bit(owner)
            revealed |= bit(rank) if owner != seat else 0
        elif rank < public.next_rank and not stays_silent(public, rules, rank):  # called, and nobody has it; a silent one may be held
            gone |= bit(rank)
    gone |= revealed
    drafted = int(cast_ranks(public) & ~public.face_up)
    findings.ranks = (drafted | me.offered[0] | me.offered[1] | packet | revealed | bit(me.theater_gave)) & -2
    find_served(findings, public, rules, packet)
    views = 0
    unseen = drafted & ~max(0, seen(me, packet, 0)) & ~gone
    among = unseen
    known = 0  # bits of the seats whose revealed rank stands for a pick of theirs
    for step in range(rules.n_steps):
        operation = rules.step_op[step]
        picker = seat_of_step(public, rules, step)
        picks = operation == STEP_PICK or operation == STEP_PICK_LAST
        if picker == seat and picks:
            among = max(0, seen(me, packet, views)) & ~gone
            views += 1
            after = seen(me, packet, views)
            if after >= 0:
                among &= ~after
        if picker == seat or operation == STEP_RANDOM_DISCARD:
            continue
        if revealed != 0 and has(shown & ~known, picker):
            known |= bit(picker)
            continue
        if operation == STEP_PICK_LAST:
            among |= unseen
        take_pick(findings, picker, among, picks, trust)
    add_what_is_known(findings, public, me, revealed)


@rule
def add_what_is_known(findings: Findings, public: Public, me: Seat, revealed: int) -> None:
    """Note as certain what others revealed, and the character given away by the Theater."""
    while revealed != 0:
        rank = lowest(revealed)
        revealed &= revealed - 1
        findings.share[public.called[rank], rank] = FULL
    if me.theater_gave != 0:
        findings.share[me.theater_with, me.theater_gave] = FULL


@rule
def know_nothing(findings: Findings, public: Public) -> None:
    """Note that nobody holds anything."""
    findings.players = public.players
    findings.top = leader(public)
    findings.ranks = 0
    for other in range(findings.players):
        for rank in range(RANKS):
            findings.share[other, rank] = 0
