"""What runs of luck show: what no source of luck settles alone of who wins, and both ends of each source."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.designs.luck.analyse import STREAMS, analyse_luck, possible
from citadels_sim.runs.reading import Run
from citadels_sim.show.blocks import Column, Dots, Row, Shown, cells_of, counted, too_few
from citadels_sim.show.charts import style
from citadels_sim.show.values import Value
from citadels_sim.tables.keys import Cell, key_of

_SOURCES: Final = {"deal": "Deal", "removal": "Characters removed", "choices": "Bots' dice"}
_COLUMNS: Final = (Column("Alone"), Column("Others fixed"))
_NONE: Final = Value(None, unit="count")


def show(run: Run) -> Shown:
    """Analyse a run of luck; see `show.blocks.Blocks`."""
    luck = analyse_luck(run)
    streams, deals = possible(luck.streams), possible(luck.deals)
    blocks = tuple(_block(streams, deals, cell) for cell in cells_of(deals))
    return Shown(blocks, {"streams": luck.streams, "deals": luck.deals}, {"streams": "luck", "deals": "luck_deals"})


def _block(streams: pl.DataFrame, deals: pl.DataFrame, cell: Cell) -> Dots:
    sources = {(row["group"], row["metric"]): row for row in streams.filter(**key_of(cell)).iter_rows(named=True)}
    whole = {row["metric"]: row for row in deals.filter(**key_of(cell)).iter_rows(named=True)}
    joint, cards, same = (Value.from_row(whole[name], unit="share") for name in ("joint", "cards", "same_winner"))
    both = (Row(_SOURCES[name], tuple(Value.from_row(sources[name, end], unit="share") for end in ("alone", "last"))) for name in STREAMS)
    rows = (Row("Several together", (joint, _NONE)), *both, Row("Deal and characters removed", (cards, _NONE)))
    number = int(whole["joint"]["blocks"])
    finding = (
        f"Several sources of luck together decide {joint.whole} of who wins between equal bots, none of them alone. The deal and the "
        f"removed characters decide {cards.whole}: with the same ones the same seat wins {same.whole} of the time; by chance it would be "
        f"{style.percent(1 / cell[1])}."
    )
    return Dots(
        slug="luck",
        title="Sources of luck between equal bots",
        table="streams",
        cell=cell,
        finding=too_few(number) if joint.few else finding,
        unit="share of the variance of who wins",
        how=(
            "Deals were replayed with some sources of luck fixed and the others drawn anew. The deal is cast, deck, hands and first crown. "
            "The share of a source depends on which others are fixed already; the table shows it alone and with all others fixed."
        ),
        members="sources",
        basis=counted(number),
        head="Source of luck",
        columns=_COLUMNS,
        rows=rows,
        first_page=True,
    )
