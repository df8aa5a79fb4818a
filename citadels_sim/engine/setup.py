"""The start of a game: cast, deck, hands, gold, first crown (classic 1.1, 2016 1.1)."""

from __future__ import annotations

from typing import Any

from citadels_sim.arrays import Array
from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import rng
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.characters.blackmailer import forget_threats
from citadels_sim.engine.characters.magistrate import forget_warrants
from citadels_sim.engine.deck import draw_to_hand, gain
from citadels_sim.engine.record_types import Legal, Rules, State
from citadels_sim.engine.state import BUCKET_SHIFT, BUCKETS, DECK, KINDS, RANKS, SEATS, UNLIMITED
from citadels_sim.variants.switches import reading

_NEAR = 4
"""How far apart most cards in one bucket are at most."""
_RANDOM = reading("first_crown", "random")
_OLDEST = reading("first_crown", "oldest")
_COST_SPREAD = reading("unique_pick", "cost_spread")


@rule
def blank_table(s: State, r: Rules, seed: int) -> None:
    """Set what is not zero on an empty table; the record must be zeroed."""
    p = s.public
    p.players = r.n_players
    p.round_no = 1
    p.goal = r.goal
    p.next_rank = 1
    p.actor = -1
    p.turn_seat = -1
    p.loose = -1
    p.thief = -1
    p.blackmailer = -1
    p.lender = -1
    p.paying_for = -1
    p.crowned_by_gift = -1
    p.queen_waits = -1
    p.turns_for = -1
    p.ending = int(r.most_rounds == 1)
    p.bank = r.bank_limit if r.bank_limit > 0 else UNLIMITED
    s.secret.seed = seed
    s.secret.bot_key = rng.mix(seed, rng.BOT)
    s.secret.draft_seed = seed
    for rank in range(RANKS):
        p.called[rank] = -1
        s.secret.holder[rank] = -1


@rule
def choose_cast(s: State, r: Rules) -> None:
    """Choose the game's character of each rank, by chance where the variant draws it."""
    for rank in range(1, RANKS):
        n = r.cast_n[rank]
        if n > 0:
            k = 0
            if n > 1:
                k = rng.below(rng.stream(s.secret.seed, rng.CAST, rank, 0), n)
            s.public.cast[rank] = r.cast_from[rank, k]


@rule
def choose_copies(s: State, r: Rules, copies: Array) -> None:
    """Fill `copies`, shape (KINDS,), with this game's deck: the fixed cards and the unique districts drawn for it."""
    for d in range(KINDS):
        copies[d] = r.copies[d]
    barred = districts_left_out(s, r)
    if barred & bit(D.GRAVEYARD) != 0:
        copies[D.GRAVEYARD] = 0
    if r.unique_pick == _COST_SPREAD:
        draw_by_cost(s, r, barred, copies)
    else:
        draw_uniques(s, r, barred, copies)


@rule
def districts_left_out(s: State, r: Rules) -> int:
    """Set of the districts that a game's cast keeps from being drawn.

    They are the Graveyard with the Diplomat (classic 1.1) and, where an Assassin might have been drawn and was not, the Hospital
    (classic 4.4).
    """
    barred = bit(D.HOSPITAL) if has(r.powers, C.ASSASSIN) else 0
    for rank in range(1, RANKS):
        if s.public.cast[rank] == C.DIPLOMAT:
            barred |= bit(D.GRAVEYARD)
        if r.power[s.public.cast[rank]] == C.ASSASSIN:
            barred &= ~bit(D.HOSPITAL)
    return barred


@rule
def draw_uniques(s: State, r: Rules, barred: int, copies: Array) -> None:
    """Draw the game's unique districts, all sets alike: those with the lowest random keys."""
    taken = barred
    for _ in range(r.random_n):
        best = -1
        best_key = 0
        for i in range(r.random_len):
            d = r.random_from[i]
            if taken & bit(d) != 0:
                continue
            key = rng.stream(s.secret.seed, rng.UNIQUES, d, 0)
            if best < 0 or key < best_key:
                best = d
                best_key = key
        if best < 0:
            break
        taken |= bit(best)
        copies[best] += 1


@rule
def comes_before(s: State, r: Rules, first: int, second: int) -> bool:
    """Tell whether a district stands before another in the order of cost; equal costs are ordered by chance."""
    if r.cost[first] != r.cost[second]:
        return bool(r.cost[first] < r.cost[second])
    return rng.stream(s.secret.seed, rng.UNIQUES, first, 0) < rng.stream(s.secret.seed, rng.UNIQUES, second, 0)


@rule
def draw_by_cost(s: State, r: Rules, barred: int, copies: Array) -> None:
    """Draw the game's unique districts so that their costs are spread (2016 A44, `unique_pick = cost_spread`).

    A systematic sample: the districts stand in the order of their costs, and equal steps through them, from a random start, meet those
    that play. Every district plays as often as by `draw_uniques`, and each cost has its share of them, rounded down or up.
    """
    length = 0
    for i in range(r.random_len):
        length += int(barred & bit(r.random_from[i]) == 0)
    if length == 0:
        return
    start = rng.below(rng.stream(s.secret.seed, rng.UNIQUES_START, 0, 0), length)
    for i in range(r.random_len):
        d = r.random_from[i]
        if barred & bit(d) != 0:
            continue
        at = 0
        for k in range(r.random_len):
            other = r.random_from[k]
            at += int(barred & bit(other) == 0 and other != d and comes_before(s, r, other, d))
        if r.random_n >= length or (at * r.random_n + start) % length + r.random_n >= length:
            copies[d] += 1


@rule
def overtaken(scratch: Any, i: int, away: int) -> int:
    """By how much the two cards so far before and behind the i-th one in the buckets move its place, which nobody foresees: no branch."""
    key = scratch.keys[DECK + i]
    return int(scratch.keys[DECK + i + away] < key) - int(scratch.keys[DECK + i - away] > key)


@rule
def shuffle_in(s: State, copies: Array, scratch: Any) -> None:
    """Fill the empty deck with all cards of `copies`, in random order; `scratch` is a record of dtype LEGAL.

    Each card has a random key of its own (by district and copy), and the order is that of the keys: two variants whose decks differ in
    a few cards have all others in the same order on the same seed. They are put into buckets by the keys' highest bits; a card is then
    less than the largest bucket away from its place, which is found by comparing it with all others as near as that.
    """
    luck = rng.stream(s.secret.seed, rng.DECK, 0, 0)
    for b in range(BUCKETS):
        scratch.bucket[b] = 0
    n = 0
    for d in range(KINDS):
        for copy in range(copies[d]):
            scratch.drawn[n] = d * 256 + copy
            scratch.card[n] = d
            n += 1
    for i in range(n):  # by itself, so that several are hashed at a time
        scratch.drawn[i] = rng.mix(luck, scratch.drawn[i])
    for i in range(n):
        scratch.bucket[scratch.drawn[i] >> BUCKET_SHIFT] += 1
    start = 0
    far = _NEAR
    for b in range(BUCKETS):
        size = scratch.bucket[b]
        scratch.bucket[b] = start
        start += size
        far |= size & -int(size > _NEAR + 1)  # at least the size of the largest bucket, where that is a rare one
    for i in range(n):
        key = scratch.drawn[i]
        b = key >> BUCKET_SHIFT
        k = scratch.bucket[b]
        scratch.bucket[b] = k + 1
        scratch.keys[DECK + k] = key
        scratch.card_of[k] = scratch.card[i]
    for away in range(1, far + 1):
        scratch.keys[DECK - away] = -1
        scratch.keys[DECK + n - 1 + away] = rng.LARGEST
    for i in range(n):
        near = overtaken(scratch, i, 1) + overtaken(scratch, i, 2) + overtaken(scratch, i, 3) + overtaken(scratch, i, 4)
        scratch.place[i] = i + near
    for away in range(_NEAR + 1, far):
        for i in range(n):
            scratch.place[i] += overtaken(scratch, i, away)
    for i in range(n):
        s.secret.deck[scratch.place[i]] = scratch.card_of[i]
    s.secret.deck_head = 0
    s.public.deck_n = n


@rule
def new_game(s: State, r: Rules, out: Legal, seed: int) -> None:
    """Set up a game on a zeroed record, up to the point where the first round begins; `out` serves as scratch."""
    blank_table(s, r, seed)
    choose_cast(s, r)
    choose_copies(s, r, out.copies)
    shuffle_in(s, out.copies, out)
    p = s.public
    if r.first_crown == _RANDOM:
        p.crown = rng.below(rng.stream(seed, rng.FIRST_CROWN, 0, 0), r.n_players)
    elif r.first_crown == _OLDEST:  # seats are numbered from the oldest player
        p.crown = 0
    else:
        p.crown = r.first_crown
    p.first_crown = p.crown
    for seat in range(r.n_players):
        draw_to_hand(s, r, seat, r.start_hand)
        gain(s, seat, r.start_gold)


@rule
def clear_round(s: State) -> None:
    """Forget what belongs to one round: characters, announcements, marks (classic 1.2)."""
    p = s.public
    p.face_up = 0
    p.down_n = 0
    p.next_rank = 1
    p.murdered = 0
    p.robbed = 0
    p.bewitched = 0
    p.builders = 0
    p.protected = 0
    p.guarded = 0
    p.thief = -1
    p.crowned_by_gift = -1
    p.queen_waits = -1
    p.no_building = 0
    if p.warrants | p.warrant_shown != 0:
        forget_warrants(s)
    if p.blackmailer >= 0:
        forget_threats(s)
    for rank in range(RANKS):
        p.called[rank] = -1
        s.secret.holder[rank] = -1
        s.secret.pick_slot[rank] = 0
    for seat in range(SEATS):
        p.used_round[seat] = 0
        s.secret.choices[seat] = 0
    for seat in range(p.players):
        mine = s.seat[seat]
        mine.chars = 0
        mine.picks_n = 0
        mine.offered[0] = 0
        mine.offered[1] = 0
        mine.discarded = 0
        mine.saw_down = 0
        mine.theater_gave = 0
        mine.theater_with = 0
    s.secret.packet = 0
    s.secret.draft_step = 0
    s.secret.down_first = 0
    s.secret.down = 0
