"""From the kernel's arrays to tables: frames with text for every code, without the names of the cell.

No row is touched by Python: codes become text by gathering from a column of all texts.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.designs.recording import columns as c
from citadels_sim.designs.recording.buffers import Results
from citadels_sim.engine import journal as k
from citadels_sim.engine.state import RANKS
from citadels_sim.runs.plan import Plan, Shard
from citadels_sim.tables.parquet import CardNames, card_names

KIND: Final = pl.Enum([k.EVENT_NAMES[code] for code in sorted(k.EVENT_NAMES)])
"""Type of the column `kind` of events."""
_KIND_OF_CODE: Final = pl.Series([None, *KIND.categories], dtype=KIND)
_GATHERED: Final = pl.Series([None, "gold", "cards"], dtype=pl.Enum(["gold", "cards"]))
"""What is gathered, by code."""
_HOLDERS: Final = ("seat", "slot", "offered", "leader", "stash", "hand", "city")
"""Columns of turns that are null where nobody held the character."""


class TableMaker:
    """Makes the tables of shards of one experiment; all shards get the same types.

    Parameters
    ----------
    plan : Plan
        Its cells say who sits at a table; its bots are the texts of the column `bot`.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._bots = pl.Enum(list(plan.bots))

    def tables(self, shard: Shard, results: Results) -> dict[str, pl.DataFrame]:
        """Make every table that the experiment keeps, in the order of the manifest; good until the next shard is played."""
        tables = {"games": self.games(shard, results), "seats": self.seats(shard, results)}
        detail = self._plan.experiment.detail
        if detail != "games":
            tables["turns"] = self.turns(shard, results)
        if detail == "events":
            tables["events"] = self.events(shard, results)
        return tables

    def games(self, shard: Shard, results: Results) -> pl.DataFrame:
        """Make the table of games, one row each."""
        columns = dict(zip(c.GAME_COLUMNS, results.games, strict=True))
        rows = pl.DataFrame(self._key(shard, np.arange(shard.games)) | {"seed": results.seeds} | columns)
        return rows.with_columns(_unless_negative("first_complete"))

    def seats(self, shard: Shard, results: Results) -> pl.DataFrame:
        """Make the table of seats, one row per seat of a game."""
        cell = self._plan.cells[shard.cell]
        key = self._key(shard, np.repeat(np.arange(shard.games), cell.players)) | {"seat": np.tile(np.arange(cell.players), shard.games)}
        rows = pl.DataFrame(key | {"win": results.wins} | dict(zip(c.SEAT_COLUMNS, results.seats, strict=True)))
        return rows.with_columns(_text("bot", pl.Series(cell.seats, dtype=self._bots)))

    def turns(self, shard: Shard, results: Results) -> pl.DataFrame:
        """Make the table of turns, one row per character of the cast and round: first those that somebody held, then the others.

        The rows of `results` are put into this order: those of a shard in memory twice would be the largest part of it.
        """
        characters = self._names(shard).characters
        rows, lists = self._held_first(shard, results, characters)
        return rows.with_columns(pl.when(pl.col("seat") >= 0).then(pl.col(_HOLDERS))).with_columns(
            _text("character", characters), _text("gathered", _GATHERED), _text("offered", lists)
        )

    def _held_first(self, shard: Shard, results: Results, characters: pl.Series) -> tuple[pl.DataFrame, pl.Series]:
        """Put turn rows into their order; return them, with codes for texts, and the lists that `offered` numbers."""
        order = np.argsort(results.turns[c.SEAT] < 0, kind="stable")
        game = results.turn_game.take(order)
        for numbers in results.turns:
            if numbers.any():  # else it is left as it is: memory that nothing was ever written to takes none
                numbers[:] = numbers.take(order)
        columns = self._key(shard, game) | dict(zip(c.TURN_COLUMNS, results.turns, strict=True))
        columns["offered"], lists = _offers(game, columns["offered"], results.casts, characters)
        return pl.DataFrame(columns), lists

    def events(self, shard: Shard, results: Results) -> pl.DataFrame:
        """Make the table of events, one row each."""
        e = results.events
        game = results.event_game
        start = np.searchsorted(game, np.arange(shard.games))
        raw = pl.DataFrame(
            self._key(shard, game)
            | {"seq": np.arange(len(game)) - start[game]}
            | {name: np.ascontiguousarray(e[name]) for name in e.dtype.names or ()}
        )
        return _event_columns(raw, self._names(shard))

    def _names(self, shard: Shard) -> CardNames:
        cell = self._plan.cells[shard.cell]
        return card_names(cell.variant.cards, cell.every)

    def _key(self, shard: Shard, game: Array) -> dict[str, Any]:
        """Return the key columns of rows, each belonging to a game of the shard; those of the cell are left out."""
        block, rotation = np.divmod(game, self._plan.cells[shard.cell].rotations)
        return {"block": np.add(block, shard.first, dtype=np.int64), "rotation": rotation.astype(np.int8)}


def _offers(game: Array, offered: Array, casts: Array, characters: pl.Series) -> tuple[Array, pl.Series]:
    """Name the characters of sets of ranks.

    Parameters
    ----------
    game, offered : int arrays, shape (n,)
        The game of each set, and its bits.
    casts : int16 array, shape (games, RANKS)
        Character codes by rank.
    characters : polars.Series
        Ids by code.

    Returns
    -------
    place : uint32 array, shape (n,)
        Where the list of each stands among all lists.
    lists : polars.Series
        Lists of characters, each once for games in a row with the same cast.
    """
    begins = np.append(True, (casts[1:] != casts[:-1]).any(axis=1))
    cast = np.cumsum(begins, dtype=np.int32) - 1
    key = (cast << RANKS).take(game) | offered
    occurs = np.zeros((int(cast[-1]) + 1) << RANKS, bool)
    occurs[key] = True
    keys = np.flatnonzero(occurs)
    codes = casts[begins][keys >> RANKS] * (keys[:, None] >> np.arange(RANKS) & 1)
    named = characters.gather(codes.reshape(-1)).reshape((len(keys), RANKS)).arr.to_list()
    return (np.cumsum(occurs, dtype=np.uint32) - 1).take(key), named.list.eval(pl.element().drop_nulls())


def _unless_negative(name: str) -> pl.Expr:
    return pl.when(pl.col(name) >= 0).then(pl.col(name)).alias(name)


def _text(name: str, texts: pl.Series, code: pl.Expr | None = None) -> pl.Expr:
    """Return a column of texts, each at its code: that in the column of this name where no other is given."""
    return pl.lit(texts).gather(pl.col(name) if code is None else code).alias(name)


def _event_columns(raw: pl.DataFrame, names: CardNames) -> pl.DataFrame:
    """Turn the journal's fields into the columns of events; see `citadels_sim.engine.journal` for what each kind writes where."""
    kind = pl.col("kind")
    pick, score = kind == k.PICK, kind == k.SCORE
    number = pl.when(pick).then(pl.col("cards")).when(score).then(pl.col("gold"))
    number = number.when(kind.is_in([k.TURN_END, k.SKIP, k.SWAP, k.GATHER_CARDS])).then(pl.col("extra"))
    none = pick | score
    return raw.select(
        "block",
        "rotation",
        pl.col("round_no").alias("round"),
        "seq",
        _unless_negative("seat"),
        _text("kind", _KIND_OF_CODE),
        _text("character", names.characters),
        _unless_negative("target_seat"),
        _text("target_character", names.characters),
        _text("district", names.districts, pl.when(~none & (pl.col("district") >= 0)).then(pl.col("district"))),
        pl.when(~none).then(pl.col("gold")).alias("gold"),
        pl.when(~none).then(pl.col("cards")).alias("cards"),
        number.alias("number"),
    )
