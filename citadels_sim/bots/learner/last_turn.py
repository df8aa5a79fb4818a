"""The last turn of the game, played by its result: the last player to act in a round that ends the game knows where each action leads.

The actions of the turn are tried in all their orders, as far as `NODES` go, in a world that agrees with what the seat sees. Where the game
ends, an action is worth the share of the win; where it continues, the win chance by the net. The net decides between equals.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from citadels_sim.bots.features import affordable, income, possible_ranks, to_go
from citadels_sim.bots.learner.barred import is_barred
from citadels_sim.bots.learner.thought import CANDIDATES, Thought
from citadels_sim.bots.planner import PLANNER
from citadels_sim.compiler.decorators import by_symbol, cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, count, has
from citadels_sim.engine.characters.holders import loses_turn
from citadels_sim.engine.decisions import apply as apply_entry_point
from citadels_sim.engine.deck import hand_add
from citadels_sim.engine.journal import JOURNAL
from citadels_sim.engine.memory import clear_record, copy_record, local_record
from citadels_sim.engine.record_types import BotState, Journal, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import mix, next_below, next_unit
from citadels_sim.engine.rules import PURSE
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.engine.state import DECK, KINDS, LEGAL, RANKS, STATE

CALLS = (apply_entry_point, PLANNER.choose)
NODES = 100
"""Positions that are looked at for one action."""
DEPTH = 12
"""Most own decisions that are looked ahead."""
PLACE = 1e-3
"""What a better place is worth, in wins."""
SAME = 1e-4
"""Difference of values below which they count as equal."""

_apply = by_symbol(apply_entry_point)
_proposal = by_symbol(PLANNER.choose)
_CARDS = 2 * DECK

TREE = np.dtype(
    [
        ("world", STATE),  # the game as it may stand
        ("play", STATE),  # where it is played on
        ("before", STATE, (DEPTH,)),  # the positions on the way to it in which the seat has to decide,
        ("legal", np.int64, (DEPTH, CANDIDATES)),  # the actions there,
        ("left", np.int64, (DEPTH,)),  # and how many of these are still to be tried
        ("options", LEGAL),
        ("card", np.int64, (_CARDS,)),  # cards that the seat does not see
        ("value", np.float64, (CANDIDATES,)),  # the result of each action
        ("nodes", np.int64),  # positions looked at for it
    ],
    align=True,
)

Tree: TypeAlias = Any
"""A record of dtype `TREE`."""
new_tree = local_record(TREE)
no_journal = local_record(JOURNAL, 64)


@cold
@rule
def acts_last(public: Public, me: Seat, rules: Rules) -> bool:
    """Return whether the seat that decides is in a whole turn, and nobody can act after it in this round."""
    seat = public.actor
    if public.turn_seat != seat or public.turn_mode != a.MODE_WHOLE or me.chars & -bit(public.next_rank) != 0:
        return False
    silent = bit(public.murdered) if loses_turn(public, rules) else 0
    if possible_ranks(public, me) & ~silent == 0:
        return True
    shown = 0
    for rank in range(1, RANKS):
        shown += int(public.called[rank] >= 0 and public.called[rank] != seat)
    return bool(shown == (public.players - 1) * max(1, me.picks_n))


@rule
def may_complete(public: Public, me: Seat, rules: Rules) -> bool:
    """Return whether the seat may complete its city in this turn: whether it can build so many, and could pay so many, each by itself."""
    seat = public.actor
    missing = to_go(public, seat)
    if missing > public.builds_left:
        return False
    extra = income(public, rules, seat, public.turn_char) + (2 if public.used & a.USED_GATHER == 0 else 0)
    drawn = me.aside_mask & rules.afford[min(PURSE, public.gold[seat] + extra)]
    return bool(count(affordable(public, me, rules, seat, extra) | drawn) >= missing)


@rule
def may_end_the_game(public: Public, me: Seat, rules: Rules) -> bool:
    """Return whether the turn is the last of the game, or may be, and the seat is at a decision at which it may look ahead."""
    if public.decision != a.TURN and public.decision != a.KEEP:
        return False
    if public.ending == 0 and not may_complete(public, me, rules):
        return False
    unsettled = has(public.warrants, public.turn_rank) and public.warrant_shown == 0
    return not unsettled and acts_last(public, me, rules)


@rule
def list_unseen(x: Tree, public: Public, me: Seat, rules: Rules, bot_state: BotState) -> int:
    """List the cards that the seat does not see, of those that a game draws as many as it does on average; return how many."""
    placed = x.options.copies
    for d in range(KINDS):
        placed[d] = me.hand[d] + me.aside[d]
    for seat in range(public.players):
        for slot in range(public.city_n[seat]):
            placed[public.city[seat, slot]] += 1
    n = 0
    for d in range(KINDS):
        for _ in range(rules.copies[d] - placed[d]):
            if n < _CARDS:
                x.card[n] = d
                n += 1
    for i in range(rules.random_len):
        d = rules.random_from[i]
        if placed[d] == 0 and n < _CARDS and next_unit(bot_state) * rules.random_len < rules.random_n:
            x.card[n] = d
            n += 1
    return n


@rule
def imagine(x: Tree, public: Public, me: Seat, rules: Rules, bot_state: BotState) -> None:
    """Fill ``x.world`` with a game that looks to the seat as the one it plays; each card that it does not see is drawn by itself."""
    w = x.world
    seat = public.actor
    clear_record(w)
    copy_record(w.public, public)
    copy_record(w.seat[seat], me)
    w.secret.seed = mix(bot_state.rng[0], 1)
    for rank in range(RANKS):
        w.secret.holder[rank] = public.called[rank]
    n = list_unseen(x, public, me, rules, bot_state)
    if n == 0:
        return
    for other in range(public.players):
        if other != seat:
            for _ in range(public.hand_n[other]):
                hand_add(w, other, x.card[next_below(bot_state, n)])
    for i in range(public.deck_n):
        w.secret.deck[i] = x.card[next_below(bot_state, n)]
    for i in range(public.pile_n):
        w.secret.pile[i] = x.card[next_below(bot_state, n)]
    copy_record(w.public, public)


@rule
def play_on(x: Tree, rules: Rules, j: Journal, code: int, bot_state: BotState) -> int:
    """Play an action, and what others answer to it; return how many actions the seat has then, 0 where the round is over."""
    p = x.play.public
    seat, now = p.actor, p.round_no
    x.nodes += 1
    n = _apply(x.play, rules, j, x.options, code)
    while p.over == 0 and p.round_no == now:
        if p.actor != seat:
            n = _apply(x.play, rules, j, x.options, x.options.code[_proposal(p, x.play.seat[p.actor], rules, x.options, n, bot_state)])
        elif n > 1:
            return int(n)
        else:
            n = _apply(x.play, rules, j, x.options, x.options.code[0])
    return 0


@rule
def reached(x: Tree, seat: int, going_on: float) -> float:
    """What a position is worth at which the round is over."""
    p = x.play.public
    return share_of_win(p, seat) + PLACE * (p.players - p.place[seat]) if p.over != 0 else going_on


@rule
def branch(x: Tree, depth: int, n: int, bot_state: BotState) -> None:
    """Note the position, and its actions to try; the last ones, as ending the turn, are tried first."""
    copy_record(x.before[depth], x.play)
    p = x.play.public
    left = 0
    for i in range(n):
        if left < CANDIDATES and not is_barred(p, x.play.seat[p.actor], x.options.code[i], bot_state):
            x.legal[depth, left] = x.options.code[i]
            left += 1
    x.left[depth] = left


@rule
def best_result(x: Tree, rules: Rules, j: Journal, code: int, going_on: float, bot_state: BotState) -> float:
    """The result of an action, with the best actions that can follow it in the turn."""
    seat = x.world.public.actor
    copy_record(x.play, x.world)
    x.nodes = 0
    n = play_on(x, rules, j, code, bot_state)
    if n == 0:
        return reached(x, seat, going_on)
    best = 0.0
    depth = 0
    branch(x, 0, n, bot_state)
    while depth >= 0 and best < 1.0 and x.nodes < NODES:
        if x.left[depth] == 0:
            depth -= 1
            continue
        x.left[depth] -= 1
        copy_record(x.play, x.before[depth])
        n = play_on(x, rules, j, x.legal[depth, x.left[depth]], bot_state)
        if n == 0:
            best = max(best, reached(x, seat, going_on))
        elif depth + 1 < DEPTH:
            depth += 1
            branch(x, depth, n, bot_state)
    return best


@cold
@rule
def best_last(t: Thought, public: Public, me: Seat, rules: Rules, legal: Legal, liked: int, going_on: float, bot_state: BotState) -> int:
    """The candidate with the best result, 0 to 1; of equals the one that is liked, else the likeliest.

    Parameters
    ----------
    t : record of dtype THOUGHT
        Judged by the net.
    public, me, rules, legal, bot_state
        As a bot gets them.
    liked : int
        The candidate that the net would choose.
    going_on : float
        The win chance where the game continues, 0 to 1.
    """
    x = new_tree()
    j = no_journal()
    j.n = 0
    j.capacity = 0
    imagine(x, public, me, rules, bot_state)
    best = liked
    x.value[liked] = best_result(x, rules, j, legal.code[t.index[liked]], going_on, bot_state)
    for k in range(t.candidates):
        if x.value[best] >= 1.0:
            return best
        if k == liked:
            continue
        x.value[k] = best_result(x, rules, j, legal.code[t.index[k]], going_on, bot_state)
        equal = abs(x.value[k] - x.value[best]) <= SAME
        if x.value[k] > x.value[best] + SAME or (equal and best != liked and t.chance[k] > t.chance[best]):
            best = k
    return best
