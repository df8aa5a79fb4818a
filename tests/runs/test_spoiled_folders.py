"""A run folder that somebody spoiled, with or without new checksums, is refused with a message or read: never a traceback or a wait."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citadels_sim.cli.main import main
from citadels_sim.designs.recording.replay import open_replay
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.verify import verify_run
from tests.mutations import LIMIT, Slowest, json_text, mutated, nothing_else_written, soon, spoiled

EVERYDAY = {
    "games": {"games": 24, "lineups": [["builder", "random"]], "detail": "turns"},
    "forks": {"games": 12, "kind": "forks", "replicates": 1},
}
OTHERS = {
    "flow": {"games": 24, "kind": "flow"},
    "crowns": {"games": 12, "replicates": 1, "kind": "crowns"},
    "casts": {"games": 40, "kind": "casts"},
    "kingmaking": {"games": 12, "kind": "kingmaking", "lineups": [["raider"]]},
    "luck": {"games": 6, "replicates": 2, "kind": "luck"},
    "bans": {"games": 6, "kind": "bans"},
}
READERS = {"games": ("report", "ladder"), "casts": ("casts", "districts"), "crowns": ("forks",)}
CELLS = (None, -1, 0, 1, 99, 2**15 - 1, 2**62, 0.5, float("nan"), float("inf"), "king", "x" * 50)


@contextmanager
def changed(folder: Path, name: str, content: bytes | None) -> Iterator[None]:
    """Put other bytes, or nothing, in the place of a file of a folder, and put the folder right again."""
    path = folder / name
    before, times = path.read_bytes(), path.stat()
    try:
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
        yield
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def with_shard(folder: Path, name: str, data: bytes, rows: int | None) -> bytes:
    """Write a manifest as whoever hands over a spoiled file would: with its checksum, and its rows where they are known."""
    result = json.loads((folder / "manifest.json").read_bytes()) | {"sha256": None}
    for entry in result["shards"]:
        if entry["path"] == name:
            entry["sha256"] = hashlib.sha256(data).hexdigest()
            entry["rows"] = entry["rows"] if rows is None else rows
    return json.dumps(result).encode()


@st.composite
def manifests(draw: st.DrawFn, folder: Path) -> bytes:
    """Draw a spoiled manifest."""
    data = (folder / "manifest.json").read_bytes()
    result = json.loads(data) | {"sha256": None}  # else that alone would be refused
    for key in ("columns", "variants"):  # most of the text, and nearly nothing of the meaning
        if draw(st.booleans()):
            result[key] = {} if key == "columns" else result[key]
    extra = ("games/part-00000.parquet", "../x/part-00000.parquet", "games", "flow", "attribution")
    return draw(st.one_of(mutated(result, extra).map(lambda changed: json_text(changed).encode()), spoiled(data)))


@st.composite
def tables(draw: st.DrawFn, folder: Path) -> tuple[str, bytes, int | None]:
    """Draw a spoiled table: its name, its bytes, and its rows where they can be read."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*.parquet"))
    name = draw(st.sampled_from(names))
    data = (folder / name).read_bytes()
    kind = draw(st.sampled_from(("bytes", "other", "column", "value", "value", "value", "rows")))
    if kind == "bytes":
        return name, draw(spoiled(data)), None
    if kind == "other":
        other = (folder / draw(st.sampled_from(names))).read_bytes()
        return name, other, pl.read_parquet(io.BytesIO(other)).height
    frame = pl.read_parquet(io.BytesIO(data))
    column = draw(st.sampled_from(frame.columns))
    if kind == "column":
        to = draw(st.sampled_from((None, "other", pl.String, pl.Float64, pl.Int64, pl.Boolean, pl.List(pl.Int64), pl.Null)))
        if to is None:
            frame = frame.drop(column)
        elif to == "other":
            frame = frame.rename({column: "other"})
        else:
            frame = frame.with_columns(recast(frame[column], to))
    elif kind == "value":
        frame = frame.with_columns(draw(values(frame[column])))
    else:
        count = draw(st.integers(0, frame.height))
        frame = draw(
            st.sampled_from((frame.head(count), pl.concat([frame, frame.head(count)]), frame.reverse(), frame.sample(fraction=1, seed=1)))
        )
    file = io.BytesIO()
    frame.write_parquet(file)
    return name, file.getvalue(), frame.height


def recast(column: pl.Series, dtype: Any) -> pl.Series:
    """Give a column another type; nothing in it where the one cannot become the other."""
    try:
        return column.cast(dtype, strict=False)
    except pl.exceptions.PolarsError:
        return pl.Series(column.name, [None] * len(column), dtype=dtype)


@st.composite
def values(draw: st.DrawFn, column: pl.Series) -> pl.Series:
    """Draw a column of which some values, or all, are others of the same type."""
    value = draw(st.sampled_from(CELLS))
    every = draw(st.booleans())
    at = draw(st.integers(0, max(0, len(column) - 1)))
    if column.dtype.is_nested():
        return column.reverse()
    one = recast(pl.Series([value], strict=False), column.dtype)
    mask = pl.Series([every or row == at for row in range(len(column))], dtype=pl.Boolean)
    return draw(st.sampled_from((column.reverse(), one.new_from_index(0, len(column)).zip_with(mask, column).alias(column.name))))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Small runs, each made when it is requested, in a folder that is watched."""
    place = tmp_path_factory.mktemp("watched")

    def run(kind: str) -> Path:
        if not (place / kind).is_dir():
            keys = {"name": kind, "variants": ["classic-2000"], "players": [4], "seed": 1} | (EVERYDAY | OTHERS)[kind]
            run_experiment(make_experiment(keys, "test"), place / kind)
        return place / kind

    return run


def tellers(folder: Path) -> list[list[str]]:
    """Return the commands that read a folder."""
    kind = folder.name
    lines = [[command, str(folder), *(["--terminal"] if command == "report" else [])] for command in READERS.get(kind, (kind,))]
    return [*lines, ["runs", "verify", str(folder)], *([["replay", str(folder), "--game", "999"]] if kind == "games" else [])]


def timed(words: list[str]) -> tuple[int, float]:
    """Tell something of a folder; give the exit code, and the processor's time."""
    begun = time.process_time()
    return main(words), time.process_time() - begun


USUAL: dict[str, float] = {}
"""Seconds of processor time that a command takes on a sound folder; the first time with all that it imports."""


def try_manifest(folder: Path, data: bytes, slowest: Slowest) -> None:
    def read() -> None:
        load_run(folder, kind=None)
        verify_run(LocalStore(folder))

    with changed(folder, "manifest.json", data), nothing_else_written(folder.parent):
        soon(read, data.decode("utf-8", "replace"), slowest)
        if slowest.taken % 10 == 0 and folder.name == "games":  # a game out of the range of any run: the plan is made, nothing is played
            soon(lambda: open_replay(folder, -1), data.decode("utf-8", "replace"), Slowest())


def try_table(folder: Path, name: str, data: bytes, rows: int | None, which: int) -> int:
    """Tell a folder with a spoiled table, whose checksum the manifest has in nine of ten."""
    words = tellers(folder)[which % len(tellers(folder))]
    if (line := " ".join(words)) not in USUAL:
        USUAL[line] = timed(words)[1]
    manifest = (folder / "manifest.json").read_bytes() if which % 10 == 0 else with_shard(folder, name, data, rows)
    with changed(folder, name, data), changed(folder, "manifest.json", manifest), nothing_else_written(folder.parent):
        code, seconds = timed(words)
    assert code in (0, 1, 2)
    assert seconds < LIMIT + USUAL[line], f"{line}, {name}, {which}: {seconds:.1f} s"
    return code


@pytest.mark.parametrize("kind", sorted(EVERYDAY))
@settings(max_examples=60)
@given(data=st.data())
def test_a_spoiled_manifest_is_refused_or_read(runs: Callable[[str], Path], kind: str, data: st.DataObject) -> None:
    try_manifest(runs(kind), data.draw(manifests(runs(kind))), Slowest())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", sorted(EVERYDAY))
@settings(max_examples=25)
@given(data=st.data())
def test_a_spoiled_table_is_refused_or_reported(runs: Callable[[str], Path], kind: str, data: st.DataObject) -> None:
    try_table(runs(kind), *data.draw(tables(runs(kind))), data.draw(st.integers(0, 99)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(EVERYDAY | OTHERS))
def test_very_many_spoiled_manifests_are_refused_or_read(runs: Callable[[str], Path], kind: str) -> None:
    slowest, folder = Slowest(), runs(kind)

    @settings(max_examples=1_250)
    @given(data=manifests(folder))
    def every(data: bytes) -> None:
        try_manifest(folder, data, slowest)

    every()
    print(f"\nmanifests of {kind}: {slowest}")  # noqa: T201
    assert slowest.taken > 20
    assert slowest.refused > 20


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", sorted(EVERYDAY | OTHERS))
def test_very_many_spoiled_tables_are_refused_or_reported(runs: Callable[[str], Path], kind: str) -> None:
    codes, folder = [0, 0, 0], runs(kind)

    @settings(max_examples=250)
    @given(data=tables(folder), which=st.integers(0, 99))
    def every(data: tuple[str, bytes, int | None], which: int) -> None:
        codes[try_table(folder, *data, which)] += 1

    every()
    print(f"\ntables of {kind}: read, with findings, refused: {codes}")  # noqa: T201
    assert codes[2] > 20


def test_what_is_no_file_in_a_run_folder_is_refused_at_once(
    runs: Callable[[str], Path], tmp_path: Path, citadels: Callable[..., Any]
) -> None:
    folder = tmp_path / "games"
    shutil.copytree(runs("games"), folder)
    path = folder / "games" / "part-00000.parquet"
    for lay in (os.mkfifo, lambda at: at.symlink_to(at), lambda at: at.mkdir(), lambda at: at.symlink_to("/dev/zero")):
        path.unlink()
        lay(path)
        for words in (("report", folder, "--terminal"), ("ladder", folder), ("replay", folder, "--game", "0")):
            result = citadels(*words)
            assert (result.code, "part-00000.parquet" in result.err or "a shard is damaged" in result.err) == (2, True), result.err
        assert citadels("runs", "verify", folder).code == 1
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
            path.touch()
