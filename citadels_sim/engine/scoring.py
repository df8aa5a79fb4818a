"""Points, places and ties at the end of the game (classic 5.2, 5.3; 2016 5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.bits import has
from citadels_sim.engine.characters.holders import witch_seat
from citadels_sim.engine.completion import has_completed, is_complete
from citadels_sim.engine.districts.endgame import end_bonus, score_types, worth_beyond_cost
from citadels_sim.engine.memory import local_record
from citadels_sim.engine.record_types import Journal, Public, Rules, State
from citadels_sim.engine.state import RANKS, SEATS
from citadels_sim.variants.switches import reading

# What decided between equal totals at the top.
TIE_NONE = 0
TIE_DISTRICTS = 1
TIE_GOLD = 2
TIE_HIGHEST_RANK = 3
TIE_SHARED = 4

TIE_NAMES: dict[int, str | None] = {
    TIE_NONE: None,
    TIE_DISTRICTS: "districts",
    TIE_GOLD: "gold",
    TIE_HIGHEST_RANK: "highest-rank",
    TIE_SHARED: "shared",
}
"""Name of each tie-break, as the game's result says it."""

_standings = local_record(np.dtype([("key", np.int64, (SEATS,))]))

_GOLD_BITS = (1 << 20) - 1

_S0 = reading("tie_break", "s0")
_ALL_KILLED = reading("killed_counts_in_tie", "all")
_HIGHEST_RANK = reading("tie_break", "highest_rank")


@rule
def completion_points(s: State, r: Rules, seat: int) -> int:
    """Points for completing the city, for the first and for others (classic 5.2; `*_bonus_latched`)."""
    p = s.public
    complete = is_complete(s, seat)
    kept = p.bell_lost == 0  # a Bell Tower lost late, read so that the bonuses are judged at the full size (classic 5.4)
    if has(p.first, seat) and (complete or (kept and r.first_bonus_latched)):
        return int(r.first_bonus)
    if complete or (kept and r.completion_bonus_latched and has_completed(s, seat)):
        return int(r.complete_bonus)
    return 0


@rule
def score_seat(s: State, r: Rules, seat: int) -> None:
    """Fill in one seat's points."""
    p = s.public
    types = s.secret.types
    typed = score_types(s, r, seat, types)
    every = 1
    for t in range(5):
        if types[t] == 0:
            every = 0
    p.pts_districts[seat] = p.city_worth[seat]
    p.pts_types[seat] = r.all_types_bonus * every
    p.pts_completion[seat] = completion_points(s, r, seat)
    p.pts_bonus[seat] = typed - r.all_types_bonus * every + end_bonus(s, r, seat)
    p.total[seat] = p.pts_districts[seat] + p.pts_types[seat] + p.pts_completion[seat] + p.pts_bonus[seat]


@rule
def revealed_rank(s: State, r: Rules, seat: int) -> int:
    """Highest rank the seat revealed in the last round (2016 5, tie).

    A killed rank 4 is revealed at the end of the round, other killed ones by `killed_counts_in_tie`; a Witch counts as rank 1, or as the
    one she bewitched (`witch_tie_rank`).
    """
    p = s.public
    best = 0
    for rank in range(1, RANKS):
        if p.called[rank] == seat:
            best = rank
    killed = p.murdered
    if killed != 0 and s.secret.holder[killed] == seat and (has(r.royal, killed) or r.killed_counts_in_tie == _ALL_KILLED):
        best = max(best, killed)
    if r.witch_tie_rank != 1 and witch_seat(s, r) == seat and p.called[p.bewitched] >= 0:
        best = max(best, p.bewitched)
    return int(best)


@rule
def standing(s: State, r: Rules, seat: int) -> int:
    """Pack the seat's points and what breaks ties, in their order, into one number: the higher stands better.

    From the highest bits: total, value of the districts, gold (20 bits, far more than any table sees), highest rank.
    """
    p = s.public
    key = np.int64(p.total[seat]) << 36
    if r.tie_break == _S0:  # the value of the districts, then gold (classic 5.3)
        worth = np.int64(p.city_worth[seat] + worth_beyond_cost(s, r, seat))
        gold = np.int64(min(p.gold[seat], _GOLD_BITS))
        key |= (worth << 24) | (gold << 4)
    elif r.tie_break == _HIGHEST_RANK:
        key |= np.int64(revealed_rank(s, r, seat))
    return int(key)


@cold
@rule
def finish_game(s: State, r: Rules, j: Journal) -> None:
    """Score all cities, give the places, end the game."""
    p = s.public
    for seat in range(p.players):
        score_seat(s, r, seat)
    key = _standings().key
    for seat in range(p.players):
        key[seat] = standing(s, r, seat)
    for seat in range(p.players):
        place = 1
        for other in range(p.players):
            place += int(key[other] > key[seat])
        p.place[seat] = place
    p.tie_break = how_decided(p, r, key)
    p.over = 1
    p.actor = -1
    p.decision = 0
    for seat in range(p.players):
        journal.log(s, j, journal.SCORE, seat, 0, -1, 0, -1, p.total[seat], p.place[seat], 0)


@rule
def how_decided(p: Public, r: Rules, key: Any) -> int:
    """Tell what decided between the seats with the highest total, from the `standing` of each."""
    best = 0
    winners = 0
    for seat in range(p.players):
        best = max(best, key[seat])
        winners += int(p.place[seat] == 1)
    if winners > 1:
        return TIE_SHARED
    runner_up = -1
    for seat in range(p.players):
        if p.place[seat] != 1:
            runner_up = max(runner_up, key[seat])
    differs = best ^ runner_up
    if runner_up < 0 or differs >> 36 != 0:
        return TIE_NONE
    if r.tie_break == _HIGHEST_RANK:
        return TIE_HIGHEST_RANK
    return TIE_DISTRICTS if differs >> 24 != 0 else TIE_GOLD


@rule
def share_of_win(public: Public, seat: int) -> float:
    """Win credit of a seat of a finished game: shared by those who remain tied."""
    if public.place[seat] != 1:
        return 0.0
    winners = 0
    for other in range(public.players):
        if public.place[other] == 1:
            winners += 1
    return 1.0 / winners
