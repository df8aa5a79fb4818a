"""Dealing anew, for a seat that thinks, the cards that it does not see: other hands, deck, discard pile, cards under Museums."""

from __future__ import annotations

from citadels_sim.arrays import Array
from citadels_sim.bots.naming import named_first
from citadels_sim.bots.searcher_memory import CARDS, Thought
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has, lowest
from citadels_sim.engine.deck import hand_add, put_on_pile, put_under
from citadels_sim.engine.deck_constraints import prefer_placed
from citadels_sim.engine.museum import all_under
from citadels_sim.engine.record_types import BotState, Legal, Rules, State
from citadels_sim.engine.rng import next_below
from citadels_sim.engine.setup import choose_copies
from citadels_sim.engine.state import KINDS

_ANY = (1 << KINDS - 1) - 1
"""Every district."""


@rule
def count_placed(w: State, seat: int, placed: Array) -> None:
    """Count the copies of each district that the seat sees: its own cards and what stands in the cities."""
    p = w.public
    me = w.seat[seat]
    for d in range(KINDS):
        placed[d] = me.hand[d] + me.aside[d]
    for other in range(p.players):
        for slot in range(p.city_n[other]):
            placed[p.city[other, slot]] += 1
    if p.loose >= 0:
        placed[p.loose] += 1


@rule
def list_unseen(w: State, rules: Rules, t: Thought, seat: int, shown: int) -> None:
    """List the cards that the seat does not see lie anywhere; of the districts that a game draws, such as may have been drawn.

    `shown`: set of the districts in a hand or a deck that the seat is looking at; they are listed, too.
    """
    placed = t.legal.copies
    count_placed(w, seat, placed)
    for d in range(KINDS):
        placed[d] += 1 if has(shown, d) else 0
    choose_copies(w, rules, t.pool)
    prefer_placed(w, rules, placed, t.pool)
    n = 0
    for d in range(KINDS):
        for _ in range(t.pool[d] - placed[d] + (1 if has(shown, d) else 0)):
            if n < CARDS:
                t.card[n] = d
                n += 1
    t.cards = n


@rule
def copy_of_a_common_one(rules: Rules, bot_state: BotState) -> int:
    """A district of which there are several: where a position has more cards than the deck, one of them is there once more."""
    found = 0
    seen = 0
    for d in range(KINDS):
        if rules.copies[d] > 1:
            seen += 1
            if next_below(bot_state, seen) == 0:
                found = d
    return found


@rule
def unseen_card(rules: Rules, t: Thought, bot_state: BotState, wanted: int) -> int:
    """Take an unseen card by lot, of the districts in `wanted`; a position may show more of them than there are."""
    if t.cards == 0:
        return lowest(wanted) if wanted != _ANY else copy_of_a_common_one(rules, bot_state)
    at = next_below(bot_state, t.cards)
    for _ in range(t.cards):
        if has(wanted, t.card[at]):
            break
        at = at + 1 if at + 1 < t.cards else 0
    if not has(wanted, t.card[at]):
        return lowest(wanted)
    card = t.card[at]
    t.cards -= 1
    t.card[at] = t.card[t.cards]
    return int(card)


@rule
def deal_hand(w: State, rules: Rules, t: Thought, seat: int, kinds: int, bot_state: BotState) -> None:
    """Deal a hand anew; of `kinds`, where it is known (else 0), each at least once and nothing else."""
    size = w.public.hand_n[seat]
    w.public.hand_n[seat] = 0
    rest = kinds
    for _ in range(size):
        wanted = _ANY
        if kinds != 0:
            wanted = rest & -rest if rest != 0 else kinds
            rest &= rest - 1
        hand_add(w, seat, unseen_card(rules, t, bot_state, wanted))


@rule
def deal_deck(w: State, rules: Rules, t: Thought, kinds: int, bot_state: BotState) -> None:
    """Deal the deck anew; of `kinds`, where they are known (else 0), each at least once and nothing else."""
    size = w.public.deck_n
    w.public.deck_n = 0
    rest = kinds
    for _ in range(size):
        wanted = _ANY
        if kinds != 0:
            wanted = rest & -rest if rest != 0 else kinds
            rest &= rest - 1
        put_under(w, unseen_card(rules, t, bot_state, wanted))
    if kinds != 0:
        shuffle(w, bot_state)


@rule
def shuffle(w: State, bot_state: BotState) -> None:
    """Shuffle the deck of a world, which begins at the start of its memory."""
    for i in range(w.public.deck_n - 1, 0, -1):
        k = next_below(bot_state, i + 1)
        held = w.secret.deck[i]
        w.secret.deck[i] = w.secret.deck[k]
        w.secret.deck[k] = held


@rule
def deal_cards(w: State, rules: Rules, t: Thought, seat: int, legal: Legal, n: int, bot_state: BotState) -> None:
    """Deal all cards anew that the seat does not see; a Wizard sees a hand, who has just built a Lighthouse the deck."""
    p = w.public
    looked_at = -1
    if p.decision == a.WIZARD:
        hand = named_first(legal, n, a.A_TAKE)
        list_unseen(w, rules, t, seat, hand)
        looked_at = p.loose_from
        deal_hand(w, rules, t, looked_at, hand, bot_state)
    elif p.decision == a.LIGHTHOUSE:
        deck = named_first(legal, n, a.A_FETCH)
        list_unseen(w, rules, t, seat, deck)
        deal_deck(w, rules, t, deck, bot_state)
    else:
        list_unseen(w, rules, t, seat, 0)
    for other in range(p.players):
        if other != seat and other != looked_at:
            deal_hand(w, rules, t, other, 0, bot_state)
        for i in range(all_under(w, other)):
            w.secret.tucked[other, i] = unseen_card(rules, t, bot_state, _ANY)
    heap = p.pile_n
    p.pile_n = 0
    for _ in range(heap):
        put_on_pile(w, unseen_card(rules, t, bot_state, _ANY))
    if p.decision != a.LIGHTHOUSE:
        deal_deck(w, rules, t, 0, bot_state)
