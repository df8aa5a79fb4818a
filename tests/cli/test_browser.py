"""``--browser`` of ``citadels play`` and ``citadels replay``: mistakes are one message, before anything is played."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.runner import run_experiment

Speak = Callable[..., Any]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "classic-2000", "--port", "8000"), "--port: works only with --browser."),
        (("play", "classic-2000", "--no-open"), "--no-open: works only with --browser."),
        (("replay", "run", "--game", "0", "--port", "8000"), "--port: works only with --browser."),
        (("replay", "run", "--game", "0", "--browser", "--json"), "--browser: does not go with --json."),
        (("replay", "run", "--game", "0", "--browser", "--html", "x.html"), "--browser: does not go with --html."),
        (("play", "classic-2000", "--browser", "--port", "0"), "--port"),
        (("play", "classic-2000", "--browser", "--port", "70000"), "--port"),
        (("play", "clasic-2000", "--browser"), "Did you mean 'classic-2000'?"),
    ],
)
def test_a_mistake_is_one_message(
    citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = citadels(*words)
    assert (result.code, result.out, len(result.err.splitlines())) == (2, "", 1)
    assert message in result.err
    assert list(tmp_path.iterdir()) == []


def test_without_the_server_the_command_that_installs_it_is_named(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "tornado" else find(name, *rest))
    for words in (("play", "classic-2000"), ("replay", "run", "--game", "0")):
        result = citadels(*words, "--browser")
        assert (result.code, result.out) == (2, "")
        assert result.err == "citadels: --browser: needs the web extra. Install it with: pip install 'citadels-sim[web]'\n"
    assert list(tmp_path.iterdir()) == []


def test_a_game_of_a_run_is_shown(
    citadels: Speak, experiment: Callable[..., Experiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page that `--browser` shows is the one that `--html` writes."""
    run_experiment(experiment(lineups=[["random"]], games=2, players=[2]), tmp_path / "run")
    pages: list[str] = []

    def look(address: str) -> None:
        """Open the address, as a person would, and then end the program as Ctrl-C does."""
        with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(address, timeout=60) as answer:
            pages.append(answer.read().decode())
        os.kill(os.getpid(), signal.SIGINT)

    def opened(address: str) -> None:
        threading.Thread(target=look, args=(address,)).start()

    monkeypatch.setattr("citadels_sim.cli.browser._open", opened)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background may be deaf to interrupts
    try:
        result = citadels("replay", tmp_path / "run", "--game", "1", "--browser")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (result.code, result.err) == (0, "")
    address, note, *_, last = result.out.splitlines()
    assert address.startswith("http://127.0.0.1:")
    assert "Ctrl-C" in note
    assert last == "Game 1 is no longer shown."
    citadels("replay", tmp_path / "run", "--game", "1", "--html", tmp_path / "game.html")
    assert pages == [(tmp_path / "game.html").read_text()]
    assert json.loads(pages[0].split('id="data">')[1].split("</script>")[0])["names"] == ["Seat 1 (random)", "Seat 2 (random)"]


def test_a_browser_that_would_take_the_terminal_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    import webbrowser

    from citadels_sim.cli.browser import _open

    opened: list[str] = []

    class InWindow(webbrowser.BackgroundBrowser):
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
            opened.append(url)
            return True

    terminal = webbrowser.GenericBrowser("lynx")
    monkeypatch.setattr(terminal, "open", opened.append, raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: terminal)
    _open("http://a/")
    assert opened == []
    monkeypatch.setattr(webbrowser, "get", lambda: InWindow("firefox"))
    _open("http://b/")
    assert opened == ["http://b/"]

    def none() -> None:
        raise webbrowser.Error("no browser")

    monkeypatch.setattr(webbrowser, "get", none)
    _open("http://c/")
    assert opened == ["http://b/"]
