"""The first page in a real browser: one choice acts on every block, nothing is wider than the window, and it loads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_sim.report import ReportPaths
from tests.report.browser import NAMES, Browser, executable

pytestmark = pytest.mark.skipif(executable() is None, reason=f"no browser on the path (looked for {', '.join(NAMES)})")

SHOWN = "Array.from(document.querySelectorAll('.block')).filter(e => e.checkVisibility())"
TABLES = f"[...new Set({SHOWN}.map(e => [e.dataset.variant, e.dataset.other || '', e.dataset.players, e.dataset.bots].join('|')))]"
CHOOSE = """(() => { const field = document.querySelector('select[name=KEY]'); field.value = 'VALUE';
  field.dispatchEvent(new Event('change', {bubbles: true})); })()"""


@pytest.fixture(scope="module")
def browser(whole: ReportPaths, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser(tmp_path_factory.mktemp("browser"))
    try:
        browser.open(whole.page)
        yield browser
    finally:
        browser.close()


def choose(browser: Browser, **choice: str) -> None:
    for key, value in choice.items():
        browser.run(CHOOSE.replace("KEY", key).replace("VALUE", value))


def test_it_reports_no_error_and_loads_nothing(browser: Browser, whole: ReportPaths) -> None:
    assert browser.reported("Runtime.exceptionThrown") == []
    assert [entry for entry in browser.reported("Log.entryAdded") if entry["entry"]["level"] == "error"] == []
    loaded = {event["request"]["url"].partition("#")[0] for event in browser.reported("Network.requestWillBeSent")}
    assert {address for address in loaded if not address.startswith("data:")} == {whole.page.resolve().as_uri()}


def test_a_choice_acts_on_every_block_and_is_kept_in_the_address(browser: Browser, whole: ReportPaths) -> None:
    for variant, players, bots in (("classic-2000", "4", "0"), ("classic-summary", "5", "1")):
        choose(browser, variant=variant, players=players, bots=bots)
        shown = [table.split("|") for table in browser.run(TABLES)]
        assert len(shown) > 3
        for own, other, number, lineup in shown:
            assert variant in (own, other) or not own
            assert number in ("", players)
            assert lineup in ("", bots)
    before = browser.run(TABLES)
    address = browser.run("location.href")
    browser.send("Page.navigate", url="about:blank")
    browser.send("Page.navigate", url=address)
    browser.run("new Promise(done => setTimeout(done, 500))")
    assert browser.run(TABLES) == before
    choose(browser, variant="", players="", bots="")
    blocks = "document.querySelectorAll('.block').length"
    assert browser.run(f"document.querySelectorAll('.block:not([hidden])').length === {blocks}") is True
    browser.open(whole.page)


def test_a_cell_of_the_verdict_grid_chooses_its_table_and_shows_its_checks(browser: Browser) -> None:
    target = browser.run(
        "(() => { const cell = Array.from(document.querySelectorAll('[data-pick]')).filter(e => e.checkVisibility()).pop();"
        "cell.click(); return cell.getAttribute('href').slice(1); })()"
    )
    assert browser.run(f"document.getElementById('{target}').checkVisibility()") is True
    assert browser.run(f"document.getElementById('{target}').querySelectorAll('details').length") >= 3
    assert browser.run("document.querySelectorAll('[aria-current]').length") == 1


def test_nothing_is_wider_than_the_window_and_the_page_is_short(browser: Browser, whole: ReportPaths) -> None:
    browser.open(whole.page)
    for width, most in ((1280, 9000), (390, 15000)):
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        assert browser.run("document.documentElement.scrollHeight") <= most
        browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        assert browser.run("document.documentElement.scrollWidth") <= width
        browser.run("document.querySelectorAll('details').forEach(e => { e.open = false; })")
    browser.send("Emulation.clearDeviceMetricsOverride")


def test_no_figure_of_an_open_card_is_cut_or_runs_into_the_next(browser: Browser, whole: ReportPaths) -> None:
    browser.open(whole.page)
    cut = "Array.from(document.querySelectorAll('.inside, .inside td'))"
    cut += ".filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)"
    for players in ("4", ""):
        choose(browser, players=players)
        for width in (1280, 768, 390):
            browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
            browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
            assert browser.run(f"{cut}.length") == 0, (players, width)
            assert browser.run("Array.from(document.querySelectorAll('.inside td')).some(e => e.checkVisibility())") is True
    browser.send("Emulation.clearDeviceMetricsOverride")
    browser.open(whole.page)


def test_the_ticks_of_a_scale_do_not_touch(browser: Browser, whole: ReportPaths) -> None:
    browser.open(whole.page)
    touching = """(() => Array.from(document.querySelectorAll('.axis')).filter(scale => {
      const ends = Array.from(scale.querySelectorAll('text')).filter(e => e.checkVisibility({visibilityProperty: true}))
        .map(e => e.getBoundingClientRect()).sort((a, b) => a.left - b.left);
      return ends.some((own, i) => i > 0 && own.width > 0 && own.left < ends[i - 1].right); }).length)()"""
    for width in (1280, 768, 390):
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        browser.run("new Promise(done => setTimeout(done, 200))")
        assert browser.run("document.querySelectorAll('.axis text:not(.crowded)').length") > 10
        assert browser.run(touching) == 0, width
    browser.send("Emulation.clearDeviceMetricsOverride")


def test_the_first_screen_holds_sentences_ranking_and_grid(browser: Browser, whole: ReportPaths) -> None:
    browser.open(whole.page)
    browser.send("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
    lowest = "Math.max(...['.people', '.sentences', '.ranking', '.grid'].map(q => Array.from(document.querySelectorAll(q))"
    lowest += ".find(e => e.checkVisibility()).getBoundingClientRect().bottom))"
    assert browser.run(lowest) <= 900
    assert 2 <= browser.run("document.querySelectorAll('.sentences li').length") <= 3
    browser.send("Emulation.clearDeviceMetricsOverride")


def test_text_stands_out_on_every_tint_in_light_and_in_dark(browser: Browser) -> None:
    script = """(() => {
      const light = text => { const c = text.match(/[\\d.]+/g).slice(0, 3).map(Number).map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
      const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
        if (c !== 'rgba(0, 0, 0, 0)') { return light(c); } } return 1; };
      return Array.from(document.querySelectorAll('p, li, th, b, small, .sign, .of, .kind, .finding, a'))
        .filter(e => e.checkVisibility())
        .map(e => [light(getComputedStyle(e).color), ground(e)])
        .map(([ink, paper]) => (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)).reduce((a, b) => Math.min(a, b));
    })()"""
    browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    for scheme in ("light", "dark"):
        browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        assert browser.run(script) >= 4.5, scheme
    browser.send("Emulation.setEmulatedMedia", features=[])


def test_without_scripts_every_block_stands_on_the_page(whole: ReportPaths, tmp_path: Path) -> None:
    browser = Browser(tmp_path / "profile")
    try:
        browser.send("Emulation.setScriptExecutionDisabled", value=True)
        browser.open(whole.page)
        assert browser.run(f"{SHOWN}.length === document.querySelectorAll('.block').length") is True
        assert browser.run("document.getElementById('choice').checkVisibility()") is False
    finally:
        browser.close()
