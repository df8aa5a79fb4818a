"""Games as arrays, alike for people and for bots: who sat where, with which character at the end, with which in the game, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats
from citadels_sim.plays.game import PlayedGame
from citadels_sim.runs.reading import Run
from citadels_sim.tables.keys import Cell

MOST_BOT_GAMES = 4_000
"""Games of a bot that are read: those that a study keeps."""
_GAME = ("block", "rotation")


@dataclass(frozen=True)
class Tables:
    """Games at one number of players.

    Attributes
    ----------
    design : numpy.ndarray
        Shape (G, n, n + C): of each seat its distance from the first crown, and the characters that it had at the end. All 0 of a game in
        which the seats, or the characters of some seat, are not known.
    won : numpy.ndarray
        Share of the win, shape (G, n).
    had : numpy.ndarray
        Whether a seat had a character in the game, shape (G, n, C); all False of a game in which that is not known of all rounds.
    rounds, best, mean : numpy.ndarray
        Length of each game, points of the winner, and points of a seat, shape (G,); nan where not known.
    """

    design: Floats
    won: Floats
    had: NDArray[np.bool_]
    rounds: Floats
    best: Floats
    mean: Floats


def of_people(games: Sequence[PlayedGame], players: int, characters: Sequence[str]) -> Tables:
    """Lay out games that people played, all with this number of players."""
    place = {name: number for number, name in enumerate(characters)}
    design = np.zeros((len(games), players, players + len(characters)))
    had = np.zeros((len(games), players, len(characters)), np.bool_)
    won = np.zeros((len(games), players))
    points = np.full((len(games), players), np.nan)
    for number, game in enumerate(games):
        won[number] = [seat.won for seat in game.seats]
        points[number] = [np.nan if seat.score is None else seat.score for seat in game.seats]
        if game.seated:
            design[number, range(players), range(players)] = 1
        if all(seat.characters for seat in game.seats):
            for seat, one in enumerate(game.seats):
                design[number, seat, [players + place[name] for name in one.last]] = 1
        if all(len(seat.characters) == (game.rounds or max(len(game.seats[0].characters), 2)) for seat in game.seats):
            for seat, one in enumerate(game.seats):
                had[number, seat, [place[name] for name in one.had]] = True
    won /= won.sum(axis=1, keepdims=True)
    best = np.nanmax(np.where(won > 0, points, -1), axis=1, initial=-1)
    rounds = np.array([np.nan if game.rounds is None else game.rounds for game in games], np.float64)
    return Tables(design, won, had, rounds, np.where(best < 0, np.nan, best), points.mean(axis=1))


def of_bots(run: Run, cell: Cell, characters: Sequence[str]) -> Tables | None:
    """Lay out the games whose rows a run keeps of a table of equal bots; None where it keeps none with turns."""
    batch = run.first_blocks(cell, MOST_BOT_GAMES)
    if batch is None or batch.turns is None:
        return None
    players = cell[1]
    games = batch.games.select(*_GAME, "rounds", "first_crown").sort(_GAME).collect().with_row_index("game").head(MOST_BOT_GAMES)
    if not games.height:
        return None
    keys = games.lazy().select("game", *_GAME, "first_crown", last="rounds")
    place = ((pl.col("seat").cast(pl.Int64) - pl.col("first_crown").cast(pl.Int64)) % players).alias("place")
    seats = batch.seats.join(keys, on=_GAME, how="inner").select("game", place, "win", "total").sort("game", "place").collect()
    number = (
        pl.col("character").cast(pl.String).replace_strict({name: i for i, name in enumerate(characters)}, default=None).alias("number")
    )
    held = (
        batch.turns.filter(pl.col("seat").is_not_null())
        .join(keys, on=_GAME, how="inner")
        .select("game", place, number, last=pl.col("round") == pl.col("last"))
        .filter(pl.col("number").is_not_null())
        .collect()
    )
    design = np.zeros((games.height, players, players + len(characters)))
    design[:, range(players), range(players)] = 1
    had = np.zeros((games.height, players, len(characters)), np.bool_)
    had[tuple(held[name].to_numpy() for name in ("game", "place", "number"))] = True
    end = held.filter("last")
    design[end["game"].to_numpy(), end["place"].to_numpy(), players + end["number"].to_numpy()] = 1
    won, points = (seats[name].cast(pl.Float64).to_numpy().reshape(-1, players) for name in ("win", "total"))
    return Tables(design, won, had, games["rounds"].cast(pl.Float64).to_numpy(), points.max(axis=1), points.mean(axis=1))
