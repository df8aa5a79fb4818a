"""Writes observations: compiled, from the public record and the record of the seat that looks, and from nothing else."""

from __future__ import annotations

from citadels_sim.arrays import Array
from citadels_sim.compiler.decorators import inline, rule
from citadels_sim.engine.actions import STAR
from citadels_sim.engine.bits import lowest
from citadels_sim.engine.record_types import Public, Seat
from citadels_sim.engine.state import RANKS
from citadels_sim.env import fields as f
from citadels_sim.env.fields import EXCHANGE_STEP, LARGEST, ONCE, SIZE, C, D, R, S, T


@inline
def number(x: Array, row: int, at: int, value: int) -> None:
    """Write a number."""
    x[row, at] = min(max(value, 0), LARGEST)


@inline
def choice(x: Array, row: int, at: int, place: int) -> None:
    """Write a choice; nothing where the place is negative."""
    if place >= 0:
        x[row, at + place] = 1


@inline
def members(x: Array, row: int, at: int, bits: int) -> None:
    """Write a set whose members are the bits from the lowest on."""
    rest = bits
    while rest != 0:
        x[row, at + lowest(rest)] = 1
        rest &= rest - 1


@inline
def seat_choice(x: Array, row: int, at: int, other: int, seat: int, players: int) -> None:
    """Write a choice of a seat, as one seat counts them."""
    if other >= 0:
        x[row, at + (other - seat + players) % players] = 1


@inline
def seats(x: Array, row: int, at: int, bits: int, seat: int, players: int) -> None:
    """Write a set of seats, as one seat counts them."""
    rest = bits
    while rest != 0:
        x[row, at + (lowest(rest) - seat + players) % players] = 1
        rest &= rest - 1


@rule
def table(x: Array, row: int, p: Public) -> None:
    """Write what belongs to no seat."""
    number(x, row, f.PLAYERS, p.players)
    number(x, row, f.ROUND, p.round_no)
    number(x, row, f.OVER, p.over)
    number(x, row, f.GOAL, p.goal)
    number(x, row, f.DOWN_N, p.down_n)
    choice(x, row, f.NEXT_RANK, p.next_rank)
    for rank in range(1, RANKS):
        choice(x, row, f.CAST + (rank - 1) * C, p.cast[rank] - 1)
    number(x, row, f.DRAFT, p.draft_turned)
    number(x, row, f.DRAFT + 1, int(p.turns_for == p.crown))
    members(x, row, f.FACE_UP, p.face_up >> 1)
    choice(x, row, f.MURDERED, p.murdered - 1)
    choice(x, row, f.ROBBED, p.robbed - 1)
    choice(x, row, f.BEWITCHED, p.bewitched - 1)
    number(x, row, f.TAX, p.tax)
    number(x, row, f.TAX + 1, p.tax_open)
    members(x, row, f.WARRANTS, p.warrants >> 1)
    choice(x, row, f.WARRANT_SHOWN, p.warrant_shown - 1)
    members(x, row, f.THREATS, p.threats >> 1)
    choice(x, row, f.FLOWER_SHOWN, p.flower_shown - 1)
    number(x, row, f.STOCK, p.bank)
    number(x, row, f.STOCK + 1, p.deck_n)
    number(x, row, f.STOCK + 2, p.pile_n)
    number(x, row, f.STOCK + 3, p.gone_n)
    number(x, row, f.ENDING, int(p.ending != 0))
    number(x, row, f.ENDING + 1, p.bell_tower)
    number(x, row, f.ENDING + 2, p.bell_lost)


@rule
def turn(x: Array, row: int, p: Public) -> None:
    """Write the state of the turn."""
    choice(x, row, f.TURN_RANK, p.turn_rank - 1)
    choice(x, row, f.TURN_CHAR, p.turn_char - 1)
    choice(x, row, f.TURN_CARD, p.turn_card - 1)
    choice(x, row, f.TURN_MODE, p.turn_mode)
    members(x, row, f.USED, p.used)
    number(x, row, f.BUILT, p.built)
    number(x, row, f.BUILT + 1, p.builds_left)
    number(x, row, f.BUILT + 2, p.spent)
    number(x, row, f.BUILT + 3, p.paid_builds)
    number(x, row, f.BUILT + 4, p.power_left)
    number(x, row, f.BUILT + 5, p.duplicate_built)
    number(x, row, f.DUE, p.crown_due)
    number(x, row, f.DUE + 1, p.robbery_due)
    number(x, row, f.DUE + 2, p.uncounted)
    choice(x, row, f.LOOSE, p.loose)
    number(x, row, f.LOOSE_PAID, p.loose_gold)
    number(x, row, f.LOOSE_PAID + 1, p.loose_cards)
    choice(x, row, f.PAYING_FOR, p.paying_for)
    number(x, row, f.PAYING, p.pay_cards)
    number(x, row, f.PAYING + 1, p.pay_gold)
    number(x, row, f.PAYING + 2, p.lent)
    number(x, row, f.CARDS_DUE, p.keep_left)
    number(x, row, f.CARDS_DUE + 1, p.redrawn)
    choice(x, row, f.GIVING, p.giving)
    choice(x, row, f.PUTTING, p.putting)
    choice(x, row, f.KEEPING, p.keeping)


@rule
def special_seats(x: Array, row: int, p: Public, seat: int) -> None:
    """Write a set of seats."""
    n = int(p.players)
    seat_choice(x, row, f.CROWN, p.crown, seat, n)
    seat_choice(x, row, f.THIEF, p.thief, seat, n)
    seats(x, row, f.BUILDERS, p.builders, seat, n)
    seats(x, row, f.PROTECTED, p.protected, seat, n)
    seats(x, row, f.GUARDED, p.guarded, seat, n)
    seats(x, row, f.NO_BUILDING, p.no_building, seat, n)
    seat_choice(x, row, f.CROWNED_BY_GIFT, p.crowned_by_gift, seat, n)
    seat_choice(x, row, f.BLACKMAILER, p.blackmailer, seat, n)
    seats(x, row, f.FIRST, p.first, seat, n)
    seat_choice(x, row, f.TURN_SEAT, p.turn_seat, seat, n)
    seat_choice(x, row, f.LOOSE_FROM, p.loose_from, seat, n)
    seat_choice(x, row, f.LENDER, p.lender, seat, n)
    seats(x, row, f.OWED, p.owed, seat, n)
    seats(x, row, f.ASKED, p.asked, seat, n)
    for rank in range(1, RANKS):
        seat_choice(x, row, f.CALLED + (rank - 1) * S, p.called[rank], seat, n)
    for place in range(p.completed_n):
        x[row, f.COMPLETED + (p.completed[place] - seat + n) % n] = place + 1


@rule
def player(x: Array, row: int, p: Public, other: int, at: int) -> None:
    """Write what lies open before a player, who is `at` seats to the left of the one that looks."""
    number(x, row, f.GOLD + at, p.gold[other])
    number(x, row, f.HANDS + at, p.hand_n[other])
    number(x, row, f.CITY_N + at, p.city_n[other])
    number(x, row, f.CITY_WORTH + at, p.city_worth[other])
    members(x, row, f.USED_ROUND + at * ONCE, p.used_round[other])
    for kind in range(T):
        number(x, row, f.CITY_TYPES + at * T + kind, p.city_types[other, kind])
    tucked = 0
    for slot in range(p.city_n[other]):
        place = at * D + int(p.city[other, slot])
        x[row, f.CITY + place] += 1
        if p.city_coin[other, slot]:
            x[row, f.COINS + place] += 1
        if p.city_round[other, slot] == p.round_no:
            x[row, f.LATE + place] += 1
        tucked += int(p.city_tucked[other, slot])
    number(x, row, f.TUCKED + at, tucked)


@rule
def own(x: Array, row: int, p: Public, me: Seat, seat: int) -> None:
    """Write what the seat alone knows."""
    rest = me.hand_mask
    while rest != 0:
        district = lowest(rest)
        x[row, f.HAND + district] = me.hand[district]
        rest &= rest - 1
    rest = me.aside_mask
    while rest != 0:
        district = lowest(rest)
        x[row, f.ASIDE + district] = me.aside[district]
        rest &= rest - 1
    members(x, row, f.CHARS, me.chars >> 1)
    number(x, row, f.PICKS, me.picks_n)
    members(x, row, f.OFFERED, me.offered[0] >> 1)
    members(x, row, f.OFFERED + R, me.offered[1] >> 1)
    members(x, row, f.DISCARDED, me.discarded >> 1)
    choice(x, row, f.SIGNED, me.signed - 1)
    choice(x, row, f.FLOWERED, me.flowered - 1)
    choice(x, row, f.THEATER_GAVE, me.theater_gave - 1)
    if me.theater_gave != 0:
        seat_choice(x, row, f.THEATER_WITH, me.theater_with, seat, int(p.players))
    choice(x, row, f.SAW_DOWN, me.saw_down - 1)


@rule
def observe(x: Array, row: int, p: Public, me: Seat, seat: int, deciding: bool, exchanged: int) -> None:
    """Write an observation.

    Parameters
    ----------
    x : int16 array, shape (rows, SIZE)
    row : int
        Where to write.
    p : record of dtype PUBLIC
    me : record of dtype SEAT
        The seat's own.
    seat : int
    deciding : bool
        Whether the seat has to decide; else the kind of decision is left out.
    exchanged : int
        Own district named in the first step of the Diplomat's exchange, as the engine writes it; -1 where there is none.
    """
    for at in range(SIZE):
        x[row, at] = 0
    table(x, row, p)
    turn(x, row, p)
    special_seats(x, row, p, seat)
    for at in range(p.players):
        player(x, row, p, (seat + at) % p.players, at)
    own(x, row, p, me, seat)
    if exchanged >= 0:
        x[row, f.EXCHANGED + (D if exchanged & STAR else 0) + (exchanged & ~STAR)] = 1
        x[row, f.DECISION + EXCHANGE_STEP] = 1
    elif deciding:
        choice(x, row, f.DECISION, p.decision - 1)
