"""Which building the greedy player builds, if any: for gold, in another way to pay, or seized."""

from __future__ import annotations

from citadels_sim.bots.appraise import build_value, missed
from citadels_sim.bots.destruction import seize_value
from citadels_sim.bots.features import front_runner
from citadels_sim.bots.luck import note_drawn, unit_ahead
from citadels_sim.bots.naming import warrant_risk
from citadels_sim.bots.paying import way_value
from citadels_sim.bots.worth import COUNTING, beyond_cost
from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import called, cold, inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit

_OTHER_CARDS = (1 << D.NECROPOLIS) | (1 << D.THIEVES_DEN)
_OTHER_CHARACTERS = (1 << C.CARDINAL) | (1 << C.MARSHAL)


@rule
def is_otherwise(kind: int) -> bool:
    """Return whether an action brings a district into the own city other than for gold alone: built in another way, or seized."""
    return bool(a.A_BUILD_FRAMEWORK <= kind <= a.A_BUILD_DEN_CARDINAL or kind == a.A_SEIZE)


@rule
def best_building(  # noqa: PLR0917
    public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, first: int, n: int, bot_state: BotState, spite: float, thrift: float
) -> int:
    """Index of the building that is worth most, -1 when none is worth building now."""
    kind = legal.code[first] & 0xFF
    if kind != a.A_BUILD and not is_otherwise(kind):
        return -1
    if public.warrants != 0 and wants_decoy(public, me, seat, legal, first, n):
        return cheapest_building(rules, legal, first, n, bot_state)
    wanted = missed(public, me, rules, seat)
    if me.hand_mask & rules.bringing == 0 and public.city_effects[seat] & COUNTING == 0:
        best = best_plain(public, rules, seat, legal, first, n, wanted, bot_state, thrift)
    else:
        best = best_counted(public, rules, seat, legal, first, n, wanted, bot_state, thrift)
    other = me.hand_mask & _OTHER_CARDS != 0 or has(_OTHER_CHARACTERS, public.turn_power)
    if other or has(public.city_effects[seat], D.FRAMEWORK):
        return best_otherwise(public, me, rules, seat, legal, first, n, wanted, best, bot_state, spite, thrift, 0.0)
    return best


@inline
def best_plain(  # noqa: PLR0917
    public: Public, rules: Rules, seat: int, legal: Legal, first: int, n: int, wanted: int, bot_state: BotState, thrift: float
) -> int:
    """Index of the best district that can simply be paid for, -1 when none is worth it, where none brings more than its cost.

    The same as `best_counted`, kept apart since it serves most calls and takes half the time without the rare cases.
    """
    key = bot_state.rng[0]
    before = bot_state.rng[1] - first
    best = -1
    best_value = 0.0
    i = first
    while i < n and legal.code[i] & 0xFF == a.A_BUILD:
        value = build_value(public, rules, seat, a.arg_a(legal.code[i]), wanted, thrift) + 0.1 * unit_ahead(key, before + i)
        if value > best_value:
            best_value = value
            best = i
        i += 1
    note_drawn(bot_state, before + i)
    return best


@called
@rule
def best_counted(  # noqa: PLR0917
    public: Public, rules: Rules, seat: int, legal: Legal, first: int, n: int, wanted: int, bot_state: BotState, thrift: float
) -> int:
    """Index of the best district that can simply be paid for, -1 when none is worth it."""
    best = -1
    best_value = 0.0
    i = first
    while i < n and legal.code[i] & 0xFF == a.A_BUILD:
        d = a.arg_a(legal.code[i])
        value = build_value(public, rules, seat, d, wanted, thrift) + beyond_cost(public, rules, seat, d) + 0.1 * next_unit(bot_state)
        if value > best_value:
            best_value = value
            best = i
        i += 1
    return best


@cold
@rule
def best_otherwise(  # noqa: PLR0917
    public: Public,
    me: Seat,
    rules: Rules,
    seat: int,
    legal: Legal,
    first: int,
    n: int,
    wanted: int,
    best: int,
    bot_state: BotState,
    spite: float,
    thrift: float,
    capture: float,
) -> int:
    """Index of the best of the other ways to build, or the `best` that is simply paid for; seizing is worth so much more: `capture`."""
    best_value = 0.0
    if best >= 0:
        d = a.arg_a(legal.code[best])
        best_value = build_value(public, rules, seat, d, wanted, thrift) + beyond_cost(public, rules, seat, d)
    front = front_runner(public, seat, bot_state)
    risk = warrant_risk(public, me, seat)
    for i in range(first, n):
        code = legal.code[i]
        if not is_otherwise(code & 0xFF):
            continue
        if code & 0xFF == a.A_SEIZE:
            value = seize_value(public, rules, seat, front, code, spite) + capture
        else:
            value = way_value(public, me, rules, seat, front, code, risk, spite)
        value += 0.1 * next_unit(bot_state)
        if value > best_value:
            best_value = value
            best = i
    return best


@cold
@rule
def wants_decoy(public: Public, me: Seat, seat: int, legal: Legal, first: int, n: int) -> bool:
    """Return whether to build under a warrant something cheap first: only the first one paid for can be taken, and more will be built."""
    if public.builds_left <= 1 or warrant_risk(public, me, seat) == 0.0:
        return False
    return bool(n > first + 1 and legal.code[first] & 0xFF == a.A_BUILD and legal.code[first + 1] & 0xFF == a.A_BUILD)


@cold
@rule
def cheapest_building(rules: Rules, legal: Legal, first: int, n: int, bot_state: BotState) -> int:
    """Index of the cheapest district that can simply be paid for."""
    best = first
    best_cost = 1.0e9
    i = first
    while i < n and legal.code[i] & 0xFF == a.A_BUILD:
        cost = rules.cost[a.arg_a(legal.code[i])] + 0.1 * next_unit(bot_state)
        if cost < best_cost:
            best = i
            best_cost = cost
        i += 1
    return best
