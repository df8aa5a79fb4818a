"""`raider`: the attacker. Murders, robs, swaps with, destroys and seizes from whoever leads, and builds what is cheap in between.

It plays as `builder` does but for this. It likes the characters that attack, the more so the further somebody is ahead. It works out what
the leader may hold by who picked before and after it, and names that title; as Thief it looks for the purses in the same way. As Magician
it swaps with the leader, as Warlord it destroys only what stands in the city of the leader or of somebody about to finish. Gold is kept for
that: of the districts it can build it takes the cheaper ones.
"""

from __future__ import annotations

from citadels_sim.bots.builder import NOISE, SPITE, play_greedily
from citadels_sim.bots.character_worth import own_value, served
from citadels_sim.bots.destruction import destroy_value
from citadels_sim.bots.features import front_runner, lead, to_go
from citadels_sim.bots.greedy_base import building, greedy_parameters, held_by, naming, picking
from citadels_sim.bots.interface import Bot, Parameter, compiled_bot
from citadels_sim.bots.worth import district_worth
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import count, has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit

# Positions of the parameters behind builder's.
AGGRESSION = 3
FRUGALITY = 4

_KILL_RANK = 1
_STEAL_RANK = 2
_HAND_RANK = 3
_FORCE_RANK = 8


@rule
def worth_as_raider(public: Public, me: Seat, rules: Rules, seat: int, front: int, rank: int, aim: int, bot_state: BotState) -> float:
    """What picking a rank is worth: to builder, and what it lets do to the leader."""
    character = public.cast[rank]
    value = own_value(public, me, rules, seat, front, character, bot_state.parameters[SPITE])
    attack = 0.0
    if rank == _KILL_RANK:
        attack = 0.6 + 0.05 * max(0.0, lead(public, seat, front))
    elif rank == _STEAL_RANK:
        attack = 0.2 + 0.15 * public.gold[front]
    elif rank == _HAND_RANK and character != C.SEER:
        attack = 0.25 * max(0, public.hand_n[front] - 1)
    elif rank == _FORCE_RANK and public.city_n[front] > 0 and to_go(public, front) > 0:
        attack = 0.4 + 0.15 * public.city_n[front]
    return value + bot_state.parameters[AGGRESSION] * attack


_pick = picking(worth_as_raider)


@rule
def murder_of_leader(public: Public, me: Seat, rules: Rules, seat: int, rank: int, front: int, bot_state: BotState) -> float:
    """What naming a title as Assassin or Witch is worth: what it would bring the leader, if the leader may hold it."""
    if not has(held_by(public, me, seat, front), rank):
        return 0.001
    gain = 0.8 + served(public, rules, front, public.hand_n[front], public.cast[rank])
    if rank == _FORCE_RANK:
        gain += 0.3 * public.city_n[seat]
    return gain * (0.5 + next_unit(bot_state))


@rule
def robbery_of_rich(public: Public, me: Seat, rules: Rules, seat: int, rank: int, front: int, bot_state: BotState) -> float:
    """What naming a title as Thief is worth: the gold of all who may hold it, the likelier what serves them, the leader's counting more."""
    loot = 0.001
    for other in range(public.players):
        if other == seat or public.gold[other] == 0:
            continue
        ranks = held_by(public, me, seat, other)
        if has(ranks, rank):
            share = (0.6 + served(public, rules, other, public.hand_n[other], public.cast[rank])) / count(ranks)
            loot += share * public.gold[other] * (1.3 if other == front else 1.0)
    return loot * (0.7 + 0.6 * next_unit(bot_state))


_name_murder = naming(murder_of_leader)
_name_robbery = naming(robbery_of_rich)


@rule
def named_title(public: Public, me: Seat, rules: Rules, front: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the murder, the robbery or the bewitching to be made now, -1 when there is none."""
    if public.turn_rank > _STEAL_RANK or public.used & a.USED_POWER != 0:
        return -1
    best = _name_murder(public, me, rules, front, legal, n, a.A_MURDER, bot_state)
    if best < 0:
        best = _name_murder(public, me, rules, front, legal, n, a.A_BEWITCH, bot_state)
    if best < 0:
        best = _name_robbery(public, me, rules, front, legal, n, a.A_ROB, bot_state)
    return best


@rule
def swap_with_leader(public: Public, seat: int, front: int, legal: Legal, n: int) -> int:
    """Index of the swap of hands with the leader where that is no smaller hand, or ends the game later; -1 when it is not worth it."""
    more = public.hand_n[front] - public.hand_n[seat]
    if public.hand_n[front] == 0 or (more < 1 and not (to_go(public, front) <= 2 and more > -2)):
        return -1
    for i in range(n):
        if legal.code[i] == a.action(a.A_SWAP, front, 0):
            return i
    return -1


@rule
def destroyed_of_leader(public: Public, rules: Rules, seat: int, front: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the district to destroy: the leader's, or of somebody about to finish; -1 when none is worth its price."""
    best = -1
    best_value = 0.0
    for i in range(n):
        code = legal.code[i]
        if code & 0xFF != a.A_DESTROY:
            continue
        target = a.arg_a(code)
        if target != front and to_go(public, target) > 2:
            continue
        value = destroy_value(public, rules, seat, front, code, bot_state.parameters[SPITE])
        value += (0.001 + 0.3 * bot_state.parameters[NOISE]) * (next_unit(bot_state) - 0.5)
        if value > best_value:
            best_value = value
            best = i
    return best


@rule
def building_as_raider(public: Public, me: Seat, rules: Rules, seat: int, district: int, bot_state: BotState) -> float:
    """What building a district is worth: the gold not spent is for attacks, but not in the last rounds."""
    frugality = bot_state.parameters[FRUGALITY] if to_go(public, seat) > 2 else 0.0
    return district_worth(public, rules, seat, district) - frugality * rules.cost[district] + 0.1 * next_unit(bot_state)


_build = building(building_as_raider)


@rule
def turn_as_raider(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose in a turn: the attack where there is one, else what builder would do."""
    seat = public.actor
    front = front_runner(public, seat, bot_state)
    named = named_title(public, me, rules, front, legal, n, bot_state)
    if named >= 0:
        return named
    if public.turn_rank == _HAND_RANK:
        swapped = swap_with_leader(public, seat, front, legal, n)
        if swapped >= 0:
            return swapped
    chosen = _build(public, me, rules, legal, n, play_greedily(public, me, rules, legal, n, bot_state), bot_state)
    if legal.code[chosen] & 0xFF == a.A_DESTROY:
        destroyed = destroyed_of_leader(public, rules, seat, front, legal, n, bot_state)
        return destroyed if destroyed >= 0 else n - 1
    return chosen


@compiled_bot
def choose_raider(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose as the module says."""
    decision = public.decision
    if decision == a.PICK or decision == a.DISCARD_CHARACTER:
        return _pick(public, me, rules, front_runner(public, public.actor, bot_state), 0, legal, n, bot_state)
    if decision == a.TURN and n > 1:
        return turn_as_raider(public, me, rules, legal, n, bot_state)
    return play_greedily(public, me, rules, legal, n, bot_state)


RAIDER = Bot(
    name="raider",
    doc="attack: murder, theft, swaps and destruction aimed at the leader, cheap districts in between",
    choose=choose_raider,
    parameters=(
        *greedy_parameters(0.8, 2.0, 0.0),
        Parameter("aggression", 1.0, 0.0, 10.0, "how much it likes the characters that attack"),
        Parameter("frugality", 0.5, 0.0, 5.0, "how much it prefers cheap districts, to keep gold for attacks"),
    ),
)
