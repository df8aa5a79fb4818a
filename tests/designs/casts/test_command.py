"""``citadels casts`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CASTS = (
    "casts",
    "--variant",
    "dark-city-random",
    "--games",
    "500",
    "--nodes",
    "400",
    "--shortlist",
    "3",
    "--workers",
    "1",
    "--length",
    "5-20",
)
SETS = ("casts", "--variant", "citadels-2016-random", "--districts", "--games", "500", "--shortlist", "2", "--workers", "1")


def test_it_proposes_casts_that_it_played_again_and_goes_on_with_what_is_there(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "search"
    first = citadels(*CASTS, "--out", folder)
    assert (first.code, first.err if first.code else "") == (0, "")
    assert {path.name for path in folder.iterdir()} == {
        "drawn",
        "drawn-forks",
        "casts-again",
        "casts-again-forks",
        "best-again",
        "best-again-forks",
    }
    assert "power over all casts that could be drawn, 400 nodes" in first.out
    assert "retested on fresh deals" in first.out
    assert all(f"cast-{i:02d}: " in first.out for i in (1, 2, 3))
    again = citadels(*CASTS, "--out", folder)
    assert (again.out, again.err) == (first.out, "")
    manifests = {path.name: json.loads((path / "manifest.json").read_text()) for path in folder.iterdir()}
    assert manifests["drawn"]["experiment"]["seed"] == 1
    assert {manifests[part]["experiment"]["seed"] for part in ("casts-again", "casts-again-forks")} == {2}
    assert {manifests[part]["experiment"]["seed"] for part in ("best-again", "best-again-forks")} == {3}
    command = manifests["casts-again"]["command"]
    assert citadels(*command[1:]).out == first.out
    data = json.loads(citadels(*CASTS, "--out", folder, "--json").out)
    assert len(data["shortlist"]) == 3
    shown = data["best"]
    assert (shown["name"], shown["members"]) == (data["shortlist"][0]["name"], data["shortlist"][0]["members"])
    assert manifests["best-again"]["experiment"]["variants"] == [shown["name"]]
    assert f"{shown['name']}, spread {100 * shown['spread']:.2f} points [{100 * shown['spread_low']:.2f}," in first.out
    best = data["shortlist"][0]
    assert best["spread_low"] <= best["spread"] <= best["spread_high"]
    assert best["predicted_spread"] > 0
    assert best["lasts"] == "within limits"
    assert len(best["members"]) == best["of"] == 8
    assert len({tuple(row["members"]) for row in data["shortlist"]}) == 3
    assert {row["name"] for row in data["power"]["alone"]} >= {"assassin", "witch", "king", "emperor"}


def test_a_run_of_drawn_casts_is_reported_by_itself(citadels, tmp_path: Path) -> None:
    words = ("run", "casts", "--games", "300", "--workers", "1", "--players", "4", "--out", tmp_path / "run")
    assert f"citadels casts {tmp_path / 'run'}" in citadels(*words).out
    result = citadels("casts", tmp_path / "run")
    assert (result.code, result.err) == (0, "")
    assert "effects of a drawn character" in result.out
    assert "effects of a drawn unique district" in result.out
    for command in ("casts", "districts"):
        for line in citadels(command, tmp_path / "run").out.splitlines():
            assert len(line) <= 80 or not line.startswith(" ")  # sentences are as long as they are, tables are not
    assert "Gold taken" in citadels("casts", tmp_path / "run", "--wide").out
    data = json.loads(citadels("casts", tmp_path / "run", "--json").out)
    assert list(data) == ["run", "levels", "effects", "pairs", "dealt", "notes"]


def test_it_proposes_sets_of_unique_districts(citadels, tmp_path: Path) -> None:
    folder = tmp_path / "search"
    result = citadels(*SETS, "--out", folder)
    assert (result.code, result.err if result.code else "") == (0, "")
    assert {path.name for path in folder.iterdir()} == {"drawn", "sets-again", "best-again"}
    data = json.loads(citadels(*SETS, "--out", folder, "--json").out)
    sets = [set(row["members"]) for row in data["shortlist"]]
    assert [len(chosen) for chosen in sets] == [14, 14]
    assert len(sets[0] - sets[1]) >= 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to play. Give a run of drawn casts, or --variant NAME"),
        (
            ("--variant", "classic-2000"),
            "'classic-2000' draws no characters with 4 players, so there is nothing to choose from. Choose one",
        ),
        (("--variant", "classic-2000", "--districts"), "draws no unique districts"),
        (("--variant", "dark-city-rndom"), "Did you mean 'dark-city-random'?"),
        (("--variant", "dark-city-random", "--margin", "0"), "--margin: 0 should be percentage points of win chance per pick"),
        (
            ("--variant", "dark-city-random", "--games", "50"),
            "--games: 50 are too few to measure the effect of each",
        ),
        (
            ("--variant", "dark-city-random", "--nodes", "50"),
            "--nodes: 50 are too few to measure the power of the characters; the search needs at least 320",
        ),
        (("--variant", "dark-city-random", "--games", "400", "--nodes", "500"), "--nodes: 500 should be at most --games, 400"),
        (
            ("--variant", "dark-city-random", "--length", "9"),
            "--length: '9' should be the least and the largest mean number of rounds, such as 8-12",
        ),
        (("--variant", "dark-city-random", "--length", "12-8"), "--length: '12-8' should be"),
        (("--variant", "dark-city-random", "--bots", "bilder"), "Did you mean 'builder'?"),
        (("--variant", "dark-city-random", "--shortlist", "0"), "--shortlist"),
        (("nowhere", "--games", "3"), "--games: does not go with nowhere"),
        (("nowhere",), "nowhere: does not exist"),
    ],
)
def test_mistakes_are_one_message(citadels, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("casts", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert len(answer.err.splitlines()) == 1
    assert not any(tmp_path.iterdir())


def test_a_search_does_not_begin_in_a_folder_of_something_else_nor_is_it_one_run(citadels, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    answer = citadels(*CASTS, "--out", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"citadels: {tmp_path}: this folder is not empty and holds no search.")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    (tmp_path / "search" / "drawn").mkdir(parents=True)
    (tmp_path / "search" / "drawn" / "manifest.json").touch()
    for command in ("districts", "forks", "compare"):
        answer = citadels(command, tmp_path / "search", *(("a", "b") if command == "compare" else ()))
        assert answer.code == 2
        assert f"Give one of the runs in it: {tmp_path / 'search' / 'drawn'}." in answer.err


def test_a_missing_run_is_looked_for_among_runs_of_its_kind(citadels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = ("--variant", "classic-2000", "--bots", "random", "--games", "4", "--workers", "1")
    assert citadels("run", *table, "--out", "runs/deals").code == 0
    message = "runs/deal: does not exist. Give the folder that `citadels districts ... --out` wrote."
    assert citadels("casts", "runs/deal").err == f"citadels: {message}\n"
    assert citadels("run", "casts", "--games", "4", "--players", "4", "--bots", "random", "--workers", "1", "--out", "runs/meal").code == 0
    assert citadels("casts", "runs/deal").err == f"citadels: {message} Did you mean 'meal'?\n"
