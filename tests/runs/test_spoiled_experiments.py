"""An experiment file, or a file of a bot's values, that is spoiled is refused with a message, or can be planned: soon, and without harm."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from citadels_sim.bots import parse_bot
from citadels_sim.resources import configs_dir
from citadels_sim.runs import plan
from citadels_sim.runs.experiment import read_experiment
from citadels_sim.runs.plan import Plan, make_plan
from citadels_sim.variants import Variant, load_variant, variant_names
from tests.mutations import Slowest, bytes_of, lay_traps, mutated, nothing_else_written, soon, spoiled, toml_text

EXPERIMENTS = sorted((configs_dir() / "experiments").glob("*.toml"))
WEIGHTS = sorted((configs_dir() / "weights").rglob("*.toml"))
EXTRA: tuple[Any, ...] = (
    *("games", "forks", "crowns", "bans", "flow", "casts", "luck", "kingmaking", "attribution", "turns", "events", *variant_names()),
    *(
        "planner",
        "builder:spite=1",
        "searcher:playouts=4",
        [["planner", "random"]],
        [2, 3],
        [2, 8],
        4,
        0.5,
        {"seat": 3},
        {"rounds": [1, 2]},
    ),
    *({"rounds": [1, 2]}, {"between": ["a", "b"], "groups": {"a": ["b"]}}, {"interaction": [0.1, 0.2]}, ["classic-2000", "dark-city"]),
)
KEYS = {
    "rows": 10,
    "precision": 1,
    "replicates": 2,
    "rounds": 3,
    "most_groups": 2,
    "what": "murder",
    "where": "leader",
    "between": [],
    "groups": [],
    "margins": {"seat": 2},
}


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def experiments() -> st.SearchStrategy[bytes]:
    """Draw a spoiled experiment file, some with a key more."""
    shown = st.sampled_from(EXPERIMENTS).map(read)
    more = st.builds(lambda data, key: data | {key: KEYS[key]}, shown, st.sampled_from(sorted(KEYS)))
    changed = st.one_of(shown, more).flatmap(lambda data: mutated(data, EXTRA)).map(lambda data: toml_text(data).encode())
    return st.one_of(changed, st.sampled_from(EXPERIMENTS).flatmap(lambda path: spoiled(path.read_bytes())))


def values() -> st.SearchStrategy[bytes]:
    """Draw a spoiled file of values."""
    path = st.sampled_from(WEIGHTS)
    return st.one_of(path.map(read).flatmap(bytes_of), path.flatmap(lambda path: spoiled(path.read_bytes())))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of its own for spoiled files, with traps in it, inside a folder that is watched."""
    folder = tmp_path_factory.mktemp("watched") / "a" / "b"
    folder.mkdir(parents=True)
    lay_traps(folder)
    (folder / "mine.toml").write_bytes(b"")
    return folder


@pytest.fixture(autouse=True)
def _in_place(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand where the traps are; packaged variants are read once."""
    packaged = frozenset(variant_names())
    known = cache(load_variant)

    def load(name: str) -> Variant:
        return known(name) if name in packaged else load_variant(name)

    monkeypatch.chdir(place)
    monkeypatch.setattr(plan, "load_variant", load)


def try_experiment(place: Path, data: bytes, slowest: Slowest) -> None:
    (place / "mine.toml").write_bytes(data)

    def planned() -> Plan:
        return make_plan(read_experiment("mine.toml"), "mine.toml")

    with nothing_else_written(place.parents[1]):
        result = soon(planned, data.decode("utf-8", "replace"), slowest)
    assert result is None or result.games > 0


def try_values(place: Path, data: bytes, slowest: Slowest) -> None:
    (place / "mine.toml").write_bytes(data)
    with nothing_else_written(place.parents[1]):
        result = soon(lambda: parse_bot("planner:@mine.toml"), data.decode("utf-8", "replace"), slowest)
    if result is not None:
        held = {parameter.name: (parameter.low, parameter.high) for parameter in result.parameters}
        assert all(held[name][0] <= value <= held[name][1] for name, value in result.weights[0].values.items())


@settings(max_examples=300)
@given(data=experiments())
def test_a_spoiled_experiment_is_refused_or_planned(place: Path, data: bytes) -> None:
    try_experiment(place, data, Slowest())


@settings(max_examples=200)
@given(data=values())
def test_a_spoiled_file_of_values_is_refused_or_read(place: Path, data: bytes) -> None:
    try_values(place, data, Slowest())


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(
    ("what", "draw", "try_", "count"), [("experiments", experiments, try_experiment, 5_000), ("values", values, try_values, 2_000)]
)
def test_very_many_spoiled_files_are_refused_or_read(place: Path, what: str, draw: Any, try_: Any, count: int, part: int) -> None:
    slowest = Slowest()

    @seed(part)
    @settings(max_examples=count)
    @given(data=draw())
    def every(data: bytes) -> None:
        try_(place, data, slowest)

    every()
    print(f"\n{what}, part {part}: {slowest}")  # noqa: T201
    assert slowest.taken > 100
    assert slowest.refused > 100
