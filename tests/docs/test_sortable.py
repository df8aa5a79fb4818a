"""The tables of the site that sort and filter, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scripts._site import gallery
from scripts._site.sources import ROOT
from tests.report.browser import NAMES, Browser, executable

ROWS = (("Dark City", "-", "\u22121.5 [\u22122, \u22121]"), ("Classic", "Witch +3.0", "+2.0"), ("Ambitious", "Abbot +1.0, King +4.0", "-"))
SHOWN = "[...document.querySelectorAll('tbody tr')].filter(row => !row.hidden).map(row => row.cells[0].textContent).join('|')"
CLICK = "document.querySelectorAll('th button')[COLUMN].click()"
TYPE = "(() => { const field = document.querySelector('input'); field.value = 'WORDS'; field.dispatchEvent(new Event('input')); })()"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if executable() is None:
        pytest.skip(f"no browser on the path (looked for {', '.join(NAMES)})")
    place = tmp_path_factory.mktemp("browser")
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
    table = f"<table><thead><tr><th>variant<th>too strong<th>crown</tr></thead><tbody>{rows}</tbody></table>"
    script = (ROOT / "docs" / "_static" / "sortable.js").read_text(encoding="utf-8")
    (place / "page.html").write_text(f"<!doctype html><meta charset=utf-8><div class=sortable>{table}</div><script>{script}</script>")
    browser = Browser(place)
    try:
        browser.open(place / "page.html")
        yield browser
    finally:
        browser.close()


def after(browser: Browser, script: str) -> str:
    browser.run(script)
    return str(browser.run(SHOWN))


def test_a_heading_sorts_up_and_down_and_empty_cells_stay_last(browser: Browser) -> None:
    assert after(browser, CLICK.replace("COLUMN", "0")) == "Ambitious|Classic|Dark City"
    assert after(browser, CLICK.replace("COLUMN", "0")) == "Dark City|Classic|Ambitious"
    assert after(browser, CLICK.replace("COLUMN", "1")) == "Ambitious|Classic|Dark City"
    assert after(browser, CLICK.replace("COLUMN", "2")) == "Dark City|Classic|Ambitious"
    assert after(browser, CLICK.replace("COLUMN", "2")) == "Classic|Dark City|Ambitious"
    assert browser.run("document.querySelector('[aria-sort]').textContent") == "crown"


def test_the_field_shows_the_rows_that_have_all_of_its_words(browser: Browser) -> None:
    assert after(browser, TYPE.replace("WORDS", "king ABBOT")) == "Ambitious"
    assert after(browser, TYPE.replace("WORDS", "king witch")) == ""
    assert after(browser, TYPE.replace("WORDS", "")).count("|") == 2


def test_the_list_of_the_gallery_is_one_such_table_with_titles() -> None:
    index = gallery.pages()["gallery/index.md"]
    assert index.count(":::{div} sortable") == 1
    assert "| [Citadels (2000), base game](classic-2000.md) | 2000 |" in index
