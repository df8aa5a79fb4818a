"""``citadels compare`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PAIR = ("classic-2000", "classic-2000-short")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.runner import run_experiment

    folder = tmp_path_factory.mktemp("compare") / "run"
    run_experiment(make_experiment({"name": "pair", "variants": list(PAIR), "games": 120, "seed": 1}, "test"), folder)
    return folder


def test_it_prints_rules_differences_and_distances(citadels, run: Path) -> None:
    answer = citadels("compare", run, *PAIR)
    assert (answer.code, answer.err) == (0, "")
    pair = "classic-2000 to classic-2000-short, 4 players, builder"
    for text in (f"{pair}: games as a whole, 120 deals.", f"{pair}: distances between distributions,", "8 districts complete a city."):
        assert text in answer.out
    (row,) = [line.split() for line in answer.out.splitlines() if line.startswith(" Rounds ")]
    assert row[-2:] == ["beyond", "limits"]
    assert "Variance ratio" not in answer.out
    for line in answer.out.splitlines():
        # Sentences are as long as they are; a terminal breaks what it takes to settle a verdict.
        assert len(line.partition("undecided (")[0]) <= 80 or line.startswith(" ─") or not line.startswith(" ")
    assert "Variance ratio" in citadels("compare", run, *PAIR, "--wide").out


def test_json_gives_the_same_as_data(citadels, run: Path) -> None:
    data = json.loads(citadels("compare", run, *PAIR, "--json").out)
    assert list(data) == ["run", "a", "b", "rules", "notes", "differences", "distances"]
    assert data["rules"]
    assert {row["what"] for row in data["distances"]} == {"length", "scores of all seats", "scores of winners"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere", *PAIR), "nowhere: does not exist"),
        (("RUN", "classic-2000", "classic-short"), "has no variant 'classic-short'"),
        (("RUN", *PAIR, "--margin", "rounds"), "--margin: 'rounds' should read NAME=VALUE"),
        (("RUN", *PAIR, "--margin", "round=1"), "Did you mean 'rounds'?"),
    ],
)
def test_mistakes_are_one_message(citadels, run: Path, words: tuple[str, ...], message: str) -> None:
    answer = citadels("compare", *(run if word == "RUN" else word for word in words))
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_a_variant_is_named_by_its_file_as_where_it_is_played(citadels, run: Path, tmp_path: Path) -> None:
    from citadels_sim.resources import configs_dir

    file = tmp_path / "mine.toml"
    file.write_text((configs_dir() / "variants" / "classic-2000-short.toml").read_text())
    assert citadels("compare", run, "classic-2000", file).out == citadels("compare", run, *PAIR).out
    file.write_text(file.read_text() + "[costs]\nkeep = 4\n")
    result = citadels("compare", run, "classic-2000", file)
    assert (result.code, result.out) == (2, "")
    assert f"{file}: its rules differ from those of 'classic-2000-short' in {run}" in result.err
    file.write_text('name = "else"\nextends = "classic-2000"\n')
    assert "has no variant 'else'" in citadels("compare", run, "classic-2000", file).err


def test_people_read_titles_where_data_has_names(citadels, run: Path) -> None:
    out = citadels("compare", run, *PAIR).out
    for title in ("wins, by seat after the first crown", "picked, by character", "Winner's score", "First crown wins", "Warlord"):
        assert title in out
    data = json.loads(citadels("compare", run, *PAIR, "--json").out)
    for name in {row[key] for row in data["differences"] for key in ("metric", "table") if "_" in row[key]}:
        assert name not in out
