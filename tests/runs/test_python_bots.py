"""Bots in plain Python play the same game as compiled ones."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.env.tables import Tables
from citadels_sim.errors import BotError, CitadelsError
from citadels_sim.game.table import SeatedBots
from citadels_sim.runs.experiment import Experiment, make_experiment
from citadels_sim.runs.plan import make_plan, restore_plan
from citadels_sim.runs.runner import run_experiment

Make = Callable[..., Experiment]
OWN = f"{Path(__file__).parent / 'own_bots.py'}"


def test_one_player_in_plain_python_and_compiled_plays_the_same_games(experiment: Make, tmp_path: Path) -> None:
    for name in ("first", "first_compiled"):
        run_experiment(experiment(lineups=[[f"{OWN}:{name}", "random"]], games=6, detail="events"), tmp_path / name)
    for table in ("games", "seats", "turns", "events"):
        read = (pl.read_parquet(tmp_path / name / table) for name in ("first", "first_compiled"))
        plain, compiled = (frame.drop("lineup", "bot", strict=False) for frame in read)
        assert plain.equals(compiled)


def test_a_table_of_plain_bots_ends_and_is_the_same_again(experiment: Make, tmp_path: Path) -> None:
    for name in ("one", "two"):
        run_experiment(experiment(lineups=[[f"{OWN}:builds"]], players=[2], games=4), tmp_path / name)
    one, two = (pl.read_parquet(tmp_path / name / "turns") for name in ("one", "two"))
    assert one.equals(two)
    assert not pl.read_parquet(tmp_path / "one" / "games")["capped"].any()


def test_plain_bots_that_will_not_end_are_stopped(experiment: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_sim.game.python_bots.ROUND_CAP", 2)
    run_experiment(experiment(lineups=[[f"{OWN}:dice"]], games=2), tmp_path / "run")
    games = pl.read_parquet(tmp_path / "run" / "games")
    assert games["capped"].all()
    assert games["rounds"].to_list() == [2, 2]


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("nonsense", "chose 'nonsense', which is not legal .*Legal: pick:"),
        ("broken", "failed with KeyError: 'nothing'"),
        ("ends", "failed with SystemExit: 0"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_goes_wrong_is_named_with_the_game(experiment: Make, tmp_path: Path, bot: str, words: str, workers: int) -> None:
    with pytest.raises(BotError, match=f"own_bots.py:{bot} {words}") as caught:
        run_experiment(experiment(lineups=[[f"{OWN}:{bot}"]]), tmp_path / "run", workers=workers)
    assert "game seed" in str(caught.value)
    assert not list((tmp_path / "run").rglob("*.p*rt*"))


@pytest.mark.parametrize("bot", ["beyond", "before"])
@pytest.mark.parametrize("kind", ["games", "forks", "flow", "bans"])
def test_a_compiled_bot_that_chooses_what_is_no_action_is_named(tmp_path: Path, bot: str, kind: str) -> None:
    """Without the check games never end, or the process does."""
    keys = {"name": "own", "variants": ["classic-2000"], "players": [4], "games": 8, "lineups": [[f"{OWN}:{bot}"]]}
    with pytest.raises(BotError, match=f"own_bots.py:{bot} chose an action that does not exist"):
        run_experiment(make_experiment(keys if kind == "games" else {**keys, "kind": kind}, "test"), tmp_path / "run", workers=1)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_compiled_bot_that_chooses_what_is_no_action_ends_every_worker(experiment: Make, tmp_path: Path, workers: int) -> None:
    with pytest.raises(BotError, match="chose an action that does not exist"):
        run_experiment(experiment(lineups=[[f"{OWN}:beyond", "random"]]), tmp_path / "run", workers=workers)


def test_in_a_game_and_in_an_environment_such_a_bot_is_named_too() -> None:
    bot = parse_bot(f"{OWN}:beyond")
    game = cs.Game.start("classic-2000", 4, seed=1)
    with pytest.raises(BotError, match="chose an action that does not exist"):
        SeatedBots((bot,) * 4, 1).choose(game)
    tables = Tables("classic-2000", 4, 2, bots=[bot])
    with pytest.raises(BotError, match="chose an action that does not exist"):
        tables.start(np.arange(2))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_a_bot_prints_is_not_among_the_results(tmp_path: Path, workers: str) -> None:
    words = (
        "run",
        "--variant",
        "classic-2000",
        "--players",
        "2",
        "--games",
        "8",
        "--bots",
        f"{OWN}:prints",
        "--json",
        "--workers",
        workers,
    )
    done = subprocess.run(
        [sys.executable, "-m", "citadels_sim", *words, "--out", str(tmp_path / "run")], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["games"] == 8
    assert "hello" in done.stderr


def test_a_file_beside_a_bots_file_is_not_loaded_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("raise AssertionError\n")
    (tmp_path / "mine.py").write_text("import beside\n\ndef me(view, legal, rng):\n    return legal[0]\n")
    with pytest.raises(
        BotError, match=r"No module named 'beside'\. Only the file that is named is loaded: put the code of .*beside\.py into it"
    ):
        parse_bot(f"{tmp_path / 'mine.py'}:me")


def test_a_bot_whose_file_ends_the_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def me(view, legal, rng):\n    return legal[0]\n\nraise SystemExit(0)\n")
    with pytest.raises(BotError, match=r"mine\.py cannot be loaded: SystemExit: 0"):
        parse_bot(f"{file}:me")


@pytest.mark.parametrize(("takes", "fine"), [("view, legal", False), ("", False), ("view, legal, rng, more", False), ("*given", True)])
def test_a_function_that_cannot_be_called_is_refused_before_a_game(tmp_path: Path, takes: str, fine: bool) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"def me({takes}):\n    return given[1][0]\n")
    if fine:
        assert not parse_bot(f"{file}:me").compiled
        return
    with pytest.raises(BotError) as caught:
        parse_bot(f"{file}:me")
    assert f"takes ({takes}); a bot in plain Python takes (view, legal, rng)." in str(caught.value)


def test_a_run_of_a_study_that_grows_has_as_many_games_as_fit_into_shards(experiment: Make) -> None:
    """Those of slow bots are short; a run of so many games that somebody asks for is refused."""
    keys = {"lineups": [[f"{OWN}:builds"]], "players": [3, 4], "games": 400_000_000, "detail": "turns"}
    plan = make_plan(experiment(**keys).model_copy(update={"growing": True}))
    assert 500_000 < sum(cell.shards for cell in plan.cells) <= 1_000_000
    again = restore_plan(plan.experiment.model_dump(mode="json"), [variant.resolved() for variant in plan.variants])
    assert [cell.shards for cell in again.cells] == [cell.shards for cell in plan.cells]
    with pytest.raises(CitadelsError, match="shards in all, of 1,000,000 at most; play fewer games"):
        make_plan(experiment(**keys))


def test_an_edited_bot_is_another_experiment(experiment: Make, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def me(view, legal, rng):\n    return legal[0]\n")
    shown = experiment(lineups=[[f"{file}:me", "random"]], games=2, players=[2])
    run_experiment(shown, tmp_path / "run")
    file.write_text("def me(view, legal, rng):\n    return legal[-1]\n")
    with pytest.raises(ValueError, match="a bot's file or parameters have changed"):
        run_experiment(shown, tmp_path / "run")
