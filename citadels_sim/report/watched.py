"""Games to watch: for each finding on a character a few forked games that it decided. Which they are; their pages are made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from citadels_sim.designs.forks import Turning
from citadels_sim.designs.forks.turning import turning_points
from citadels_sim.report.evidence import Evidence
from citadels_sim.report.overview.excess import excesses
from citadels_sim.report.overview.summary import doubtful_of, judging, told
from citadels_sim.runs.reading import Run
from citadels_sim.show.charts import style

_FINDINGS: Final = 3
"""Characters of which games are kept at most."""


@dataclass(frozen=True)
class Watched:
    """A game to watch: the words of its link, the page beside the report, all files of it by name, and the pick that it is about."""

    words: str
    page: str
    files: Mapping[str, bytes]
    turning: Turning


def to_watch(evidence: Evidence, each: int) -> list[tuple[Run, Turning]]:
    """Choose games that the findings of a report decided.

    Parameters
    ----------
    evidence : Evidence
    each : int
        Most games of a finding.

    Returns
    -------
    list of tuple
        The run and the pick: of the characters that are shown to be out of balance, the farthest out first; where none is, of the one that
        may be, as the sentences of the page name it, else of the one that lies farthest from what is wanted. Of a change of rules only
        those of the rules as they are changed.
    """
    judged = [one for one in judging(told(evidence)) if one.criterion == "character" and not one.few]
    found = {(one.key, one.up): one for one in excesses(judged, "fails")[::-1]}
    said = [(one.judgement, one.member) for one in sorted(found.values(), key=lambda one: -one.size)][:_FINDINGS]
    if not said and judged:
        farthest = max(((one, one.worst) for one in judged), key=lambda pair: abs(pair[1].off))
        said = [(one.judgement, one.member) for one in doubtful_of(judged)[:1]] or [farthest]
    chosen = []
    for one, member in said:
        run = next((run for run in evidence.runs_of("forks") if one.table in {cell.key for cell in run.manifest.cells}), None)
        if run is not None:
            points = turning_points(run, one.table, member.group, strong=member.off > 0, most=each)
            chosen += [(run, point) for point in points]
    return chosen


def link_words(turning: Turning) -> str:
    """Write what a link to a game says: ``a game that the Wizard turned in round 9``."""
    who = style.title_of(turning.character)
    players = turning.cell[1]
    return f"a game that the {who} {'turned' if turning.won else 'lost'} in round {turning.round} ({players} players)"
