"""Short names of editions and of tables of players, as pages show them."""

from __future__ import annotations

from typing import Final

from citadels_sim.lineups import lineup_words
from citadels_sim.report.subject import Subject
from citadels_sim.show.drawing import Where

_EDITIONS: Final = (("citadels-20", "20"), ("classic-2000", "classic"), ("citadels-", ""))
"""Beginning of a variant's name, and what a reader needs of it."""


def edition(variant: str) -> str:
    """Name a variant in short: ``Classic``, ``Dark City``, ``2016 Vicious Nobles``."""
    for start, short in _EDITIONS:
        if variant.startswith(start):
            variant = short + variant[len(start) :]
            break
    return " ".join(word.capitalize() for word in variant.split("-") if word) or variant


def where(subject: Subject, variant: str | None, players: int | None = None, lineup: str | None = None, *, other: str = "") -> Where:
    """Name the table of a block, without what is None."""
    words = [
        *([edition(variant) + (f" against {edition(other)}" if other else "")] if variant else ()),
        *([f"{players} players"] if players else ()),
        *([f"{lineup_words(lineup)} bots"] if lineup else ()),
    ]
    return Where(", ".join(words), variant, players, None if lineup is None else subject.lineups.index(lineup), other)
