"""Sentences of how games go, of runs of every small size: each is true of what is known, or says that there are too few deals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from citadels_sim.lab.flow.analyse import analyse_flow
from citadels_sim.lab.flow.arms import FlowArm
from citadels_sim.lab.flow.dot_plots import LINES, lines_chart
from citadels_sim.lab.flow.states import courses
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from tests.lab.flow.test_refits import part

GAMES = 30


@pytest.mark.parametrize(("variant", "players"), [("classic-2000", 4), ("dark-city", 7), ("citadels-2016", 2)])
def test_every_sentence_of_a_small_run_can_be_read(variant: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {"name": "small", "variants": [variant], "players": [players], "games": GAMES, "seed": 3, "kind": "flow"}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="flow")
    (whole,) = courses(run)
    first = int(whole.block.min())
    sentences = set()
    for games in range(1, GAMES + 1):
        some = part(whole, first, first + games)
        monkeypatch.setattr("citadels_sim.lab.flow.analyse.courses", lambda _, some=some: iter([some]))
        flow = analyse_flow(run)
        arm = FlowArm(variant, variant, variant, "flow-", flow.estimates, flow.curves, flow.calibration)
        charts = [chart for lines in LINES.values() if (chart := lines_chart(lines, [arm])) is not None]
        assert charts
        sentences |= {chart.finding for chart in charts}
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z0-9].*[.]", sentence), sentence
        assert not re.search(r"(?i)\bno of\b|\bno times\b|too few (of|times)|\bnan\b|\binf\b|[-\u2212]0(\.0*)?\b|[{}]", sentence), sentence
    assert any(re.search(r"\d", sentence) for sentence in sentences)  # of thirty games something is known


def test_a_clause_whose_figure_is_not_known_is_left_out() -> None:
    ranges = dict.fromkeys(LINES["dead-turns"].axes, "too few")
    assert LINES["dead-turns"].finding(ranges) == "Too few deals for a finding."
    known = ranges | {"idle_three": "0.0\u00a0%"}
    assert LINES["dead-turns"].finding(known) == "0.0\u00a0% of the seats build nothing for three rounds or more in a row."
    habit = LINES["kill-game"]
    assert "has no interval" in habit.finding(dict.fromkeys(habit.axes, "too few"))
