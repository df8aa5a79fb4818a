"""Games of drawn casts and decks: playing them, and their table with one row per game: what was drawn, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.designs.casts.cards import CardPlayer
from citadels_sim.designs.casts.deals_kernel import read_deals
from citadels_sim.designs.casts.kernel import card_games
from citadels_sim.designs.player import Player
from citadels_sim.designs.recording import columns as c
from citadels_sim.designs.recording.buffers import Buffers, Results
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.designs.recording.columns import TURN_COLUMNS
from citadels_sim.engine.state import RANKS
from citadels_sim.runs.plan import Shard
from citadels_sim.runs.seeds import block_seeds


def game_figures(results: Results, players: int) -> dict[str, Array]:
    """Condense the turns and seats of games to one number of each kind per game.

    Parameters
    ----------
    results : Results
        With rows of turns.
    players : int

    Returns
    -------
    dict of str to array, shape (games,)
        The figures of the table `casts`; ``completer`` is nan where nobody completed a city.
    """
    games, turns, game = results.games, results.turns, results.turn_game
    n = games.shape[1]
    credit = results.wins.reshape(n, players)
    totals = np.sort(results.seats[c.S_TOTAL].reshape(n, players), axis=1).astype(np.int32)
    held = turns[c.SEAT] >= 0
    lost = held & ((turns[c.MURDERED] != 0) | (turns[c.BEWITCHED] != 0))

    def per_game(values: Array) -> Array:
        return np.bincount(game, weights=values, minlength=n).astype(np.int32)

    first = games[c.G_FIRST_COMPLETE]
    return {
        "rounds": games[c.G_ROUNDS],
        "turns": games[c.G_TURNS],
        "picks": per_game(held),
        "lost": per_game(lost),
        "hits": per_game(lost) + per_game(held & (turns[c.ROBBED] != 0)),
        "taken": per_game(turns[c.GOLD_LOST]),
        "destroyed": per_game(turns[TURN_COLUMNS.index("districts_lost")]),
        "margin": totals[:, -1] - totals[:, -2],
        "crown": credit[np.arange(n), games[c.G_FIRST_CROWN]],
        "completer": np.where(first >= 0, credit[np.arange(n), np.maximum(first, 0)], np.nan),
    }


class CastPlayer(Player):
    """Plays the games of one cell, with compiled bots, and notes what was drawn for them; parameters as for `Player`."""

    KERNELS = (*CellPlayer.KERNELS, read_deals, card_games)

    @cached_property
    def _player(self) -> CardPlayer:
        return CardPlayer(self._cell, self._named, Buffers("turns"), self._seed, journal=True)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> pl.DataFrame:
        """Play some blocks; give one row per game, without the names of the cell."""
        players = self._cell.players
        results = self._player.play(first, blocks, stop)
        casts, decks, hands = self.deals(first, blocks)
        game = np.arange(blocks * self._cell.rotations)
        block = game // self._cell.rotations
        figures = {name: pl.Series(values.copy(), nan_to_null=True) for name, values in game_figures(results, players).items()}
        at, rank = np.nonzero(casts[block])
        places = self._cell.variant.cards.districts
        owner, seat, district = np.nonzero(_bits(hands, len(places))[block])
        deck, unique = np.nonzero(_bits(decks, len(places))[block] & np.array([not each.is_basic for each in places]))
        return pl.DataFrame(
            {
                **self._keys(first, game),
                "cast": _lists(at, self._names.characters.gather(casts[block][at, rank].astype(np.uint32)), len(game)),
                "uniques": _lists(deck, self._names.districts.gather(unique.astype(np.uint32)), len(game)),
                "dealt": _lists(owner, self._names.districts.gather(district.astype(np.uint32)), len(game)),
                "dealt_win": _lists(owner, pl.Series(results.wins.reshape(-1, players)[owner, seat]), len(game)),
                **figures,
            }
        )

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`."""
        return {"casts": self.play(shard.first, shard.blocks, stop), "cards": self._player.cards()}

    def deals(self, first: int, blocks: int) -> tuple[Array, Array, Array]:
        """Return what was dealt in some blocks, as `deals_kernel.read_deals` does."""
        seeds = block_seeds(self._seed, first, blocks)
        casts, decks = np.zeros((blocks, RANKS), np.int16), np.zeros(blocks, np.int64)
        hands = np.zeros((blocks, self._cell.players), np.int64)
        read_deals(self._player.table, seeds, casts, decks, hands)
        return casts, decks, hands


def _bits(masks: Array, districts: int) -> Array:
    """Spread sets of districts over one more axis, of all districts."""
    spread: Array = (masks[..., None] >> np.arange(districts)) & 1 != 0
    return spread


def _lists(game: Array, values: pl.Series, games: int) -> pl.Series:
    """Gather values, in order of their games, to one list per game, empty where there are none."""
    some = pl.DataFrame({"game": game, "values": values}).group_by("game", maintain_order=True).agg("values")
    every = pl.DataFrame({"game": np.arange(games)}).join(some, on="game", how="left", maintain_order="left")
    return every["values"].fill_null(pl.Series([[]], dtype=pl.List(values.dtype)))


PLAYER = CastPlayer
