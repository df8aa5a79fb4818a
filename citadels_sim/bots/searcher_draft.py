"""Choosing the characters of a round anew, for a seat that thinks, so that all that it knows of them stays true.

The draft is played once more from the removal on: packets that the seat has had in hand must be the same, who has answered to a rank has
picked it, and ranks that were called in vain nobody has. The other picks are those of the bots that play the worlds.
"""

from __future__ import annotations

from citadels_sim.bots.searcher_imitation import is_imitated
from citadels_sim.bots.searcher_memory import Thought
from citadels_sim.bots.searcher_rivals import answer
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.holders import cast_ranks, stays_silent
from citadels_sim.engine.draft_order import crown_before, seat_of_step
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat, State
from citadels_sim.engine.rng import next_below
from citadels_sim.engine.rules import STEP_DISCARD, STEP_PICK_LAST, STEP_RANDOM_DISCARD
from citadels_sim.engine.state import RANKS, SEATS

TRIES = 40
"""Drafts played before the characters are dealt without one."""
FREE_TRIES = 6
"""Of these, so many in which the others pick from all that they are offered, and what contradicts the table is thrown away: that weighs
the worlds as it should. Afterwards they pick from what does not contradict it."""
DOUBT = 10
"""One pick in so many is any that is possible, whatever the fast bot would do."""


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
