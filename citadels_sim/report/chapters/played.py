"""The chapters on what the games that were played show: seats, flow, interaction. One part per variant and line-up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import polars as pl

from citadels_sim.charts.families import with_bots
from citadels_sim.charts.grids import Grid, basis, grid, of_cell
from citadels_sim.charts.style import ICONS
from citadels_sim.lab.tournament.charts import completer_chart, length_chart, parts_chart, score_chart, seat_chart
from citadels_sim.lab.tournament.interaction_charts import interaction_charts
from citadels_sim.lab.tournament.naming_chart import naming_chart, naming_grids
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun, Panel, Part, panel
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.findings import Arm, glance


def _each(arms: list[Arm], draw: Callable[[Arm, str], Part]) -> list[Part]:
    """Draw every arm; all but the first are folded."""
    several = len(arms) > 1
    parts = [draw(arm, arm.heading if several else "") for arm in arms]
    return [replace(part, folded=n > 0) for n, part in enumerate(parts)]


def _seats(evidence: Evidence) -> ChapterResult:
    def draw(arm: Arm, heading: str) -> Part:
        margin = arm.seat_verdicts["margin"][0]
        crown = panel(seat_chart(arm.tables["seats_from_crown"], margin, f"{arm.slug}seats-from-crown", from_crown=True))
        chair = panel(seat_chart(arm.tables["seats"], margin, f"{arm.slug}seats", from_crown=False))
        check = Part("By chair: nothing in the rules knows chairs, so this is a check", (chair,), (_seat_test(arm),), folded=True)
        return Part(heading, (crown,), deeper=(check,))

    tables = {name: evidence.analysis.tables[name] for name in ("seats_from_crown", "seats")} | {
        "seat_verdicts": evidence.analysis.seat_verdicts
    }
    played = MissingRun("Seats, scores and length of games as they are played", evidence.command("run", options=("--games", "20000")))
    return ChapterResult(tuple(_each(evidence.arms, draw)), _filled(tables), (), () if evidence.arms else (played,))


def _seat_test(arm: Arm) -> Grid:
    """The verdict beside the classic test."""

    def test(row: dict[str, Any]) -> tuple[str, str, str]:
        if row["p"] is None:
            return "–", "–", "–"
        return f"{row['chi2']:.1f}", str(row["df"]), "below 0.0001" if row["p"] < 1e-4 else f"{row['p']:.4f}"

    return Grid(
        "Seats after the first crown: verdict, and the test that all win alike (chi-squared over blocks)",
        ("Players", "Verdict", "Chi-squared", "Degrees of freedom", "p"),
        tuple(
            (str(row["players"]), f"{ICONS[row['verdict']]} {row['verdict']}", *test(row))
            for row in arm.seat_verdicts.iter_rows(named=True)
        ),
        folded=True,
    )


def _length(evidence: Evidence) -> ChapterResult:
    def draw(arm: Arm, heading: str) -> Part:
        length = arm.tables["length"]
        charts = [
            length_chart(arm.tables["round_distribution"], length, f"{arm.slug}length"),
            score_chart(arm.tables["score_distribution"], f"{arm.slug}scores"),
            parts_chart(arm.tables["score_parts"], f"{arm.slug}score-parts"),
        ]
        if not several and length.filter(metric="completer_wins").height:
            charts.append(completer_chart(length, f"{arm.slug}completer"))
        grids = [
            grid(length, "Length, completion and first crown", ""),
            grid(arm.tables["scores"], "Winner's score, margin and spread", ""),
        ]
        return Part(heading, tuple(map(panel, charts)), tuple(replace(one, folded=True) for one in grids))

    arms = evidence.arms
    several = len(arms) > 1
    parts = _each(arms, draw)
    if several:
        length = evidence.titled(pl.concat([arm.tables["length"] for arm in arms]))
        together = () if not length.filter(metric="completer_wins").height else (panel(completer_chart(length, "completer")),)
        parts.append(Part("All tables", together))
    if arms:
        parts.insert(0, Part("", (), (glance(evidence.analysis),)))
    tables = {
        name: evidence.analysis.tables[name] for name in ("scores", "score_parts", "score_distribution", "length", "round_distribution")
    }
    return ChapterResult(tuple(parts), _filled(tables))


def _interaction(evidence: Evidence) -> ChapterResult:
    def draw(arm: Arm, heading: str) -> Part:
        shown = tuple(map(panel, interaction_charts(arm.tables["characters"], arm.slug)))
        names, deeper = _named(evidence, arm)
        return Part(heading, (*shown, *names), deeper)

    arms = [arm for arm in evidence.arms if arm.tables["characters"].height]
    parts = _each(arms, draw)
    attacks = [one.chart for part in parts[:1] for one in part.panels if one.chart.slug.endswith("attacks")]
    findings = tuple(f"Attacks, {with_bots([arms[0].lineup])}: {chart.finding}" for chart in attacks)
    tables = _filled({name: evidence.analysis.tables[name] for name in ("characters", "crown")})
    tables |= _filled(evidence.naming)
    return ChapterResult(tuple(parts), tables, findings)


def _named(evidence: Evidence, arm: Arm) -> tuple[tuple[Panel, ...], tuple[Grid, ...]]:
    """Show whom the bots of an arm name, and how often rightly: the chart with its numbers, and what goes deeper."""
    tables = {name: of_cell(table, arm.variant, arm.lineup) for name, table in evidence.naming.items()}
    chart = naming_chart(tables, f"{arm.slug}names") if tables else None
    if chart is None:
        return (), ()
    first, *others = naming_grids(tables)
    return (panel(chart, first, basis(chart.data)),), tuple(others)


def _filled(tables: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    return {name: table for name, table in tables.items() if table.height}


SEATS = Chapter("seats", "Seats and crown", copy.SEATS, _seats)
LENGTH = Chapter("length", "Length and scores", copy.LENGTH, _length)
INTERACTION = Chapter("interaction", "Interaction", copy.INTERACTION, _interaction)
