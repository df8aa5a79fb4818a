"""``citadels attribute --picks`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

WORDS = ("attribute", "classic-2000", "classic-summary", "--picks", "--groups", "3", "--games", "240", "--workers", "1")


def test_it_plays_all_combinations_and_prints_parts_that_can_be_printed_again(citadels, tmp_path: Path) -> None:
    first = citadels(*WORDS, "--out", tmp_path / "run")
    assert first.code == 0
    assert "1,920 nodes; 1,920 played now" in first.err
    assert "classic-2000 to classic-summary, 4 players, builder: which rules make which characters stronger, 60 deals" in first.out
    again = citadels(*WORDS, "--out", tmp_path / "run")
    assert (again.out, again.err) == (first.out, "")
    assert citadels("attribute", tmp_path / "run").out == first.out
    data = json.loads(citadels("attribute", tmp_path / "run", "--json").out)
    assert list(data)[-2:] == ["wholes", "parts"]
    command = json.loads((tmp_path / "run" / "manifest.json").read_text())["command"]
    assert citadels(*command[1:]).out == first.out
    for line in first.out.splitlines():  # a table fits 80 columns; sentences are as long as they are
        assert len(line.partition("undecided (")[0]) <= 80 or line.startswith(" ─") or not line.startswith(" ")
    wide = citadels("attribute", tmp_path / "run", "--wide").out
    assert len(wide) > len(first.out)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("classic-2000", "classic-2000", "--picks"), "play the same with 4 players"),
        (("classic-2000", "dark-city", "--picks", "--groups", "6"), "--groups: 6 should be from 1 to 5"),
        (("classic-2000", "dark-city", "--picks", "--players", "8"), "seats 2 to 7 players, not 8"),
        (("classic-2000", "dark-city", "--picks", "--bots", "bulder"), "Did you mean 'builder'?"),
        (("classic-2000", "dark-city", "--picks", "--bots", "learner"), "has not learned"),
        (("classic-2000", "dark-city", "--picks", "--margin", "rounds=0"), "should be above 0"),
        (("dark-city", "--picks"), "citadels attribute dark-city classic-2000"),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("attribute", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert not any(tmp_path.iterdir())


def test_a_folder_of_another_kind_and_options_beside_a_run_are_refused(citadels, tmp_path: Path) -> None:
    assert citadels(*WORDS, "--out", tmp_path / "run").code == 0
    beside = citadels("attribute", tmp_path / "run", "--picks")
    assert beside.code == 2
    assert "--picks: does not go with" in beside.err
    forks = ("forks", "--variant", "classic-2000", "--players", "4", "--nodes", "20", "--workers", "1", "--out", tmp_path / "forks")
    assert citadels(*forks).code == 0
    other = citadels("attribute", tmp_path / "forks")
    assert other.code == 2
    assert "a run of forks" in other.err
