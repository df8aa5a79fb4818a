"""The Blackmailer (rank 2): two threats, one of them with the flower, and how they are settled (2016 3 Blackmailer)."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal
from citadels_sim.engine.actions import action, put
from citadels_sim.engine.bits import bit, has, share_of
from citadels_sim.engine.characters.holders import card_with
from citadels_sim.engine.characters.naming import nameable
from citadels_sim.engine.record_types import Journal, Legal, Rules, State


@cold
@rule
def threats_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the ways to lay two threats, the flowered one first: not at rank 1, the murdered or the bewitched one.

    Her own title, which has been called, may bear one as a bluff.
    """
    p = s.public
    if p.used & a.USED_POWER != 0:
        return n
    titles = nameable(s, r, bit(1) | bit(p.murdered) | bit(p.bewitched))
    for flowered in range(1, r.n_ranks + 1):
        if not has(titles, flowered):
            continue
        for blank in range(1, r.n_ranks + 1):
            if blank != flowered and has(titles, blank):
                n = put(out, n, action(a.A_THREATS, flowered, blank))
    return n


@rule
def lay_threats(s: State, j: Journal, flowered: int, blank: int) -> None:
    """Lay the threats face down; only who laid them knows which bears the flower."""
    p = s.public
    p.used |= a.USED_POWER
    p.threats = bit(flowered) | bit(blank)
    p.blackmailer = p.turn_seat
    s.seat[p.turn_seat].flowered = flowered
    journal.log(s, j, journal.THREATS, p.turn_seat, p.turn_card, -1, p.cast[flowered], -1, 0, 0, p.threats)


@rule
def is_threatened(s: State, rank: int) -> bool:
    """Tell whether a threat lies at the title of this rank."""
    return has(s.public.threats, rank) and s.public.blackmailer >= 0


@cold
@rule
def face_threat(s: State) -> None:
    """After gathering, ask the threatened player for a bribe; a threat at one's own second character is settled by itself."""
    p = s.public
    if p.blackmailer == p.turn_seat:
        p.phase = a.PHASE_FREED
        return
    p.decision = a.THREATENED
    p.actor = p.turn_seat


@cold
@rule
def threatened_legal(s: State, r: Rules, out: Legal) -> int:
    """List the two answers to a threat; without gold a bribe of nothing is possible, too (`zero_gold_bribe`)."""
    p = s.public
    n = 0
    if p.gold[p.turn_seat] > 0 or r.zero_gold_bribe:
        n = put(out, n, a.A_BRIBE)
    return put(out, n, a.A_REFUSE)


@cold
@rule
def answer_threat(s: State, r: Rules, j: Journal, bribed: bool) -> None:
    """Pay a share of the stash, half of it by the card, rounded down, and have the threat leave unseen; or leave it to the Blackmailer."""
    p = s.public
    seat = p.turn_seat
    if not bribed:
        journal.log(s, j, journal.REFUSE, seat, p.turn_card, p.blackmailer, 0, -1, 0, 0, 0)
        p.decision = a.THREAT
        p.actor = p.blackmailer
        return
    bribe = share_of(p.gold[seat], r.blackmailer_share[card_with(s, r, C.BLACKMAILER)])
    p.gold[seat] -= bribe
    p.gold[p.blackmailer] += bribe
    p.threats &= ~bit(p.turn_rank)
    journal.log(s, j, journal.BRIBE, p.blackmailer, blackmailer_card(s, r), seat, p.turn_card, -1, bribe, 0, 0)
    p.phase = a.PHASE_FREED


@rule
def blackmailer_card(s: State, r: Rules) -> int:
    """Character card of who laid the threats: the Blackmailer's, or the Witch's who acts as her."""
    p = s.public
    return card_with(s, r, C.BLACKMAILER if s.secret.holder[r.rank_of[C.BLACKMAILER]] == p.blackmailer else C.WITCH)


@cold
@rule
def threat_legal(out: Legal) -> int:
    """List whether to turn the threat up."""
    return put(out, put(out, 0, a.A_REVEAL), a.A_PASS)


@cold
@rule
def carry_out_threat(s: State, r: Rules, j: Journal, revealed: bool) -> None:
    """Turn the threat up, and with the flower take all gold; or leave it face down."""
    p = s.public
    seat = p.turn_seat
    p.phase = a.PHASE_FREED
    if not revealed:
        journal.log(s, j, journal.SPARE, p.blackmailer, blackmailer_card(s, r), seat, p.turn_card, -1, 0, 0, 0)
        return
    flower = s.seat[p.blackmailer].flowered == p.turn_rank
    loot = p.gold[seat] if flower else 0
    p.gold[seat] -= loot
    p.gold[p.blackmailer] += loot
    p.threats &= ~bit(p.turn_rank)
    if flower:
        p.flower_shown = p.turn_rank
        if r.remove_threat_after_flower:
            p.threats = 0
    journal.log(s, j, journal.REVEAL, p.blackmailer, blackmailer_card(s, r), seat, p.turn_card, -1, loot, 0, int(flower))


@cold
@rule
def forget_threats(s: State) -> None:
    """Take the threats off the table at the end of the round."""
    p = s.public
    p.threats = 0
    p.flower_shown = 0
    p.blackmailer = -1
    for seat in range(p.players):
        s.seat[seat].flowered = 0
