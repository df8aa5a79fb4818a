"""``citadels why`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SMALL = ("--variant", "classic-2000", "--nodes", "40", "--replicates", "1", "--bots", "builder", "--workers", "1", "--seed", "1")


def test_an_effect_is_split_printed_and_read_again(citadels, tmp_path: Path) -> None:
    words = ("why", "king", *SMALL, "--out", tmp_path / "run")
    first, again = citadels(*words), citadels("why", tmp_path / "run")
    assert (first.code, again.code) == (0, 0)
    assert first.out == again.out
    assert "parts of the effect of a pick of the King, 40 nodes." in first.out
    for part in ("The whole effect", "Income from districts", "The crown", "Being murdered or robbed", "Denied to others", "The rest"):
        assert part in first.out
    data = json.loads(citadels("why", tmp_path / "run", "--json").out)
    assert {row["group"] for row in data["effects"]} == {"whole", "income", "crown", "target", "denied", "rest"}
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["command"][:3] == ["citadels", "why", "king"]
    assert citadels(*words).err.count("played now") == 0


def test_time_may_be_given_in_the_place_of_a_number(citadels, tmp_path: Path) -> None:
    words = (
        "why",
        "keep",
        "--variant",
        "classic-2000",
        "--replicates",
        "1",
        "--workers",
        "1",
        "--minutes",
        "0.02",
        "--out",
        tmp_path / "run",
    )
    first = citadels(*words, "--json")
    assert first.code == 0
    experiment = json.loads((tmp_path / "run" / "manifest.json").read_text())["experiment"]
    assert experiment["lineups"] == [["learner"], ["planner"], ["builder"]]  # one for each level of skill
    assert experiment["games"] > 10
    again = citadels(*words, "--json")
    assert again.out == first.out  # the same command goes on with as many
    assert again.err.count("played now") == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("king",), "nothing to play. Give a run of a split effect, or --variant NAME"),
        (("kng", *SMALL), "'kng' is no character and no district that is built in classic-2000 with 4 players. Did you mean 'king'?"),
        (("king", *SMALL, "--minutes", "1"), "--minutes: does not go with --nodes"),
        (("king", "--variant", "classic-2000", "--minutes", "0"), "--minutes: 0 should be a number of minutes from 0.01 to 10000"),
        (("king", *SMALL, "--margin", "0"), "--margin: 0 should be percentage points"),
        (("runs/nowhere",), "runs/nowhere: does not exist"),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("why", *words)
    assert (answer.code, message in answer.err) == (2, True), answer.err
    assert not any(tmp_path.iterdir())
