"""The page in a real browser: a whole game played through it, and a game watched step by step."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import citadels_sim as cs
from citadels_sim.game.win_chance import WinChance
from citadels_sim.web.page import watching
from citadels_sim.web.recording import record
from citadels_sim.web.shown import cards
from citadels_sim.web.site import LEADS_BACK
from tests.report.browser import NAMES, Browser, executable

pytestmark = [
    pytest.mark.rotated(2),
    pytest.mark.skipif(executable() is None, reason=f"no browser on the path (looked for {', '.join(NAMES)})"),
]

STUDIO = "http://127.0.0.1:1/play/odd#games"
TITLE = "<img src=x onerror=document.title=1337></script><script>document.title=1337</script>"
READY = "document.querySelector('#choices button.choice') && !document.getElementById('choices').inert"
RIGHT, DOWN, PAGE_DOWN, END, HOME = ("ArrowRight", 39), ("ArrowDown", 40), ("PageDown", 34), ("End", 35), ("Home", 36)
CONTRAST = """(() => {
  const light = text => { const c = text.match(/[\\d.]+/g).slice(0, 3).map(Number).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
  const paint = e => getComputedStyle(e).backgroundColor;
  const ground = e => { while (/^rgba.*, 0\\)$/.test(paint(e))) e = e.parentElement; return paint(e); };
  return Array.from(document.querySelectorAll('p, li, h3, .chip, .letter, .mark, .label, .who, small, summary')).slice(0, 600)
    .filter(e => e.checkVisibility() && e.textContent.trim())
    .map(e => [light(getComputedStyle(e).color), light(ground(e))])
    .map(([ink, under]) => (Math.max(ink, under) + 0.05) / (Math.min(ink, under) + 0.05)).reduce((a, b) => Math.min(a, b));
})()"""


@pytest.fixture
def browser(one_browser: Browser) -> Browser:
    """The browser, with nothing to complain about yet."""
    one_browser.visit("about:blank", "location.href === 'about:blank'")
    one_browser.events.clear()
    return one_browser


@pytest.fixture(scope="module")
def one_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser(tmp_path_factory.mktemp("browser"))
    try:
        yield browser
    finally:
        browser.close()


class Played(NamedTuple):
    """A program that serves a game: its process, the address, where it writes."""

    process: subprocess.Popen[str]
    address: str
    transcript: Path


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Played]]:
    """Start ``citadels play WORDS... --browser``, able to be interrupted."""
    program = "import signal as s, sys; s.signal(s.SIGINT, s.default_int_handler)\nfrom citadels_sim.__main__ import main\nsys.exit(main())"
    processes: list[subprocess.Popen[str]] = []

    def start(*words: str) -> Played:
        line = [sys.executable, "-c", program, "play", *words, "--browser", "--no-open", "--transcript", str(tmp_path / "game.json")]
        process = subprocess.Popen(
            line,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(cs.__file__).parents[1],
            env=os.environ | {LEADS_BACK: STUDIO},
        )
        processes.append(process)
        assert process.stdout is not None
        return Played(process, process.stdout.readline().strip(), tmp_path / "game.json")

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def faults(browser: Browser) -> list[Any]:
    """What the browser had to complain about so far."""
    entries = [entry["entry"]["text"] for entry in browser.reported("Log.entryAdded") if entry["entry"]["level"] == "error"]
    return [*browser.reported("Runtime.exceptionThrown"), *entries]


def fits(browser: Browser) -> None:
    for width in (390, 1280):
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        assert browser.run("document.documentElement.scrollWidth") <= width
    browser.send("Emulation.clearDeviceMetricsOverride")


def stands_out(browser: Browser) -> None:
    for scheme in ("light", "dark"):
        browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        assert browser.run(CONTRAST) >= 4.5, scheme
    browser.send("Emulation.setEmulatedMedia", features=[])


def test_a_game_is_played_to_its_end(browser: Browser, started: Callable[..., Played], tmp_path: Path) -> None:
    variant = tmp_path / "odd.toml"
    variant.write_text(f'name = "odd"\ntitle = {json.dumps(TITLE)}\nextends = "classic-2000"\ncity_size = 3\n')
    played = started(str(variant), "--players", "3", "--bots", "random", "--seed", "5")
    browser.visit(played.address, READY)
    assert browser.run("document.querySelector('h1').textContent") == f"{TITLE}, 3 players"
    assert browser.run("document.querySelectorAll('.seat').length") == 3
    fits(browser)
    stands_out(browser)
    # By the keyboard: a number goes to a choice, and plays nothing; Enter plays it.
    browser.key("2", 50)
    browser.wait("(document.activeElement.dataset.label || '').startsWith('pick:')")
    label = browser.run("document.activeElement.dataset.label")
    browser.run("window.dispatchEvent(new Event('resize')); new Promise(done => setTimeout(done, 300))")
    assert browser.run("document.activeElement.dataset.label") == label  # a window of another size is drawn anew, with the same focus
    last = "document.activeElement === [...document.querySelectorAll('button.choice')].pop()"
    browser.key("9", 57)  # there are not so many
    assert browser.run("document.activeElement.dataset.label") == label
    browser.key("0", 48)
    assert browser.run(last) is True
    browser.key("ArrowDown", 40)
    browser.key("ArrowUp", 38)
    assert browser.run(last) is True
    label = browser.run("document.activeElement.dataset.label")
    browser.send("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")
    browser.wait(f"{READY} && document.querySelector('h2 + *') && !document.querySelector('[data-label=\"{label}\"]')")
    new = browser.run("document.querySelector('#log .new').textContent")
    assert new.startswith("Seat 1 (you) picks the ")
    browser.visit(played.address, READY)  # loading it again loses nothing
    assert browser.run("document.querySelector('#log .new').textContent") == new
    for _ in range(300):
        browser.wait(f"{READY} || !document.getElementById('scores').hidden")
        if browser.run("!document.getElementById('scores').hidden"):
            break
        browser.run("(document.querySelector('[data-label^=build]') || document.querySelector('button.choice')).click()")
    assert browser.run("document.querySelectorAll('#scores tbody tr').length") == 3
    assert browser.run("document.getElementById('stop').textContent") == "Close the game"
    assert browser.run("[...document.querySelectorAll('#scores a')].pop().href") == STUDIO
    winner = browser.run("document.querySelector('.verdict').textContent")
    watch = browser.run("document.querySelector('#scores a').href")
    assert faults(browser) == []
    browser.visit(watch, "document.body.classList.contains('watch') && document.getElementById('place').textContent")
    browser.key(*END)
    assert browser.run("document.querySelector('.verdict').textContent") == winner
    shown = {event["request"]["url"] for event in browser.reported("Network.requestWillBeSent")}
    assert {address for address in shown if not address.startswith((played.address.partition("?")[0], "data:"))} == set()
    assert browser.run("document.title") == f"{TITLE}, 3 players"
    assert browser.run("document.images.length") == 0
    browser.visit(played.address, "!document.getElementById('scores').hidden")
    assert browser.run("[...document.querySelectorAll('#scores a')].pop().textContent").startswith("Back to the studio")
    browser.run("document.getElementById('stop').click()")
    out, err = played.process.communicate(timeout=30)
    assert (played.process.returncode, err) == (0, "")
    assert f"The game is saved in {played.transcript}." in out
    result = cs.Game.from_transcript(json.loads(played.transcript.read_text())).result()
    assert winner.startswith(f"Seat {result['winners'][0] + 1}")


def test_two_windows_do_not_play_the_same_choice_twice(browser: Browser, started: Callable[..., Played]) -> None:
    played = started("classic-2000", "--bots", "random", "--seed", "3")
    browser.visit(played.address, READY)
    body = "JSON.stringify({number: 0, choice: document.querySelector('button.choice').dataset.label})"
    post = (
        f"fetch('choose', {{method: 'POST', headers: {{'Content-Type': 'application/json'}}, body: {body}}}).then(answer => answer.status)"
    )
    assert browser.run(post) == 200  # by another window
    browser.run("document.querySelector('button.choice').click()")
    browser.wait("!document.getElementById('message').hidden")
    assert "the game is at another choice" in browser.run("document.getElementById('message').textContent")
    browser.wait(f"{READY} && document.querySelector('#choices h2').textContent === 'What do you do?'")


def test_ctrl_c_saves_the_game_and_is_no_fault(browser: Browser, started: Callable[..., Played]) -> None:
    import signal

    played = started("classic-2000", "--seed", "3")
    browser.visit(played.address, READY)
    played.process.send_signal(signal.SIGINT)
    out, err = played.process.communicate(timeout=30)
    assert (played.process.returncode, err) == (0, "")
    assert f"The game so far is saved in {played.transcript}." in out
    assert json.loads(played.transcript.read_text())["result"] is None
    browser.run("document.querySelector('button.choice').click()")
    browser.wait("!document.getElementById('message').hidden")
    assert "The program in the terminal has stopped" in browser.run("document.getElementById('message').textContent")


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A page of a whole random game, and what is in it."""
    game, rng = cs.Game.start("dark-city", 4, 2), random.Random(3)
    while not game.over:
        game.play(rng.choice([label for label in game.legal() if label.startswith("build")] or game.legal()))
    names = [f"Seat {seat} (<b>&)" for seat in range(4)]
    table = game.variant.at(4)
    recorded = record(game, names, WinChance(game.variant, [None] * 4))
    page = tmp_path_factory.mktemp("page") / "game.html"
    page.write_text(watching("Game 0", "random", {"names": names, "cards": cards(table), "city_size": table.city_size, **recorded}))
    return page, recorded


def test_a_game_is_watched_step_by_step(browser: Browser, watched: tuple[Path, dict[str, Any]]) -> None:
    page, recorded = watched
    steps, last = recorded["steps"], len(recorded["steps"]) - 1
    place = "Number(document.getElementById('slider').value)"
    browser.open(page)
    assert browser.run(place) == 0
    browser.key(*RIGHT)
    assert browser.run(place) == 1
    browser.key(*PAGE_DOWN)
    second = [number for number, step in enumerate(steps) if step["round"]][1]
    assert browser.run(place) == second
    assert browser.run("document.querySelector('#log .now').textContent").startswith("Round 2.")
    browser.key("PageUp", 33)
    assert browser.run(place) == 0
    browser.key(*PAGE_DOWN)
    browser.key(*DOWN)
    turn = recorded["tables"][steps[browser.run(place)]["seen"][0][0]]["turn_of"]
    assert turn is not None
    browser.run("const s = document.getElementById('slider'); s.value = 40; s.dispatchEvent(new Event('input'))")
    _, rows = steps[40]["seen"][0]
    hands = [len(recorded["rows"][row]["hand"]) + len(recorded["rows"][row]["city"]) for row in rows]
    shown = "Array.from(document.querySelectorAll('.seat')).map(seat => seat.querySelectorAll('.cards .chip').length)"
    assert browser.run(shown) == hands
    browser.run("document.querySelectorAll('#log li')[5].click()")
    assert browser.run(place) == 5
    browser.key(*END)
    assert browser.run(place) == last
    assert browser.run("document.querySelector('.verdict').textContent").endswith(("wins.", "win.", ")."))
    assert browser.run("document.querySelectorAll('#chart polyline').length") == 4
    assert browser.run("document.querySelectorAll('.seat b').length") == 4 * 5  # names are text; four counts and the win chance
    fits(browser)
    stands_out(browser)
    assert faults(browser) == []


def test_the_view_of_a_seat_shows_its_hand_alone(browser: Browser, watched: tuple[Path, dict[str, Any]]) -> None:
    page, recorded = watched
    browser.open(page)
    browser.run("document.getElementById('slider').value = 40; document.getElementById('slider').dispatchEvent(new Event('input'))")
    for _ in range(3):
        browser.key("v", 86)
    assert browser.run("document.getElementById('from').value") == "3"
    _, rows = recorded["steps"][40]["seen"][3]
    assert [recorded["rows"][row]["hand"] is None for row in rows] == [recorded["rows"][row]["cards"] > 0 for row in rows[:2]] + [
        False,
        recorded["rows"][rows[3]]["cards"] > 0,
    ]
    lines = "Array.from(document.querySelectorAll('.seat')).map(seat => seat.querySelectorAll('.cards').length)"
    assert browser.run(lines) == [1, 1, 2, 1]
    assert browser.run("document.querySelectorAll('#chart polyline').length") == 1
    result = browser.run("document.getElementById('log').textContent")
    assert "A character is removed face down." in result
    assert faults(browser) == []


def test_a_card_says_what_it_does(browser: Browser, watched: tuple[Path, dict[str, Any]]) -> None:
    browser.open(watched[0])
    browser.run("document.querySelector('#cast .chip').click()")
    assert browser.run("document.getElementById('help').textContent").startswith("Witch, rank 1.")
    assert browser.run("document.activeElement.id") == "close"
    browser.key("Escape", 27)
    assert browser.run("document.getElementById('help').hidden") is True


def test_without_scripts_the_page_is_the_game_in_words(watched: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    browser = Browser(tmp_path / "profile")
    try:
        browser.send("Emulation.setScriptExecutionDisabled", value=True)
        browser.open(watched[0])
        text = browser.run("document.body.innerText")
    finally:
        browser.close()
    assert "Round 2. Seat" in text
    assert "comes first with" in text


def test_the_programs_end_in_time(started: Callable[..., Played]) -> None:
    """An open connection does not hold the program up."""
    import http.client
    import signal
    from urllib.parse import urlsplit

    played = started("classic-2000", "--seed", "3")
    address = urlsplit(played.address)
    assert address.hostname is not None
    connection = http.client.HTTPConnection(address.hostname, address.port)
    connection.request("GET", f"/?{address.query}")
    assert connection.getresponse().status == 303
    played.process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    assert played.process.wait(timeout=30) == 0
    assert time.monotonic() - begun < 20
    connection.close()


COVERED = "document.querySelectorAll('#choices button').length === 1 && document.getElementById('board').hidden"
SEEN = "[...document.querySelectorAll('.seat')].filter(one => one.textContent.includes('Hand')).map(one => one.getAttribute('aria-label'))"


def test_who_shares_a_screen_has_the_cards_covered_in_between(browser: Browser, started: Callable[..., Played]) -> None:
    played = started("classic-2000", "--players", "3", "--human", "1,2", "--bots", "builder", "--seed", "5")
    browser.visit(played.address, COVERED)
    seats = []
    for _ in range(5):
        fits(browser)
        assert browser.run("document.getElementById('board').checkVisibility()") is False
        assert browser.run("document.querySelectorAll('#log li, .seat').length") == 0
        seats.append(browser.run("document.querySelector('#choices h2').textContent").partition(" is to decide")[0])
        browser.run("document.querySelector('#choices button').click()")
        browser.wait(f"{READY} && !({COVERED})")
        assert browser.run(SEEN) == [seats[-1]]
        while not browser.run(COVERED):
            browser.run("[...document.querySelectorAll('button.choice')].pop().click()")
            browser.wait("!document.getElementById('choices').inert")
    assert {*seats} == {"Seat 1 (person)", "Seat 2 (person)"}
    browser.run("document.getElementById('stop').click()")
    assert played.process.wait(timeout=30) == 0
    assert json.loads(played.transcript.read_text())["people"] == [0, 1]
    assert faults(browser) == []


def test_people_in_the_network_have_a_page_each_and_a_choice_is_undone(
    browser: Browser, started: Callable[..., Played], tmp_path: Path
) -> None:
    words = ("classic-2000", "--players", "2", "--human", "1,2", "--seed", "5", "--lan", "--address", "127.0.0.1")
    played = started(*words)
    assert played.process.stdout is not None
    first = [played.address, played.process.stdout.readline().strip()]
    assert "Whoever has the link of a seat sees its cards and plays for it" in played.process.stdout.readline()
    other = Browser(tmp_path / "other")
    pages = {}
    try:
        for seat, (line, one) in enumerate(zip(first, (browser, other), strict=True)):
            assert line.startswith(f"Seat {seat + 1}: http://127.0.0.1:")
            one.visit(line.partition(": ")[2], "document.querySelector('#choices h2')")
            assert one.run(SEEN) == [f"Seat {seat + 1} (person)"]
            assert one.run("document.getElementById('stop').hidden") is True
            pages[seat] = one
        undone = 0
        for _ in range(40):
            acting = next(one for one in pages.values() if one.run("document.querySelector('button.choice') !== null"))
            waiting = next(one for one in pages.values() if one is not acting)
            assert waiting.run("document.querySelector('button.choice') === null")
            if acting.run("document.querySelector('button.undo') !== null") and not undone:
                before = acting.run("document.querySelectorAll('#log li').length")
                acting.run("document.querySelector('button.undo').click()")
                acting.wait(f"{READY} && !document.querySelector('button.undo')")
                undone += acting.run("document.querySelectorAll('#log li').length") < before
            acting.run("document.querySelector('button.choice').click()")
            acting.wait("!document.getElementById('choices').inert")
            acting.wait("document.querySelector('#choices h2').textContent")
            if acting.run("document.querySelector('button.choice') === null"):
                waiting.wait(READY)  # it hears of it by itself
        assert undone
        assert waiting.run(SEEN)[0] == acting.run("[...document.querySelectorAll('.seat')].pop().getAttribute('aria-label')")
        assert not browser.reported("Runtime.exceptionThrown") + other.reported("Runtime.exceptionThrown")
    finally:
        other.close()
