"""A variant file that is spoiled is refused with a message, or can be played: never a traceback, never a wait, nothing written."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import citadels_sim as cs
from citadels_sim.resources import configs_dir
from citadels_sim.variants import from_resolved
from citadels_sim.variants.switches import SWITCHES
from tests.engine.loops import checked_play, compiled_only
from tests.mutations import Slowest, bytes_of, lay_traps, mutated, nothing_else_written, soon, spoiled, toml_text

FILES = {path.stem: path for path in sorted((configs_dir() / "variants").glob("*.toml"))}
KEYS: dict[str, dict[str, Any]] = {name: tomllib.loads(path.read_text(encoding="utf-8")) for name, path in FILES.items()}
WHOLE = {name: cs.load_variant(name).resolved() for name in ("classic-2000", "dark-city-random", "citadels-2016-random")}
READINGS = tuple({key: word} for key, switch in SWITCHES.items() for word in (*switch.words, 1, 2))
"""Every switch with every reading that is a word, to be put in the place of anything."""


def texts() -> st.SearchStrategy[bytes]:
    """Draw a spoiled variant file: one that is packaged, or a whole one; in any other reading, too."""
    whole = st.sampled_from(sorted(WHOLE)).flatmap(lambda name: st.one_of(bytes_of(WHOLE[name]), with_readings(WHOLE[name])))
    packaged = st.sampled_from(sorted(KEYS)).flatmap(
        lambda name: st.one_of(bytes_of(KEYS[name]), spoiled(FILES[name].read_bytes()), with_readings({"rules": {}} | KEYS[name]))
    )
    return st.one_of(packaged, whole)


def with_readings(base: dict[str, Any]) -> st.SearchStrategy[bytes]:
    """Draw other readings of some switches, which can mostly be played, and now and then another change."""
    readings = st.lists(st.sampled_from(READINGS), min_size=1, max_size=8)
    read = readings.map(lambda all_: base | {"rules": base["rules"] | {key: word for one in all_ for key, word in one.items()}})
    return st.one_of(read, read.flatmap(mutated)).map(lambda data: toml_text(data).encode())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of its own for spoiled files, with traps in it, inside a folder that is watched."""
    folder = tmp_path_factory.mktemp("watched") / "a" / "b"
    folder.mkdir(parents=True)
    lay_traps(folder)
    (folder / "mine.toml").write_bytes(b"")
    return folder


def try_file(place: Path, data: bytes, seed: int, slowest: Slowest, games: int) -> None:
    """Load a file; play what can be played, by chance and with all invariants checked, and make it again from its resolved form."""
    (place / "mine.toml").write_bytes(data)
    with nothing_else_written(place.parents[1]):
        variant = soon(lambda: cs.load_variant(str(place / "mine.toml")), data.decode("utf-8", "replace"), slowest)
    if variant is None:
        return
    assert from_resolved(variant.resolved()).digest == variant.digest
    counts = sorted(variant.tables)
    seen = checked_play(variant, counts[seed % len(counts)], games, first_seed=seed)
    assert seen.fault == "", data.decode()
    assert seen.games == games


@compiled_only
@settings(max_examples=300)
@given(data=texts(), seed=st.integers(0, 10**6))
def test_a_spoiled_variant_is_refused_or_played(place: Path, data: bytes, seed: int) -> None:
    try_file(place, data, seed, Slowest(), games=3)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_very_many_spoiled_variants_are_refused_or_played(place: Path, part: int) -> None:
    slowest = Slowest()

    @seed(part)
    @settings(max_examples=3_000)
    @given(data=texts(), first_seed=st.integers(0, 10**6))
    def every(data: bytes, first_seed: int) -> None:
        try_file(place, data, first_seed, slowest, games=3)

    every()
    print(f"\nvariants, part {part}: {slowest}")  # noqa: T201
    assert slowest.taken > 300
    assert slowest.refused > 300
