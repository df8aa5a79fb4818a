"""``citadels bans`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def test_it_plays_and_reports_costs_and_gains_and_prints_them_again(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = citadels("bans", "--variant", "classic-2000", "--deals", "8", "--workers", "1", "--out", folder)
    assert first.code == 0
    assert "8 deals; 8 played now" in first.err
    assert "classic-2000, 4 players, builder: never picking a character, 8 deals." in first.out
    assert "classic-2000, 4 players, builder: always picking a character, 8 deals." in first.out
    assert {line.split()[0] for line in first.out.splitlines() if line.strip()} >= {"Assassin", "King", "Warlord"}
    again = citadels("bans", folder)
    assert (again.out, again.err) == (first.out, "")
    data = json.loads(citadels("bans", folder, "--json").out)
    assert list(data) == ["run", "margin", "effects", "verdicts"]
    assert len(data["verdicts"]) == 8


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to play. Give a run of bans, or --variant NAME"),
        (("--variant", "classic-2000", "--margin", "-1"), "--margin: -1 should be percentage points of win chance per game"),
        (("--variant", "classic-2000", "--bots", "builder,random"), "bans compare a bot with copies of itself"),
        (("nowhere", "--deals", "3"), "--deals: does not go with nowhere"),
        (("--variant", "classic-2000", "--deals", "0"), "citadels: --deals: 0 should be a whole number"),
        (("--variant", "classic-2000", "--bots", "bilder"), "citadels: --bots: there is no bot 'bilder'"),
        (("--variant", "classic-2000", "--players", "3-9"), "--players: '3-9' should be numbers of players from 2 to 8"),
        (("nowhere", "--dry-run"), "--dry-run: does not go with nowhere"),
        (("nowhere",), "nowhere: does not exist. Give the folder that `citadels bans ... --out` wrote."),
        (("--variant", "classic-2000", "--out", "memory://x"), "--out: memory://x should be a folder on this machine"),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("bans", *words)
    assert answer.code == 2
    assert message in answer.err
    assert not any(tmp_path.iterdir())
