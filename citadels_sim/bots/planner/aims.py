"""Ranks 1 and 2: which title to name. What each is worth by who holds it how likely, and then named now and then, not always the best."""

from __future__ import annotations

from citadels_sim.bots.features import lead, to_go
from citadels_sim.bots.planner.findings import Findings
from citadels_sim.bots.planner.guess import chance, held
from citadels_sim.bots.planner.mixing import named_rank
from citadels_sim.bots.planner.weights import AIM_FINISH, AIM_LEAD, POISE, STEEP, TURN
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.holders import loses_turn
from citadels_sim.engine.record_types import BotState, Public, Rules
from citadels_sim.engine.rng import next_below, next_unit
from citadels_sim.engine.state import RANKS

_DREAD = 0.8
"""How much what a title might do to the own seat counts beside what it brings its holder."""


@rule
def weight_of(public: Public, seat: int, other: int, bot_state: BotState) -> float:
    """How much it counts to harm another: more, the further he is ahead."""
    weight = max(0.1, 1.0 + bot_state.parameters[AIM_LEAD] * lead(public, seat, other))
    return weight + (bot_state.parameters[AIM_FINISH] if to_go(public, other) <= 1 else 0.0)


@rule
def weigh(findings: Findings, public: Public, bot_state: BotState) -> None:
    """Note how much it counts to harm each other seat, and the own one: 1."""
    for other in range(findings.players):
        findings.weight[other] = weight_of(public, findings.seat, other, bot_state)
    findings.weight[findings.seat] = 1.0


@rule
def turn_lost(public: Public, rules: Rules, bot_state: BotState) -> float:
    """What a murder takes beyond what the card brings: the turn, where it does."""
    return float(bot_state.parameters[TURN]) if loses_turn(public, rules) else 0.0


@rule
def harm(findings: Findings, public: Public, rules: Rules, rank: int, turn: float) -> float:
    """What murdering a title takes from the others, and spares the own seat; `turn`: what `turn_lost` says."""
    total = 0.0
    held = 0.0
    for other in range(findings.players):
        likely = chance(findings, other, rank)
        held += likely
        total += likely * findings.weight[other] * (turn + findings.served[other, rank])
    return total + _DREAD * held * dread(public, findings.seat, rules.power[public.cast[rank]])


@rule
def dread(public: Public, seat: int, character: int) -> float:
    """What a character in the hands of another may cost the own seat."""
    if character == C.WARLORD:
        return 0.3 * public.city_n[seat]
    if character == C.THIEF:
        return 0.6 * public.gold[seat]
    if character == C.MAGICIAN:
        return 0.4 * public.hand_n[seat]
    if character == C.BLACKMAILER:
        return 0.4 * public.gold[seat]
    if character == C.SPY:
        return 0.3 * min(public.gold[seat], public.hand_n[seat])
    if character == C.MARSHAL:
        return 0.2 * public.city_n[seat]
    return 0.0


@rule
def loot(findings: Findings, public: Public, rank: int, bot_state: BotState) -> float:
    """Gold to be expected from robbing a title; that of who is ahead counts more."""
    total = 0.0
    for other in range(findings.players):
        lead_counts = 1.0 + 0.5 * bot_state.parameters[AIM_LEAD] * lead(public, findings.seat, other)
        total += chance(findings, other, rank) * public.gold[other] * lead_counts
    return total


@rule
def looseness(findings: Findings, titles: int, steep: float) -> float:
    """How much there is to hide: 1 where half of the titles or more are left over, little where nearly all are held.

    Who foresees a murder gains by leaving the title lie. Where there are hardly more titles than players to hold them, somebody has to
    take it, and nothing is lost by naming simply the best one.
    """
    n = 0
    total = 0.0
    for rank in range(2, RANKS):
        if not has(titles, rank):
            continue
        likely = held(findings, rank)
        if likely > 0.0:
            n += 1
            total += likely
    if n == 0:
        return 1.0
    spare = min(1.0, 2.0 * max(0.1, n - total) / n)
    return spare**steep


@rule
def named_or_any(findings: Findings, titles: int, bot_state: BotState) -> int:
    """The rank to name; any that can be named where nobody can hold one that is worth anything."""
    poise = bot_state.parameters[POISE] * looseness(findings, titles, bot_state.parameters[STEEP])
    best = named_rank(findings.worth, poise, next_unit(bot_state))
    if best != 0:
        return best
    skip = next_below(bot_state, count(titles))
    for _ in range(skip):
        titles &= titles - 1
    return lowest(titles)


@rule
def victim(findings: Findings, public: Public, rules: Rules, titles: int, bot_state: BotState) -> int:
    """Rank to murder, after `guess`."""
    weigh(findings, public, bot_state)
    turn = turn_lost(public, rules, bot_state)
    for rank in range(RANKS):
        findings.worth[rank] = harm(findings, public, rules, rank, turn) if has(titles & findings.ranks, rank) else 0.0
    return named_or_any(findings, titles, bot_state)


@rule
def prey(findings: Findings, public: Public, titles: int, bot_state: BotState) -> int:
    """Rank to rob, after `guess`."""
    later = titles & findings.ranks & -bit(public.turn_rank)
    for rank in range(RANKS):
        findings.worth[rank] = loot(findings, public, rank, bot_state) if has(later, rank) else 0.0
    return named_or_any(findings, titles, bot_state)
