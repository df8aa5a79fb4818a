"""What builder's relatives share: the loops over what can be picked, named or built, by a measure of their own, and who may hold what.

Each of them plays as builder does (`builder.play_greedily`) but where its own mind says otherwise; so the first three parameters of each
are builder's. A loop is made of a measure when the bot is defined: as an argument the measure would keep the bot out of Numba's cache.
"""

from __future__ import annotations

from collections.abc import Callable

from citadels_sim.bots.builder import NOISE, SPITE
from citadels_sim.bots.building import wants_decoy
from citadels_sim.bots.character_worth import draft_value
from citadels_sim.bots.features import possible_ranks
from citadels_sim.bots.interface import Parameter
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.draft_order import place_in_draft
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_below, next_unit

Measure = Callable[..., float]
"""A rule that says what a choice is worth; see the loop that takes it for its arguments."""


def greedy_parameters(noise: float, spite: float, thrift: float) -> tuple[Parameter, ...]:
    """Return builder's parameters, which come first, with other defaults."""
    return (
        Parameter("noise", noise, 0.0, 20.0, "random error in the worth of a character, in gold; 0: predictable"),
        Parameter("spite", spite, 0.0, 10.0, "how much it values harm to the leader"),
        Parameter("thrift", thrift, 0.0, 5.0, "how willing it is to save for a more expensive card"),
    )


@rule
def ranks_in(legal: Legal, n: int) -> int:
    """Set of the ranks that can be picked, or removed face down."""
    ranks = 0
    for i in range(n):
        ranks |= bit(a.arg_a(legal.code[i]))
    return ranks


def picking(worth: Measure) -> Callable[..., int]:
    """Make ``pick(public, me, rules, front, aim, legal, n, bot_state) -> index`` of a measure.

    The measure is ``worth(public, me, rules, seat, front, rank, aim, bot_state)``.

    It keeps the rank worth most, or lays down the one that serves the seat and `front` together most. `aim` is whatever the measure wants
    to know of this selection that need not be computed again for each rank.
    """

    @rule
    def pick(public: Public, me: Seat, rules: Rules, front: int, aim: int, legal: Legal, n: int, bot_state: BotState) -> int:
        seat = public.actor
        best = 0
        best_value = -1.0e9
        for i in range(n):
            rank = a.arg_a(legal.code[i])
            value = worth(public, me, rules, seat, front, rank, aim, bot_state)
            if public.decision == a.DISCARD_CHARACTER:
                value += draft_value(public, rules, front, seat, public.cast[rank], bot_state.parameters[SPITE])
            value += (0.001 + bot_state.parameters[NOISE]) * next_unit(bot_state)
            if value > best_value:
                best_value = value
                best = i
        return best

    return pick


def naming(worth: Measure) -> Callable[..., int]:
    """Make ``name(public, me, rules, aim, legal, n, kind, bot_state) -> index`` of a measure.

    The measure is ``worth(public, me, rules, seat, rank, aim, bot_state)``.

    It finds the action of a kind that names the title worth most, -1 where none is worth anything.
    """

    @rule
    def name(public: Public, me: Seat, rules: Rules, aim: int, legal: Legal, n: int, kind: int, bot_state: BotState) -> int:
        best = -1
        best_value = 0.0
        for i in range(n):
            code = legal.code[i]
            if code & 0xFF != kind:
                continue
            value = worth(public, me, rules, public.actor, a.arg_a(code), aim, bot_state)
            if value > best_value:
                best_value = value
                best = i
        return best

    return name


def building(worth: Measure) -> Callable[..., int]:
    """Make ``build(public, me, rules, legal, n, chosen, bot_state) -> index`` of ``worth(public, me, rules, seat, district, bot_state)``.

    Where builder has chosen a district that is simply paid for, it finds the one worth most instead; any other choice stands.
    """

    @rule
    def build(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, chosen: int, bot_state: BotState) -> int:
        if public.decision != a.TURN or legal.code[chosen] & 0xFF != a.A_BUILD:
            return chosen
        first = 0
        while legal.code[first] & 0xFF != a.A_BUILD:
            first += 1
        if public.warrants != 0 and wants_decoy(public, me, public.actor, legal, first, n):
            return chosen
        best = chosen
        best_value = -1.0e9
        i = first
        while i < n and legal.code[i] & 0xFF == a.A_BUILD:
            value = worth(public, me, rules, public.actor, a.arg_a(legal.code[i]), bot_state)
            if value > best_value:
                best_value = value
                best = i
            i += 1
        return best

    return build


def keeping(worth: Measure) -> Callable[..., int]:
    """Make ``keep(public, me, rules, legal, n, bot_state) -> index`` of ``worth(public, me, rules, seat, district, bot_state)``.

    It keeps the drawn card worth most, rather none that is in hand already.
    """

    @rule
    def keep(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
        best = 0
        best_value = -1.0e9
        for i in range(n):
            d = a.arg_a(legal.code[i])
            value = worth(public, me, rules, public.actor, d, bot_state)
            if has(me.hand_mask, d):
                value -= 2.0
            if value > best_value:
                best_value = value
                best = i
        return best

    return keep


@rule
def held_by(public: Public, me: Seat, seat: int, other: int) -> int:
    """Set of the ranks that one other player may hold: missing from the packet I got, or in the one I passed on.

    Where players pick twice, or the Theater was used, no more is known than what anybody may hold. Good until rank 4 is called and the
    crown may move.
    """
    possible = possible_ranks(public, me)
    if me.picks_n != 1 or me.theater_gave != 0 or public.players < 4:
        return possible
    ranks = possible & me.offered[0]
    if place_in_draft(public, other) < place_in_draft(public, seat):
        ranks = possible & ~me.offered[0]
    return int(ranks) if ranks != 0 else possible


@rule
def richest(public: Public, seat: int, bot_state: BotState) -> int:
    """The other player with the most gold; among equals any."""
    best = -1
    most = -1
    ties = 1
    for other in range(public.players):
        if other == seat:
            continue
        if public.gold[other] > most:
            best = other
            most = public.gold[other]
            ties = 1
        elif public.gold[other] == most:
            ties += 1
            if next_below(bot_state, ties) == 0:
                best = other
    return best
