"""Two runs of one seed share their deals: their difference is that of one run with both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from citadels_sim.designs.tournament.comparison import compare_variants
from citadels_sim.designs.tournament.comparison_across import Arm, common_tables, compare_across
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import load_run
from tests.designs.tournament.test_comparison import SHORT, play


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("both") / "run", games=200)


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The first variant with more games and players, the second one with others."""
    folder = tmp_path_factory.mktemp("apart")
    one = play(folder / "a", variants=[SHORT[0]], games=300, players=[4, 5])
    return one, play(folder / "b", variants=[SHORT[1]], games=200, players=[3, 4])


def arms(one: Path, other: Path) -> tuple[Arm, Arm]:
    return Arm(load_run(one), SHORT[0], "version 1"), Arm(load_run(other), SHORT[1], "version 3")


def test_two_runs_give_what_one_run_with_both_gives(both: Path, apart: tuple[Path, Path]) -> None:
    across = compare_across(*arms(*apart))
    whole = compare_variants(load_run(both), *SHORT)
    assert (across.a, across.b, across.rules.sentences) == ("version 1", "version 3", whole.rules.sentences)
    assert_frame_equal(across.table, whole.table, check_exact=False, rel_tol=1e-9)
    assert_frame_equal(across.distances, whole.distances, check_exact=False, rel_tol=1e-9)
    same = compare_across(*arms(both, both))
    assert_frame_equal(same.table, whole.table)


@pytest.mark.parametrize(
    ("key", "value"),
    [("code", "0" * 64), ("code", ""), ("seed", 4), ("kind", "forks"), ("bots", {}), ("bots", {"builder": {"sha256": "other"}})],
)
def test_games_of_other_code_seeds_or_bots_are_no_common_deals(apart: tuple[Path, Path], key: str, value: object) -> None:
    one, other = arms(*apart)
    assert common_tables(one, other) == [(4, "builder")]
    manifest = other.run.manifest
    changed = {key: value} if key in ("code", "bots") else {"experiment": manifest.experiment.model_copy(update={key: value})}
    object.__setattr__(other.run, "manifest", manifest.model_copy(update=changed))
    assert common_tables(one, other) == []
    with pytest.raises(RunError, match="version 1 and version 3 have not played the same deals"):
        compare_across(one, other)


def test_a_manifest_without_its_code_can_be_read(both: Path) -> None:
    file = both / "manifest.json"
    before = file.read_text()
    data = json.loads(before)
    del data["code"], data["bots"], data["sha256"]
    file.write_text(json.dumps(data))
    try:
        assert load_run(both).manifest.code == ""
    finally:
        file.write_text(before)
