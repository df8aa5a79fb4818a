"""Files of columns: Polars reads from them what was put in, also where their statistics let it pass over rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from citadels_sim.compiler.decorators import ready
from citadels_sim.lab.tournament.column_file import ColumnFile
from citadels_sim.lab.tournament.packing import PACKING
from citadels_sim.tables.columns import GAME_KEY, table

TABLE = table(
    "toy", GAME_KEY,
    ("small", "int8", "", ""), ("large", "int32", "", ""), ("seed", "int64", "", ""), ("win", "float64", "", ""), ("truth", "bool", "", ""),
    ("word", "text", "", ""),
)  # fmt: skip
WORDS = ("zero", "one", "two", "three", "ünd")


@pytest.fixture(scope="module", autouse=True)
def packing() -> None:
    for entry_point in PACKING:
        ready(entry_point)


def made(file: ColumnFile, large: Any, small: Any, codes: Any, truths: Any) -> bytes:
    """Make a file of games of which three are a block."""
    n = len(large)
    game = np.arange(n, dtype=np.int32)
    pages = {
        "variant": file.text("toy", n), "players": file.numbers(np.full(n, 4, np.int16)), "lineup": file.text("a,b", n),
        "block": file.blocks(game, 3, 70), "rotation": file.numbers(game % 3), "small": file.numbers(small, none=-1),
        "large": file.numbers(large), "seed": file.plain(np.arange(n) << 40), "win": file.wins(1 / (1 + game % 4) * (game % 5 > 0), 4),
        "truth": file.truths(truths), "word": file.texts(codes, WORDS, none=-1),
    }  # fmt: skip
    return file.file(pages).data


@pytest.mark.parametrize("rows", [1, 8, 300])
@pytest.mark.parametrize("most", [0, 9, 256, 32_767, 2**31 - 1])
@pytest.mark.parametrize("nulls", ["none", "some", "all"])
def test_what_is_read_is_what_was_put_in(rows: int, most: int, nulls: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(rows + most)
    file = ColumnFile(TABLE, {"variant": pl.Enum(["other", "toy"]), "lineup": pl.Enum(["a,b"])}, spans=True)
    made(file, np.zeros(2, np.int32), np.zeros(2, np.int16), np.zeros(2, np.int16), np.ones(2, np.int32))  # what is left of it is not seen
    large = rng.integers(0, most, rows, np.int32, endpoint=True)
    large[0] = most
    least = {"none": 0, "some": -1, "all": -1}[nulls]
    small, codes = (rng.integers(least, 0 if nulls == "all" else 5, rows).astype(np.int16) for _ in range(2))
    truths = rng.integers(0, 2, rows).astype(np.int32)
    path = tmp_path / "toy.parquet"
    path.write_bytes(made(file, large, small, codes, truths))

    frame = pl.read_parquet(path)
    game = np.arange(rows)
    assert frame.schema["variant"] == pl.Enum(["other", "toy"])
    assert [str(dtype).lower() for dtype in frame.dtypes[5:10]] == ["int8", "int32", "int64", "float64", "boolean"]
    assert frame["word"].dtype == pl.String
    assert frame["block"].to_list() == (70 + game // 3).tolist()
    assert frame["rotation"].to_list() == (game % 3).tolist()
    assert frame["large"].to_list() == large.tolist()
    assert frame["small"].to_list() == [None if number < 0 else number for number in small.tolist()]
    assert frame["seed"].to_list() == (game << 40).tolist()
    assert frame["win"].to_list() == (1 / (1 + game % 4) * (game % 5 > 0)).tolist()
    assert frame["truth"].to_list() == truths.astype(bool).tolist()
    assert frame["word"].to_list() == [None if code < 0 else WORDS[code] for code in codes.tolist()]
    for name in frame.columns:
        for value in (frame[name].min(), frame[name].max()):
            alike = pl.col(name).is_null() if value is None else pl.col(name) == value
            assert pl.scan_parquet(path).filter(alike).collect().equals(frame.filter(alike))


def test_statistics_let_a_reader_pass_over_rows(tmp_path: Path) -> None:
    """Whether it does is seen where they are wrong: then it misses what is there."""
    file = ColumnFile(TABLE, {}, spans=True)
    data = made(file, np.full(4, 77, np.int32), np.zeros(4, np.int16), np.zeros(4, np.int16), np.ones(4, np.int32))
    word = (77).to_bytes(4, "little")
    footer = data.rindex(b"\x04" + word + b"\x18\x04" + word)  # the greatest and the least of the column `large`
    path = tmp_path / "toy.parquet"
    path.write_bytes(data[:footer] + (b"\x04" + (5).to_bytes(4, "little") + b"\x18\x04" + (5).to_bytes(4, "little")) + data[footer + 11 :])
    assert pl.read_parquet(path)["large"].to_list() == [77] * 4
    assert pl.scan_parquet(path).filter(pl.col("large") == 77).collect().height == 0


@pytest.mark.parametrize("most", [9, 300])
def test_the_bytes_of_a_file_do_not_depend_on_the_files_before_it(most: int) -> None:
    def of(file: ColumnFile, seed: int, rows: int) -> bytes:
        rng = np.random.default_rng(seed)
        small, codes = (rng.integers(-1, 5, rows).astype(np.int16) for _ in range(2))
        return made(file, rng.integers(0, most, rows, np.int32), small, codes, rng.integers(0, 2, rows))

    used = ColumnFile(TABLE, {}, spans=True)
    of(used, 1, 50)
    assert of(used, 2, 41) == of(ColumnFile(TABLE, {}, spans=True), 2, 41)


def test_columns_that_are_not_the_tables_are_refused() -> None:
    file = ColumnFile(TABLE, {}, spans=False)
    with pytest.raises(AssertionError, match="columns are word"):
        file.file({"word": file.text("one", 1)})


def test_a_truth_is_0_or_1() -> None:
    with pytest.raises(AssertionError, match="a truth is 2"):
        ColumnFile(TABLE, {}, spans=False).truths(np.array([0, 2], np.int32))
