"""The chapter on skill and luck: how strong the bots are, what that is worth at the table, and what decides between equal ones."""

from __future__ import annotations

import polars as pl

from citadels_sim.charts.grids import Grid, basis
from citadels_sim.ladder.charts import ladder_charts
from citadels_sim.ladder.grids import ladder_finding, ladder_grids
from citadels_sim.ladder.rate import Ladder
from citadels_sim.lineups import shown_lineup
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun, Part, fewest, panel
from citadels_sim.report.evidence import Evidence
from citadels_sim.show.blocks import too_few
from citadels_sim.statistics.verdicts import LEAST_COUNT


def _build(evidence: Evidence) -> ChapterResult:
    results = [_skill(evidence), _climb(evidence)]
    return ChapterResult(
        tuple(part for one in results for part in one.parts),
        {name: table for one in results for name, table in one.tables.items()},
        tuple(text for one in results for text in one.findings),
        tuple(want for one in results for want in one.missing),
    )


def _skill(evidence: Evidence) -> ChapterResult:
    """Report how strong the bots are, from tables at which different ones meet."""
    if not evidence.analysis.tables["bots"].height:
        players = evidence.lineups[0].split(",")[0]
        command = evidence.command("run", variants=1, options=("--bots", shown_lineup(f"{players},random")))
        return ChapterResult(missing=(MissingRun("What skill is worth (a line-up of several bots)", command),))
    if evidence.ladder is None:
        return ChapterResult()
    ladder = evidence.ladder
    shown = Ladder(ladder.bots, notes=ladder.notes, **{name: evidence.titled(table) for name, table in ladder.tables.items()})
    grids = ladder_grids(shown)
    cells = ladder.strengths.filter(pl.col("players").is_not_null()).join(ladder.scopes, on=["variant", "players"], how="left")
    charts = tuple(
        panel(chart, grids[0] if chart.slug == "ladder" else _wins(grids), basis(cells), deals=fewest(cells))
        for chart in ladder_charts(shown)
    )
    part = Part("Ladder", charts, deeper=(Part("Every table of the ladder", grids=tuple(grids), folded=True),))
    tables = {f"ladder_{name}": table for name, table in ladder.tables.items() if table.height}
    finding = f"Skill: {ladder_finding(shown) if fewest(cells) >= LEAST_COUNT else too_few(fewest(cells))}"
    return ChapterResult((part,), tables, (finding,))


def _climb(evidence: Evidence) -> ChapterResult:
    """Name the run that shows what more search gains, where none has a ladder of budgets."""
    climbed = any("rungs" in shown.tables for shown in evidence.shown("games"))
    missing = MissingRun("Whether more search keeps helping", "citadels run skill --out DIR")
    return ChapterResult(missing=() if climbed else (missing,))


def _wins(grids: list[Grid]) -> Grid:
    return next((one for one in grids if "wins alone" in one.caption), grids[0])


CHAPTER = Chapter("skill", "Skill and luck", copy.SKILL, _build)
