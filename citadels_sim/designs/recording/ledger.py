"""What characters do with their powers and to each other, as data: which event of the journal counts in which columns of `turns`.

A kind of event is one line of `LEDGER`, a column one line of `DEED_COLUMNS`: counting, tables and data dictionary follow from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from citadels_sim.engine import journal as k


@dataclass(frozen=True)
class Entry:
    """What one kind of event adds to the row of who did it, and to the row of the other player, if there is one.

    Attributes
    ----------
    kind : int
        Kind of the event.
    gold : {"", "bank", "taken", "given", "spent"}
        Where the event's gold goes, for ``gold_gained``, ``gold_lost`` and ``gold_spent_otherwise``: to the doer from the bank or from the
        other player; from the doer to the other player or to the bank; empty: there is none.
    cards : {"", "come", "go"}
        Into whose hand the event's cards come, for ``cards_gained``: the doer's or the other player's.
    done, suffered : str
        Columns of `DEED_COLUMNS` on the row of who did it and on that of the other player; empty: none.
    counts : {"once", "gold", "cards"}
        What these columns add: 1, the event's gold, its cards.
    """

    kind: int
    gold: Literal["", "bank", "taken", "given", "spent"] = ""
    cards: Literal["", "come", "go"] = ""
    done: str = ""
    suffered: str = ""
    counts: Literal["once", "gold", "cards"] = "once"


LEDGER: Final = (
    Entry(k.GATHER_GOLD, gold="bank"),
    Entry(k.GATHER_CARDS, cards="come"),
    Entry(k.INCOME, gold="bank", cards="come"),
    Entry(k.BONUS, gold="bank", cards="come", done="bonus_gold", counts="gold"),
    Entry(k.REFUND, gold="bank", done="bonus_gold", counts="gold"),
    Entry(k.QUEEN, gold="bank", done="bonus_gold", counts="gold"),
    Entry(k.LABORATORY, gold="bank"),
    Entry(k.POOR_HOUSE, gold="bank"),
    Entry(k.THRONE_ROOM, gold="bank"),
    Entry(k.SMITHY, gold="spent", cards="come"),
    Entry(k.FETCH, cards="come"),
    Entry(k.PARK, cards="come"),
    Entry(k.LOOK, cards="come"),
    Entry(k.STEAL, gold="taken", done="stolen", counts="gold"),
    Entry(k.TAX, gold="taken", done="tax_collected", suffered="tax_paid", counts="gold"),
    Entry(k.TITHE, gold="taken", done="tithes_taken", suffered="tithes_given", counts="gold"),
    Entry(k.GIFT, gold="taken", cards="come", done="gifts_taken", suffered="gifts_given"),
    Entry(k.DESTROY, gold="spent", done="destroyed", suffered="districts_lost"),
    Entry(k.ARMORY, done="destroyed", suffered="districts_lost"),
    Entry(k.EXCHANGE, gold="given", done="exchanged", suffered="districts_lost"),
    Entry(k.BEAUTIFY, gold="spent", done="beautified"),
    Entry(k.BRIBE, gold="taken", done="extorted", counts="gold"),
    Entry(k.REVEAL, gold="taken", done="extorted", counts="gold"),
    Entry(k.SPY, gold="taken", cards="come", done="spied", counts="gold"),
    Entry(k.LEND, gold="taken", cards="go", done="borrowed", counts="gold"),
    Entry(k.SEIZE, gold="given", done="seized", suffered="districts_lost"),
    Entry(k.CONFISCATE, done="confiscated", suffered="districts_lost"),
    Entry(k.SURCHARGE, gold="spent"),
    Entry(k.PAY_BACK, gold="taken", cards="go"),
)
"""One line per kind of event that brings somebody something or counts as a deed."""
