"""Titles of cards by id alone, for pages and tables, whose rows name cards and not the variant that they belong to."""

from __future__ import annotations

from typing import Final

from citadels_sim.catalogue.cards import PACKAGED, Cards

_OWN: Final[dict[str, str]] = {}
"""Titles of the cards of variants' own, as the runs say that were read in this process, the last one first."""


def note_titles(cards: Cards) -> None:
    """Remember the titles of a variant's own cards."""
    _OWN.update((each.id, each.title) for each in cards.own_characters)
    _OWN.update((each.id, each.title) for each in cards.own_districts)


def title_of(name: str) -> str:
    """Words for an id: ``tax-collector`` -> ``Tax Collector``; of a card that is not known, its id as words."""
    if name in PACKAGED.by_character_id or name in PACKAGED.by_district_id:
        return PACKAGED.title(name)
    return _OWN.get(name) or name.replace("-", " ").title()
