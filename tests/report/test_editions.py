"""What an edition changes is named in the sentence above the figures that show it, on both pages."""

from __future__ import annotations

from pathlib import Path

from citadels_sim.report import read
from citadels_sim.report.overview.editions import differences
from citadels_sim.report.page import build
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.runner import run_experiment


def test_a_figure_beyond_its_limit_is_named_in_the_finding(tmp_path: Path) -> None:
    keys = {"name": "cities", "variants": ["classic-2000", "classic-2000-short"], "players": [4], "games": 400, "seed": 1}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    evidence = read([tmp_path / "run"])
    (block,) = differences(evidence)
    rounds = next(row for row in block.rows if row.head == "Rounds")
    assert rounds.state == "fails"  # a city of seven is complete a round earlier
    assert f"rounds {rounds.figure.text}" in block.finding
    chart = next(chart for chart in build(evidence).charts if chart.slug == "edition-differences")
    assert chart.finding.startswith("Largest change beyond its margin: ")
