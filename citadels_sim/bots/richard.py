"""`richard`: the charter of the French forums, which the student projects of Citadels take as their baseline. A rush with a few principles.

The charter is a text for novices by a player called Richard, posted to the forum of trictrac.net under "Citadelles : charte Citadelles de
base" and taken up in other guides; the projects of Polytech Nice Sophia implement it as their "Richard" bots. What it says, in our words:

- Build fast: many districts, cheap ones first, nothing saved for.
- Let the Thief live, unless somebody has become too rich, and the Warlord, unless you are ahead yourself: they attack the others.
- Somebody with 4 gold, a card and five districts must not get the Architect: take the Assassin and murder her, or take her yourself. Who is
  so placed takes her.
- Somebody with six districts wants the King, to pick first in the last round. Who picks next to him takes the King; else is the Assassin
  and murders him, else the Warlord, else the Bishop. With six districts of your own want the same.
- Somebody with seven districts wins with the Assassin, the Bishop or the Warlord, who cannot be stopped any more: the two who pick before
  him leave him none of the three, or murder the one that he will have; who picks after him murders, destroys, or swaps his hand away. With
  seven of your own take one of the three.
- With many cards while another has none be the Assassin and murder the Magician; without a card be the Magician.
- The Thief is for the first rounds, and aims at the richest by what you saw in the packet.
- Rich enough for two districts be the Architect; poor be the Merchant; with few players keep the crown.

Six and seven are "two" and "one to go" where the game ends at another number. In casts without one of these characters whoever has the rank
stands for it where it has the same purpose (`richard_charter`). All that the charter leaves open is played as `builder` does.
"""

from __future__ import annotations

from citadels_sim.bots.builder import SPITE, play_greedily
from citadels_sim.bots.character_worth import own_value
from citadels_sim.bots.features import front_runner, to_go
from citadels_sim.bots.greedy_base import building, greedy_parameters, keeping, naming, picking, ranks_in
from citadels_sim.bots.interface import Bot, Parameter, compiled_bot
from citadels_sim.bots.naming import chance_of, murder_value, theft_value
from citadels_sim.bots.richard_charter import SWAPPER, closest, spared, title_to_murder, titles_to_rob, wanted
from citadels_sim.bots.worth import card_worth, district_worth
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit

# Positions of the parameters behind builder's.
HASTE = 3
FAITH = 4
MANY = 5
RICH = 6
EARLY = 7

_CERTAIN = 1000.0
"""More than any character is worth: what the charter says comes first."""


@rule
def worth_as_richard(public: Public, me: Seat, rules: Rules, seat: int, front: int, rank: int, aim: int, bot_state: BotState) -> float:
    """What picking a rank is worth; `aim`: the one that the charter takes, 0 where it has no opinion."""
    value = own_value(public, me, rules, seat, front, public.cast[rank], bot_state.parameters[SPITE])
    return value + (_CERTAIN if rank == aim else 0.0)


_pick = picking(worth_as_richard)


@rule
def pick_as_richard(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Pick by the charter; lay down what serves least and others most, never what the charter would take."""
    seat = public.actor
    aim = 0
    if public.decision == a.PICK and next_unit(bot_state) < bot_state.parameters[FAITH]:
        rival = closest(public, seat, bot_state)
        aim = wanted(public, me, rules, seat, rival, ranks_in(legal, n), bot_state.parameters[MANY], bot_state.parameters[EARLY])
    return _pick(public, me, rules, front_runner(public, seat, bot_state), aim, legal, n, bot_state)


@rule
def murder_as_richard(public: Public, me: Seat, rules: Rules, seat: int, rank: int, aim: int, bot_state: BotState) -> float:
    """What naming a title is worth as Assassin or Witch; `aim`: the one the charter murders, or -1 - the rival's seat."""
    if rank == aim:
        return _CERTAIN
    value = murder_value(public, rules, seat, rank, chance_of(public, me, rank)) * (0.3 + 1.4 * next_unit(bot_state))
    return 0.05 * value + 0.001 if aim < 0 and spared(public, seat, -1 - aim, rank) else value + 0.01


@rule
def robbery_as_richard(public: Public, me: Seat, rules: Rules, seat: int, rank: int, aim: int, bot_state: BotState) -> float:
    """What naming a title is worth as Thief; `aim`: the set of those that the charter robs."""
    value = theft_value(public, rules, seat, rank, chance_of(public, me, rank)) * (0.7 + 0.6 * next_unit(bot_state)) + 0.001
    return value if has(aim, rank) else 0.05 * value


_name_murder = naming(murder_as_richard)
_name_robbery = naming(robbery_as_richard)


@rule
def named_as_richard(public: Public, me: Seat, rules: Rules, rival: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the murder, bewitching or robbery to be made now, -1 when there is none."""
    if public.turn_rank > 2 or public.used & a.USED_POWER != 0:
        return -1
    seat = public.actor
    aim = title_to_murder(public, me, rules, seat, rival, bot_state.parameters[MANY], bot_state.parameters[RICH], bot_state)
    if aim == 0:
        aim = -1 - rival
    best = _name_murder(public, me, rules, aim, legal, n, a.A_MURDER, bot_state)
    if best < 0:
        best = _name_murder(public, me, rules, aim, legal, n, a.A_BEWITCH, bot_state)
    if best < 0:
        prey = titles_to_rob(public, me, seat, rival, bot_state)
        best = _name_robbery(public, me, rules, prey, legal, n, a.A_ROB, bot_state)
    return best


@rule
def index_of_swap(public: Public, rival: int, legal: Legal, n: int) -> int:
    """Index of the swap that takes the hand of a rival who needs one district more, -1 when there is none to take."""
    if to_go(public, rival) != 1 or public.hand_n[rival] == 0:
        return -1
    for i in range(n):
        if legal.code[i] == a.action(a.A_SWAP, rival, 0):
            return i
    return -1


@rule
def building_as_richard(public: Public, me: Seat, rules: Rules, seat: int, district: int, bot_state: BotState) -> float:
    """What building a district is worth: the cheap ones first, but the last ones of the city for their points."""
    haste = bot_state.parameters[HASTE] if to_go(public, seat) > 1 else 0.0
    return district_worth(public, rules, seat, district) - haste * rules.cost[district] + 0.1 * next_unit(bot_state)


@rule
def card_as_richard(public: Public, me: Seat, rules: Rules, seat: int, district: int, bot_state: BotState) -> float:
    """What keeping a drawn card is worth: what can be built soon."""
    haste = bot_state.parameters[HASTE]
    return card_worth(public, rules, seat, district) - haste * rules.cost[district] + 0.3 * next_unit(bot_state)


_build = building(building_as_richard)
_keep = keeping(card_as_richard)


@compiled_bot
def choose_richard(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose as the module says."""
    decision = public.decision
    if decision == a.PICK or decision == a.DISCARD_CHARACTER:
        return pick_as_richard(public, me, rules, legal, n, bot_state)
    if decision == a.KEEP:
        return _keep(public, me, rules, legal, n, bot_state)
    if decision == a.TURN and n > 1 and public.turn_rank <= SWAPPER:
        rival = closest(public, public.actor, bot_state)
        named = named_as_richard(public, me, rules, rival, legal, n, bot_state)
        if named < 0 and public.turn_rank == SWAPPER:
            named = index_of_swap(public, rival, legal, n)
        if named >= 0:
            return named
    chosen = play_greedily(public, me, rules, legal, n, bot_state)
    return _build(public, me, rules, legal, n, chosen, bot_state)


RICHARD = Bot(
    name="richard",
    doc="the public Richard charter: rushes with cheap districts, and stops the leader in the last rounds",
    choose=choose_richard,
    parameters=(
        *greedy_parameters(0.8, 1.0, 0.0),
        Parameter("haste", 1.3, 0.0, 5.0, "how much it prefers cheap districts; builder's worth of a gold of cost is 1"),
        Parameter("faith", 1.0, 0.0, 1.0, "how often it follows the charter's picks"),
        Parameter("many", 6.0, 1.0, 20.0, "cards in hand from which it fears the Magician"),
        Parameter("rich", 7.0, 1.0, 50.0, "gold beyond which another player makes it murder the Thief"),
        Parameter("early", 3.0, 0.0, 20.0, "rounds in which it prefers the Thief"),
    ),
)
