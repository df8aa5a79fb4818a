"""`banker`: the wealthy player. Takes the character that pays, waits for the dear district, wants all five types, and hides its purse.

It plays as `builder` does but for this. In the selection it counts the gold that a character brings for more, and thinks of what it may
lose: with gold to be stolen it avoids the character that everybody sees would serve it best, and likes those a thief cannot rob. Of the
cards it draws it keeps what is dear, unique or of a type it lacks, and it would rather wait for such a district than build a cheap one.
"""

from __future__ import annotations

from citadels_sim.bots.builder import SPITE, play_greedily
from citadels_sim.bots.character_worth import own_value, served
from citadels_sim.bots.features import affordable, dearest, front_runner, gold_income, to_go
from citadels_sim.bots.greedy_base import building, greedy_parameters, keeping, picking
from citadels_sim.bots.interface import Bot, Parameter, compiled_bot
from citadels_sim.bots.worth import card_worth, district_worth
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit
from citadels_sim.engine.state import RANKS

# Positions of the parameters behind builder's.
GREED = 3
DODGE = 4
COLOURS = 5
GRANDEUR = 6

_THIEF_RANK = 2
_THIEVES = (1 << C.THIEF) | (1 << C.SPY) | (1 << C.BLACKMAILER)
_AT_RISK = 2
"""Gold from which on a purse is worth hiding."""


@rule
def obvious_rank(public: Public, rules: Rules, seat: int) -> int:
    """The rank that serves a seat best by what everybody sees: the one a thief would name."""
    best = 0
    best_value = -1.0
    for rank in range(3, RANKS):
        if public.cast[rank] == 0 or has(public.face_up, rank):
            continue
        value = served(public, rules, seat, public.hand_n[seat], public.cast[rank])
        if value > best_value:
            best_value = value
            best = rank
    return best


@rule
def thief_at_large(public: Public, me: Seat) -> bool:
    """Return whether somebody else may hold a character that lives on other people's gold."""
    return has(_THIEVES, public.cast[_THIEF_RANK]) and not has(public.face_up | me.chars, _THIEF_RANK)


@rule
def gold_brought(public: Public, me: Seat, rules: Rules, seat: int, character: int) -> float:
    """Gold that a character's districts bring a seat, that a Navigator takes, or that an Alchemist has back of the dearest district."""
    if character == C.ALCHEMIST:
        return float(dearest(rules, affordable(public, me, rules, seat, rules.gather_gold)))
    if character == C.NAVIGATOR:
        return float(rules.navigator_gold[character])
    return float(gold_income(public, rules, seat, character))


@rule
def worth_as_banker(public: Public, me: Seat, rules: Rules, seat: int, front: int, rank: int, aim: int, bot_state: BotState) -> float:
    """What picking a rank is worth; `aim`: the rank that a thief would name, 0 where no thief need be feared."""
    character = public.cast[rank]
    value = own_value(public, me, rules, seat, front, character, bot_state.parameters[SPITE])
    value += bot_state.parameters[GREED] * gold_brought(public, me, rules, seat, character)
    if aim != 0:
        if rank == aim:
            value -= bot_state.parameters[DODGE] * 0.3 * public.gold[seat]
        elif rank <= _THIEF_RANK:
            value += bot_state.parameters[DODGE] * 0.15 * public.gold[seat]
    return value


_pick = picking(worth_as_banker)


@rule
def pick_as_banker(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Pick what pays and is not expected."""
    seat = public.actor
    aim = obvious_rank(public, rules, seat) if public.gold[seat] >= _AT_RISK and thief_at_large(public, me) else 0
    return _pick(public, me, rules, front_runner(public, seat, bot_state), aim, legal, n, bot_state)


@rule
def lacks(public: Public, rules: Rules, seat: int, district: int) -> bool:
    """Return whether the city has nothing of the district's type yet."""
    return bool(public.city_types[seat, rules.type_of[district]] == 0)


@rule
def grand(public: Public, rules: Rules, seat: int, district: int, bot_state: BotState) -> float:
    """What a district is worth beyond what it is to builder: for its price, and for a type that the city lacks."""
    value = bot_state.parameters[GRANDEUR] * min(int(rules.cost[district]), 8)
    if lacks(public, rules, seat, district):
        value += bot_state.parameters[COLOURS]
    return value + 0.1 * next_unit(bot_state)


@rule
def building_as_banker(public: Public, me: Seat, rules: Rules, seat: int, district: int, bot_state: BotState) -> float:
    """What building a district is worth."""
    return district_worth(public, rules, seat, district) + grand(public, rules, seat, district, bot_state)


@rule
def card_as_banker(public: Public, me: Seat, rules: Rules, seat: int, district: int, bot_state: BotState) -> float:
    """What keeping a drawn card is worth: no matter its price while there are rounds to save for it."""
    if to_go(public, seat) <= 1 and rules.cost[district] > public.gold[seat] + rules.gather_gold:
        return 0.1 * next_unit(bot_state)
    return card_worth(public, rules, seat, district) + grand(public, rules, seat, district, bot_state)


_build = building(building_as_banker)
_keep = keeping(card_as_banker)


@compiled_bot
def choose_banker(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose as the module says."""
    decision = public.decision
    if decision == a.PICK or decision == a.DISCARD_CHARACTER:
        return pick_as_banker(public, me, rules, legal, n, bot_state)
    if decision == a.KEEP:
        return _keep(public, me, rules, legal, n, bot_state)
    chosen = play_greedily(public, me, rules, legal, n, bot_state)
    return _build(public, me, rules, legal, n, chosen, bot_state)


BANKER = Bot(
    name="banker",
    doc="economy: takes characters that pay, saves for expensive districts and all five types, avoids being robbed",
    choose=choose_banker,
    parameters=(
        *greedy_parameters(0.8, 1.0, 1.0),
        Parameter("greed", 0.3, 0.0, 5.0, "worth of a gold that a character brings, beyond builder's"),
        Parameter("dodge", 1.0, 0.0, 5.0, "how much it avoids characters that a thief expects while it has gold"),
        Parameter("colours", 1.0, 0.0, 10.0, "worth of a type missing from its city, beyond builder's"),
        Parameter("grandeur", 0.5, 0.0, 5.0, "worth of a gold of a district's cost, beyond builder's"),
    ),
)
