"""What the report makes of luck, of a skill ladder, of kingmaking, and of the mind game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest

from citadels_sim.designs.luck.analyse import possible
from citadels_sim.designs.tournament.naming_blocks import naming_blocks
from citadels_sim.designs.tournament.played_blocks import Played
from citadels_sim.report import ReportPaths, make_report, read
from tests.designs.tournament.test_rungs import LINEUPS, STRENGTH
from tests.synthetic_run import Toy, write_run


@pytest.fixture(scope="module")
def lab(runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    """Of runs of luck and of kingmaking alone."""
    return make_report([runs["luck"], runs["kingmaking"]], tmp_path_factory.mktemp("reports") / "lab", ["svg"])


def test_luck_and_kingmaking_have_their_charts_tables_and_findings(lab: ReportPaths) -> None:
    page = lab.details.read_text(encoding="utf-8")
    assert "<h3>Sources of luck between equal bots</h3>" in page
    assert "<h3>Kingmaking</h3>" in page
    assert any(text.startswith("Sources of luck between equal bots, ") for text in lab.findings)
    assert any(text.startswith("Kingmaking, ") and "with raider: In " in text for text in lab.findings)
    names = {path.name for path in lab.tables}
    assert {"luck.csv", "luck_deals.csv", "kingmaking.csv", "kingmaking_acts.csv"} <= names
    data = json.loads(lab.data.read_text(encoding="utf-8"))
    wanted = " ".join(want["command"] for want in data["missing"])
    assert "citadels run skill" in wanted
    assert "citadels luck" not in wanted
    assert data["metrics"]["luck/share"]["estimand"] == "ITT"
    checks = {row[0]: row for row in data["tables"]["checks"]["rows"]}
    assert checks["Shares of the sources of luck add up to 1"][-1] is True


def test_a_source_of_luck_has_both_ends_within_nothing_and_all(runs: dict[str, Path]) -> None:
    """Few deals put estimates below 0 and above 1; nobody reads that."""
    (result,) = read([runs["luck"]]).shown("luck")
    streams, deals = result.tables["streams"], result.tables["deals"]
    assert streams.filter((pl.col("value") < 0) | (pl.col("value") > 1)).height
    for table in (possible(streams), possible(deals)):
        ends = table.select("value", "low", "high", "family_low", "family_high").to_numpy()
        assert ((ends >= 0) & (ends <= 1)).all()
    assert len(result.blocks) == 4
    for block in result.blocks:
        assert [row.head for row in block.rows] == [
            "Several together",
            "Deal",
            "Characters removed",
            "Bots' dice",
            "Deal and characters removed",
        ]
        shown = block.finding + " ".join(value.whole for row in block.rows for value in row.values)
        assert "−" not in shown
        assert not re.search(r"\b1[0-9][1-9](\.\d)?\u00a0%", shown)


def test_a_ladder_of_budgets_is_shown_with_its_length(tmp_path: Path) -> None:
    toy = Toy(lineups=LINEUPS, blocks=400, detail="games", bot_strength=STRENGTH)
    report = make_report([write_run(tmp_path / "run", toy)], tmp_path / "report")
    page = report.details.read_text(encoding="utf-8")
    assert "<h3>Gain of more thought, rung by rung</h3>" in page
    assert any(re.search(r"rung by rung, 4 players, .*: \d of 3 rungs gain 2 pp or more", words) for words in report.findings)
    assert pl.read_csv(tmp_path / "report" / "tables" / "rungs.csv")["metric"].unique().sort().to_list() == ["gain", "order"]


def test_names_stand_beside_those_of_a_random_namer(run: Path, tmp_path: Path) -> None:
    report = make_report([run], tmp_path / "report")
    page = report.details.read_text(encoding="utf-8")
    assert "<h3>Accuracy of names</h3>" in page
    assert "would; most often named is" in page
    assert {"naming.csv", "names.csv", "guesses.csv"} <= {path.name for path in report.tables}
    (games,) = read([run]).shown("games")
    shown = [block for block in games.blocks if block.slug == "names"]
    assert [(block.cell[1], [row.head for row in block.rows]) for block in shown] == [(4, ["Murder", "Theft"]), (5, ["Murder", "Theft"])]
    named = games.tables["naming"].filter(metric="over_random")["value"].to_list()
    assert [row.values[2].value for block in shown for row in block.rows] == named
    empty = {name: games.tables[name].clear() for name in ("naming", "names", "guesses")}
    assert not list(naming_blocks(empty, Played(shown[0].cell, {"games": 1, "blocks": 1})))
