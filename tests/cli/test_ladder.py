"""``citadels ladder`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.synthetic_run import Toy, edit_manifest, write_run


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", Toy(lineups=(("builder", "random"),), blocks=40, detail="games", bot_strength={"builder": 1.5}))


def test_it_prints_strengths_seats_superiority_and_a_finding(citadels, run: Path) -> None:
    answer = citadels("ladder", run)
    assert answer.code == 0
    assert answer.err == f"Reading {run} ...\n"
    lines = [line.split() for line in answer.out.splitlines()]
    assert ["random", "0"] in lines
    assert "classic-2000, 4 players: strength of the bots from all places, 40 deals." in answer.out
    assert "worth of a seat" in answer.out
    assert "Probability that the bot of a row is stronger than that of a column" in answer.out
    tables = [line for line in answer.out.splitlines() if line.startswith(" ")]
    assert tables
    assert all(len(line) <= 80 for line in tables)
    assert "Wins per seat" not in answer.out
    assert "Wins per seat" in citadels("ladder", run, "--wide").out
    assert answer.out.splitlines()[-1].startswith("builder is the strongest bot: ")


def test_its_finding_has_the_minus_sign_of_its_tables(citadels, tmp_path: Path) -> None:
    toy = Toy(lineups=(("builder", "planner"),), blocks=40, detail="games", bot_strength={"builder": 1.5})
    answer = citadels("ladder", write_run(tmp_path / "run", toy))
    last = answer.out.splitlines()[-1]
    assert "the next at -" in last
    assert "\N{MINUS SIGN}" not in answer.out


def test_json_gives_the_same_as_data(citadels, run: Path) -> None:
    data = json.loads(citadels("ladder", run, "--json").out)
    (scope,) = data["scopes"]
    assert (scope["variant"], scope["players"], scope["anchor"], scope["games"], scope["blocks"]) == ("classic-2000", 4, "random", 80, 40)
    assert [row["bot"] for row in scope["strengths"]] == ["builder", "random"]
    assert len(scope["seats"]) == 4
    assert data["files"] == []


def test_with_a_folder_it_writes_chart_markdown_tables_and_data(citadels, run: Path, tmp_path: Path) -> None:
    answer = citadels("ladder", run, "--out", tmp_path / "ladder")
    assert answer.out.splitlines()[-1] == f"The ladder: {tmp_path / 'ladder' / 'ladder.md'}"
    charts = (f"figures/ladder-classic-2000-4.{kind}" for kind in ("svg", "png"))
    for name in ("ladder.md", "ladder.json", *charts, "tables/strengths.csv"):
        assert (tmp_path / "ladder" / name).is_file()


def test_what_cannot_be_rated_is_noted_beside_the_rest(citadels, run: Path, tmp_path: Path) -> None:
    alone = write_run(tmp_path / "alone", Toy(players=(5,), blocks=4, detail="games"))
    answer = citadels("ladder", run, alone)
    assert answer.code == 0
    assert "Not rated: classic-2000, 5 players: only one bot plays ('builder')" in answer.err


@pytest.mark.parametrize(
    ("toy", "message"),
    [
        (Toy(blocks=4, detail="games"), "only one bot plays ('builder'); a ladder compares bots. Play a line-up of two or more"),
        (
            Toy(blocks=4, detail="games", lineups=(("builder", "random"), ("banker", "raider"))),
            "'builder' and 'random' never met 'banker' and 'raider' at a table, so their strengths cannot be compared. Play a line-up",
        ),
        (Toy(blocks=4, detail="games", state="running", lineups=(("builder", "random"),)), "the run is not finished. Continue it first"),
    ],
)
def test_what_a_ladder_cannot_be_made_of_is_one_message_and_exit_code_2(citadels, tmp_path: Path, toy: Toy, message: str) -> None:
    folder = write_run(tmp_path / "run", toy)
    answer = citadels("ladder", folder, "--out", tmp_path / "ladder")
    assert (answer.code, answer.out) == (2, "")
    last = answer.err.splitlines()[-1]
    assert last.startswith(f"citadels: {folder}: ")
    assert message in last
    assert not (tmp_path / "ladder").exists()


def test_an_empty_run_is_one_message(citadels, run: Path) -> None:
    edit_manifest(run, shards=[])
    answer = citadels("ladder", run)
    assert answer.code == 2
    assert f"citadels: {run}/manifest.json: shards: no 'games' table; there is nothing to report on." in answer.err


def test_a_folder_that_is_no_run_is_one_message(citadels, tmp_path: Path) -> None:
    answer = citadels("ladder", tmp_path / "nowhere")
    assert answer.code == 2
    assert "does not exist" in answer.err.splitlines()[-1]


def test_without_a_run_it_says_what_is_missing(citadels) -> None:
    answer = citadels("ladder")
    assert answer.code == 2
    assert "RUN..." in answer.err
