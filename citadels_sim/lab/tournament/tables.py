"""From the kernel's arrays to tables: files of games, seats and turn rows, and frames of events with text for every code.

No row is touched by Python: codes become text by gathering from a column of all texts.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.engine import journal as k
from citadels_sim.lab.recording import GAMES, SEATS
from citadels_sim.lab.recording import columns as c
from citadels_sim.lab.recording.buffers import Results
from citadels_sim.lab.tournament.column_file import ColumnFile
from citadels_sim.lab.tournament.turn_file import TurnFile
from citadels_sim.runs.plan import Plan, Shard
from citadels_sim.runs.table_writer import cell_types
from citadels_sim.tables.pages import Packed, Page
from citadels_sim.tables.parquet import CHARACTER, DISTRICT

KIND: Final = pl.Enum([k.EVENT_NAMES[code] for code in sorted(k.EVENT_NAMES)])
"""Type of the column `kind` of events."""
_NOBODY: Final = -1
"""Where a game has no seat of some kind."""


class TableMaker:
    """Makes the tables of shards of one experiment; all shards get the same types.

    Parameters
    ----------
    plan : Plan
        Its variants, line-ups and bots are the texts of the key columns.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._types = cell_types(plan)
        texts = self._types | {"bot": pl.Enum(list(plan.bots))}
        self._games, self._seats = ColumnFile(GAMES, texts, spans=True), ColumnFile(SEATS, texts, spans=True)

    @cached_property
    def _turns(self) -> TurnFile:
        return TurnFile(self._plan)

    def tables(self, shard: Shard, results: Results) -> dict[str, pl.DataFrame | Packed]:
        """Make every table that the experiment keeps, in the order of the manifest."""
        tables: dict[str, pl.DataFrame | Packed] = {"games": self.games(shard, results), "seats": self.seats(shard, results)}
        detail = self._plan.experiment.detail
        if detail != "games":
            tables["turns"] = self.turns(shard, results)
        if detail == "events":
            tables["events"] = self.events(shard, results)
        return tables

    def games(self, shard: Shard, results: Results) -> Packed:
        """Make the table of games, one row each."""
        file, rows = self._games, dict(zip(c.GAME_COLUMNS, results.games, strict=True))
        pages = self._key_pages(file, shard, np.arange(shard.games, dtype=np.int32)) | {"seed": file.plain(results.seeds)}
        pages["capped"] = file.truths(rows.pop("capped"))
        return file.file(pages | {name: file.numbers(numbers, none=_NOBODY) for name, numbers in rows.items()})

    def seats(self, shard: Shard, results: Results) -> Packed:
        """Make the table of seats, one row per seat of a game."""
        file, cell = self._seats, self._plan.cells[shard.cell]
        rows = dict(zip(c.SEAT_COLUMNS, results.seats, strict=True))
        pages = self._key_pages(file, shard, np.repeat(np.arange(shard.games, dtype=np.int32), cell.players))
        pages["seat"] = file.numbers(np.tile(np.arange(cell.players, dtype=np.int16), shard.games))
        bots = list(self._plan.bots)
        pages["bot"] = file.texts(np.array([bots.index(name) for name in cell.seats], np.int16)[rows.pop("bot")], bots)
        pages["win"] = file.wins(results.wins, cell.players)
        return file.file(pages | {name: file.numbers(numbers) for name, numbers in rows.items()})

    def turns(self, shard: Shard, results: Results) -> Packed:
        """Make the table of turns, one row per character of the cast and round: first those that somebody held, then the others."""
        return self._turns.make(shard, results.turn_game, results.turn_rows, results.casts)

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
        return _event_columns(raw)

    def _key_pages(self, file: ColumnFile, shard: Shard, game: Array) -> dict[str, Page]:
        """Return the pages of the key columns of rows, each belonging to a game of the shard."""
        cell, n = self._plan.cells[shard.cell], len(game)
        return {
            "variant": file.text(cell.variant.name, n),
            "players": file.numbers(np.full(n, cell.players, np.int16)),
            "lineup": file.text(cell.lineup, n),
            "block": file.blocks(game, cell.rotations, shard.first),
            "rotation": file.numbers(game % cell.rotations),
        }

    def _key(self, shard: Shard, game: Array) -> dict[str, Any]:
        """Key columns of rows, each belonging to a game of the shard."""
        cell = self._plan.cells[shard.cell]
        n = len(game)
        block = game // cell.rotations
        return {
            "variant": pl.repeat(cell.variant.name, n, dtype=self._types["variant"], eager=True),
            "players": pl.repeat(cell.players, n, dtype=pl.Int8, eager=True),
            "lineup": pl.repeat(cell.lineup, n, dtype=self._types["lineup"], eager=True),
            "block": shard.first + block.astype(np.int64),
            "rotation": (game - block * cell.rotations).astype(np.int8),
        }


def _unless_negative(name: str) -> pl.Expr:
    return pl.when(pl.col(name) >= 0).then(pl.col(name)).alias(name)


def _text(name: str, texts: list[str | None], dtype: pl.Enum, offset: int = 0) -> pl.Expr:
    lookup = pl.lit(pl.Series(texts, dtype=dtype))
    return lookup.gather(pl.col(name).cast(pl.Int32) + offset).alias(name)


def _event_columns(raw: pl.DataFrame) -> pl.DataFrame:
    """Turn the journal's fields into the columns of events; see `citadels_sim.engine.journal` for what each kind writes where."""
    kind = pl.col("kind")
    pick, score = kind == k.PICK, kind == k.SCORE
    number = pl.when(pick).then(pl.col("cards")).when(score).then(pl.col("gold"))
    number = number.when(kind.is_in([k.TURN_END, k.SKIP, k.SWAP, k.GATHER_CARDS])).then(pl.col("extra"))
    none = pick | score
    characters: list[str | None] = [None, *CHARACTER.categories]
    return raw.select(
        "variant",
        "players",
        "lineup",
        "block",
        "rotation",
        pl.col("round_no").alias("round"),
        pl.col("seq").cast(pl.Int32),
        _unless_negative("seat").cast(pl.Int8),
        _text("kind", list(KIND.categories), KIND, -1),
        _text("character", characters, CHARACTER),
        _unless_negative("target_seat").cast(pl.Int8),
        _text("target_character", characters, CHARACTER),
        pl.when(none).then(-1).otherwise(pl.col("district")).alias("district").pipe(_district),
        pl.when(~none).then(pl.col("gold")).alias("gold"),
        pl.when(~none).then(pl.col("cards")).alias("cards"),
        number.cast(pl.Int16).alias("number"),
    )


def _district(code: pl.Expr) -> pl.Expr:
    lookup = pl.lit(pl.Series([None, *DISTRICT.categories], dtype=DISTRICT))
    return lookup.gather(code.cast(pl.Int32) + 1).alias("district")
