"""What the designs show, where a report has its place: in the chapter that the design names, and on the first page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import polars as pl

from citadels_sim.charts.families import with_bots
from citadels_sim.lab import all_designs
from citadels_sim.lab.design import Design
from citadels_sim.report.content import BlockPanel, Part
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.where import edition, where
from citadels_sim.show import figures, page
from citadels_sim.show.blocks import Block, Shown
from citadels_sim.show.drawing import Group, Where


def _of(evidence: Evidence, chapter: str) -> Iterator[tuple[Design, list[Shown]]]:
    """Iterate over the designs of a chapter whose runs show something, with what each run shows."""
    for design in all_designs().values():
        if design.chapter == chapter and (shown := evidence.shown(design.name)):
            yield design, shown


class _Placed(NamedTuple):
    """A block, the name of the table that has its numbers, and its number among the runs that have one of the same table of players."""

    block: Block
    source: str
    run: int

    def where(self, evidence: Evidence) -> Where:
        """Name its table of players, and its run where another one comes before it."""
        place = where(evidence, *self.block.cell)
        return replace(place, label=f"{place.label}, run {self.run}") if self.run > 1 else place


def _by_title(shown: list[Shown]) -> dict[str, list[_Placed]]:
    """Gather the blocks of runs by what they show."""
    titled: dict[str, list[_Placed]] = {}
    for one in shown:
        for block in one.blocks:
            others = titled.setdefault(block.title, [])
            run = 1 + sum(other.block.cell == block.cell for other in others)
            others.append(_Placed(block, one.source(block), run))
    return titled


def parts(evidence: Evidence, chapter: str) -> list[Part]:
    """Lay out what the designs of a chapter show, a part for each kind of block, and what of it cannot be estimated."""
    return [
        Part(title, blocks=tuple(_panel(evidence, one) for one in blocks))
        for _, shown in _of(evidence, chapter)
        for title, blocks in _by_title(shown).items()
    ] + [Part("", text=" ".join(reasons)) for _, shown in _of(evidence, chapter) if (reasons := _unknown(shown))]


def _unknown(shown: list[Shown]) -> list[str]:
    """Say what cannot be estimated of the runs of a design, each once."""
    return list(dict.fromkeys(words for one in shown for words in one.unknown))


def _panel(evidence: Evidence, one: _Placed) -> BlockPanel:
    chart = figures.chart(one.block, one.source)
    if chart is not None and one.run > 1:
        chart = replace(chart, slug=f"{chart.slug}-{one.run}")
    drawn = page.drawn(one.block, one.where(evidence))
    return BlockPanel(drawn, page.grid(one.block), chart, one.source, f"{one.block.basis}.")


def tables(evidence: Evidence, chapter: str) -> dict[str, pl.DataFrame]:
    """Return all figures of the designs of a chapter by the names of their CSV files, those of several runs under each other."""
    frames: dict[str, list[pl.DataFrame]] = {}
    for _, shown in _of(evidence, chapter):
        for name, table in (file for one in shown for file in one.files.items() if file[1].height):
            frames.setdefault(name, []).append(table)
    # A column may have a number in one run and none in another, which knows no type of it.
    return {name: pl.concat(tables, how="vertical_relaxed") for name, tables in frames.items()}


def findings(evidence: Evidence, chapter: str) -> list[str]:
    """Return for each design of a chapter and each variant the first finding, of the variant's main line-up where it has one."""
    found = []
    for _, shown in _of(evidence, chapter):
        blocks = [block for one in shown for block in one.blocks]
        for variant in evidence.titles:
            own = [block for block in blocks if block.cell[0] == variant]
            first = next((block for block in own if block.cell[2] == evidence.main[variant]), own[0] if own else None)
            if first:
                of = f"{edition(variant)}, " if len(evidence.titles) > 1 else ""
                found.append(f"{first.title}, {of}{first.cell[1]} players, {with_bots([first.cell[2]])}: {first.finding}")
    return found


def groups(evidence: Evidence, chapter: str) -> list[Group]:
    """Return the blocks of the designs of a chapter that the first page has, each kind in a group of its own."""
    found = []
    for _, shown in _of(evidence, chapter):
        for title, blocks in _by_title(shown).items():
            drawn = [page.drawn(one.block, one.where(evidence), brief=True) for one in blocks if one.block.first_page]
            if drawn:
                found.append(Group(title, drawn, "half"))
    return found
