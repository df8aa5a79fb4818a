"""From the kernel's arrays to tables: Polars frames with text for every code and null for "none", and their Parquet files.

No row is touched by Python: codes become text by gathering from a column of all texts, sets of offered characters by gathering from a
column of all sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from citadels_sim.engine import journal as k
from citadels_sim.engine.state import RANKS
from citadels_sim.lab.tournament import columns as c
from citadels_sim.lab.tournament.turn_order import RowOrder
from citadels_sim.runs.plan import Plan, Shard
from citadels_sim.tables.parquet import CHARACTER, DISTRICT

__all__ = ["GATHERED", "KIND", "Results", "TableMaker"]

GATHERED: Final = pl.Enum(["gold", "cards"])
"""Type of the column `gathered`."""
KIND: Final = pl.Enum([k.EVENT_NAMES[code] for code in sorted(k.EVENT_NAMES)])
"""Type of the column `kind` of events."""

_CHARACTERS: Final = pl.Series([None, *CHARACTER.categories], dtype=CHARACTER)
_SETS: Final = 1 << RANKS
_BOOLEANS: Final = ("crown", "face_up", "murdered", "robbed", "bewitched")
_SMALL: Final = ("rank", "seat", "slot")
_HOLDERS: Final = ("seat", "slot", "stash", "hand", "city")

Array = npt.NDArray[Any]


@dataclass
class Results:
    """What was kept of the games of one shard, cut to length.

    Attributes
    ----------
    seeds : int64 array, shape (games,)
        The seed of each game.
    games, seats, wins, casts, turn_game, event_game, events
        As `kernel.play_games` fills them.
    turn_rows : int16 array, shape (len(TURN_COLUMNS), turns or more)
        The whole array that it fills with turn rows.
    """

    seeds: Array
    games: Array
    seats: Array
    wins: Array
    casts: Array
    turn_game: Array
    turn_rows: Array
    event_game: Array
    events: Array

    @property
    def turns(self) -> Array:
        """The turn rows, as many as `turn_game` has."""
        return self.turn_rows[:, : len(self.turn_game)]


class TableMaker:
    """Makes the tables of shards of one experiment; all shards get the same types.

    Parameters
    ----------
    plan : Plan
        Its variants, line-ups and bots are the texts of the key columns.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._variant = pl.Enum([variant.name for variant in plan.variants])
        self._lineup = pl.Enum([",".join(lineup) for lineup in plan.experiment.lineups])
        self._bot = pl.Enum(list(plan.bots))
        self._offered: dict[tuple[int, ...], pl.Series] = {}
        self._order = RowOrder()

    def tables(self, shard: Shard, results: Results) -> dict[str, pl.DataFrame]:
        """Make every table that the experiment keeps, in the order of the manifest."""
        tables = {"games": self.games(shard, results), "seats": self.seats(shard, results)}
        detail = self._plan.experiment.detail
        if detail != "games":
            tables["turns"] = self.turns(shard, results)
        if detail == "events":
            tables["events"] = self.events(shard, results)
        return tables

    def games(self, shard: Shard, results: Results) -> pl.DataFrame:
        """Make the table of games, one row each."""
        rows = dict(zip(c.GAME_COLUMNS, results.games, strict=True))
        frame = pl.DataFrame(self._key(shard, np.arange(shard.games)) | {"seed": results.seeds} | rows)
        return frame.with_columns(
            pl.col("first_crown").cast(pl.Int8),
            _unless_negative("first_complete").cast(pl.Int8),
            pl.col("capped").cast(pl.Boolean),
        )

    def seats(self, shard: Shard, results: Results) -> pl.DataFrame:
        """Make the table of seats, one row per seat of a game."""
        cell = self._plan.cells[shard.cell]
        rows = dict(zip(c.SEAT_COLUMNS, results.seats, strict=True))
        bots = pl.Series(cell.seats, dtype=self._bot)
        seat = np.tile(np.arange(cell.players, dtype=np.int8), shard.games)
        bot = bots.gather(rows.pop("bot").astype(np.uint32)).alias("bot")
        key = self._key(shard, np.repeat(np.arange(shard.games), cell.players))
        frame = pl.DataFrame(key | {"seat": seat, "bot": bot, "win": results.wins} | rows)
        return frame.with_columns(pl.col("place").cast(pl.Int8))

    def turns(self, shard: Shard, results: Results) -> pl.DataFrame:
        """Make the table of turns, one row per character of the cast and round: first those that somebody held, then the others."""
        game, turns, held_rows = self._order.ordered(results.turn_game, results.turn_rows)
        rows = dict(zip(c.TURN_COLUMNS, turns, strict=True))
        for name in _SMALL:
            rows[name] = rows[name].astype(np.int8)  # here and not in Polars, which would look at each number whether it fits
        for name in ("character", "gathered"):
            rows[name] = (rows[name] - 1).astype(np.uint8)  # from 1 on in the kernel, from 0 on in a type of texts
        sets = self._sets(results.casts, game[:held_rows], rows["offered"][:held_rows])
        rows["offered"] = sets.extend_constant(None, len(game) - held_rows)
        held = pl.col("seat") >= 0
        frame = pl.DataFrame(self._key(shard, game) | rows)
        return frame.with_columns(
            pl.col("character").cat.to(CHARACTER),
            pl.when(pl.col("gathered") < len(GATHERED.categories)).then(pl.col("gathered")).cat.to(GATHERED).alias("gathered"),
            *(pl.col(name).cast(pl.Boolean) for name in _BOOLEANS),
            pl.when(held).then(pl.col("leader").cast(pl.Boolean)).alias("leader"),
            *(pl.when(held).then(pl.col(name)).alias(name) for name in _HOLDERS),
        )

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

    def _key(self, shard: Shard, game: Array) -> dict[str, Any]:
        """Key columns of rows, each belonging to a game of the shard."""
        cell = self._plan.cells[shard.cell]
        n = len(game)
        block = game // cell.rotations
        return {
            "variant": pl.repeat(cell.variant.name, n, dtype=self._variant, eager=True),
            "players": pl.repeat(cell.players, n, dtype=pl.Int8, eager=True),
            "lineup": pl.repeat(cell.lineup, n, dtype=self._lineup, eager=True),
            "block": shard.first + block.astype(np.int64),
            "rotation": (game - block * cell.rotations).astype(np.int8),
        }

    def _sets(self, casts: Array, game: Array, offered: Array) -> pl.Series:
        """Column of the characters each pick was made from: ranks, read with the cast of the game."""
        if (casts == casts[:1]).all():  # a gather takes a sixth of the time
            return self._sets_of(casts[0]).gather(offered.astype(np.uint32))
        return _sets_in(casts, game, offered)

    def _sets_of(self, cast: Array) -> pl.Series:
        """All sets of ranks with one cast, the set's bits being its position."""
        key = tuple(int(code) for code in cast)
        if key not in self._offered:
            self._offered[key] = _sets_in(cast[None], np.zeros(_SETS, np.int32), np.arange(_SETS, dtype=np.int16))
        return self._offered[key]


def _sets_in(casts: Array, game: Array, masks: Array) -> pl.Series:
    """Column of sets of ranks, each with the cast of its game: ids by rank, null for the empty set: nobody picked."""
    row, rank = np.nonzero(masks[:, None] >> np.arange(RANKS, dtype=masks.dtype) & 1)
    codes = casts[game[row], rank]
    if not codes.all():
        row, codes = row[codes != 0], codes[codes != 0]
    rows = pl.DataFrame({"row": pl.Series(row).set_sorted(), "ids": _CHARACTERS.gather(codes.astype(np.uint32))})
    sets = rows.group_by("row", maintain_order=True).agg("ids")
    if len(sets) == len(masks):
        return sets["ids"]
    return pl.DataFrame({"row": np.arange(len(masks))}).join(sets, on="row", how="left", maintain_order="left")["ids"]


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
