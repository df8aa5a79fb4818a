"""Figures of the powers: how often each is used, what it brings, and on whom it falls; part of the characters' figures.

A power is one line of `_DONE`, on the side of who has it, and one of `_SUFFERED`, on the side of whom it is used on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from citadels_sim.designs.tournament.terms import ONCE_A_TURN
from citadels_sim.statistics.metric_types import Metric


@dataclass(frozen=True)
class _Done:
    """A power on the side of who has it: a column of `turns`, what it counts, and whose it is."""

    column: str
    title: str
    unit: str
    owners: tuple[str, ...]
    doc: str


@dataclass(frozen=True)
class _Suffered:
    """What powers do to others: a column of `turns`, and what it counts."""

    column: str
    title: str
    unit: str
    doc: str


_DONE: Final = (
    _Done("stolen", "Theft", "gold", ("thief",), "Gold that the Thief took from the character he had named."),
    _Done("tax_collected", "Tax", "gold", ("tax-collector",), "Gold that came as tax, in others' turns of the round too."),
    _Done("tithes_taken", "Tithe", "gold", ("abbot",), "Gold that the richest player had to give."),
    _Done(
        "bonus_gold",
        "Bonus",
        "gold",
        ("merchant", "alchemist", "navigator", "queen"),
        "Gold from the bank by the power itself, without income from districts.",
    ),
    _Done("beautified", "Beautifying", "districts", ("artist",), "Own districts beautified."),
    _Done("gifts_taken", "Gift", "gifts", ("emperor",), "Gifts for the crown, one gold or one card each."),
    _Done("extorted", "Extortion", "gold", ("blackmailer",), "Gold that came as bribes and by turning up the flower."),
    _Done("spied", "Spying", "gold", ("spy",), "Gold taken by spying, without the cards that come with it."),
    _Done("borrowed", "Loan", "gold", ("cardinal",), "Gold taken from another player for cards."),
    _Done("confiscated", "Confiscation", "districts", ("magistrate",), "Districts confiscated."),
    _Done("seized", "Seizure", "districts", ("marshal",), "Districts seized."),
    _Done("destroyed", "Destruction", "districts", ("warlord",), "Districts destroyed (with an Armory too)."),
    _Done("exchanged", "Exchange", "districts", ("diplomat",), "Districts taken in exchange for an own one."),
)

_SUFFERED: Final = (
    _Suffered(
        "gold_lost",
        "Gold lost",
        "gold",
        "Gold that others or the tax took from the holder: stolen, tax, tithe, gift, bribe, threat, spying, loan.",
    ),
    _Suffered("tax_paid", "Tax paid", "gold", "Gold that the holder paid as tax."),
    _Suffered("tithes_given", "Tithes given", "gold", "Gold that the holder had to give as the richest."),
    _Suffered("gifts_given", "Gifts given", "gifts", "Gifts of the holder for the crown, one gold or one card each."),
    _Suffered(
        "districts_lost",
        "Districts lost",
        "districts",
        "Districts of the holder that others destroyed, took in exchange, seized or confiscated.",
    ),
)

_GUESTS: Final = ("witch",)  # she uses the powers of whom she bewitches
_OWN: Final = "An own turn is one that was neither murdered nor bewitched."
_TWO: Final = "Losses of a player with two characters are counted with the last one."


def _share(power: _Done) -> Metric:
    """Declare how often a power brings something."""
    return Metric(
        f"{power.column}_share",
        f"{power.title}: share of own turns",
        "How often is the power used?",
        "fraction of own turns",
        f"{power.column}_turns",
        "own_turns",
        "descriptive",
        f"Own turns with at least one. {power.doc} {_OWN}",
        share=True,
        owners=power.owners,
        guests=_GUESTS,
    )


def _yield(power: _Done) -> Metric:
    """Declare how much a power brings."""
    return Metric(
        f"{power.column}_per_turn",
        f"{power.title}: {power.unit} per own turn",
        "How much does the power bring?",
        f"{power.unit} per own turn",
        power.column,
        "own_turns",
        "descriptive",
        f"{power.doc} {_OWN}",
        owners=power.owners,
        guests=_GUESTS,
        least=0.0,
    )


def _burden(burden: _Suffered) -> Metric:
    """Declare on whom powers fall."""
    return Metric(
        f"{burden.column}_per_pick",
        f"{burden.title} per pick",
        "Who suffers from the powers?",
        f"{burden.unit} per pick",
        burden.column,
        "picks",
        "descriptive",
        f"{burden.doc} {_TWO}",
        least=0.0,
    )


INTERACTION_METRICS: Final = (
    *(_share(power) for power in _DONE),
    *(_yield(power) for power in _DONE if power.column not in ONCE_A_TURN),
    *(_burden(burden) for burden in _SUFFERED),
)
"""How often, what it brings, on whom."""
