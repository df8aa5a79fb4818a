"""A report on a run that somebody else made: whatever its titles and bots are called is shown, nothing runs, nothing leaves the folder."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from citadels_sim.errors import RunError
from citadels_sim.report import ReportPaths, make_report
from citadels_sim.report.ladder import make_ladder
from citadels_sim.report.study_facts import NumberCurve, NumberPoint, Proposal, RuleSearch, StudyFacts
from tests.report.browser import NAMES, Browser, executable
from tests.report.test_report import Page
from tests.synthetic_run import Toy, write_run

SCRIPT = 'x"><img src=x onerror=document.title=1337><script>document.title=1337</script>'
TITLES = (
    f"=1+1|{SCRIPT}' onload='document.title=1337 `code` [link](javascript:1) *bold* _it_ $\\frac$ &lt; </style></svg>",
    '_城 url(#a"b) style="} body { display: none } x{" font-family: a; id="x" \\1 \x1b[31mred\u202e <g>',
)
BOTS = (f"{SCRIPT}.py:a", "builder")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two variants with such titles, and of a bot of such a file."""
    toy = Toy(variants=("classic-2000", "dark-city"), players=(4,), lineups=(BOTS,), blocks=30, bot_strength={"builder": 0.4})
    folder = write_run(tmp_path_factory.mktemp("runs") / "toy", toy)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    for entry, title in zip(manifest["variants"].values(), TITLES, strict=True):
        entry["title"] = title
    manifest["command"] = ["citadels", "run", f"{SCRIPT}\n```\n<script>1</script>"]
    path.write_text(json.dumps(manifest), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def report(run: Path, tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    """A report of it as of a study, whose record is somebody else's, too."""
    figures: dict[str, Any] = {"before": (0.1, 0.05, 0.15), "after": (0.01, -0.01, 0.03), "difference": (-0.09, -0.1, -0.08)}
    effects = (f"[red] {SCRIPT}", "=1+1\x1b[2J")
    shown = Proposal(
        f"Proposed: {SCRIPT}", f"# {SCRIPT}\u202e</textarea></pre>\n", **figures, state="open", blocks=300, side_effects=effects
    )
    points = tuple(NumberPoint(f"{SCRIPT}{value}", (0.1, 0.05, 0.15), (0.01, -0.01, 0.03)) for value in range(3))
    curve = NumberCurve(f"characters.{SCRIPT}", f"[red] {SCRIPT}", f"{SCRIPT}0", points, 300)
    searches = tuple(
        RuleSearch(criterion, variant, 4, ",".join(BOTS), SCRIPT, 160, 29, "fails", found, None if found else shown, curve)
        for criterion in ("character", "seat", "skill")
        for variant in ("classic-2000", "dark-city")
        for found in ((shown,), ())
    )
    facts = StudyFacts(searches, (f"bans: {SCRIPT}\x1b[2J",), running=True)
    return make_report([run], tmp_path_factory.mktemp("reports") / "toy", ["svg"], study=facts)


@pytest.fixture(scope="module")
def ladder(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    make_ladder([run], folder := tmp_path_factory.mktemp("ladders") / "toy")
    return folder


@pytest.fixture(scope="module", params=["page", "details"])
def page(report: ReportPaths, request: pytest.FixtureRequest) -> str:
    path: Path = getattr(report, request.param)
    return path.read_text(encoding="utf-8")


def test_titles_and_bots_make_no_element_and_no_attribute_of_the_page(page: str) -> None:
    read = Page(page)
    assert len(read.tags_of("script")) == len(read.tags_of("style")) == 1
    assert read.tags_of("img") == []
    assert {key for _, attrs in read.tags for key in attrs if key.startswith("on") or key == "style"} == set()
    assert {letter for _, attrs in read.tags for letter in attrs.get("id") or ""} <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    shown = "".join(read.text)
    assert SCRIPT in shown
    assert "\\x1b[31mred\\u202e" in shown
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert "display: none } x" not in page[page.index("<style>") : page.index("</style>")]


def test_what_a_study_proposes_and_leaves_out_is_shown_as_text(report: ReportPaths) -> None:
    shown = "".join(Page(report.page.read_text(encoding="utf-8")).text)
    assert f"Proposed: {SCRIPT}" in shown
    assert f"bans: {SCRIPT}\\x1b[2J" in shown


def test_the_page_names_the_digests_of_its_only_style_sheet_and_script(page: str) -> None:
    (policy,) = [attrs["content"] or "" for attrs in Page(page).tags_of("meta") if attrs.get("http-equiv") == "Content-Security-Policy"]
    kept = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert set(kept) == {"default-src", "script-src", "style-src", "img-src", "base-uri", "form-action"}
    assert kept["default-src"] == kept["base-uri"] == kept["form-action"] == "'none'"
    assert re.fullmatch(r"'sha256-[\w+/=]{44}'", kept["script-src"])
    assert re.fullmatch(r"'sha256-[\w+/=]{44}'", kept["style-src"])
    assert page.index("Content-Security-Policy") < page.index("<style>")


def test_every_chart_is_whole_and_has_its_words_as_text(report: ReportPaths) -> None:
    assert len(report.figures) > 10
    for path in report.figures:
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.parse(path).iter()}
        assert not tags & {"script", "img", "foreignObject", "a"}


def tokens(text: str) -> Iterator[Token]:
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    for token in reader.parse(text):
        yield token
        yield from token.children or ()


def test_titles_and_bots_are_no_markup_of_the_markdown_files(report: ReportPaths, ladder: Path) -> None:
    for path in (report.markdown, ladder / "ladder.md"):
        result = list(tokens(path.read_text(encoding="utf-8")))
        assert {token.type for token in result} & {"html_inline", "html_block", "em_open", "s_open"} == set()
        assert [token.content for token in result if token.type == "code_inline" and not token.content.startswith("citadels ")] == []
        links = {token.attrs["href"] for token in result if token.type == "link_open"}
        assert all(re.fullmatch(r"tables/\w+\.csv", str(link)) for link in links)
        assert any(SCRIPT in token.content for token in result if token.type == "text")
        assert len([token for token in result if token.type == "fence"]) == (path == report.markdown)
    title = next(token for token in tokens(report.markdown.read_text(encoding="utf-8")) if token.type == "inline")
    assert "".join(token.content for token in title.children or ()).startswith(TITLES[0])


def test_no_cell_of_a_table_is_a_formula(report: ReportPaths, ladder: Path) -> None:
    paths = [*report.tables, *ladder.glob("tables/*.csv")]
    cells = [cell for path in paths for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8"))) for cell in row]
    assert not [cell for cell in cells if re.match(r"[=+@\t\r]|-(?!\d)", cell)]
    assert any(cell.startswith("'=1+1|") for cell in cells)


@pytest.mark.parametrize("name", ["x\" onload='1'", "a/../../../ESCAPED", "a\\1", "../b", "/tmp/c", "a\x1b"])
@pytest.mark.parametrize("place", ["variants", "name"])
def test_a_name_that_is_none_is_refused_before_anything_is_written(run: Path, tmp_path: Path, name: str, place: str) -> None:
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    if place == "variants":
        manifest = json.loads(json.dumps(manifest).replace('"dark-city"', json.dumps(name)))
    else:
        manifest["name"] = name
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(RunError, match="should be 1 to 64 small letters"):
        make_report([tmp_path / "run"], tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run"]


@pytest.mark.skipif(executable() is None, reason=f"no browser on the path (looked for {', '.join(NAMES)})")
@pytest.mark.parametrize("name", ["page", "details"])
def test_nothing_of_titles_and_bots_runs_in_a_browser(report: ReportPaths, tmp_path: Path, name: str) -> None:
    browser = Browser(tmp_path / "profile")
    try:
        browser.open(getattr(report, name))
        browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        browser.run(
            "document.querySelectorAll('[data-tip]').forEach(e => e.dispatchEvent(new PointerEvent('pointerover', {bubbles: true})))"
        )
        browser.run("new Promise(done => setTimeout(done, 300))")
        assert browser.run("document.title").startswith(TITLES[0])
        assert browser.run("document.images.length") == 0
        assert browser.run("document.scripts.length") == 1
        assert browser.run("document.documentElement.classList.contains('scripted')") is True
        assert browser.run("getComputedStyle(document.body).display") == "block"
        assert browser.run("getComputedStyle(document.querySelector('h1')).fontSize") != "32px"
        assert [entry["entry"]["text"] for entry in browser.reported("Log.entryAdded") if entry["entry"]["level"] == "error"] == []
        # Were one of them to get through, the page's policy would still not run it.
        browser.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"document.title=1337\">')")
        browser.run("document.body.appendChild(document.createElement('script')).textContent = 'document.title=1337'")
        browser.run("new Promise(done => setTimeout(done, 300))")
        assert browser.run("document.title") != "1337"
        assert any("Content Security Policy" in entry["entry"]["text"] for entry in browser.reported("Log.entryAdded"))
    finally:
        browser.close()
