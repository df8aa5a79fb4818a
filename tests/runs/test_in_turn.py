"""One process plays the next shard while the disk is busy with the last, and notes none that it was not asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_sim.errors import RunError
from citadels_sim.runs.plan import Shard, make_plan
from citadels_sim.runs.pool_types import in_turn
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.table_writer import Writer
from tests.small_runs import small

pytestmark = pytest.mark.usefixtures("small_shards")


@pytest.fixture
def writer(tmp_path: Path) -> Writer:
    return Writer(make_plan(small()), LocalStore(tmp_path))


@pytest.fixture
def shards(writer: Writer) -> list[Shard]:
    return list(writer._plan.shards())[:3]


def paths(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file()}


def test_each_shard_is_given_when_the_next_has_been_played(writer: Writer, shards: list[Shard], tmp_path: Path) -> None:
    taken: list[int] = []

    def take() -> Shard | None:
        taken.append(len(taken))
        return shards[len(taken) - 1] if len(taken) <= len(shards) else None

    begun = []
    for written in in_turn(writer, take):
        begun.append((written.shard.number, len(taken)))
        assert all((tmp_path / file.path).is_file() for file in written.files)
    assert begun == [(0, 2), (1, 3), (2, 4)]


def test_a_shard_is_given_at_once_where_the_next_waits_for_it(writer: Writer, shards: list[Shard]) -> None:
    """As before a look at the intervals, which needs all shards before it."""
    left: Iterator[Shard | None] = iter([shards[0], None, shards[1], None, None])
    assert [written.shard.number for written in in_turn(writer, lambda: next(left))] == [0, 1]


def test_what_was_begun_and_not_given_leaves_nothing(writer: Writer, shards: list[Shard], tmp_path: Path) -> None:
    left = iter(shards)
    playing = in_turn(writer, lambda: next(left, None))
    first = next(playing)
    playing.close()
    assert paths(tmp_path) == {Path(file.path).name for file in first.files}


def test_a_disk_that_is_full_is_reported(writer: Writer, shards: list[Shard], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(name: str, data: bytes) -> None:
        raise RunError(f"{name}: no room")

    monkeypatch.setattr(writer._store, "write", full)
    left = iter(shards)
    with pytest.raises(RunError, match="no room"):
        list(in_turn(writer, lambda: next(left, None)))
