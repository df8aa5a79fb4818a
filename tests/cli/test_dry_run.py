"""``--dry-run``: what would be played, in the units of the command, and nothing played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

PLAYED = ("--variant", "classic-2000", "--players", "4", "--bots", "random", "--workers", "1")
TABLE = (*PLAYED, "--dry-run")


@pytest.fixture(scope="module", autouse=True)
def _compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """All that is played here is compiled: time is only estimated for what is."""
    from citadels_sim.cli.main import main

    smallest = [
        *(("forks", "--what", what, "--replicates", "2", "--nodes", "2") for what in ("pick", "crown")),
        *(("bans", "--deals", "2"), ("luck", "--replicates", "4", "--deals", "3")),
        *((command, "--games", "4") for command in ("flow", "districts", "run")),
    ]
    folder = tmp_path_factory.mktemp("runs")
    for number, words in enumerate(smallest):
        assert main([*words, *PLAYED, "--out", str(folder / str(number))]) == 0
    assert main(["run", "--variant", "classic-2000", "--games", "4", "--workers", "1", "--out", str(folder / "usual bots")]) == 0


@pytest.mark.parametrize(
    ("command", "size", "unit", "games"),
    [
        (("forks", "--replicates", "2"), ("--nodes", "300"), "nodes", (5, 17)),  # the game, and two to eight picks, twice
        (("forks", "--what", "crown", "--replicates", "2"), ("--nodes", "300"), "nodes", (9, 9)),  # the game, and four crowns, twice
        (("bans",), ("--deals", "300"), "deals", (64, 64)),  # four seats in turn, eight characters, two restrictions
        (("luck", "--replicates", "4"), ("--deals", "300"), "deals", (24, 24)),  # six ways of holding luck, four times
    ],
)
def test_what_is_counted_and_the_games_that_it_takes_are_reported(
    citadels, tmp_path: Path, command: tuple[str, ...], size: tuple[str, str], unit: str, games: tuple[int, int]
) -> None:
    folder = tmp_path / "run"
    result = citadels(*command, *TABLE, *size, "--out", folder)
    assert result.code == 0
    assert f"300 {unit} (" in result.out
    assert f" on disk, into {folder}. Nothing was played." in result.out
    assert not folder.exists()
    data = json.loads(citadels(*command, *TABLE, *size, "--out", folder, "--json").out)
    assert (data[unit], data["cells"][0][unit], data["folder"], data["already"]) == (300, 300, str(folder), 0)
    assert 300 * games[0] <= data["games"] <= 300 * games[1]


@pytest.mark.parametrize("command", ["flow", "districts", "run"])
def test_a_game_is_a_game(citadels, tmp_path: Path, command: str) -> None:
    result = citadels(command, *TABLE, "--games", "300", "--out", tmp_path / "run")
    assert result.code == 0
    assert "300 games, about " in result.out
    assert not (tmp_path / "run").exists()


def test_what_is_there_already_is_reported(citadels, tmp_path: Path) -> None:
    words = ("bans", "--variant", "classic-2000", "--deals", "4", "--bots", "random", "--workers", "1", "--out", tmp_path / "run")
    assert citadels(*words).code == 0
    result = citadels(*words, "--dry-run")
    assert (result.code, result.err) == (0, "")
    assert "4 of the deals are already in the folder." in result.out
    assert json.loads(citadels(*words, "--dry-run", "--json").out)["already"] == 4


def test_a_folder_that_would_be_refused_is_reported(citadels, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").touch()
    for name, reason in (("file", "is a file"), ("other", "is not empty and holds no run")):
        result = citadels("forks", *TABLE, "--nodes", "10", "--out", tmp_path / name)
        assert result.code == 0
        assert f"The run would be refused: {tmp_path / name}: " in result.err
        assert reason in result.err
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["thesis.txt"]


def test_an_attribution_is_reported_in_one_row(citadels, tmp_path: Path) -> None:
    words = ("attribute", "classic-2000", "dark-city", "--groups", "3", "--games", "20", "--workers", "1", "--out", tmp_path / "run")
    result = citadels(*words, "--dry-run")
    assert result.code == 0
    assert "8 from classic-2000 to dark-city" in result.out
    assert "160 games, about " in result.out
    assert not (tmp_path / "run").exists()


def test_an_attribution_of_picks_counts_its_nodes_and_the_games_that_are_forked_of_them(citadels, tmp_path: Path) -> None:
    words = ("attribute", "classic-2000", "classic-summary", "--picks", "--groups", "2", "--games", "20", "--workers", "1")
    result = citadels(*words, "--out", tmp_path / "run", "--dry-run")
    assert result.code == 0
    (row,) = (line for line in result.out.splitlines() if line.strip().startswith("4 from classic-2000 to classic-summary"))
    nodes, games = re.findall(r"[\d,]+", row.partition("builder")[2])[:2]
    assert nodes == "80"
    assert 4 * 80 < int(games.replace(",", "")) < 40 * 80  # each node is played on with every character on offer, four times
    assert re.search(rf"80 nodes \({games} games\), about ", result.out)
    data = json.loads(citadels(*words, "--out", tmp_path / "run", "--dry-run", "--json").out)
    assert len(data["cells"]) == 4
    assert not (tmp_path / "run").exists()


def test_a_search_of_casts_is_reported_part_by_part(citadels, tmp_path: Path) -> None:
    words = ("casts", "--variant", "dark-city-random", "--games", "500", "--nodes", "400", "--shortlist", "3", "--workers", "1")
    result = citadels(*words, "--out", tmp_path / "search", "--dry-run")
    assert result.code == 0
    rows = {line.strip().partition("  ")[0]: line for line in result.out.splitlines()}
    assert "500 games" in rows["games of drawn casts"]
    assert "1,500 games" in rows["retest games of each cast"]
    assert "1,200 nodes" in rows["retest forks of each cast"]
    assert not (tmp_path / "search").exists()
    data = json.loads(citadels(*words, "--out", tmp_path / "search", "--dry-run", "--json").out)
    seconds = [part["seconds"] for part in data["parts"]]
    assert (seconds[2], seconds[3]) == (3 * seconds[0], 3 * seconds[1])
    assert [part["count"] for part in data["parts"]] == [500, 400, 1500, 1200, 500, 400]


def test_nothing_is_compiled_to_estimate_it(citadels, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("citadels_sim.compiler.decorators.is_cached", lambda _: False)
    monkeypatch.setattr("citadels_sim.engine.prepare.prepare", lambda *_: pytest.fail("compiles"))
    monkeypatch.setattr("citadels_sim.runs.measure.cell_cost", lambda *_: pytest.fail("plays"))
    result = citadels("forks", *TABLE, "--nodes", "300", "--out", tmp_path / "run")
    assert result.code == 0
    assert f"300 nodes, into {tmp_path / 'run'}. Nothing was played." in result.out
    assert "is not compiled on this machine yet" in result.out
    data = json.loads(citadels("run", *TABLE, "--games", "300", "--out", tmp_path / "run", "--json").out)
    assert (data["games"], data["seconds"], data["bytes"], data["cells"][0]["seconds"]) == (300, None, None, None)
    words = (
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
        "--dry-run",
    )
    result = citadels(*words, "--out", tmp_path / "search")
    assert (result.code, "1,500 games" in result.out, "about" in result.out) == (0, True, False)
