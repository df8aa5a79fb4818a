"""Rank 8 and the Armory: what destroying, exchanging and seizing districts is worth."""

from __future__ import annotations

from citadels_sim.bots.features import lead, to_go
from citadels_sim.bots.worth import brings, district_worth, worth_of
from citadels_sim.compiler.decorators import inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import Public, Rules

_UNIQUE = 4


@inline
def extra_of(public: Public, rules: Rules, seat: int, named: int) -> float:
    """What a district brings its owner beyond its cost, 0 for most."""
    return brings(public, rules, seat, named & ~a.STAR) if has(rules.bringing, named & ~a.STAR) else 0.0


@inline
def destroy_value(public: Public, rules: Rules, seat: int, front: int, code: int, spite: float) -> float:
    """What destroying a district is worth, after its price; below 0 for what is not worth it."""
    return destroyed_value(public, rules, seat, front, code, lead(public, seat, a.arg_a(code)), spite)


@inline
def destroyed_value(public: Public, rules: Rules, seat: int, front: int, code: int, ahead: float, spite: float) -> float:
    """What destroying a district is worth, by how far its owner is `ahead`.

    Whose city it is no processor foresees: what the own city and each other's have apart is chosen without a branch.
    """
    target = a.arg_a(code)
    named = a.arg_b(code)
    cost = worth_of(rules, named)
    value = spite * (0.6 * cost + 0.05 * ahead) + spite * int(target == front) + 2.0 * spite * int(to_go(public, target) <= 2)
    if has(rules.bringing, named & ~a.STAR):
        value += 0.4 * spite * brings(public, rules, target, named & ~a.STAR)
    value -= 0.9 * max(0, cost - 1)
    return value if target != seat else -1.0


@rule
def exchange_value(public: Public, rules: Rules, seat: int, front: int, code: int, spite: float) -> float:
    """What exchanging two districts brings: the better one, less the price, more if it hurts whoever is ahead."""
    own = worth_of(rules, a.arg_a(code))
    theirs = worth_of(rules, a.arg_c(code))
    other = a.arg_b(code)
    value = float(theirs - own) - 0.6 * max(0, theirs - own)
    if public.city_types[seat, rules.type_of[a.arg_c(code) & ~a.STAR]] == 0:
        value += 1.0
    if rules.type_of[a.arg_a(code) & ~a.STAR] == _UNIQUE:
        value -= 1.5
    value += extra_of(public, rules, seat, a.arg_c(code)) - extra_of(public, rules, seat, a.arg_a(code))
    return value + (0.4 * spite if other == front else 0.0) - 0.5


@rule
def seize_value(public: Public, rules: Rules, seat: int, front: int, code: int, spite: float) -> float:
    """What seizing a district is worth, compared with building one: the rival loses it, and has its price."""
    target = a.arg_a(code)
    cost = worth_of(rules, a.arg_b(code))
    value = district_worth(public, rules, seat, a.arg_b(code) & ~a.STAR)
    value += spite * (0.3 * cost + 0.03 * lead(public, seat, target)) - 0.4 * cost
    if target == front:
        value += 0.5 * spite
    if to_go(public, target) <= 2:
        value += spite
    return value + 0.3 * spite * extra_of(public, rules, target, a.arg_b(code))


@rule
def armory_value(public: Public, rules: Rules, seat: int, front: int, code: int, spite: float) -> float:
    """What giving up the Armory to destroy a district is worth: only against who is about to win."""
    target = a.arg_a(code)
    if target == seat or target != front or to_go(public, target) > 1 or to_go(public, seat) <= 1:
        return -1.0
    return spite * (0.5 * worth_of(rules, a.arg_b(code)) + 0.1 * lead(public, seat, target)) - 1.5
