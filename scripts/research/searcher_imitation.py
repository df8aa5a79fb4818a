"""Fitting a net to whom searchers that ask nobody pick, discard, murder and rob: games of four of them, and cross-entropy.

``scripts/research/run searcher_imitation VARIANT`` writes the table's file in ``configs/weights/searcher``. The net begins as what
`learner` has learned of the table.
"""

from __future__ import annotations

import itertools
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from citadels_sim.arrays import Array
from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.learner import CALLS, note_candidates
from citadels_sim.bots.learner.net import SIZE, ZERO, U, V, W, Z, clear
from citadels_sim.bots.learner.thought import HIDDEN, THOUGHT, Thought
from citadels_sim.bots.learner.weights_file import weights_bytes
from citadels_sim.bots.searcher_imitation import NOTHING, imitated_kind
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, ready, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.loop import ROUND_CAP, TABLE_T, Table, Until, act, begin, choice, new_table, play_on
from citadels_sim.engine.records import new_record
from citadels_sim.engine.rules import rules_record
from citadels_sim.resources import configs_dir
from citadels_sim.training.learning.adam import advance
from citadels_sim.training.learning.episodes import LOG_T, Log, new_log, write
from citadels_sim.training.learning.gradient import SCRATCH, Scratch, choices, spread_choice, spread_rows
from citadels_sim.variants import Variant, load_variant

PLAYERS: Final = 4
BOT: Final = "searcher:asks=0,playouts=100"
_GAMES: Final = 5000
_FIRST: Final = 900_000_000
"""Seed of the first game."""
_PASSES: Final = 8
"""Passes over what was chosen,"""
_RATE: Final = 0.002
"""and the first steps' length."""
_ROOM: Final = 75
"""Decisions of a game for which there is room, on average."""
_BATCH: Final = 256
_HELD_BACK: Final = 0.15
_LEAST: Final = 0.02
"""Part of the first steps' length that the last ones have."""

_F4, _I8 = types.float32[::1], types.int64[::1]
_DECISIONS: Final = (1 << a.PICK) | (1 << a.DISCARD_CHARACTER) | (1 << a.TURN)


@rule
def chosen_of(t: Thought, legal: Any, n: int, code: int) -> int:
    """Note the actions of the kind of the one chosen as candidates; return which it is."""
    t.candidates = 0
    chosen = NOTHING
    for i in range(n):
        if legal.code[i] & 0xFF == code & 0xFF:
            if legal.code[i] == code:
                chosen = t.candidates
            t.index[t.candidates] = i
            t.candidates += 1
    return chosen


@entry_point(types.int64(TABLE_T, types.record(THOUGHT), LOG_T, types.int64, types.int64), CALLS, vectorise=True)
def gather(table: Table, t: Thought, log: Log, first: int, last: int) -> int:
    """Play games first..last-1; log what was picked or named, and of what. Return how many games there was room for."""
    s = table.state
    log.size[:] = 0
    for seed in range(first, last):
        n = begin(table, seed)
        while True:
            n = play_on(table, Until(ROUND_CAP, 1, -1, _DECISIONS), n)
            if n < 0:
                break
            code = choice(table, n)
            kind = imitated_kind(table.legal, n)
            if kind != NOTHING and code & 0xFF == kind:
                chosen = chosen_of(t, table.legal, n, code)
                if t.candidates > 1:
                    bot_state = table.lineup.bot[table.lineup.position[s.public.actor]]
                    t.proposal = NOTHING
                    note_candidates(t, s.public, s.seat[s.public.actor], table.rules, table.legal, n, bot_state)
                    if not write(t, log, s.public, chosen, 0.0):
                        return seed - first
            n = act(table, code)
    return last - first


@entry_point(types.void(LOG_T, _I8, _F4, _F4, types.record(SCRATCH)), vectorise=True)
def slope(log: Log, order: Array, w: Array, g: Array, o: Scratch) -> None:
    """Add to `g` the mean gradient of the likelihood of what was chosen at some decisions."""
    for d in order:
        n = choices(log, d, w, o)
        first = log.first[d]
        clear(o.dh)
        for k in range(n):
            part = np.float32(((1.0 if k == log.chosen[d] else 0.0) - o.chance[k]) / order.shape[0])
            spread_choice(log, first, k, part, w, g, o)
        spread_rows(log, g, W, log.state[d], log.at[first], o.dh)


@entry_point(types.void(LOG_T, _I8, _F4, types.float64[::1], types.record(SCRATCH)), vectorise=True)
def likelihoods(log: Log, order: Array, w: Array, out: Array, o: Scratch) -> None:
    """Write to `out` how likely what was chosen at some decisions was."""
    for at in range(order.shape[0]):
        choices(log, order[at], w, o)
        out[at] = o.chance[log.chosen[order[at]]]


def fitted(log: Log, weights: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Fit weights to what was chosen; say how likely they find what was held back."""
    n = int(log.size[0])
    known, rest = np.split(np.arange(n), [int(n * (1 - _HELD_BACK))])
    state, scratch, luck = np.zeros((4, SIZE), np.float32), new_record(SCRATCH), np.random.default_rng(1)
    state[0] = weights
    for function in (slope, likelihoods, advance):
        ready(function)
    steps = _PASSES * (len(known) // _BATCH)
    orders = itertools.chain.from_iterable(np.split(luck.permutation(known), range(_BATCH, len(known), _BATCH)) for _ in range(_PASSES))
    for step, order in enumerate(itertools.islice((order for order in orders if len(order) == _BATCH), steps), 1):
        gradient = np.zeros(SIZE, np.float32)
        slope(log, order, state[0], gradient, scratch)
        advance(state, gradient, step, _RATE * (1 - step / steps + _LEAST))
    chances = np.zeros(len(rest))
    likelihoods(log, rest, state[0], chances, scratch)
    options = np.diff(log.first[: n + 1])[rest] - 1
    print(f"{n} decisions; log likelihood {np.log(chances).mean():.3f}, of equal chances {-np.log(options).mean():.3f}", flush=True)
    reached: npt.NDArray[np.float32] = state[0]
    return reached


def learned_of(log: Log) -> npt.NDArray[np.bool_]:
    """Which weights count for anything that was logged: those of features that occur, and not the chance to win."""
    used = np.zeros(U // HIDDEN, bool)
    used[np.unique(log.row[: log.size[2]])] = True
    return np.concatenate([np.repeat(used, HIDDEN), used, np.ones(Z - V, bool), np.zeros(SIZE - Z, bool)])


class Imitation(NamedTuple):
    """A net fitted to the games of four of a bot: its weights, and to how many games and decisions."""

    weights: npt.NDArray[np.float32]
    games: int
    decisions: int


def imitation_of(bot: Bot, variant: Variant, games: int) -> Imitation:
    """Play games of four of a bot as it plays at the table, and fit a net to what they pick and name."""
    log = new_log(games * _ROOM)
    played = ready(gather)(new_table([bot] * PLAYERS, rules_record(variant.at(PLAYERS))), new_record(THOUGHT), log, _FIRST, _FIRST + games)
    weights = fitted(log, at_table(parse_bot("learner"), variant, PLAYERS).memory)
    return Imitation(np.where(learned_of(log), weights, ZERO).astype(np.float32), int(played), int(log.size[0]))


def file_of(variant: Variant) -> bytes:
    """Play, fit, and return the content of a table's file."""
    net = imitation_of(at_table(parse_bot(BOT), variant, PLAYERS), variant, _GAMES)
    about = {"values": {}, "imitates": {"bot": BOT, "games": net.games, "decisions": net.decisions}}
    return weights_bytes(net.weights, {variant.digest: (variant.name, (PLAYERS,))}, about)


def main(variant: str) -> None:
    """Write the file of the named variant."""
    rules = load_variant(variant)
    folder = configs_dir() / "weights" / "searcher"
    folder.mkdir(exist_ok=True)
    (folder / f"{rules.name}.weights").write_bytes(file_of(rules))
