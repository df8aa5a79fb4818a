"""What a report is made of: panels and tables in parts, parts in sections, sections in the content of a page.

`render` writes it; the chapters (`chapters`) make it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from citadels_sim.show.charts.chart import Chart
from citadels_sim.show.charts.grids import Grid
from citadels_sim.show.drawing import Block


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


@dataclass(frozen=True)
class Part:
    """What a section says about one thing, such as a variant.

    Attributes
    ----------
    heading : str
        Empty where the section has this part only.
    grids : tuple of Grid
        Its tables.
    text : str
        A paragraph before all.
    blocks : tuple of BlockPanel
        Its blocks, each of one table of players.
    """

    heading: str
    grids: tuple[Grid, ...] = ()
    text: str = ""
    blocks: tuple[BlockPanel, ...] = ()


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
        return [one.chart for section in self.sections for part in section.parts for one in part.blocks if one.chart]
