"""``citadels play``: a person at the table, whose typing comes through a pipe."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_lineup
from citadels_sim.cli.play import matching
from citadels_sim.game.session import Session
from citadels_sim.variants import variant_names

Speak = Callable[..., Any]
FIRST_ALWAYS = ("1", "") * 5000


class Typing(io.StringIO):
    """What a person types, line by line."""

    def __init__(self, *lines: str) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))


@pytest.fixture
def play(citadels: Speak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """Play with these lines typed; the transcript goes to game.json."""

    def at_the_table(*words: str, typed: tuple[str, ...] = ()) -> Any:
        (tmp_path / "game.json").unlink(missing_ok=True)
        monkeypatch.setattr(sys, "stdin", Typing(*typed))
        return citadels("play", *words, "--transcript", tmp_path / "game.json")

    return at_the_table


def saved(folder: Path) -> dict[str, Any]:
    transcript: dict[str, Any] = json.loads((folder / "game.json").read_text())
    return transcript


def tables() -> list[Any]:
    """Each packaged variant at its smallest and its largest table."""
    chosen = []
    for i, name in enumerate(variant_names()):
        counts = sorted(cs.load_variant(name).tables)
        for k, players in enumerate(dict.fromkeys((counts[0], counts[-1]))):
            chosen.append(pytest.param(name, players, marks=() if (i + k) % 4 == 0 else pytest.mark.slow))
    return chosen


@pytest.mark.parametrize(("variant", "players"), tables())
def test_a_person_who_takes_the_first_choice_plays_a_whole_game(play: Speak, tmp_path: Path, variant: str, players: int) -> None:
    shown = play(variant, "--players", players, "--bots", "random", "--seat", players, "--seed", "5", typed=FIRST_ALWAYS)
    assert (shown.code, "wins" in shown.out or "share the win" in shown.out) == (0, True)
    again = cs.Game.from_transcript(saved(tmp_path))
    assert again.result() == saved(tmp_path)["result"]


def test_the_transcript_is_the_game_that_was_played(play: Speak, tmp_path: Path) -> None:
    shown = play("classic-2000", "--players", "3", "--bots", "builder,random", "--seed", "4", typed=("1", "q"))
    assert shown.code == 0
    transcript = saved(tmp_path)
    assert transcript["seats"] == ["Seat 1 (you)", "Seat 2 (builder)", "Seat 3 (random)"]
    assert (transcript["seed"], transcript["result"]) == (4, None)
    assert cs.Game.from_transcript(transcript).transcript() == {
        key: transcript[key] for key in transcript if key not in ("seats", "people", "bots")
    }


def test_the_end_of_input_saves_the_game_and_is_no_fault(play: Speak, tmp_path: Path) -> None:
    shown = play("classic-2000", "--seed", "3")
    assert shown.code == 0
    assert f"The game so far is saved in {tmp_path / 'game.json'}." in shown.out
    assert shown.err == ""


def test_ctrl_c_saves_the_game_and_is_130(play: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("citadels_sim.cli.play._read", interrupted)
    shown = play("classic-2000", "--seed", "3")
    assert shown.code == 130
    assert saved(tmp_path)["seed"] == 3


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_whatever_ends_the_program_the_game_is_saved_and_goes_on(tmp_path: Path, play: Speak, number: int) -> None:
    play("classic-2000", "--seed", "3")  # compiles what is missing: the program below would say on standard error that it does
    (tmp_path / "game.json").unlink()
    words = [sys.executable, "-m", "citadels_sim", "play", "classic-2000", "--seed", "3", "--transcript", "game.json"]
    environment = {**os.environ, "PYTHONPATH": str(Path(cs.__file__).parents[1])}
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, cwd=tmp_path, env=environment, **streams) as process:
        assert process.stdin is not None
        process.stdin.write(b"1\ngold\n")
        process.stdin.flush()
        while not (tmp_path / "game.json").is_file() or saved(tmp_path)["labels"][-1:] != ["gold"]:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == ((-9, b"") if number == signal.SIGKILL else (130, b""))
    assert (b"Continue with: citadels play game.json" in out) is (number != signal.SIGKILL)
    assert saved(tmp_path)["labels"][-1] == "gold"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
def test_ctrl_c_at_a_terminal_does_not_wait_for_the_line(tmp_path: Path) -> None:
    own, theirs = os.openpty()
    # A test run in the background may have been started deaf to interrupts.
    program = "import signal as s, sys; s.signal(s.SIGINT, s.default_int_handler)\nfrom citadels_sim.cli.main import main\nsys.exit(main())"
    words = [sys.executable, "-c", program, "play", "classic-2000", "--seed", "3", "--transcript", "game.json"]
    environment = {**os.environ, "PYTHONPATH": str(Path(cs.__file__).parents[1])}
    with subprocess.Popen(words, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=environment) as process:
        try:
            assert process.stdout is not None
            while b"pick:bishop" not in (line := process.stdout.readline()):
                assert line
            time.sleep(1)  # for the prompt behind the last choice
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
            os.close(own)
            os.close(theirs)
    assert (process.returncode, err) == (130, b"")
    assert b"The game so far is saved in game.json." in out
    assert saved(tmp_path)["result"] is None


@pytest.mark.parametrize("bots", ["random", "builder,planner", "builder:spite=0"])
def test_a_saved_game_goes_on_as_if_it_had_never_been_left(
    play: Speak, citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bots: str
) -> None:
    words = ("classic-2000", "--players", "4", "--bots", bots, "--seat", "2", "--seed", "5")
    play(*words, typed=FIRST_ALWAYS)
    whole = saved(tmp_path)
    play(*words, typed=(*FIRST_ALWAYS[:40], "q"))
    part = saved(tmp_path)
    assert part["result"] is None
    assert 10 < len(part["labels"]) < len(whole["labels"])
    monkeypatch.setattr(sys, "stdin", Typing(*FIRST_ALWAYS))
    shown = citadels("play", tmp_path / "game.json")
    assert (shown.code, shown.err) == (0, "")
    assert saved(tmp_path) == whole


def edited(data: dict[str, Any], **changes: Any) -> str:
    return json.dumps(data | changes)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"people": None}, "people: None should be the seats of people, who with 3 bots make 4 players"),
        ({"people": [True]}, "people: [True] should be the seats of people"),
        ({"people": [0, 0, 1], "bots": ["builder"]}, "people: [0, 0, 1] should be the seats of people"),
        ({"people": ["\x1b[2J"]}, "should be the seats of people"),
        ({"bots": ["builder"]}, "people: [0] should be the seats of people, who with 1 bots make 4 players"),
        ({"people": [0, 1], "bots": ["builder", "builder"], "labels": []}, "--human: 2 people need a browser"),
        (
            {"bots": ["evil.py:bot", "builder", "builder"]},
            "'evil.py:bot' is in a file, which is not loaded just because a saved game names it",
        ),
        ({"bots": ["bilder", "builder", "builder"]}, "Did you mean 'builder'?"),
        ({"people": [9]}, "people: [9] should be"),
        ({"labels": ["fly"]}, "labels.0: "),
        ({"seed": 4}, "labels."),
        ({"seed": -1}, "-1"),
        ({"variant": {}}, "game.json"),
    ],
)
def test_a_file_that_is_no_saved_game_is_one_message(
    play: Speak, citadels: Speak, tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    play("classic-2000", "--seed", "3", typed=("1", "q"))
    (tmp_path / "game.json").write_text(edited(saved(tmp_path), **change))
    before = (tmp_path / "game.json").read_bytes()
    result = citadels("play", tmp_path / "game.json")
    assert (result.code, message in result.err, "Traceback" in result.err) == (2, True, False)
    assert result.err.startswith((f"citadels: {tmp_path / 'game.json'}: ", "citadels: --human: "))
    assert "\x1b" not in result.err
    assert (tmp_path / "game.json").read_bytes() == before
    assert "--human: the saved game has its own" in citadels("play", tmp_path / "game.json", "--seat", "1").err


def test_a_game_that_was_saved_when_one_person_played_goes_on(play: Speak, citadels: Speak, tmp_path: Path) -> None:
    play("classic-2000", "--seed", "3", "--seat", "3", typed=("1", "q"))
    data = saved(tmp_path)
    assert data.pop("people") == [2]
    (tmp_path / "game.json").write_text(edited(data, seat=2))
    assert citadels("play", tmp_path / "game.json").code == 0
    assert saved(tmp_path)["people"] == [2]


def test_a_pick_takes_one_answer(play: Speak, tmp_path: Path) -> None:
    shown = play("classic-2000", "--seed", "3", typed=("1", "q"))
    assert saved(tmp_path)["labels"][3] == "pick:magician"
    assert "Press Enter" not in shown.out


def test_a_choice_that_shows_hidden_cards_counts_only_after_enter(play: Speak, tmp_path: Path) -> None:
    play("classic-2000", "--seed", "3", typed=("1", "cards", "u", "gold", "q"))
    labels = saved(tmp_path)["labels"]
    assert labels[-1] == "gold"
    play("classic-2000", "--seed", "3", typed=("1", "cards"))
    assert saved(tmp_path)["labels"] == labels[:-1]
    play("classic-2000", "--seed", "3", typed=("1", "cards", ""))
    assert saved(tmp_path)["labels"] == [*labels[:-1], "cards"]


def test_gathering_gold_is_taken_back_at_the_next_question(play: Speak, tmp_path: Path) -> None:
    shown = play("classic-2000", "--seed", "3", typed=("1", "gold", "u", "cards", "", "q"))
    assert "Undone." in shown.out
    assert "keep" in shown.out
    assert [label for label in saved(tmp_path)["labels"] if label in ("gold", "cards")][-1] == "cards"


def test_what_has_shown_hidden_cards_is_not_taken_back(play: Speak) -> None:
    shown = play("classic-2000", "--seed", "3", typed=("1", "cards", "", "u", "q"))
    assert "There is nothing to undo" in shown.out


def test_help_reports_how_to_choose_and_what_a_choice_does(play: Speak) -> None:
    shown = play("classic-2000", "--seed", "3", typed=("?", "? 1", "? dragon gate", "? dragoon-gate", "q"))
    assert "undo your last choice" in shown.out
    assert "Magician, rank 3. Swaps hands" in shown.out
    assert "Dragon Gate, unique, costs 6 gold." in shown.out
    assert "Did you mean 'dragon-gate'?" in shown.out


def test_bad_input_is_reported_once_and_asked_again(play: Speak, tmp_path: Path) -> None:
    shown = play("classic-2000", "--seed", "3", typed=("99", "xyzzy", "pick", "magician", "cards", "what?", "", "q"))
    assert "There is no choice 99; the numbers are 1 to 2." in shown.out
    assert "'xyzzy' is not one of the choices." in shown.out
    assert "'pick' matches 2 choices" in shown.out
    assert "'what?' is neither Enter nor u." in shown.out
    assert saved(tmp_path)["labels"][3] == "pick:magician"


def test_there_is_no_colour_where_nobody_looks(play: Speak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in play("classic-2000", "--seed", "3", typed=("1", "q")).out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("clasic-2000",), "Did you mean 'classic-2000'?"),
        (("classic-2000", "--players", "9"), "seats 2 to 7 players, not 9"),
        (("classic-2000", "--seat", "5"), "--human: 5 should be a seat of 4 players: 1 to 4."),
        (("classic-2000", "--human", "1,3"), "--human: 2 people need a browser, which hides the cards between turns. Add --browser."),
        (("classic-2000", "--human", "1-9", "--browser"), "--human: 5 should be a seat of 4 players"),
        (("classic-2000", "--human", "1,1", "--browser"), "--human: '1,1' has a seat twice."),
        (("classic-2000", "--human", "me"), "--human: 'me' should be seats from 1, such as 1, 1,3 or 1-4."),
        (("classic-2000", "--human", "1-4", "--browser", "--bots", "random"), "--bots: people sit at all 4 seats."),
        (("classic-2000", "--lan"), "--lan: works only with --browser."),
        (("classic-2000", "--browser", "--address", "10.0.0.1"), "--address: works only with --lan."),
        (("classic-2000", "--browser", "--lan", "--address", "0.0.0.0"), "--address: 0.0.0.0 is not the address of one machine."),
        (("classic-2000", "--browser", "--lan", "--address", "8.8.8.8"), "--lan: 8.8.8.8 can be reached from the whole Internet"),
        (("classic-2000", "--browser", "--lan", "--address", "evil.example"), "--address: 'evil.example' should be an address"),
        (("classic-2000", "--seed", "-1"), "--seed: -1 should be"),
        (("classic-2000", "--bots", "bilder"), "Did you mean 'builder'?"),
        (("classic-2000", "--bots", "random,random,random,random"), "the line-up has 4 bots for 3 players"),
    ],
)
def test_a_mistake_is_one_message_and_leaves_no_file(play: Speak, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    shown = play(*words)
    assert (shown.code, shown.out) == (2, "")
    assert message in shown.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("--browser",), ("--browser", "--lan", "--address", "127.0.0.1")])
def test_a_port_that_is_taken_is_said_before_anything_is_dealt(play: Speak, tmp_path: Path, words: tuple[str, ...]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        shown = play("classic-2000", *words, "--port", port)
    assert (shown.code, shown.out, len(shown.err.splitlines())) == (2, "", 1)
    assert f"--port: {port} cannot be used" in shown.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("port", [(), ("--port", "8765")])
def test_an_address_of_another_machine_is_said_before_anything_is_dealt(play: Speak, tmp_path: Path, port: tuple[str, ...]) -> None:
    shown = play("classic-2000", "--browser", "--lan", "--address", "192.0.2.1", *port)
    assert (shown.code, shown.out, len(shown.err.splitlines())) == (2, "", 1)
    assert "--address: 192.0.2.1 cannot be used" in shown.err
    assert list(tmp_path.iterdir()) == []


def test_a_transcript_is_not_written_over(citadels: Speak, tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("mine")
    result = citadels("play", "classic-2000", "--transcript", tmp_path / "old.json")
    assert result.code == 2
    assert "already exists" in result.err
    assert (tmp_path / "old.json").read_text() == "mine"
    result = citadels("play", "classic-2000", "--transcript", tmp_path / "no" / "new.json")
    assert (result.code, "there is no folder" in result.err) == (2, True)


def test_the_same_command_in_a_pipe_plays_too(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "citadels_sim", "play", "classic-2000", "--seed", "3", "--transcript", "game.json"]
    environment = {**os.environ, "PYTHONPATH": str(Path(cs.__file__).parents[1])}
    done = subprocess.run(words, input="1\nq\n", cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "pick:magician" in saved(tmp_path)["labels"]


def test_labels_are_found_by_number_beginning_and_part() -> None:
    labels = ("build:temple", "build:tavern", "destroy:1:temple", "end", "pass")
    assert matching("2", labels) == [1]
    assert matching("0", labels) == matching("6", labels) == matching("", labels) == []
    assert matching("end", labels) == matching("e", labels) == [3]
    assert matching("build", labels) == [0, 1]
    assert matching("temp", labels) == [0, 2]
    assert matching("tav", labels) == [1]


def sentences_of(sitting: Session) -> list[str]:
    return [sentence for sentence, _ in sitting.news()]


@pytest.mark.parametrize(("variant", "players"), [("classic-2000", 4), ("dark-city", 7), ("citadels-2016-random", 5), ("citadels-2016", 3)])
def test_what_is_reported_of_others_hangs_on_nothing_hidden(variant: str, players: int) -> None:
    """Whoever holds what, the draft of others reads the same: characters and face-down cards are never named before they are called."""
    sitting = Session(cs.load_variant(variant), parse_lineup("random", players - 1), [0], 11)
    sitting.start()
    rng = random.Random(1)
    for _ in range(60):
        for sentence in sentences_of(sitting):
            if "face down" in sentence or (" takes " in sentence and " out of " in sentence):
                assert "you" in sentence or "A character" in sentence or "lays a character" in sentence, sentence
        if sitting.game.over:
            break
        sitting.play(rng.choice(sitting.game.legal()))


def test_a_choice_that_was_taken_back_never_happened() -> None:
    sitting = Session(cs.load_variant("classic-2000"), parse_lineup("builder", 3), [0], 3)
    sitting.start()
    sitting.play("pick:magician")
    before = sitting.game.position()
    assert not sitting.may_take_back
    sitting.play("gold")
    assert sitting.may_take_back
    sitting.take_back()
    assert sitting.game.position() == before
    assert sitting.transcript()["labels"][-1] != "gold"


def test_an_unknown_bot_is_reported_with_its_option(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for bots in ("bilder", "builder,builder,builder,builder"):
        result = citadels("play", "classic-2000", "--bots", bots)
        assert result.code == 2
        assert result.err.startswith("citadels: --bots: ")
    assert not any(tmp_path.iterdir())
