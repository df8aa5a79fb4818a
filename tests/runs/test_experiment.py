from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.errors import ExperimentError
from citadels_sim.runs.command_line import command_of
from citadels_sim.runs.experiment import experiment_names, make_experiment, parse_players, read_experiment
from citadels_sim.runs.plan import make_plan
from tests.mutations import lay_traps

GOOD: dict[str, Any] = {"name": "x", "variants": ["classic-2000"]}


def fault(**keys: Any) -> str:
    with pytest.raises(ExperimentError) as caught:
        make_plan(make_experiment({**GOOD, **keys}, "my.toml"), "my.toml")
    return str(caught.value)


def test_what_is_left_out_has_a_default() -> None:
    made = make_experiment(GOOD, "my.toml")
    assert (made.players, made.games, made.lineups, made.seed, made.detail) == ((4,), 1000, (("builder",),), 1, "turns")


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"games": 0}, ["my.toml: games: 0 should be", "at least 1"]),
        ({"games": "many"}, ["games: 'many' should be"]),
        ({"games": True}, ["games: true should be"]),
        ({"games": 10.0}, ["games: 10.0 should be"]),
        ({"seed": -1}, ["seed: -1 should be"]),
        ({"seed": 2**63}, ["seed: 9223372036854775808 should be"]),
        ({"detail": "turn"}, ["detail: 'turn' should be 'games', 'turns' or 'events'"]),
        ({"player": [4]}, ["player: there is no such key", "Did you mean 'players'?"]),
        ({"players": []}, ["players: [] should be"]),
        ({"players": [1]}, ["players[0]: 1 should be a number of players from 2 to 8"]),
        ({"players": ["4"]}, ["players[0]: '4' should be"]),
        ({"players": [4, 4]}, ["players: '4' is given twice"]),
        ({"players": 4}, ["players: 4 should be a list"]),
        ({"players": [4, 8]}, ["players: ", "8", "2 to 7"]),
        ({"variants": []}, ["variants: [] should be"]),
        ({"variants": ["classic-2001"]}, ["variants[0]: ", "classic-2001", "Did you mean 'classic-2000'?"]),
        ({"variants": ["classic-2000", "classic-2000"]}, ["variants: 'classic-2000' is given twice"]),
        ({"lineups": [[]]}, ["lineups[0]: the line-up is empty"]),
        ({"lineups": ["builder"]}, ["lineups[0]: 'builder' should be"]),
        ({"lineups": [["bilder"]]}, ["lineups[0][0]: there is no bot 'bilder'", "Did you mean 'builder'?"]),
        ({"lineups": [["builder:nois=1"]]}, ["lineups[0][0]: ", "no parameter 'nois'", "Did you mean 'noise'?"]),
        ({"lineups": [["builder:noise=-1"]]}, ["lineups[0][0]: ", "noise", "0 to 20"]),
        ({"lineups": [["builder:noise=1"], ["builder:noise=1.0"]]}, ["lineups[1]: 'builder:noise=1' is given twice"]),
        ({"lineups": [["random"] * 5]}, ["lineups[0]: 5 bots are too many for 4 players"]),
        ({"name": "a/b"}, ["name: 'a/b' should be 1 to 64 small letters", "Did you mean 'a-b'?"]),
        ({"name": "My_run"}, ["name: 'My_run' should be", "Did you mean 'my-run'?"]),
        ({"name": "a" * 65}, ["name: ", "1 to 64"]),
        ({"name": ["a"]}, ["name: ['a'] should be text in quotes"]),
        ({"lineups": [["a\x1b[2J.py:b"]]}, ["lineups[0][0]: 'a\\x1b[2J.py:b' has invisible characters"]),
        ({"margins": {"seet": 2}}, ["margins.seet: there is no such limit", "Did you mean 'seat'?"]),
        ({"margins": {"seat": 0}}, ["margins.seat: 0 should be percentage points of win chance per game, above 0 and at most 100"]),
        ({"margins": {"rounds": True}}, ["margins.rounds: true should be rounds"]),
        ({"margins": {"dead_turns": [1, 2]}}, ["margins.dead_turns: [1, 2] should be per cent of turns"]),
        ({"margins": 3}, ["margins: 3 should be a table of limits"]),
        ({"margins": {"interaction": 1}, "kind": "flow"}, ["margins.interaction: 1 should be two numbers, the ends of a band"]),
        ({"margins": {"interaction": [1, 0.5]}, "kind": "flow"}, ["margins.interaction: [1, 0.5] should be two numbers"]),
        ({"margins": {"character": 1}}, ["margins.character: does not go with kind = 'games'", "kind = 'forks'"]),
    ],
)
def test_a_mistake_is_reported_with_its_place_and_what_would_be_right(keys: dict[str, Any], words: list[str]) -> None:
    message = fault(**keys)
    assert all(word in message for word in words), message
    assert len(message.splitlines()) == 1


def test_all_mistakes_are_reported_at_once() -> None:
    lines = fault(games=0, seed=-2, detail="all").splitlines()
    assert lines[0] == "my.toml has 3 faults:"
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["games", "seed", "detail"]


def test_mistakes_in_variants_players_and_bots_are_reported_at_once() -> None:
    lines = fault(variants=["clasic-2000", "classic-2000"], players=[9 - 1], lineups=[["bulder"]]).splitlines()
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["variants[0]", "players", "lineups[0][0]"]


def test_a_missing_key_is_named() -> None:
    with pytest.raises(ExperimentError, match="variants: missing; it should be a list of at least one variant"):
        make_experiment({"name": "x"}, "my.toml")


def test_a_file_is_named_after_itself(tmp_path: Path) -> None:
    (tmp_path / "seats.toml").write_text('variants = ["classic-2000"]\n')
    assert read_experiment(str(tmp_path / "seats.toml")).name == "seats"


def test_a_file_with_an_error_is_refused_with_the_line(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('variants = ["classic-2000"\ngames = 3\n')
    with pytest.raises(ExperimentError, match=r"bad\.toml: is not valid TOML: .*line 2"):
        read_experiment(str(tmp_path / "bad.toml"))


def test_an_unknown_file_is_reported_with_the_packaged_ones() -> None:
    with pytest.raises(ExperimentError, match=r"clasic: there is no such experiment file.*Did you mean 'classic'\?"):
        read_experiment("clasic")


def test_options_replace_keys_of_a_file() -> None:
    assert read_experiment("classic", {"games": 7}).games == 7


@pytest.mark.parametrize("name", experiment_names())
def test_every_packaged_experiment_can_be_played(name: str) -> None:
    assert make_plan(read_experiment(name)).games > 0


@pytest.mark.parametrize(("text", "counts"), [("4", (4,)), ("4-7", (4, 5, 6, 7)), ("2,4-5", (2, 4, 5)), (" 4 , 6 ", (4, 6))])
def test_numbers_of_players_are_read(text: str, counts: tuple[int, ...]) -> None:
    assert parse_players(text) == counts


@pytest.mark.parametrize("text", ["", "four", "7-4", "4-", "4;5", "-4"])
def test_other_texts_are_no_numbers_of_players(text: str) -> None:
    with pytest.raises(ExperimentError, match="--players: "):
        parse_players(text)


def test_declared_limits_are_part_of_the_settings_and_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('variants = ["classic-2000"]\n[margins]\nseat = 3\nrounds = 15.5\n')
    shown = read_experiment(str(tmp_path / "mine.toml"), {"margins": {"rounds": 18}})
    assert shown.settings()["margins"] == {"seat": 3, "rounds": 18}
    words = command_of(shown, "runs/mine")
    assert [words[i + 1] for i, word in enumerate(words) if word == "--margin"] == ["seat=3", "rounds=18"]
    flow = make_experiment({**GOOD, "kind": "flow", "margins": {"interaction": [0.2, 0.4]}}, "test")
    assert "interaction=0.2-0.4" in command_of(flow, "runs/flow")
    forks = make_experiment({**GOOD, "kind": "forks", "margins": {"character": 1.5}}, "test")
    assert command_of(forks, "runs/forks")[-4:-2] == ["--margin", "1.5"]
    assert "margins" not in make_experiment(GOOD, "test").settings()


@pytest.mark.parametrize("kind", ["games", "attribution", "pick-attribution"])
@pytest.mark.parametrize("value", [[1], ["a", "b"], "ab", 3, {"a": 1}, {"a": [[]]}, [["a"], {}]])
@pytest.mark.parametrize("key", ["between", "groups"])
def test_what_only_a_plan_finds_is_refused_whatever_it_is(key: str, value: Any, kind: str) -> None:
    words = f"{key}: is set when the experiment is planned; leave it out."
    assert words in fault(**{key: value, "kind": kind})


def test_very_long_lists_are_refused_at_once() -> None:
    begun = time.process_time()
    assert "players: [4, 4, 4, " in fault(players=[4] * 100_000)
    assert "variants[0]: 0 should be in a list" in fault(variants=list(range(100_000)))
    assert "x0: there is no such key" in fault(**{f"x{i}": 1 for i in range(20_000)})
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("name", ["pipe.toml", "loop.toml", "folder.toml", "x" * 300 + ".toml"])
def test_what_is_no_file_is_refused_and_not_waited_on(tmp_path: Path, name: str) -> None:
    lay_traps(tmp_path)
    with pytest.raises(ExperimentError, match=re.escape(str(tmp_path / name))):
        read_experiment(str(tmp_path / name))
