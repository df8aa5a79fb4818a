"""The chapters of the report, in their order. A new one is a module beside these that defines a `Chapter`, and a name in this list."""

from citadels_sim.report.chapters import casts, characters, editions, flow, played, robustness, rules, skill, validation
from citadels_sim.report.chapters.base import Chapter

__all__ = ["CHAPTERS", "Chapter"]

CHAPTERS: tuple[Chapter, ...] = (
    validation.SIMULATED, editions.CHAPTER, rules.CHAPTER, characters.CHAPTER, casts.CHAPTER, played.SEATS, played.LENGTH, flow.CHAPTER,
    played.INTERACTION, skill.CHAPTER, robustness.CHAPTER, validation.VALIDATION,
)  # fmt: skip
