"""What has changed in how variants are played, so that numbers from before and after a change are not mixed.

A variant's rules version counts the changes that concern it. A change that only adds rules concerns nobody who played before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from citadels_sim.variants.model import Table, Variant


@dataclass(frozen=True, slots=True)
class Revision:
    """One change of how something is played.

    Attributes
    ----------
    date : str
        Day of the change, ISO.
    what : str
        What is played otherwise, in a sentence.
    concerns : callable
        Returns whether it can change games at a table.
    """

    date: str
    what: str
    concerns: Callable[[Table], bool]


def _has(*districts: str) -> Callable[[Table], bool]:
    """Return whether, at a table, any of these districts can be in a game's deck."""

    def concerns(table: Table) -> bool:
        drawn = table.random_from if table.random_count else ()
        return any(name in table.unique or name in drawn for name in districts)

    return concerns


def _taxed_in_his_turn(table: Table) -> bool:
    """Return whether, at a table, a Magistrate can pay tax on the token in the Tax Collector's turn."""
    held = {name for names in table.cast.values() for name in names}
    return {"magistrate", "tax-collector"} <= held and table.rules["tax_to"] == "token"


def _draws_a_hospital_in_vain(table: Table) -> bool:
    """Return whether, at a table where somebody may be able to murder, the Hospital can be drawn for a game in which nobody can."""
    murder = [[table.cards.character(name).power == "assassin" for name in names] for names in table.cast.values()]
    in_vain = any(map(any, murder)) and not any(map(all, murder))
    return bool(table.random_count) and "hospital" in table.random_from and in_vain


REVISIONS: Final = (
    Revision(
        "2026-11-21",
        "Cards that lay under a destroyed Museum, and the Armory with what it destroys, go under the deck in random order.",
        _has("museum", "armory"),
    ),
    Revision(
        "2026-11-23",
        "A Bell Tower that completes its owner's city at the full size makes first also those whose cities it makes complete.",
        _has("bell-tower"),
    ),
    Revision(
        "2026-11-23",
        "Tax that comes on the token in the Tax Collector's own turn is his, unless he has spent what lay there before.",
        _taxed_in_his_turn,
    ),
    Revision("2026-11-29", "Where the Assassin is drawn, the Hospital is drawn only for games with one.", _draws_a_hospital_in_vain),
    Revision(
        "2026-11-29",
        "In the summary of an older printing the Magician puts cards under the deck before he draws as many.",
        lambda table: table.rules["magician_exchange"] == "bottom_then_draw" and table.rules["discard_model"] == "pile",
    ),
)
"""All changes, the oldest first."""


def rules_version(variant: Variant) -> int:
    """Return the version of a variant's rules: 1, and one more for each change that concerns any of its tables."""
    return 1 + sum(any(revision.concerns(table) for table in variant.tables.values()) for revision in REVISIONS)
