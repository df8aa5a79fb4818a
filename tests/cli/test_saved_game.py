"""A game that was saved is told, shown and reported on, and files that are none are one message."""

from __future__ import annotations

import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_lineup
from citadels_sim.cli.saved_game import read_saved
from citadels_sim.errors import PositionError
from citadels_sim.game.session import Session

Speak = Callable[..., Any]
ODD = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def saved(*, choices: int | None = None, people: tuple[int, ...] = (0,), **changed: Any) -> dict[str, Any]:
    sitting = Session(cs.load_variant("classic-2000"), parse_lineup("random", 3 - len(people)), people, 5)
    sitting.start()
    while not sitting.game.over and (choices is None or len(sitting.game.transcript()["labels"]) < choices):
        sitting.play(sitting.game.legal()[0])
    data = sitting.transcript() | changed
    Path("game.json").write_text(json.dumps(data))
    return data


@pytest.mark.parametrize("people", [(0,), (0, 2)])
def test_a_saved_game_is_told_again_move_by_move(citadels: Speak, people: tuple[int, ...]) -> None:
    data = saved(people=people)
    told = citadels("replay", "game.json")
    assert told.code == 0
    assert told.out.startswith("Citadels (2000), base game, 3 players\nRound 1. ")
    assert "  > " not in told.out
    assert told.out.count("    Now: ") > 10
    said = citadels("replay", "game.json", "--labels")
    assert [line.partition(": ")[2] for line in said.out.splitlines() if line.startswith("  > ")] == data["labels"]
    assert "So far." not in said.out
    whole = json.loads(citadels("replay", "game.json", "--json").out)
    assert (whole["seats"], whole["transcript"]["labels"]) == (data["seats"], data["labels"])


@pytest.mark.parametrize(("people", "command"), [((0,), "citadels play game.json"), ((0, 2), "citadels play game.json --browser")])
def test_a_game_that_is_not_over_says_how_it_goes_on(
    citadels: Speak, monkeypatch: pytest.MonkeyPatch, people: tuple[int, ...], command: str
) -> None:
    saved(choices=7, people=people)
    said = citadels("replay", "game.json")
    assert said.code == 0
    assert said.out.rstrip().endswith(f"The game is not over. Continue with: {command}")
    shown: list[Session] = []
    monkeypatch.setattr("citadels_sim.cli.play.play_in_browser", lambda sitting, *_: shown.append(sitting))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    again = citadels(*command.split()[1:])  # the command is one that goes on, and says the same in the end
    assert (again.code, again.err, len(shown)) == (0, "", len(people) - 1)
    assert again.out.rstrip().endswith(f"The game so far is saved in game.json. Continue with: {command}")


@pytest.mark.parametrize(
    "how",
    [
        ("--browser",),
        ("--browser", "--no-open", "--port", "8123"),
        ("--browser", "--lan", "--no-open", "--address", "192.0.2.7", "--port", "8123"),
    ],
)
def test_the_command_that_goes_on_has_the_options_that_were_given(
    citadels: Speak, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...]
) -> None:
    hosts: list[object] = []
    monkeypatch.setattr("citadels_sim.cli.play.lan_host", lambda browser, lan, address, port: address if lan else None)
    monkeypatch.setattr("citadels_sim.cli.play.play_in_browser", lambda sitting, port, no_open, host: hosts.append((port, no_open, host)))
    file = "my games/a b.json"
    Path("my games").mkdir()
    words = ("classic-2000", "--players", "3", "--human", "1,3", "--bots", "random", "--seed", "3", "--transcript", file)
    line = ["play", *words, *how]
    for _ in range(3):
        said = citadels(*line)
        assert (said.code, said.err) == (0, "")
        again = said.out.rstrip().partition("Continue with: ")[2]
        assert again == f"citadels play '{file}' {' '.join(how)}"
        line = shlex.split(again)[1:]
    assert len({*hosts}) == 1


def test_the_command_that_goes_on_names_bots_in_files_which_are_loaded_by_that_alone(
    citadels: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("-my bots.py").write_text("def dice(view, legal, rng):\n    return rng.choice(legal)\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    words = ("--players", "3", "--bots", "./-my bots.py:dice,random", "--transcript", "./-x.json")
    began = citadels("play", "classic-2000", *words)
    assert began.code == 0, began.err
    again = began.out.rstrip().partition("Continue with: ")[2]
    assert again == "citadels play ./-x.json --bots './-my bots.py:dice'"
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    said = citadels(*shlex.split(again)[1:])
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        (["evil.py:greedy", "random"], "Its bot 'evil.py:greedy' is in a file, which is not loaded just because a saved game names it. If"),
        (["a.py:f", "b.py:f"], "Its bots 'a.py:f' and 'b.py:f' are in files, which are not loaded just because a saved game names them"),
        (["a.py:f\n\x1b[2J$(rm x)", "random"], "Its bot 'a.py:f\\n\\x1b[2J$(rm x)' is in a file"),
        ([f"{'e' * 3_000_000}.py:f", "random"], " characters ...] "),
    ],
)
def test_no_command_is_shown_that_runs_a_program_which_only_the_file_of_a_game_names(citadels: Speak, bots: list[str], said: str) -> None:
    saved(choices=7, bots=bots)
    shown = citadels("replay", "game.json")
    *_, command, why = shown.out.splitlines()
    assert (shown.code, command) == (0, "The game is not over. Continue with: citadels play game.json")
    assert said in why
    assert len(why) < 600
    assert "--bots" not in shown.out.replace("with --bots.", "")
    refused = citadels("play", "game.json")
    assert (refused.code, refused.out, len(refused.err.splitlines())) == (2, "", 1)
    assert len(refused.err) < 600
    assert "just because a saved game names it" in refused.err


def test_nothing_is_said_of_programs_where_a_game_is_over_or_has_none(citadels: Speak) -> None:
    saved(choices=7)
    assert "--bots" not in citadels("replay", "game.json").out
    saved(bots=["evil.py:greedy", "random"])
    assert "evil" not in citadels("replay", "game.json").out


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("my.game", "my.game should end in .json, as in my.json."),
        ("games.x", "games.x is a folder. Name a file that ends in .json, such as games.x/game.json."),
        (".", ". is a folder. Name a file that ends in .json, such as game.json."),
        ("..", ".. is a folder. Name a file that ends in .json, such as ../game.json."),
        ("none/..", "none/.. is a folder. Name a file that ends in .json, such as none/../game.json."),
        ("/", "/ is a folder. Name a file that ends in .json, such as /game.json."),
    ],
)
def test_a_transcript_that_no_command_would_know_is_refused(citadels: Speak, file: str, message: str) -> None:
    Path("games.x").mkdir()
    said = citadels("play", "classic-2000", "--transcript", file)
    assert (said.code, said.out, said.err) == (2, "", f"citadels: --transcript: {message}\n")


def test_a_report_of_a_saved_game_is_its_page(citadels: Speak) -> None:
    saved(seats=[ODD, "B", "C"])
    for _ in range(2):  # the second one replaces the first
        said = citadels("report", "game.json", "--out", "reports/game")
        assert (said.code, said.out.splitlines()) == (
            0,
            [
                "The game: reports/game/index.html",
                "To compare games of people with those of the bots: citadels plays add game.json",
            ],
        )
    page = Path("reports/game/index.html").read_text()
    assert '"steps":' in page
    assert "<script>alert" not in page
    assert citadels("replay", "game.json", "--html", "one.html").code == 0
    assert Path("one.html").read_text().replace("one", "") == page.replace("one", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("replay", "game.json", "--game", "0"), "--game: works only with a run folder; game.json is one game."),
        (("replay", "game.json", "--bots", "x.py:f"), "--bots: works only with a run folder"),
        (("report", "game.json"), "--out: say where the page of the game goes"),
        (("replay", "none.json", "--game", "0"), "none.json"),
        (("replay", "list.json"), "list.json: is not a game that `citadels play` saved."),
        (("report", "list.json", "--out", "x"), "list.json: is not a game that `citadels play` saved."),
        (("replay", "broken.json"), "broken.json: "),
        (("replay", "cheat.json"), "cheat.json: transcript: labels.0: 'fly' is not legal now"),
        (("replay", "deep.json"), "deep.json: "),
    ],
)
def test_what_is_no_saved_game_is_one_message(citadels: Speak, words: tuple[str, ...], message: str) -> None:
    data = saved(choices=7)
    for name, text in (
        ("list", "[]"),
        ("broken", "{"),
        ("deep", "[" * 100_000),
        ("cheat", json.dumps(data | {"labels": ["fly", *data["labels"]]})),
    ):
        Path(f"{name}.json").write_text(text)
    said = citadels(*words)
    assert (said.code, said.out) == (2, "")
    assert message in said.err
    assert "Traceback" not in said.err
    assert not Path("x").exists()


@pytest.mark.parametrize(
    "bots",
    [
        ["learner:think=2,evil.py:Bot", "", "builder"],
        ["builder,evil.py:Bot", "", "builder"],
        ["", "builder", "builder,evil.py:Bot"],
        [" evil.py:Bot", "builder", "builder"],
        ["builder", "think=2,evil.py:Bot", "builder"],
        ["evil.py:Bot", "builder", "builder"],
    ],
)
def test_a_saved_game_loads_no_program_whatever_its_bots_are_called(citadels: Speak, bots: list[str]) -> None:
    Path("evil.py").write_text("import pathlib\npathlib.Path('ran').touch()\ndef Bot(view, legal, rng): return legal[0]\n")
    sitting = Session(cs.load_variant("classic-2000"), parse_lineup("builder", 3), [0], 5)
    sitting.start()
    Path("game.json").write_text(json.dumps(sitting.transcript() | {"bots": bots}))
    said = citadels("play", "game.json")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("citadels: game.json: ")
    with pytest.raises(PositionError, match=r"^game\.json: (bots: each should be one bot|its bot 'evil\.py:Bot' is in a file)"):
        read_saved(Path("game.json"), None)
    assert not Path("ran").exists()
