"""Which character to pick: what each brings this turn with the own hand and gold, less what murder and theft are likely to cost."""

from __future__ import annotations

from citadels_sim.bots.character_worth import draft_value
from citadels_sim.bots.features import front_runner, to_go
from citadels_sim.bots.planner.aims import turn_lost, weigh
from citadels_sim.bots.planner.findings import Findings, new_findings
from citadels_sim.bots.planner.guess import chance, guess, held
from citadels_sim.bots.planner.mixing import expected_chance, picked_rank, pull
from citadels_sim.bots.planner.weights import DENY, FEAR_MURDER, FEAR_THEFT, HABIT, RESERVE, SPITE, STAKE, TRUST, TURN
from citadels_sim.bots.planner.worth import look_at_hand
from citadels_sim.bots.planner.worth import worth as worth_of_character
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.holders import cast_ranks, loses_turn
from citadels_sim.engine.characters.naming import immune_ranks
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit
from citadels_sim.engine.rules import TO_MURDER, TO_THEFT
from citadels_sim.engine.state import RANKS


@rule
def exposed(findings: Findings, rank: int, packet: int, own: float, turn: float, bot_state: BotState) -> float:
    """Weight with which a murderer is expected to name a rank: by what that takes, for those who do not know what the seat picks.

    `own`: how likely the seat picks each rank of its packet; `turn`: what `turn_lost` says.
    """
    total = 0.0
    for other in range(findings.players):
        likely = chance(findings, other, rank)
        if other == findings.seat:
            likely = own if has(packet, rank) else 0.0
        total += likely * (turn + findings.served[other, rank]) * findings.weight[other]
    return pull(total, bot_state.parameters[HABIT])


@rule
def denied(findings: Findings, rank: int) -> float:
    """What the others would have of a rank that is passed on; those ahead count more."""
    total = 0.0
    for other in range(findings.players):
        total += chance(findings, other, rank) * findings.weight[other] * findings.served[other, rank]
    return total


@rule
def after_crime(
    findings: Findings, rules: Rules, rank: int, total: float, fear: float, loss: float, kept: float, bot_state: BotState
) -> float:
    """What is left of a rank's worth, on average, after murder and theft, and what the others do not have of it.

    `kept`: what a murdered character is still worth.
    """
    left = findings.worth[rank] + bot_state.parameters[DENY] * denied(findings, rank)
    if fear != 0.0:
        left -= fear * expected_chance(findings.target, total, rank) * (findings.worth[rank] - kept)
    if rank > rules.rank_of[C.THIEF]:
        left -= loss
    return left


@rule
def has_power(public: Public, rules: Rules, rank: int, power: int) -> bool:
    """Tell whether the character of a rank has a power."""
    return bool(rules.power[public.cast[rank]] == power)


@rule
def murderer(public: Public, rules: Rules) -> int:
    """Rank of the cast that murders or bewitches, 0: none."""
    if has_power(public, rules, rules.rank_of[C.ASSASSIN], C.ASSASSIN):
        return int(rules.rank_of[C.ASSASSIN])
    return int(rules.rank_of[C.WITCH]) if rules.power[public.cast[rules.rank_of[C.WITCH]]] == C.WITCH else 0


@rule
def fear_of_theft(findings: Findings, public: Public, rules: Rules, bot_state: BotState) -> float:
    """Gold that the seat has to expect to lose to a thief, whatever it picks."""
    rank = rules.rank_of[C.THIEF]
    if rules.power[public.cast[rank]] != C.THIEF:
        return 0.0
    return bot_state.parameters[FEAR_THEFT] * held(findings, rank) * public.gold[findings.seat] / (robbable(public, rank) + 1.0)


@rule
def robbable(public: Public, thief: int) -> int:
    """Number of ranks that a Thief can name."""
    ranks = 0
    for rank in range(thief + 1, RANKS):
        if public.cast[rank] != 0 and not has(public.face_up, rank):
            ranks += 1
    return ranks


@rule
def turn_worth(public: Public, seat: int, bot_state: BotState) -> float:
    """What a turn is worth beyond what the character brings: more, near the end."""
    return float(bot_state.parameters[TURN] + (bot_state.parameters[STAKE] if to_go(public, seat) <= 2 else 0.0))


@rule
def find_worth(findings: Findings, public: Public, me: Seat, rules: Rules, front: int, packet: int, bot_state: BotState) -> None:
    """Note what each rank of the packet brings with the turn itself, 0 for one that is not in the packet."""
    seat = findings.seat
    turn = turn_worth(public, seat, bot_state)
    look_at_hand(findings, public, me, rules)
    for rank in range(RANKS):
        findings.worth[rank] = findings.target[rank] = 0.0
    while packet != 0:
        rank = lowest(packet)
        packet &= packet - 1
        findings.worth[rank] = max(0.1, turn + worth_of_character(findings, public, me, rules, front, public.cast[rank], bot_state))


@rule
def find_safe(findings: Findings, public: Public, rules: Rules, packet: int, bot_state: BotState) -> None:
    """Note what is left of the worth of each rank of the packet, on average, after murder and theft."""
    killer = murderer(public, rules)
    fear = bot_state.parameters[FEAR_MURDER] * held(findings, killer) if killer != 0 else 0.0
    loss = fear_of_theft(findings, public, rules, bot_state)
    kept = 0.0 if loses_turn(public, rules) else turn_worth(public, findings.seat, bot_state)
    total = 0.0
    if fear != 0.0:
        turn = turn_lost(public, rules, bot_state)
        own = 1.0 / count(packet)
        rest = findings.ranks & cast_ranks(public) & ~public.face_up & -2 * bit(killer)
        if rules.immunity != 0 and has_power(public, rules, killer, C.ASSASSIN):
            rest &= ~immune_ranks(public, rules, TO_MURDER)
        while rest != 0:
            rank = lowest(rest)
            rest &= rest - 1
            findings.target[rank] = exposed(findings, rank, packet, own, turn, bot_state)
            total += findings.target[rank]
    while packet != 0:
        rank = lowest(packet)
        packet &= packet - 1
        lost = 0.0 if rules.immunity != 0 and has(rules.immune[public.cast[rank]], TO_THEFT) else loss
        findings.safe[rank] = after_crime(findings, rules, rank, total, fear, lost, kept, bot_state)


@rule
def pick(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the character to keep, or to discard."""
    findings = new_findings()
    seat = public.actor
    front = front_runner(public, seat, bot_state)
    packet = 0
    for i in range(n):
        packet |= 1 << a.arg_a(legal.code[i])
    guess(findings, public, me, rules, seat, packet, bot_state.parameters[TRUST])
    weigh(findings, public, bot_state)
    find_worth(findings, public, me, rules, front, packet, bot_state)
    if public.decision == a.DISCARD_CHARACTER:
        return to_discard(findings, public, rules, front, legal, n, bot_state)
    find_safe(findings, public, rules, packet, bot_state)
    wanted = picked_rank(findings.worth, findings.safe, bot_state.parameters[RESERVE], next_unit(bot_state))
    for i in range(n):
        if a.arg_a(legal.code[i]) == wanted:
            return i
    return 0


@rule
def to_discard(findings: Findings, public: Public, rules: Rules, front: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the character to discard: the one worth most to the other."""
    best = 0
    best_value = -1.0e9
    for i in range(n):
        rank = a.arg_a(legal.code[i])
        value = (
            findings.worth[rank]
            + draft_value(public, rules, front, findings.seat, public.cast[rank], bot_state.parameters[SPITE])
            + 0.1 * next_unit(bot_state)
        )
        if value > best_value:
            best = i
            best_value = value
    return best
