"""The commands that play: ``run``, ``bots``, ``replay``."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Speak = Callable[..., Any]
SMALL = ("run", "--variant", "classic-2000", "--players", "4", "--games", "30", "--bots", "builder", "--workers", "1", "--out")


def test_a_run_from_options_says_what_it_did_and_what_comes_next(citadels: Speak, tmp_path: Path) -> None:
    result = citadels(*SMALL, tmp_path / "run")
    assert result.code == 0
    assert "30 games in 1 cell; 30 played now" in result.out
    assert f"citadels report {tmp_path / 'run'}" in result.out
    assert citadels(*SMALL, tmp_path / "run").out == f"{tmp_path / 'run'}: the run is complete with 30 games; nothing to do.\n"


def test_a_run_says_the_same_as_data(citadels: Speak, tmp_path: Path) -> None:
    data = json.loads(citadels(*SMALL, tmp_path / "run", "--json").out)
    assert (data["games"], data["played"], data["damaged"]) == (30, 30, [])


def test_an_experiment_file_is_played_and_options_replace_its_keys(citadels: Speak, tmp_path: Path) -> None:
    file = tmp_path / "seats.toml"
    file.write_text('variants = ["classic-2000"]\ngames = 10\nlineups = [["builder"], ["builder", "random"]]\ndetail = "games"\n')
    assert citadels("run", file, "--out", tmp_path / "run", "--workers", "1", "--games", "5").code == 0
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["name"] == "seats"
    assert [cell["games"] for cell in manifest["cells"]] == [5, 6]


def test_the_command_in_the_manifest_goes_on_with_the_run(citadels: Speak, tmp_path: Path) -> None:
    variant = tmp_path / "mine.toml"
    variant.write_text('name = "mine"\ntitle = "Mine"\nextends = "classic-2000"\n')
    words = ("run", "--variant", variant, "--players", "3-4", "--games", "4", "--bots", "builder:noise=2,spite=0,random", "--workers", "1")
    assert citadels(*words, "--out", tmp_path / "run").code == 0
    command = json.loads((tmp_path / "run" / "manifest.json").read_text())["command"]
    assert command[0] == "citadels"
    assert "nothing to do" in citadels(*command[1:], "--workers", "1").out


def test_a_dry_run_lists_the_cells_and_plays_nothing(citadels: Speak, tmp_path: Path) -> None:
    words = ("run", "--variant", "classic-2000", "--players", "4,5", "--games", "1000", "--bots", "random", "--dry-run")
    assert citadels(*words[:-1], "--out", tmp_path / "compiled").code == 0  # a dry run compiles nothing
    result = citadels(*words, "--out", tmp_path / "run")
    assert result.code == 0
    assert "2,000 games, about" in result.out
    assert not (tmp_path / "run").exists()
    data = json.loads(citadels(*words, "--json").out)
    assert [(cell["players"], cell["games"]) for cell in data["cells"]] == [(4, 1000), (5, 1000)]
    assert data["seconds"] > 0
    assert data["bytes"] > 10_000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--variant", "clasic-2000"), "Did you mean 'classic-2000'?"),
        (("--variant", "classic-2000", "--players", "8"), "2 to 7 players"),
        (("--variant", "classic-2000", "--players", "few"), "--players: 'few' should be"),
        (("--variant", "classic-2000", "--games", "0"), "citadels: --games: 0 should be"),
        (("--variant", "classic-2000", "--bots", "bilder"), "Did you mean 'builder'?"),
        (("--variant", "classic-2000", "--bots", "builder:nose=1"), "Did you mean 'noise'?"),
        (("--variant", "classic-2000", "--bots", "none.py:me"), "there is no file 'none.py'"),
        (("--variant", "classic-2000", "--detail", "all"), "citadels: --detail: 'all' should be"),
        (("--variant", "classic-2000", "--workers", "0"), "--workers"),
        (("--variant", "classic-2000", "--workers", "1000000"), "--workers: 1000000 should be from 1 to "),
        (("nothing.toml",), "nothing.toml: there is no such experiment file"),
        (("/",), "/: is a folder, not an experiment file."),
        (("--variant", ""), "--variant: empty. Give it a value, or leave it out."),
        (("--variant", "classic-2000", "--players", "2-99"), "--players: '2-99' should be numbers of players from 2 to 8"),
        (("--variant", "classic-2000", "--games", "1000000000000"), "333,333,334 shards in all, of 1,000,000 at most; play fewer games"),
        ((), "nothing to play"),
    ],
)
def test_a_mistake_is_one_message_and_leaves_nothing_behind(citadels: Speak, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    result = citadels("run", *words, "--out", tmp_path / "run")
    assert result.code == 2
    assert message in result.err
    assert result.err.startswith("citadels: ")
    assert "Traceback" not in result.err
    assert result.out == ""
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("words", [("--out", ""), ("--out", " "), ("--out=",)])
@pytest.mark.parametrize("command", [("report", "runs/x"), ("run", "--variant", "classic-2000"), ("forks", "--variant", "classic-2000")])
def test_an_empty_place_is_refused(citadels: Speak, command: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert citadels(*command, *words) == (2, "", "citadels: --out: empty. Name a folder, such as runs/mine, or leave it out.\n")


@pytest.mark.parametrize("words", [("--out", "a\udcff"), ("--out=a\udcff",)])
@pytest.mark.parametrize(
    "command", ["run", "study", "balance", "report", "ladder", "forks", "casts", "attribute", "train", "tune", "exploit"]
)
def test_a_place_whose_name_is_no_text_is_refused(
    citadels: Speak, command: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = citadels(command, "classic-2000", *words)
    assert (result.code, result.out) == (2, "")
    assert result.err == "citadels: --out 'a\\udcff': the name is not valid UTF-8. Choose another name.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_variant_in_the_place_of_an_experiment_gets_the_option(citadels: Speak, tmp_path: Path) -> None:
    (tmp_path / "my city.toml").write_text('name = "my-city"\nextends = "classic-2000"\ncity_size = 7\n')
    result = citadels("run", tmp_path / "my city.toml")
    assert (result.code, result.out) == (2, "")
    assert result.err.endswith(f"is a variant, not an experiment. Play it with: citadels run --variant '{tmp_path}/my city.toml'\n")


@pytest.mark.parametrize("folder", ["runs/ö ä", "-dash", "it's/$HOME", "a;b&c"])
def test_a_command_to_give_next_can_be_given_as_it_stands(
    citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = citadels(*SMALL, folder)
    _, command, run, out, page = shlex.split(result.out.rpartition("Next: ")[2])
    assert (command, out, page) == ("report", "--out", f"reports/{Path(folder).name}")
    assert citadels("runs", "verify", run).code == 0
    shutil.rmtree(Path(folder) / "turns")
    damaged = citadels("runs", "verify", run)
    assert re.search(r": 1 fault; the manifest lists \d files\.", damaged.out)
    again = shlex.split(damaged.out.rpartition("The run's command:\n")[2])
    assert citadels(*again[1:], "--workers", "1").code == 0
    assert citadels("runs", "verify", run).code == 0


def test_an_option_beside_a_file_is_reported_by_itself(citadels: Speak, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('variants = ["classic-2000"]\n')
    assert citadels("run", file, "--bots", "bilder").err.startswith("citadels: --bots: there is no bot 'bilder'")
    assert citadels("run", file, "--games", "0").err.startswith("citadels: --games: 0 should be")
    file.write_text('variants = ["clasic-2000"]\n')
    assert citadels("run", file, "--bots", "builder").err.startswith(f"citadels: {file}: variants[0]: ")


def test_a_folder_of_another_experiment_is_a_users_mistake(citadels: Speak, tmp_path: Path) -> None:
    citadels(*SMALL, tmp_path / "run")
    result = citadels(*SMALL, tmp_path / "run", "--seed", "2")
    assert result.code == 2
    assert "is the run of another experiment: seed was 1 and is 2" in result.err


def test_ctrl_c_during_an_import_is_exit_code_130_and_no_signal(tmp_path: Path) -> None:
    broken_off = "import citadels_sim.cli.main as m, sys\nm.build_app = lambda: exec('raise KeyboardInterrupt')\nsys.exit(m.main())"
    (tmp_path / "broken_off.py").write_text(broken_off)
    done = subprocess.run([sys.executable, "-m", "broken_off"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (130, "citadels: interrupted\n")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_says_what_is_done_and_how_to_go_on(tmp_path: Path, workers: str) -> None:
    words = ("run", "--variant", "classic-2000", "--games", "300000", "--workers", workers, "--out", str(tmp_path / "run"))
    # A test run in the background may have been started deaf to interrupts.
    program = "import signal as s, sys; s.signal(s.SIGINT, s.default_int_handler)\nfrom citadels_sim.cli.main import main\nsys.exit(main())"
    # A session of its own, so that the signal reaches the workers too, as Ctrl-C in a terminal does.
    process = subprocess.Popen([sys.executable, "-c", program, *words], stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        for _ in range(1200):
            if len(list(tmp_path.glob("run/turns/*.parquet"))) > 2:
                break
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert process.returncode == 130, err
    assert "of 300,000 games are done and kept in" in err
    assert "citadels run --variant classic-2000" in err
    assert "Traceback" not in err
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["state"] == "running"
    assert sum(entry["rows"] for entry in manifest["shards"] if entry["table"] == "games") > 0
    assert not list((tmp_path / "run").rglob("*.part"))


def test_bots_are_listed_with_parameters_and_cost(citadels: Speak) -> None:
    result = citadels("bots", "--cost")
    assert result.code == 0
    assert "builder" in result.out
    assert "0 to 20" in result.out
    assert "µs per game" in result.out
    data = {bot["name"]: bot for bot in json.loads(citadels("bots", "--cost", "--json").out)}
    assert 1 < data["random"]["microseconds_per_game"] < 10_000
    assert {parameter["name"] for parameter in data["builder"]["parameters"]} >= {"noise", "spite", "thrift"}


def test_bots_are_listed_without_measuring_and_without_the_compiler() -> None:
    code = "import sys\nfrom citadels_sim.cli.main import main\nmain(['bots'])\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    listed, modules = done.stdout.rsplit("\n", 2)[:2]
    assert "builder" in listed
    assert "µs" not in listed
    assert {"numba", "llvmlite", "polars"} & set(modules.split()) == set()


def test_a_game_is_reported_move_by_move(citadels: Speak, tmp_path: Path) -> None:
    citadels(*SMALL, tmp_path / "run")
    result = citadels("replay", tmp_path / "run", "--game", "3")
    assert result.code == 0
    assert result.out.startswith("Game 3: classic-2000, 4 players, block 3, rotation 0, seed ")
    assert " comes first with " in result.out
    data = json.loads(citadels("replay", tmp_path / "run", "--game", "3", "--json").out)
    assert data["differences"] == []
    assert data["transcript"]["result"]["winners"]


@pytest.mark.parametrize("folder", ["a[1]", "~", "file:y", "-dash/two words"])
def test_a_folder_of_any_name_is_played_into_and_read_again(
    citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    played = citadels(*SMALL, folder, "--rows", "4")
    assert played.code == 0, played.err
    for words in (("runs", "verify"), ("replay", "--game", "3"), ("report", "--terminal")):
        read = citadels(*words, "--", folder)
        assert (read.code, "damaged" in read.err) == (0, False), read.err


def test_a_game_that_differs_from_the_run_is_exit_code_1(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    citadels(*SMALL, tmp_path / "run")
    monkeypatch.setattr("citadels_sim.designs.recording.replay.Replay.differences", lambda _: ["rounds is 9, the run has 8"])
    result = citadels("replay", tmp_path / "run", "--game", "3")
    assert result.code == 1
    assert "this is not the game that the run recorded: rounds is 9, the run has 8" in result.err


def test_replay_refuses_a_run_that_keeps_no_games(citadels: Speak, tmp_path: Path) -> None:
    words = ("bans", "--variant", "classic-2000", "--bots", "random", "--deals", "2", "--workers", "1", "--out", tmp_path / "run")
    assert citadels(*words).code == 0
    result = citadels("replay", tmp_path / "run", "--game", "0")
    assert (result.code, result.err) == (2, f"citadels: {tmp_path / 'run'}: a run of bans keeps no games to replay. Give a run of games.\n")


def test_replay_refuses_what_is_no_run(citadels: Speak, tmp_path: Path) -> None:
    result = citadels("replay", tmp_path, "--game", "0")
    assert result.code == 2
    assert "not a run folder" in result.err
