"""What the report makes of runs of flow and of forks of the crown."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.flow.cell_flow import CellFlow
from citadels_sim.designs.flow.curve_blocks import curve_blocks
from citadels_sim.designs.flow.model_blocks import calibration_block
from citadels_sim.report import Evidence, ReportPaths, make_report, read
from citadels_sim.runs.reading import load_run
from citadels_sim.show import figures
from citadels_sim.show.blocks import Block, Dots, Shown
from citadels_sim.show.charts import style
from citadels_sim.show.curve import Curve


@pytest.fixture(scope="module")
def report(runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    """Of a run of flow and one of forks of the crown alone."""
    return make_report([runs["flow"], runs["crowns"]], tmp_path_factory.mktemp("reports") / "flow", ["svg"])


@pytest.fixture(scope="module")
def shown(runs: dict[str, Path]) -> Shown:
    (one,) = read([runs["flow"]]).shown("flow")
    return one


def flow_of(*, curves: pl.DataFrame | None = None, calibration: pl.DataFrame | None = None) -> CellFlow:
    """Four players of `v` with `b`, 300 games, with these tables."""
    none = pl.DataFrame(schema={"table": pl.String, "curve": pl.String, "line": pl.String, "x": pl.Float64})
    return CellFlow(("v", 4, "b"), 300, 300, none, none if curves is None else curves, none if calibration is None else calibration)


def curve(name: str, values: list[float], *, line: str = "", half: float = 0.05) -> pl.DataFrame:
    """A curve over 0, 50 and 100 % (or as many points as there are values), `half` wide on each side."""
    key = {"variant": "v", "players": 4, "lineup": "b", "curve": name, "line": line}
    step = 100 / (len(values) - 1)
    return pl.DataFrame(
        [key | {"x": i * step, "value": value, "low": value - half, "high": value + half} for i, value in enumerate(values)],
    )


def test_flow_and_crown_alone_make_a_page_with_their_sections(report: ReportPaths) -> None:
    text = report.details.read_text(encoding="utf-8")
    sections = re.findall(r'<section id="([a-z]+)"', text)
    assert [name for name in sections if name in ("seats", "flow", "interaction", "validation")] == [
        "seats",
        "flow",
        "validation",
    ]
    assert "length" not in sections  # nothing was played
    for title in ("Openness of games", "Does the leader win?", "Targets of hits", "The crown of a round"):
        assert f"<h3>{title}</h3>" in text
    names = {path.name for path in report.figures}
    for variant in ("classic-2000", "classic-summary"):
        for name in ("open", "dead-turns", "bonus", "aims", "leader", "way", "over", "swings", "steps", "model", "calibration"):
            assert f"flow-{name}-{variant}-4-builder.svg" in names
    assert text.count('<svg class="curve"') == 2 * 5


def test_the_data_file_has_the_figures_under_the_names_that_the_dictionary_tells(report: ReportPaths, runs: dict[str, Path]) -> None:
    data = json.loads(report.data.read_text(encoding="utf-8"))
    tables = data["tables"]
    assert {"flow", "tempo", "aims", "completion", "character_swings", "win_model", "win_calibration", "flow_curves"} <= set(tables)
    assert {"crown_effects", "crown_stages", "crown_verdicts"} <= set(tables)
    rows = [dict(zip(tables["flow"]["columns"], row, strict=True)) for row in tables["flow"]["rows"]]
    for name in ("flow", "tempo", "aims", "character_swings", "crown_effects"):
        metric = tables[name]["columns"].index("metric")
        assert {f"{name}/{row[metric]}" for row in tables[name]["rows"]} <= set(data["metrics"])
    changes = next(row for row in rows if row["metric"] == "decided_at" and data["keys"][row["key"]] == ["classic-2000", 4, "builder"])
    (flow,) = Evidence((load_run(runs["flow"], kind="flow"),)).shown("flow")
    expected = flow.tables["estimates"].filter(metric="decided_at", variant="classic-2000", players=4)
    assert changes["value"] == pytest.approx(expected["value"].item(), rel=1e-5)


def test_a_design_without_a_run_is_listed_with_its_command(runs: dict[str, Path], report: ReportPaths, tmp_path: Path) -> None:
    bare = json.loads(make_report([runs["forks"]], tmp_path / "bare").data.read_text(encoding="utf-8"))
    wanted = [want["command"] for want in bare["missing"]]
    assert any(command.startswith("citadels flow --variant classic-2000") for command in wanted)
    assert any("--what crown" in command for command in wanted)
    full = json.loads(report.data.read_text(encoding="utf-8"))["missing"]
    assert not any("citadels flow" in want["command"] or "--what crown" in want["command"] for want in full)


def test_win_chances_and_crowns_are_checked_to_cancel_out(report: ReportPaths) -> None:
    table = json.loads(report.data.read_text(encoding="utf-8"))["tables"]["checks"]
    rows = {row[0]: dict(zip(table["columns"], row, strict=True)) for row in table["rows"]}
    for what in ("Win chances added in a round, over the characters held, cancel out", "Effects of the crown's places cancel out"):
        assert rows[what]["holds"], rows[what]


def by_slug(blocks: tuple[Block, ...]) -> dict[str, Block]:
    """The blocks of the first table of players."""
    return {block.slug: block for block in blocks if block.cell == blocks[0].cell}


def test_the_sentence_of_the_way_is_read_off_half_way() -> None:
    first, last = ([0.25, 0.62, 1.0], [0.25, 0.31, 0.0])
    places = [curve("trajectory.median", first, line="1"), curve("trajectory.median", last, line="4")]
    (way,) = curve_blocks(flow_of(curves=pl.concat(places)))
    assert way.finding == (
        "At half-time the later winner has a median win chance of 62\u00a0%, the later last 31\u00a0%; a quarter of the winners have "
        "57\u00a0% or less."
    )
    assert [line.head for line in way.lines] == ["1st", "Last"]
    assert way.even == 0.25


def test_the_sentence_of_the_leader_is_read_off_half_way_and_needs_deals() -> None:
    flow = flow_of(curves=curve("leader.wins", [0.25, 0.4, 0.97]))
    (leader,) = curve_blocks(flow)
    assert leader.finding == "The leader at half-time wins 40\u00a0% of the games; an even share is 25.0\u00a0%."
    assert leader.first_page
    (few,) = curve_blocks(replace(flow, deals=29))
    assert few.finding == "Too few for a finding: 29 deals, at least 30 needed."


@pytest.mark.parametrize(
    ("decided", "message"),
    [
        ([0.0] * 10 + [1.0], "half of the games are decided in the last tenth of their rounds."),
        ([0.0] * 6 + [0.5] * 4 + [1.0], "half of the games are decided after 60\u00a0% of their rounds."),
    ],
)
def test_the_sentence_of_the_end_reports_when_half_of_the_games_are_decided(decided: list[float], message: str) -> None:
    skill = curve("leader.skill", [0.0] * 5 + [0.25] * 6)
    (over,) = curve_blocks(flow_of(curves=pl.concat([skill, curve("decided_by.share", decided)])))
    assert over.finding == f"At half-time the lead explains 25\u00a0% of who wins; {message}"


def test_the_rounds_of_characters_stand_from_best_to_worst(shown: Shown) -> None:
    swings = by_slug(shown.blocks)["flow-swings"]
    estimates = shown.tables["estimates"].filter(table="character_swings", metric="wpa", variant=swings.cell[0], players=swings.cell[1])
    order = [style.title_of(name) for name in estimates.sort("value", descending=True)["group"]]
    assert [row.head for row in swings.rows] == order
    assert swings.finding.startswith(f"Holders of the {order[0]} gain most win chance, ")
    assert f"holders of the {order[-1]} least, " in swings.finding


@pytest.mark.parametrize("slug", ["flow-open", "flow-dead-turns", "flow-bonus", "flow-aims"])
def test_a_chart_has_a_mark_for_every_figure_in_the_unit_of_its_scale(shown: Shown, slug: str) -> None:
    block = by_slug(shown.blocks)[slug]
    assert isinstance(block, Dots)
    chart = figures.chart(block, shown.source(block))
    assert chart is not None
    known = [row for row in block.marked if not row.values[0].few]
    assert known
    assert chart.files(["svg"])["svg"].decode().count('<g class="mark"><title>') == len(known)


def test_what_no_number_of_deals_gives_an_interval_is_written_without_one_and_not_drawn(shown: Shown) -> None:
    blocks = by_slug(shown.blocks)
    (drama,) = [row.values[0] for row in blocks["flow-open"].rows if row.key == "drama"]
    habit = blocks["flow-kill-game"]
    for value in (drama, *(row.values[0] for row in habit.rows)):
        assert not value.few
        assert re.fullmatch(r"[+−]?\d[\d.]*(\u00a0(%|pp))?", value.whole)
    assert figures.chart(habit, "kill_game") is None


def test_what_never_happened_has_no_block(shown: Shown) -> None:
    from citadels_sim.designs.flow.figure_blocks import other_figures

    cell = shown.blocks[0].cell
    estimates = shown.tables["estimates"].filter(pl.col("table") != "aims")
    here = CellFlow(cell, 200, 200, estimates, shown.tables["curves"], shown.tables["calibration"])
    assert "flow-aims" not in {block.slug for block in other_figures(here)}


def test_the_calibration_reports_which_tenth_is_farthest_off_and_does_not_draw_few_seats() -> None:
    rows = [
        {"third": "late", "tenth": 1, "predicted": 0.15, "observed": 0.16, "low": 0.14, "high": 0.18, "seats": 600},
        {"third": "late", "tenth": 5, "predicted": 0.55, "observed": 0.4, "low": 0.35, "high": 0.45, "seats": 395},
        {"third": "late", "tenth": 9, "predicted": 0.95, "observed": 0.1, "low": 0.0, "high": 0.3, "seats": 5},
    ]
    block = calibration_block(flow_of(calibration=pl.DataFrame(rows)))
    assert "in 1 of 2 tenths" in block.finding
    assert "late rounds: 55.0\u00a0% predicted, 40\u00a0% [35,\u00a045] won" in block.finding
    assert [at for at, *_ in block.lines[0].known] == [0.15, 0.55]
    assert len(block.rows) == 3


def test_every_kind_of_curve_is_drawn_as_a_file(shown: Shown) -> None:
    curves = [block for block in by_slug(shown.blocks).values() if isinstance(block, Curve)]
    assert [block.slug for block in curves] == ["flow-leader", "flow-way", "flow-over", "flow-decided", "flow-calibration"]
    for block in curves:
        chart = figures.chart(block, shown.source(block))
        assert chart is not None
        text = chart.files(["svg"])["svg"].decode()
        assert block.across in text
        assert chart.data["line"].n_unique() == len(block.lines)


def test_several_runs_of_flow_keep_their_charts_apart(runs: dict[str, Path], tmp_path: Path) -> None:
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.runner import run_experiment

    keys = {"name": "other", "variants": ["classic-2000"], "players": [4], "games": 40, "kind": "flow", "seed": 2}
    run_experiment(make_experiment(keys, "test"), tmp_path / "other")
    report = make_report([runs["flow"], tmp_path / "other"], tmp_path / "report", ["svg"])
    names = [path.name for path in report.figures if path.name.startswith("flow-open")]
    assert len(names) == len(set(names)) == 3
    assert "builder bots, run 2<" in report.details.read_text(encoding="utf-8")
    leaders = pl.read_csv(tmp_path / "report" / "tables" / "flow.csv").filter(metric="score_lead_changes")
    assert leaders.height == 3
