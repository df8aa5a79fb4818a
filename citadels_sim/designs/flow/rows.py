"""The rows of `states`: what a seat has at the end of a round, and what happened to it in the round; read off the record and the journal.

Where each figure stands, and the compiled rules that fill it in. The journal is read round by round with the sheet of `record`.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.arrays import Array
from citadels_sim.compiler.decorators import rule
from citadels_sim.designs.recording import columns as c
from citadels_sim.designs.recording.game_rows import Sheet, clean_sheet, note_event
from citadels_sim.engine import journal as k
from citadels_sim.engine.bits import has
from citadels_sim.engine.districts.endgame import vault_points
from citadels_sim.engine.record_types import Event, Journal, Public, Rules, State
from citadels_sim.engine.scoring import score_seat, standing
from citadels_sim.engine.state import RANKS

STATE_COLUMNS: Final = (
    "game",
    "round",
    "seat",
    "crown",
    "score",
    "worth",
    "city",
    "types",
    "missing",
    "gold",
    "hand",
    "led",
    "character",
    "slot",
    "fate",
    "second",
    "second_slot",
    "second_fate",
    "built",
    "idle",
    "gold_lost",
    "districts_lost",
    "lost",
    "taken",
    "hits",
    "dealt",
    "on_leader",
    "leaders",
    "on_last",
    "lasts",
    "decisions",
    "choices",
    "options",
)
"""Rows of the states array (int32). Characters are codes, 0 for none; what they mean stands in the table `states`."""

(
    GAME,
    ROUND,
    SEAT,
    CROWN,
    SCORE,
    WORTH,
    CITY,
    TYPES,
    MISSING,
    GOLD,
    HAND,
    LED,
    CHARACTER,
    SLOT,
    FATE,
    SECOND,
    SECOND_SLOT,
    SECOND_FATE,
    BUILT,
    IDLE,
    GOLD_LOST,
    DISTRICTS_LOST,
    LOST,
    TAKEN,
    HITS,
    DEALT,
    ON_LEADER,
    LEADERS,
    ON_LAST,
    LASTS,
    DECISIONS,
    CHOICES,
    OPTIONS,
) = range(len(STATE_COLUMNS))

FATES: Final = ("played", "robbed", "bewitched", "murdered")
"""What became of a character in its round, by code; the later ones cost it the turn."""
ROBBED, BEWITCHED, MURDERED = 1, 2, 3

_FIRST_COUNT: Final = LOST
TRACKED: Final = len(STATE_COLUMNS) + 1
"""Rows of the track: what is counted of each seat in the round, in the rows of the columns; the last one by rank."""
_FATE_OF_RANK = len(STATE_COLUMNS)

_LOST_DISTRICTS: Final = c.TURN_COLUMNS.index("districts_lost")

_BY_CHARACTER: Final = sum(1 << kind for kind in (k.MURDER, k.ROB, k.BEWITCH))
_DIRECT: Final = (k.SWAP, k.LOOK, k.DESTROY, k.ARMORY, k.EXCHANGE, k.SEIZE, k.CONFISCATE, k.SPY, k.BRIBE, k.REVEAL)
_BY_SEAT: Final = sum(1 << kind for kind in _DIRECT)
"""Kinds of event that strike one other player: chosen through a character, or directly. Tax, tithe and gifts follow from the rules."""


@rule
def begin_track(track: Array) -> None:
    """Forget everything: a game begins."""
    for row in range(TRACKED):
        for i in range(RANKS):
            track[row, i] = 0


@rule
def leads_track(track: Array, players: int, seat: int) -> bool:
    """Return whether nobody had more points when the round began."""
    for other in range(players):  # noqa: SIM110 - compiled code knows no generators
        if track[SCORE, other] > track[SCORE, seat]:
            return False
    return True


@rule
def trails_track(track: Array, players: int, seat: int) -> bool:
    """Return whether nobody had fewer points when the round began."""
    for other in range(players):  # noqa: SIM110 - compiled code knows no generators
        if track[SCORE, other] < track[SCORE, seat]:
            return False
    return True


@rule
def note_aim(track: Array, players: int, actor: int, target: int) -> None:
    """Count a hit, and whether it fell on who led or was last; where all are equal nobody leads."""
    track[DEALT, actor] += 1
    track[HITS, target] += 1
    leaders = 0
    lasts = 0
    for seat in range(players):
        leaders += 1 if leads_track(track, players, seat) else 0
        lasts += 1 if trails_track(track, players, seat) else 0
    if leaders == players:
        return
    track[LEADERS, actor] += leaders - (1 if leads_track(track, players, actor) else 0)
    track[LASTS, actor] += lasts - (1 if trails_track(track, players, actor) else 0)
    track[ON_LEADER, actor] += 1 if leads_track(track, players, target) else 0
    track[ON_LAST, actor] += 1 if trails_track(track, players, target) else 0


@rule
def note_loss(track: Array, fate: int, rank: int, actor: int, target: int) -> None:
    """Note that a character was named, and by whom its turn was taken."""
    if fate != ROBBED:
        track[_FATE_OF_RANK, rank] = fate
        track[LOST, target] += 1
        track[TAKEN, actor] += 1 if actor != target else 0
    elif actor != target:
        track[_FATE_OF_RANK, rank] = max(fate, track[_FATE_OF_RANK, rank])


@rule
def note_deed(e: Event, sheet: Sheet, track: Array, players: int) -> None:
    """Note what one event did to whom."""
    kind = e.kind
    if kind == k.BUILD:
        track[BUILT, e.seat] += 1
        return
    target = -1
    if has(_BY_CHARACTER, kind):
        rank = sheet.rank_of[e.target_character]
        target = int(sheet.cell[c.SEAT][rank])
        if target >= 0:
            fate = MURDERED if kind == k.MURDER else (BEWITCHED if kind == k.BEWITCH else ROBBED)
            if kind != k.MURDER or e.extra == 0:  # which takes the turn
                note_loss(track, fate, rank, e.seat, target)
    elif has(_BY_SEAT, kind):
        target = int(e.target_seat)
    if target >= 0 and e.seat >= 0 and target != e.seat:
        note_aim(track, players, e.seat, target)


@rule
def read_round(p: Public, j: Journal, sheet: Sheet, track: Array, begin: int, round_no: int) -> int:
    """Read the events of one round, its ROUND first, onto sheet and track; return where the next round begins in the journal."""
    clean_sheet(p, sheet, round_no)
    i = begin + 1
    while i < j.n and j.event[i].kind != k.ROUND:
        e = j.event[i]
        note_event(e, sheet)
        note_deed(e, sheet, track, p.players)
        i += 1
    return int(i)


@rule
def points_now(s: State, r: Rules, seat: int) -> int:
    """Points that everybody can see the seat would have if the game ended now; a finished game's are those it has."""
    p = s.public
    if p.over != 0:
        return int(p.total[seat])
    score_seat(s, r, seat)
    points = int(p.total[seat]) - vault_points(s, r, seat)
    p.total[seat] = 0  # as the bots know it before the end
    p.pts_districts[seat] = 0
    p.pts_types[seat] = 0
    p.pts_completion[seat] = 0
    p.pts_bonus[seat] = 0
    return points


@rule
def types_now(s: State, seat: int) -> int:
    """Count the types of district that a city has."""
    n = 0
    for t in range(5):
        n += 1 if s.public.city_types[seat, t] > 0 else 0
    return n


@rule
def note_characters(p: Public, sheet: Sheet, track: Array, states: Array, at: int, seat: int) -> None:
    """Write which characters a seat held in the round, the first one called first, and what it lost as them."""
    for column in range(CHARACTER, SECOND_FATE + 1):
        states[column, at] = 0
    lost_gold = 0
    lost_districts = 0
    column = CHARACTER
    for rank in range(1, RANKS):
        if p.cast[rank] == 0 or sheet.cell[c.SEAT][rank] != seat:
            continue
        states[column, at] = p.cast[rank]
        states[column + 1, at] = sheet.cell[c.SLOT][rank]
        states[column + 2, at] = track[_FATE_OF_RANK, rank]
        column = SECOND
        lost_gold += sheet.cell[c.GOLD_LOST][rank]
        lost_districts += sheet.cell[_LOST_DISTRICTS][rank]
    states[GOLD_LOST, at] = lost_gold
    states[DISTRICTS_LOST, at] = lost_districts


@rule
def note_state(s: State, sheet: Sheet, track: Array, states: Array, at: int, seat: int, round_no: int) -> None:
    """Write the row of one seat, but for its game and its points."""
    p = s.public
    states[ROUND, at] = round_no
    states[SEAT, at] = seat
    states[CROWN, at] = 1 if p.crown == seat else 0
    states[WORTH, at] = p.city_worth[seat]
    states[CITY, at] = p.city_n[seat]
    states[TYPES, at] = types_now(s, seat)
    states[MISSING, at] = max(0, p.goal - p.city_size[seat])
    states[GOLD, at] = p.gold[seat]
    states[HAND, at] = p.hand_n[seat]
    states[LED, at] = 1 if round_no > 0 and leads_track(track, p.players, seat) else 0
    if round_no == 0:
        for column in range(CHARACTER, len(STATE_COLUMNS)):
            states[column, at] = 0
        return
    note_characters(p, sheet, track, states, at, seat)
    track[IDLE, seat] = 0 if track[BUILT, seat] > 0 else track[IDLE, seat] + 1
    states[BUILT, at] = track[BUILT, seat]
    states[IDLE, at] = track[IDLE, seat]
    for column in range(_FIRST_COUNT, len(STATE_COLUMNS)):
        states[column, at] = track[column, seat]


@rule
def note_states(s: State, r: Rules, sheet: Sheet, track: Array, states: Array, at: int, g: int, round_no: int) -> int:
    """Write the rows of all seats at the end of a round (0: the start) from column `at` on; return the new length."""
    players = s.public.players
    for seat in range(players):
        note_state(s, sheet, track, states, at + seat, seat, round_no)
        states[GAME, at + seat] = g
    for seat in range(players):
        points = points_now(s, r, seat)
        states[SCORE, at + seat] = points
        track[SCORE, seat] = points
        track[BUILT, seat] = 0
        for column in range(_FIRST_COUNT, len(STATE_COLUMNS)):
            track[column, seat] = 0
    for rank in range(RANKS):
        track[_FATE_OF_RANK, rank] = 0
    return int(at + players)


@rule
def bare_wins(s: State, r: Rules, bare: Array, at: int) -> None:
    """Write who would have won the finished game without any points for completing a city; the record's totals are lowered by it."""
    p = s.public
    for seat in range(p.players):
        p.total[seat] -= p.pts_completion[seat]
    winners = 0
    best = standing(s, r, 0)
    for seat in range(1, p.players):
        best = max(best, standing(s, r, seat))
    for seat in range(p.players):
        winners += 1 if standing(s, r, seat) == best else 0
    for seat in range(p.players):
        bare[at + seat] = 1.0 / winners if standing(s, r, seat) == best else 0.0
