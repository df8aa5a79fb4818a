"""The chapter on characters: what a pick brings, what it would cost to go without, and what was drafted and earned."""

from __future__ import annotations

from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.chapters.by_skill import characters_by_skill
from citadels_sim.report.content import ChapterResult, MissingRun
from citadels_sim.report.evidence import Evidence
from citadels_sim.show.charts import style
from citadels_sim.show.charts.families import sign_words


def _build(evidence: Evidence) -> ChapterResult:
    return ChapterResult(findings=tuple(_signs(evidence)), missing=_wants(evidence))


def _signs(evidence: Evidence) -> list[str]:
    """Name the characters of each variant of which the sign of the effect depends on the bots."""
    found = []
    for variant, title in evidence.titles.items():
        rows = evidence.reaches_of(variant).items()
        if signs := sign_words((f"the {style.title_of(name)} at {players} players", row) for (players, name), row in rows):
            found.append(f"Characters{f', {title}' if len(evidence.titles) > 1 else ''}: {signs}")
    return found


def _wants(evidence: Evidence) -> tuple[MissingRun, ...]:
    if not evidence.analysis.cells.height or evidence.analysis.cells["turns"].all():
        return ()
    command = evidence.command("run", options=("--games", "10000", "--detail", "turns"))
    return (MissingRun("Drafts, earnings and attacks of every table", command),)


CHAPTER = Chapter("characters", "Characters", copy.CAUSES, _build, (characters_by_skill,))
