"""Calling ranks and a player's turn: gathering, income, what may be done when (classic 2)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C, D
from citadels_sim.engine import journal
from citadels_sim.engine.actions import (
    A_BUILD,
    A_CARDS,
    A_END,
    A_GOLD,
    A_INCOME,
    A_KEEP,
    ENDING_TURN,
    KEEP,
    MODE_CUT,
    MODE_HOSPITAL,
    MODE_WHOLE,
    MODE_WITCH,
    PHASE_CALL,
    PHASE_END_ROUND,
    PHASE_RESUME,
    TURN,
    USED_CROWN,
    USED_GATHER,
    USED_INCOME,
    action,
    put,
)
from citadels_sim.engine.bits import has, lowest
from citadels_sim.engine.building import buildable, copies_in_city
from citadels_sim.engine.characters.diplomat import diplomat_legal
from citadels_sim.engine.characters.holders import controller, is_bewitched
from citadels_sim.engine.characters.rank1 import assassin_legal, witch_legal
from citadels_sim.engine.characters.rank2 import steal, thief_legal
from citadels_sim.engine.characters.rank3 import magician_legal, wizard_legal
from citadels_sim.engine.characters.rank4 import crown_legal, king_called
from citadels_sim.engine.characters.rank5 import bishop_acts, tithe_legal
from citadels_sim.engine.characters.rank6 import merchant_gold, refund
from citadels_sim.engine.characters.rank7 import architect_cards, bonus_due, build_limit, navigator_acts, navigator_legal
from citadels_sim.engine.characters.rank8 import warlord_legal
from citadels_sim.engine.characters.rank9 import artist_legal, beautify_limit, queen_acts
from citadels_sim.engine.characters.tax_collector import collector_called, tax_at_end
from citadels_sim.engine.deck import aside_add, aside_remove, can_draw, discard_unchosen, draw, gain, hand_add
from citadels_sim.engine.districts.end_of_turn import park, poor_house
from citadels_sim.engine.districts.gathering import GATHER_GOLD, cards_drawn, cards_kept
from citadels_sim.engine.districts.turn import effects_legal
from citadels_sim.engine.jit import rule, signature, typed
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

_ASSASSIN = int(C.ASSASSIN)
_WITCH = int(C.WITCH)
_THIEF = int(C.THIEF)
_MAGICIAN = int(C.MAGICIAN)
_WIZARD = int(C.WIZARD)
_EMPEROR = int(C.EMPEROR)
_ABBOT = int(C.ABBOT)
_NAVIGATOR = int(C.NAVIGATOR)
_WARLORD = int(C.WARLORD)
_DIPLOMAT = int(C.DIPLOMAT)
_ARTIST = int(C.ARTIST)
_SCHOOL = int(D.SCHOOL_OF_MAGIC)
_HOSPITAL = int(D.HOSPITAL)
_UNIQUE = 4
_WITH_POWER = sum(1 << c for c in (_ASSASSIN, _THIEF, _MAGICIAN, _WIZARD, _EMPEROR, _ABBOT, _NAVIGATOR, _WARLORD, _DIPLOMAT, _ARTIST))
_ACTING = sum(1 << int(c) for c in (C.BISHOP, C.NAVIGATOR, C.QUEEN, C.ARTIST, C.TAX_COLLECTOR))
_STRICT = reading("turn_order_model", "s0_strict")
_ROBBERY_FIRST = reading("on_call_order", "robbery_first")
_BARRED = reading("empty_deck_gather", "barred")
_ON_CALL = reading("emperor_time", "on_call")
_EMPEROR_PLAYER = reading("witch_emperor", "emperor_player")
_ALL_EFFECTS = reading("witch_part1_purples", "all")
_REFUND_AT_ONCE = reading("alchemist_refund", "at_once")
_REFUND_FIRST = reading("alchemist_vs_tax", "refund_first")
_POOR_FIRST = reading("poorhouse_vs_tax", "poor_house_first")
_REFUND_BEFORE_POOR = reading("eot_order", "tax_refund_poor_house_park")


@rule
def call_next(s: Any, r: Any, j: Any) -> None:
    """Call ranks until somebody answers; after the last one the round ends (classic 1.2 step 3)."""
    p = s.public
    p.turn_seat = -1
    p.turn_rank = 0
    p.turn_char = 0
    p.turn_card = 0
    while p.next_rank <= r.n_ranks:
        rank = p.next_rank
        p.next_rank = rank + 1
        seat = s.secret.holder[rank]
        if seat < 0:
            continue
        if p.murdered == rank:  # silent: the turn is lost (classic 3.1 Assassin), but for a Hospital's action (4.3)
            if has(p.city_mask[seat], _HOSPITAL):
                open_turn(s, r, j, seat, rank, MODE_HOSPITAL)
                return
            log_after_turn(s, j, journal.SKIP, seat, p.cast[rank])
            continue
        if is_bewitched(s, rank):
            cut_turn(s, r, j, seat, rank)
        else:
            start_turn(s, r, j, seat, rank)
        return
    p.phase = PHASE_END_ROUND


@typed(signature("void", STATE_T, JOURNAL_T, "int", "int", "int"))
def log_after_turn(s: Any, j: Any, kind: int, seat: int, character: int) -> None:
    """Log what a seat has when its turn is over."""
    p = s.public
    journal.log(s, j, kind, seat, character, -1, 0, -1, p.gold[seat], p.hand_n[seat], p.city_n[seat])


@typed(signature("void", STATE_T, RULES_T, JOURNAL_T, "int", "int", "int"))
def open_turn(s: Any, r: Any, j: Any, seat: int, rank: int, mode: int) -> None:
    """Set up a turn, whole or cut, in which nothing has been done yet."""
    p = s.public
    p.turn_no += 1
    p.turn_seat = seat
    p.turn_rank = rank
    p.turn_char = p.cast[rank]
    p.turn_card = p.cast[rank]
    p.turn_mode = mode
    p.crown_due = 0
    p.used = 0
    p.spent = 0
    p.built = 0
    p.duplicate_built = 0
    p.builds_left = 0
    p.artist_left = 0
    p.decision = TURN
    p.actor = seat
    journal.log(s, j, journal.TURN, seat, p.turn_card, -1, 0, -1, 0, 0, 0)


@rule
def start_turn(s: Any, r: Any, j: Any, seat: int, rank: int) -> None:
    """Reveal the character and do what happens on being called (classic 2.1 item 1)."""
    p = s.public
    open_turn(s, r, j, seat, rank, MODE_WITCH if p.cast[rank] == _WITCH else MODE_WHOLE)
    p.called[rank] = seat
    if r.on_call_order == _ROBBERY_FIRST:
        steal(s, j, seat, rank)
        crown_on_call(s, r, j, seat)
    else:
        crown_on_call(s, r, j, seat)
        steal(s, j, seat, rank)
    act_as(s, r, j)
    merchant_gold(s, r, j, True)


@rule
def crown_on_call(s: Any, r: Any, j: Any, seat: int) -> None:
    """The King takes the crown; the Emperor has to say who gets it, in classic before anything else (classic 1.9, 3.2)."""
    p = s.public
    king_called(s, j, seat, p.turn_char)
    if p.turn_char == _EMPEROR and r.emperor_time == _ON_CALL:
        p.crown_due = 1


@rule
def act_as(s: Any, r: Any, j: Any) -> None:
    """What a character brings whoever acts as it: limits, protection, tax, the Queen's gold."""
    p = s.public
    seat = p.turn_seat
    p.builds_left = build_limit(p.turn_char)
    if not has(_ACTING, p.turn_char):
        return
    p.artist_left = beautify_limit(p.turn_char)
    navigator_acts(s, r, seat, p.turn_char)
    bishop_acts(s, r, seat, p.turn_char)
    collector_called(s, r, j, seat)
    queen_acts(s, r, j, seat)


@rule
def cut_turn(s: Any, r: Any, j: Any, seat: int, rank: int) -> None:
    """Let the bewitched player show the card and take an action; the King's crown is still his (classic 3.2 Witch)."""
    p = s.public
    open_turn(s, r, j, seat, rank, MODE_CUT)
    p.called[rank] = seat
    steal(s, j, seat, rank)
    king_called(s, j, seat, p.turn_char)
    if p.turn_char == _EMPEROR and r.witch_emperor == _EMPEROR_PLAYER:
        p.crown_due = 1


@rule
def resume_witch(s: Any, r: Any, j: Any) -> None:
    """Let the Witch go on as the bewitched character, with her own hand, gold and city (classic 3.2 Witch)."""
    p = s.public
    rank = p.turn_rank
    bewitched_player = p.turn_seat
    seat = controller(s, rank)
    open_turn(s, r, j, seat, rank, MODE_WHOLE)
    p.turn_card = _WITCH
    journal.log(s, j, journal.RESUME, seat, _WITCH, bewitched_player, p.turn_char, -1, 0, 0, 0)
    if p.turn_char == _EMPEROR and r.witch_emperor != _EMPEROR_PLAYER:
        p.crown_due = int(r.emperor_time == _ON_CALL)
    act_as(s, r, j)
    merchant_gold(s, r, j, True)
    after_gathering(s, r, j)


@rule
def income_due(s: Any, r: Any) -> int:
    """Gold the character's income would bring now: one per district of its type, School of Magic included (classic 2.1 item 6)."""
    p = s.public
    kind = r.income_type[p.turn_char]
    if kind < 0:
        return 0
    return int(p.city_types[p.turn_seat, kind] + copies_in_city(s, p.turn_seat, _SCHOOL))


@rule
def gathering_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the two ways to gather (classic 2.1 item 2)."""
    n = put(out, n, A_GOLD)
    if can_draw(s, r) or r.empty_deck_gather != _BARRED:
        n = put(out, n, A_CARDS)
    return n


@rule
def building_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the districts that may be built now."""
    p = s.public
    if p.builds_left <= 0 or (p.used & USED_GATHER == 0 and r.turn_order_model == _STRICT):
        return n
    if has(p.no_building, p.turn_seat):
        return n
    rest = buildable(s, r, p.turn_seat)
    while rest != 0:
        n = put(out, n, action(A_BUILD, lowest(rest), 0))
        rest &= rest - 1
    return n


@rule
def cut_legal(s: Any, r: Any, out: Any) -> int:
    """List what a cut turn allows: the action; the Witch then names, and where she need not may go on without a power."""
    p = s.public
    gathered = p.used & USED_GATHER != 0
    witch = p.turn_mode == MODE_WITCH
    n = 0
    if not gathered:
        n = gathering_legal(s, r, out, n)
    if witch and gathered and not r.witch_mandatory:
        n = building_legal(s, r, out, n)
    if witch and gathered:
        n = witch_legal(s, r, out, n)
    if witch and r.witch_part1_purples == _ALL_EFFECTS:
        n = effects_legal(s, r, out, n)
    if witch and gathered and not r.witch_mandatory:
        n = put(out, n, A_END)
    return n


@rule
def turn_legal(s: Any, r: Any, out: Any) -> int:
    """List what the player whose turn it is may do now."""
    p = s.public
    if p.used & ENDING_TURN != 0:
        return put(out, 0, A_END)
    if p.crown_due != 0:
        return crown_legal(s, r, p.turn_seat, out, 0)
    if p.turn_mode != MODE_WHOLE:
        return cut_legal(s, r, out)
    n = 0
    gathered = p.used & USED_GATHER != 0
    if not gathered:
        n = gathering_legal(s, r, out, n)
    powers = gathered or r.abilities_before_gather != 0
    if powers and p.used & USED_INCOME == 0 and income_due(s, r) > 0:
        n = put(out, n, A_INCOME)
    n = building_legal(s, r, out, n)
    if powers:
        n = power_legal(s, r, out, n)
        if p.city_types[p.turn_seat, _UNIQUE] > 0:
            n = effects_legal(s, r, out, n)
    if gathered and not bonus_due(s, r) and not crown_owed(s):
        n = put(out, n, A_END)
    return n


@rule
def crown_owed(s: Any) -> bool:
    """Tell whether an Emperor who may choose the moment has not moved the crown yet (2016 3 Emperor)."""
    p = s.public
    return p.turn_char == _EMPEROR and p.turn_mode == MODE_WHOLE and p.used & USED_CROWN == 0


@rule
def power_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the uses of the character's power."""
    character = s.public.turn_char
    if not has(_WITH_POWER, character):
        return n
    if character == _ASSASSIN:
        return assassin_legal(s, r, out, n)
    if character == _THIEF:
        return thief_legal(s, r, out, n)
    if character == _MAGICIAN:
        return magician_legal(s, r, out, n)
    if character == _WARLORD:
        return warlord_legal(s, r, out, n)
    if character == _WIZARD:
        return wizard_legal(s, out, n)
    if character == _ABBOT:
        return tithe_legal(s, r, out, n)
    if character == _NAVIGATOR:
        return navigator_legal(s, r, out, n)
    if character == _DIPLOMAT:
        return diplomat_legal(s, r, out, n)
    if character == _ARTIST:
        return artist_legal(s, out, n)
    if character == _EMPEROR and crown_owed(s):
        return crown_legal(s, r, s.public.turn_seat, out, n)
    return n


@rule
def gather_gold(s: Any, r: Any, j: Any) -> None:
    """Take gold from the bank (classic 2.1 item 2)."""
    p = s.public
    journal.log(s, j, journal.GATHER_GOLD, p.turn_seat, p.turn_card, -1, 0, -1, gain(s, p.turn_seat, GATHER_GOLD), 0, 0)
    after_gathering(s, r, j)


@rule
def gather_cards(s: Any, r: Any, j: Any) -> None:
    """Draw cards and ask which to keep, where that is a choice (classic 2.1 item 2)."""
    p = s.public
    seat = p.turn_seat
    drawn = 0
    for _ in range(cards_drawn(s, seat)):
        card = draw(s, r)
        if card < 0:
            break
        aside_add(s, seat, card)
        drawn += 1
    kept = cards_kept(s, r, seat, drawn)
    journal.log(s, j, journal.GATHER_CARDS, seat, p.turn_card, -1, 0, -1, 0, kept, drawn)
    p.keep_left = kept
    p.decision = KEEP
    if kept == drawn:
        keep_rest(s, r, j)


@rule
def keep_rest(s: Any, r: Any, j: Any) -> None:
    """Keep as many of the drawn cards as are due; only called where there is no choice."""
    p = s.public
    mine = s.seat[p.turn_seat]
    while p.keep_left > 0:
        keep_one(s, lowest(mine.aside_mask))
    finish_keeping(s, r, j)


@rule
def keep_one(s: Any, district: int) -> None:
    """Move one drawn card into the hand."""
    p = s.public
    aside_remove(s, p.turn_seat, district)
    hand_add(s, p.turn_seat, district)
    p.keep_left -= 1


@rule
def finish_keeping(s: Any, r: Any, j: Any) -> None:
    """Put away the cards not kept; the action is done."""
    discard_unchosen(s, r, s.public.turn_seat)
    after_gathering(s, r, j)


@rule
def keep_legal(s: Any, out: Any) -> int:
    """List the drawn cards."""
    n = 0
    rest = s.seat[s.public.actor].aside_mask
    while rest != 0:
        n = put(out, n, action(A_KEEP, lowest(rest), 0))
        rest &= rest - 1
    return n


@rule
def keep(s: Any, r: Any, j: Any, district: int) -> None:
    """Keep one of the drawn cards."""
    keep_one(s, district)
    if s.public.keep_left == 0:
        finish_keeping(s, r, j)


@rule
def after_gathering(s: Any, r: Any, j: Any) -> None:
    """Go on with the turn; what comes right after the action comes now (classic 2.2)."""
    p = s.public
    p.used |= USED_GATHER
    p.decision = TURN
    if p.turn_mode == MODE_WHOLE:
        merchant_gold(s, r, j, False)
        architect_cards(s, r, j)


@rule
def end_cut_turn(s: Any, r: Any, j: Any) -> None:
    """End a turn that the rules cut off after the action; the Witch goes on where the player was bewitched (classic 3.2, 4.3)."""
    p = s.public
    bewitched = p.turn_mode == MODE_CUT
    if not bewitched and r.hospital_eot:
        poor_house(s, j, p.turn_seat)
        park(s, r, j, p.turn_seat)
    log_after_turn(s, j, journal.CUT_END, p.turn_seat, p.turn_card)
    p.phase = PHASE_RESUME if bewitched else PHASE_CALL


@rule
def hold_witch(s: Any, j: Any) -> None:
    """Suspend the Witch's turn after she has named: nothing of its end happens (classic 3.2 Witch)."""
    log_after_turn(s, j, journal.TURN_END, s.public.turn_seat, s.public.turn_card)
    s.public.phase = PHASE_CALL


@rule
def is_cut_off(s: Any) -> bool:
    """Tell whether a cut turn has come to its end: the action is done and nothing else is to be decided."""
    p = s.public
    cut = p.turn_mode == MODE_CUT or p.turn_mode == MODE_HOSPITAL
    return cut and p.decision == TURN and p.used & USED_GATHER != 0 and p.crown_due == 0


@rule
def take_income(s: Any, r: Any, j: Any) -> None:
    """Take the income of the character's districts, all at once (classic 2.1 item 6)."""
    p = s.public
    p.used |= USED_INCOME
    paid = gain(s, p.turn_seat, income_due(s, r))
    journal.log(s, j, journal.INCOME, p.turn_seat, p.turn_card, -1, 0, -1, paid, 0, 0)


@rule
def end_turn(s: Any, r: Any, j: Any) -> None:
    """End the turn: tax, Poor House, Park, the Alchemist's refund, in the order the switches say (classic 2.3); then call on."""
    p = s.public
    seat = p.turn_seat
    refunded = r.alchemist_refund == _REFUND_AT_ONCE
    poor_done = False
    if not refunded and r.alchemist_vs_tax == _REFUND_FIRST:
        refund(s, j, p.spent)
        refunded = True
    if r.poorhouse_vs_tax == _POOR_FIRST:
        poor_house(s, j, seat)
        poor_done = True
    tax_at_end(s, r, j)
    if not refunded and r.eot_order == _REFUND_BEFORE_POOR:
        refund(s, j, p.spent)
        refunded = True
    if not poor_done:
        poor_house(s, j, seat)
    park(s, r, j, seat)
    if not refunded:
        refund(s, j, p.spent)
    log_after_turn(s, j, journal.TURN_END, seat, p.turn_card)
    p.phase = PHASE_CALL
