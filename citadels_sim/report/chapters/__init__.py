"""The chapters of the report, in their order. A new one is a module beside these that defines a `Chapter`, and a name in this list.

A design of an installed package has a chapter of its own: its name is the slug, and ``charts`` in its folder defines ``CHAPTER``.
"""

from __future__ import annotations

from citadels_sim.lab import DESIGNS, all_designs
from citadels_sim.report.chapters import casts, characters, editions, flow, played, robustness, rules, skill, validation
from citadels_sim.report.chapters.base import Chapter

__all__ = ["CHAPTERS", "Chapter", "chapters"]

CHAPTERS: tuple[Chapter, ...] = (
    validation.SIMULATED, editions.CHAPTER, rules.CHAPTER, characters.CHAPTER, casts.CHAPTER, played.SEATS, played.LENGTH, flow.CHAPTER,
    played.INTERACTION, skill.CHAPTER, robustness.CHAPTER, validation.VALIDATION,
)  # fmt: skip


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters of this package, and before the last those of the designs of installed ones."""
    own = [design.module("charts").CHAPTER for name, design in all_designs().items() if name not in DESIGNS and design.chapter == name]
    return (*CHAPTERS[:-1], *own, CHAPTERS[-1])
