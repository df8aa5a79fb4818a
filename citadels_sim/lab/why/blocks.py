"""What a split effect shows: which part of a character's card makes it as strong as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from citadels_sim.charts import style
from citadels_sim.lab.why import PARTS, REST, WHOLE
from citadels_sim.lab.why.analyse import PART_MARGIN, WhyAnalysis, analyse_why
from citadels_sim.lineups import lineup_words
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Column, Dots, Row, Shown, Value, Verdict, cells_of, counted, too_few
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.text import listed

_REST: Final = "The rest is the effect with all parts off: its rank, being a target, and that nobody else has the character."
_WORDS: Final = {WHOLE: "The whole effect", **PARTS, REST: "The rest"}


def show(run: Run, margin: float | None = None) -> Shown:
    """Analyse a run of a split effect; see `show.blocks.Blocks`; the margin is in win chance per pick."""
    why = analyse_why(run, PART_MARGIN if margin is None else margin)
    tables = {"verdicts": why.verdicts, "effects": why.effects}
    names = {name: f"why_{name}" for name in tables}
    return Shown(tuple(_block(why, cell) for cell in cells_of(why.effects)), tables, names, {"margin": why.margin}, why)


def _block(why: WhyAnalysis, cell: Cell) -> Dots:
    effects = {row["group"]: row for row in why.effects.filter(**key_of(cell)).iter_rows(named=True)}
    verdicts = {row["part"]: row for row in why.verdicts.filter(**key_of(cell)).iter_rows(named=True)}
    rows = [
        Row(words, (Value.of(effects[part], Verdict.of(verdicts[part], "nodes")),), part)
        for part, words in _WORDS.items()
        if part in effects
    ]
    title = style.title_of(str(why.run.manifest.experiment.what))
    nodes, deals = int(verdicts[WHOLE]["nodes"]), int(effects[WHOLE]["blocks"])
    return Dots(
        slug="why",
        title=f"Why a pick of the {title} brings what it does",
        table="effects",
        cell=cell,
        finding=too_few(deals) if deals < LEAST_COUNT else _finding(rows, title),
        unit="percentage points of win chance per pick",
        how="The character was picked with every combination of the parts of its card; the parts and the rest add up to the whole.",
        members="parts",
        basis=counted(nodes, "nodes"),
        head="Part",
        columns=(Column("Effect"),),
        rows=tuple(rows),
        notes=(_REST, *_habits(why, cell)),
        limit=why.margin,
    )


def _habits(why: WhyAnalysis, cell: Cell) -> Iterator[str]:
    """Name the parts that other bots of the same table do not confirm: what they show may be a habit, and not the card."""
    variant, players, lineup = cell
    here = why.effects.filter(variant=variant, players=players, note="")
    for part, words in PARTS.items():
        rows = {row["lineup"]: row for row in here.filter(group=part).iter_rows(named=True)}
        own = rows.pop(lineup, None)
        apart = [
            name for name, row in rows.items() if own and (row["family_low"] > own["family_high"] or row["family_high"] < own["family_low"])
        ]
        if own and apart:
            others = listed([f"{Value.of(rows[name]).whole} with {lineup_words(name)}" for name in apart])
            yield f"{words}: {others}. What bots disagree about is a habit of theirs, not of the card alone."


def _finding(rows: Sequence[Row], title: str) -> str:
    """Name the part that is shown to bring most."""
    whole = next(row for row in rows if row.key == WHOLE).values[0]
    parts = [row for row in rows if row.key in PARTS and not row.values[0].few and (row.values[0].low or 0.0) > 0]
    if not parts:
        return f"A pick of the {title} brings {whole.whole}; no part of the card is shown to add to it."
    most = max(parts, key=lambda row: row.values[0].value or 0.0)
    return f"A pick of the {title} brings {whole.whole}; most of what the card adds is {most.head.lower()}, {most.values[0].whole}."
