"""``citadels experiments``, and every packaged experiment played in a small form and reported."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from citadels_sim.runs.experiment import experiment_names, read_experiment
from tests.rotation import rotated


def test_the_list_names_every_packaged_experiment_with_what_it_is(citadels) -> None:
    out = citadels("experiments").out
    assert citadels("experiments", "list").out == out
    first_words = {line.split()[0] for line in out.splitlines() if line.strip()}
    assert first_words >= set(experiment_names())
    data = {row["name"]: row["title"] for row in json.loads(citadels("experiments", "list", "--json").out)}
    assert set(data) == set(experiment_names())
    assert all(data.values())


def test_the_experiments_that_were_requested_are_there() -> None:
    assert {"classic", "dark-city", "citadels-2016", "nine", "editions", "attribution", "bans", "bots", "casts"} <= set(experiment_names())


def test_show_reports_the_keys_and_the_cells(citadels) -> None:
    out = citadels("experiments", "show", "editions").out
    assert "48 cells, 480,000 games. Play: citadels run editions" in out
    data = json.loads(citadels("experiments", "show", "editions", "--json").out)
    assert data["variants"] == ["classic-2000", "dark-city", "citadels-2016", "classic-2000-nine"]
    assert len(data["cells"]) == 4 * 4 * 3
    assert {cell["lineup"] for cell in data["cells"]} == {"builder", "raider", "planner"}


def test_show_reports_a_file_of_ones_own(citadels, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('variants = ["classic-2000"]\ngames = 5\n')
    assert "1 cell, 5 games." in citadels("experiments", "show", tmp_path / "mine.toml").out


def test_an_unknown_name_is_reported_with_the_nearest(citadels) -> None:
    answer = citadels("experiments", "show", "edition")
    assert (answer.code, answer.out) == (2, "")
    assert "Did you mean 'editions'?" in answer.err
    assert citadels("experiments", "--json", "list").code == 2


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("experiments", "edition"), "citadels experiments show editions"),
        (("experiments", "mine.toml"), "citadels experiments show mine.toml"),
        (("variants", "classic-200"), "citadels variants show classic-2000"),
    ],
)
def test_a_name_where_a_command_belongs_gets_the_command(citadels, words: tuple[str, str], meant: str) -> None:
    result = citadels(*words)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"citadels: No such command '{words[1]}'. Did you mean '{meant}'? Try 'citadels {words[0]} --help'.")


def test_a_word_near_nothing_gets_the_help(citadels) -> None:
    assert citadels("experiments", "foo").err == "citadels: No such command 'foo'. Try 'citadels experiments --help'.\n"


def test_each_is_counted_in_its_own_unit(citadels) -> None:
    rows = {line.split()[0]: line for line in citadels("experiments").out.splitlines() if line.strip()}
    assert rows["bans"].endswith("deals")
    assert rows["editions"].endswith("games")


@pytest.mark.parametrize("name", experiment_names())
def test_each_is_commented_and_named_after_its_file(name: str) -> None:
    shown = read_experiment(name)
    assert shown.name == name
    text = (Path(__file__).resolve().parents[2] / "configs" / "experiments" / f"{name}.toml").read_text()
    assert text.startswith("# ")
    assert "on two cores" in text


SMALL = {"casts": 260}  # as few as show what so many things that are drawn change


@pytest.mark.parametrize("name", rotated(experiment_names(), 1))
def test_each_is_played_in_a_small_form_from_any_folder_and_then_reported(
    citadels, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    games = str(SMALL.get(name, 6))
    done = citadels("run", name, "--games", games, "--workers", "1", "--out", "run")
    assert (done.code, done.err if done.code else "") == (0, "")
    shown = shlex.split(done.out.rpartition("Next: ")[2])
    if shown[1] != "report":  # pages take long, and have tests of their own
        answer = citadels(*shown[1:])
        assert (answer.code, answer.err) == (0, "")
    assert "nothing to do" in citadels("run", name, "--games", games, "--workers", "1", "--out", "run").out
    manifest = json.loads(Path("run/manifest.json").read_text())
    assert manifest["name"] == name
    assert "title" not in manifest["experiment"]


def test_an_attribution_from_a_file_is_the_one_of_the_command(citadels, tmp_path: Path) -> None:
    file = tmp_path / "attribution.toml"
    file.write_text('kind = "attribution"\nvariants = ["classic-2000", "dark-city"]\ngames = 20\nmost_groups = 2\n')
    folder = tmp_path / "run"
    assert citadels("run", file, "--workers", "1", "--out", folder).code == 0
    words = ("attribute", "classic-2000", "dark-city", "--groups", "2", "--games", "20", "--workers", "1", "--out", folder)
    result = citadels(*words)
    assert (result.code, result.err) == (0, "")
    assert citadels("attribute", folder).out == result.out
    command = json.loads((folder / "manifest.json").read_text())["command"]
    assert citadels(*command[1:]).out == result.out


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ('variants = ["classic-2000"]', "variants: 1 should be two"),
        ('variants = ["classic-2000", "dark-city"]\nplayers = [4, 5]', "players: 2 should be one number of players"),
        ('variants = ["classic-2000", "dark-city"]\nlineups = [["builder"], ["random"]]', "lineups: 2 should be one line-up"),
        ('variants = ["classic-2000", "dark-city"]\nmost_groups = 9', "most_groups: 9 should be a whole number from 1 to 8"),
        ('variants = ["classic-2000", "dark-city"]\ndetail = "turns"', "detail: 'turns' does not go with kind = 'attribution'"),
        ('variants = ["classic-2000", "dark-city"]\nrows = 5', "rows: does not go with kind = 'attribution'"),
        ('variants = ["classic-2000", "classic-2000-french"]\nplayers = [9]', "players[0]: 9 should be a number of players"),
    ],
)
def test_an_attribution_that_cannot_be_is_one_message(citadels, keys: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(f'kind = "attribution"\n{keys}\n')
    answer = citadels("run", file, "--out", tmp_path / "run")
    assert answer.code == 2
    assert message in answer.err
    assert len(answer.err.splitlines()) == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("classic-2000",), "B: missing. Name the second variant"),
        (("nowhere",), "nowhere: does not exist"),
        (("nowhere", "--games", "5"), "--games: does not go with nowhere"),
    ],
)
def test_attribute_with_one_word_wants_a_run(citadels, words: tuple[str, ...], message: str) -> None:
    answer = citadels("attribute", *words)
    assert answer.code == 2
    assert message in answer.err
