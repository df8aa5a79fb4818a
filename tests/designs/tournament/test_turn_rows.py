"""The table of turn rows, as it is read from its file, against one that is made of the same arrays row by row."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest

from citadels_sim.catalogue import CHARACTERS
from citadels_sim.designs.recording import TURNS
from citadels_sim.designs.recording import columns as c
from citadels_sim.designs.recording.buffers import Results
from citadels_sim.designs.tournament.tables import TableMaker
from citadels_sim.engine.state import RANKS
from citadels_sim.footer import check_rows, read_footer
from citadels_sim.runs.plan import Plan, Shard, make_plan
from citadels_sim.runs.table_writer import cell_keys
from citadels_sim.tables.parquet import parquet_bytes

Make = Callable[..., Any]
FIRST = 70_000
IDS = [who.id for who in CHARACTERS]
HOLDERS = ("seat", "slot", "offered", "leader", "stash", "hand", "city")


@pytest.fixture(params=[["builder"], ["builder", "random"]], ids=["one-rotation", "two-rotations"])
def plan(request: pytest.FixtureRequest, experiment: Make) -> Plan:
    return make_plan(experiment(lineups=[["random"], request.param]))


def drawn(seed: int, n: int, games: int) -> tuple[Any, Any, Any]:
    """Rows at random: the game of each, their numbers, and the casts; not as in games, but with all that may occur."""
    luck = np.random.default_rng(seed)
    casts = np.zeros((games, RANKS), np.int16)
    casts[:, 1:] = luck.integers(1, len(IDS) + 1, (1 if seed % 2 else games, RANKS - 1))
    casts[luck.integers(0, 2, games) == 1, RANKS - 1] = 0
    turns = luck.integers(0, 2, (len(c.TURN_COLUMNS), n + 3)).astype(np.int16)
    turns[c.CHARACTER] = luck.integers(1, len(IDS) + 1, n + 3)
    turns[c.SEAT] = luck.integers(-1, 4, n + 3)
    turns[c.OFFERED] = luck.integers(0, 1 << RANKS, n + 3) | 2  # a pick is made from one character at least
    turns[c.GATHERED] = luck.integers(0, 3, n + 3)
    for column, most in ((c.ROUND, 60), (c.GOLD_GAINED, 255), (c.GOLD_LOST, 256), (c.STASH, 30_000)):
        turns[column] = luck.integers(-most, most + 1, n + 3)
    turns[c.BUILT] = luck.integers(0, 256, n + 3)
    turns[c.BUILT_COST] = 7
    return np.sort(luck.integers(0, games, n)).astype(np.int32), turns, casts


def offers(mask: int, cast: Any) -> list[str]:
    """Name the characters of a set of ranks."""
    return [IDS[int(cast[rank]) - 1] for rank in range(RANKS) if mask >> rank & 1 and cast[rank]]


def wanted(plan: Plan, game: Any, turns: Any, casts: Any) -> list[dict[str, Any]]:
    """Make the rows one by one."""
    cell, rows = plan.cells[1], []
    for i in np.argsort(turns[c.SEAT, : len(game)] < 0, kind="stable"):
        row = dict(zip(c.TURN_COLUMNS, turns[:, i].tolist(), strict=True))
        held = row["seat"] >= 0
        for column in TURNS.columns:
            if column.dtype == "bool":
                row[column.name] = bool(row[column.name])
        row["character"] = IDS[row["character"] - 1]
        row["gathered"] = [None, "gold", "cards"][row["gathered"]]
        row["offered"] = offers(row["offered"], casts[game[i]])
        row |= {} if held else dict.fromkeys(HOLDERS)
        block, rotation = divmod(int(game[i]), cell.rotations)
        key = {"variant": cell.variant.name, "players": cell.players, "lineup": cell.lineup, "block": FIRST + block, "rotation": rotation}
        rows.append(key | row)
    return rows


def read(plan: Plan, game: Any, turns: Any, casts: Any, maker: TableMaker | None = None) -> pl.DataFrame:
    shard = Shard(0, 1, FIRST, len(casts) // plan.cells[1].rotations, len(casts))
    nothing = np.zeros((0, 0), np.int16)
    results = Results(nothing, nothing, nothing, nothing, casts, game, turns, nothing, nothing)
    made = (maker or TableMaker(plan)).turns(shard, results)
    data = parquet_bytes(TURNS.typed(made.with_columns(*cell_keys(plan, plan.cells[1]))))
    check_rows(read_footer(data), len(game))
    return pl.read_parquet(io.BytesIO(data))


@pytest.mark.parametrize("n", [1, 7, 8, 9, 300])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_file_has_what_the_arrays_say(plan: Plan, n: int, seed: int) -> None:
    game, turns, casts = drawn(seed, n, 6)
    rows = wanted(plan, game, turns, casts)
    result = read(plan, game, turns, casts)
    assert result.rows(named=True) == rows
    assert TURNS.select(result).equals(result)


@pytest.mark.parametrize("seat", [-1, 2])
def test_rows_that_nobody_held_and_that_all_were_held_stay_in_order(plan: Plan, seat: int) -> None:
    game, turns, casts = drawn(4, 40, 3)
    turns[c.SEAT] = seat
    rows = wanted(plan, game, turns, casts)
    assert read(plan, game, turns, casts).rows(named=True) == rows


def test_shards_of_any_size_follow_each_other_and_none_has_to_have_rows(plan: Plan) -> None:
    maker = TableMaker(plan)
    for n in (0, 30, 200, 10, 0, 201):
        game, turns, casts = drawn(n, n, 5)
        rows = wanted(plan, game, turns, casts)
        result = read(plan, game, turns, casts, maker)
        assert result.rows(named=True) == rows
        assert result.columns == TURNS.names


def test_many_blocks_with_few_rows_each_have_room(plan: Plan) -> None:
    game, turns, casts = drawn(5, 4_000, 80_000)
    blocks = [row["block"] for row in wanted(plan, game, turns, casts)]
    assert read(plan, game, turns, casts)["block"].to_list() == blocks


def test_a_number_without_a_place_in_its_type_is_a_fault_of_ours(plan: Plan) -> None:
    game, turns, casts = drawn(6, 10, 3)
    turns[c.RANK, 4] = 128
    with pytest.raises(pl.exceptions.InvalidOperationError, match="rank"):
        read(plan, game, turns, casts)
