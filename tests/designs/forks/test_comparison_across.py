"""Two runs of forks of one seed share their deals: their differences are those of one run with both variants."""

from __future__ import annotations

from pathlib import Path

from polars.testing import assert_frame_equal

from citadels_sim.designs.forks.blocks import compared_shown
from citadels_sim.designs.forks.comparison import effect_differences, effect_differences_across
from citadels_sim.designs.tournament.comparison_across import Arm
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.runner import run_experiment
from tests.small_runs import small

PAIR = ("classic-2000", "classic-summary")


def played(folder: Path, *variants: str, **keys: object) -> Run:
    run_experiment(small(variants=list(variants), kind="forks", games=60, replicates=1, **keys), folder)
    return load_run(folder, kind="forks")


def test_forks_of_two_runs_give_what_one_run_with_both_gives(tmp_path: Path) -> None:
    both = played(tmp_path / "both", *PAIR)
    one, other = (played(tmp_path / name, name) for name in PAIR)
    across = effect_differences_across(Arm(one, PAIR[0], "version 1"), Arm(other, PAIR[1], "version 2"))
    assert across.height == 8
    assert_frame_equal(across, effect_differences(both, *PAIR), check_exact=False, rel_tol=1e-9)
    (block,) = compared_shown(across, "version 1", "version 2").blocks
    assert (block.slug, block.other, block.cell) == ("forks-change", "version 1", ("version 2", 4, "builder"))


def test_forks_of_other_seeds_are_no_common_deals(tmp_path: Path) -> None:
    one, other = (played(tmp_path / str(seed), PAIR[0], seed=seed) for seed in (1, 2))
    assert effect_differences_across(Arm(one, PAIR[0], "version 1"), Arm(other, PAIR[0], "version 2")).height == 0
