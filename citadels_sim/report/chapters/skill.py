"""The chapter on skill and luck: how strong the bots are, what that is worth at the table, and what decides between equal ones."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from citadels_sim.charts.grids import Grid, basis
from citadels_sim.lab.luck.charts import luck_chart, luck_grid, luck_tables
from citadels_sim.lab.tournament.charts import bot_chart
from citadels_sim.lab.tournament.rung_chart import rung_charts, rung_finding, rung_tables
from citadels_sim.ladder.charts import ladder_charts
from citadels_sim.ladder.grids import ladder_finding, ladder_grids
from citadels_sim.ladder.rate import Ladder
from citadels_sim.lineups import shown_lineup
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import Part, Told, Want, panel
from citadels_sim.report.evidence import Material

__all__ = ["CHAPTER"]

_TABLES = ("scopes", "strengths", "superiority", "residuals", "cycles", "seats")


def _tell(material: Material) -> Told:
    told = [_skill(material), _climb(material), _luck(material)]
    return Told(
        tuple(part for one in told for part in one.parts), {name: table for one in told for name, table in one.tables.items()},
        tuple(text for one in told for text in one.findings), tuple(want for one in told for want in one.wants),
    )  # fmt: skip


def _skill(material: Material) -> Told:
    """Tell how strong the bots are, from tables at which different ones meet."""
    bots = material.analysis.tables["bots"]
    mixed = [arm for arm in material.all_arms if arm.tables["bots"].height]
    if not mixed:
        players = material.lineups[0].split(",")[0]
        command = material.command("run", variants=1, options=("--bots", shown_lineup(f"{players},random")))
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


def _climb(material: Material) -> Told:
    """Tell what thinking harder gains, where a run has a ladder of budgets."""
    if not material.skill_ladders:
        return Told(wants=(Want("Whether thinking harder goes on to pay", "citadels run skill --out DIR"),))
    shown = tuple(panel(chart, numbers, basis(chart.data)) for chart, numbers in rung_charts(material.skill_ladders))
    finding = f"Depth: {rung_finding(material.skill_ladders)}"
    return Told((Part("Skill ladder", shown),), rung_tables(material.skill_ladders), (finding,))


def _luck(material: Material) -> Told:
    """Tell what decides who wins where nobody plays better."""
    if not material.luck:
        return Told(wants=(Want("What decides who wins between equal bots", material.command("luck", equal=True)),))
    parts: list[Part] = []
    for n, found in enumerate(material.luck, start=1):
        chart = luck_chart(found, material.titles, f"luck{n}" if len(material.luck) > 1 else "luck")
        shown = panel(chart, luck_grid(found, material.titles), basis(found.deals))
        parts.append(Part("Luck", (shown,), folded=n > 1))
    return Told(tuple(parts), luck_tables(material.luck), (f"Luck, {material.with_bots('luck')}: {parts[0].panels[0].chart.finding}",))


def _wins(grids: list[Grid]) -> Grid:
    return next((one for one in grids if "wins alone" in one.caption), grids[0])


CHAPTER = Chapter("skill", "Skill and luck", copy.SKILL, _tell)
