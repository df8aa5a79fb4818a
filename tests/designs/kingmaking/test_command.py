"""``citadels kingmaking`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import citadels_sim as cs


def test_it_plays_and_reports_who_chooses_the_winner_and_prints_it_again(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ("kingmaking", "--variant", "classic-2000", "--bots", "raider", "--games", "80", "--workers", "1", "--out", folder)
    first = citadels(*words)
    assert first.code == 0
    assert "80 games; 80 played now" in first.err
    assert "classic-2000, 4 players, raider: kingmaking, 80 games." in first.out
    assert "Games decided by the beaten" in first.out
    again = citadels("kingmaking", folder)
    assert (again.out, again.err) == (first.out, "")
    data = json.loads(citadels("kingmaking", folder, "--beaten", "20", "--json").out)
    assert (list(data), data["beaten"]) == (["run", "beaten", "estimates", "acts"], 0.2)
    run = cs.Run(folder)
    assert run.metric("kingmaking.acts")["n"].item() == 80
    assert set(run.metrics()["needs"]) == {"kingmaking"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to play. Give a run of kingmaking, or --variant NAME"),
        (("nowhere", "--games", "3"), "--games: does not go with nowhere"),
        (("nowhere",), "nowhere: does not exist"),
        (("--variant", "classic-2000", "--beaten", "0"), "--beaten: 0 should be a win chance in per cent, above 0 and at most 50."),
        (("--variant", "classic-200"), "Did you mean 'classic-2000'?"),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("kingmaking", *words)
    assert answer.code == 2
    assert message in answer.err
    assert not any(tmp_path.iterdir())
