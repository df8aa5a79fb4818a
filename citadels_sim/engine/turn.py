"""Calling ranks, beginning, cutting off and ending turns (classic 1.2, 2.1, 2.3; 2016 2.5). What may be done in one stands in `options`."""

from __future__ import annotations

from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import cold, inline, rule, signature, typed
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.characters.blackmailer import is_threatened
from citadels_sim.engine.characters.bonus import bonus_comes
from citadels_sim.engine.characters.holders import acts_with, card_with, controller, is_bewitched, loses_turn
from citadels_sim.engine.characters.rank2 import steal
from citadels_sim.engine.characters.rank4 import king_called, somebody_may_be_crowned
from citadels_sim.engine.characters.rank5 import gold_from_others, protect, tithe_by_itself
from citadels_sim.engine.characters.rank6 import refund
from citadels_sim.engine.characters.rank7 import navigator_acts
from citadels_sim.engine.characters.rank9 import queen_acts
from citadels_sim.engine.characters.tax_collector import collector_called, collector_rank, other_character_collects, tax_at_end
from citadels_sim.engine.districts.end_of_turn import AT_END_OF_TURN, park, poor_house
from citadels_sim.engine.gathering import after_gathering
from citadels_sim.engine.interrupts import back_to_turn
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.record_types import Journal, Rules, State
from citadels_sim.engine.rules import BONUS_AT_START, RULES_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

_ACTING = sum(1 << c for c in (C.TRADER, C.NAVIGATOR, C.QUEEN, C.ARTIST, C.TAX_COLLECTOR))
"""Set of the characters for whom the start of their turn is something special that is not done without asking."""
_ROBBERY_FIRST = reading("on_call_order", "robbery_first")
_ON_CALL = reading("emperor_time", "on_call")
_EMPEROR_PLAYER = reading("witch_emperor", "emperor_player")
_REFUND_AT_ONCE = reading("alchemist_refund", "at_once")
_REFUND_FIRST = reading("alchemist_vs_tax", "refund_first")
_POOR_FIRST = reading("poorhouse_vs_tax", "poor_house_first")
_REFUND_BEFORE_POOR = reading("eot_order", "tax_refund_poor_house_park")


@rule
def call_next(s: State, r: Rules, j: Journal) -> None:
    """Call ranks until somebody answers; after the last one the round ends (classic 1.2 step 3)."""
    p = s.public
    p.turn_seat = -1
    p.turn_rank = 0
    p.turn_char = 0
    p.turn_power = 0
    p.turn_card = 0
    waiting = int(r.ranks) & ~p.face_up & ~s.secret.down & -bit(p.next_rank)  # gone through without asking who is there
    while waiting != 0:
        rank = lowest(waiting)
        waiting &= waiting - 1
        p.next_rank = rank + 1
        seat = s.secret.holder[rank]
        if seat < 0:  # in a world that a bot imagines, or a position that does not say where all characters are
            continue
        if p.murdered == rank and loses_turn(p, r):  # silent (classic 3.1 Assassin), but for a Hospital's action (4.3)
            if has(p.city_effects[seat], D.HOSPITAL):
                open_turn(s, r, j, seat, rank, a.MODE_HOSPITAL)
                return
            log_after_turn(s, j, journal.SKIP, seat, p.cast[rank])
            continue
        if is_bewitched(s, r, rank):
            cut_turn(s, r, j, seat, rank)
        else:
            start_turn(s, r, j, seat, rank)
        return
    p.next_rank = r.n_ranks + 1
    p.phase = a.PHASE_END_ROUND


@typed(signature("void", STATE_T, JOURNAL_T, "int", "int", "int"))
def log_after_turn(s: State, j: Journal, kind: int, seat: int, character: int) -> None:
    """Log what a seat has when its turn is over."""
    p = s.public
    journal.log(s, j, kind, seat, character, -1, 0, -1, p.gold[seat], p.hand_n[seat], p.city_n[seat])


@inline
def is_powerless(s: State, rank: int, mode: int) -> bool:
    """Tell whether a turn is had by who is murdered and loses no more than what the card says (`characters.assassin.murder`)."""
    return bool((s.public.murdered == rank) & (mode != a.MODE_HOSPITAL))


@typed(signature("void", STATE_T, RULES_T, JOURNAL_T, "int", "int", "int"))
def open_turn(s: State, r: Rules, j: Journal, seat: int, rank: int, mode: int) -> None:
    """Set up a turn, whole or cut, in which nothing has been done yet."""
    p = s.public
    p.turn_no += 1
    p.turn_seat = seat
    p.turn_rank = rank
    p.turn_char = 0 if is_powerless(s, rank, mode) else p.cast[rank]
    p.turn_power = r.power[p.turn_char]
    p.turn_card = p.cast[rank]
    p.turn_mode = mode
    p.crown_due = 0
    p.robbery_due = 0
    p.used = 0
    p.spent = 0
    p.built = 0
    p.duplicate_built = 0
    p.builds_left = 0
    p.paid_builds = 0
    p.lender = -1
    p.power_left = 0
    p.decision = a.TURN
    p.actor = seat
    journal.log(s, j, journal.TURN, seat, p.turn_card, -1, 0, -1, 0, 0, int(p.turn_char == 0))


@rule
def start_turn(s: State, r: Rules, j: Journal, seat: int, rank: int) -> None:
    """Reveal the character and do what happens on being called (classic 2.1 item 1)."""
    p = s.public
    witch = has(r.powers, C.WITCH) and r.power[p.cast[rank]] == C.WITCH and p.murdered != rank
    mode = a.MODE_WITCH if witch else a.MODE_WHOLE
    if is_threatened(s, rank):
        mode = a.MODE_THREAT
    open_turn(s, r, j, seat, rank, mode)
    p.called[rank] = seat
    if mode == a.MODE_THREAT:  # everything else waits until the threat is settled (2016 3 Blackmailer)
        return
    on_call(s, r, j, seat, acts_with(s, C.EMPEROR) and r.emperor_time == _ON_CALL)
    begin_acting(s, r, j)


@inline
def comes_at_start(s: State, r: Rules, j: Journal) -> None:
    """Give what a card brings by itself as the turn begins."""
    if r.gold_from_others[s.public.turn_char] != 0:
        gold_from_others(s, r, j)
    bonus_comes(s, r, j, BONUS_AT_START)


@rule
def begin_acting(s: State, r: Rules, j: Journal) -> None:
    """Let the character do what it does at the start of its turn."""
    act_as(s, r, j)
    comes_at_start(s, r, j)
    tithe_by_itself(s, r, j, False)


@cold
@rule
def free_turn(s: State, r: Rules, j: Journal) -> None:
    """Begin the turn in full after a threat was settled: gathering is done, the crown and everything else comes now (2016 3)."""
    p = s.public
    p.turn_mode = a.MODE_WHOLE
    back_to_turn(s)
    on_call(s, r, j, p.turn_seat, acts_with(s, C.EMPEROR) and r.emperor_time == _ON_CALL)
    act_as(s, r, j)
    comes_at_start(s, r, j)
    after_gathering(s, r, j)
    tithe_by_itself(s, r, j, False)


@inline
def on_call(s: State, r: Rules, j: Journal, seat: int, emperor: bool) -> None:
    """Robbery and crown, in the order the switch says (classic 2.1 item 1, `on_call_order`).

    The King takes the crown at once; the Emperor has to say who gets it, so that a robbery after it waits for that.
    """
    p = s.public
    rank = p.turn_rank
    p.crown_due = int(emperor)
    if r.on_call_order == _ROBBERY_FIRST:
        steal(s, r, j, seat, rank)
        king_called(s, r, j, seat, p.turn_char)
        return
    king_called(s, r, j, seat, p.turn_char)
    p.robbery_due = int(emperor)
    if not emperor:
        steal(s, r, j, seat, rank)


@rule
def late_robbery(s: State, r: Rules, j: Journal) -> None:
    """Rob the Emperor after the crown and its gift, where that is the order (`on_call_order`)."""
    p = s.public
    if p.robbery_due != 0 and p.decision == a.TURN:
        p.robbery_due = 0
        steal(s, r, j, p.turn_seat, p.turn_rank)


@inline
def act_as(s: State, r: Rules, j: Journal) -> None:
    """What a character brings whoever acts as it: limits, protection, tax, the Queen's gold."""
    p = s.public
    seat = p.turn_seat
    p.builds_left = r.builds[p.turn_char]
    other_character_collects(s, r, j)
    protect(s, r, seat, p.turn_char)
    if not has(_ACTING, p.turn_power):
        return
    if p.turn_power == C.ARTIST:
        p.power_left = r.artist_districts[p.turn_char]
    elif p.turn_power == C.TRADER:
        p.power_left = max(0, r.trader_most[p.turn_char])
    navigator_acts(s, r, seat, p.turn_char)
    collector_called(s, r, j, seat)
    queen_acts(s, r, j, seat)


@cold
@rule
def cut_turn(s: State, r: Rules, j: Journal, seat: int, rank: int) -> None:
    """Let the bewitched player show the card and take an action; the King's crown is still his (classic 3.2 Witch)."""
    p = s.public
    open_turn(s, r, j, seat, rank, a.MODE_CUT)
    p.called[rank] = seat
    on_call(s, r, j, seat, acts_with(s, C.EMPEROR) and r.witch_emperor == _EMPEROR_PLAYER)


@cold
@rule
def resume_witch(s: State, r: Rules, j: Journal) -> None:
    """Let the Witch continue as the bewitched character, with her own hand, gold and city (classic 3.2 Witch)."""
    p = s.public
    rank = p.turn_rank
    bewitched_player = p.turn_seat
    seat = controller(s, r, rank)
    open_turn(s, r, j, seat, rank, a.MODE_WHOLE)
    p.turn_card = card_with(s, r, C.WITCH)
    journal.log(s, j, journal.RESUME, seat, p.turn_card, bewitched_player, p.cast[rank], -1, 0, 0, 0)
    if acts_with(s, C.EMPEROR):
        if r.witch_emperor == _EMPEROR_PLAYER:
            p.used |= a.USED_CROWN  # he has done it in his own cut turn
        else:
            p.crown_due = int(r.emperor_time == _ON_CALL and somebody_may_be_crowned(s, r, seat))
    act_as(s, r, j)
    comes_at_start(s, r, j)
    after_gathering(s, r, j)
    tithe_by_itself(s, r, j, False)


@cold
@rule
def end_cut_turn(s: State, r: Rules, j: Journal) -> None:
    """End a turn that the rules cut off after the action; the Witch's turn continues where the player was bewitched (classic 3.2, 4.3)."""
    p = s.public
    bewitched = p.turn_mode == a.MODE_CUT
    if not bewitched and r.hospital_eot:
        poor_house(s, r, j, p.turn_seat)
        park(s, r, j, p.turn_seat)
    log_after_turn(s, j, journal.CUT_END, p.turn_seat, p.turn_card)
    p.phase = a.PHASE_RESUME if bewitched else a.PHASE_CALL


@rule
def hold_witch(s: State, j: Journal) -> None:
    """Suspend the Witch's turn after she has named: nothing of its end happens (classic 3.2 Witch)."""
    log_after_turn(s, j, journal.TURN_END, s.public.turn_seat, s.public.turn_card)
    s.public.phase = a.PHASE_CALL


@rule
def is_cut_off(s: State) -> bool:
    """Tell whether a cut turn is over: the action is done and nothing else is to be decided."""
    p = s.public
    cut = p.turn_mode == a.MODE_CUT or p.turn_mode == a.MODE_HOSPITAL
    return cut and p.decision == a.TURN and p.used & a.USED_GATHER != 0 and p.crown_due == 0


@rule
def end_turn(s: State, r: Rules, j: Journal) -> None:
    """End the turn: tax, Poor House, Park, the Alchemist's refund, in the order the switches say (classic 2.3); then call on."""
    p = s.public
    if p.city_effects[p.turn_seat] & AT_END_OF_TURN != 0 or acts_with(s, C.ALCHEMIST) or collector_rank(s, r) != 0:
        settle_end(s, r, j)
    p.tax_open = 0
    log_after_turn(s, j, journal.TURN_END, p.turn_seat, p.turn_card)
    p.phase = a.PHASE_CALL


@rule
def settle_end(s: State, r: Rules, j: Journal) -> None:
    """Do what brings or takes anything at the end of a turn: nothing in most games."""
    p = s.public
    seat = p.turn_seat
    refunded = r.alchemist_refund == _REFUND_AT_ONCE
    poor_done = False
    if not refunded and r.alchemist_vs_tax == _REFUND_FIRST:
        refund(s, r, j, p.spent)
        refunded = True
    if r.poorhouse_vs_tax == _POOR_FIRST:
        poor_house(s, r, j, seat)
        poor_done = True
    tax_at_end(s, r, j)
    if not refunded and r.eot_order == _REFUND_BEFORE_POOR:
        refund(s, r, j, p.spent)
        refunded = True
    if not poor_done:
        poor_house(s, r, j, seat)
    park(s, r, j, seat)
    if not refunded:
        refund(s, r, j, p.spent)
