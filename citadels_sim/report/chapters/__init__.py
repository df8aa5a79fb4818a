"""The chapters of the report, in their order. A new one is a module beside these that defines a `Chapter`, and a name in this list.

A design that names itself as its chapter has one of its own, with what its ``blocks`` show; it stands in no list here.
"""

from __future__ import annotations

from citadels_sim.report import copy
from citadels_sim.report.chapters import characters, missing, people, robustness, skill, validation
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.runs.design import Design
from citadels_sim.runs.designs import all_designs
from citadels_sim.text import upper_first

__all__ = ["CHAPTERS", "Chapter", "chapters"]

CHAPTERS: tuple[Chapter, ...] = (
    validation.SIMULATED,
    Chapter("editions", "Variants compared", copy.EDITIONS, missing.same_deals),
    Chapter("rules", "Effects of rules", copy.RULES, missing.attribution),
    characters.CHAPTER,
    Chapter("districts", "Districts and casts", copy.DISTRICTS),
    Chapter("seats", "Seats and crown", copy.SEATS, missing.games),
    Chapter("length", "Length and scores", copy.LENGTH),
    Chapter("flow", "Course of games", copy.FLOW),
    Chapter("interaction", "Interaction", copy.INTERACTION),
    people.CHAPTER,
    skill.CHAPTER,
    robustness.CHAPTER,
    validation.VALIDATION,
)
"""Those without a function have what the blocks of designs show, and nothing of their own."""


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters of the list, and before the last one those that designs have for themselves."""
    listed = {chapter.slug for chapter in CHAPTERS}
    own = [_own(design) for name, design in all_designs().items() if design.chapter == name and name not in listed]
    return (*CHAPTERS[:-1], *own, CHAPTERS[-1])


def _own(design: Design) -> Chapter:
    """Make the chapter of a design that is in none of the others."""
    lead = f"{upper_first(design.summary)}."
    return Chapter(design.name, design.name.replace("-", " ").capitalize(), lead)
