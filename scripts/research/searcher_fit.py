"""Fitting what the searcher thinks of a table: games of the bot that plays its worlds, and a conditional logit on who won them.

``scripts/research/run searcher_fit [games per table]`` writes `citadels_sim.bots.searcher_weights` anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from citadels_sim.bots import searcher_weights
from citadels_sim.bots.searcher_memory import PLAYER
from citadels_sim.bots.searcher_value import FEATURES, PHASES, describe, phase_of
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, ready
from citadels_sim.engine.loop import ROUND_CAP, TABLE_T, Table, Until, begin, new_table, play_on
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import SEATS
from citadels_sim.variants import load_variant

_TABLES = {"classic-2000": (2, 7), "dark-city": (2, 7), "citadels-2016": (2, 8), "citadels-2016-random": (2, 8)}
"""Variants, each with the fewest and the most players."""
_GAMES = 4000
_ROUNDS = 40
"""Room for so many rounds per game, on average."""
_RIDGE = 1.0
_STEPS = 30
_TEXT = '''"""What the searcher's view of a table weighs, by phase of the game: fitted, not written by hand.

Made by ``scripts/research/run searcher_fit {games}`` from games of {player}.
"""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array(
    [
{rows}
    ]
)
"""Rows: phases, by how many districts the leader needs, from 1; columns: features, see `searcher_value.describe`."""
'''


class Tables(NamedTuple):
    """Tables between two rounds of many games with equally many players.

    Attributes
    ----------
    x : float64 array, shape (n, players, FEATURES)
    phase : int64 array, shape (n,)
    won : float64 array, shape (n, players)
        Each seat's share of the win in the end.
    """

    x: npt.NDArray[np.float64]
    phase: npt.NDArray[np.int64]
    won: npt.NDArray[np.float64]


@entry_point(types.int64(TABLE_T, types.int64, types.int64, types.float64[:, :, ::1], types.int64[::1], types.float64[:, ::1]))
def gather(table: Table, first: int, last: int, x: Any, phase: Any, won: Any) -> int:
    """Play games first..last-1; note each seat's features at every round's beginning and who won. Return how many tables there are."""
    s = table.state
    p = s.public
    rows = 0
    for seed in range(first, last):
        start = rows
        n = play_on(table, Until(1, 0, 0, 0), begin(table, seed))
        round_no = 2
        while n > 0 and round_no <= ROUND_CAP:
            if rows < x.shape[0]:
                phase[rows] = phase_of(p)
                for seat in range(p.players):
                    describe(s, table.rules, seat, x[rows, seat])
                rows += 1
            n = play_on(table, Until(round_no, 0, 0, 0), n)
            round_no += 1
        winners = 0
        for seat in range(p.players):
            winners += int(p.place[seat] == 1)
        for row in range(start, rows):
            for seat in range(p.players):
                won[row, seat] = 1.0 / winners if p.place[seat] == 1 else 0.0
    return rows


def gathered(variant: str, players: int, games: int) -> Tables:
    """Play games at a table and note what every seat had between the rounds, and who won."""
    rules = rules_record(load_variant(variant).at(players))
    room = games * _ROUNDS
    x = np.zeros((room, SEATS, FEATURES))
    phase = np.zeros(room, np.int64)
    won = np.zeros((room, SEATS))
    rows = int(ready(gather)(new_table([PLAYER] * players, rules), 0, games, x, phase, won))
    return Tables(x[:rows, :players].copy(), phase[:rows].copy(), won[:rows, :players].copy())


def fit(groups: Sequence[Tables]) -> npt.NDArray[np.float64]:
    """Weights of a conditional logit of who wins, by Newton's method with a ridge.

    Parameters
    ----------
    groups : sequence of Tables
        All of one phase, each of one number of players.

    Returns
    -------
    float64 array, shape (FEATURES,)
    """
    weights = np.zeros(FEATURES)
    for _ in range(_STEPS):
        gradient = -_RIDGE * weights
        curvature = _RIDGE * np.eye(FEATURES)
        for group in groups:
            chances = predicted(group.x, weights)
            gradient += np.einsum("nsf,ns->f", group.x, group.won - chances)
            centred = group.x - np.einsum("nsf,ns->nf", group.x, chances)[:, None, :]
            curvature += np.einsum("nsf,ns,nsg->fg", centred, chances, centred, optimize=True)
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def predicted(x: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return every seat's chance to win, shape (n, players), from its features, shape (n, players, FEATURES)."""
    strength = x @ weights
    chances = np.exp(strength - strength.max(1, keepdims=True))
    shares: npt.NDArray[np.float64] = chances / chances.sum(1, keepdims=True)
    return shares


def explained(groups: Sequence[Tables], weights: npt.NDArray[np.float64]) -> float:
    """Return what part of the log likelihood of equal chances the weights explain, 0 to 1."""
    reached = sum(float((g.won * np.log(np.maximum(predicted(g.x, weights), 1e-12))).sum()) for g in groups)
    equal = sum(-len(g.x) * float(np.log(g.x.shape[1])) for g in groups)
    return 1 - reached / equal


def fitted(games: int) -> str:
    """Play, fit, and return the text of the module with the weights."""
    groups = [gathered(variant, players, games) for variant, (low, high) in _TABLES.items() for players in range(low, high + 1)]
    lines = []
    for phase in range(PHASES):
        here = [Tables(g.x[g.phase == phase], g.phase[g.phase == phase], g.won[g.phase == phase]) for g in groups]
        here = [group for group in here if len(group.x)]
        weights = fit(here)
        numbers = ", ".join(f"{number:.3f}" for number in weights)
        tables = sum(len(group.x) for group in here)
        lines.append(f"        ({numbers}),  # {tables} tables, {100 * explained(here, weights):.0f} % explained")
    return _TEXT.format(games=games, player=PLAYER.name, rows="\n".join(lines))


def main(games: int = _GAMES) -> None:
    """Write the weights into the package."""
    Path(searcher_weights.__file__).write_text(fitted(games), encoding="utf-8")
