"""What runs of games show: of every table of players its seats, bots, length, scores and characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from citadels_sim.designs.tournament.analyse import Analysis, analyse
from citadels_sim.designs.tournament.character_blocks import character_blocks
from citadels_sim.designs.tournament.comparison import compare_with_first
from citadels_sim.designs.tournament.comparison_blocks import comparison_shown
from citadels_sim.designs.tournament.interaction_blocks import interaction_blocks
from citadels_sim.designs.tournament.length_blocks import length_blocks
from citadels_sim.designs.tournament.matchup_blocks import matchup_blocks
from citadels_sim.designs.tournament.naming import analyse_naming
from citadels_sim.designs.tournament.naming_blocks import naming_blocks
from citadels_sim.designs.tournament.played_blocks import Played
from citadels_sim.designs.tournament.rungs import skill_ladders
from citadels_sim.designs.tournament.seat_blocks import seat_blocks
from citadels_sim.designs.tournament.skill_blocks import bot_blocks, rung_block, rung_tables
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Block, Shown
from citadels_sim.tables.keys import CELL

_TABLES = (
    "seats_from_crown",
    "seats",
    "bots",
    "scores",
    "score_parts",
    "score_distribution",
    "length",
    "round_distribution",
    "characters",
    "crown",
)


def show(runs: Sequence[Run], margin: float | None = None) -> Shown:
    """Analyse runs of games together; see `show.blocks.Blocks`; the margin is that of seats, in win chance per game."""
    analysis, naming = analyse(runs, margin), [analyse_naming(run) for run in runs]
    tables = {name: analysis.tables[name] for name in _TABLES} | {"seat_verdicts": analysis.seat_verdicts}
    tables |= {name: pl.concat([one[name] for one in naming]) for name in (naming[0] if naming else ())}
    ladders = [ladder for run in runs for ladder in skill_ladders(run)]
    tables |= rung_tables(ladders)
    filled = {name: table for name, table in tables.items() if table.height}
    blocks = (*map(rung_block, ladders), *_blocks(analysis, naming))
    return Shown(blocks, filled, {name: name for name in filled}, {}, analysis)


def compare(run: Run) -> list[Shown]:
    """Compare the first variant of a run with the others; see `runs.design.Design.module`."""
    return [comparison_shown(compared) for compared in compare_with_first(run)]


def _blocks(analysis: Analysis, naming: Sequence[Mapping[str, pl.DataFrame]]) -> Iterator[Block]:
    for cell in analysis.cells.select(CELL).iter_rows():
        played = Played.from_analysis(analysis, cell)
        yield from seat_blocks(analysis, cell)
        yield from bot_blocks(analysis, cell)
        yield from length_blocks(analysis, cell)
        yield from character_blocks(analysis, cell)
        yield from interaction_blocks(analysis, cell)
        for tables in naming:
            yield from naming_blocks(tables, played)
            yield from matchup_blocks(tables, played)
