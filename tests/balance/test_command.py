"""``citadels balance`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citadels_sim.balance.search import Search
from citadels_sim.variants import load_variant

LONG = (
    "balance",
    "classic-2000",
    "--target",
    "rounds",
    "--margin",
    "rounds=12",
    "--minutes",
    "0.05",
    "--top",
    "1",
    "--workers",
    "1",
    "--bots",
    "builder",
)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    least = {"forks": 40, "games": 300, "flow": 60}
    monkeypatch.setattr("citadels_sim.balance.schedule.LEAST", least)
    monkeypatch.setattr(Search, "_paces", lambda *_: {"forks": 0.02, "games": 2e-4, "flow": 0.02})


def test_it_prints_a_change_to_copy_and_goes_on_with_what_is_there(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "search"
    first = citadels(*LONG, "--out", folder)
    assert (first.code, first.err if first.code else "") == (0, "")
    assert "limit at most\u00a012\u00a0rounds" in first.out
    assert "holds for these bots" in first.out
    toml = first.out[first.out.index("# 1: ") :].partition("\n\nThis holds")[0]
    (tmp_path / "copied.toml").write_text(toml)
    assert load_variant(tmp_path / "copied.toml").at(4) != load_variant("classic-2000").at(4)
    again = citadels(*LONG, "--out", folder, "--json")
    assert (again.code, again.err) == (0, "")
    data = json.loads(again.out)
    (proposal,) = data["proposals"]
    assert data["nearest"] is None
    assert 1 < data["tried"] <= data["changes"]
    assert f"{data['tried']} of {data['changes']} changes were tried" in " ".join(first.out.split())
    assert proposal["before"][0] > 12 >= proposal["after"][0]
    assert proposal["toml"].strip() in first.out


def test_a_dry_run_lists_changes_and_rungs_and_keeps_nothing(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "search"
    answer = citadels("balance", "dark-city", "--players", "5", "--target", "character=wizard", "--dry-run", "--json", "--out", folder)
    assert answer.code == 0
    data = json.loads(answer.out)
    assert data["changes"][0]["key"] == "characters.wizard.cards"
    assert len(data["changes"]) > 100
    assert [rung["changes"] for rung in data["rungs"]] == sorted((rung["changes"] for rung in data["rungs"]), reverse=True)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--target", "wizard"), "Did you mean 'character=wizard'?"),
        (("--target", "character=king"), "there is no character 'king' at this table"),
        (("--players", "8"), "seats 2 to 7 players, not 8"),
        (("--minutes", "0"), "--minutes: 0 should be a number of minutes"),
        (("--minutes", "nan"), "--minutes: nan should be a number of minutes"),
        (("--bots", "bilder"), "--bots: there is no bot 'bilder'"),
        (("--margin", "rund=3"), "--margin: there is no limit 'rund'"),
        (("--margin", "rounds=5-9"), "--margin: rounds should be rounds"),
        (("--out", "memory://search"), "a folder on this machine"),
        (("--top", "0"), "--top"),
    ],
)
def test_a_mistake_is_one_message_and_writes_nothing(citadels, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    place = () if "--out" in words else ("--out", str(tmp_path / "search"))
    answer = citadels("balance", "dark-city", *words, *place)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_folder_of_something_else_is_refused(citadels, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    answer = citadels("balance", "dark-city", "--target", "rounds", "--out", tmp_path)
    assert answer.code == 2
    assert "holds no search" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
