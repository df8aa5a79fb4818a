"""The report's content, arranged once for the page, the Markdown and the JSON file (`render` writes them)."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

import polars as pl
from markupsafe import Markup

from citadels_sim.analysis import Analysis, dictionary
from citadels_sim.analysis.metrics import FAMILIES
from citadels_sim.report import style, words
from citadels_sim.report.character_charts import character_charts
from citadels_sim.report.chart import Chart
from citadels_sim.report.findings import ICONS, Arm, Cell, arms, findings, listed, verdict_cells
from citadels_sim.report.interaction_charts import interaction_charts
from citadels_sim.report.svg import inline
from citadels_sim.report.table_charts import (
    bot_chart,
    completer_chart,
    length_chart,
    parts_chart,
    score_chart,
    seat_chart,
)
from citadels_sim.report.tables import Grid, character_grids, grid

__all__ = ["Content", "Section", "build"]

_GROUP_TITLES = {entry.name: entry.group_title.capitalize() for entry in FAMILIES}


@dataclass(frozen=True)
class Panel:
    """One chart on the page with its table of data."""

    chart: Chart
    svg: Markup
    grid: Grid


@dataclass(frozen=True)
class Part:
    """What a section says about one arm."""

    heading: str
    panels: tuple[Panel, ...]
    grids: tuple[Grid, ...]


@dataclass(frozen=True)
class Section:
    """A section of the report: one part per arm."""

    slug: str
    title: str
    lead: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Content:
    """All that the report says, in words, charts and tables.

    Attributes
    ----------
    title, lead : str
        Name of the report; one sentence on what was simulated.
    facts : tuple of (str, str)
        What was simulated, item by item.
    cells : tuple of Cell
        The verdict card.
    findings : tuple of str
        Key findings.
    sections : tuple of Section
        The chapters with charts.
    missing : str or None
        What this report lacks and how to get it.
    limits : tuple of str
        What the numbers are not.
    commands : tuple of str
        How to get the same numbers again.
    dictionary : Grid
        Every metric.
    """

    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    cells: tuple[Cell, ...]
    findings: tuple[str, ...]
    sections: tuple[Section, ...]
    missing: str | None
    limits: tuple[str, ...]
    commands: tuple[str, ...]
    dictionary: Grid

    @property
    def several_variants(self) -> bool:
        """Whether the verdict card has to name the variant."""
        return len({cell.variant for cell in self.cells}) > 1

    @property
    def several_lineups(self) -> bool:
        """Whether the verdict card has to name the bots."""
        return len({cell.lineup for cell in self.cells}) > 1

    @property
    def charts(self) -> list[Chart]:
        """Every chart, in order."""
        return [panel.chart for section in self.sections for part in section.parts for panel in part.panels]


def build(analysis: Analysis) -> Content:
    """Arrange an analysis as a report; draws the charts (under `style.chart_style`)."""
    all_arms = arms(analysis)
    several = len(all_arms) > 1
    with_turns = [arm for arm in all_arms if arm.tables["characters"].height]
    sections = [
        _section("characters", "Characters", words.CHARACTERS, with_turns, several, _characters),
        _section("interaction", "Interaction", words.INTERACTION, with_turns, several, _interaction),
        _section("seats", "Seats and crown", words.SEATS, all_arms, several, _seats),
        _section("scores", "Scores", words.SCORES, all_arms, several, _scores),
        _section("length", "Length", words.LENGTH, all_arms, several, _length),
    ]
    if several:
        last = sections[-1]
        everywhere = Part("All tables", (_panel(completer_chart(analysis.tables["length"], "completer")),), ())
        sections[-1] = Section(last.slug, last.title, last.lead, (*last.parts, everywhere))
    notes = list(findings(analysis))
    notes[1:1] = [chart.finding for chart in _leading(sections)]
    return Content(
        _title(analysis, all_arms), _lead(analysis), _facts(analysis), tuple(verdict_cells(analysis)), tuple(notes),
        tuple(section for section in sections if section.parts), _missing(analysis), words.LIMITS,
        tuple(shlex.join(run.manifest.command) for run in analysis.runs), _dictionary(),
    )  # fmt: skip


def _section(slug: str, title: str, lead: str, where: list[Arm], several: bool, draw: Any) -> Section:
    return Section(slug, title, lead, tuple(draw(arm, arm.heading if several else "", several) for arm in where))


def _panel(chart: Chart) -> Panel:
    caption = f"{chart.title}: the numbers"
    return Panel(chart, Markup(inline(chart.svg, chart.slug)), grid(chart.data, caption, _GROUP_TITLES[chart.source]))


def _characters(arm: Arm, heading: str, several: bool) -> Part:
    table = arm.tables["characters"]
    charts = character_charts(table, arm.slug)
    crown = arm.tables["crown"]
    grids = character_grids(table)
    if crown.height:
        grids.append(grid(crown, "Win chance per pick of crown holders and others (descriptive)", "At the draft"))
    return Part(heading, tuple(map(_panel, charts)), tuple(grids))


def _interaction(arm: Arm, heading: str, several: bool) -> Part:
    return Part(heading, tuple(map(_panel, interaction_charts(arm.tables["characters"], arm.slug))), ())


def _seats(arm: Arm, heading: str, several: bool) -> Part:
    charts = [
        seat_chart(arm.tables["seats_from_crown"], f"{arm.slug}seats-from-crown", from_crown=True),
        seat_chart(arm.tables["seats"], f"{arm.slug}seats", from_crown=False),
    ]
    if arm.tables["bots"].height:
        charts.append(bot_chart(arm.tables["bots"], f"{arm.slug}bots"))
    return Part(heading, tuple(map(_panel, charts)), (_seat_test(arm),))


def _seat_test(arm: Arm) -> Grid:
    """The verdict beside the classic test, for those who ask for it."""

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
    )


def _scores(arm: Arm, heading: str, several: bool) -> Part:
    charts = [
        score_chart(arm.tables["score_distribution"], f"{arm.slug}scores"),
        parts_chart(arm.tables["score_parts"], f"{arm.slug}score-parts"),
    ]
    return Part(heading, tuple(map(_panel, charts)), (grid(arm.tables["scores"], "Winner's score, margin and spread", ""),))


def _length(arm: Arm, heading: str, several: bool) -> Part:
    length = arm.tables["length"]
    charts = [length_chart(arm.tables["round_distribution"], length, f"{arm.slug}length")]
    if not several and length.filter(pl.col("metric") == "completer_wins").height:
        charts.append(completer_chart(length, f"{arm.slug}completer"))
    return Part(heading, tuple(map(_panel, charts)), (grid(length, "Length, completion and first crown", ""),))


def _leading(sections: list[Section]) -> list[Chart]:
    """Charts whose finding belongs on the first screen: what is wanted and attacked, for the first arm."""
    slugs = ("pick-when-offered", "attacks")
    parts = [part for section in sections for part in section.parts[:1]]
    return [panel.chart for part in parts for panel in part.panels if panel.chart.slug.endswith(slugs)]


def _title(analysis: Analysis, all_arms: list[Arm]) -> str:
    titles = list(dict.fromkeys(arm.title for arm in all_arms))
    if len(titles) <= 2:
        return listed(titles)
    return listed(list(dict.fromkeys(run.manifest.experiment.name for run in analysis.runs)))


def _lead(analysis: Analysis) -> str:
    cells = analysis.cells
    games = style.count(int(cells["games"].sum()))
    players = listed([str(number) for number in sorted(cells["players"].unique().to_list())])
    lineups = [lineup for run in analysis.runs for lineup in run.manifest.experiment.lineups]
    bots = listed(list(dict.fromkeys(bot for lineup in lineups for bot in lineup)))
    return f"{games} games at tables of {players} players, played by the bot{'s' * (' and ' in bots)} {bots}."


def _facts(analysis: Analysis) -> tuple[tuple[str, str], ...]:
    cells = analysis.cells
    manifests = [run.manifest for run in analysis.runs]

    def each(values: list[str]) -> str:
        return ", ".join(dict.fromkeys(values))

    return (
        ("Variants", each([f"{title} ({variant})" for variant, title in cells.select("variant", "title").iter_rows()])),
        ("Players", each([str(number) for number in sorted(cells["players"].to_list())])),
        ("Line-ups", "; ".join(dict.fromkeys(lineup.replace(",", ", ") for lineup in cells["lineup"].to_list()))),
        ("Games", f"{style.count(int(cells['games'].sum()))} in {style.count(int(cells['blocks'].sum()))} blocks of one deal each"),
        ("Seed", each([str(manifest.experiment.seed) for manifest in manifests])),
        ("Rules digest", each([f"{name} {entry.digest[:12]}" for m in manifests for name, entry in m.variants.items()])),
        ("Played with", each([f"citadels_sim {manifest.package_version}" for manifest in manifests])),
    )


def _missing(analysis: Analysis) -> str | None:
    without = analysis.cells.filter(~pl.col("turns"))
    if not without.height:
        return None
    where = (
        "These runs kept"
        if without.height == analysis.cells.height
        else f"{without.height} of {analysis.cells.height} tables were played with"
    )
    return f"{where} no turns, so there is nothing to say about characters. Run them again with --detail turns to get that section."


def _dictionary() -> Grid:
    rows = dictionary()
    return Grid(
        "Every figure of this report",
        ("Figure", "Table and column", "Unit", "Counted as", "Claim", "What it is"),
        tuple(
            (
                row["title"],
                f"{row['table']}: {row['metric']}",
                row["unit"],
                row["formula"],
                row["estimand"],
                f"{row['question']} {row['doc']}",
            )
            for row in rows.iter_rows(named=True)
        ),
    )
