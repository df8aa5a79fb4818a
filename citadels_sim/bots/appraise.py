"""What building now and what districts' effects are worth to a greedy player, in gold or nearly so."""

from __future__ import annotations

from citadels_sim.bots.features import affordable, dearest, to_go, useful, useful_n
from citadels_sim.bots.standing import most_complete
from citadels_sim.bots.worth import card_worth, hold_value, plain_worth
from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import cold, inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.copies import best_of
from citadels_sim.engine.record_types import BotState, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit
from citadels_sim.engine.rules import AMOUNT_GOLD, AMOUNT_PRICE

GOOD_TRADE = 2
"""Gold for a card from which on the Laboratory is worth a card that could still be built (2016; in classic it is 1)."""


@inline
def build_value(public: Public, rules: Rules, seat: int, district: int, wanted: int, thrift: float) -> float:
    """What building a district now is worth by cost and type; saving for a dearer card that is `wanted` counts against a cheap one."""
    value = plain_worth(public, rules, seat, district)
    left = public.gold[seat] - rules.cost[district] + 2
    too_dear = (wanted > public.gold[seat]) & (left < wanted)
    return value - (thrift * (wanted - rules.cost[district]) if too_dear else 0.0)


@rule
def saved_for(public: Public, me: Seat, rules: Rules, seat: int) -> int:
    """Cost of the dearest useful card in hand while there is time to save for it, else 0; the Alchemist has what he pays back."""
    if public.turn_power == C.ALCHEMIST and public.turn_seat == seat:
        return 0
    return 0 if ends_soon(public, seat) else dearest(rules, useful(public, me, rules, seat))


@inline
def ends_soon(public: Public, seat: int) -> bool:
    """Return whether the seat needs two districts more at most, or somebody else one."""
    own = public.city_size[seat]
    return max(own + 1, most_complete(public, seat)) + 1 >= public.goal


@inline
def missed(public: Public, me: Seat, rules: Rules, seat: int) -> int:
    """The same as `saved_for`, but 0 also where there is gold for the dearest card now: that is all that `build_value` has to know."""
    top = rules.afford.shape[0] - 1
    cards = useful(public, me, rules, seat) & ~rules.afford[min(public.gold[seat], top)]
    saves = not (ends_soon(public, seat) | ((public.turn_power == C.ALCHEMIST) & (public.turn_seat == seat)))
    return dearest(rules, cards) * int(saves)


@rule
def gold_of_lab(public: Public, rules: Rules, seat: int) -> int:
    """Gold for which the city's best Laboratory takes a card; 0 where there is none."""
    if not has(public.city_effects[seat], D.LABORATORY):
        return 0
    return int(rules.amount[AMOUNT_GOLD, best_of(rules, public.city_mask[seat] & rules.having[D.LABORATORY])])


@rule
def lab_value(public: Public, me: Seat, rules: Rules, seat: int, district: int) -> float:
    """What discarding a card for the Laboratory's gold is worth: useless ones always, poor ones where the gold is good."""
    if rules.effect[district] == D.SECRET_VAULT:
        return 0.0
    if has(public.city_mask[seat], district) and card_worth(public, rules, seat, district) < 1.0:
        return 100.0
    gold = gold_of_lab(public, rules, seat)
    if gold < GOOD_TRADE or useful_n(public, me, rules, seat) <= 1:
        return 0.0
    return 0.6 * gold - hold_value(public, me, rules, seat, district)


@rule
def lab_pays(public: Public, me: Seat, rules: Rules, seat: int) -> bool:
    """Return whether the Laboratory's gold, a good trade taken before building, pays for a dearer district than there is gold for."""
    if not has(public.city_effects[seat], D.LABORATORY) or public.used & a.USED_LAB != 0 or public.builds_left <= 0:
        return False
    gold = gold_of_lab(public, rules, seat)
    if gold < GOOD_TRADE:
        return False
    now = dearest(rules, affordable(public, me, rules, seat, 0))
    return dearest(rules, affordable(public, me, rules, seat, gold)) > now


@cold
@rule
def museum_value(public: Public, me: Seat, rules: Rules, seat: int, district: int, bot_state: BotState) -> float:
    """What tucking a card under the Museum is worth: a point, for a card that will not be built; no Secret Vault."""
    if rules.effect[district] == D.SECRET_VAULT:
        return 0.0
    spare = has(public.city_mask[seat], district) or public.ending != 0 or public.hand_n[seat] > 4
    return 90.0 + next_unit(bot_state) - 2.0 * hold_value(public, me, rules, seat, district) if spare else 0.0


@cold
@rule
def smithy_value(public: Public, me: Seat, rules: Rules, seat: int) -> float:
    """What drawing cards for gold is worth: with nothing to build, or rich with a small hand."""
    smithy = best_of(rules, public.city_mask[seat] & rules.having[D.SMITHY])
    rich = public.gold[seat] - rules.amount[AMOUNT_PRICE, smithy] >= 3
    return 50.0 if useful(public, me, rules, seat) == 0 or (rich and public.hand_n[seat] <= 1) else 0.0


@cold
@rule
def coin_value(public: Public, rules: Rules, seat: int, district: int) -> float:
    """What a coin on a district is worth: a point, once gold is left over or the end is near; and what a Basilica makes of odd and even."""
    odd = 0.0
    if has(public.city_effects[seat], D.BASILICA):
        odd = 1.0 if rules.cost[district] & 1 == 0 else -1.0
    end_near = public.ending != 0
    for other in range(public.players):
        if to_go(public, other) <= 1:
            end_near = True
    if end_near:
        return 1.5 + odd
    return (0.6 if public.gold[seat] >= 3 else -1.0) + odd


@cold
@rule
def announce_bell_tower(public: Public, seat: int) -> bool:
    """Return whether an earlier end serves: nobody else has more districts, and the own city is not complete without it.

    With a city of the full size the end has come and the bonus is safe: announcing would only give it to others with one fewer.
    """
    if to_go(public, seat) == 0:
        return False
    for other in range(public.players):
        if other != seat and public.city_n[other] > public.city_n[seat]:
            return False
    return True
