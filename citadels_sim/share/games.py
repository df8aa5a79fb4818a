"""Games of a study that are worth watching: a usual one, the closest and the longest, each as a page to step through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from citadels_sim.designs.recording.replay import Replay, open_replay
from citadels_sim.errors import RunError
from citadels_sim.lineups import is_mixed, judge_of, lineup_words, names_a_file
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.tables.keys import Cell
from citadels_sim.web.replayed import replayed_page

_ROWS = 4_000


class Watched(NamedTuple):
    """A game to watch: why, in words, and its page."""

    why: str
    page: str


def games_to_watch(folders: Sequence[Path], variant: str, notify: Callable[[str], None]) -> tuple[list[Watched], list[str]]:
    """Play some games of runs again.

    Parameters
    ----------
    folders : sequence of pathlib.Path
        Runs of games.
    variant : str
        Name of the rules whose games are wanted.
    notify : callable
        Gets a line before a long wait.

    Returns
    -------
    games : list of Watched
    left_out : list of str
        Which games are not there, and why.
    """
    for folder in folders:
        run = load_run(folder)
        cells = [cell.key for cell in run.manifest.cells if cell.variant == variant and not is_mixed(cell.lineup)]
        cells = [key for key in cells if not names_a_file(key[2])]
        if not cells:
            continue
        players = min(key[1] for key in cells)
        lineup = judge_of([key[2] for key in cells if key[1] == players])
        picked = _picked(run, (variant, players, lineup))
        if picked:
            return _played(folder, (variant, players, lineup), picked, notify)
    return [], [f"No games to watch: the study keeps no rows of games of {variant}."]


def _picked(run: Run, cell: Cell) -> dict[str, tuple[int, int]]:
    """Choose games: why -> block and rotation; no game twice."""
    batch = run.first_blocks(cell, _ROWS)
    if batch is None:
        return {}
    key = ["block", "rotation"]
    scores = batch.seats.group_by(key).agg(gap=pl.col("total").max() - pl.col("total").top_k(2).min())
    games = batch.games.filter(~pl.col("capped")).select(*key, "rounds").join(scores, on=key).sort(key).collect()
    if not games.height:
        return {}
    usual = [(pl.col(name) - pl.col(name).median()).abs() for name in ("rounds", "gap")]
    orders = {"A typical game": usual, "The closest game": [pl.col("gap"), *usual], "The longest game": [-pl.col("rounds")]}
    picked: dict[str, tuple[int, int]] = {}
    for why, order in orders.items():
        rows = games.sort([*order, *map(pl.col, key)]).select(key).rows()
        if (row := next((one for one in rows if one not in picked.values()), None)) is not None:
            picked[why] = row
    return picked


def _played(folder: Path, cell: Cell, picked: dict[str, tuple[int, int]], notify: Callable[[str], None]) -> tuple[list[Watched], list[str]]:
    games: list[Watched] = []
    left_out: list[str] = []
    plan = open_replay(folder, 0).plan
    before = 0
    for one in plan.cells:
        if (one.variant.name, one.players, one.lineup) == cell:
            break
        before += one.games
    for why, (block, rotation) in picked.items():
        number = before + block * one.rotations + rotation
        try:
            replay = open_replay(folder, number)
        except RunError as error:
            left_out.append(f"{why} is left out: {error}")
            continue
        replay.prepare(notify)
        lines = list(replay.lines())
        if replay.differences():
            left_out.append(f"{why} is left out: its replay differs, since other code played the run.")
            continue
        games.append(Watched(_words(why, replay), replayed_page(replay, number, f"{why}.", lines[-1])))
    return games, left_out


def _words(why: str, replay: Replay) -> str:
    points = sorted(replay.stored["total"], reverse=True)
    return f"{why}: {replay.stored['rounds']} rounds, {points[0]} points to {points[1]}, played by {lineup_words(replay.cell.lineup)}."
