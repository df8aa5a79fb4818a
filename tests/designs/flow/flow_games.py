"""Tables of states made by hand: only what a test is about is given, everything else is 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from citadels_sim.designs.flow.states import Course, make_course

FATE = pl.Enum(("played", "robbed", "bewitched", "murdered"))
BOT = pl.Enum(("builder",))

_NOTHING: dict[str, Any] = {
    "crown": False,
    "worth": 0,
    "city": 0,
    "types": 0,
    "missing": 8,
    "gold": 0,
    "hand": 0,
    "built": 0,
    "idle": 0,
    "gold_lost": 0,
    "districts_lost": 0,
    "lost": 0,
    "taken": 0,
    "hits": 0,
    "dealt": 0,
    "on_leader": 0,
    "leaders": 0,
    "on_last": 0,
    "lasts": 0,
    "decisions": 0,
    "choices": 0,
    "options": 0,
    "bare_win": 0.0,
    "total": 0,
    "completer": False,
    "character": None,
    "fate": None,
    "second": None,
    "second_fate": None,
}


def game(scores: Sequence[Sequence[int]], wins: Sequence[float], block: int = 0, **columns: Sequence[Sequence[Any]]) -> pl.DataFrame:
    """One game from the scores of its seats at the start and at the end of every round; further columns in the same form."""
    n = len(wins)
    order = sorted(set(wins), reverse=True)
    rows = []
    for t, now in enumerate(scores):
        for seat in range(n):
            own = {name: values[t][seat] for name, values in columns.items()}
            place = 1 + sum(win > wins[seat] for win in wins) if len(order) > 1 else 1
            rows.append(
                {"variant": "toy", "players": n, "lineup": "builder", "block": block, "rotation": 0, "round": t, "rounds": len(scores) - 1}
                | {"seat": seat, "bot": "builder", "score": now[seat], "win": float(wins[seat]), "place": place}
                | _NOTHING
                | own
            )
    types = {"bot": BOT, "fate": FATE, "second_fate": FATE, "character": pl.String, "second": pl.String}
    return pl.DataFrame(rows, schema_overrides=types)


def course(*games: pl.DataFrame) -> Course:
    return make_course(("toy", int(games[0]["players"][0]), "builder"), pl.concat(games))


def random_course(blocks: int, seed: int, rounds: int = 6, players: int = 3) -> Course:
    """Games whose scores grow by lot; who has most wins."""
    random = np.random.default_rng(seed)
    games = []
    for block in range(blocks):
        scores = np.concatenate([np.zeros((1, players), np.int64), random.integers(0, 5, (rounds, players)).cumsum(axis=0)])
        best = scores[-1] == scores[-1].max()
        missing = np.maximum(0, 8 - scores // 2)
        games.append(game(scores.tolist(), (best / best.sum()).tolist(), block, missing=missing.tolist()))
    return course(*games)
