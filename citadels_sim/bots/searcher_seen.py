"""What a seat that thinks knows of the draft of a round: its own picks, who answered to a rank, and which ranks nobody holds."""

from __future__ import annotations

from citadels_sim.bots.searcher_memory import Thought
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.holders import cast_ranks, stays_silent
from citadels_sim.engine.draft_order import crown_before, seat_of_step
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_below
from citadels_sim.engine.rules import STEP_DISCARD, STEP_PICK_LAST, STEP_RANDOM_DISCARD
from citadels_sim.engine.state import RANKS, SEATS


@rule
def one_of(members: int, bot_state: BotState) -> int:
    """Draw one member of a set that is not empty."""
    rest = members
    for _ in range(next_below(bot_state, count(members))):
        rest &= rest - 1
    return lowest(rest)


@rule
def in_play(public: Public) -> int:
    """Set of the ranks that are not face up."""
    return int(cast_ranks(public) & ~public.face_up)


@rule
def crown_of_draft(public: Public, rules: Rules, me: Seat, seat: int) -> int:
    """Seat that had the crown when the characters were chosen; it may have moved since. The size of the first packet tells."""
    if me.offered[0] == 0:
        return int(public.crown)
    size = count(in_play(public)) - 1
    for step in range(rules.n_steps):
        last = rules.step_op[step] == STEP_PICK_LAST
        if last == (me.saw_down != 0) and size + (1 if last else 0) == count(me.offered[0]):
            return crown_before(public, rules, seat, step)
        size -= 1
    return int(public.crown)


@rule
def received(me: Seat, bot_state: BotState) -> int:
    """Rank that the seat had by the Theater's exchange, 0 without one: of two characters the one that it cannot have picked."""
    if me.theater_gave == 0:
        return 0
    possible = 0
    rest = me.chars
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        own = (me.chars & ~bit(rank)) | bit(me.theater_gave)
        first = own & me.offered[0] & ~me.offered[1]
        if me.picks_n < 2 or (count(first) == 1 and own & me.offered[1] == own & ~first):
            possible |= bit(rank)
    return one_of(possible if possible != 0 else me.chars, bot_state)


@rule
def before_exchange(t: Thought, me: Seat) -> int:
    """Set of the ranks that the thinking seat had before the Theater's exchange, and has if there was none."""
    own = int(me.chars)
    if t.got != 0:
        own = (own & ~bit(t.got)) | bit(me.theater_gave)
    return own


@rule
def note_own_steps(public: Public, rules: Rules, t: Thought, me: Seat, seat: int, legal: Legal, n: int) -> None:
    """Note what the seat saw and took at each of its steps, and where the draft stands."""
    own = before_exchange(t, me)
    picked = 0
    packet = 0
    t.stop = rules.n_steps
    for step in range(rules.n_steps):
        t.known[step] = 0
        t.kept[step] = 0
        if t.stop < rules.n_steps or seat_of_step(public, rules, step) != seat or rules.step_op[step] == STEP_RANDOM_DISCARD:
            continue
        discards = rules.step_op[step] == STEP_DISCARD
        pending = public.decision == a.DISCARD_CHARACTER if discards else public.decision == a.PICK and picked == me.picks_n
        if pending:
            for i in range(n):
                t.known[step] |= bit(a.arg_a(legal.code[i]))
            t.stop = step
        elif discards:
            t.known[step] = packet
            t.kept[step] = me.discarded
        elif picked < me.picks_n:
            t.known[step] = me.offered[picked]
            t.kept[step] = own & me.offered[picked]
            if picked == 0:
                t.kept[step] &= ~me.offered[1]
            packet = t.known[step] & ~t.kept[step]
            own &= ~t.kept[step]
            picked += 1


@rule
def note_others(public: Public, rules: Rules, t: Thought, me: Seat, seat: int) -> None:
    """Note which ranks nobody holds, and which the others are known to have picked."""
    t.silent = 0
    for other in range(SEATS):
        t.held[other] = 0
    for rank in range(1, public.next_rank):
        if rank >= RANKS or public.cast[rank] == 0:
            continue
        holder = public.called[rank]
        if public.turn_mode == a.MODE_HOSPITAL and public.turn_seat >= 0 and public.turn_rank == rank:
            holder = public.turn_seat
        if holder >= 0 and holder != seat:
            t.held[holder] |= bit(rank)
        elif holder < 0 and not stays_silent(public, rules, rank) and not has(me.chars, rank):
            t.silent |= bit(rank)
    if t.got != 0:
        t.held[me.theater_with] = (t.held[me.theater_with] & ~bit(me.theater_gave)) | bit(t.got)


@rule
def held_by_others(public: Public, t: Thought, seat: int) -> int:
    """Set of the ranks that anybody but a seat is known to have picked."""
    ranks = 0
    for other in range(public.players):
        if other != seat:
            ranks |= t.held[other]
    return int(ranks)


@rule
def seen_next(rules: Rules, t: Thought, step: int) -> int:
    """Packet that the thinking seat has in hand after a step, next: what leaves before is not in it; 0 where it has none."""
    for later in range(step + 1, min(t.stop + 1, rules.n_steps)):
        if t.known[later] != 0:
            return int(t.known[later])
    return 0
