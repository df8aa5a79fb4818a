"""The chapter on skill: how strong the bots are, and what that is worth at the table."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from citadels_sim.analysis.ladder import Ladder
from citadels_sim.report import words
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import Part, Told, Want, panel
from citadels_sim.report.ladder_chart import ladder_charts
from citadels_sim.report.ladder_tables import ladder_finding, ladder_grids
from citadels_sim.report.material import Material
from citadels_sim.report.table_charts import bot_chart
from citadels_sim.report.tables import Grid, basis

__all__ = ["CHAPTER"]

_TABLES = ("scopes", "strengths", "superiority", "residuals", "cycles", "seats")


def _tell(material: Material) -> Told:
    bots = material.analysis.tables["bots"]
    mixed = [arm for arm in material.all_arms if arm.tables["bots"].height]
    if not mixed:
        players = material.lineups[0].split(",")[0]
        command = material.command("run", variants=1, options=("--bots", f"{players},random"))
        return Told(wants=(Want("What skill is worth (a line-up of several bots)", command),))
    parts = [
        Part(arm.heading if len(mixed) > 1 else "", (panel(bot_chart(arm.tables["bots"], f"{arm.slug}bots")),), folded=n > 0)
        for n, arm in enumerate(mixed)
    ]
    tables = {"bots": bots}
    findings: tuple[str, ...] = ()
    if material.ladder is not None:
        ladder = material.ladder
        shown = _titled(material, ladder)
        grids = ladder_grids(shown)
        cells = ladder.strengths.filter(pl.col("players").is_not_null()).join(ladder.scopes, on=["variant", "players"], how="left")
        charts = tuple(panel(chart, grids[0] if chart.slug == "ladder" else _wins(grids), basis(cells)) for chart in ladder_charts(shown))
        parts.insert(0, Part("Ladder", charts, deeper=(Part("Every table of the ladder", grids=tuple(grids), folded=True),)))
        tables |= {f"ladder_{name}": table for name in _TABLES if (table := getattr(ladder, name)).height}
        findings = (f"Skill: {ladder_finding(shown)}",)
    return Told(tuple(parts), tables, findings)


def _titled(material: Material, ladder: Ladder) -> Ladder:
    """Put titles in the place of the names of variants."""
    titled = material.titled
    return replace(
        ladder, scopes=titled(ladder.scopes), strengths=titled(ladder.strengths), superiority=titled(ladder.superiority),
        residuals=titled(ladder.residuals), cycles=titled(ladder.cycles), seats=titled(ladder.seats),
    )  # fmt: skip


def _wins(grids: list[Grid]) -> Grid:
    return next((one for one in grids if "wins alone" in one.caption), grids[0])


CHAPTER = Chapter("skill", "Skill", words.SKILL, _tell)
