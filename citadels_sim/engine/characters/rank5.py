"""Rank 5: Bishop, Abbot. What the Cardinal can build with another's gold is in `payment`."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_TITHE, ABBOT_ENDING, MODE_WHOLE, TURN, USED_POWER, action, put
from citadels_sim.engine.bits import bit, count, lowest
from citadels_sim.engine.characters.holders import is_bewitched
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.variants.switches import reading

_BOTH = reading("witch_bishop", "both")
_CHOICE = reading("abbot_tie", "choice")
_ANY_MOMENT = reading("abbot_richest", "choice")
_FIRST_CHANCE = reading("abbot_richest", "first_chance")
_END_OF_TURN = reading("abbot_richest", "end_of_turn")


@rule
def protect(s: State, r: Rules, seat: int, character: int) -> None:
    """The living Bishop's city, or another's whose card says so, is safe from rank 8 for the rest of the round (classic 3.1 Bishop).

    Where the card says so (`protected_part`) that is true of the dearest districts alone.
    Bewitched it is the Witch's city instead, or both (`witch_bishop`).
    """
    acts = int(r.protects[character])
    dearest = acts & int(r.protects_dearest[character])
    s.public.protected |= (acts ^ dearest) << seat
    s.public.guarded |= dearest << seat
    if r.witch_bishop == _BOTH and is_bewitched(s, r, s.public.turn_rank):
        s.public.protected |= (acts ^ dearest) << s.secret.holder[s.public.turn_rank]
        s.public.guarded |= dearest << s.secret.holder[s.public.turn_rank]


@cold
@rule
def richest_others(s: State) -> int:
    """Set of the richest players: nobody if who has the turn is among them."""
    p = s.public
    most = 0
    for seat in range(p.players):
        most = max(most, p.gold[seat])
    if most == 0 or p.gold[p.turn_seat] == most:
        return 0
    richest = 0
    for seat in range(p.players):
        if p.gold[seat] == most:
            richest |= bit(seat)
    return richest


@cold
@rule
def richest_owing(s: State, r: Rules) -> int:
    """Set of the players one of whom owes the Abbot a gold now: nobody if he is among the richest himself.

    At a tie among others nobody does in classic (classic 3.2 Abbot), in 2016 the Abbot chooses (`abbot_tie`).
    """
    if r.abbot_tithe[s.public.turn_char] == 0:
        return 0
    richest = richest_others(s)
    return richest if r.abbot_tie == _CHOICE or count(richest) == 1 else 0


@rule
def tithe_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List who is richest and would give the Abbot one gold, where the moment is his choice (`abbot_richest`)."""
    if s.public.used & USED_POWER != 0 or r.abbot_richest != _ANY_MOMENT:
        return n
    return list_tithes(s, r, out, n)


@cold
@rule
def list_tithes(s: State, r: Rules, out: Legal, n: int) -> int:
    """List one action for each of the richest who owes the Abbot a gold."""
    owing = richest_owing(s, r)
    while owing != 0:
        n = put(out, n, action(A_TITHE, lowest(owing), 0))
        owing &= owing - 1
    return n


@rule
def tithe_forced(s: State, r: Rules) -> bool:
    """Tell whether the Abbot must say now which of the richest pays (`abbot_richest`): nothing else is legal then."""
    p = s.public
    if p.turn_power != C.ABBOT or r.abbot_richest == _ANY_MOMENT or p.used & USED_POWER != 0 or p.turn_mode != MODE_WHOLE:
        return False
    if r.abbot_richest == _END_OF_TURN and p.used & ABBOT_ENDING == 0:
        return False
    return count(richest_owing(s, r)) > 1


@rule
def tithe_by_itself(s: State, r: Rules, j: Journal, ending: bool) -> None:
    """Take the tithe where the rules fire it by themselves and only one player is richest (`abbot_richest`)."""
    p = s.public
    if p.turn_power != C.ABBOT or p.used & USED_POWER != 0 or p.decision != TURN or p.turn_mode != MODE_WHOLE:
        return
    if r.abbot_richest == _FIRST_CHANCE or (ending and r.abbot_richest == _END_OF_TURN):
        owing = richest_owing(s, r)
        if count(owing) == 1:
            tithe(s, r, j, lowest(owing))


@cold
@rule
def tithe(s: State, r: Rules, j: Journal, seat: int) -> None:
    """Take gold, one by the card, from the richest player."""
    s.public.used |= USED_POWER
    take_from(s, j, seat, r.abbot_tithe[s.public.turn_char])


@cold
@rule
def gold_from_others(s: State, r: Rules, j: Journal) -> None:
    """Take gold as a turn begins from the only richest player, where the card says so (`gold_from_others`): a tithe without a choice."""
    richest = richest_others(s)
    if count(richest) == 1:
        take_from(s, j, lowest(richest), r.gold_from_others[s.public.turn_char])


@cold
@rule
def take_from(s: State, j: Journal, seat: int, gold: int) -> None:
    """Take gold from the richest player, as far as it goes."""
    p = s.public
    taken = min(gold, p.gold[seat])
    p.gold[seat] -= taken
    p.gold[p.turn_seat] += taken
    journal.log(s, j, journal.TITHE, p.turn_seat, p.turn_card, seat, 0, -1, taken, 0, 0)
