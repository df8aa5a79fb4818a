"""What the designs show, where a report has its place: in the chapter that the design names, and on the first page."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from citadels_sim.lab import all_designs
from citadels_sim.lab.design import Design
from citadels_sim.report.content import BlockPanel, Part
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.where import where
from citadels_sim.show import figures, page
from citadels_sim.show.blocks import Dots, Shown
from citadels_sim.show.drawing import Group


def _of(evidence: Evidence, chapter: str) -> Iterator[tuple[Design, list[Shown]]]:
    """Iterate over the designs of a chapter whose runs show something, with what each run shows."""
    for name, shown in evidence.shown.items():
        design = all_designs()[name]
        if design.chapter == chapter and shown:
            yield design, shown


def _by_title(shown: list[Shown]) -> dict[str, list[tuple[Dots, str]]]:
    """Gather the blocks of runs by what they show, each with the name of the table that has its numbers."""
    titled: dict[str, list[tuple[Dots, str]]] = {}
    for one in shown:
        for block in one.blocks:
            titled.setdefault(block.title, []).append((block, next(iter(one.files))))
    return titled


def parts(evidence: Evidence, chapter: str) -> list[Part]:
    """Lay out what the designs of a chapter show, a part for each kind of block."""
    return [
        Part(title, blocks=tuple(_panel(evidence, block, source) for block, source in blocks))
        for _, shown in _of(evidence, chapter)
        for title, blocks in _by_title(shown).items()
    ]


def _panel(evidence: Evidence, block: Dots, source: str) -> BlockPanel:
    return BlockPanel(page.drawn(block, where(evidence, *block.cell)), page.grid(block), figures.chart(block, source), f"{block.basis}.")


def tables(evidence: Evidence, chapter: str) -> dict[str, pl.DataFrame]:
    """Return all figures of the designs of a chapter by the names of their CSV files, those of several runs under each other."""
    names = {name: [one.files[name] for one in shown] for _, shown in _of(evidence, chapter) for name in shown[0].files}
    return {name: pl.concat(frames) for name, frames in names.items()}


def findings(evidence: Evidence, chapter: str) -> list[str]:
    """Return the first finding of each design of a chapter, with the bots that it is about."""
    return [
        f"{block.title}, {evidence.with_bots(design.name)}: {block.finding}"
        for design, shown in _of(evidence, chapter)
        for block in shown[0].blocks[:1]
    ]


def groups(evidence: Evidence, chapter: str) -> list[Group]:
    """Return the blocks of the designs of a chapter that the first page has, each kind in a group of its own."""
    found = []
    for _, shown in _of(evidence, chapter):
        for title, blocks in _by_title(shown).items():
            drawn = [page.drawn(block, where(evidence, *block.cell)) for block, _ in blocks if block.first_page]
            if drawn:
                found.append(Group(title, drawn, "half"))
    return found
