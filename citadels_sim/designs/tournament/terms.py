"""Sums over turn rows, each declared once: the kernel counts them while games are played, and tables that were kept give the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from citadels_sim.designs.recording import TURNS
from citadels_sim.statistics.metric_types import CREDIT, Sum

if TYPE_CHECKING:
    import polars as pl

# Rows that add to a term. Each of HELD, PLAYED, OWN is part of the one before, CROWNED and UNCROWNED are the two parts of HELD.
UNHELD, HELD, PLAYED, OWN, CROWNED, UNCROWNED, EVERY = range(7)
# What a row adds.
ONE, AMOUNT, POSITIVE, ZERO, IS_ONE, CREDIT_WON, OFFERS = range(7)

_TRUTHS: Final = frozenset(column.name for column in TURNS.columns if column.dtype == "bool")


@cache
def _rows_of(rows: int) -> pl.Expr:
    """Return which rows of tables add to a term."""
    import polars as pl

    held = pl.col("seat").is_not_null()
    played = held & ~pl.col("murdered")
    own, crown = played & ~pl.col("bewitched"), pl.col("crown")
    return {UNHELD: ~held, HELD: held, PLAYED: played, OWN: own, CROWNED: held & crown, UNCROWNED: held & ~crown, EVERY: pl.lit(True)}[rows]


@dataclass(frozen=True)
class Term:
    """One sum over turn rows.

    Attributes
    ----------
    rows : int
        EVERY row, UNHELD: of characters that nobody had, HELD: that somebody had, PLAYED: and not murdered, OWN: nor bewitched; CROWNED:
        that somebody had who had the crown when he picked, UNCROWNED: who had not.
    column : str
        Column of the table `turns`, empty where none is read.
    adds : int
        ONE; the AMOUNT in the column; 1 where that is POSITIVE, ZERO, or one (IS_ONE); CREDIT_WON: the holder's credit for winning;
        OFFERS: at how many picks of the round the character was among those to choose from.
    group : int
        Number of the group that it is summed for; -1: that of the row's character.
    """

    name: str
    rows: int
    column: str
    adds: int
    group: int = -1

    def coded(self) -> tuple[int, int, int]:
        """Return rows, number of the column, and what is added, as the kernel reads them."""
        return self.rows, TURNS.own.index(self.column) if self.column else 0, self.adds

    def summed(self) -> Sum:
        """Return the same sum over the prepared rows of tables (`deals.prepare`)."""
        import polars as pl

        rows, value = _rows_of(self.rows), pl.col(self.column or "seat")
        if self.adds == OFFERS:
            return Sum(self.name, pl.lit(1, dtype=pl.Int64), "offers")
        if self.adds == CREDIT_WON:
            return Sum(self.name, pl.col("credit").fill_null(0), "turns", 1 / CREDIT)
        if self.adds == ONE:
            return Sum(self.name, pl.lit(1, dtype=pl.Int64) if self.rows == EVERY else rows, "turns")
        if self.adds == AMOUNT:
            return Sum(self.name, value if self.rows == EVERY else pl.when(rows).then(value).otherwise(0), "turns")
        if self.adds == IS_ONE:
            return Sum(self.name, rows & (value == pl.lit("gold")).fill_null(False), "turns")
        holds = value.fill_null(False) if self.column in _TRUTHS else value > 0
        return Sum(self.name, rows & (~holds if self.adds == ZERO else holds), "turns")


def sums_of(terms: tuple[Term, ...]) -> tuple[Sum, ...]:
    """Return the sums that terms are of, each once."""
    return tuple({term.name: term.summed() for term in terms}.values())


DONE: Final = (
    "stolen",
    "tax_collected",
    "tithes_taken",
    "bonus_gold",
    "beautified",
    "gifts_taken",
    "extorted",
    "spied",
    "borrowed",
    "confiscated",
    "seized",
    "destroyed",
    "exchanged",
)
"""Columns of `turns` that count what a character does with its power."""
ONCE_A_TURN: Final = frozenset({"gifts_taken", "confiscated", "seized", "destroyed", "exchanged"})
"""Those of them of which only the turns are counted that have any."""
SUFFERED: Final = ("gold_lost", "tax_paid", "tithes_given", "gifts_given", "districts_lost")
"""Columns that count what falls on the holder of a character."""

CHARACTER_TERMS: Final = (
    Term("rounds", EVERY, "", ONE),
    Term("picks", HELD, "", ONE),
    Term("credit", HELD, "", CREDIT_WON),
    Term("slots", HELD, "slot", AMOUNT),
    Term("face_up", EVERY, "face_up", POSITIVE),
    Term("hidden", UNHELD, "face_up", ZERO),
    Term("murders", HELD, "murdered", POSITIVE),
    Term("thefts", HELD, "robbed", POSITIVE),
    Term("bewitchments", HELD, "bewitched", POSITIVE),
    Term("led", HELD, "leader", POSITIVE),
    Term("turns", PLAYED, "", ONE),
    Term("took_gold", PLAYED, "gathered", IS_ONE),
    Term("gold", PLAYED, "gold_gained", AMOUNT),
    Term("built", PLAYED, "built", AMOUNT),
    Term("offers", EVERY, "", OFFERS),
    Term("own_turns", OWN, "", ONE),
    *(Term(f"{name}_turns", OWN, name, POSITIVE) for name in DONE),
    *(Term(name, OWN, name, AMOUNT) for name in DONE if name not in ONCE_A_TURN),
    *(Term(name, EVERY, name, AMOUNT) for name in SUFFERED),
)
"""What is summed for each character."""

CROWN_TERMS: Final = tuple(
    Term(name, rows, "", adds, group)
    for group, rows in enumerate((CROWNED, UNCROWNED))
    for name, adds in (("picks", ONE), ("credit", CREDIT_WON))
)
"""What is summed for the crown's holder at the draft, and for the others."""
