"""What the ways to build other than for gold alone are worth: Framework, Necropolis, Thieves' Den, a Cardinal's loan."""

from __future__ import annotations

from citadels_sim.bots.features import lead, to_go
from citadels_sim.bots.worth import cheapest_held, counted_with, district_worth, points_of
from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.copies import best_of, sum_of_each
from citadels_sim.engine.record_types import Public, Rules, Seat
from citadels_sim.engine.rules import AMOUNT_DISCOUNT

# Called with a number of its own module a rule is compiled for that number. These rare ways then stay apart from what a city of the
# base game goes through: 1.02 times the games of `builder`.
_DEN = D.THIEVES_DEN
_NECROPOLIS = D.NECROPOLIS
_UNIQUE = 4
_GOLD = 0.4
"""What a gold not paid is worth."""
_SLOT = 1.0
"""What a place in the city is worth that a sacrifice empties again."""
_LAST_CHANCE = 2.0
"""What it costs that the Framework, or the loan of this turn, is gone for something better."""


@rule
def price_for(public: Public, rules: Rules, seat: int, district: int) -> int:
    """Gold that a seat pays for a district: one less for a unique one with the Factory."""
    cost = rules.cost[district]
    if rules.type_of[district] == _UNIQUE and has(public.city_effects[seat], D.FACTORY):
        others = public.city_mask[seat] & rules.having[D.FACTORY] & ~bit(district)
        cost -= min(cost, sum_of_each(rules, others, AMOUNT_DISCOUNT))
    return int(cost)


@rule
def saved(public: Public, rules: Rules, gold: int) -> float:
    """What it is worth not to pay so much gold: nothing to the Alchemist, who has it back."""
    return 0.0 if public.turn_power == C.ALCHEMIST else _GOLD * gold


@rule
def framework_value(public: Public, rules: Rules, seat: int, district: int) -> float:
    """What the Framework's sacrifice is worth: the city grows no larger, so it is for what is dear."""
    lost = 0.0
    framework = best_of(rules, public.city_mask[seat] & rules.having[D.FRAMEWORK])
    for slot in range(public.city_n[seat]):
        if public.city[seat, slot] == framework:
            lost = points_of(public, rules, seat, framework) + public.city_coin[seat, slot] * rules.artist_value
    gained = district_worth(public, rules, seat, district) + saved(public, rules, price_for(public, rules, seat, district))
    return gained - lost - _SLOT - _LAST_CHANCE


@rule
def necropolis_value(public: Public, rules: Rules, seat: int, named: int) -> float:
    """What the Necropolis is worth for the sacrifice of a district: nothing where the city would lose points by it."""
    lost = points_of(public, rules, seat, named)
    if lost >= rules.cost[_NECROPOLIS] + counted_with(public, rules, seat, _NECROPOLIS, 0, 0):
        return -1.0
    gained = district_worth(public, rules, seat, _NECROPOLIS) + saved(public, rules, price_for(public, rules, seat, _NECROPOLIS))
    return gained - lost - (_LAST_CHANCE if to_go(public, seat) <= 1 else _SLOT)


@rule
def den_value(public: Public, me: Seat, rules: Rules, seat: int, cards: int, kept: int, risk: float) -> float:
    """What the Thieves' Den is worth with so much of its price in cards; a Magistrate who takes it gives no cards back (`risk`)."""
    given = cheapest_held(public, me, rules, seat, cards, kept)
    return district_worth(public, rules, seat, _DEN) + saved(public, rules, cards) - given * (1.0 + risk)


@rule
def loan_value(  # noqa: PLR0917
    public: Public, me: Seat, rules: Rules, seat: int, front: int, district: int, cards: int, lender: int, risk: float, spite: float
) -> float:
    """What a district is worth that a rival's gold helps to build, for the worst cards; `cards` more pay for a Thieves' Den."""
    missing = price_for(public, rules, seat, district) - cards - public.gold[seat]
    given = cheapest_held(public, me, rules, seat, cards + missing, district)
    taken = spite * (0.01 * lead(public, seat, lender) + (0.1 * missing if lender == front else 0.0))
    return district_worth(public, rules, seat, district) + saved(public, rules, cards) + taken - given * (1.0 + risk) - _LAST_CHANCE


@rule
def way_value(public: Public, me: Seat, rules: Rules, seat: int, front: int, code: int, risk: float, spite: float) -> float:
    """What building in one of the other ways is worth, of the own hand or of the hand that the Wizard looks at."""
    kind = code & 0xFF
    if kind == a.A_BUILD_FRAMEWORK or kind == a.A_TAKE_BUILD_FRAMEWORK:
        return framework_value(public, rules, seat, a.arg_a(code))
    if kind == a.A_BUILD_SACRIFICE or kind == a.A_TAKE_BUILD_SACRIFICE:
        return necropolis_value(public, rules, seat, a.arg_a(code))
    if kind == a.A_BUILD_DEN:
        return den_value(public, me, rules, seat, a.arg_a(code), _DEN, risk)
    if kind == a.A_TAKE_BUILD_DEN:
        return den_value(public, me, rules, seat, a.arg_a(code), -1, risk)
    if kind == a.A_BUILD_CARDINAL:
        return loan_value(public, me, rules, seat, front, a.arg_a(code), 0, a.arg_b(code), risk, spite)
    return loan_value(public, me, rules, seat, front, _DEN, a.arg_a(code), a.arg_b(code), risk, spite)
