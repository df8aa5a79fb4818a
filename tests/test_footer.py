"""How much a Parquet file holds is read from its footer, before anything is unpacked."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citadels_sim.footer import Footer, check_rows, read_footer
from citadels_sim.foreign import Unreadable


def parquet(frame: pl.DataFrame, **options: Any) -> bytes:
    file = io.BytesIO()
    frame.write_parquet(file, **options)
    return file.getvalue()


FRAME = pl.DataFrame({"a": list(range(1000)), "b": ["text"] * 1000, "c": [[1, 2]] * 1000, "d": [True, False] * 500})


@pytest.mark.parametrize("options", [{}, {"row_group_size": 300}, {"statistics": "full"}, {"compression": "uncompressed"}])
def test_rows_are_those_of_the_file(options: dict[str, Any], tmp_path: Path) -> None:
    data = parquet(FRAME, **options)
    (tmp_path / "file").write_bytes(data)
    assert read_footer(data) == read_footer(tmp_path / "file")
    assert read_footer(data).rows == 1000
    assert 8000 <= parquet(FRAME[["a"]], compression="uncompressed").__len__() >= read_footer(parquet(FRAME[["a"]])).unpacked > 1000


def test_a_file_that_unpacks_to_far_more_than_its_rows_is_refused() -> None:
    data = parquet(pl.DataFrame({"a": ["x" * 80_000_000]}))
    assert len(data) < 100_000
    with pytest.raises(Unreadable, match=r"it would unpack to 80,000,\d+ bytes, far too many for 1 rows"):
        check_rows(read_footer(data), 1)


def test_other_rows_than_declared_are_refused() -> None:
    with pytest.raises(Unreadable, match=r"1000 rows where manifest\.json says 999"):
        check_rows(read_footer(parquet(FRAME)), 999)
    check_rows(Footer(1000, 1 << 20), 1000)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" + b"\xff" * 100 + b"\x60\x00\x00\x00PAR1", b"PAR1" * 10, b"{}" * 30])
def test_what_is_no_parquet_file_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable, match="is not a complete Parquet file"):
        read_footer(data)


@given(at=st.integers(0, 10**6), bit=st.integers(0, 7), cut=st.integers(0, 40))
def test_a_spoiled_footer_is_refused_or_read(at: int, bit: int, cut: int) -> None:
    data = bytearray(parquet(FRAME))
    data[-1 - at % 600] ^= 1 << bit
    try:
        result = read_footer(bytes(data[: len(data) - cut if cut > 20 else len(data)]))
    except Unreadable:
        return
    assert result.rows >= 0


def varint(number: int, length: int = 0) -> bytes:
    """Write a number of the compact protocol, made longer than it need be."""
    parts = []
    while number > 127 or len(parts) + 1 < length:
        parts.append(number & 127 | 128)
        number >>= 7
    return bytes([*parts, number])


def test_a_footer_that_says_less_than_the_pages_unpack_to_is_not_believed() -> None:
    data = parquet(pl.DataFrame({"a": ["x" * 80_000_000]}), statistics=False)
    length = int.from_bytes(data[-8:-4], "little")
    body, footer, end = data[: -8 - length], data[-8 - length : -8], data[-8:]
    shown = read_footer(data).unpacked
    for unpacked in range(shown, shown + 100):  # the heads of its pages count in the footer
        wide = varint(2 * unpacked)
        footer = footer.replace(wide, varint(2 * 2000, len(wide)))
    assert footer != data[-8 - length : -8]
    assert pl.read_parquet(io.BytesIO(body + footer + end))["a"].str.len_bytes().item() == 80_000_000
    with pytest.raises(Unreadable, match="it would unpack to 80,000,"):
        check_rows(read_footer(body + footer + end), 1)


def test_very_many_rows_in_a_few_bytes_are_refused() -> None:
    data = parquet(pl.DataFrame({"a": pl.repeat(1, 3_000_000, dtype=pl.Int8, eager=True)}), row_group_size=3_000_000, statistics=False)
    with pytest.raises(Unreadable, match="says that it has 3,000,000 rows"):
        read_footer(data)


def test_lists_of_very_many_values_are_refused() -> None:
    data = parquet(pl.DataFrame({"a": [[1] * 40_000_000]}, schema={"a": pl.List(pl.Int8)}), statistics=False)
    with pytest.raises(Unreadable, match="it would unpack to 160,000,"):
        check_rows(read_footer(data), 1)
