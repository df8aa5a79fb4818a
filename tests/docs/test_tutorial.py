"""Every example of the tutorial runs, and what it says of its results is what its commands give: the same seed makes the same games."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from citadels_sim.designs.forks.comparison import effect_differences
from citadels_sim.runs.reading import load_run
from tests.readme.runner import read_blocks, run_blocks

pytestmark = pytest.mark.rotated(3, together=True)

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which every example of the tutorial was run."""
    folder = tmp_path_factory.mktemp("tutorial")
    outcomes = list(run_blocks(read_blocks(TEXT), folder))
    assert [outcome.output for outcome in outcomes if outcome.state == "failed"] == []
    assert sum(outcome.state == "ran" for outcome in outcomes) > 5
    return folder


def citadels(folder: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, "-m", "citadels_sim", *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def number(text: str) -> float:
    return float(text.replace("\N{MINUS SIGN}", "-"))


def test_the_effects_of_the_warlord_are_what_forks_gives(folder: Path) -> None:
    result = json.loads(citadels(folder, "forks", "runs/picks", "--json"))
    effects = [row for row in result["effects"] if (row["group"], row["metric"]) == ("warlord", "win_effect")]
    shown = [[number(one) for one in each] for each in re.findall(r"([+−][\d.]+) \[([+−][\d.]+), ([+−][\d.]+)\]", TEXT)]
    changes = effect_differences(load_run(folder / "runs" / "picks", kind="forks"), "classic-2000", "my-rules").filter(group="warlord")
    figures = [*({**row, "difference": row["value"]} for row in effects), changes.row(0, named=True)]
    assert shown == [[round(100 * row[key], 1) for key in ("difference", "family_low", "family_high")] for row in figures]
    verdicts = {row["variant"]: row["verdict"] for row in result["verdicts"] if row["character"] == "warlord"}
    assert verdicts == {"classic-2000": "undecided", "my-rules": "undecided"}
