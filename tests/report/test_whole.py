"""The report of runs of every kind together: what it holds, what it says it lacks, and that every figure can be judged."""

from __future__ import annotations

import html
import json
import pickle
import re
import shutil
from pathlib import Path

import polars as pl
import pytest

from citadels_sim.catalogue import CHARACTERS, DISTRICTS
from citadels_sim.errors import RunError
from citadels_sim.report import ReportPaths, make_report, read
from citadels_sim.report.chapters import CHAPTERS
from citadels_sim.report.page import build
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.runner import run_experiment
from citadels_sim.show.charts.svg import tip_id
from tests.report.test_report import Page


@pytest.fixture(scope="module")
def text(whole: ReportPaths) -> str:
    return whole.details.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def data(whole: ReportPaths) -> dict:
    return json.loads(whole.data.read_text(encoding="utf-8"))


def test_every_chapter_has_its_section_in_order(text: str) -> None:
    runs = [chapter.slug for chapter in CHAPTERS if chapter.slug != "people"]  # which a study has that knows games of people
    places = [text.index(f'<section id="{slug}"') for slug in runs]
    assert places == sorted(places)
    assert text.index('id="summary"') < places[0]


def test_every_block_has_a_finding_its_table_of_players_a_drawing_and_its_numbers_folded(text: str) -> None:
    blocks = re.split('(?=<(?:figure|details) class="block)', text)[1:]
    assert len(blocks) > 100
    for block in blocks:
        assert len(re.search(r'<span class="finding">([^<]+)<', block)[1]) > 20
        assert re.search('<span class="of">[^<]+<', block)
        drawn = re.search('<table class="rows.*?</table>|<svg class="curve"', block, re.DOTALL)
        if drawn and '<details class="fold"><summary>Numbers<' in block:
            numbers = block[block.index('<details class="fold"><summary>Numbers<') :]
            assert re.search(r"\[−?[\d.]+,\s−?[\d.]+\]|too few|Final scores", numbers)  # a sum of shares is shown without an interval
        else:  # the figures stand in the rows of the drawing, or in the cells
            assert re.search(r"<b>([+−]?\d|too few|–)|<td>[^<]", drawn[0] if drawn else block[block.index('<table class="heat">') :])


def test_no_picture_lacks_a_name_and_no_address_leads_outside(whole: ReportPaths, text: str) -> None:
    page = Page(text)
    for picture in [*page.tags_of("svg"), *page.tags_of("img")]:
        drawing = picture.get("aria-hidden") or "x" in picture  # a part of a drawing whose figures stand beside it as text
        assert picture.get("aria-labelledby") or picture.get("alt") or drawing
    for attributes in [attributes for _, attributes in page.tags]:
        for name in ("src", "href", "action", "data", "poster"):
            assert not re.match(r"\s*(https?:)?//", attributes.get(name) or "")
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


@pytest.fixture(scope="module")
def drawn(runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    """A report of few runs with files of charts."""
    return make_report([runs["forks"]], tmp_path_factory.mktemp("reports") / "drawn", ["svg"])


def test_marks_carry_their_numbers_and_no_id_of_the_drawing_program_is_left(drawn: ReportPaths) -> None:
    svg = next(path for path in drawn.figures if path.name.startswith("forks-classic-2000-5")).read_text(encoding="utf-8")
    tips = re.findall('<g class="mark"><title>([^<]*)<', svg)
    assert tips
    assert all(re.search(r"\[−?[\d.]+,", tip) for tip in tips)
    assert tip_id("") not in svg


def test_tables_speak_of_things_by_their_names_and_not_by_the_ids_of_files(text: str) -> None:
    before, _, dictionary = text.partition("<h3>Data dictionary</h3>")  # which is about the names in the files
    shown, cut = re.subn(r"Groups of rules.*?</table>", "", before, flags=re.DOTALL)  # and so is this one
    assert dictionary
    assert cut
    cells = {html.unescape(cell) for cell in re.findall(r"<(?:th|td)[^>]*>([^<]*)</", shown)}
    words = {word for cell in cells for word in re.findall(r"[\w-]+", cell)}
    ids = {character.id for character in CHARACTERS} | {district.id for district in DISTRICTS}
    assert {"Architect", "School", "builder"} <= words
    assert {word for word in words if "_" in word} <= {"citadels_sim"}
    assert not words & {name for name in ids if "-" in name}
    assert not cells & ids


def test_the_mind_game_says_from_how_many_games_it_comes_and_not_from_how_many_groups_of_them(text: str) -> None:
    block = text[text.index("<h3>Cost of predictable picks</h3>") :]
    assert re.search(r'<p class="basis">n = ([^.]*)\.', block)[1] == "200 games"


def test_every_chart_can_be_drawn_by_another_process(runs: dict[str, Path]) -> None:
    charts = build(read(list(runs.values()))).charts
    for chart in charts:
        assert pickle.loads(pickle.dumps(chart)).title == chart.title
    assert len({type(chart.drawing) for chart in charts}) > 3


def test_what_is_lacking_is_reported_once_with_commands(tmp_path: Path) -> None:
    keys = {"name": "games", "variants": ["classic-2000", "classic-summary"], "players": [4], "games": 20, "detail": "turns"}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    report = make_report([tmp_path / "run"], tmp_path / "report")
    page = report.details.read_text(encoding="utf-8")
    assert page.count("Missing from this report") == 1
    wanted = json.loads(report.data.read_text(encoding="utf-8"))["missing"]
    commands = " ".join(want["command"] for want in wanted)
    for command in ("citadels forks --variant classic-2000", "citadels bans", "citadels attribute classic-2000 classic-summary"):
        assert command in commands
    assert 'id="rules"' not in page


def test_forks_alone_make_a_report_of_the_characters(runs: dict[str, Path], tmp_path: Path) -> None:
    report = make_report([runs["forks"]], tmp_path / "report")
    page = report.details.read_text(encoding="utf-8")
    assert 'id="characters"' in page
    assert 'id="seats"' not in page
    assert {verdict["criterion"] for verdict in json.loads(report.data.read_text(encoding="utf-8"))["verdicts"]} == {"character"}


@pytest.mark.parametrize(
    ("kind", "section"),
    [
        ("attribution", "rules"),
        ("pick-attribution", "rules"),
        ("bans", "characters"),
        ("crowns", "seats"),
        ("casts", "districts"),
        ("luck", "skill"),
        ("kingmaking", "flow"),
    ],
)
def test_a_run_of_any_kind_alone_makes_a_report(runs: dict[str, Path], tmp_path: Path, kind: str, section: str) -> None:
    report = make_report([runs[kind]], tmp_path / "report")
    copy = shutil.copytree(runs[kind], tmp_path / "copy" / kind)  # analysed anew, as the runs that tests share are not
    assert_same_bytes(report.folder, make_report([copy], tmp_path / "again").folder)
    page = report.details.read_text(encoding="utf-8")
    assert f'<section id="{section}"' in page
    assert "The limits in the heads" not in page
    assert "citadels run --variant classic-2000" in page
    assert json.loads(report.data.read_text(encoding="utf-8"))["verdicts"] == []


def test_a_run_of_flow_alone_is_judged_by_what_it_answers(runs: dict[str, Path], tmp_path: Path) -> None:
    report = make_report([runs["flow"]], tmp_path / "report")
    data = json.loads(report.data.read_text(encoding="utf-8"))
    assert '<section id="flow"' in report.details.read_text(encoding="utf-8")
    assert {verdict["criterion"] for verdict in data["verdicts"]} == {"dead_turns", "interaction", "decisiveness"}
    named = {want["what"]: want["command"] for want in data["missing"]}
    tables = "--variant classic-2000 --variant classic-summary --players 4"
    assert named["Seats and Length"].startswith(f"citadels run {tables} --bots builder")
    assert named["Characters"].startswith("citadels forks ")
    assert "--bots planner,builder" in named["Skill"]
    markdown = report.markdown.read_text(encoding="utf-8")
    assert f"- Characters: `{named['Characters']}`" in markdown.partition("## Verdicts")[2].partition("\n## ")[0]


def test_the_data_file_has_every_verdict_with_its_members_and_a_sentence(data: dict) -> None:
    assert {verdict["criterion"] for verdict in data["verdicts"]} == set(data["criteria"])
    assert len(data["criteria"]) == 7
    for verdict in data["verdicts"]:
        assert verdict["sentence"].endswith(".")
        assert verdict["n"] > 0
        assert verdict["members"]
        assert verdict["limit"] == data["criteria"][verdict["criterion"]]["limit"]


def test_the_tables_of_the_data_file_are_those_of_the_csv_files(whole: ReportPaths, data: dict) -> None:
    for name, table in data["tables"].items():
        csv = pl.read_csv(whole.folder / "tables" / f"{name}.csv", infer_schema_length=None)
        assert csv.height == len(table["rows"]), name
        assert set(table["columns"]) - {"key"} <= set(csv.columns), name
    effects = data["tables"]["character_effects"]
    first = dict(zip(effects["columns"], effects["rows"][0], strict=True))
    row = pl.read_csv(whole.folder / "tables" / "character_effects.csv").row(0, named=True)
    assert data["keys"][first["key"]] == [row["variant"], row["players"], row["lineup"]]
    assert first["value"] == pytest.approx(row["value"], rel=1e-5)
    assert data["metrics"]["character_effects/win_effect"]["estimand"] == "node-ATE"


def test_the_checks_of_the_machinery_hold(data: dict) -> None:
    table = data["tables"]["checks"]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    assert len(rows) >= 6
    assert [row for row in rows if not row["holds"]] == []


def assert_same_bytes(one: Path, other: Path) -> None:
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(other) for path in other.rglob("*") if path.is_file())
    assert [name for name in files if (one / name).read_bytes() != (other / name).read_bytes()] == []


@pytest.mark.slow
def test_the_same_runs_give_the_same_bytes_again(runs: dict[str, Path], drawn: ReportPaths, whole: ReportPaths, tmp_path: Path) -> None:
    assert_same_bytes(whole.folder, make_report(list(runs.values()), tmp_path / "again").folder)
    assert_same_bytes(drawn.folder, make_report([runs["forks"]], tmp_path / "drawn", ["svg"]).folder)


def test_without_chart_files_and_tables_the_page_links_to_none(run: Path, tmp_path: Path) -> None:
    report = make_report([run], tmp_path / "report", [], tables=False)
    assert sorted(path.name for path in report.folder.rglob("*") if path.is_file()) == [
        "details.html",
        "index.html",
        "report.json",
        "report.md",
    ]
    assert not re.findall(r'href="(?!#|data:|index\.html")[^"]*"', report.details.read_text(encoding="utf-8"))
    assert "![" not in report.markdown.read_text(encoding="utf-8")


def test_the_main_line_up_is_the_one_with_forks_else_the_first_of_equal_bots(runs: dict[str, Path]) -> None:
    evidence = read([runs["games"], runs["forks"]])
    assert evidence.main == {"classic-2000": "builder", "classic-summary": "builder"}


@pytest.mark.parametrize("kind", ["forks", "bans", "attribution", "pick-attribution", "flow", "crowns", "casts", "luck", "kingmaking"])
def test_a_damaged_shard_of_any_kind_is_one_message(runs: dict[str, Path], tmp_path: Path, kind: str) -> None:
    run = shutil.copytree(runs[kind], tmp_path / "run")
    shard = next(path for path in sorted(run.rglob("*.parquet")))
    shard.write_bytes(shard.read_bytes()[:-10])
    with pytest.raises(RunError, match=r"the shard is damaged"):
        make_report([runs["games"], run], tmp_path / "report")
    assert not (tmp_path / "report").exists()


def test_a_run_of_forks_still_going_and_a_run_given_twice_are_one_message(runs: dict[str, Path], tmp_path: Path) -> None:
    run = shutil.copytree(runs["forks"], tmp_path / "run")
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    (run / "manifest.json").write_text(json.dumps(manifest | {"state": "running", "sha256": None}), encoding="utf-8")
    with pytest.raises(RunError, match="not finished"):
        make_report([run], tmp_path / "report")
    with pytest.raises(RunError, match="would count twice"):
        read([runs["forks"], shutil.copytree(runs["forks"], tmp_path / "copy")])
    (tmp_path / "empty").mkdir()
    with pytest.raises(RunError, match="is empty: not a run folder"):
        read([tmp_path / "empty"])
