"""A studio in a real browser, as a designer goes through it: from new rules to a second version and a game."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from tests.report.browser import NAMES, Browser, executable

pytestmark = [
    pytest.mark.rotated(2),
    pytest.mark.skipif(executable() is None, reason=f"no browser on the path (looked for {', '.join(NAMES)})"),
]

PROGRAM = "import sys\nfrom citadels_sim.__main__ import main\nsys.exit(main())"
CHOICE = "document.querySelector('#choices button.choice') && !document.getElementById('choices').inert"
TITLE = "<img src=x onerror=document.title=1337></script><script>document.title=1337</script>"
TOUCHING = """[...document.querySelectorAll('.axis')].filter(scale => {
  const ends = [...scale.querySelectorAll('text')].filter(one => one.checkVisibility({visibilityProperty: true}))
    .map(one => one.getBoundingClientRect()).sort((a, b) => a.left - b.left);
  return ends.some((own, i) => i > 0 && own.width > 0 && own.left < ends[i - 1].right); }).length"""
QUICK = {"minutes": "0.1", "players": "4", "bots": "builder", "designs": "games"}


class Designer:
    """Somebody at a browser, with a studio in a folder."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        line = [sys.executable, "-c", PROGRAM, "studio", str(folder), "--no-open"]
        self.process = subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=Path(cs.__file__).parents[1], start_new_session=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        browser.visit(self.address, "document.querySelector('form[data-act=new]')")

    def go(self, page: str, until: str = "document.querySelector('main')") -> None:
        self.browser.visit(self.address.partition("/?")[0] + page, until)

    def type(self, **values: str) -> None:
        """Type into fields, each by its name with ``__`` for dots."""
        for name, value in values.items():
            words = json.dumps([name.replace("__", "."), value])
            self.browser.run(
                f"(([name, value]) => {{ const field = document.querySelector(`main [name='${{name}}']`); field.value = value; "
                f"field.dispatchEvent(new Event('input', {{bubbles: true}})); }})({words})"
            )

    def press(self, words: str) -> None:
        self.browser.run(f"[...document.querySelectorAll('main button')].find(one => one.textContent === {json.dumps(words)}).click()")

    def text(self, selector: str = "main") -> str:
        return str(self.browser.run(f"document.querySelector({json.dumps(selector)}).innerText"))

    def change(self, **values: str) -> None:
        self.go("/rules/my-city", "document.getElementById('save')")
        self.type(**values)
        self.browser.wait("!document.getElementById('save').disabled")
        self.press("Save")
        self.browser.wait("document.getElementById('unsaved') && !document.getElementById('unsaved').textContent")
        self.browser.wait("!document.querySelector('.typed')")

    def study(self, version: int) -> None:
        self.go("/study/my-city", "document.getElementById('plan').textContent")
        self.type(**QUICK)
        self.press("Run the study")
        self.browser.wait("document.getElementById('job')?.hidden === false")
        self.browser.wait(f"document.body?.innerText.includes('Version {version} has these rules')")

    def finish(self) -> None:
        """Wait until the study has ended."""
        self.browser.wait("document.body?.innerText.includes('The study is done.')")

    def close(self) -> int:
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=60)
        finally:
            self.process.kill()
            self.process.communicate()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser(tmp_path_factory.mktemp("browser"))
    try:
        yield browser
    finally:
        browser.close()


@pytest.fixture
def designer(browser: Browser, tmp_path: Path) -> Iterator[Designer]:
    browser.events.clear()
    designer = Designer(browser, tmp_path / "games")
    yield designer
    designer.close()


def fits(browser: Browser) -> None:
    for width in (390, 1280):
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        browser.run("new Promise(done => setTimeout(done, 200))")
        assert browser.run(TOUCHING) == 0, width
        assert browser.run("document.documentElement.scrollWidth") <= width
        assert browser.run("[...document.querySelectorAll('.wide')].filter(one => one.scrollWidth > one.clientWidth + 1).length") == 0
    browser.send("Emulation.clearDeviceMetricsOverride")


def faults(browser: Browser) -> list[Any]:
    return [
        *browser.reported("Runtime.exceptionThrown"),
        *(one for one in browser.reported("Log.entryAdded") if one["entry"]["level"] == "error"),
    ]


def test_from_new_rules_to_a_second_version_and_a_game(designer: Designer) -> None:
    browser = designer.browser
    fits(browser)
    designer.type(name="my-city")
    designer.press("Begin")
    browser.wait("location.pathname === '/rules/my-city' && document.getElementById('save')")
    fits(browser)

    # What is typed is said at once; what cannot be is said at its field, and saved is nothing.
    designer.type(title=TITLE, game__start_gold="3")
    browser.wait("document.getElementById('changed').children.length === 1")
    assert designer.text("#changed") == "Starting gold of each player: 3 instead of 2."
    designer.type(city_size="20")
    browser.wait("!document.getElementById('warned').hidden")
    assert "20 districts complete a city" in designer.text("#warnings")
    fits(browser)
    browser.run("document.querySelector('#warnings a').click()")
    assert browser.run("document.querySelector(':target').name") == "city_size"
    designer.type(game__most_rounds="30")
    browser.wait("document.getElementById('warned').hidden")
    designer.type(city_size="8", game__most_rounds="none")
    browser.wait("document.getElementById('changed').children.length === 1")
    designer.type(game__start_gold="77")
    browser.wait("!document.getElementById('fault').hidden")
    assert "77 is not allowed here; allowed: 0 to 20." in designer.text("#card-set-up")
    assert designer.text("#changed") == ""  # not the sentence of the value before
    assert "have to be corrected" in designer.text("#without")
    assert browser.run("document.getElementById('save').disabled") is True
    assert "start_gold = 77" not in (designer.folder / "my-city.toml").read_text()
    browser.run("document.getElementById('discard').click()")
    designer.change(title=TITLE, game__start_gold="3")
    assert "\nstart_gold = 3 " in (designer.folder / "my-city.toml").read_text()
    assert designer.text("h1") == TITLE

    designer.study(1)
    designer.change(characters__merchant__bonus__gold="3")  # while it plays
    assert "The file was edited after the study began" in designer.text("#job") or browser.run("document.getElementById('job')?.hidden")
    browser.wait("document.getElementById('job')?.hidden")
    designer.study(2)
    designer.finish()
    fits(browser)
    assert "Extra gold of the Merchant: 3 instead of 1." in designer.text(".version")
    assert (designer.folder / "studies/my-city/v2/report/index.html").is_file()
    designer.go("/compare/my-city/1/2")
    assert "Extra gold of the Merchant: 3 instead of 1." in designer.text()
    fits(browser)

    # The page of a study has an origin of its own: it runs, and reaches nothing of the studio.
    assert faults(browser) == []
    designer.go("/report/my-city/v2/report/index.html", "document.querySelector('.block')")
    assert browser.run("self.origin") == "null"
    assert browser.run("fetch('/state').then(answer => answer.status, () => 'refused')") == "refused"
    browser.run("document.querySelector('a[href=\"details.html\"]').click()")
    browser.wait("location.pathname === '/report/my-city/v2/report/details.html' && document.querySelector('main')")
    browser.events.clear()

    designer.go("/study/my-city")
    browser.run("[...document.querySelectorAll('[data-act=back]')].pop().click()")  # the last of the list is version 1
    browser.wait("document.body?.innerText.includes('Version 1 has these rules')")
    assert "bonus.gold = 3" not in (designer.folder / "my-city.toml").read_text()

    designer.go("/play/my-city")
    designer.press("Start a game")
    browser.wait("[...document.querySelectorAll('main a')].some(one => one.textContent === 'Open the game')")
    browser.visit(browser.run("[...document.querySelectorAll('main a')].find(one => one.textContent === 'Open the game').href"), CHOICE)
    assert browser.run("document.querySelector('h1').textContent") == f"{TITLE}, 4 players"
    browser.run("document.querySelector('#choices button.choice').click()")
    browser.wait(CHOICE)
    designer.go("/play/my-city")
    designer.press("Save and end it")
    browser.wait("document.getElementById('games')?.innerText.includes('citadels play games/my-city-v1-')")
    (game,) = (designer.folder / "games").glob("*.json")
    assert json.loads(game.read_text())["labels"] != []
    assert browser.run("document.title").startswith(TITLE)
    assert faults(browser) == []
    assert designer.close() == 0


def test_a_closed_browser_stops_nothing_and_the_end_of_the_studio_keeps_what_was_finished(designer: Designer, tmp_path: Path) -> None:
    browser = designer.browser
    designer.type(name="my-city")
    designer.press("Begin")
    browser.wait("location.pathname === '/rules/my-city'")
    designer.go("/study/my-city", "document.getElementById('plan').textContent")
    designer.type(**QUICK | {"minutes": "5"})
    designer.press("Run the study")
    browser.wait("document.getElementById('job')?.hidden === false")
    record = designer.folder / "studies/my-city/study.json"
    end = time.monotonic() + 120
    while not record.is_file() and time.monotonic() < end:  # a command that is stopped before it begins keeps nothing
        time.sleep(0.1)
    browser.visit("about:blank", "location.href === 'about:blank'")
    second = Browser(tmp_path / "second")  # with nothing but the address
    try:
        second.visit(designer.address, "document.getElementById('job')?.hidden === false")
        second.run("document.querySelector('[data-act=stop]').click()")
        second.wait("document.getElementById('job')?.hidden")
        second.visit(designer.address.partition("/?")[0] + "/study/my-city", "document.querySelector('main')")
        assert "Stopped. Finished parts are kept; the study can be continued." in second.run("document.querySelector('main').innerText")
        second.run("document.querySelector('[data-act=quit]').click()")
        second.wait("document.body.textContent.includes('The studio has ended.')")
    finally:
        second.close()
    assert designer.process.wait(timeout=60) == 0
    assert record.is_file()
    assert not (designer.folder / ".citadels-studio.lock").exists()


def test_results_of_real_tables_are_entered_one_after_the_other_and_nothing_typed_is_lost(designer: Designer) -> None:
    browser = designer.browser
    assert browser.run("document.activeElement.name") == "name"  # the first thing to type
    designer.type(name="City of Gold")
    designer.press("Begin")
    browser.wait("location.pathname === '/rules/city-of-gold' && document.getElementById('save')")
    assert designer.text("h1") == "City of Gold"
    designer.go("/play/city-of-gold", "document.getElementById('enter')")
    fits(browser)
    characters = ("thief", "king", "bishpo", "merchant")
    for seat, character in enumerate(characters, start=1):
        designer.type(**{f"player{seat}": "ABCD"[seat - 1], f"characters{seat}": character, f"score{seat}": str(20 + seat)})
    typed = "[...document.querySelectorAll('#enter [data-seat]:not([hidden]) input')].map(one => one.value).join()"
    before = browser.run(typed)
    assert before.startswith("A,thief,21,B,king,22")

    for winner, words in (("", "The game has no winner: choose"), ("x", "Seat 3, characters: 'bishpo' is not a character")):
        designer.type(winner4=winner)
        designer.press("Add the game")
        browser.wait(f"document.querySelector('#enter .wrong').textContent.includes({json.dumps(words)})")
        assert browser.run(typed) == before
    assert browser.run("document.activeElement.name") == "characters3"  # where the fault is
    designer.type(characters3="bishop")
    # Whatever else goes on, a game that is being typed stays.
    browser.run("document.activeElement.blur()")
    designer.folder.joinpath("other.toml").write_text('name = "other"\nextends = "classic-2000"\n')
    time.sleep(2.5)
    assert browser.run(typed).startswith("A,thief,21")

    designer.press("Show the report")  # which loads the page again
    browser.wait("document.body?.innerText.includes('The report is being made') || document.querySelector('#people .wrong:not([hidden])')")
    assert browser.run(typed).startswith("A,thief,21,B,king,22")
    browser.wait("!document.querySelector('#people progress')")
    assert browser.run(typed).startswith("A,thief,21,B,king,22")
    designer.press("Add the game")
    browser.wait("!document.querySelector('#enter .note').hidden")
    assert "1 new game of city-of-gold added." in designer.text("#enter .note")
    assert browser.run("document.activeElement.name") == "characters1"
    assert browser.run(typed) == "A,,,B,,,C,,,D,,"  # the same people play again
    designer.press("Show the report")
    browser.wait("document.querySelector('#enter .note')?.hidden && !document.querySelector('#people progress')")
    assert browser.run(typed) == "A,,,B,,,C,,,D,,"
    designer.type(winner1="x")
    designer.press("Add the game")
    browser.wait("document.querySelector('#enter .note').textContent.includes('2 in studies')")
    assert browser.reported("Runtime.exceptionThrown") == []
