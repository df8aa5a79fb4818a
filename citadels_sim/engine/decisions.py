"""The two questions that everything asks the engine: what is legal, and what follows.

`apply` plays one action and runs on to the next decision that is a choice, or to the end of the game. What is no choice is played by the
engine itself, but for a player's turn, which the player ends.
"""

from __future__ import annotations

from citadels_sim.catalogue import C, D
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import cold, entry_point, inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine import bottom_order, payment
from citadels_sim.engine.characters import blackmailer, magistrate, rank3, rank4, rank5, seer
from citadels_sim.engine.characters.holders import acts_with
from citadels_sim.engine.characters.powers import play_newer_power, play_power
from citadels_sim.engine.construction import answer_warrant, build_for_gold, use_limit
from citadels_sim.engine.districts import built, graveyard, theater
from citadels_sim.engine.districts import turn as effects
from citadels_sim.engine.gathering import after_gathering, gather_cards, gather_gold, keep, keep_legal
from citadels_sim.engine.income import take_income, take_mix
from citadels_sim.engine.interrupts import back_to_turn
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.memory import likely
from citadels_sim.engine.options import turn_legal
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rounds import close_round, end_round
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.scoring import finish_game
from citadels_sim.engine.selection import apply_discard, apply_pick, begin_round, legal_pick
from citadels_sim.engine.state import LEGAL_T, STATE_T
from citadels_sim.engine.turn import call_next, end_cut_turn, end_turn, free_turn, is_cut_off, late_robbery, resume_witch
from citadels_sim.variants.switches import reading

_GATHER_ONLY = reading("witch_part1_purples", "gather_only")

APPLY_SIGNATURE = types.int64(STATE_T, RULES_T, JOURNAL_T, LEGAL_T, types.int64)


@rule
def legal(s: State, r: Rules, out: Legal) -> int:
    """Write the legal actions of the pending decision to `out`; return how many there are."""
    decision = s.public.decision
    if likely(decision == a.TURN):
        return turn_legal(s, r, out)
    if decision == a.PICK or decision == a.DISCARD_CHARACTER:
        return legal_pick(s, out)
    if decision == a.KEEP:
        return keep_legal(s, out)
    if decision == a.REDRAW:
        return rank3.redraw_legal(s, r, out)
    if decision == a.WIZARD:
        return rank3.wizard_choices(s, r, out)
    if decision == a.GIFT:
        return rank4.gift_legal(s, out)
    if decision == a.CROWN:
        return rank4.crown_legal(s, r, s.public.actor, out, 0)
    if decision == a.GRAVEYARD:
        return graveyard.graveyard_legal(out)
    if decision == a.LIGHTHOUSE:
        return built.lighthouse_legal(s, out)
    if decision == a.BELL_TOWER:
        return built.bell_tower_legal(out)
    if decision == a.GIVE:
        return seer.hand_back_legal(s, out) if s.public.giving == a.GIVING_BACK else payment.paying_legal(s, out)
    if decision == a.THREATENED:
        return blackmailer.threatened_legal(s, r, out)
    if decision == a.THREAT:
        return blackmailer.threat_legal(out)
    if decision == a.WARRANT:
        return magistrate.warrant_legal(out)
    if decision == a.THEATER:
        return theater.theater_legal(s, out)
    if decision == a.BOTTOM:
        return bottom_order.order_legal(s, out)
    return 0


@rule
def note_declined(s: State, r: Rules, kind: int) -> None:
    """See whether a Witch who need not name anybody has declined: her turn continues like anyone's (`witch_mandatory`).

    Who builds has; who uses a district has, unless the Witch may do that before she names (`witch_part1_purples`).
    """
    effect = kind == a.A_LAB or kind == a.A_SMITHY or kind == a.A_MUSEUM or kind == a.A_ARMORY
    if kind == a.A_BUILD or (effect and r.witch_part1_purples == _GATHER_ONLY):
        s.public.turn_mode = a.MODE_WHOLE


@rule
def play_in_turn(s: State, r: Rules, j: Journal, kind: int, code: int) -> None:
    """Play one action of a turn."""
    if 0 < s.public.power_left < r.artist_districts[s.public.turn_char] and r.artist_split == 0 and kind != a.A_BEAUTIFY:
        s.public.power_left = 0  # 2016 A12: both at once
    if not likely(s.public.turn_mode != a.MODE_WITCH):
        note_declined(s, r, kind)
    if kind == a.A_END:
        end_asked(s, r, j)
    elif kind == a.A_BUILD:
        use_limit(s, r, a.arg_a(code), False)
        build_for_gold(s, r, j, a.arg_a(code))
    elif kind == a.A_GOLD:
        gather_gold(s, r, j)
    elif kind == a.A_INCOME:
        take_income(s, r, j)
    elif kind == a.A_CARDS:
        gather_cards(s, r, j)
    elif kind == a.A_INCOME_MIX:
        take_mix(s, r, j, a.arg_a(code))
    elif a.A_BUILD_FRAMEWORK <= kind <= a.A_BUILD_DEN_CARDINAL:
        build_otherwise(s, r, j, kind, a.arg_a(code), a.arg_b(code))
    elif kind == a.A_LAB:
        effects.laboratory(s, r, j, a.arg_a(code))
    elif kind == a.A_SMITHY:
        effects.smithy(s, r, j)
    elif kind == a.A_MUSEUM:
        effects.museum(s, r, j, a.arg_a(code))
    elif kind == a.A_ARMORY:
        effects.armory(s, r, j, a.arg_a(code), a.arg_b(code))
    elif kind >= a.A_WARRANTS:
        play_newer_power(s, r, j, kind, code)
    else:
        play_power(s, r, j, kind, code)
    if acts_with(s, C.ABBOT):
        rank5.tithe_by_itself(s, r, j, False)


@rule
def end_asked(s: State, r: Rules, j: Journal) -> None:
    """End the turn, unless an Abbot has to take from the richest first and may choose from whom (`abbot_richest`)."""
    rank5.tithe_by_itself(s, r, j, True)
    s.public.used |= a.ABBOT_ENDING
    if not rank5.tithe_forced(s, r):
        s.public.phase = a.PHASE_END_TURN


@cold
@rule
def build_otherwise(s: State, r: Rules, j: Journal, kind: int, first: int, second: int) -> None:
    """Build in one of the ways that are not gold alone."""
    if kind == a.A_BUILD_FRAMEWORK:
        use_limit(s, r, first, r.sacrifice_build_counts == 0)
        payment.build_with_framework(s, r, j, first)
    elif kind == a.A_BUILD_SACRIFICE:
        use_limit(s, r, D.NECROPOLIS, r.sacrifice_build_counts == 0)
        payment.build_by_sacrifice(s, r, j, D.NECROPOLIS, first)
    elif kind == a.A_BUILD_CARDINAL:
        use_limit(s, r, first, False)
        payment.begin_paying(s, r, j, first, 0, second)
    else:
        use_limit(s, r, D.THIEVES_DEN, False)
        payment.begin_paying(s, r, j, D.THIEVES_DEN, first, second if kind == a.A_BUILD_DEN_CARDINAL else -1)


@rule
def play(s: State, r: Rules, j: Journal, code: int) -> None:
    """Play one action of the pending decision, without looking whether it is legal."""
    kind = code & 0xFF
    decision = s.public.decision
    if likely(decision == a.TURN):
        play_in_turn(s, r, j, kind, code)
    elif decision == a.PICK:
        if apply_pick(s, r, j, a.arg_a(code)):
            s.public.phase = a.PHASE_DRAFTED
    elif decision == a.DISCARD_CHARACTER:
        if apply_discard(s, r, j, a.arg_a(code)):
            s.public.phase = a.PHASE_DRAFTED
    elif decision == a.KEEP:
        keep(s, r, j, a.arg_a(code))
    elif decision == a.GIVE or a.THREATENED <= decision <= a.WARRANT:
        play_newer_answer(s, r, j, decision, kind, code)
    elif decision == a.THEATER:
        theater.theater_answer(s, j, kind, a.arg_a(code), a.arg_b(code))
    elif decision == a.BOTTOM:
        if bottom_order.put_next_under(s, a.arg_a(code)):
            go_on_after_putting(s, r, j)
    else:
        play_answer(s, r, j, decision, kind, a.arg_a(code))
    if not likely(s.public.turn_mode == a.MODE_WHOLE) and is_cut_off(s):
        s.public.phase = a.PHASE_CUT_END


@rule
def settle(s: State, r: Rules, j: Journal) -> None:
    """Do what follows without a decision, until there is one or the game is over."""
    while True:
        phase = s.public.phase
        if phase == a.PHASE_DECIDE:
            return
        s.public.phase = a.PHASE_DECIDE
        if phase == a.PHASE_END_TURN:
            end_turn(s, r, j)
            phase = s.public.phase
            s.public.phase = a.PHASE_DECIDE
        if phase == a.PHASE_DRAFTED:
            theater.end_selection(s)
            phase = s.public.phase
            s.public.phase = a.PHASE_DECIDE
        if phase == a.PHASE_CALL:
            call_next(s, r, j)
            if s.public.phase == a.PHASE_DECIDE:
                return
        elif phase == a.PHASE_CUT_END:
            end_cut_turn(s, r, j)
        elif phase == a.PHASE_RESUME:
            resume_witch(s, r, j)
        elif phase == a.PHASE_END_ROUND:
            end_round(s, r, j)
        elif phase == a.PHASE_CLOSE_ROUND:
            close_round(s, r, j)
        elif phase == a.PHASE_BEGIN_ROUND:
            begin_round(s, r, j)
        elif phase == a.PHASE_FINISH:
            finish_game(s, r, j)
        elif phase == a.PHASE_FREED:
            free_turn(s, r, j)
        elif phase == a.PHASE_PAY:
            payment.go_on_paying(s, r, j)


@rule
def play_answer(s: State, r: Rules, j: Journal, decision: int, kind: int, argument: int) -> None:
    """Play an answer to a question that interrupts a turn or the end of a round."""
    if decision == a.REDRAW:
        if kind == a.A_DONE:
            rank3.finish_redraw(s, r, j)
        else:
            rank3.lay_aside(s, argument)
    elif decision == a.WIZARD:
        rank3.wizard_takes(s, r, j, kind, argument)
    elif decision == a.GIFT:
        rank4.give(s, r, j, kind, argument)
        late_robbery(s, r, j)
    elif decision == a.CROWN:
        rank4.murdered_emperor_says(s, r, j, argument)
        s.public.phase = a.PHASE_CLOSE_ROUND
    elif decision == a.GRAVEYARD:
        graveyard.graveyard_answer(s, r, j, kind == a.A_GRAVEYARD)
    elif decision == a.LIGHTHOUSE:
        built.lighthouse_answer(s, r, j, kind == a.A_FETCH, argument)
    elif decision == a.BELL_TOWER:
        built.bell_tower_answer(s, r, j, kind == a.A_ANNOUNCE)


@cold
@rule
def go_on_after_putting(s: State, r: Rules, j: Journal) -> None:
    """Go on with what put several cards under the deck."""
    purpose = s.public.putting
    s.public.putting = 0
    if purpose == bottom_order.PUTTING_GATHERED:
        after_gathering(s, r, j)
    elif purpose == bottom_order.PUTTING_REDRAWN:
        rank3.complete_redraw(s, r, j)
    elif purpose == bottom_order.PUTTING_PAID:
        payment.finish_paying(s, r, j)
    else:
        back_to_turn(s)


@rule
def play_newer_answer(s: State, r: Rules, j: Journal, decision: int, kind: int, code: int) -> None:
    """Play an answer to a question that came with 2016."""
    if decision == a.WARRANT:
        answer_warrant(s, r, j, kind == a.A_CONFISCATE)
    elif decision == a.THREATENED:
        blackmailer.answer_threat(s, r, j, kind == a.A_BRIBE)
    elif decision == a.THREAT:
        blackmailer.carry_out_threat(s, r, j, kind == a.A_REVEAL)
    elif s.public.giving == a.GIVING_BACK:
        seer.hand_back(s, j, a.arg_a(code), a.arg_b(code))
    else:
        payment.pay_with_card(s, a.arg_a(code))


@inline
def play_action(s: State, r: Rules, j: Journal, code: int, chosen: bool) -> None:
    """Play a legal action that somebody has chosen, or one that was no choice and does not count as one."""
    if chosen:
        s.secret.choices[s.public.actor] += 1
        s.secret.decision_no += 1
    play(s, r, j, code)


@inline
def reach_decision(s: State, r: Rules, j: Journal, out: Legal) -> int:
    """Run on to the next decision and list what is legal there; return how many actions are, 0 when the game is over."""
    if s.public.phase != a.PHASE_DECIDE:
        settle(s, r, j)
        if not likely(s.public.over == 0):
            return 0
    return legal(s, r, out)


@entry_point(APPLY_SIGNATURE)
def apply(s: State, r: Rules, j: Journal, out: Legal, code: int) -> int:
    """Play an action, run on to the next choice, list what is legal there.

    Parameters
    ----------
    s : record of dtype STATE
        The game; changed.
    r : record of dtype RULES
    j : record of dtype JOURNAL
        Journal to write to; of capacity 0 to write nothing.
    out : record of dtype LEGAL
        Filled with the legal actions of the decision that is reached.
    code : int
        A legal action, or one of A_BEGIN_ROUND, A_CALL_NEXT, A_LOOK; or, from `apply` itself, the complement of an action that was no
        choice: nobody made it, so it does not count as one.

    Returns
    -------
    int
        How many actions are legal now; 0 when the game is over.
    """
    if code == a.A_BEGIN_ROUND:
        s.public.phase = a.PHASE_BEGIN_ROUND
    elif code == a.A_CALL_NEXT:
        s.public.phase = a.PHASE_CALL
    elif code != a.A_LOOK:
        play_action(s, r, j, code if code >= 0 else ~code, code >= 0)
    elif s.public.over != 0:
        return 0
    n = reach_decision(s, r, j, out)
    if n == 1 and s.public.decision != a.TURN:  # rare, and so no loop: one would be in the way of what is played all the time
        return int(apply(s, r, j, out, ~out.code[0]))
    return n
