"""``citadels forks --what`` and ``--where`` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SMALL = ("--variant", "classic-2000", "--nodes", "40", "--replicates", "1", "--workers", "1", "--seed", "1")


def test_a_decision_under_a_condition_is_played_printed_and_read_again(citadels, tmp_path: Path) -> None:
    words = ("forks", "--what", "rob", "--where", "own.gold >= 1 and not leader", *SMALL, "--out", tmp_path / "run")
    first, again = citadels(*words), citadels(*words)
    assert (first.code, again.code) == (0, 0)
    assert first.out == again.out
    assert "played now" not in again.err
    assert "whom to rob, by character, 40 nodes." in first.out
    assert "Only where own.gold >= 1 and not leader: " in first.out
    part = citadels("forks", tmp_path / "run", "--where", "own.gold >= 2")
    assert "Only nodes of the run where own.gold >= 2." in part.out
    data = json.loads(citadels("forks", tmp_path / "run", "--where", "own.gold >= 2", "--json").out)
    assert list(data) == ["run", "margin", "where", "cells", "verdicts", "effects", "choices"]
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    command = manifest["command"]
    assert command[command.index("--what") :][:4] == ["--what", "rob", "--where", "own.gold >= 1 and not leader"]


def test_the_crown_of_rounds_at_which_a_condition_holds(citadels, tmp_path: Path) -> None:
    first = citadels("forks", "--what", "crown", "--where", "own.gold >= 2", *SMALL, "--out", tmp_path / "run")
    assert first.code == 0
    assert "Only where own.gold >= 2: " in first.out
    assert "rounds examined." in first.out
    part = citadels("forks", tmp_path / "run", "--where", "own.gold >= 3 and round > 1")
    assert part.code == 0
    assert "Only nodes of the run where own.gold >= 3 and round > 1." in part.out
    never = citadels("forks", tmp_path / "run", "--where", "own.gold < 2")
    assert (never.code, "'own.gold < 2' holds at none of the " in never.err) == (2, True)


def test_picks_without_a_condition_are_read_with_one(citadels, tmp_path: Path) -> None:
    assert citadels("forks", *SMALL, "--out", tmp_path / "run").code == 0
    part = citadels("forks", tmp_path / "run", "--where", "own.gold >= 2 and 'king' in offered", "--margin", "2")
    assert part.code == 0
    assert "Only nodes of the run where" in part.out
    wrong = citadels("forks", tmp_path / "run", "--where", "most.gold >= 2")
    assert (wrong.code, "does not know most.gold; it knows round, pick, place, own.gold" in wrong.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--what", "murdr"), "--what: 'murdr' should be crown or pick or murder or "),
        (("--what", "bewitch"), "'bewitch' does not occur in classic-2000 with 4 players: no character there has the power of the Witch."),
        (("--where", "own.gld > 3"), "--where: there is no fact 'own.gld'. Did you mean 'own.gold'?"),
        (("--where", "'wizard' in offered"), "--where: 'wizard' is not in the cast of classic-2000 with 4 players."),
        (("--where", "'library' in own.city and 'parc' in own.cards"), "--where: 'parc' is not in the deck of classic-2000"),
        (("--what", "crown", "--where", "own.gld > 3"), "--where: there is no fact 'own.gld'. Did you mean 'own.gold'?"),
        (("--what", "crown", "--where", "'wizard' in face_up"), "--where: 'wizard' is not in the cast of classic-2000 with 4 players."),
        (("--what", "murder", "--splits"), "--splits: works only for picks without --where."),
        (("--what", "murder", "--contrasts"), "--contrasts: works only for picks without --where."),
        (("--what", "murder", "--margin", "0"), "--margin: 0 should be percentage points"),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("forks", *SMALL, *words)
    assert answer.code == 2
    assert message in answer.err
    assert "Traceback" not in answer.err
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ('what = "murder"', "what: does not go with kind = 'games'"),
        ('where = "leader"', "where: does not go with kind = 'games'"),
        ('kind = "decisions"', "what: missing; it should be pick or murder or"),
        ('kind = "crowns"\nwhere = "own.gld > 1"', "where: there is no fact 'own.gld'. Did you mean 'own.gold'?"),
        ('kind = "decisions"\nwhat = 3', "what: 3 should be the subject"),
        ('kind = "decisions"\nwhat = "rob"\nwhere = "own.gld > 1"', "where: there is no fact 'own.gld'. Did you mean 'own.gold'?"),
    ],
)
def test_an_experiment_file_is_checked_in_the_same_way(citadels, tmp_path: Path, keys: str, message: str) -> None:
    (tmp_path / "file.toml").write_text(f'variants = ["classic-2000"]\ngames = 4\n{keys}\n')
    answer = citadels("run", tmp_path / "file.toml", "--out", tmp_path / "run")
    assert answer.code == 2
    assert message in answer.err
