"""What a character is worth to a seat, and what follows from it: which to pick, and whether to exchange it with the Theater."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from citadels_sim.bots.features import (
    from_richest,
    front_of,
    gold_of_richest,
    lead,
    most_cards,
    others_gold,
    possible_ranks,
    to_go,
    type_income,
    useful,
)
from citadels_sim.bots.luck import note_drawn, unit_ahead
from citadels_sim.bots.standing import characters, lead_by, new_incomes, new_standing, note_incomes, note_strengths
from citadels_sim.catalogue import CHARACTER_CODES, CHARACTERS, C, D
from citadels_sim.compiler.decorators import called, cold, inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import count, has, lowest
from citadels_sim.engine.memory import local_record
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit
from citadels_sim.engine.state import RANKS

OWN = sum(1 << c for c in range(len(CHARACTERS) + 1, CHARACTER_CODES))
"""Characters that a variant declares: what they bring is in their numbers, and in the power that they have of another."""
_SERVING = sum(
    1 << c
    for c in range(1, len(CHARACTERS) + 1)
    if c
    not in (
        *(C.ASSASSIN, C.WITCH, C.MAGISTRATE, C.THIEF, C.BLACKMAILER, C.WARLORD, C.DIPLOMAT),
        *(C.KING, C.EMPEROR, C.PATRICIAN, C.MERCHANT),
    )
)
"""Characters that serve their holder beyond their districts' income, by what the table shows: all but these."""
_ALWAYS = np.zeros(CHARACTER_CODES)
"""Gold that a character is worth beyond its districts' income whatever the table shows, by character."""
_ALWAYS[[C.KING, C.PATRICIAN, C.MERCHANT, C.EMPEROR]] = 1.3, 1.3, 1.5, 1.8
_AGAINST = sum(1 << c for c in (C.THIEF, C.ASSASSIN, C.WITCH, C.WARLORD, C.DIPLOMAT, C.MARSHAL, C.MAGISTRATE, C.BLACKMAILER))
"""Characters that are worth something for what they do to others."""
_BY_HAND = sum(1 << c for c in (C.SEER, C.CARDINAL, C.TRADER, C.KING, C.PATRICIAN, C.EMPEROR))
"""Characters whose worth to a seat depends on its own hand, or on its Statue."""
_BY_TABLE = (C.ASSASSIN, C.THIEF, C.MAGICIAN, C.BISHOP, C.ARCHITECT, C.WARLORD)
_P_ASSASSIN, _P_THIEF, _P_MAGICIAN, _P_BISHOP, _P_ARCHITECT, _P_WARLORD = range(1, 7)
"""Places in `GAINS` of what these bring by the table; 0 for whoever brings nothing so."""
_PLACES = 8
_NO_TYPE = 7
"""Place of the income of who has none: the bits of -1 that are looked at."""
_PLACE_OF = np.zeros(CHARACTER_CODES, np.int64)
_PLACE_OF[list(_BY_TABLE)] = range(1, 7)
_BASE = sum(1 << c for c in (0, *_BY_TABLE, C.KING, C.MERCHANT))
"""The eight base characters, and no character."""

GAINS = np.dtype(
    [
        ("power", np.float64, (_PLACES,)),  # what each base character brings beyond, by the table,
        ("hurry", np.float64, (_PLACES,)),  # and what beyond that near the end
    ],
    align=True,
)
Gains: TypeAlias = Any
"""A record of dtype `GAINS`."""
new_gains = local_record(GAINS)

_TRADE = 2
_MARGIN = 0.5
"""By how much an unknown character must promise more than the own one before it is exchanged for it."""


@inline
def served(public: Public, rules: Rules, seat: int, hand_n: int, character: int) -> float:
    """What a character would bring a seat this turn, in gold, by what is public."""
    gain = type_income(public, rules, seat, character) + _ALWAYS[character]
    power = rules.power[character]
    if rules.unprinted != 0:
        gain += served_by_numbers(public, rules, seat, hand_n, character)
    if not has(_SERVING, power):
        return gain
    gold = public.gold[seat]
    if power == C.ARCHITECT:
        gain = gain + architect_gain(gold, hand_n) + architect_hurry(public, seat)
    elif power == C.BISHOP:
        gain += shelter(public, rules, seat, character)
    elif power == C.MAGICIAN:
        gain += magician_gain(public, seat, hand_n)
    elif power == C.WIZARD:
        gain += 1.6 if most_cards(public, seat) > 0 else 0.0
    elif power == C.ABBOT:
        gain += 0.3 + (0.8 if gold_of_richest(public, seat) > gold else 0.0)
    elif power == C.ALCHEMIST:
        gain += min(0.55 * (gold + 2), 4.0) if hand_n > 0 else 0.5
    elif power == C.NAVIGATOR:
        gain += 3.2 if to_go(public, seat) > 2 else 0.5
    elif power == C.ARTIST:
        gain += 0.8 * min(gold, 2)
    else:
        gain += power_gain(public, seat, hand_n, power)
    return gain


@inline
def architect_gain(gold: int, hand_n: int) -> float:
    """What the Architect brings by what can be built."""
    spare = min(gold + 2, 12)
    return 1.4 + (0.25 if hand_n >= 2 else 0.1) * spare


@inline
def architect_hurry(public: Public, seat: int) -> float:
    """What the Architect brings who may complete a city."""
    return 1.5 * int(to_go(public, seat) <= 3)


@inline
def shelter(public: Public, rules: Rules, seat: int, character: int) -> float:
    """What the protection of its city brings a character that has it, such as the Bishop: by districts, if not for the dearest alone."""
    if rules.protects[character] == 0:
        return 0.0
    return 0.4 + 0.25 * (public.city_n[seat] if rules.protects_dearest[character] == 0 else min(1, public.city_n[seat]))


@inline
def magician_gain(public: Public, seat: int, hand_n: int) -> float:
    """What the Magician brings by the cards in other hands."""
    return 0.8 + max(0.0, 0.8 * (most_cards(public, seat) - hand_n))


@inline
def thief_gain(public: Public, seat: int) -> float:
    """What a theft may bring."""
    return 0.2 + 1.1 * others_gold(public, seat) / (public.players - 1)


@inline
def assassin_gain(ahead: float, spite: float) -> float:
    """What a murder is worth, by how far whoever is ahead is ahead."""
    return 1.1 + spite * 0.08 * max(0.0, ahead)


@inline
def rank8_gain(spite: float) -> float:
    """What destroying is worth."""
    return 0.6 + spite * 0.5


@inline
def rank8_hurry(public: Public, front: int, spite: float) -> float:
    """What destroying is worth beyond that where somebody is near the end."""
    return spite * int(to_go(public, front) <= 2)


@cold
@called
@rule
def served_by_numbers(public: Public, rules: Rules, seat: int, hand_n: int, character: int) -> float:
    """What a character that a variant declares brings by its numbers, beyond the income of its districts; of others gold of the richest.

    Each is judged as it is of the packaged character that has it: crown, gold and cards on top, builds, protection.
    """
    taken = 1.2 * from_richest(public, rules, seat, character)
    if not has(OWN, character):
        return taken
    spare = min(public.gold[seat] + 2, 12)
    gain = (
        taken
        + (1.0 if rules.power[character] == C.EMPEROR else 0.0)
        + 1.3 * rules.takes_crown[character]
        + 1.2 * rules.bonus_gold[character]
        + 0.7 * rules.bonus_cards[character]
    )
    if rules.builds[character] == 0:
        gain -= 1.2
    elif hand_n >= 2:
        gain += 0.1 * min(rules.builds[character] - 1, 3) * spare
    if hand_n > 0 and rules.discount_type[character] >= 0:
        gain += 0.4 * min(rules.discount_gold[character], 4)
    return gain + shelter(public, rules, seat, character)


@rule
def power_gain(public: Public, seat: int, hand_n: int, character: int) -> float:
    """What a power brings beyond income where `served` says nothing else; also for `planner`, of those that it does not weigh itself."""
    spare = min(public.gold[seat] + 2, 10)
    if character == C.CARDINAL:
        return 0.3 + (0.3 * min(gold_of_richest(public, seat), 5) if hand_n >= 3 else 0.0)
    if character == C.TRADER:
        return 0.3 + (0.12 * spare if hand_n >= 2 else 0.0)
    if character == C.SEER:
        return 0.7 + (0.4 + 0.15 * spare if hand_n >= 2 else 0.0)
    if character == C.SCHOLAR:
        return 2.2 + (0.15 * spare if hand_n >= 2 else 0.0)
    if character == C.MARSHAL:
        return 1.4 if public.gold[seat] >= 1 else 0.7
    if character == C.SPY:
        return 0.7 * min(most_cards(public, seat), 5)
    if character == C.QUEEN:
        return 4.5 / (public.players - 1)
    if character == C.TAX_COLLECTOR:
        return 0.55 * (public.players - 1) + public.tax
    return 0.0


@rule
def served_by_hand(public: Public, me: Seat, rules: Rules, seat: int, character: int) -> float:
    """What a character brings beyond `served` by the own hand, which only its holder sees; and who has the Statue wants the crown."""
    if character == C.TRADER:
        trade = useful(public, me, rules, seat) & rules.type_mask[_TRADE]
        payable = count(trade & rules.afford[min(public.gold[seat] + 2, 6)])
        return 1.2 * max(0, payable - 1)
    if character == C.SEER or character == C.CARDINAL:
        worthless = public.hand_n[seat] - count(useful(public, me, rules, seat))
        return 0.4 * min(worthless, 3)
    if not has(public.city_effects[seat], D.STATUE):
        return 0.0
    wanted = 1.0 if to_go(public, seat) > 2 else 3.0
    return wanted if character != C.EMPEROR else -wanted if public.crown == seat else 0.0


@inline
def draft_value(public: Public, rules: Rules, seat: int, front: int, character: int, spite: float) -> float:
    """What picking a character is worth, in gold."""
    value = served(public, rules, seat, public.hand_n[seat], character)
    power = rules.power[character]
    if not has(_AGAINST, power):
        return value
    if power == C.THIEF:
        value += thief_gain(public, seat)
    elif power == C.ASSASSIN:
        value += assassin_gain(lead(public, seat, front), spite)
    elif power == C.WITCH:
        value += 2.6
    elif power == C.WARLORD or power == C.DIPLOMAT or power == C.MARSHAL:
        value = value + rank8_gain(spite) + rank8_hurry(public, front, spite)
    elif power == C.MAGISTRATE:
        value += 2.2 + spite * 0.04 * max(0.0, lead(public, seat, front))
    elif power == C.BLACKMAILER:
        value += 0.2 + 0.9 * others_gold(public, seat) / (public.players - 1)
    return value


@inline
def own_value(public: Public, me: Seat, rules: Rules, seat: int, front: int, character: int, spite: float) -> float:
    """What a character is worth to the seat itself, which knows its own hand."""
    value = draft_value(public, rules, seat, front, character, spite)
    if has(_BY_HAND, rules.power[character]):
        value += served_by_hand(public, me, rules, seat, rules.power[character])
    return value


@inline
def find_gains(gains: Gains, public: Public, rules: Rules, seat: int, front: int, ahead: float, spite: float) -> None:
    """Work out what each of the eight base characters would bring beyond the income of districts."""
    hand_n = public.hand_n[seat]
    for place in range(_PLACES):
        gains.hurry[place] = 0.0
    gains.power[0] = 0.0
    gains.power[_P_ASSASSIN] = assassin_gain(ahead, spite)
    gains.power[_P_THIEF] = thief_gain(public, seat)
    gains.power[_P_MAGICIAN] = magician_gain(public, seat, hand_n)
    gains.power[_P_BISHOP] = shelter(public, rules, seat, C.BISHOP)
    gains.power[_P_ARCHITECT] = architect_gain(public.gold[seat], hand_n)
    gains.power[_P_WARLORD] = rank8_gain(spite)
    gains.hurry[_P_ARCHITECT] = architect_hurry(public, seat)
    gains.hurry[_P_WARLORD] = rank8_hurry(public, front, spite)


@rule
def pick_character(
    public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState, noise: float, spite: float
) -> int:
    """Keep the character worth most, or lay down the one worth most to the other.

    What the base characters bring is worked out for all of them at once: which of them can be picked is what no processor foresees.
    """
    standing = new_standing()
    note_strengths(standing, public)
    front = front_of(standing, public.players, seat, bot_state)
    other = characters(public) & ~_BASE != 0 or rules.repowered != 0 or has(public.city_effects[seat], D.STATUE)
    if other or public.decision == a.DISCARD_CHARACTER:
        return pick_other(public, me, rules, front, legal, n, bot_state, (noise, spite))
    incomes = new_incomes()
    note_incomes(incomes, public, seat, public.city_schools[seat])
    gains = new_gains()
    find_gains(gains, public, rules, seat, front, lead_by(standing, seat, front), spite)
    key = bot_state.rng[0]
    drawn = bot_state.rng[1]
    note_drawn(bot_state, drawn + n)
    best = 0
    best_value = -1.0e9
    for i in range(n):
        character = public.cast[a.arg_a(legal.code[i])]
        place = _PLACE_OF[character]
        paid = incomes.by_type[rules.income_type[character] & _NO_TYPE] * rules.income_each[character] + rules.bonus_more[character]
        value = paid + _ALWAYS[character]
        value = value + gains.power[place] + gains.hurry[place]
        value += (0.001 + noise) * unit_ahead(key, drawn + i)
        if value > best_value:
            best_value = value
            best = i
    return best


@called
@rule
def pick_other(
    public: Public, me: Seat, rules: Rules, front: int, legal: Legal, n: int, bot_state: BotState, taste: tuple[float, float]
) -> int:
    """Do the same with any characters; `taste`: noise and spite."""
    seat = public.actor
    noise, spite = taste
    best = 0
    best_value = -1.0e9
    for i in range(n):
        character = public.cast[a.arg_a(legal.code[i])]
        value = own_value(public, me, rules, seat, front, character, spite)
        if public.decision == a.DISCARD_CHARACTER:
            value += draft_value(public, rules, front, seat, character, spite)
        value += (0.001 + noise) * next_unit(bot_state)
        if value > best_value:
            best_value = value
            best = i
    return best


@cold
@rule
def choose_exchange(
    public: Public, me: Seat, rules: Rules, seat: int, front: int, legal: Legal, n: int, bot_state: BotState, spite: float
) -> int:
    """Give the poorest own character to somebody, rather to whoever is ahead, where an unknown one promises more; else pass."""
    possible = possible_ranks(public, me)
    promise = 0.0
    for rank in range(1, RANKS):
        if has(possible, rank):
            promise += own_value(public, me, rules, seat, front, public.cast[rank], spite)
    promise /= max(1, count(possible))
    best = n - 1
    best_value = _MARGIN
    for i in range(n - 1):
        code = legal.code[i]
        own = lowest(me.chars)
        other = a.arg_a(code)
        if code & 0xFF == a.A_THEATER_OWN:
            own = a.arg_a(code)
            other = a.arg_b(code)
        value = promise - own_value(public, me, rules, seat, front, public.cast[own], spite)
        value += 0.02 * spite * lead(public, seat, other) + 0.2 * next_unit(bot_state)
        if value > best_value:
            best = i
            best_value = value
    return best
