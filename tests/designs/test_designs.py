"""The designs of the package: what each has to have, and what its runs depend on."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from citadels_sim.compiler.cache_key import closure
from citadels_sim.designs.player import Player
from citadels_sim.errors import ExperimentError
from citadels_sim.limits import LIMITS
from citadels_sim.runs.code import playing_files
from citadels_sim.runs.design import KEYS
from citadels_sim.runs.designs import DESIGNS, design_judged_by, design_of
from citadels_sim.runs.metrics import families, needs
from citadels_sim.tables.columns import CELL_KEY, GAME_KEY, Table, table

PACKAGE = Path(__file__).resolve().parents[2] / "citadels_sim"


@pytest.mark.parametrize("name", DESIGNS)
def test_a_run_depends_on_what_plays_it_and_on_nothing_that_reads_it(name: str) -> None:
    """The digest of these files is in the manifest: a run is continued by the same code only."""
    files = {path.relative_to(PACKAGE).as_posix() for file in playing_files(DESIGNS[name]) for path in closure(file)}
    assert {"engine/scoring.py", "bots/planner/worth.py", "bots/searcher.py", "catalogue/districts.py", "runs/table_writer.py"} <= files
    assert not [file for file in files if file.split("/")[0] in ("statistics", "report", "charts", "cli") and "metric_types" not in file]


@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_names_what_there_is(name: str) -> None:
    design = DESIGNS[name]
    assert design.name == name
    assert set(design.keys) <= set(KEYS)
    assert set(design.margins) <= set(LIMITS)
    for module in ("play", "analyse"):
        assert design.has(module)
    assert issubclass(design.player, Player)
    assert len({each.name for each in design.tables}) == len(design.tables)


def test_every_family_is_of_one_design() -> None:
    result = {entry.name: needs(entry) for entry in families()}
    assert len(result) == len(families())
    assert {need for need in result.values() if need not in ("games", "turns")} <= set(DESIGNS)


def test_a_kind_that_is_none_is_refused_with_the_nearest() -> None:
    with pytest.raises(ExperimentError, match=r"no kind of experiment 'forcs'.* Did you mean 'forks'\?"):
        design_of("forcs")


def test_a_table_takes_its_columns_in_order_and_refuses_other_types() -> None:
    coins = table("coins", CELL_KEY, ("gold", "int16", "gold", "gold in the stash"))
    frame = pl.DataFrame({"gold": [1, 2], "lineup": ["a", "b"], "variant": ["x", "y"], "players": [3, 4], "more": [0, 0]})
    typed = frame.with_columns(pl.col("gold").cast(pl.Int16), pl.col("players").cast(pl.Int8))
    assert coins.select(typed).columns == ["variant", "players", "lineup", "gold"]
    with pytest.raises(TypeError, match=r"coins.players is int64 and is declared as int8"):
        coins.select(frame)
    assert coins.typed(frame).equals(coins.select(typed))
    with pytest.raises(pl.exceptions.InvalidOperationError, match="300"):
        coins.typed(frame.with_columns(players=300))


@pytest.mark.parametrize(
    ("kept", "detail", "rows", "cells", "expected"),
    [
        ("always", "games", False, 1, True),
        ("games", "games", True, 1, True),
        ("games", "events", False, 1, False),
        ("turns", "games", True, 1, False),
        ("turns", "events", True, 1, True),
        ("cells", "games", False, 1, False),
        ("cells", "games", False, 2, True),
    ],
)
def test_which_shards_have_a_table(kept: str, detail: str, rows: bool, cells: int, expected: bool) -> None:
    one = Table("one", GAME_KEY, kept)  # type: ignore[arg-type]
    assert one.is_kept(detail, rows=rows, cells=cells) is expected


def test_each_limit_is_answered_by_the_first_design_that_declares_it() -> None:
    assert {limit: design_judged_by(limit).name for limit in LIMITS} == {
        "seat": "games",
        "character": "forks",
        "rounds": "games",
        "dead_turns": "games",
        "interaction": "flow",
        "decisiveness": "flow",
        "skill": "games",
    }
