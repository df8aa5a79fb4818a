"""``citadels attribute`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

WORDS = ("attribute", "classic-2000", "dark-city", "--groups", "2", "--games", "30", "--workers", "1")


def test_it_plays_all_combinations_and_prints_parts_that_can_be_printed_again(citadels, tmp_path: Path) -> None:
    first = citadels(*WORDS, "--out", tmp_path / "run")
    assert first.code == 0
    assert "120 games; 120 played now" in first.err
    assert "classic-2000 to dark-city, 4 players, builder: which rules make games longer or shorter, 30 deals." in first.out
    again = citadels(*WORDS, "--out", tmp_path / "run")
    assert (again.out, again.err) == (first.out, "")
    data = json.loads(citadels(*WORDS, "--out", tmp_path / "run", "--json").out)
    assert list(data)[-3:] == ["wholes", "parts", "interactions"]
    command = json.loads((tmp_path / "run" / "manifest.json").read_text())["command"]
    assert citadels(*command[1:]).out == first.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("classic-2000", "classic-2000"), "play the same with 4 players"),
        (("classic-2000", "dark-cty"), "Did you mean 'dark-city'?"),
        (("classic-2000", "dark-city", "--groups", "9"), "--groups: 9 should be from 1 to 8"),
        (("classic-2000", "dark-city", "--players", "8"), "seats 2 to 7 players, not 8"),
        (("classic-2000", "dark-city", "--bots", "bulder"), "Did you mean 'builder'?"),
        (
            ("classic-2000", "dark-city", "--bots", "learner"),
            "--bots: learner has not learned the rules between 'classic-2000'",
        ),
        (("classic-2000", "dark-city", "--bots", "builder,learner:think=2"), "; learner:@nearest,think=2 plays them like the nearest"),
        (("classic-2000", "dark-city", "--games", "0"), "games: 0 should be a whole number"),
        (("classic-2000", "dark-city", "--margin", "rounds=0"), "should be above 0"),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("attribute", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert not any(tmp_path.iterdir())


def test_tables_fit_eighty_columns_unless_more_is_requested(citadels, tmp_path: Path) -> None:
    words = ("attribute", "classic-2000", "dark-city", "--groups", "4", "--games", "30", "--workers", "1")
    narrow = citadels(*words, "--out", tmp_path / "run").out
    wide = citadels("attribute", tmp_path / "run", "--wide").out
    assert "First in" in wide
    assert "First in" not in narrow
    for line in narrow.splitlines():
        # Sentences are as long as they are; a terminal breaks long names, and what it takes to settle a verdict.
        assert len(line.partition("undecided (")[0]) <= 80 or line.startswith(" ─") or not line.startswith(" ")


def test_people_read_the_titles_of_figures(citadels, tmp_path: Path) -> None:
    out = citadels(*WORDS, "--out", tmp_path / "run").out
    for title in ("Rounds: ", "Winner's score: ", "Margin: ", "First crown wins: "):
        assert any(line.startswith(title) for line in out.splitlines())
    assert "mean_rounds" not in out
