"""``citadels luck`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import citadels_sim as cs


def test_it_plays_and_reports_what_decides_and_prints_it_again(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ("luck", "--variant", "classic-2000", "--players", "4", "--deals", "40", "--replicates", "3", "--workers", "1", "--out", folder)
    first = citadels(*words)
    assert first.code == 0
    assert "40 deals; 40 played now" in first.err
    assert first.out.startswith("classic-2000, 4 players, builder: sources of luck between equal bots, 40 deals.")
    assert "Several sources of luck together decide " in first.out
    assert "Others fixed" in first.out
    assert "share of the luck" not in first.out
    assert "by chance it would be 25.0 %." in first.out
    again = citadels("luck", folder)
    assert (again.out, again.err) == (first.out, "")
    data = json.loads(citadels("luck", folder, "--json").out)
    assert list(data) == ["run", "streams", "deals"]
    shares = {row["group"]: row["value"] for row in data["streams"] if row["metric"] == "share"}
    assert sum(shares.values()) == pytest.approx(1)
    run = cs.Run(folder)
    shown = run.metric("luck.share")
    assert dict(shown.select("group", "value").iter_rows()) == pytest.approx(shares)
    assert run.metric("luck.same_winner")["unit"].item() == "win chance"
    assert set(run.metrics()["needs"]) == {"luck"}
    with pytest.raises(cs.RunError, match="counted from games, which this run does not have"):
        run.metric("seats.win_rate")
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["command"][:4] == ["citadels", "luck", "--variant", "classic-2000"]
    assert manifest["command"][-4:-2] == ["--replicates", "3"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to play. Give a run of replayed deals, or --variant NAME"),
        (("nowhere", "--deals", "3"), "--deals: does not go with nowhere"),
        (("nowhere",), "nowhere: does not exist"),
        (("--variant", "classic-2000", "--deals", "0"), "--deals: 0 should be a whole number"),
        (("--variant", "classic-2000", "--replicates", "1"), "replicates: 1 should be at least 2"),
        (
            ("--variant", "classic-2000", "--bots", "builder,random"),
            "between equal bots, only luck decides; name one bot, such as 'builder'",
        ),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("luck", *words)
    assert answer.code == 2
    assert message in answer.err
    assert not any(tmp_path.iterdir())


def test_two_deals_name_the_command_that_makes_enough(citadels, tmp_path: Path) -> None:
    answer = citadels("luck", "--variant", "classic-2000", "--deals", "2", "--replicates", "2", "--workers", "1", "--out", tmp_path / "run")
    assert answer.code == 2
    assert "at least 3 are needed. Play more: citadels luck --variant classic-2000 --players 4 --bots builder --deals 200" in answer.err
