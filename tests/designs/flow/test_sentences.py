"""Sentences of how games go, of runs of every small size: each is true of what is known, or says that there are too few deals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from citadels_sim.designs.flow.blocks import show
from citadels_sim.designs.flow.figure_blocks import GROUPS, NOTES, sentence
from citadels_sim.designs.flow.game_metrics import COMPLETION, FLOW
from citadels_sim.designs.flow.states import courses
from citadels_sim.designs.flow.turn_metrics import AIMS, TEMPO
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.show.values import Value
from tests.designs.flow.test_refits import part

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
        monkeypatch.setattr("citadels_sim.designs.flow.analyse.courses", lambda _, some=some: iter([some]))
        blocks = show(run).blocks
        assert blocks
        sentences |= {text for block in blocks for text in (block.finding, *block.notes)}
    for text in sentences:
        assert re.fullmatch(r"[A-Z0-9].*[.]", text), text
        assert not re.search(r"(?i)\bno of\b|\bno times\b|too few (of|times)|\bnan\b|\binf\b|[-\u2212]0(\.0*)?\b|[{}]", text), text
    assert any(re.search(r"\d", text) for text in sentences)  # of thirty games something is known


def test_a_clause_whose_figure_is_not_known_is_left_out() -> None:
    clauses = ("{lost} of all turns are lost; {random} would be", "{idle} of the seats wait")
    few, idle, lost = Value(0.1, None, None, "share"), Value(0.25, 0.2, 0.3, "share"), Value(0.06, 0.05, 0.07, "share")
    assert sentence(clauses, {"lost": few, "random": few, "idle": few}, 29) == "Too few for a finding: 29 deals, at least 30 needed."
    assert sentence(clauses, {"lost": few, "random": few}, 30) == "Too few for a finding: its figures have no intervals yet."
    assert sentence(clauses, {"lost": lost, "random": few, "idle": idle}, 30) == "25\u00a0% of the seats wait."
    assert sentence(clauses, {"lost": lost, "random": idle, "idle": idle}, 30) == (
        "6.0\u00a0% of all turns are lost; 25\u00a0% would be; 25\u00a0% of the seats wait."
    )


def test_every_figure_of_games_is_shown_once() -> None:
    shown = [name for group in GROUPS for name in group.names] + [name for names, _ in NOTES.values() for name in names]
    declared = [metric.name for family in (FLOW, TEMPO, COMPLETION, AIMS) for metric in family.metrics]
    assert sorted(shown) == sorted(declared)
