"""The Richard charter: which character it would take, and which title it would name. What it is and whence: see `richard`.

The charter names the eight characters of the base game; here each means the character of the cast with its rank and its purpose.
"""

from __future__ import annotations

from citadels_sim.bots.features import strength, to_go, useful
from citadels_sim.bots.greedy_base import held_by, richest
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.draft_order import place_in_draft
from citadels_sim.engine.record_types import BotState, Public, Rules, Seat
from citadels_sim.engine.rng import next_below

KILLER = 1
THIEF = 2
SWAPPER = 3
CROWN = 4
SHIELD = 5
EARNER = 6
MASTER = 7
RAZER = 8


_ARCHITECT_GOLD = 4
"""Gold with which an Architect may build two or three districts once she has gathered."""
_FEW_PLAYERS = 5
"""At fewer players than this the King picks first often enough to be worth it for that alone."""
_POOR = 1
"""Gold up to which the Merchant is the one to take."""


@rule
def in_cast(public: Public, rank: int) -> bool:
    """Return whether a rank is played, by a character that serves the purpose the charter has for it."""
    character = public.cast[rank]
    if rank == SHIELD:
        return bool(character == C.BISHOP)
    if rank == MASTER:
        return bool(character != 0 and character != C.NAVIGATOR)
    return bool(character != 0)


@rule
def first_of(public: Public, ranks: int, one: int, two: int, three: int, four: int) -> int:
    """The first of some ranks that is among those to be had, 0 when none is."""
    if one != 0 and has(ranks, one) and in_cast(public, one):
        return one
    if two != 0 and has(ranks, two) and in_cast(public, two):
        return two
    if three != 0 and has(ranks, three) and in_cast(public, three):
        return three
    if four != 0 and has(ranks, four) and in_cast(public, four):
        return four
    return 0


@rule
def closest(public: Public, seat: int, bot_state: BotState) -> int:
    """The other player closest to completing a city; among those the strongest, and among equals any."""
    best = -1
    best_value = -1
    ties = 1
    for other in range(public.players):
        if other == seat:
            continue
        value = 100_000 - 10_000 * to_go(public, other) + strength(public, other)
        if value > best_value:
            best = other
            best_value = value
            ties = 1
        elif value == best_value:
            ties += 1
            if next_below(bot_state, ties) == 0:
                best = other
    return best


@rule
def can_leap(public: Public, seat: int) -> bool:
    """Return whether an Architect would make a seat untouchable: 4 gold, a card, and five districts where eight end the game."""
    return bool(public.gold[seat] >= _ARCHITECT_GOLD and public.hand_n[seat] >= 1 and to_go(public, seat) <= 3)


@rule
def other_can_leap(public: Public, seat: int) -> bool:
    """Return whether another player must not get the Architect."""
    for other in range(public.players):
        if other != seat and can_leap(public, other):
            return True
    return False


@rule
def somebody_empty_handed(public: Public, seat: int) -> bool:
    """Return whether another player has no card, and would swap hands."""
    for other in range(public.players):
        if other != seat and public.hand_n[other] == 0:
            return True
    return False


@rule
def cheapest_two(rules: Rules, cards: int) -> int:
    """Cost of the two cheapest cards of a set together; more than anybody has for a set of fewer than two."""
    least = 1000
    second = 1000
    while cards != 0:
        cost = rules.cost[lowest(cards)]
        cards &= cards - 1
        second = min(second, max(least, cost))
        least = min(least, cost)
    return int(least + second)


@rule
def wanted_against_last(public: Public, seat: int, rival: int, ranks: int) -> int:
    """Which rank to take while a rival lacks one district: he must not get Assassin, Bishop or Warlord and be safe with it; 0: none helps.

    The two who pick before the rival leave him none of the three, the last of them the murderer; who picks after him can only hurt him.
    """
    mine = place_in_draft(public, seat)
    his = place_in_draft(public, rival)
    if mine > his or his - mine == 1:  # too late to leave him nothing: a murder hits what he has, or will have
        return first_of(public, ranks, KILLER, RAZER, SWAPPER, SHIELD)
    if his - mine > 2:
        return 0
    if not has(ranks, RAZER):
        return first_of(public, ranks, KILLER, SWAPPER, SHIELD, 0)
    if has(ranks, KILLER) and not (has(ranks, SHIELD) and in_cast(public, SHIELD)):
        return KILLER
    return RAZER


@rule
def beside_in_draft(public: Public, seat: int, rival: int) -> bool:
    """Return whether a seat is the one to stop a rival: it picks right before, or after where nobody is before."""
    mine = place_in_draft(public, seat)
    his = place_in_draft(public, rival)
    return bool(mine == his - 1 or (his == 0 and mine == 1))


@rule
def wanted_for_the_end(public: Public, seat: int, rival: int, ranks: int) -> int:
    """Which rank to take in the last two rounds, its own or a rival's; 0 before these rounds, or when nothing helps."""
    if to_go(public, rival) <= 1:
        wanted = wanted_against_last(public, seat, rival, ranks)
        if wanted != 0:
            return wanted
    if to_go(public, seat) <= 1:
        wanted = first_of(public, ranks, KILLER, RAZER, SHIELD, 0)
        if wanted != 0:
            return wanted
    if to_go(public, rival) == 2 and beside_in_draft(public, seat, rival):  # he wants the crown, to pick first in the last round
        return first_of(public, ranks, CROWN, KILLER, RAZER, SHIELD)
    if to_go(public, seat) == 2:
        if public.cast[CROWN] == C.EMPEROR:  # who gives the crown away
            return first_of(public, ranks, KILLER, RAZER, SHIELD, 0)
        return first_of(public, ranks, CROWN, KILLER, RAZER, SHIELD)
    return 0


@rule
def wanted(public: Public, me: Seat, rules: Rules, seat: int, rival: int, ranks: int, many: float, early: float) -> int:
    """Which rank the charter would take of those to be had, 0 where it leaves the choice open."""
    choice = wanted_for_the_end(public, seat, rival, ranks)
    if choice == 0 and other_can_leap(public, seat):
        choice = first_of(public, ranks, KILLER, MASTER, 0, 0)
    if choice == 0 and can_leap(public, seat):
        choice = first_of(public, ranks, MASTER, 0, 0, 0)
    if choice == 0 and public.hand_n[seat] >= many and somebody_empty_handed(public, seat):
        choice = first_of(public, ranks, KILLER, SWAPPER, 0, 0)
    if choice == 0 and public.hand_n[seat] == 0:
        choice = first_of(public, ranks, SWAPPER, MASTER, 0, 0)
    if choice == 0 and cheapest_two(rules, useful(public, me, rules, seat)) <= public.gold[seat]:
        choice = first_of(public, ranks, MASTER, 0, 0, 0)
    if choice == 0 and public.round_no <= early:
        choice = first_of(public, ranks, THIEF, 0, 0, 0)
    if choice == 0 and public.gold[seat] <= _POOR:
        choice = first_of(public, ranks, EARNER, 0, 0, 0)
    if choice == 0 and public.players < _FEW_PLAYERS and public.crown != seat and public.cast[CROWN] != C.EMPEROR:
        choice = first_of(public, ranks, CROWN, 0, 0, 0)
    return choice


@rule
def title_to_murder(public: Public, me: Seat, rules: Rules, seat: int, rival: int, many: float, rich: float, bot_state: BotState) -> int:
    """Which title the charter murders, 0 where it leaves the choice open."""
    his = held_by(public, me, seat, rival)
    if to_go(public, rival) <= 1:
        choice = first_of(public, his, SHIELD, RAZER, THIEF, SWAPPER)
        if choice != 0:
            return choice
    if other_can_leap(public, seat):
        choice = first_of(public, held_by(public, me, seat, leaper(public, seat, bot_state)), MASTER, 0, 0, 0)
        if choice != 0:
            return choice
    if to_go(public, rival) == 2:
        choice = first_of(public, his, CROWN, RAZER, SHIELD, 0)
        if choice != 0:
            return choice
    anybody = may_be_held(public, me, seat)
    if to_go(public, seat) <= 2 and has(anybody, RAZER):  # ahead, and so the Warlord's prey
        return RAZER
    if public.hand_n[seat] >= many and somebody_empty_handed(public, seat) and has(anybody, SWAPPER):
        return SWAPPER
    if public.gold[richest(public, seat, bot_state)] > rich and has(anybody, THIEF):
        return THIEF
    return 0


@rule
def leaper(public: Public, seat: int, bot_state: BotState) -> int:
    """The player who must not get the Architect; among several the one closest to the end."""
    rival = closest(public, seat, bot_state)
    if can_leap(public, rival):
        return rival
    best = rival
    ties = 0
    for other in range(public.players):
        if other != seat and can_leap(public, other):
            ties += 1
            if next_below(bot_state, ties) == 0:
                best = other
    return best


@rule
def may_be_held(public: Public, me: Seat, seat: int) -> int:
    """Set of the ranks that any other player may hold."""
    ranks = 0
    for other in range(public.players):
        if other != seat:
            ranks |= held_by(public, me, seat, other)
    return int(ranks)


@rule
def spared(public: Public, seat: int, rival: int, rank: int) -> bool:
    """Return whether the charter lets a title live that only attacks others: the Thief, and the Warlord of who is not ahead."""
    if rank == THIEF:
        return True
    return bool(rank == RAZER and strength(public, seat) <= strength(public, rival))


@rule
def titles_to_rob(public: Public, me: Seat, seat: int, rival: int, bot_state: BotState) -> int:
    """Set of the titles that the charter robs: of who is about to win those that win, else those that the richest may hold."""
    if to_go(public, rival) <= 1:
        safe = held_by(public, me, seat, rival) & (bit(SHIELD) | bit(RAZER))
        if safe != 0:
            return int(safe)
    return int(held_by(public, me, seat, richest(public, seat, bot_state)))
