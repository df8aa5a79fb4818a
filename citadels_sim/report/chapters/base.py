"""What a chapter of the report is: a name and a function that says what the material has for it.

To add a chapter, write a module beside this one that defines a `Chapter`, and name it in `CHAPTERS` (`chapters/__init__`). Its function
takes the `Evidence`, gives the parts it can make of it (none: the chapter is left out), the tables that go out as CSV and into
``report.json``, sentences for the first screen, and what a run more would add, with the command that makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from citadels_sim.report.content import ChapterResult
from citadels_sim.report.evidence import Evidence
from citadels_sim.show.blocks import Shown


@dataclass(frozen=True)
class Chapter:
    """One chapter of the report.

    Attributes
    ----------
    slug, title : str
        Id and heading of its section.
    lead : str
        What it is about.
    build : callable
        Makes its own parts from the evidence, beside what the blocks of designs show in it.
    shows : tuple of callable
        Each says what all runs together show in it.
    """

    slug: str
    title: str
    lead: str
    build: Callable[[Evidence], ChapterResult] = lambda _: ChapterResult()
    shows: tuple[Callable[[Evidence], Shown], ...] = ()
