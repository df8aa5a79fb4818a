"""What ``citadels forks`` prints of forks of the crown: what it is worth, and what drafting later costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_sim.cli.console import print_json, print_table, right
from citadels_sim.cli.results import (
    cell_title,
    cells_of,
    format_family_interval,
    format_points,
    format_verdict,
    frames_data,
    round_up,
    rows_by,
)

if TYPE_CHECKING:
    from citadels_sim.lab.crowns.analyse import CrownAnalysis
    from citadels_sim.runs.reading import Run

__all__ = ["print_crowns"]


def print_crowns(run: Run, margin: float | None, *, as_json: bool) -> None:
    """Print what a run of forks of the crown shows.

    Parameters
    ----------
    run : Run
    margin : float or None
        Percentage points of win chance per round that do not matter; None: the usual ones.
    as_json : bool
        Whether as data.
    """
    from citadels_sim.lab.crowns.analyse import CROWN_MARGIN, analyse_crowns

    crowns = analyse_crowns(run, CROWN_MARGIN if margin is None else margin / 100)
    if as_json:
        effects, stages = crowns.effects.drop("reference"), crowns.stages.drop("reference")
        frames = frames_data(verdicts=crowns.verdicts, effects=effects, stages=stages)
        print_json({"run": str(run.folder), "margin": crowns.margin} | frames)
        return
    for key, _ in cells_of(run):
        _print_cell(crowns, key)


def _print_cell(crowns: CrownAnalysis, cell: dict[str, Any]) -> None:
    effects = rows_by(crowns.effects.filter(**cell), "metric", "group")
    parts = rows_by(crowns.stages.filter(**cell, split="stage"), "part", "group")
    thirds = list(dict.fromkeys(part for part, _ in parts))
    verdicts = crowns.verdicts.filter(**cell)
    rows = []
    for verdict in verdicts.iter_rows(named=True):
        place = str(verdict["place"])
        effect = effects["place_effect", place]
        split = [format_points(parts[part, place]["value"]) if (part, place) in parts else "-" for part in thirds]
        score = f"{effects['place_points', place]['value']:+.2f}"
        name = f"{place} after it" if verdict["place"] else "the crown"
        settled = format_verdict(verdict["verdict"], round_up(verdict["needed_nodes"]), "nodes", "inconclusive (on the margin)")
        rows.append((name, format_points(effect["value"]), format_family_interval(effect), *split, score, settled))
    title = (
        f"{cell_title(cell)}: percentage points of win chance per round by place after the crown, {verdicts['nodes'][0]:,} nodes, "
        f"margin {100 * crowns.margin:g}."
    )
    print_table(("place", *right("effect", "95 % for all at once", *thirds, "points"), "verdict"), rows, title=title)
