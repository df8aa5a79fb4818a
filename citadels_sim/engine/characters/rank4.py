"""Rank 4: King, Emperor, Patrician."""

from __future__ import annotations

from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import cold, rule, signature, typed
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal
from citadels_sim.engine.actions import action, put, put_each
from citadels_sim.engine.bits import has
from citadels_sim.engine.copies import one_of, sum_of_copies
from citadels_sim.engine.deck import gain, hand_add, hand_remove, random_card
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.memory import unforeseen
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import AMOUNT_GOLD, RULES_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

_HEIR = reading("murdered_king_crown", "heir")
_MOVES = reading("emperor_murdered", "moves")
_NOT_HOLDER = reading("emperor_recipient", "not_holder")
_RECIPIENT = reading("emperor_gift_choice", "recipient")


@typed(signature("void", STATE_T, RULES_T, JOURNAL_T, "int", "int"))
def move_crown(s: State, r: Rules, j: Journal, seat: int, character: int) -> None:
    """Give the crown to a seat; where it changes hands each Throne Room pays its owner (classic 4.3)."""
    p = s.public
    if p.crown == seat:
        return
    journal.log(s, j, journal.CROWN, seat, character, p.crown, 0, -1, 0, 0, 0)
    p.crown = seat
    for owner in range(p.players):
        if has(p.city_effects[owner], D.THRONE_ROOM):
            paid = gain(s, owner, sum_of_copies(s, r, owner, D.THRONE_ROOM, AMOUNT_GOLD))
            journal.log(s, j, journal.THRONE_ROOM, owner, 0, -1, 0, one_of(s, r, owner, D.THRONE_ROOM), paid, 0, 0)


@rule
def king_called(s: State, r: Rules, j: Journal, seat: int, character: int) -> None:
    """The King or Patrician (`takes_crown`) takes the crown when called, bewitched too (classic 1.9, 3.2 Witch, 2016 A2)."""
    crowned = r.takes_crown[character] != 0
    if j.capacity == 0 and r.throne_rooms == 0:  # nothing else comes of it: no need to ask
        s.public.crown = unforeseen(crowned, seat, s.public.crown)
    elif crowned:
        move_crown(s, r, j, seat, character)


@rule
def murdered_king(s: State, r: Rules, j: Journal) -> None:
    """At the end of the round the player of a murdered King or Patrician takes the crown as heir (classic 1.9, `murdered_king_crown`)."""
    p = s.public
    holder = s.secret.holder[p.murdered]
    if holder >= 0 and r.takes_crown[p.cast[p.murdered]] != 0 and r.murdered_king_crown == _HEIR:
        move_crown(s, r, j, holder, p.cast[p.murdered])


@rule
def murdered_emperor_asks(s: State, r: Rules) -> bool:
    """Ask the murdered Emperor at the end of the round who gets the crown, where the rules say so (`emperor_murdered`)."""
    p = s.public
    holder = s.secret.holder[p.murdered]
    if holder < 0 or r.power[p.cast[p.murdered]] != C.EMPEROR or r.emperor_murdered != _MOVES:
        return False
    p.decision = a.CROWN
    p.actor = holder
    return True


@cold
@rule
def murdered_emperor_says(s: State, r: Rules, j: Journal, seat: int) -> None:
    """Move the crown for the murdered Emperor, who takes nothing for it (2016 3 Emperor)."""
    s.public.crowned_by_gift = seat
    move_crown(s, r, j, seat, s.public.cast[s.public.murdered])


@rule
def may_be_crowned(s: State, r: Rules, giver: int, seat: int) -> bool:
    """Tell whether the Emperor may give the crown to this seat: not himself, not the present holder (classic 3.2 Emperor).

    A Witch who acts as the Emperor may crown his player, or not (2016 A10).
    """
    p = s.public
    witch = (p.turn_seat == giver) & (r.power[p.turn_card] == C.WITCH) & (r.witch_emperor_may_crown_emperor_player == 0)
    barred = (seat == giver) | ((r.emperor_recipient == _NOT_HOLDER) & (seat == p.crown)) | (witch & (seat == s.secret.holder[p.turn_rank]))
    return bool(not barred)


@cold
@rule
def somebody_may_be_crowned(s: State, r: Rules, giver: int) -> bool:
    """Tell whether there is anybody to whom the crown could go: with three players a Witch may find nobody (2016 A10)."""
    for seat in range(s.public.players):  # compiled code knows no generators
        if may_be_crowned(s, r, giver, seat):
            return True
    return False


@rule
def crown_legal(s: State, r: Rules, giver: int, out: Legal, n: int) -> int:
    """List who may get the crown; in 2016 together with what the Emperor takes for it."""
    p = s.public
    plain = r.emperor_gift_choice == _RECIPIENT or p.decision == a.CROWN
    for seat in range(p.players):
        if plain:
            put(out, n, action(a.A_CROWN, seat, 0))  # the next over it, where he may not
            n += int(may_be_crowned(s, r, giver, seat))
            continue
        if not may_be_crowned(s, r, giver, seat):
            continue
        if p.gold[seat] > 0:
            n = put(out, n, action(a.A_CROWN_GOLD, seat, 0))
        if p.hand_n[seat] > 0:
            n = put(out, n, action(a.A_CROWN_CARD, seat, 0))
        if r.emperor_may_decline or (p.gold[seat] == 0 and p.hand_n[seat] == 0):
            n = put(out, n, action(a.A_CROWN_NONE, seat, 0))
    return n


@rule
def crown_somebody(s: State, r: Rules, j: Journal, kind: int, seat: int) -> None:
    """Move the crown as the Emperor says, and settle the gift or ask the receiver for it."""
    p = s.public
    p.crown_due = 0
    p.used |= a.USED_CROWN
    p.crowned_by_gift = seat
    move_crown(s, r, j, seat, p.turn_card)
    if kind == a.A_CROWN_GOLD:
        give_gold(s, r, j, seat)
    elif kind == a.A_CROWN_CARD:
        give_card(s, j, seat, random_card(s, seat))
    elif kind == a.A_CROWN and (p.gold[seat] > 0 or p.hand_n[seat] > 0):
        p.decision = a.GIFT
        p.actor = seat


@rule
def gift_legal(s: State, out: Legal) -> int:
    """List what the receiver of the crown may give: gold, or one of the cards (classic 3.2 Emperor)."""
    p = s.public
    n = 0
    if p.gold[p.actor] > 0:
        n = put(out, n, a.A_GIFT_GOLD)
    n = put_each(out, n, a.A_GIFT, a.FIRST, s.seat[p.actor].hand_mask)
    return n


@rule
def give_gold(s: State, r: Rules, j: Journal, giver: int) -> None:
    """Pay the Emperor the gold of the gift, one by the card, as far as it goes."""
    p = s.public
    paid = min(r.emperor_gift[p.turn_char], p.gold[giver])
    p.gold[giver] -= paid
    p.gold[p.turn_seat] += paid
    journal.log(s, j, journal.GIFT, p.turn_seat, p.turn_card, giver, 0, -1, paid, 0, 0)


@cold
@rule
def give_card(s: State, j: Journal, giver: int, district: int) -> None:
    """Hand the Emperor one card."""
    p = s.public
    hand_remove(s, giver, district)
    hand_add(s, p.turn_seat, district)
    journal.log(s, j, journal.GIFT, p.turn_seat, p.turn_card, giver, 0, -1, 0, 1, 0)


@rule
def give(s: State, r: Rules, j: Journal, kind: int, district: int) -> None:
    """Give what the receiver chose and continue the Emperor's turn."""
    p = s.public
    if kind == a.A_GIFT_GOLD:
        give_gold(s, r, j, p.actor)
    else:
        give_card(s, j, p.actor, district)
    p.decision = a.TURN
    p.actor = p.turn_seat
