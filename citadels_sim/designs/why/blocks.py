"""What a split effect shows: which part of a card makes it as strong as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from citadels_sim.designs.why import DENIED, OF_DISTRICTS, PARTS, REST, WHOLE
from citadels_sim.designs.why.analyse import PART_MARGIN, WhyAnalysis, analyse_why
from citadels_sim.lineups import players_words
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Column, Dots, Row, Shown, cells_of, counted, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value, Verdict
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.text import lower_first, upper_first

_TARGET: Final = "Being murdered or robbed: with this part off, murders and thefts that name the character have no effect."
_OF_CHARACTER: Final = (
    "Denied to others: any other holder of the character has a blank card. The rest is a blank card of its rank: its place in the order of "
    "calls, and other powers that name it."
)
_OF_DISTRICT: Final = (
    "Its cost: with this part off, the gold is refunded. The rest is the effect of any district: the points of its cost, its type, and one "
    "more towards a complete city, against the other options."
)
_COPIES: Final = (
    "The rest includes parts that cannot be switched off: the type, since every district has one, and the points and the power of a "
    "district with several copies, since a rule applies to all of them."
)
PART_WORDS: Final = {WHOLE: "The whole effect", **PARTS, DENIED: "Denied to others", REST: "The rest"}
"""Parts of the effect of a card in words, the whole first and the rest last."""


def show(run: Run, margin: float | None = None) -> Shown:
    """Analyse a run of a split effect; see `show.blocks.Blocks`; the margin is in win chance per choice."""
    why = analyse_why(run, PART_MARGIN if margin is None else margin)
    tables = {"verdicts": why.verdicts, "effects": why.effects}
    names = {name: f"why_{name}" for name in tables}
    return Shown(tuple(_block(why, cell) for cell in cells_of(why.effects)), tables, names, {"margin": why.margin}, why)


def _block(why: WhyAnalysis, cell: Cell) -> Dots:
    effects = {row["group"]: row for row in why.effects.filter(**key_of(cell)).iter_rows(named=True)}
    verdicts = {row["part"]: row for row in why.verdicts.filter(**key_of(cell)).iter_rows(named=True)}
    rows = [
        Row(words, (Value.from_row(effects[part], Verdict.from_row(verdicts[part], "nodes")),), part)
        for part, words in PART_WORDS.items()
        if part in effects
    ]
    act = "pick" if DENIED in effects else "build"
    notes = ((_TARGET,) if "target" in effects else ()) + ((_OF_CHARACTER,) if act == "pick" else (_OF_DISTRICT, _COPIES))
    what = f"a {act} of the {style.title_of(str(why.run.manifest.experiment.what))}"
    nodes, deals = int(verdicts[WHOLE]["nodes"]), int(effects[WHOLE]["blocks"])
    return Dots(
        slug="why",
        title=f"Parts of the effect of {what}",
        table="effects",
        cell=cell,
        chapter="" if act == "pick" else "districts",
        finding=too_few(deals) if deals < LEAST_COUNT else _finding(rows, what),
        unit=f"percentage points of win chance per {act}",
        how="The card was chosen with every combination of its parts; the parts and the rest add up to the whole effect.",
        members="parts",
        basis=counted(nodes, "nodes"),
        head="Part",
        columns=(Column("Effect"),),
        rows=tuple(rows),
        notes=notes + tuple(_habits(why, cell)),
        limit=why.margin,
    )


def _habits(why: WhyAnalysis, cell: Cell) -> Iterator[str]:
    """Name the parts on which bots of different skill disagree, once, beside the first of them: they may be habits, and not the card."""
    variant, players, lineup = cell
    here = why.effects.filter(pl.col("note").is_null(), variant=variant, players=players)
    if here.is_empty() or here["lineup"][0] != lineup:
        return
    for part in (*PARTS, DENIED):
        rows = here.filter(group=part).rows(named=True)
        if any(one["family_low"] > other["family_high"] for one in rows for other in rows):
            figures = "; ".join(f"{players_words([row['lineup']])} {Value.from_row(row).whole}" for row in rows)
            yield f"Depends on who plays: {lower_first(PART_WORDS[part])}. {upper_first(figures)}. It may be a habit of bots."


def _finding(rows: Sequence[Row], what: str) -> str:
    """Name the part that is shown to bring most, the one that is shown to take most, and the rest of a character where that is more."""
    whole = next(row for row in rows if row.key == WHOLE).values[0]
    parts = [row for row in rows if row.key in (*PARTS, DENIED) and not row.values[0].few]
    adding = [row for row in parts if (row.values[0].low or 0.0) > 0]
    taking = [row for row in parts if row.key not in OF_DISTRICTS and (row.values[0].high or 0.0) < 0]
    said = f"{upper_first(what)} is worth {whole.whole}"
    if adding:
        most = max(adding, key=lambda row: row.values[0].value or 0.0)
        said += f"; the largest gain is {lower_first(most.head)}, {most.values[0].whole}"
    else:
        said += "; no part of the card is shown to gain"
    if taking:
        least = min(taking, key=lambda row: row.values[0].value or 0.0)
        said += f"; the largest loss is {lower_first(least.head)}, {least.values[0].whole}"
    rest = next(row for row in rows if row.key == REST).values[0]
    largest = max((abs(row.values[0].value or 0.0) for row in adding + taking), default=0.0)
    if DENIED in [row.key for row in rows] and abs(rest.value or 0.0) > largest and ((rest.low or 0.0) > 0 or (rest.high or 0.0) < 0):
        said += f"; a blank card of its rank is worth {rest.whole}"
    return f"{said}."
