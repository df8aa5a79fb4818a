"""Choosing the characters of a round anew, for a seat that thinks, so that all that it knows of them stays true.

The draft is played once more from the removal on: packets that the seat has had in hand must be the same, who has answered to a rank has
picked it, and ranks that were called in vain nobody has. The other picks are those of the bots that play the worlds.
"""

from __future__ import annotations

from citadels_sim.bots.searcher_imitation import is_imitated
from citadels_sim.bots.searcher_memory import Thought
from citadels_sim.bots.searcher_rivals import answer
from citadels_sim.bots.searcher_seen import (
    before_exchange,
    crown_of_draft,
    held_by_others,
    in_play,
    note_others,
    note_own_steps,
    one_of,
    received,
    seen_next,
)
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.draft_order import seat_of_step
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat, State
from citadels_sim.engine.rng import next_below
from citadels_sim.engine.rules import STEP_DISCARD, STEP_PICK_LAST, STEP_RANDOM_DISCARD
from citadels_sim.engine.state import RANKS

TRIES = 40
"""Drafts played before the characters are dealt without one."""
FREE_TRIES = 6
"""Of these, so many in which the others pick from all that they are offered, and what contradicts the table is thrown away: that weighs
the worlds as it should. Afterwards they pick from what does not contradict it."""
DOUBT = 10
"""One pick in so many is any that is possible, whatever the fast bot would do."""


@rule
def remove_unseen(public: Public, rules: Rules, t: Thought, me: Seat, bot_state: BotState) -> int:
    """Draw the rank that was removed face down before the draft, 0 when none fits."""
    if me.saw_down != 0:
        return int(me.saw_down)
    possible = in_play(public) & ~me.chars
    last = -1
    for step in range(rules.n_steps):
        possible &= ~t.known[step]
        if rules.step_op[step] == STEP_PICK_LAST:
            last = seat_of_step(public, rules, step)
    possible &= ~held_by_others(public, t, last)
    unseen = possible & ~seen_next(rules, t, -1)
    if last >= 0 and t.held[last] & unseen != 0:  # what nobody could pick before, and somebody has
        possible = t.held[last] & unseen
    elif rules.n_players > 3 and t.silent & unseen != 0:  # and what somebody would have, had he picked it
        possible = t.silent & unseen
    return one_of(possible, bot_state) if possible != 0 else 0


@rule
def ask(w: State, rules: Rules, t: Thought, seat: int, kind: int, ranks: int, bot_state: BotState) -> int:
    """What the bot that plays a seat of the worlds takes out of a set of ranks."""
    if count(ranks) == 1:
        return lowest(ranks)
    if not is_imitated(t, seat) and next_below(bot_state, DOUBT) == 0:
        return one_of(ranks, bot_state)
    w.public.decision = kind
    w.public.actor = seat
    n = 0
    while ranks != 0:
        n = a.put(t.legal, n, a.action(a.A_PICK if kind == a.PICK else a.A_DISCARD_CHARACTER, lowest(ranks), 0))
        ranks &= ranks - 1
    return a.arg_a(t.legal.code[answer(t, w, rules, n, bot_state)])


@rule
def taken_by(w: State, rules: Rules, t: Thought, step: int, seat: int, packet: int, free: bool, bot_state: BotState) -> int:
    """Rank that another seat takes out of the packet at a step, 0 when that would contradict what is known."""
    allowed = packet & ~seen_next(rules, t, step) & ~held_by_others(w.public, t, seat)
    if rules.step_op[step] == STEP_RANDOM_DISCARD:
        allowed &= ~t.held[seat]
        return one_of(allowed, bot_state) if allowed != 0 else 0
    if rules.step_op[step] == STEP_DISCARD:
        allowed &= ~t.held[seat]
        return ask(w, rules, t, seat, a.DISCARD_CHARACTER, allowed, bot_state) if allowed != 0 else 0
    allowed &= ~t.silent
    due = t.held[seat] & ~w.seat[seat].chars
    if count(due) >= picks_left(w, rules, t, step, seat):
        allowed &= due
        free = free and due == 0
    if allowed == 0:
        return 0
    taken = ask(w, rules, t, seat, a.PICK, packet if free else allowed, bot_state)
    return taken if has(allowed, taken) else 0


@rule
def picks_left(w: State, rules: Rules, t: Thought, step: int, seat: int) -> int:
    """How often a seat has picked from a step on, that step included."""
    n = 0
    for later in range(step, t.stop):
        op = rules.step_op[later]
        if seat_of_step(w.public, rules, later) == seat and op != STEP_DISCARD and op != STEP_RANDOM_DISCARD:
            n += 1
    return n


@rule
def forget_characters(w: State) -> None:
    """Take all characters back, and show the table as it is before the first rank is called."""
    p = w.public
    p.next_rank = 1
    p.murdered = 0
    p.robbed = 0
    p.bewitched = 0
    p.turn_seat = -1
    for rank in range(RANKS):
        p.called[rank] = -1
        w.secret.holder[rank] = -1
    for seat in range(p.players):
        mine = w.seat[seat]
        mine.chars = 0
        mine.picks_n = 0
        mine.offered[0] = 0
        mine.offered[1] = 0
        mine.discarded = 0
        mine.saw_down = 0


@rule
def note_pick(w: State, seat: int, packet: int, rank: int) -> None:
    """Give a seat the character that it takes out of a packet."""
    mine = w.seat[seat]
    mine.offered[mine.picks_n] = packet
    mine.picks_n += 1
    mine.chars |= bit(rank)
    w.secret.holder[rank] = seat


@rule
def draft_again(w: State, rules: Rules, t: Thought, me: Seat, seat: int, free: bool, bot_state: BotState) -> bool:
    """Play the draft up to where it stands; return whether that agrees with all that the seat knows."""
    forget_characters(w)
    down_first = remove_unseen(w.public, rules, t, me, bot_state)
    if down_first == 0:
        return False
    down = bit(down_first)
    packet = in_play(w.public) & ~down
    for step in range(min(t.stop + 1, rules.n_steps)):
        other = seat_of_step(w.public, rules, step)
        op = rules.step_op[step]
        if op == STEP_PICK_LAST:
            w.seat[other].saw_down = down_first
            packet |= bit(down_first)
            down &= ~bit(down_first)
        if t.known[step] != 0 and t.known[step] != packet:
            return False
        if step == t.stop:
            break
        rank = lowest(t.kept[step]) if t.kept[step] != 0 else taken_by(w, rules, t, step, other, packet, free, bot_state)
        if rank == 0:
            return False
        if op == STEP_DISCARD or op == STEP_RANDOM_DISCARD:
            w.seat[other].discarded |= bit(rank) if op == STEP_DISCARD else 0
            down |= bit(rank)
        else:
            note_pick(w, other, packet, rank)
        packet &= ~bit(rank)
    if t.stop == rules.n_steps:
        down |= packet
        packet = 0
    w.secret.down_first = down_first
    w.secret.down = down
    w.secret.packet = packet
    w.secret.draft_step = t.stop
    return bool(count(down) == w.public.down_n)


@rule
def deal_characters(w: State, rules: Rules, t: Thought, me: Seat, seat: int, bot_state: BotState) -> None:
    """Deal the characters without a draft: where a position says nothing of one, or a Theater has mixed what was drafted.

    They are those before the seat's own exchange, which is made afterwards (`exchange_back`).
    """
    forget_characters(w)
    p = w.public
    own = before_exchange(t, me)
    packet = int(t.known[t.stop]) if t.stop < rules.n_steps else 0
    hidden = in_play(p) & ~own & ~packet & ~me.discarded & ~t.silent
    dealt = 0
    for other in range(p.players):
        if other == seat:
            continue
        rest = t.held[other] & hidden
        while rest != 0:
            note_pick(w, other, in_play(p), lowest(rest))
            hidden &= ~bit(lowest(rest))
            rest &= rest - 1
            dealt += 1
    wanted = count(in_play(p) & ~own & ~packet) - p.down_n
    first = next_below(bot_state, p.players)
    for k in range(2 * p.players):
        other = (first + k) % p.players
        if other == seat or dealt >= wanted or hidden == 0 or w.seat[other].picks_n >= picks_left(w, rules, t, 0, other):
            continue
        if k < p.players and w.seat[other].picks_n > 0:
            continue
        rank = one_of(hidden, bot_state)
        note_pick(w, other, in_play(p), rank)
        hidden &= ~bit(rank)
        dealt += 1
    down = in_play(p) & ~own & ~packet
    for other in range(p.players):
        down &= ~w.seat[other].chars
    w.secret.down = down
    w.secret.down_first = lowest(down) if down != 0 else 0
    w.secret.packet = packet
    w.secret.draft_step = t.stop


@rule
def exchange_back(w: State, t: Thought, me: Seat, seat: int) -> None:
    """Give what the seat got in the Theater's exchange and what it gave their present owners."""
    other = me.theater_with
    w.seat[other].chars = (w.seat[other].chars & ~bit(t.got)) | bit(me.theater_gave)
    w.seat[other].theater_gave = t.got
    w.seat[other].theater_with = seat
    w.secret.holder[me.theater_gave] = other


@rule
def choose_characters(w: State, rules: Rules, t: Thought, me: Seat, seat: int, legal: Legal, n: int, bot_state: BotState) -> None:
    """Give every other seat characters that agree with all that the thinking seat knows; ``w.public`` is changed on the way."""
    w.public.crown = crown_of_draft(w.public, rules, me, seat)
    t.got = received(me, bot_state)
    note_own_steps(w.public, rules, t, me, seat, legal, n)
    note_others(w.public, rules, t, me, seat)
    t.drafted = 0
    if me.picks_n == 0 or me.offered[0] != 0:
        for attempt in range(TRIES):
            if draft_again(w, rules, t, me, seat, attempt < FREE_TRIES, bot_state):
                t.drafted = 1
                break
    if t.drafted == 0:
        deal_characters(w, rules, t, me, seat, bot_state)
    if t.got != 0:
        exchange_back(w, t, me, seat)
    rest = me.chars
    while rest != 0:
        w.secret.holder[lowest(rest)] = seat
        rest &= rest - 1
