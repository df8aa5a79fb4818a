"""What the learner notes of the table: all that its seat sees, by cards, gold, districts and characters."""

from __future__ import annotations

from citadels_sim.bots.features import dearest, lead, passed_on, strength, to_go, useful
from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.thought import Thought
from citadels_sim.catalogue import CHARACTERS, MOST_OWN
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.holders import cast_ranks, stays_silent
from citadels_sim.engine.draft_order import place_in_draft, place_in_next_draft
from citadels_sim.engine.record_types import Legal, Public, Rules, Seat
from citadels_sim.engine.rules import IN_CARDS, PURSE
from citadels_sim.engine.state import RANKS

_PACKAGED = len(CHARACTERS)
_OF_DEAREST = 0.7
"""Part of what protection is worth that one of the dearest districts alone is less worth."""


@rule
def note(t: Thought, row: int, x: float) -> None:
    """Note a feature."""
    i = t.n
    t.row[i] = row
    t.x[i] = x
    t.n = i + 1


@rule
def note_number(t: Thought, first: int, number: int, rows: int) -> None:
    """Note which number it is, by a row for each; the last row stands for all larger ones."""
    note(t, first + min(max(0, number), rows - 1), 1.0)


@rule
def note_set(t: Thought, first: int, members: int) -> None:
    """Note each member of a set."""
    while members != 0:
        note(t, first + lowest(members), 1.0)
        members &= members - 1


@rule
def note_character(t: Thought, rules: Rules, first: int, own: int, character: int, x: float) -> None:
    """Note a character: the packaged one that it is most like, and which of the variant's own it is."""
    if rules.like[character] < f.PEOPLE:
        note(t, first + rules.like[character], x)
    if character > _PACKAGED:
        note(t, own + character - _PACKAGED - 1, x)


@rule
def note_people(t: Thought, public: Public, rules: Rules, first: int, own: int, ranks: int) -> None:
    """Note the characters of a set of ranks."""
    while ranks != 0:
        note_character(t, rules, first, own, public.cast[lowest(ranks)], 1.0)
        ranks &= ranks - 1


@cold
@rule
def note_keys(t: Thought, rules: Rules, first: int, character: int) -> None:
    """Note the keys of a character that is not as printed."""
    kind = rules.income_type[character]
    if kind >= 0:
        note(t, first + f.KEY_INCOME, 0.5 * rules.income_each[character])
        note(t, first + f.KEY_INCOME_TYPE + kind, 1.0)
        note(t, first + f.KEY_IN_CARDS, float(int(rules.income_in[character] == IN_CARDS)))
    note(t, first + f.KEY_GOLD, 0.25 * (rules.bonus_gold[character] + rules.gold_from_others[character]))
    note(t, first + f.KEY_CARDS, 0.25 * rules.bonus_cards[character])
    note(t, first + f.KEY_BUILDS, 0.5 * min(4, rules.builds[character]))
    if rules.discount_type[character] >= 0:
        note(t, first + f.KEY_DISCOUNT, 0.25 * rules.discount_gold[character])
    note(t, first + f.KEY_PROTECTS, rules.protects[character] * (1.0 - _OF_DEAREST * rules.protects_dearest[character]))
    note(t, first + f.KEY_CROWN, float(rules.takes_crown[character]))
    note(t, first + f.KEY_POWERLESS, float(int(rules.power[character] == 0)))


@rule
def order_others(t: Thought, public: Public, seat: int) -> None:
    """Order the others by how far they have come; of equals the one first who sits next to the left."""
    n = 0
    for step in range(1, public.players):
        other = (seat + step) % public.players
        own = strength(public, other)
        at = n
        while at > 0 and strength(public, t.order[at - 1]) < own:
            t.order[at] = t.order[at - 1]
            at -= 1
        t.order[at] = other
        n += 1
    for i in range(n):
        t.slot[t.order[i]] = min(i, f.SLOTS - 1)


@rule
def note_slot(t: Thought, public: Public, rules: Rules, seat: int, other: int, slot: int, part: float) -> None:
    """Note what another has, as the `part` of its slot that it is."""
    first = f.SLOT + slot * f.SLOT_SIZE
    note(t, first + f.SLOT_GOLD + min(public.gold[other], 8), part)
    note(t, first + f.SLOT_HAND + min(public.hand_n[other], 6), part)
    note(t, first + f.SLOT_TO_GO + min(to_go(public, other), 9), part)
    note(t, first + f.SLOT_LEAD, part * 0.1 * min(30.0, max(-30.0, lead(public, seat, other))))
    for kind in range(f.TYPES):
        held = public.city_types[other, kind]
        if held > 0:
            note(t, first + f.SLOT_TYPES + kind, part * held)
    if public.crown == other:
        note(t, first + f.SLOT_CROWN, part)
    if has(public.protected, other):
        note(t, first + f.SLOT_SAFE, part)
    if place_in_draft(public, other) > place_in_draft(public, seat):
        note(t, first + f.SLOT_AFTER, part)
    waits = True
    for rank in range(1, RANKS):
        if public.called[rank] == other:
            waits = False
            note_character(t, rules, first + f.SLOT_CHAR, f.OWN_SLOT + slot * MOST_OWN, public.cast[rank], part)
    if waits:
        note(t, first + f.SLOT_WAITS, part)


@rule
def note_others(t: Thought, public: Public, rules: Rules, seat: int) -> None:
    """Note what all others have."""
    rest = public.players - 1
    for i in range(rest):
        slot = min(i, f.SLOTS - 1)
        part = 1.0 if slot < f.SLOTS - 1 else 1.0 / (rest - slot)
        note_slot(t, public, rules, seat, t.order[i], slot, part)


@rule
def note_race(t: Thought, public: Public, seat: int) -> None:
    """Note how far the game has come, and who is ahead."""
    own = strength(public, seat)
    least = to_go(public, seat)
    standing = 0
    for step in range(public.players - 1):
        other = t.order[step]
        least = min(least, to_go(public, other))
        standing += int(strength(public, other) > own)
    note_number(t, f.ROUND, public.round_no - 1, 16)
    note_number(t, f.LEADER_TO_GO, least, 13)
    note_number(t, f.MY_TO_GO, to_go(public, seat), 13)
    if public.ending != 0:
        note(t, f.ENDING, 1.0)
    note(t, f.STANDING + standing, 1.0)
    note(t, f.LEAD, 0.1 * min(30.0, max(-30.0, lead(public, seat, t.order[0]))))
    most = 0
    for other in range(public.players):
        if other != seat:
            most = max(most, public.city_worth[other])
    note_number(t, f.WORTH_LEAD, (public.city_worth[seat] - most + f.LEADS) // 2, f.LEADS)


@rule
def note_purse_and_hand(t: Thought, public: Public, me: Seat, rules: Rules, seat: int) -> None:
    """Note the seat's gold and cards, and what can be built with them now and a turn later."""
    gold = public.gold[seat]
    note_number(t, f.GOLD, gold, 16)
    note(t, f.GOLD_SUM, 0.1 * min(gold, 40))
    note_number(t, f.HAND, public.hand_n[seat], 10)
    cards = useful(public, me, rules, seat)
    now = cards & rules.afford[min(gold, PURSE)]
    soon = cards & rules.afford[min(gold + 2, PURSE)]
    note_number(t, f.USEFUL, count(cards), 7)
    note_number(t, f.NOW_N, count(now), 5)
    note_number(t, f.SOON_N, count(soon), 5)
    note_number(t, f.DEAREST_NOW, dearest(rules, now), 9)
    note_number(t, f.DEAREST_SOON, dearest(rules, soon), 9)
    note_number(t, f.DEAREST, dearest(rules, cards), 9)
    cost = 0
    rest = cards
    while rest != 0:
        cost += min(rules.cost[lowest(rest)], 9)
        rest &= rest - 1
    note(t, f.COST_SUM, 0.05 * cost)
    missing = 0
    for kind in range(f.TYPES):
        held = public.city_types[seat, kind]
        missing += int(held == 0)
        if held > 0:
            note(t, f.MY_TYPES + 4 * kind + min(held, 4) - 1, 1.0)
        in_hand = count(cards & rules.type_mask[kind])
        if in_hand > 0:
            note(t, f.HAND_TYPES + 3 * kind + min(in_hand, 3) - 1, 1.0)
    note(t, f.TYPES_MISSING + missing, 1.0)
    note_set(t, f.MY_CITY, public.city_mask[seat])
    note_set(t, f.MY_HAND, me.hand_mask)
    note_set(t, f.MY_ASIDE, me.aside_mask)


@rule
def note_round(t: Thought, public: Public, rules: Rules, me: Seat, seat: int, legal: Legal, n: int) -> None:
    """Note what is known of the characters of this round."""
    drafting = public.decision == a.PICK or public.decision == a.DISCARD_CHARACTER
    place = place_in_draft(public, seat)
    behind = place if drafting else place_in_next_draft(public, seat)
    note(t, f.CROWN + (public.players - behind) % public.players, 1.0)
    note_people(t, public, rules, f.MY_CHARS, f.OWN_MINE, me.chars)
    note_people(t, public, rules, f.FACE_UP, f.OWN_FACE_UP, public.face_up)
    packet = 0
    if drafting:
        for i in range(n):
            packet |= bit(a.arg_a(legal.code[i]))
        note_people(t, public, rules, f.PACKET, f.OWN_PACKET, packet)
        note_people(t, public, rules, f.CAST, f.OWN_CAST, cast_ranks(public))
        note(t, f.DRAFT_PLACE + place, 1.0)
    first = me.offered[0] if me.picks_n > 0 else packet
    if first != 0:
        note_people(t, public, rules, f.TAKEN_BEFORE, f.OWN_TAKEN_BEFORE, cast_ranks(public) & ~public.face_up & ~first & ~bit(me.saw_down))
    if not drafting:
        note_people(t, public, rules, f.PASSED_ON, f.OWN_PASSED_ON, passed_on(me))
        note_number(t, f.NEXT_RANK, public.next_rank, RANKS + 1)
        for rank in range(1, min(public.next_rank, RANKS)):
            if public.cast[rank] == 0:
                continue
            if public.called[rank] >= 0:
                note_character(t, rules, f.CALLED, f.OWN_CALLED, public.cast[rank], 1.0)
            elif not stays_silent(public, rules, rank):
                note_character(t, rules, f.SILENT, f.OWN_SILENT, public.cast[rank], 1.0)
        if public.murdered != 0:
            note_character(t, rules, f.MURDERED, f.OWN_MURDERED, public.cast[public.murdered], 1.0)
        if public.robbed != 0:
            note_character(t, rules, f.ROBBED, f.OWN_ROBBED, public.cast[public.robbed], 1.0)
        if public.bewitched != 0:
            note_character(t, rules, f.BEWITCHED, f.OWN_BEWITCHED, public.cast[public.bewitched], 1.0)


@rule
def note_turn(t: Thought, public: Public, rules: Rules, seat: int) -> None:
    """Note what the seat plays and has done in its turn."""
    if public.turn_seat != seat:
        return
    note_character(t, rules, f.TURN_CHAR, f.OWN_TURN, public.turn_char, 1.0)
    if has(rules.unprinted, public.turn_char):
        note_keys(t, rules, f.TURN_KEYS, public.turn_char)
    note_number(t, f.TURN_MODE, public.turn_mode, 5)
    note_set(t, f.USED, public.used & 0x3FF)
    note_number(t, f.BUILDS_LEFT, public.builds_left, 5)
    note_number(t, f.BUILT, public.built, 5)


@rule
def note_table(t: Thought, public: Public, me: Seat, rules: Rules, legal: Legal, n: int) -> None:
    """Note all that the seat that decides sees of the table; its features become the first."""
    seat = public.actor
    t.n = 0
    order_others(t, public, seat)
    note(t, f.BIAS, 1.0)
    note(t, f.PLAYERS + public.players, 1.0)
    note_number(t, f.GOAL, public.goal, 12)
    note_number(t, f.DECISION, public.decision, f.DECISIONS)
    note_race(t, public, seat)
    note_purse_and_hand(t, public, me, rules, seat)
    note_round(t, public, rules, me, seat, legal, n)
    note_turn(t, public, rules, seat)
    note_others(t, public, rules, seat)
    note_set(t, f.LEADER_CITY, public.city_mask[t.order[0]])
    if public.deck_n + public.pile_n < 10:
        note(t, f.DECK_LOW, 1.0)
    if public.tax != 0:
        note(t, f.TAX, 0.2 * public.tax)
