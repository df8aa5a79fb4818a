"""What games show of skill: how the bots of a mixed line-up fare, and what each rung of a ladder of budgets gains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from citadels_sim.designs.tournament.analyse import Analysis
from citadels_sim.designs.tournament.character_blocks import ordered, shifted
from citadels_sim.designs.tournament.played_blocks import Played
from citadels_sim.designs.tournament.rungs import SkillLadder
from citadels_sim.lineups import lineup_words
from citadels_sim.show.blocks import Block, Column, Dots, Row, counted, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of

CHAPTER: Final = "skill"


def bot_blocks(analysis: Analysis, cell: Cell) -> Iterator[Block]:
    """Show how the bots of a table of players fare; nothing where all are equal."""
    table = analysis.tables["bots"].filter(**key_of(cell))
    if not table.height:
        return
    played = Played.from_analysis(analysis, cell)
    scores = {row["group"]: row for row in table.filter(metric="mean_total").iter_rows(named=True)}
    wins = table.filter(metric="win_rate").iter_rows(named=True)
    rows = ordered(Row(lineup_words(row["group"]), (shifted(row), Value.from_row(scores.get(row["group"]))), row["group"]) for row in wins)
    best = rows[0]
    yield Dots(
        slug="bots",
        title="Win chance per seat by bot",
        table="bots",
        **played.head(f"{best.head} plays best: {best.values[0].whole} of win chance per seat above an even share.", CHAPTER),
        unit=f"percentage points of win chance per seat, above or below an even share of {style.percent(1 / played.cell[1])}",
        how="Against other bots the order can change.",
        members="bots",
        head="Bot",
        columns=(Column("Wins"), Column("Score", further=True)),
        rows=rows,
    )


def rung_block(ladder: SkillLadder) -> Block:
    """Show what every rung of a ladder gains, the lowest first."""
    gains, order = ({row["group"]: row for row in ladder.gains.filter(metric=name).iter_rows(named=True)} for name in ("gain", "order"))
    rows = tuple(
        Row(name, (Value.from_row(row), Value.from_row(order.get(name)), Value(row["count"], unit="count")), name)
        for name, row in gains.items()
    )
    (area,) = ladder.whole.iter_rows(named=True)
    together = Value.from_row(area, own=True)
    return Dots(
        slug="skill-ladder",
        title="Gain of more thought, rung by rung",
        table="rungs",
        cell=(ladder.variant, ladder.players, ladder.gains["lineup"][0]),
        finding=too_few(area["blocks"]) if area["blocks"] < LEAST_COUNT else rung_words(ladder),
        unit="percentage points of win chance per game above an even share",
        how="Each bot sits alone against copies of the one below it, in every seat in turn. A gain within the band does not count.",
        members="rungs",
        basis=counted(area["blocks"]),
        head="Rung",
        columns=(Column("Gain"), Column("Relative to the possible gain"), Column("Games", further=True)),
        rows=rows,
        notes=() if together.few else (f"All rungs together: {together.whole}.",),
        limit=ladder.margin,
        chapter=CHAPTER,
    )


def rung_words(ladder: SkillLadder) -> str:
    """Say how many rungs count, and whether the end of the ladder was reached."""
    every, gain = len(ladder.rungs), f"{100 * ladder.margin:g} pp or more"
    if ladder.least == ladder.most == every:
        return f"All {every} rungs gain {gain}; the end of the ladder lies beyond."
    end = "its end was reached" if ladder.ended else "its end may lie beyond"
    counted = f"{ladder.length} of {every} rungs gain {gain} before one that does not"
    return f"{counted} (between {ladder.least} and {ladder.most} for sure); {end}."


def rung_tables(ladders: Sequence[SkillLadder]) -> dict[str, pl.DataFrame]:
    """Put the figures of all ladders together under the names of their families."""
    if not ladders:
        return {}
    return {"rungs": pl.concat([ladder.gains for ladder in ladders]), "skill_ladder": pl.concat([ladder.whole for ladder in ladders])}
