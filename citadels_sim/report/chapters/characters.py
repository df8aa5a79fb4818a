"""The chapter on characters: what a pick brings, what it would cost to go without, and what was drafted and earned."""

from __future__ import annotations

from dataclasses import replace

from citadels_sim.charts import style
from citadels_sim.charts.families import sign_words, with_bots
from citadels_sim.charts.grids import grid
from citadels_sim.lab.tournament.character_charts import character_charts, character_grids
from citadels_sim.report import copy
from citadels_sim.report.chapters.base import Chapter
from citadels_sim.report.content import ChapterResult, MissingRun, Part, panel
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.findings import Arm

_Key = tuple[str, str]  # variant, line-up
_MOST_FINDINGS = 5


def _build(evidence: Evidence) -> ChapterResult:
    with_turns = [arm for arm in evidence.arms if arm.tables["characters"].height]
    parts = [replace(_drafted(arm), folded=n > 0) for n, arm in enumerate(with_turns)]
    drafted = [one.chart for part in parts[:1] for one in part.every_panel() if one.chart.slug.endswith("pick-when-offered")]
    wanted = [f"Draft, {with_bots([with_turns[0].lineup])}: {chart.finding}" for chart in drafted]
    return ChapterResult(tuple(parts), {}, (*_signs(evidence), *wanted), _wants(evidence))


def _signs(evidence: Evidence) -> list[str]:
    """Name the characters of each variant of which the sign of the effect depends on the bots."""
    found = []
    for variant, title in evidence.titles.items():
        rows = evidence.reaches_of(variant).items()
        if signs := sign_words((f"{style.title_of(name)} at {players} players", row) for (players, name), row in rows):
            found.append(f"Characters{f', {title}' if len(evidence.titles) > 1 else ''}: {signs}")
    return found


def _drafted(arm: Arm) -> Part:
    """Descriptive figures of the played games, folded behind the causes."""
    table, crown = arm.tables["characters"], arm.tables["crown"]
    grids = [replace(one, folded=True) for one in character_grids(table)]
    if crown.height:
        grids.append(grid(crown, "Win chance per pick of crown holders and others (descriptive)", "At the draft"))
    charts = tuple(map(panel, character_charts(table, arm.slug)))
    deeper = Part(
        "What was drafted, how its holders fared, what it earned (descriptive)", charts, tuple(grids), folded=True, text=copy.CHARACTERS
    )
    return Part(arm.heading, deeper=(deeper,))


def _wants(evidence: Evidence) -> tuple[MissingRun, ...]:
    if not evidence.analysis.cells.height or evidence.analysis.cells["turns"].all():
        return ()
    command = evidence.command("run", options=("--games", "10000", "--detail", "turns"))
    return (MissingRun("Drafts, earnings and attacks of every table", command),)


CHAPTER = Chapter("characters", "Characters", copy.CAUSES, _build)
