"""`builder`: the sensible greedy player. Builds every turn the best it can pay, drafts by what a character earns, saves for what it holds.

Its murders and thefts go by what is public: who is ahead, who is rich, which character would serve them. It destroys what is cheap in the
leader's city. Equal choices are decided at random, so that it favours no seat and no character by its number.
"""

from __future__ import annotations

from citadels_sim.bots.answers import answer
from citadels_sim.bots.building import best_building
from citadels_sim.bots.draft import pick_character
from citadels_sim.bots.effects import best_effect
from citadels_sim.bots.features import affordable, gold_income, passed_on, possible_ranks, two_dearest, useful
from citadels_sim.bots.gifts import cards_before_gathering, crowning_value, tithe_value
from citadels_sim.bots.greedy_turn import LATER, after_gathering, deciding, early_rank_1_2
from citadels_sim.bots.hands import choose_card, redraw_value, swap_value
from citadels_sim.bots.interface import Bot, Parameter, compiled_bot
from citadels_sim.bots.naming import likely, murder_harm, new_weights, theft_value, weigh_others
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import called, inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit

# Positions of the parameters.
NOISE = 0
SPITE = 1
THRIFT = 2

_NAMING = sum(1 << c for c in (C.ASSASSIN, C.THIEF, C.MAGICIAN))
"""Characters that may use their power once, before gathering, too."""
_EARLY = sum(1 << c for c in (C.MAGISTRATE, C.SPY, C.BLACKMAILER, C.EMPEROR, C.PATRICIAN, C.ABBOT, C.CARDINAL, C.SCHOLAR))
"""Others with something that may be worth doing before gathering."""
_MARKING = (1 << C.MAGISTRATE) | (1 << C.SPY) | (1 << C.BLACKMAILER)
"""Those of them who name a title or a player first of all."""


@rule
def pick(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Pick a character, or lay one down."""
    return pick_character(public, me, rules, public.actor, legal, n, bot_state, bot_state.parameters[NOISE], bot_state.parameters[SPITE])


@rule
def wants_cards(public: Public, me: Seat, rules: Rules, seat: int) -> bool:
    """Tell whether to gather cards: nothing useful in hand, or enough gold for all of it."""
    hand = useful(public, me, rules, seat)
    coming = gold_income(public, rules, seat, public.turn_char) if public.used & a.USED_INCOME == 0 else 0
    if builds_several(public, rules) and hand != 0 and public.gold[seat] + coming < two_dearest(rules, hand):
        return False
    now = affordable(public, me, rules, seat, coming)
    small = (hand & (hand - 1) == 0) | ((hand == now) & (public.hand_n[seat] <= 3))
    return ((hand == 0) | ((now != 0) & small)) & (public.deck_n + public.pile_n != 0)  # no branches, which nobody could foresee


@rule
def builds_several(public: Public, rules: Rules) -> bool:
    """Tell whether this turn will build more than one district of the hand as it is: an Architect only once she has her cards."""
    if public.turn_char == C.ARCHITECT:
        return public.used & a.USED_BONUS != 0
    return public.builds_left > 1 or public.turn_power == C.TRADER


@rule
def choose_gathering(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Before gathering: first the power that is worth using now, then gold or cards, which are listed first."""
    seat = public.actor
    naming = 0 if public.used & a.USED_POWER != 0 else _NAMING
    if has(_EARLY | naming, public.turn_power) | has(rules.choosing, public.turn_char):
        power = best_power(public, me, rules, seat, legal, n, bot_state)
        if power >= 0:
            return power
    return 1 if legal.code[1] == a.A_CARDS and wants_cards(public, me, rules, seat) else 0


@rule
def best_power(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the power that is most worth using before gathering, -1 when none is."""
    power = public.turn_power
    if power == C.ASSASSIN:
        return best_murder(public, me, rules, seat, legal, n, bot_state)
    if power == C.THIEF:
        return best_theft(public, me, rules, seat, legal, n, bot_state)
    if has(_MARKING, power):
        marked = early_rank_1_2(public, me, rules, seat, legal, n, bot_state)
        if marked >= 0:
            return marked
    best = -1
    best_value = 0.0
    for i in range(n):
        code = legal.code[i]
        if code & 0xFF == a.A_SWAP:
            value = swap_value(public, me, rules, seat, a.arg_a(code)) * (1.0 + 0.1 * next_unit(bot_state))
        elif has(LATER, code & 0xFF):
            continue
        else:
            value = power_value(public, me, rules, seat, code, bot_state)
        if value > best_value:
            best = i
            best_value = value
    return best


@called
@rule
def power_value(public: Public, me: Seat, rules: Rules, seat: int, code: int, bot_state: BotState) -> float:
    """What a power other than naming a title or swapping hands is worth before gathering."""
    kind = code & 0xFF
    if kind == a.A_REDRAW:
        return redraw_value(public, me, rules, seat)
    if kind == a.A_TITHE:
        return tithe_value(public, seat, a.arg_a(code), bot_state)
    if kind == a.A_BONUS:
        return 40.0
    if kind == a.A_INCOME:
        return 45.0 if cards_before_gathering(public, me, rules, seat) else 0.0
    if a.A_CROWN <= kind <= a.A_CROWN_NONE:
        return 50.0 + crowning_value(public, me, rules, seat, code) + 0.2 * next_unit(bot_state)
    return 0.0


@rule
def best_murder(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the title that is most worth a murder, -1 when none is."""
    possible = possible_ranks(public, me)
    passed = passed_on(me)
    weights = new_weights()
    weigh_others(weights, public, seat)
    best = -1
    best_value = 0.0
    for i in range(first_of(legal, n, a.A_MURDER), n):
        code = legal.code[i]
        if code & 0xFF != a.A_MURDER:
            break
        luck = 0.3 + 1.4 * next_unit(bot_state)
        value = murder_harm(weights, public, rules, seat, a.arg_a(code), likely(possible, passed, a.arg_a(code))) * luck
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def best_theft(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the title that is most worth a robbery, -1 when none is."""
    possible = possible_ranks(public, me)
    passed = passed_on(me)
    best = -1
    best_value = 0.0
    for i in range(first_of(legal, n, a.A_ROB), n):
        code = legal.code[i]
        if code & 0xFF != a.A_ROB:
            break
        luck = 0.7 + 0.6 * next_unit(bot_state)
        value = theft_value(public, rules, seat, a.arg_a(code), likely(possible, passed, a.arg_a(code))) * luck
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def first_of(legal: Legal, n: int, kind: int) -> int:
    """Place of the first action of a kind, n where there is none."""
    first = 0
    while first < n and legal.code[first] & 0xFF != kind:
        first += 1
    return first


@rule
def heir(public: Public, me: Seat, rules: Rules, seat: int, code: int, bot_state: BotState) -> float:
    """Worth of crowning somebody as the Emperor; among equals any."""
    return crowning_value(public, me, rules, seat, code) + 0.2 * next_unit(bot_state)


@rule
def build(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, first: int, n: int, bot_state: BotState) -> int:
    """Index of the building that is worth most, -1 when none is worth building now."""
    return best_building(public, me, rules, seat, legal, first, n, bot_state, bot_state.parameters[SPITE], bot_state.parameters[THRIFT])


@rule
def swap_late(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Never swaps hands after building."""
    return -1


@rule
def effect(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of a power or a district's effect that is worth using, else of the end of the turn."""
    return best_effect(public, me, rules, seat, legal, n, bot_state, bot_state.parameters[NOISE], bot_state.parameters[SPITE])


@rule
def reply(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Answer any other question."""
    return answer(public, me, rules, legal, n, bot_state, bot_state.parameters[SPITE])


_MIND = (choose_gathering, after_gathering(heir, build, swap_late, effect), pick, choose_card, reply, reply)
_decide = deciding(*_MIND, compiled=inline)
play_greedily = deciding(*_MIND)
"""Choose as the module says; the parameters are the first three of ``bot_state``."""


@compiled_bot
def choose_builder(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose as the module says."""
    return _decide(public, me, rules, legal, n, bot_state)


BUILDER = Bot(
    name="builder",
    doc="greedy: builds every turn, drafts by income, chooses targets by open information",
    choose=choose_builder,
    parameters=(
        Parameter("noise", 0.8, 0.0, 20.0, "random error in the worth of a character, in gold; 0: predictable"),
        Parameter("spite", 1.0, 0.0, 10.0, "how much it values harm to the leader"),
        Parameter("thrift", 0.3, 0.0, 5.0, "how willing it is to save for a more expensive card"),
    ),
)
