"""The Tax Collector: rank 2 in classic, rank 9 in 2016, a token where the rules say so (classic 3.2, 2016 3)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C
from citadels_sim.engine import journal
from citadels_sim.engine.bits import has
from citadels_sim.engine.characters.holders import controller, is_bewitched
from citadels_sim.engine.jit import rule, signature, typed
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

_COLLECTOR = int(C.TAX_COLLECTOR)
_ASSASSIN = int(C.ASSASSIN)
_AT_ONCE = reading("tax_time", "at_once")
_PER_TURN = reading("tax_base", "turn")
_TO_TOKEN = reading("tax_to", "token")
_ALWAYS = reading("tax_collector_dead", "tax_always")
_EXEMPT = reading("tax_other_character", "exempt")
_BOTH = reading("tax_witch_back", "assassin_or_witch")


@rule
def collector_rank(s: Any) -> int:
    """Rank at which the Tax Collector sits in this game: 2, 9, or 0 when he is not in the cast."""
    if s.public.cast[2] == _COLLECTOR:
        return 2
    return 9 if s.public.cast[9] == _COLLECTOR else 0


@rule
def active_collector(s: Any) -> int:
    """Seat that collects now: acts as the Tax Collector, was called and not murdered; -1."""
    rank = collector_rank(s)
    if rank == 0 or s.public.murdered == rank or s.public.next_rank <= rank:
        return -1
    if is_bewitched(s, rank) and s.public.turn_seat != controller(s, rank) and s.public.turn_rank == rank:
        return -1  # the bewitched player's cut turn: the Witch has not resumed yet
    return controller(s, rank)


@typed(signature("void", STATE_T, JOURNAL_T, "int", "int", "int"))
def collect_from(s: Any, j: Any, payer: int, due: int, to: int) -> None:
    """Move tax from a player, as far as the gold goes, to a seat or (-1) to the token."""
    p = s.public
    paid = min(due, p.gold[payer])
    if paid <= 0:
        return
    p.gold[payer] -= paid
    if to < 0:
        p.tax += paid
    else:
        p.gold[to] += paid
    card = p.turn_card if payer == p.turn_seat else p.cast[1]
    journal.log(s, j, journal.TAX, to, _COLLECTOR, payer, card, -1, paid, 0, 0)


@rule
def tax_turn_player(s: Any, r: Any, j: Any, due: int) -> None:
    """Let the player whose turn it is pay tax for so many districts, by who collects and where it goes."""
    p = s.public
    if due <= 0 or collector_rank(s) == 0:
        return
    payer = p.turn_seat
    collector = active_collector(s)
    if p.turn_char == _COLLECTOR or (payer == collector and r.tax_other_character == _EXEMPT):
        return
    if r.tax_base == _PER_TURN:
        due = 1
    if r.tax_to == _TO_TOKEN:
        if collector >= 0 or r.tax_collector_dead == _ALWAYS:
            collect_from(s, j, payer, due, -1)
    elif collector >= 0 and collector != payer:
        collect_from(s, j, payer, due, collector)
    elif collector < 0 and r.tax_collector_dead == _ALWAYS:
        collect_from(s, j, payer, due, -1)


@rule
def tax_on_building(s: Any, r: Any, j: Any) -> None:
    """Tax a district right when it is built, where the rules say so (2016 3 Tax Collector)."""
    if r.tax_time == _AT_ONCE:
        if r.tax_base == _PER_TURN and s.public.built > 1:
            return
        tax_turn_player(s, r, j, 1)


@rule
def tax_at_end(s: Any, r: Any, j: Any) -> None:
    """Tax the turn's building at its end (classic 3.2 Tax Collector)."""
    if r.tax_time != _AT_ONCE:
        tax_turn_player(s, r, j, s.public.built)


@rule
def collector_called(s: Any, r: Any, j: Any, seat: int) -> None:
    """On being revealed: the Assassin's back tax, and what lies on a token that is his to empty (classic 3.2)."""
    p = s.public
    if p.turn_char != _COLLECTOR or r.tax_to == _TO_TOKEN:
        return
    if p.tax > 0:
        p.gold[seat] += p.tax
        journal.log(s, j, journal.TAX, seat, _COLLECTOR, -1, 0, -1, p.tax, 0, 0)
        p.tax = 0
    first = s.secret.holder[1]
    if r.tax_collector_dead == _ALWAYS or first < 0 or first == seat or not has(p.builders, first):
        return
    if p.cast[1] == _ASSASSIN or r.tax_witch_back == _BOTH:
        collect_from(s, j, first, 1, seat)
