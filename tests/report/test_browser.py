"""The page in a real browser: it requests nothing from anywhere, sorts, filters, is reached by the keyboard, and prints."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_sim.report import ReportPaths
from tests.report.browser import NAMES, Browser, executable

pytestmark = pytest.mark.skipif(executable() is None, reason=f"no browser on the path (looked for {', '.join(NAMES)})")

TITLE = "Worth of a district in the opening"
TABLE = f"Array.from(document.querySelectorAll('.scroll[aria-label^=\"{TITLE}\"] table.data'))[0]"
CELLS = f"Array.from({TABLE}.tBodies[0].rows).filter(row => !row.hidden).map(row => row.cells[COLUMN].textContent)"
TAB = ("Tab", 9)


@pytest.fixture(scope="module")
def browser(whole: ReportPaths, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser(tmp_path_factory.mktemp("browser"))
    try:
        browser.open(whole.details)
        yield browser
    finally:
        browser.close()


def cells(browser: Browser, column: int) -> list[str]:
    return list(browser.run(CELLS.replace("COLUMN", str(column))))


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", "").split("\u00a0")[0].split(" ")[0])


def press(browser: Browser, column: int) -> None:
    browser.run(f"{TABLE}.tHead.rows[0].cells[{column}].querySelector('button').click()")


def test_the_page_reports_no_error_and_asks_nobody_for_anything(browser: Browser, whole: ReportPaths) -> None:
    assert browser.reported("Runtime.exceptionThrown") == []
    assert [entry for entry in browser.reported("Log.entryAdded") if entry["entry"]["level"] == "error"] == []
    assert [call for call in browser.reported("Runtime.consoleAPICalled") if call["type"] == "error"] == []
    shown = {event["request"]["url"] for event in browser.reported("Network.requestWillBeSent")}
    assert {address for address in shown if not address.startswith("data:")} == {whole.details.resolve().as_uri()}


def test_a_table_sorts_by_numbers_both_ways_and_by_words(browser: Browser) -> None:
    press(browser, 1)
    up = [number(text) for text in cells(browser, 1)]
    assert len(up) > 12
    assert up == sorted(up)
    assert browser.run(f"{TABLE}.tHead.rows[0].cells[1].getAttribute('aria-sort')") == "ascending"
    press(browser, 1)
    assert [number(text) for text in cells(browser, 1)] == up[::-1]
    press(browser, 0)
    assert (names := cells(browser, 0)) == sorted(names, key=str.lower)
    assert browser.run(f"{TABLE}.tHead.rows[0].cells[1].hasAttribute('aria-sort')") is False


def test_a_table_is_filtered_by_words_and_says_how_many_rows_are_left(browser: Browser) -> None:
    field = f"{TABLE}.parentNode.previousElementSibling.querySelector('input')"
    before = len(cells(browser, 0))
    browser.run(f"{field}.value = 'TAVERN'; {field}.dispatchEvent(new Event('input'))")
    assert set(cells(browser, 0)) == {"Tavern (trade, 1)"}
    left = browser.run(f"{field}.parentNode.querySelector('[role=status]').textContent")
    assert left == f"{len(cells(browser, 0))} of {before} rows"
    browser.run(f"{field}.value = ''; {field}.dispatchEvent(new Event('input'))")
    assert len(cells(browser, 0)) == before


def test_the_keyboard_reaches_every_link_button_field_fold_and_table(browser: Browser, whole: ReportPaths) -> None:
    """Everything that can be worked is in the order of the Tab key, and that order goes through it."""
    wanted = "a[href], button, input, summary, .scroll"
    seen = "element => element.checkVisibility({visibilityProperty: true})"
    unreached = f"Array.from(document.querySelectorAll('{wanted}')).filter({seen}).filter(e => e.tabIndex < 0).length"
    assert browser.run(unreached) == 0
    browser.send("Page.navigate", url="about:blank")
    browser.open(whole.details)
    visited = []
    for _ in range(25):
        browser.key(*TAB)
        visited.append(browser.run("document.activeElement.tagName + ':' + document.activeElement.textContent.slice(0, 30)"))
    assert visited[0] == "A:To the verdicts"
    assert len(set(visited)) == 25
    assert any(place.startswith("BUTTON:Variant") for place in visited)


def test_enter_sorts(browser: Browser) -> None:
    browser.run(f"for (let e = {TABLE}; e; e = e.parentElement) if (e.localName === 'details') e.open = true")
    browser.run(f"{TABLE}.tHead.rows[0].cells[1].querySelector('button').focus()")
    browser.send("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")
    assert browser.run(f"{TABLE}.tHead.rows[0].cells[1].getAttribute('aria-sort')") == "ascending"


def test_the_page_fits_a_phone_and_twice_the_zoom(browser: Browser) -> None:
    for width in (390, 640):
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
        assert browser.run("document.documentElement.scrollWidth") <= width
    browser.send("Emulation.clearDeviceMetricsOverride")


def test_the_page_opens_with_the_drawings_of_the_first_page_and_a_row_for_every_other(browser: Browser, whole: ReportPaths) -> None:
    browser.open(whole.details)
    shown = "Array.from(document.querySelectorAll('.block')).filter(e => !e.hidden)"
    assert browser.run(f"{shown}.filter(e => e.tagName === 'DETAILS' && e.open).length") == 0
    first = set(map(html.unescape, re.findall(r"<h3>([^<]+)</h3>", whole.page.read_text(encoding="utf-8"))))
    drawn = set(browser.run(f"{shown}.filter(e => e.tagName === 'FIGURE').map(e => e.parentElement.dataset.title)"))
    assert drawn
    assert drawn <= first | {"Effect of a pick"}  # which stands above all others there, without a title
    browser.send("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
    assert browser.run("document.documentElement.scrollHeight") <= 14_500  # of all designs at once: the demo takes two thirds
    browser.send("Emulation.clearDeviceMetricsOverride")


def test_text_stands_out_in_light_and_in_dark(browser: Browser) -> None:
    script = """(() => {
      const light = text => { const c = text.match(/[\\d.]+/g).slice(0, 3).map(Number).map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
      const ground = light(getComputedStyle(document.body).backgroundColor);
      return Array.from(document.querySelectorAll('p, li, td, th, a, summary, caption, .how, .basis')).slice(0, 400)
        .map(e => light(getComputedStyle(e).color))
        .map(ink => (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)).reduce((a, b) => Math.min(a, b));
    })()"""
    for scheme in ("light", "dark"):
        browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        assert browser.run(script) >= 4.5, scheme
    browser.send("Emulation.setEmulatedMedia", features=[])


def test_forks_under_a_condition_stand_beside_the_others_where_it_is_chosen(browser: Browser) -> None:
    seen = "Array.from(document.querySelectorAll('.block[data-where]')).filter(one => one.checkVisibility())"
    choose = "(value => {{ const field = document.querySelector('select[name=where]'); field.value = value; {} }})"
    choose = choose.format("field.dispatchEvent(new Event('change', {bubbles: true}))")
    assert browser.run(f"{seen}.length") == 0
    before = browser.run("Array.from(document.querySelectorAll('.block:not([data-where])')).filter(one => one.checkVisibility()).length")
    browser.run(f"{choose}('leader')")
    assert browser.run(f"{seen}.map(one => one.getAttribute('data-where') + one.open)") == ["leadertrue"] * browser.run(f"{seen}.length")
    assert browser.run(f"{seen}.length") > 0
    assert browser.run("location.hash").endswith("where=the+player+leads")
    assert before == browser.run(
        "Array.from(document.querySelectorAll('.block:not([data-where])')).filter(one => one.checkVisibility()).length"
    )
    browser.run(f"{choose}('')")
    assert browser.run(f"{seen}.length") == 0


def test_it_prints_to_pdf(browser: Browser) -> None:
    pdf = browser.pdf()
    assert pdf.startswith(b"%PDF-")
    assert len(pdf) > 50_000


def test_without_scripts_nothing_is_missing(whole: ReportPaths, tmp_path: Path) -> None:
    browser = Browser(tmp_path / "profile")
    try:
        browser.send("Emulation.setScriptExecutionDisabled", value=True)
        browser.open(whole.details)
        text = browser.run("document.documentElement.outerHTML")
    finally:
        browser.close()
    assert "<button" not in text
    assert text.count("<figure") == whole.details.read_text(encoding="utf-8").count("<figure")
    assert "The limits in the heads" in text
