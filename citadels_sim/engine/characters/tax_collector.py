"""The Tax Collector: rank 2 in classic, rank 9 in 2016, a token where the rules say so (classic 3.2, 2016 3)."""

from __future__ import annotations

from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import cold, rule, signature, typed
from citadels_sim.engine import journal
from citadels_sim.engine.actions import MODE_WHOLE
from citadels_sim.engine.bits import has
from citadels_sim.engine.characters.holders import card_with, controller, is_bewitched
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.record_types import Journal, Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

_AT_ONCE = reading("tax_time", "at_once")
_PER_TURN = reading("tax_base", "turn")
_TO_TOKEN = reading("tax_to", "token")
_ALWAYS = reading("tax_collector_dead", "tax_always")
_PAYS = reading("tax_other_character", "pays")
_COLLECTS = reading("tax_other_character", "collects")
_BOTH = reading("tax_witch_back", "assassin_or_witch")


@rule
def collector_rank(s: State, r: Rules) -> int:
    """Rank at which the Tax Collector sits in this game, 0 when he is not in the cast."""
    if not has(r.powers, C.TAX_COLLECTOR):
        return 0
    rank = r.rank_of[C.TAX_COLLECTOR]
    return int(rank) if r.power[s.public.cast[rank]] == C.TAX_COLLECTOR else 0


@rule
def active_collector(s: State, r: Rules) -> int:
    """Seat that collects now: acts as the Tax Collector, was called and not murdered; -1."""
    rank = collector_rank(s, r)
    if rank == 0 or s.public.murdered == rank or s.public.next_rank <= rank:
        return -1
    if is_bewitched(s, r, rank) and s.public.turn_seat != controller(s, r, rank) and s.public.turn_rank == rank:
        return -1  # the bewitched player's cut turn: the Witch has not resumed yet
    return controller(s, r, rank)


@cold
@rule
def empty_token(s: State, r: Rules, j: Journal, seat: int) -> None:
    """Take what lies on the token."""
    p = s.public
    if p.tax > 0:
        p.gold[seat] += p.tax
        journal.log(s, j, journal.TAX, seat, card_with(s, r, C.TAX_COLLECTOR), -1, 0, -1, p.tax, 0, 0)
        p.tax = 0


@cold
@rule
def take_token(s: State, r: Rules, j: Journal, seat: int) -> None:
    """Take what lies on the token, which may be done once a turn at any time of it: at the best one (2016 3, A32).

    That is before it is needed to pay for something, or else the turn's end. Taken right away it can be spent at once; as long as it was
    not needed, he might as well have waited, and what comes on the token later in the turn is his too.
    """
    p = s.public
    if r.tax_to == _TO_TOKEN and p.turn_mode == MODE_WHOLE:  # not in the turn of a Witch who may go on hold
        p.tax_open = 1 + p.tax
    empty_token(s, r, j, seat)


@rule
def token_needed(s: State) -> None:
    """See after a payment whether it took gold from the token: then that was the one time to take it."""
    p = s.public
    if p.gold[p.turn_seat] + 1 < p.tax_open:
        p.tax_open = 0


@typed(signature("void", STATE_T, RULES_T, JOURNAL_T, "int", "int", "int"))
def collect_from(s: State, r: Rules, j: Journal, payer: int, due: int, to: int) -> None:
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
    card = p.turn_card if payer == p.turn_seat else p.cast[r.rank_of[C.MAGISTRATE]]
    journal.log(s, j, journal.TAX, to, card_with(s, r, C.TAX_COLLECTOR), payer, card, -1, paid, 0, 0)
    if to < 0 and p.tax_open > 0:  # a Magistrate's, in the Tax Collector's own turn
        empty_token(s, r, j, p.turn_seat)


@rule
def tax_player(s: State, r: Rules, j: Journal, payer: int, due: int) -> None:
    """Let a player pay tax for so many districts, by who collects and where it goes (`tax_base`, `tax_to`, `tax_collector_dead`)."""
    p = s.public
    if due <= 0 or collector_rank(s, r) == 0:
        return
    collector = active_collector(s, r)
    if payer == p.turn_seat and p.turn_power == C.TAX_COLLECTOR:
        return
    if is_collectors_player(s, r, payer) and r.tax_other_character != _PAYS:
        return
    if r.tax_base == _PER_TURN:
        due = 1
    due *= r.tax_collector_tax[card_with(s, r, C.TAX_COLLECTOR)]
    if r.tax_to == _TO_TOKEN:
        if collector >= 0 or r.tax_collector_dead == _ALWAYS:
            collect_from(s, r, j, payer, due, -1)
    elif collector >= 0 and collector != payer:
        collect_from(s, r, j, payer, due, collector)
    elif collector < 0 and r.tax_collector_dead == _ALWAYS:
        collect_from(s, r, j, payer, due, -1)


@rule
def is_collectors_player(s: State, r: Rules, seat: int) -> bool:
    """Tell whether a seat has the Tax Collector as its other character (two and three players).

    Where the tax goes to the collector himself, he counts from his call on; where it goes onto the token, as soon as he is held.
    """
    if r.tax_to != _TO_TOKEN:
        return bool(seat == active_collector(s, r))
    return bool(s.secret.holder[collector_rank(s, r)] == seat)


@rule
def tax_on_building(s: State, r: Rules, j: Journal, builder: int) -> None:
    """Tax a district right when it is built, where the rules say so (2016 3 Tax Collector); a Magistrate for what he confiscates."""
    if r.tax_time != _AT_ONCE:
        return
    if r.tax_base == _PER_TURN and builder == s.public.turn_seat and s.public.built > 1:
        return
    tax_player(s, r, j, builder, 1)


@rule
def tax_at_end(s: State, r: Rules, j: Journal) -> None:
    """Tax the turn's building at its end (classic 3.2 Tax Collector); also the Magistrate who has confiscated in it."""
    p = s.public
    if r.tax_time == _AT_ONCE:
        return
    tax_player(s, r, j, p.turn_seat, p.built)
    if p.warrant_shown != 0 and p.warrant_shown == p.turn_rank:
        tax_player(s, r, j, controller(s, r, r.rank_of[C.MAGISTRATE]), 1)


@rule
def other_character_collects(s: State, r: Rules, j: Journal) -> None:
    """Let the Tax Collector's other character take the gold on the token as well (2016 D6, `tax_other_character = collects`)."""
    p = s.public
    if r.tax_other_character != _COLLECTS or p.turn_power == C.TAX_COLLECTOR or collector_rank(s, r) == 0:
        return
    if s.secret.holder[collector_rank(s, r)] == p.turn_seat and p.turn_rank != collector_rank(s, r):
        take_token(s, r, j, p.turn_seat)


@rule
def collector_called(s: State, r: Rules, j: Journal, seat: int) -> None:
    """Take what lies on the token, and in classic the Assassin's back tax (classic 3.2, 2016 3)."""
    p = s.public
    if p.turn_power != C.TAX_COLLECTOR:
        return
    take_token(s, r, j, seat)
    if r.tax_to == _TO_TOKEN:
        return
    if r.tax_collector_dead == _ALWAYS:
        return
    back_tax(s, r, j, seat, C.ASSASSIN)
    if r.tax_witch_back == _BOTH:
        back_tax(s, r, j, seat, C.WITCH)


@rule
def back_tax(s: State, r: Rules, j: Journal, seat: int, power: int) -> None:
    """Take tax from the player of the Assassin or the Witch who was called before the Tax Collector and has built."""
    p = s.public
    rank = r.rank_of[power]
    payer = s.secret.holder[rank]
    if card_with(s, r, power) == 0 or rank > p.turn_rank or payer < 0 or payer == seat or not has(p.builders, payer):
        return
    collect_from(s, r, j, payer, r.tax_collector_tax[p.turn_char], seat)
