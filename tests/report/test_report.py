"""The written report: complete, self-contained, accessible, and the same bytes again."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import polars as pl
import pytest

from citadels_sim.errors import RunError
from citadels_sim.report import make_report
from citadels_sim.show.blocks import NO_FINDING
from citadels_sim.show.charts.chart import Chart
from citadels_sim.verdicts import STATES
from tests.synthetic_run import Toy, write_run

pytestmark = pytest.mark.rotated(8, together=True)  # all need the run that is made once

VOID = {"meta", "link", "br", "img", "hr", "input"}
SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """Collects what the tests check of a page; complains about tags that do not close."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[list[str]]] = {"figure": []}
        self.text: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == "figure":
            self.inside["figure"].append([])
        if "figure" in self.open:
            self.inside["figure"][-1].append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    def tags_of(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture(scope="module")
def page(report) -> Page:
    return Page(report.details.read_text(encoding="utf-8"))


def test_every_file_that_is_named_is_there(report):
    assert (report.page.name, report.details.name) == ("index.html", "details.html")
    assert {path.suffix for path in report.figures} == {".svg", ".png"}
    for path in (report.page, report.details, report.markdown, report.data, *report.figures, *report.tables):
        assert path.stat().st_size > 0


def test_the_page_asks_the_network_for_nothing(report):
    text = report.details.read_text(encoding="utf-8")
    assert "http://" not in text
    assert "https://" not in text
    assert "src=" not in text
    assert "@import" not in text


def test_every_link_of_the_page_leads_somewhere(report, page):
    ids = {attrs["id"] for _, attrs in page.tags if "id" in attrs}
    for attrs in page.tags_of("a"):
        target = attrs["href"]
        assert target[1:] in ids if target.startswith("#") else (report.folder / target).is_file()


def test_no_id_stands_twice(page):
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_every_reference_inside_a_chart_finds_its_target(report):
    text = report.details.read_text(encoding="utf-8")
    ids = set(re.findall(r'\bid="([^"]+)"', text))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= ids
    assert set(re.findall(r'<use href="#([^"]+)"', text)) <= ids


def test_table_heads_say_what_they_are_heads_of(page):
    heads = [attrs.get("scope") for attrs in page.tags_of("th")]
    assert set(heads) == {"col", None}  # the first cell of a row is its head: that needs no word
    assert page.tags_of("html")[0]["lang"] == "en"


def test_the_pages_say_what_was_simulated_and_that_bots_are_not_people(report, page):
    text = " ".join("".join(page.text).split())
    for shown in (text, report.page.read_text(encoding="utf-8")):
        assert "300 games at tables of 4 and 5 players, played by the bot builder." in shown
        assert "Bots are not people" in shown
    assert re.search(r"(balanced|too strong|too weak|undecided) ", text)


def test_character_win_rates_carry_their_warning_and_no_verdict(report, page):
    text = " ".join("".join(page.text).split())
    assert "can have the wrong sign" in text
    assert "gives no verdict" in text


def test_the_taste_of_the_bots_is_a_finding(report):
    assert any("most wanted is the Architect" in finding for finding in report.findings)


def test_what_characters_do_to_each_other_has_a_section_without_what_never_happened(report, page):
    section = report.details.read_text(encoding="utf-8").partition('<section id="interaction"')[2].partition("</section>")[0]
    for title in ("Attacks on characters", "Accuracy of names", "Characters that suffer from powers"):
        assert f"<h3>{title}</h3>" in section
    assert "Thief: theft" in section
    assert "Warlord: destruction" in section
    for absent in ("bewitched", "tithe", "Tithe", "tax"):
        assert absent not in section.replace("bewitched. ", "").replace("nor bewitched", "")
    assert any("most often" in finding and "murdered" in finding for finding in report.findings)


def test_the_markdown_shows_every_figure_and_no_empty_cell_row(report):
    text = report.markdown.read_text(encoding="utf-8")
    shown = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", text)
    assert len(shown) >= 10
    for description, target in shown:
        assert len(description) > 30
        assert (report.folder / target).is_file()
    heads = [line for line in text.splitlines() if set(line) <= set("| -") and "---" in line]
    assert heads
    for head in heads:
        above = text.splitlines()[text.splitlines().index(head) - 1]
        assert above.count("|") == head.count("|")


def test_every_svg_file_is_valid_xml_with_title_and_description_first(report):
    for path in report.figures:
        if path.suffix == ".svg":
            root = ElementTree.parse(path).getroot()
            assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
            assert all(len(child.text) > 5 for child in list(root)[:2])


def test_the_same_run_gives_the_same_bytes_again_with_any_number_of_workers(run, report, tmp_path):
    again = make_report([run], tmp_path / "again", ["svg", "png"], workers=2)
    first = {path.relative_to(report.folder): path.read_bytes() for path in report.folder.rglob("*") if path.is_file()}
    second = {path.relative_to(again.folder): path.read_bytes() for path in again.folder.rglob("*") if path.is_file()}
    assert first == second


def test_the_data_file_holds_every_estimate_of_the_tables(report):
    data = json.loads(report.data.read_text(encoding="utf-8"))
    for name, table in data["tables"].items():
        assert pl.read_csv(report.folder / "tables" / f"{name}.csv").height == len(table["rows"])
    assert data["criteria"]["seat"]["limit"] == 0.02
    assert {verdict["word"] for verdict in data["verdicts"]} <= set(STATES)
    assert data["findings"] == list(report.findings)


def test_every_row_of_a_csv_has_value_unit_claim_and_blocks(report):
    for path in report.tables:
        table = pl.read_csv(path)
        if "metric" not in table.columns or path.stem == "dictionary":
            continue
        assert table.select(pl.col("value", "unit", "estimand", "blocks", "count").is_not_null().all()).row(0) == (True,) * 5


def test_a_run_without_turns_says_which_detail_to_run_with(tmp_path):
    run = write_run(tmp_path / "run", Toy(blocks=40, detail="games"))
    report = make_report([run], tmp_path / "report")
    text = report.details.read_text(encoding="utf-8")
    assert "--detail turns" in text
    assert 'id="characters"' not in text
    assert not (report.folder / "tables" / "characters.csv").exists()
    assert "--detail turns" in report.markdown.read_text(encoding="utf-8")


def test_without_figures_no_chart_file_is_drawn_and_pages_and_data_are_the_same(run, report, tmp_path, monkeypatch):
    monkeypatch.setattr(Chart, "figure", None)
    bare = make_report([run], tmp_path / "bare")
    assert bare.figures == ()
    drawn = report.details.read_text(encoding="utf-8")
    links = re.sub(r'<a href="figures/[^"]*">[A-Z]+</a>(, )?', "", drawn)
    assert links != drawn
    assert links == bare.details.read_text(encoding="utf-8")
    assert "![" not in bare.markdown.read_text(encoding="utf-8")
    assert json.loads(bare.data.read_text(encoding="utf-8"))["tables"] == json.loads(report.data.read_text(encoding="utf-8"))["tables"]


def test_several_variants_and_line_ups_each_get_their_part(tmp_path):
    toy = Toy(variants=("one", "two"), players=(2,), lineups=(("a",), ("a", "b")), blocks=12, detail="games")
    report = make_report([write_run(tmp_path / "run", toy)], tmp_path / "report")
    page = Page(report.details.read_text(encoding="utf-8"))
    text = "".join(page.text)
    for label in ("One, 2 players, a bots", "Two, 2 players, a, b bots"):
        assert label in text
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    slugs = [figure["slug"] for figure in json.loads(report.data.read_text(encoding="utf-8"))["figures"]]
    assert len(slugs) == len(set(slugs)) > 10


def test_one_block_alone_is_reported_without_intervals(tmp_path):
    report = make_report([write_run(tmp_path / "run", Toy(blocks=1))], tmp_path / "report")
    (few,) = (text for text in report.findings if text.startswith(NO_FINDING))
    assert "win chance by seat" in few


@pytest.mark.parametrize("players", (2, 7))
def test_the_fewest_and_the_most_players_are_reported(tmp_path, players):
    report = make_report([write_run(tmp_path / "run", Toy(players=(players,), blocks=25))], tmp_path / "report")
    assert f"{players} players" in report.details.read_text(encoding="utf-8")


def test_text_from_a_manifest_is_escaped(tmp_path):
    run = write_run(tmp_path / "run", Toy(blocks=5))
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["variants"]["classic-2000"]["title"] = "<script>alert(1)</script>"
    (run / "manifest.json").write_text(json.dumps(manifest))
    report = make_report([run], tmp_path / "report", ["svg"])
    assert "<script>alert" not in report.details.read_text(encoding="utf-8")
    for path in report.figures:
        if path.suffix == ".svg":
            assert b"<script" not in path.read_bytes()


def test_an_earlier_report_is_replaced_and_foreign_files_stay(run, tmp_path):
    both = write_run(tmp_path / "run", Toy(variants=("one", "two"), blocks=5, detail="games"))
    out = tmp_path / "report"
    first = make_report([both], out)
    (out / "my-notes.txt").write_text("keep me")
    second = make_report([run], out, tables=False)
    left = {path for path in out.rglob("*") if path.is_file()}
    new = {second.page, second.details, second.markdown, second.data, *second.figures, *second.tables}
    assert left == new | {out / "my-notes.txt"}
    assert set(first.tables) - new


def test_a_file_as_output_is_refused(run, tmp_path):
    (tmp_path / "out").write_text("hello")
    with pytest.raises(RunError, match=r"--out .*out: is a file"):
        make_report([run], tmp_path / "out")
    with pytest.raises(RunError, match=r"out is a file, not a folder"):
        make_report([run], tmp_path / "out" / "deeper")


def test_a_run_folder_as_output_is_refused(run):
    with pytest.raises(RunError, match="is a run folder"):
        make_report([run], run)


def test_a_page_that_no_report_wrote_is_left_alone(run, tmp_path):
    (tmp_path / "index.html").write_text("mine")
    (tmp_path / "report.json").write_text("{}")
    with pytest.raises(RunError, match=r"holds an index\.html that is not a report's"):
        make_report([run], tmp_path)
    assert (tmp_path / "index.html").read_text() == "mine"


def test_nothing_is_left_behind_when_the_disk_refuses(run, tmp_path, monkeypatch):
    from pathlib import Path

    real = Path.write_bytes

    def full(self, data):
        if self.name == "report.md":
            raise OSError(28, "No space left on device")
        return real(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(RunError, match="the disk is full"):
        make_report([run], tmp_path / "deep" / "report")
    assert list(tmp_path.iterdir()) == []


def test_a_bad_run_leaves_no_folder(tmp_path):
    with pytest.raises(RunError, match="does not exist"):
        make_report([tmp_path / "nothing"], tmp_path / "report")
    assert list(tmp_path.iterdir()) == []


def test_the_ids_of_a_chart_are_numbered_and_none_asks_for_one_that_is_not_there(report):
    for path in report.figures:
        if path.suffix == ".svg":
            text = path.read_text(encoding="utf-8")
            there = re.findall(r'\bid="([^"]+)"', text)
            assert len(there) == len(set(there))
            assert set(there) == {f"i{n}" for n in range(len(there))}
            assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', text)) <= set(there)
