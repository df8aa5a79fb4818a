"""What the designs show, where a report has its place: in the chapter that the block or its design names, and on the first page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import polars as pl

from citadels_sim.designs.some_nodes import DECLARED
from citadels_sim.lineups import is_mixed, lineup_words
from citadels_sim.report.chapters import chapters
from citadels_sim.report.content import BlockPanel, Part
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.where import edition, where
from citadels_sim.runs.designs import all_designs
from citadels_sim.show import figures, page
from citadels_sim.show.blocks import Block, Shown
from citadels_sim.show.charts.families import with_bots
from citadels_sim.show.drawing import Group, Where


def _of(evidence: Evidence, chapter: str) -> Iterator[list[Shown]]:
    """Iterate over the designs whose runs show something in a chapter, its own ones first, and then over all runs together."""
    for design in sorted(all_designs().values(), key=lambda design: design.chapter != chapter):
        here = [
            replace(
                one,
                blocks=tuple(block for block in one.blocks if (block.chapter or design.chapter) == chapter),
                unknown=one.unknown if design.chapter == chapter else (),
            )
            for one in (*evidence.shown(design.name), *evidence.compared(design.name), *evidence.conditioned(design.name))
        ]
        if any(one.blocks or one.unknown for one in here):
            yield here
    yield from ([one] for one in _together(evidence, chapter) if one.blocks)


def _together(evidence: Evidence, chapter: str) -> list[Shown]:
    """Return what all runs together show in a chapter."""
    return [evidence.together(show) for one in chapters() if one.slug == chapter for show in one.shows]


@dataclass(frozen=True)
class _Placed:
    """A block in a report.

    Attributes
    ----------
    block : Block
    source : str
        Name of the table that has its numbers.
    run : int
        Its number among the runs that have one of the same table of players.
    equal : bool
        Whether there is one of equal bots at these rules and number of players.
    alone : bool
        Whether no other table of players has one of the same two variants: it is then shown whichever table is chosen.
    """

    block: Block
    source: str
    run: int
    equal: bool
    alone: bool

    @property
    def mixed(self) -> bool:
        """Whether it is of bots that do not all play alike."""
        return is_mixed(self.block.cell[2])

    def where(self, evidence: Evidence) -> Where:
        """Name its table of players; of mixed bots, where no equal ones sat, it is shown whichever bots are chosen."""
        (variant, players, lineup), other = self.block.cell, self.block.other
        if not players or not lineup:
            place = where(evidence, variant if variant in evidence.titles else None, players or None, other=other)
            return place if place.label else replace(place, label="All editions")
        if lineup not in evidence.lineups:  # of several line-ups, or of a bot that played nothing else
            place = where(evidence, variant, players, other=other)
            place = replace(
                place, label=f"{place.label}, {lineup_words(lineup)} bots" if other else f"{place.label}, {lineup_words(lineup)}"
            )
        else:
            place = where(evidence, variant, players, lineup, other=other)
            if self.mixed and not self.equal:
                place = replace(place, lineup=None)
        if other and self.alone:
            known = {variant, other} & set(evidence.titles)
            place = Where(place.label, variant if known else None, other=other if known else "")
        place = replace(place, label=f"{place.label}, run {self.run}") if self.run > 1 else place
        where_words = f"{place.label}, only where {DECLARED.get(self.block.where, self.block.where)}"
        return replace(place, label=where_words, condition=self.block.where) if self.block.where else place

    def panel(self, evidence: Evidence) -> BlockPanel:
        """Lay it out for the page of details, with its chart; what the first page does not have is folded."""
        chart = None if self.block.where else figures.chart(self.block, self.source)
        if chart is not None and self.run > 1:
            chart = replace(chart, slug=f"{chart.slug}-{self.run}")
        drawn = page.drawn(self.block, self.where(evidence))
        drawn = replace(drawn, folded=drawn.folded or not self.block.first_page)
        return BlockPanel(drawn, page.grid(self.block), chart, self.source, f"{self.block.basis}." if self.block.basis else "")


def conditions(evidence: Evidence) -> list[str]:
    """Return the conditions under which something is shown."""
    there = {one.facts["where"] for design in all_designs() for one in evidence.conditioned(design)}
    return [text for text in DECLARED if text in there]


def _by_title(shown: list[Shown]) -> dict[str, list[_Placed]]:
    """Gather the blocks of runs by what they show."""
    titled: dict[str, list[tuple[Block, str]]] = {}
    for one in shown:
        for block in one.blocks:
            here = titled.setdefault(block.title, [])
            here += [] if (block, one.source(block)) in here else [(block, one.source(block))]  # the rules of two runs are the same
    placed: dict[str, list[_Placed]] = {}
    for title, blocks in titled.items():
        equal = {block.cell[:2] for block, _ in blocks if not is_mixed(block.cell[2])}
        for n, (block, source) in enumerate(blocks):
            run = 1 + sum((other.cell, other.other, other.where) == (block.cell, block.other, block.where) for other, _ in blocks[:n])
            alone = len({other.cell for other, _ in blocks if (other.cell[0], other.other) == (block.cell[0], block.other)}) == 1
            placed.setdefault(title, []).append(_Placed(block, source, run, block.cell[:2] in equal, alone))
    return placed


def parts(evidence: Evidence, chapter: str) -> list[Part]:
    """Lay out what the designs show in a chapter, a part for each kind of block, and what of it cannot be estimated."""
    found = []
    for shown in _of(evidence, chapter):
        found += [Part(title, blocks=tuple(one.panel(evidence) for one in blocks)) for title, blocks in _by_title(shown).items()]
        if reasons := dict.fromkeys(words for one in shown for words in one.unknown):
            found.append(Part("", text=" ".join(reasons)))
    return found


def tables(evidence: Evidence, chapter: str) -> dict[str, pl.DataFrame]:
    """Return all figures of the designs of a chapter by the names of their CSV files, those of several runs under each other."""
    frames: dict[str, list[pl.DataFrame]] = {}
    for design in all_designs().values():
        if design.chapter == chapter:
            shown = (*evidence.shown(design.name), *evidence.compared(design.name), *evidence.conditioned(design.name))
            for name, table in (file for one in shown for file in one.files.items() if file[1].height):
                frames.setdefault(name, []).append(table)
    for one in _together(evidence, chapter):
        frames |= {name: [table] for name, table in one.files.items()}
    # A column may have a number in one run and none in another, which knows no type of it.
    return {name: pl.concat(tables, how="vertical_relaxed") for name, tables in frames.items()}


def findings(evidence: Evidence, chapter: str) -> list[str]:
    """Return for each design of a chapter and each variant the first finding, of the variant's main line-up where that has it."""
    found = []
    for shown in _of(evidence, chapter):
        blocks = [block for one in shown for block in one.blocks]
        order = {variant: place for place, variant in enumerate(evidence.titles)}
        for variant, other in sorted(
            dict.fromkeys((block.cell[0], block.other) for block in blocks), key=lambda pair: order.get(pair[0], len(order))
        ):
            own = [block for block in blocks if (block.cell[0], block.other) == (variant, other)]
            own = [block for block in own if block.title == own[0].title]
            first = next((block for block in own if block.cell[2] == evidence.main.get(variant)), own[0])
            of = [f"{edition(variant)}{f' against {edition(other)}' * bool(other)}"] if other or len(evidence.titles) > 1 else []
            _, players, lineup = first.cell
            at = [f"{players} players"] * bool(players) + [with_bots([lineup])] * bool(lineup)
            found.append(f"{', '.join((first.title, *of, *at))}: {first.finding}")
    return found


def groups(evidence: Evidence, chapter: str) -> list[Group]:
    """Return what the first page has of a chapter, each kind of block in a group of its own; of mixed bots where no equal ones sat."""
    found = []
    for shown in _of(evidence, chapter):
        for title, blocks in _by_title(shown).items():
            first = [one for one in blocks if one.block.first_page and not (one.mixed and one.equal)]
            drawn = [page.drawn(one.block, one.where(evidence), brief=True) for one in first]
            if drawn:
                found.append(Group(title, drawn, "half"))
    return found
