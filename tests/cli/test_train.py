"""`citadels train` and `citadels exploit`: the file, what it says, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citadels_sim.cli.exploit import _print
from citadels_sim.cli.files import written_alone
from citadels_sim.training.exploit import SEARCHES, Attempt
from citadels_sim.training.learning.session import kept_beside
from citadels_sim.training.learning.strength import Strength


def test_a_file_is_learned_and_played(citadels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    train = ("train", "classic-2000", "--players", "4", "--rounds", "2", "--out", "few.weights")
    result = citadels(*train, "--json")
    assert result.code == 0
    actual = json.loads(result.out)
    assert actual["rounds"] == 2
    assert 0.1 < actual["strength"][0]["wins"] < 0.9
    assert not kept_beside(Path("few.weights")).exists()
    play = ["run", "--variant", "classic-2000", "--games", "8", "--out", "run"]
    assert citadels(*play, "--players", "4", "--bots", "learner:@few.weights,builder").code == 0
    assert "already exists" in citadels(*train).err
    assert "there is no such file" in citadels(*play, "--players", "4", "--bots", "learner:@fewer.weights").err


def test_a_second_training_into_the_same_file_is_refused_while_the_first_lives(citadels, tmp_path: Path) -> None:
    file = tmp_path / "few.weights"
    words = ("train", "classic-2000", "--players", "4", "--rounds", "1", "--out", file)
    with written_alone("--out", file):
        assert citadels(*words) == (
            2,
            "",
            f"citadels: --out {file}: another command is writing it. Wait for it, or name another file.\n",
        )
    assert list(tmp_path.iterdir()) == []


def test_an_answer_to_other_bots_foresees_at_their_tables(citadels, tmp_path: Path) -> None:
    words = ("train", "classic-2000", "--players", "4", "--rounds", "1", "--against", "builder", "--out", str(tmp_path / "few.weights"))
    result = citadels(*words)
    assert result.code == 0
    assert "Its forecast of who wins, at a table of builder of classic-2000 with 4 players" in result.out
    assert "logit" not in result.out
    assert "0 % is its mean share of wins" in result.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("clasic-2000", "Did you mean 'classic-2000'"),
        ("classic-2000 --minutes 0", "--minutes: 0 should be a number above 0"),
        ("classic-2000 --minutes 1 --rounds 1", "give one of the two"),
        ("classic-2000 --players 8", "8"),
        ("classic-2000 --out some.toml", "ends in .weights"),
        ("classic-2000 --from none.weights", "there is no such file"),
        ("classic-2000 --ahead --against builder", "--ahead: plays ahead against players like itself; leave it out, or --against"),
        ("classic-2000 --never murdr", "Did you mean 'murder'"),
        ("classic-2000 --against bilder", "Did you mean 'builder'"),
        ("classic-2000 --seed -1", "--seed"),
    ],
)
def test_bad_input_is_one_message(citadels, words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = citadels("train", *words.split())
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert "Traceback" not in result.err
    assert list(tmp_path.iterdir()) == []


def test_a_bot_is_exploited_by_a_learned_answer(citadels) -> None:
    words = "--variant classic-2000 --players 4 --minutes 0.02 --games 20 --no-search --json"
    result = citadels("exploit", "random", *words.split())
    actual = json.loads(result.out)
    assert [one["by"] for one in actual] == ["learned answer"]
    assert actual[0]["games"] == 400
    assert actual[0]["gain"] > 40
    assert actual[0]["loss"] == pytest.approx(25 - 100 * actual[0]["among"])
    assert 0 <= actual[0]["among_low"] <= actual[0]["among"] <= actual[0]["among_high"] < 0.1


def test_a_bot_in_plain_python_is_refused_before_anything_is_played(citadels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain.py").write_text("def plain(view, legal, rng):\n    return legal[0]\n")
    for words in (
        "exploit plain.py:plain --variant classic-2000 --players 4 --minutes 0.02",
        "exploit plain.py:plain --variant classic-2000 --players 4 --minutes 0 --games 4",
        "train classic-2000 --players 4 --minutes 0.02 --against plain.py:plain --out a.weights",
    ):
        code, out, error = citadels(*words.split())
        assert (code, out) == (2, ""), words
        assert "plain.py:plain is a bot in plain Python, too slow to " in error


def test_what_is_gained_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    strength = Strength(0.5351, 0.525, 0.546, 100_000)
    _print("builder", [Attempt(by, "x" * 40, 4, strength, strength) for by in (*SEARCHES, "learned answer")], as_json=False)
    text = capsys.readouterr().out
    assert "53.5 %" in text
    assert "[52.5, 54.6]" in text
    assert max(map(len, text.partition("Gain and loss")[0].splitlines()[1:])) <= 80


def test_the_answer_to_a_bot_that_thinks_is_learned_from_one_that_does_not(citadels) -> None:
    words = "--variant classic-2000 --players 4 --minutes 0.02 --games 8 --no-search --json"
    (one,) = json.loads(citadels("exploit", "learner:think=4", *words.split()).out)
    assert (one["bot"], one["games"]) == ("learner:think=4", 8)
    assert 0 <= one["among"] <= 1
