"""Games of drawn casts and decks: playing them, and their table with one row per game: what was drawn, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from citadels_sim.bots import Bot
from citadels_sim.catalogue import DISTRICTS, DistrictType
from citadels_sim.engine.jit import ready
from citadels_sim.engine.loop import deal
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import RANKS
from citadels_sim.tournament import columns as c
from citadels_sim.tournament.buffers import Buffers, Scratch
from citadels_sim.tournament.columns import TURN_COLUMNS
from citadels_sim.tournament.deals_kernel import read_deals
from citadels_sim.tournament.dictionary import DICTIONARY
from citadels_sim.tournament.folder import ShardFile
from citadels_sim.tournament.plan import Cell, Plan, Shard
from citadels_sim.tournament.play import CellPlayer, seams_of
from citadels_sim.tournament.seeds import block_seeds
from citadels_sim.tournament.store import Store
from citadels_sim.tournament.tables import CHARACTER, DISTRICT, Results, parquet_bytes

__all__ = ["CastPlayer", "CastWriter", "cast_seams", "game_figures"]

Array = npt.NDArray[Any]

_CHARACTER_IDS: Final = [None, *CHARACTER.categories]
_UNIQUES: Final = [d.code for d in DISTRICTS if d.type is DistrictType.UNIQUE]


def cast_seams(bots: Iterable[Bot]) -> list[Callable[..., Any]]:
    """Name the compiled entry points that games of drawn casts with these bots need, each once."""
    return [*seams_of(bots), read_deals]


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


class CastPlayer:
    """Plays the games of one cell and notes what was drawn for them.

    Parameters
    ----------
    cell : Cell
        Variant, players, line-up.
    bots : mapping of str to Bot
        The bots by name, all compiled.
    seed : int
        Seed of the experiment.
    """

    def __init__(self, cell: Cell, bots: dict[str, Bot], seed: int) -> None:
        self._cell = cell
        self._seed = seed
        self._player = CellPlayer(cell, bots, Buffers("turns"), seed, journal=True)
        self._scratch = Scratch(journal=False)
        self._rules = rules_record(cell.variant.at(cell.players))

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> pl.DataFrame:
        """Play some blocks; give one row per game, without the names of the cell.

        Raises
        ------
        Stopped
            When `stop` said so.
        """
        players, rotations = self._cell.players, self._cell.rotations
        results = self._player.play(first, blocks, stop)
        casts, decks, hands = self.deals(first, blocks)
        game = np.arange(blocks * rotations)
        block = game // rotations
        credit = results.wins.reshape(-1, players)
        figures = {name: pl.Series(values.copy(), nan_to_null=True) for name, values in game_figures(results, players).items()}
        dealt = [_dealt(hands[b], credit[g]) for g, b in enumerate(block)]
        return pl.DataFrame(
            {
                "block": first + block,
                "rotation": pl.Series((game % rotations).astype(np.int8)),
                "seed": results.seeds,
                "cast": pl.Series([_characters(casts[b]) for b in block], dtype=pl.List(CHARACTER)),
                "uniques": pl.Series([_districts(int(decks[b])) for b in block], dtype=pl.List(DISTRICT)),
                "dealt": pl.Series([districts for districts, _ in dealt], dtype=pl.List(DISTRICT)),
                "dealt_win": pl.Series([wins for _, wins in dealt], dtype=pl.List(pl.Float64)),
                **figures,
            }
        )

    def deals(self, first: int, blocks: int) -> tuple[Array, Array, Array]:
        """Give what was dealt in some blocks, as `deals_kernel.read_deals` does."""
        s, seeds = self._scratch, block_seeds(self._seed, first, blocks)
        casts, decks = np.zeros((blocks, RANKS), np.int16), np.zeros(blocks, np.int64)
        hands = np.zeros((blocks, self._cell.players), np.int64)
        read_deals(deal, s.state, s.raw, self._rules, s.legal, seeds, casts, decks, hands)
        return casts, decks, hands

    def ready(self) -> None:
        """Compile, or load from the cache, what this cell needs."""
        for seam in cast_seams(self._player.table):
            ready(seam)


def _characters(cast: Array) -> list[str | None]:
    return [_CHARACTER_IDS[code] for code in cast if code]


def _districts(mask: int) -> list[str]:
    """Ids of the unique districts of a set."""
    return [DISTRICTS[code].id for code in _UNIQUES if mask >> code & 1]


def _dealt(hands: Array, credit: Array) -> tuple[list[str], list[float]]:
    """Give the unique districts in the opening hands of a game, and beside each what its owner won."""
    found = [(name, float(win)) for mask, win in zip(hands, credit, strict=True) for name in _districts(int(mask))]
    return [name for name, _ in found], [win for _, win in found]


class CastWriter:
    """Plays the shards of a plan into a run folder; as `shards.ShardWriter`.

    Parameters
    ----------
    plan : Plan
        An experiment of kind ``casts``.
    store : Store
        The run folder.
    stop : callable
        Asked between games whether the run is being interrupted.
    """

    def __init__(self, plan: Plan, store: Store, stop: Callable[[], bool] = lambda: False) -> None:
        self._plan = plan
        self._store = store
        self._stop = stop
        self._players: dict[int, CastPlayer] = {}

    def write(self, shard: Shard) -> tuple[ShardFile, ...]:
        """Play a shard and write its table, whole or not at all.

        Raises
        ------
        Stopped
            When the run is being interrupted; nothing of the shard is left behind.
        RunError
            When a file cannot be written.
        """
        cell = self._plan.cells[shard.cell]
        if shard.cell not in self._players:
            self._players[shard.cell] = CastPlayer(cell, self._plan.bots, self._plan.experiment.seed)
        player = self._players[shard.cell]
        player.ready()
        frame = player.play(shard.first, shard.blocks, self._stop).with_columns(
            pl.lit(cell.variant.name, dtype=pl.Enum([variant.name for variant in self._plan.variants])).alias("variant"),
            pl.lit(cell.lineup, dtype=pl.Enum([",".join(lineup) for lineup in self._plan.experiment.lineups])).alias("lineup"),
            pl.lit(cell.players, dtype=pl.Int8).alias("players"),
        )
        frame = frame.select(list(DICTIONARY["casts"]))
        data = parquet_bytes(frame)
        file = ShardFile.of("casts", shard.number, frame.height, data)
        self._store.write(file.path, data)
        return (file,)
