"""``citadels forks`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.runner import run_experiment

    folder = tmp_path_factory.mktemp("forks") / "run"
    keys = {"name": "forks", "variants": ["classic-2000"], "games": 600, "kind": "forks", "replicates": 2, "seed": 1}
    run_experiment(make_experiment(keys, "test"), folder)
    return folder


def test_it_plays_into_a_folder_and_prints_an_effect_per_character(citadels, tmp_path: Path) -> None:
    words = ("forks", "--variant", "classic-2000", "--nodes", "40", "--replicates", "1", "--workers", "1", "--out", tmp_path / "run")
    first, again = citadels(*words), citadels(*words)
    assert (first.code, again.code) == (0, 0)
    assert "40 nodes; 40 played now" in first.err
    assert "played now" not in again.err
    assert first.out == again.out
    assert "classic-2000, 4 players, builder: effect of a pick, 40 nodes." in first.out
    names = {line.split()[0] for line in first.out.splitlines() if line.strip()}
    assert {"Assassin", "Thief", "Magician", "King", "Bishop", "Merchant", "Architect", "Warlord"} <= names


def test_a_run_is_printed_again_with_splits_and_contrasts(citadels, run: Path) -> None:
    out = citadels("forks", run, "--splits", "--contrasts").out
    for title in ("by part of the game", "by number of the pick", "by standing of the picker"):
        assert f"effect of a pick {title}, 600 nodes." in out
    assert "difference between two picks, 600 nodes." in out
    assert "Warlord less " in out or " less Warlord" in out
    assert "early, rounds 1-" in out
    assert "undecided\n" in out


def test_a_wide_margin_balances_what_a_narrow_one_does_not(citadels, run: Path) -> None:
    assert "8 of 8 characters balanced." in citadels("forks", run, "--margin", "40").out
    assert "0 of 8 characters balanced, " in citadels("forks", run, "--margin", "0.1").out


def test_json_gives_the_same_as_data(citadels, run: Path) -> None:
    data = json.loads(citadels("forks", run, "--json").out)
    assert list(data) == ["run", "margin", "cells", "verdicts", "effects", "policy", "contrasts", "splits"]
    effects = [row for row in data["effects"] if row["metric"] == "win_effect"]
    assert len(effects) == 8
    assert {row["estimand"] for row in effects} == {"node-ATE"}
    assert sum(row["value"] * row["count"] for row in effects) == pytest.approx(0, abs=1e-9)
    assert len(data["contrasts"]) == 28
    assert {row["split"] for row in data["splits"]} == {"stage", "slot", "standing"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to play. Give a run of forks, or --variant NAME"),
        (("--variant", "classic-2000", "--margin", "0"), "--margin: 0 should be percentage points"),
        (("--variant", "clasic-2000"), "Did you mean 'classic-2000'?"),
        (("nowhere",), "nowhere: does not exist"),
        (("nowhere", "--seed", "3"), "--seed: does not go with nowhere, a run folder that is only read"),
        (("--variant", "classic-2000", "--replicates", "0"), "citadels: --replicates: 0 should be a whole number from 1 to 1000"),
        (("--variant", "classic-2000", "--nodes", "-3"), "citadels: --nodes: -3 should be a whole number, at least 1"),
        (("--variant", "classic-2000", "--bots", "builder:nose=1"), "citadels: --bots: builder: there is no parameter 'nose'"),
        (("--variant", "classic-2000", "--players", "2", "--bots", "builder,random,raider"), "--bots: 3 bots are too many for 2 players"),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("forks", *words)
    assert answer.code == 2
    assert message in answer.err
    assert not any(tmp_path.iterdir())
