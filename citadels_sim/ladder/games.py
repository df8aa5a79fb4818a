"""The games of runs as a ladder needs them: who sat where, who came in which place, and how often.

A place of a seat is counted from the first crown, for there the rules treat seats differently. All games that
look alike (same bots in the same seats, same places) are one kind; what is kept is how often each kind was
played in each block, so that a million games are a few thousand kinds and two whole numbers per game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from citadels_sim.arrays import Ints
from citadels_sim.errors import RunError
from citadels_sim.runs.batches import Batch
from citadels_sim.runs.reading import Run
from citadels_sim.tables.keys import CELL

_GAME = (*CELL, "block", "rotation")
_KIND = ("bots", "places")

#: Bits of one seat in the code of a game's bots and in that of its places: eight seats fill 64 and 32 bits.
_BOT_BITS, _PLACE_BITS = 8, 4
_MOST_BOTS = 1 << _BOT_BITS


@dataclass(frozen=True)
class Games:
    """The games of one variant at one number of players.

    Attributes
    ----------
    variant : str
        Its name.
    players : int
        Number of players n.
    tables : numpy.ndarray
        The A different tables: number of the bot in each seat from the first crown, shape (A, n).
    orders : numpy.ndarray
        The K different outcomes: place of each seat from the first crown, 1 the best, shape (K, n); 0: left out (`outside.without`).
    kinds : numpy.ndarray
        The M different kinds of game, sorted: table and order of each, shape (M, 2).
    block, kind, count : numpy.ndarray
        How often each kind was played in a block, sorted by block and kind, shape (G,) each. Games that share
        a deal have one block, whatever their variant, number of players or line-up.
    """

    variant: str
    players: int
    tables: Ints
    orders: Ints
    kinds: Ints
    block: Ints
    kind: Ints
    count: Ints

    @property
    def games(self) -> int:
        """Games in all."""
        return int(self.count.sum())

    @property
    def played(self) -> Ints:
        """Games of each kind, shape (M,)."""
        return np.bincount(self.kind, weights=self.count, minlength=len(self.kinds)).astype(np.int64)

    @property
    def bots(self) -> Ints:
        """Numbers of the bots that play and are not left out."""
        table, order = self.kinds.T
        return np.unique(self.tables[table][self.orders[order] > 0])


def read_games(runs: Sequence[Run]) -> tuple[tuple[str, ...], list[Games]]:
    """Read and condense the games of runs.

    Parameters
    ----------
    runs : sequence of Run
        From `runs.load_runs`.

    Returns
    -------
    names : tuple of str
        The bots, in the order in which the runs name them.
    games : list of Games
        By variant in the runs' order, then by number of players.

    Raises
    ------
    RunError
        If a run keeps no rows of seats, a game has not one row per seat, or more than 256 bots play.
    """
    for run in runs:
        if not any(shard.table == "seats" and shard.rows for shard in run.manifest.shards):
            raise RunError(
                f"{run.folder}: the run kept only sums of its games, and a ladder needs rows with places. Run it again into a new folder "
                f"without `rows`, or with the number of games to rate, such as --rows 20000."
            )
    batches = [(run, batch) for run in runs for batch in run.batches()]
    names = _bot_names(runs, [batch for _, batch in batches])
    frames = [_coded(run, batch, names) for run, batch in batches]
    variants = list(dict.fromkeys(cell.variant for run in runs for cell in run.manifest.cells))
    games = condense(pl.concat(frames))
    return names, sorted(games, key=lambda entry: (variants.index(entry.variant), entry.players))


def condense(coded: pl.DataFrame) -> list[Games]:
    """Count kinds of games by block.

    Parameters
    ----------
    coded : polars.DataFrame
        One row per game: variant, players, seed and block (together: its deal), and ``bots`` and ``places``, where the
        seat that is k after the first crown has the k-th byte and the k-th half byte.

    Returns
    -------
    list of Games
        One for each variant and number of players, in fixed order.
    """
    deals = coded.select("seed", "block").unique().sort("seed", "block").with_row_index("deal")
    numbered = coded.join(deals, on=["seed", "block"])
    cells = numbered.partition_by("variant", "players", as_dict=True)
    return [_condensed(str(key[0]), int(str(key[1])), cells[key]) for key in sorted(cells)]


def _condensed(variant: str, players: int, rows: pl.DataFrame) -> Games:
    kinds = rows.select(_KIND).unique().sort(_KIND).with_row_index("kind")
    counted = rows.join(kinds, on=_KIND).group_by("deal", "kind").len("count").sort("deal", "kind")
    seats = np.arange(players, dtype=np.uint64)
    tables, table = np.unique(kinds["bots"].to_numpy(), return_inverse=True)
    orders, order = np.unique(kinds["places"].to_numpy(), return_inverse=True)
    return Games(
        variant=variant,
        players=players,
        tables=((tables[:, None] >> (seats * _BOT_BITS)) & np.uint64(_MOST_BOTS - 1)).astype(np.int64),
        orders=((orders[:, None] >> (seats * _PLACE_BITS)) & np.uint64((1 << _PLACE_BITS) - 1)).astype(np.int64),
        kinds=np.column_stack([table, order]).astype(np.int64),
        block=counted["deal"].to_numpy().astype(np.int64),
        kind=counted["kind"].to_numpy().astype(np.int64),
        count=counted["count"].to_numpy().astype(np.int64),
    )


def _bot_names(runs: Sequence[Run], batches: Sequence[Batch]) -> tuple[str, ...]:
    named = [bot for run in runs for lineup in run.manifest.experiment.lineups for bot in lineup]
    seated: set[str] = set()
    for batch in batches:
        seated |= set(batch.seats.select(pl.col("bot").unique().cast(pl.String)).collect(engine="streaming")["bot"])
    names = tuple(dict.fromkeys([*(name for name in named if name in seated), *sorted(seated)]))
    if len(names) > _MOST_BOTS:
        folders = ", ".join(str(run.folder) for run in runs)
        raise RunError(f"{folders}: {len(names)} bots; the maximum of a ladder is {_MOST_BOTS}. Rate fewer runs at once.")
    return names


def _coded(run: Run, batch: Batch, names: tuple[str, ...]) -> pl.DataFrame:
    """One row per game of a batch, as `condense` takes them."""
    crowns = batch.games.select(*_GAME, "first_crown")
    after = (pl.col("seat").cast(pl.Int64) - pl.col("first_crown").cast(pl.Int64)) % pl.col("players").cast(pl.Int64)
    bot = pl.col("bot").cast(pl.String).cast(pl.Enum(names)).to_physical().cast(pl.UInt64)
    frame = (
        batch.seats.select(*_GAME, "seat", "bot", "place")
        .join(crowns, on=_GAME, how="inner")
        .with_columns(after=after)
        .group_by(_GAME)
        .agg(
            bots=(bot * _digit(_BOT_BITS)).sum(),
            places=(pl.col("place").cast(pl.UInt64) * _digit(_PLACE_BITS)).sum(),
            seats=_digit(1).sum(),
            rows=pl.col("after").count(),
            best=pl.col("place").min(),
            worst=pl.col("place").max(),
        )
        .collect(engine="streaming")
        .with_columns(pl.col("variant").cast(pl.String), seed=pl.lit(run.manifest.experiment.seed))
    )
    players = pl.col("players").cast(pl.Int64)
    whole = (pl.col("rows") == players) & (pl.col("seats") + 1 == pl.lit(2).pow(players))
    wrong = frame.filter(~whole | (pl.col("best") != 1) | (pl.col("worst") > players))
    if wrong.height:
        row = wrong.sort("block", "rotation").row(0, named=True)
        raise RunError(
            f"{run.folder}: table seats: game {row['rotation']} of block {row['block']} ({row['variant']}, {row['players']} players) "
            f"has not one row for each seat with places from 1 to {row['players']}. Play the experiment again into a new folder."
        )
    return frame.select("variant", "players", "seed", "block", *_KIND)


def _digit(bits: int) -> pl.Expr:
    """Worth of the digit of a seat."""
    return pl.col("after").replace_strict({seat: 1 << (bits * seat) for seat in range(8)}, return_dtype=pl.UInt64)
