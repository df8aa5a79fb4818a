"""``citadels flow``, and ``citadels forks --what crown``, as a user meets them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import citadels_sim as cs


def test_it_plays_and_reports_how_games_go_and_prints_it_again(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = citadels("flow", "--variant", "classic-2000", "--games", "200", "--workers", "1", "--out", folder)
    assert first.code == 0
    assert "200 games; 200 played now" in first.err
    assert "classic-2000, 4 players, builder: openness of games, 200 games." in first.out
    for words in ("Lead changes", "Gain by the completion bonus", "Hits on the leader", "accuracy of the win model"):
        assert words in first.out
    assert {line.split()[0] for line in first.out.splitlines() if line.strip()} >= {"Assassin", "King", "Warlord", "Late"}
    again = citadels("flow", folder)
    assert (again.out, again.err) == (first.out, "")
    narrow, wide = (citadels("flow", folder, "--curves", *words).out for words in ((), ("--wide",)))
    for question in ("does the leader win?", "when is it over?", "calibration of the win model,"):
        assert f"{question} 200 games." in narrow
        assert question.rstrip(",") not in first.out
    assert max(len(line) for line in narrow.splitlines() if re.match(" .* {2}", line)) <= 80  # rows of tables
    (heads,) = [re.split(" {2,}", line.strip()) for line in wide.splitlines() if "Log loss, leader" in line]
    assert len(heads) == 12
    data = json.loads(citadels("flow", folder, "--json").out)
    assert list(data) == ["run", "estimates", "curves", "calibration"]
    assert {row["curve"] for row in data["curves"]} == {
        "leader.wins",
        "leader.auc",
        "leader.skill",
        "decided.after",
        "decided_by.share",
        "trajectory.mean",
        "trajectory.median",
    }
    run = cs.Run(folder)
    (value,) = [row["value"] for row in data["estimates"] if row["metric"] == "decided_at"]
    assert value is not None
    assert run.metric("game.decided_at")["value"].item() == value
    assert run.metric("character.wpa")["group"].len() == 8
    added = run.metric("character.wpa")  # what the seats of a round win and lose adds up to nothing
    assert (added["value"] * added["n"]).sum() == pytest.approx(0, abs=1e-9)
    assert set(run.metrics()["needs"]) == {"flow"}
    with pytest.raises(
        cs.RunError, match=r"this is not a run of forks of the crown. Play one: citadels forks --what crown --variant classic-2000"
    ):
        run.metric("crown.place_effect")


def test_it_reports_several_tables_and_two_players_too(citadels, tmp_path: Path) -> None:
    words = ("flow", "--variant", "dark-city", "--players", "2,5", "--bots", "builder,random", "--games", "40", "--workers", "1")
    answer = citadels(*words, "--out", tmp_path / "run")
    assert answer.code == 0
    assert "dark-city, 2 players, builder, random: openness of games, 40 games." in answer.out
    assert "dark-city, 5 players, builder, random: openness of games, 40 games." in answer.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to play. Give a run of flow, or --variant NAME"),
        (("nowhere", "--games", "3"), "--games: does not go with nowhere"),
        (("nowhere",), "nowhere: does not exist"),
        (("--variant", "classic-2000", "--games", "0"), "games: 0 should be a whole number"),
        (("--variant", "classic-200"), "Did you mean 'classic-2000'?"),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("flow", *words)
    assert answer.code == 2
    assert message in answer.err
    assert not any(tmp_path.iterdir())


def test_one_deal_is_refused_before_it_is_played(citadels, tmp_path: Path) -> None:
    for command in ("flow", "districts"):
        answer = citadels(command, "--variant", "classic-2000", "--games", "1", "--workers", "1", "--out", tmp_path / "run")
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == "citadels: --games: 1 are too few: the analysis needs at least 2 deals.\n"
        assert not (tmp_path / "run").exists()


def test_one_deal_has_no_win_chances_and_says_how_many_it_takes(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    (tmp_path / "one.toml").write_text('variants = ["classic-2000"]\ngames = 1\nkind = "flow"\n')
    assert citadels("run", tmp_path / "one.toml", "--workers", "1", "--out", folder).code == 0
    answer = citadels("flow", folder)
    assert (answer.code, answer.err) == (0, "")
    assert "Too few for a finding: 1 deal, at least 30 needed." in answer.out
    assert "Win chances, and figures computed from them, need 200 deals; this table has 1." in answer.out


def test_the_crown_is_forked_and_printed_again(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "crown"
    words = ("forks", "--what", "crown", "--variant", "classic-2000", "--nodes", "128", "--replicates", "1", "--workers", "1")
    first = citadels(*words, "--out", folder)
    assert first.code == 0
    assert "128 nodes; 128 played now" in first.err
    assert "classic-2000, 4 players, builder: the crown of a round, 128 nodes." in first.out
    assert "3 seats after it" in first.out
    again = citadels("forks", folder)
    assert (again.out, again.err) == (first.out, "")
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["command"][:4] == ["citadels", "forks", "--what", "crown"]
    data = json.loads(citadels("forks", folder, "--json").out)
    assert list(data) == ["run", "margin", "verdicts", "effects", "stages"]
    assert sum(row["value"] for row in data["effects"] if row["metric"] == "place_effect") == pytest.approx(0, abs=1e-12)
    assert cs.Run(folder).metric("crown.place_effect")["group"].to_list() == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--what", "crowns", "--variant", "classic-2000"),
            "--what: 'crowns' should be crown or pick or murder or rob or bewitch or destroy or swap or gather or build. "
            "Did you mean 'crown'?",
        ),
        (("--what", "crown", "--variant", "classic-2000", "--splits"), "--splits: does not go with forks of the crown"),
        (("--what", "crown"), "nothing to play. Give a run of forks of the crown"),
        (
            ("--what", "crown", "--variant", "classic-2000", "--margin", "0"),
            "--margin: 0 should be percentage points of win chance per round",
        ),
    ],
)
def test_what_cannot_be_forked_is_reported(
    citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("forks", *words)
    assert answer.code == 2
    assert message in answer.err
    assert not any(tmp_path.iterdir())
