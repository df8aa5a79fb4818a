"""Compiled loops that the engine's tests share: random play with every invariant checked, drafts at random, wins by seat.

All entry points stand in this one file, so that they are compiled once for all tests. What is kept on disk is looked up by this file and
the package: after an edit of `tests/invariants.py` the last line needs another number, or the invariants of before are checked.

Invariants: 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from citadels_sim.bots import Bot
from citadels_sim.bots.random_bot import RANDOM
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import INTERPRETED, entry_point, ready, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine import rng
from citadels_sim.engine.decisions import APPLY_SIGNATURE, apply
from citadels_sim.engine.journal import JOURNAL_T, new_journal
from citadels_sim.engine.loop import (
    DEAL_SIGNATURE,
    ROUND_CAP,
    RUN_CAPPED,
    TABLE_T,
    WHOLE_GAME,
    Table,
    Until,
    begin,
    deal,
    new_table,
    play_on,
)
from citadels_sim.engine.rules import RULES_T, rules_record
from citadels_sim.engine.scoring import finish_game
from citadels_sim.engine.state import LEGAL_T, SEATS, STATE_T, new_legal, new_states
from citadels_sim.variants import Variant
from tests.invariants import HOLDS, NAMES, check, check_legal

compiled_only = pytest.mark.skipif(INTERPRETED, reason="needs far more games than plain Python plays in a minute")

# What `play_checked` reports.
GAMES, BROKEN, SEED, DECISION, ACTION, DECISIONS, CAPPED, TRIED, EMPTY_DECKS = range(9)
REPORT = 40
KINDS_FROM = 16
"""From this place on: how often each kind of decision was met."""

MIX_SIGNATURE = types.int64(types.int64, types.int64)
STATE_SIGNATURE = types.int64(STATE_T, RULES_T, LEGAL_T)
LEGAL_SIGNATURE = types.int64(STATE_T, LEGAL_T, types.int64)
PLAY_SIGNATURE = types.void(
    types.FunctionType(DEAL_SIGNATURE),
    types.FunctionType(APPLY_SIGNATURE),
    STATE_T,
    types.int64[::1],
    STATE_T,
    types.int64[::1],
    RULES_T,
    JOURNAL_T,
    LEGAL_T,
    LEGAL_T,
    types.int64,
    types.int64,
    types.int64,
    types.int64[::1],
)
DRAFT_SIGNATURE = types.void(TABLE_T, types.int64, types.int64, types.int64[:, ::1])
WINS_SIGNATURE = types.int64(TABLE_T, types.int64, types.int64, types.float64[::1])


@entry_point(MIX_SIGNATURE)
def mixed(x: int, y: int) -> int:
    """`rng.mix` as the compiled rules see it."""
    return rng.mix(x, y)


@rule
def reluctant(s: Any, style: int, code: int) -> bool:
    """What a style of random play avoids for most of a game: 1 hoards cards (the deck runs out), 2 never ends a turn early."""
    kind = code & 0xFF
    if style == 1 and s.public.round_no <= 40:
        return kind == a.A_BUILD or kind == a.A_GOLD or kind == a.A_LAB or kind == a.A_REDRAW
    if style == 2:
        return kind == a.A_END or kind == a.A_PASS or kind == a.A_DONE
    return False


@rule
def chosen(s: Any, out: Any, n: int, style: int, luck: int) -> int:
    """Index of a random action, drawn again a few times while the style is reluctant."""
    best = 0
    for attempt in range(4):
        best = rng.below(rng.mix(luck, attempt), n)
        if not reluctant(s, style, out.code[best]):
            return best
    return best


@rule
def copy_words(source: Any, target: Any) -> None:
    """Copy a game's memory, word by word: an assignment of slices would allocate."""
    for i in range(source.shape[0]):
        target[i] = source[i]


@rule
def try_all(apply: Any, s: Any, raw: Any, spare: Any, spare_raw: Any, r: Any, j: Any, out: Any, other: Any, n: int, report: Any) -> int:  # noqa: PLR0917
    """Play each legal action on a copy of the game; return the first code that breaks, HOLDS when all are playable."""
    for i in range(n):
        copy_words(raw, spare_raw)
        report[ACTION] = out.code[i]
        report[TRIED] += 1
        m = apply(spare, r, j, other, out.code[i])
        broken = check_legal(spare, other, m)
        if broken == HOLDS:
            broken = check(spare, r, other, False)
        if broken != HOLDS:
            return broken
    return HOLDS


@entry_point(PLAY_SIGNATURE)
def play_checked(  # noqa: PLR0917
    deal: Any,
    apply: Any,
    s: Any,
    raw: Any,
    spare: Any,
    spare_raw: Any,
    r: Any,
    j: Any,
    out: Any,
    other: Any,
    first_seed: int,
    games: int,
    every: int,
    report: Any,
) -> None:
    """Play games by chance and check every invariant at every decision; stop at the first that is broken.

    At one decision of `every` all legal actions are tried on a copy. `report` (int64, shape (REPORT,)) reports what was seen and, if it
    broke, where.
    """
    for seed in range(first_seed, first_seed + games):
        raw[:] = 0
        j.n = 0
        deal(s, r, out, seed)
        n = apply(s, r, j, out, a.A_BEGIN_ROUND)
        style = seed % 3
        report[SEED] = seed
        report[ACTION] = a.A_BEGIN_ROUND
        capped = False
        while True:
            report[DECISION] = s.secret.decision_no
            broken = HOLDS if capped else check_legal(s, out, n)
            if broken == HOLDS:
                broken = check(s, r, out, capped)
            if broken != HOLDS:
                report[BROKEN] = broken
                return
            if s.public.over != 0:
                break
            report[DECISIONS] += 1
            report[KINDS_FROM + s.public.decision] += 1
            if s.public.deck_n == 0:
                report[EMPTY_DECKS] += 1
            luck = rng.mix(rng.mix(seed, 977), s.secret.decision_no)
            if luck % every == 0:
                broken = try_all(apply, s, raw, spare, spare_raw, r, j, out, other, n, report)
                if broken != HOLDS:
                    report[BROKEN] = broken
                    return
            if s.public.round_no > ROUND_CAP:
                finish_game(s, r, j)
                capped = True
                report[CAPPED] += 1
                continue
            i = chosen(s, out, n, style, luck)
            report[ACTION] = out.code[i]
            n = apply(s, r, j, out, out.code[i])
        report[GAMES] += 1


@entry_point(DRAFT_SIGNATURE)
def count_drafts(table: Any, first_seed: int, games: int, counts: Any) -> None:
    """Let the bots draft the first round of many games.

    Counts, by rank: ``counts[0]`` how often it was held at the end of the draft, ``counts[2]`` removed face up, ``counts[3]`` face down
    before the draft. By seat: ``counts[1]`` how often it had the first crown.
    """
    s = table.state
    after_draft = Until(ROUND_CAP, 1, -1, ~((1 << a.PICK) | (1 << a.DISCARD_CHARACTER)))
    for seed in range(first_seed, first_seed + games):
        n = begin(table, seed)
        counts[1, s.public.crown] += 1
        for rank in range(1, 10):
            counts[2, rank] += (s.public.face_up >> rank) & 1
        counts[3, s.secret.down_first] += 1
        play_on(table, after_draft, n)
        for rank in range(1, 10):
            if s.secret.holder[rank] >= 0:
                counts[0, rank] += 1


@entry_point(WINS_SIGNATURE)
def count_wins(table: Any, first_seed: int, games: int, wins: Any) -> int:
    """Play games to the end; add each seat's share of the win to `wins`; return how many games were capped."""
    p = table.state.public
    capped = 0
    for seed in range(first_seed, first_seed + games):
        if play_on(table, WHOLE_GAME, begin(table, seed)) == RUN_CAPPED:
            capped += 1
        winners = 0
        for seat in range(p.players):
            winners += int(p.place[seat] == 1)
        for seat in range(p.players):
            if p.place[seat] == 1:
                wins[seat] += 1.0 / winners
    return capped


@entry_point(STATE_SIGNATURE)
def check_state(s: Any, r: Any, out: Any) -> int:
    """`invariants.check` for a game that was not capped."""
    return check(s, r, out, False)


@entry_point(LEGAL_SIGNATURE)
def check_list(s: Any, out: Any, n: int) -> int:
    """`invariants.check_legal` as compiled."""
    return check_legal(s, out, n)


class Checked(NamedTuple):
    """What a checked run saw: games, the fault in words ("" when nothing broke), and its counts."""

    games: int
    fault: str
    report: npt.NDArray[np.int64]


def _blank() -> tuple[Any, Any]:
    """A blank game and its memory, as 64-bit words."""
    states = new_states(1)
    return states[0], np.asarray(states).view(np.int64)


def checked_play(variant: Variant, players: int, games: int, first_seed: int = 0, every: int = 16) -> Checked:
    """Play games by chance at a table with all invariants checked at every decision."""
    state, raw = _blank()
    spare, spare_raw = _blank()
    report = np.zeros(REPORT, np.int64)
    ready(play_checked)(
        ready(deal),
        ready(apply),
        state,
        raw,
        spare,
        spare_raw,
        rules_record(variant.at(players)),
        new_journal(0),
        new_legal(),
        new_legal(),
        first_seed,
        games,
        every,
        report,
    )
    fault = ""
    if report[BROKEN] != HOLDS:
        fault = (
            f"{variant.name}, {players} players, seed {report[SEED]}, decision {report[DECISION]}, after action "
            f"{report[ACTION]}: {NAMES[int(report[BROKEN])]}"
        )
    return Checked(int(report[GAMES]), fault, report)


def checked_state(state: Any, rules: Any) -> int:
    """Code of what is broken in a game, HOLDS when nothing is."""
    return int(ready(check_state)(state, rules, new_legal()))


def checked_legal(state: Any, out: Any, n: int) -> int:
    """Code of what is wrong with a list of legal actions, HOLDS when nothing is."""
    return int(ready(check_list)(state, out, n))


def seated(bots: Sequence[Bot], rules: Any, capacity: int = 0) -> Table:
    """Bots at the seats of a table; a shorter list is repeated round it."""
    return new_table([bots[seat % len(bots)] for seat in range(SEATS)], rules, capacity)


def drafts(variant: Variant, players: int, games: int, bot: Bot = RANDOM, first_seed: int = 0) -> npt.NDArray[np.int64]:
    """Draft many first rounds with one bot at every seat; counts as `count_drafts` fills them, shape (4, 10)."""
    counts = np.zeros((4, 10), np.int64)
    ready(count_drafts)(seated([bot], rules_record(variant.at(players))), first_seed, games, counts)
    return counts


def wins(variant: Variant, players: int, games: int, bots: Sequence[Bot], first_seed: int = 0) -> tuple[npt.NDArray[np.float64], int]:
    """Wins of each seat (a shared one counts in parts), shape (players,), and the number of capped games."""
    shares = np.zeros(SEATS)
    capped = ready(count_wins)(seated(bots, rules_record(variant.at(players))), first_seed, games, shares)
    return shares[:players], int(capped)
