"""The chapter on how games go: what the blocks of runs of flow and of kingmaking show."""

from __future__ import annotations

from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult

CHAPTER = Chapter("flow", "How games go", copy.FLOW, lambda _: ChapterResult())
