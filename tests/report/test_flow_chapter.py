"""What the report makes of runs of flow and of forks of the crown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest

from citadels_sim.charts import style
from citadels_sim.lab.flow.arms import FlowArm
from citadels_sim.lab.flow.calibration_chart import calibration_chart
from citadels_sim.lab.flow.charts import over_chart, swings_chart, way_chart
from citadels_sim.lab.flow.dot_plots import LINES, lines_chart
from citadels_sim.report import Evidence, ReportPaths, make_report, read
from citadels_sim.report.flow_arms import flow_arms
from citadels_sim.runs.reading import load_run


@pytest.fixture(scope="module")
def report(runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    """Of a run of flow and one of forks of the crown alone."""
    return make_report([runs["flow"], runs["crowns"]], tmp_path_factory.mktemp("reports") / "flow", ["svg"])


@pytest.fixture(scope="module")
def arms(runs: dict[str, Path]) -> list[FlowArm]:
    return flow_arms(read([runs["flow"]]))


def curve(name: str, values: list[float], *, line: str = "", players: int = 2, half: float = 0.05) -> pl.DataFrame:
    """A curve over 0, 50 and 100 % (or as many points as there are values), `half` wide on each side."""
    key = {"variant": "v", "players": players, "lineup": "b", "curve": name, "line": line}
    step = 100 / (len(values) - 1)
    return pl.DataFrame(
        [key | {"x": i * step, "value": value, "low": value - half, "high": value + half} for i, value in enumerate(values)],
    )


def test_flow_and_crown_alone_make_a_page_with_their_sections(report: ReportPaths) -> None:
    text = report.details.read_text(encoding="utf-8")
    sections = re.findall(r'<section id="([a-z]+)"', text)
    assert [name for name in sections if name in ("seats", "flow", "interaction", "validation")] == [
        "seats", "flow", "interaction", "validation",
    ]  # fmt: skip
    assert "length" not in sections  # nothing was played
    for name in ("flow-open", "flow-dead-turns", "flow-bonus", "flow-aims"):
        assert f'id="figure-{name}"' in text
    assert "<h3>The crown of a round</h3>" in text
    for variant in ("classic-2000", "classic-summary"):
        for name in ("way", "over", "swings", "calibration"):
            assert re.search(rf'id="figure-flow\d-{variant}-{name}"', text)


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
    expected = Evidence((load_run(runs["flow"], kind="flow"),)).flows[0].estimates.filter(
        metric="decided_at", variant="classic-2000", players=4
    )  # fmt: skip
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


def test_the_sentence_of_the_way_is_read_off_half_way() -> None:
    first, last = ([0.5, 0.62, 1.0], [0.5, 0.31, 0.0])
    curves = pl.concat([curve("trajectory.median", first, line="1"), curve("trajectory.median", last, line="2")])
    chart = way_chart(curves, "way")
    assert chart.finding == (
        "Half way the later winner has a win chance of 62\u00a0% in the median, whoever ends last 31\u00a0%; a quarter of the winners had "
        "57\u00a0% or less then."
    )


@pytest.mark.parametrize(
    ("decided", "message"),
    [
        ([0.0] * 10 + [1.0], "half of the games are decided only in the last tenth of their rounds."),
        ([0.0] * 6 + [0.5] * 4 + [1.0], "half of the games are decided when 60\u00a0% of their rounds are over."),
    ],
)
def test_the_sentence_of_the_end_reports_when_half_of_the_games_are_decided(decided: list[float], message: str) -> None:
    skill = curve("leader.skill", [0.0] * 5 + [0.25] * 6)
    chart = over_chart(pl.concat([skill, curve("decided_by.share", decided)]), "over")
    assert chart.finding.startswith("At half-time the lead explains 25\u00a0% of who wins")
    assert chart.finding.endswith(message)


def test_the_rounds_of_characters_stand_from_best_to_worst(arms: list[FlowArm]) -> None:
    swings = arms[0].table("character_swings")
    chart = swings_chart(swings, "swings")
    mean = swings.filter(metric="wpa").group_by("group").agg(pl.col("value").mean()).sort("value", descending=True)
    best, worst = (style.title_of(mean["group"][i]) for i in (0, -1))
    assert chart.finding.startswith(f"The rounds of {best} (")
    assert f"those of {worst} (" in chart.finding
    names = re.findall(r">([A-Z][a-z]+)</text>", chart.files(["svg"])["svg"].decode())
    assert [name for name in names if name.lower() in set(mean["group"])] == [style.title_of(name) for name in mean["group"]]


@pytest.mark.parametrize("slug", list(LINES))
def test_number_lines_have_a_mark_for_every_figure_variant_and_number_of_players(arms: list[FlowArm], slug: str) -> None:
    chart = lines_chart(LINES[slug], arms)
    assert chart is not None
    figures = chart.data["metric"].n_unique()
    assert chart.files(["svg"])["svg"].decode().count('<g class="mark"><title>') == figures * sum(
        arm.estimates["players"].n_unique() for arm in arms
    )
    assert set(chart.data["group"]) == {arm.row for arm in arms}


def test_number_lines_of_what_never_happened_are_left_out(arms: list[FlowArm]) -> None:
    from dataclasses import replace

    quiet = [
        replace(arm, estimates=arm.estimates.with_columns(value=pl.when(pl.col("table") == "aims").then(0.0).otherwise("value")))
        for arm in arms
    ]  # fmt: skip
    assert lines_chart(LINES["aims"], quiet) is None
    assert lines_chart(LINES["open"], quiet) is not None


def test_the_calibration_reports_which_tenth_is_farthest_off_and_leaves_out_few_seats() -> None:
    key = {"variant": "v", "players": 4, "lineup": "b", "third": "late"}
    rows = [
        key | {"tenth": 1, "predicted": 0.15, "observed": 0.16, "low": 0.14, "high": 0.18, "seats": 600},
        key | {"tenth": 5, "predicted": 0.55, "observed": 0.4, "low": 0.35, "high": 0.45, "seats": 395},
        key | {"tenth": 9, "predicted": 0.95, "observed": 0.1, "low": 0.0, "high": 0.3, "seats": 5},
    ]
    chart = calibration_chart(pl.DataFrame(rows), "calibration")
    assert "in 1 of 2 tenths" in chart.finding
    assert "55.0\u00a0% given, 40\u00a0% [35,\u00a045] won" in chart.finding
    assert chart.data.height == 2


def test_several_runs_of_flow_keep_their_charts_apart(runs: dict[str, Path], tmp_path: Path) -> None:
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.runner import run_experiment

    keys = {"name": "other", "variants": ["classic-2000"], "players": [4], "games": 40, "kind": "flow", "seed": 2}
    run_experiment(make_experiment(keys, "test"), tmp_path / "other")
    result = flow_arms(read([runs["flow"], tmp_path / "other"]))
    assert len({arm.slug for arm in result}) == len(result) == 3
    assert [arm.row for arm in result][::2] == ["Citadels (2000), base game, run 1", "Citadels (2000), base game, run 2"]
