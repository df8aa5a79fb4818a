"""What a report is made of: panels and tables in parts, parts in sections, sections in the content of a page.

`render` writes it; the chapters (`chapters`) make it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import polars as pl

from citadels_sim.charts.chart import Chart
from citadels_sim.charts.grids import Grid, basis, grid
from citadels_sim.lab.registry import families
from citadels_sim.show.blocks import too_few
from citadels_sim.show.drawing import Block
from citadels_sim.statistics.verdicts import LEAST_COUNT


@dataclass(frozen=True)
class Panel:
    """One chart on the page with its table of data.

    Attributes
    ----------
    grid : Grid
        Its numbers.
    basis : str
        How many deals it is based on.
    """

    chart: Chart
    grid: Grid
    basis: str


@dataclass(frozen=True)
class BlockPanel:
    """One block on the page of details.

    Attributes
    ----------
    drawn : drawing.Block
        As it is drawn there.
    grid : Grid
        All its numbers.
    chart : Chart or None
        For files; None where nothing of it is drawn.
    source : str
        Name of the table with all its numbers.
    basis : str
        What it was counted from.
    """

    drawn: Block
    grid: Grid
    chart: Chart | None
    source: str
    basis: str


def fewest(data: pl.DataFrame) -> int:
    """Return the deals behind the table of players that has fewest, of a table of estimates with the column `blocks`."""
    keys = [name for name in ("variant", "players", "lineup") if name in data.columns]
    return int(str(data.group_by(keys).agg(pl.col("blocks").max())["blocks"].min() or 0))


def panel(chart: Chart, numbers: Grid | None = None, basis_text: str = "", *, deals: int | None = None) -> Panel:
    """Put a chart together with its numbers: those of its table of estimates where nothing else is given.

    `deals` are those behind the table of players that has fewest, where the estimates do not have them: with a handful of them the chart
    has no finding.
    """
    number = fewest(chart.data) if deals is None else deals
    if number < LEAST_COUNT:
        finding = too_few(number)
        chart = replace(chart, finding=finding, description=chart.description.replace(chart.finding, finding))
    caption = f"{chart.title}: the numbers"
    heads = {entry.name: entry.group_title.capitalize() for entry in families()}
    shown = numbers or grid(chart.data, caption, heads.get(chart.source, "Character"))
    return Panel(chart, shown, basis_text or basis(chart.data))


@dataclass(frozen=True)
class Part:
    """What a section says about one thing, such as a variant.

    Attributes
    ----------
    heading : str
        Empty where the section has this part only.
    panels, grids
        Its charts; tables without a chart.
    folded : bool
        Whether a reader opens it.
    text : str
        A paragraph before all.
    deeper : tuple of Part
        What is folded at its end.
    blocks : tuple of BlockPanel
        Its blocks, each of one table of players.
    """

    heading: str
    panels: tuple[Panel, ...] = ()
    grids: tuple[Grid, ...] = ()
    folded: bool = False
    text: str = ""
    deeper: tuple[Part, ...] = ()
    blocks: tuple[BlockPanel, ...] = ()

    def every_panel(self) -> list[Panel]:
        """Return its charts, and those of the parts in it."""
        return [*self.panels, *(one for part in self.deeper for one in part.every_panel())]


@dataclass(frozen=True)
class MissingRun:
    """What a report lacks, and the command that makes a run that has it."""

    what: str
    command: str


@dataclass(frozen=True)
class ChapterResult:
    """What a chapter shows of the evidence.

    Attributes
    ----------
    parts : tuple of Part
        None: it has nothing to go by.
    tables : mapping
        Name of a CSV file -> table with all its numbers.
    findings : tuple of str
        What belongs on the first screen.
    missing : tuple of MissingRun
        What it would also show, with a run that has it.
    """

    parts: tuple[Part, ...] = ()
    tables: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    findings: tuple[str, ...] = ()
    missing: tuple[MissingRun, ...] = ()


@dataclass(frozen=True)
class Section:
    """A section of the page."""

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
    card : Grid
        The verdict card.
    unanswered : tuple of MissingRun
        Criteria that no run answers.
    verdicts : Grid
        Every verdict in a sentence.
    faults : tuple of str
        What makes games worthless.
    findings : tuple of str
        Key findings, of which the faults are the first.
    sections : tuple of Section
        The chapters.
    missing : tuple of MissingRun
        What this report lacks.
    left_out : tuple of str
        What of the runs it leaves out, and why.
    limits : tuple of str
        What the numbers are not.
    commands : tuple of str
        How to get the same numbers again.
    dictionary : Grid
        Every metric.
    tables : mapping
        Name of a CSV file -> table.
    """

    title: str
    lead: str
    card: Grid
    unanswered: tuple[MissingRun, ...]
    verdicts: Grid
    faults: tuple[str, ...]
    findings: tuple[str, ...]
    sections: tuple[Section, ...]
    missing: tuple[MissingRun, ...]
    left_out: tuple[str, ...]
    limits: tuple[str, ...]
    commands: tuple[str, ...]
    dictionary: Grid
    tables: Mapping[str, pl.DataFrame]

    @property
    def charts(self) -> list[Chart]:
        """Every chart, in order."""
        parts = [part for section in self.sections for part in section.parts]
        return [
            chart
            for part in parts
            for chart in (*(one.chart for one in part.every_panel()), *(one.chart for one in part.blocks if one.chart))
        ]
