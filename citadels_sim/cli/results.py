"""How commands show the results of an analysis: blocks as tables, and tables as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from citadels_sim.cli.console import print_json, print_table, print_text

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.runs.reading import Run
    from citadels_sim.show.blocks import Block, Shown


_WIDTH: Final = 80
"""Columns that a table of sentences takes."""


def print_shown(run: Run, shown: Shown, *, as_json: bool, wide: bool = False) -> None:
    """Print what a run shows: its blocks as tables, or all of its figures as data."""
    if as_json:
        frames = frames_data(**{name: table.drop("reference", strict=False) for name, table in shown.tables.items()})
        print_json({"run": str(run.folder), **shown.facts} | frames | ({"unknown": list(shown.unknown)} if shown.unknown else {}))
        return
    print_blocks(shown.blocks, wide=wide)
    for words in shown.unknown:
        print_text(words)


def print_blocks(blocks: Iterable[Block], *, wide: bool = False) -> None:
    """Print blocks as tables, each with its finding and its notes."""
    from citadels_sim.show.terminal import below, text_table

    for block in blocks:
        table = text_table(block, wide=wide)
        sentences = all(value.unit == "words" for row in block.rows for value in row.values)
        print_table(table.columns, table.rows, title=table.title, width=_WIDTH if sentences and not wide else None)
        print_text("\n".join((*below(block), "")))


def frames_data(**frames: pl.DataFrame) -> dict[str, list[dict[str, Any]]]:
    """Return tables as data for JSON, which has no NaN; a figure of too few cases is null, with the words beside it."""
    from citadels_sim.statistics.estimates import shown

    return {name: shown(frame).to_dicts() for name, frame in frames.items()}
