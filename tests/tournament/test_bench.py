from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from citadels_sim.engine.decisions import apply
from citadels_sim.engine.jit import ready
from citadels_sim.engine.loop import deal
from citadels_sim.engine.rules import rules_record
from citadels_sim.errors import RunError
from citadels_sim.tournament import bench, make_plan
from citadels_sim.tournament.bench_kernel import look_away, play_again, write_choices
from citadels_sim.tournament.buffers import Buffers, Scratch
from citadels_sim.tournament.play import CellPlayer
from citadels_sim.tournament.seeds import block_seeds

from .conftest import small

FIGURES = [
    bench.Figure("games", "games on one core", 41234.5, "games/s", 40_000),
    bench.Figure("memory", "memory", 512.0, "MB", 400, at_most=True),
    bench.Figure("share", "share of time", 33.3, "%"),
]


def test_a_figure_holds_when_its_goal_is_reached() -> None:
    assert [figure.holds for figure in FIGURES] == [True, False, None]


def test_figures_are_shown_with_their_units_and_goals() -> None:
    assert [figure.shown() for figure in FIGURES] == ["41,234 games/s", "512 MB", "33%"]
    assert [figure.shown_goal for figure in FIGURES] == ["at least 40,000 games/s", "under 400 MB", ""]


def test_the_table_is_written_between_the_marks_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("before\n<!-- benchmark:start -->\nold\n<!-- benchmark:end -->\nafter\n")
    bench.write_markdown(FIGURES, file)
    bench.write_markdown(FIGURES, file)
    text = file.read_text()
    assert text.startswith("before\n<!-- benchmark:start -->\n| what | goal | measured |")
    assert text.endswith("<!-- benchmark:end -->\nafter\n")
    assert text.count("41,234 games/s") == 1
    assert "old" not in text


def test_a_file_without_marks_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("mine")
    with pytest.raises(RunError, match="has no '<!-- benchmark:start -->'"):
        bench.write_markdown(FIGURES, file)
    assert file.read_text() == "mine"


@pytest.mark.parametrize("ask", [False, True])
def test_choices_played_again_without_the_bots_lead_to_the_same_points(ask: bool) -> None:
    plan = make_plan(small(detail="games"))
    player = CellPlayer(plan.cells[0], plan.bots, Buffers("games"), 5, journal=False)
    player.ready()
    real = player.play(0, 60)
    for seam in (deal, apply, write_choices, play_again, look_away):
        ready(seam)
    scratch = Scratch(journal=False)
    for seat in range(4):
        scratch.minds.seat[seat].parameters[:] = plan.bots["builder"].vector()
    table = (scratch.minds, scratch.state, scratch.raw, rules_record(plan.cells[0].variant.at(4)), scratch.journal, scratch.legal)
    seeds, codes, ends = block_seeds(5, 0, 60), np.zeros(60 * 400, np.int64), np.zeros(60, np.int64)
    assert write_choices(deal, apply, plan.bots["builder"].choose, *table, seeds, codes, ends) == 60
    assert np.array_equal(np.diff(ends, prepend=0), real.games[2])
    assert play_again(deal, apply, look_away, *table, seeds, codes, ends, ask) == real.seats[2].sum()


@pytest.mark.slow
def test_everything_is_measured() -> None:
    keys = {figure.key for figure in bench.measure_all(quick=True)}
    assert {"games", "turns", "warm_start", "help", "memory", "share_engine", "share_bots", "share_views", "share_recording"} <= keys
