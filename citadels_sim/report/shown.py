"""What the designs show, where a report has its place: in the chapter that the design names, and on the first page."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from citadels_sim.charts.families import with_bots
from citadels_sim.lab import all_designs
from citadels_sim.lab.design import Design
from citadels_sim.report.content import BlockPanel, Part
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.where import edition, where
from citadels_sim.show import figures, page
from citadels_sim.show.blocks import Block, Shown
from citadels_sim.show.drawing import Group


def _of(evidence: Evidence, chapter: str) -> Iterator[tuple[Design, list[Shown]]]:
    """Iterate over the designs of a chapter whose runs show something, with what each run shows."""
    for design in all_designs().values():
        if design.chapter == chapter and (shown := evidence.shown(design.name)):
            yield design, shown


def _by_title(shown: list[Shown]) -> dict[str, list[tuple[Block, str]]]:
    """Gather the blocks of runs by what they show, each with the name of the table that has its numbers."""
    titled: dict[str, list[tuple[Block, str]]] = {}
    for one in shown:
        for block in one.blocks:
            titled.setdefault(block.title, []).append((block, one.names[block.table]))
    return titled


def parts(evidence: Evidence, chapter: str) -> list[Part]:
    """Lay out what the designs of a chapter show, a part for each kind of block, and what of it cannot be estimated."""
    return [
        Part(title, blocks=tuple(_panel(evidence, block, source) for block, source in blocks))
        for _, shown in _of(evidence, chapter)
        for title, blocks in _by_title(shown).items()
    ] + [Part("", text=" ".join(reasons)) for _, shown in _of(evidence, chapter) if (reasons := _unknown(shown))]


def _unknown(shown: list[Shown]) -> list[str]:
    """Say what cannot be estimated of the runs of a design, each once."""
    return list(dict.fromkeys(words for one in shown for words in one.unknown))


def _panel(evidence: Evidence, block: Block, source: str) -> BlockPanel:
    drawn = page.drawn(block, where(evidence, *block.cell))
    return BlockPanel(drawn, page.grid(block), figures.chart(block, source), source, f"{block.basis}.")


def tables(evidence: Evidence, chapter: str) -> dict[str, pl.DataFrame]:
    """Return all figures of the designs of a chapter by the names of their CSV files, those of several runs under each other."""
    named: dict[str, list[pl.DataFrame]] = {}
    for one in (one for _, shown in _of(evidence, chapter) for one in shown):
        for name, table in one.files.items():
            named.setdefault(name, []).append(table)
    # A column may have a number in one run and none in another, which knows no type of it.
    return {name: pl.concat(tables, how="vertical_relaxed") for name, tables in named.items()}


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
            drawn = [page.drawn(block, where(evidence, *block.cell), brief=True) for block, _ in blocks if block.first_page]
            if drawn:
                found.append(Group(title, drawn, "half"))
    return found
